//! SAN in and out: the edge cases of disambiguation, en passant, castling, promotion and mate; and tokens of
//! every habit.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod vectors;

use std::collections::BTreeSet;

use arbitro::chess::resolve::SanError;
use arbitro::chess::san::San;
use arbitro::chess::uci::UciCastling;
use vectors::position;

/// Each line's move is written as the list has it, and read back to the same move.
fn all_agree(name: &str, castling: UciCastling) {
    for line in vectors::lines(name) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, uci, text, ..] = fields[..] else { panic!("{line}") };
        let position = position(fen);
        let mv = position.parse_uci(uci.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.uci(mv, castling), uci, "{line}");
        assert_eq!(position.san(mv).to_string(), text, "{line}");
        let san = San::parse(text.as_bytes());
        assert_eq!(san, position.san(mv), "{line}");
        assert_eq!(position.resolve(san), Ok(mv), "{line}");
    }
}

#[test]
fn standard_moves_are_written_and_read_as_listed() {
    all_agree("san/standard.tsv", UciCastling::KingTarget);
}

#[test]
fn chess960_moves_are_written_and_read_as_listed() {
    all_agree("san/chess960.tsv", UciCastling::KingTakesRook);
}

/// What this reader makes of a token in a position, in the list's words.
fn verdict(fen: &str, token: &str) -> String {
    let (position, san) = (position(fen), San::parse(token.as_bytes()));
    if san.is_unreadable() {
        return "INVALID".to_owned();
    }
    if san.is_null() {
        return "0000".to_owned();
    }
    match position.resolve(san) {
        Ok(mv) => position.uci(mv, UciCastling::KingTarget),
        Err(SanError::Illegal) => "ILLEGAL".to_owned(),
        Err(SanError::Ambiguous) => "AMBIGUOUS".to_owned(),
    }
}

/// Where the list's reader and this one differ: the token, and why.
const DIFFERENCES: [(&str, &str); 10] = [
    ("e4!", "a glyph at the end is no part of the move"),
    ("e4?!", "a glyph at the end is no part of the move"),
    ("Pe4", "P for a pawn leaves no doubt"),
    ("a8(Q)", "a promotion in parentheses leaves no doubt"),
    ("a8/Q", "a promotion after a slash leaves no doubt"),
    ("cxd3e.p.", "e.p. after a pawn's capture leaves no doubt"),
    ("cxd3ep", "ep after a pawn's capture leaves no doubt"),
    ("null", "a spelling of the null move"),
    ("0000", "UCI's null move, which no PGN is known to hold"),
    ("a8=K", "a letter that no promotion has: unreadable, not illegal"),
];

#[test]
fn tokens_mean_what_the_list_says_but_for_the_named_differences() {
    let list = vectors::lines("san/parse-tokens.tsv");
    let mut differing = BTreeSet::new();
    for line in &list {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, token, expected] = fields[..] else { panic!("{line}") };
        if verdict(fen, token) != expected {
            differing.insert(token);
        }
    }
    if !list.is_empty() {
        assert_eq!(differing, DIFFERENCES.map(|(token, _)| token).into());
    }
}

#[test]
fn what_leaves_no_doubt_is_read() {
    for (token, standard, bits) in [
        ("e4", "e4", 0),
        ("e4!?", "e4", 0),
        ("Nf3??", "Nf3", 0),
        ("Qh7++", "Qh7+", 0),
        ("Qxh7#", "Qxh7#", 0),
        ("Qh8g7", "Qh8g7", 0),
        ("R1xa3+", "R1xa3+", 0),
        ("exd6", "exd6", 0),
        ("ed6", "ed6", 0),
        ("bxc3", "bxc3", 0),
        ("bxc8=Q#", "bxc8=Q#", 0),
        ("O-O+", "O-O+", 0),
        ("0-0-0", "O-O-O", San::ZEROS_BIT),
        ("e8Q", "e8=Q", San::ODD_PROMOTION_BIT),
        ("e8(N)+", "e8=N+", San::ODD_PROMOTION_BIT),
        ("bxa8/R", "bxa8=R", San::ODD_PROMOTION_BIT),
        ("e8=q", "e8=Q", San::ODD_PROMOTION_BIT),
        ("e2e4", "e2e4", San::ODD_NOTATION_BIT),
        ("e2-e4", "e2e4", San::ODD_NOTATION_BIT),
        ("e5xd6", "e5xd6", San::ODD_NOTATION_BIT),
        ("e7e8q", "e7e8=Q", San::ODD_NOTATION_BIT | San::ODD_PROMOTION_BIT),
        ("Ng1-f3", "Ng1f3", San::ODD_NOTATION_BIT),
        ("Pe4", "e4", San::ODD_NOTATION_BIT),
        ("exd6e.p.", "exd6", San::ODD_NOTATION_BIT),
        ("exd6ep+", "exd6+", San::ODD_NOTATION_BIT),
    ] {
        let san = San::parse(token.as_bytes());
        let odd = San::ZEROS_BIT | San::ODD_PROMOTION_BIT | San::ODD_NOTATION_BIT;
        assert_eq!((san.to_string().as_str(), san.bits() & odd), (standard, bits), "{token}");
    }
    for token in ["--", "Z0", "null", "@@@@"] {
        assert_eq!(San::parse(token.as_bytes()), San::NULL, "{token}");
    }
}

#[test]
fn what_leaves_doubt_is_unreadable() {
    for token in [
        "",
        "!",
        "+",
        "e",
        "e9",
        "i4",
        "E4",
        "Sf3",
        "nf3",
        "Nf",
        "N",
        "Nf9",
        "Nbcd4",
        "N-f3",
        "Nfx3",
        "P@e4",
        "xd5",
        "4e4",
        "e2--e4",
        "e4=",
        "e8=K",
        "e8=P",
        "e8=Q=Q",
        "Nf8=Q",
        "Nxf3ep",
        "e4ep",
        "O-O-O-O",
        "OO",
        "o-o",
        "O-0",
        "--+",
        "e4!+",
        "1-0",
        "e4+#",
        "...",
        "\u{feff}e4",
        "e4\0",
    ] {
        assert_eq!(San::parse(token.as_bytes()), San::UNREADABLE, "{token}");
    }
}

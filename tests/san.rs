//! SAN in and out: the edge cases of disambiguation, en passant, castling, promotion and mate; and tokens of every habit.

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

/// Where the list's reader and this one differ: the token, what the list says of it, the reason.
const DIFFERENCES: [(&str, &str, &str); 0] = [];

#[test]
fn tokens_mean_what_the_list_says_but_for_the_named_differences() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for line in vectors::lines("san/parse-tokens.tsv") {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, token, expected] = fields[..] else { panic!("{line}") };
        let verdict = verdict(fen, token);
        if verdict != expected {
            seen.insert(format!("{token} {expected} {verdict}"));
        }
    }
    println!("{seen:#?}");
}

//! FEN in and out, what can be played from, what could arise, and keys.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod vectors;

use arbitro::chess::Key;
use arbitro::chess::fen::{Fen, FenStyle};
use arbitro::chess::position::Position;
use arbitro::chess::san::San;
use arbitro::chess::setup::Claim;
use vectors::position;

/// Everything that this floor has to say against a FEN; none if nothing.
fn objection(fen: &str) -> Option<String> {
    let setup = match Fen::parse(fen.as_bytes()) {
        Ok(fen) => fen.setup(),
        Err(error) => return Some(format!("unreadable: {error}")),
    };
    match setup {
        Err(error) => Some(format!("unplayable: {error}")),
        Ok(setup) if setup.castling == Claim::Dropped => Some("castling dropped".to_owned()),
        Ok(setup) if setup.en_passant == Claim::Dropped => Some("en passant dropped".to_owned()),
        Ok(setup) => setup.position.cannot_arise().map(|reason| format!("cannot arise: {reason}")),
    }
}

#[test]
fn nothing_is_said_against_the_valid_positions() {
    for name in ["fen/valid.sfens", "fen/chess960_starts.sfens"] {
        for fen in vectors::lines(name) {
            assert_eq!(objection(&fen), None, "{fen}");
        }
    }
}

/// Every one of the list has its objection: most can't be played from; in some the en passant square fits no
/// double step and is dropped; the rest could not arise, for their checks or for castling rights from
/// different start positions.
#[test]
fn something_is_said_against_each_invalid_position() {
    for fen in vectors::lines("fen/invalid.sfens") {
        let said = objection(&fen).unwrap_or_else(|| panic!("nothing against {fen}"));
        assert!(!said.starts_with("unreadable"), "{fen}: {said}");
    }
}

#[test]
fn a_written_position_is_read_back_as_the_same() {
    for name in ["fen/valid.sfens", "fen/chess960_starts.sfens"] {
        for fen in vectors::lines(name) {
            let from_shredder = position(&fen);
            let from_own = position(&from_shredder.fen());
            assert!(from_own.same_position(&from_shredder), "{fen}");
            assert_eq!(from_own.fen(), from_shredder.fen());
        }
    }
}

#[test]
fn castling_rights_are_written_as_x_fen_has_it() {
    for (read, written) in [
        // Standard, and Shredder's spelling of the same.
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        // Another rook stands farther out: the file says which one is meant.
        ("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"),
        ("rr2k3/8/8/8/8/8/8/4K3 w b - 0 1", "rr2k3/8/8/8/8/8/8/4K3 w b - 0 1"),
        // The king stands elsewhere: Chess960, both letters as good.
        ("1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1", "1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1"),
    ] {
        assert_eq!(position(read).fen(), written);
    }
}

#[test]
fn oddly_written_fens_are_read_and_said_to_be_odd() {
    let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let style = |fen: &str| Fen::parse(fen.as_bytes()).unwrap().style;
    assert_eq!(style(standard), FenStyle::Standard);
    assert_eq!(style("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"), FenStyle::Standard);
    for odd in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1",
        " rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QKqk - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        assert_eq!(style(odd), FenStyle::Odd, "{odd}");
        assert!(position(odd).board() == Position::start().board(), "{odd}");
    }
    assert_eq!(position(standard).key(), Position::start().key());
    assert_eq!(position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w").fullmove_number(), 1);
}

#[test]
fn what_cannot_be_played_from_is_refused_with_its_reason() {
    for (fen, reason) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has more than one king"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on a1"),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "Black is in check, but it is not Black's turn"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "Black is in check, but it is not Black's turn"),
    ] {
        assert_eq!(objection(fen), Some(format!("unplayable: {reason}")), "{fen}");
    }
}

#[test]
fn claims_that_the_board_contradicts_are_dropped() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
        "4k3/8/8/8/8/8/8/4KB1R w F - 0 1",
        "4k2r/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
    ] {
        assert_eq!(objection(fen), Some("castling dropped".to_owned()), "{fen}");
    }
    for fen in [
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1",
    ] {
        assert_eq!(objection(fen), Some("en passant dropped".to_owned()), "{fen}");
    }
    assert_eq!(objection("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), None);
}

#[test]
fn what_could_not_arise_is_told_from_what_could() {
    for (fen, reason) in [
        ("QQQQk3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", Some("White has more than sixteen pieces")),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Some("White has more than eight pawns")),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", Some("White has more promoted pieces than missing pawns")),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/2B1K1B1 w - - 0 1",
            Some("White has more promoted pieces than missing pawns"),
        ),
        ("4k3/8/8/8/8/8/1PPPPPPP/QQ2K3 w - - 0 1", None),
        (
            "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
            Some("White has more doubled pawns than captures can explain"),
        ),
        ("rnbqkb1r/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ("4k3/8/8/8/8/1n3n2/8/3K1b1r w - - 0 1", None),
        ("4k3/8/8/8/1b6/1n3n2/8/4K2r w - - 0 1", Some("more than two pieces give check")),
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", Some("no last move can have given this check")),
        ("4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1", Some("no last move can have given this check")),
        // A knight discovers its rook: a double check; from where it can't have come, none.
        ("4k3/4r3/8/8/8/3n4/8/4K3 w - - 0 1", None),
        ("4k3/8/8/8/7b/3n4/8/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/4n3/8/r2K4 w - - 0 1", Some("no last move can have given this check")),
        // Two rooks from both sides of one rank: one move opens one way.
        ("4k3/8/8/8/8/8/8/r2K3r w - - 0 1", Some("no last move can have given this check")),
        ("4k3/8/8/8/8/8/8/r2K4 w - - 0 1", None),
        // A pawn checks from where it started.
        ("4k3/3p4/4K3/8/8/8/8/8 w - - 0 1", Some("no last move can have given this check")),
        // The double step gives check, or discovers it; no other check stands before en passant.
        ("8/8/8/3k4/4P3/8/8/4K3 b - e3 0 1", None),
        (
            "8/8/8/k7/4P3/8/3B4/4K3 b - e3 0 1",
            Some("the double step before en passant can't have given this check"),
        ),
        ("8/8/4k3/8/4P3/8/8/4RK2 b - e3 0 1", None),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 3 1",
            Some("the halfmove clock contradicts the double step before en passant"),
        ),
        (
            "r2k4/8/8/8/8/8/8/R3K3 w Aa - 0 1",
            Some("castling rights that come from different start positions"),
        ),
        (
            "1r2k3/8/8/8/8/8/8/R3K3 w Ab - 0 1",
            Some("castling rights that come from different start positions"),
        ),
        // Castling gave this check.
        ("5k2/8/8/8/8/8/5PPP/5RK1 b - - 0 1", None),
    ] {
        let said = objection(fen).map(|said| said.replace("cannot arise: ", ""));
        assert_eq!(said.as_deref(), reason, "{fen}");
    }
}

/// Games from start to end: the position after the last move, written with en passant after every double step
/// and only where a capture is legal, and its key against the key computed from nothing.
fn replays(name: &str) {
    for line in vectors::lines(name) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [start, moves, always, legal] = fields[..] else { panic!("{line}") };
        let mut position = position(start);
        for token in moves.split_whitespace() {
            let san = San::parse(token.as_bytes());
            let mv = position.resolve(san).unwrap_or_else(|error| panic!("{line}: {token}: {error}"));
            assert_eq!(position.san(mv), san, "{line}: {token}");
            position.play_unchecked(mv);
            assert_eq!(position.key(), position.key_from_nothing(), "{line}: {token}");
        }
        assert_eq!(position.fen(), legal);
        let written = position.fen();
        let mut fields: Vec<&str> = written.split(' ').collect();
        let target = position.double_step().map(|square| square.to_string());
        fields[3] = target.as_deref().unwrap_or("-");
        assert_eq!(fields.join(" "), always);
    }
}

#[test]
fn random_games_end_in_the_listed_positions() {
    replays("replay/random-games.tsv");
}

#[test]
fn chess960_games_end_in_the_listed_positions() {
    replays("replay/chess960.tsv");
}

#[test]
fn keys_are_those_that_the_book_format_publishes() {
    for (moves, key) in [
        ("", 0x463b96181691fc9c),
        ("e2e4", 0x823c9b50fd114196),
        ("e2e4 d7d5", 0x0756b94461c50fb0),
        ("e2e4 d7d5 e4e5", 0x662fafb965db29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560),
    ] {
        let mut position = Position::start();
        for text in moves.split_whitespace() {
            position.play_unchecked(position.parse_uci(text.as_bytes()).unwrap());
        }
        assert_eq!(position.polyglot_key(), Key(key), "{moves}");
        assert_eq!(position.key(), position.key_from_nothing(), "{moves}");
    }
}

#[test]
fn the_two_keys_differ_where_a_pinned_pawn_stands_beside() {
    let pinned = position("3rk3/8/8/3Pp3/8/8/8/3K4 w - e6 0 2");
    let without = position("3rk3/8/8/3Pp3/8/8/8/3K4 w - - 0 2");
    assert_eq!(pinned.key(), without.key());
    assert!(pinned.same_position(&without));
    assert_ne!(pinned.polyglot_key(), without.polyglot_key());

    let free = position("4k3/8/8/3Pp3/8/8/8/3K4 w - e6 0 2");
    assert_eq!(free.key(), free.polyglot_key());
    assert!(!free.same_position(&position("4k3/8/8/3Pp3/8/8/8/3K4 w - - 0 2")));

    let alone = position("4k3/8/8/4p3/8/8/8/3K4 w - e6 0 2");
    assert_eq!(alone.key(), alone.polyglot_key());
    assert!(alone.same_position(&position("4k3/8/8/4p3/8/8/8/3K4 w - - 0 2")));
}

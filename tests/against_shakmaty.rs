//! Random games and random positions, standard and Chess960, held against shakmaty: legal moves, SAN, check,
//! mate, stalemate, FEN, key.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use arbitro::chess::castling::CastlingSide;
use arbitro::chess::fen::Fen;
use arbitro::chess::perft::perft_portable;
use arbitro::chess::position::Position;
use arbitro::chess::san::San;
use arbitro::chess::uci::UciCastling;
use proptest::prelude::*;
use shakmaty::fen::Fen as PeerFen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// All that both say of a position, compared. Returns the moves in the order of their texts.
fn agrees(ours: &Position, theirs: &Chess) -> Vec<String> {
    let fen = ours.fen();
    assert_eq!(fen, PeerFen::from_position(theirs, EnPassantMode::Legal).to_string());
    assert_eq!(ours.is_check(), theirs.is_check(), "{fen}");
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "{fen}");
    assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "{fen}");
    assert_eq!(ours.key(), ours.key_from_nothing(), "{fen}");
    assert_eq!(ours.key().0, theirs.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0, "{fen}");
    assert_eq!(
        ours.polyglot_key().0,
        theirs.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0,
        "{fen}"
    );

    let mut our_moves: Vec<(String, String)> = ours
        .legal_moves()
        .into_iter()
        .map(|mv| (ours.uci(mv, UciCastling::KingTakesRook), ours.san(mv).to_string()))
        .collect();
    let mut their_moves: Vec<(String, String)> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| {
            (UciMove::from_chess960(mv).to_string(), SanPlus::from_move(theirs.clone(), mv).to_string())
        })
        .collect();
    our_moves.sort_unstable();
    their_moves.sort_unstable();
    assert_eq!(our_moves, their_moves, "{fen}");
    assert_eq!(ours.count_legal_moves(), our_moves.len() as u64, "{fen}");
    for side in CastlingSide::ALL {
        let among_all = ours.legal_moves().into_iter().find(|&mv| ours.castling_side(mv) == Some(side));
        assert_eq!(ours.castling_move(side), among_all, "{fen}");
    }
    for (uci, san) in &our_moves {
        let mv = ours.resolve(San::parse(san.as_bytes()));
        assert_eq!(mv.map(|mv| mv.to_string()).as_ref(), Ok(uci), "{fen} {san}");
    }
    our_moves.into_iter().map(|(uci, _)| uci).collect()
}

fn plays_on(mut ours: Position, mut theirs: Chess, choices: &[u16]) {
    for &choice in choices {
        let moves = agrees(&ours, &theirs);
        let Some(uci) = (!moves.is_empty()).then(|| &moves[usize::from(choice) % moves.len()]) else {
            return;
        };
        ours.play_unchecked(ours.parse_uci(uci.as_bytes()).unwrap());
        let mv = uci.parse::<UciMove>().unwrap().to_move(&theirs).unwrap();
        theirs.play_unchecked(mv);
    }
    agrees(&ours, &theirs);
}

fn both(fen: &str) -> Option<(Position, Chess)> {
    let theirs: PeerFen = fen.parse().unwrap();
    let theirs = theirs.into_position(CastlingMode::Chess960).ok()?;
    Some((Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position, theirs))
}

/// One of the 960 start positions, by choosing the places of the pieces in turn.
fn start_960(choice: usize) -> String {
    let mut back = [' '; 8];
    back[1 + 2 * (choice % 4)] = 'B';
    back[2 * (choice / 4 % 4)] = 'B';
    let mut put = |nth: usize, piece: char| {
        let free: Vec<usize> = (0..8).filter(|&file| back[file] == ' ').collect();
        back[free[nth]] = piece;
    };
    put(choice / 16 % 6, 'Q');
    let knights = choice / 96 % 10;
    let (first, second) =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][knights];
    put(second, 'N');
    put(first, 'N');
    for piece in ['R', 'K', 'R'] {
        put(0, piece);
    }
    let white = String::from_iter(back);
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", white.to_lowercase())
}

/// Kings and a few other pieces anywhere; whether it can be played from is not yet said.
fn scattered() -> impl Strategy<Value = String> {
    let pieces =
        proptest::collection::vec((0..64usize, proptest::sample::select(b"PPPNBRQpppnbrq".to_vec())), 0..24);
    (0..64usize, 0..64usize, pieces, any::<bool>()).prop_map(|(white, black, pieces, whites_turn)| {
        let mut squares = [b' '; 64];
        for (square, piece) in pieces {
            let on_end_rank = !(8..56).contains(&square);
            if !(on_end_rank && piece.eq_ignore_ascii_case(&b'p')) {
                squares[square] = piece;
            }
        }
        squares[white] = b'K';
        squares[black] = b'k';
        let ranks = squares.chunks(8).map(|rank| rank.iter().map(|&piece| piece as char).collect::<String>());
        let board = ranks.collect::<Vec<_>>().join("/").replace(' ', "1");
        format!("{board} {} - - 0 1", if whites_turn { 'w' } else { 'b' })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn a_random_game_is_the_same_to_both(choices in proptest::collection::vec(any::<u16>(), 1..160)) {
        plays_on(Position::start(), Chess::default(), &choices);
    }

    #[test]
    fn a_random_chess960_game_is_the_same_to_both(
        start in 0..960usize,
        choices in proptest::collection::vec(any::<u16>(), 1..120),
    ) {
        let (ours, theirs) = both(&start_960(start)).unwrap();
        plays_on(ours, theirs, &choices);
    }

    #[test]
    fn random_text_never_panics(text in proptest::collection::vec(any::<u8>(), 0..90)) {
        let _ = Fen::parse(&text).map(|fen| fen.setup());
        let _ = San::parse(&text);
        let _ = Position::start().parse_uci(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn a_random_position_is_the_same_to_both(fen in scattered()) {
        let ours = Fen::parse(fen.as_bytes()).unwrap().setup();
        if let Some((position, theirs)) = ours.is_ok().then(|| both(&fen)).flatten() {
            agrees(&position, &theirs);
            prop_assert_eq!(perft_portable(&position, 2), shakmaty::perft(&theirs, 2));
        }
    }
}

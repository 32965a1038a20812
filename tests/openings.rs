//! The table of openings that the program carries is that of `data/openings`, and games are found in it by position.
//!
//! `ARBITRO_BLESS=1 cargo test --test openings` makes the table anew.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::sync::LazyLock;

use arbitro::chess::Key;
use arbitro::chess::bitboard::Bitboard;
use arbitro::chess::fen::Fen;
use arbitro::chess::moves::Move;
use arbitro::chess::piece::{Color, PieceType};
use arbitro::chess::position::Position;
use arbitro::chess::san::San;
use arbitro::chess::square::Rank;
use arbitro::input::compression::ZstdReader;
use arbitro::openings::{Named, Opening, last_named};
use arbitro::pgn::game_text::GameText;
use arbitro::pgn::games::Games;
use proptest::prelude::*;

/// A row of the files in `data/openings`.
struct Row {
    eco: String,
    name: String,
    moves: Vec<Move>,
    position: Position,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for letter in ["a", "b", "c", "d", "e"] {
        let text = fs::read_to_string(root().join(format!("data/openings/{letter}.tsv"))).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("eco\tname\tpgn"));
        for line in lines {
            let [eco, name, pgn] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
            let (position, moves) = played(&Position::start(), pgn);
            rows.push(Row { eco: eco.to_owned(), name: name.to_owned(), moves, position });
        }
    }
    rows
}

/// What moves lead to, numbered or not.
fn played(start: &Position, text: &str) -> (Position, Vec<Move>) {
    let (mut position, mut moves) = (*start, Vec::new());
    for token in text.split_whitespace().filter(|token| !token.ends_with('.')) {
        let mv = position.resolve(San::parse(token.as_bytes())).unwrap();
        position.play_unchecked(mv);
        moves.push(mv);
    }
    (position, moves)
}

/// The pawns that have left their first squares: White's by file in the lower byte, then Black's.
fn gone(position: &Position) -> u16 {
    let left = |color, rank: u8| {
        let first = Bitboard::rank(Rank::new(rank)).0 >> (8 * rank);
        let there = position.board().of(color, PieceType::Pawn).0 >> (8 * rank) & 0xFF;
        (first ^ there) as u16
    };
    left(Color::White, 1) | left(Color::Black, 6) << 8
}

/// What a position has come to that doesn't go back: the pawns gone, the castling rights lost, the men left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Bound {
    gone: u16,
    lost: u8,
    men: u8,
}

impl Bound {
    fn of(position: &Position) -> Bound {
        let men = position.board().occupied().len() as u8;
        Bound { gone: gone(position), lost: 15 ^ position.castling().bits(), men }
    }

    fn is_within(self, other: Bound) -> bool {
        self.gone & !other.gone == 0 && self.lost & !other.lost == 0 && self.men >= other.men
    }

    /// A bound that both are within.
    fn around(self, other: Bound) -> Bound {
        Bound { gone: self.gone | other.gone, lost: self.lost | other.lost, men: self.men.min(other.men) }
    }
}

/// Bounds that all positions are within, 63 at most.
fn bounds(rows: &[Row]) -> Vec<Bound> {
    let mut bounds: Vec<Bound> = rows.iter().map(|row| Bound::of(&row.position)).collect();
    loop {
        bounds.sort();
        bounds.dedup();
        let all = bounds.clone();
        bounds.retain(|bound| !all.iter().any(|other| other != bound && bound.is_within(*other)));
        if bounds.len() <= 63 {
            return bounds;
        }
        // The two that lose the least by being one.
        let weight =
            |bound: Bound| bound.gone.count_ones() + bound.lost.count_ones() + u32::from(32 - bound.men);
        let pairs = (0..bounds.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let loss = |(one, other): &(usize, usize)| {
            let (one, other) = (bounds[*one], bounds[*other]);
            2 * weight(one.around(other)) - weight(one) - weight(other)
        };
        let (one, other) = pairs.min_by_key(loss).unwrap();
        bounds.push(bounds[one].around(bounds[other]));
    }
}

/// 0 where no capture en passant can be in question, 1 where it depends on the last move but none is legal, else the legal one's file
/// and 2.
fn en_passant(position: &Position) -> u8 {
    if let Some(target) = position.en_passant() {
        return target.file().index() as u8 + 2;
    }
    let turn = position.turn();
    let passed = position.board().of(!turn, PieceType::Pawn)
        & Bitboard::rank(Rank::new(if turn == Color::White { 4 } else { 3 }));
    u8::from((passed.east() | passed.west()).meets(position.board().of(turn, PieceType::Pawn)))
}

/// The key without the term of en passant.
fn bare_key(position: &Position) -> Key {
    position.key() ^ position.en_passant().map_or(Key(0), |target| Key::of_en_passant(target.file()))
}

/// The two files that the program carries.
fn carried(rows: &[Row]) -> (String, Vec<u8>) {
    let names: String = rows.iter().map(|row| format!("{}\t{}\n", row.eco, row.name)).collect();
    let mut starts = vec![0];
    starts.extend(names.match_indices('\n').map(|(at, _)| at as u32 + 1));
    let mut by_key: Vec<(Key, u16)> =
        rows.iter().zip(0..).map(|(row, at)| (bare_key(&row.position), at)).collect();
    by_key.sort();
    let mut positions = Vec::new();
    for (place, (key, row)) in by_key.iter().enumerate() {
        positions.extend(key.0.to_le_bytes());
        positions.extend(row.to_le_bytes());
        positions.extend(starts[place].to_le_bytes());
        positions.push(en_passant(&rows[usize::from(*row)].position));
    }
    // What has no content no position is within.
    let nothing = Bound { gone: 0, lost: 0, men: u8::MAX };
    for bound in bounds(rows).into_iter().chain(std::iter::repeat(nothing)).take(63) {
        positions.extend(bound.gone.to_le_bytes());
        positions.extend([bound.lost, bound.men]);
    }
    (names, positions)
}

/// The last position that the table names, the slow way.
fn last_named_slowly(table: &HashMap<Key, Opening>, start: &Position, moves: &[Move]) -> Option<Named> {
    let mut position = *start;
    let mut last = None;
    for ply in 0..=moves.len() {
        if let Some(opening) = table.get(&position.key()) {
            last = Some(Named { opening: *opening, ply: ply as u32 });
        }
        if let Some(mv) = moves.get(ply) {
            position.play_unchecked(*mv);
        }
    }
    last
}

fn table(rows: &[Row]) -> HashMap<Key, Opening> {
    rows.iter().map(|row| row.position.key()).zip(Opening::all()).collect()
}

fn named(start: &Position, text: &str) -> Option<(&'static str, &'static str, u32)> {
    let (_, moves) = played(start, text);
    last_named(start, moves.iter().copied())
        .map(|Named { opening, ply }| (opening.eco(), opening.name(), ply))
}

#[test]
fn what_the_program_carries_is_the_table() {
    let (names, positions) = carried(&rows());
    let folder = root().join("src/openings");
    if std::env::var_os("ARBITRO_BLESS").is_some() {
        fs::write(folder.join("names.txt"), names).unwrap();
        fs::write(folder.join("positions.bin"), positions).unwrap();
        return;
    }
    assert!(fs::read_to_string(folder.join("names.txt")).unwrap() == names, "names.txt is not of the table");
    assert!(
        fs::read(folder.join("positions.bin")).unwrap() == positions,
        "positions.bin is not of the table"
    );
}

#[test]
fn every_row_has_a_position_of_its_own_and_is_found_by_it() {
    let rows = rows();
    assert_eq!(rows.len(), Opening::COUNT);
    assert_eq!(table(&rows).len(), rows.len());
    for (row, opening) in rows.iter().zip(Opening::all()) {
        assert_eq!((opening.eco(), opening.name()), (row.eco.as_str(), row.name.as_str()));
        assert_eq!(Opening::of(&row.position), Some(opening));
        let named = last_named(&Position::start(), row.moves.iter().copied());
        assert_eq!(named, Some(Named { opening, ply: row.moves.len() as u32 }));
    }
}

#[test]
fn another_order_of_moves_leads_to_the_same_opening() {
    let start = Position::start();
    let italian = Some(("C50", "Italian Game", 5));
    assert_eq!(named(&start, "1. e4 e5 2. Nf3 Nc6 3. Bc4"), italian);
    assert_eq!(named(&start, "1. Nf3 Nc6 2. e4 e5 3. Bc4"), italian);
    // Two tempi lost and found again.
    assert_eq!(
        named(&start, "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nc6 5. Bc4"),
        Some(("C50", "Italian Game", 9))
    );
}

#[test]
fn a_game_keeps_the_last_name_that_it_had() {
    let start = Position::start();
    let petrov = Some(("C42", "Petrov's Defense", 4));
    assert_eq!(named(&start, "1. e4 e5 2. Nf3 Nf6 3. a3 Rg8"), petrov);
    assert_eq!(named(&start, ""), None);
}

#[test]
fn a_game_from_a_fen_is_named_by_what_it_reaches_and_by_its_start() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let start = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
    assert_eq!(named(&start, ""), Some(("C20", "King's Pawn Game", 0)));
    assert_eq!(named(&start, "2. Nf3 Nf6"), Some(("C42", "Petrov's Defense", 2)));
    let endgame = Fen::parse(b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap().setup().unwrap().position;
    assert_eq!(named(&endgame, "1. e4 Kd7"), None);
}

#[test]
fn without_the_right_to_castle_it_is_another_position() {
    let start = Position::start();
    // The kings have been to e2 and e7.
    let wandered = named(&start, "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8");
    assert_eq!(wandered, named(&start, "1. e4 e5 2. Ke2"));
}

#[test]
fn where_en_passant_is_legal_it_belongs_to_the_position() {
    let mut found = 0;
    for row in rows().iter().filter(|row| row.position.en_passant().is_some()) {
        let fen = row.position.fen().to_string();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[3] = "-";
        let without = Fen::parse(fields.join(" ").as_bytes()).unwrap().setup().unwrap().position;
        assert_ne!(Opening::of(&without), Opening::of(&row.position), "{fen}");
        assert_ne!(last_named(&without, std::iter::empty()), last_named(&row.position, std::iter::empty()));
        found += 1;
    }
    assert!(found > 10, "{found}");
}

#[test]
fn a_chess960_game_is_named_where_it_reaches_a_position_of_the_table() {
    // King and queen have changed places: the castling rights are others, and no name fits.
    let fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1";
    let start = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
    assert_eq!(named(&start, "1. e4 e5 2. Nf3 Nc6"), None);
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    let start = Fen::parse(usual.as_bytes()).unwrap().setup().unwrap().position;
    assert_eq!(named(&start, "1. e4 e5 2. Nf3 Nc6 3. Bc4"), Some(("C50", "Italian Game", 5)));
}

/// What Lichess wrote in May 2025 is what the table says: but for two codes and eleven names, which it has changed since.
#[test]
fn the_games_of_a_dump_have_the_openings_that_the_site_gave_them() {
    let path = root().join("data/games/lichess_dump_2025_05.pgn.zst");
    let mut bytes = Vec::new();
    ZstdReader::new(BufReader::new(File::open(path).unwrap()), 0)
        .unwrap()
        .fill(&mut bytes, 16 << 20)
        .unwrap();
    let (mut reader, mut game) = (Games::new(&bytes), GameText::default());
    let (mut tagged, mut codes, mut names) = (0, 0, 0);
    while reader.read(&mut game) {
        let tag = |name: &str| {
            let tag = game.tags.iter().find(|tag| bytes[tag.name.clone()] == *name.as_bytes());
            tag.map(|tag| std::str::from_utf8(&bytes[tag.value.clone()]).unwrap())
                .filter(|value| *value != "?")
        };
        let mut position = Position::start();
        let play = |san: &San| {
            let mv = position.resolve(*san).unwrap();
            position.play_unchecked(mv);
            mv
        };
        let moves: Vec<Move> = game.moves.iter().map(play).collect();
        let found = last_named(&Position::start(), moves.iter().copied()).map(|named| named.opening);
        assert_eq!(found.is_some(), tag("ECO").is_some());
        tagged += usize::from(tag("ECO").is_some());
        codes += usize::from(tag("ECO").is_some() && tag("ECO") == found.map(Opening::eco));
        names += usize::from(tag("Opening").is_some() && tag("Opening") == found.map(Opening::name));
    }
    assert_eq!((tagged, codes, names), (433, 431, 422));
}

/// The moves that the lines of the table make from each position.
static BOOK_MOVES: LazyLock<HashMap<Key, Vec<Move>>> = LazyLock::new(|| {
    let mut moves: HashMap<Key, Vec<Move>> = HashMap::new();
    for row in rows() {
        let mut position = Position::start();
        for mv in &row.moves {
            moves.entry(position.key()).or_default().push(*mv);
            position.play_unchecked(*mv);
        }
    }
    moves
});

static TABLE: LazyLock<HashMap<Key, Opening>> = LazyLock::new(|| table(&rows()));

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w KQkq - 0 1",
    "rnbqkbnr/pPpppppp/8/8/8/8/PpPPPPPP/RNBQKBNR w KQkq - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn games_are_named_as_by_looking_at_every_position(
        start in prop_oneof![4 => Just(0usize), 1 => 1..STARTS.len()],
        choices in prop::collection::vec((any::<prop::sample::Index>(), 0u8..10), 0..70),
        loyalty in 0u8..11,
    ) {
        let start = Fen::parse(STARTS[start].as_bytes()).unwrap().setup().unwrap().position;
        let (mut position, mut moves) = (start, Vec::new());
        for (choice, strays) in choices {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let back = moves.len().checked_sub(2).map(|last| moves[last]);
            let back = back.map(|mv: Move| Move::new(mv.to(), mv.from())).filter(|mv| legal.contains(mv));
            let mv = match BOOK_MOVES.get(&position.key()) {
                Some(moves) if strays < loyalty => moves[choice.index(moves.len())],
                _ => back.filter(|_| strays % 2 == 0).unwrap_or(legal[choice.index(legal.len())]),
            };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let found = last_named(&start, moves.iter().copied());
        prop_assert_eq!(found, last_named_slowly(&TABLE, &start, &moves), "{:?}", moves);
    }
}

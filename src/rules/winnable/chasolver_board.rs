//! Our positions and moves as `chasolver` has them.
//!
//! Owns the conversion, which is exact or refused. Refused are what the `chess` crate that `chasolver` stands on can't express
//! (Chess960 castling rights) or isn't safe with (more than sixteen men a side: its move list has room for sixteen and two
//! captures en passant, and is written without a check).

use chess_of_chasolver as outside;

use crate::chess::castling::{Castling, CastlingSide};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

/// The men of one side that a game can have.
const MEN: u32 = 16;

/// The same position on the other crate's board; `None` if it has none.
pub(super) fn board(position: &Position) -> Option<outside::Board> {
    let own = position.board();
    if Color::ALL.into_iter().any(|color| own.of_color(color).len() > MEN)
        || !position.castling().is_standard()
    {
        return None;
    }
    let mut builder = outside::BoardBuilder::new();
    for square in own.occupied() {
        let piece = own.piece_at(square)?;
        // Both crates count squares from a1 along the ranks.
        builder.piece(outside::ALL_SQUARES[square.index()], kind(piece.kind()), color(piece.color()));
    }
    builder.side_to_move(color(position.turn()));
    for side in Color::ALL {
        builder.castle_rights(color(side), rights(position.castling(), side));
    }
    builder.en_passant(position.en_passant().map(|target| outside::ALL_FILES[target.file().index()]));
    outside::Board::try_from(&builder).ok()
}

/// The line of moves in our terms, from the position on; `None` unless every move is legal by our own rules.
pub(super) fn line(position: &Position, moves: &[outside::ChessMove]) -> Option<(Vec<Move>, Position)> {
    let mut position = *position;
    let mut line = Vec::with_capacity(moves.len());
    for &theirs in moves {
        let mv = position.legal_moves().into_iter().find(|&mv| is_same(&position, mv, theirs))?;
        position.play_unchecked(mv);
        line.push(mv);
    }
    Some((line, position))
}

/// Whether both are the same move: the other crate writes castling as the king's two steps.
fn is_same(position: &Position, mv: Move, theirs: outside::ChessMove) -> bool {
    let to = match position.castling_side(mv) {
        Some(side) => side.king_target(position.turn()),
        None => mv.to(),
    };
    mv.from().index() == theirs.get_source().to_index()
        && to.index() == theirs.get_dest().to_index()
        && mv.promotion().map(kind) == theirs.get_promotion()
}

/// A colour in the other crate's terms.
pub(super) const fn color(color: Color) -> outside::Color {
    match color {
        Color::White => outside::Color::White,
        Color::Black => outside::Color::Black,
    }
}

const fn kind(kind: PieceType) -> outside::Piece {
    match kind {
        PieceType::Pawn => outside::Piece::Pawn,
        PieceType::Knight => outside::Piece::Knight,
        PieceType::Bishop => outside::Piece::Bishop,
        PieceType::Rook => outside::Piece::Rook,
        PieceType::Queen => outside::Piece::Queen,
        PieceType::King => outside::Piece::King,
    }
}

const fn rights(castling: &Castling, side: Color) -> outside::CastleRights {
    let king_side = castling.rook(side, CastlingSide::King).is_some();
    let queen_side = castling.rook(side, CastlingSide::Queen).is_some();
    match (king_side, queen_side) {
        (false, false) => outside::CastleRights::NoRights,
        (true, false) => outside::CastleRights::KingSide,
        (false, true) => outside::CastleRights::QueenSide,
        (true, true) => outside::CastleRights::Both,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::fen::Fen;

    fn position(fen: &str) -> Position {
        Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position
    }

    /// Whether both crates know the same moves, and come to the same boards by them.
    fn agree(position: &Position) {
        let theirs = board(position).unwrap();
        let mut ours: Vec<Move> = position.legal_moves();
        for mv in outside::MoveGen::new_legal(&theirs) {
            let (line, next) = line(position, &[mv]).unwrap();
            ours.retain(|&own| own != line[0]);
            let placement = |board: outside::Board| board.to_string().split(' ').next().map(str::to_owned);
            assert_eq!(placement(board(&next).unwrap()), placement(theirs.make_move_new(mv)));
        }
        assert!(ours.is_empty(), "{position:?}: {ours:?}");
    }

    #[test]
    fn castling_and_en_passant_are_theirs_as_they_are_ours() {
        agree(&position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
        agree(&position("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1"));
        agree(&position("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1"));
        agree(&position("8/8/8/8/K2pP2r/8/8/4k3 b - e3 0 1"));
        agree(&position("8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1"));
    }

    #[test]
    fn what_the_other_board_cannot_hold_is_refused() {
        assert!(board(&position("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1")).is_none());
        assert!(board(&position("4k3/8/8/NNNNNNN1/NNNNNNNN/8/8/4K1N1 w - - 0 1")).is_none());
        assert!(board(&position("4k3/8/8/NNNNNNN1/NNNNNNNN/8/8/4K3 w - - 0 1")).is_some());
    }

    proptest! {
        #[test]
        fn the_moves_of_a_random_game_are_the_same(choices in prop::collection::vec(any::<u16>(), 0..160)) {
            let mut position = Position::start();
            for choice in choices {
                agree(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice as usize % moves.len()]);
            }
        }
    }
}

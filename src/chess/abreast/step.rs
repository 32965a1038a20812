//! One written move on each of eight boards, all at once.
//!
//! Owns speed, not truth, as `chess::play` does: a lane whose move is not plain is left as it was (but for what [`Eight::castled`] says) and
//! named, and the caller makes that move on a [`Position`](crate::chess::position::Position). Eight games abreast cost a third of what they cost one
//! after the other, because nothing in a step depends on what kind of move it is: there is nothing to predict.

use super::attacks::{Lines, Pieces, near, rays, turn};
use super::castle::Castles;
use super::tables::{
    BISHOP_LIKE, BLACK_PAWN, BLACK_ROW, LINES, ORIGINS, PAWN_CAPTURE, ROOK_LIKE, SHORT, SLANTS, WHITE_PAWN,
    WRITTEN_FILES, WRITTEN_RANKS,
};
use super::vector::*;
use crate::chess::piece::PieceType;
use crate::chess::played::{MIX, Played};
use crate::chess::san::San;

/// Eight games under way. A lane that is not in use holds whatever it holds.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Eight {
    /// Rooks, queens and knights.
    pub(super) lines: [u64; 8],
    /// Bishops, queens and kings.
    pub(super) slants: [u64; 8],
    /// Pawns, knights and kings.
    pub(super) short: [u64; 8],
    /// The squares of White's pieces.
    pub(super) white: [u64; 8],
    /// All bits where Black is to move.
    pub(super) black: [u64; 8],
    /// Rooks with which a king may still castle.
    pub(super) unmoved: [u64; 8],
    /// Half-moves since the last capture or pawn's move.
    pub(super) clock: [u64; 8],
    /// The highest that the clock has been.
    pub(super) highest_clock: [u64; 8],
    /// Four counts of sixteen bits: White's captures, Black's, White's checks, Black's.
    pub(super) tallies: [u64; 8],
    /// The key of the start and the moves so far.
    pub(super) moves_key: [u64; 8],
    /// The last word read.
    pub(super) last: [u64; 8],
    /// All bits of the words before it, and [`NEEDLESS`].
    pub(super) earlier: [u64; 8],
    /// Marks that were set where they should not be; in the upper half, those left out where they should be.
    pub(super) wrong_marks: [u64; 8],
    /// The squares that the player to move has left since the last irreversible move.
    pub(super) left_by_mover: [u64; 8],
    /// The same of the other player.
    pub(super) left_by_other: [u64; 8],
    /// Where White and Black have castled: twice the row, and one more on the queen's side. Noted before it is known whether the lane
    /// stops, because later is dearer; see [`Eight::note_castling`].
    pub(super) castled: [[Option<u32>; 2]; 8],
    /// The lanes in which the player to move has entered such a square since.
    pub(super) mover_returned: u8,
    /// The same of the other player.
    pub(super) other_returned: u8,
    /// The lanes in which both had, at any time in the game.
    pub(super) both_returned: u8,
    /// The lanes in use.
    pub(super) busy: u8,
    /// The lanes whose next move is to be left to the caller.
    pub(super) forced: u8,
}

/// Eight games in registers.
#[derive(Clone, Copy)]
struct Boards {
    pieces: Pieces,
    white: Words,
    black: Words,
    unmoved: Words,
    clock: Words,
    highest_clock: Words,
    tallies: Words,
    moves_key: Words,
    last: Words,
    earlier: Words,
    wrong_marks: Words,
    left_by_mover: Words,
    left_by_other: Words,
}

impl Boards {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(eight: &Eight) -> Boards {
        Boards {
            pieces: Pieces {
                lines: load(&eight.lines),
                slants: load(&eight.slants),
                short: load(&eight.short),
            },
            white: load(&eight.white),
            black: load(&eight.black),
            unmoved: load(&eight.unmoved),
            clock: load(&eight.clock),
            highest_clock: load(&eight.highest_clock),
            tallies: load(&eight.tallies),
            moves_key: load(&eight.moves_key),
            last: load(&eight.last),
            earlier: load(&eight.earlier),
            wrong_marks: load(&eight.wrong_marks),
            left_by_mover: load(&eight.left_by_mover),
            left_by_other: load(&eight.left_by_other),
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(&self, eight: &mut Eight) {
        store(&mut eight.lines, self.pieces.lines);
        store(&mut eight.slants, self.pieces.slants);
        store(&mut eight.short, self.pieces.short);
        store(&mut eight.white, self.white);
        store(&mut eight.black, self.black);
        store(&mut eight.unmoved, self.unmoved);
        store(&mut eight.clock, self.clock);
        store(&mut eight.highest_clock, self.highest_clock);
        store(&mut eight.tallies, self.tallies);
        store(&mut eight.moves_key, self.moves_key);
        store(&mut eight.last, self.last);
        store(&mut eight.earlier, self.earlier);
        store(&mut eight.wrong_marks, self.wrong_marks);
        store(&mut eight.left_by_mover, self.left_by_mover);
        store(&mut eight.left_by_other, self.left_by_other);
    }

    /// These, but in some lanes as they were before.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn or_where_stopped(&self, stopped: Lanes, before: &Boards) -> Boards {
        Boards {
            pieces: Pieces {
                lines: select(stopped, before.pieces.lines, self.pieces.lines),
                slants: select(stopped, before.pieces.slants, self.pieces.slants),
                short: select(stopped, before.pieces.short, self.pieces.short),
            },
            white: select(stopped, before.white, self.white),
            black: select(stopped, before.black, self.black),
            unmoved: select(stopped, before.unmoved, self.unmoved),
            clock: select(stopped, before.clock, self.clock),
            highest_clock: select(stopped, before.highest_clock, self.highest_clock),
            tallies: select(stopped, before.tallies, self.tallies),
            moves_key: select(stopped, before.moves_key, self.moves_key),
            last: select(stopped, before.last, self.last),
            earlier: select(stopped, before.earlier, self.earlier),
            wrong_marks: select(stopped, before.wrong_marks, self.wrong_marks),
            left_by_mover: select(stopped, before.left_by_mover, self.left_by_mover),
            left_by_other: select(stopped, before.left_by_other, self.left_by_other),
        }
    }
}

/// A word that ends a lane's game.
pub(crate) const END: u32 = 1 << 31;
/// Set in [`Eight::earlier`] where a move was written with an origin that it did not need.
pub(crate) const NEEDLESS: u64 = 1 << 30;
/// Where a record of a move made keeps the kind that moved.
pub(crate) const KIND_SHIFT: u32 = 16;

/// Set in the record of a move once both players have entered a square that they had left since the last irreversible move: before
/// that no position comes back.
pub(crate) const RETURNED: u32 = 1 << 19;

const CASTLE: u32 = San::CASTLE_KING_BIT | San::CASTLE_QUEEN_BIT;
/// Bits of a written move that are left to the caller: promotion, odd notation, what can't be read, and the end.
const RARE: u32 = (San::PROMOTION_MASK | !(San::CASTLE_KING_BIT - 1)) & !CASTLE;
/// A king as the mover.
const KING: u64 = (PieceType::King as u64) << San::PIECE_SHIFT;
/// Among the mover's bits, what says in a record that it castled.
const CASTLED: u64 = (Played::CASTLED >> (KIND_SHIFT - San::PIECE_SHIFT)) as u64;
/// The ranks on which a pawn is promoted.
const LAST_RANKS: u64 = 0xFF00_0000_0000_00FF;
impl Eight {
    /// Makes the moves of `rows` from `row` on, one row after the other, and puts in their place what they did. Stops at the first row
    /// in which some lane's move is not plain, and gives it with the lanes; all other lanes have made their move of that row. `None`
    /// if there are no more rows.
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn advance_on(&mut self, rows: &mut [[u32; 8]], from: usize) -> Option<(usize, u8)> {
        let mut boards = Boards::load(self);
        let (mut mover_returned, mut other_returned) = (self.mover_returned, self.other_returned);
        let mut both_returned = 0;
        let (busy, forced) = (self.busy, self.forced);

        for (index, row) in rows.iter_mut().enumerate().skip(from) {
            let word = load_halves(row);
            let Boards { pieces, white, black, unmoved, .. } = boards;
            let occupied = pieces.occupied();
            let own = and(occupied, xor(white, black));
            let enemy = without(occupied, own);

            // What is written.
            let to = and(word, all(u64::from(San::TO_MASK)));
            let mut entered = bit(to);
            let kind = down::<{ San::PIECE_SHIFT }>(word);
            let mut mover = and(word, all(u64::from(San::PIECE_MASK)));
            let mut is_pawn = misses(mover, mover);
            let mut is_king = equal(mover, all(KING));
            let has_file = meets(word, all(u64::from(San::FILE_MASK)));
            let takes = is_pawn & has_file;
            let mut in_lines = of_eight(&LINES, kind);
            let mut in_slants = of_eight(&SLANTS, kind);
            let mut in_short = of_eight(&SHORT, kind);

            // From where it can come: for a line piece along its rays, else by the pattern.
            let lines = Lines::through(to);
            let seen = rays(entered, lines, occupied);
            let row_of_origins = or(and(kind, all(7)), and(black, all(BLACK_ROW)));
            let row_of_origins = select(takes, or(row_of_origins, all(PAWN_CAPTURE)), row_of_origins);
            let window = near(to);
            let turned = turn(to);
            let stepping = and(rotate(of_sixteen(&ORIGINS, row_of_origins), turned), window);
            // A pawn's double step: the square behind is empty, and the one before that is on the pawn's own second rank.
            let fourth = or(and(black, all(0xFF << 32)), without(all(0xFF << 24), black));
            let steps = is_pawn & !has_file;
            let mut doubles = steps & misses(stepping, occupied) & meets(entered, fourth);
            let behind = or(and(black, up::<8>(stepping)), without(down::<8>(stepping), black));
            let reaching = or(
                or(stepping, only(doubles, behind)),
                or(
                    and(seen.rook, of_eight(&ROOK_LIKE, kind)),
                    and(seen.bishop, of_eight(&BISHOP_LIKE, kind)),
                ),
            );
            let of_kind = without(
                without(without(own, xor(pieces.lines, in_lines)), xor(pieces.slants, in_slants)),
                xor(pieces.short, in_short),
            );
            let able = and(reaching, of_kind);
            let allowed = and(
                of_sixteen(&WRITTEN_FILES, down::<{ San::FILE_SHIFT }>(word)),
                of_sixteen(&WRITTEN_RANKS, down::<{ San::RANK_SHIFT }>(word)),
            );
            let mut left = and(able, allowed);
            let mut many = and(left, sub(left, all(1)));
            let mut mv = or(number(left), up::<6>(to));
            // What a piece attacks from where it is now is what it could have come from, but for a pawn.
            let pawn = or(and(black, all(BLACK_PAWN)), without(all(WHITE_PAWN), black));
            let mut attacked = select(is_pawn, and(rotate(pawn, turned), window), reaching);

            // One row in six has a castling. To leave it to the caller took eight times as long.
            let castling = busy & meets(word, all(u64::from(CASTLE)));
            let mut unable = 0;
            if castling != 0 {
                let castles = Castles::find(word, pieces, own, black, unmoved);
                unable = castling & !castles.able;
                left = select(castling, castles.left(), left);
                entered = select(castling, castles.entered(), entered);
                in_lines = select(castling, castles.rook_target, in_lines);
                in_slants = select(castling, castles.king_target, in_slants);
                in_short = select(castling, castles.king_target, in_short);
                many = without(many, only(castling, many));
                mv = select(castling, castles.mv(), mv);
                mover = select(castling, all(KING | CASTLED), mover);
                attacked = select(castling, castles.attacked(occupied), attacked);
                is_king |= castling;
                is_pawn &= !castling;
                doubles &= !castling;
                self.note_castling(index, castling & castles.able, castles.short, meets(black, black));
            }

            // The boards after the move.
            let moved = or(left, entered);
            let after = Pieces {
                lines: or(without(pieces.lines, moved), and(entered, in_lines)),
                slants: or(without(pieces.slants, moved), and(entered, in_slants)),
                short: or(without(pieces.short, moved), and(entered, in_short)),
            };
            let own_after = or(without(own, left), entered);
            let enemy_after = without(enemy, entered);
            let captures = meets(enemy, entered);

            // The mover's king as the enemy's pieces see it (article 3.9.2).
            let king = and(after.kings(), own_after);
            let king_square = number(king);
            let king_lines = Lines::through(king_square);
            let around = after.around(king, king_square, king_lines, black);
            let attackers = and(around.attackers, enemy_after);

            // The enemy's king: in check by the piece that has moved, or by one that it has uncovered.
            let target = and(after.kings(), enemy_after);
            let uncovered = after.uncovered(target, Lines::through(number(target)), left, own_after);
            let checks = meets(attacked, target) | meets(uncovered, uncovered);
            let not_black = xor(black, all(!0));

            // What is not plain.
            let not_plain = or(or(and(word, all(u64::from(RARE))), and(own, entered)), or(attackers, many));
            // A double step past an enemy's pawn: perhaps it may be captured en passant.
            let beside = and(or(up::<1>(entered), down::<1>(entered)), lines.rank);
            let passes = doubles & meets(and(beside, enemy), pieces.pawns());
            // A written origin: if another piece could be meant that is not pinned, the origin is needed.
            let has_origin = meets(word, all(u64::from(San::ORIGIN))) & !is_pawn;
            let others = xor(able, left);
            let perhaps_pinned = has_origin
                & (meets(others, around.rays.rook)
                    & meets(and(after.rook_like(), enemy_after), or(king_lines.file, king_lines.rank))
                    | meets(others, around.rays.bishop)
                        & meets(
                            and(after.bishop_like(), enemy_after),
                            or(king_lines.diagonal, king_lines.antidiagonal),
                        ));
            let needless = has_origin & misses(others, others);
            let stopped = busy
                & (meets(not_plain, not_plain)
                    | misses(left, left)
                    | is_pawn & (takes ^ captures)
                    | is_pawn & meets(entered, all(LAST_RANKS))
                    | passes
                    // Perhaps too little is left to mate with, and that ply is to be noted.
                    | captures & misses(or(after.pawns(), after.rook_like()), all(!0))
                    | perhaps_pinned
                    | unable
                    | forced);

            // What it did.
            // The rights to castle that it takes: a rook's that leaves or is captured, and both of a king (article 3.8.2.1). What was before
            // can't come back, though the clock goes on.
            let taken = and(unmoved, or(moved, only(is_king, own)));
            let unmoved_after = without(unmoved, taken);
            let goes_on = !(is_pawn | captures);
            let quiet = goes_on & misses(taken, taken);
            let record = or(mv, up::<10>(mover));
            let record = or(
                or(record, only(captures, all(u64::from(Played::CAPTURE)))),
                or(
                    only(checks, all(u64::from(Played::CHECK))),
                    only(!quiet, all(u64::from(Played::IRREVERSIBLE))),
                ),
            );
            let returned = quiet & (mover_returned | meets(entered, boards.left_by_mover));
            let record = or(record, only(returned & other_returned, all(u64::from(RETURNED))));
            let differs = and(xor(word, record), all(u64::from(San::CAPTURE_BIT | San::CHECK_BIT)));
            let wrong = or(and(differs, word), up::<32>(and(differs, record)));
            let product = multiply(xor(boards.moves_key, mv), all(MIX));
            let one = or(and(black, all(1 << 16)), without(all(1), black));
            let clock_after = only(goes_on, add(boards.clock, all(1)));
            let after_all = Boards {
                pieces: after,
                white: or(without(boards.white, moved), without(entered, boards.black)),
                black: not_black,
                unmoved: unmoved_after,
                clock: clock_after,
                highest_clock: greater(boards.highest_clock, clock_after),
                tallies: add(boards.tallies, or(only(captures, one), up::<32>(only(checks, one)))),
                moves_key: xor(product, down::<32>(product)),
                last: word,
                earlier: or(or(boards.earlier, boards.last), only(needless, all(NEEDLESS))),
                wrong_marks: or(boards.wrong_marks, wrong),
                left_by_mover: only(quiet, boards.left_by_other),
                left_by_other: only(quiet, or(boards.left_by_mover, left)),
            };
            // The next step begins before this is known: the processor guesses that no lane stops.
            if stopped != 0 {
                let made = !stopped;
                store_halves(row, select(made, record, word));
                after_all.or_where_stopped(stopped, &boards).store(self);
                self.both_returned |= both_returned | made & returned & other_returned;
                self.mover_returned = made & quiet & other_returned | stopped & mover_returned;
                self.other_returned = made & returned | stopped & other_returned;
                return Some((index, stopped));
            }
            store_halves(row, record);
            boards = after_all;
            both_returned |= returned & other_returned;
            (mover_returned, other_returned) = (quiet & other_returned, returned);
        }
        None
    }
}

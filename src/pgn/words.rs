//! The common move, read as one machine word.
//!
//! Owns the fast path of the lexer: `12. Nf3 `, `e5 `, `{ [%clk 0:03:00] }`. A token of at most seven characters fits a word of
//! eight bytes; it is classified by tables, with no loop and hardly a branch over its characters, because movetext is
//! the most unpredictable input there is. Whatever is not plain is declined and left to [`lexer`](super::lexer), which
//! must give the same for what is: a property test holds the two to each other.

use memchr::memchr;

use super::lexer::{Comment, GameText};
use crate::chess::san::San;

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Repeats a byte over a word.
const fn each(byte: u8) -> u64 {
    LOW * byte as u64
}

/// The word at `at`, the first character lowest.
#[inline(always)]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes)
}

/// Reads plain moves, numbers and comments of the main line from `at` on. Gives the place of the first thing that is not plain.
pub(super) fn read_plain_moves(bytes: &[u8], mut at: usize, end: usize, game: &mut GameText) -> usize {
    loop {
        let Some(word) = word_at(bytes, at) else { return at };
        let Some(gap) = gap_before_letter(word) else { return at };
        let start = at + gap;
        let Some(token) = word_at(bytes, start) else { return at };
        if token as u8 == b'{' {
            let Some(close) = end_of_comment(bytes, start, end, token) else { return at };
            game.comments.push(Comment { ply: game.sans.len() as u32, text: start + 1..close });
            at = close + 1;
            continue;
        }
        let Some((san, length)) = plain_san(token) else { return at };
        if start + length > end {
            return at;
        }
        game.sans.push(san);
        game.offsets.push(start);
        at = start + length;
    }
}

/// The number of bytes before the first letter of `word` (here: any byte with bit 6 set), if there are at most seven and
/// all are digits, dots, spaces or line ends.
#[inline(always)]
fn gap_before_letter(word: u64) -> Option<usize> {
    let letters = word & each(0x40);
    if letters == 0 {
        return None;
    }
    let gap = letters.trailing_zeros() as usize / 8;
    // Each byte of the gap is below 0x40 or has its high bit set, and the sums don't carry from one byte to the next
    // as long as it has not; what lies above the gap doesn't matter.
    let inside = (1u64 << (8 * gap)) - 1;
    let bytes = word & inside;
    let at_least = |byte: u8| bytes + each(0x80 - byte);
    let equals = |byte: u8| !((bytes ^ each(byte) & inside) + each(0x7F));
    let graphic = at_least(0x21) & !at_least(b'.') | equals(b'/') | at_least(b':');
    let control = !at_least(0x20) & !equals(b'\n') & !equals(b'\r');
    let odd = (bytes | graphic | control) & HIGH & inside;
    (odd == 0).then_some(gap)
}

/// The place of the brace that closes the comment that begins at `start` with `word`.
#[inline(always)]
fn end_of_comment(bytes: &[u8], start: usize, end: usize, word: u64) -> Option<usize> {
    const CLOCK: u64 = u64::from_le_bytes(*b"{ [%clk ");
    // `{ [%clk 0:03:00] }` whole, by far the most frequent comment there is: the word after the first eight bytes, which ends
    // with the bracket, holds no brace.
    if word == CLOCK && bytes.get(start + 15..start + 18) == Some(b"] }") && start + 18 <= end {
        let clock = word_at(bytes, start + 8)? ^ each(b'}');
        if clock.wrapping_sub(LOW) & !clock & HIGH == 0 {
            return Some(start + 17);
        }
    }
    memchr(b'}', &bytes[start + 1..end]).map(|length| start + 1 + length)
}

/// Bits of [`San`] that a character before the destination square stands for, with its class in the top bits.
static CHARACTER: [u32; 256] = character_table();

const CLASS_SHIFT: u32 = 29;
const PIECE: u32 = 1;
const FILE: u32 = 2;
const RANK: u32 = 3;
const CAPTURE: u32 = 4;
const OTHER: u32 = 5;

const fn character_table() -> [u32; 256] {
    let mut table = [OTHER << CLASS_SHIFT; 256];
    table[0] = 0;
    let pieces = b"NBRQK";
    let mut index = 0;
    while index < pieces.len() {
        table[pieces[index] as usize] = PIECE << CLASS_SHIFT | (index as u32 + 1) << San::PIECE_SHIFT;
        index += 1;
    }
    let mut index = 0;
    while index < 8 {
        table[b'a' as usize + index] = FILE << CLASS_SHIFT | (index as u32 + 1) << San::FILE_SHIFT;
        table[b'1' as usize + index] = RANK << CLASS_SHIFT | (index as u32 + 1) << San::RANK_SHIFT;
        index += 1;
    }
    table[b'x' as usize] = CAPTURE << CLASS_SHIFT | San::CAPTURE_BIT;
    table
}

/// Which series of at most four classes may stand before a destination square, three bits a class, the first lowest.
static SHAPE: [bool; 4096] = shape_table();

const fn shape_table() -> [bool; 4096] {
    let shapes: [[u32; 4]; 10] = [
        [0, 0, 0, 0],
        [FILE, CAPTURE, 0, 0],
        [PIECE, 0, 0, 0],
        [PIECE, CAPTURE, 0, 0],
        [PIECE, FILE, 0, 0],
        [PIECE, RANK, 0, 0],
        [PIECE, FILE, CAPTURE, 0],
        [PIECE, RANK, CAPTURE, 0],
        [PIECE, FILE, RANK, 0],
        [PIECE, FILE, RANK, CAPTURE],
    ];
    let mut table = [false; 4096];
    let mut index = 0;
    while index < shapes.len() {
        let [a, b, c, d] = shapes[index];
        table[(a | b << 3 | c << 6 | d << 9) as usize] = true;
        index += 1;
    }
    table
}

/// Reads the plain move that `token` begins with, and its length: SAN of at most seven characters, with an end in sight
/// and no glyph; neither castling nor anything odd.
#[inline(always)]
fn plain_san(token: u64) -> Option<(San, usize)> {
    // The lowest set bit marks the first byte that is no graphic character; higher ones may be wrong.
    let blank = token.wrapping_sub(each(0x21)) & !token & HIGH;
    if blank == 0 {
        return None;
    }
    let length = blank.trailing_zeros() as usize / 8;
    const BLANKS: u64 = 1 << b' ' | 1 << b'\n' | 1 << b'\r';
    let terminator = (token >> (8 * length)) as u8;
    if length < 2 || BLANKS >> terminator & 1 == 0 {
        return None;
    }
    // The token's last character as the top byte.
    let mut top = token << (64 - 8 * length);
    let mut squares = length;
    let check = (top >> 56) as u8 == b'+';
    let mate = (top >> 56) as u8 == b'#';
    let marked = usize::from(check | mate);
    top <<= 8 * marked;
    squares -= marked;
    let mut san = u32::from(check) * San::CHECK_BIT | u32::from(mate) * San::MATE_BIT;
    if (top >> 48) as u8 == b'=' {
        let piece = match (top >> 56) as u8 {
            b'N' => 1,
            b'B' => 2,
            b'R' => 3,
            b'Q' => 4,
            _ => return None,
        };
        san |= piece << San::PROMOTION_SHIFT;
        top <<= 16;
        squares = squares.checked_sub(2)?;
    }
    let rank = (top >> 56).wrapping_sub(u64::from(b'1')) & 0xFF;
    let file = (top >> 48).wrapping_sub(u64::from(b'a')) & 0xFF;
    if (rank | file) > 7 || !(2..=6).contains(&squares) {
        return None;
    }
    let before = token & ((1u64 << (8 * (squares - 2))) - 1);
    let first = CHARACTER[(before & 0xFF) as usize];
    let second = CHARACTER[(before >> 8 & 0xFF) as usize];
    let third = CHARACTER[(before >> 16 & 0xFF) as usize];
    let fourth = CHARACTER[(before >> 24 & 0xFF) as usize];
    let shape = first >> CLASS_SHIFT
        | second >> CLASS_SHIFT << 3
        | third >> CLASS_SHIFT << 6
        | fourth >> CLASS_SHIFT << 9;
    if !SHAPE[shape as usize] {
        return None;
    }
    let bits = (first | second | third | fourth) & ((1 << CLASS_SHIFT) - 1);
    san |= bits | (rank << 3 | file) as u32;
    // Only a pawn promotes, and one that reaches an end rank must; whatever else claims to is left to the slow reader.
    let is_pawn = bits >> San::PIECE_SHIFT & 7 == 0;
    let promotes = san >> San::PROMOTION_SHIFT & 7 != 0;
    let at_end = rank == 0 || rank == 7;
    if promotes != (is_pawn & at_end) {
        return None;
    }
    Some((San::from_bits(san), length))
}

//! The common move, read as one machine word.
//!
//! Owns the fast path of the lexer: `12. Nf3 `, `e5 `, `{ [%clk 0:03:00] }`. A token of at most seven characters fits a word of
//! eight bytes; it is classified by tables, with no loop and hardly a branch over its characters, because movetext is
//! the most unpredictable input there is. Whatever is not plain is declined and left to `token`, which
//! must give the same for what is: a property test holds the two to each other.

use memchr::memchr;

use super::game_text::GameText;
#[cfg(target_arch = "x86_64")]
use super::words_abreast::Wide;
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
///
/// Where the processor can look at eight moves at once, that is done.
pub(super) fn read_plain_moves(bytes: &[u8], at: usize, end: usize, game: &mut GameText) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = Wide::detect() {
        return wide.read_plain_moves(bytes, at, end, game);
    }
    read_one_by_one(bytes, at, end, game)
}

/// The same where it is not yet known how far the section goes: never into a line that may begin the next. Where the processor can't do
/// that nothing is read.
pub(super) fn read_plain_moves_of_section(bytes: &[u8], at: usize, game: &mut GameText) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = Wide::detect() {
        return wide.read_plain_moves_of_section(bytes, at, game);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, game);
    at
}

/// The same, a word at a time.
///
/// Compiled twice: with the bit instructions of every x86-64 processor since 2013, and without.
pub(super) fn read_one_by_one(bytes: &[u8], at: usize, end: usize, game: &mut GameText) -> usize {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2") {
        #[allow(unsafe_code)]
        // SAFETY: the features that the function asks for have just been found.
        return unsafe { read_with_bit_instructions(bytes, at, end, game) };
    }
    read(bytes, at, end, game)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
fn read_with_bit_instructions(bytes: &[u8], at: usize, end: usize, game: &mut GameText) -> usize {
    read(bytes, at, end, game)
}

#[inline(always)]
fn read(bytes: &[u8], mut at: usize, end: usize, game: &mut GameText) -> usize {
    // Whether `at` is known to be a blank: it is where a move has ended.
    let mut at_blank = false;
    loop {
        let Some(word) = word_at(bytes, at) else { return at };
        let letters = word & each(0x40);
        let gap = letters.trailing_zeros() as usize / 8;
        // The single blank before Black's move or before a comment needs no second look.
        if !(at_blank & (gap == 1)) && (gap > 7 || !is_plain_gap(word, gap)) {
            return at;
        }
        let start = at + gap;
        let Some(token) = word_at(bytes, start) else { return at };
        if token as u8 == b'{' {
            let Some(close) = end_of_comment(bytes, start, end, token) else { return at };
            at = close + 1;
            game.comments.push(at - game.movetext, game.moves.len());
            at_blank = false;
            continue;
        }
        let Some((san, length)) = plain_san(token) else { return at };
        if start + length > end {
            return at;
        }
        game.moves.push(san);
        at = start + length;
        at_blank = true;
    }
}

/// Whether the lowest `gap` bytes of `word`, at most seven and none with bit 6 set, are digits, dots, spaces or line ends.
#[inline(always)]
fn is_plain_gap(word: u64, gap: usize) -> bool {
    // Each byte of the gap is below 0x40 or has its high bit set, and the sums don't carry from one byte to the next
    // as long as none has.
    let inside = (1u64 << (8 * gap)) - 1;
    let bytes = word & inside;
    let at_least = |byte: u8| bytes + each(0x80 - byte);
    let equals = |byte: u8| !((bytes ^ each(byte)) & each(0x3F)).wrapping_add(each(0x7F));
    let graphic = at_least(0x21) & !at_least(b'.') | equals(b'/') | at_least(b':');
    let control = !at_least(0x20) & !equals(b'\n') & !equals(b'\r');
    (bytes | graphic | control) & HIGH & inside == 0
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
    memchr(b'}', bytes.get(start + 1..end)?).map(|length| start + 1 + length)
}

/// What may stand before the destination square, with the bits of [`San`] that it stands for. A slot whose text is not the one looked
/// for says that the token is not plain.
static PREFIXES: [Prefix; 1 << PREFIX_BITS] = prefix_table();

#[derive(Clone, Copy)]
struct Prefix {
    text: u32,
    san: u32,
}

/// Found by trial: the 179 prefixes fall into slots of their own, which the table's maker checks.
const PREFIX_FACTOR: u32 = 0x72D4_E12B;
const PREFIX_BITS: u32 = 9;

const fn prefix_slot(text: u32) -> usize {
    (text.wrapping_mul(PREFIX_FACTOR) >> (32 - PREFIX_BITS)) as usize
}

/// `N`, `Nb`, `N1`, each with and without `x`, for every piece; `exd` without its `d`; and nothing, for a pawn's step.
const fn prefix_table() -> [Prefix; 1 << PREFIX_BITS] {
    const NO_TEXT: u32 = u32::MAX;
    let mut table = [Prefix { text: NO_TEXT, san: 0 }; 1 << PREFIX_BITS];
    let capture = b'x' as u32;
    let pieces = b"NBRQK";
    let mut text = [0u32; 179];
    let mut san = [0u32; 179];
    let mut count = 1;
    let mut file = 0;
    while file < 8 {
        text[count] = (b'a' as u32 + file) | (capture << 8);
        san[count] = (file + 1) << San::FILE_SHIFT | San::CAPTURE_BIT;
        count += 1;
        file += 1;
    }
    let mut piece = 0;
    while piece < pieces.len() {
        let mut origin = 0;
        // No origin, a file, a rank.
        while origin <= 16 {
            let mut written = pieces[piece] as u32;
            let mut bits = (piece as u32 + 1) << San::PIECE_SHIFT;
            let mut length = 8;
            if origin > 0 {
                let is_file = origin <= 8;
                let index = if is_file { origin } else { origin - 8 };
                written |= (if is_file { b'a' } else { b'1' } as u32 + index - 1) << 8;
                bits |= index << if is_file { San::FILE_SHIFT } else { San::RANK_SHIFT };
                length = 16;
            }
            text[count] = written;
            san[count] = bits;
            text[count + 1] = written | capture << length;
            san[count + 1] = bits | San::CAPTURE_BIT;
            count += 2;
            origin += 1;
        }
        piece += 1;
    }
    assert!(count == text.len());
    let mut index = 0;
    while index < count {
        let slot = prefix_slot(text[index]);
        assert!(table[slot].text == NO_TEXT);
        table[slot] = Prefix { text: text[index], san: san[index] };
        index += 1;
    }
    table
}

/// By a token's last character: for a mark its bit of [`San`] and the number of bits to shift it out, else nothing.
static MARKS: [u32; 256] = {
    let mut table = [0; 256];
    table[b'+' as usize] = San::CHECK_BIT | 8;
    table[b'#' as usize] = San::CHECK_BIT | San::MATE_BIT | 8;
    table
};

/// Reads the plain move that `token` begins with, and its length: SAN of at most seven characters, with an end in sight
/// and no glyph; neither castling nor anything odd.
#[inline(always)]
fn plain_san(token: u64) -> Option<(San, usize)> {
    // The lowest set bit marks the first byte that is no graphic character; higher ones may be wrong.
    let blank = token.wrapping_sub(each(0x21)) & !token & HIGH;
    let length = (blank.trailing_zeros() & !7) % 64;
    const BLANKS: u64 = 1 << b' ' | 1 << b'\n' | 1 << b'\r';
    let terminator = token >> length & 0xFF;
    if length == 0 || terminator > 0x20 || BLANKS >> terminator & 1 == 0 {
        return None;
    }
    // The token's last character as the top byte, a mark shifted out.
    let top = token << (64 - length);
    let mark = MARKS[(top >> 56) as usize];
    let top = top << (mark & 63);
    let squares = length - (mark & 63);
    let bits = mark & (San::CHECK_BIT | San::MATE_BIT);
    match square(top) {
        Some(to) => {
            Some((San::from_bits(bits | to | prefix(token, squares.wrapping_sub(16))?), length as usize / 8))
        }
        None => {
            let promoting = promotion(top)?;
            let to = square(top << 16)?;
            let from = prefix(token, squares.wrapping_sub(32))?;
            let is_pawn = from >> San::PIECE_SHIFT & 7 == 0;
            is_pawn.then(|| (San::from_bits(bits | promoting | to | from), length as usize / 8))
        }
    }
}

/// The square that the top two bytes name.
#[inline(always)]
fn square(top: u64) -> Option<u32> {
    // Subtracts `a` from the lower byte and `1` from the upper; a square leaves three bits of each.
    let square = ((top >> 48) as u32).wrapping_sub(u32::from_le_bytes(*b"a1\0\0"));
    (square & 0xFFFF_F8F8 == 0).then_some((square >> 5 | square) & 63)
}

/// The piece that the top two bytes, `=Q` and its like, promote to.
#[cold]
fn promotion(top: u64) -> Option<u32> {
    let piece = match ((top >> 48) as u16).to_le_bytes() {
        [b'=', b'N'] => 1,
        [b'=', b'B'] => 2,
        [b'=', b'R'] => 3,
        [b'=', b'Q'] => 4,
        _ => return None,
    };
    Some(piece << San::PROMOTION_SHIFT)
}

/// What the lowest `length` bits of `token` stand for, before the destination square.
#[inline(always)]
fn prefix(token: u64, length: u32) -> Option<u32> {
    if length > 24 {
        return None;
    }
    let text = (token & ((1 << length) - 1)) as u32;
    let prefix = PREFIXES[prefix_slot(text)];
    (prefix.text == text).then_some(prefix.san)
}

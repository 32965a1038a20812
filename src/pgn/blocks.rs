//! Movetext in blocks of 64 bytes: where its words and comments are, a bit a byte.
//!
//! Owns what is plain about movetext as a whole: blanks, move numbers, words that begin as moves do, comments in braces. Where anything else
//! turns up it says how far all was plain. What the words say is for `words_abreast`.

use std::arch::x86_64::*;

/// What a byte may be, as bits of its class.
const BLANK: u8 = 1;
/// Begins a move, or stands in one.
const LETTER: u8 = 2;
const DOT: u8 = 4;
/// Ends a line.
const LINE_END: u8 = 8;
/// Plain within a move alone.
const OF_MOVE: u8 = 16;
const DASH: u8 = 32;
const CASTLE: u8 = 64;
/// Never plain: the bit that bytes beyond ASCII have.
const ODD: u8 = 128;

/// By byte, for ASCII.
static CLASSES: [u8; 128] = {
    let mut table = [ODD; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = match byte as u8 {
            b' ' => BLANK,
            b'\n' | b'\r' => BLANK | LINE_END,
            b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' => LETTER | OF_MOVE,
            b'O' => LETTER | OF_MOVE | CASTLE,
            b'-' => DASH | OF_MOVE,
            b'x' | b'=' | b'+' | b'#' | b'!' | b'?' => OF_MOVE,
            b'.' => DOT,
            b'0'..=b'9' | b'{' | b'}' => 0,
            _ => ODD,
        };
        byte += 1;
    }
    table
};

/// What 64 bytes hold; bit n stands for byte n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// First bytes of words that begin as moves do.
    pub(super) words: u64,
    /// Braces that open a comment.
    pub(super) opening: u64,
    /// Braces that close one.
    pub(super) closing: u64,
    /// Blanks and comments: where no word is.
    pub(super) apart: u64,
    /// What is not plain; nothing is said of what comes after the first of these.
    pub(super) odd: u64,
}

/// What a block has to know of the one before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carry {
    /// All bits if it ended within a comment.
    inside: u64,
    /// 1 if a word can begin at once.
    begins: u64,
    /// Whether a word goes on that began as a move.
    goes_on: bool,
    /// 1 if its last letter was that of castling.
    castles: u64,
}

impl Carry {
    /// Before the first block: it begins with a word, or between words.
    pub(super) const START: Carry = Carry { inside: 0, begins: 1, goes_on: false, castles: 0 };
}

impl Block {
    /// What the first 64 of `bytes` hold, or as many as there are. Where a section may end on the way, a comment is not plain if it has
    /// more than one line: one that is never closed may have the tags of the next game in it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,pclmulqdq,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn read<const SECTION_ENDS: bool>(bytes: &[u8], carry: &mut Carry) -> Block {
        let text = load(bytes);
        let classes = classify(text);
        let of = |class: u8| _mm512_test_epi8_mask(classes, _mm512_set1_epi8(class as i8));
        let is = |byte: u8| _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(byte as i8));
        let (opening, closing) = (is(b'{'), is(b'}'));
        // From each opening brace up to its closing one.
        let inside = parities(opening | closing) ^ carry.inside;
        carry.inside = ((inside as i64) >> 63) as u64;
        // A brace that opens a second time or closes nothing.
        let misplaced = opening & !inside | closing & inside;
        let comments = inside | closing;
        let apart = of(BLANK) | comments;
        let may_begin = apart | of(DOT);
        let words = of(LETTER) & !comments & (may_begin << 1 | carry.begins);
        carry.begins = may_begin >> 63;
        // The sum carries from a word's first letter to its end, and so clears those bits; a second beginning in the same run of
        // graphic characters would stay set.
        let graphic = !apart;
        let (sum, over) = graphic.overflowing_add(words);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry.goes_on));
        carry.goes_on = over | over_again;
        let castling = of(CASTLE);
        let after_castling = castling << 1 | carry.castles;
        carry.castles = castling >> 63;
        let odd = (_mm512_movepi8_mask(classes) | of(OF_MOVE) & sum | of(DASH) & !after_castling) & !comments
            | misplaced;
        let odd = if SECTION_ENDS { odd | of(LINE_END) & inside } else { odd };
        Block { words, opening, closing, apart, odd }
    }
}

/// The class of each byte; of bytes beyond ASCII it means nothing but that they are [`ODD`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi2")]
fn classify(text: __m512i) -> __m512i {
    let (low, high) = CLASSES.split_at(64);
    let classes = _mm512_permutex2var_epi8(load(low), text, load(high));
    _mm512_or_si512(classes, _mm512_and_si512(text, _mm512_set1_epi8(ODD as i8)))
}

/// For each bit, whether the number of bits set up to it is odd.
#[inline]
#[target_feature(enable = "pclmulqdq")]
fn parities(bits: u64) -> u64 {
    let product = _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, bits as i64), _mm_set1_epi8(-1));
    _mm_cvtsi128_si64(product) as u64
}

/// The first 64 bytes; zeros where there are fewer.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
#[allow(unsafe_code)]
pub(super) fn load(bytes: &[u8]) -> __m512i {
    match bytes.first_chunk::<64>() {
        // SAFETY: the 64 bytes that are read are those of the array, and the instruction asks for no alignment.
        Some(block) => unsafe { _mm512_loadu_si512(block.as_ptr().cast()) },
        None => {
            // Fewer than 64, so the shift is one.
            let present = (1 << bytes.len()) - 1;
            // SAFETY: only the bytes of the slice are read, since those whose bit is not set are not touched.
            unsafe { _mm512_maskz_loadu_epi8(present, bytes.as_ptr().cast()) }
        }
    }
}

/// 0 to 63.
pub(super) static NUMBERS: [u8; 64] = {
    let mut table = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        table[byte] = byte as u8;
        byte += 1;
    }
    table
};

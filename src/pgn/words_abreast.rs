//! Words of movetext, eight read at once as moves, on processors that have AVX-512.
//!
//! Owns the fast reader of movetext there: the words that `blocks` finds become [`San`] words without a branch that depends on what is
//! written. A word that is not SAN as the standard has it is read by `token`, and a property test holds the two to each other.

use std::arch::x86_64::*;

use memchr::memrchr2;

use super::blocks::{Block, Carry, NUMBERS, load};
use super::comments_abreast::Noted;
use super::game_text::GameText;
use super::token::{Kind, Token, is_blank};
use crate::chess::san::San;

/// Proof that the processor has what the reader asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(());

impl Wide {
    /// The proof, where the processor has AVX-512 as of 2019 (Ice Lake, Zen 4).
    pub(super) fn detect() -> Option<Wide> {
        let found = !cfg!(feature = "one-by-one")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("pclmulqdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Wide(()))
    }

    /// Reads plain moves, numbers and comments of the main line from `at` on. Gives the place of the first thing that is not plain.
    pub(super) fn read_plain_moves(self, bytes: &[u8], at: usize, end: usize, game: &mut GameText) -> usize {
        #[allow(unsafe_code)]
        // SAFETY: a `Wide` exists only where all the features that the function asks for have been found.
        unsafe {
            read::<false>(bytes, at, end, game)
        }
    }

    /// The same where it is not yet known how far the section goes: never into a line that may begin the next.
    pub(super) fn read_plain_moves_of_section(self, bytes: &[u8], at: usize, game: &mut GameText) -> usize {
        #[allow(unsafe_code)]
        // SAFETY: a `Wide` exists only where all the features that the function asks for have been found.
        unsafe {
            read::<true>(bytes, at, bytes.len(), game)
        }
    }
}

/// Words that have been found and not been read yet.
struct Waiting {
    /// Where each begins, counted from `from`.
    starts: [u32; MANY + 64],
    count: usize,
    from: usize,
}

/// So many words are collected before they are read: calls and constants cost as much as the reading of eight.
const MANY: usize = 64;
/// So far a text is read in one go; places within it fit 32 bits.
const LONGEST: usize = 1 << 31;

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,pclmulqdq,bmi1,bmi2,lzcnt,popcnt"
)]
fn read<const SECTION_ENDS: bool>(bytes: &[u8], from: usize, end: usize, game: &mut GameText) -> usize {
    let mut waiting = Waiting { starts: [0; MANY + 64], count: 0, from };
    // How many moves stand before the block at hand.
    let mut moves = game.moves.len();
    let mut noted = Noted::after(&game.comments);
    let mut at = from;
    let mut carry = Carry::START;
    // Where the word begins that reaches into the block at hand.
    let mut word = from;
    // Not zero if there is any comment.
    let mut braces = 0;
    loop {
        let mut block = Block::read::<SECTION_ENDS>(&bytes[at..end], &mut carry);
        // A run without a blank as long as a block is nothing plain; to look for its end would be to do so again for each of its tokens.
        let is_endless = block.apart == 0;
        let is_last = block.odd != 0 || is_endless || at >= end || at - from > LONGEST;
        if is_last {
            // Plain up to the word that holds what is odd.
            let before_odd = (block.odd & block.odd.wrapping_neg()).wrapping_sub(1);
            let apart = block.apart & before_odd;
            word = if apart == 0 { word } else { at + 64 - apart.leading_zeros() as usize };
            let plain = before_odd & !u64::MAX.checked_shl(word.saturating_sub(at) as u32).unwrap_or(0);
            block.words &= plain;
            block.opening &= plain;
            block.closing &= plain;
            waiting.count = waiting.count_before(word);
        } else if block.apart != 0 {
            word = at + 64 - block.apart.leading_zeros() as usize;
        }
        if block.closing != 0 {
            noted.note(&block, at - game.movetext, moves, &mut game.comments);
        }
        moves += block.words.count_ones() as usize;
        braces |= block.opening;
        waiting.add(block.words, (at - from) as u32);
        if is_last {
            // A comment that is not closed is for another to read.
            let word = word.min(end);
            let opened = if braces == 0 { None } else { open_comment(&bytes[from..word]) };
            let rest = opened.map_or_else(|| before_mark(bytes, from, word), |place| from + place);
            let ready = waiting.count;
            noted.hand_over(&mut game.comments);
            let stopped = waiting.read(bytes, end, game, ready, 1);
            return stopped.inspect(|place| game.comments.take_back(place - game.movetext)).unwrap_or(rest);
        }
        if waiting.count >= MANY {
            // A word that goes on in the next block is not yet known to be plain.
            let ready = waiting.count_before(word);
            if let Some(stopped) = waiting.read(bytes, end, game, ready, 8) {
                noted.hand_over(&mut game.comments);
                game.comments.take_back(stopped - game.movetext);
                return stopped;
            }
        }
        at = (at + 64).min(end);
    }
}

/// Where the comment begins that is still open at the end of plain text.
fn open_comment(plain: &[u8]) -> Option<usize> {
    memrchr2(b'{', b'}', plain).filter(|place| plain[*place] == b'{')
}

/// The place to stop at: before the blank that a byte order mark follows, because both are passed over together.
fn before_mark(bytes: &[u8], from: usize, place: usize) -> usize {
    let is_mark = bytes[place..].starts_with(b"\xEF\xBB\xBF");
    if is_mark && place > from && is_blank(bytes[place - 1]) { place - 1 } else { place }
}

impl Waiting {
    /// Adds the words that begin at the bits of `words`, the lowest standing for the place `at`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    #[allow(unsafe_code)]
    fn add(&mut self, words: u64, at: u32) {
        let numbers = _mm512_maskz_compress_epi8(words, load(&NUMBERS));
        let at = _mm512_set1_epi32(at as i32);
        let count = words.count_ones() as usize;
        // Sixteen are put in, however many there are: seldom are there more, and the rest is written over.
        let mut put = 0;
        let mut rest = numbers;
        loop {
            let places = _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(rest)), at);
            let Some(to) = self.starts.get_mut(self.count + put..self.count + put + 16) else { break };
            // SAFETY: the slice holds the sixteen words that are written, and the instruction asks for no alignment.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), places) };
            put += 16;
            if put >= count {
                break;
            }
            rest = _mm512_alignr_epi64::<2>(rest, rest);
        }
        self.count += count;
    }

    /// How many of the words begin before a place; all but the last do.
    #[inline]
    fn count_before(&self, place: usize) -> usize {
        let last = self.count.checked_sub(1).and_then(|last| self.starts.get(last));
        self.count - usize::from(last.is_some_and(|start| self.from + *start as usize >= place))
    }

    /// Reads the first `ready` of the words that wait, as long as there are `least` of them; gives the place of one that is no plain move.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,bmi2,popcnt")]
    fn read(
        &mut self,
        bytes: &[u8],
        end: usize,
        game: &mut GameText,
        ready: usize,
        least: usize,
    ) -> Option<usize> {
        let text = bytes.get(self.from..)?;
        // The last few are filled up with the first of them, so that eight can be read. If an odd word before them has shifted the eights, or
        // `ready` is a multiple of eight and one does, what is read beside the last few are starts from before: harmless, because
        // `words_at` checks each, and what it reads there is cut off again.
        if !ready.is_multiple_of(8) && least < 8 {
            let filling = [*self.starts.get(ready & !7)?; 8];
            self.starts.get_mut(ready..ready + 8)?.copy_from_slice(&filling);
        }
        let mut first = 0;
        while ready - first >= least {
            let count = (ready - first).min(8);
            let starts: &[u32; 8] = self.starts[first..].first_chunk()?;
            let (moves, odd) = sans(words_at(text, starts));
            game.moves.extend_from_slice(&moves.map(San::from_bits));
            // Guessed, not computed: the next eight are read before it is known that these are plain.
            if odd == 0 && count == 8 {
                first += 8;
                continue;
            }
            let plain = (odd.trailing_zeros() as usize).min(count);
            game.moves.truncate(game.moves.len() - (8 - plain));
            first += plain;
            if plain < count {
                let at = self.from + self.starts[first] as usize;
                if let Some(stopped) = read_odd(bytes, at, end, game) {
                    return Some(stopped);
                }
                first += 1;
            }
        }
        // Eight at most are left.
        if let Some(rest) = self.starts[first..].first_chunk::<8>().copied() {
            self.starts[..8].copy_from_slice(&rest);
        }
        self.count -= first;
        None
    }
}

/// Reads a word that may be a move of any spelling. Gives where to go on, unless that is after the word.
#[cold]
fn read_odd(bytes: &[u8], at: usize, end: usize, game: &mut GameText) -> Option<usize> {
    let token = Token::read(bytes, at, end);
    let Kind::Move(san) = token.kind else { return Some(at) };
    game.moves.push(san);
    // Glyphs by themselves say nothing of the move.
    let rest = &bytes[token.end..end];
    let glyphs = rest.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let is_over = rest[glyphs..].first().is_some_and(|byte| is_blank(*byte) || *byte == b'{');
    (!is_over).then_some(token.end)
}

/// The eight bytes from each of the places on; nothing for those with fewer than eight bytes after them. (Eight loads are
/// faster here than one instruction that gathers: 5.8 against 6.6 ns a half-move for all of the reading.)
#[inline]
#[target_feature(enable = "avx512f")]
fn words_at(text: &[u8], starts: &[u32; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = eight_words_at(text, starts).unwrap_or_else(|| {
        starts.map(|start| {
            let word = text.get(start as usize..).and_then(|text| text.first_chunk());
            word.map_or(0, |word| i64::from_le_bytes(*word))
        })
    });
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

/// The eight bytes from each place on, if there are as many after each of them.
#[inline(always)]
#[allow(unsafe_code)]
fn eight_words_at(text: &[u8], starts: &[u32; 8]) -> Option<[i64; 8]> {
    let last = text.len().checked_sub(8)?;
    let all_within = starts.iter().fold(0, |greatest, start| greatest.max(*start)) as usize <= last;
    all_within.then(|| {
        // SAFETY: no place is greater than `last`, so eight bytes of the slice lie there.
        starts.map(|start| unsafe { text.as_ptr().add(start as usize).cast::<i64>().read_unaligned() })
    })
}

/// By the letter that a move begins with: the kind in the lowest three bits; for a pawn's capture the file, counted from 1, above them.
static FIRST: [u8; 128] = {
    let mut table = [NO_MOVE; 128];
    table[0] = 0;
    let mut kind = 1;
    while kind <= 5 {
        table[b"PNBRQK"[kind] as usize] = kind as u8;
        kind += 1;
    }
    let mut file = 0;
    while file < 8 {
        table[b'a' as usize + file] = (file as u8 + 1) << 3;
        file += 1;
    }
    table
};
const NO_MOVE: u8 = 0x80;

/// By the letter or digit that says where a piece comes from: its file, counted from 1, or its rank in the upper four bits.
static ORIGIN: [u8; 128] = {
    let mut table = [NO_ORIGIN; 128];
    table[0] = 0;
    let mut index = 0;
    while index < 8 {
        table[b'a' as usize + index] = index as u8 + 1;
        table[b'1' as usize + index] = (index as u8 + 1) << 4;
        index += 1;
    }
    table
};
const NO_ORIGIN: u8 = 0x0F;

/// The moves that eight words stand for, each ended by a blank; and the lanes of those that are not SAN as the standard has it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vbmi,bmi2")]
fn sans(words: __m512i) -> ([u32; 8], u8) {
    let all = |word: u64| _mm512_set1_epi64(word as i64);
    let byte = |byte: u8| all(u64::from(byte));
    // The word's last character as the top byte: the lowest bit of the first blank stands eight times the length up. A word without an
    // end in sight is shifted out, and so is no move.
    let blanks = _mm512_movm_epi8(_mm512_cmple_epu8_mask(words, _mm512_set1_epi8(b' ' as i8)));
    let first_blank = _mm512_and_si512(blanks, _mm512_sub_epi64(_mm512_setzero_si512(), blanks));
    let above = _mm512_add_epi64(_mm512_lzcnt_epi64(first_blank), byte(1));
    let top = _mm512_sllv_epi64(words, above);
    // Marks of check and mate, shifted out. (To do so with glyphs, which one move in 150 has, took more than to read those words by themselves.)
    let last = _mm512_srli_epi64::<56>(top);
    let mates = _mm512_cmpeq_epi64_mask(last, byte(b'#'));
    let checks = _mm512_cmpeq_epi64_mask(last, byte(b'+')) | mates;
    let top = _mm512_mask_slli_epi64::<8>(top, checks, top);
    // The square.
    let rank = _mm512_sub_epi64(_mm512_srli_epi64::<56>(top), byte(b'1'));
    let file = _mm512_sub_epi64(_mm512_and_si512(_mm512_srli_epi64::<48>(top), byte(0xFF)), byte(b'a'));
    let off_board = _mm512_or_si512(rank, file);
    let to = _mm512_or_si512(_mm512_slli_epi64::<3>(rank), file);
    // What stands before it: a piece or a file, an origin, a capture's mark.
    let prefix = _mm512_slli_epi64::<16>(top);
    let captures = _mm512_cmpeq_epi64_mask(_mm512_srli_epi64::<56>(prefix), byte(b'x'));
    let prefix = _mm512_mask_slli_epi64::<8>(prefix, captures, prefix);
    let last = _mm512_srli_epi64::<56>(prefix);
    let one_before = _mm512_and_si512(_mm512_srli_epi64::<48>(prefix), byte(0xFF));
    let more = _mm512_slli_epi64::<16>(prefix);
    let has_origin = _mm512_test_epi64_mask(one_before, one_before);
    let first = _mm512_mask_mov_epi64(last, has_origin, one_before);
    let origin = _mm512_maskz_mov_epi64(has_origin, last);
    let first = look_up(&FIRST, first);
    let origin = look_up(&ORIGIN, origin);
    // A capture's mark makes a pawn's capture of a file, and a file needs one; a pawn has no origin beside its file.
    let is_piece = _mm512_test_epi64_mask(first, byte(7));
    let is_file = _mm512_test_epi64_mask(first, byte(0x78));
    let odd = _mm512_test_epi64_mask(off_board, all(!7))
        | _mm512_test_epi64_mask(more, more)
        | _mm512_test_epi64_mask(first, byte(NO_MOVE))
        | _mm512_cmpeq_epi64_mask(_mm512_and_si512(origin, byte(NO_ORIGIN)), byte(NO_ORIGIN))
        | !is_piece & (is_file ^ captures)
        | is_file & has_origin;
    let san = _mm512_or_si512(
        _mm512_or_si512(to, _mm512_slli_epi64::<{ San::PIECE_SHIFT }>(first)),
        _mm512_or_si512(
            _mm512_slli_epi64::<{ San::FILE_SHIFT }>(origin),
            _mm512_maskz_mov_epi64(captures, all(u64::from(San::CAPTURE_BIT))),
        ),
    );
    // Castling.
    let short = _mm512_cmpeq_epi64_mask(top, all(u64::from_le_bytes(*b"\0\0\0\0\0O-O")));
    let long = _mm512_cmpeq_epi64_mask(top, all(u64::from_le_bytes(*b"\0\0\0O-O-O")));
    let san = _mm512_mask_mov_epi64(san, short, all(u64::from(San::CASTLE_KING_BIT)));
    let san = _mm512_mask_mov_epi64(san, long, all(u64::from(San::CASTLE_QUEEN_BIT)));
    let san = _mm512_or_si512(san, _mm512_maskz_mov_epi64(checks, all(u64::from(San::CHECK_BIT))));
    let san = _mm512_or_si512(san, _mm512_maskz_mov_epi64(mates, all(u64::from(San::MATE_BIT))));
    let mut moves = [0; 8];
    store(&mut moves, san);
    (moves, odd & !(short | long))
}

/// An entry for each lane, of which the lowest byte counts.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi2")]
fn look_up(table: &[u8; 128], index: __m512i) -> __m512i {
    let (low, high) = table.split_at(64);
    _mm512_permutex2var_epi8(load(low), index, load(high))
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn store(to: &mut [u32; 8], words: __m512i) {
    // SAFETY: the array holds the 32 bytes that are written, and the instruction asks for no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(words)) }
}

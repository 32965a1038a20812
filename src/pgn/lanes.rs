//! Sixty-four bytes at a time: which of them end a line, mark up a tag, or tell what a line is.
//!
//! Owns the questions, and the answers that any processor can give: words of which bit n stands for byte n.

/// As many bytes as a word has bits.
pub(super) type Block = [u8; 64];

/// A way to find bytes of a kind in a block.
pub(super) trait Lanes: Copy {
    /// LF and CR.
    fn line_ends(self, block: &Block) -> u64;

    /// What a plain tag pair and its line are marked by: quotes, backslashes, LF and CR.
    fn tag_marks(self, block: &Block) -> u64;

    /// What makes a line that it starts more than "other" or "blank": a bracket, a blank, or a byte beyond ASCII (a byte order mark, maybe).
    fn telling(self, block: &Block) -> u64;
}

/// As the compiler finds best, on any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

/// Eight bytes of a block, from `8 * index` on.
#[inline(always)]
fn eight(block: &Block, index: usize) -> i64 {
    i64::from_le_bytes(std::array::from_fn(|byte| block[8 * index + byte]))
}

/// The word of the bytes that `is` says yes to. A compiler makes vectors of it, too.
#[inline(always)]
fn word(block: &Block, is: impl Fn(u8) -> bool) -> u64 {
    let flags = block.map(|byte| u8::from(is(byte)));
    // Each of the products brings eight flags together in its highest byte.
    let eight = |index| (eight(&flags, index) as u64).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    (0..8).fold(0, |word, index| word | eight(index) << (8 * index))
}

impl Lanes for Plain {
    #[inline(always)]
    fn line_ends(self, block: &Block) -> u64 {
        word(block, |byte| byte == b'\n' || byte == b'\r')
    }

    #[inline(always)]
    fn tag_marks(self, block: &Block) -> u64 {
        word(block, |byte| byte == b'"' || byte == b'\\' || byte == b'\n' || byte == b'\r')
    }

    #[inline(always)]
    fn telling(self, block: &Block) -> u64 {
        word(block, |byte| byte == b'[' || byte == b' ' || byte == b'\t' || byte >= 128)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Asks about one byte after the other.
    fn one_by_one(block: &Block, is: impl Fn(u8) -> bool) -> u64 {
        block.iter().rev().fold(0, |word, byte| word << 1 | u64::from(is(*byte)))
    }

    /// Holds lanes to single looks.
    pub(in crate::pgn) fn agrees(lanes: impl Lanes, block: &Block) {
        assert_eq!(lanes.line_ends(block), one_by_one(block, |byte| matches!(byte, b'\n' | b'\r')));
        assert_eq!(
            lanes.tag_marks(block),
            one_by_one(block, |byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))
        );
        assert_eq!(
            lanes.telling(block),
            one_by_one(block, |byte| matches!(byte, b'[' | b' ' | b'\t' | 128..))
        );
    }

    /// Blocks of any bytes, with more than their share of those that are asked about.
    pub(in crate::pgn) fn blocks() -> impl Strategy<Value = Block> {
        let mark = (0usize..64, prop::sample::select(b"\n\r\"\\[ \t".to_vec()));
        (prop::array::uniform32(any::<[u8; 2]>()), prop::collection::vec(mark, 0..20)).prop_map(
            |(pairs, marks)| {
                let mut block: Block = std::array::from_fn(|at| pairs[at / 2][at % 2]);
                for (at, mark) in marks {
                    block[at] = mark;
                }
                block
            },
        )
    }

    proptest! {
        #[test]
        fn lanes_see_what_single_looks_see(block in blocks()) {
            agrees(Plain, &block);
        }
    }

    #[test]
    fn every_byte_is_told() {
        for byte in 0..=255 {
            agrees(Plain, &[byte; 64]);
        }
    }
}

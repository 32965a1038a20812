//! Where the comments of a game's main line end, noted by the lexer as it passes them over.
//!
//! Owns the rule by which a comment finds its ply without a second reading: as long as one comment follows each move, the comment's
//! number is the move's; from the first on of which that doesn't hold the plies are noted too. Where there are variations it says so,
//! and the text has to be read again.

/// The comments of one main line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Comments {
    /// Bytes from the start of the movetext to behind each comment.
    ends: Vec<u32>,
    /// How many of the first comments follow the move of their number.
    paired: usize,
    /// How many moves stand before each of the others.
    moves: Vec<u32>,
    /// Whether there is anything that may hold a brace and is no comment in braces of the main line.
    is_broken: bool,
}

/// The comments of one game, each with its ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ByPly<'a> {
    /// Where the comments end that follow the first moves, one each.
    pub(super) paired: &'a [u32],
    /// Where the others end.
    pub(super) others: &'a [u32],
    /// How many moves stand before each of the others.
    pub(super) moves: &'a [u32],
}

impl Comments {
    pub(super) fn reserve(&mut self, comments: usize) {
        self.ends.reserve(comments);
    }

    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.moves.clear();
        (self.paired, self.is_broken) = (0, false);
    }

    /// Gives back what a giant game has taken.
    pub(super) fn give_back_excess(&mut self, kept: usize) {
        for numbers in [&mut self.ends, &mut self.moves] {
            if numbers.capacity() > kept {
                *numbers = Vec::new();
            }
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none, of whatever kind.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty() && !self.is_broken
    }

    /// Notes a comment in braces: behind how many bytes of movetext it ends, and how many moves stand before it.
    #[inline]
    pub(super) fn push(&mut self, end: usize, moves: usize) {
        let (Ok(end), Ok(before)) = (u32::try_from(end), u32::try_from(moves)) else {
            self.is_broken = true;
            return;
        };
        if self.are_paired() && moves == self.paired + 1 {
            self.paired += 1;
        } else {
            self.moves.push(before);
        }
        self.ends.push(end);
    }

    /// Notes comments of which each follows the move of its number, as all before them do.
    pub(super) fn extend_paired(&mut self, ends: &[u32]) {
        self.ends.extend_from_slice(ends);
        self.paired += ends.len();
    }

    /// Whether every comment so far follows the move of its number.
    #[inline]
    pub(super) fn are_paired(&self) -> bool {
        self.paired == self.ends.len()
    }

    /// Notes that a variation is there, or anything else that the comments can't be told from without reading.
    pub(super) fn set_broken(&mut self) {
        self.is_broken = true;
    }

    /// Takes back what ends beyond a place: it will be read again.
    pub(super) fn take_back(&mut self, place: usize) {
        while self.ends.last().is_some_and(|end| *end as usize > place) {
            self.ends.pop();
        }
        self.paired = self.paired.min(self.ends.len());
        self.moves.truncate(self.ends.len() - self.paired);
    }

    /// The comments by ply in a game of so many moves; `None` where that takes a second reading.
    pub(super) fn by_ply(&self, moves: usize) -> Option<ByPly<'_>> {
        let (paired, others) = self.ends.split_at(self.paired);
        let is_told = !self.is_broken && paired.len() <= moves && moves > 0;
        is_told.then_some(ByPly { paired, others, moves: &self.moves })
    }
}

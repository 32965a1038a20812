//! What a report can show of a side's power to mate.

use crate::rules::winnable::shortest_mate::helpmate::Helpmate;

/// An answer with what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The side can mate: so.
    Line(Helpmate),
    /// The side can mate, by an exact rule or a line down to four men; no line to the mate itself was found.
    CanWin,
    /// It can't.
    CannotWin(Ground),
    /// Neither is proven.
    Undecided,
}

/// How an answer is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Mate or stalemate is on the board (articles 5.1.1 and 5.2.1).
    Board,
    /// A material that mates in no position.
    Material,
    /// The exact rule for four men or fewer.
    FewMen,
    /// Every line ends within a few half-moves without that mate.
    Look,
    /// A line down to four men, of which the exact rule knows that they win.
    Giveaway,
    /// The fast test of `chasolver`: forced moves, a look ahead, an analysis of walls of pawns.
    FastTest,
    /// The full search of `chasolver`.
    FullSearch,
}

impl Ground {
    /// The ground's word in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ground::Board => "board",
            Ground::Material => "material",
            Ground::FewMen => "few_men",
            Ground::Look => "look",
            Ground::Giveaway => "giveaway",
            Ground::FastTest => "fast_test",
            Ground::FullSearch => "full_search",
        }
    }
}

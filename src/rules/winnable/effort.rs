//! How hard to try.

/// How hard a [`Solver`](crate::rules::winnable::solver::Solver) tries to settle a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Only what the board and the material show at once. No position is searched, and no ply is looked for since which a side can't win.
    Board,
    /// Cheap proofs only: nearly every "cannot win" of practical play is found, and most of "can win". What stays undecided can
    /// most likely still be won.
    #[default]
    Default,
    /// A bounded search settles what the cheap proofs leave: nearly nothing stays undecided.
    Exact,
}

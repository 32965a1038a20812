//! Our facts held against the second opinion.
//!
//! What the second reader is known not to read is a [`Tolerance`] with a name and a condition, never a blanket excuse.

use std::fmt;

use super::meaning::StopReason;
use super::peer::{NotPlayed, Opinion, Played};
use crate::replay::{Facts, Legality};

/// What the second reader is known not to read as we do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tolerance {
    /// pgn-reader skips a token that it can't read; we stop there. It agrees on the position before.
    SkipsUnreadableToken,
    /// pgn-reader skips a move written in another way than SAN (`e8Q`, `Bf5++`, `e2-e4`); we read it. It agrees on the
    /// whole game once those moves are rewritten.
    SkipsOddNotation,
    /// shakmaty won't play from a position with so many queens.
    TooManyQueens,
}

impl Tolerance {
    /// The name in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Tolerance::SkipsUnreadableToken => "second reader skips an unreadable token",
            Tolerance::SkipsOddNotation => "second reader skips a move in odd notation",
            Tolerance::TooManyQueens => "second reader won't play with so many queens",
        }
    }
}

/// One thing on which the two readers differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What they differ on.
    pub point: &'static str,
    /// What Arbitro says.
    pub ours: String,
    /// What pgn-reader and shakmaty say.
    pub theirs: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: arbitro says {}, pgn-reader with shakmaty says {}", self.point, self.ours, self.theirs)
    }
}

/// The outcome of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Both say the same.
    Agree,
    /// They differ in a way that is known and named.
    Tolerated(Tolerance),
    /// They differ.
    Disagree(Disagreement),
}

/// Compares the facts with the second opinion, point by point; the first difference counts.
pub fn judge(facts: &Facts, opinion: &Opinion) -> Comparison {
    let played = match opinion {
        Opinion::NotPlayed(NotPlayed::TooManyQueens) => {
            return Comparison::Tolerated(Tolerance::TooManyQueens);
        }
        Opinion::NotPlayed(reason) => {
            let agree = match facts.legality {
                Legality::UnsupportedVariant => *reason == NotPlayed::Variant,
                Legality::BadFen | Legality::IllegalStart => *reason != NotPlayed::Variant,
                Legality::Legal
                | Legality::IllegalMove
                | Legality::AmbiguousMove
                | Legality::UnreadableToken
                | Legality::NullMove => false,
            };
            return if agree {
                Comparison::Agree
            } else {
                differ("start", facts.legality.as_str(), format_args!("not played ({reason:?})"))
            };
        }
        Opinion::Played(played) => played,
    };
    match facts.legality {
        Legality::UnsupportedVariant | Legality::BadFen | Legality::IllegalStart => {
            differ("start", facts.legality.as_str(), format_args!("{} plies played", played.plies))
        }
        Legality::UnreadableToken => {
            match same_so_far(facts, played.rewritten.as_deref().unwrap_or(played)) {
                Comparison::Agree => Comparison::Tolerated(Tolerance::SkipsUnreadableToken),
                other => other,
            }
        }
        Legality::Legal => same_end_or_rewritten(facts, played, None),
        Legality::IllegalMove => same_end_or_rewritten(facts, played, Some(StopReason::Illegal)),
        Legality::AmbiguousMove => same_end_or_rewritten(facts, played, Some(StopReason::Ambiguous)),
        Legality::NullMove => same_end_or_rewritten(facts, played, Some(StopReason::Null)),
    }
}

/// Whether the second reader came to our last position on its way, or lost its own.
fn same_so_far(facts: &Facts, played: &Played) -> Comparison {
    let theirs = played.keys.get(facts.plies as usize);
    match facts.last_key {
        Some(key) if theirs == Some(&key.0) => Comparison::Agree,
        _ => differ(
            "position before the stop",
            facts.plies,
            format_args!("{} plies, then {:?}", played.plies, played.stop),
        ),
    }
}

/// Whether both stopped alike, at once or when the moves are rewritten that the second reader skips.
fn same_end_or_rewritten(facts: &Facts, played: &Played, stop: Option<StopReason>) -> Comparison {
    let comparison = same_end(facts, played, stop);
    match (&comparison, &played.rewritten) {
        (Comparison::Disagree(_), Some(rewritten))
            if same_end(facts, rewritten, stop) == Comparison::Agree =>
        {
            Comparison::Tolerated(Tolerance::SkipsOddNotation)
        }
        _ => comparison,
    }
}

/// Whether both stopped at the same place for the same reason, in the same position.
fn same_end(facts: &Facts, played: &Played, stop: Option<StopReason>) -> Comparison {
    let theirs = played.stop.as_ref().map(|stop| stop.reason);
    if facts.plies != played.plies || stop != theirs {
        let ours =
            facts.error.as_ref().map_or_else(String::new, |error| format!(", stopped at {:?}", error.token));
        let theirs = played
            .stop
            .as_ref()
            .map_or_else(String::new, |stop| format!(", {:?} at {:?}", stop.reason, stop.token));
        return differ(
            "legality",
            format_args!("{}, {} plies{ours}", facts.legality.as_str(), facts.plies),
            format_args!("{} plies{theirs}", played.plies),
        );
    }
    let points = [
        ("final position", facts.last_key.map_or(0, |key| key.0), *played.keys.last().unwrap_or(&0)),
        ("checkmate", u64::from(facts.is_checkmate), u64::from(played.is_checkmate)),
        ("stalemate", u64::from(facts.is_stalemate), u64::from(played.is_stalemate)),
        (
            "insufficient material",
            u64::from(facts.insufficient_material),
            u64::from(played.insufficient_material),
        ),
        ("repetition", u64::from(facts.max_repetition), u64::from(played.max_repetition)),
        ("halfmove clock", u64::from(facts.max_halfmove_clock), u64::from(played.max_halfmove_clock)),
    ];
    if let Some((point, ours, theirs)) = points.into_iter().find(|(_, ours, theirs)| ours != theirs) {
        return differ(point, ours, theirs);
    }
    match facts.last_position.as_ref().map(|position| position.fen()) {
        Some(fen) if fen == played.final_fen => Comparison::Agree,
        Some(fen) => differ("final FEN", fen, &played.final_fen),
        None => differ("final FEN", "no position", &played.final_fen),
    }
}

fn differ(point: &'static str, ours: impl fmt::Display, theirs: impl fmt::Display) -> Comparison {
    Comparison::Disagree(Disagreement { point, ours: ours.to_string(), theirs: theirs.to_string() })
}

/// Where the facts and the second opinion differ, unless that difference is a [`Tolerance`].
pub fn compare(facts: &Facts, opinion: &Opinion) -> Option<Disagreement> {
    match judge(facts, opinion) {
        Comparison::Agree | Comparison::Tolerated(_) => None,
        Comparison::Disagree(disagreement) => Some(disagreement),
    }
}

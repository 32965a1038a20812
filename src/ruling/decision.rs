//! The decision table: from evidence to ruling, in the Laws' order.
//!
//! What the board proves comes first, row by row, the earliest ply before a later one. Then what the file says of the end, the tags before
//! the closing comment. Then what is left by exclusion, which needs the whole game: where the replay stopped early it says nothing. Every
//! row names the article that it rests on, and `tests/decision.rs` has a case for each, and for each two that can meet.

use crate::chess::outcome::Outcome;
use crate::pgn::said::{Ending, Said};
use crate::replay::Legality;
use crate::rules::laws::{DeadRule, FIFTY_MOVES};
use crate::ruling::case::{Case, win_of};
use crate::ruling::{Basis, Termination};

/// Lichess ends a game as a draw at this many half-moves (scalachess, maximum number of plies).
const LICHESS_PLY_LIMIT: u32 = 600;

/// What a row decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Decided {
    pub(super) termination: Termination,
    pub(super) article: &'static str,
    pub(super) basis: Basis,
    pub(super) result: Option<Outcome>,
    /// The ply after which the game was over, where the board tells.
    pub(super) ply: Option<u32>,
}

/// A row for an end that needs no player's word.
struct BoardRow {
    termination: Termination,
    article: &'static str,
    /// The ply at which the game was over by this row.
    ply: fn(&Case<'_>) -> Option<u32>,
}

/// By the Laws a draw must be claimed for the third occurrence (9.2) or after fifty moves (9.3): that it comes by itself is a site's rule.
const BY_SITE: &str = "";

/// In the Laws' order, which counts where two rows name the same ply: a mate on the hundred and fiftieth half-move is mate.
static BOARD: [BoardRow; 9] = [
    BoardRow {
        termination: Termination::Checkmate,
        article: "5.1.1",
        ply: |case| case.facts.is_checkmate.then_some(case.facts.plies),
    },
    BoardRow {
        termination: Termination::Stalemate,
        article: "5.2.1",
        ply: |case| case.facts.is_stalemate.then_some(case.facts.plies),
    },
    BoardRow {
        termination: Termination::InsufficientMaterial,
        article: "5.2.2",
        ply: |case| case.facts.insufficient_material_ply,
    },
    BoardRow {
        termination: Termination::InsufficientMaterial,
        article: BY_SITE,
        ply: |case| case.is_drawn_by_table().then_some(case.facts.plies),
    },
    BoardRow {
        termination: Termination::DeadPosition,
        article: "5.2.2",
        ply: |case| case.prospects.dead_position_ply().filter(|_| case.laws.dead == DeadRule::AnyMoves),
    },
    BoardRow {
        termination: Termination::FivefoldRepetition,
        article: "9.6.1",
        ply: |case| case.facts.fivefold_ply.filter(|_| case.laws.fivefold_ends),
    },
    BoardRow {
        termination: Termination::SeventyFiveMoves,
        article: "9.6.2",
        ply: |case| case.facts.seventy_five_move_ply.filter(|_| case.laws.seventy_five_ends),
    },
    BoardRow {
        termination: Termination::ThreefoldRepetition,
        article: BY_SITE,
        ply: |case| case.facts.threefold_ply.filter(|_| case.laws.threefold_ends),
    },
    BoardRow {
        termination: Termination::FiftyMoves,
        article: BY_SITE,
        ply: |case| case.facts.fifty_move_ply.filter(|_| case.laws.fifty_ends),
    },
];

/// What the board proves: the first end, and of several at one ply the first row's.
pub(super) fn by_board(case: &Case<'_>) -> Option<Decided> {
    let ends = BOARD.iter().filter_map(|row| Some((row, (row.ply)(case)?)));
    // Of several at the least ply, `min_by_key` gives the first.
    let (row, ply) = ends.min_by_key(|(_, ply)| *ply)?;
    let result = match (row.termination, case.turn()) {
        (Termination::Checkmate, Some(mated)) => win_of(!mated),
        _ => Outcome::Draw,
    };
    Some(Decided {
        termination: row.termination,
        article: row.article,
        basis: Basis::Board,
        result: Some(result),
        ply: Some(ply),
    })
}

/// Which result a statement stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ResultOf {
    /// The one declared, or else the one that the words tell.
    Declared,
    Draw,
    Nothing,
}

/// What a statement decides; `None` if it leaves the question to the rows below. No article where the Laws have none for it: adjudication,
/// connections and engines are for a competition's or a site's own rules, and so is a draw for want of material that the board doesn't prove.
const fn stated(ending: Ending) -> Option<(Termination, &'static str, ResultOf)> {
    use ResultOf::{Declared, Draw, Nothing};
    Some(match ending {
        Ending::Checkmate => (Termination::Checkmate, "5.1.1", Declared),
        Ending::Stalemate => (Termination::Stalemate, "5.2.1", Draw),
        Ending::InsufficientMaterial => (Termination::InsufficientMaterial, "", Draw),
        Ending::Repetition => (Termination::ThreefoldRepetition, "9.2", Draw),
        Ending::FiftyMoves => (Termination::FiftyMoves, "9.3", Draw),
        Ending::Agreement => (Termination::Agreement, "5.2.3", Draw),
        Ending::Resignation => (Termination::Resignation, "5.1.2", Declared),
        Ending::TimeForfeit => (Termination::TimeForfeit, "6.9", Declared),
        Ending::TimeForfeitDrawn | Ending::BothFlagsFell => (Termination::TimeForfeitDrawn, "6.9", Draw),
        Ending::Abandoned | Ending::Aborted | Ending::Forfeit => (Termination::Abandoned, "", Declared),
        Ending::Disconnection => (Termination::Disconnection, "", Declared),
        Ending::RulesInfraction => (Termination::RulesInfraction, "11, 12.9", Declared),
        Ending::IllegalMove => (Termination::IllegalMove, "7.5", Declared),
        Ending::Adjudication => (Termination::Adjudication, "", Declared),
        Ending::StalledConnection => (Termination::StalledConnection, "", Declared),
        Ending::VariantEnd => (Termination::VariantEnd, "", Declared),
        Ending::PlyLimit => (Termination::PlyLimit, "", Declared),
        Ending::Unplayed => (Termination::Unplayed, "", Nothing),
        Ending::Unterminated | Ending::Adjourned => (Termination::Unterminated, "", Nothing),
        Ending::Normal | Ending::Draw | Ending::Win | Ending::Unknown => return None,
    })
}

/// Whether words stand for a draw and nothing else.
pub(super) fn says_draw(ending: Ending) -> bool {
    ending == Ending::Draw || stated(ending).is_some_and(|(_, _, result)| result == ResultOf::Draw)
}

/// What the file says, if it says how: the tags, or else the closing comment.
pub(super) fn by_statement(case: &Case<'_>, known: Option<Outcome>) -> Option<Decided> {
    let mut statements = [(case.tag, Basis::Tag), (case.comment, Basis::Comment)];
    // Lichess has one word for a flag that fell and for a player who left; a comment that tells them apart says more.
    let is_about_time = case.tag.is_some_and(|said| said.ending == Ending::TimeForfeit);
    let has_left =
        case.comment.is_some_and(|said| matches!(said.ending, Ending::Abandoned | Ending::Disconnection));
    if is_about_time && has_left {
        statements.swap(0, 1);
    }
    statements.into_iter().find_map(|(said, basis)| {
        let said = said?;
        let (termination, article, result) =
            stated(said.ending).filter(|_| is_possible(case, said, known))?;
        let result = match result {
            ResultOf::Declared => known.or(said.outcome.filter(|outcome| *outcome != Outcome::Unknown)),
            ResultOf::Draw => Some(Outcome::Draw),
            ResultOf::Nothing => None,
        };
        let decided = Decided { termination, article, basis, result, ply: None };
        Some(match (termination, result) {
            (Termination::TimeForfeit, Some(Outcome::Draw)) => {
                Decided { termination: Termination::TimeForfeitDrawn, ..decided }
            }
            // Who does not come in time loses; of who leaves later the Laws say nothing.
            (Termination::Abandoned, Some(_)) if case.did_not_come() => Decided { article: "6.7", ..decided },
            _ => decided,
        })
    })
}

/// Whether the board leaves room for what is said. Mate and stalemate are on the board or they are not; and a draw for want of material
/// is not a win.
fn is_possible(case: &Case<'_>, said: &Said, known: Option<Outcome>) -> bool {
    match said.ending {
        Ending::Checkmate | Ending::Stalemate => !case.is_whole(),
        Ending::InsufficientMaterial => known.is_none_or(|outcome| outcome == Outcome::Draw),
        _ => true,
    }
}

/// What is left when nothing is proven and nothing else is said.
pub(super) fn by_exclusion(case: &Case<'_>, outcome: Option<Outcome>) -> Option<Decided> {
    // Where something was said that is not understood, or can't be, nothing follows from silence.
    let speaks = |said: Option<&Said>| {
        said.is_some_and(|said| !matches!(said.ending, Ending::Normal | Ending::Draw | Ending::Win))
    };
    let inferred = |termination, article, result| {
        Some(Decided { termination, article, basis: Basis::Inferred, result, ply: None })
    };
    if speaks(case.tag) || speaks(case.comment) && case.tag.is_none() {
        return None;
    }
    // A game without a move that is said to have ended as games do was resigned; without such a word it may be a forfeit.
    let is_normal = case.tag.is_some_and(|said| said.ending == Ending::Normal);
    let is_empty = case.facts.legality == Legality::Legal && case.facts.plies == 0;
    match outcome? {
        Outcome::Unknown => inferred(Termination::Unterminated, "", None),
        Outcome::WhiteWins | Outcome::BlackWins if case.is_whole() || is_empty && is_normal => {
            let loser = outcome.and_then(Outcome::winner).map(|side| !side);
            if loser.is_some_and(|side| case.has_run_out[side as usize]) && !is_normal {
                return inferred(Termination::TimeForfeit, "6.9", outcome)
                    .map(|decided| Decided { basis: Basis::Clock, ..decided });
            }
            inferred(Termination::Resignation, "5.1.2", outcome)
        }
        Outcome::Draw if case.is_whole() => {
            let (termination, article) = how_drawn(case);
            inferred(termination, article, outcome)
        }
        Outcome::WhiteWins
        | Outcome::BlackWins
        | Outcome::Draw
        | Outcome::BothLose
        | Outcome::WhiteHalf
        | Outcome::BlackHalf => None,
    }
}

/// A draw that the board doesn't force: claimed if the last position allowed it, else a site's limit, else agreed.
fn how_drawn(case: &Case<'_>) -> (Termination, &'static str) {
    let clock = case.facts.last_position.map_or(0, |position| position.halfmove_clock());
    if case.facts.last_repetition >= 3 {
        (Termination::ThreefoldRepetition, "9.2")
    } else if clock >= FIFTY_MOVES {
        (Termination::FiftyMoves, "9.3")
    } else if case.is_lichess && case.facts.plies >= LICHESS_PLY_LIMIT {
        (Termination::PlyLimit, "")
    } else {
        (Termination::Agreement, "5.2.3")
    }
}

//! What the Laws make of a result that was reached by time or by resignation, and how the file disagrees with them.
//!
//! Owns the corrections: whoever can't mate by any series of legal moves doesn't win when the opponent's flag falls (6.9), nor, since 2023,
//! when the opponent resigns (5.1.2).

use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::finding::{Finding, Findings};
use crate::pgn::said::Ending;
use crate::rules::laws::{DeadRule, FlagRule};
use crate::rules::timeout;
use crate::rules::winnable::mating_material;
use crate::ruling::case::{Case, win_of};
use crate::ruling::decision::{Decided, says_draw};
use crate::ruling::{Basis, Termination};

/// The decision as the Laws correct it, and what there was to correct.
pub(super) fn corrected(case: &Case<'_>, decided: Decided) -> (Decided, Findings) {
    let mut findings = Findings::NONE;
    let corrected = match decided.termination {
        Termination::TimeForfeit => match decided.result.and_then(Outcome::winner) {
            Some(side) if can_win_on_time(case, side) == Some(false) => {
                findings.insert(Finding::TimeoutShouldBeDraw);
                Decided { termination: Termination::TimeForfeitDrawn, result: Some(Outcome::Draw), ..decided }
            }
            Some(_) => decided,
            None => unscored(case, decided),
        },
        // Only the clock of the player to move runs, so it is that player's flag that fell, unless words say that the other could not
        // mate: then the one of the two who can mate is the one whose time ran out.
        Termination::TimeForfeitDrawn => match case.turn().map(|flagged| !flagged) {
            Some(side)
                if case.is_whole()
                    && !both_flags_fell(case)
                    && can_win_on_time(case, side) == Some(true)
                    && (decided.basis == Basis::Tag || can_win_on_time(case, !side) != Some(false)) =>
            {
                findings.insert(Finding::DrawShouldBeLoss);
                Decided { termination: Termination::TimeForfeit, result: Some(win_of(side)), ..decided }
            }
            Some(_) | None => decided,
        },
        Termination::InsufficientMaterial if case.laws.dead == DeadRule::AnyMoves => {
            findings.insert_if(Finding::MaterialSuffices, material_suffices(case));
            decided
        }
        Termination::Resignation if case.laws.resignation_needs_mate => {
            match decided.result.and_then(Outcome::winner) {
                Some(side) if case.prospects.can_win(side) == Some(false) => {
                    findings.insert(Finding::ResignationShouldBeDraw);
                    Decided { result: Some(Outcome::Draw), ..decided }
                }
                Some(_) | None => decided,
            }
        }
        _ => decided,
    };
    (corrected, findings)
}

/// A flag that fell in a game without a result: the player who still had time wins, or it is drawn if that player can't mate.
fn unscored(case: &Case<'_>, decided: Decided) -> Decided {
    let Some(side) =
        case.turn().map(|flagged| !flagged).filter(|_| case.is_whole() && decided.result.is_none())
    else {
        return decided;
    };
    match can_win_on_time(case, side) {
        Some(true) => Decided { result: Some(win_of(side)), ..decided },
        Some(false) => {
            Decided { termination: Termination::TimeForfeitDrawn, result: Some(Outcome::Draw), ..decided }
        }
        None => decided,
    }
}

/// Whether a side has material with which mate is possible in some position, in a game of which all is known.
fn material_suffices(case: &Case<'_>) -> bool {
    let board = case.board().filter(|_| case.is_whole());
    board.is_some_and(|board| Color::ALL.into_iter().any(|side| !mating_material::is_lacking(board, side)))
}

/// Whether a tag or the closing comment names an end that a result can't have.
pub(super) fn is_contradicted(case: &Case<'_>, known: Outcome) -> bool {
    [case.tag, case.comment].into_iter().flatten().any(|said| {
        let by_kind = match known {
            Outcome::Draw => matches!(said.ending, Ending::Resignation | Ending::Checkmate | Ending::Win),
            known => known.is_decisive() && says_draw(said.ending),
        };
        by_kind || said.outcome.is_some_and(|outcome| outcome != Outcome::Unknown && outcome != known)
    })
}

/// Whether words say that both flags fell: then nobody's power to mate counts.
fn both_flags_fell(case: &Case<'_>) -> bool {
    [case.tag, case.comment].into_iter().flatten().any(|said| said.ending == Ending::BothFlagsFell)
}

/// Whether a side can win when the opponent's flag falls, by the Laws in force.
fn can_win_on_time(case: &Case<'_>, side: Color) -> Option<bool> {
    let board = case.board()?;
    match case.laws.flag_fall {
        FlagRule::AnyMoves => case.prospects.can_win(side),
        FlagRule::Lichess => Some(timeout::lichess_can_mate(board, side)),
        FlagRule::Chesscom => Some(timeout::chesscom_can_mate(board, side)),
    }
}

/// Draws that could have been claimed, and were not, or not at once. What ends a game as the claim comes up leaves nobody to make it if it
/// is mate (5.1.1), and a game without a result may have ended so.
pub(super) fn missed_claims(case: &Case<'_>, decided: Option<&Decided>) -> Findings {
    let is_given_away = decided.is_some_and(|decided| {
        decided.termination != Termination::Checkmate
            && decided.result.is_some_and(|result| result != Outcome::Draw)
    });
    let missed = |ply: Option<u32>| ply.is_some_and(|ply| ply < case.facts.plies || is_given_away);
    let mut findings = Findings::NONE;
    findings.insert_if(
        Finding::MissedThreefoldClaim,
        !case.laws.threefold_ends && missed(case.facts.threefold_ply),
    );
    findings.insert_if(Finding::MissedFiftyClaim, !case.laws.fifty_ends && missed(case.facts.fifty_move_ply));
    findings
}

/// How the file contradicts what the board proves.
pub(super) fn contradictions(case: &Case<'_>, decided: &Decided, outcome: Option<Outcome>) -> Findings {
    use crate::pgn::said::Ending as E;
    let mut findings = Findings::NONE;
    let differs =
        outcome.is_some_and(|outcome| outcome != Outcome::Unknown && Some(outcome) != decided.result);
    findings.insert_if(Finding::ResultContradictsBoard, differs);
    let Some(said) = case.tag else { return findings };
    // What the last position shows is true also of a game that was over before.
    let agrees = match said.ending {
        E::Normal | E::Draw | E::Win | E::Unknown | E::Adjudication => true,
        E::Checkmate => case.facts.is_checkmate,
        E::Stalemate => case.facts.is_stalemate,
        E::InsufficientMaterial => {
            case.facts.insufficient_material
                || matches!(
                    decided.termination,
                    Termination::InsufficientMaterial | Termination::DeadPosition
                )
        }
        E::Repetition => {
            matches!(decided.termination, Termination::FivefoldRepetition | Termination::ThreefoldRepetition)
        }
        E::FiftyMoves => {
            matches!(decided.termination, Termination::SeventyFiveMoves | Termination::FiftyMoves)
        }
        // What ended the game by itself was a draw; to say so in other words is no contradiction.
        E::Agreement | E::TimeForfeitDrawn | E::BothFlagsFell | E::PlyLimit => {
            decided.result == Some(Outcome::Draw)
        }
        E::Resignation
        | E::TimeForfeit
        | E::Abandoned
        | E::Aborted
        | E::Forfeit
        | E::Disconnection
        | E::RulesInfraction
        | E::IllegalMove
        | E::StalledConnection
        | E::VariantEnd
        | E::Unplayed
        | E::Unterminated
        | E::Adjourned => false,
    };
    findings.insert_if(Finding::TerminationContradictsBoard, !agrees);
    findings
}

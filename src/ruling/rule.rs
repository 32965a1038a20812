//! One game ruled on: the evidence put before the table, and what is odd about the end noted.

use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::finding::{Finding, Findings};
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::result::{Spelling, read_result};
use crate::pgn::said::Ending;
use crate::replay::Legality;
use crate::rules::timeout;
use crate::ruling::bad_periods::is_known_bad;
use crate::ruling::case::Case;
use crate::ruling::decision::{by_board, by_exclusion, by_statement};
use crate::ruling::justice::{contradictions, corrected, is_contradicted, missed_claims};
use crate::ruling::{Ruling, Termination};

/// Rules on a game.
pub fn rule(case: &Case<'_>) -> Ruling {
    let mut findings = Findings::NONE;
    let outcome = declared_outcome(case.claims, case.token, &mut findings);
    let known = outcome.filter(|outcome| *outcome != Outcome::Unknown);
    if let (Some(white), Some(black)) = (case.claims.get(TextTag::White), case.claims.get(TextTag::Black)) {
        findings.insert_if(Finding::SelfPlay, white == black);
    }
    findings.insert_if(Finding::Unfinished, outcome == Some(Outcome::Unknown));
    findings.insert_if(
        Finding::StatementContradictsResult,
        known.is_some_and(|known| is_contradicted(case, known)),
    );

    let is_bad = case.is_lichess && is_known_bad(case.claims.day(), case.claims.get(TextTag::Variant));
    findings.insert_if(Finding::KnownBadPeriod, is_bad);

    let by_board = by_board(case);
    let decided = match by_board {
        Some(decided) => {
            findings.extend(contradictions(case, &decided, outcome));
            Some(decided)
        }
        None => {
            findings.insert_if(Finding::TerminationContradictsBoard, is_disproved(case));
            by_statement(case, known).or_else(|| by_exclusion(case, outcome)).map(|decided| {
                let (decided, odd) = corrected(case, decided);
                findings.extend(odd);
                decided
            })
        }
    };
    let facts = case.facts;
    let end = by_board.and_then(|decided| decided.ply);
    let plies_after_end = facts.last_position.map(|_| end.map_or(0, |ply| facts.claimed_plies - ply));
    findings.insert_if(Finding::PlayedAfterEnd, plies_after_end.is_some_and(|plies| plies > 0));
    let dead = case.prospects.dead_position_ply();
    findings.insert_if(Finding::PlayedInDeadPosition, dead.is_some_and(|ply| ply < facts.claimed_plies));
    findings.extend(missed_claims(case, decided.as_ref()));
    Ruling {
        termination: decided.map_or(Termination::Unknown, |decided| decided.termination),
        // The Laws say nothing of variants.
        article: decided
            .filter(|_| facts.legality != Legality::UnsupportedVariant)
            .map_or("", |decided| decided.article),
        basis: decided.map(|decided| decided.basis),
        result: decided.and_then(|decided| decided.result),
        declared: outcome,
        plies_after_end,
        findings,
    }
}

/// The declared result: that of the movetext, or else of the tag.
fn declared_outcome(claims: &Claims<'_>, token: Option<Outcome>, findings: &mut Findings) -> Option<Outcome> {
    let tag = tagged_result(claims);
    findings.insert_if(Finding::OddResult, matches!(tag, Some((_, Spelling::Odd))));
    findings.insert_if(Finding::MissingResult, token.is_none());
    let tag = tag.map(|(outcome, _)| outcome);
    findings.insert_if(Finding::ResultTagDiffers, token.is_some() && tag.is_some() && token != tag);
    token.or(tag)
}

/// The result of the tag, and how it is spelled.
pub(super) fn tagged_result(claims: &Claims<'_>) -> Option<(Outcome, Spelling)> {
    claims.get(TextTag::Result).and_then(|result| read_result(result.trim().as_bytes()))
}

/// Whether a tag names an end that the last position, reached in full, doesn't show.
fn is_disproved(case: &Case<'_>) -> bool {
    case.is_whole()
        && case.tag.is_some_and(|said| match said.ending {
            Ending::Checkmate | Ending::Stalemate => true,
            Ending::Repetition => case.facts.last_repetition < 3,
            Ending::FiftyMoves => case.facts.fifty_move_ply.is_none(),
            Ending::InsufficientMaterial => can_both_mate(case),
            _ => false,
        })
}

/// Whether both sides have the material to mate in the last position, by every site's test.
fn can_both_mate(case: &Case<'_>) -> bool {
    case.board().is_some_and(|board| {
        let can_mate =
            |side| timeout::lichess_can_mate(board, side) && timeout::chesscom_can_mate(board, side);
        Color::ALL.into_iter().all(can_mate)
    })
}

//! The decision: from evidence to ruling, in the Laws' order.
//!
//! What the board proves comes first, then what the file declares, then what is left by exclusion. Exclusion needs the whole
//! game: where the replay stopped early it says nothing.

use crate::chess::outcome::Outcome;
use crate::finding::{Finding, Findings};
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::result::{Spelling, read_result};
use crate::replay::{Facts, Legality};
use crate::rules::laws::{FIFTY_MOVES, Laws};
use crate::ruling::board::{BoardEnd, board_end};
use crate::ruling::declared::Declared;
use crate::ruling::{Basis, Ruling, Termination};

/// Lichess ends a game as a draw at this many half-moves (scalachess, maximum number of plies).
const LICHESS_PLY_LIMIT: u32 = 600;

/// Rules on a game. `token` is the result at the end of its movetext.
pub fn rule(facts: &Facts, claims: &Claims<'_>, token: Option<Outcome>, laws: &Laws) -> Ruling {
    let mut findings = Findings::NONE;
    let outcome = declared_outcome(claims, token, &mut findings);
    let declared = Declared::read(claims);
    if let (Some(white), Some(black)) = (claims.get(TextTag::White), claims.get(TextTag::Black)) {
        findings.insert_if(Finding::SelfPlay, white == black);
    }
    findings.insert_if(Finding::Unfinished, outcome == Some(Outcome::Unknown));

    let end = board_end(facts, laws);
    let (termination, basis, result) = match end {
        Some(end) => {
            findings.extend(contradictions(&end, outcome, declared));
            (end.termination, Some(Basis::Board), Some(end.result))
        }
        None => by_declaration(declared, outcome).unwrap_or_else(|| by_exclusion(facts, claims, outcome)),
    };
    let plies_after_end = facts.last_position.map(|_| end.map_or(0, |end| facts.claimed_plies - end.ply));
    findings.insert_if(Finding::PlayedAfterEnd, plies_after_end.is_some_and(|plies| plies > 0));
    Ruling { termination, basis, result, declared: outcome, plies_after_end, findings }
}

/// The declared result: that of the movetext, or else of the tag.
fn declared_outcome(claims: &Claims<'_>, token: Option<Outcome>, findings: &mut Findings) -> Option<Outcome> {
    let tag = claims.get(TextTag::Result).and_then(|result| read_result(result.trim().as_bytes()));
    findings.insert_if(Finding::OddResult, matches!(tag, Some((_, Spelling::Odd))));
    findings.insert_if(Finding::MissingResult, token.is_none());
    let tag = tag.map(|(outcome, _)| outcome);
    findings.insert_if(Finding::ResultTagDiffers, token.is_some() && tag.is_some() && token != tag);
    token.or(tag)
}

/// How the file contradicts what the board proves.
fn contradictions(end: &BoardEnd, outcome: Option<Outcome>, declared: Option<Declared>) -> Findings {
    let mut findings = Findings::NONE;
    let differs = outcome.is_some_and(|outcome| outcome != Outcome::Unknown && outcome != end.result);
    findings.insert_if(Finding::ResultContradictsBoard, differs);
    let agrees = match declared {
        None | Some(Declared::Normal | Declared::Other) => true,
        Some(Declared::InsufficientMaterial) => end.termination == Termination::InsufficientMaterial,
        Some(
            Declared::TimeForfeit
            | Declared::Abandoned
            | Declared::RulesInfraction
            | Declared::Adjudication
            | Declared::Unterminated
            | Declared::Unplayed,
        ) => false,
    };
    findings.insert_if(Finding::TerminationContradictsBoard, !agrees);
    findings
}

type Verdict = (Termination, Option<Basis>, Option<Outcome>);

const NOTHING: Verdict = (Termination::Unknown, None, None);

/// What the `Termination` tag decides, if it says more than `Normal`.
fn by_declaration(declared: Option<Declared>, outcome: Option<Outcome>) -> Option<Verdict> {
    let known = outcome.filter(|outcome| *outcome != Outcome::Unknown);
    let (termination, result) = match declared? {
        Declared::Normal => return None,
        Declared::TimeForfeit if known == Some(Outcome::Draw) => (Termination::TimeForfeitDrawn, known),
        Declared::TimeForfeit => (Termination::TimeForfeit, known),
        Declared::Abandoned => (Termination::Abandoned, known),
        Declared::RulesInfraction => (Termination::RulesInfraction, known),
        Declared::Adjudication => (Termination::Adjudication, known),
        Declared::Unterminated => (Termination::Unterminated, None),
        // A claim that the player still to move could not lose: it need not be seen on the board (Lichess, status 39).
        Declared::InsufficientMaterial if known == Some(Outcome::Draw) => {
            (Termination::InsufficientMaterial, known)
        }
        Declared::Unplayed => (Termination::Unplayed, None),
        // Something was said, so nothing can be inferred from silence.
        Declared::InsufficientMaterial | Declared::Other => return Some(NOTHING),
    };
    Some((termination, Some(Basis::Tag), result))
}

/// What is left when nothing is proven and nothing else is said.
fn by_exclusion(facts: &Facts, claims: &Claims<'_>, outcome: Option<Outcome>) -> Verdict {
    let inferred = |termination, result| (termination, Some(Basis::Inferred), result);
    let whole = facts.legality == Legality::Legal;
    match outcome {
        Some(Outcome::Unknown) => inferred(Termination::Unterminated, None),
        Some(Outcome::WhiteWins | Outcome::BlackWins) if whole && facts.plies > 0 => {
            inferred(Termination::Resignation, outcome)
        }
        Some(Outcome::Draw) if whole && facts.plies > 0 => inferred(how_drawn(facts, claims), outcome),
        Some(
            Outcome::WhiteWins
            | Outcome::BlackWins
            | Outcome::Draw
            | Outcome::BothLose
            | Outcome::WhiteHalf
            | Outcome::BlackHalf,
        )
        | None => NOTHING,
    }
}

/// A draw that the board doesn't force: claimed if the last position allowed it (9.2, 9.3), else a site's limit, else agreed.
fn how_drawn(facts: &Facts, claims: &Claims<'_>) -> Termination {
    let clock = facts.last_position.map_or(0, |position| position.halfmove_clock());
    let is_lichess = claims.get(TextTag::Site).is_some_and(|site| site.contains("lichess.org/"));
    if facts.last_repetition >= 3 {
        Termination::ThreefoldRepetition
    } else if clock >= FIFTY_MOVES {
        Termination::FiftyMoves
    } else if is_lichess && facts.plies >= LICHESS_PLY_LIMIT {
        Termination::PlyLimit
    } else {
        Termination::Agreement
    }
}

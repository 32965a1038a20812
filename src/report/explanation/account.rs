//! The account of one game: judged anew by every means, with all that the ruling rests on.

use crate::chess::board::Board;
use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::finding::{FINDINGS, FindingInfo, Findings, Severity};
use crate::pgn::claims::{Claims, NumberTag, TextTag};
use crate::pgn::dialect::Dialect;
use crate::pipeline::find::FoundGame;
use crate::replay::{Legality, Replayer, Way};
use crate::report::explanation::evidence::{Dossier, Item, Place};
use crate::report::explanation::sentence::Ruled;
use crate::report::explanation::words;
use crate::report::prospect::Prospect;
use crate::rules::laws::{Laws, Profile};
use crate::rules::timeout;
use crate::rules::winnable::effort::Effort;
use crate::rules::winnable::solver::Solver;
use crate::ruling::{Basis, Judge, Judged, Judgement, Ruling, Termination};

/// A game's ruling, and what it rests on.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub(super) source_file: String,
    pub(super) game_index: Option<u64>,
    pub(super) game_id: Option<String>,
    pub(super) dialect: Dialect,
    pub(super) first: Place,
    pub(super) last: Place,
    pub(super) byte_length: u64,
    pub(super) players: [Player; 2],
    /// Event, site, round and date, where the tags tell them.
    pub(super) occasion: Vec<(&'static str, String)>,
    pub(super) profile: Profile,
    pub(super) laws: String,
    pub(super) ruling: Ruling,
    pub(super) sentence: String,
    pub(super) evidence: Vec<Item>,
    pub(super) conflicts: Vec<&'static FindingInfo>,
    pub(super) notes: Vec<&'static FindingInfo>,
    pub(super) moment: Option<Moment>,
    pub(super) power: Option<Power>,
}

/// A player, as the tags have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Player {
    pub(super) name: Option<String>,
    pub(super) rating: Option<i16>,
}

/// The position in which the game was decided.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) ply: u32,
    pub(super) after: String,
    pub(super) fen: String,
    pub(super) board: Board,
}

/// Who could still mate, where the ruling hangs on it, and what the sites' tests of material say of the same.
#[derive(Clone, Debug)]
pub(super) struct Power {
    pub(super) prospects: Vec<Prospect>,
    /// By the tests of Lichess and of chess.com; none where no flag fell.
    pub(super) tests: Option<[bool; 2]>,
}

/// Judges a game and explains the ruling. It is one game, so all questions are asked by every means, as `audit --exact` does.
pub fn explain(source_file: &str, found: &FoundGame, laws: Profile, site: Option<Dialect>) -> Explanation {
    let mut game_findings = found.game.findings;
    let mut claims = Claims::default();
    claims.read(&found.bytes, &found.game.tags, &mut game_findings);
    let mut replayer = Replayer::default();
    let facts = replayer.replay(&found.bytes, found.offset, &found.game, &claims);
    let start = replayer.start(&claims);
    let judgement = Judgement { laws, site, effort: Effort::Exact };
    let mut judge = Judge::with_solver(judgement, Solver::remembering(Effort::Exact));
    let Judged { evidence, control, clocks, prospects, ruling } =
        judge.judge(&found.bytes, &found.game, &claims, &facts, || {
            start.map(|start| Way::find(&start, &found.game.moves))
        });
    let mut solver = judge.into_solver();
    let in_force = laws.in_force_on(claims.day());
    let dossier = Dossier {
        found,
        claims: &claims,
        facts: &facts,
        prospects: &prospects,
        evidence: &evidence,
        control,
        clocks: &clocks,
        start,
    };
    let opponent = opponent(&dossier, &ruling);
    let power = power(&mut solver, &dossier, &ruling, in_force, opponent);
    let can_mate = Color::ALL.map(|side| {
        let asked = power.iter().flat_map(|power| &power.prospects).find(|prospect| prospect.side == side);
        asked.map_or(prospects.can_win(side), |prospect| prospect.can_win)
    });
    let sentence =
        Ruled { dossier: &dossier, ruling: &ruling, laws: in_force, opponent, can_mate }.sentence();
    let mut findings = game_findings;
    findings.extend(facts.findings);
    findings.extend(ruling.findings);
    let span = found.game.span.clone();
    Explanation {
        source_file: source_file.to_owned(),
        game_index: found.game_index,
        game_id: claims.game_id().map(str::to_owned),
        dialect: evidence.dialect,
        first: dossier.place(span.start),
        last: dossier.place(span.end.saturating_sub(1)),
        byte_length: span.len() as u64,
        players: [
            player(&claims, TextTag::White, NumberTag::WhiteElo),
            player(&claims, TextTag::Black, NumberTag::BlackElo),
        ],
        occasion: occasion(&claims),
        profile: laws,
        laws: words::laws(laws, in_force, claims.day().is_some()),
        sentence,
        evidence: dossier.items(in_force, dossier.end(&ruling)),
        conflicts: of_severity(findings, |severity| severity == Severity::Conflict),
        notes: of_severity(findings, |severity| severity != Severity::Conflict),
        moment: moment(&dossier, &ruling),
        power,
        ruling,
    }
}

fn player(claims: &Claims<'_>, name: TextTag, rating: NumberTag) -> Player {
    Player { name: claims.get(name).map(str::to_owned), rating: claims.number(rating) }
}

fn occasion(claims: &Claims<'_>) -> Vec<(&'static str, String)> {
    let tags = [
        ("Event", TextTag::Event),
        ("Site", TextTag::Site),
        ("Date", TextTag::Date),
        ("Round", TextTag::Round),
        ("Variant", TextTag::Variant),
        ("TimeControl", TextTag::TimeControl),
    ];
    tags.into_iter().filter_map(|(name, tag)| Some((name, claims.get(tag)?.to_owned()))).collect()
}

fn of_severity(findings: Findings, is_meant: fn(Severity) -> bool) -> Vec<&'static FindingInfo> {
    FINDINGS.iter().filter(|info| findings.contains(info.finding) && is_meant(info.severity)).collect()
}

/// The side whose power to mate a ruling hangs on: who gains by the other's flag or resignation. Of a draw on time only the clock of the
/// player to move can have run out, unless that would be no draw and the other way round it is one; and nobody's power counts where both
/// flags fell.
fn opponent(dossier: &Dossier<'_>, ruling: &Ruling) -> Option<Color> {
    let is_on_time = match ruling.termination {
        Termination::TimeForfeit | Termination::TimeForfeitDrawn => true,
        Termination::Resignation => false,
        _ => return None,
    };
    if dossier.both_flags_fell() {
        return None;
    }
    let said = match ruling.basis {
        Some(Basis::Tag) => dossier.evidence.tag.as_ref(),
        Some(Basis::Comment) => dossier.evidence.comment.as_ref(),
        Some(Basis::Board | Basis::Clock | Basis::Inferred) | None => None,
    };
    let declared = ruling.declared.filter(|outcome| *outcome != Outcome::Unknown);
    let said = said.and_then(|said| said.outcome);
    match (is_on_time, declared.or(said).or(ruling.result).and_then(Outcome::winner)) {
        (_, Some(side)) => Some(side),
        (false, None) => None,
        (true, None) => said.and_then(Outcome::winner).or_else(|| waiting(dossier, ruling)),
    }
}

/// Who gains by a flag that fell, where nobody says whose it was.
fn waiting(dossier: &Dossier<'_>, ruling: &Ruling) -> Option<Color> {
    let facts = dossier.facts;
    let waiting = !facts.last_position.filter(|_| facts.legality == Legality::Legal)?.turn();
    let can_win = |side| dossier.prospects.can_win(side);
    let is_drawn = ruling.result == Some(Outcome::Draw);
    let is_other = is_drawn && can_win(waiting) == Some(true) && can_win(!waiting) == Some(false);
    Some(if is_other { !waiting } else { waiting })
}

/// Where the board ended the game, or else the last position.
fn moment(dossier: &Dossier<'_>, ruling: &Ruling) -> Option<Moment> {
    let ply = dossier.end(ruling).unwrap_or(dossier.facts.plies);
    let position = dossier.position(ply)?;
    Some(Moment { ply, after: dossier.move_name(ply), fen: position.fen(), board: *position.board() })
}

fn power(
    solver: &mut Solver,
    dossier: &Dossier<'_>,
    ruling: &Ruling,
    laws: &Laws,
    opponent: Option<Color>,
) -> Option<Power> {
    let last = dossier.facts.last_position?;
    let mut ask = |side| Prospect::ask(solver, &last, side);
    match ruling.termination {
        Termination::TimeForfeit | Termination::TimeForfeitDrawn => {
            let side = opponent?;
            let board = last.board();
            let tests = [timeout::lichess_can_mate(board, side), timeout::chesscom_can_mate(board, side)];
            Some(Power { prospects: vec![ask(side)], tests: Some(tests) })
        }
        Termination::Resignation if laws.resignation_needs_mate => {
            Some(Power { prospects: vec![ask(opponent?)], tests: None })
        }
        Termination::InsufficientMaterial if ruling.basis == Some(Basis::Board) => None,
        Termination::InsufficientMaterial if dossier.facts.legality != Legality::Legal => None,
        Termination::DeadPosition | Termination::InsufficientMaterial => {
            Some(Power { prospects: Color::ALL.map(ask).to_vec(), tests: None })
        }
        _ => None,
    }
}

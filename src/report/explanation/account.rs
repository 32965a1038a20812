//! The account of one game: judged anew by every means, with all that the ruling rests on.

use crate::chess::board::Board;
use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::finding::{FINDINGS, FindingInfo, Findings, Severity};
use crate::pgn::claims::{Claims, NumberTag, TextTag};
use crate::pgn::dialect::Dialect;
use crate::pgn::said::Ending;
use crate::pipeline::find::FoundGame;
use crate::replay::{Prospects, Replayer, Way};
use crate::report::explanation::evidence::{Dossier, Item, Place};
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
    // Where both flags fell neither side's power to mate counts.
    let both_fell = [&evidence.tag, &evidence.comment]
        .into_iter()
        .flatten()
        .any(|said| said.ending == Ending::BothFlagsFell);
    let turn = facts.last_position.map(|position| position.turn());
    let opponent = if both_fell { None } else { opponent(&ruling, turn, &prospects) };
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
        sentence: words::ruling(ruling.termination, ruling.result, opponent),
        evidence: dossier.items(),
        conflicts: of_severity(findings, |severity| severity == Severity::Conflict),
        notes: of_severity(findings, |severity| severity != Severity::Conflict),
        moment: moment(&dossier, &ruling),
        power: power(&mut solver, &dossier, &ruling, in_force, opponent),
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
/// player to move can have run out, unless that would be no draw and the other way round it is one.
fn opponent(ruling: &Ruling, turn: Option<Color>, prospects: &Prospects) -> Option<Color> {
    let declared = match ruling.declared.or(ruling.result) {
        Some(Outcome::WhiteWins) => Some(Color::White),
        Some(Outcome::BlackWins) => Some(Color::Black),
        _ => None,
    };
    match ruling.termination {
        Termination::TimeForfeit | Termination::TimeForfeitDrawn => declared.or_else(|| {
            let waiting = !turn?;
            let is_drawn = ruling.result == Some(Outcome::Draw);
            let (can, other_can) = (prospects.can_win(waiting), prospects.can_win(!waiting));
            Some(if is_drawn && can == Some(true) && other_can == Some(false) { !waiting } else { waiting })
        }),
        Termination::Resignation => declared,
        _ => None,
    }
}

/// Where the board ended the game, or else the last position.
fn moment(dossier: &Dossier<'_>, ruling: &Ruling) -> Option<Moment> {
    let facts = dossier.facts;
    let ply = match (ruling.basis, ruling.plies_after_end) {
        (Some(Basis::Board), Some(after)) => facts.claimed_plies.saturating_sub(after).min(facts.plies),
        _ => facts.plies,
    };
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
        Termination::DeadPosition => Some(Power { prospects: Color::ALL.map(ask).to_vec(), tests: None }),
        _ => None,
    }
}

//! One game before the judge: evidence heard, the solver asked, a ruling given.

use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::finding::Finding;
use crate::pgn::annotations::clocks::Clocks;
use crate::pgn::annotations::time_control::TimeControl;
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::dialect::Dialect;
use crate::pgn::endings::evidence::Evidence;
use crate::pgn::game_text::GameText;
use crate::pgn::origin::Origin;
use crate::replay::{Facts, Prospects, Way};
use crate::rules::laws::Profile;
use crate::rules::winnable::effort::Effort;
use crate::rules::winnable::gate::Scrutiny;
use crate::rules::winnable::solver::Solver;
use crate::rules::winnable::statistics::Statistics;
use crate::ruling::Ruling;
use crate::ruling::case::{Case, claim_depends_on, clocks_matter, is_about_time};
use crate::ruling::inquiry::{Inquiry, Stakes};
use crate::ruling::rule::{rule, tagged_result};
use crate::stats::agreed_time::Meaning;
use crate::stats::berserk::{berserk, may_lack_increment};
use crate::stats::clocks::{ClockStats, have_run_out};

/// By which rules and with how much effort games are ruled on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// The Laws.
    pub laws: Profile,
    /// Who wrote the games, where that is known.
    pub site: Option<Dialect>,
    /// How hard it is tried to find out who could still mate.
    pub effort: Effort,
}

/// Rules on games, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    judgement: Judgement,
    inquiry: Inquiry,
    clocks: Clocks,
}

/// What became of one game.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What the file says of the end.
    pub evidence: Evidence,
    /// By what time it was played: the tag's, as the clocks let it be read.
    pub control: Option<TimeControl>,
    /// What the clocks show: White's, Black's.
    pub clocks: [ClockStats; 2],
    /// Who could still mate.
    pub prospects: Prospects,
    /// How it ended.
    pub ruling: Ruling,
}

impl Judge {
    /// A judge who rules so.
    pub fn new(judgement: Judgement) -> Judge {
        Judge { judgement, inquiry: Inquiry::new(judgement.effort), clocks: Clocks::default() }
    }

    /// The clock's reading at each ply of the game judged last.
    pub const fn readings(&self) -> &Clocks {
        &self.clocks
    }

    /// The same with a solver of the caller's, whose effort counts.
    pub fn with_solver(judgement: Judgement, solver: Solver) -> Judge {
        Judge { judgement, inquiry: Inquiry::with_solver(solver), clocks: Clocks::default() }
    }

    /// The solver, with what it remembers.
    pub fn into_solver(self) -> Solver {
        self.inquiry.into_solver()
    }

    /// What the solver was asked so far.
    pub const fn statistics(&self) -> &Statistics {
        self.inquiry.statistics()
    }

    /// Rules on a game. `bytes` are those that `game` was read from; `way` gives its moves, which are asked for
    /// only where the plies of a dead position are to be found.
    pub fn judge(
        &mut self,
        bytes: &[u8],
        game: &GameText,
        claims: &Claims<'_>,
        facts: &Facts,
        way: impl FnOnce() -> Option<Way>,
    ) -> Judged {
        let evidence = Evidence::read(bytes, game, claims, self.judgement.site);
        let (tag, comment) = (evidence.tag.as_ref(), evidence.comment.as_ref());
        let turn = facts.last_position.map(|position| position.turn());
        let declared = game.result.or_else(|| tagged_result(claims).map(|(outcome, _)| outcome));
        let urgent = turn.and_then(|turn| claim_depends_on(tag, comment, declared, turn));
        self.clocks.read(bytes, game);
        let first = claims.first_to_move();
        let written = claims.get(TextTag::TimeControl).and_then(TimeControl::parse);
        let mut clocks = ClockStats::of_both(&self.clocks, first, || written);
        let origin = || Origin::of(claims, evidence.dialect);
        let meaning = written.map(|written| Meaning::of(&written, &self.clocks, origin));
        let control = written.zip(meaning).map(|(written, meaning)| meaning.apply(written));
        let has_run_out =
            if clocks_matter(tag) { have_run_out(&self.clocks, first, game.moves.len()) } else { [false; 2] };
        let is_about_time = is_about_time(tag) || is_about_time(comment) || has_run_out != [false; 2];
        let scrutiny = if is_about_time { Scrutiny::Close } else { Scrutiny::Cursory };
        let stakes = Stakes { scrutiny, urgent, winner: declared.and_then(Outcome::winner) };
        let prospects = self.inquiry.ask(facts, way, &game.moves, stakes);
        let mut ruling = rule(&Case {
            facts,
            prospects: &prospects,
            claims,
            token: game.result,
            tag,
            comment,
            has_run_out,
            is_lichess: evidence.dialect == Dialect::Lichess,
            laws: self.judgement.laws.in_force_on(claims.day()),
        });
        if control.is_some_and(|control| may_lack_increment(&clocks, claims, &control)) {
            let berserk = berserk(&clocks, claims, evidence.dialect, control);
            for side in Color::ALL.into_iter().filter(|side| berserk[side.index()] == Some(true)) {
                clocks[side.index()].recount_without_increment(&self.clocks, first, side);
            }
        }
        let is_contradicted = meaning == Some(Meaning::Contradicted);
        ruling.findings.insert_if(Finding::TimeControlContradictsClocks, is_contradicted);
        let any = |odd: fn(&ClockStats) -> u32| clocks.iter().any(|side| odd(side) > 0);
        ruling.findings.insert_if(Finding::ClockIncreased, any(|side| side.increased));
        ruling.findings.insert_if(Finding::ClockNegative, any(|side| side.negative));
        Judged { evidence, control, clocks, prospects, ruling }
    }
}

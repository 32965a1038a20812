//! The moves of one game made one after the other: the loop in which the program spends its time.
//!
//! Owns what is counted on the way. It is compiled twice, for processors that extract bits fast and for the rest.

use crate::chess::Key;
#[cfg(target_arch = "x86_64")]
use crate::chess::abreast::{Abreast, Counted};
#[cfg(target_arch = "x86_64")]
use crate::chess::pext::Pext;
use crate::chess::piece::Color;
use crate::chess::played::{Played, mix};
use crate::chess::position::Position;
use crate::chess::resolve::SanError;
use crate::chess::san::San;
use crate::chess::sliders::{Hyperbola, Sliders};
use crate::finding::{Finding, Findings};
use crate::replay::ColorFacts;
use crate::rules::laws::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use crate::rules::material;
use crate::rules::repetition::Repetitions;

/// How sliding attacks are looked up on this processor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method {
    #[cfg(target_arch = "x86_64")]
    Pext(Pext),
    Hyperbola(Hyperbola),
}

impl Method {
    pub(super) fn detect() -> Method {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = Pext::detect() {
            return Method::Pext(pext);
        }
        Method::portable()
    }

    /// For the few games that are replayed singly where others are replayed abreast, the tables of the fast look-up are not worth their
    /// making (3 ms).
    pub(super) fn for_few() -> Method {
        #[cfg(target_arch = "x86_64")]
        if Abreast::detect().is_some() {
            return Method::portable();
        }
        Method::detect()
    }

    /// The way of processors that extract no bits.
    pub(super) const fn portable() -> Method {
        Method::Hyperbola(Hyperbola)
    }
}

/// A game under way: the position, and what was counted up to it.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) position: Position,
    pub(super) plies: u32,
    /// By colour: captures in the lower half, checks in the upper.
    tally: [u64; 2],
    colors: [ColorFacts; 2],
    pub(super) max_halfmove_clock: u32,
    pub(super) fifty_move_ply: Option<u32>,
    pub(super) seventy_five_move_ply: Option<u32>,
    pub(super) insufficient_material_ply: Option<u32>,
    pub(super) moves_key: Key,
    /// How many plies carry a mate mark.
    mate_marks: u32,
    /// Bits of [`San`] that were set where they should not be, and left out where they should.
    wrong_marks: u32,
    missing_marks: u32,
    findings: Findings,
}

impl Course {
    pub(super) fn new(start: &Position, repetitions: &mut Repetitions) -> Course {
        repetitions.start(start.key());
        let mut course = Course {
            position: *start,
            plies: 0,
            tally: [0; 2],
            colors: [ColorFacts::default(); 2],
            max_halfmove_clock: 0,
            fifty_move_ply: None,
            seventy_five_move_ply: None,
            insufficient_material_ply: None,
            moves_key: start.key(),
            mate_marks: 0,
            wrong_marks: 0,
            missing_marks: 0,
            findings: Findings::NONE,
        };
        course.note_clock();
        course.note_material();
        course
    }

    /// A game of which a lane has kept count: legal. What has a ply of its own is for the caller to add.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn counted(
        position: Position,
        plies: u32,
        counted: &Counted,
        colors: [ColorFacts; 2],
        mut findings: Findings,
    ) -> Course {
        findings.insert_if(Finding::NeedlessDisambiguation, counted.needless_origin);
        Course {
            position,
            plies,
            tally: [0, 1]
                .map(|color| u64::from(counted.captures[color]) | u64::from(counted.checks[color]) << 32),
            colors,
            max_halfmove_clock: counted.highest_clock,
            fifty_move_ply: None,
            seventy_five_move_ply: None,
            insufficient_material_ply: None,
            moves_key: counted.moves_key,
            mate_marks: counted.mate_marks,
            wrong_marks: counted.wrong_marks,
            missing_marks: counted.missing_marks,
            findings,
        }
    }

    /// Makes moves until one can't be made; says why.
    pub(super) fn follow(
        &mut self,
        method: Method,
        moves: &[San],
        repetitions: &mut Repetitions,
    ) -> Option<SanError> {
        match method {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Method::Pext(pext) => {
                // SAFETY: a `Pext` exists only where `Pext::available` has found all the features that the function asks for.
                unsafe { self.follow_with_pext(pext, moves, repetitions) }
            }
            Method::Hyperbola(hyperbola) => self.follow_with(hyperbola, moves, repetitions),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn follow_with_pext(
        &mut self,
        pext: Pext,
        moves: &[San],
        repetitions: &mut Repetitions,
    ) -> Option<SanError> {
        self.follow_with(pext, moves, repetitions)
    }

    #[inline(always)]
    fn follow_with<S: Sliders>(
        &mut self,
        sliders: S,
        moves: &[San],
        repetitions: &mut Repetitions,
    ) -> Option<SanError> {
        let mut moves = moves.iter().copied();
        if self.position.turn() == Color::Black
            && let Err(error) = self.step::<S, false>(sliders, moves.next()?, repetitions)
        {
            return Some(error);
        }
        loop {
            if let Err(error) = self.step::<S, true>(sliders, moves.next()?, repetitions) {
                return Some(error);
            }
            if let Err(error) = self.step::<S, false>(sliders, moves.next()?, repetitions) {
                return Some(error);
            }
        }
    }

    /// One ply of the player named.
    #[inline(always)]
    fn step<S: Sliders, const WHITE: bool>(
        &mut self,
        sliders: S,
        san: San,
        repetitions: &mut Repetitions,
    ) -> Result<(), SanError> {
        let color = if WHITE { 0 } else { 1 };
        let needless = san.names_origin() && self.position.has_needless_origin(san);
        let played = self.position.play_san_as::<S, WHITE>(sliders, san)?;
        self.plies += 1;
        if needless {
            self.findings.insert(Finding::NeedlessDisambiguation);
        }
        self.tally[color] += tally_of(played);
        self.moves_key = mix(self.moves_key, played.move_bits());
        self.note_marks(san, played);
        if played.is_rare() {
            note_rare(&mut self.colors[color], &mut self.findings, san, played, self.plies);
        }
        repetitions.push(self.position.key(), played.is_irreversible());
        self.note_clock();
        self.note_material();
        Ok(())
    }

    #[inline(always)]
    fn note_clock(&mut self) {
        let clock = self.position.halfmove_clock();
        self.max_halfmove_clock = self.max_halfmove_clock.max(clock);
        if clock >= FIFTY_MOVES {
            self.fifty_move_ply.get_or_insert(self.plies);
            if clock >= SEVENTY_FIVE_MOVES {
                self.seventy_five_move_ply.get_or_insert(self.plies);
            }
        }
    }

    #[inline(always)]
    fn note_material(&mut self) {
        if material::is_insufficient(self.position.board()) {
            self.insufficient_material_ply.get_or_insert(self.plies);
        }
    }

    #[inline(always)]
    fn note_marks(&mut self, san: San, played: Played) {
        let written = san.bits();
        let differs = (written & (San::CAPTURE_BIT | San::CHECK_BIT)) ^ played.marks_due();
        if differs != 0 {
            self.note_differing_marks(differs, written);
        }
        // Whether there is mate only the last ply can tell.
        self.mate_marks += (written / San::MATE_BIT) & 1;
    }

    #[cold]
    fn note_differing_marks(&mut self, differs: u32, written: u32) {
        self.wrong_marks |= differs & written;
        self.missing_marks |= differs & !written;
    }

    /// What each colour did.
    pub(super) fn colors(&self) -> [ColorFacts; 2] {
        [0, 1].map(|color| ColorFacts {
            captures: self.tally[color] as u32,
            checks: (self.tally[color] >> 32) as u32,
            ..self.colors[color]
        })
    }

    /// What is odd about the notation, once it is known whether the last of the plies made mates.
    pub(super) fn findings(&self, last: Option<San>, is_checkmate: bool) -> Findings {
        let mut findings = self.findings;
        let mate_mark_last = last.is_some_and(San::is_mate);
        let wrong_mate = self.mate_marks > u32::from(mate_mark_last && is_checkmate);
        let missing_mate = is_checkmate && last.is_some() && !mate_mark_last;
        findings.insert_if(Finding::NeedlessCaptureMark, self.wrong_marks & San::CAPTURE_BIT != 0);
        findings.insert_if(Finding::MissingCaptureMark, self.missing_marks & San::CAPTURE_BIT != 0);
        findings.insert_if(Finding::WrongCheckMark, self.wrong_marks & San::CHECK_BIT != 0 || wrong_mate);
        findings
            .insert_if(Finding::MissingCheckMark, self.missing_marks & San::CHECK_BIT != 0 || missing_mate);
        findings
    }
}

/// Notes what a move did that most moves don't.
#[cold]
pub(super) fn note_rare(facts: &mut ColorFacts, findings: &mut Findings, san: San, played: Played, ply: u32) {
    facts.promotions += u32::from(played.is_promotion());
    facts.en_passants += u32::from(played.is_en_passant());
    if let Some(side) = played.castling() {
        facts.castling = Some((side, ply));
    }
    findings.insert_if(Finding::CastlingWithZeros, san.has_zeros());
    findings.insert_if(Finding::OddPromotion, san.has_odd_promotion());
    findings.insert_if(Finding::OddNotation, san.has_odd_notation());
}

/// A capture as 1, a check as 2^32.
#[inline(always)]
fn tally_of(played: Played) -> u64 {
    u64::from(played.is_capture()) | u64::from(played.is_check()) << 32
}

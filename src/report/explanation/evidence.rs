//! What a game's ruling rests on, piece by piece, each with its place in the file.
//!
//! Owns the order, that in which evidence counts: the board, the tags, the closing comment, the clocks, the declared results.

use std::borrow::Cow;
use std::ops::Range;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::finding::Findings;
use crate::pgn::annotations::time_control::TimeControl;
use crate::pgn::claims::Claims;
use crate::pgn::endings::evidence::Evidence;
use crate::pgn::said::{Ending, Said, Source};
use crate::pgn::tags::{TagPair, decode};
use crate::pipeline::find::{FoundGame, line_ends};
use crate::replay::{Facts, Legality, Prospects};
use crate::report::explanation::words::{fault, meaning};
use crate::rules::laws::Laws;
use crate::ruling::{Basis, Ruling};
use crate::stats::berserk::berserk;
use crate::stats::clocks::ClockStats;

/// More of a comment or a tag than anybody wrote about a game's end.
const LONGEST_TEXT: usize = 300;

/// Where something stands in the decompressed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// Bytes from the file's start.
    pub(super) offset: u64,
    /// Its line, 1 for the first; none where lines were not counted.
    pub(super) line: Option<u64>,
}

/// One piece of evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Item {
    /// What kind it is: `board`, `tag`, `comment`, `clock`, `result_tag`, `result_token`.
    pub(super) kind: &'static str,
    /// Where it stands.
    pub(super) place: Option<Place>,
    /// As it is written in the file; none for what the board shows.
    pub(super) written: Option<String>,
    /// What it says.
    pub(super) says: String,
}

/// All that was found out about one game.
pub(super) struct Dossier<'a> {
    pub(super) found: &'a FoundGame,
    pub(super) claims: &'a Claims<'a>,
    pub(super) facts: &'a Facts,
    pub(super) prospects: &'a Prospects,
    pub(super) evidence: &'a Evidence,
    pub(super) control: Option<TimeControl>,
    pub(super) clocks: &'a [ClockStats; 2],
    pub(super) start: Option<Position>,
}

impl Dossier<'_> {
    /// The place of a byte of the text that was read.
    pub(super) fn place(&self, at: usize) -> Place {
        let before = &self.found.bytes[..at.min(self.found.bytes.len())];
        Place {
            offset: self.found.offset + at as u64,
            line: self.found.line.map(|line| line + line_ends(before)),
        }
    }

    /// The position after so many half-moves.
    pub(super) fn position(&self, ply: u32) -> Option<Position> {
        let mut position = self.start?;
        for san in self.found.game.moves.iter().take(ply.min(self.facts.plies) as usize) {
            match position.resolve(*san) {
                Ok(mv) => position.play_unchecked(mv),
                Err(_) => break,
            }
        }
        Some(position)
    }

    /// A half-move with its number, as `34... Kd7`; `the start` for none.
    pub(super) fn move_name(&self, ply: u32) -> String {
        let name = || {
            let index = ply.checked_sub(1)?;
            let before = self.position(index)?;
            let mv = before.resolve(*self.found.game.moves.get(index as usize)?).ok()?;
            let dots = dots(before.turn());
            Some(format!("{}{dots} {}", before.fullmove_number(), before.san(mv)))
        };
        name().unwrap_or_else(|| "the start".to_owned())
    }

    /// Whether words say that both flags fell: then neither side's power to mate counts.
    pub(super) fn both_flags_fell(&self) -> bool {
        let words = [&self.evidence.tag, &self.evidence.comment];
        words.into_iter().flatten().any(|said| said.ending == Ending::BothFlagsFell)
    }

    /// The ply at which the board ended the game, where it did.
    pub(super) fn end(&self, ruling: &Ruling) -> Option<u32> {
        let after = ruling.plies_after_end.filter(|_| ruling.basis == Some(Basis::Board))?;
        Some(self.facts.claimed_plies.saturating_sub(after).min(self.facts.plies))
    }

    /// Everything that speaks about the end. `ended` is the ply at which the board ended the game.
    pub(super) fn items(&self, laws: &Laws, ended: Option<u32>) -> Vec<Item> {
        let mut items = self.board(laws, ended);
        items.extend(self.tags());
        items.extend(self.evidence.comment.as_ref().and_then(|said| self.comment(said)));
        items.extend(self.clocks());
        items.extend(self.results());
        items
    }

    fn board(&self, laws: &Laws, ended: Option<u32>) -> Vec<Item> {
        let facts = self.facts;
        let mut items = Vec::new();
        let mut note = |ply: Option<u32>, says: String| {
            let place = ply
                .and_then(|ply| ply.checked_sub(1))
                .map(|index| self.place(self.found.game.place(&self.found.bytes, index as usize).start));
            items.push(Item { kind: "board", place, written: None, says });
        };
        let Some(last) = facts.last_position else {
            return vec![self.no_start()];
        };
        let turn = last.turn();
        let after = |ply: u32| match ply {
            0 => "at the start".to_owned(),
            _ => format!("after {}", self.move_name(ply)),
        };
        let end = if facts.is_checkmate {
            format!("{turn} is checkmated")
        } else if facts.is_stalemate {
            format!("{turn} is stalemated")
        } else {
            format!("neither mate nor stalemate, {turn} to move")
        };
        note(Some(facts.plies), format!("{}: {end}", after(facts.plies)));
        if let Some(error) = &facts.error
            && facts.legality != Legality::Legal
        {
            let (ply, token) = (error.ply, self.stumbled_at().unwrap_or_default());
            note(ply, format!("{token} can't be played: {}", fault(facts.legality)));
        }
        // One line where the position is dead; a side's own where that side lost its power to mate before.
        let Prospects { white_cannot_win_ply, black_cannot_win_ply, .. } = *self.prospects;
        let dead = self.prospects.dead_position_ply();
        let insufficient = facts.insufficient_material_ply;
        let before_death = |ply: &u32| dead.is_none_or(|dead| *ply < dead);
        let claim = |ply: Option<u32>, ends: bool, article| {
            let ply = ply.filter(|ply| !ends && ended.is_none_or(|end| *ply < end));
            ply.map_or_else(String::new, |ply| self.claim(ply, article))
        };
        let threefold = claim(facts.threefold_ply, laws.threefold_ends, "9.2");
        let fifty = claim(facts.fifty_move_ply, laws.fifty_ends, "9.3");
        let firsts = [
            (insufficient, "neither side has the material to mate: the position is dead", ""),
            (
                dead.filter(|_| dead != insufficient),
                "no series of legal moves leads to mate: the position is dead",
                "",
            ),
            (white_cannot_win_ply.filter(before_death), "White can't mate any more", ""),
            (black_cannot_win_ply.filter(before_death), "Black can't mate any more", ""),
            (facts.fivefold_ply, "a position stands for the fifth time", ""),
            (facts.threefold_ply, "a position stands for the third time", &*threefold),
            (facts.seventy_five_move_ply, "seventy-five moves without capture or pawn move", ""),
            (facts.fifty_move_ply, "fifty moves without capture or pawn move", &*fifty),
        ];
        for (ply, says, claim) in firsts {
            if let Some(ply) = ply {
                note(Some(ply), format!("{}: {says}{claim}", after(ply)));
            }
        }
        items
    }

    /// Why there is no position to start from.
    fn no_start(&self) -> Item {
        let legality = self.facts.legality;
        let name = if legality == Legality::UnsupportedVariant { "Variant" } else { "FEN" };
        match self.tag(name) {
            Some(tag) => self.tag_item("board", tag, fault(legality).to_owned()),
            None => silent("board", fault(legality)),
        }
    }

    /// Who could claim a draw once the half-move `ply` was about to be made (9.2.1, 9.3.1), and who when it was made (9.2.2, 9.3.2).
    fn claim(&self, ply: u32, article: &str) -> String {
        let Some(turn) = self.position(ply).map(|position| position.turn()) else { return String::new() };
        match ply {
            0 => format!("; {turn}, to move, could claim a draw ({article})"),
            _ => {
                format!(
                    "; at ply {ply} {} could claim a draw with this move, {turn} after it ({article})",
                    !turn
                )
            }
        }
    }

    /// The move at which the replay stopped, as written and with its number.
    pub(super) fn stumbled_at(&self) -> Option<String> {
        let token = &self.facts.error.as_ref()?.token;
        let last = self.facts.last_position?;
        let dots = dots(last.turn());
        Some(format!("{}{dots} \"{}\"", last.fullmove_number(), shortened(token)))
    }

    fn tags(&self) -> Vec<Item> {
        let sources = [
            Source::Termination,
            Source::TerminationDetails,
            Source::IccResult,
            Source::LongResult,
            Source::ResultDescription,
        ];
        let heard = self.evidence.tag.as_ref();
        let tags = sources.into_iter().filter_map(|source| Some((source, self.tag(source.tag_name()?)?)));
        tags.map(|(source, tag)| {
            let says = match heard.filter(|said| said.source == source) {
                Some(said) => meaning(said),
                None => self.unheard(source, tag),
            };
            self.tag_item("tag", tag, says)
        })
        .collect()
    }

    /// Why a tag is not the one that is heard. Those with details are heard before `Termination`, the first of them that is understood.
    fn unheard(&self, source: Source, tag: &TagPair) -> String {
        let value = self.found.bytes.get(tag.value.clone()).unwrap_or_default().trim_ascii();
        if matches!(value, b"" | b"?") {
            return "says nothing".to_owned();
        }
        let details =
            self.evidence.tag.as_ref().map(|said| said.source).filter(|heard| *heard != Source::Termination);
        let heard = details.and_then(Source::tag_name);
        match heard.and_then(|name| Some((name, self.tag(name)?))) {
            Some((name, heard)) if source == Source::Termination || heard.name.start < tag.name.start => {
                format!("not heard: {name} is heard before it")
            }
            Some(_) | None => "not understood".to_owned(),
        }
    }

    fn tag(&self, name: &str) -> Option<&TagPair> {
        let found = self.found;
        found.game.tags.iter().find(|tag| found.bytes.get(tag.name.clone()) == Some(name.as_bytes()))
    }

    fn tag_item(&self, kind: &'static str, tag: &TagPair, says: String) -> Item {
        let bytes = &self.found.bytes;
        let name = String::from_utf8_lossy(&bytes[tag.name.clone()]);
        let value = decode(&bytes[tag.value.clone()], tag.escaped, &mut Findings::default());
        let written = format!("[{name} \"{}\"]", shortened(&value));
        let bracket = bytes[..tag.name.start].iter().rposition(|byte| *byte == b'[');
        let place = Some(self.place(bracket.unwrap_or(tag.name.start)));
        Item { kind, place, written: Some(written), says }
    }

    fn comment(&self, said: &Said) -> Option<Item> {
        let text = self.text(said.place.clone())?;
        let place = Some(self.place(said.place.start));
        Some(Item { kind: "comment", place, written: Some(format!("{{{text}}}")), says: meaning(said) })
    }

    fn text(&self, place: Range<usize>) -> Option<String> {
        let text = decode(self.found.bytes.get(place)?, false, &mut Findings::default()).into_owned();
        Some(shortened(text.trim()).into_owned())
    }

    fn clocks(&self) -> Vec<Item> {
        let game = &self.found.game;
        let movetext = self.found.bytes.get(game.movetext..game.span.end).unwrap_or_default();
        let last = movetext.windows(4).rposition(|bytes| bytes == b"%clk");
        let place = last.map(|at| self.place(game.movetext + at));
        let berserk = berserk(self.clocks, self.claims, self.evidence.dialect, self.control);
        let mut items = Vec::new();
        let mut note = |says| items.push(Item { kind: "clock", place, written: None, says });
        for color in Color::ALL {
            let clocks = &self.clocks[color.index()];
            if let Some(clock) = clocks.last {
                note(format!("{color}'s last reading: {}", reading(clock)));
            }
            if berserk[color.index()] == Some(true) {
                note(format!("{color} gave up half the time at the start"));
            }
            if clocks.increased > 0 {
                note(format!("{color}'s clock gained more than the increment, {} times", clocks.increased));
            }
            if clocks.negative > 0 {
                note(format!("{color}'s clock is below zero, {} times", clocks.negative));
            }
        }
        items
    }

    fn results(&self) -> Vec<Item> {
        let mut items = Vec::new();
        match self.tag("Result") {
            Some(tag) => items.push(self.tag_item("result_tag", tag, "the result by the tags".to_owned())),
            None => items.push(silent("result_tag", "no Result tag")),
        }
        let bytes = &self.found.bytes;
        match self.found.game.result_place(bytes) {
            Some(place) => items.push(Item {
                kind: "result_token",
                place: Some(self.place(place.start)),
                written: self.text(place),
                says: "the result behind the moves".to_owned(),
            }),
            None => items.push(silent("result_token", "no result behind the moves")),
        }
        items
    }
}

/// What stands between a move's number and the move.
const fn dots(turn: Color) -> &'static str {
    match turn {
        Color::White => ".",
        Color::Black => "...",
    }
}

fn silent(kind: &'static str, says: &str) -> Item {
    Item { kind, place: None, written: None, says: says.to_owned() }
}

pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A clock's reading as `1:02:03` or `1:02:03.4`.
fn reading(milliseconds: i32) -> String {
    let sign = if milliseconds < 0 { "-" } else { "" };
    let all = milliseconds.unsigned_abs();
    let (seconds, thousandths) = (all / 1000, all % 1000);
    let text = format!("{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = if thousandths == 0 { String::new() } else { format!(".{thousandths:03}") };
    text + fraction.trim_end_matches('0')
}

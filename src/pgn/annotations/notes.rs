//! All that is noted at the plies of a game beside the clocks: evaluations, the time that moves took, glyphs, draw offers.
//!
//! Owns the pass over the main line that this takes, token by token: it is made only where someone asks for what it finds.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::clock::{Clock, elapsed_before_bracket};
use super::eval::Eval;
use super::judgement::{Judgement, Mark};
use crate::chess::piece::Color;
use crate::pgn::dialect::View;
use crate::pgn::game_text::GameText;
use crate::pgn::token::{Kind, is_blank, main_line};

/// What is noted at one ply.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Note {
    /// The evaluation of the position after it: the last, if there are several.
    pub eval: Option<Eval>,
    /// The depth that was searched for it, if it is written.
    pub depth: Option<i16>,
    /// The time that it took, in milliseconds, by `%emt`: the last, if there are several.
    pub emt: Option<i64>,
    /// The same by chess.com's `%timestamp`, which counts tenths of a second.
    pub timestamp: Option<i64>,
    /// The number of its first glyph (PGN standard 8.2.3.8 and 10), written as one or as a suffix.
    pub glyph: Option<u16>,
    /// The first of its glyphs that calls it bad; without one, the first of its comments that does.
    pub mark: Option<Mark>,
}

impl Note {
    /// The time that the move took, as it is written: chess.com's own word before that of who passed its game on.
    pub fn elapsed(&self) -> Option<i64> {
        self.timestamp.or(self.emt)
    }
}

/// The notes of one game; buffers are kept from game to game.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    plies: Vec<Note>,
    draw_offers: [u32; 2],
}

impl Notes {
    /// The notes by ply, that of the first first; as many as the game's text has plies.
    pub fn plies(&self) -> &[Note] {
        &self.plies
    }

    /// How often each side offered a draw, by sentences in comments such as Lichess writes: `{ White offers draw }`. White's, Black's.
    pub const fn draw_offers(&self) -> [u32; 2] {
        self.draw_offers
    }

    /// Forgets the notes of a game.
    pub fn clear(&mut self) {
        self.plies.clear();
        self.draw_offers = [0; 2];
    }

    /// Reads the notes of a game. `bytes` are those that `game` was read from.
    pub fn read(&mut self, bytes: &[u8], game: &GameText) {
        self.clear();
        self.plies.resize(game.moves.len(), Note::default());
        let end = game.span.end.min(bytes.len());
        let mut ply = 0;
        for (at, token) in main_line(bytes, game.movetext, end) {
            let text = at..token.end;
            match token.kind {
                Kind::Move(_) => {
                    ply += 1;
                    self.note_glyph(ply, of_suffix(&bytes[text]));
                }
                Kind::Glyph => self.note_glyph(ply, of_glyph(&bytes[text])),
                Kind::Comment { .. } => self.read_comment(ply, bytes, text),
                Kind::Blank
                | Kind::Escape
                | Kind::Number
                | Kind::Dots
                | Kind::Open
                | Kind::Close
                | Kind::Symbol
                | Kind::EnPassant
                | Kind::Result(..) => {}
            }
        }
    }

    /// Turns evaluations that were written from that point of view into White's.
    pub fn show_to_white(&mut self, view: View, first_to_move: Color) {
        let blacks_first = match (view, first_to_move) {
            (View::White, _) => return,
            (View::Mover, Color::White) => 1,
            (View::Mover, Color::Black) => 0,
        };
        for note in self.plies.iter_mut().skip(blacks_first).step_by(2) {
            note.eval = note.eval.map(Eval::turned);
        }
    }

    fn note(&mut self, ply: usize) -> Option<&mut Note> {
        self.plies.get_mut(ply.checked_sub(1)?)
    }

    fn note_glyph(&mut self, ply: usize, glyph: Option<u16>) {
        if let Some(note) = self.note(ply) {
            note.glyph = note.glyph.or(glyph);
            let judgement = glyph.and_then(Judgement::of_glyph).map(Mark::Judged);
            note.mark = note.mark.or(judgement);
        }
    }

    fn read_comment(&mut self, ply: usize, bytes: &[u8], place: Range<usize>) {
        let text = inside(&bytes[place]);
        for command in memmem::find_iter(text, b"[%") {
            let command = &text[command + 2..];
            let Some(length) = command.iter().position(|byte| is_blank(*byte)) else { continue };
            let (name, value) = (&command[..length], &command[length + 1..]);
            let Some(note) = self.note(ply) else { continue };
            match name {
                b"eval" => {
                    if let Some(eval) = Eval::parse(value) {
                        (note.eval, note.depth) = (Some(eval), Eval::depth(value));
                    }
                }
                b"emt" => note.emt = elapsed_before_bracket(value).map(milliseconds).or(note.emt),
                b"timestamp" => note.timestamp = tenths(value).or(note.timestamp),
                _ => {}
            }
        }
        let mut words = without_commands(text).map(<[u8]>::trim_ascii).filter(|words| !words.is_empty());
        let Some(first) = words.next() else { return };
        if let Some(note) = self.note(ply) {
            note.mark = note.mark.or_else(|| Mark::of_comment(first));
        }
        let sentences = [first].into_iter().chain(words).flat_map(|words| words.split(ends_sentence));
        for color in sentences.filter_map(offering) {
            self.draw_offers[color.index()] = self.draw_offers[color.index()].saturating_add(1);
        }
    }
}

/// Whether a game's text may tell of a move how long it took: a search that is a tenth of reading its notes.
pub fn may_tell_times(bytes: &[u8], game: &GameText) -> bool {
    let text = bytes.get(game.movetext..game.span.end).unwrap_or_default();
    [b"%emt".as_slice(), b"%timestamp"].iter().any(|command| memmem::find(text, command).is_some())
}

fn milliseconds(clock: Clock) -> i64 {
    clock.milliseconds
}

/// The time in `21]`: tenths of a second.
fn tenths(value: &[u8]) -> Option<i64> {
    let length = value.iter().position(|byte| *byte == b']')?;
    let number = str::from_utf8(value[..length].trim_ascii()).ok()?;
    number.parse::<u32>().ok().map(|tenths| i64::from(tenths) * 100)
}

/// What stands in a comment, without its braces or its semicolon.
fn inside(comment: &[u8]) -> &[u8] {
    match comment {
        [b'{', text @ .., b'}'] | [b'{' | b';', text @ ..] => text,
        text => text,
    }
}

/// What stands before, between and behind the commands of a comment. One that is never closed takes all that is left.
fn without_commands(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut left = Some(text);
    std::iter::from_fn(move || {
        let text = left.take()?;
        let Some(start) = memmem::find(text, b"[%") else { return Some(text) };
        left = memchr(b']', &text[start..]).map(|length| &text[start + length + 1..]);
        Some(&text[..start])
    })
}

fn ends_sentence(byte: &u8) -> bool {
    matches!(byte, b'.' | b'!' | b'?' | b';' | b'(' | b')')
}

/// Who offers a draw by a sentence.
fn offering(sentence: &[u8]) -> Option<Color> {
    let mut words = sentence.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let color = match words.next()? {
        b"White" => Color::White,
        b"Black" => Color::Black,
        _ => return None,
    };
    match [(); 4].map(|()| words.next()) {
        [Some(b"offers"), Some(b"draw"), None, _] | [Some(b"offers"), Some(b"a"), Some(b"draw"), None] => {
            Some(color)
        }
        _ => None,
    }
}

/// The glyph that the marks behind a move stand for.
fn of_suffix(word: &[u8]) -> Option<u16> {
    let marks = word.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    of_marks(&word[word.len() - marks..])
}

fn of_glyph(token: &[u8]) -> Option<u16> {
    match token {
        [b'$', digits @ ..] => str::from_utf8(digits).ok()?.parse().ok(),
        marks => of_marks(marks),
    }
}

const fn of_marks(marks: &[u8]) -> Option<u16> {
    match marks {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Notes {
        let (mut game, mut notes) = (GameText::default(), Notes::default());
        game.read_next(text.as_bytes(), 0, text.len());
        notes.read(text.as_bytes(), &game);
        notes
    }

    #[test]
    fn every_note_stands_at_its_ply() {
        let notes = read(
            "{[%eval 9.9]} 1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... e5?! $2 { Inaccuracy. [%eval #-3,20] } \
             2. Nf3 $13 {[%emt 0:05]} (2. d4 {[%eval 5.0] [%emt 0:00:09]}) 2... Nc6 {[%clk 0:01:00.1][%timestamp 21]} \
             3. Bb5 !? { [%eval 0.1,9] } { [%eval 0.2] } { [%eval ?,7] } 1-0",
        );
        let evals: Vec<_> = notes.plies().iter().map(|note| note.eval).collect();
        let (a, b, c) = (Eval::Centipawns(17), Eval::Mate(-3), Eval::Centipawns(20));
        assert_eq!(evals, [Some(a), Some(b), None, None, Some(c)]);
        let depths: Vec<_> = notes.plies().iter().map(|note| note.depth).collect();
        assert_eq!(depths, [None, Some(20), None, None, None]);
        let elapsed: Vec<_> = notes.plies().iter().map(|note| note.elapsed()).collect();
        assert_eq!(elapsed, [None, None, Some(5_000), Some(2_100), None]);
        let glyphs: Vec<_> = notes.plies().iter().map(|note| note.glyph).collect();
        assert_eq!(glyphs, [None, Some(6), Some(13), None, Some(5)]);
        assert_eq!(notes.plies()[1].mark, Some(Mark::Judged(Judgement::Inaccuracy)));
    }

    #[test]
    fn a_move_has_the_mark_of_its_first_glyph_that_is_one_or_else_of_its_first_comment() {
        use Judgement::{Blunder, Inaccuracy, Mistake};
        let notes = read(
            "{Blunder. Before the first.} 1. e4 $10 $4 $2 { Inaccuracy. d4 was best. } 1... e5! $6 2. Nf3 { [%eval 0.1] Mistake. d4 was best. } \
             2... Nc6 {[%eval 0.1] [%clk 0:00:01]} { (0.1 → Mate in 3) Checkmate is now unavoidable. d6 was best. } {Blunder.} 3. Bb5 {A blunder.} *",
        );
        let marks: Vec<_> = notes.plies().iter().map(|note| note.mark).collect();
        let [blunder, inaccuracy, mistake] = [Blunder, Inaccuracy, Mistake].map(|of| Some(Mark::Judged(of)));
        assert_eq!(marks, [blunder, inaccuracy, mistake, Some(Mark::OfMate), None]);
        assert_eq!(notes.plies()[0].glyph, Some(10), "the first of all");
    }

    #[test]
    fn the_movers_view_is_turned_into_whites() {
        let text =
            "1. e4 {[%eval 30,9]} e5 {[%eval -20,9]} 2. Nf3 Nc6 {[%eval -#3,9]} 3. Bb5 {[%eval #2,9]} *";
        let evals = |view, first| {
            let mut notes = read(text);
            notes.show_to_white(view, first);
            notes.plies().iter().map(|note| note.eval).collect::<Vec<_>>()
        };
        let written = [Eval::Centipawns(30), Eval::Centipawns(-20), Eval::Mate(-3), Eval::Mate(2)].map(Some);
        let [one, two, four, five] = written;
        let turned = |eval: Option<Eval>| eval.map(Eval::turned);
        assert_eq!(evals(View::White, Color::White), [one, two, None, four, five]);
        assert_eq!(evals(View::Mover, Color::White), [one, turned(two), None, turned(four), five]);
        assert_eq!(evals(View::Mover, Color::Black), [turned(one), two, None, four, turned(five)]);
        assert_eq!(turned(four), Some(Eval::Mate(3)));
    }

    #[test]
    fn the_word_of_chess_com_goes_first_wherever_it_stands() {
        let notes = read(
            "1. e4 {[%timestamp 21][%emt 0:00:05]} e5 {[%emt 0:00:05]} {[%timestamp 22]} 2. d4 {[%emt 0:00:05]} *",
        );
        let elapsed: Vec<_> = notes.plies().iter().map(Note::elapsed).collect();
        assert_eq!(elapsed, [Some(2_100), Some(2_200), Some(5_000)]);
    }

    #[test]
    fn a_text_without_such_words_tells_no_times() {
        for (text, tells) in [
            ("1. e4 {[%emt 1.5]} *", true),
            ("1. e4 {[%clk 0:01:00][%timestamp 5]} *", true),
            ("[Event \"%emt\"]\n\n1. e4 {[%clk 0:01:00]} *", false),
        ] {
            let mut game = GameText::default();
            game.read_next(text.as_bytes(), 0, text.len());
            assert_eq!(may_tell_times(text.as_bytes(), &game), tells, "{text}");
        }
    }

    #[test]
    fn draw_offers_are_counted_for_who_makes_them() {
        let text = "1. e4 { [%clk 0:00:30] } { White offers draw } 1... e5 {Black offers draw.} 2. Nf3 {White offers draw} *";
        assert_eq!(read(text).draw_offers(), [2, 1]);
        let beside_commands = "1. e4 { [%clk 0:00:30] White offers draw } e5 {..} { Black offers draw } 2. d4 { White offers draw [%clk 0:00:29] } *";
        assert_eq!(read(beside_commands).draw_offers(), [2, 1]);
        let sentences = "1. e4 {White offers draw. Black offers\na draw!} e5 ; Black offers draw\n *";
        assert_eq!(read(sentences).draw_offers(), [1, 2]);
        let none = "1. e4 {White offers draws} e5 {White offers} {[%note White offers draw]} {[%x White offers draw} *";
        assert_eq!(read(none).draw_offers(), [0, 0]);
        assert_eq!(read("1. e4 {He said: White offers draw} {white offers draw} *").draw_offers(), [0, 0]);
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_read(text in prop::collection::vec(any::<u8>(), 0..200), start in 0usize..300, end in 0usize..300) {
            let bytes = [b"1. e4 { [%eval 0.1".as_slice(), &text, b"} 1-0"].concat();
            let (mut game, mut notes) = (GameText::default(), Notes::default());
            game.read_next(&bytes, 0, bytes.len());
            notes.read(&bytes, &game);
            let lie = GameText { span: start..end, movetext: start, ..game.clone() };
            notes.read(&bytes, &lie);
        }
    }
}

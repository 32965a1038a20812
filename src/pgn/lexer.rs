//! One game's tokens: tag pairs, then movetext.
//!
//! Owns what belongs to a game, and where a game without tags ends. The main line's moves are read into [`San`] words; variations
//! and comments are passed over. What can't be read becomes [`San::UNREADABLE`] in its place, and is never skipped. The common move is read by `words`, everything it declines by
//! `token`, and the two must agree: what one calls a blank, a number or a move, the other does too.

use std::ops::Range;

use super::game_text::GameText;
use super::lines::is_tag_line;
use super::names::{Place, TextTag};
use super::result::{Spelling, read_result};
use super::tags::read_tag;
use super::token::{Kind, Token, is_blank, skip_blanks};
use super::trailing::read_trailing;
use super::untagged::first_move;
use super::words;
use crate::chess::castling::CastlingSide;
use crate::chess::outcome::Outcome;
use crate::chess::san::San;
use crate::finding::Finding;

/// Which reader goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    /// Plain moves as words, the rest token by token.
    Words,
    /// Plain moves as words, one at a time, whatever the processor can do.
    #[cfg(test)]
    Narrow,
    /// Everything token by token: the slow twin, by which a test holds the other to the grammar.
    #[cfg(test)]
    Tokens,
}

/// Bytes of a short stretch of plain text: a block.
const SHORT: usize = 64;

impl GameText {
    /// Reads the next game of a section; `from` and `end` are offsets into `bytes`. Gives where to go on, or `None` if
    /// there is no game left between them.
    pub fn read_next(&mut self, bytes: &[u8], from: usize, end: usize) -> Option<usize> {
        self.read_next_by(Reader::Words, bytes, from, end)
    }

    /// The same by one of the readers.
    fn read_next_by(&mut self, reader: Reader, bytes: &[u8], from: usize, end: usize) -> Option<usize> {
        self.clear();
        let start = skip_blanks(bytes, from, end);
        let moves = if is_tag_line(&bytes[..end], start) {
            self.span.start = start;
            self.read_tags(bytes, start, end)
        } else {
            self.span.start = first_move(bytes, start, end)?;
            self.span.start
        };
        Some(self.read_movetext(reader, bytes, moves, end))
    }

    /// Reads on behind the header of a section, of which the pairs have been read. Gives where to go on.
    pub(super) fn read_on(&mut self, bytes: &[u8], header: Range<usize>, end: usize) -> usize {
        self.span.start = header.start;
        let moves = self.read_tags(bytes, skip_blanks(bytes, header.end, end), end);
        self.read_movetext(Reader::Words, bytes, moves, end)
    }

    /// Reads the plain moves that movetext begins with, where it is not yet known how far the section goes. Gives the place of the first
    /// thing that is not plain; no line that begins before it is a tag line.
    pub(super) fn read_plain_moves(&mut self, bytes: &[u8], movetext: usize) -> usize {
        self.movetext = movetext;
        words::read_plain_moves_of_section(bytes, movetext, self)
    }

    /// Reads on behind those, in a game that begins at `start`. Gives where to go on.
    pub(super) fn read_behind(&mut self, bytes: &[u8], start: usize, plain: usize, end: usize) -> usize {
        self.span.start = start;
        self.read_to_end(Reader::Words, bytes, plain, end)
    }

    fn read_movetext(&mut self, reader: Reader, bytes: &[u8], start: usize, end: usize) -> usize {
        self.movetext = start;
        self.read_to_end(reader, bytes, start, end)
    }

    /// Reads the movetext from `plain` on, up to where plain moves have been read.
    fn read_to_end(&mut self, reader: Reader, bytes: &[u8], plain: usize, end: usize) -> usize {
        let after = self.read_moves(reader, bytes, plain, end);
        self.settle_result(bytes);
        self.span.end =
            after - bytes[self.span.start..after].iter().rev().take_while(|byte| is_blank(**byte)).count();
        after
    }

    /// A last `0-0` is castling, unless the `Result` tag says that both sides lose.
    fn settle_result(&mut self, bytes: &[u8]) {
        let zeros = San::castle(CastlingSide::King).with(San::ZEROS_BIT, true);
        if self.result.is_some() || self.moves.last().is_none_or(|last| *last != zeros) {
            return;
        }
        let tag = self.tags.iter().find(|tag| tag.place == Place::text(TextTag::Result));
        let declared = tag.and_then(|tag| read_result(&bytes[tag.value.clone()]));
        if let Some((Outcome::BothLose, _)) = declared {
            self.moves.pop();
            self.comments.set_broken();
            self.result = Some(Outcome::BothLose);
            self.findings.insert(Finding::OddResult);
        }
    }

    fn read_tags(&mut self, bytes: &[u8], start: usize, end: usize) -> usize {
        let mut at = start;
        while bytes[at..end].first() == Some(&b'[') {
            let (pair, next) = read_tag(bytes, at, end, &mut self.findings);
            self.tags.extend(pair);
            at = skip_blanks(bytes, next, end);
        }
        at
    }

    /// Reads movetext up to the result or to `end`; gives where it ends.
    fn read_moves(&mut self, reader: Reader, bytes: &[u8], start: usize, end: usize) -> usize {
        let mut at = start;
        let mut depth = 0u32;
        let mut is_read = start > self.movetext;
        // Whether the last stretch of plain text was short: where much is annotated it doesn't pay to look far ahead.
        let mut is_broken = is_read && start - self.movetext < SHORT;
        while at < end {
            if depth == 0 && !std::mem::take(&mut is_read) {
                let from = at;
                at = match reader {
                    Reader::Words if is_broken => words::read_one_by_one(bytes, at, end, self),
                    Reader::Words => words::read_plain_moves(bytes, at, end, self),
                    #[cfg(test)]
                    Reader::Narrow => words::read_one_by_one(bytes, at, end, self),
                    #[cfg(test)]
                    Reader::Tokens => at,
                };
                is_broken = at - from < SHORT;
                if at >= end {
                    break;
                }
            }
            let token = Token::read(bytes, at, end);
            match token.kind {
                Kind::Blank | Kind::Number | Kind::Dots => {}
                Kind::Escape => self.comments.set_broken(),
                Kind::Comment { closed } => {
                    self.findings.insert_if(Finding::UnterminatedComment, !closed);
                    self.note_comment(bytes, at, &token);
                }
                Kind::Open => {
                    self.comments.set_broken();
                    depth += 1;
                }
                Kind::Close => {
                    self.findings.insert_if(Finding::StrayParenthesis, depth == 0);
                    depth = depth.saturating_sub(1);
                }
                Kind::Glyph => {}
                Kind::Symbol => self.findings.insert(Finding::SymbolForNag),
                Kind::EnPassant => self.findings.insert(Finding::OddNotation),
                Kind::Result(outcome, spelling) if depth == 0 => {
                    self.findings.insert_if(Finding::OddResult, spelling == Spelling::Odd);
                    self.result = Some(outcome);
                    return read_trailing(bytes, token.end, end, self);
                }
                Kind::Result(..) => {}
                Kind::Move(san) if depth == 0 => self.moves.push(san),
                Kind::Move(san) => {
                    self.findings.insert_if(Finding::UnreadableInVariation, san == San::UNREADABLE)
                }
            }
            at = token.end;
        }
        self.findings.insert_if(Finding::UnterminatedVariation, depth > 0);
        end
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_all(reader: Reader, bytes: &[u8], end: usize) -> Vec<GameText> {
        let mut games = Vec::new();
        let mut game = GameText::default();
        let mut at = 0;
        while let Some(next) = game.read_next_by(reader, bytes, at, end) {
            games.push(game.clone());
            at = next;
        }
        games
    }

    fn same(bytes: &[u8], end: usize) {
        let [words, narrow, tokens] = [Reader::Words, Reader::Narrow, Reader::Tokens]
            .map(|reader| format!("{:#?}", read_all(reader, bytes, end)));
        assert_eq!(words, tokens, "{:?}", String::from_utf8_lossy(bytes));
        assert_eq!(narrow, tokens, "{:?}", String::from_utf8_lossy(bytes));
    }

    fn games(text: &str) -> Vec<GameText> {
        same(text.as_bytes(), text.len());
        read_all(Reader::Words, text.as_bytes(), text.len())
    }

    fn moves(text: &str) -> Vec<String> {
        games(text)
            .iter()
            .map(|game| game.moves.iter().map(San::to_string).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn move_numbers_may_be_written_in_every_habit() {
        for text in [
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3",
            "1 e4 e5 2 Nf3",
            "1. e4 1... e5 2. Nf3",
            "1. e4 1. ... e5 2 . Nf3",
            "e4 e5 Nf3",
            "1.e4 1...e5 2.Nf3",
        ] {
            assert_eq!(moves(text), ["e4 e5 Nf3"], "{text}");
        }
    }

    #[test]
    fn after_a_result_the_next_move_opens_a_game_without_tags() {
        assert_eq!(
            moves("1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2 {agreed}\n\nsome prose\n\n1. c4 *\n"),
            ["e4 e5", "d4 d5", "c4"]
        );
        let games = games("prose 1. e4 1-0 tail");
        assert_eq!(games[0].span, 6..15);
        assert_eq!(games[0].result, Some(Outcome::WhiteWins));
    }

    #[test]
    fn a_move_in_another_language_begins_a_game_all_the_same() {
        let games = games("In 1985 Karpov lost. 1. Sf3 Sf6 2. e4 e5 1-0");
        assert_eq!((games.len(), games[0].span.start, games[0].moves.len()), (1, 21, 4));
    }

    #[test]
    fn moves_of_a_variation_begin_no_game() {
        assert_eq!(moves("1. e4 e5 1-0 (2. Nf3 Nc6) {after}\n(1. d4)\n1. c4 *"), ["e4 e5", "c4"]);
    }

    #[test]
    fn text_without_moves_is_no_game() {
        assert!(games("Nothing but words, and 1-0 too. [x] {y}\n").is_empty());
    }

    #[test]
    fn tags_make_a_game_even_without_moves() {
        let games = games("[Event \"x\"]\n[Site \"y\"]\n\n\n");
        assert_eq!((games.len(), games[0].tags.len(), games[0].span.clone()), (1, 2, 0..22));
    }

    #[test]
    fn variations_glyphs_and_comments_are_no_moves() {
        let text = "1. e4! (1. d4 (1. c4 {)} c5) d5) 1... e5?! $14 {a {nested} 2. Nf3 ; rest of line\n% escaped\n2... Nc6 ( 2... d6";
        assert_eq!(moves(text), ["e4 e5 Nf3 Nc6"]);
        let game = &games(text)[0];
        assert!(game.findings.contains(Finding::UnterminatedVariation));
    }

    #[test]
    fn what_cannot_be_read_keeps_its_place() {
        let text = "1. e4 Sf6 2. e5 \u{0} Nd5";
        let game = &games(text)[0];
        let unreadable: Vec<_> = (0..game.moves.len())
            .filter(|index| game.moves[*index] == San::UNREADABLE)
            .map(|index| &text.as_bytes()[game.place(text.as_bytes(), index)])
            .collect();
        assert_eq!(unreadable, [&b"Sf6"[..], b"\0"]);
    }

    #[test]
    fn castling_with_zeros_is_no_result() {
        let games = games("1. e4 e5 0-0 0-0-0+ 0-1");
        assert_eq!(games[0].moves.len(), 4);
        assert_eq!(games[0].result, Some(Outcome::BlackWins));
    }

    #[test]
    fn a_promotion_may_stand_in_parentheses() {
        assert_eq!(moves("1. e8(Q)+ e1(N) 2. d4(d4 d5)"), ["e8=Q+ e1=N d4"]);
    }

    fn token() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec!["", "N", "B", "R", "Q", "K", "P", "S", "O"]);
        let origin = prop::sample::select(vec!["", "a", "h", "1", "8", "b3", "i", "9"]);
        let joint = prop::sample::select(vec!["", "", "x", "-", "X"]);
        let file = prop::sample::select(vec!["a", "d", "h", "", "i"]);
        let rank = prop::sample::select(vec!["1", "4", "8", "", "0"]);
        let promotion = prop::sample::select(vec!["", "", "", "=Q", "=N", "=K", "Q", "(R)"]);
        let mark = prop::sample::select(vec!["", "", "+", "#", "++", "!", "?!", "+!"]);
        let san = (piece, origin, joint, file, rank, promotion, mark)
            .prop_map(|(a, b, c, d, e, f, g)| format!("{a}{b}{c}{d}{e}{f}{g}"));
        let other = prop::sample::select(vec![
            "1.",
            "12...",
            "3",
            "1.e4",
            "1-0",
            "*",
            "1/2-1/2",
            "0-0",
            "O-O",
            "O-O-O+",
            "--",
            "$5",
            "(",
            ")",
            "{c}",
            "{ [%clk 0:03:00] }",
            "{ [%clk 0:0}:00] }",
            "{ [%eval 0.17] [%clk 0:03:00] }",
            "{",
            ";x",
            "%y",
            "0.5",
            "0.5-0.5",
            "...",
            "\u{0}",
            "\u{1a}",
            "\u{BD}",
            "\u{feff}",
            "1.1.1.1.",
            "0.0.0.",
            "=",
            "e.p.",
        ]);
        prop_oneof![4 => san, 2 => other.prop_map(str::to_owned)]
    }

    /// Long stretches of plain text, so that what is odd lies anywhere in a block, or across two.
    fn plain_text() -> impl Strategy<Value = String> {
        let plain = prop::sample::select(vec![
            "e4",
            "Nf3+",
            "exd5",
            "R1xa8#",
            "O-O-O",
            "12.",
            "2.e4",
            "{ [%clk 0:01:02] }",
        ]);
        let plain = plain.prop_map(|token| token.to_owned() + " ");
        prop::collection::vec(prop_oneof![60 => plain, 1 => token()], 0..120).prop_map(|parts| parts.concat())
    }

    fn text() -> impl Strategy<Value = String> {
        let gap = prop::sample::select(vec![" ", " ", " ", "\n", "\r\n", "  ", "", "\t"]);
        prop::collection::vec((token(), gap), 0..40)
            .prop_map(|parts| parts.into_iter().map(|(token, gap)| token + gap).collect())
    }

    proptest! {
        #[test]
        fn words_and_tokens_read_the_same(text in text(), beyond in 0usize..40) {
            let bytes = text.as_bytes();
            same(bytes, bytes.len());
            same(bytes, bytes.len().saturating_sub(beyond));
        }

        #[test]
        fn words_and_tokens_read_the_same_in_long_texts(text in plain_text(), beyond in 0usize..40) {
            let bytes = text.as_bytes();
            same(bytes, bytes.len());
            same(bytes, bytes.len().saturating_sub(beyond));
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            same(&bytes, bytes.len());
        }
    }
}

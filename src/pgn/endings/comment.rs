//! The comments after the last move, and what they say of the game's end.
//!
//! Owns the way back from a game's end to its last move: the lexer passes over comments, and hardly a game has such words. Never
//! looks beyond the game.

use std::ops::Range;

use memchr::{memchr, memrchr2};

use super::sentence::{Meaning, Players, read_drawn_by, read_sentence};
use super::words::Words;
use crate::pgn::annotations::clock::clock_at_end;
use crate::pgn::claims::Claims;
use crate::pgn::result::read_result;
use crate::pgn::said::{Said, Source};
use crate::pgn::token::is_blank;

/// So many comments after the last move are looked at: more than anyone writes.
const MOST: usize = 4;

/// The comments after the last move, from the last to the first.
#[derive(Clone, Default, Debug)]
pub(super) struct Closing {
    comments: [Range<usize>; MOST],
    count: usize,
    /// Where the moves end: behind the last move, or what stands in its place.
    pub(super) moves_end: usize,
}

impl Closing {
    /// Finds the comments at the end of a game's movetext; `has_result` if a result ends it.
    pub(super) fn find(movetext: &[u8], has_result: bool) -> Closing {
        let mut closing = Closing { moves_end: movetext.len(), ..Closing::default() };
        if has_result {
            closing.take_comments(movetext);
            closing.moves_end = before_result(movetext, closing.moves_end);
        }
        closing.take_comments(movetext);
        closing
    }

    fn take_comments(&mut self, movetext: &[u8]) {
        while self.count < MOST
            && let Some(comment) = comment_before(movetext, self.moves_end)
        {
            self.moves_end = comment.start - 1;
            self.comments[self.count] = comment;
            self.count += 1;
        }
    }

    /// What stands between the braces of each, from the last to the first.
    pub(super) fn comments(&self) -> &[Range<usize>] {
        &self.comments[..self.count]
    }

    /// What the comments say, the last that says anything. `start` is where the movetext begins.
    pub(super) fn read(&self, movetext: &[u8], start: usize, claims: &Claims<'_>) -> Option<Said> {
        self.comments().iter().find_map(|comment| {
            let place = without_commands(movetext, comment.clone());
            if place.is_empty() {
                return None;
            }
            let Meaning { ending, outcome } = read_comment(&movetext[place.clone()], Players::of(claims))?;
            let place = start + place.start..start + place.end;
            Some(Said { ending, outcome, source: Source::Comment, place })
        })
    }
}

/// What stands between the braces of the comment that ends at `end`, or before blanks there.
pub(super) fn comment_before(movetext: &[u8], end: usize) -> Option<Range<usize>> {
    let close = skip_blanks_back(movetext, end).checked_sub(1)?;
    if movetext[close] != b'}' {
        return None;
    }
    // The first brace opens the comment; others can stand in it.
    let mut open = None;
    let mut at = close;
    while let Some(brace) = memrchr2(b'{', b'}', &movetext[..at])
        && movetext[brace] == b'{'
    {
        open = Some(brace);
        at = brace;
    }
    Some(open? + 1..close)
}

/// Where the result begins that ends at `end`; `end` if it is none.
fn before_result(movetext: &[u8], end: usize) -> usize {
    let end = skip_blanks_back(movetext, end);
    if end > 0 && movetext[end - 1] == b'*' {
        return end - 1;
    }
    let start = skip_word_back(movetext, end);
    if read_result(&movetext[start..end]).is_some() { start } else { end }
}

pub(super) fn skip_blanks_back(movetext: &[u8], end: usize) -> usize {
    end - movetext[..end].iter().rev().take_while(|byte| is_blank(**byte)).count()
}

/// Where the word begins that ends at `end`.
pub(super) fn skip_word_back(movetext: &[u8], end: usize) -> usize {
    let is_word = |byte: &u8| !is_blank(*byte) && !matches!(byte, b'{' | b'}' | b'(' | b')');
    end - movetext[..end].iter().rev().take_while(|byte| is_word(byte)).count()
}

/// A comment without the commands before and behind its words: `[%clk 0:00:01]`.
fn without_commands(movetext: &[u8], comment: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = comment;
    if let Some((before, _)) = clock_at_end(&movetext[start..end]) {
        end = start + before.len();
    }
    loop {
        start += movetext[start..end].iter().take_while(|byte| is_blank(**byte)).count();
        if !movetext[start..end].starts_with(b"[%") {
            break;
        }
        match memchr(b']', &movetext[start..end]) {
            Some(close) => start += close + 1,
            None => break,
        }
    }
    loop {
        end = start + skip_blanks_back(&movetext[start..end], end - start);
        let text = &movetext[start..end];
        match (text.last(), memrchr2(b'[', b']', text.split_last().map_or(text, |(_, before)| before))) {
            (Some(b']'), Some(open)) if text[open..].starts_with(b"[%") => end = start + open,
            _ => break,
        }
    }
    start..end
}

/// What a comment's words say. The words are the whole comment, or they stand behind what an engine thought of its last move.
fn read_comment(comment: &[u8], players: Players<'_>) -> Option<Meaning> {
    let words = Words::last_of(comment);
    if let Some(meaning) = words.whole().and_then(|words| read_sentence(words, players)) {
        return Some(meaning);
    }
    if !is_engine_thought(comment) {
        return None;
    }
    let words = words.last();
    let comma = words.windows(2).rposition(|pair| pair == b", ")?;
    let words = &words[comma + 2..];
    read_sentence(words, players).or_else(|| read_drawn_by(words))
}

/// Whether a comment begins as engine matches have it: `+M1/20 0.5s`, `/15 0.1s`, `d=20, mt=603`.
fn is_engine_thought(comment: &[u8]) -> bool {
    match comment {
        [b'+' | b'-' | b'/' | b'0'..=b'9', ..] => true,
        _ => comment.iter().take_while(|byte| !is_blank(**byte) && **byte != b',').any(|byte| *byte == b'='),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::outcome::Outcome::{self, BlackWins, Draw, WhiteWins};
    use crate::pgn::endings::evidence::tests::{meaning, read};
    use crate::pgn::said::Ending as E;

    /// What a comment after the last move of such a game means; the same wherever it stands, and with its lines broken.
    fn of_comment(comment: &str) -> Option<(E, Option<Outcome>)> {
        let tags = "[White \"ann\"]\n[Black \"bob\"]\n\n";
        let broken = comment.replace(' ', "\n");
        let readings = [
            format!("{tags}1. e4 e5 {{{comment}}} 1-0\n"),
            format!("{tags}1. e4 e5 1-0 {{ {comment} }}\n"),
            format!("{tags}1. e4 e5 {{ [%clk 0:00:01] }} {{{comment}}} 1/2-1/2"),
            format!("{tags}1. e4 e5 {{[%eval 0.1] {comment} [%csl Ga1]}}*"),
            format!("{tags}1. e4 {{ nothing }} e5 $1 {{\n{broken}\n}}\n0-1 {{nothing}}"),
            format!("{tags}{{{comment}}} *"),
        ]
        .map(|text| {
            let comment = read(&text).comment;
            if let Some(said) = &comment {
                assert_eq!(said.source, Source::Comment);
                let words = text[said.place.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(text.contains(&words) || words == comment_words(&text), "{words}");
            }
            meaning(comment)
        });
        assert!(readings.iter().all(|reading| *reading == readings[0]), "{comment}: {readings:?}");
        readings[0]
    }

    fn comment_words(text: &str) -> String {
        let inner = text.split(['{', '}']).find(|part| part.contains('\n') && !part.contains('[')).unwrap();
        inner.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_comments_of_every_site_are_read() {
        for (comment, ending, outcome) in [
            // FICS, with colours in its database and with names in what clients save.
            ("White checkmated", E::Checkmate, Some(BlackWins)),
            ("Black resigns", E::Resignation, Some(WhiteWins)),
            ("bob resigns", E::Resignation, Some(WhiteWins)),
            ("White forfeits on time", E::TimeForfeit, Some(BlackWins)),
            ("Black forfeits by disconnection", E::Disconnection, Some(WhiteWins)),
            ("Game drawn by stalemate", E::Stalemate, Some(Draw)),
            ("Game drawn by mutual agreement", E::Agreement, Some(Draw)),
            ("Game drawn by repetition", E::Repetition, Some(Draw)),
            ("Game drawn by the 50 move rule", E::FiftyMoves, Some(Draw)),
            ("Game drawn by adjudication", E::Adjudication, Some(Draw)),
            ("Game drawn because both players ran out of time", E::BothFlagsFell, Some(Draw)),
            ("Neither player has mating material", E::InsufficientMaterial, Some(Draw)),
            ("White ran out of time and Black has no material to mate", E::TimeForfeitDrawn, Some(Draw)),
            ("ann ran out of time and bob has no material to mate", E::TimeForfeitDrawn, Some(Draw)),
            ("White wins by adjudication", E::Adjudication, Some(WhiteWins)),
            ("Game aborted by mutual agreement", E::Aborted, None),
            ("Game courtesyadjourned by bob", E::Adjourned, None),
            ("bob lost connection; game adjourned", E::Adjourned, None),
            // Lichess.
            ("White wins by checkmate.", E::Checkmate, Some(WhiteWins)),
            ("Black wins on time.", E::TimeForfeit, Some(BlackWins)),
            ("White resigns.", E::Resignation, Some(BlackWins)),
            ("Draw by stalemate.", E::Stalemate, Some(Draw)),
            ("The game is a draw.", E::Draw, Some(Draw)),
            ("Draw by time and insufficient material.", E::TimeForfeitDrawn, Some(Draw)),
            ("wins on time.", E::TimeForfeitDrawn, Some(Draw)),
            ("White left the game.", E::Abandoned, Some(BlackWins)),
            ("White wins by forfeit.", E::Forfeit, None),
            ("Cheat detected.", E::RulesInfraction, None),
            ("Game was aborted.", E::Aborted, None),
            ("Black gives the third check.", E::VariantEnd, Some(BlackWins)),
            ("1-0 White wins.", E::Win, Some(WhiteWins)),
            ("1/2-1/2 wins.", E::Draw, Some(Draw)),
            // cutechess and fastchess.
            ("White mates", E::Checkmate, Some(WhiteWins)),
            ("White loses on time", E::TimeForfeit, Some(BlackWins)),
            ("White loses on time (12ms overrun)", E::TimeForfeit, Some(BlackWins)),
            ("Black makes an illegal move: e2e5", E::IllegalMove, Some(WhiteWins)),
            ("White disconnects", E::Disconnection, Some(BlackWins)),
            ("White's connection stalls", E::StalledConnection, Some(BlackWins)),
            ("Draw by 3-fold repetition", E::Repetition, Some(Draw)),
            ("Draw by fifty moves rule", E::FiftyMoves, Some(Draw)),
            ("Draw by insufficient mating material", E::InsufficientMaterial, Some(Draw)),
            ("Draw by adjudication: SyzygyTB", E::Adjudication, Some(Draw)),
            ("Black wins by adjudication: SyzygyTB", E::Adjudication, Some(BlackWins)),
            ("Game interrupted", E::Unterminated, None),
            ("No result", E::Unterminated, None),
        ] {
            assert_eq!(of_comment(comment), Some((ending, outcome)), "{comment}");
        }
    }

    #[test]
    fn what_an_engine_thought_comes_before_the_words() {
        for (comment, ending) in [
            ("+M1/20 0.5s, White mates", E::Checkmate),
            ("-3.82/23 5.0s, White makes an illegal move: a9a9", E::IllegalMove),
            ("/15 0.001s, pv=\"e2e4, e7e5\", Draw by adjudication", E::Adjudication),
            ("d=20, mt=603, pv=Nh5 Qd2, tb=0, mb=+0+0+0+0+0, Adjudication: TCEC draw rule", E::Adjudication),
            ("d=1, sd=2, Fifty moves rule", E::FiftyMoves),
        ] {
            assert_eq!(of_comment(comment).map(|(ending, _)| ending), Some(ending), "{comment}");
        }
        let long = format!("d=20, pv={}, Black mates", "Nh5 ".repeat(300));
        assert_eq!(of_comment(&long), Some((E::Checkmate, Some(BlackWins))));
    }

    #[test]
    fn prose_is_silence() {
        for comment in [
            "",
            "!",
            "Time control",
            "White resigned because of his material deficit.",
            "Black resigns: there is nothing left.",
            "Bogo sees it, White resigns",
            "Lasker resigns",
            "He resigns",
            "resigns",
            "And white wins! (1-0)",
            "Stalemate! (1/2-1/2)",
            "stalemate",
            "Il Nero abbandona.",
            "Wei\u{df} gibt auf",
            "White offers draw",
            "12 Kg1 also loses",
            "[%clk 0:00:01]",
            "[%clk 0:00:01",
        ] {
            assert_eq!(of_comment(comment), None, "{comment}");
        }
    }

    #[test]
    fn only_what_stands_after_the_last_move_counts() {
        for text in [
            "1. e4 {White resigns} e5 1-0",
            "1. e4 e5 (1... c5 {White resigns}) 1-0",
            "1. e4 e5 1-0\n\n{White resigns}\n\n[Event \"next\"]",
            "1. e4 {a {White resigns} e5 1-0",
            "1. e4 e5 {never White resigns} 1-0",
            "1. e4 e5 { and {White resigns} 1-0",
        ] {
            let said = read(&format!("[White \"ann\"]\n\n{text}")).comment;
            // A comment after the result belongs to the game, with or without blank lines before it.
            assert_eq!(said.is_some(), text.contains("1-0\n"), "{text}");
        }
    }
}

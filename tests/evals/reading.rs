//! Games with evaluations, read for these tests alone: Lichess's layout, one game after each Event line.

use std::fs;
use std::path::Path;

use arbitro::chess::piece::Color;
use arbitro::pgn::annotations::eval::Eval;
use arbitro::pgn::annotations::judgement::Judgement;

/// What these tests need of a game, ply by ply of its main line.
pub(crate) struct Game {
    pub(crate) site: String,
    pub(crate) first_to_move: Color,
    pub(crate) evals: Vec<Option<Eval>>,
    /// The marks behind the moves, as suffix or glyph.
    pub(crate) marks: Vec<Option<Judgement>>,
    /// The judgements in words, in comments.
    pub(crate) words: Vec<Option<Judgement>>,
}

/// A file's text, unpacked if it is packed.
pub(crate) fn text(file: &Path) -> String {
    let bytes = fs::read(file).unwrap();
    let bytes = match bytes.strip_prefix(b"\x28\xB5\x2F\xFD") {
        Some(_) => zstd::stream::decode_all(&bytes[..]).unwrap(),
        None => bytes,
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The games of a text.
pub(crate) fn games(text: &str) -> Vec<Game> {
    let mut starts: Vec<usize> = text.match_indices("[Event \"").map(|(at, _)| at).collect();
    starts.retain(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n');
    starts.push(text.len());
    starts.windows(2).map(|pair| game(&text[pair[0]..pair[1]])).collect()
}

fn game(text: &str) -> Game {
    let is_tag = |line: &&str| line.starts_with('[');
    let tag = |name: &str| {
        let line =
            text.lines().take_while(is_tag).find(|line| line[1..].starts_with(&format!("{name} \"")))?;
        Some(line.split('"').nth(1)?.to_owned())
    };
    let first_to_move = match tag("FEN") {
        Some(fen) if fen.contains(" b ") => Color::Black,
        _ => Color::White,
    };
    let movetext: String = text.lines().skip_while(is_tag).flat_map(|line| [line, " "]).collect();
    let site = tag("Site").unwrap_or_default();
    let mut game = Game { site, first_to_move, evals: Vec::new(), marks: Vec::new(), words: Vec::new() };
    let (mut rest, mut depth) = (movetext.trim_start(), 0);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '{' => rest.find('}').map_or(rest.len(), |at| at + 1),
            '(' | ')' => 1,
            _ => rest.find([' ', '{', '(', ')']).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        rest = after.trim_start();
        match first {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth > 0 => {}
            '{' => game.comment(token),
            _ => game.word(token),
        }
    }
    game
}

impl Game {
    fn comment(&mut self, comment: &str) {
        let (Some(eval), Some(word)) = (self.evals.last_mut(), self.words.last_mut()) else { return };
        if let Some((_, value)) = comment.split_once("[%eval ") {
            *eval = Eval::parse(value.as_bytes());
        }
        for (name, judgement) in ["Inaccuracy. ", "Mistake. ", "Blunder. "].into_iter().zip(Judgement::ALL) {
            if comment.contains(name) {
                *word = Some(judgement);
            }
        }
    }

    fn word(&mut self, word: &str) {
        if let Some(number) = word.strip_prefix('$') {
            if let Some(mark) = self.marks.last_mut() {
                *mark = mark.or(number.parse().ok().and_then(Judgement::of_glyph));
            }
            return;
        }
        let word = word.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
        if word.starts_with(|character: char| character.is_ascii_alphabetic()) {
            let san = word.trim_end_matches(['?', '!']);
            self.evals.push(None);
            self.marks.push(Judgement::of_suffix(&word.as_bytes()[san.len()..]));
            self.words.push(None);
        }
    }
}

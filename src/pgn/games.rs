//! The games of a chunk, one after the other.
//!
//! Owns the way from sections to games: the first game of a section has its tags from the splitter, which has passed them already; the
//! others have none.

use super::game_text::GameText;
use super::sections::{Opening, Sections};
use super::token::{is_blank, skip_blanks};

/// Reads games in order.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    bytes: &'a [u8],
    sections: Sections<'a>,
    /// Where to go on in the section, and where it ends.
    at: usize,
    end: usize,
}

impl<'a> Games<'a> {
    /// The games in `bytes`, which begin with a section start or with the file.
    pub fn new(bytes: &'a [u8]) -> Games<'a> {
        Games { bytes, sections: Sections::new(bytes), at: 0, end: 0 }
    }

    /// Reads the next game in place of what `game` held. `false` if there is none left, and nothing of worth in `game`.
    pub fn read(&mut self, game: &mut GameText) -> bool {
        loop {
            if let Some(next) = game.read_next(self.bytes, self.at, self.end) {
                self.at = next;
                return true;
            }
            game.clear();
            let Some(opening) = self.sections.open(&mut game.tags, &mut game.findings) else { return false };
            if opening.header_end > opening.start {
                self.read_section(opening, game);
                return true;
            }
            self.end = self.sections.end(opening);
            self.at = opening.start;
        }
    }

    /// Reads the first game of a section with a plain header: its moves before it is known where the section ends, so that most of the
    /// text is read but once.
    fn read_section(&mut self, opening: Opening, game: &mut GameText) {
        let header = opening.start..opening.header_end;
        let movetext = skip_blanks(self.bytes, opening.header_end, self.bytes.len());
        if movetext == self.bytes.len() || self.bytes[movetext] == b'[' {
            self.end = self.sections.end(opening);
            self.at = game.read_on(self.bytes, header, self.end);
            return;
        }
        let plain = game.read_plain_moves(self.bytes, movetext);
        self.end = self.sections.end_behind(opening, movetext, plain);
        self.at = game.read_behind(self.bytes, header.start, plain.min(self.end), self.end);
    }
}

/// The end of the last game in `bytes` that a result ends. What follows can be read as if the bytes began there, so that text without
/// tags can be cut where memory asks for it.
pub fn last_game_end(bytes: &[u8]) -> Option<usize> {
    let mut game = GameText::default();
    let mut at = 0;
    let mut last = None;
    while let Some(next) = game.read_next(bytes, at, bytes.len()) {
        at = next;
        // A comment may still belong to the game, and a result may go on, where the bytes end.
        let followed = bytes[next..].iter().any(|byte| !is_blank(*byte));
        if game.result.is_some() && followed {
            last = Some(next);
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::super::sections::tests::ranges;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_without_tags_can_be_cut_after_a_result() {
        let text = "1. e4 1-0\n1. d4 {x} 0-1 {y}\n1. c4 *";
        assert_eq!(last_game_end(text.as_bytes()), Some(text.find("\n1. c4").unwrap()));
        assert_eq!(last_game_end(b"1. e4 1-0 "), None);
    }

    /// The slow twin: sections line by line, and their games without help from the splitter.
    fn section_by_section(bytes: &[u8]) -> Vec<GameText> {
        let mut games = Vec::new();
        let mut game = GameText::default();
        for section in ranges(bytes) {
            let mut at = section.start;
            while let Some(next) = game.read_next(bytes, at, section.end) {
                games.push(game.clone());
                at = next;
            }
        }
        games
    }

    fn one_after_the_other(bytes: &[u8]) -> Vec<GameText> {
        let mut games = Vec::new();
        let mut reader = Games::new(bytes);
        let mut game = GameText::default();
        while reader.read(&mut game) {
            games.push(game.clone());
        }
        games
    }

    /// Tags plain and odd, and what may stand around them.
    fn text() -> impl Strategy<Value = String> {
        let name = prop::sample::select(vec![
            "Event",
            "Site",
            "WhiteElo",
            "WhiteRatingDiff",
            "EventDate",
            "Unheard-Of",
            "A_name_of_some_length",
            "1st",
            "",
            "Event\0",
        ]);
        let value = prop_oneof![
            4 => Just("x".to_owned()),
            1 => "[ -~]{0,70}",
            1 => prop::sample::select(vec!["", "a \\\"b\\\" c", "The \"Immortal\"", "C:\\", "\u{e9}", "a\rb", "a\n[Event \"b"]).prop_map(str::to_owned),
            1 => Just("long".repeat(20_000)),
        ];
        let shape = prop::sample::select(vec![
            ("[", " \"", "\"]"),
            ("[", " \"", "\"]"),
            ("[", " \"", "\"]"),
            ("[", " \"", "\"] "),
            ("[", " \"", "\" ]"),
            ("[ ", "  \"", "\"]"),
            (" [", " \"", "\"]"),
            ("[", "\"", "\"]"),
            ("[", " \"", "]"),
            ("[", " ", "]"),
            ("[", " \"", "\"] [Site \"y\"]"),
            ("[", " \"", "\"] ; z"),
            ("\u{feff}[", " \"", "\"]"),
        ]);
        let tag = (name, value, shape)
            .prop_map(|(name, value, (open, quote, close))| format!("{open}{name}{quote}{value}{close}"));
        let line = prop_oneof![
            8 => tag,
            1 => Just(String::new()),
            2 => (3usize..40, 0usize..5).prop_map(|(plies, indent)| {
                "1. e4 { [%clk 0:01:02] } ".repeat(plies) + &" ".repeat(indent)
            }),
            2 => (0usize..130, prop::sample::select(vec!["}", "\n}", "\r\n x } e4", "", "\n[Event \"in\"]\n", " { } e5"]))
                .prop_map(|(letters, end)| format!("1. e4 {{{}{end}", "x".repeat(letters))),
            1 => prop::sample::select(vec!["1. e4 e5 \n   [Event \"d\"]", "1. e4\n\u{feff}[Event \"e\"]", "1. e4 \u{feff}[Site \"f\"]", "e4 e5\x0B[Site \"g\"]"])
                .prop_map(str::to_owned),
            1 => prop::sample::select(vec!["1. e4 e5 1-0", " 1. d4 *", "1. c4", "{ [Event \"c\"]", "}", "2. 0-0", "prose"]).prop_map(str::to_owned),
        ];
        let end = prop::sample::select(vec!["\n", "\n", "\n", "\r\n", "\r\n", "\r", "\n\n"]);
        prop::collection::vec((line, end), 0..30)
            .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
    }

    proptest! {
        #[test]
        fn games_are_the_same_with_the_help_of_the_splitter_and_without(text in text(), cut in 0usize..200) {
            let bytes = &text.as_bytes()[..text.len().saturating_sub(cut)];
            for bytes in [text.as_bytes(), bytes] {
                let (helped, alone) = (one_after_the_other(bytes), section_by_section(bytes));
                prop_assert_eq!(format!("{helped:#?}"), format!("{alone:#?}"));
            }
        }

        /// Whoever takes a game out of its file can hold its bytes to that.
        #[test]
        fn a_game_by_itself_is_one_game(text in text(), cut in 0usize..200) {
            let bytes = &text.as_bytes()[..text.len().saturating_sub(cut)];
            for game in one_after_the_other(bytes) {
                let alone = &bytes[game.span.clone()];
                let spans: Vec<_> = one_after_the_other(alone).into_iter().map(|game| game.span).collect();
                prop_assert_eq!(spans, vec![0..alone.len(); 1], "{:?}", String::from_utf8_lossy(alone));
            }
        }
    }
}

//! Text from outside (names of files, ids, messages) as Markdown that shows it and does nothing else.
//!
//! It is always a code span: nothing within one is markup, HTML or an address. It never stands in a table, where renderers disagree
//! about a bar within a code span.

/// Characters that are shown of a text.
const ROOM: usize = 400;

/// Text as a code span in one line. Control characters, and those that turn the direction of the text around them, are shown as the
/// character for what can't be shown.
pub(super) fn quoted(text: &str) -> String {
    let shown = shown(text);
    let fence = "`".repeat(longest_run(&shown) + 1);
    // One blank at each end is taken off again, unless all is blank.
    let is_blank = shown.chars().all(|character| character == ' ');
    let touches = |at_end: Option<char>| matches!(at_end, Some('`' | ' '));
    let pad =
        if !is_blank && (touches(shown.chars().next()) || touches(shown.chars().last())) { " " } else { "" };
    match shown.as_str() {
        "" => "(empty)".to_owned(),
        shown => format!("{fence}{pad}{shown}{pad}{fence}"),
    }
}

fn shown(text: &str) -> String {
    let fit = |character: char| if is_steering(character) { char::REPLACEMENT_CHARACTER } else { character };
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(ROOM).map(fit).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a character ends a line, or turns the direction of what stands around it.
fn is_steering(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_any_within() {
        assert_eq!(quoted("a.pgn"), "`a.pgn`");
        assert_eq!(quoted("<b>*|[x](http://y)"), "`<b>*|[x](http://y)`");
        assert_eq!(quoted("a`b"), "``a`b``");
        assert_eq!(quoted("`a``b"), "``` `a``b ```");
        assert_eq!(quoted("a``"), "``` a`` ```");
    }

    #[test]
    fn blanks_at_the_ends_stay() {
        assert_eq!(quoted(" a "), "`  a  `");
        assert_eq!(quoted("  "), "`  `");
        assert_eq!(quoted(""), "(empty)");
    }

    #[test]
    fn nothing_leaves_its_line_or_turns_it() {
        assert_eq!(
            quoted("a\n# b\r\u{85}\u{2028}\u{202e}"),
            "`a\u{fffd}# b\u{fffd}\u{fffd}\u{fffd}\u{fffd}`"
        );
        assert_eq!(quoted(&"x".repeat(500)), format!("`{}…`", "x".repeat(ROOM)));
    }
}

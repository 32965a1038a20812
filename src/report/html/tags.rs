//! What comes from a file's tags, made fit to be shown: cut to a length, without characters that steer, linked only where that is safe.
//!
//! Escaping is maud's; this is what escaping doesn't do.

use maud::{Markup, html};

/// The longest address that is linked.
const LONGEST_ADDRESS: usize = 2_000;

/// Text for a place with room for so many characters. Control characters, and those that turn the direction of the text around
/// them, are shown as the character for what can't be shown.
pub(super) fn shown(text: &str, room: usize) -> String {
    let is_steering = |character: char| {
        character.is_control()
            || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let fit = |character: char| if is_steering(character) { '\u{fffd}' } else { character };
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(room).map(fit).collect();
    if characters.next().is_some() {
        shown.pop();
        shown.push('…');
    }
    shown
}

/// Text in a line, in a direction of its own.
pub(super) fn isolated(text: &str, room: usize) -> Markup {
    html! { bdi { (shown(text, room)) } }
}

/// The address that a tag holds, if it is one of the web: nothing else is ever linked.
pub(super) fn address(site: &str) -> Option<&str> {
    let site = site.trim();
    let is_of =
        |scheme: &str| site.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let is_plain = |character: char| !character.is_control() && !character.is_whitespace();
    let is_web = is_of("https://") || is_of("http://");
    (is_web && site.len() <= LONGEST_ADDRESS && site.chars().all(is_plain)).then_some(site)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_linked() {
        assert_eq!(address("https://lichess.org/abcd1234"), Some("https://lichess.org/abcd1234"));
        assert_eq!(address(" HTTP://example.org/ "), Some("HTTP://example.org/"));
        for other in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//example.org",
            "https:/x",
            "London ENG",
            "",
            "ж",
            "https://a b",
            "http://a\nb",
            "java\tscript:https://x",
        ] {
            assert_eq!(address(other), None, "{other:?}");
        }
    }

    #[test]
    fn text_is_cut_and_steers_nothing() {
        assert_eq!(shown("Sicilian Defense", 40), "Sicilian Defense");
        assert_eq!(shown("Sicilian Defense", 5), "Sici…");
        assert_eq!(shown("Sicil", 5), "Sicil");
        assert_eq!(shown("a\u{202e}b\nc", 9), "a\u{fffd}b\u{fffd}c");
        assert_eq!(isolated("<script>", 20).into_string(), "<bdi>&lt;script&gt;</bdi>");
    }
}

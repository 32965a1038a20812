//! Commands that a reader can go on with.

use crate::input::names::shell_word;
use crate::rules::laws::Profile;

/// The command that explains a game as it was ruled: under other rules what is to be seen might not be there.
pub fn explain(source_file: &str, game_index: i64, laws: Option<&str>, site: Option<&str>) -> String {
    let mut command = format!("arbitro explain {} --game {game_index}", shell_word(source_file));
    if let Some(laws) = laws.filter(|laws| *laws != Profile::Auto.as_str()) {
        command.extend([" --laws ", &shell_word(laws)]);
    }
    if let Some(site) = site {
        command.extend([" --site ", &shell_word(site)]);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_names_the_rules_that_are_not_the_usual_ones() {
        assert_eq!(explain("a b.pgn", 7, Some("auto"), None), "arbitro explain 'a b.pgn' --game 7");
        assert_eq!(
            explain("-x", 0, Some("fide"), Some("icc")),
            "arbitro explain ./-x --game 0 --laws fide --site icc"
        );
    }
}

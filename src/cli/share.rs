//! A share of games on the command line: `1%`, `0.01`, `5 %` without the blank.

use std::ffi::OsString;

use crate::pipeline::cross_check::Share;

/// The flag whose value may be left out.
const FLAG: &str = "--cross-check";

/// Reads a share.
pub(super) fn parse(text: &str) -> Result<Share, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    number
        .parse::<f64>()
        .ok()
        .and_then(|number| Share::new(number / unit))
        .ok_or_else(|| "a share is written as 1% or 0.01, and is at most 100%".to_owned())
}

/// The arguments with `--cross-check 5%` as `--cross-check=5%`: a value that may be left out must not take the input
/// that follows (`--cross-check games.pgn`).
pub(super) fn joined(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::with_capacity(arguments.len());
    let mut options = true;
    for argument in arguments {
        let follows = options && joined.last().is_some_and(|last| last == FLAG);
        match argument.to_str() {
            Some(text) if follows && parse(text).is_ok() => {
                joined.pop();
                joined.push(format!("{FLAG}={text}").into());
            }
            _ => {
                options &= argument != "--";
                joined.push(argument);
            }
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(arguments: &[&str]) -> Vec<String> {
        joined(arguments.iter().map(OsString::from).collect())
            .into_iter()
            .map(|argument| argument.into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_share_is_a_percentage_or_a_number_up_to_one() {
        assert_eq!(parse("1%"), Ok(Share::new(0.01).unwrap()));
        assert_eq!(parse("0.5"), Ok(Share::new(0.5).unwrap()));
        assert_eq!(parse("100%"), Ok(Share::new(1.0).unwrap()));
        for text in ["", "%", "101%", "2", "-1%", "NaN", "games.pgn"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_flag_takes_a_share_and_leaves_an_input() {
        assert_eq!(join(&["audit", "--cross-check", "5%", "a.pgn"]), ["audit", "--cross-check=5%", "a.pgn"]);
        assert_eq!(join(&["audit", "--cross-check", "a.pgn"]), ["audit", "--cross-check", "a.pgn"]);
        assert_eq!(join(&["audit", "--", "--cross-check", "1"]), ["audit", "--", "--cross-check", "1"]);
    }
}

//! Time controls that the standard doesn't write so, but of which nobody doubts what they mean.
//!
//! Owns three kinds, each made into the standard's spelling: a time a move (`5/move`, cutechess), the short form of US Chess in minutes
//! (`40/80, SD30; +30`, `G/30+5`; rule 5B), and minutes and seconds in English words (`15 min. + 10 s. per move`). A delay (`G/60; d5`)
//! has no spelling in the standard; it becomes an increment, as which US Chess counts it where a game's class is asked (rule 5C).

/// The standard's spelling of a time control; `None` if it is none of these kinds.
pub(in crate::pgn) fn as_standard(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let kinds: [fn(&str) -> Option<String>; 3] = [a_move, us_chess, in_words];
    kinds.iter().find_map(|kind| kind(text.trim()))
}

/// `5/move`: so many seconds for each.
fn a_move(text: &str) -> Option<String> {
    let seconds = text.strip_suffix("/move")?;
    let is_number = !seconds.is_empty() && seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_number.then(|| format!("1/{seconds}"))
}

/// Among several periods fewer minutes may be hours: `40/2, SD/1`.
const LEAST_MINUTES: u64 = 10;

/// `G/30+5`, `40/80, SD30; +30`, `G/70;d10`: minutes, and seconds a move.
fn us_chess(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    // The d of a delay, not that of a sudden death.
    let is_behind = |periods: &str| periods.ends_with(|last: char| last.is_ascii_digit() || last == ';');
    let delay = || text.rsplit_once('d').filter(|(periods, _)| is_behind(periods));
    let (periods, increment) = match text.split_once('+').or_else(delay) {
        Some((periods, increment)) => (periods.trim_end_matches(';'), Some(number(increment)?)),
        None => (text.as_str(), None),
    };
    let mut standard = Vec::new();
    let mut is_over = false;
    for period in periods.split(',') {
        // After a period for all that are left there is no other.
        if is_over {
            return None;
        }
        let rest = period.strip_prefix("g/").or_else(|| period.strip_prefix("sd"));
        let (moves, minutes) = match (rest, period.split_once('/')) {
            (Some(rest), _) => (None, number(rest.trim_start_matches('/'))?),
            (None, Some((moves, minutes))) => (Some(number(moves)?), number(minutes)?),
            (None, None) => return None,
        };
        if periods.contains(',') && minutes < LEAST_MINUTES {
            return None;
        }
        is_over = moves.is_none();
        let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
        let increment = increment.map_or(String::new(), |seconds| format!("+{seconds}"));
        standard.push(format!("{moves}{}{increment}", minutes * 60));
    }
    is_over.then(|| standard.join(":"))
}

/// `15 minutes + 10 seconds increment per move, starting from move 1`.
fn in_words(text: &str) -> Option<String> {
    let mut words = text.split(|character: char| character.is_whitespace() || ".,/".contains(character));
    let mut next = || words.by_ref().find(|word| !word.is_empty());
    let minutes = number(next()?)?;
    let mut is_unit = |units: [&str; 4]| next().is_some_and(|word| units.contains(&word));
    if !is_unit(["min", "mins", "minute", "minutes"]) {
        return None;
    }
    let mut word = next();
    if word == Some("game") {
        word = next();
    }
    if word != Some("+") {
        return None;
    }
    let seconds = number(next()?)?;
    if !["s", "sec", "secs", "second", "seconds"].contains(&next()?) {
        return None;
    }
    // What may follow says of which moves: of all.
    let rest: Vec<&str> = std::iter::from_fn(next).collect();
    let rest = rest.join(" ");
    let rest = rest.strip_prefix("increment").unwrap_or(&rest).trim_start();
    let rest = rest.strip_prefix("per ").unwrap_or(rest);
    let is_of_all = ["", "move", "move starting from move 1", "move from move 1"].contains(&rest);
    is_of_all.then(|| format!("{}+{seconds}", minutes * 60))
}

/// A whole number, no greater than any that a time control has.
fn number(text: &str) -> Option<u64> {
    let is_number = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_doubts_is_read_and_the_rest_is_not() {
        for (text, standard) in [
            ("5/move", Some("1/5")),
            ("0.5/move", Some("1/0.5")),
            ("/move", None),
            ("x/move", None),
            ("40/80, SD30; +30", Some("40/4800+30:1800+30")),
            ("40/90, SD 30; +30", Some("40/5400+30:1800+30")),
            ("40/120, SD/60", Some("40/7200:3600")),
            ("40/120, 20/60, SD/30", Some("40/7200:20/3600:1800")),
            ("G/30+5", Some("1800+5")),
            ("G/60", Some("3600")),
            ("G/60;+5", Some("3600+5")),
            ("G/5", Some("300")),
            ("40/2, SD/1", None),
            ("30/90, SD/1", None),
            ("G/70;d10", Some("4200+10")),
            ("G/60 d5", Some("3600+5")),
            ("40/80, SD30; d5", Some("40/4800+5:1800+5")),
            ("G/60;d", None),
            ("G/60;+5d3", None),
            ("d5", None),
            ("60+5d", None),
            ("60d5", None),
            ("40/80, SD30; +30, x", None),
            ("SD30, 40/80", None),
            ("40/80", None),
            ("15 minutes + 10 seconds increment per move, starting from move 1", Some("900+10")),
            ("15 min. + 10 s. per move", Some("900+10")),
            ("15 min/game + 10 sec/move", Some("900+10")),
            ("90 min. + 30 s.", Some("5400+30")),
            ("90 min + 30 sec from move 40", None),
            ("90 min + 30 sec delay", None),
            ("90 min + 30 min", None),
            ("90 minutes for 40 moves + 30 minutes", None),
            ("15 min", None),
            ("inf", None),
            ("120/40+60/20+30(61)", None),
            ("", None),
            ("180+2", None),
        ] {
            assert_eq!(as_standard(text).as_deref(), standard, "{text}");
        }
    }
}

//! What a game's tags claim, each under its tag's own name and in its column's type.
//!
//! Owns the list of tags that have a column. Judges nothing: a claim stands as the file makes it. Missing is `None`: no tag,
//! an empty value, `?`, or a date of question marks alone. A claim that doesn't fit its column's type, and every tag without
//! a column, goes to the extra tags, so that nothing is lost.

use std::borrow::Cow;

use super::tags::{TagPair, decode};
use crate::finding::{Finding, Findings};

/// A tag whose value is text and has a column of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum TextTag {
    /// `Event`
    Event,
    /// `Site`
    Site,
    /// `White`
    White,
    /// `Black`
    Black,
    /// `Result`
    Result,
    /// `WhiteTitle`
    WhiteTitle,
    /// `BlackTitle`
    BlackTitle,
    /// `UTCTime`
    UtcTime,
    /// `ECO`
    Eco,
    /// `Opening`
    Opening,
    /// `Termination`
    Termination,
    /// `TimeControl`
    TimeControl,
    /// `Date`
    Date,
    /// `Round`
    Round,
    /// `FEN`
    Fen,
    /// `SetUp`
    SetUp,
    /// `Variant`
    Variant,
}

impl TextTag {
    /// How many there are.
    pub const COUNT: usize = 17;
}

/// A tag whose value is a whole number and has a column of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NumberTag {
    /// `WhiteElo`
    WhiteElo,
    /// `BlackElo`
    BlackElo,
    /// `WhiteRatingDiff`
    WhiteRatingDiff,
    /// `BlackRatingDiff`
    BlackRatingDiff,
}

impl NumberTag {
    /// How many there are.
    pub const COUNT: usize = 4;
}

/// Where a tag's value goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Text(TextTag),
    Number(NumberTag),
    UtcDate,
    Extra,
}

/// Tag names are case-sensitive (PGN standard 8.1.1).
fn place(name: &[u8]) -> Place {
    match name {
        b"Event" => Place::Text(TextTag::Event),
        b"Site" => Place::Text(TextTag::Site),
        b"White" => Place::Text(TextTag::White),
        b"Black" => Place::Text(TextTag::Black),
        b"Result" => Place::Text(TextTag::Result),
        b"WhiteTitle" => Place::Text(TextTag::WhiteTitle),
        b"BlackTitle" => Place::Text(TextTag::BlackTitle),
        b"WhiteElo" => Place::Number(NumberTag::WhiteElo),
        b"BlackElo" => Place::Number(NumberTag::BlackElo),
        b"WhiteRatingDiff" => Place::Number(NumberTag::WhiteRatingDiff),
        b"BlackRatingDiff" => Place::Number(NumberTag::BlackRatingDiff),
        b"UTCDate" => Place::UtcDate,
        b"UTCTime" => Place::Text(TextTag::UtcTime),
        b"ECO" => Place::Text(TextTag::Eco),
        b"Opening" => Place::Text(TextTag::Opening),
        b"Termination" => Place::Text(TextTag::Termination),
        b"TimeControl" => Place::Text(TextTag::TimeControl),
        b"Date" => Place::Text(TextTag::Date),
        b"Round" => Place::Text(TextTag::Round),
        b"FEN" => Place::Text(TextTag::Fen),
        b"SetUp" => Place::Text(TextTag::SetUp),
        b"Variant" => Place::Text(TextTag::Variant),
        _ => Place::Extra,
    }
}

/// What one game's tags claim. Missing claims (no tag, an empty one, `?`) are `None`, never an empty text.
#[derive(Clone, Debug, Default)]
pub struct Claims<'a> {
    /// Text claims, by [`TextTag`].
    pub text: [Option<Cow<'a, str>>; TextTag::COUNT],
    /// Number claims, by [`NumberTag`].
    pub number: [Option<i16>; NumberTag::COUNT],
    /// `UTCDate`, in days since 1970-01-01.
    pub utc_date: Option<i32>,
    /// Every other tag, and each claim that doesn't fit its column: (name, value), names unique, in the file's order.
    pub extra: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The site's own id of the game.
    pub game_id: Option<Cow<'a, str>>,
    /// `UTCDate` and `UTCTime` together, in milliseconds since 1970-01-01T00:00:00Z.
    pub started_at: Option<i64>,
}

impl<'a> Claims<'a> {
    /// The claim of a text tag.
    pub fn get(&self, tag: TextTag) -> Option<&str> {
        self.text[tag as usize].as_deref()
    }

    /// The claim of a number tag.
    pub fn number(&self, tag: NumberTag) -> Option<i16> {
        self.number[tag as usize]
    }

    /// Reads the claims of one game, in place of what was there.
    pub fn read(&mut self, bytes: &'a [u8], tags: &[TagPair], findings: &mut Findings) {
        self.text = Default::default();
        self.number = [None; NumberTag::COUNT];
        self.utc_date = None;
        self.extra.clear();
        let mut seen = 0u32;
        for tag in tags {
            let name = &bytes[tag.name.clone()];
            let value = decode(&bytes[tag.value.clone()], tag.escaped, findings);
            let place = place(name);
            let bit = match place {
                Place::Text(text) => 1 << text as u32,
                Place::Number(number) => 1 << (TextTag::COUNT as u32 + number as u32),
                Place::UtcDate => 1 << (TextTag::COUNT + NumberTag::COUNT),
                Place::Extra => 0,
            };
            if seen & bit != 0 {
                self.keep_repeat(name, value, findings);
                continue;
            }
            seen |= bit;
            match place {
                Place::Extra => self.keep_extra(name, value, findings),
                _ if is_missing(&value) => {}
                Place::Text(text) => self.text[text as usize] = Some(value),
                Place::Number(number) => match read_number(&value) {
                    Ok(claim) => self.number[number as usize] = claim,
                    Err(Misfit) => self.keep_misfit(name, value, findings),
                },
                Place::UtcDate => match read_date(&value) {
                    Ok(claim) => self.utc_date = claim,
                    Err(Misfit) => self.keep_misfit(name, value, findings),
                },
            }
        }
        if self.get(TextTag::Date).is_some_and(is_unknown_date) {
            self.text[TextTag::Date as usize] = None;
        }
        self.started_at = self.read_started_at();
        self.game_id = self.read_game_id();
    }

    /// The day of the game, in days since 1970-01-01: the latest that its dates allow, where they are not whole.
    pub fn day(&self) -> Option<i32> {
        self.utc_date.or_else(|| {
            let date = self.get(TextTag::Date)?;
            calendar_date(date).or_else(|| latest_day(date))
        })
    }

    fn keep_misfit(&mut self, name: &'a [u8], value: Cow<'a, str>, findings: &mut Findings) {
        findings.insert(Finding::ClaimOutOfType);
        self.keep_extra(name, value, findings);
    }

    /// Keeps a tag without a column. The first of a name wins; the next stands as `Name#2`.
    fn keep_extra(&mut self, name: &'a [u8], value: Cow<'a, str>, findings: &mut Findings) {
        let name = decode(name, false, findings);
        if self.extra.iter().any(|(known, _)| *known == name) {
            self.keep_repeat_of(&name, value, findings);
        } else {
            self.extra.push((name, value));
        }
    }

    fn keep_repeat(&mut self, name: &'a [u8], value: Cow<'a, str>, findings: &mut Findings) {
        let name = decode(name, false, findings);
        self.keep_repeat_of(&name, value, findings);
    }

    fn keep_repeat_of(&mut self, name: &str, value: Cow<'a, str>, findings: &mut Findings) {
        findings.insert(Finding::DuplicateTag);
        let key = (2u32..).map(|number| format!("{name}#{number}")).find(|key| self.extra.iter().all(|(known, _)| known != key));
        self.extra.extend(key.map(|key| (Cow::Owned(key), value)));
    }

    fn read_started_at(&self) -> Option<i64> {
        let time = read_time(self.get(TextTag::UtcTime)?)?;
        Some((i64::from(self.utc_date?) * 86_400 + i64::from(time)) * 1000)
    }

    /// The id by which the site knows the game: Lichess's eight characters (from `Site`, `GameId` or the `LichessId` of spring
    /// 2018), chess.com's number (from `Link`), the number in the FICS games database.
    fn read_game_id(&self) -> Option<Cow<'a, str>> {
        let site = &self.text[TextTag::Site as usize];
        if let Some(id) = site.as_ref().and_then(|site| map_text(site, lichess_id)) {
            return Some(id);
        }
        self.extra.iter().find_map(|(name, value)| match name.as_ref() {
            "LichessId" | "GameId" | "FICSGamesDBGameNo" if !is_missing(value) => Some(value.clone()),
            "Link" | "GameURL" => map_text(value, |link| chesscom_id(link).or_else(|| lichess_id(link))),
            _ => None,
        })
    }
}

/// Maps a text to a part of it, borrowed from the file where the text is.
fn map_text<'a>(text: &Cow<'a, str>, part: impl Fn(&str) -> Option<&str>) -> Option<Cow<'a, str>> {
    match text {
        Cow::Borrowed(text) => part(text).map(Cow::Borrowed),
        Cow::Owned(text) => part(text).map(|part| Cow::Owned(part.to_owned())),
    }
}

/// The id in `https://lichess.org/abcd1234`, with or without the colour, player or ply behind it; for a broadcast's
/// `https://lichess.org/broadcast/name/round/abcd1234/efgh5678` the last.
fn lichess_id(url: &str) -> Option<&str> {
    let path = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or(url);
    let path = path.strip_prefix("lichess.org/")?;
    let is_id = |id: &&str| id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if path.starts_with("broadcast/") || path.starts_with("study/") {
        return path.rsplit('/').next().filter(is_id);
    }
    let id = path.split(['/', '#', '?']).next()?;
    // A player's own address of a game has four characters more.
    let id = if id.len() == 12 { id.get(..8)? } else { id };
    Some(id).filter(is_id)
}

/// The number in `https://www.chess.com/game/live/123` and its like.
fn chesscom_id(url: &str) -> Option<&str> {
    let path = url.split_once("chess.com/")?.1;
    let id = path.split(['?', '#']).next()?.rsplit('/').find(|part| !part.is_empty())?;
    Some(id).filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a value stands for "not known".
fn is_missing(value: &str) -> bool {
    value.is_empty() || value == "?"
}

fn is_unknown_date(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b'?' | b'.' | b'-' | b'/'))
}

/// A value doesn't fit its column's type.
struct Misfit;

/// A rating or a rating difference. `-` stands for "none" (PGN standard 9.1.2).
fn read_number(value: &str) -> Result<Option<i16>, Misfit> {
    if value == "-" {
        return Ok(None);
    }
    let digits = value.strip_prefix('+').unwrap_or(value);
    if digits.starts_with('+') {
        return Err(Misfit);
    }
    digits.parse().map(Some).map_err(|_| Misfit)
}

/// Days since 1970-01-01 of `YYYY.MM.DD` (or with dashes or slashes, as some sites write it).
fn read_date(value: &str) -> Result<Option<i32>, Misfit> {
    if is_unknown_date(value) {
        return Ok(None);
    }
    calendar_date(value).map(Some).ok_or(Misfit)
}

/// Days since 1970-01-01 of a whole date that the calendar has; `None` for any other text.
pub fn calendar_date(value: &str) -> Option<i32> {
    let bytes = value.as_bytes();
    let [y1, y2, y3, y4, b'.' | b'-' | b'/', m1, m2, b'.' | b'-' | b'/', d1, d2] = *bytes else { return None };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0i32, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i32::from(digit - b'0')))
    };
    let (year, month, day) = (number(&[y1, y2, y3, y4])?, number(&[m1, m2])?, number(&[d1, d2])?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i32::from(leap),
        _ => return None,
    };
    if !(1..=days).contains(&day) {
        return None;
    }
    // Count from 1 March, so that the leap day is the last of the year; 719,468 days lie between 0000-03-01 and 1970-01-01.
    let (years, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
    Some(years * 365 + leap_days + (153 * months + 2) / 5 + day - 1 - 719_468)
}

/// The latest day that a date with question marks can mean: `2013.??.??` is at the latest 2013-12-31.
fn latest_day(value: &str) -> Option<i32> {
    let mut parts = value.split(['.', '-', '/']);
    let (year, month) = (parts.next()?, parts.next().unwrap_or("??"));
    let month = if month.bytes().all(|byte| byte.is_ascii_digit()) { month } else { "12" };
    (28..=31).rev().find_map(|day| calendar_date(&format!("{year}.{month}.{day}")))
}

/// Seconds since midnight of `HH:MM:SS`.
fn read_time(value: &str) -> Option<u32> {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *value.as_bytes() else { return None };
    let pair = |tens: u8, ones: u8| {
        (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    };
    let (hours, minutes, seconds) = (pair(h1, h2)?, pair(m1, m2)?, pair(s1, s2)?);
    (hours < 24 && minutes < 60 && seconds < 60).then_some((hours * 60 + minutes) * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::tags::read_tag;

    fn read(text: &str) -> (Claims<'_>, Findings) {
        let mut findings = Findings::NONE;
        let bytes = text.as_bytes();
        let tags: Vec<TagPair> = bytes
            .iter()
            .enumerate()
            .filter(|(at, byte)| **byte == b'[' && (*at == 0 || bytes[at - 1] == b'\n'))
            .filter_map(|(at, _)| read_tag(bytes, at, bytes.len(), &mut findings).0)
            .collect();
        let mut claims = Claims::default();
        claims.read(bytes, &tags, &mut findings);
        (claims, findings)
    }

    #[test]
    fn missing_claims_are_none() {
        let (claims, findings) = read("[White \"?\"]\n[WhiteElo \"?\"]\n[BlackElo \"-\"]\n[Date \"????.??.??\"]\n[UTCDate \"????.??.??\"]\n[Event \"\"]\n");
        assert!(claims.text.iter().all(Option::is_none) && claims.number.iter().all(Option::is_none));
        assert_eq!((claims.utc_date, claims.extra.len(), findings), (None, 0, Findings::NONE));
    }

    #[test]
    fn claims_that_do_not_fit_stand_in_the_extra_tags() {
        let (claims, findings) = read("[WhiteElo \"1500?\"]\n[UTCDate \"2020.13.01\"]\n[BlackElo \"2000\"]\n[BlackRatingDiff \"+7\"]\n");
        assert_eq!(claims.number, [None, Some(2000), None, Some(7)]);
        let extra: Vec<_> = claims.extra.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(extra, ["WhiteElo=1500?", "UTCDate=2020.13.01"]);
        assert!(findings.contains(Finding::ClaimOutOfType));
    }

    #[test]
    fn the_first_of_a_name_wins_and_repeats_are_numbered() {
        let (claims, findings) = read("[White \"a\"]\n[White \"b\"]\n[White \"c\"]\n[Foo \"1\"]\n[Foo \"2\"]\n");
        assert_eq!(claims.get(TextTag::White), Some("a"));
        let extra: Vec<_> = claims.extra.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(extra, ["White#2=b", "White#3=c", "Foo=1", "Foo#2=2"]);
        assert!(findings.contains(Finding::DuplicateTag));
    }

    #[test]
    fn dates_count_from_1970() {
        for (date, days) in [("1970.01.01", 0), ("2000.02.29", 11_016), ("2014.07.01", 16_252), ("1969.12.31", -1), ("2024-12-31", 20_088)] {
            assert_eq!(calendar_date(date), Some(days), "{date}");
        }
        for date in ["2023.02.29", "1900.02.29", "2020.00.10", "2020.01.32", "2020.1.1", "????.??.??", "2020.01.??"] {
            assert_eq!(calendar_date(date), None, "{date}");
        }
    }

    #[test]
    fn a_date_in_part_is_the_latest_day_it_can_mean() {
        for (date, day) in [("2013.??.??", "2013.12.31"), ("2014.06.??", "2014.06.30"), ("2012.02.??", "2012.02.29"), ("1851", "1851.12.31")] {
            let text = format!("[Date \"{date}\"]\n");
            assert_eq!(read(&text).0.day(), calendar_date(day), "{date}");
        }
        assert_eq!(read("[Date \"soon\"]\n").0.day(), None);
    }

    #[test]
    fn date_and_time_make_the_start() {
        let (claims, _) = read("[UTCDate \"2013.01.31\"]\n[UTCTime \"23:00:05\"]\n");
        assert_eq!(claims.started_at, Some(1_359_673_205_000));
    }

    #[test]
    fn ids_are_the_sites_own() {
        for (tags, id) in [
            ("[Site \"https://lichess.org/ENPo6ReH\"]\n", Some("ENPo6ReH")),
            ("[Site \"https://lichess.org/ENPo6ReH/black\"]\n", Some("ENPo6ReH")),
            ("[Site \"https://lichess.org/broadcast/a/round-1/abcdefgh/ijklmnop\"]\n", Some("ijklmnop")),
            ("[Site \"Chess.com\"]\n[Link \"https://www.chess.com/game/live/4129\"]\n", Some("4129")),
            ("[Site \"FICS\"]\n[FICSGamesDBGameNo \"380\"]\n", Some("380")),
            ("[Site \"London\"]\n", None),
        ] {
            assert_eq!(read(tags).0.game_id.as_deref(), id, "{tags}");
        }
    }
}

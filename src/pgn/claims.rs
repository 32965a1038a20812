//! What a game's tags claim, each under its tag's own name and in its column's type.
//!
//! Owns the list of tags that have a column. Judges nothing: a claim stands as the file makes it. Missing is `None`: no tag,
//! an empty value, `?`, or a date of question marks alone. A claim that doesn't fit its column's type, and every tag without
//! a column, goes to the extra tags, so that nothing is lost.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::dates::{calendar_date, latest_day, read_time};
use super::game_id::game_id;
use super::tags::{TagPair, decode, resolve};
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
    /// Every other tag, and each claim that doesn't fit its column: (name, value), names unique, in the file's order; no value where
    /// the tag has none to tell.
    pub extra: Vec<(Cow<'a, str>, Option<Cow<'a, str>>)>,
    /// The site's own id of the game.
    pub game_id: Option<Cow<'a, str>>,
    /// `UTCDate` and `UTCTime` together, in milliseconds since 1970-01-01T00:00:00Z.
    pub started_at: Option<i64>,
    /// The names of all extra tags but the first few.
    names: HashSet<Cow<'a, str>>,
    /// How often a name that was repeated has occurred.
    repeats: HashMap<Cow<'a, str>, u32>,
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
        self.names.clear();
        self.repeats.clear();
        let mut seen = 0u32;
        // One look at all tags together is cheaper than one at each; where they are not UTF-8, each is looked at by itself.
        let start = tags.first().map_or(0, |tag| tag.name.start);
        let end = tags.last().map_or(start, |tag| tag.value.end);
        let text = std::str::from_utf8(&bytes[start..end]).ok();
        for tag in tags {
            let name = &bytes[tag.name.clone()];
            let value = match text.and_then(|text| text.get(tag.value.start - start..tag.value.end - start)) {
                Some(value) => resolve(value, tag.escaped),
                None => decode(&bytes[tag.value.clone()], tag.escaped, findings),
            };
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
                // Some servers write 0 for a player without a rating.
                Place::Number(NumberTag::WhiteElo | NumberTag::BlackElo) if value == "0" => {}
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
        self.game_id = game_id(&self.text[TextTag::Site as usize], &self.extra);
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
        let text = decode(name, false, findings);
        if self.is_taken(&text) {
            self.keep_repeat(name, value, findings)
        } else {
            self.push_extra(text, value)
        }
    }

    fn keep_repeat(&mut self, name: &'a [u8], value: Cow<'a, str>, findings: &mut Findings) {
        findings.insert(Finding::DuplicateTag);
        let name = decode(name, false, findings);
        let mut times = self.repeats.get(&name).copied().unwrap_or(1);
        let key = loop {
            times += 1;
            let key = format!("{name}#{times}");
            if !self.is_taken(&key) {
                break key;
            }
        };
        self.repeats.insert(name, times);
        self.push_extra(Cow::Owned(key), value);
    }

    fn push_extra(&mut self, name: Cow<'a, str>, value: Cow<'a, str>) {
        if self.extra.len() >= FEW_TAGS {
            self.names.insert(name.clone());
        }
        self.extra.push((name, known(value)));
    }

    /// Whether an extra tag has the name. Few are looked through, many are kept in a set.
    fn is_taken(&self, name: &str) -> bool {
        self.extra.iter().take(FEW_TAGS).any(|(known, _)| known == name) || self.names.contains(name)
    }

    fn read_started_at(&self) -> Option<i64> {
        let time = read_time(self.get(TextTag::UtcTime)?)?;
        Some((i64::from(self.utc_date?) * 86_400 + i64::from(time)) * 1000)
    }
}

/// A value, unless it stands for "not known".
fn known(value: Cow<'_, str>) -> Option<Cow<'_, str>> {
    (!is_missing(&value)).then_some(value)
}

/// Whether a value stands for "not known".
fn is_missing(value: &str) -> bool {
    value.is_empty() || value == "?"
}

fn is_unknown_date(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b'?' | b'.' | b'-' | b'/'))
}

/// So many extra tags are looked through one by one: more than games have, fewer than it takes to notice.
const FEW_TAGS: usize = 32;

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
        let (claims, findings) = read(
            "[White \"?\"]\n[WhiteElo \"?\"]\n[BlackElo \"-\"]\n[Date \"????.??.??\"]\n[UTCDate \"????.??.??\"]\n[Event \"\"]\n",
        );
        assert!(claims.text.iter().all(Option::is_none) && claims.number.iter().all(Option::is_none));
        assert_eq!((claims.utc_date, claims.extra.len(), findings), (None, 0, Findings::NONE));
    }

    #[test]
    fn claims_that_do_not_fit_stand_in_the_extra_tags() {
        let (claims, findings) = read(
            "[WhiteElo \"1500?\"]\n[UTCDate \"2020.13.01\"]\n[BlackElo \"2000\"]\n[BlackRatingDiff \"+7\"]\n",
        );
        assert_eq!(claims.number, [None, Some(2000), None, Some(7)]);
        let extra: Vec<_> = claims
            .extra
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_deref().unwrap_or("null")))
            .collect();
        assert_eq!(extra, ["WhiteElo=1500?", "UTCDate=2020.13.01"]);
        assert!(findings.contains(Finding::ClaimOutOfType));
    }

    #[test]
    fn the_first_of_a_name_wins_and_repeats_are_numbered() {
        let (claims, findings) =
            read("[White \"a\"]\n[White \"b\"]\n[White \"c\"]\n[Foo \"1\"]\n[Foo \"2\"]\n[Bar \"?\"]\n");
        assert_eq!(claims.get(TextTag::White), Some("a"));
        let extra: Vec<_> = claims
            .extra
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_deref().unwrap_or("null")))
            .collect();
        assert_eq!(extra, ["White#2=b", "White#3=c", "Foo=1", "Foo#2=2", "Bar=null"]);
        assert!(findings.contains(Finding::DuplicateTag));
    }

    #[test]
    fn names_stay_unique_whatever_the_file_calls_its_tags() {
        let mut text = String::from(
            "[Foo#2 \"c\"]\n[Foo \"a\"]\n[Foo \"b\"]\n[White#2 \"x\"]\n[White \"y\"]\n[White \"z\"]\n",
        );
        for number in 0..200 {
            text += &format!("[T{} \"{number}\"]\n", number % 70);
        }
        let (claims, _) = read(&text);
        let mut names: Vec<_> = claims.extra.iter().map(|(name, _)| name.as_ref()).collect();
        assert_eq!(names[..5], ["Foo#2", "Foo", "Foo#3", "White#2", "White#3"]);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 205);
    }

    #[test]
    fn date_and_time_make_the_start() {
        let (claims, _) = read("[UTCDate \"2013.01.31\"]\n[UTCTime \"23:00:05\"]\n");
        assert_eq!(claims.started_at, Some(1_359_673_205_000));
    }
}

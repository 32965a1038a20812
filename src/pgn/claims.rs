//! What a game's tags claim, each under its tag's own name and in its column's type.
//!
//! Judges nothing: a claim stands as the file makes it. Missing is `None`: no tag, an empty value, `?`, or a date of question
//! marks alone. A claim that doesn't fit its column's type, and every tag without a column, goes to the extra tags, so that
//! nothing is lost.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::dates::{calendar_date, latest_day, read_time};
use super::game_id::game_id;
use super::names::Place;
pub use super::names::{NumberTag, TextTag};
use super::numbers::{Misfit, read_number, short_number};
use super::tags::{Ascii, TagPair, decode};
use crate::chess::piece::Color;
use crate::finding::{Finding, Findings};

/// What one game's tags claim. Missing claims (no tag, an empty one, `?`) are `None`, never an empty text.
#[derive(Clone, Debug, Default)]
pub struct Claims<'a> {
    /// Text claims as they stand in the file, by [`TextTag`].
    text: [Option<&'a str>; TextTag::COUNT],
    /// Text claims that don't stand in the file as they are meant: one in thousands has escapes or bytes that are not UTF-8.
    decoded: Vec<(usize, String)>,
    /// Number claims, by [`NumberTag`].
    pub number: [Option<i16>; NumberTag::COUNT],
    /// `UTCDate`, in days since 1970-01-01.
    pub utc_date: Option<i32>,
    /// Every other tag, and each claim that doesn't fit its column: (name, value), names unique, in the file's order; no value where
    /// the tag has none to tell.
    pub extra: Vec<(Cow<'a, str>, Option<Cow<'a, str>>)>,
    /// What it takes to keep names unique, where there are many or the same again.
    repeats: Option<Box<Repeats<'a>>>,
}

/// The names among many extra tags.
#[derive(Clone, Debug, Default)]
struct Repeats<'a> {
    /// The names of all extra tags but the first few.
    names: HashSet<Cow<'a, str>>,
    /// How often a name that was repeated has occurred.
    times: HashMap<Cow<'a, str>, u32>,
}

impl<'a> Claims<'a> {
    /// The claim of a text tag.
    #[inline]
    pub fn get(&self, tag: TextTag) -> Option<&str> {
        match self.text[tag as usize] {
            None if !self.decoded.is_empty() => self.decoded(tag),
            claim => claim,
        }
    }

    #[inline(never)]
    fn decoded(&self, tag: TextTag) -> Option<&str> {
        self.decoded.iter().find(|(decoded, _)| *decoded == tag as usize).map(|(_, claim)| claim.as_str())
    }

    /// The claim of a number tag.
    pub fn number(&self, tag: NumberTag) -> Option<i16> {
        self.number[tag as usize]
    }

    /// Makes a claim, which is not an empty one, in place of what was there.
    pub fn claim(&mut self, tag: TextTag, claim: Cow<'a, str>) {
        self.forget(tag as usize);
        self.hold(tag as usize, claim);
    }

    fn hold(&mut self, index: usize, claim: Cow<'a, str>) {
        match claim {
            Cow::Borrowed(claim) => self.text[index] = Some(claim),
            Cow::Owned(claim) => self.decoded.push((index, claim)),
        }
    }

    fn forget(&mut self, index: usize) {
        self.text[index] = None;
        self.decoded.retain(|(decoded, _)| *decoded != index);
    }

    /// Reads the claims of one game, in place of what was there.
    pub fn read(&mut self, bytes: &'a [u8], tags: &[TagPair], findings: &mut Findings) {
        let start = tags.first().map_or(0, |tag| tag.name.start);
        let end = tags.last().map_or(start, |tag| tag.value.end);
        // Whole blocks: the bytes behind them would be looked at one by one.
        let whole = end + (start.wrapping_sub(end) & 63);
        let header = Ascii::new(&bytes[start..whole.min(bytes.len())]);
        self.read_from(header.map(|header| (start, header)), bytes, tags, findings);
    }

    /// The same from a header that is ASCII, with where it starts; or not.
    #[inline(always)]
    fn read_from(
        &mut self,
        header: Option<(usize, Ascii<'a>)>,
        bytes: &'a [u8],
        tags: &[TagPair],
        findings: &mut Findings,
    ) {
        self.text = [None; TextTag::COUNT];
        self.number = [None; NumberTag::COUNT];
        self.utc_date = None;
        self.decoded.clear();
        self.extra.clear();
        if self.repeats.is_some() {
            self.repeats = None;
        }
        let mut seen = 0u32;
        for tag in tags {
            let plain = header.filter(|_| !tag.escaped).and_then(|(start, header)| {
                header.text(tag.value.start.wrapping_sub(start)..tag.value.end.wrapping_sub(start))
            });
            let is_repeat = seen & tag.place.bit() != 0;
            seen |= tag.place.bit();
            // Most claims are texts as they stand, most others are numbers of a few digits.
            match plain {
                Some(value) if !is_repeat => {
                    if let Some(claim) = self.text.get_mut(tag.place.text_index()) {
                        *claim = Some(value).filter(|value| !is_missing(value));
                        continue;
                    }
                    if let Some(claim) = self.number.get_mut(tag.place.number_index())
                        && let Some(number) = short_number(&bytes[..tag.value.end], value.len())
                    {
                        *claim = Some(number).filter(|_| value != "0" || !tag.place.is_rating());
                        continue;
                    }
                }
                _ => {}
            }
            self.keep(bytes, tag, plain, is_repeat, findings);
        }
        if self.get(TextTag::Date).is_some_and(is_unknown_date) {
            self.forget(TextTag::Date as usize);
        }
    }

    /// The site's own id of the game.
    pub fn game_id(&self) -> Option<&str> {
        game_id(self.get(TextTag::Site), &self.extra)
    }

    /// Who moves first, by the FEN tag.
    pub fn first_to_move(&self) -> Color {
        let turn = self.get(TextTag::Fen).and_then(|fen| fen.split_ascii_whitespace().nth(1));
        if turn.is_some_and(|turn| turn.eq_ignore_ascii_case("b")) { Color::Black } else { Color::White }
    }

    /// `UTCDate` and `UTCTime` together, in milliseconds since 1970-01-01T00:00:00Z.
    pub fn started_at(&self) -> Option<i64> {
        let time = read_time(self.get(TextTag::UtcTime)?)?;
        Some((i64::from(self.utc_date?) * 86_400 + i64::from(time)) * 1000)
    }

    /// The day of the game, in days since 1970-01-01: the latest that its dates allow, where they are not whole.
    pub fn day(&self) -> Option<i32> {
        self.utc_date.or_else(|| {
            let date = self.get(TextTag::Date)?;
            calendar_date(date).or_else(|| latest_day(date))
        })
    }

    /// Keeps a value, which may be known as it is, or be that of a place that has one.
    fn keep(
        &mut self,
        bytes: &'a [u8],
        tag: &TagPair,
        plain: Option<&'a str>,
        is_repeat: bool,
        findings: &mut Findings,
    ) {
        let name = &bytes[tag.name.clone()];
        let value = match plain {
            Some(plain) => Cow::Borrowed(plain),
            None => decode(&bytes[tag.value.clone()], tag.escaped, findings),
        };
        if tag.place == Place::EXTRA {
            self.keep_extra(name, value, findings);
        } else if is_repeat {
            self.keep_repeat(name, value, findings);
        } else if is_missing(&value) {
        } else if tag.place == Place::UTC_DATE {
            match read_date(&value) {
                Ok(claim) => self.utc_date = claim,
                Err(Misfit) => self.keep_misfit(name, value, findings),
            }
        } else if let Some(claim) = self.number.get_mut(tag.place.number_index()) {
            match read_number(&value) {
                // Some servers write 0 for a player without a rating.
                Ok(Some(0)) if value == "0" && tag.place.is_rating() => {}
                Ok(number) => *claim = number,
                Err(Misfit) => self.keep_misfit(name, value, findings),
            }
        } else {
            self.hold(tag.place.text_index(), value);
        }
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
        let mut times =
            self.repeats.as_ref().and_then(|repeats| repeats.times.get(&name).copied()).unwrap_or(1);
        let key = loop {
            times += 1;
            let key = format!("{name}#{times}");
            if !self.is_taken(&key) {
                break key;
            }
        };
        self.repeats.get_or_insert_default().times.insert(name, times);
        self.push_extra(Cow::Owned(key), value);
    }

    fn push_extra(&mut self, name: Cow<'a, str>, value: Cow<'a, str>) {
        if self.extra.len() >= FEW_TAGS {
            self.repeats.get_or_insert_default().names.insert(name.clone());
        }
        self.extra.push((name, known(value)));
    }

    /// Whether an extra tag has the name. Few are looked through, many are kept in a set.
    fn is_taken(&self, name: &str) -> bool {
        self.extra.iter().take(FEW_TAGS).any(|(known, _)| known == name)
            || self.repeats.as_ref().is_some_and(|repeats| repeats.names.contains(name))
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
    use proptest::prelude::*;

    fn tags(text: &str) -> Vec<TagPair> {
        let lines = text.match_indices('[').filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'));
        lines
            .filter_map(|(at, _)| read_tag(text.as_bytes(), at, text.len(), &mut Findings::default()).0)
            .collect()
    }

    fn read(text: &str) -> (Claims<'_>, Findings) {
        let (mut claims, mut findings) = (Claims::default(), Findings::NONE);
        claims.read(text.as_bytes(), &tags(text), &mut findings);
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

    fn header() -> impl Strategy<Value = String> {
        let name = prop::sample::select(vec![
            "White",
            "Date",
            "Event",
            "WhiteElo",
            "BlackRatingDiff",
            "UTCDate",
            "UTCTime",
            "Foo",
            "White#2",
        ]);
        let value = prop_oneof![
            prop::sample::select(vec!["", "?", "0", "-", "2400", "+7", "-12", "+-3", "1500?", "99999"]),
            prop::sample::select(vec![
                "2020.02.30",
                "2020.02.29",
                "????.??.??",
                "23:00:05",
                "a \\\"b",
                "\u{e9}"
            ]),
        ];
        let tag = (name, value).prop_map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        prop::collection::vec(tag, 0..12).prop_map(|tags| tags.concat())
    }

    proptest! {
        /// The slow twin doesn't know that the header is ASCII, and decodes each value by itself.
        #[test]
        fn claims_are_the_same_as_they_stand_and_decoded(text in header()) {
            let (mut claims, mut findings) = read(&text);
            let told = |claims: &mut Claims<'_>, findings| {
                // A set is told in no order.
                claims.repeats = None;
                format!("{claims:?} {findings:?}")
            };
            let fast = told(&mut claims, findings);
            let tags = tags(&text);
            findings = Findings::NONE;
            claims.read_from(None, text.as_bytes(), &tags, &mut findings);
            prop_assert_eq!(told(&mut claims, findings), fast);
        }
    }

    #[test]
    fn date_and_time_make_the_start() {
        let (claims, _) = read("[UTCDate \"2013.01.31\"]\n[UTCTime \"23:00:05\"]\n");
        assert_eq!(claims.started_at(), Some(1_359_673_205_000));
    }
}

//! Which columns a dataset has: `core`, `default`, `all`, or those that are named.
//!
//! Owns the reading of that choice and the questions that it answers: what is written, and what need not be computed.

use super::column::{Column, Tier};
use super::group::Group;
use super::near::nearest;
use super::schema::{COLUMNS, columns};

/// Words of 64 columns each.
const WORDS: usize = 4;

const _: () = assert!(columns().len() <= 64 * WORDS, "a set has no room for so many columns");

/// Some of the columns; their order is always that of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColumnSet {
    bits: [u64; WORDS],
}

impl ColumnSet {
    const NONE: ColumnSet = ColumnSet { bits: [0; WORDS] };

    /// The columns of a tier, and of those below it.
    pub fn of(tier: Tier) -> ColumnSet {
        let mut set = ColumnSet::NONE;
        for (place, column) in columns().iter().enumerate() {
            if column.tier.is_some_and(|own| own <= tier) {
                set.insert(place);
            }
        }
        set
    }

    /// All columns that there are, those among them that belong to no tier.
    #[cfg(test)]
    pub(super) fn every() -> ColumnSet {
        let mut set = ColumnSet::NONE;
        (0..columns().len()).for_each(|place| set.insert(place));
        set
    }

    /// The same with all columns of a group.
    pub fn with(mut self, group: Group) -> ColumnSet {
        let first = group.first();
        (first..first + group.columns().len()).for_each(|place| self.insert(place));
        self
    }

    /// Reads a choice: words and names of columns, parted by commas, of which each adds to those before it; one with a minus
    /// sign takes away, from `default` if nothing comes before it. Case doesn't count.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong: a name that no column has, or no column left.
    pub fn read(text: &str) -> Result<ColumnSet, String> {
        let mut set = ColumnSet::NONE;
        for (number, term) in text.split(',').map(str::trim).enumerate() {
            match term.strip_prefix('-') {
                None => set.add(&named(term)?),
                Some(name) => {
                    if number == 0 {
                        set = ColumnSet::of(Tier::Default);
                    }
                    set.remove(&named(name)?);
                }
            }
        }
        if set.is_empty() { Err("no column is left".to_owned()) } else { Ok(set) }
    }

    /// The same without the columns of these names, as far as there are any.
    pub fn without(mut self, names: &[&str]) -> ColumnSet {
        for name in names {
            if let Some(place) = COLUMNS.iter().position(|column| column.name == *name) {
                self.bits[place / 64] &= !(1 << (place % 64));
            }
        }
        self
    }

    /// Whether it holds no column.
    pub fn is_empty(&self) -> bool {
        *self == ColumnSet::NONE
    }

    /// Whether any column of a group is asked for: if not, what that group alone needs is not to be computed.
    pub fn needs(&self, group: Group) -> bool {
        let first = group.first();
        (first..first + group.columns().len()).any(|place| self.has(place))
    }

    /// Whether the column of this name is asked for.
    pub fn wants(&self, name: &str) -> bool {
        self.columns().any(|column| column.name == name)
    }

    /// Whether any column of these names is asked for.
    pub fn wants_any(&self, names: &[&str]) -> bool {
        self.columns().any(|column| names.contains(&column.name))
    }

    /// The columns, in the order of the list.
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> {
        columns().iter().enumerate().filter(|(place, _)| self.has(*place)).map(|(_, column)| column)
    }

    /// Whether the column at this place of the list is asked for.
    pub(super) const fn has(&self, place: usize) -> bool {
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }

    /// The schema in Arrow.
    #[cfg(test)]
    pub(super) fn arrow_schema(&self) -> std::sync::Arc<arrow_schema::Schema> {
        std::sync::Arc::new(Column::schema(self.columns()))
    }

    fn insert(&mut self, place: usize) {
        self.bits[place / 64] |= 1 << (place % 64);
    }

    fn add(&mut self, other: &ColumnSet) {
        self.bits.iter_mut().zip(other.bits).for_each(|(own, other)| *own |= other);
    }

    fn remove(&mut self, other: &ColumnSet) {
        self.bits.iter_mut().zip(other.bits).for_each(|(own, other)| *own &= !other);
    }
}

/// The columns of a word, or the column of a name.
fn named(name: &str) -> Result<ColumnSet, String> {
    if let Some(tier) = Tier::ALL.into_iter().find(|tier| tier.as_str().eq_ignore_ascii_case(name)) {
        return Ok(ColumnSet::of(tier));
    }
    let mut set = ColumnSet::NONE;
    if let Some(place) = COLUMNS.iter().position(|column| column.name.eq_ignore_ascii_case(name)) {
        set.insert(place);
        return Ok(set);
    }
    let known = Tier::ALL.map(Tier::as_str).into_iter().chain(COLUMNS.iter().map(|column| column.name));
    Err(match nearest(name, known) {
        Some(near) => format!("there is no column {name}; did you mean {near}?"),
        None if name.is_empty() => "the name of a column is missing".to_owned(),
        None => format!("there is no column {name}; 'arbitro schema' lists them"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        ColumnSet::read(text).unwrap().columns().map(|column| column.name).collect()
    }

    #[test]
    fn each_tier_holds_those_below_it() {
        let sizes = Tier::ALL.map(|tier| ColumnSet::of(tier).columns().count());
        assert!(sizes.is_sorted() && sizes[0] < sizes[1], "{sizes:?}");
        assert_eq!(sizes[2], COLUMNS.len() - Group::Lists.columns().len());
        for tier in Tier::ALL {
            assert_eq!(ColumnSet::read(tier.as_str()).unwrap(), ColumnSet::of(tier));
        }
    }

    #[test]
    fn columns_keep_the_order_of_the_list_however_they_are_named() {
        assert_eq!(names("ruling,white, Result"), ["White", "Result", "ruling"]);
        assert_eq!(names("White,WHITE"), ["White"]);
    }

    #[test]
    fn terms_add_and_take_away_one_after_the_other() {
        let core = names("core");
        assert!(!core.contains(&"final_fen"));
        let more = names("core,final_fen");
        assert_eq!((more.len(), more.contains(&"final_fen")), (core.len() + 1, true));
        assert_eq!(names("core,final_fen,-final_fen"), core);
        assert_eq!(names("-final_fen"), names("default,-final_fen"));
        assert_eq!(names("-final_fen").len(), names("default").len() - 1);
        assert_eq!(names("White,-core,Site"), ["Site"]);
    }

    #[test]
    fn lists_are_of_no_tier_and_come_by_name_or_with_their_group() {
        assert!(!ColumnSet::of(Tier::All).needs(Group::Lists));
        assert_eq!(ColumnSet::of(Tier::All).with(Group::Lists), ColumnSet::every());
        assert_eq!(names("core,clocks").len(), names("core").len() + 1);
        assert_eq!(names("evals,moves_uci"), ["moves_uci", "evals"]);
    }

    #[test]
    fn a_set_without_columns_has_the_others() {
        let set = ColumnSet::read("White,Result,ruling").unwrap().without(&["Result", "nothing", "Black"]);
        assert_eq!(set, ColumnSet::read("White,ruling").unwrap());
    }

    #[test]
    fn a_slip_is_a_mistake_with_advice() {
        for (text, message) in [
            ("whte", "there is no column whte; did you mean White?"),
            ("core,deafult", "there is no column deafult; did you mean default?"),
            ("core,-rulling", "there is no column rulling; did you mean ruling?"),
            (
                "nothing_like_it_at_all",
                "there is no column nothing_like_it_at_all; 'arbitro schema' lists them",
            ),
            ("core,", "the name of a column is missing"),
            ("", "the name of a column is missing"),
            ("White,-White", "no column is left"),
            ("-all", "no column is left"),
        ] {
            assert_eq!(ColumnSet::read(text), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_group_is_needed_if_any_of_its_columns_is() {
        for group in Group::ALL {
            for column in group.columns() {
                let set = ColumnSet::read(column.name).unwrap();
                assert!(
                    Group::ALL.iter().all(|other| set.needs(*other) == (*other == group)),
                    "{}",
                    column.name
                );
            }
        }
    }
}

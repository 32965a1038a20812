//! The one list of columns, made of the lists of all groups.
//!
//! Everything that says something about the dataset is made from it: the Arrow schema, `arbitro schema`, the data
//! dictionary, the table in the README. A column in PascalCase is what the file claims, under its tag's own name; a
//! column in snake_case is what Arbitro found. New columns come at the end.

use super::column::Column;
use super::group::Group;

/// Moves when a column changes its meaning; a new column does not move it.
pub const SCHEMA_VERSION: &str = "1";

const COUNT: usize = {
    let last = Group::ALL[Group::ALL.len() - 1];
    last.first() + last.columns().len()
};

/// Every column, in the order of the file.
pub static COLUMNS: [Column; COUNT] = {
    let mut columns = [Group::ALL[0].columns()[0]; COUNT];
    let (mut place, mut at) = (0, 0);
    while at < Group::ALL.len() {
        let (group, mut of_group) = (Group::ALL[at].columns(), 0);
        while of_group < group.len() {
            columns[place] = group[of_group];
            place += 1;
            of_group += 1;
        }
        at += 1;
    }
    columns
};

/// Every column, in the order of the file.
pub const fn columns() -> &'static [Column] {
    &COLUMNS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_names_differ_in_case_alone() {
        let mut names: Vec<_> = COLUMNS.iter().map(|column| column.name.to_ascii_lowercase()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COLUMNS.len());
    }

    #[test]
    fn claims_are_in_pascal_case_and_findings_in_snake_case() {
        let first_finding = COLUMNS.iter().position(|column| column.name == "source_file").unwrap();
        for (index, column) in COLUMNS.iter().enumerate() {
            let is_claim = column.name.starts_with(|c: char| c.is_ascii_uppercase());
            assert_eq!(is_claim, index < first_finding, "{}", column.name);
            assert!(
                is_claim || column.name.chars().all(|c| c == '_' || c.is_ascii_lowercase()),
                "{}",
                column.name
            );
        }
    }

    #[test]
    fn every_column_says_what_it_holds_and_why() {
        for column in columns() {
            assert!(column.sentence.ends_with('.'), "{}", column.name);
            assert!(!column.source.is_empty(), "{}", column.name);
        }
    }

    /// A sentence is read where its column is chosen, without the one before it.
    #[test]
    fn the_sentence_of_black_is_that_of_white_with_the_colours_changed() {
        let changed = |text: &str| {
            let marked = text.replace("White", "\0").replace("white", "\x01");
            let other = marked.replace("Black", "White").replace("black", "white");
            other.replace('\0', "Black").replace('\x01', "black")
        };
        let by_name = |name: &str| COLUMNS.iter().find(|column| column.name == name);
        let mut pairs = 0;
        // The score of one is that of the other, counted from one.
        let paired = COLUMNS.iter().filter(|column| column.name != "white_score");
        for white in paired.filter(|column| column.name.starts_with("white_")) {
            let black = by_name(&changed(white.name)).unwrap();
            assert_eq!(changed(white.sentence), black.sentence, "{}", black.name);
            assert_eq!((white.unit, white.source, white.kind), (black.unit, black.source, black.kind));
            assert_eq!((white.tier, white.nullable), (black.tier, black.nullable), "{}", black.name);
            pairs += 1;
        }
        assert!(pairs > 20);
    }

    #[test]
    fn nothing_in_the_list_is_markup() {
        for Column { name, unit, sentence, source, .. } in columns() {
            for text in [unit, sentence, source] {
                assert!(!text.contains(['|', '`', '<', '*', '\n']), "{name}: {text}");
            }
        }
    }

    #[test]
    fn every_group_stands_in_its_place() {
        for (number, group) in Group::ALL.into_iter().enumerate() {
            assert_eq!(group as usize, number);
            let columns = COLUMNS[group.first()..].iter().zip(group.columns());
            assert!(columns.map(|(listed, own)| (listed.name, own.name)).all(|(listed, own)| listed == own));
        }
    }

    #[test]
    fn every_vocabulary_fits_its_keys_and_repeats_no_word() {
        for words in COLUMNS.iter().filter_map(Column::words) {
            assert!(words.len() <= i8::MAX as usize);
            let mut unique = words.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), words.len());
        }
    }
}

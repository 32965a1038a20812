//! What somebody who misspelt a name may have meant; the only user of strsim.

use strsim::damerau_levenshtein;

/// The name that is nearest to a misspelt one, if it is near enough to be meant. Case doesn't count.
pub(super) fn nearest<'n>(misspelt: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // A name is short: what is not can't be near to one, and would take long to compare.
    let length = misspelt.chars().count();
    if length > 64 {
        return None;
    }
    let misspelt = misspelt.to_lowercase();
    let distance = |name: &str| damerau_levenshtein(&misspelt, &name.to_lowercase());
    let near = names.into_iter().map(|name| (distance(name), name)).min_by_key(|(distance, _)| *distance);
    // A third of the letters may be wrong.
    near.filter(|(distance, _)| *distance <= length.div_ceil(3)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_known_and_another_is_not() {
        let names = ["time_forfeit", "time_forfeit_drawn", "agreement"];
        assert_eq!(nearest("timeforfeit", names), Some("time_forfeit"));
        assert_eq!(nearest("TIME_FORFIET", names), Some("time_forfeit"));
        assert_eq!(nearest("agreed", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"a".repeat(1_000_000), names), None);
    }
}

//! A subject of the survey, or the names of the columns that the dataset lacks for it.

/// A subject.
#[derive(Clone, PartialEq, Debug)]
pub enum Section<T> {
    /// Counted.
    Counted(T),
    /// Not counted, for want of these columns.
    Lacking(Vec<&'static str>),
}

impl<T: Default> Section<T> {
    /// A subject that needs these columns, of a dataset that has those that `has` tells.
    pub(super) fn new(needed: &[&'static str], has: impl Fn(&str) -> bool) -> Section<T> {
        let lacking: Vec<_> = needed.iter().copied().filter(|name| !has(name)).collect();
        if lacking.is_empty() { Section::Counted(T::default()) } else { Section::Lacking(lacking) }
    }
}

impl<T> Section<T> {
    /// What was counted.
    pub const fn counted(&self) -> Option<&T> {
        match self {
            Section::Counted(counted) => Some(counted),
            Section::Lacking(_) => None,
        }
    }

    pub(super) const fn counted_mut(&mut self) -> Option<&mut T> {
        match self {
            Section::Counted(counted) => Some(counted),
            Section::Lacking(_) => None,
        }
    }

    /// Puts what was counted of later games to what was counted before. What lacks in one of the two is not known of both.
    pub(super) fn merge(&mut self, later: &Section<T>, merge: impl FnOnce(&mut T, &T)) {
        match (&mut *self, later) {
            (Section::Counted(ours), Section::Counted(theirs)) => merge(ours, theirs),
            (Section::Counted(_), Section::Lacking(columns)) => *self = Section::Lacking(columns.clone()),
            (Section::Lacking(_), Section::Counted(_) | Section::Lacking(_)) => {}
        }
    }
}

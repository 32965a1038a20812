//! A survey of a dataset: what a reader asks first, counted in one pass.
//!
//! Owns the reading of the columns that are counted and the sums over them, and nothing of how they are shown. The memory is bounded
//! however many games there are: sums are kept by words of fixed lists, by numbers in bins, and by texts in tables of a fixed size.
//! One file a subject; a subject whose columns a dataset lacks is left out by name.

mod batch;
mod claims;
mod endings;
mod example;
mod findings;
mod frequent;
mod games;
mod opening_tags;
mod openings;
mod place;
mod players;
mod results;
mod section;
mod spread;
mod stretch;
mod whole;

pub use claims::{Claimed, Claims};
pub use endings::{Endings, RulingCount, Validity};
pub use example::{Example, examples};
pub use findings::{FindingCount, FindingCounts};
pub use frequent::Frequent;
pub use games::{Lengths, TimeControls};
pub use opening_tags::{OpeningTags, OtherCode};
pub use openings::Openings;
pub use place::RowPlace;
pub use players::{Gap, Gaps, Ratings};
pub use results::{Results, Sum};
pub use section::Section;
pub use spread::Spread;
pub use stretch::{Stretch, stretches};
pub use whole::Survey;

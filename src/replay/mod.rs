//! One game's facts: the moves replayed under the Laws, and what the board showed on the way.
//!
//! Owns the judgement of legality, move by move. After the first move that can't be made the replay stops: the facts up
//! to there stand, the rest is counted but not guessed. Variations are not replayed.

#[cfg(target_arch = "x86_64")]
mod abreast;
mod course;
mod facts;
mod prospects;
mod replayer;
mod start;
mod walker;
mod way;
mod written;

pub use facts::{ColorFacts, Facts, Legality, ReplayError};
pub use prospects::Prospects;
pub use replayer::{Entry, Replayer, Wanted};
pub use start::is_chess960;
pub use walker::Walker;
pub use way::Way;

//! What is told to people and programs: summaries, manifests, verdicts, listings.
//!
//! Owns the words and the JSON; the only user of serde_json. Gives text to its caller and prints nothing.

pub mod drawing;
pub mod explanation;
pub mod figures;
pub mod manifest;
pub mod numbers;
pub mod position;
pub mod prospect;
pub mod recorded;
pub mod run;
pub mod schema;
pub mod summary;

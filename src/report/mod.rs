//! What is told to people and programs: summaries, manifests, cards, verdicts, listings, the report.
//!
//! Owns the words, the JSON and the HTML; the only user of serde_json and of maud. Gives text to its caller and prints nothing.

pub mod card;
pub mod commands;
pub mod drawing;
pub mod explanation;
pub mod figures;
pub mod html;
pub mod manifest;
pub mod numbers;
pub mod position;
pub mod prospect;
pub mod provenance;
pub mod recorded;
pub mod run;
pub mod schema;
pub mod summary;

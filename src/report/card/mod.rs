//! The dataset card: the `README.md` of a dataset, with the header that Hugging Face reads, and the data dictionary.
//!
//! Owns the card's words and the escaping of what comes from outside. All of it follows from the input and the options: no time,
//! no thread and no path beyond what the manifest names as the input. No text from outside stands in the header, or in a table.

mod contents;
mod dictionary;
mod header;
mod loading;
mod page;
mod quoted;
mod sources;
mod tables;

pub use page::card;

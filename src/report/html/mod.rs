//! The report: one page of HTML that shows a survey, loads nothing and needs no script.
//!
//! Owns the page's words, its charts and its style. Everything goes through maud's macro, which escapes whatever it is handed, in text
//! and in attributes alike; what comes from a tag goes through `tags` besides.

mod chart;
mod claims;
mod contradictions;
mod endings;
mod games;
mod link;
mod openings;
mod page;
mod players;
mod sections;
mod sources;
mod tags;
mod validity;

pub use page::page;

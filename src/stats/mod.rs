//! What can be counted of one game beyond its facts.
//!
//! Owns pure functions from what a file says of each ply to the numbers of the dataset; knows neither text nor columns.

pub mod evals;
pub mod winning_chances;

mod accuracy;
mod advice;
mod exponential;

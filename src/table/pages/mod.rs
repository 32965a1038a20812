//! Values into Parquet's pages.
//!
//! Owns the encodings of the format, as far as the dataset uses them: runs and packed bits, differences, dictionaries,
//! levels, and the pages and chunks made of them. The encoders of the parquet crate take any Arrow array; these take
//! the builders' buffers as they are and know that a word is one of a few and a ply a small number, which makes them three times as
//! fast (680 -> 230 ns a game). Headers and footers are left to the parquet crate.

mod bits;
mod chunk;
mod codes;
mod deltas;
mod dictionary;
mod encoder;
mod indices;
mod levels;
mod longs;
mod nested;
mod numbers;
mod press;
mod texts;

pub(super) use chunk::EncodedChunk;
pub(super) use encoder::ColumnEncoder;
pub(super) use press::Presses;

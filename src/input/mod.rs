//! Where bytes come from: files, folders, standard input; maps and decoders.
//!
//! Owns opening, mapping and decompressing, and the distrust that goes with them. Knows nothing of chess or PGN: bytes
//! leave here as they are, and whoever asks cuts them.

pub mod bytes;
pub mod compression;
pub mod files;
pub mod frames;
pub mod map;
pub mod names;
pub mod source;
pub mod stretches;

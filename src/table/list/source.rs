//! The sources that several columns rest on.

pub(super) const ROSTER: &str = "PGN standard 8.1.1";
pub(super) const SUPPLEMENT: &str = "PGN standard 9";
pub(super) const DATES: &str = "PGN standard 8.1.1.3, 9.5.3";
pub(super) const LICHESS: &str = "Lichess database";
pub(super) const ARBITRO: &str = "Arbitro";
pub(super) const MOVES: &str = "FIDE Laws 3";
pub(super) const FLAG_FALL: &str = "FIDE Laws 5.1.2, 5.2.2, 6.9";

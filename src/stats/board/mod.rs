//! What the board shows at the end of a game and along the way.
//!
//! Owns the definitions: what is counted, from which ply on, and what counts as none. What the last position tells by itself
//! ([`Material`]) is cheap; the rest goes through the game once more, each function by itself, so that what isn't asked for isn't computed.

mod divider;
mod events;
mod material;
mod mobility;
mod walk;

pub use divider::{Phases, phases};
pub use events::{Events, events};
pub use material::Material;
pub use mobility::{Mobility, mobility};

//! From which position a game starts, and whether it is chess at all.

use crate::chess::fen::{Fen, FenStyle};
use crate::chess::position::Position;
use crate::chess::setup::Claim;
use crate::finding::{Finding, Findings};
use crate::pgn::claims::{Claims, TextTag};
use crate::replay::Legality;

/// Where a game starts from.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// The start position of a standard game, as nearly all do.
    Standard,
    /// A position of its own, and what is odd about that.
    Own(Box<Position>, Findings),
}

impl Start {
    /// The position. `standard` is the one that a standard game starts from.
    pub(super) fn position<'a>(&'a self, standard: &'a Position) -> &'a Position {
        match self {
            Start::Standard => standard,
            Start::Own(position, _) => position,
        }
    }

    /// What is odd about it.
    pub(super) const fn findings(&self) -> Findings {
        match self {
            Start::Standard => Findings::NONE,
            Start::Own(_, findings) => *findings,
        }
    }
}

/// The position to start from; or why there is none.
pub(super) fn start(claims: &Claims<'_>) -> Result<Start, Legality> {
    if claims.get(TextTag::Variant).is_some_and(|variant| !is_chess(variant)) {
        return Err(Legality::UnsupportedVariant);
    }
    let Some(text) = claims.get(TextTag::Fen) else { return Ok(Start::Standard) };
    let fen = Fen::parse(text.as_bytes()).map_err(|_| Legality::BadFen)?;
    let setup = fen.setup().map_err(|_| Legality::IllegalStart)?;
    let mut findings = Findings::NONE;
    findings.insert_if(Finding::OddFen, fen.style == FenStyle::Odd);
    findings.insert_if(Finding::CastlingRightsDropped, setup.castling == Claim::Dropped);
    findings.insert_if(Finding::EnPassantDropped, setup.en_passant == Claim::Dropped);
    findings.insert_if(Finding::StartCannotArise, setup.position.cannot_arise().is_some());
    Ok(Start::Own(Box::new(setup.position), findings))
}

/// Whether a `Variant` tag names a game that the Laws of Chess apply to: standard chess, its games from other positions,
/// and Chess960 in any spelling. A tag without content says nothing.
fn is_chess(variant: &str) -> bool {
    // What nearly every game says that says anything.
    if variant == "Standard" {
        return true;
    }
    const NAMES: [&str; 9] =
        ["", "standard", "normal", "chess", "classical", "orthodox", "regular", "fromposition", "setup"];
    NAMES.contains(&bare(variant).as_str()) || is_chess960(variant)
}

/// Whether a `Variant` tag names Chess960, in any spelling.
pub fn is_chess960(variant: &str) -> bool {
    const NAMES: [&str; 10] = [
        "chess960",
        "960",
        "fischerandom",
        "fischerrandom",
        "fischerandomchess",
        "fischerrandomchess",
        "chess9lx",
        "frc",
        "freestyle",
        "freestylechess",
    ];
    // What nearly every game says that says anything.
    variant != "Standard" && NAMES.contains(&bare(variant).as_str())
}

/// A name without blanks, signs and capital letters.
fn bare(name: &str) -> String {
    name.chars().filter(|char| char.is_alphanumeric()).map(|char| char.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_is_known_by_many_names() {
        for name in [
            "Standard",
            "normal",
            "From Position",
            "Chess960",
            "chess 960",
            "fischerandom",
            "Fischer Random",
            "-",
        ] {
            assert!(is_chess(name), "{name}");
        }
        assert!(is_chess960("Fischer Random") && !is_chess960("Standard") && !is_chess960("Crazyhouse"));
        for name in ["Crazyhouse", "Atomic", "Three-check", "Seirawan", "Double Fischer Random"] {
            assert!(!is_chess(name), "{name}");
        }
    }
}

//! All that a ruling rests on.

use crate::chess::board::Board;
use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::pgn::claims::Claims;
use crate::pgn::said::{Ending, Said};
use crate::replay::{Facts, Legality, Prospects};
use crate::rules::laws::{DeadRule, Laws};
use crate::rules::timeout::chesscom_can_mate;

/// One game's evidence, each kind read elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// What the board showed.
    pub facts: &'a Facts,
    /// Who could still mate.
    pub prospects: &'a Prospects,
    /// What the tags claim.
    pub claims: &'a Claims<'a>,
    /// The result at the end of the movetext.
    pub token: Option<Outcome>,
    /// What the tags say of the end.
    pub tag: Option<&'a Said>,
    /// What the closing comment says of it.
    pub comment: Option<&'a Said>,
    /// Whose clock shows nothing at the end: White's, Black's. Heard only where the clocks matter.
    pub has_run_out: [bool; 2],
    /// Whether the game comes from Lichess, which stops games at 600 plies.
    pub is_lichess: bool,
    /// The Laws in force.
    pub laws: &'a Laws,
}

/// Whose power to mate a claim depends on: a draw on time is just only if the player who still had time could not mate, and a flag that fell
/// in a game without a result leaves it to that.
pub(super) fn claim_depends_on(
    tag: Option<&Said>,
    comment: Option<&Said>,
    declared: Option<Outcome>,
    turn: Color,
) -> Option<Color> {
    let hangs_on_it = |said: &Said| match said.ending {
        Ending::TimeForfeitDrawn => true,
        Ending::TimeForfeit => declared.and_then(Outcome::winner).is_none(),
        _ => false,
    };
    [tag, comment].into_iter().flatten().any(hangs_on_it).then_some(!turn)
}

/// Whether words say that a flag fell.
pub(super) fn is_about_time(said: Option<&Said>) -> bool {
    said.is_some_and(|said| {
        matches!(said.ending, Ending::TimeForfeit | Ending::TimeForfeitDrawn | Ending::BothFlagsFell)
    })
}

/// Whether the clocks are heard: only where no tag says that the game ended in some other way, or as games do.
pub(super) fn clocks_matter(tag: Option<&Said>) -> bool {
    tag.is_none_or(|said| matches!(said.ending, Ending::Draw | Ending::Win))
}

impl Case<'_> {
    /// Whether all that the text holds could be replayed, and that is something.
    pub(super) fn is_whole(&self) -> bool {
        self.facts.is_whole()
    }

    /// Whether chess.com ends the game at the last position for want of material, where its rules are in force. Earlier positions aren't asked:
    /// there it would have ended too.
    pub(super) fn is_drawn_by_table(&self) -> bool {
        self.laws.dead == DeadRule::ChesscomTable
            && self.is_whole()
            && self
                .board()
                .is_some_and(|board| Color::ALL.into_iter().all(|side| !chesscom_can_mate(board, side)))
    }

    /// Whether a player has not made a move: standard chess, of which nothing is lost.
    pub(super) fn did_not_come(&self) -> bool {
        self.facts.legality == Legality::Legal && self.facts.plies < 2
    }

    /// The board of the last position.
    pub(super) fn board(&self) -> Option<&Board> {
        self.facts.last_position.as_ref().map(Position::board)
    }

    /// Whose turn it is in the last position.
    pub(super) fn turn(&self) -> Option<Color> {
        self.facts.last_position.map(|position| position.turn())
    }
}

/// The result by which a side wins.
pub(super) fn win_of(side: Color) -> Outcome {
    match side {
        Color::White => Outcome::WhiteWins,
        Color::Black => Outcome::BlackWins,
    }
}

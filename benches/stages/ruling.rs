//! How games ended, by the evidence.

use arbitro::rules::laws::Laws;
use arbitro::ruling::{Termination, rule};
use divan::{Bencher, black_box};

use crate::ruled::Ruled;
use crate::texts::Text;

#[divan::bench(args = Text::ALL)]
fn every_game(bencher: Bencher<'_, '_>, text: Text) {
    let known = text.known();
    let ruled = Ruled::of(text);
    text.counted(bencher).bench(|| {
        let (mut checkmates, mut resignations) = (0, 0);
        for ((game, claims), facts) in ruled.games.iter().zip(&ruled.claims).zip(&ruled.facts) {
            let laws = Laws::in_force_on(claims.day());
            let ruling = black_box(rule(facts, claims, game.result, laws));
            checkmates += usize::from(ruling.termination == Termination::Checkmate);
            resignations += usize::from(ruling.termination == Termination::Resignation);
        }
        assert_eq!((checkmates, resignations), (known.checkmates, known.resignations));
    });
}

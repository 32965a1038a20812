//! How games ended, by the evidence.

use arbitro::replay::Replayer;
use arbitro::ruling::{Judge, Termination};
use divan::{Bencher, black_box};

use crate::ruled::Ruled;
use crate::texts::Text;

#[divan::bench(args = Text::ALL)]
fn every_game(bencher: Bencher<'_, '_>, text: Text) {
    let known = text.known();
    let ruled = Ruled::of(text);
    let (bytes, replayer) = (text.bytes(), Replayer::default());
    text.counted(bencher).bench(|| {
        let mut judge = Judge::default();
        let (mut checkmates, mut resignations) = (0, 0);
        for ((game, claims), facts) in ruled.games.iter().zip(&ruled.claims).zip(&ruled.facts) {
            let judged = judge.judge(bytes, game, claims, facts, || replayer.way(claims, game, facts));
            let ruling = black_box(judged).ruling;
            checkmates += usize::from(ruling.termination == Termination::Checkmate);
            resignations += usize::from(ruling.termination == Termination::Resignation);
        }
        assert_eq!((checkmates, resignations), (known.checkmates, known.resignations));
    });
}

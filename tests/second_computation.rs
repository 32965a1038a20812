//! Every derived column computed a second time, the slow and obvious way, by Python on python-chess, and compared value by value.
//!
//! The Python follows the sentences of the schema and the sources that they name, not this program. It fails as well where a column is
//! neither computed there nor named with the reason why not. `make test` names the interpreter in `ARBITRO_PYTHON`; without that name the
//! tests say so and pass. Of the optional folder `../shared/corpus` each fortieth game is taken; `make second-opinion` takes each fourth.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::path::Path;

use program::{Folder, report_of, say, script};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");
const EVALS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/evals");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus");
const SCRIPT: &str = "columns.py";

/// What no sample has: time controls of several periods, Lichess's other events and marks, programs, clocks with gaps, offers,
/// promotions to less than a queen, a game of another variant and one that breaks off.
const RARE: &str = r#"[Event "Blitz swiss https://lichess.org/swiss/abcd1234"]
[Site "https://lichess.org/abcdefgh"]
[TimeControl "40/5400+30:20/3600.5+30:1800"]
[WhiteTitle "BOT"]
[WhiteElo "2500"]
[BlackElo "2900"]

1. e4 { [%clk 1:30:00] } 1... e5 { [%clk 1:30:00] [%emt 0:00:07] } 2. Nf3 { [%clk 1:29:00.25] [%eval 0.3] } { White offers draw } *

[Event "Classical simul https://lichess.org/simul/efgh5678"]
[Site "https://lichess.org/bcdefghi"]
[TimeControl "1800+20"]

1. e4 { [%clk 0:30:00] } 1... e5 { [%clk 0:30:00] } 2. Nf3 { [%clk 0:00:09.9] } 2... Nc6 { Black offers draw } 3. Bb5 { [%clk 0:10:00] }
3... a6 { Black offers draw } { [%clk 0:00:05] } 4. Ba4 { [%clk 0:00:00] } 4... Nf6 { [%clk 0:00:45] } 5. O-O { [%clk 0:00:20] } 1/2-1/2

[Event "Rated Bullet tournament https://lichess.org/tournament/yc1WW2Ox"]
[Site "https://lichess.org/cdefghij"]
[TimeControl "61+0"]

1. e4 { [%clk 0:00:30] } 1... e5 { [%clk 0:00:31] } 2. Nf3 { [%clk 0:00:29] } 2... Nc6 { [%clk 0:00:08] } 3. Bb5 { [%clk 0:00:07] } *

[Event "Rated Blitz game"]
[Site "https://lichess.org/defghijk"]
[WhiteBerserk "true"]
[BlackBerserk "false"]
[TimeControl "*180"]

1. e4 e5 2. Nf3 *

[Event "Live Chess - Daily"]
[Site "Chess.com"]
[TimeControl "1/259200"]
[Date "1998.07"]

1. e4 {[%clk 71:59:38][%timestamp 220]} e5 {[%clk 71:59:52][%timestamp 80]} 2. d4 {[%clk 71:58:00][%timestamp 1205]} *

[Event "Rated game"]
[WhiteType "human"]
[BlackType "program"]
[UTCDate "2020.02.30"]
[Date "2020-02-??"]
[SetUp "1"]
[FEN "4k3/P6P/8/8/8/8/p6p/4K3 b - - 3 40"]

40... a1=N { [%clk 0:01:00] } 41. a8=B { [%clk 0:00:08] } 41... h1=R+ { [%clk 0:00:50] } 42. Kd2 { [%clk 0:00:59] } 42... Rh2+ *

[Event "FICS unrated standard game"]
[WhiteIsComp "Yes"]
[BlackIsComp "No"]
[TimeControl "900+0"]

1. e4 {[%emt 1.5]} e5 {[%emt 0:00:02]} 2. d4 {[%emt 1.0]} exd4 3. c3 {[%emt 61.25]} dxc3 4. Ke3 {[%emt 9.0]} *

[Event "Casual Atomic game"]
[Variant "Atomic"]
[TimeControl "5+0.08"]

1. Nf3 { [%clk 0:00:05] } 1... f6 { [%clk 0:00:05] } 2. Nd4 { [%clk 0:00:04.7] } 2... Nh6 { [%clk 0:00:04.98] } *

[Event "Titled Arena March '20"]
[Site "https://lichess.org/efghijkl"]
[BlackRatingDiff "+0"]
[TimeControl "300+5"]

1. e4 { [%clk 0:02:30] } 1... e5 { [%clk 0:05:00] } 2. Nf3 { [%clk 0:02:33] } 2... Nc6 { [%clk 0:05:06] } 3. Bb5 { [%clk 0:02:20] } *

[Event "A cup of nobody's"]
[Site "https://lichess.org/fghijklm"]
[TimeControl "15+0"]

1. e4 { [%clk 0:00:08] } 1... e5 { [%clk 0:00:15] } 2. Nf3 { [%clk 0:00:05] } *

[Event "Somebody's simul"]
[Site "https://lichess.org/ghijklmn"]
[TimeControl "900+10"]

1. e4 { [%clk 1:15:00] } 1... e5 { [%clk 0:07:30] } 2. Nf3 { [%clk 1:14:58] } *

[Event "Streamers Team Battle"]
[Site "https://lichess.org/hijklmno"]
[TimeControl "60+2"]

1. e4 { [%clk 0:01:00] } 1... e5 { [%clk 0:01:00] } 2. Nf3 { [%clk 0:00:50] } *

[Event "A championship"]
[Site "Elvas"]
[BroadcastURL "https://lichess.org/broadcast/a/b/abcdefgh"]
[TimeControl "90+30"]

1. e4 { [%clk 1:30:56] } 1... e5 { [%clk 1:00:00] } 2. Nf3 { [%clk 1:31:16] } 2... Nc6 { [%clk 0:58:00] } *

[Event "No one knows by what time"]
[Site "Faro"]

1. e4 { [%clk 1:30:00] } 1... e5 { [%clk 1:30:00] } 2. Nf3 { [%clk 1:29:00] } 2... Nc6 { [%clk 1:28:00] } *

[Event "Nor here"]
[Site "Faro"]

1. e4 { [%clk 1:30:00] } 1... e5 { [%clk 1:30:00] } 2. Nf3 { [%clk 1:29:00] } 2... Nc6 { [%clk 1:30:10] } *

[Event "Two periods that differ"]
[Site "Faro"]
[TimeControl "3/5400+30:1800"]

1. e4 { [%clk 1:30:00] } 1... e5 { [%clk 1:30:00] } 2. Nf3 { [%clk 1:29:00] } 2... Nc6 { [%clk 1:30:10] } 3. Bb5 { [%clk 1:58:00] }
3... a6 { [%clk 1:10:10] } 4. Ba4 { [%clk 1:50:00] [%emt 0:08:00] } 4... Nf6 { [%clk 1:00:10] } *

[Event "Two periods alike"]
[Site "Faro"]
[TimeControl "3/5400:1800"]

1. e4 { [%clk 1:30:00] } 1... e5 { [%clk 1:30:00] } 2. Nf3 { [%clk 1:29:00] } 2... Nc6 { [%clk 1:20:10] } 3. Bb5 { [%clk 1:58:00] }
3... a6 { [%clk 1:10:10] } 4. Ba4 { [%clk 1:50:00] } 4... Nf6 { [%clk 1:00:10] } *

[Event "ICS rated blitz match"]
[Site "freechess.org"]
[TimeControl "180+2 "]

1. e4 { [%clk 0:03:00] [%emt 0:00:00] } 1... e5 { [%emt 0:00:01] [%timestamp 15] } 2. Nf3 { [%clk 0:02:59] [%emt 0:00:02] } *

[Event "Engines"]
[Site "?"]
[GameStartTime "2025-03-06T17:56:00 +0300"]
[TimeControl "5/move"]

1. e4 { [%clk 0:00:01] } 1... e5 { [%clk 0:00:01] } 2. Nf3 { [%clk 0:00:00] } *

[Event "A rapid tournament"]
[Site "Tavira"]
[TimeControl "15 min. + 10 s. per move"]

1. e4 { [%clk 0:15:10] } 1... e5 { [%clk 0:15:00] } 2. Nf3 { [%clk 0:15:05] } *

[Event "A weekend"]
[Site "Dulles"]
[TimeControl "40/80, SD30; +30"]

1. e4 { [%clk 1:20:00] } 1... e5 { [%clk 1:20:30] } 2. Nf3 { [%clk 1:19:05] } *

[Event "FICS unrated untimed game"]
[Site "FICS freechess.org"]
[TimeControl "0+0"]

1. e4 e5 *

[Event "Casual correspondence game"]
[Site "https://lichess.org/ijklmnop"]
[TimeControl "-"]

1. e4 e5 *

[Event "By post"]
[Site "?"]
[TimeControl "-"]

1. e4 e5 *

[Event "A match of engines"]
[Site "ChessGUI2"]
[White "one"]
[Black "two"]

1. e4 {[%eval 30,9]} e5 {(e5) [%eval -25,9]} 2. Qh5 {[%eval -320,9]} Nc6 {[%eval 330,12] [%emt 00:00:05]} 3. Bc4 {[%eval 20,9]} Nf6 {[%eval -#1,9]} *

[Event "A match of engines"]
[Site "ChessGUI2"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 1"]

1... Kd7 {[%eval -900,9]} 2. a8=Q {[%eval 910,9]} Ke7 {[%eval -#9,9]} 3. Qb7+ {[%eval #8,9]} *

[Event "Judged in words alone"]
[Site "https://lichess.org/efghijkl"]

1. e4 { [%eval 0.2] White offers draw } 1... f6 { [%eval 0.9] Inaccuracy. e5 was best. } 2. g4 $10 $4 { [%eval -2.5] } 2... Nc6 { [%eval 0.6] } { (-2.50 → 0.60) Blunder. e5 was best. }
3. Nf3 { [%eval 0.6] Black offers draw [%clk 0:01:00] } 3... g5 { [%eval #4] } { (0.60 → Mate in 4) Checkmate is now unavoidable. d6 was best. } 4. a3 { [%eval 0.5] White offers a draw. } 4... a6 { [%eval 0.5] } *

[Event "Rated Blitz game"]
[Site "https://lichess.org/jklmnopq/black#3"]
[UTCDate "2026.07.04"]

1. e4 e5 2. Nf3 *

[Event "Rated Blitz game"]
[Site "https://lichess.org/klmnopqr"]
[UTCDate "2026.07.03"]

1. e4 e5 2. Nf3 *

[Event "A weekend"]
[Site "Dulles"]
[LichessURL "https://lichess.org/lmnopqrs"]
[TimeControl "G/70;d10"]

1. e4 { [%clk 1:10:00] } 1... e5 { [%clk 1:10:00] } 2. Nf3 { [%clk 1:09:05] } *

[Event "Live Chess"]
[Site "Chess.com"]
[Tournament "https://www.chess.com/tournament/live/titled-tuesday-32-blitz-789085"]
[Link "https://www.chess.com/game/live/1234567?username=somebody"]
[TimeControl "180+1"]

1. e4 e5 2. Nf3 *

[Event "Live Chess"]
[Site "Chess.com"]
[Tournament "https://www.chess.com/tournament/live/arena/10-bullet-1925132"]
[TimeControl "60"]

1. e4 e5 2. Nf3 *

[Event "A club's cup - Round 1"]
[Site "Chess.com"]
[Tournament "https://www.chess.com/tournament/a-swiss-cup"]
[TimeControl "1/86400"]

1. e4 e5 2. Nf3 *
"#;

/// Audits the inputs with all columns and lets Python compute them. Returns its report.
fn python_computes_the_same(inputs: &[&str], every: &str) -> String {
    let Some(mut command) = script(SCRIPT) else { return String::new() };
    if let Some(missing) =
        inputs.iter().find(|input| Path::new(input).is_absolute() && !Path::new(input).is_dir())
    {
        say(&format!("skipped: no folder {missing}"));
        return String::new();
    }
    let folder = Folder::new();
    folder.write("rare.pgn", RARE);
    let (ran, _) = folder.audit(&[&["--columns", "all"], inputs].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let schema = folder.run(&["schema", "--format", "json"]);
    assert_eq!(schema.code, 0, "{}", schema.stderr);
    folder.write("schema.json", schema.stdout);
    let paths = [folder.path("out"), folder.path("schema.json")];
    report_of(command.current_dir(folder.path(".")).args(paths).args(["--every", every]))
}

#[test]
fn python_computes_the_columns_of_the_samples_the_specimens_and_the_golden_games() {
    eprint!("{}", python_computes_the_same(&["rare.pgn", SAMPLES, SPECIMENS, EVALS, GOLDEN], "1"));
}

#[test]
fn python_computes_the_columns_of_some_games_of_the_corpus() {
    eprint!("{}", python_computes_the_same(&[CORPUS], "40"));
}

#[test]
#[ignore = "takes minutes: make second-opinion"]
fn python_computes_the_columns_of_the_corpus() {
    eprint!("{}", python_computes_the_same(&[CORPUS], "4"));
}

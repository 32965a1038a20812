//! The statistics of evaluations against those who publish the formulas: the judgements that Lichess wrote into its files, and a second
//! implementation in Python, written from the published description.
//!
//! Lichess's exports mark moves by the rule that its pages show. Its monthly dumps mark them by an older one, in centipawns, so there
//! only which moves are marked can agree, not with what; that rule is here too, to show that nothing else is the matter. The optional
//! folder `../shared/corpus` is read by the ignored test: `make second-opinion`.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod reading;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro::chess::piece::Color;
use arbitro::pgn::annotations::eval::Eval;
use arbitro::pgn::annotations::judgement::{Judgement, Mark};
use arbitro::stats::evals::{EvalStats, Judgements};

use reading::Game;

const EXPORTED: &str = "tests/evals/lichess_with_judgements.pgn";
const DUMPED: &str = "data/games/lichess_dump_2025_05.pgn.zst";
const UNMARKED: [&str; 2] = ["data/games/lichess_titled_arenas_2018.pgn", "data/games/lichess_chess960.pgn"];

/// Files of the corpus with marks by the rule of the site's pages.
const CORPUS_EXPORTED: [&str; 7] = [
    "a-lichess/CorentinGS__chess__big.pgn.zst",
    "a-lichess/danielgentile22__chess-dashboard__analyzed-alice-anderson.pgn",
    "a-lichess/danielgentile22__chess-dashboard__demo-games.pgn",
    "h-puzzles/ornicar__lichess-puzzler__test_pgn_3fold_uDMCM.pgn",
    "i-testsuites/Disservin__chess-library/fuzz/corpus/pgn/magnus-grischuk.pgn",
    "i-testsuites/Disservin__chess-library/tests/pgns/comment_before_moves.pgn",
    "i-testsuites/notnil__chess/fixtures/pgns/0005.pgn",
];
/// With marks by the dumps' rule, analysed since November 2022, when the curve got its present constant.
const CORPUS_DUMPED: [&str; 2] = [
    "a-lichess/arkid-lutaj__blunder-predictor__sample_games.pgn.zst",
    "a-lichess/niklasf__shakmaty__lichess_db_1000k.pgn.zst",
];
/// Analysed before.
const CORPUS_DUMPED_EARLIER: [&str; 3] = [
    "a-lichess/PeterMorrison1__PGNParser__test_part1.pgn.zst",
    "a-lichess/kdave__pgn-toys__lichess.pgn.zst",
    "i-testsuites/notnil__chess/fixtures/pgns/0004.pgn",
];
/// With evaluations of Lichess's, and no marks.
const CORPUS_UNMARKED: [&str; 6] = [
    "a-lichess/SaubhagyaSingh__ShadowGM__mygames.pgn.zst",
    "a-lichess/billforsternz__pgn2line__anzac.pgn",
    "a-lichess/jishanshaikh4__magnus_2019.pgn.zst",
    "a-lichess/sukhrajsandhar__chess-blunder-predictor__games.pgn.zst",
    "e-variants/jishanshaikh4__lichess_Chess960.pgn.zst",
    "e-variants/jishanshaikh4__lichess_FromPosition.pgn.zst",
];

/// Written past the harness, which shows what `eprintln` says of failed tests only.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The games of a file that have evaluations.
fn evaluated(file: &Path) -> Vec<Game> {
    reading::games(&reading::text(file))
        .into_iter()
        .filter(|game| game.evals.iter().any(Option::is_some))
        .collect()
}

fn stats(game: &Game, marks: &[Option<Judgement>]) -> EvalStats {
    let marks: Vec<_> = marks.iter().map(|mark| mark.map(Mark::Judged)).collect();
    EvalStats::of(&game.evals, &marks, game.first_to_move)
}

/// The judgements of both colours, as kinds: inaccuracies, mistakes, blunders.
fn counts(stats: &EvalStats) -> [[u32; 3]; 2] {
    stats.colors.map(|color| {
        let Judgements { inaccuracies, mistakes, blunders } = color.judgements.unwrap_or_default();
        [inaccuracies, mistakes, blunders]
    })
}

/// The same, of the marks in the file.
fn marked(game: &Game) -> [[u32; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    for (index, mark) in game.marks.iter().enumerate() {
        if let Some(mark) = mark {
            let color = if index % 2 == 0 { game.first_to_move } else { !game.first_to_move };
            counts[color.index()][*mark as usize] += 1;
        }
    }
    counts
}

fn sum(counts: [[u32; 3]; 2]) -> u32 {
    counts.iter().flatten().sum()
}

/// What a comparison of a file found.
#[derive(Default)]
struct Tally {
    games: usize,
    marks: u32,
    /// Games in which the formula alone says what the file says.
    by_formula: usize,
    /// Faults by the formula that the file has no mark for.
    unmarked: u32,
    differing: Vec<String>,
}

/// Games with marks: our counts with the marks known, held against the marks by `agree`.
fn compare(file: &Path, agree: impl Fn(&Game, [[u32; 3]; 2], [[u32; 3]; 2]) -> bool) -> Tally {
    let mut tally = Tally::default();
    for game in evaluated(file).iter().filter(|game| game.marks.iter().any(Option::is_some)) {
        let (ours, theirs) = (counts(&stats(game, &game.marks)), marked(game));
        tally.games += 1;
        tally.marks += sum(theirs);
        let alone = counts(&stats(game, &[]));
        tally.by_formula += usize::from(agree(game, alone, theirs));
        tally.unmarked += sum(alone).saturating_sub(sum(ours));
        if !agree(game, ours, theirs) {
            tally.differing.push(format!("{}: {ours:?} for {theirs:?}", game.site));
        }
    }
    let name = file.file_name().unwrap().to_string_lossy();
    say(&format!(
        "{name}: {} games with {} judgements, {} differ; by the formula alone {} games agree, {} faults have no mark",
        tally.games,
        tally.marks,
        tally.differing.len(),
        tally.by_formula,
        tally.unmarked
    ));
    tally
}

/// What the dumps call a move (`Advice` in lichess-org/database): by centipawns, none above 1000. Of mates only what both rules know.
fn by_the_dumps_rule(before: Eval, after: Eval, mover: Color) -> Option<Judgement> {
    let view = |eval| match (eval, mover) {
        (Eval::Centipawns(centipawns), Color::White) => Ok(centipawns),
        (Eval::Centipawns(centipawns), Color::Black) => Ok(-centipawns),
        (Eval::Mate(moves), Color::White) => Err(moves),
        (Eval::Mate(moves), Color::Black) => Err(-moves),
    };
    let by_lead = |lead: i32| match lead {
        1000.. => Some(Judgement::Inaccuracy),
        701.. => Some(Judgement::Mistake),
        _ => Some(Judgement::Blunder),
    };
    match (view(before), view(after)) {
        (Ok(before), Ok(after)) => match before.clamp(-1000, 1000) - after.clamp(-1000, 1000) {
            300.. => Some(Judgement::Blunder),
            100.. => Some(Judgement::Mistake),
            50.. => Some(Judgement::Inaccuracy),
            _ => None,
        },
        (Ok(before), Err(..=-1)) => by_lead(-before),
        (Err(1..), Ok(after)) => by_lead(after),
        (Err(1..), Err(..=-1)) => Some(Judgement::Blunder),
        (Err(before @ 1..=5), Err(after)) if after >= before => Some(Judgement::Inaccuracy),
        _ => None,
    }
}

/// The marks of a game that the dumps' rule doesn't explain.
fn unexplained(game: &Game) -> usize {
    let before = [Some(Eval::Centipawns(15))].into_iter().chain(game.evals.iter().copied());
    let pairs = before.zip(&game.evals).zip(&game.marks).enumerate();
    pairs
        .filter(|(index, ((before, after), mark))| {
            let mover = if index % 2 == 0 { game.first_to_move } else { !game.first_to_move };
            let pair = before.zip(**after);
            mark.is_some()
                && **mark != pair.and_then(|(before, after)| by_the_dumps_rule(before, after, mover))
        })
        .count()
}

fn agree_with_the_export(file: &Path) -> Tally {
    let tally = compare(file, |_, ours, theirs| ours == theirs);
    assert!(tally.differing.is_empty(), "{:#?}", tally.differing);
    tally
}

/// The same moves are marked, and each mark is what the dumps' rule makes of the evaluations.
fn agree_with_the_dump(file: &Path) -> Tally {
    let tally = compare(file, |game, ours, theirs| {
        ours.map(|counts| counts.iter().sum::<u32>()) == theirs.map(|counts| counts.iter().sum::<u32>())
            && unexplained(game) == 0
    });
    assert!(tally.differing.is_empty(), "{:#?}", tally.differing);
    tally
}

#[test]
fn the_counts_are_those_of_the_site_in_its_exports() {
    let tally = agree_with_the_export(&root().join(EXPORTED));
    assert_eq!((tally.games, tally.by_formula, tally.marks, tally.unmarked), (27, 21, 256, 10));
}

#[test]
fn the_words_beside_the_marks_say_the_same() {
    let mut words = 0;
    for game in evaluated(&root().join(EXPORTED)) {
        for (mark, word) in game.marks.iter().zip(&game.words).filter(|(_, word)| word.is_some()) {
            assert_eq!(mark, word, "{}", game.site);
            words += 1;
        }
    }
    assert!(words > 200, "{words}");
}

#[test]
fn the_moves_that_a_dump_marks_are_those_at_fault() {
    let tally = agree_with_the_dump(&root().join(DUMPED));
    assert_eq!((tally.games, tally.by_formula, tally.marks, tally.unmarked), (37, 35, 503, 2));
}

/// One line a game: what Python is to find.
fn lines(games: &[Game]) -> String {
    let mut lines = String::new();
    for game in games {
        let stats = stats(game, &game.marks);
        write!(lines, "{}\t{}", game.site, stats.evaluated_plies).unwrap();
        for color in stats.colors {
            let number = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.6}"));
            let judgements = color.judgements.map_or("-".to_owned(), |kinds| {
                format!("{} {} {}", kinds.inaccuracies, kinds.mistakes, kinds.blunders)
            });
            let (loss, accuracy) = (number(color.average_centipawn_loss), number(color.accuracy));
            write!(lines, "\t{}\t{loss}\t{accuracy}\t{judgements}", color.measured_moves).unwrap();
        }
        lines.push('\n');
    }
    lines
}

/// Lets Python read each file by itself and find the same.
fn python_agrees(files: &[PathBuf]) {
    let Some(python) = std::env::var_os("ARBITRO_PYTHON") else {
        say("skipped: ARBITRO_PYTHON names no interpreter; `make test` makes one and names it");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let (pgn, expected) = (folder.path().join("games.pgn"), folder.path().join("expected.tsv"));
        std::fs::write(&pgn, reading::text(file)).unwrap();
        std::fs::write(&expected, lines(&evaluated(file))).unwrap();
        let output = Command::new(&python)
            .arg(root().join("tests/python/evals.py"))
            .args([&pgn, &expected])
            .output()
            .unwrap_or_else(|error| panic!("{} can't be run: {error}", python.display()));
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{}: {report}{}",
            file.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        say(&format!("{}: {}", file.file_name().unwrap().to_string_lossy(), report.trim_end()));
    }
}

#[test]
fn python_finds_the_same_in_the_samples() {
    let files = [EXPORTED, DUMPED].into_iter().chain(UNMARKED).map(|file| root().join(file));
    python_agrees(&files.collect::<Vec<_>>());
}

#[test]
#[ignore = "takes a minute, and needs the optional folder ../shared/corpus"]
fn the_site_and_python_agree_on_the_corpus() {
    let corpus = root().join("../shared/corpus");
    if !corpus.is_dir() {
        say(&format!("skipped: no folder {}", corpus.display()));
        return;
    }
    let paths = |names: &[&str]| names.iter().map(|name| corpus.join(name)).collect::<Vec<_>>();
    for file in paths(&CORPUS_EXPORTED) {
        agree_with_the_export(&file);
    }
    for file in paths(&CORPUS_DUMPED) {
        agree_with_the_dump(&file);
    }
    for file in paths(&CORPUS_DUMPED_EARLIER) {
        compare(&file, |_, ours, theirs| ours == theirs);
        let games = evaluated(&file);
        let marks: usize = games.iter().flat_map(|game| &game.marks).flatten().count();
        say(&format!(
            "  of {marks} marks {} are not by the dumps' rule",
            games.iter().map(unexplained).sum::<usize>()
        ));
    }
    let all = [
        paths(&CORPUS_EXPORTED),
        paths(&CORPUS_DUMPED),
        paths(&CORPUS_DUMPED_EARLIER),
        paths(&CORPUS_UNMARKED),
    ];
    python_agrees(&all.concat());
}

//! Real games whose endings were ruled on by reading them: the program must come to the same.

use std::fs;
use std::path::Path;

use arbitro::finding::Finding;
use arbitro::pgn::claims::Claims;
use arbitro::pgn::game_text::GameText;
use arbitro::pgn::games::Games;
use arbitro::replay::Replayer;
use arbitro::ruling::{Basis, Judge};

/// Findings that are listed wherever they are due: all that say something of how a game ended. Of the others a line names those that its
/// reader looked for.
const ALWAYS_LISTED: [Finding; 19] = [
    Finding::ResultTagDiffers,
    Finding::ResultContradictsBoard,
    Finding::TerminationContradictsBoard,
    Finding::TimeoutShouldBeDraw,
    Finding::ResignationShouldBeDraw,
    Finding::DrawShouldBeLoss,
    Finding::StatementContradictsResult,
    Finding::MaterialSuffices,
    Finding::PlayedAfterEnd,
    Finding::PlayedInDeadPosition,
    Finding::MissedThreefoldClaim,
    Finding::MissedFiftyClaim,
    Finding::ClockIncreased,
    Finding::ClockNegative,
    Finding::TimeControlContradictsClocks,
    Finding::MissingResult,
    Finding::Unfinished,
    Finding::SelfPlay,
    Finding::KnownBadPeriod,
];

/// What is wrong with the program's rulings on the games of one file, and how many games it has.
fn compare(pgn: &Path) -> (usize, Vec<String>) {
    let bytes = fs::read(pgn).unwrap_or_default();
    let table = fs::read_to_string(pgn.with_extension("tsv")).unwrap_or_default();
    let mut lines = table.lines().skip(1);
    let mut reader = Games::new(&bytes);
    let mut game = GameText::default();
    let (mut replayer, mut judge) = (Replayer::default(), Judge::default());
    let (mut count, mut wrong) = (0, Vec::new());
    while reader.read(&mut game) {
        let mut claims = Claims::default();
        let mut findings = game.findings;
        claims.read(&bytes, &game.tags, &mut findings);
        let facts = replayer.replay(&bytes, 0, &game, &claims);
        let judged = judge.judge(&bytes, &game, &claims, &facts, || replayer.way(&claims, &game, &facts));
        findings.extend(judged.ruling.findings);
        let ruling = judged.ruling;
        let found: Vec<_> = findings.iter().map(|finding| finding.code()).collect();
        let line = lines.next().unwrap_or_default();
        let fields: Vec<_> = line.split('\t').collect();
        let place = format!("{} game {count}", pgn.file_name().unwrap_or_default().display());
        count += 1;
        let [number, wanted, basis, result, listed, why, ..] = fields[..] else {
            wrong.push(format!("{place}: no line, or not enough in it: {line:?}"));
            continue;
        };
        let listed: Vec<_> = listed.split(',').map(str::trim).filter(|code| !code.is_empty()).collect();
        let told = (
            ruling.termination.as_str(),
            ruling.basis.map_or("", Basis::as_str),
            ruling.result.map_or("", |result| result.as_str()),
        );
        if number.parse() != Ok(count - 1) || told != (wanted, basis, result) {
            wrong.push(format!("{place}: {told:?}, but {:?}: {why}", (wanted, basis, result)));
        }
        let missing: Vec<_> = listed.iter().filter(|code| !found.contains(code)).collect();
        let needless: Vec<_> = ALWAYS_LISTED
            .map(Finding::code)
            .into_iter()
            .filter(|code| found.contains(code) && !listed.contains(code))
            .collect();
        if !missing.is_empty() || !needless.is_empty() {
            wrong.push(format!("{place}: not found {missing:?}, found needlessly {needless:?}: {why}"));
        }
    }
    if lines.next().is_some() {
        wrong.push(format!("{}: more lines than games", pgn.display()));
    }
    (count, wrong)
}

#[test]
fn every_game_is_ruled_as_its_reader_ruled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")).collect();
    files.sort();
    let (mut games, mut wrong) = (0, Vec::new());
    for file in &files {
        let (count, theirs) = compare(file);
        games += count;
        wrong.extend(theirs);
    }
    assert!(wrong.is_empty(), "{} of {games} games:\n{}", wrong.len(), wrong.join("\n"));
    assert!(games >= 300, "{games} games");
}

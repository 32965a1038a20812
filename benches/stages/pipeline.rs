//! The whole way, on one thread.

use std::fs;
use std::path::PathBuf;

use arbitro::input::files::{Entry, InputFile, Place};
use arbitro::pipeline::audit::{AuditOptions, JOB_BYTES, audit};
use arbitro::pipeline::counts::Counts;
use arbitro::pipeline::parted::OPEN_BYTES;
use arbitro::pipeline::progress::Progress;
use arbitro::pipeline::scan::{Chunk, Scanner};
use arbitro::replay::Legality;
use arbitro::ruling::{Judgement, Termination};
use arbitro::table::{ColumnSet, Partition, Tier};
use divan::{Bencher, black_box};
use tempfile::TempDir;

use crate::texts::Text;

/// Holds what was counted to what is known.
fn assert_counts(counts: &Counts, text: Text) {
    let known = text.known();
    let found = [
        counts.games,
        counts.legality(Legality::Legal),
        counts.plies,
        counts.ruling(Termination::Checkmate),
        counts.ruling(Termination::Resignation),
    ];
    let expected = [known.games, known.games, known.plies, known.checkmates, known.resignations];
    assert_eq!(found, expected.map(|number| number as u64));
}

/// Bytes to rows, which nobody keeps: no file, no thread, no table.
#[divan::bench(args = Text::ALL)]
fn scan(bencher: Bencher<'_, '_>, text: Text) {
    let chunk = Chunk { bytes: text.bytes(), offset: 0 };
    let mut scanner = Scanner::default();
    text.counted(bencher).bench_local(|| {
        let report = scanner.scan(black_box(&chunk), "sample.pgn", &mut |row| {
            black_box(row);
        });
        assert_counts(&report.counts, text);
    });
}

/// A text as a file, and a place for the dataset.
struct Folder {
    _folder: TempDir,
    input: InputFile,
    games: PathBuf,
}

impl Folder {
    fn with(text: Text) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.pgn");
        fs::write(&path, text.bytes()).unwrap();
        let input = InputFile { name: "sample.pgn".to_owned(), place: Place::Path(path) };
        Folder { input, games: folder.path().join("games"), _folder: folder }
    }

    /// An audit, and the rows that it wrote.
    fn audit(&self, text: Text, games_folder: Option<PathBuf>) -> usize {
        let options = AuditOptions {
            summary_file: None,
            plies: None,
            columns: ColumnSet::of(Tier::Default),
            partition: Partition::Whole,
            open_bytes: OPEN_BYTES,
            threads: 1,
            job_bytes: JOB_BYTES,
            games_folder,
            judgement: Judgement::default(),
            cross_check: None,
            listed: 0,
        };
        let audit = audit(vec![Entry::File(self.input.clone())], &options, &Progress::new()).unwrap();
        assert_eq!(audit.ledger.bytes, text.bytes().len() as u64);
        assert_counts(&audit.counts, text);
        audit.parts.iter().map(|part| part.rows as usize).sum()
    }
}

/// `arbitro audit --no-output`.
#[divan::bench(args = Text::ALL)]
fn check(bencher: Bencher<'_, '_>, text: Text) {
    let folder = Folder::with(text);
    text.counted(bencher).bench(|| assert_eq!(folder.audit(text, None), 0));
}

/// `arbitro audit -o`, but for the manifest.
#[divan::bench(args = Text::ALL)]
fn dataset(bencher: Bencher<'_, '_>, text: Text) {
    let folder = Folder::with(text);
    text.counted(bencher)
        .bench(|| assert_eq!(folder.audit(text, Some(folder.games.clone())), text.known().games));
}

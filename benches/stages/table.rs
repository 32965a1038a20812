//! Rows into columns, and columns into Parquet.

use arbitro::table::{ColumnSet, Columns, RowBatch, TableFile, Tier};
use divan::{Bencher, black_box};

use crate::ruled::Ruled;
use crate::texts::Text;

/// The rows in pieces of some hundreds, as workers hand them over: one piece for each time that the samples are repeated.
fn pieces(text: Text, ruled: &Ruled, columns: &mut Columns) -> Vec<RowBatch> {
    let mut pieces = Vec::new();
    let mut rows = ruled.rows();
    loop {
        rows.by_ref().take(text.games_once()).for_each(|row| columns.push(&row));
        if columns.is_empty() {
            return pieces;
        }
        pieces.push(columns.finish());
    }
}

#[divan::bench(args = Text::ALL)]
fn rows_into_columns(bencher: Bencher<'_, '_>, text: Text) {
    let ruled = Ruled::of(text);
    let mut columns = Columns::new(&ColumnSet::of(Tier::Default));
    text.counted(bencher).bench_local(|| {
        let pieces = black_box(pieces(text, &ruled, &mut columns));
        assert_eq!(pieces.iter().map(RowBatch::rows).sum::<usize>(), text.known().games);
    });
}

/// One column after the other, into memory. Every piece has a row group of its own, for what is repeated within one would
/// be compressed as no real games are.
#[divan::bench(args = Text::ALL)]
fn columns_into_parquet(bencher: Bencher<'_, '_>, text: Text) {
    let asked = ColumnSet::of(Tier::Default);
    let pieces = pieces(text, &Ruled::of(text), &mut Columns::new(&asked));
    text.counted(bencher).bench_local(|| {
        let mut file = TableFile::new(Vec::new(), &asked).unwrap();
        let mut rows = 0;
        for piece in &pieces {
            let mut group = file.row_group().unwrap();
            let slice = group.take(piece, 0, 0);
            group.write(&slice).unwrap();
            assert_eq!(group.columns.len(), asked.columns().count());
            rows += group.rows();
            file.append(group.close()).unwrap();
        }
        assert_eq!(rows, text.known().games);
        let parquet = file.close().unwrap();
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    });
}

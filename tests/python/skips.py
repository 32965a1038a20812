"""Asks for the plies of one file, and holds what the footers say of every column to its values.

    skips.py DATASET FILE OTHER_DATASET

The plies of FILE are one row group of several. DuckDB tells how many row groups it looked into. The other dataset has all columns.
"""

import json
import sys
from pathlib import Path

import duckdb
import pyarrow.compute as pc
import pyarrow.parquet as pq


def check_footers(part):
    """Null counts of every column that is no list, and bounds wherever they are told."""
    file = pq.ParquetFile(part)
    for group in range(file.num_row_groups):
        chunks = {chunk.path_in_schema: chunk for chunk in map(file.metadata.row_group(group).column, range(file.metadata.num_columns))}
        rows = file.read_row_group(group)
        for name, column in zip(rows.column_names, rows.columns):
            if name not in chunks:
                continue
            statistics = chunks[name].statistics
            assert statistics.null_count == column.null_count, (part, group, name)
            if statistics.has_min_max:
                bounds = pc.min_max(column.cast("string") if name in ("legality", "source_file") else column).as_py()
                assert (statistics.min, statistics.max) == (bounds["min"], bounds["max"]), (part, group, name)
        assert chunks["source_file"].statistics.has_min_max, (part, group)
    return file.num_row_groups


def check_skip(dataset, file, groups):
    profile = dataset / "profile.json"
    duckdb.sql("set threads = 1")
    duckdb.sql("pragma enable_profiling = 'json'")
    duckdb.sql(f"set profiling_output = '{profile}'")
    found = duckdb.sql(f"select count(distinct game_index), count(*) from '{dataset}/plies/*.parquet' where source_file = '{file}'").fetchall()
    duckdb.sql("pragma disable_profiling")
    (part,) = (dataset / "plies").glob("*.parquet")
    rows = pq.read_table(part, columns=["source_file"])["source_file"].to_pylist().count(file)
    query = json.loads(profile.read_text())["query"]
    assert found[0][1] == rows > 0, found
    scanned = query["total_row_groups_scanned"], query["total_rows_scanned"]
    assert scanned[0] == 1 < groups and scanned[1] <= 122_880, scanned


def main(dataset, file, other):
    groups = [check_footers(part) for folder in (dataset, other) for part in sorted(Path(folder).glob("*/*.parquet"))]
    assert len(groups) == 4, groups
    # The games' part comes before that of the plies.
    check_skip(Path(dataset), file, groups[1])


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Opens a dataset of several row groups with one reader and asks for games by a floating-point column.

    floats.py READER DATASET

The row groups differ in White's last clock, as tests/readers.rs has it: all at zero; below zero and above; none; an hour and a half. Black has
no clock at all.
"""

import json
import sys
from pathlib import Path

ROWS = 122_880


def clock(index):
    if index < ROWS:
        return 0.0
    if index < 2 * ROWS:
        return -1.5 if index % 7 == 0 else float(f"{60 + index % 60}.{index % 10}")
    return None if index < 3 * ROWS else 5400.0 + index % 60


CLOCKS = [clock(index) for index in range(3 * ROWS + 1000)]
# What is asked for, and how many row groups can have it.
QUESTIONS = {
    "white_last_clock > 5000": (lambda clock: clock is not None and clock > 5000, 1),
    "white_last_clock < 0": (lambda clock: clock is not None and clock < 0, 1),
    "white_last_clock = 0": (lambda clock: clock == 0, 2),
    "white_last_clock >= 60 and white_last_clock <= 100": (lambda clock: clock is not None and 60 <= clock <= 100, 1),
    "white_last_clock is null": (lambda clock: clock is None, 1),
    "black_last_clock > 0": (lambda clock: False, 0),
}


def of_games(condition):
    return [index for index, clock in enumerate(CLOCKS) if condition(clock)]


def check_values(name, clocks):
    """Each as near to the clock as 32 bits come."""
    assert len(clocks) == len(CLOCKS), (name, len(clocks))
    for index, (found, expected) in enumerate(zip(clocks, CLOCKS)):
        assert (found is None) == (expected is None), (name, index, found, expected)
        assert found is None or abs(found - expected) < 1e-5, (name, index, found, expected)


def duckdb_skips(games):
    import duckdb

    table = f"'{games}/*.parquet'"
    check_values("duckdb", [clock for (clock,) in duckdb.sql(f"select white_last_clock from {table} order by game_index").fetchall()])
    profile = games.parent / "profile.json"
    duckdb.sql("set threads = 1")
    for question, (condition, groups) in QUESTIONS.items():
        duckdb.sql("pragma enable_profiling = 'json'")
        duckdb.sql(f"set profiling_output = '{profile}'")
        found = duckdb.sql(f"select game_index from {table} where {question} order by 1").fetchall()
        duckdb.sql("pragma disable_profiling")
        query = json.loads(profile.read_text())["query"]
        assert [index for (index,) in found] == of_games(condition), question
        scanned = query["total_row_groups_scanned"], query["total_rows_scanned"]
        assert scanned[0] <= groups and scanned[1] <= groups * ROWS, (question, scanned)


def pyarrow_trusts_what_is_true(games):
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    (part,) = games.glob("*.parquet")
    file = pq.ParquetFile(part)
    check_values("pyarrow", file.read().column("white_last_clock").to_pylist())
    assert file.num_row_groups == 4
    for group in range(file.num_row_groups):
        chunk = file.metadata.row_group(group)
        for number, column in enumerate(file.read_row_group(group).columns):
            statistics = chunk.column(number).statistics
            assert statistics.null_count == column.null_count
            # Of the order that the footer names (the total order of IEEE 754) pyarrow 26 knows nothing, and takes no bounds.
            if statistics.has_min_max:
                bounds = pc.min_max(column).as_py()
                assert (statistics.min, statistics.max) == (bounds["min"], bounds["max"])
    filters = {
        "white_last_clock > 5000": [("white_last_clock", ">", 5000)],
        "white_last_clock < 0": [("white_last_clock", "<", 0)],
        "white_last_clock = 0": [("white_last_clock", "=", 0)],
    }
    for question, filter in filters.items():
        found = pq.read_table(games, filters=filter).column("game_index").to_pylist()
        assert found == of_games(QUESTIONS[question][0]), question


def polars_finds_them(games):
    import polars

    frame = polars.read_parquet(games)
    check_values("polars", frame["white_last_clock"].to_list())
    for question, (condition, _) in QUESTIONS.items():
        found = polars.scan_parquet(games).filter(polars.sql_expr(question)).select("game_index").collect()
        assert found["game_index"].to_list() == of_games(condition), question


def pandas_finds_them(games):
    import pandas

    frame = pandas.read_parquet(games)
    assert str(frame["white_last_clock"].dtype) == "float32"
    check_values("pandas", [None if clock != clock else clock for clock in frame["white_last_clock"]])
    found = pandas.read_parquet(games, filters=[("white_last_clock", ">", 5000)])
    assert list(found["game_index"]) == of_games(QUESTIONS["white_last_clock > 5000"][0])


READERS = {
    "pyarrow": pyarrow_trusts_what_is_true,
    "duckdb": duckdb_skips,
    "polars": polars_finds_them,
    "pandas": pandas_finds_them,
}


def main(reader, dataset):
    READERS[reader](Path(dataset) / "games")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Opens a dataset that is parted by year and month, and its summary, with one reader, and holds them against the schema and each other.

    tables.py READER DATASET GAMES_SCHEMA.json SUMMARY_SCHEMA.json

The dataset has the columns of the tier `core`.
"""

import collections
import json
import re
import sys
from pathlib import Path

from readers import GAMES, TYPES, READERS, plain_value


# The readers: the names of the columns and the rows of all partitions, and the same of one file.


def games_with_pyarrow(games):
    import pyarrow.parquet as pq

    table = pq.read_table(games)
    of_a_month = pq.read_table(games, filters=[("year", "=", 2018), ("month", "=", 12)])
    return table.column_names, table.to_pylist(), of_a_month.num_rows


def games_with_duckdb(games):
    import duckdb

    duckdb.sql("set timezone = 'UTC'")
    # Without the types DuckDB takes the year for a number, and the month, because of its zero, for a text.
    source = f"read_parquet('{games}/**/*.parquet', hive_types = {{'year': smallint, 'month': smallint}})"
    relation = duckdb.sql(f"select * from {source}")
    rows = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
    untyped = duckdb.sql(f"select count(*) from '{games}/**/*.parquet' where year = 2018 and month = 12").fetchall()[0][0]
    return relation.columns, rows, untyped


def games_with_polars(games):
    import polars

    frame = polars.read_parquet(games)
    month = (polars.col("year") == 2018) & (polars.col("month") == 12)
    return frame.columns, frame.to_dicts(), polars.scan_parquet(games).filter(month).collect().height


def games_with_pandas(games):
    import pandas
    import pyarrow
    from pyarrow.dataset import partitioning

    # pandas can't unify the keys' dictionaries where one of them is null, unless it is told that they are numbers.
    keys = partitioning(pyarrow.schema([("year", pyarrow.int16()), ("month", pyarrow.int16())]), flavor="hive")
    frame = pandas.read_parquet(games, partitioning=keys, dtype_backend="pyarrow")
    rows = [{name: plain_value(value) for name, value in row.items()} for row in frame.to_dict("records")]
    month = pandas.read_parquet(games, partitioning=keys, filters=[("year", "=", 2018), ("month", "=", 12)])
    return list(frame.columns), rows, len(month)


GAMES_READERS = {
    "pyarrow": games_with_pyarrow,
    "duckdb": games_with_duckdb,
    "polars": games_with_polars,
    "pandas": games_with_pandas,
}


def file_with(reader, file):
    if reader == "duckdb":
        import duckdb

        relation = duckdb.sql(f"select * from '{file}'")
        rows = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
        return dict(zip(relation.columns, map(str, relation.types))), rows
    if reader == "pyarrow":
        import pyarrow.parquet as pq

        table = pq.read_table(file)
        return {field.name: str(field.type) for field in table.schema}, table.to_pylist()
    if reader == "polars":
        import polars

        frame = polars.read_parquet(file)
        return {name: str(kind) for name, kind in frame.schema.items()}, frame.to_dicts()
    import pandas

    frame = pandas.read_parquet(file, dtype_backend="pyarrow")
    rows = [{name: plain_value(value) for name, value in row.items()} for row in frame.to_dict("records")]
    return {name: str(kind) for name, kind in frame.dtypes.items()}, rows


# What must be true.


def month_of(game):
    if game["UTCDate"] is not None:
        return game["UTCDate"].year, game["UTCDate"].month
    known = re.fullmatch(r"(\d{4})\.(?:(\d\d)|\?\?)\.(?:\d\d|\?\?)", game["Date"] or "")
    return tuple(part and int(part) for part in known.groups()) if known else (None, None)


def speed_of(time_control):
    if time_control in (None, "?"):
        return None
    if time_control == "-":
        return "correspondence"
    base, increment = map(int, re.fullmatch(r"(\d+)\+(\d+)", time_control).groups())
    bounds = [(30, "ultra_bullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (21600, "classical")]
    return next((name for bound, name in bounds if base + 40 * increment < bound), "correspondence")


def bin_of(game):
    ratings = game["WhiteElo"], game["BlackElo"]
    return None if None in ratings else sum(ratings) // 200 * 100


def check_games(names, rows, of_a_month, columns):
    core = [column["name"] for column in columns if column["tier"] == "core"]
    assert sorted(names) == sorted([*core, "year", "month"]), names
    assert len(rows) == GAMES
    for row in rows:
        assert (row["year"], row["month"]) == month_of(row), row
    assert of_a_month == sum(month_of(row) == (2018, 12) for row in rows) > 0


def check_summary(reader, kinds, rows, games, columns):
    assert list(kinds) == [column["name"] for column in columns]
    for column in columns:
        expected = TYPES[column["type"]][list(READERS).index(reader)]
        assert kinds[column["name"]].startswith(expected), (column["name"], kinds[column["name"]])
    sums = collections.defaultdict(lambda: [0, 0])
    for game in games:
        shared = *month_of(game), speed_of(game["TimeControl"]), bin_of(game), game["ruling"], game["ruled_result"]
        sums[shared][0] += 1
        sums[shared][1] += game["plies"] or 0
    shared = ["year", "month", "speed", "rating_bin", "ruling", "ruled_result"]
    found = {tuple(row[name] for name in shared): [row["games"], row["plies"]] for row in rows}
    assert len(found) == len(rows)
    assert found == sums, {key: (found.get(key), sums.get(key)) for key in {*found, *sums} if found.get(key) != sums.get(key)}


def main(reader, dataset, games_schema, summary_schema):
    names, games, of_a_month = GAMES_READERS[reader](str(Path(dataset) / "games"))
    check_games(names, games, of_a_month, json.loads(Path(games_schema).read_text())["columns"])
    kinds, rows = file_with(reader, str(Path(dataset) / "summary.parquet"))
    check_summary(reader, kinds, rows, games, json.loads(Path(summary_schema).read_text())["columns"])


if __name__ == "__main__":
    main(*sys.argv[1:])

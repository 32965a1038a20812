"""Opens a dataset with every column and the lists, parted by year and month, with one reader, and holds it against the schema and
against the same games in one file.

    parted.py READER PARTED WHOLE SCHEMA.json
"""

import json
import sys
from pathlib import Path

from plies import LISTS, plain
from readers import READERS, TYPES, check_games, check_values, entries, plain_value
from tables import file_with, month_of

KEYS = ["year", "month"]


# The readers: the types and the rows of all partitions, and how many rows of December 2018 say that they have moves, clocks and
# evaluations: the names of the folders and what stands in the files, asked together.


def with_pyarrow(games):
    import pyarrow.compute as pc
    import pyarrow.dataset as ds

    schema = pyarrow_keys()
    dataset = ds.dataset(games, format="parquet", partitioning=ds.partitioning(schema, flavor="hive"))
    table = dataset.to_table()
    month = (pc.field("year") == 2018) & (pc.field("month") == 12) & pc.field("clocks").is_valid()
    kinds = {field.name: str(field.type) for field in table.schema}
    return kinds, table.to_pylist(maps_as_pydicts="strict"), dataset.count_rows(filter=month)


def with_duckdb(games):
    import duckdb

    duckdb.sql("set timezone = 'UTC'")
    source = f"read_parquet('{games}/**/*.parquet', hive_types = {{'year': smallint, 'month': smallint}})"
    relation = duckdb.sql(f"from {source}")
    rows = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
    month = f"select count(*) from {source} where year = 2018 and month = 12 and clocks is not null"
    return dict(zip(relation.columns, map(str, relation.types))), rows, duckdb.sql(month).fetchall()[0][0]


def with_polars(games):
    import polars

    frame = polars.read_parquet(games)
    month = (polars.col("year") == 2018) & (polars.col("month") == 12) & polars.col("clocks").is_not_null()
    kinds = {name: str(kind) for name, kind in frame.schema.items()}
    return kinds, frame.to_dicts(), polars.scan_parquet(games).filter(month).collect().height


def with_pandas(games):
    import pandas
    from pyarrow.dataset import partitioning

    keys = partitioning(pyarrow_keys(), flavor="hive")
    frame = pandas.read_parquet(games, partitioning=keys, dtype_backend="pyarrow")
    rows = [{name: plain_value(value) for name, value in row.items()} for row in frame.to_dict("records")]
    month = pandas.read_parquet(games, partitioning=keys, filters=[("year", "=", 2018), ("month", "=", 12)])
    return {name: str(kind) for name, kind in frame.dtypes.items()}, rows, int(month["clocks"].notna().sum())


def pyarrow_keys():
    import pyarrow

    return pyarrow.schema([(key, pyarrow.int16()) for key in KEYS])


WITH = {"pyarrow": with_pyarrow, "duckdb": with_duckdb, "polars": with_polars, "pandas": with_pandas}


# What must be true.


def check_types(reader, kinds, columns):
    number = list(READERS).index(reader)
    in_files = [column["name"] for column in columns if column["name"] not in KEYS]
    # The keys come behind what stands in the files, in whatever order.
    assert list(kinds)[:-2] == in_files and sorted(list(kinds)[-2:]) == sorted(KEYS), list(kinds)
    for column in columns:
        name = column["name"]
        expected = LISTS[name][1][number] if name in LISTS else TYPES[column["type"]][number]
        # Polars makes integers of its own choice of the names of folders.
        assert kinds[name].startswith("Int" if reader == "polars" and name in KEYS else expected), (name, kinds[name])


def comparable(row):
    found = {name: plain(value) for name, value in row.items() if name != "ExtraTags"}
    return {**found, "ExtraTags": entries(row["ExtraTags"])}


def main(reader, parted, whole, schema):
    columns = json.loads(Path(schema).read_text())["columns"]
    kinds, rows, with_clocks = WITH[reader](str(Path(parted) / "games"))
    check_types(reader, kinds, columns)
    check_values([{**row, **{name: plain(row[name]) for name in LISTS}} for row in rows], columns)
    rows = sorted(map(comparable, rows), key=lambda row: (row["source_file"], row["game_index"]))
    check_games(rows)
    for row in rows:
        assert (row["year"], row["month"]) == month_of(row), row
        assert row["moves_uci"] is None or len(row["moves_uci"]) == row["plies"], row
    assert with_clocks == sum(month_of(row) == (2018, 12) and row["clocks"] is not None for row in rows) > 0
    # The same games in one file, which has the keys as columns.
    _, others = file_with(reader, str(Path(whole) / "games" / "part-00000.parquet"))
    others = sorted(map(comparable, others), key=lambda row: (row["source_file"], row["game_index"]))
    assert len(rows) == len(others)
    for row, other in zip(rows, others):
        assert row == other, {name: (row[name], other.get(name)) for name in row if row[name] != other.get(name)}
    assert all(sum(row[name] is not None for row in rows) > 20 for name in LISTS)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Opens a dataset with one reader and holds it against the schema and against known games.

    readers.py READER DATASET SCHEMA.json

Each reader is a function that gives the columns' types, as the reader names them, and the rows, as dicts of plain Python
values; what must be true of them is said once, below.
"""

import datetime
import json
import math
import sys
from pathlib import Path

GAMES = 2 + 3 + 1340


# The readers.


def read_with_pyarrow(games):
    import pyarrow.parquet as pq

    table = pq.read_table(games)
    for field in table.schema:
        assert field.metadata[b"description"].endswith(b"."), field
    return {field.name: str(field.type) for field in table.schema}, table.to_pylist(maps_as_pydicts="strict")


def read_with_duckdb(games):
    import duckdb

    duckdb.sql("set timezone = 'UTC'")
    relation = duckdb.sql(f"select * from '{games}/*.parquet'")
    rows = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
    return dict(zip(relation.columns, map(str, relation.types))), rows


def read_with_polars(games):
    import polars

    frame = polars.read_parquet(games)
    scanned = polars.scan_parquet(games).filter(polars.col("ruling") == "checkmate").select(polars.len()).collect()
    assert scanned.item() == frame.filter(polars.col("ruling") == "checkmate").height > 0
    return {name: str(kind) for name, kind in frame.schema.items()}, frame.to_dicts()


def read_with_pandas(games):
    import pandas

    plain = pandas.read_parquet(games)
    assert plain["started_at"].dt.year.dropna().between(2013, 2100).all()
    assert set(plain["legality"].cat.categories) >= {"legal", "illegal_move"}
    assert plain.groupby("ruling", observed=True).size().sum() == len(plain)
    frame = pandas.read_parquet(games, dtype_backend="pyarrow")
    kinds = {name: str(kind) for name, kind in frame.dtypes.items()}
    return kinds, [{name: plain_value(value) for name, value in row.items()} for row in frame.to_dict("records")]


def plain_value(value):
    """pandas has its own nulls, and timestamps that are more than datetimes."""
    import pandas

    if isinstance(value, pandas.Timestamp):
        return value.to_pydatetime()
    if isinstance(value, (list, tuple, dict)) or hasattr(value, "tolist"):
        return value
    return None if value is None or value is pandas.NA or value is pandas.NaT else value


# By the schema's type: pyarrow, duckdb, polars, pandas.
TYPES = {
    "utf8": ("string", "VARCHAR", "String", "string[pyarrow]"),
    "int16": ("int16", "SMALLINT", "Int16", "int16[pyarrow]"),
    "int32": ("int32", "INTEGER", "Int32", "int32[pyarrow]"),
    "int64": ("int64", "BIGINT", "Int64", "int64[pyarrow]"),
    "float32": ("float", "FLOAT", "Float32", "float[pyarrow]"),
    "boolean": ("bool", "BOOLEAN", "Boolean", "bool[pyarrow]"),
    "date32": ("date32[day]", "DATE", "Date", "date32[day][pyarrow]"),
    "timestamp[ms, UTC]": (
        "timestamp[ms, tz=UTC]",
        "TIMESTAMP WITH TIME ZONE",
        "Datetime(time_unit='ms', time_zone='UTC')",
        "timestamp[ms, tz=UTC][pyarrow]",
    ),
    "dictionary<int8, utf8>": ("dictionary<values=string, indices=int8", "VARCHAR", "Categorical", "dictionary<values=string, indices=int8"),
    "list<utf8>": ("list<", "VARCHAR[]", "List(String)", "list<"),
    "map<utf8, utf8>": ("map<string, string", "MAP(VARCHAR, VARCHAR)", "Map(String, String)", "map<string, string"),
}
READERS = {
    "pyarrow": read_with_pyarrow,
    "duckdb": read_with_duckdb,
    "polars": read_with_polars,
    "pandas": read_with_pandas,
}


# What must be true.


def check_types(reader, kinds, columns):
    assert list(kinds) == [column["name"] for column in columns]
    for column in columns:
        expected = TYPES[column["type"]][list(READERS).index(reader)]
        assert kinds[column["name"]].startswith(expected), (column["name"], kinds[column["name"]], expected)


def check_values(rows, columns):
    for column in columns:
        values = [row[column["name"]] for row in rows]
        if not column["nullable"]:
            assert None not in values, f"null in {column['name']}"
        words = column["words"]
        if words:
            assert set(values) <= {*words, None}, column["name"]
        empty = [value for value in values if value == "" or isinstance(value, float) and math.isnan(value)]
        assert not empty, f"neither a value nor null in {column['name']}"


def check_games(rows):
    of_file = lambda name: [row for row in rows if row["source_file"].endswith(name)]
    assert len(rows) == GAMES
    assert all(row["legality"] == "legal" for row in rows if "/data/games/" in row["source_file"])
    check_odd(*of_file("odd.pgn"))
    check_damaged(*of_file("illegal_move_in_the_second_game.pgn"))
    indexes = [row["game_index"] for row in of_file("lichess_bullet_2018.pgn")]
    assert indexes == list(range(350))


def check_odd(zoo, atomic):
    assert (zoo["White"], zoo["Black"], zoo["WhiteElo"]) == ("Żółć", "李", None)
    tags = entries(zoo["ExtraTags"])
    assert tags == {"WhiteElo": "about 2000", "Annotator": "Nobody", "Annotator#2": "Somebody"}, tags
    assert {"duplicate_tag", "claim_out_of_type"} <= set(zoo["findings"])
    assert (zoo["error_ply"], zoo["error_token"], zoo["plies"]) == (3, "0-0", 2)
    assert atomic["legality"] == "unsupported_variant"
    assert atomic["claimed_plies"] == 3
    unknown = ["plies", "is_checkmate", "max_repetition", "white_captures", "white_castling", "final_fen", "moves_key"]
    assert all(atomic[name] is None for name in unknown)
    assert entries(atomic["ExtraTags"]) == {}


def check_damaged(mate, illegal, _):
    known = {
        "Site": "https://lichess.org/h847N2RO",
        "WhiteElo": 1274,
        "BlackRatingDiff": -6,
        "UTCDate": datetime.date(2018, 12, 14),
        "UTCTime": "13:04:42",
        "WhiteTitle": None,
        "byte_offset": 0,
        "game_id": "h847N2RO",
        "started_at": datetime.datetime(2018, 12, 14, 13, 4, 42, tzinfo=datetime.timezone.utc),
        "legality": "legal",
        "error_ply": None,
        "ruling": "checkmate",
        "ruling_basis": "board",
        "ruled_result": "1-0",
        "plies": 41,
        "is_checkmate": True,
        "white_captures": 8,
        "white_castling": "king_side",
        "white_castling_ply": 7,
        "final_fen": "3Q1k2/1p3ppp/p7/r6q/4P3/6P1/5P1P/5RK1 b - - 1 21",
    }
    for name, value in known.items():
        assert mate[name] == value, (name, mate[name], value)
    assert list(mate["findings"]) == []
    assert (illegal["legality"], illegal["error_ply"], illegal["error_token"]) == ("illegal_move", 17, "Ra5")
    assert illegal["error_fen"] == "r1bq1rk1/ppp2ppp/3p1n2/1B2p3/3bP3/2NP4/PPP1QPPP/R1B2RK1 w - - 0 9"
    assert illegal["plies"] == 16


def entries(tags):
    """A map is a dict here, a list of pairs or of structs there."""
    if isinstance(tags, dict):
        return tags
    return dict((tag["key"], tag["value"]) if isinstance(tag, dict) else tuple(tag) for tag in tags)


def main(reader, dataset, schema):
    # Those without a tier are lists, which tests/python/plies.py reads.
    columns = [column for column in json.loads(Path(schema).read_text())["columns"] if column["tier"]]
    kinds, rows = READERS[reader](str(Path(dataset) / "games"))
    check_types(reader, kinds, columns)
    check_values(rows, columns)
    check_games(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Reads the card of a dataset as Hugging Face does, and does what it says.

    card.py DATASET

The header is held against the files themselves, and the lines that say how to open the dataset are run.
"""

import ast
import os
import sys
from pathlib import Path

import pyarrow.parquet as pq
import yaml

dataset = Path(sys.argv[1])
text = (dataset / "README.md").read_text(encoding="utf-8")

FEATURES = {
    "string": {"dtype": "string"},
    "int16": {"dtype": "int16"},
    "int32": {"dtype": "int32"},
    "int64": {"dtype": "int64"},
    "float": {"dtype": "float32"},
    "bool": {"dtype": "bool"},
    "date32[day]": {"dtype": "date32"},
    "timestamp[ms, tz=UTC]": {"dtype": "timestamp[ms, tz=UTC]"},
    "dictionary<values=string, indices=int8, ordered=0>": {"dtype": "string"},
    "list<element: string not null>": {"list": "string"},
    "list<element: int32>": {"list": "int32"},
    "list<element: float>": {"list": "float32"},
}


def header_is_that_of_the_files():
    assert text.startswith("---\n")
    header = yaml.safe_load(text.split("---\n")[1])
    # A licence that nobody gave is worse than none.
    assert set(header) <= {"pretty_name", "size_categories", "tags", "configs", "dataset_info"}, header
    infos = {info["config_name"]: info["features"] for info in header.get("dataset_info", [])}
    configs = {config["config_name"]: config for config in header["configs"]}
    # Each folder of tables has its place, and no table that isn't there.
    folders = sorted(path.name for path in dataset.iterdir() if path.is_dir())
    assert folders in (["games"], ["games", "plies"]) and list(configs) == [*folders, "summary"], (folders, configs)
    assert configs["games"]["default"] is True and not any("default" in configs[name] for name in list(configs)[1:])
    for name, config in configs.items():
        files = sorted(dataset.glob(config["data_files"]))
        assert files, config
        schema = pq.read_schema(files[0])
        maps = [field.name for field in schema if str(field.type).startswith("map<")]
        # A list of columns is there if `datasets` must be kept from a map.
        assert bool(maps) == ("columns" in config) == (name in infos), config
        if maps:
            known = [field for field in schema if field.name not in maps]
            assert config["columns"] == [field.name for field in known]
            assert infos[name] == [{"name": field.name, **FEATURES[str(field.type)]} for field in known]
    for name in folders:
        files = sorted((dataset / name).rglob("*.parquet"))
        assert files == sorted(dataset.glob(configs[name]["data_files"])), name
    rows = sum(pq.read_metadata(file).num_rows for file in (dataset / "games").rglob("*.parquet"))
    assert header["pretty_name"].startswith(f"{rows:,} audited chess game")
    assert header["size_categories"] == ["1K<n<10K" if rows >= 1000 else "n<1K"] and rows < 10_000
    return rows


def tables_are_whole():
    """Every row of a table has as many cells as its head: nothing in a cell ends it."""
    width = None
    for line in text.splitlines():
        if line.startswith("|"):
            width = width or line.count("|")
            assert line.count("|") == width, line
        else:
            width = None


def what_it_says_can_be_done(rows):
    code = text.split("```python\n")[1].split("```")[0]
    code = "".join(line for line in code.splitlines(keepends=True) if "load_dataset" not in line)
    os.chdir(dataset)
    names = {}
    tables = []
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.Expr):
            tables.append(eval(compile(ast.Expression(statement.value), "README.md", "eval"), names))
        else:
            exec(compile(ast.Module([statement], []), "README.md", "exec"), names)
    assert len(tables) == 3, tables
    polars, duckdb, pandas = tables
    assert polars.height == len(duckdb.fetchall()) == len(pandas) == rows
    assert sorted(polars.columns) == sorted(duckdb.columns) == sorted(pandas.columns)


def every_table_and_column_is_named():
    """What the dictionary names is what the files hold, and the lines that open the dataset name each table."""
    for name in ["games", "plies"]:
        files = sorted((dataset / name).rglob("*.parquet"))
        heading = f"### `{name}`\n"
        assert (heading in text) == bool(files) == (f'load_dataset(".", "{name}", split="train")' in text), name
        if files:
            table = next(part for part in text.split(heading)[1].split("\n\n") if part.startswith("|"))
            rows = table.splitlines()[2:]
            assert [row.split("`")[1] for row in rows] == pq.read_schema(files[0]).names, name


rows = header_is_that_of_the_files()
tables_are_whole()
every_table_and_column_is_named()
what_it_says_can_be_done(rows)

"""Opens a dataset with plies and lists with one reader, and holds both layouts against the schema, the games' rows and each other.

    plies.py READER DATASET PLIES_SCHEMA.json
"""

import itertools
import json
import math
import sys
from pathlib import Path

from readers import READERS, TYPES
from tables import file_with

MORE_TYPES = {"float32": ("float", "FLOAT", "Float32", "float[pyarrow]")}
LISTS = {
    "moves_uci": ("uci", ("list<element: string", "VARCHAR[]", "List(String)", "list<element: string")),
    "clocks": ("clock", ("list<element: float", "FLOAT[]", "List(Float32)", "list<element: float")),
    "evals": ("eval_centipawns", ("list<element: int32", "INTEGER[]", "List(Int32)", "list<element: int32")),
    "mates": ("eval_mate", ("list<element: int32", "INTEGER[]", "List(Int32)", "list<element: int32")),
}
FACTS = ["source_file", "game_index", "plies", "final_fen", "final_key", "is_checkmate", "is_stalemate", "max_repetition", "max_halfmove_clock", "clock_plies", "evaluated_plies"]  # fmt: skip


def plain(value):
    """pandas has a number that is none for a float that is missing, and arrays for lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def check_game(game, plies):
    where = game["source_file"], game["game_index"]
    assert len(plies) == (game["plies"] or 0), where
    assert [ply["ply"] for ply in plies] == list(range(1, len(plies) + 1)), where
    for name, (column, _) in LISTS.items():
        items, values = game[name], [ply[column] for ply in plies]
        if items is None:
            assert set(values) <= {None} or name == "moves_uci" and not plies, (where, name)
        else:
            assert items == values, (where, name, items, values)
    assert sum(ply["clock"] is not None for ply in plies) <= game["clock_plies"], where
    assert sum(ply["winning_chances"] is not None for ply in plies) <= game["evaluated_plies"], where
    if plies:
        last = plies[-1]
        assert (last["key"], last["fen"]) == (game["final_key"], game["final_fen"]), where
        assert last["is_mate"] == game["is_checkmate"], where
        assert (last["legal_moves"] == 0 and not last["is_check"]) == game["is_stalemate"], where
        assert max(ply["repetition_count"] for ply in plies) == game["max_repetition"], where
        assert max(ply["halfmove_clock"] for ply in plies) <= game["max_halfmove_clock"], where


def main(reader, dataset, schema):
    number = list(READERS).index(reader)
    kinds, plies = file_with(reader, str(Path(dataset) / "plies" / "part-00000.parquet"))
    columns = json.loads(Path(schema).read_text())["columns"]
    assert list(kinds) == [column["name"] for column in columns]
    for column in columns:
        expected = {**TYPES, **MORE_TYPES}[column["type"]][number]
        assert kinds[column["name"]].startswith(expected), (column["name"], kinds[column["name"]])
        values = {row[column["name"]] for row in plies} if column["words"] or not column["nullable"] else set()
        assert column["nullable"] or None not in values, column["name"]
        assert not column["words"] or values <= {*column["words"], None}, column["name"]
    kinds, games = file_with(reader, str(Path(dataset) / "games" / "part-00000.parquet"))
    for name, (_, expected) in LISTS.items():
        assert kinds[name].startswith(expected[number]), (name, kinds[name])
    games = [{name: plain(game[name]) for name in [*FACTS, *LISTS]} for game in games]
    plies = [{name: plain(value) for name, value in ply.items()} for ply in plies]
    place = lambda row: (row["source_file"], row["game_index"])
    of_games = [(where, list(rows)) for where, rows in itertools.groupby(plies, place)]
    assert [where for where, _ in of_games] == [place(game) for game in games if game["plies"]]
    by_place = dict(of_games)
    for game in games:
        check_game(game, by_place.get(place(game), []))
    assert all(sum(game[name] is not None for game in games) > 20 for name in LISTS)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Runs the scripts of examples/ on a dataset, and holds numbers of what they print against counts made here.

    examples.py EXAMPLES DATASET BARE

The dataset has all columns; the bare one has those of the tier `core`.
"""

import shlex
import subprocess
import sys
from pathlib import Path

import duckdb

examples, dataset, bare = map(Path, sys.argv[1:4])
games = duckdb.read_parquet(str(dataset / "games" / "**" / "*.parquet"))


def run(name, *arguments):
    """What a script prints; one that fails fails the test with what it said."""
    ran = subprocess.run([sys.executable, examples / name, *arguments], capture_output=True, text=True, encoding="utf-8")
    assert ran.returncode == 0, f"{name}: {ran.stdout}{ran.stderr}"
    return ran.stdout


def count(condition):
    return duckdb.sql(f"select count(*) from games where {condition}").fetchall()[0][0]


def rows(text, bar):
    """The rows of the tables that are drawn with this bar, by their first cells: the first table's where two have the same."""
    cells = [[cell.strip() for cell in line.strip(bar).split(bar)] for line in text.splitlines() if line.startswith(bar)]
    found = {}
    for first, *rest in cells:
        found.setdefault(first, rest)
    return found


def how_games_end_by_speed():
    table = rows(run("how_games_end_by_speed.py", dataset), "|")
    speeds = table["ruling"]
    assert speeds[-2:] == ["not known", "all"] and "bullet" in speeds, speeds
    rulings = [row[0] for row in duckdb.sql("select distinct ruling from games").fetchall()]
    assert len(rulings) > 5
    for ruling in rulings:
        for speed, shown in zip(speeds, table[ruling], strict=True):
            of_speed = {"all": "true", "not known": "speed is null"}.get(speed, f"speed = '{speed}'")
            assert int(shown) == count(f"ruling = '{ruling}' and {of_speed}"), (ruling, speed, shown)
    assert int(table["games"][-1]) == count("true")


def unfair_timeouts():
    printed = run("unfair_timeouts.py", dataset)
    table = rows(printed, "│")
    fair = "ruling = 'time_forfeit' and not list_contains(findings, 'draw_should_be_loss') and ruled_result is not null"
    assert int(table["lost by the Laws and in the file"][-1]) == count(fair) > 0
    drawn = "ruling = 'time_forfeit_drawn' and not list_contains(findings, 'timeout_should_be_draw')"
    assert int(table["drawn by the Laws and in the file"][-1]) == count(drawn) > 0
    shown_to_be(printed, drawn)
    counted = [line.split("│") for line in printed.splitlines() if line.startswith("│")]
    for finding, kind in (
        ("timeout_should_be_draw", "drawn by the Laws, won in the file"),
        ("draw_should_be_loss", "lost by the Laws, drawn in the file"),
    ):
        shown = sum(int(cells[3]) for cells in counted if cells[1].strip() == kind)
        assert shown == count(f"list_contains(findings, '{finding}')"), (kind, shown)
        shown_to_be(printed, f"list_contains(findings, '{finding}')")


def shown_to_be(printed, condition):
    """The first games of which this is true are named, each in a command."""
    for file, game in duckdb.sql(f"select source_file, game_index from games where {condition} order by all limit 5").fetchall():
        assert f"  arbitro explain {shlex.quote(file)} --game {game}\n" in printed, (condition, file, game)


def time_trouble_and_blunders():
    printed = run("time_trouble_and_blunders.py", dataset).splitlines()
    shown = [line.split() for line in printed if line.startswith(("none", "1 to 5", "more"))]
    side = "{0}_hurried_moves {1} and {0}_evaluated_moves > 0 and {0}_blunders is not null"
    bins = ["= 0", "between 1 and 5", "> 20"]
    assert len(shown) == len(bins), printed
    for cells, between in zip(shown, bins):
        sides, moves, blunders, share = map(float, cells[-4:])
        expected = [
            duckdb.sql(
                f"select count(*), sum({colour}_evaluated_moves), sum({colour}_blunders) from games where "
                + side.format(colour, between)
            ).fetchall()[0]
            for colour in ("white", "black")
        ]
        assert [sides, moves, blunders] == [sum(both) for both in zip(*expected)], (between, cells, expected)
        assert sides > 0 and abs(share - 100 * blunders / moves) < 0.006, cells


def nothing_to_show(folder):
    """What is missing is said in a line, not by a traceback."""
    for name, missing in (
        ("how_games_end_by_speed.py", "lacks speed: an audit with --columns default,speed writes it"),
        ("unfair_timeouts.py", "lacks white_can_mate_lichess"),
        ("time_trouble_and_blunders.py", "lacks white_hurried_moves"),
    ):
        for place, said in ((folder, missing), (folder / "nowhere", "is no dataset")):
            ran = subprocess.run([sys.executable, examples / name, place], capture_output=True, text=True, encoding="utf-8")
            assert ran.returncode == 1 and said in ran.stderr and len(ran.stderr.splitlines()) == 1, (name, ran.stderr)


how_games_end_by_speed()
unfair_timeouts()
time_trouble_and_blunders()
nothing_to_show(bare)

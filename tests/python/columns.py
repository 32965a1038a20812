"""Computes every derived column a second time, the slow and obvious way, and compares value by value.

    columns.py DATASET SCHEMA.json [--every N]

DATASET was written with `--columns all`. With N, each Nth game. Every column in snake_case is computed here, or by another test that is
named below, or there is a reason why not: a column of which none of that is true fails, and so does one that all games leave null or 0.
The exit code is 1 if anything differs.
"""

import argparse
import collections
import io
import json
import math
import sys
from pathlib import Path

import chess
import chess.pgn
import numpy
import pyarrow.parquet

import second_opinion
from columns_of_board import columns_of_board
from columns_of_comments import columns_of_comments, first_readings, plies_of_text
from columns_of_tags import columns_of_tags

OTHERS = {
    **dict.fromkeys(second_opinion.POINTS, "tests/second_opinion.rs"),
    "legality": "tests/second_opinion.rs, which compares where python-chess stops",
    "source_file": "the name of a file, by which its games are found here",
    "game_index": "tests/readers.rs",
    "byte_offset": "the games are read from there, here and in tests/second_opinion.rs",
    "byte_length": "the games are read that far, here and in tests/second_opinion.rs",
    "dialect": "a convention of each site: tests/specimens",
    "findings": "codes of our own: tests/specimens",
    "error_token": "python-chess doesn't tell the token: tests/specimens",
    "error_offset": "python-chess doesn't tell the place: tests/specimens, tests/bad_input.rs",
    "error_ply": "tests/second_opinion.rs, which compares where python-chess stops",
    "ruling": "a judgement: tests/decision.rs, tests/specimens",
    "ruling_basis": "a judgement: tests/decision.rs, tests/specimens",
    "ruled_result": "a judgement: tests/decision.rs, tests/specimens",
    "white_can_win": "tests/winnable.rs, against published positions",
    "black_can_win": "tests/winnable.rs, against published positions",
    "dead_position_ply": "tests/winnable.rs, against published positions",
    "white_cannot_win_ply": "tests/winnable.rs, against published positions",
    "black_cannot_win_ply": "tests/winnable.rs, against published positions",
    "moves_key": "a key of our own: held below to be equal exactly where start and moves are",
}


class Game(chess.pgn.BaseVisitor):
    """A game's main line as python-chess reads it: positions, moves, and what is noted at each."""

    def __init__(self):
        self.boards, self.moves, self.plies, self.errors, self.ply, self.facts = [], [], [], [], -1, None

    def begin_variation(self):
        return chess.pgn.SKIP

    def handle_error(self, error):
        self.errors.append(error)

    def visit_board(self, board):
        if not self.errors:
            self.boards.append(board.copy(stack=False))
            self.ply += 1

    def visit_move(self, board, move):
        if not self.errors:
            self.moves.append(move)
            self.plies.append(([], []))

    def visit_comment(self, comment):
        if self.plies:
            self.plies[-1][0].append(comment)

    def visit_nag(self, nag):
        if self.plies:
            self.plies[-1][1].append(nag)

    def result(self):
        self.facts = {"final_fen": self.boards[-1].fen(en_passant="legal")} if self.boards else None
        return self


def read(row, text):
    """The game, if python-chess makes the same moves."""
    for version in (text, second_opinion.rewritten(row, text)):
        game = chess.pgn.read_game(io.StringIO(version), Visitor=Game)
        if second_opinion.read_alike(row, game):
            return game
    return None


def equal(found, computed, kind):
    if found is None or computed is None:
        return found is computed
    if kind != "float32":
        return found == computed
    return found == float(numpy.float32(float(computed))) or math.isclose(found, computed, rel_tol=1e-6)


def computed(row, text, keys):
    """The columns of a game, and whether its moves and its comments are among them."""
    columns = {}
    game = None if row["plies"] is None else read(row, text)
    if row["plies"] is None:
        columns |= {"error_fen": None, "plies_after_end": None}
    if game:
        columns |= columns_of_board(game.boards, game.moves)
        columns["error_fen"] = None if row["legality"] == "legal" else game.facts["final_fen"]
        columns["plies_after_end"] = plies_after_end(row, game.boards)
        keys.add(row["moves_key"], game.boards)
        plies, white_first = game.plies, game.boards[0].turn == chess.WHITE
    if not game or row["legality"] != "legal":
        # Past the first move that can't be made, python-chess reads nothing; of the text Arbitro does.
        plies, white_first = plies_of_text(text), " b " not in (row["FEN"] or "")
    columns |= columns_of_tags(row, first_readings(plies))
    if row["legality"] == "legal" or len(plies) == row["claimed_plies"]:
        # What follows from the tags is taken as it is computed here.
        columns |= columns_of_comments(row | columns, plies, white_first) | {"claimed_plies": len(plies)}
    return columns, game is not None, "clock_plies" in columns


# What the ruling says, and the first half-move after which it was so.
ENDS = {
    "checkmate": "plies",
    "stalemate": "plies",
    "dead_position": "dead_position_ply",
    "fivefold_repetition": "fivefold_ply",
    "seventy_five_moves": "seventy_five_move_ply",
    "threefold_repetition": "threefold_ply",
    "fifty_moves": "fifty_move_ply",
}


def plies_after_end(row, boards):
    """The game is over where the board ends it; who resigns or loses on time plays no more."""
    if row["ruling_basis"] != "board":
        return 0
    if row["ruling"] == "insufficient_material":
        end = next(ply for ply, board in enumerate(boards) if board.is_insufficient_material())
    else:
        end = row[ENDS[row["ruling"]]]
    return row["claimed_plies"] - end


class Keys:
    """Which moves from which start each key stands for, and the other way round."""

    def __init__(self):
        self.games, self.keys = collections.defaultdict(set), collections.defaultdict(set)

    def add(self, key, boards):
        # From one position no two moves lead to the same men on the same squares.
        course = (boards[0].epd(), *(board.board_fen() for board in boards[1:]))
        self.games[key].add(course)
        self.keys[course].add(key)

    def differing(self):
        return [f"{len(of)} for one" for of in [*self.games.values(), *self.keys.values()] if len(of) > 1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    parser.add_argument("schema")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    schema = json.loads(Path(options.schema).read_text())["columns"]
    # Lists, which no choice of columns has, are tests/lists.rs's.
    kinds = {column["name"]: column["type"] for column in schema if column["name"][0].islower() and column["tier"]}
    rows = pyarrow.parquet.read_table(f"{options.dataset}/games").to_pylist()
    texts, keys = second_opinion.Texts(), Keys()
    compared, values, differing, unread, games = collections.Counter(), collections.Counter(), collections.defaultdict(list), [], 0
    for number, row in enumerate(rows):
        if number % options.every:
            continue
        columns, has_moves, has_comments = computed(row, texts.game(row), keys)
        games += 1
        if row["plies"] is not None and not has_moves:
            unread.append(f"{row['source_file']}, game {row['game_index']}: python-chess reads other moves")
        if not has_comments:
            unread.append(f"{row['source_file']}, game {row['game_index']}: {row['legality']}, and other moves in the text")
        for name, value in columns.items():
            compared[name] += 1
            values[name] += value is not None and value is not False and value != 0
            if not equal(row[name], value, kinds[name]):
                differing[name].append(f"{row['source_file']}, game {row['game_index']}: arbitro {row[name]}, python {value}")
    differing["moves_key"] = keys.differing()
    print(f"{len(keys.games):7} different games by moves_key")
    for name, count in compared.items():
        print(f"{count:7} {name}: {values[name]} neither null nor 0, {len(differing[name])} differ")
    print(f"{len(unread):7} of {games} games not compared in full")
    print("\n".join(unread[:60]))
    for name, found in differing.items():
        if found:
            print(f"{name}: {len(found)} differ\n  " + "\n  ".join(found[:12]))
    neither = sorted(set(kinds) - set(compared) - set(OTHERS))
    both = sorted(set(compared) & set(OTHERS))
    unknown = sorted(set(OTHERS) - set(kinds) - set(second_opinion.POINTS))
    print(f"in neither list: {neither}; in both: {both}; no column: {unknown}")
    idle = sorted(name for name in compared if not values[name]) if options.every == 1 else []
    print(f"null or 0 in every game: {idle}")
    sys.exit(1 if neither or both or unknown or idle or any(differing.values()) or len(unread) * 400 > games else 0)


if __name__ == "__main__":
    main()

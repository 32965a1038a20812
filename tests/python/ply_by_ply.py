"""Computes the values of every ply a second time, with python-chess, which reads and replays the same bytes.

    ply_by_ply.py DATASET PLIES_SCHEMA.json

Every third game is replayed, and all of a file that has few. None may be left that python-chess reads otherwise, once tags, empty lines and
promotions are written as it wants them.
"""

import collections
import io
import itertools
import json
import logging
import math
import struct
import sys
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import pyarrow.parquet as pq

from columns_of_comments import clocks, elapsed, times_of_moves
from second_opinion import Texts, rewritten

GAMES = [
    *("source_file", "game_index", "byte_offset", "byte_length", "plies", "Variant", "FEN", "TimeControl", "final_fen"),
    *("white_berserk", "black_berserk", "white_time_used", "black_time_used", "legality"),
]


class Builder(chess.pgn.GameBuilder):
    """A game with each move's glyphs in the order of the text; python-chess keeps them as a set."""

    def visit_nag(self, nag):
        node = self.variation_stack[-1]
        node.glyphs = [*getattr(node, "glyphs", []), nag]
        super().visit_nag(nag)


def read_alike(row, text):
    """The main line as python-chess has it, if it is the one that was replayed."""
    for version in (text, rewritten(row, text)):
        game = chess.pgn.read_game(io.StringIO(version), Visitor=Builder)
        line = list(game.mainline())[: row["plies"]] if game else []
        if line and len(line) == row["plies"] and line[-1].board().fen(en_passant="legal") == row["final_fen"]:
            return line
    return None


def milliseconds(seconds):
    return None if seconds is None else round(seconds * 1000)


def of_ply(node, before, is_chess960):
    """What python-chess says of a move and of the position after it."""
    move, board = node.move, node.board()
    to = move.to_square
    if before.is_castling(move):
        to = chess.square(6 if before.is_kingside_castling(move) else 2, chess.square_rank(move.from_square))
    captured = None
    if before.is_capture(move):
        captured = "pawn" if before.is_en_passant(move) else chess.piece_name(before.piece_type_at(move.to_square))
    key = chess.polyglot.zobrist_hash(board)
    return {
        "san": before.san(move),
        "uci": before.uci(move, chess960=is_chess960),
        "piece": chess.piece_name(before.piece_type_at(move.from_square)),
        "from_square": chess.square_name(move.from_square),
        "to_square": chess.square_name(to),
        "captured": captured,
        "promotion": chess.piece_name(move.promotion) if move.promotion else None,
        "is_check": board.is_check(),
        "is_mate": board.is_checkmate(),
        "halfmove_clock": board.halfmove_clock,
        "legal_moves": board.legal_moves.count(),
        "key": struct.unpack("q", struct.pack("Q", key))[0],
        "fen": board.fen(en_passant="legal"),
    }


def times_spent(row, line):
    """Of each ply, in milliseconds."""
    plies = [node.comments if isinstance(getattr(node, "comments", None), list) else [node.comment] for node in line]
    readings, times = clocks(plies), [elapsed(comments) for comments in plies]
    # The side that begins goes first here.
    is_berserk = [row["white_berserk"], row["black_berserk"]]
    if line[0].parent.board().turn == chess.BLACK:
        is_berserk.reverse()
    sides = times_of_moves([readings[0::2], readings[1::2]], [times[0::2], times[1::2]], row, is_berserk)
    return [milliseconds(sides[number % 2][number // 2]) for number in range(len(line))]


def compare(row, line, plies, counts):
    where = f"{row['source_file']}, game {row['game_index']}"
    readings = [milliseconds(node.clock()) for node in line]
    for number, ply in enumerate(plies):
        # python-chess reads no clock that went below zero.
        if readings[number] is None and (ply["clock"] or 0) < 0:
            readings[number] = milliseconds(ply["clock"])
    times = times_spent(row, line)
    board = line[0].parent.board()
    is_standard = board.castling_rights & ~(chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8) == 0
    is_standard &= not board.castling_rights & chess.BB_RANK_1 or board.king(chess.WHITE) == chess.E1
    is_standard &= not board.castling_rights & chess.BB_RANK_8 or board.king(chess.BLACK) == chess.E8
    is_chess960 = board.chess960 or not is_standard
    seen = collections.Counter([board._transposition_key()])
    for number, (node, found) in enumerate(zip(line, plies, strict=True)):
        expected = of_ply(node, board, is_chess960)
        board = node.board()
        position = board._transposition_key()
        seen[position] += 1
        expected["repetition_count"] = seen[position]
        eval = node.eval()
        expected["eval_centipawns"] = eval and eval.white().score()
        expected["eval_mate"] = eval and eval.white().mate()
        expected["eval_depth"] = node.eval_depth()
        expected["nag"] = getattr(node, "glyphs", [None])[0]
        differing = {name: (found[name], value) for name, value in expected.items() if found[name] != value}
        assert not differing, f"{where}, ply {found['ply']}: {differing}"
        assert milliseconds(found["clock"]) == readings[number], f"{where}, ply {found['ply']}"
        spent = times[number]
        assert milliseconds(found["time_spent"]) == spent, f"{where}, ply {found['ply']}: {found['time_spent']} {spent}"
        if eval is None:
            assert found["winning_chances"] is None
        else:
            centipawns = max(-1000, min(1000, eval.white().score(mate_score=100_000)))
            chances = 2 / (1 + math.exp(-0.00368208 * centipawns)) - 1
            assert abs(found["winning_chances"] - chances) < 1e-6, f"{where}, ply {found['ply']}"
        for name, value in (expected | {"clock": readings[number], "time_spent": spent}).items():
            counts[name] += value is not None and value is not False


def check_sums(row, plies):
    """The times of the plies are those that the game's row sums up."""
    starts_black = " b " in (row["FEN"] or "")
    for number, name in enumerate(("white", "black")):
        own = [ply["time_spent"] for ply in plies if (ply["ply"] - 1 + starts_black) % 2 == number and ply["time_spent"] is not None]
        used = row[f"{name}_time_used"]
        where = f"{row['source_file']}, game {row['game_index']}: {name}'s moves took {sum(own)}, used {used}"
        assert (used is None) == (not own), where
        assert used is None or math.isclose(sum(own), used, rel_tol=1e-5, abs_tol=1e-3), where


def main(dataset, schema):
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    games = pq.read_table(Path(dataset) / "games", columns=GAMES).to_pylist()
    plies = pq.read_table(Path(dataset) / "plies").to_pylist()
    place = lambda row: (row["source_file"], row["game_index"])
    by_place = {where: list(rows) for where, rows in itertools.groupby(plies, place)}
    of_file = collections.Counter(game["source_file"] for game in games)
    for game in games:
        if game["legality"] == "legal":
            check_sums(game, by_place.get(place(game), []))
    texts, counts, compared, otherwise = Texts(), collections.Counter(), 0, []
    for game in games:
        if not game["plies"] or (of_file[game["source_file"]] > 100 and game["game_index"] % 3):
            continue
        line = read_alike(game, texts.game(game))
        if line is None:
            otherwise.append(f"{game['source_file']}, game {game['game_index']}")
            continue
        compare(game, line, by_place[place(game)], counts)
        compared += 1
    print(f"{compared} games, {dict(counts)}")
    print("read otherwise:", *otherwise, sep="\n")
    assert compared >= 500 and not otherwise, compared
    named = [column["name"] for column in json.loads(Path(schema).read_text())["columns"]]
    never = [name for name in named if not counts[name] and name not in ("source_file", "game_index", "ply", "winning_chances")]
    assert not never, f"nothing to compare in {never}"


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Holds a dataset's facts against python-chess, which reads and replays the same bytes.

    second_opinion.py DATASET [--every N]

With N, all games are replayed that have a stalemate, insufficient material, a threefold repetition or fifty idle moves,
and each Nth of the others; without it, all.

Where python-chess reads other moves than Arbitro there is nothing to compare; each such game belongs to a class with a name
and a condition, and every class is printed with its number. The exit code is 1 if any game is left over.
"""

import argparse
import collections
import io
import re
import sys

import chess
import chess.pgn
import pyarrow
import pyarrow.parquet

COLUMNS = [
    "source_file", "game_index", "byte_offset", "byte_length", "legality", "plies", "Variant", "FEN", "final_fen",
    "is_checkmate", "is_stalemate", "insufficient_material", "max_repetition", "threefold_ply", "fivefold_ply",
    "max_halfmove_clock", "fifty_move_ply", "seventy_five_move_ply", "white_can_mate_lichess", "black_can_mate_lichess",
]  # fmt: skip


class Replay(chess.pgn.BaseVisitor):
    """What python-chess sees of a game's main line, up to the ply at which Arbitro stopped."""

    def __init__(self, plies):
        self.last = plies
        self.ply = -1
        self.errors = []
        self.facts = None
        self.seen = {"max_repetition": 0, "max_halfmove_clock": 0}
        self.without_a_move = []

    def begin_variation(self):
        return chess.pgn.SKIP

    def handle_error(self, error):
        self.errors.append(error)

    def visit_board(self, board):
        # It is called once more, with the same board, after a move that can't be made.
        if self.errors:
            return
        self.ply += 1
        if self.ply > self.last:
            return
        seen = self.seen
        while board.is_repetition(seen["max_repetition"] + 1):
            seen["max_repetition"] += 1
            name = {3: "threefold_ply", 5: "fivefold_ply"}.get(seen["max_repetition"])
            if name:
                seen[name] = self.ply
        seen["max_halfmove_clock"] = max(seen["max_halfmove_clock"], board.halfmove_clock)
        for name, clock, theirs in (
            ("fifty_move_ply", 100, board.is_fifty_moves),
            ("seventy_five_move_ply", 150, board.is_seventyfive_moves),
        ):
            if board.halfmove_clock >= clock:
                seen.setdefault(name, self.ply)
                # python-chess grants the draw only while there is a legal move: mate and stalemate come first in the Laws,
                # and so they do in the ruling. The column is the count of moves, whatever ends the game.
                if not theirs():
                    self.without_a_move.append((name, any(board.generate_legal_moves())))
        if self.ply == self.last:
            self.facts = seen | {
                "final_fen": board.fen(en_passant="legal"),
                "is_checkmate": board.is_checkmate(),
                "is_stalemate": board.is_stalemate(),
                "insufficient_material": board.is_insufficient_material(),
                "white_can_mate_lichess": not board.has_insufficient_material(chess.WHITE),
                "black_can_mate_lichess": not board.has_insufficient_material(chess.BLACK),
            }

    def result(self):
        return self


POINTS = COLUMNS[COLUMNS.index("final_fen") :]


class Texts:
    """The bytes of the files, one file at a time."""

    def __init__(self):
        self.name, self.bytes = None, b""

    def game(self, row):
        if row["source_file"] != self.name:
            self.name = row["source_file"]
            with pyarrow.input_stream(self.name, compression="detect" if self.name.endswith(".zst") else None) as file:
                self.bytes = file.read()
        start = row["byte_offset"]
        game = self.bytes[start : start + row["byte_length"]]
        assert len(game) == row["byte_length"], f"{self.name}: {len(self.bytes)} bytes"
        try:
            return game.decode("utf-8")
        except UnicodeDecodeError:
            return game.decode("cp1252", errors="replace")


def replayed(row, text):
    return chess.pgn.read_game(io.StringIO(text), Visitor=lambda: Replay(row["plies"]))


def read_alike(row, replay):
    """Whether python-chess made the same moves, and stopped where Arbitro did."""
    if replay is None or replay.facts is None or replay.facts["final_fen"] != row["final_fen"]:
        return False
    if row["legality"] == "legal":
        return replay.ply == row["plies"] and not replay.errors
    if row["legality"] in ("illegal_move", "ambiguous_move"):
        return replay.ply == row["plies"] and bool(replay.errors)
    # What Arbitro can't read, and null moves, python-chess may pass over: the position before is the same.
    return True


TAGS = re.compile(r"(?:\s*\[\s*[A-Za-z]\w*\s*\"(?:[^\"\\\n]|\\.)*\"\s*\])*")
PROMOTION = re.compile(r"\b((?:[a-h]x)?[a-h][18])\(?([QRBN])\b\)?")


def rewritten(row, text):
    """The game as python-chess wants it: tags at the line's start, no empty line in the movetext, `e8=Q`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    movetext = text[TAGS.match(text).end() :]
    tags = [f'[{name} "{row[name]}"]' for name in ("Variant", "FEN") if row[name]]
    lines = [line for line in movetext.split("\n") if line.strip()]
    return "\n".join([*tags, "", PROMOTION.sub(r"\1=\2", "\n".join(lines))])


def compare(row, text):
    """The name of the class that the game belongs to, and what is beyond explanation if anything is."""
    replay, name = replayed(row, text), "agree"
    if not read_alike(row, replay):
        replay, name = replayed(row, rewritten(row, text)), "agree once tags, empty lines and promotions are written as python-chess reads them"
    if not read_alike(row, replay):
        is_at_the_result = replay and [str(error).split(" in ")[0] for error in replay.errors] == ["illegal san: '0-0'"]
        if is_at_the_result and row["legality"] == "legal" and replay.ply == row["plies"]:
            return "not compared: python-chess takes the result 0-0 for castling", None
        told = f"{row['legality']}, {row['plies']} plies; python-chess {replay and replay.ply}, {replay and replay.errors[:1]}"
        return "differ", told
    differing = [name for name in POINTS if replay.facts.get(name) != row[name]]
    if differing:
        return "differ", ", ".join(f"{name}: arbitro {row[name]}, python-chess {replay.facts.get(name)}" for name in differing)
    if any(has_move for _, has_move in replay.without_a_move):
        return "differ", "python-chess counts other moves"
    if replay.without_a_move:
        name += ", python-chess granting no draw by move count where nobody can move"
    return name, None


def is_decisive(row):
    return (
        row["is_stalemate"]
        or row["insufficient_material"]
        or row["max_repetition"] >= 3
        or row["max_halfmove_clock"] >= 100
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    rows = pyarrow.parquet.read_table(f"{options.dataset}/games", columns=COLUMNS).to_pylist()
    counts, kinds, leftover = collections.Counter(), collections.Counter(), []
    texts = Texts()
    for number, row in enumerate(rows):
        if row["plies"] is None:
            counts["not compared: Arbitro has no position to start from"] += 1
            continue
        if number % options.every and not is_decisive(row):
            continue
        name, told = compare(row, texts.game(row))
        if told:
            leftover.append(f"{row['source_file']}, game {row['game_index']}: {told}")
            continue
        counts[name] += 1
        if name.startswith("agree"):
            for fact in ("is_checkmate", "is_stalemate", "insufficient_material", "threefold_ply", "fivefold_ply", "fifty_move_ply", "seventy_five_move_ply"):
                kinds[fact] += row[fact] is not None and row[fact] is not False
    for name, count in counts.most_common():
        print(f"{count:7} {name}")
    print("of those that agree: " + ", ".join(f"{fact} {count}" for fact, count in kinds.items()))
    print(f"{len(leftover):7} differ")
    print("\n".join(leftover))
    sys.exit(1 if leftover else 0)


if __name__ == "__main__":
    main()

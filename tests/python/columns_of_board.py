"""The columns that follow from a game's moves, from the sentences of the schema, the Laws, scalachess's Divider and the table of openings."""

import csv
import functools
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot

OPENINGS = Path(__file__).parents[2] / "data/openings"
POINTS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
COLORS = (("white", chess.WHITE), ("black", chess.BLACK))


@functools.cache
def openings():
    """Code and name of every named position, the clocks left out."""
    named = {}
    for file in sorted(OPENINGS.glob("?.tsv")):
        for row in csv.DictReader(file.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
            board = chess.Board()
            for word in row["pgn"].split():
                if not word.endswith("."):
                    board.push_san(word)
            named[board.epd()] = (row["eco"], row["name"])
    return named


def opening_columns(boards):
    found = [(ply, openings()[board.epd()]) for ply, board in enumerate(boards) if board.epd() in openings()]
    ply, (eco, name) = found[-1] if found else (None, (None, None))
    return {"opening_eco": eco, "opening_name": name, "opening_ply": ply}


def pieces(board):
    """Knights, bishops, rooks and queens."""
    return sum(piece.piece_type not in (chess.KING, chess.PAWN) for piece in board.piece_map().values())


def men_on_rank(board, color, rank):
    return sum(board.color_at(chess.square(file, rank)) is color for file in range(8))


def score(y, white, black):
    """Of a square of two by two, its lower rank being y: symmetric since lichess-org/scalachess#701."""
    if black > 0 and white == 0 or black > white:
        return score(8 - y, black, white)
    return {
        (0, 0): 0,
        (1, 0): 1 + 8 - y,
        (2, 0): y if y > 2 else 0,
        (3, 0): 3 + y - 1 if y > 1 else 0,
        (4, 0): 3 + y - 1 if y > 1 else 0,
        (1, 1): 5 + abs(4 - y),
        (2, 1): 4 + y - 1,
        (3, 1): 5 + y - 1,
        (2, 2): 7,
    }[white, black]


def mixedness(board):
    total = 0
    for rank in range(7):
        for file in range(7):
            four = [board.color_at(chess.square(file + right, rank + up)) for right in (0, 1) for up in (0, 1)]
            total += score(rank + 1, four.count(chess.WHITE), four.count(chess.BLACK))
    return total


def is_middlegame(board):
    return (
        pieces(board) <= 10
        or men_on_rank(board, chess.WHITE, 0) < 4
        or men_on_rank(board, chess.BLACK, 7) < 4
        or mixedness(board) > 150
    )


def first(boards, condition):
    return next((ply for ply, board in enumerate(boards) if condition(board)), None)


def phase_columns(boards):
    middlegame, endgame = first(boards, is_middlegame), first(boards, lambda board: pieces(board) <= 6)
    return {"middlegame_ply": None if middlegame == endgame else middlegame, "endgame_ply": endgame}


def material(board):
    of = lambda color: "".join(chess.piece_symbol(kind).upper() * len(board.pieces(kind, color)) for kind in reversed(chess.PIECE_TYPES))
    return f"{of(chess.WHITE)}v{of(chess.BLACK)}"


def final_columns(board):
    of = lambda color: sum(POINTS[kind] * len(board.pieces(kind, color)) for kind in chess.PIECE_TYPES)
    key = chess.polyglot.zobrist_hash(board)
    return {
        "white_points": of(chess.WHITE),
        "black_points": of(chess.BLACK),
        "men": len(board.piece_map()),
        "material": material(board),
        "final_key": key - 2**64 if key >= 2**63 else key,
    }


def side_columns(name, color, boards, moves):
    """Of one side; `boards` begins with the start."""
    own = [(ply + 1, boards[ply], move, boards[ply + 1]) for ply, move in enumerate(moves) if boards[ply].turn is color]
    castlings = [(ply, "king_side" if before.is_kingside_castling(move) else "queen_side") for ply, before, move, _ in own if before.is_castling(move)]
    kind = lambda before, move: before.piece_type_at(move.from_square)
    return {
        f"{name}_captures": sum(before.is_capture(move) for _, before, move, _ in own),
        f"{name}_checks": sum(after.is_check() for _, _, _, after in own),
        f"{name}_promotions": sum(move.promotion is not None for _, _, move, _ in own),
        f"{name}_underpromotions": sum(move.promotion not in (None, chess.QUEEN) for _, _, move, _ in own),
        f"{name}_en_passants": sum(before.is_en_passant(move) for _, before, move, _ in own),
        f"{name}_king_moves": sum(kind(before, move) == chess.KING and not before.is_castling(move) for _, before, move, _ in own),
        f"{name}_castling_ply": castlings[0][0] if castlings else None,
        f"{name}_castling": castlings[0][1] if castlings else None,
    }


def can_mate_on_chesscom(board, color):
    """Its help page's table of what is insufficient: a king, with a bishop, with a knight, with two knights against a king."""
    own = sorted(chess.piece_name(piece.piece_type) for piece in board.piece_map().values() if piece.color is color)
    if own in (["king"], ["bishop", "king"], ["king", "knight"]):
        return False
    return own != ["king", "knight", "knight"] or board.occupied_co[not color].bit_count() > 1


def longest_quiet_run(boards, moves):
    longest = run = 0
    for before, move in zip(boards, moves):
        run = 0 if before.is_zeroing(move) else run + 1
        longest = max(longest, run)
    return longest


def columns_of_board(boards, moves):
    legal = [board.legal_moves.count() for board in boards[: len(moves)]]
    columns = {
        "plies": len(moves),
        "first_capture_ply": next((ply for ply, move in enumerate(moves, 1) if boards[ply - 1].is_capture(move)), None),
        "queens_off_ply": first(boards, lambda board: not board.queens),
        "longest_quiet_run": longest_quiet_run(boards, moves),
        "mean_legal_moves": sum(legal) / len(legal) if legal else None,
        **phase_columns(boards),
        **opening_columns(boards),
        **final_columns(boards[-1]),
    }
    for name, color in COLORS:
        columns |= side_columns(name, color, boards, moves)
        columns[f"{name}_can_mate_chesscom"] = can_mate_on_chesscom(boards[-1], color)
    return columns

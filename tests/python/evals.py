"""The statistics of evaluations once more, from the published description, on python-chess.

    evals.py GAMES.pgn EXPECTED.tsv

Published: https://lichess.org/page/accuracy (win percentages, accuracy of a move), and lichess-org/lila for what the page leaves out: accuracy
of a game, average centipawn loss, inaccuracies, mistakes and blunders. Each line of EXPECTED has, of a game with evaluations: site, plies
with one, and for White and Black: moves measured, average loss, accuracy, "inaccuracies mistakes blunders"; "-" for nothing.
"""

import math
import sys

import chess
import chess.engine
import chess.pgn

MARKS = {chess.pgn.NAG_DUBIOUS_MOVE: 0, chess.pgn.NAG_MISTAKE: 1, chess.pgn.NAG_BLUNDER: 2}


def chances(centipawns):
    """From -1 to 1."""
    return 2 / (1 + math.exp(-0.00368208 * centipawns)) - 1 if centipawns > -100_000 else -1.0


def capped(score):
    if score.mate() is None:
        return max(-1000, min(1000, score.score()))
    return 1000 if score.mate() > 0 else -1000


def percent(score):
    return 50 + 50 * chances(capped(score))


def fault(before, after):
    """0, 1 or 2 for inaccuracy, mistake, blunder; None otherwise. Both scores as the mover sees them."""

    def kind(size, bounds):
        return sum(size >= bound for bound in bounds) - 1

    mate_before, mate_after = before.mate(), after.mate()
    if mate_before is None and mate_after is None:
        loss = chances(before.score()) - chances(after.score())
        return kind(loss, (0.1, 0.2, 0.3)) if loss >= 0.1 else None
    if mate_before is None and mate_after < 0:
        return 2 - kind(-before.score(), (-math.inf, 701, 1000))
    if mate_before is not None and mate_before > 0 and mate_after is None:
        return 2 - kind(after.score(), (-math.inf, 701, 1000))
    if mate_before is not None and mate_before > 0 and mate_after < 0:
        return 2
    return None


def move_accuracy(lost):
    if lost <= 0:
        return 100.0
    return max(0.0, min(100.0, 103.1668100711649 * math.exp(-0.04354415386753951 * lost) - 3.166924740191411 + 1))


def deviation(numbers):
    mean = sum(numbers) / len(numbers)
    return math.sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))


def game_accuracy(scores, white_first):
    """Of White and Black; `scores` begins with the start, all are White's view."""
    percents = [percent(score) for score in scores]
    plies = len(scores) - 1
    size = min(8, max(2, plies // 10))
    windows = [percents[:size]] * (size - 2) + [percents[at : at + size] for at in range(len(percents) - size + 1)]
    of = ([], [])
    for index in range(plies):
        by_white = (index % 2 == 0) == white_first
        lost = (percents[index] - percents[index + 1]) * (1 if by_white else -1)
        of[not by_white].append((move_accuracy(lost), max(0.5, min(12, deviation(windows[index])))))
    result = []
    for moves in of:
        if not moves:
            result.append(None)
            continue
        weighted = sum(accuracy * weight for accuracy, weight in moves) / sum(weight for _, weight in moves)
        harmonic = len(moves) / sum(1 / max(1, accuracy) for accuracy, _ in moves)
        result.append((weighted + harmonic) / 2)
    return result


def statistics(scores, marks, white_first):
    """Scores of the position after each ply in White's view, or None; the marks in the file, 0 to 2 or None."""
    before = [chess.engine.Cp(15)] + scores[:-1]
    measured = []
    for index, (one, other) in enumerate(zip(before, scores)):
        if one is None or other is None:
            continue
        by_white = (index % 2 == 0) == white_first
        if not by_white:
            one, other = -one, -other
        measured.append((index, by_white, max(0, capped(one) - capped(other)), fault(one, other)))
    faults = {index for index, _, _, kind in measured if kind is not None}
    marked = {index for index, mark in enumerate(marks) if mark is not None}
    is_sites = marked and marked <= faults and len(marked) * 2 >= len(faults)
    until = next((index for index, score in enumerate(scores) if score is None), len(scores))
    is_whole = all(score is None for score in scores[until:])
    accuracy = game_accuracy([chess.engine.Cp(15)] + scores[:until], white_first) if is_whole and until else [None, None]
    colors = []
    for white in (True, False):
        moves = [move for move in measured if move[1] == white]
        if not moves:
            colors.append((0, None, None, None))
            continue
        kinds = [kind for index, _, _, kind in moves if kind is not None and (not is_sites or index in marked)]
        counts = " ".join(str(kinds.count(kind)) for kind in range(3))
        colors.append((len(moves), sum(move[2] for move in moves) / len(moves), accuracy[not white], counts))
    return sum(score is not None for score in scores), colors


def number(text):
    return None if text == "-" else float(text)


def close(one, other, tolerance):
    return one is None and other is None or one is not None and other is not None and abs(one - other) <= tolerance


def games(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            nodes = list(game.mainline())
            evals = [node.eval() for node in nodes]
            if any(evals):
                marks = [next((MARKS[nag] for nag in sorted(node.nags) if nag in MARKS), None) for node in nodes]
                yield game, [score and score.white() for score in evals], marks


def main(pgn, expected):
    lines = [line.rstrip("\n").split("\t") for line in open(expected, encoding="utf-8")]
    count = judgements = 0
    for (game, scores, marks), line in zip(games(pgn), lines, strict=True):
        site, plies, *rest = line
        assert site == game.headers.get("Site", ""), (site, game.headers)
        evaluated, colors = statistics(scores, marks, game.turn() == chess.WHITE)
        assert evaluated == int(plies), (site, evaluated, plies)
        for color, (moves, loss, accuracy, kinds) in zip(("White", "Black"), colors):
            found, rest = rest[:4], rest[4:]
            where = (site, color, moves, loss, accuracy, kinds, found)
            assert moves == int(found[0]), where
            assert close(loss, number(found[1]), 1e-6), where
            assert close(accuracy, number(found[2]), 0.005 + 1e-6), where
            assert (kinds or "-") == found[3], where
            judgements += sum(map(int, (kinds or "0").split()))
        count += 1
    assert count, "no game has evaluations"
    print(f"{count} games, {judgements} judgements agree")


if __name__ == "__main__":
    main(*sys.argv[1:])

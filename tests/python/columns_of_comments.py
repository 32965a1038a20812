"""The columns that follow from what stands in comments: clocks, times, evaluations, offers; from the sentences of the schema."""

import datetime
import itertools
import re
from fractions import Fraction

import chess
import chess.engine

import evals
import second_opinion
from columns_of_tags import periods_of, played_on_lichess

TIME = r"(-?)(?:(\d+):)?(?:(\d+):)?(\d+(?:\.\d+)?)"
CLOCK = re.compile(rf"\[%clk\s+{TIME}\s*\]")
ELAPSED = re.compile(rf"\[%emt\s+{TIME}\s*\]")
TENTHS = re.compile(r"\[%timestamp\s+(\d+)\s*\]")
EVAL = re.compile(r"\[%eval\s+(?:(-?#[+-]?\d+)|([+-]?\d+(\.\d+)?))(?:,\d+)?\s*\]")
COMMAND = re.compile(r"\[%[^\]]*\]?")
OFFER = re.compile(r"(White|Black)\s+offers\s+(?:a\s+)?draw")
FAULT = re.compile(
    r"\s*(?:\([^)]*→[^)]*\)\s*)?(?:(Inaccuracy|Mistake|Blunder)|Checkmate is now unavoidable|Lost forced checkmate sequence)\."
)


TOKEN = re.compile(r"\{(?P<comment>[^}]*)\}?|;(?P<line>[^\n]*)|(?P<open>\()|(?P<close>\))|\$(?P<nag>\d+)|(?P<word>[^\s{};()$]+)")
RESULT = re.compile(r"1-0|0-1|1/2-1/2|\*")
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def plies_of_text(text):
    """Of each move of the main line its comments and glyphs, whether it can be made or not: for games that python-chess doesn't replay."""
    plies, depth = [], 0
    # At the end `0-0` is the result of a game that both lost.
    movetext = text[second_opinion.TAGS.match(text).end() :].rstrip().removesuffix("0-0")
    for token in TOKEN.finditer(movetext):
        depth += bool(token["open"]) - bool(token["close"])
        if depth:
            continue
        if token["word"]:
            word = re.sub(r"^\d+\.+", "", token["word"])
            move = re.fullmatch(r"([A-Za-z@0][^!?]*|--)([!?]*)", word)
            if move and not RESULT.fullmatch(word):
                plies.append(([], [MARKS[move[2]]] if move[2] in MARKS else []))
        elif plies and token["nag"]:
            plies[-1][1].append(int(token["nag"]))
        elif plies and (token["comment"] or token["line"]):
            plies[-1][0].append(token["comment"] or token["line"])
    return plies


def seconds(match):
    sign, *parts = match.groups()
    total = Fraction(0)
    for part in filter(None, parts):
        total = total * 60 + Fraction(part)
    return -total if sign else total


def last(pattern, comments):
    """The last of a ply's, if there are several."""
    found = [match for comment in comments for match in pattern.finditer(comment)]
    return found[-1] if found else None


def clocks(plies):
    """The readings of a game, from the comments of each ply. Two fields are hours and minutes where all readings have two and no first is above 23."""
    matches = [last(CLOCK, comments) for comments in plies]
    two_fields = [match for match in matches if match and re.fullmatch(r"[^:]*:[^:.]*", match[0])]
    are_hours = len(two_fields) == len([match for match in matches if match]) and all(int(match[2]) < 24 for match in two_fields)
    return [match and seconds(match) * (60 if are_hours else 1) for match in matches]


def elapsed(comments):
    """chess.com's own word goes first."""
    match = last(TENTHS, comments)
    if match:
        return Fraction(int(match[1]), 10)
    match = last(ELAPSED, comments)
    return match and seconds(match)


def offers(comment):
    """Who offers a draw, sentence by sentence."""
    sentences = re.split(r"[.!?;()\0]", COMMAND.sub("\0", comment))
    return [match[1] for match in (OFFER.fullmatch(sentence.strip()) for sentence in sentences) if match]


def mark(comments, nags):
    """That a move is called bad, by its glyphs or by the words of Lichess."""
    of_nags = [evals.MARKS[nag] for nag in nags if nag in evals.MARKS]
    of_words = [match[1] or "mate" for match in (FAULT.match(COMMAND.sub("", comment)) for comment in comments) if match]
    return (of_nags + of_words + [None])[0]


def score(comments):
    """As written: pawns with a point and mates as Lichess writes them, or whole centipawns and the sign before the hash as ChessBase and ChessGUI do."""
    match = last(EVAL, comments)
    if not match:
        return None
    if match[1]:
        return chess.engine.Mate(int(match[1].replace("#", "")))
    return chess.engine.Cp(round(Fraction(match[2]) * (100 if match[3] else 1)))


def first_readings(plies):
    """Of each side that has readings, the number of its move that the first stands at, and that."""
    readings = clocks([comments for comments, _ in plies])
    sides = [[(number, reading) for number, reading in enumerate(readings[start::2], 1) if reading is not None] for start in (0, 1)]
    return [side[0] for side in sides if side]


def increment_of(row, is_berserk):
    return Fraction(0) if is_berserk else Fraction(row["time_increment"] or 0).limit_denominator(1000)


def times_of_moves(readings, times, row, is_berserk):
    """Of both sides, None for a move of which nothing is known: by the clocks, or else as written."""
    periods = periods_of(row["TimeControl"])
    is_level = all(other <= one for side in readings for one, other in spans(side))
    both = []
    for side, written, berserked in zip(readings, times, is_berserk):
        by_clock = [None] * len(side)
        for index in range(1, len(side)):
            if None not in side[index - 1 : index + 1]:
                lost = side[index - 1] - side[index]
                by_clock[index] = time_by_clock(periods, index + 1, lost, berserked, is_level)
        both.append([known if known is not None else other for known, other in zip(by_clock, written)])
    return both


def time_by_clock(periods, number, lost, berserked, is_level):
    """What the move of this number took when the clock lost so much."""
    if periods is None:
        return lost if is_level else None
    moves, _, increment = periods[0]
    if moves == 1:
        return None
    # Past the first period increments may be others.
    if moves and number > moves and any(period[2] != increment for period in periods):
        return None
    took = lost + (0 if berserked else increment)
    is_crossing = (moves or len(periods) > 1) and took < -1
    return None if is_crossing else max(took, 0)


def spans(readings):
    """Readings of moves running of one side, where there are both."""
    return [pair for pair in zip(readings, readings[1:]) if None not in pair]


def has_one_period(row):
    """For all moves; otherwise a clock may be given the time of the next at any move."""
    return row["time_periods"] == 1 and row["time_moves"] is None


def berserk(name, there, row):
    tag = dict(row["ExtraTags"]).get(f"{name.capitalize()}Berserk")
    if tag == "true":
        return True
    if not there or not played_on_lichess(row):
        return None
    if row["event_kind"] in ("game", "swiss", "simul"):
        return False
    if not has_one_period(row) or row["time_base"] < 40 * row["time_increment"]:
        return None
    base = Fraction(row["time_base"])
    if base and -1 <= there[0] - base / 2 <= Fraction(1, 2):
        return True
    return False if there[0] >= base - 1 else None


def check_bound(name, readings, times, row, is_berserk):
    """Nobody uses more time than the clock had at first, and got, less what it has at last; where only clocks tell, and one period is for all moves."""
    there = [reading for reading in readings if reading is not None]
    if not has_one_period(row) or len(there) < 2 or any(time is not None for time in times):
        return
    increment = increment_of(row, is_berserk)
    # What a clock rises beyond the increment was given, or is a second of rounding.
    gained = sum(max(increment, other - one) for one, other in zip(there, there[1:]))
    used, bound = row[f"{name}_time_used"] or 0, there[0] - there[-1] + gained
    assert used <= bound + 1e-3 * max(1, bound), f"{row['source_file']}, game {row['game_index']}: {name} used {used}, of {float(bound)}"


def clock_columns(name, readings, spent, row, is_berserk):
    """Of one side, its moves in order, and how long each took."""
    spent = [time for time in spent if time is not None]
    there = [reading for reading in readings if reading is not None]
    before = readings[:-1]
    gains = [other - one > increment_of(row, is_berserk) + 1 for one, other in spans(readings)]
    columns = {
        "first_clock": there[0] if there else None,
        "last_clock": there[-1] if there else None,
        "least_clock": min(there) if there else None,
        "hurried_moves": sum(one is not None and one < 10 for one in before) if there else None,
        "clock_increases": sum(gains) if there and has_one_period(row) else None,
        "time_used": sum(spent) if spent else None,
        "mean_think": sum(spent) / len(spent) if spent else None,
        "longest_think": max(spent) if spent else None,
        "berserk": is_berserk,
    }
    return {f"{name}_{column}": value for column, value in columns.items()}


def columns_of_comments(row, plies, white_first):
    """`plies` has, for each ply of the main line, its comments and its glyphs."""
    readings = clocks([comments for comments, _ in plies])
    times = [elapsed(comments) for comments, _ in plies]
    scores = [score(comments) for comments, _ in plies]
    if re.match(r"ChessGUI[\d. ]*$", row["Site"] or ""):
        # It writes what each engine says of its own side.
        movers = itertools.cycle((1, -1) if white_first else (-1, 1))
        scores = [score and (score if mover > 0 else -score) for score, mover in zip(scores, movers)]
    marks = [mark(comments, nags) for comments, nags in plies]
    evaluated, sides = evals.statistics(scores, marks, white_first)
    offered = [side for comments, _ in plies for comment in comments for side in offers(comment)]
    # Lichess writes every offer since then.
    is_known = offered or played_on_lichess(row) and row["UTCDate"] and row["UTCDate"] >= datetime.date(2026, 7, 4)
    columns = {
        "clock_plies": sum(reading is not None for reading in readings),
        "evaluated_plies": evaluated,
        "white_draw_offers": offered.count("White") if is_known else None,
        "black_draw_offers": offered.count("Black") if is_known else None,
    }
    starts = (0, 1) if white_first else (1, 0)
    readings, times = ([of[start::2] for start in starts] for of in (readings, times))
    names = ("white", "black")
    is_berserk = [berserk(name, [reading for reading in side if reading is not None], row) for name, side in zip(names, readings)]
    spent = times_of_moves(readings, times, row, is_berserk)
    for number, name in enumerate(names):
        columns |= clock_columns(name, readings[number], spent[number], row, is_berserk[number])
        check_bound(name, readings[number], times[number], row, is_berserk[number])
        moves, loss, accuracy, kinds = sides[number]
        counts = [int(count) for count in kinds.split()] if kinds else [None] * 3
        columns |= {
            f"{name}_evaluated_moves": moves or None,
            f"{name}_centipawn_loss": loss,
            f"{name}_accuracy": None if accuracy is None else round(accuracy, 2),
            f"{name}_inaccuracies": counts[0],
            f"{name}_mistakes": counts[1],
            f"{name}_blunders": counts[2],
        }
    return columns

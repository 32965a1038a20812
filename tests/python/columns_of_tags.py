"""The columns that follow from a game's tags, from the sentences of the schema, the PGN standard and Lichess's and FICS's habits."""

import datetime
import re
from fractions import Fraction

NUMBER = r"\d+(?:\.\d*)?"
PERIOD = re.compile(rf"(?:(\d+)/)?({NUMBER})(?:\+({NUMBER}))?")
# Lichess: scalachess, Speed.
SPEEDS = [(30, "ultra_bullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (21600, "classical")]
FICS_OR_LICHESS_GAME = re.compile(r"(?:FICS )?(rated|casual|unrated)\b(?:.* (game)$)?", re.IGNORECASE)
LICHESS_EVENT = re.compile(r"https?://lichess\.org/(tournament|swiss|simul)/([A-Za-z0-9]*)")
KINDS = {"tournament": "arena", "swiss": "swiss", "simul": "simul"}


def periods_of(text):
    """The periods of a time control (PGN standard 9.6.1): moves or None, seconds, increment. None if it is none of that kind."""
    periods = []
    for part in (text or "").split(":"):
        match = PERIOD.fullmatch(part)
        if not match or match[1] and int(match[1]) == 0:
            return None
        periods.append((match[1] and int(match[1]), Fraction(match[2]), Fraction(match[3] or 0)))
    return periods


def duration(periods):
    """What forty moves have: each period once, the last again and again until they are made."""
    left, time = 40, Fraction(0)
    for number, (moves, base, increment) in enumerate(periods):
        is_last = number + 1 == len(periods)
        while left > 0:
            made = min(left, moves or left)
            time += base + increment * made
            left -= made
            if not is_last:
                break
    return time


def speed(text):
    if text == "-":
        return "correspondence"
    periods = periods_of(text)
    if periods is None:
        return None
    time = duration(periods)
    return next((name for bound, name in SPEEDS if time < bound), "correspondence")


def time_columns(row):
    text = row["TimeControl"]
    periods = periods_of(text)
    if periods is None:
        return {"time_base": None, "time_increment": None, "time_moves": None, "time_periods": None, "speed": speed(text)}
    moves, base, increment = periods[0]
    return {
        "time_base": float(base),
        "time_increment": float(increment),
        "time_moves": moves,
        "time_periods": len(periods),
        "speed": speed(text),
    }


def year_and_month(row):
    if row["UTCDate"]:
        return row["UTCDate"].year, row["UTCDate"].month
    # In four and two digits, as the PGN standard has them, whatever the other parts are.
    year, month, *_ = re.split(r"[./-]", row["Date"] or "") + [""]
    if not re.fullmatch(r"\d{4}", year) or year == "0000":
        return None, None
    return int(year), int(month) if re.fullmatch(r"0[1-9]|1[0-2]", month) else None


def event_columns(row):
    event = row["Event"] or ""
    word, address = FICS_OR_LICHESS_GAME.match(event), LICHESS_EVENT.search(event)
    kind = KINDS[address[1]] if address else "game" if word and word[2] else None
    return {
        "rated": word[1].lower() == "rated" if word else None,
        "event_kind": kind,
        "tournament_id": address[2] or None if address else None,
    }


POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "0-0": 0.0, "1/2-0": 0.5, "0-1/2": 0.0}


def expected_score(gap):
    """Elo's logistic formula, to four places."""
    return round(1 / (1 + 10 ** (-gap / 400)), 4)


def is_bot(row, color):
    extra = dict(row["ExtraTags"])
    says = lambda tag: (extra.get(color + tag) or "").lower()
    if row[color + "Title"] == "BOT" or (row[color] or "").startswith("lichess AI level"):
        return True
    if says("IsComp") == "yes" or says("Type") == "program":
        return True
    # Lichess marks every bot.
    if row["dialect"] == "lichess" or says("IsComp") == "no" or says("Type") == "human":
        return False
    return None


def started_at(row):
    match = re.fullmatch(r"(\d\d):(\d\d):(\d\d)", row["UTCTime"] or "")
    if not match or not row["UTCDate"]:
        return None
    hour, minute, second = map(int, match.groups())
    if hour > 23 or minute > 59 or second > 59:
        return None
    return datetime.datetime(*row["UTCDate"].timetuple()[:3], hour, minute, second, tzinfo=datetime.timezone.utc)


def columns_of_tags(row):
    year, month = year_and_month(row)
    elos = row["WhiteElo"], row["BlackElo"]
    gap = None if None in elos else elos[0] - elos[1]
    return {
        "year": year,
        "month": month,
        "started_at": started_at(row),
        **event_columns(row),
        "rating_gap": gap,
        "white_score": POINTS.get(row["ruled_result"]),
        "expected_score": None if gap is None else expected_score(gap),
        "white_is_bot": is_bot(row, "White"),
        "black_is_bot": is_bot(row, "Black"),
        **time_columns(row),
    }

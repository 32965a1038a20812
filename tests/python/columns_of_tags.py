"""The columns that follow from a game's tags, from the sentences of the schema, the PGN standard and Lichess's and FICS's habits."""

import datetime
import re
import urllib.parse
from fractions import Fraction

NUMBER = r"\d+(?:\.\d*)?"
PERIOD = re.compile(rf"(?:(\d+)/)?({NUMBER})(?:\+({NUMBER}))?")
# Lichess: scalachess, Speed.
SPEEDS = [(30, "ultra_bullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (21600, "classical")]
FICS_OR_LICHESS_GAME = re.compile(r"(?:(?:FICS|(ICS)) )?(rated|casual|unrated)\b(?:.* (game|(?(1)match|game))$)?", re.IGNORECASE)
LICHESS_EVENT = re.compile(r"https?://lichess\.org/(tournament|swiss|simul)/([A-Za-z0-9]*)")
PLAYED_ON_LICHESS = re.compile(r"(?:https?://)?lichess\.org/(?:\w{8}|\w{12})(?:/(?:white|black)?)?(?:[#?]\d*)?", re.ASCII)
# Tags of its broadcasts and studies.
RELAYS = {"BroadcastURL", "BroadcastName", "ChapterURL", "ChapterName", "StudyName"}
KINDS = {"tournament": "arena", "swiss": "swiss", "simul": "simul"}


WORDS = re.compile(r"(\d+) ?min(?:ute)?s?\.?(?:/game)? \+ (\d+) ?s(?:ec(?:ond)?s?)?\.?(?: increment)?(?: per move|/move)?(?:,? (?:starting )?from move 1)?", re.IGNORECASE)
# A delay (d) counts as an increment.
US_CHESS = re.compile(r"((?:\d+/\d+, ?)*)(?:G|SD) ?/? ?(\d+)(?:;? ?[+d] ?(\d+))?", re.IGNORECASE)


def periods_of(text):
    """The periods of a time control: moves or None, seconds, increment. None if it is none of the kinds that are known."""
    text = (text or "").strip()
    each = re.fullmatch(rf"({NUMBER})/move", text)
    if each:
        return [(1, Fraction(each[1]), Fraction(0))]
    words = WORDS.fullmatch(text)
    if words:
        return [(None, Fraction(words[1]) * 60, Fraction(words[2]))]
    short = US_CHESS.fullmatch(text)
    if short:
        increment = Fraction(short[3] or 0)
        with_moves = [part.split("/") for part in short[1].replace(" ", "").split(",") if part]
        # Among periods few minutes may be hours: `40/2, SD/1`.
        if with_moves and min(int(time) for _, time in [*with_moves, (None, short[2])]) < 10:
            return None
        return [(int(moves), Fraction(time) * 60, increment) for moves, time in with_moves] + [(None, Fraction(short[2]) * 60, increment)]
    return standard_periods(text)


def standard_periods(text):
    """As the PGN standard writes them (9.6.1)."""
    periods = []
    for part in text.split(":"):
        match = PERIOD.fullmatch(part)
        if not match or match[1] and int(match[1]) == 0:
            return None
        periods.append((int(match[1]) if match[1] else None, Fraction(match[2]), Fraction(match[3] or 0)))
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


def played_on_lichess(row):
    return PLAYED_ON_LICHESS.fullmatch(row["Site"] or "") is not None


def relayed_by_lichess(row):
    tags = dict(row["ExtraTags"])
    return not played_on_lichess(row) and (row["dialect"] == "lichess" or bool(RELAYS & set(tags)) or "lichess.org/" in (tags.get("GameURL") or ""))


def in_minutes(row, periods, firsts):
    """Whether a time control has minutes where the standard has seconds. `firsts` are pairs of a move's number and the first reading there."""
    moves, base, increment = periods[0]
    if len(periods) > 1 or moves or not 0 < base <= 180:
        return False
    is_no_time_in_seconds = base < 15 or increment >= 10
    if not firsts:
        return is_no_time_in_seconds and relayed_by_lichess(row)
    if played_on_lichess(row) or any(reading <= 3 * (base + number * increment) + 60 for number, reading in firsts):
        return False
    is_near = any(45 * base <= reading <= 60 * base + number * increment + 60 for number, reading in firsts)
    return is_near or is_no_time_in_seconds and relayed_by_lichess(row)


def speed(row, periods):
    if row["TimeControl"] == "-":
        return "correspondence" if played_on_lichess(row) else None
    time = duration(periods) if periods else 0
    return next((name for bound, name in SPEEDS if time < bound), "correspondence") if time else None


def time_columns(row, firsts):
    periods = periods_of(row["TimeControl"])
    if periods is None:
        return {"time_base": None, "time_increment": None, "time_moves": None, "time_periods": None, "speed": speed(row, None)}
    moves, base, increment = periods[0]
    if in_minutes(row, periods, firsts):
        periods, base = [(None, base * 60, increment)], base * 60
    return {
        "time_base": float(base),
        "time_increment": float(increment),
        "time_moves": moves,
        "time_periods": len(periods),
        "speed": speed(row, periods),
    }


def year_and_month(row):
    if row["UTCDate"]:
        return row["UTCDate"].year, row["UTCDate"].month
    # In four and two digits, as the PGN standard has them, whatever the other parts are.
    year, month, *_ = re.split(r"[./-]", row["Date"] or "") + [""]
    if not re.fullmatch(r"\d{4}", year) or year == "0000":
        return None, None
    return int(year), int(month) if re.fullmatch(r"0[1-9]|1[0-2]", month) else None


def kind_of_name(name):
    """As Lichess names events in what its website and its API give out."""
    if re.search(r" (Arena|Team Battle)$|(Spring|Summer|Autumn|Winter) Marathon$|Titled Arena", name):
        return "arena"
    return "simul" if name.endswith(" simul") else None


def chesscom_tournament(row):
    """What stands behind /tournament/, /tournament/live/ or the folder of arenas, and the kind if the address has a word for it."""
    address = dict(row["ExtraTags"]).get("Tournament") or ""
    if row["dialect"] != "chesscom" or "chess.com/tournament/" not in address:
        return None, None
    folders = urllib.parse.urlsplit(address).path.removeprefix("/tournament/").split("/")
    folders = folders[folders[0] == "live" :]
    is_arena = folders[:1] == ["arena"]
    name = "".join(folders[is_arena : is_arena + 1])
    words = {"arena", "swiss"} & set(name.split("-"))
    return name or None, "arena" if is_arena else words.pop() if len(words) == 1 else None


def event_columns(row):
    event = row["Event"] or ""
    word, address = FICS_OR_LICHESS_GAME.match(event), LICHESS_EVENT.search(event)
    kind = KINDS[address[1]] if address else "game" if word and word[3] else None
    rated = word[2].lower() == "rated" if word else None
    if played_on_lichess(row):
        has_changed = (row["WhiteRatingDiff"], row["BlackRatingDiff"]) != (None, None)
        rated = True if rated is None and has_changed else rated
        kind = kind or kind_of_name(event)
    id, kind_there = chesscom_tournament(row)
    return {
        "rated": rated,
        "event_kind": kind or kind_there,
        "tournament_id": address[2] or None if address else id,
    }


# Of a game; its pages for practice and the like have addresses as long.
LICHESS_GAME = re.compile(r"(?:https?://)?lichess\.org/(?!(?:analysis|practice|training)\b)([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?(?:[/#?](?:white|black)?[#?/]?\d*)?")
LICHESS_CHAPTER = re.compile(r"(?:https?://)?lichess\.org/(?:broadcast|study)/(?:.*/)?([A-Za-z0-9]{8})")
CHESSCOM_GAME = re.compile(r"chess\.com/(?:[^?#]*/)?(\d+)/*(?:[?#]|$)")


def lichess_id(address):
    match = LICHESS_GAME.fullmatch(address or "") or LICHESS_CHAPTER.fullmatch(address or "")
    return match and match[1]


def game_id(row):
    """Where sites write it: Lichess in Site, and all of them in tags of their own, of which the first counts."""
    found = [lichess_id(row["Site"])]
    for name, value in row["ExtraTags"]:
        if name in ("LichessId", "GameId", "FICSGamesDBGameNo"):
            found.append(value)
        elif name in ("Link", "GameURL", "LichessURL"):
            match = CHESSCOM_GAME.search(value or "")
            found.append(match[1] if match else lichess_id(value))
    return next((id for id in found if id is not None), None)


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
    # Their matches are of engines.
    return True if row["dialect"] in ("cutechess", "fastchess", "tcec") else None


def started_at(row):
    match = re.fullmatch(r"(\d\d):(\d\d):(\d\d)", row["UTCTime"] or "")
    if not match or not row["UTCDate"]:
        return None
    hour, minute, second = map(int, match.groups())
    if hour > 23 or minute > 59 or second > 59:
        return None
    return datetime.datetime(*row["UTCDate"].timetuple()[:3], hour, minute, second, tzinfo=datetime.timezone.utc)


def columns_of_tags(row, firsts):
    year, month = year_and_month(row)
    elos = row["WhiteElo"], row["BlackElo"]
    gap = None if None in elos else elos[0] - elos[1]
    return {
        "year": year,
        "month": month,
        "started_at": started_at(row),
        "game_id": game_id(row),
        **event_columns(row),
        "rating_gap": gap,
        "white_score": POINTS.get(row["ruled_result"]),
        "expected_score": None if gap is None else expected_score(gap),
        "white_is_bot": is_bot(row, "White"),
        "black_is_bot": is_bot(row, "Black"),
        **time_columns(row, firsts),
    }

"""What each group of columns costs: processor time and bytes a game, on one thread.

A group of default columns is left out of a run, a group of dear ones, the lists or the table of plies is added; the difference to the default is what it costs. Rounds take
turns, and the quickest third of a run's rounds counts, because other work on the machine can only add. What a run's rounds differ by within
that third is the noise, and a difference that is not above it isn't told. Usage: costs.py ARBITRO PGN [ROUNDS]
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile


def children_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def audit(program, pgn, folder, options):
    before = children_time()
    command = [program, "audit", pgn, "-o", folder, "--force", "-q", "-j", "1", *options]
    code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    # 1 is an input that can't be read to its end, and less than the whole.
    if code != 0:
        sys.exit(f"the audit failed with {code}: " + " ".join(command))
    time = children_time() - before
    tables = [path for table in ("games", "plies") for path in pathlib.Path(folder, table).glob("**/*.parquet")]
    return time, sum(path.stat().st_size for path in tables)


def third(times):
    """The third of the quickest, and by how much it and the quickest (or the next, where that is it) differ."""
    times = sorted(times)
    place = len(times) // 3
    return times[place], times[max(place, min(1, len(times) - 1))] - times[0]


def table(program, pgn, rounds=7):
    """The lines of a table, with what they are measured on in the first."""
    schema = json.loads(subprocess.check_output([program, "schema", "--format", "json"]))
    by_group = {}
    for column in schema["columns"]:
        # What has no tier is written by an option of its own.
        tier = {"all": "all", None: "--lists"}.get(column["tier"], "default")
        by_group.setdefault((column["group"], tier), []).append(column["name"])
    plies = json.loads(subprocess.check_output([program, "schema", "--table", "plies", "--format", "json"]))["columns"]
    by_group["plies", "--plies"] = [column["name"] for column in plies if column["name"] != "fen"]
    by_group["plies", "--plies=fen"] = [column["name"] for column in plies]
    choices = {None: []}
    for (group, tier), names in by_group.items():
        if tier.startswith("--"):
            choices[group, tier] = [tier]
        else:
            sign = "-" if tier == "default" else ""
            choices[group, tier] = ["--columns", ",".join(["default"] + [sign + name for name in names])]
    times = {choice: [] for choice in choices}
    sizes = {}
    with tempfile.TemporaryDirectory() as folder:
        out = str(pathlib.Path(folder, "out"))
        for _ in range(rounds):
            for choice, options in choices.items():
                time, sizes[choice] = audit(program, pgn, out, options)
                times[choice].append(time)
        manifest = json.loads(pathlib.Path(out, "manifest.json").read_text())
    games = sum(part["rows"] for part in manifest["parts"] if part["file"].startswith("games/"))
    if games == 0:
        sys.exit("no game in " + pgn)
    quick = {choice: third(found) for choice, found in times.items()}
    usual, spread = quick[None]
    lines = [
        f"{games:,} games, {rounds} rounds; all default columns: {usual / games * 1e9:,.0f} ns (± {spread / games * 1e9:,.0f}), {sizes[None] / games:.1f} bytes a game",
        "",
        "| group | tier | columns | ns a game | bytes a game |",
        "|---|---|--:|--:|--:|",
    ]
    for (group, tier), names in by_group.items():
        sign = -1 if tier == "default" else 1
        found, noise = quick[group, tier]
        time, noise = (number / games * 1e9 for number in (sign * (found - usual), noise + spread))
        told = f"{time:,.0f} ± {noise:,.0f}" if time > noise else f"within {noise:,.0f}"
        size = sign * (sizes[group, tier] - sizes[None]) / games
        lines.append(f"| {group} | {tier} | {len(names)} | {told} | {size:.1f} |")
    return lines


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    print("\n".join(table(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))))

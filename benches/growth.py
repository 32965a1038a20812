"""Time and memory from 100 MB to 10 GB: one file over and over, audited whole on two threads, checked and as a dataset.

Where time grows with the size, the rate stays; where nothing is kept for long, so does the memory. Every run must count the games that
the file has as often as it was copied. Usage: growth.py ARBITRO PGN FOLDER [MB ...]
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

SIZES = [100, 1_000, 10_000]
# A file of 10 GB and what is written of it.
ROOM = 12_000


def repeated(source, megabytes, path):
    """Whole copies of a file, as many as come nearest to a size, at least one; gives what was copied, and how often."""
    text = source.read_bytes()
    # The last game ends with a blank line, as it does between any two.
    text = text.rstrip(b"\n") + b"\n\n"
    # Of less than the whole, the sections that fit.
    if megabytes * 10**6 < len(text):
        end = text.rfind(b"\n\n[Event ", 0, megabytes * 10**6) + 2
        text, copies = (text[:end], 1) if end > 1 else (text, 1)
    else:
        copies = round(megabytes * 10**6 / len(text))
    with open(path, "wb") as file:
        for _ in range(copies):
            file.write(text)
    return text, copies


def games_of(summary):
    """The games of an audit, from its summary in JSON."""
    return json.loads(summary)["counts"]["games"]


def watched(command):
    """Seconds, the peak of anonymous memory in MiB, which the kernel is asked for twenty times a second, and the games."""
    start = time.perf_counter()
    # A summary is shorter than a pipe is wide, so that nobody need read it before the end.
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    peak = 0
    while process.poll() is None:
        try:
            found = re.search(r"RssAnon:\s+(\d+) kB", pathlib.Path(f"/proc/{process.pid}/status").read_text())
        except OSError:
            break
        peak = max(peak, int(found[1]) if found else 0)
        time.sleep(0.05 if time.perf_counter() - start > 1 else 0.002)
    # 1 is an input that can't be read to its end, and less than the whole.
    code, seconds = process.wait(), time.perf_counter() - start
    summary = process.stdout.read()
    if code != 0:
        sys.exit(f"failed with {code}: " + " ".join(command))
    return seconds, peak / 1024, games_of(summary)


def table(program, source, folder, sizes=SIZES, rounds=3):
    """The lines of a table."""
    lines = ["| MB | check, s | MB/s | RssAnon, MiB | dataset, s | MB/s | RssAnon, MiB |", "|--:|--:|--:|--:|--:|--:|--:|"]
    path, dataset = folder / "growth.pgn", folder / "growth"
    try:
        for megabytes in sizes:
            text, copies = repeated(source, megabytes, path)
            audit = [program, "audit", "-q", "--json", "-j", "2"]
            games = copies * games_of(subprocess.check_output([*audit, "--no-output", "-"], input=text))
            size = path.stat().st_size / 1e6
            cells = [f"{size:,.0f}"]
            for command in (["--no-output"], ["-o", str(dataset), "--force"]):
                # The first run has the file come into the page cache; the others are weighed, and the quickest has met the least of other work.
                runs = [watched([*audit, str(path), *command]) for _ in range(rounds + 1)]
                if any(found != games for *_, found in runs):
                    sys.exit(f"{games:,} games, but found {sorted({found for *_, found in runs})}: {path}")
                seconds, memory = min(seconds for seconds, *_ in runs[1:]), max(memory for _, memory, _ in runs)
                cells += [f"{seconds:.2f}", f"{size / seconds:,.0f}", f"{memory:.0f}"]
            lines.append("| " + " | ".join(cells) + " |")
    finally:
        path.unlink(missing_ok=True)
        shutil.rmtree(dataset, ignore_errors=True)
    return lines


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    print("\n".join(table(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), [int(size) for size in sys.argv[4:]] or SIZES)))

"""Time and memory from 100 MB to 10 GB: one file over and over, audited whole on two threads, checked and as a dataset.

Where time grows with the size, the rate stays; where nothing is kept for long, so does the memory. Usage: growth.py ARBITRO PGN FOLDER [MB ...]
"""

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
    """Whole copies of a file, as many as come nearest to a size; at least one."""
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


def watched(command):
    """Seconds, and the peak of anonymous memory in MiB, which the kernel is asked for twenty times a second."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        try:
            found = re.search(r"RssAnon:\s+(\d+) kB", pathlib.Path(f"/proc/{process.pid}/status").read_text())
        except OSError:
            break
        peak = max(peak, int(found[1]) if found else 0)
        time.sleep(0.05 if time.perf_counter() - start > 1 else 0.002)
    if process.wait() not in (0, 1):
        sys.exit("failed: " + " ".join(command))
    return time.perf_counter() - start, peak / 1024


def table(program, source, folder, sizes=SIZES, rounds=3):
    """The lines of a table."""
    lines = ["| MB | check, s | MB/s | RssAnon, MiB | dataset, s | MB/s | RssAnon, MiB |", "|--:|--:|--:|--:|--:|--:|--:|"]
    path, dataset = folder / "growth.pgn", folder / "growth"
    try:
        for megabytes in sizes:
            repeated(source, megabytes, path)
            size = path.stat().st_size / 1e6
            cells = [f"{size:,.0f}"]
            for command in (["--no-output"], ["-o", str(dataset), "--force"]):
                # The first run has the file come into the page cache; the others are weighed, and the quickest has met the least of other work.
                runs = [watched([program, "audit", "-q", "-j", "2", str(path), *command]) for _ in range(rounds + 1)]
                seconds, memory = min(seconds for seconds, _ in runs[1:]), max(memory for _, memory in runs)
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

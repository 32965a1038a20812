"""Asks DuckDB what Arbitro was asked, and holds the answers to each other.

    predicates.py PART ASKED.jsonl

Each line of ASKED has a predicate and, for every game that Arbitro found it true of, a line with file and number.
"""

import json
import re
import sys

import duckdb


def main(part, asked):
    duckdb.sql("set timezone = 'UTC'")
    duckdb.sql(f"create table games as from read_parquet('{part}', file_row_number = true)")
    count = 0
    for line in open(asked, encoding="utf-8"):
        asked = json.loads(line)
        predicate = re.sub(r"\bhas\(", "list_contains(", asked["predicate"])
        rows = duckdb.sql(
            f"select source_file || ' ' || game_index from games where {predicate} order by file_row_number"
        ).fetchall()
        found = "".join(f"{row[0]}\n" for row in rows)
        assert found == asked["games"], f"{asked['predicate']}: DuckDB has {len(rows)}, Arbitro {asked['games'].count(chr(10))}"
        count += 1
    assert count > 100, count


if __name__ == "__main__":
    main(*sys.argv[1:])

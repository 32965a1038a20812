//! How the dataset is opened, and what to know before one counts.

use std::fmt::Write;

use super::tables::Table;
use crate::report::manifest::Asked;

/// How the games are opened, by each of the usual readers.
pub(super) fn loading(asked: &Asked, tables: &[Table]) -> String {
    let Some(games) = tables.first() else {
        return "## How to open it\n\nThere is no game in it.\n".to_owned();
    };
    let path = &games.files;
    let keys = asked.partition;
    let of_keys =
        |key: fn(&str) -> String| keys.iter().map(|key_name| key(key_name)).collect::<Vec<_>>().join(", ");
    let (duckdb, pandas) = match keys {
        [] => (format!("from '{path}'"), "pandas.read_parquet(\"games\")".to_owned()),
        _ => (
            format!(
                "from read_parquet('{path}', hive_types = {{{}}})",
                of_keys(|key| format!("'{key}': smallint"))
            ),
            format!(
                "import pyarrow, pyarrow.dataset\n\
                 keys = pyarrow.schema([{}])\n\
                 pandas.read_parquet(\"games\", partitioning=pyarrow.dataset.partitioning(keys, flavor=\"hive\"))",
                of_keys(|key| format!("(\"{key}\", pyarrow.int16())")),
            ),
        ),
    };
    let mut text = format!(
        "## How to open it\n\n\
         Run in this folder:\n\n\
         ```python\n\
         import polars\n\
         polars.read_parquet(\"games\")\n\n\
         import duckdb\n\
         duckdb.sql(\"{duckdb}\")\n\n\
         import pandas\n\
         {pandas}\n\n\
         from datasets import load_dataset\n"
    );
    for table in tables {
        let _ = writeln!(text, "load_dataset(\".\", \"{}\", split=\"train\")", table.name);
    }
    text.push_str("```\n\n");
    if games.columns.iter().any(|column| column.name == "ExtraTags") {
        text.push_str(
            "`datasets` knows no maps, so it leaves out `ExtraTags`; everything else opens that too.\n",
        );
    }
    if !keys.is_empty() {
        let keys: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
        let _ = writeln!(
            text,
            "The files leave out {}, which the names of their folders tell; `datasets` doesn't read those names. \
             `__HIVE_DEFAULT_PARTITION__` holds games without a date, and readers take it for null.",
            keys.join(" and "),
        );
    }
    text.push_str(
        "\n`manifest.json` has the figures of this card for programs. `report.html`, if it is there, shows the dataset as a page.\n",
    );
    text
}

/// What to know before one counts.
pub(super) const CAVEATS: &str = "\
## What to know

* **Who says so.** A column in PascalCase is what the file claims, under the tag's own name, right or wrong. A column in snake_case is what
  Arbitro found. `Result` and `Termination` are claims; `ruled_result` and `ruling` are the findings beside them.
* **Null means not known**, or that there is no such thing; it is never 0, never an empty text and never a question mark. A count over games
  in which something is not known is no count of games in which it is not so.
* **`ruling_basis` says how sure a ruling is.** `board` is proven by the position; `tag`, `comment` and `clock` are the file's word; `inferred`
  is what remains: a decisive game without mate of which nothing else is said is a resignation.
* **Games that can't be replayed are rows too.** Where `legality` is not `legal`, facts of the board go up to the first move that could not be
  made; the rest is null or counted in `claimed_plies`. Other variants than chess and Chess960 are not replayed.
* **Who could still mate** (`white_can_win`, `black_can_win`) is null where nothing hung on it and no answer was cheap: by default in most games.
* **Clocks and evaluations** are those that the file carries; most games have none. Times are seconds, dates are UTC.
* **Inaccuracies, mistakes and blunders** are counted by the rule of Lichess's website, in winning chances. Its monthly dumps put their glyphs by
  another, in centipawns, so that counts of those differ: in kind, and before November 2022 in number too. The file's own glyphs are in `plies.nag`
  (`audit --plies`).
* **The same game may occur more than once**: nothing is removed. `moves_key` is equal for equal moves, `game_id` is the site's own.
* `source_file`, `byte_offset` and `byte_length` lead back to the text of every game; `arbitro explain` shows why it was ruled as it was.
* **The licence** is that of the games, which Arbitro can't know. Games that Lichess publishes on database.lichess.org are CC0, and so are the
  opening names. Whoever publishes this dataset says in its header what holds for it.
";

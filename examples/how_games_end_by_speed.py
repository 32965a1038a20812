# %% [markdown]
# # How games end, by speed
#
# Do bullet games end on the board, or on the clock? With Polars, on any dataset of Arbitro:
#
#     python examples/how_games_end_by_speed.py out

# %%
import sys
from pathlib import Path

import polars as pl

# A notebook has its own arguments, which begin with a dash: put the dataset's folder in place of `out` there.
arguments = [argument for argument in sys.argv[1:2] if not argument.startswith("-")]
dataset = Path(arguments[0] if arguments else "out")

# %%
# Lazily: only the columns that are asked for are read, however many there are.
if not (dataset / "games").is_dir():
    sys.exit(f"{dataset} is no dataset: `arbitro audit INPUT... -o {dataset}` makes one")
games = pl.scan_parquet(dataset / "games")
missing = [name for name in ("speed", "ruling") if name not in games.collect_schema()]
if missing:
    sys.exit(f"{dataset} lacks {', '.join(missing)}: an audit with --columns default,{','.join(missing)} writes it")

# %%
# Null is not known: games over the board have no time control. They are a column of their own, not dropped.
SPEEDS = ["ultra_bullet", "bullet", "blitz", "rapid", "classical", "correspondence", "not known"]
ended = (
    games.select(pl.col("ruling", "speed").cast(pl.String))
    .fill_null("not known")
    .group_by("ruling", "speed")
    .agg(pl.len().alias("games"))
    .collect()
)
if ended.is_empty():
    sys.exit(f"{dataset} holds no game")
speeds = [speed for speed in SPEEDS if speed in ended["speed"]]
counted = (
    ended.pivot("speed", index="ruling", values="games")
    .select("ruling", pl.col(speeds).fill_null(0))
    .with_columns(pl.sum_horizontal(speeds).alias("all"))
    .sort("all", "ruling", descending=[True, False])
)

# %%
# A game's end is worth more beside all games of its speed than by itself.
columns = [*speeds, "all"]
shares = counted.with_columns((pl.col(columns) / pl.col(columns).sum() * 100).round(1))
total = counted.select(pl.lit("games").alias("ruling"), pl.col(columns).sum())

with pl.Config(
    tbl_formatting="ASCII_MARKDOWN",
    tbl_hide_column_data_types=True,
    tbl_hide_dataframe_shape=True,
    tbl_rows=-1,
    tbl_cols=-1,
    tbl_width_chars=200,
    tbl_cell_numeric_alignment="RIGHT",
):
    print("Games by ruling and speed\n")
    print(pl.concat([counted, total]))
    print("\nOf a hundred games of that speed\n")
    print(shares)

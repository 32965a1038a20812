# %% [markdown]
# # Time trouble against blunders
#
# Do players blunder more when their time runs out? A move is hurried if it was made with less than ten seconds left, and a blunder if it
# lost three tenths of the winning chances by the evaluations in the file. With pandas and pyarrow, on any dataset of Arbitro that was
# made with these columns:
#
#     arbitro audit data/games -o out --force --columns all
#     python examples/time_trouble_and_blunders.py out

# %%
import sys
from pathlib import Path

import pandas as pd
import pyarrow.dataset as ds

# A notebook has its own arguments, which begin with a dash: put the dataset's folder in place of `out` there.
arguments = [argument for argument in sys.argv[1:2] if not argument.startswith("-")]
dataset = Path(arguments[0] if arguments else "out")

# %%
if not (dataset / "games").is_dir():
    sys.exit(f"{dataset} is no dataset: `arbitro audit INPUT... -o {dataset}` makes one")
games = ds.dataset(dataset / "games", format="parquet")
facts = ["hurried_moves", "evaluated_moves", "blunders"]
needed = [f"{side}_{fact}" for side in ("white", "black") for fact in facts]
missing = [name for name in needed if name not in games.schema.names]
if missing:
    sys.exit(f"{dataset} lacks {', '.join(missing)}: an audit with --columns default,{','.join(missing)} writes it")

# %%
# One row a side. What is null is not known: no clocks, or no evaluations. Such a side says nothing of either and is left out, where a
# reader who took null for 0 would find sides that never blunder.
sides = pd.concat(
    [
        games.to_table(columns=[f"{side}_{fact}" for fact in facts]).to_pandas().set_axis(facts, axis=1)
        for side in ("white", "black")
    ]
).dropna()
sides = sides[sides["evaluated_moves"] > 0]
if sides.empty:
    sys.exit(f"{dataset} holds no game with both clocks and evaluations")

# %%
# Long games have more of everything, so blunders are counted by the hundred moves.
bins = pd.cut(
    sides["hurried_moves"],
    [-1, 0, 5, 10, 20, float("inf")],
    labels=["none", "1 to 5", "6 to 10", "11 to 20", "more"],
)
table = sides.groupby(bins, observed=True)[["evaluated_moves", "blunders"]].sum().astype(int)
table.insert(0, "sides", bins.value_counts().reindex(table.index))
table["blunders per 100 moves"] = (100 * table["blunders"] / table["evaluated_moves"]).round(2)
table = table.rename(columns={"evaluated_moves": "moves"}).rename_axis("hurried moves")
print("Blunders of players by how many moves they made with less than ten seconds left\n")
print(table.to_string())

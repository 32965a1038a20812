# %% [markdown]
# # Unfair timeouts
#
# Whose flag falls loses, unless the opponent can't mate by any series of legal moves: then it is a draw (FIDE Laws 6.9). Sites have
# tests of their own, which count material and are not the same. This finds the flag falls that the Laws make draws, and those whose
# result rests on a site's own rule alone, and says for each how to see why. With DuckDB, on any dataset of Arbitro:
#
#     python examples/unfair_timeouts.py out

# %%
import json
import shlex
import sys
from pathlib import Path

import duckdb

# A notebook has its own arguments, which begin with a dash: put the dataset's folder in place of `out` there.
arguments = [argument for argument in sys.argv[1:2] if not argument.startswith("-")]
dataset = Path(arguments[0] if arguments else "out")

LISTED = 20

# %%
if not (dataset / "games").is_dir():
    sys.exit(f"{dataset} is no dataset: `arbitro audit INPUT... -o {dataset}` makes one")
# The name goes in as a value, not as a piece of the query: it may hold a quote. `**` finds the folders of --partition too.
games = duckdb.read_parquet(str(dataset / "games" / "**" / "*.parquet"))
needed = ["source_file", "game_index", "Result", "ruling", "ruled_result", "findings"]
needed += [f"{side}_can_mate_{site}" for side in ("white", "black") for site in ("lichess", "chesscom")]
missing = [name for name in needed if name not in games.columns]
if missing:
    sys.exit(f"{dataset} lacks {', '.join(missing)}: an audit with --columns default,{','.join(missing)} writes it")

# %%
# Who has time left is the winner: by the file where the Laws make a draw of a win, by the Laws where they make a win of a draw. A site's
# own rule gives what the file says if, by its test, that side can mate (a win) or can't (a draw).
flags = duckdb.sql(
    """
    with falls as (
        select source_file, game_index, Result, ruled_result,
               list_contains(findings, 'timeout_should_be_draw') as won_in_the_file,
               list_contains(findings, 'draw_should_be_loss') as drawn_in_the_file,
               case when won_in_the_file then Result when drawn_in_the_file then ruled_result end as winner,
               case winner when '1-0' then white_can_mate_lichess when '0-1' then black_can_mate_lichess end as by_lichess,
               case winner when '1-0' then white_can_mate_chesscom when '0-1' then black_can_mate_chesscom end as by_chesscom
        from games
        where ruling in ('time_forfeit', 'time_forfeit_drawn')
           or list_has_any(findings, ['timeout_should_be_draw', 'draw_should_be_loss'])
    )
    select source_file, game_index,
           case when won_in_the_file then 'drawn by the Laws, won in the file'
                when drawn_in_the_file then 'lost by the Laws, drawn in the file'
                when ruled_result = '1/2-1/2' then 'drawn by the Laws and in the file'
                when ruled_result is null then 'who lost is not known'
                else 'lost by the Laws and in the file' end as flag_fall,
           case when not (won_in_the_file or drawn_in_the_file) then ''
                when by_lichess = won_in_the_file and by_chesscom = won_in_the_file then 'Lichess and chess.com'
                when by_lichess = won_in_the_file then 'Lichess'
                when by_chesscom = won_in_the_file then 'chess.com'
                when by_lichess is null then 'not known'
                else 'no site' end as the_files_result_is_the_rule_of
    from falls
    """
)
counted = duckdb.sql(
    "select flag_fall, the_files_result_is_the_rule_of, count(*) as games from flags group by all order by games desc, flag_fall"
)
if not counted.fetchall():
    sys.exit(f"{dataset} holds no game that ended when a flag fell")
options = json.loads((dataset / "manifest.json").read_text())["options"]
print(f"Flag falls, ruled by the Laws of: {options['laws']}\n")
counted.show(max_width=200, max_rows=100)

# %%
# A game is explained by the rules that the dataset was made by, from the file that it was made of.
rules = f" --laws {options['laws']}" if options["laws"] != "auto" else ""
rules += f" --site {options['site']}" if options["site"] else ""
unfair = duckdb.sql(
    """
    from flags
    where flag_fall not in ('lost by the Laws and in the file', 'who lost is not known')
    order by the_files_result_is_the_rule_of = '', flag_fall, the_files_result_is_the_rule_of, source_file, game_index
    """
)
kinds = {}
for source_file, game_index, flag_fall, rule in unfair.fetchall():
    command = f"arbitro explain {shlex.quote(source_file)} --game {game_index}{rules}"
    kinds.setdefault((flag_fall, rule), []).append(command)
for (flag_fall, rule), commands in kinds.items():
    print(f"\n{flag_fall}" + (f", which is the rule of {rule}" if rule else ""))
    print("".join(f"  {command}\n" for command in commands[:LISTED]), end="")
    if len(commands) > LISTED:
        print(f"  and {len(commands) - LISTED} more")

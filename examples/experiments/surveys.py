"""Writes `lazytree/arena/surveys/surveys.json`: the table of games that `lazytree survey` compares a game with.

python examples/experiments/surveys.py [ROUNDS]
"""

import json
import shlex
import sys

from lazytree.arena import survey
from lazytree.arena.surveys.survey_told import LIBRARY, row
from lazytree.naming.words import game_named

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "konane rows=6 columns=6 opening=corner",
    "othello rows=6 columns=6",
    "hex size=5",
    "clobber rows=5 columns=5",
    "domineering rows=6 columns=6",
    "kalah",
    "lines_of_action size=6",
    "dvonn placement=random",
    "andantino side=6",
)


def main(rounds: int) -> None:
    rows = []
    for text in GAMES:
        name, *words = shlex.split(text)
        found = row(survey(game_named(name, words), rounds, name=text))
        rows.append({key: round(part, 3) if isinstance(part, float) else part for key, part in found._asdict().items()})
        print(json.dumps(rows[-1]), flush=True)
    LIBRARY.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)

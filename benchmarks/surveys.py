"""Surveys of eleven games of the library: the rows that `lazytree survey` shows beside those of a game.

With --write they go into `lazytree/arena/surveys/surveys.json`. Twenty rounds take some minutes of the processor.
"""

import json
import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from lazytree.arena import survey
from lazytree.arena.surveys.survey_report import LIBRARY, row
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


def rows(rounds: int) -> Iterator[dict[str, Any]]:
    """The row of each game, one after the other."""
    for text in GAMES:
        name, *words = shlex.split(text)
        found = row(survey(game_named(name, words), rounds, name=text))
        yield {key: round(part, 3) if isinstance(part, float) else part for key, part in found._asdict().items()}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="rounds a game (default: 20)")
    parser.add_argument("--write", action="store_true", help=f"write them into {LIBRARY.name} of the library")
    given = parser.parse_args()
    found = []
    for each in rows(given.rounds):
        print(json.dumps(each), flush=True)
        found.append(each)
    if given.write:
        LIBRARY.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

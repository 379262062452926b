"""The pictures of the README, drawn again: python examples/pictures.py [FOLDER], by default docs/."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from lazytree import bots, grow, minimax, play_game, rate, record
from lazytree.games import dice_of_doom, konane, selfo
from lazytree.games.selfo_rules import swarm_of
from lazytree.show import Drawing, draw_field, draw_scheme, draw_tree, view_of_record
from lazytree.show.boards import render_board as drawn_board
from lazytree.swarm import signals

DOCS = Path(__file__).parents[1] / "docs"


def board() -> Drawing:
    """Konane on six by six, seven plies after an opening in the corner: the last move, and the stones that can jump."""
    course = record(konane(rows=6, columns=6, opening="corner"))
    for text in ["a4-a6", "c5-a5", "c4-a4", "d6-b6", "a6-c6", "d4-d6", "a4-a6"]:
        course = course.play(course.game.parse(course.position, text))
    return drawn_board(view_of_record(course, legal=True), cell=32)


def tree() -> Drawing:
    """The whole tree of a small board of Dice of Doom, which minimax has grown, with its best line."""
    game = dice_of_doom(board="a3,a3,b3,b1")
    grown = rate(game, lambda position: 0)(grow(game)(game.start))
    minimax(grown)
    return draw_tree(grown)


def field() -> Drawing:
    """The signal of a group of six in Selfo."""
    game = selfo(setup=1, swap=False)
    return draw_field(game, game.start, signals(swarm_of(game), game.start)[0], cell=26)


def scheme() -> Drawing:
    """The swarm's strategy in Selfo, after random moves: signals, centroid, most important group, score."""
    game = selfo(setup=1, swap=False)
    course = play_game(game, [bots.at_random(game, seed=1), bots.at_random(game, seed=2)])
    position = next(position for position, _ in islice(course, 20, None))
    return draw_scheme(game, position, swarm_of(game))


def pictures() -> Mapping[str, str]:
    """The SVG of each picture, by the name of its file."""
    drawn = {"konane": board(), "tree": tree(), "field": field(), "scheme": scheme()}
    return {f"{name}.svg": drawing.svg for name, drawing in drawn.items()}


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    for name, svg in pictures().items():
        (folder / name).write_text(svg, encoding="utf-8")
        print(folder / name)

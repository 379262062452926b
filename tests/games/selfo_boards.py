"""Boards of Selfo for its tests: drawn ones, and random ones reached by random play."""

from __future__ import annotations

from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from lazytree.core.bitsets import cells_of, is_one_group, near_on, set_of
from lazytree.core.board import hexhex
from lazytree.games import selfo
from lazytree.games.selfo_rules import split
from lazytree.games.selfo_rules.boards import grid_of
from tests.helpers.games import groups_of

CHOICES = st.lists(st.integers(0, 1000), max_size=30)
SMALL = "a1 b3 d4 e5 / a3 b1 d2 e3"  # on the hexhex board of side 3


BOARDS = [("hexhex", 5), ("rhombus", 7), ("triangle", 9), ("square", 7), ("triangular", 3)]


@st.composite
def games(draw):
    """Selfo on some board, by some rules; the pieces stand on random cells, on three of eight."""
    players = draw(st.integers(2, 3))
    board, side = draw(st.sampled_from(BOARDS))
    grid = grid_of(board, side)
    each = len(grid.names) * 3 // 8 // players
    cells = Random(draw(st.integers(0, 10**6))).sample(range(len(grid.names)), players * each)
    hands = [cells[player::players] for player in range(players)]
    assume(not any(is_one_group(near_on(grid), set_of(hand)) for hand in hands))  # no start: a player has won
    return selfo(
        setup=[" ".join(grid.names[cell] for cell in hand) for hand in hands],
        board=board,
        side=side,
        steps=draw(st.one_of(st.integers(1, 3), st.tuples(*[st.integers(1, 2)] * players))),
        players=players,
        swap=draw(st.booleans()),
        passing=draw(st.booleans()),
        lots=draw(st.booleans()),
    )


def sets_of(game, position):
    """Each player's cells by name."""
    names = [cell.name for cell in game.layout.cells]
    return [{names[cell] for cell in cells_of(mine)} for mine in split(position.sets, len(names), len(game.players))]


def game_from_picture(text, **rules):
    """The game on the hexhex board of side 3 whose start is drawn here by its rows, B, W and dots."""
    names, marks = hexhex(3).names, text.split()
    assert len(marks) == len(names)
    setup = [" ".join(name for name, mark in zip(names, marks) if mark == player) for player in "BW"]
    return selfo(setup=setup, side=3, **rules)


BEND = """
      B W .
     . . W .
    W W . . B
     B . . .
      . B W
"""


JOINABLE = """
      B B .
     . B . .
    W . . B .
     . W . .
      W W .
"""


def in_one_piece(near, cells):
    """Whether the cells hang together; near[cell] are the neighbours of a cell."""
    return len(groups_of(cells, near.__getitem__)) == 1

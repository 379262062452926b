"""Games as bytes: a game of the library is pickled by its name, and one of a user's own is refused with the reason."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

from lazytree import compiled
from lazytree.games import GAMES, tic_tac_toe
from tests.helpers.marks import slow_unless

GAME = tic_tac_toe()


@pytest.mark.parametrize("name", slow_unless(["nim", "dice_of_doom", "selfo"], GAMES))
def test_a_game_of_the_library_is_pickled(name: str):
    game = GAMES[name]()
    again = pickle.loads(pickle.dumps(game))
    assert (again.name, again.start, dict(again.parameters)) == (game.name, game.start, dict(game.parameters))
    assert pickle.loads(pickle.dumps(compiled(game))).start == game.start
    assert copy.copy(game) is game


def test_a_game_of_ones_own_says_why_it_is_not_pickled():
    for game in (
        replace(GAME, ratings={"mine": lambda position: 0}),
        replace(GAME, play=lambda position, move: position),
        replace(GAME, name="mine"),
    ):
        with pytest.raises(TypeError, match="cannot be pickled, because its rules are functions of your own"):
            pickle.dumps(game)

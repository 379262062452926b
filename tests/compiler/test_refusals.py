"""Games that machine code cannot judge: Python does, and says why; if machine code was asked for, that is an error."""

import pytest

from lazytree import deepen, lane, playouts, search, solve
from lazytree.games import dice_of_doom
from lazytree.solving.exact import solve_in_python

CHANCY = dice_of_doom(size=2, dice="rolled", seed=3)
OF_THREE = dice_of_doom(size=2, players=3)


@pytest.mark.parametrize("game", [CHANCY, OF_THREE], ids=["chance", "three players"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda game, **means: search(game, 2, **means),
        lambda game, **means: next(iter(deepen(game, **means))),
        lambda game, **means: playouts(game, 10, **means),
    ],
    ids=["search", "deepen", "playouts"],
)
def test_chance_and_third_players_are_left_to_python(game, ask):
    assert ask(game).lane == "python"
    with pytest.raises(ValueError, match="run in Python"):
        ask(game, lane="machine")


def test_solving_hands_such_games_over():
    assert lane(CHANCY).name == "python"
    assert solve(OF_THREE).value == solve_in_python(OF_THREE).value

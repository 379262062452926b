"""Searches in machine code refuse the games that they cannot judge, and say what to take instead."""

import pytest
from agreement import alphabeta_to_depth as alphabeta

from lazytree import deepen, playouts, solve
from lazytree.compiler import lane
from lazytree.games import dice_of_doom
from lazytree.solving.exact import solve as solve_interpreted

CHANCY = dice_of_doom(size=2, dice="rolled", seed=3)
OF_THREE = dice_of_doom(size=2, players=3)


@pytest.mark.parametrize("game", [CHANCY, OF_THREE], ids=["chance", "three players"])
@pytest.mark.parametrize(
    "search",
    [lambda game: alphabeta(game, 2), lambda game: next(deepen(game)), lambda game: playouts(game, 10)],
    ids=["alphabeta", "deepen", "playouts"],
)
def test_chance_and_third_players_are_refused(game, search):
    with pytest.raises(ValueError, match=r"two players without chance: take lazytree\."):
        search(game)


def test_solving_hands_such_games_over():
    assert lane(CHANCY).name == "python"
    assert solve(OF_THREE).value == solve_interpreted(OF_THREE).value

"""Questions that machine code cannot answer: Python does, and says why; to ask for machine code is an error."""

import pytest

from lazytree import solve, unfold
from lazytree.compiler import rules_lane
from lazytree.games import dice_of_doom
from lazytree.solving.exact import solve_in_python

CHANCY = dice_of_doom(size=2, dice="rolled", board="a3,b2,a1,b1")
OF_THREE = dice_of_doom(size=2, players=3)


@pytest.mark.parametrize("game", [CHANCY, OF_THREE], ids=["chance", "three players"])
@pytest.mark.parametrize("ask", [solve, unfold])
def test_exact_values_with_chance_and_third_players_are_left_to_python(game, ask):
    assert ask(game).lane == "python"
    assert ask(game).value == solve_in_python(game).value
    with pytest.raises(ValueError, match=r'exact.*leave out lane="machine"'):
        ask(game, lane="machine")


def test_the_rules_of_such_games_compile():
    assert rules_lane(CHANCY).name == "machine"

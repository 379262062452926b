"""The name of a tournament: which code decides, so that another rule is another tournament."""

from pathlib import Path
from typing import Any

import lazytree
from lazytree.arena.tournaments.identity import reachable_code
from lazytree.games import nim
from lazytree.trees.growing import grow

HOUSE = Path(lazytree.__file__).parent


def files_reached(*functions: Any) -> set[str]:
    """The files of the library whose functions are reached, from its folder on."""
    return {str(Path(function.__code__.co_filename).relative_to(HOUSE)) for function in reachable_code(functions)[0]}


def test_the_rules_of_a_game_decide():
    assert "games/nim_rules.py" in files_reached(nim().moves, nim().play)


def test_what_the_library_offers_beside_games_does_not_decide_for_the_release_stands_for_it():
    assert Path(grow.__code__.co_filename).is_relative_to(HOUSE)
    assert not files_reached(grow)

"""Which of ten newcomers' games run as machine code, and with which sentence the others are refused.

The table is exact: a game that compiles now, or is refused in other words, must be written down here.
"""

from importlib import import_module

import pytest

pytest.importorskip("llvmlite")

from lazytree import check_game, lane, perft, search

POSITIONS = "positions hold ints, bools, texts, PVectors and tuples of these"

# how the sentence begins that refuses a game's rules; empty for a game that runs as machine code
VERDICTS = {
    "cards": "",
    "checkers": "checkers.py:46: no method .lower() of 'b' or 'w': .count, .index, .find of one character",
    "dice_race": "dice_race.py:33: ROLLS is or holds a Counter: `dict(...)` of it, once",
    "dots_and_boxes": f"{POSITIONS}: drawn of the start is a frozenset; write `tuple(sorted(...))`",
    "ghost": "ghost.py:18: a set has no order to go over it: `sorted(...)` of it",
    "hackenbush": f"{POSITIONS}: edges of the start is a frozenset; write `tuple(sorted(...))`",
    "kalah": "the field sides of Kalah is no plain field",
    "onitama": "onitama.py:45: no `*`: name each item",
    "oware": "oware.py:38: a variable keeps one kind: not a tuple of 12 here and a list there",
    "tafl": f"{POSITIONS}: attackers of the start is a frozenset; write `tuple(sorted(...))`",
}


def game_called(name):
    return import_module(f"newcomers.{name}").game


@pytest.mark.parametrize("name", VERDICTS)
def test_the_laws_hold(name):
    assert check_game(game_called(name), games=2).ended == 2


@pytest.mark.parametrize("name", VERDICTS)
def test_verdict(name):
    reason = lane(game_called(name)).rules.reason
    assert reason.startswith(VERDICTS[name]) and bool(reason) == bool(VERDICTS[name])


@pytest.mark.parametrize("name", [name for name, reason in VERDICTS.items() if not reason])
def test_machine_code_agrees_with_python(name):
    game = game_called(name)
    assert perft(game, 3, lane="machine") == perft(game, 3, lane="python")
    assert search(game, 3, lane="machine").value == search(game, 3, lane="python").value

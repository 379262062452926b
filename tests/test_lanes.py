"""Lanes: machine code where a game and its rating compile, Python elsewhere; the same answers in both."""

from itertools import islice, pairwise

import pytest
from toolz import compose

from lazytree import SURE, Account, deepen, grow, prune, rate, think
from lazytree.games import dice_of_doom, konane, tic_tac_toe
from lazytree.lanes import machine_lane
from lazytree.stopping import never

KONANE = konane(rows=4, columns=4, opening="corner")


def answers_of_python(game, rating):
    growing = grow(game)
    return deepen(lambda plies: compose(rate(game, rating), prune(plies), growing), game.start)


@pytest.mark.parametrize("name", KONANE.ratings)
def test_both_lanes_give_the_same_value_at_every_depth(name):
    rating, account = KONANE.ratings[name], Account()
    machine = machine_lane(KONANE, rating, account)
    assert machine is not None
    in_machine_code = list(islice(machine(KONANE.start, never, None), 6))
    in_python = list(islice(answers_of_python(KONANE, rating), 6))
    values = [answer.value for answer in in_python]
    assert [answer.value for answer in in_machine_code] == values[: len(in_machine_code)]
    assert len(in_machine_code) == 6 or abs(in_machine_code[-1].value) > SURE  # it ends where all is certain
    assert {answer.lane for answer in in_machine_code} == {"compiled"}
    assert {answer.lane for answer in in_python} == {"interpreted"}
    assert account.seen == in_machine_code[-1].seen


def test_what_does_not_compile_runs_in_python():
    chancy = dice_of_doom(dice="rolled")
    assert machine_lane(chancy, chancy.ratings["hexes"], Account()) is None
    assert machine_lane(KONANE, lambda position: 0, Account()) is None


def test_without_the_extra_all_runs_in_python(monkeypatch):
    monkeypatch.setattr("lazytree.lanes.find_spec", lambda name: None)
    assert machine_lane(KONANE, KONANE.ratings["mobility"], Account()) is None
    game = tic_tac_toe()
    assert game.format(game.start, think(game, seconds=30)(game.start))


@pytest.mark.parametrize("stop", [None, never])
def test_thinking_far_finds_what_is_to_be_found(stop):
    """A square that wins at once, and the only square that does not lose."""
    game = tic_tac_toe()
    player = think(game, seconds=60, stop=stop)
    assert game.format(game.read("XX.OO...."), player(game.read("XX.OO...."))) == "c3"
    assert game.format(game.read("X...O...X"), player(game.read("X...O...X"))) in {"b3", "a2", "c2", "b1"}


def test_thinking_in_machine_code_says_how_far_it_is():
    told = []
    move = think(KONANE, depth=8, progress=told.append)(KONANE.start)
    assert [each.depth for each in told] == list(range(2, 2 + len(told)))
    assert told[-1].best == told[-1].line[0] == move
    assert all(before.seen < after.seen for before, after in pairwise(told))


def test_one_that_is_stopped_at_once_still_moves():
    account = Account()
    game = konane(rows=8, columns=8, opening="centre")
    assert think(game, depth=30, account=account, stop=lambda: True)(game.start) in list(game.moves(game.start))
    assert account.seen > 0

"""The examples of DVONN and Andantino: the published screenshot, its sweeps, and a ring that is none."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import grow, is_over, minimax, prune, rate, search
from lazytree.games.dvonn_rules import PASS

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    """The module examples/NAME.py."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DVONN, ANDANTINO = example("dvonn"), example("andantino")


def test_the_screenshot_of_dvonn_is_read_as_the_source_prints_it() -> None:
    """White to move, 15 points in 13 stacks to 31 in 17; Hoyte's blog."""
    game, position = DVONN.game, DVONN.game.read(DVONN.SCREENSHOT)
    assert game.show(position).splitlines()[-2:] == DVONN.SCREENSHOT.strip().splitlines()[-2:]
    assert game.read(game.show(position)) == position
    shown = [line[1:].split() for line in game.show(position).splitlines()[1:-2:2]]
    assert shown == [line.split() for line in DVONN.SCREENSHOT.strip().splitlines()[:-2]]


def test_the_screenshot_of_dvonn_is_searched() -> None:
    """A search of it finds the value of plain minimax."""
    game, position = DVONN.game, DVONN.game.read(DVONN.SCREENSHOT)
    tree = rate(game, "pegs_and_heights")(prune(2)(grow(game)(position)))
    assert search(game, 2, "pegs_and_heights", position).value == minimax(tree)


@given(st.lists(st.integers(0, 10**6), max_size=30))
def test_what_is_swept_away_is_what_the_rules_remove(choices: list[int]) -> None:
    """Marked and swept stacks are those that the rules keep and take away, in every game from the screenshot."""
    game, position = DVONN.game, DVONN.game.read(DVONN.SCREENSHOT)
    for choice in choices:
        moves = list(game.moves(position))
        if not moves:
            break
        move = moves[choice % len(moves)]
        after = game.play(position, move)
        if move != PASS:
            waves, swept = DVONN.sweep(position, move)
            assert {stone.cell for stone in game.stones(after)} == set().union(*waves)
            assert swept.isdisjoint(set().union(*waves))
        position = after


def test_half_a_wing_is_swept_in_two_plies() -> None:
    """After G2-E2, H3-E3 takes away the four black stacks to the right; drawn, they are marked."""
    game, position = DVONN.game, DVONN.game.read(DVONN.SCREENSHOT)
    after = game.play(position, game.parse(position, "G2-E2"))
    reply = game.parse(after, "H3-E3")
    _, swept = DVONN.sweep(after, reply)
    before, left = ({stone.cell for stone in game.stones(each)} for each in (after, game.play(after, reply)))
    assert len(swept) == 4 == len(before) - len(left) - 1
    assert DVONN.draw_sweep(after, reply).svg.count("×") >= 4


def test_lines_of_sight_see_a_ring_where_none_is() -> None:
    """Eleven stones: the report's test ends the game, ours does not, and White does walk to the border."""
    game, moves = ANDANTINO.game, ANDANTINO.FALSE_ALARM.split(", ")
    position = game.start
    for move in moves:
        position = game.play(position, game.parse(position, move))
    black, white = ({ANDANTINO.cell_of(move) for move in moves[player::2]} for player in (0, 1))
    assert ANDANTINO.enclosed_by_sight(black, white, ANDANTINO.cell_of(moves[-1]))
    assert not is_over(game, position)
    reached = {ANDANTINO.cell_of("10 K")}  # the white stone that sees no border
    while more := {near for cell in reached for near in ANDANTINO.around(cell)} - black - reached:
        reached |= more
    assert any(len(list(ANDANTINO.around(cell))) < 6 for cell in reached)


@pytest.mark.parametrize(
    "own, enemy, ring", [("9 I, 9 J, 10 I, 10 K, 11 J, 11 K", "10 J", True), ("9 I, 9 J", "10 J", False)]
)
def test_lines_of_sight_miss_no_plain_ring(own: str, enemy: str, ring: bool) -> None:
    stones = [ANDANTINO.cell_of(move) for move in own.split(", ")]
    assert ANDANTINO.enclosed_by_sight(set(stones), {ANDANTINO.cell_of(enemy)}, stones[-1]) is ring

"""All positions in machine code: values against retrograde analysis in Python, room that grows, work that goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import FIRST, Game, Stopped, games, solve
from lazytree.core.stats import Stats
from lazytree.machine import retrograde
from lazytree.machine.retrograde import Positions
from lazytree.solving.exact import Known, outcomes_below, with_symmetry
from lazytree.tables import tabulate
from lazytree.trees.growing import grow
from tests.helpers.trees import endless_game, game_of, loop
from tests.machine.test_proving import SIZE, many_graphs

GAMES: dict[str, Callable[[], Game[Any, Any]]] = {
    "chess": lambda: games.chess("k3/4/4/2RK w - - 0 1"),
    "kalah by margin": lambda: games.kalah(2, 2, score="margin"),
    "konane": lambda: games.konane(4, 4),
    "lines of action": lambda: beginning(games.lines_of_action(4), ".X.. / O... / ...X / ..O. / X to move"),
    "nim": lambda: games.nim(heaps=(2, 3, 4)),
    "selfo": lambda: games.selfo("a1 b2 c3 / a3 b1 c2", board="square", side=3),
    "tic tac toe": games.tic_tac_toe,
}


def beginning(game: Game[Any, Any], text: str) -> Game[Any, Any]:
    """The game that begins with a position."""
    return replace(game, start=game.read(text))


SMALL = "konane", "nim", "selfo"


def all_valued(game: Game[Any, Any], most: int = 10**6) -> Positions:
    found = Positions(game, 256)
    assert found.unfold(with_symmetry(game).start, most)
    found.decide()
    return found


def agrees(name: str) -> None:
    """Every position has the value that Python finds, and a first best move that keeps it."""
    game = GAMES[name]()
    found, few = all_valued(game), with_symmetry(game)
    worth = dict(zip(found.positions(), found.ends()))
    assert worth == expected(game)
    for position in list(worth)[:200]:
        value = found.value(position)
        payoff, plies = worth[position]
        assert value == 1_000_000 * payoff - (plies if payoff > 0 else -plies)
        if moves := list(game.moves(position)):
            after = [worth[few.play(position, move)] for move in moves]
            best = (payoff, plies - 1) if payoff else (0, 0)
            assert after.index(best) == found.chosen


def expected(game: Game[Any, Any]) -> dict[Any, tuple[float, int]]:
    """What Python finds, by position; where neither player can force an end, 0 in no plies."""
    few = with_symmetry(game)
    outcomes = outcomes_below(game, grow(few)(few.start), Stats())
    return {
        position: (outcome.payoffs[FIRST], int(outcome.plies) if outcome.payoffs[FIRST] else 0)
        for position, outcome in outcomes.items()
    }


@pytest.mark.parametrize("name", SMALL)
def test_values_are_those_of_python(name: str) -> None:
    agrees(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name not in SMALL])
def test_values_of_larger_games_are_those_of_python(name: str) -> None:
    agrees(name)


@pytest.mark.promise
def test_values_of_graphs_with_circles_are_those_of_python() -> None:
    graphs, game = many_graphs(1)
    found = Positions(game, 16)
    for number, graph in enumerate(graphs):
        start = SIZE * number
        value = found.value_within(start, 100)
        solution = solve(game_of(graph), lane="python")
        assert value is not None
        assert value == 1_000_000 * solution.value - (solution.plies if solution.value > 0 else -solution.plies) * bool(
            solution.value
        )


def test_room_grows_and_what_was_found_stays() -> None:
    """Positions and moves have the same numbers, whatever they were met in."""
    game = GAMES["nim"]()
    whole = all_valued(game)
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(retrograde, "FEWEST", 2)
        small = Positions(game, 256)
        while not small.unfold(with_symmetry(game).start, 3):
            pass
        small.decide()
    assert list(small.positions()) == list(whole.positions())
    assert list(small.ends()) == list(whole.ends())
    assert len(small.graph.movers.words) < len(whole.graph.movers.words)


def test_what_is_kept_in_a_file_is_taken_again() -> None:
    game = GAMES["selfo"]()
    start, whole, kept = with_symmetry(game).start, all_valued(game), list[str]()
    for _ in range(10):
        again = Positions(game, 256)
        for part in kept:
            again.take(json.loads(part))
        before = again.extent
        done = again.unfold(start, 100)
        kept.append(json.dumps(again.since(before)))
    while not done:
        done = again.unfold(start, 10_000)
    again.decide()
    assert list(again.positions()) == list(whole.positions()) and list(again.ends()) == list(whole.ends())


def test_work_that_there_is_no_room_for_is_kept(tmp_path: Path) -> None:
    """The same call with more megabytes goes on from it."""
    game, file = games.connect_four(4, 4), tmp_path / "table"
    with pytest.raises(Stopped):
        tabulate(game, file=file, stop=lambda: (tmp_path / "table.part").stat().st_size > 300_000)
    content = (tmp_path / "table.part").read_bytes()
    with pytest.raises(ValueError, match="which is as many as there is memory for"):
        tabulate(game, file=file, megabytes=1)
    assert (tmp_path / "table.part").read_bytes() == content
    assert len(tabulate(game, file=file)) == len(tabulate(game))


def test_where_there_is_no_room_it_is_full() -> None:
    found = Positions(endless_game(), 1)
    assert not found.unfold(0, 10**6) and found.is_full and found.count < 2**20 // 8
    assert found.value_within(0, 10**6) is None
    with pytest.raises(Stopped):
        Positions(endless_game(), 1024, stop=lambda: True).unfold(0, 10**9)


def test_solve_values_all_positions_where_they_can_be_repeated() -> None:
    for what in ("winner", "shortest"):
        solution = solve(GAMES["selfo"](), what=what, lane="machine")
        assert solution.techniques == ("retrograde analysis",)
        assert solution[:2] == solve(GAMES["selfo"](), lane="python")[:2]
    draw = solve(loop(), lane="machine")
    assert (draw.value, draw.plies, draw.techniques) == (0, 2, ("retrograde analysis",))


def test_margins_are_found_where_positions_can_be_repeated() -> None:
    """In machine code: to go round pays nothing, the way out three."""
    game = replace(
        loop(),
        moves=lambda at: range(2 if at < 2 else 0),
        play=lambda at, move: 2 if at == 1 and move == 1 else 1 - at,
        payoffs=lambda at: (-3, 3),
    )
    solution = solve(game, 1, lane="machine")
    assert (solution.value, solution.plies) == (-3, 1) == solve(game, 1, lane="python")[:2]
    assert solve(game, 0, lane="machine").value == solve(game, 0, lane="python").value


def test_values_are_known_in_the_next_call() -> None:
    game, known = GAMES["selfo"](), Known(64)
    for move in game.moves(game.start):
        position = game.play(game.start, move)
        assert solve(game, position, known=known).value == solve(game, position, lane="python").value
    assert known.positions.is_decided

"""Bounds in the search: the values are those without them, of fewer positions; bounds that lie are followed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest

pytest.importorskip("llvmlite")

from lazytree import Stats, games, prove, solve
from lazytree.searching.kernels import proving


def positions_of(game, count, plies):
    """Positions of random games."""
    random = Random(4)
    for _ in range(count):
        position = game.start
        for _ in range(random.randrange(plies)):
            if moves := list(game.moves(position)):
                position = game.play(position, random.choice(moves))
        yield position


def solved(game, position, **how):
    """The value, the plies, and the positions seen."""
    stats = Stats()
    found = solve(game, position, stats, lane="machine", **how)
    return found.value, found.plies, stats.nodes


@pytest.mark.parametrize("size", [(4, 5), (5, 4), (5, 5)])
def test_values_are_those_without_bounds(size) -> None:
    game = games.domineering(*size)
    plain = replace(game, bounds=None)
    seen = without = 0
    for position in positions_of(game, 12, 6):
        *found, _nodes = solved(game, position)
        *expected, more = solved(plain, position)
        assert found == expected
        winner, _, few = solved(game, position, what="winner")
        assert winner == expected[0]
        seen, without = seen + few, without + more
    assert seen < without


@pytest.mark.parametrize("score", ["win", "margin"])
@pytest.mark.parametrize("size", [(3, 2), (2, 4)])
def test_seeds_in_a_store_are_never_lost_again(size, score) -> None:
    """Who has more than half of them has won; a margin is bounded by both stores."""
    game = games.kalah(*size, score=score)
    plain = replace(game, bounds=None)
    for position in positions_of(game, 12, 8):
        (value, plies, _), (expected, expected_plies, _) = solved(game, position), solved(plain, position)
        assert value == expected
        assert plies == expected_plies or value == 0  # the values of draws do not count plies


@pytest.mark.parametrize(
    "game", [games.kalah(3, 2, score="margin"), games.domineering(4, 4)], ids=["kalah", "domineering"]
)
def test_proofs_ask_bounds_too(game) -> None:
    plain, seen, without = replace(game, bounds=None), 0, 0
    for position in positions_of(game, 12, 4):
        for more_than in (-3, -1, 0, 2):
            few, all_of_them = Stats(), Stats()
            found = prove(game, position, more_than=more_than, lane="machine", stats=few)
            expected = prove(plain, position, more_than=more_than, lane="machine", stats=all_of_them)
            assert found.result == expected.result
            seen, without = seen + few.nodes, without + all_of_them.nodes
    assert seen < without


VISITED = [(more_than, games.kalah(5, 4, score="margin")) for more_than in (0, 8)]


def visits(game, more_than):
    """The result of `prove` in machine code, and the positions it has seen."""
    stats = Stats()
    return prove(game, game.start, more_than=more_than, lane="machine", stats=stats).result, stats.nodes


def test_what_is_lacking_by_bounds_makes_proofs_shorter() -> None:
    """The same bounds, of which proof numbers only ask whether they decide, give the same results, later."""
    found = [visits(game, more_than) for more_than, game in VISITED]
    with patch.object(proving, "PARTS", 0):
        others = [visits(game, more_than) for more_than, game in VISITED]
    assert [result for result, _ in found] == [result for result, _ in others]
    assert 2 * sum(seen for _, seen in found) < sum(seen for _, seen in others)


def test_what_is_lacking_is_a_part_of_what_is_open() -> None:
    """So it matters little in what units a game pays."""
    seen = dear_seen = 0
    for more_than, game in VISITED:
        found, dear = visits(game, more_than), visits(tenfold(game), 10 * more_than)
        assert dear[0] == found[0]
        seen, dear_seen = seen + found[1], dear_seen + dear[1]
    assert dear_seen < 2 * seen


def tenfold(game):
    """The same game, in which ten times as much is paid."""
    bounds, payoffs = game.bounds.function, game.payoffs

    def ten_times(position):
        least, most = bounds(position)
        return 10 * least, 10 * most

    def paid(position):
        first, second = payoffs(position)
        return 10 * first, 10 * second

    return replace(game, bounds=ten_times, payoffs=paid)


def test_bounds_that_lie_are_followed() -> None:
    """So a search asks them; `check_game` finds out."""
    game = games.nim(heaps=(3, 4, 5))
    lying = replace(game, bounds=lambda position: (-1, -1) if sum(position.heaps) < 12 else (-1, 1))
    assert (solved(game, game.start)[0], solved(lying, lying.start, what="winner")[0]) == (1, -1)


def test_bounds_in_the_wrong_order_leave_machine_code() -> None:
    game = replace(games.nim(heaps=(1, 2, 3)), bounds=lambda p: (1, -1) if sum(p.heaps) < 4 else (-1, 1))
    found = solve(game)
    assert (found.value, found.lane) == (-1, "python")
    with pytest.raises(ValueError, match="machine code cannot answer"):
        solve(game, lane="machine")


def test_bounds_outside_the_subset_leave_the_rest_to_machine_code() -> None:
    game = replace(games.nim(heaps=(1, 2, 3)), bounds=lambda p: (-1, len(str(p)) and eval("1")))
    assert (solve(game).value, solve(game).lane) == (-1, "machine")

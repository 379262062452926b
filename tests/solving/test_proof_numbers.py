"""`prove` against `solve`, plain recursion and published winners: by both methods, whatever the limits."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, FIRST, SECOND, Game, Stats, prove, solve
from lazytree.games import konane, nim, tic_tac_toe
from tests.helpers.trees import Graph, Node, game_of, graphs, long_game

METHODS = ["df-pn", "pn"]


def can_force(game: Game[int, int], more_than: float, at: int = 0) -> bool:
    """Whether FIRST gets more than that, by plain recursion; all others who move play against FIRST."""
    ways = [can_force(game, more_than, game.play(at, move)) for move in game.moves(at)]
    if not ways:
        return game.payoffs(at)[FIRST] > more_than
    return any(ways) if game.mover(at) == FIRST else all(ways)


@pytest.mark.parametrize("method", METHODS)
@given(graph=graphs((FIRST, SECOND, CHANCE)), more_than=st.integers(-3, 3), entries=st.integers(1, 8))
def test_what_is_proven_can_be_forced(method: str, graph: Graph, more_than: int, entries: int) -> None:
    game = game_of(graph)
    result = prove(game, more_than=more_than, method=method, entries=entries).result
    assert result == ("proven" if can_force(game, more_than) else "disproven")


@pytest.mark.parametrize("method", METHODS)
@given(graph=graphs(endless=True), entries=st.integers(1, 8))
def test_circles_are_never_taken_for_a_proof(method: str, graph: Graph, entries: int) -> None:
    game = game_of(graph)
    proof = prove(game, method=method, entries=entries, most=300)
    wins = solve(game).value > 0
    assert proof.result in ("unknown", "proven" if wins else "disproven")
    assert proof.nodes <= 300


@given(graph=graphs(endless=True), more_than=st.integers(-2, 2), entries=st.integers(1, 8))
@pytest.mark.slow
def test_play_without_an_end_pays_nothing(graph: Graph, more_than: int, entries: int) -> None:
    game = game_of(graph)
    expected = "proven" if solve(game, lane="python").value > more_than else "disproven"
    assert prove(game, more_than=more_than, entries=entries, lane="python", most=100_000).result == expected


@pytest.mark.parametrize("method", METHODS)
def test_a_way_round_does_not_hide_a_win_beside_it(method: str) -> None:
    """0 goes to 1, from where SECOND goes back to 0 or loses; from 0 FIRST may win at once, too."""
    around = (Node(FIRST, 0, (1, 2)), Node(SECOND, 0, (0, 2)), Node(FIRST, 1))
    assert prove(game_of(around), method=method).result == "proven"
    for_ever = (Node(FIRST, 0, (1,)), Node(SECOND, 0, (0, 2)), Node(FIRST, 1))
    result = "disproven" if method == "df-pn" else "unknown"
    assert prove(game_of(for_ever), method=method, most=1000).result == result
    assert prove(game_of(for_ever), more_than=-1).result == "proven"


@pytest.mark.parametrize("method", METHODS)
def test_staying_where_one_is_does_not_hide_a_win(method: str) -> None:
    """FIRST may stay at 0, or go to 1, from where SECOND must let him win."""
    staying = (Node(FIRST, 0, (0, 1)), Node(SECOND, 0, (2,)), Node(FIRST, 1))
    assert prove(game_of(staying), method=method).result == "proven"


@pytest.mark.parametrize("method", METHODS)
@given(heaps=st.lists(st.integers(0, 4), max_size=3), entries=st.integers(1, 50))
def test_nim_is_won_when_the_xor_of_the_heaps_is_not_0(method: str, heaps: list[int], entries: int) -> None:
    proof = prove(nim(heaps=heaps), method=method, entries=entries)
    assert proof.result == ("proven" if reduce(xor, heaps, 0) else "disproven")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("rows", "columns", "opening", "result"),
    [
        (4, 4, "corner", "disproven"),
        (4, 4, "centre", "disproven"),
        (5, 5, "corner", "proven"),
        (5, 5, "centre", "proven"),
        (4, 6, "corner", "disproven"),
        (4, 6, "centre", "disproven"),
        (6, 4, "corner", "disproven"),
        (6, 4, "centre", "disproven"),
    ],
)
def test_published_winners_of_konane(method: str, rows: int, columns: int, opening: str, result: str) -> None:
    """Norvig's; 4×6 and 6×4 from a twin."""
    assert prove(konane(rows, columns, opening), method=method).result == result


@pytest.mark.parametrize("method", METHODS)
def test_limits(method: str) -> None:
    stats = Stats()
    proof = prove(tic_tac_toe(), method=method, most=20, stats=stats)
    assert proof.result == "unknown"
    assert 0 < proof.nodes == stats.nodes <= 20
    assert 0 < proof.proof < float("inf") > proof.disproof > 0
    again = prove(tic_tac_toe(), method=method, stats=stats)
    assert again.result == "disproven"
    assert stats.nodes == 20 + again.nodes


def test_the_table_costs_only_visits() -> None:
    small, large = (prove(konane(4, 6, "centre"), entries=entries) for entries in (100, 100_000))
    assert small.result == large.result
    assert small.nodes > large.nodes


@pytest.mark.slow
def test_long_games_need_no_recursion() -> None:
    assert prove(long_game(5000)).result == "proven"
    assert prove(long_game(5000), method="pn").result == "proven"


def test_what_is_asked_wrongly() -> None:
    with pytest.raises(ValueError, match="df-pn, pn"):
        prove(nim(), method="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="most must be"):
        prove(nim(), most=0)
    with pytest.raises(ValueError, match="entries must be"):
        prove(nim(), entries=0)

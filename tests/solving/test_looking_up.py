"""What tables are used for: the stage `look_up`, exact values before a table, bots, certificates and pages."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import compose

from lazytree import WIN, Game, alphabeta, best, bots, deepen, games, grow, minimax, prune, rate, search, solve
from lazytree.hosts.pages import publish
from lazytree.solving.exact import solve_in_python
from lazytree.solving.looking_up import by_table, tables_of
from lazytree.tables import Tablebase, book, look_up, tabulate
from tests.helpers.trees import Graph, game_of, graphs

CHECKER = run_path(str(Path(__file__).parents[2] / "examples" / "check_proof.py"))


@given(graphs(endless=True, size=12), st.sets(st.integers(1, 11)))
@pytest.mark.slow
def test_a_position_before_those_of_a_table_is_solved_alike(graph: Graph, known: set[int]) -> None:
    game = replace(game_of(graph), odds=None)
    table = tabulate(game, within=lambda position: position in known)
    solution, expected = solve(game, tables=[table], lane="python"), solve_in_python(game)
    assert solution.value == expected.value
    if expected.value:
        assert solution.plies == expected.plies
        if all(number in table for number in range(1, len(graph)) if graph[number].children):
            assert len(solution.line) == expected.plies


@given(graphs(size=12), st.sets(st.integers(0, 11)), st.integers(1, 4))
@pytest.mark.slow
def test_a_tree_with_looked_up_values_is_worth_what_deeper_ones_are(graph: Graph, known: set[int], depth: int) -> None:
    game = replace(game_of(graph), odds=None)
    whole = minimax(rate(game, lambda position: 0)(grow(game)(game.start)))
    everything = tabulate(game)
    look = compose(look_up(everything), rate(game, lambda position: 0), prune(depth), grow(game))
    assert minimax(look(game.start)) == alphabeta(look(game.start)) == whole
    some = tabulate(game, within=lambda position: position in known)
    look = compose(look_up(some), rate(game, lambda position: 0), prune(12), grow(game))
    assert minimax(look(game.start)) == whole


def test_below_a_looked_up_position_nothing_is_grown() -> None:
    game = games.connect_four(4, 3)
    grown = list[Any]()

    def play(position: Any, move: Any) -> Any:
        grown.append(position)
        return game.play(position, move)

    noted = replace(game, play=play)
    table = tabulate(game)
    look = compose(look_up(table), rate(noted, lambda position: 0), grow(noted))
    assert best(look(game.start)) == solve(game).line[0]
    assert len(grown) == len(list(game.moves(game.start)))


def test_books_by_searches_are_no_exact_values() -> None:
    game = games.tic_tac_toe()
    look = compose(look_up(book(game, 2, depth=1)), rate(game, lambda position: 0), prune(2), grow(game))
    assert look(game.start).branches[0][1].branches


ROOK = "8/8/8/4k3/8/8/8/KR6 w"


@pytest.fixture(scope="module")
def small_chess() -> Tablebase[Any, Any]:
    return tabulate(games.chess(setup="3k/4/4/KR2 w"))


@pytest.mark.slow
def test_a_bot_mates_by_a_table_as_soon_as_can_be(small_chess: Tablebase[Any, Any]) -> None:
    game = small_chess.game
    bot, plies = bots.think(game, depth=1, table=small_chess), solve(game).plies
    end = reduce(lambda position, _: game.play(position, bot(position)), range(plies), game.start)
    assert not list(game.moves(end)) and game.payoffs(end) == (1, -1)


@pytest.mark.slow
def test_what_a_table_knows_is_not_searched(small_chess: Tablebase[Any, Any]) -> None:
    game = small_chess.game
    solution = solve(game, tables=small_chess)
    assert (solution.value, solution.plies, solution.reason) == (1, solve(game).plies, "a table has the value")
    assert len(solution.line) == solution.plies


def test_where_a_table_knows_nothing_the_other_bot_moves() -> None:
    game = games.tic_tac_toe()
    bot = by_table(game, book(game, 1), lambda position: 8)
    later = game.play(game.play(game.start, 0), 1)
    assert (bot(game.start), bot(later)) == (0, 8)
    assert by_table(game, None, len) is len


def test_a_file_may_be_given_and_is_opened(tmp_path: Path) -> None:
    game = games.tic_tac_toe()
    file = tmp_path / "table"
    tabulate(game, file=file)
    assert solve(game, tables=file).reason == "a table has the value"
    assert bots.think(game, table=str(file))(game.start) == 0
    with pytest.raises(ValueError, match="is of another game than nim"):
        solve(games.nim(), tables=[tabulate(game)])
    with pytest.raises(ValueError, match="not for nim"):
        tables_of(games.nim(), file)


@pytest.mark.parametrize("game", [games.tic_tac_toe(), games.konane(4, 4), games.kalah(2, 2, score="margin")])
def test_a_table_proves_what_it_says(game: Game[Any, Any], tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    solution = solve(game, tables=tabulate(game), proof=proof)
    assert solution.certificate is not None
    assert len(list(CHECKER["checked"](str(proof), None))) == len(solution.certificate.claims)


def test_a_table_that_knows_too_little_proves_nothing() -> None:
    game = games.tic_tac_toe()
    with pytest.raises(ValueError, match="knows too few positions for a proof"):
        solve(game, tables=tabulate(game, within=lambda position: position == game.start), proof=True)
    with pytest.raises(ValueError, match="a proof needs a table that knows the position itself"):
        solve(game, tables=tabulate(game, within=lambda position: position != game.start), proof=True)


@pytest.mark.slow
def test_a_page_plays_by_a_table(tmp_path: Path) -> None:
    game, file = games.nim(heaps=(2, 3, 4)), tmp_path / "nim.table"
    tabulate(game, file=file)
    assert "This bot always wins" in publish(game, perfect=file).text


def test_values_of_tables_are_those_of_searches() -> None:
    game = games.nim(heaps=(3, 4, 5))
    table = tabulate(game)
    look = compose(look_up(table), rate(game, lambda position: 0), prune(1), grow(game))
    assert alphabeta(look(game.start)) == WIN - solve(game).plies


# ---- searches


@pytest.mark.slow
@given(graphs(size=12), st.integers(1, 4))
def test_a_search_by_a_table_of_everything_has_the_exact_value(graph: Graph, depth: int) -> None:
    game = replace(game_of(graph), odds=None)
    if not graph[0].children:
        return
    whole = minimax(rate(game, lambda position: 0)(grow(game)(game.start)))
    found = search(game, depth, lambda position: 0, tables=tabulate(game))
    assert found.value == whole
    assert (found.lane, found.reason) == ("python", "tables are looked up in Python")
    assert next(iter(deepen(game, rating=lambda position: 0, tables=tabulate(game)))).value == whole


def test_searches_refuse_what_has_no_tables(tmp_path: Path) -> None:
    table = tabulate(games.nim(heaps=(1, 2)))
    with pytest.raises(ValueError, match="is of another game"):
        search(games.nim(heaps=(1, 3)), 2, tables=table)
    with pytest.raises(ValueError, match='leave out lane="machine"'):
        next(iter(deepen(games.nim(heaps=(1, 2)), tables=[table], lane="machine")))
    with pytest.raises(ValueError, match="is of another game"):
        bots.think(games.nim(heaps=(1, 3)), depth=2, table=table)


def test_a_bot_of_many_limits_plays_by_a_table(small_chess: Tablebase[Any, Any]) -> None:
    """Whatever else is asked of it: what it knows is not looked at."""
    game = small_chess.game
    for limits in ({"depth": 2, "variety": 1}, {"seconds": 1.0}, {"nodes": 100}, {"depth": 3, "lane": "python"}):
        bot = bots.think(game, table=small_chess, **limits)
        assert bot(game.start) == small_chess.best(game.start)

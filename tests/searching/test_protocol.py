"""The one protocol of a search: every search of `lazytree.searches` keeps the same laws, and every door takes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count, islice
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import lazytree
from lazytree import (
    CHANCE,
    Ordering,
    Stats,
    Stopped,
    Table,
    Tree,
    alphabeta,
    best,
    deepen_tree,
    explain,
    grow,
    make_tree,
    maptree,
    mtdf,
    principal_variation,
    prune,
    ranked,
    rate,
    scout,
    searches,
    variety,
)
from lazytree.games import connect_four
from lazytree.searching.searches import Context, Search, SearchResult, star_pruning
from lazytree.searching.windowed import aspiration
from lazytree.trees.growing import follow
from tests.helpers.examples import examples
from tests.helpers.trees import WIN, WITH_CHANCE, Graph, brute_mean, game_of, graphs, nearer

WINDOWED: dict[str, Search] = {
    "alphabeta": searches.alphabeta,
    "scout": searches.scout,
    "mtdf": searches.mtdf,
    "aspiration(1)": searches.aspiration(1),
    "aspiration(1000)": searches.aspiration(1000),
}
FULL_WIDTH: dict[str, Search] = {"minimax": searches.minimax, "expectimax": searches.expectimax, "maxn": searches.maxn}
ALL = WINDOWED | FULL_WIDTH
FOR_CHANCE = {name: search for name, search in ALL.items() if name != "minimax"}

DEPTHS = st.integers(0, 5)
GUESSES = st.sampled_from([None, 0, 3, -WIN, WIN])


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    """Any context: with and without a table, an order, pruning at chance nodes."""
    entries = draw(st.sampled_from([None, 1, 3, 1000]))
    wide = (-2 * WIN, 2 * WIN)  # payoffs of these games are at most 2
    return Context(
        table=None if entries is None else Table(entries=entries),
        order=draw(st.sampled_from([None, Ordering()])),
        stats=draw(st.sampled_from([None, Stats()])),
        stop=draw(st.sampled_from([None, lambda: False])),
        chance=draw(st.sampled_from([None, star_pruning(*wide), star_pruning(*wide, probing=True)])),
    )


def seen_by_both(name: str, tree: Tree[float, int]) -> Tree[Any, int]:
    """The tree as a search wants it: maxn takes one number a player."""
    return maptree(lambda label: (label, -label))(tree) if name == "maxn" else tree


def of_first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value


def looked_at(graph: Graph, depth: int) -> Tree[float, int]:
    game = game_of(graph)
    return rate(game, game.ratings["number"])(prune(depth)(grow(game)(0)))


@pytest.mark.parametrize("name", FOR_CHANCE)
@given(graphs(WITH_CHANCE, endless=True), DEPTHS, GUESSES, contexts())
def test_every_search_finds_the_same_value(
    name: str, graph: Graph, depth: int, guess: float | None, context: Context
) -> None:
    found = ALL[name](seen_by_both(name, looked_at(graph, depth)), guess, context)
    assert of_first(found.value) == brute_mean(game_of(graph), lambda at: graph[at].number, 0, depth)


@pytest.mark.parametrize("name", ALL)
@given(graphs(endless=True), DEPTHS, GUESSES, contexts())
def test_every_line_leads_to_the_value(
    name: str, graph: Graph, depth: int, guess: float | None, context: Context
) -> None:
    tree = looked_at(graph, depth)
    found = ALL[name](seen_by_both(name, tree), guess, context)
    end = follow(tree, found.line)
    assert not end.branches
    assert nearer(end.label, len(found.line)) == of_first(found.value)
    assert found.lane == "python"


@pytest.mark.parametrize("name", FOR_CHANCE)
@given(graphs(WITH_CHANCE, endless=True), DEPTHS, contexts())
def test_what_is_whole_stays_as_it_is(name: str, graph: Graph, depth: int, context: Context) -> None:
    for less in range(depth + 1):  # one context for all of them
        found = ALL[name](seen_by_both(name, looked_at(graph, less)), None, context)
        if found.exhaustive:
            deeper = brute_mean(game_of(graph), lambda at: graph[at].number, 0, less + 4)
            assert of_first(found.value) == deeper


@pytest.mark.parametrize("name", FOR_CHANCE)
@given(graphs(WITH_CHANCE), DEPTHS)
def test_a_tree_that_was_not_cut_is_whole(name: str, graph: Graph, depth: int) -> None:
    game = game_of(graph)
    tree = seen_by_both(name, rate(game, game.ratings["number"])(grow(game)(0)))
    assert ALL[name](tree, None, Context()).exhaustive


@pytest.mark.parametrize("name", FOR_CHANCE)
@examples(15)
@given(graphs(WITH_CHANCE, endless=True), st.integers(1, 4))
def test_every_door_takes_every_search(name: str, graph: Graph, depth: int) -> None:
    tree = seen_by_both(name, looked_at(graph, depth))
    assume(tree.branches and tree.mover != CHANCE)
    search = ALL[name]
    first, *_ = choices = ranked(tree, search)
    assert first.move == best(tree, search) == variety(0)(tree, search) == principal_variation(tree, search)[0]
    assert variety(10**7, seed=3)(tree, search) in [choice.move for choice in choices]
    assert explain(tree, search=search).alternatives == choices
    answers = deepen_tree(lambda plies: lambda at: seen_by_both(name, looked_at(graph, plies)), 0, search)
    *_, last = islice(answers, depth)
    assert last.value == first.value or last.depth < depth


@pytest.mark.parametrize("name", ALL)
def test_every_search_counts_and_stops(name: str) -> None:
    game, stats, polled = connect_four(), Stats(), count()
    tree = rate(game, game.ratings["open_lines"])(prune(6)(grow(game)(game.start)))
    with pytest.raises(Stopped):
        ALL[name](seen_by_both(name, tree), None, Context(stats=stats, stop=lambda: next(polled) > 100))
    assert 0 < stats.nodes <= 103
    assert stats.seconds > 0


def test_a_search_of_ones_own_is_taken() -> None:
    """Here one that says a value and no line."""

    def own(tree: Tree[Any, Any], guess: Any, context: Context) -> SearchResult[Any]:
        return SearchResult(searches.minimax(tree, guess, context).value)

    leaves = [(number, make_tree(lambda number=number: number)) for number in (2, 7, 5)]  # type: ignore[misc]
    tree: Tree[Any, Any] = make_tree(lambda: 0, 0, leaves)
    assert best(tree, own) == 7
    assert [choice.move for choice in ranked(tree, own)] == [7, 5, 2]


LEAF: Tree[Any, Any] = make_tree(lambda: 0)
FORK: Tree[Any, Any] = make_tree(lambda: 0, 0, [("a", LEAF), ("b", LEAF)])
DOORS: dict[str, Callable[[Any], object]] = {
    "best": lambda search: best(FORK, search),
    "ranked": lambda search: ranked(FORK, search),
    "principal_variation": lambda search: principal_variation(FORK, search),
    "variety, 0": lambda search: variety(0)(FORK, search),
    "variety, 1": lambda search: variety(1)(FORK, search),
    "explain": lambda search: explain(FORK, search=search),
    "deepen_tree": lambda search: deepen_tree(lambda depth: lambda position: FORK, None, search),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_function_that_returns_a_number_is_no_search(door: str) -> None:
    """Each door says what to take in its place."""
    for name in ("minimax", "expectimax", "maxn", "alphabeta", "scout", "mtdf"):
        function = getattr(lazytree, name)
        for wrong in (function, partial(function, stats=Stats())):
            with pytest.raises(ValueError, match=rf"{name} returns no SearchResult.*take searches\.{name}$"):
                DOORS[door](wrong)
    for wrong in (aspiration, searches.aspiration):
        with pytest.raises(ValueError, match=r"take searches\.aspiration\(margin\)"):
            DOORS[door](wrong)
    for nothing in ("scout", None, 3):
        with pytest.raises(ValueError, match=r"a search is wanted, such as searches\.scout, not "):
            DOORS[door](nothing)


@pytest.mark.parametrize("function", [alphabeta, scout, mtdf, aspiration, best, ranked, principal_variation, explain])
def test_a_wrong_keyword_is_named(function: Any) -> None:
    with pytest.raises(TypeError, match="no keyword 'tabel'; it has: table, order, stats, stop, chance"):
        function(FORK, tabel=Table(entries=1))
    assert function(FORK, table=Table(entries=1), order=Ordering(), stats=Stats(), stop=None, chance=None) is not None


def test_deepening_names_a_wrong_keyword() -> None:
    with pytest.raises(TypeError, match="no keyword 'tabel'"):
        deepen_tree(lambda depth: lambda position: FORK, None, tabel=None)  # type: ignore[call-arg]


@pytest.mark.parametrize("margin", [0, -3, float("nan")])
def test_an_aspiration_that_has_no_width_is_refused_when_it_is_made(margin: float) -> None:
    with pytest.raises(ValueError, match="margin must be more than 0"):
        searches.aspiration(margin)

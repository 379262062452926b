"""What is known of values from what has been looked at, against values played out by the rules alone."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from lazytree import alphabeta, grow, highfirst, minimax, principal_variation, prune, rate, scout
from lazytree.searching import searches
from lazytree.show.known_values import best_line, known_values
from tests.helpers.trees import WITH_CHANCE, Graph, brute_mean, game_of, graphs

SEARCHES = st.sampled_from([alphabeta, scout, minimax])


@given(graphs(), SEARCHES, st.integers(1, 5))
def test_what_a_search_has_looked_at_gives_its_value_and_sound_bounds(graph: Graph, search, depth: int):
    game = game_of(graph)
    tree = rate(game, "number")(prune(depth)(grow(game)(0)))
    value = search(tree)
    known = known_values(tree)
    assert known[tree] == (value, value)
    for node, (low, high) in known.items():
        left = next(iter(node.context))
        assert low <= brute_mean(game, game.ratings["number"], node.key, left) <= high


@given(graphs(WITH_CHANCE))
def test_with_chance_too(graph: Graph):
    game = game_of(graph)
    tree = highfirst()(rate(game, "number")(grow(game)(0)))
    alphabeta(tree)
    known = known_values(tree)
    assert known[tree].exact
    for node, (low, high) in known.items():
        assert low <= brute_mean(game, game.ratings["number"], node.key, inf) <= high


@given(graphs())
def test_the_best_line_is_the_principal_variation(graph: Graph):
    game = game_of(graph)
    tree = rate(game, "number")(grow(game)(0))
    line = principal_variation(tree, searches.minimax)
    assert list(best_line(tree, known_values(tree))) == line


@given(graphs())
def test_nothing_is_known_before_it_is_read_and_little_beyond_the_limit(graph: Graph):
    game = game_of(graph)
    tree = rate(game, "number")(grow(game)(0))
    assert known_values(tree) == {tree: (-inf, inf)}
    minimax(tree)
    few = known_values(tree, most=3)
    assert len(few) <= 3
    for node, (low, high) in few.items():
        assert low <= brute_mean(game, game.ratings["number"], node.key, inf) <= high

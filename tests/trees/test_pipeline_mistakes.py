"""Mistakes in a pipeline are named: stages without parentheses, what is no tree, stages in the wrong order."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from toolz import compose

import lazytree
from lazytree import (
    FIRST,
    Game,
    Stats,
    alphabeta,
    best,
    best_reply,
    bots,
    expectimax,
    explain,
    foldtree,
    grow,
    highfirst,
    make_tree,
    maptree,
    maxn,
    minimax,
    mtdf,
    narrow,
    paranoid,
    perft,
    principal_variation,
    prune,
    ranked,
    rate,
    rate_each,
    scout,
    search,
    searches,
    think,
    variety,
)
from lazytree.searching.many_players import shallow_maxn
from lazytree.searching.windowed import aspiration
from lazytree.show import draw_tree
from tests.helpers.mistakes import GAME, LOOK, POISONED, THREE, named, pairs

# ---- stages without their parentheses

STAGES: dict[str, Callable[..., Any]] = {
    "prune(depth)": prune,
    "narrow(n)": narrow,
    "highfirst()": highfirst,
    "rate(game, rating)": rate,
    "rate_each(game, standing)": rate_each,
    "paranoid(player)": paranoid,
    "best_reply(player)": best_reply,
    "maptree(f)": maptree,
    "foldtree(f)": foldtree,
}


@pytest.mark.parametrize("written", STAGES)
def test_a_stage_without_its_parentheses_is_named(written: str):
    stage, told = STAGES[written], f"a tree is given where the stage is made: write {written}(tree)"
    named(told, lambda: stage(LOOK(GAME.start)))
    named(told, lambda: compose(alphabeta, stage, grow(GAME))(GAME.start))
    named(told, lambda: compose(alphabeta, rate(GAME, "open_lines"), stage, prune(2), grow(GAME))(GAME.start))
    if stage not in (rate, rate_each):
        named(f"a game is given where the stage is made: write {written}", lambda: stage(GAME))


def test_a_depth_that_is_left_out_is_named_by_python():
    with pytest.raises(TypeError, match=r"prune\(\) missing 1 required positional argument: 'depth'"):
        prune()  # type: ignore[call-arg]


@pytest.mark.parametrize("wrong", ["3", 3.0, None, True, GAME.start])
@pytest.mark.parametrize(
    "asked",
    [prune, narrow, *(lambda depth, f=f: f(GAME, depth) for f in (search, perft, think, bots.minimax, bots.alphabeta))],
)
def test_a_depth_that_is_no_whole_number_is_named(asked, wrong):
    if wrong is None and "think" in str(asked.__defaults__):
        return  # think looks 4 plies ahead then
    named("must be a whole number of at least", lambda: asked(wrong))


@pytest.mark.parametrize("stage", [maptree, foldtree, lambda f: prune(2, unless=f), highfirst])
def test_what_must_be_a_function_is_named(stage):
    named("must be a function, not 'open_lines'", lambda: stage("open_lines"))


# ---- what is no tree

TAKERS: dict[str, Callable[[Any], Any]] = {
    "prune": prune(2),
    "narrow": narrow(2),
    "highfirst": highfirst(),
    "highfirst by": highfirst(by=lambda position: 0),
    "rate": rate(GAME, "open_lines"),
    "rate_each": rate_each(GAME),
    "paranoid": paranoid(0),
    "best_reply": best_reply(0),
    "maptree": maptree(abs),
    "foldtree": foldtree(lambda label, values: 1),
    "shallow_maxn": lambda tree: shallow_maxn(tree, 1),
    "variety": variety(1),
    **{f.__name__: f for f in (minimax, expectimax, maxn, alphabeta, scout, mtdf, aspiration)},
    **{f.__name__: f for f in (best, ranked, principal_variation, explain, draw_tree)},
    **{f"searches.{f.__name__}": f for f in (searches.minimax, searches.maxn, searches.scout, searches.mtdf)},
}

NO_TREES: dict[str, tuple[Any, str]] = {
    "a game": (GAME, "not <Game: tic_tac_toe>: grow its tree first, as in grow(game)(game.start)"),
    "a position": (GAME.start, "grow the position first, as in grow(game)(position)"),
    "a grower": (grow(GAME), "call this function first"),
    "a pipeline": (LOOK, "call this function first"),
    "a stage": (prune(2), "call this function first"),
    "a number": (3, "takes a tree, not 3: grow a position first"),
    "a mean": (Fraction(1, 3), "a search, which returns a number, is the last step of a pipeline"),
    "nothing": (None, "takes a tree, not None"),
    "a text": ("b2", "takes a tree, not 'b2'"),
    "a list": ([LOOK(GAME.start)], "takes a tree, not [<Tree"),
}


@pytest.mark.parametrize(("taker", "thing"), pairs(TAKERS, NO_TREES))
def test_what_is_no_tree_is_named(taker: str, thing: str):
    wrong, told = NO_TREES[thing]
    named("takes a tree, not", lambda: TAKERS[taker](wrong))
    named(told, lambda: TAKERS[taker](wrong))


# ---- stages in the wrong order

SEARCHES: list[Callable[[Any], Any]] = [minimax, expectimax, alphabeta, scout, mtdf, aspiration, best, ranked]
SEARCHES += [principal_variation, explain, highfirst()]
KEEPING: list[Callable[[Any], Any]] = [
    prune(3),
    narrow(2),
    highfirst(by=lambda position: 0),
    compose(narrow(1), prune(2)),
]


@pytest.mark.parametrize("before", [lambda tree: tree, *KEEPING])
@pytest.mark.parametrize("asked", [*SEARCHES, maxn, paranoid(0), best_reply(1)])
def test_a_search_of_an_unrated_tree_is_named_and_reads_no_label(asked, before):
    tree = before(grow(GAME)(GAME.start))
    told = "before it, where" if asked not in SEARCHES else "labels of this tree are no numbers: put rate(game, rating)"
    named(told, lambda: asked(tree))


def test_numbers_as_positions_are_no_ratings():
    """The value of an unrated tree of numbers would be a position."""
    down = Game("count", 3, lambda p: p % 2, lambda p: [1] if p else [], lambda p, n: p - n, lambda p: (1, -1))
    for asked in SEARCHES:
        named("are no numbers: put rate(game, rating)", lambda: asked(grow(down)(3)))  # noqa: B023
    assert minimax(rate(down)(grow(down)(3))) == lazytree.WIN - 3


@pytest.mark.parametrize("asked", [minimax, expectimax, alphabeta, scout, mtdf, highfirst(), maxn, paranoid(0)])
def test_the_order_of_a_pipeline_is_checked_before_anything_is_read(asked):
    stats = Stats()
    tree = prune(2)(grow(POISONED, stats)(POISONED.start))
    with pytest.raises(ValueError, match="put rate"):
        asked(tree)
    assert (stats.grown, stats.expanded, stats.rated) == (1, 0, 0)


@pytest.mark.parametrize("asked", [alphabeta, scout, mtdf, aspiration, minimax, expectimax])
def test_labels_for_each_player_are_no_numbers(asked):
    tree = prune(1)(rate_each(THREE)(grow(THREE)(THREE.start)))
    named("the labels of this tree are one number for each player", lambda: asked(tree))
    assert maxn(tree)


@pytest.mark.parametrize("asked", [maxn, paranoid(0), best_reply(0), lambda tree: shallow_maxn(tree, 1)])
def test_labels_that_are_numbers_are_not_one_for_each_player(asked):
    named("needs one number a player: put rate_each(game, standing) before it", lambda: asked(LOOK(GAME.start)))


@pytest.mark.parametrize("stage", [paranoid, best_reply])
def test_a_player_who_is_not_there_is_named(stage):
    tree = rate_each(THREE)(grow(THREE)(THREE.start))
    named("there is no player 7: a label has 3 numbers", lambda: alphabeta(stage(7)(prune(1)(tree))))
    named("player must be a whole number of at least 0, not -1", lambda: stage(-1))


@pytest.mark.parametrize("again", [rate(GAME), rate_each(GAME)])
@pytest.mark.parametrize("before", [lambda tree: tree, *KEEPING, highfirst()])
def test_a_tree_is_rated_once(again, before):
    named("this tree is rated: its labels are numbers", lambda: again(before(LOOK(GAME.start))))


@pytest.mark.parametrize("stage", [prune(2), narrow(2), highfirst(), rate(GAME), maptree(abs), rate_each(GAME)])
def test_no_stage_comes_after_a_search(stage):
    named("takes a tree, not", lambda: stage(alphabeta(LOOK(GAME.start))))


def test_labels_of_ones_own_are_believed():
    """What `maptree` and `make_tree` make may be numbers: it is known only when they are read."""
    tree = maptree(lambda position: position.board.count(FIRST))(prune(2)(grow(GAME)(GAME.start)))
    assert alphabeta(highfirst()(tree)) == minimax(tree) == 1
    named("labels of this tree are no numbers", lambda: alphabeta(maptree(str)(prune(2)(grow(GAME)(GAME.start)))))
    named("labels of this tree are no numbers", lambda: len(highfirst()(maptree(str)(grow(GAME)(GAME.start))).branches))
    assert rate(GAME, lambda text: len(text))(make_tree(lambda: "four", over=lambda: False)).label == 4

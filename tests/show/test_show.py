"""Drawn trees: well-formed, inside their frame, and only what has grown."""

from dataclasses import replace
from itertools import accumulate
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Stats, alphabeta, foldtree, grow, highfirst, narrow, prune, rate
from lazytree.games import dice_of_doom, nim
from lazytree.show import Drawing, draw_tree
from lazytree.trees.growing import grown_so_far
from tests.helpers.drawings import assert_inside
from tests.helpers.positions import ALL, Variant
from tests.helpers.trees import long_game, loop

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_what_is_written_is_escaped():
    awkward = '<b> & "c"'
    tree = grow(nim())(nim().start)
    assert texts(parsed(draw_tree(tree, text=lambda node: awkward))) == [awkward]


def nodes(tree: Any) -> int:
    """How many nodes have grown, counted as a tree."""
    return 1 + sum(nodes(sub) for _, sub in grown_so_far(tree))


@given(st.sampled_from(ALL), st.integers(0, 2))
def test_a_tree_is_drawn_as_far_as_it_has_grown_and_grows_nothing(variant: Variant, depth: int):
    game, stats = variant(), Stats()
    tree = grow(game, stats)(game.start)
    for _, sub in list(tree.branches)[:depth]:
        len(sub.branches[:2])
    before = (stats.grown, stats.asked)
    drawing = draw_tree(tree)
    root = parsed(drawing)
    assert (stats.grown, stats.asked) == before
    assert_inside(drawing)
    assert len(root.findall(f"{SVG}circle")) == nodes(tree)
    assert len(root.findall(f"{SVG}line")) == nodes(tree) - 1


@given(st.sampled_from(ALL), st.integers(0, 2))
def test_a_stage_is_drawn_as_far_as_somebody_has_looked_at_it(variant: Variant, looks: int):
    game, stats = variant(), Stats()
    stages = prune(3), rate(game, lambda position: 0), highfirst(), narrow(5)
    grown = grow(game, stats)(game.start)
    for tree in accumulate(stages, lambda tree, stage: stage(tree), initial=grown):
        assert draw_tree(tree).svg.count("<circle") == 1 or tree is not grown
        for _, sub in list(tree.branches)[:looks]:
            len(list(sub.branches)[:2])
        before = (stats.grown, stats.asked)
        drawn = draw_tree(tree).svg.count("<circle")
        assert (stats.grown, stats.asked) == before
        assert drawn == nodes(tree)
        assert drawn > len(list(tree.branches)[:looks])


def test_of_a_stage_only_what_was_looked_at_there_is_drawn():
    """No two lines meet in this game: drawn is each node that alphabeta has seen, of a tree that has grown whole."""
    game = replace(
        long_game(1),
        mover=lambda line: len(line) % 2,
        moves=lambda line: range(3) if len(line) < 4 else (),
        play=lambda line, move: (*line, move),
    )
    growing, stats = grow(game), Stats()
    foldtree(lambda position, parts: 0)(growing(()))
    assert draw_tree(growing(())).svg.count("<circle") == 1 + 3 + 9 + 27 + 81
    tree = rate(game, lambda line: line.count(1))(prune(3)(growing(())))
    assert draw_tree(tree).svg.count("<circle") == 1
    alphabeta(tree, stats=stats)
    assert draw_tree(tree).svg.count("<circle") == stats.seen < 1 + 3 + 9 + 27


def test_the_book_s_tree_has_147_nodes():
    game = dice_of_doom(board="a3,a3,b3,b1")
    tree = grow(game)(game.start)
    foldtree(lambda position, parts: 0)(tree)
    drawing = draw_tree(tree)
    root = parsed(drawing)
    assert len(root.findall(f"{SVG}circle")) == 147
    assert_inside(drawing)


def test_two_thousand_nodes_are_drawn_and_not_one_more():
    game = replace(long_game(1), moves=lambda at: range(2001) if at == 0 else (), play=lambda at, move: move + 1)
    tree = grow(game)(0)
    len(tree.branches[:1999])
    assert draw_tree(tree).svg.count("<circle") == 2000
    assert_inside(draw_tree(tree))
    len(tree.branches[:2000])
    with pytest.raises(ValueError, match="more than 2000 nodes have been grown"):
        draw_tree(tree)
    assert draw_tree(tree, most=2001).svg.count("<circle") == 2001


def test_a_line_of_1_900_plies_is_drawn_without_a_deep_stack():
    tree = grow(long_game(1900))(0)
    foldtree(lambda position, parts: 0)(tree)
    assert draw_tree(tree).svg.count("<circle") == 1901


def test_a_tree_that_goes_round_is_too_large_to_draw():
    tree = grow(loop())(0)
    foldtree(lambda position, parts: 0)(prune(3)(tree))
    with pytest.raises(ValueError, match="more than 50 nodes"):
        draw_tree(tree, most=50)


def test_chance_is_told_apart():
    game = dice_of_doom(size=2, dice="rolled", board="a3,b2,a1,b1")
    tree = grow(game)(game.start)
    len(tree.branches[0][1].branches)
    fills = {circle.attrib["fill"] for circle in parsed(draw_tree(tree)).iter(f"{SVG}circle")}
    assert len(fills) == 2

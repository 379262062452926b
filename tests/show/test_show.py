"""Drawings: well-formed, inside their frame, true to the game's picture; of trees, only what has grown."""

from dataclasses import replace
from itertools import accumulate
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Picture, Stats, alphabeta, foldtree, grow, highfirst, narrow, prune, rate
from lazytree.core.game import Cell
from lazytree.games import GAMES, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.show import Drawing, draw_board, draw_tree
from lazytree.trees.growing import grown_so_far
from tests.helpers.positions import ALL, Variant, walked, walks
from tests.helpers.trees import long_game, loop

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def frame(root: ElementTree.Element) -> tuple[float, float, float, float]:
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert width > 0 and height > 0
    return left, top, left + width, top + height


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    """The outermost points of a part; of words by the width that letters may have."""
    at = element.attrib
    if element.tag == f"{SVG}polygon":
        return [tuple(map(float, pair.split(","))) for pair in at["points"].split()]  # type: ignore[misc]
    if element.tag == f"{SVG}circle":
        x, y, r = float(at["cx"]), float(at["cy"]), float(at["r"])
        return [(x - r, y - r), (x + r, y + r)]
    if element.tag == f"{SVG}line":
        return [(float(at["x1"]), float(at["y1"])), (float(at["x2"]), float(at["y2"]))]
    x, y, size = float(at["x"]), float(at["y"]), float(at["font-size"])
    half = 0.6 * size * len(element.text or "") / 2
    return [(x - half, y - size), (x + half, y)]


def assert_inside(root: ElementTree.Element) -> None:
    left, top, right, bottom = frame(root)
    for element in root:
        for x, y in corners(element):
            assert left - 0.01 <= x <= right + 0.01, element.attrib
            assert top - 0.01 <= y <= bottom + 0.01, element.attrib


@given(st.sampled_from(ALL), walks(40))
def test_every_position_is_drawn_inside_its_frame(variant: Variant, walk: tuple[int, int]):
    game = variant()
    position = walked(game, walk)
    root, picture = parsed(draw_board(game, position)), game.picture(position)
    assert_inside(root)
    assert len(root.findall(f"{SVG}polygon")) == len(picture.cells)
    stones = [cell for cell in picture.cells if cell.stone is not None]
    assert len(root.findall(f"{SVG}circle")) == sum(max(1, min(cell.height, 5)) for cell in stones)
    assert not picture.caption or picture.caption in texts(root)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_drawn_from_its_start(name: str):
    game = GAMES[name]()
    assert_inside(parsed(draw_board(game, game.start)))


def test_the_colours_of_stones_are_their_owners():
    game = konane(rows=2, columns=2)
    board = parsed(draw_board(game, game.start))
    fills = [circle.attrib["fill"] for circle in board.iter(f"{SVG}circle")]
    assert fills[0] == fills[3] != fills[1] == fills[2]


def test_four_players_have_four_colours():
    game = dice_of_doom(size=2, players=4, board="a1,b1,c1,d1")
    fills = {circle.attrib["fill"] for circle in parsed(draw_board(game, game.start)).iter(f"{SVG}circle")}
    assert len(fills) == 4


def test_a_stack_is_as_many_stones_and_says_how_many():
    game = dice_of_doom(size=1, board="a4", max_dice=5)
    board = parsed(draw_board(game, game.start))
    assert len(board.findall(f"{SVG}circle")) == 4
    assert "4" in texts(board)


def picturing(*cells: Cell, caption: str = "") -> Any:
    return replace(tic_tac_toe(), picture=lambda position: Picture(cells, caption))


def test_what_is_written_is_escaped():
    awkward = '<b> & "c"'
    game = picturing(Cell("a1", 0, 0, label=awkward), Cell("b1", 1, 0, stone=0, label=awkward), caption=awkward)
    assert texts(parsed(draw_board(game, game.start))) == [awkward] * 3
    tree = grow(nim())(nim().start)
    assert texts(parsed(draw_tree(tree, text=lambda node: awkward))) == [awkward]


def test_long_labels_and_captions_fit():
    game = picturing(Cell("a1", 0, 0, "hexagon", 0, 9, "a long label"), caption="a caption that is far too long for it")
    assert_inside(parsed(draw_board(game, game.start)))


def test_a_stack_of_hundreds_stays_in_its_frame():
    assert_inside(parsed(draw_board(picturing(Cell("a1", 0, 0, "circle", 1, 365)), tic_tac_toe().start)))


def test_a_game_without_a_picture_is_named():
    with pytest.raises(ValueError, match=r"tic_tac_toe has no picture: .*game\.show"):
        draw_board(picturing(), tic_tac_toe().start)


def test_a_notebook_shows_the_svg():
    drawing = draw_board(tic_tac_toe(), tic_tac_toe().start)
    assert drawing._repr_svg_() == drawing.svg


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
    root = parsed(draw_tree(tree))
    assert (stats.grown, stats.asked) == before
    assert_inside(root)
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
    root = parsed(draw_tree(tree))
    assert len(root.findall(f"{SVG}circle")) == 147
    assert_inside(root)


def test_two_thousand_nodes_are_drawn_and_not_one_more():
    game = replace(long_game(1), moves=lambda at: range(2001) if at == 0 else (), play=lambda at, move: move + 1)
    tree = grow(game)(0)
    len(tree.branches[:1999])
    assert draw_tree(tree).svg.count("<circle") == 2000
    assert_inside(parsed(draw_tree(tree)))
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

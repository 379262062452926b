"""The board of the front end, run in node: it draws the same as Python, but for the style sheet, for every game."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from lazytree.core.layout import PIECES, RED, WON, Cell, Colour, Figure, Label, Layout, Side, Stone
from lazytree.games import selfo
from lazytree.games.selfo_rules import swarm_of
from lazytree.show import BoardView, as_data
from lazytree.show.boards import render_board
from lazytree.show.fields import field_view
from lazytree.show.front_end import static_text
from lazytree.show.svg import STYLE
from lazytree.show.trees import tree_data
from lazytree.show.view import Domino, Heat, Mark, view_of
from lazytree.swarm import signals
from lazytree.trees.growing import grow
from tests.helpers.javascript import in_node
from tests.helpers.positions import ALL, walk_to

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def by_javascript(views: Sequence[tuple[BoardView, int]]) -> list[str]:
    """The SVG of views, drawn by the front end."""
    program = """
import { drawBoard } from "./board.mjs";
return data[0].map(([view, cell]) => drawBoard(view, cell));
"""
    drawings: list[str] = in_node(program, [(as_data(view), cell) for view, cell in views])
    return drawings


def without_style(svg: str) -> str:
    """A drawing of Python's as a page shows it: without a style sheet, and without a style of its own."""
    return re.sub(r' style="[^"]*"', "", svg.replace(STYLE, ""), count=1)


def elements(svg: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Every element of a drawing in its order: its name, its attributes, its text."""
    for element in ElementTree.fromstring(svg).iter():
        yield element.tag, dict(element.attrib), element.text or ""


def assert_alike(one: str, other: str) -> None:
    """The same elements with the same attributes; numbers are equal to about a thousandth of a cell."""
    left, right = list(elements(one)), list(elements(other))
    assert [tag for tag, _, _ in left] == [tag for tag, _, _ in right]
    for (tag, attributes, text), (_, others, other_text) in zip(left, right):
        assert text == other_text and list(attributes) == list(others)
        for name, value in attributes.items():
            assert NUMBER.sub("#", value) == NUMBER.sub("#", others[name]), (tag, name)
            numbers, same = NUMBER.findall(value), NUMBER.findall(others[name])
            assert list(map(float, numbers)) == pytest.approx(list(map(float, same)), abs=0.0015), (tag, name)


def views_of_games() -> Iterator[tuple[BoardView, int]]:
    """Every variant of every game, at its start and later, with everything that can be shown."""
    random = Random(5)
    for variant in ALL:
        game = variant()
        yield view_of(game, game.start, legal=True), 36
        position = walk_to(game, (random.randrange(5, 40), random.randrange(1000)))
        plain = view_of(game, position)
        cells = range(len(plain.layout.cells))
        heat = {at: (random.uniform(-1, 1), f"{random.randrange(-99, 99):+}", "a note") for at in cells if at % 3}
        marks = [(at, ["frame", "ring", "diamond"][at % 3]) for at in cells if at % 5 == 0]
        some = random.sample(cells, 2)
        yield view_of(game, position, last=some, legal=cells[::4], heat=heat, marks=marks), random.randrange(1, 80)


def made_up() -> Iterator[tuple[BoardView, int]]:
    """What no game of the library shows: every kind of piece, odd names, sides, labels, dominoes, many players."""
    shapes = ["square", "hexagon", "triangle", "triangle down", "circle"]
    names = ["<b>&\"'", "碁盤", "😀😀", "a\x00b", "", "a long name", "b2"]
    cells = tuple(Cell(name, 1.3 * x, x % 2 / 3, shapes[x % 5]) for x, name in enumerate(names))
    for pieces in (*PIECES, "unheard of"):
        for height in (0, 1, 3, 6, 9, 40, 12345):
            stones = tuple(Stone(at, at - 1, height, [0, RED, WON, RED + WON][at % 4]) for at in range(6))
            layout = Layout(cells, pieces, (Colour("#123456", "#fff"), Colour('"<', ">&")) if height % 2 else ())
            layout = replace(layout, figures=(Figure("<king>", "K", "m0 0h.1"), *3 * (Figure("", "", '"<'),)))
            yield BoardView("a <game>", layout, ("A&B",), stones, legal=(0, 6), text="so\nit is"), 30
    labels = (Label("碁", -1, 0), Label("<", 20, 3), Label("", 0, 0))
    sides = (Side(0, ((0, -1), (3, -1.25))), Side(7, ((0, 2), (1, 2), (1, 3))))
    layout = Layout(cells, sides=sides, labels=labels)
    long = "what a caption this is, longer than the board by far, so that it is written small"
    dominoes = (Domino(1, (0, 2)), Domino(-1, (3,)))
    heat = (Heat(0, 0.6, "0.6"), Heat(1, -0.59, "-0.59"), Heat(2, 0, "", "<>"), Heat(3, -1, "a long text 😀"))
    yield (
        BoardView("n", layout, ("A",), (Stone(3, 5),), long, 3, (0, 2, 1), (2, 4), heat, (Mark(4, "ring"),), dominoes),
        12,
    )
    longer = "😀 碁 " + 9 * long
    yield BoardView("n", layout, ("A",), (), longer, 0), 36
    yield BoardView("one cell", Layout((Cell("a", 0, 0),)), ("A",), (), long, -1), 36


def fields() -> Iterator[tuple[BoardView, int]]:
    """Signals of a swarm."""
    game = selfo()
    for signal in signals(swarm_of(game), game.start):
        yield field_view(game, game.start, signal, 45, signal.group[:2]), 26


@pytest.mark.parametrize("views", [views_of_games, made_up, fields])
def test_javascript_draws_what_python_draws(views: Any):
    asked = list(views())
    for (view, cell), theirs in zip(asked, by_javascript(asked), strict=True):
        assert_alike(without_style(render_board(view, cell).svg), theirs)


def test_the_style_sheet_of_pages_has_the_rules_of_drawings():
    """Drawings of the front end bring no style sheet along: their pages have theme.css instead."""
    rules = re.sub(r"/\*.*?\*/|\n", "", static_text("theme.css"))
    assert f"<style>{rules}</style>" == STYLE


def test_a_drawing_of_a_page_brings_no_style_along():
    """Nothing in it that a policy of `style-src 'self'` would stop."""
    program = """
import { drawBoard } from "./board.mjs";
import { drawTree } from "./tree.mjs";
return [drawBoard(data[0]), drawTree(data[1])];
"""
    game = ALL[0]()
    tree = tree_data(grow(game)(game.start)).json()
    for svg in in_node(program, as_data(view_of(game, game.start, legal=True)), tree):
        assert not [tag for tag, attributes, _ in elements(svg) if tag.endswith("style") or "style" in attributes]

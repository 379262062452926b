"""The trees of the front end, run in node: the SVG is the same text as Python's."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest

import lazytree.show
from lazytree import alphabeta, foldtree, grow, make_tree, minimax, prune, rate
from lazytree.core.layout import RED, Cell, Colour, Layout, Stone
from lazytree.games import andantino, dice_of_doom, konane, nim
from lazytree.show.tree_data import TreeData, tree_data
from lazytree.show.trees import render_tree
from tests.helpers.trees import long_game
from tests.helpers.waiting import LONG

STATIC = Path(lazytree.show.__file__).parent / "static"
RUN = """
import { readFileSync } from "node:fs";
const { drawTree } = await import(process.argv[1]);
const asked = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(asked.map((data) => drawTree(data))));
"""


def by_javascript(asked: Sequence[TreeData]) -> list[str]:
    command = ["node", "--input-type=module", "-e", RUN, (STATIC / "tree.mjs").as_uri()]
    given = json.dumps([data.json() for data in asked])
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", timeout=LONG)
    assert done.returncode == 0, done.stderr
    drawings: list[str] = json.loads(done.stdout)
    return drawings


def trees() -> Iterator[TreeData]:
    """Every state of a node, every shape, boards of every kind, odd texts, chance and more players than colours."""
    game = konane(rows=6, columns=6, opening="corner")
    tree = rate(game, "mobility")(prune(3)(grow(game)(game.start)))
    yield tree_data(tree)
    alphabeta(tree)
    for shape in ("down", "dots", "round"):
        yield tree_data(tree, shape=shape)
    yield tree_data(tree, most=3)
    yield tree_data(tree, boards=True, fold=2)
    small = nim(heaps=(1, 2, 2))
    tree = rate(small)(grow(small)(small.start))
    minimax(tree)
    yield tree_data(tree)
    yield tree_data(tree, joined=True)
    dice = dice_of_doom(size=2, dice="rolled", board="a3,b2,a1,b1", players=4)
    chance = prune(4)(grow(dice)(dice.start))
    foldtree(lambda label, parts: 0)(chance)
    yield tree_data(chance)
    wide = andantino()
    yield tree_data(grow(wide)(wide.start), boards=True)
    odd = make_tree(lambda: 0, 7, [("<b>&\"'", make_tree(lambda: 1 / 3)), ("碁盤 😀", make_tree(lambda: 10**6))])
    assert [sub.label for _, sub in odd.branches]
    yield tree_data(odd)
    yield tree_data(odd, text=lambda node: "a </text> & more")


def made_up() -> TreeData:
    """A board of odd cells, with stones of no player and of many pieces."""
    shapes = ("square", "hexagon", "circle", "square")
    cells = tuple(Cell(str(x), 1.3 * x, x / 7, shape) for x, shape in enumerate(shapes))
    colours = (Colour('"<', ">&"), Colour("#fff", "#000"))
    stones = (Stone(0, -1), Stone(3, -1, 2, RED), Stone(1, 0, 12), Stone(2, 1, 3))
    game = replace(long_game(2), layout=Layout(cells, "stack", colours), stones=lambda at: stones)
    return tree_data(grow(game)(0))


@pytest.mark.skipif(which("node") is None, reason="node is not installed, which runs the front end here")
def test_javascript_draws_what_python_draws():
    asked = [*trees(), made_up()]
    states = {node.state for data in asked for node in data.nodes}
    assert states == {"grown", "open", "folded", "leaf", "over", "stub"}
    assert {data.shape for data in asked} == {"down", "dots", "round"}
    assert any(data.joins for data in asked) and any(data.board for data in asked)
    for data, theirs in zip(asked, by_javascript(asked), strict=True):
        assert render_tree(data).svg == theirs

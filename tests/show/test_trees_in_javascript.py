"""The trees of pages, which have no boards: the front end, run in node, draws the same SVG text as Python."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which
from typing import Any

import pytest

import lazytree.show
from lazytree import alphabeta, foldtree, grow, make_tree, minimax, prune, rate
from lazytree.games import andantino, dice_of_doom, konane, nim
from lazytree.show.trees import TreeData, render_tree, tree_data
from lazytree.trees.tree import Tree
from tests.helpers.waiting import LONG

from .test_boards_in_javascript import without_style

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
    """Every state of a node, odd texts, nodes to which two ways lead, chance and more players than colours."""
    game = konane(rows=6, columns=6, opening="corner")
    tree = rate(game, "mobility")(prune(3)(grow(game)(game.start)))
    yield data_of(tree)
    alphabeta(tree)
    yield data_of(tree)
    yield data_of(tree, most=3)
    small = nim(heaps=(1, 2, 2))
    tree = rate(small)(grow(small)(small.start))
    minimax(tree)
    yield data_of(tree)
    dice = dice_of_doom(size=2, dice="rolled", board="a3,b2,a1,b1", players=4)
    chance = prune(4)(grow(dice)(dice.start))
    foldtree(lambda label, parts: 0)(chance)
    yield data_of(chance)
    wide = andantino()
    yield data_of(grow(wide)(wide.start))
    odd = make_tree(lambda: 0, 7, [("<b>&\"'", make_tree(lambda: 1 / 3)), ("碁盤 😀", make_tree(lambda: 10**6))])
    assert [sub.label for _, sub in odd.branches]
    yield data_of(odd)
    yield data_of(odd, text=lambda node: "a </text> & more")


def data_of(tree: Tree[Any, Any], **how: Any) -> TreeData:
    return tree_data(tree, shape="down", boards=False, **how)


@pytest.mark.skipif(which("node") is None, reason="node is not installed, which runs the front end here")
def test_javascript_draws_what_python_draws():
    asked = list(trees())
    states = {node.state for data in asked for node in data.nodes}
    assert states == {"grown", "open", "folded", "leaf", "over", "stub"}
    assert any(node.shared for data in asked for node in data.nodes)
    for data, theirs in zip(asked, by_javascript(asked), strict=True):
        assert without_style(render_tree(data).svg) == theirs

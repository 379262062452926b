"""How long an answer to a click takes: `python benchmarks/clicks.py [--nodes 100000] [--clicks 15] [--no-browser]`.

A tree of many grown nodes is explored: each click unfolds a node by one ply. Printed: the median and the worst of
the kernel's part (the tree grows, is laid out, and becomes JSON), and, if Chromium is installed, of the whole way in
JupyterLab: from the click until the page shows the new nodes.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from lazytree import Stats, grow, rate
from lazytree.games import konane
from lazytree.hosts.widgets import explore
from lazytree.trees.tree import Tree

GROWN = """
from lazytree.hosts.widgets import explore
from benchmarks.clicks import grown_tree
tree, stats = grown_tree({nodes})
explore(tree, stats=stats)
"""


def grown_tree(nodes: int) -> tuple[Tree[Any, Any], Stats]:
    """A tree of Konane in which at least `nodes` nodes have been grown and rated, ply by ply."""
    game, stats = konane(rows=8, columns=8), Stats()
    tree = rate(game, None, stats)(grow(game, stats)(game.start))
    layer = [tree]
    while stats.grown < nodes:
        below = []
        for node in layer:
            below += [sub for _, sub in node.branches]
            if stats.grown >= nodes:
                break
        for sub in below:
            sub.label  # noqa: B018
        layer = below
    return tree, stats


def in_the_kernel(asked: Namespace) -> list[float]:
    """The seconds of each answer, as JSON that is ready to be sent."""
    tree, stats = grown_tree(asked.nodes)
    print(f"{stats.grown:,} positions grown")
    widget, seconds = explore(tree, stats=stats), []
    for _ in range(asked.clicks):
        node = next_open(widget.view["tree"]["nodes"])
        began = perf_counter()
        widget._handle_custom_msg({"action": "unfold", "id": node}, [])
        json.dumps(widget.view)
        seconds.append(perf_counter() - began)
    return seconds


def next_open(nodes: list[dict[str, Any]]) -> str:
    """The id of the last node that a click can unfold."""
    return str([node["id"] for node in nodes if node["state"] in ("open", "folded")][-1])


def in_jupyterlab(asked: Namespace) -> list[float]:
    """The seconds from each click until the page shows the new nodes."""
    from playwright.sync_api import sync_playwright

    from tests.browser.lab import chromium, running_lab

    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with running_lab(browser, Path(folder)) as lab:
            page = lab.page()
            page.set_default_timeout(300_000)
            lab.run("clicks", [GROWN.format(nodes=asked.nodes)], page)
            page.wait_for_selector(".ltw-tree [data-node]")
            return [page.evaluate(CLICK) / 1000 for _ in range(asked.clicks)]


CLICK = """async () => {
  const tree = document.querySelector(".ltw-tree");
  const nodes = [...tree.querySelectorAll("[data-node]")].filter(node => !node.getAttribute("data-node").endsWith("+"));
  const changed = new Promise(done => new MutationObserver(done).observe(tree, { childList: true }));
  const began = performance.now();
  nodes.at(-1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await changed;
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""


def told(what: str, seconds: list[float]) -> str:
    """The median and the worst, in milliseconds."""
    return f"{what:24} median {1000 * median(seconds):4.0f} ms   worst {1000 * max(seconds):4.0f} ms"


def main() -> None:
    parser = ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--clicks", type=int, default=15)
    parser.add_argument("--no-browser", action="store_true")
    asked = parser.parse_args()
    print(told("in the kernel", in_the_kernel(asked)))
    from tests.browser.lab import missing

    if asked.no_browser or missing():
        print(f"not measured in JupyterLab: {missing() or 'not asked for'}")
    else:
        print(told("in JupyterLab, whole", in_jupyterlab(asked)))


if __name__ == "__main__":
    main()

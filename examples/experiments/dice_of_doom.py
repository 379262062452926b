"""Dice of Doom: what sharing, a limit of plies and alpha-beta make of the number of positions, board by board.

A tree as it stands in the book repeats a position wherever another line leads to it; a tree that remembers holds each
position once. A limit cuts it off some plies down; alpha-beta looks at the part of that which can matter, with a
table and an ordering mostly at less. Boards are dealt from a seed, but for the book's own 2×2.

Source: C. Barski, *Land of Lisp* (2010), chapters 15 and 18. Its 2×2 board has 147 nodes and 87 positions in the whole
tree, by the book's own code under SBCL; so has ours, or this stops.

`python examples/experiments/dice_of_doom.py`: 30 seconds of the processor; with --quick, only 2×2 and 3×3, 2 seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from tables import NOT_RUN, Cell, print_table, quick
from toolz import compose

from lazytree import Game, Ordering, Stats, Stopped, Table, Tree, alphabeta, foldtree, grow, prune, rate
from lazytree.games import dice_of_doom

BOARDS: dict[str, Game[Any, Any]] = {
    "2×2, the book's": dice_of_doom(board="a3,a3,b3,b1"),
    "3×3": dice_of_doom(size=3, seed=4),
    "4×4": dice_of_doom(size=4, seed=1),
    "5×5": dice_of_doom(size=5, seed=1),
}
BOOK = (147, 87)  # nodes and positions of the whole 2×2 tree
MOST = 300_000  # what is not counted any further

nodes = foldtree(lambda position, counts: 1 + sum(counts))
"""How many nodes a tree has, shared ones counted again wherever they are met."""


def cut(limit: int | None) -> Callable[[Tree[Any, Any]], Tree[Any, Any]]:
    """The stage that prunes at a limit; None leaves the tree as it is."""
    return (lambda tree: tree) if limit is None else prune(limit)


def positions(tree: Tree[Any, Any], limit: int | None) -> int:
    """How many different positions a grown tree has within a limit of plies; past MOST it stops counting."""
    known, layer, plies = {tree}, [tree], 0
    while layer and plies != limit and len(known) <= MOST:
        layer = list(dict.fromkeys(sub for node in layer for _, sub in node.branches if sub not in known))
        known.update(layer)
        plies += 1
    return len(known)


def seen(game: Game[Any, Any], limit: int | None, table: Table | None, order: Ordering | None) -> int:
    """How many nodes alpha-beta visits; past MOST it is stopped."""
    stats = Stats()
    look = compose(rate(game, "score_board"), cut(limit), grow(game))
    with suppress(Stopped):
        alphabeta(look(game.start), stats=stats, table=table, order=order, stop=lambda: stats.seen > MOST)
    return stats.seen


def counted(count: int) -> str:
    return f"{count:,}" if count <= MOST else f"> {MOST:,}"


def row(name: str, limit: int | None) -> list[Cell]:
    game = BOARDS[name]
    tree = grow(game)(game.start)
    held = positions(tree, limit)
    whole = nodes(cut(limit)(tree)) if held <= MOST else NOT_RUN
    assert limit is not None or "book" not in name or (whole, held) == BOOK, f"the book has {BOOK}, not {whole, held}"
    return [
        name,
        "none" if limit is None else f"{limit} plies",
        whole,
        counted(held),
        counted(seen(game, limit, None, None)),
        counted(seen(game, limit, Table(megabytes=64), Ordering())),
    ]


def rows(small: bool) -> Iterator[list[Cell]]:
    for name in list(BOARDS)[: 2 if small else 4]:
        for limit in (4, 8, None):
            yield row(name, limit)


def main() -> None:
    heads = [
        "board",
        "limit",
        "nodes of the full tree",
        "positions (memo)",
        "alpha-beta sees",
        "with a table and ordering",
    ]
    print_table("Nodes of the tree, positions, and positions seen by searches", heads, rows(quick(__doc__)))
    print(f"\nThe book's tree has {BOOK[0]} nodes and {BOOK[1]} positions, and so has ours.")


if __name__ == "__main__":
    main()

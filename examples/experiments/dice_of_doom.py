"""Dice of Doom: the size of its trees, and the book's two ratings beside ours.

A tree as it stands in the book repeats a position wherever another line leads to it; a tree that remembers holds each
position once. A limit cuts it off some plies down; alpha-beta looks at the part of that which can matter, with a
table and an ordering mostly at less. Boards are dealt from a seed, but for the book's own 2×2.

The book rates a position for one player: at the end of the game by who holds most hexes (version 1), or four plies on
by that player's own score of the board (version 2). Ours are seen by a: the payoff, or a's score minus b's, and a game
that is over counts as won or lost. The book's computer plays the first move with the highest rating.

Source: C. Barski, *Land of Lisp* (2010), chapters 15 and 18. The numbers of nodes and positions of its 2×2 board, 147
and 87, are not printed: the book's code gives them in a run under SBCL; so does ours, or this stops. The games
against the computer are printed: their positions are rated here, and the move played there is marked.

`python examples/experiments/dice_of_doom.py`: a minute of the processor; with --quick, only 2×2 and 3×3, 4 seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from math import isqrt
from typing import Any, NamedTuple

from tables import NOT_RUN, UNPUBLISHED, Cell, asked, print_table
from toolz import compose

from lazytree import (
    FIRST,
    Game,
    Ordering,
    Stats,
    Stopped,
    Table,
    Tree,
    alphabeta,
    deepen,
    foldtree,
    grow,
    maptree,
    prune,
    rate,
)
from lazytree.games import dice_of_doom
from lazytree.show.plots import Plot, plot_values

BOARDS: dict[str, Game[Any, Any]] = {
    "2×2, the book's": dice_of_doom(board="a3,a3,b3,b1"),
    "3×3": dice_of_doom(size=3, seed=4),
    "4×4": dice_of_doom(size=4, seed=1),
    "5×5": dice_of_doom(size=5, seed=1),
}
BOOK = (147, 87)  # nodes and positions of the whole 2×2 tree, in a run of the book's code
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
        alphabeta(look(game.start), stats=stats, table=table, order=order, stop=lambda: stats.nodes > MOST)
    return stats.nodes


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


class Example(NamedTuple):
    """A position whose moves are rated as in a version of the book and as in ours."""

    version: int
    board: str
    player: str = "a"  # to move
    printed: str | None = None  # the move that the book's computer makes in a printed game; None: nothing is printed


EXAMPLES = (
    Example(1, "a2,b3,a2,a2", "b", "1->0"),
    Example(1, "b1,a3,a1,a1,b1,a2,b2,a2,b3", "b", "6->3"),
    Example(2, "a2,b2,b1,a3,b3,a1,a1,a3,b3,b2,a2,b2,a3,a3,a2,a2", "b", "1->5"),
    Example(2, "a3,b1,a3,a3,a1,b3,a3,b1,b1"),
)


def values(example: Example) -> Iterator[list[Cell]]:
    """A row for each move: the book's rating, seen by the player to move, and ours, seen by a."""
    size = isqrt(example.board.count(",") + 1)
    game: Game[Any, Any] = dice_of_doom(size=size, board=example.board)
    position = game.read(f"current player = {example.player}\n{example.board}")
    name, limit = ("winners", None) if example.version == 1 else ("score_board", 4)
    player, standing = game.mover(position), game.standings[name]
    sign = 1 if player == FIRST else -1
    tree = cut(limit)(grow(game)(position))
    books = maptree(lambda here: sign * standing(here)[player])(tree)
    ours = rate(game, name)(tree)
    for (move, its), (_, our) in zip(books.branches, ours.branches, strict=True):
        text = game.format(position, move)
        rated, value = sign * alphabeta(its, table=Table()), alphabeta(our, table=Table())
        played = UNPUBLISHED if example.printed is None else "played" if text == example.printed else ""
        yield [example.version, f"{size}×{size}", example.player, text, rated, value, played]


def values_by_depth(small: bool) -> Plot:
    """The plot of the value of each board, by the depth of the search."""
    boards = list(BOARDS.items())[: 1 if small else 4]
    return plot_values({name: islice(deepen(game, rating="score_board"), 8) for name, game in boards})


def main() -> None:
    run = asked(__doc__)
    heads = [
        "board",
        "limit",
        "nodes of the full tree",
        "positions (memo)",
        "alpha-beta sees",
        "with a table and ordering",
    ]
    print_table("Nodes of the tree, positions, and positions seen by searches", heads, rows(run.quick))
    print(f"\nThe book's tree has {BOOK[0]} nodes and {BOOK[1]} positions in a run of its code, and so has ours.")
    heads = ["version", "board", "to move", "move", "the book's rating", "our value", "published move"]
    print_table("Moves rated as in the book, and as here", heads, [row for each in EXAMPLES for row in values(each)])
    run.plot(lambda: values_by_depth(run.quick))


if __name__ == "__main__":
    main()

"""The demonstration: two games are grown, rated, explained and played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Any, Unpack

from toolz import compose

from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.stats import Stats
from lazytree.games import dice_of_doom, konane
from lazytree.playing.announcing import format_result, line_texts
from lazytree.playing.bots import think
from lazytree.playing.playthrough import play_game
from lazytree.searching import searches
from lazytree.searching.choosing import principal_variation, ranked
from lazytree.searching.protocol import Search, SearchOptions
from lazytree.searching.tables import Table
from lazytree.trees.growing import grow
from lazytree.trees.ratings import even, rate
from lazytree.trees.stages import highfirst, prune
from lazytree.trees.tree import Tree, foldtree

from .commands import cost, pipeline, ranking


def demo(asked: Namespace) -> Iterator[str]:
    """The lines of the demonstration: Konane by alpha-beta to a fixed depth, then Dice of Doom to its end."""
    yield from _konane()
    yield ""
    yield from _dice_of_doom(seed=57)


def _konane() -> Iterator[str]:
    game = konane(rows=6, columns=6, opening="centre")
    rating = game.ratings["mobility"]
    stats, everything = Stats(), Stats()
    look = compose(highfirst(), rate(game, rating, stats), prune(6), grow(game, stats))
    tree = look(game.start)
    yield from _opened("Konane 6×6, opened in the centre", game, stats)
    yield from pipeline(game, 6, "mobility")
    yield from _rated(
        "jumps of dark minus jumps of light, six plies ahead", game, tree, searches.alphabeta, stats=stats
    )
    size(prune(6)(grow(game, everything)(game.start)))
    yield f"Within 6 plies there are {everything.grown:,} positions; alpha-beta grew {stats.grown:,} of them."
    yield f"({cost(stats)})"
    yield from _explained(game, tree, searches.alphabeta)
    yield from _engines_play(game, (4, 2))


def _dice_of_doom(seed: int) -> Iterator[str]:
    game = dice_of_doom(size=3, seed=seed)
    stats, everything = Stats(), Stats()
    look = compose(rate(game, even), grow(game, stats))
    tree = look(game.start)
    search, table = searches.scout, Table()
    yield from _opened(f"Dice of Doom 3×3, dealt from seed {seed}: {game.parameters['board']}", game, stats)
    yield "    look = compose(rate(game, even), grow(game))"
    yield "    ranked(look(position), searches.scout, table=Table())"
    yield from _rated("exact values, searched to the end of the game", game, tree, search, stats=stats, table=table)
    nodes = size(grow(game, everything)(game.start))
    yield f"The tree has {nodes:,} nodes. Equal positions share one node, so there are {everything.grown:,} positions;"
    yield f"the search grew {stats.grown:,} of them."
    yield f"({cost(stats)})"
    yield from _explained(game, tree, search, table=table)
    yield from _engines_play(game, (4, 2))


size = foldtree(lambda label, sizes: 1 + sum(sizes))
"""The number of nodes of a tree; the whole tree is grown for it."""


def _opened(title: str, game: Game[Any, Any], stats: Stats) -> Iterator[str]:
    yield f"== {title}\n"
    yield game.show(game.start)
    yield f"\nGrown so far: only the root; positions whose moves were listed: {stats.expanded}. Now the search:\n"


def _rated(
    what: str, game: Game[Any, Any], tree: Tree[Any, Any], search: Search, **means: Unpack[SearchOptions]
) -> Iterator[str]:
    yield f"\nSeen by {game.players[FIRST]}: {what}"
    yield from ranking(game, game.start, ranked(tree, search, **means))
    yield ""


def _explained(
    game: Game[Any, Any], tree: Tree[Any, Any], search: Search, **means: Unpack[SearchOptions]
) -> Iterator[str]:
    yield "\nPrincipal variation, the best moves of both sides:"
    yield indented(line_texts(game, game.start, principal_variation(tree, search, **means)))


def _engines_play(game: Game[Any, Any], depths: tuple[int, int]) -> Iterator[str]:
    """The lines that show a game between two bots: its moves, its last position and its result."""
    one, other = game.players
    yield f"\n{one}, thinking {depths[FIRST]} plies ahead, against {other}, thinking {depths[SECOND]}:"
    *course, (end, _) = play_game(game, [think(game, depth) for depth in depths])
    yield indented(line_texts(game, game.start, [move for _, move in course]))
    yield f"\n{game.show(end)}"
    yield f"\nAfter {len(course)} moves: {format_result(game, game.payoffs(end))}."


def indented(moves: Iterable[str]) -> str:
    """Moves as indented text, wrapped at 100 characters."""
    return fill(" ".join(moves), 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)

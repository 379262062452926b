"""Best-first minimax search: the leaf at the end of the principal variation is expanded, again and again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, M, P, Rating, require_game
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.values import later
from lazytree.searching.choosing import Bot, require_choice
from lazytree.trees.growing import grow
from lazytree.trees.ratings import label_tree, resolve_rating
from lazytree.trees.tree import Tree


@dataclass
class _Frontier(Generic[M]):
    """A node of the tree that a best-first search has expanded so far, with its backed-up value, seen by FIRST."""

    tree: Tree[float, M]
    value: float
    below: list[tuple[M, _Frontier[M]]] = field(default_factory=list)

    def choice(self) -> tuple[M, _Frontier[M]]:
        pick = max if self.tree.mover == FIRST else min
        return pick(self.below, key=lambda branch: later(branch[1].value))


def best_first(
    game: Game[P, M], expansions: int = 200, rating: str | Rating[P] | None = None, stats: Stats | None = None
) -> Bot[P, M]:
    """The bot that searches best first: it expands the leaf at the end of the principal variation, again and again.

    `expansions` is the number of leaves that are expanded for one move; `rating` is the name of one of the game's
    ratings, a function, or None for its first; `stats` counts the work. Raises ValueError if the game has chance or
    more than two players, there is no such rating, or `expansions` is not an int from 1 up.

    Source: Korf and Chickering, Best-first minimax search (1996).

    >>> from lazytree.games import tic_tac_toe
    >>> best_first(tic_tac_toe(), expansions=40)(tic_tac_toe().start)
    4
    """
    require_game(game)
    at_least("expansions", expansions, 1)
    if len(game.players) > 2 or game.odds is not None:
        raise ValueError(f"best_first is for two players without chance: use think for {game.name}")
    spent = stats_or_new(stats)
    label = label_tree(game, resolve_rating(game, rating), spent)

    def bot(position: P) -> M:
        with spent.timed():
            tree = require_choice(label(grow(game, spent)(position)))
            root: _Frontier[M] = _Frontier(tree, 0)
            for _ in range(expansions):
                if not _expand(root, spent):
                    break
            return root.choice()[0]

    return bot


def _expand(root: _Frontier[M], spent: Stats) -> bool:
    """Expands the principal leaf and backs its value up; False where the principal variation ends the game."""
    path = [root]
    while path[-1].below:
        path.append(path[-1].choice()[1])
    leaf = path[-1]
    for move, sub in leaf.tree.branches:
        leaf.below.append((move, _Frontier(sub, sub.label)))
    if not leaf.below:
        return False
    spent.interior += 1
    spent.branches += len(leaf.below)
    spent.nodes += len(leaf.below) + (leaf is root)
    for node in reversed(path):
        node.value = later(node.choice()[1].value)
    return True

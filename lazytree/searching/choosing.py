"""Choosing: from a rated tree to a move."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from typing import Any, Generic, NamedTuple

from lazytree.core.game import CHANCE, FIRST, SECOND, Game, M, P
from lazytree.core.stats import Stats
from lazytree.core.values import later, sooner
from lazytree.searching.alpha_beta import alphabeta
from lazytree.searching.full_width import maxn
from lazytree.trees.tree import Tree

Search = Callable[..., Any]
"""A search as the choosers use it: search(tree, stats=...) -> value."""

Bot = Callable[[P], M]
"""What plays: a function from position to move."""


class Choice(NamedTuple, Generic[M]):
    """A move and what it is worth, counted from the position in which it is made."""

    move: M
    value: Any


def ranked(tree: Tree[Any, M], search: Search = alphabeta, stats: Stats | None = None) -> tuple[Choice[M], ...]:
    """Every move with its exact value, the best for the mover first; equals stay in the order of the moves.

    >>> from lazytree import grow, prune, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> [(game.format(game.start, move), value) for move, value in ranked(rate(game, abs)(grow(game)(game.start)))]
    [('b-1', 999997), ('a-1', -999998), ('b-2', -999998)]
    """
    choices = [Choice(move, one_ply_before(search(sub, stats=stats))) for move, sub in opened(tree).branches]
    return tuple(sorted(choices, key=lambda choice: -_for_mover(tree.mover, choice.value)))


def best(tree: Tree[Any, M], search: Search = alphabeta, stats: Stats | None = None) -> M:
    """The mover's best move; of several the first. Raises ValueError where the game is over or chance moves.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(3, 4))
    >>> game.format(game.start, best(rate(game, abs)(grow(game)(game.start))))
    'b-1'
    """
    opened(tree)
    if search is not alphabeta:
        return ranked(tree, search, stats)[0].move
    return _best_by_windows(tree, stats).move


def _best_by_windows(tree: Tree[float, M], stats: Stats | None) -> Choice[M]:
    """The first of the best moves: the window that is left tells whether the next one is better."""
    alpha, beta = -inf, inf
    chosen: Choice[M] | None = None
    for move, sub in tree.branches:
        value = later(alphabeta(sub, sooner(alpha), sooner(beta), stats))
        hers = _for_mover(tree.mover, value)
        if chosen is None or hers > _for_mover(tree.mover, chosen.value):
            chosen = Choice(move, value)
            alpha, beta = (value, beta) if tree.mover == FIRST else (alpha, value)
    assert chosen is not None
    return chosen


def principal_variation(tree: Tree[Any, M], search: Search = alphabeta, stats: Stats | None = None) -> list[M]:
    """The moves that both sides make if each makes its best one, as far as the tree goes (or until chance moves)."""
    line: list[M] = []
    while tree.branches and tree.mover != CHANCE:
        move = best(tree, search, stats)
        line.append(move)
        tree = next(sub for branch, sub in tree.branches if branch == move)
    return line


def variety(margin: float, random: Random) -> Callable[..., M]:
    """A chooser like `best` that takes any of the moves worth at most `margin` less than the best; 0 takes the best.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> variety(0, Random(1))(rate(game, abs)(grow(game)(game.play(game.start, 0))))
    4
    """
    if margin < 0:
        raise ValueError(f"margin must be 0 or more, not {margin}")

    def choose(tree: Tree[Any, M], search: Search = alphabeta, stats: Stats | None = None) -> M:
        if margin == 0:
            return best(tree, search, stats)
        choices = ranked(tree, search, stats)
        enough = _for_mover(tree.mover, choices[0].value) - margin
        return random.choice([move for move, value in choices if _for_mover(tree.mover, value) >= enough])

    return choose


def search_for(players: int) -> Search:
    """The search that fits a number of players: alphabeta for two, maxn for more."""
    return alphabeta if players <= 2 else maxn


def opened(tree: Tree[Any, M]) -> Tree[Any, M]:
    """The same tree; ValueError if there is no move to choose."""
    if not tree.branches:
        raise ValueError("there is no move to choose: the game is over here, or the tree was pruned to nothing")
    if tree.mover == CHANCE:
        raise ValueError("chance moves here: nobody has a move to choose")
    return tree


def choices(game: Game[P, M], position: P) -> list[M]:
    """The moves to choose from; ValueError where the game is over or chance moves."""
    moves = list(game.moves(position))
    if not moves:
        raise ValueError(f"there is no move to choose: this game of {game.name} is over")
    if game.mover(position) == CHANCE:
        raise ValueError(f"chance moves here in {game.name}: nobody has a move to choose")
    return moves


def one_ply_before(value: Any) -> Any:
    """A value, or one for each player, carried up one ply."""
    return tuple(map(later, value)) if isinstance(value, tuple) else later(value)


def _for_mover(mover: int, value: Any) -> Any:
    if isinstance(value, tuple):
        return value[mover]
    if mover > SECOND:
        raise ValueError("this game has more than two players: search with maxn, or with paranoid(player) first")
    return value if mover == FIRST else -value

"""Choosing: from a rated tree to a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, Self, Unpack

from lazytree.core.at import At
from lazytree.core.game import CHANCE, Game, M, P
from lazytree.core.seeds import random_from
from lazytree.core.showing import mime_bundle
from lazytree.core.value_texts import worth_text
from lazytree.core.values import one_ply_before, seen_by
from lazytree.searching import searches
from lazytree.searching.fail_soft import mover_of
from lazytree.searching.protocol import Search, SearchOptions, context_of
from lazytree.searching.searches import require_search
from lazytree.trees.tree import Tree, require_tree

Bot = Callable[[P], M]
"""What plays: a function from position to move."""


class Choice(NamedTuple, Generic[M]):
    """A move and what it is worth, counted from the position in which it is made."""

    move: M
    value: Any


class Ranked(tuple[Choice[M], ...]):
    """Moves and what they are worth, the best first: a tuple of `Choice`s, and the position in which they are made.

    >>> Ranked([Choice("a", 3), Choice("b", 1)])
    <Ranked: a 3, b 1>
    """

    at: At[Any, M] | None  # the position, with its game; None: not known

    def __new__(cls, choices: Iterable[Choice[M]], at: At[Any, M] | None = None) -> Self:
        """The tuple of these choices."""
        made = super().__new__(cls, choices)
        made.at = at
        return made

    def __repr__(self) -> str:
        moves = [str(move) if self.at is None else self.at.written([move])[0] for move, _ in self]
        game = self.at.game if self.at else None
        told = [worth_text(value, game).removeprefix("value ") for _, value in self]
        return f"<Ranked: {', '.join(f'{move} {worth}' for move, worth in zip(moves, told))}>"

    _repr_mimebundle_ = mime_bundle


def ranked(tree: Tree[Any, M], search: Search = searches.alphabeta, **means: Unpack[SearchOptions]) -> Ranked[M]:
    """Every move with its exact value, the best for the mover first; equals stay in the order of the moves.

    `search` and `means` are those of `best`, and so is what is raised.

    >>> from lazytree import grow, prune, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> [(game.format(game.start, move), value) for move, value in ranked(rate(game, abs)(grow(game)(game.start)))]
    [('b-1', 999997), ('a-1', -999998), ('b-2', -999998)]
    """
    require_search(search)
    context = context_of(means)
    choices = [
        Choice(move, one_ply_before(search(sub, None, context).value)) for move, sub in require_choice(tree).branches
    ]
    at: At[Any, M] | None = None if tree.game is None else At(tree.game, tree.key)
    return Ranked(sorted(choices, key=lambda choice: -_for_mover(tree, choice.value)), at)


def best(tree: Tree[Any, M], search: Search = searches.alphabeta, **means: Unpack[SearchOptions]) -> M:
    """The mover's best move; of several the first in the order of the tree, which no help of the search changes.

    `search` is one of `lazytree.searches`; `means` are the fields of `Context`: `stats`, `table`, `order` ...

    Raises: ValueError where the game is over, where chance moves, and if `search` is no search.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(3, 4))
    >>> game.format(game.start, best(rate(game, abs)(grow(game)(game.start))))
    'b-1'
    """
    line = require_search(search)(require_choice(tree), None, context_of(means)).line
    return line[0] if line else ranked(tree, search, **means)[0].move


def principal_variation(
    tree: Tree[Any, M], search: Search = searches.alphabeta, **means: Unpack[SearchOptions]
) -> list[M]:
    """The moves that all sides make if each makes its best one, until chance moves or the tree ends.

    `search` and `means` are those of `best`.

    Raises: ValueError if `search` is no search.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> line = principal_variation(rate(game, abs)(grow(game)(game.start)))
    >>> [(move.heap, move.pieces) for move in line]
    [(1, 1), (0, 1), (1, 1)]
    """
    return list(require_search(search)(tree, None, context_of(means)).line)


def variety(margin: float, seed: int = 1) -> Callable[..., M]:
    """A chooser like `best` that takes any of the moves worth at most `margin` less than the best; 0 takes the best.

    A chooser is a function of a tree, a search and means. Its choices are drawn, one after the other, from `seed`.

    Raises: ValueError if the margin is less than 0 or the seed not a whole number.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> variety(0, seed=1)(rate(game, abs)(grow(game)(game.play(game.start, 0))))
    4
    """
    if margin < 0:
        raise ValueError(f"margin must be 0 or more, not {margin}")
    random = random_from(seed)

    def choose(tree: Tree[Any, M], search: Search = searches.alphabeta, **means: Unpack[SearchOptions]) -> M:
        if margin == 0:
            return best(tree, search, **means)
        choices = ranked(tree, search, **means)
        enough = _for_mover(tree, choices[0].value) - margin
        return random.choice([move for move, value in choices if _for_mover(tree, value) >= enough])

    return choose


def require_choice(tree: Tree[Any, M]) -> Tree[Any, M]:
    """The tree itself; ValueError if there is no move to choose at its root."""
    if not require_tree(tree, "choosing a move").branches:
        raise ValueError("there is no move to choose: the game is over here, or the tree was pruned to nothing")
    if tree.mover == CHANCE:
        raise ValueError("chance moves here: there is no move to choose")
    return tree


def choices(game: Game[P, M], position: P) -> list[M]:
    """The moves to choose from; ValueError where the game is over or chance moves."""
    moves = list(game.moves(position))
    if not moves:
        raise ValueError(f"there is no move to choose: this game of {game.name} is over")
    if game.mover(position) == CHANCE:
        said = f"chance moves here in {game.name}: there is no move to choose"
        raise ValueError(f"{said}; ask at a position after it: game.play(position, move)")
    return moves


def _for_mover(tree: Tree[Any, M], value: Any) -> Any:
    """A value as the mover sees it; ValueError where a third player moves and the value is one number."""
    return seen_by(tree.mover if isinstance(value, tuple) else mover_of(tree), value)

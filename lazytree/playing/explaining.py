"""Explanations: why this move, what the others are worth, and where the second best fails."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from lazytree.core.game import SECOND, Game, M, P
from lazytree.core.stats import Stats
from lazytree.core.values import later, plies_to_end
from lazytree.searching.alpha_beta import alphabeta
from lazytree.searching.choosing import Choice, Search, principal_variation, ranked
from lazytree.trees.growing import follow
from lazytree.trees.tree import Tree


class Explanation(NamedTuple, Generic[M]):
    """What lies behind a choice."""

    line: tuple[M, ...]  # best moves of both sides, the choice first
    alternatives: tuple[Choice[M], ...]  # every move with its value, the best for the mover first
    second: Choice[M] | None  # the best of the others; None if there is no other move
    refutation: tuple[M, ...]  # best moves of both sides after the second best, which comes first
    fails_after: (
        int | None
    )  # moves of the refutation until its rating shows what it comes to; None: no worse than the choice


def explain(
    tree: Tree[Any, M], line: tuple[M, ...] | None = None, search: Search = alphabeta, stats: Stats | None = None
) -> Explanation[M]:
    """Why a move is made in a rated tree: give the `line` of an Answer, or have the best one searched for.

    The tree is the one that was searched: `look(answer.depth)(position)`. Raises ValueError where there is no move to
    choose, IllegalMove if the line is not of this tree.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> why = explain(rate(game, lambda position: 0)(grow(game)(game.start)))
    >>> print(describe(game, game.start, why))
    b-1 wins in 3: b-1, a-1, b-1
    second best: a-1 loses in 2, it fails after 2: a-1, b-2
    then: b-2 loses in 2
    """
    alternatives = ranked(tree, search, stats)
    chosen = line or tuple(principal_variation(tree, search, stats))
    follow(tree, chosen)
    value = next(choice.value for choice in alternatives if choice.move == chosen[0])
    others = [choice for choice in alternatives if choice.move != chosen[0]]
    if not others:
        return Explanation(chosen, alternatives, None, (), None)
    after = follow(tree, [others[0].move])
    refutation = (others[0].move, *principal_variation(after, search, stats))
    fails = others[0].value != value
    return Explanation(
        chosen, alternatives, others[0], refutation, _fails_after(tree, refutation, others[0].value) if fails else None
    )


def _fails_after(tree: Tree[Any, M], line: tuple[M, ...], worth: Any) -> int:
    """How many moves along a line its rating first promises the mover no more than it comes to."""
    for plies in range(1, len(line)):
        label = follow(tree, line[:plies]).label
        for _ in range(plies):
            label = tuple(map(later, label)) if isinstance(label, tuple) else later(label)
        if _hers(tree.mover, label) <= _hers(tree.mover, worth):
            return plies
    return len(line)


def _hers(mover: int, value: Any) -> Any:
    return value[mover] if isinstance(value, tuple) else -value if mover == SECOND else value


def describe(game: Game[P, M], position: P, why: Explanation[M]) -> str:
    """An explanation in words, moves as the game writes them."""
    mover = game.mover(position)
    worth = {move: _in_words(mover, value) for move, value in why.alternatives}
    written = {move: game.format(position, move) for move in worth}
    lines = [f"{written[why.line[0]]} {worth[why.line[0]]}: {_moves(game, position, why.line)}"]
    if why.second is not None:
        fails = "" if why.fails_after is None else f", it fails after {why.fails_after}"
        move = why.second.move
        lines.append(f"second best: {written[move]} {worth[move]}{fails}: {_moves(game, position, why.refutation)}")
    told_already = {why.line[0], why.second.move if why.second else None}
    lines += [f"then: {written[move]} {worth[move]}" for move in worth if move not in told_already]
    return "\n".join(lines)


def _in_words(mover: int, value: Any) -> str:
    hers = _hers(mover, value)
    plies = plies_to_end(hers)
    if plies is None:
        return f"is worth {hers}"
    return f"{'wins' if hers > 0 else 'loses'} in {plies}"


def _moves(game: Game[P, M], position: P, line: tuple[M, ...]) -> str:
    written = []
    for move in line:
        written.append(game.format(position, move))
        position = game.play(position, move)
    return ", ".join(written)

"""Explanations of a choice: its line, the values of all moves, and the refutation of the second best."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, Unpack

from lazytree.core.at import At, about
from lazytree.core.game import Game, M, P, position_or_start
from lazytree.core.showing import mime_bundle
from lazytree.core.values import end_of, one_ply_before, plies_to_end, seen_by, verdict
from lazytree.playing.announcing import line_texts
from lazytree.searching import searches
from lazytree.searching.choosing import Choice, principal_variation, ranked
from lazytree.searching.protocol import Search, SearchOptions
from lazytree.trees.growing import follow
from lazytree.trees.tree import Tree


class _Explanation(NamedTuple, Generic[M]):
    """The items of an `Explanation`."""

    line: tuple[M, ...]  # best moves of all players, the choice first
    alternatives: tuple[Choice[M], ...]  # every move with its value seen by FIRST, the best for the mover first
    second: Choice[M] | None  # the best of the other moves; None if there is none
    refutation: tuple[M, ...]  # the second best move, then best moves of all players
    fails_after: int | None


class Explanation(_Explanation[M]):
    """The reasons for a choice, as `explain` finds them; as text, what `describe` says.

    `fails_after` is the number of moves of the refutation after which the rating is no better for the mover than the
    value of the second best; None if the second best is as good as the choice.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> explain(rate(game, lambda position: 0)(grow(game)(game.start))).second
    Choice(move=Take(heap=0, pieces=1), value=-999998)
    """

    at: At[Any, M] | None = None  # the position, with its game; no item of the tuple

    def __repr__(self) -> str:
        if self.at is None:
            return f"<Explanation: {' '.join(map(str, self.line))}>"
        return describe(self.at.game, self.at.position, self)

    _repr_mimebundle_ = mime_bundle


def explain(
    tree: Tree[Any, M],
    line: tuple[M, ...] | None = None,
    search: Search = searches.alphabeta,
    **means: Unpack[SearchOptions],
) -> Explanation[M]:
    """The reasons for the first move of `line` (as of an `Answer`), by default of the best line, in a rated tree.

    The tree is the one that was searched, as in `look(answer.depth)(position)`; `search` and `means` are those of
    `best`. Raises: ValueError if there is no move to choose, or `search` is no search; IllegalMove if the tree does
    not have the line.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> explain(rate(game, lambda position: 0)(grow(game)(game.start)))
    b-1 wins in 3: b-1, a-1, b-1
    second best: a-1 loses in 2, it fails after 2: a-1, b-2
    then: b-2 loses in 2
    """
    alternatives = ranked(tree, search, **means)
    chosen = line or tuple(principal_variation(tree, search, **means))
    follow(tree, chosen)
    value = next(choice.value for choice in alternatives if choice.move == chosen[0])
    others = [choice for choice in alternatives if choice.move != chosen[0]]
    at: At[Any, M] | None = None if tree.game is None else At(tree.game, tree.key)
    if not others:
        return about(Explanation(chosen, alternatives, None, (), None), at)
    after = follow(tree, [others[0].move])
    refutation = (others[0].move, *principal_variation(after, search, **means))
    fails = others[0].value != value
    after_plies = _fails_after(tree, refutation, others[0].value) if fails else None
    return about(Explanation(chosen, alternatives, others[0], refutation, after_plies), at)


def _fails_after(tree: Tree[Any, M], line: tuple[M, ...], value: Any) -> int:
    """The number of moves of a line after which the rating is first no better for the mover than the line's value."""
    for plies in range(1, len(line)):
        label = follow(tree, line[:plies]).label
        for _ in range(plies):
            label = one_ply_before(label)
        if seen_by(tree.mover, label) <= seen_by(tree.mover, value):
            return plies
    return len(line)


def describe(game: Game[P, M], position: P, why: Explanation[M]) -> str:
    """An explanation as text of several lines, moves in the game's notation; `position` is the root of the tree.

    >>> from lazytree import grow, rate
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(2,))
    >>> print(describe(game, game.start, explain(rate(game, lambda position: 0)(grow(game)(game.start)))))
    a-2 wins in 1: a-2
    second best: a-1 loses in 2, it fails after 2: a-1, a-1
    """
    position_or_start(game, position)
    mover = game.mover(position)
    said = {move: _in_words(game, mover, value) for move, value in why.alternatives}
    written = {move: game.format(position, move) for move in said}
    lines = [f"{written[why.line[0]]} {said[why.line[0]]}: {_moves(game, position, why.line)}"]
    if why.second is not None:
        fails = "" if why.fails_after is None else f", it fails after {why.fails_after}"
        move = why.second.move
        lines.append(f"second best: {written[move]} {said[move]}{fails}: {_moves(game, position, why.refutation)}")
    told_already = {why.line[0], why.second.move if why.second else None}
    lines += [f"then: {written[move]} {said[move]}" for move in said if move not in told_already]
    return "\n".join(lines)


SAYS = {"win": "wins", "shared win": "shares the win", "draw": "draws", "loss": "loses"}


def _in_words(game: Game[Any, Any], mover: int, value: Any) -> str:
    """What a value means to the mover: how the game ends and when, or a number."""
    own = seen_by(mover, value)
    if isinstance(value, tuple):
        end = end_of(value) if game.odds is None else None
        if end is None or end.plies is None:
            return f"is worth {own}"
        paid = " : ".join(map(str, end.payoffs))
        return f"{SAYS[verdict(end.payoffs, mover)]} in {end.plies} ({paid})"
    plies = plies_to_end(own)
    if plies is None:
        return f"is worth {own}"
    return f"{'wins' if own > 0 else 'loses'} in {plies}"


def _moves(game: Game[P, M], position: P, line: tuple[M, ...]) -> str:
    return ", ".join(line_texts(game, position, line))

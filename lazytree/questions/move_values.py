"""The values of all moves of a position, looking one ply deeper again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game
from lazytree.core.lanes import Lane
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, never, raise_if_stopped
from lazytree.core.values import SURE, one_ply_before, seen_by
from lazytree.searching.choosing import Choice
from lazytree.searching.protocol import Context
from lazytree.searching.searches import search_for
from lazytree.trees.growing import grow
from lazytree.trees.ratings import label_tree, resolve_rating
from lazytree.trees.stages import highfirst, prune

from .depth_search import search
from .dispatch import Question


class ValuedMoves(NamedTuple):
    """The moves of a position with their values a number of plies ahead."""

    choices: tuple[Choice[Any], ...]  # the best for the mover first; in the game's order where chance moves
    lanes: tuple[Lane, ...]  # that answered, for each move that was searched, here or at the last depth with such moves
    exact: tuple[bool, ...] = ()  # for each choice, whether looking deeper would find the same


Depths = Iterator[ValuedMoves]
"""What is found at depth 1, 2, 3 ..., each worked out when it is asked for; the first is always finished."""


def value_moves(
    game: Game[Any, Any],
    position: Any,
    rating: str | None,
    stats: Stats,
    lane: str | None,
    stop: Stop,
    tell: Callable[[str], object] = lambda text: None,
) -> Depths:
    """The moves with their values at depth 1, 2, 3 ...; Stopped once `stop()` is true. `tell` is told where it is."""
    if not any(True for _ in game.moves(position)):
        return iter(())
    asked, chosen = Question(game, stats, lane, here=position, stop=stop), resolve_rating(game, rating)
    if len(game.players) > 2 or game.odds is not None:
        asked.refuse("with chance or many players moves are compared in one tree in Python")
        return asked.answer_in_python(lambda: value_in_one_tree(asked, chosen))
    return value_one_by_one(asked, chosen, tell)


def value_in_one_tree(asked: Question, rating: Callable[[Any], Any]) -> Depths:
    """The moves as a search of the whole tree in Python values them."""
    game, stats = asked.game, asked.stats
    search, label, growing = search_for(len(game.players)), label_tree(game, rating, stats), grow(game, stats)
    for depth in count(1):
        tree = highfirst()(label(prune(depth)(growing(asked.here))))
        context = Context(stats=stats, stop=never if depth == 1 else asked.stop)
        results = [(move, search(sub, None, context)) for move, sub in tree.branches]
        found = [
            (Choice(move, one_ply_before(each.value)), each.exhaustive or is_decided(each.value))
            for move, each in results
        ]
        if tree.mover != CHANCE:
            found.sort(key=lambda each: -seen_by(tree.mover, each[0].value))
        choices, exact = zip(*found)
        yield ValuedMoves(choices, (asked.lane,), exact)


def value_one_by_one(asked: Question, rating: Callable[[Any], Any], tell: Callable[[str], object]) -> Depths:
    """The moves of a game for two without chance, each valued by a search of the position after it."""
    game, position, stats, stop = asked.game, asked.here, asked.stats, asked.stop
    label, growing, mover = label_tree(game, rating, stats), grow(game), game.mover(position)
    after = [(move, label(growing(game.play(position, move)))) for move in game.moves(position)]
    known = {number: tree.label for number, (_, tree) in enumerate(after) if tree.over}  # ends: at any depth
    latest: tuple[Lane, ...] = ()  # that answered at the last depth at which a move was searched
    for depth in count(1):
        values, lanes = dict(known), list[Lane]()
        for number, (_, tree) in enumerate(after):
            if number in known:
                continue
            if depth == 1:
                values[number] = tree.label
                continue
            raise_if_stopped(stop)
            tell(f"move {number + 1} of {len(after)}")
            answer = search(game, depth - 1, rating, tree.key, stats, lane=asked.wanted, stop=stop)
            if answer.depth < depth - 1:
                raise_if_stopped(stop)  # else looking deeper finds the same
                known[number] = answer.value
            values[number] = answer.value
            lanes.append(stats.lane or Lane(answer.lane))
        best_first = sorted(values, key=lambda number: (-seen_by(mover, values[number]), number))
        choices = tuple(Choice(after[number][0], one_ply_before(values[number])) for number in best_first)
        latest = tuple(lanes) or latest
        exact = tuple(number in known or is_decided(values[number]) for number in best_first)
        yield ValuedMoves(choices, latest, exact)


def is_decided(value: Any) -> bool:
    """Whether a value says how the game ends.

    >>> is_decided(999_997), is_decided(12)
    (True, False)
    """
    return not isinstance(value, tuple) and abs(value) > SURE

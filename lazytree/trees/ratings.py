"""Ratings: estimates of positions, seen by FIRST; and the stage that labels a tree with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, reduce
from inspect import signature
from itertools import filterfalse
from typing import Any, TypeVar

from lazytree.core.checks import opposed_payoffs, payoffs_of
from lazytree.core.errors import name_of
from lazytree.core.game import CHANCE, FIRST, SECOND, Game, M, P, Rating, Standing, require_game, require_position
from lazytree.core.laws import numbers_error, payoffs_error, raise_if_broken, unclear_payoff_error
from lazytree.core.rules import Shares
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.texts import meant, shorten
from lazytree.core.values import SURE, WIN, is_clear
from lazytree.trees.branches import Lift
from lazytree.trees.labels import (
    EACH,
    NUMBERS,
    POSITIONS,
    is_rating,
    labels_of,
    rating_value_error,
    require_positions,
    too_large_error,
)
from lazytree.trees.tree import A, Tree, require_stage_arguments, stage

Named = TypeVar("Named")


def rate(
    game: Game[P, M], rating: str | Rating[P] | None = None, stats: Stats | None = None
) -> Callable[[Tree[P, M]], Tree[float, M]]:
    """The stage that labels each node with its position's rating, or with WIN * payoffs[FIRST] where the game is over.

    `rating` is one of the game's by name (by default its first), or any function of a position, seen by FIRST, within
    ±SURE. A label is computed when it is first read, and kept; `stats.rated` counts the calls.

    Raises: ValueError if `game` is no Game or `rating` is neither, for a tree that is rated already or is of another
    game, and, when a label is read, for a rating that is no number within ±SURE.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1,))
    >>> tree = rate(game, "nim_sum")(grow(game)(game.start))
    >>> tree.label, tree.branches[0][1].label
    (1, 1000000)
    """
    require_game_argument(game, "rate(game, rating)")
    return label_by_rating(game, resolve_two_player_rating(game, rating), stats)


def label_by_rating(
    game: Game[P, M], rating: Rating[P], stats: Stats | None = None
) -> Callable[[Tree[P, M]], Tree[float, M]]:
    """The stage `rate`, from a rating that is resolved."""
    spent, two = stats_or_new(stats), len(game.players) == 2

    def label(node: Tree[P, M]) -> float:
        if node.over:
            paid = payoff_of_first(game, node.label) if two else payoffs_of(game, node.label)[FIRST]
            return _payoff_value(game, paid, node.label)
        spent.rated += 1
        number = rating(node.label)
        try:
            if -SURE < number < SURE:
                return number
        except TypeError:
            pass
        raise rating_value_error(rating, number, node.label)

    return _label_stage(game, label, NUMBERS)


def rate_each(
    game: Game[P, M], standing: str | Standing[P] | None = None, stats: Stats | None = None
) -> Callable[[Tree[P, M]], Tree[tuple[float, ...], M]]:
    """The stage that labels each node with one number for each player, as `maxn` needs; for any number of players.

    `standing` is one of `game.standings` by name (by default its first), or any function that gives one number for each
    player, each seen by that player; where the game is over the label is WIN * payoff for each. What is raised is what
    `rate` raises.

    >>> from lazytree import grow, maxn
    >>> from lazytree.games import dice_of_doom
    >>> game = dice_of_doom(size=2, players=3, board="a2,b1,c1,c1")
    >>> tree = rate_each(game, lambda position: (0, 0, 0))(grow(game)(game.start))
    >>> tree.label
    (0, 0, 0)
    """
    require_game_argument(game, "rate_each(game, standing)")
    return label_by_standing(game, resolve_standing(game, standing), stats)


def label_by_standing(
    game: Game[P, M], standing: Standing[P], stats: Stats | None = None
) -> Callable[[Tree[P, M]], Tree[tuple[float, ...], M]]:
    """The stage `rate_each`, from a standing that is resolved."""
    spent, count = stats_or_new(stats), len(game.players)

    def label(node: Tree[P, M]) -> tuple[float, ...]:
        if node.over:
            return tuple(_payoff_value(game, payoff, node.label) for payoff in payoffs_of(game, node.label))
        spent.rated += 1
        numbers = standing(node.label)
        if isinstance(numbers, tuple) and len(numbers) == count and all(map(is_rating, numbers)):
            return numbers
        raise_if_broken(game, numbers_error(game, f"the standing {name_of(standing)}", numbers))
        raise too_large_error("standing", standing, next(filterfalse(is_rating, numbers)), node.label)

    return _label_stage(game, label, EACH)


def require_game_argument(game: object, written: str) -> None:
    """Raises ValueError unless the first argument of a stage is a Game."""
    if isinstance(game, Tree):
        require_stage_arguments(game, written)
    require_game(game)


def payoff_of_first(game: Game[P, M], position: P) -> float:
    """The payoff of FIRST in a game for two. Raises ValueError unless the payoffs are a number and its negation."""
    payoffs = game.payoffs(position)
    try:
        first, second = payoffs
    except (TypeError, ValueError):
        raise_if_broken(game, payoffs_error(game, payoffs))
        raise
    if not isinstance(first, int | float):  # or another number, if no law is broken
        raise_if_broken(game, payoffs_error(game, payoffs))
    if second != -first:
        raise_if_broken(game, payoffs_error(game, payoffs))
        opposed_payoffs(game, position)
    return first


def _payoff_value(game: Game[P, M], payoff: float, position: P) -> float:
    """A payoff as a value; of a share of 1 the nearest whole number. Raises ValueError for one that is nearly whole."""
    value = round(WIN * payoff) if isinstance(game.payoffs, Shares) else WIN * payoff
    if not isinstance(payoff, int) and not is_clear(value):
        raise_if_broken(game, f"{unclear_payoff_error(payoff)}; at {shorten(position)}")
    return value


def _label_stage(game: Game[P, M], label: Callable[[Tree[P, M]], A], labels: str) -> Callable[[Tree[P, M]], Tree[A, M]]:
    def labelled(tree: Tree[P, M]) -> Tree[A, M]:
        if labels_of(require_positions(tree, "rate(game, rating)")) == POSITIONS:
            require_position(game, tree.key)
        lift: Lift[M, A] = stage(label, labels=labels)
        return lift(tree)

    return labelled


def even(position: object) -> int:
    """The rating that is 0 everywhere. With it a search finds wins and losses only.

    >>> even("any position")
    0
    """
    return 0


def mobility(game: Game[P, M]) -> Rating[P]:
    """The rating that counts the mover's moves: positive if FIRST is to move, negative if SECOND, 0 where chance is.

    It works for every game; a game's own rating of that name may count the moves of both sides.

    >>> from lazytree.games import tic_tac_toe
    >>> mobility(tic_tac_toe())(tic_tac_toe().start)
    9
    """
    require_game(game)
    sign = {FIRST: 1, SECOND: -1, CHANCE: 0}
    return lambda position: sign[game.mover(position)] * sum(1 for _ in game.moves(position))


def material(game: Game[P, M]) -> Rating[P]:
    """The rating that is pieces of FIRST minus pieces of SECOND, as `game.stones` tells; a stack counts its height.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> material(game)(game.play(game.start, 4))
    1
    """
    require_game(game)

    stones = game.stones

    def pieces(position: P) -> int:
        lead = 0
        for stone in stones(position):
            if stone.owner == FIRST:
                lead += stone.height
            elif stone.owner == SECOND:
                lead -= stone.height
        return lead

    return pieces


def weigh(*parts: tuple[float, Rating[P]]) -> Rating[P]:
    """The rating that is a weighted sum; each part is a pair (weight, rating).

    It runs in machine code where all of its parts do.

    >>> weigh((3, lambda position: 1), (-1, lambda position: 2))(None)
    1
    """
    begun: Rating[P] = even
    return reduce(_plus, parts, begun)


def _plus(before: Rating[P], part: tuple[float, Rating[P]]) -> Rating[P]:
    """The sum of a rating and one part more: a function that names its parts, which the compiler can follow."""
    weight, rating = part

    def total(position: P) -> float:
        return before(position) + weight * rating(position)

    return total


def resolve_two_player_rating(game: Game[P, M], rating: str | Rating[P] | None) -> Rating[P]:
    """The game's rating of this name, its first if None (`even` if it has none); a function is returned unchanged.

    Raises: ValueError, which lists the names, if there is no such rating.

    >>> from lazytree.games import nim
    >>> resolve_two_player_rating(nim(), "nim_sum") is nim().ratings["nim_sum"]
    True
    """
    return _named(game, game.ratings, "rating", rating, even)


def resolve_standing(game: Game[P, M], standing: str | Standing[P] | None) -> Standing[P]:
    """The game's standing of this name, its first if None (0 for each player if it has none), or the function given.

    Raises: ValueError, which lists the names, if there is no such standing.

    >>> from lazytree.games import dice_of_doom
    >>> game = dice_of_doom(size=2, players=3)
    >>> resolve_standing(game, "dice") is game.standings["dice"]
    True
    """
    return _named(game, game.standings, "standing", standing, level(len(game.players)))


@cache
def level(players: int) -> Standing[Any]:
    """The standing that is 0 for each of `players` players, at every position.

    >>> level(3)("any position")
    (0, 0, 0)
    """
    numbers = (0,) * players
    return lambda position: numbers


def resolve_rating(game: Game[P, M], rating: str | Callable[[P], Any] | None) -> Callable[[P], Any]:
    """The rating of this name of a game for two players, the standing of a game for more; a function is returned.

    Each public question calls it first, and hands on what it returns: names and None are known here and nowhere else.

    Raises: ValueError, which lists the names, if there is none of that name.

    >>> from lazytree.games import nim
    >>> resolve_rating(nim(), None) is nim().ratings["nim_sum"]
    True
    """
    return resolve_two_player_rating(game, rating) if len(game.players) <= 2 else resolve_standing(game, rating)


def _named(game: Game[P, M], known: Mapping[str, Named], what: str, wanted: str | Named | None, none: Named) -> Named:
    if wanted is None:
        return next(iter(known.values()), none)
    if callable(wanted):
        if wanted is mobility or wanted is material:
            raise ValueError(f"{name_of(wanted)} makes a rating of a game: write {name_of(wanted)}(game)")
        require_position_function(wanted, what)
        return wanted
    if not isinstance(wanted, str) or wanted not in known:
        has = f"it has: {', '.join(known) or 'none'}"
        guess = meant(wanted, known)
        raise ValueError(f"{game.name} has no {what} {shorten(wanted)}; {guess}{has} (or a function of a position)")
    return known[wanted]


def require_position_function(rating: Callable[..., Any], what: str = "rating") -> None:
    """Raises ValueError if a function cannot be called with a position alone.

    >>> require_position_function(lambda position, move: 0)
    Traceback (most recent call last):
    ValueError: a rating is a function of a position alone, not of (position, move)
    """
    try:
        taken = signature(rating)
    except Exception:  # of a builtin, or of an object that resists: not known
        return
    try:
        taken.bind(None)
    except TypeError:
        raise ValueError(f"a {what} is a function of a position alone, not of {taken}") from None


def label_tree(
    game: Game[P, M], rating: Callable[[P], Any], stats: Stats | None = None
) -> Callable[[Tree[P, M]], Tree[Any, M]]:
    """The stage that labels a tree with what `resolve_rating` gave: a rating, or of more than two players a standing.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> label_tree(game := nim(heaps=(1,)), resolve_rating(game, "nim_sum"))(grow(game)(game.start)).label
    1
    """
    return (label_by_rating if len(game.players) <= 2 else label_by_standing)(game, rating, stats)

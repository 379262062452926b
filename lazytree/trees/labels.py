"""What the labels of a tree are, and the errors for a tree whose labels a stage or a search cannot use.

A stage says what its labels are when it is made, so that a tree is checked at the door and no label is read for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import inf
from typing import Any

from lazytree.core.errors import name_of
from lazytree.core.game import M
from lazytree.core.laws import is_number
from lazytree.core.texts import shorten
from lazytree.core.values import SURE
from lazytree.trees.tree import A, Tree, require_tree

POSITIONS = "positions"
NUMBERS = "numbers"
EACH = "one number for each player"
KEPT = "those of the stage before"


def labels_of(tree: Tree[Any, Any]) -> str:
    """What the labels of a tree are: POSITIONS, NUMBERS or EACH; empty if that is not known, as after `maptree`.

    >>> from lazytree import grow, prune
    >>> from lazytree.games import nim
    >>> labels_of(prune(2)(grow(nim())(nim().start)))
    'positions'
    """
    while tree._making.labels == KEPT:
        tree = tree.origin
    return tree._making.labels


def unrated_error(what: str) -> ValueError:
    """The error for a tree whose labels are not the numbers that `what` needs."""
    fix = f"put rate(game, rating), with a rating that returns numbers, before {what} (in compose: to the right of it)"
    return ValueError(f"the labels of this tree are no numbers: {fix}")


def require_numbers(tree: Tree[A, Any], what: str) -> Tree[A, Any]:
    """The tree itself. Raises ValueError unless it is one, and if its labels are known to be no numbers."""
    kind = labels_of(require_tree(tree, what))
    if kind == POSITIONS:
        raise unrated_error(what)
    if kind == EACH:
        fix = f"take maxn, or put rate(game, rating) or paranoid(player) before {what}"
        raise ValueError(f"the labels of this tree are {EACH}, not one number: {fix}")
    return tree


def require_numbers_for_each(tree: Tree[A, Any], what: str) -> Tree[A, Any]:
    """The tree itself. Raises ValueError unless it is one, and if its labels are known to be no numbers for each."""
    if labels_of(require_tree(tree, what)) in (POSITIONS, NUMBERS):
        raise unrated_by_each_error(what)
    return tree


def unrated_by_each_error(what: str) -> ValueError:
    """The error for a tree whose labels are not one number for each player."""
    fix = "put rate_each(game, standing) before it, where standing(position) is a tuple"
    return ValueError(f"{what} needs one number a player: {fix}")


def require_positions(tree: Tree[A, M], what: str) -> Tree[A, M]:
    """The tree itself. Raises ValueError unless it is one, and if it is known to be rated already."""
    if (kind := labels_of(require_tree(tree, what))) in (NUMBERS, EACH):
        fix = "rate a tree once, after grow and before a search (maptree changes labels that are numbers)"
        raise ValueError(f"{what} needs a tree of positions, but this tree is rated: its labels are {kind}; {fix}")
    return tree


def require_sortable(tree: Tree[A, Any], what: str) -> Tree[A, Any]:
    """The tree itself. Raises ValueError unless it is one, and if it is known not to be rated."""
    if labels_of(require_tree(tree, what)) == POSITIONS:
        raise unrated_error(what)
    return tree


def require_rating_value(rating: object, number: float, position: object) -> float:
    """What a rating returned at a position. Raises ValueError, naming the rating, unless it is a finite number."""
    try:
        if -inf < number < inf:
            return number
    except TypeError:
        pass
    raise rating_value_error(rating, number, position)


def is_rating(number: Any) -> bool:
    """Whether this is a number within ±SURE.

    >>> is_rating(SURE - 1), is_rating(-SURE), is_rating("x")
    (True, False, False)
    """
    try:
        return bool(-SURE < number < SURE)
    except TypeError:
        return False


def rating_value_error(rating: object, number: object, position: object) -> ValueError:
    """The error for a rating that returned something else at a position than a number within ±SURE."""
    if is_number(number):
        return too_large_error("rating", rating, number, position)
    name = name_of(rating)
    told = f"the rating {name} must return a number within ±{SURE:,}, not {shorten(number)}"
    if callable(number):
        told += f": it makes a rating, so call it first, as in {name}(game)"
    elif isinstance(number, tuple):
        told += ": one number for each player is given by a standing, to rate_each and maxn"
    return ValueError(f"{told}; at {shorten(position)}")


def too_large_error(what: str, rating: object, number: object, position: object) -> ValueError:
    """The error for a number that is not within ±SURE, by a "rating" or a "standing"."""
    told = f"the {what} {name_of(rating)} must return a number within ±{SURE:,}, not {shorten(number)}"
    check = "check_rating" if what == "rating" else "check_game"
    fix = f"values beyond are wins and losses, so divide it by a constant ({check} looks for such numbers)"
    return ValueError(f"{told}: {fix}; at {shorten(position)}")


def too_large_somewhere(what: str, rating: object) -> str:
    """What is said of a number that is not within ±SURE where neither it nor the position is known."""
    check = "check_rating" if what == "rating" else "check_game"
    return f"the {what} {name_of(rating)} must return a number within ±{SURE:,} ({check} finds where it does not)"


def missing_number_error(label: object, player: int) -> ValueError:
    """The error for a label that has no number of a player."""
    if isinstance(label, tuple):
        return ValueError(f"there is no player {player}: a label has {len(label)} numbers, {shorten(label)}")
    return unrated_by_each_error(f"player {player}")


def first_leaf(tree: Tree[A, M]) -> Tree[A, M]:
    """The leaf that is reached by the first branch of each node."""
    while tree.branches:
        tree = tree.branches[0][1]
    return tree


@contextmanager
def numbers_required(tree: Tree[Any, Any], what: str) -> Iterator[None]:
    """A context manager for a search of a tree: it raises the error `unrated(what)` if the labels are not numbers.

    Known at once where a stage says so; else a TypeError in the search is turned into it.
    """
    require_numbers(tree, what)
    try:
        yield
    except TypeError as error:
        if not isinstance(first_leaf(tree).label, int | float | Fraction):
            raise unrated_error(what) from error
        raise

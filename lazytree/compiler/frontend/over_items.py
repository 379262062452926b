"""What Python's own functions do with items, in the subset: each is read in place of its call, with the loop in it.

`iterable` is gone over once, as it comes. MISSING stands where nothing is given: a variable has no value then.
"""

from __future__ import annotations

import functools
import itertools
import math
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, TypeVar, cast

from lazytree.searching.kernels.memory import ints_only, no_nan

from .container_methods import in_order, in_own_order
from .dependencies import OF_THE_COMPILER

OF_THE_COMPILER += [globals()]
COMPENSATED = sys.version_info >= (3, 12)  # whether Python's `sum` of floats corrects its rounding
lesser, greater = min, max


FOLDS: dict[Any, FunctionType] = {}
BY_KEY: dict[Any, FunctionType] = {}
GENERATORS: dict[Any, FunctionType] = {}
IN_ANY_ORDER = (sum, any, all, min, max, sorted)
Read = TypeVar("Read", bound=Callable[..., Any])


class MISSING:
    """No value."""


def read_for(function: Any, table: dict[Any, FunctionType]) -> Callable[[Read], Read]:
    """Notes that a function is read in place of one of Python's, under its name."""

    def noted(made: Read) -> Read:
        made.__name__ = function.__name__
        table[function] = cast(FunctionType, made)
        return made

    return noted


# ---- What makes one value of all items


@read_for(sum, FOLDS)
def summed(iterable: Any, /, start: Any = 0) -> Any:
    """`sum(iterable, start)`."""
    total = start
    for each in iterable:
        total = total + each
    return ints_only(total) if COMPENSATED else total


@read_for(math.prod, FOLDS)
def multiplied(iterable: Any, /, *, start: Any = 1) -> Any:
    """`math.prod(iterable, start=start)`."""
    total = start
    for each in iterable:
        total = total * each
    return total


@read_for(any, FOLDS)
def is_any(iterable: Any, /) -> bool:
    """`any(iterable)`."""
    found = False
    for each in iterable:
        if each:
            found = True
            break
    return found


@read_for(all, FOLDS)
def are_all(iterable: Any, /) -> bool:
    """`all(iterable)`."""
    found = True
    for each in iterable:
        if each:
            pass
        else:
            found = False
            break
    return found


def holds(wanted: Any, iterable: Any, /) -> bool:
    """`wanted in iterable`."""
    found = False
    for each in iterable:
        if wanted == each:
            found = True
            break
    return found


@read_for(min, FOLDS)
def least(iterable: Any, /, *, default: Any = MISSING) -> Any:
    """`min(iterable, default=default)`."""
    best = default
    found = False
    for each in iterable:
        best = lesser(best, each) if found else each
        found = True
    if default is MISSING:
        assert found
    return best


@read_for(max, FOLDS)
def most(iterable: Any, /, *, default: Any = MISSING) -> Any:
    """`max(iterable, default=default)`."""
    best = default
    found = False
    for each in iterable:
        best = greater(best, each) if found else each
        found = True
    if default is MISSING:
        assert found
    return best


@read_for(min, BY_KEY)
def least_by(iterable: Any, /, *, key: Any, default: Any = MISSING) -> Any:
    """`min(iterable, key=key, default=default)`: the first of those with the least key."""
    best = default
    record: Any = MISSING
    found = False
    for each in iterable:
        now = key(each)
        if now < record if found else True:
            best = each
            record = now
            found = True
    if default is MISSING:
        assert found
    return best


@read_for(max, BY_KEY)
def most_by(iterable: Any, /, *, key: Any, default: Any = MISSING) -> Any:
    """`max(iterable, key=key, default=default)`: the first of those with the greatest key."""
    best = default
    record: Any = MISSING
    found = False
    for each in iterable:
        now = key(each)
        if now > record if found else True:
            best = each
            record = now
            found = True
    if default is MISSING:
        assert found
    return best


@read_for(next, FOLDS)
def first(iterable: Any, default: Any = MISSING, /) -> Any:
    """`next(iterable, default)`."""
    found = False
    one = default
    for one in iterable:  # noqa: B007
        found = True
        break
    if default is MISSING:
        assert found
    return one


@read_for(functools.reduce, FOLDS)
def reduced(function: Any, iterable: Any, initial: Any = MISSING, /) -> Any:
    """`functools.reduce(function, iterable, initial)`."""
    total = initial
    found = False
    for each in iterable:
        if initial is MISSING and not found:
            total = each
            found = True
        else:
            total = function(total, each)
    if initial is MISSING:
        assert found
    return total


@read_for(sorted, FOLDS)
def in_order_of(iterable: Any, /, *, reverse: Any = False) -> Any:
    """`sorted(iterable, reverse=reverse)`."""
    items = list(iterable)
    for each in items:
        no_nan(each)
    return in_own_order(items, bool(reverse))


@read_for(sorted, BY_KEY)
def in_order_by(iterable: Any, /, *, key: Any, reverse: Any = False) -> Any:
    """`sorted(iterable, key=key, reverse=reverse)`."""
    items = list(iterable)
    keys = [no_nan(key(each)) for each in items]
    return in_order(items, keys, bool(reverse))


# ---- What gives items of its own


@read_for(iter, GENERATORS)
def one_by_one(iterable: Any, /) -> Iterator[Any]:
    """`iter(iterable)`."""
    yield from iterable


def from_the_end(sequence: Any, last: int) -> Iterator[Any]:
    """`reversed(sequence)`, of a list that had its last item at a place and may change meanwhile."""
    at = last
    while 0 <= at < len(sequence):
        yield sequence[at]
        at -= 1


@read_for(filter, GENERATORS)
def kept(function: Any, iterable: Any, /) -> Iterator[Any]:
    """`filter(function, iterable)`."""
    for each in iterable:
        if each if function is None else function(each):
            yield each


@read_for(itertools.chain.from_iterable, GENERATORS)
def flattened(iterable: Any, /) -> Iterator[Any]:
    """`chain.from_iterable(iterable)`."""
    for row in iterable:
        yield from row


@read_for(itertools.pairwise, GENERATORS)
def neighbours(iterable: Any, /) -> Iterator[Any]:
    """`pairwise(iterable)`."""
    last: Any = MISSING
    begun = False
    for each in iterable:
        if begun:
            yield last, each
        last = each
        begun = True


@read_for(itertools.accumulate, GENERATORS)
def totals(iterable: Any, func: Any = None, *, initial: Any = None) -> Iterator[Any]:
    """`accumulate(iterable, func, initial=initial)`."""
    total: Any = MISSING
    begun = False
    if initial is not None:
        total = initial
        yield total
    for each in iterable:
        if initial is None and not begun:
            total = each
            begun = True
        else:
            total = total + each if func is None else func(total, each)
        yield total


@read_for(itertools.count, GENERATORS)
def numbers(start: Any = 0, step: Any = 1) -> Iterator[Any]:
    """`count(start, step)`."""
    at = ints_only(start)
    further = ints_only(step)
    while True:
        yield at
        at += further


@read_for(itertools.repeat, GENERATORS)
def repeated(object: Any, times: Any = MISSING) -> Iterator[Any]:
    """`repeat(object, times)`."""
    if times is MISSING:
        while True:
            yield object
    for _ in range(times):
        yield object

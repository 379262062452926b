"""What Python's own functions do with items and numbers, in the subset: each is read in place of its call.

`iterable` is gone over once, as it comes. MISSING stands where nothing is given: a variable has no value then.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from lazytree.searching.kernels.memory import ask, ints_only, no_nan

from . import MISSING
from .lists import in_order, in_own_order

COMPENSATED = sys.version_info >= (3, 12)  # whether Python's `sum` of floats corrects its rounding


# ---- What makes one value of all items


def summed(iterable: Any, /, start: Any = 0) -> Any:
    """`sum(iterable, start)`."""
    total = start
    for each in iterable:
        total = total + each
    return ints_only(total) if COMPENSATED else total


def multiplied(iterable: Any, /, *, start: Any = 1) -> Any:
    """`math.prod(iterable, start=start)`."""
    total = start
    for each in iterable:
        total = total * each
    return total


def is_any(iterable: Any, /) -> bool:
    """`any(iterable)`."""
    found = False
    for each in iterable:
        if each:
            found = True
            break
    return found


def are_all(iterable: Any, /) -> bool:
    """`all(iterable)`."""
    found = True
    for each in iterable:
        if not each:
            found = False
            break
    return found


def best_of(better: Any, is_least: bool) -> Any:
    """What `min` or `max` gives of what is gone over: the first of the best; `better` gives that of two."""

    def best(iterable: Any, /, *, key: Any = None, default: Any = MISSING) -> Any:
        best = default
        record: Any = MISSING
        found = False
        for each in iterable:
            if key is None:
                best = better(best, each) if found else each
            else:
                now = key(each)
                if (now < record if is_least else now > record) if found else True:
                    best = each
                    record = now
            found = True
        if default is MISSING:
            assert found
        return best

    return best


least, most = best_of(min, True), best_of(max, False)


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


def in_order_of(iterable: Any, /, *, key: Any = None, reverse: Any = False) -> Any:
    """`sorted(iterable, key=key, reverse=reverse)`."""
    items = list(iterable)
    if key is not None:
        return in_order(items, [no_nan(key(each)) for each in items], bool(reverse))
    for each in items:
        no_nan(each)
    return in_own_order(items, bool(reverse))


# ---- What gives items of its own


def one_by_one(iterable: Any, /) -> Iterator[Any]:
    """`iter(iterable)`."""
    yield from iterable


def numbered(iterable: Any, start: Any = 0) -> Iterator[Any]:
    """`enumerate(iterable, start)`."""
    at = ints_only(start)
    for each in iterable:
        yield at, each
        at += 1


def from_the_end(sequence: Any, last: int, mark: int) -> Iterator[Any]:
    """`reversed(sequence)`, of a list that had its last item at a place and may change meanwhile."""
    for _ in reversed(sequence):  # refused of what is no sequence
        break
    at = last
    while at >= 0:
        assert ask("mark", sequence) == mark
        if at >= len(sequence):
            break
        yield sequence[at]
        at -= 1


def kept(function: Any, iterable: Any, /) -> Iterator[Any]:
    """`filter(function, iterable)`."""
    for each in iterable:
        if each if function is None else function(each):
            yield each


def flattened(iterable: Any, /) -> Iterator[Any]:
    """`chain.from_iterable(iterable)`."""
    for row in iterable:
        yield from row


def neighbours(iterable: Any, /) -> Iterator[Any]:
    """`pairwise(iterable)`."""
    last: Any = MISSING
    begun = False
    for each in iterable:
        if begun:
            yield last, each
        last = each
        begun = True


def columns(rows: Any) -> Iterator[Any]:
    """`zip(*rows)`, of rows that are no shorter than the first one; raises where one is."""
    for at in range(len(rows[0])):
        yield tuple(row[at] for row in rows)


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


def numbers(start: Any = 0, step: Any = 1) -> Iterator[Any]:
    """`count(start, step)`."""
    at = ints_only(start)
    further = ints_only(step)
    while True:
        yield at
        at += further


def repeated(object: Any, times: Any = MISSING) -> Iterator[Any]:
    """`repeat(object, times)`."""
    if times is MISSING:
        while True:
            yield object
    for _ in range(times):
        yield object


# ---- generators as values


def next_item(g: Any, other: Any = MISSING) -> Any:
    """`next(g, other)`."""
    if ask("resume", g):
        return ask("value", g)
    if other is MISSING:
        raise StopIteration
    return other


def has_item(iterable: Any, wanted: Any) -> bool:
    """`wanted in iterable`; of the values, or the items, of a dict as well."""
    return any(wanted == each for each in iterable)


# ---- What Python works out of numbers step by step, in the subset


def whole_power(base: int, exponent: int) -> int:
    """`base ** exponent` of ints, by squares; the exponent is not below 0."""
    if exponent < 0:
        raise ValueError
    made = 1
    while exponent != 0:
        if exponent & 1 != 0:
            made *= base
        exponent >>= 1
        if exponent != 0:
            base *= base
    return made


def quotient_and_rest(a: Any, b: Any, /) -> Any:
    """`divmod(a, b)`."""
    return a // b, a % b


def absolute(x: Any, /) -> Any:
    """`math.fabs(x)`."""
    return abs(float(x))


def common_divisor(a: int, b: int = 0, /) -> int:
    """`math.gcd(a, b)` of ints, by Euclid."""
    a, b = a | 0, b | 0
    while b != 0:
        a, b = b, a % b
    return abs(a)


def whole_root(n: int, /) -> int:
    """`math.isqrt(n)` of an int, by Newton."""
    n |= 0
    if n < 0:
        raise ValueError
    root, smaller = n, n // 2 + (n & 1)
    while smaller < root:
        root, smaller = smaller, (smaller + n // smaller) // 2
    return root

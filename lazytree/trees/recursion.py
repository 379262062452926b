"""Recursion of any depth: a recursive function written as a generator, run on a stack of its own."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")

Recursion = Generator["Recursion[Any]", Any, T]
"""A recursive function written as a generator: it yields its calls of itself and is sent their values."""

DEEPEST = 100_000


class EndlessTree(Exception):  # noqa: N818 - the name that the user reads
    """A walk met a tree that has no end on some line."""


def too_deep() -> EndlessTree:
    """What is raised past DEEPEST."""
    return EndlessTree(f"{DEEPEST:,} plies deep without an end: bound the tree first, with prune(depth)")


def unrolled(call: Recursion[T]) -> T:
    """The value of a recursion, worked out on a stack of its own: no depth that a game has is too deep.

    Raises EndlessTree past 100,000 calls within one another.

    >>> def length(n):
    ...     return 0 if n == 0 else 1 + (yield length(n - 1))
    >>> unrolled(length(50_000))
    50000
    """
    stack: list[Recursion[Any]] = [call]
    push, pop = stack.append, stack.pop
    value: Any = None
    while stack:
        try:
            push(stack[-1].send(value))
            value = None
        except StopIteration as done:
            pop()
            value = done.value
        else:
            if len(stack) > DEEPEST:
                raise too_deep()
    return value  # type: ignore[no-any-return]

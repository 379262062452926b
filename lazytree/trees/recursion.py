"""Recursion of any depth: a recursive function written as a generator, run on a stack of its own."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")

Recursion = Generator["Recursion[Any]", Any, T]
"""A call of a recursive function written as a generator: it yields its recursive calls and is sent their values."""

DEEPEST = 100_000  # nested calls


class EndlessTree(Exception):  # noqa: N818 - the name that the user reads
    """Raised where a walk met a line of play without an end: bound the tree with `prune(depth)`.

    >>> def endless():
    ...     yield endless()
    >>> run_unrolled(endless())
    Traceback (most recent call last):
    lazytree.trees.recursion.EndlessTree: a line of more than 100,000 plies: bound the tree first, with prune(depth)
    """


def endless_tree_error() -> EndlessTree:
    """The error for a recursion of more than DEEPEST nested calls."""
    return EndlessTree(f"a line of more than {DEEPEST:,} plies: bound the tree first, with prune(depth)")


def run_unrolled(call: Recursion[T]) -> T:
    """The value of a recursion, computed on a stack of its own, so that Python's recursion limit does not apply.

    Raises: EndlessTree at more than 100,000 nested calls.

    >>> def length(n):
    ...     return 0 if n == 0 else 1 + (yield length(n - 1))
    >>> run_unrolled(length(50_000))
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
                raise endless_tree_error()
    return value  # type: ignore[no-any-return]

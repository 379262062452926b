"""Recursion on a stack of its own: the values of plain recursion, as deep as games go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import EndlessTree
from lazytree.trees.recursion import run_unrolled


@given(st.integers(1, 5), st.integers(0, 40))
def test_unrolled_recursion_is_recursion(branching, size):
    def plain(n: int) -> int:
        return 1 + sum(plain(n // (k + 2)) for k in range(branching)) if n else 1

    def written_so(n: int):
        total = 1
        for k in range(branching) if n else ():
            total += yield written_so(n // (k + 2))
        return total

    assert run_unrolled(written_so(size)) == plain(size)


def test_an_error_in_a_recursion_comes_out_as_it_is_and_can_be_caught_nowhere_else():
    def down(n: int):
        if n == 0:
            raise KeyError("at the bottom")
        return (yield down(n - 1))

    with pytest.raises(KeyError, match="at the bottom"):
        run_unrolled(down(10_000))


def test_endless_recursion_says_so():
    def down(n: int):
        return (yield down(n + 1))

    with pytest.raises(EndlessTree, match="prune"):
        run_unrolled(down(0))

"""Parameters of a test, of which those that are not quick are marked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest


def slow_unless(
    quick: Collection[object] | Callable[[Any], bool], parameters: Iterable[Any], mark: str = "slow"
) -> list[Any]:
    """The parameters; all but the quick ones, given as a collection or by a test of each, have a mark.

    A tuple is the parameters of one call.
    """
    slow = getattr(pytest.mark, mark)
    is_quick = quick if callable(quick) else quick.__contains__
    return [
        each if is_quick(each) else pytest.param(*each if type(each) is tuple else (each,), marks=slow)
        for each in parameters
    ]

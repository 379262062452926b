"""What `cache` and `lru_cache` remember: results of before, which may not be those of the functions as they are now.

Machine code works out what Python looks up. Both are the same as long as nothing has changed that the function reads;
so what is remembered is worked out once more. This runs functions that are in the subset, which have no effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gc import get_referents
from itertools import islice
from typing import Any

from lazytree.core.errors import Refused

from .constants import REMEMBERING

MOST = 4096  # results that are looked at; of more, the oldest
STALE = "{0} remembers by `cache` a result that it gives no longer: what it reads has changed, so `{0}.cache_clear()`"


class Stale(Refused):
    """Refused only for now: until what is remembered is cleared."""


def refuse_stale(values: Iterable[Any]) -> None:
    """Refused where one of these values is a function that remembers another result than it gives now."""
    for each in values:
        if type(each) is REMEMBERING and any(not is_given(each, *one) for one in islice(remembered_by(each), MOST)):
            raise Stale(STALE.format(getattr(each, "__name__", "a helper")))


def remembered_by(function: Any) -> Iterator[tuple[Any, Any]]:
    """The keys under which a function remembers results, and the results, the oldest first."""
    held = get_referents(function)
    kept = next((each for each in held if type(each) is dict), {})
    if function.cache_parameters()["maxsize"] is None:
        return iter(list(kept.items()))
    return zip(held[1::3][: len(kept)], held[2::3])  # after its class: key, result, the class of what holds both


def is_given(function: Any, key: Any, result: Any) -> bool:
    """Whether the function gives this result now."""
    places = list(key) if type(key) is tuple else [key]
    mark = next((at for at, each in enumerate(places) if type(each) is object), None)  # names and values follow it
    if function.cache_parameters()["typed"]:
        pairs = 0 if mark is None else (len(places) - mark - 1) // 3
        places = places[: len(places) // 2] if mark is None else places[: mark + 1 + 2 * pairs]
    first, named = (places, []) if mark is None else (places[:mark], places[mark + 1 :])
    try:
        now = function.__wrapped__(*first, **dict(zip(named[::2], named[1::2])))
    except Exception:
        return False
    return type(now) is type(result) and bool(now == result)

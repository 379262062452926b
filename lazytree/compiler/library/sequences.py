"""What rules ask of boards, tuples, texts, lists and constants alike, in the subset: what is in them, and where.

In a text one character is looked for: `ask("sought", ...)` is that.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from pyrsistent import pvector

from lazytree.searching.kernels.memory import ask, ints_only

from . import MISSING


def contains(sequence: Any, wanted: Any) -> bool:
    """`wanted in sequence`."""
    item = ask("sought", wanted, sequence)
    for each in sequence:
        if item == each:
            return True
    return False


def count_of(sequence: Any, wanted: Any) -> int:
    """`sequence.count(wanted)`."""
    item = ask("sought", wanted, sequence)
    total = 0
    for each in sequence:
        if each == item:
            total += 1
    return total


def found_at(sequence: Any, wanted: Any) -> int:
    """The first place of an item, -1 if there is none."""
    item = ask("sought", wanted, sequence)
    for at, each in enumerate(sequence):
        if each == item:
            return at
    return -1


def index_of(sequence: Any, wanted: Any) -> int:
    """`sequence.index(wanted)`."""
    at = found_at(sequence, wanted)
    if at < 0:
        raise ValueError
    return at


def exchanged(x: Any, at: int, middle: Any) -> Any:
    """`x[:at] + middle + x[at + 1:]`."""
    rest = x[at + 1 :]
    return x[:at] + middle + rest


def with_character(text: Any, at: int, middle: Any) -> Any:
    """`text[:at] + middle + text[at + 1:]`, of one character; raises where that would be longer."""
    if at < 0 or at >= len(text):
        raise IndexError
    return ask("with", text, at, middle)


def lies_at(text: Any, place: int, wanted: Any) -> bool:
    """Whether a text lies at a place of another."""
    for at, each in enumerate(wanted):
        if text[place + at] != each:
            return False
    return True


def places_of(text: Any, wanted: Any) -> int:
    """At how many places a text may lie in another, 0 or less if it is longer; `+` refuses anything but texts."""
    return 2 * len(text) + 1 - len(text + wanted)


def found_text(text: Any, wanted: Any) -> int:
    """`text.find(wanted)`: the first place, -1 if there is none."""
    for place in range(places_of(text, wanted)):
        if lies_at(text, place, wanted):
            return place
    return -1


def begins_with(text: Any, wanted: Any) -> bool:
    """`text.startswith(wanted)`."""
    return places_of(text, wanted) > 0 and lies_at(text, 0, wanted)


def ends_with(text: Any, wanted: Any) -> bool:
    """`text.endswith(wanted)`."""
    places = places_of(text, wanted)
    return places > 0 and lies_at(text, places - 1, wanted)


def with_another(text: Any, old: Any, new: Any) -> Any:
    """`text.replace(old, new)`, of single characters."""
    item = ask("sought", old, text)
    return "".join([new if each == item else each for each in text])


def longer(board: Any, items: Any) -> Any:
    """`board.extend(items)` of a PVector."""
    return pvector(chain(board, items))


def lies_between(wanted: Any, low: Any, high: Any) -> bool:
    """`wanted in range(low, high)`."""
    number = ints_only(wanted)
    return bool(low <= number < high)


def value_of(keys: Any, values: Any, wanted: Any, other: Any = MISSING) -> Any:
    """`d[wanted]`, or `d.get(wanted, other)`, of a dict that is a constant."""
    at = -1
    for place, key in enumerate(keys):
        if wanted == key:
            at = place
            break
    if other is MISSING:
        assert at >= 0
        return values[at]
    return values[at] if at >= 0 else other

"""`check_game` sees rules that write to a global, a class, an object or a variable around them."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

import pytest

from lazytree import BrokenLaw, Game, check_game
from lazytree.games import GAMES

CALLS = 0
SEEN: list[int] = []
MET: set[int] = set()
KNOWN: dict[int, int] = {}
LAST = {"move": 0}


class Heap(NamedTuple):
    left: int = 7
    mover: int = 0


class Table:
    plays = 0

    def __init__(self) -> None:
        self.asked = 0

    def play(self, heap: Heap, taken: int) -> Heap:
        self.asked += 1
        return taking(heap, taken)


def taking(heap: Heap, taken: int) -> Heap:
    return Heap(heap.left - taken, 1 - heap.mover)


HEAP: Game[Heap, int] = Game(
    name="heap",
    start=Heap(),
    mover=lambda heap: heap.mover,
    moves=lambda heap: [n for n in (1, 2) if n <= heap.left],
    play=taking,
    payoffs=lambda heap: (1, -1) if heap.mover else (-1, 1),
    ratings={"left": lambda heap: heap.left},
)


def counted(heap: Heap, taken: int) -> Heap:
    global CALLS
    CALLS += 1
    return taking(heap, taken)


def helped(heap: Heap, taken: int) -> Heap:
    return counted(heap, taken)


def listed(heap: Heap, taken: int) -> Heap:
    SEEN.append(taken)
    return taking(heap, taken)


def met(heap: Heap, taken: int) -> Heap:
    MET.add(heap.left * 100 + taken)
    return taking(heap, taken)


def on_the_class(heap: Heap, taken: int) -> Heap:
    Table.plays += 1
    return taking(heap, taken)


def last_move(heap: Heap, taken: int) -> Heap:
    LAST["move"] += taken
    return taking(heap, taken)


def around() -> Any:
    count = 0

    def play(heap: Heap, taken: int) -> Heap:
        nonlocal count
        count += 1
        return taking(heap, taken)

    return play


def kept(heap: Heap, taken: int, before: list[int] = []) -> Heap:  # noqa: B006 - that is the mistake
    before.append(taken)
    return taking(heap, taken)


WRITERS = {
    "a global": (counted, "the global `CALLS` was 0|the global `CALLS` was"),
    "a global of a helper": (helped, "the global `CALLS` was"),
    "a list": (listed, "the global `SEEN` was"),
    "a set": (met, "the global `MET` was"),
    "a class": (on_the_class, "the attribute `plays` of the class Table was"),
    "an object": (Table().play, "the attribute `asked` of a Table was"),
    "a dict": (last_move, "the global `LAST` was"),
    "a variable around": (around(), "the variable `count` around `play` was"),
    "a default": (kept, "the default 0 of `kept` was"),
    "within a partial": (partial(counted), "the global `CALLS` was"),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_what_a_rule_writes_to_is_named(writer: str):
    play, named = WRITERS[writer]
    with pytest.raises(BrokenLaw, match=f"functions of the position alone, and write to nothing else.*({named})"):
        check_game(replace(HEAP, play=play))


def test_answers_that_depend_on_what_was_asked_before_are_seen():
    last = deque([99], maxlen=1)  # what lies in a deque is not looked at

    def mover(heap: Heap) -> int:
        before = last[0]
        last.append(heap.left)
        return heap.mover if before >= heap.left else 1 - heap.mover

    with pytest.raises(BrokenLaw, match="in another order"):
        check_game(replace(HEAP, mover=mover))


@lru_cache
def remembered(left: int) -> int:
    return left


def remembering(heap: Heap, taken: int) -> Heap:
    KNOWN[heap.left] = remembered(heap.left)
    return Heap(KNOWN[heap.left] - taken, 1 - heap.mover)


def test_remembering_answers_is_no_mistake():
    assert check_game(replace(HEAP, play=remembering)).ended == 20


@pytest.mark.parametrize("name", GAMES)
def test_the_library_s_games_write_to_nothing(name: str):
    check_game(GAMES[name](), games=1, plies=6)

"""Lowering generators that are values: a frame in the arena, and a function that goes on from where it has left off.

A frame begins with the number of its function among those that it may be of, where that goes on, and the item that it
has given last. Then come its arguments, and all that lies on the stack in other functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lazytree.core.errors import Trap

from ..ir.core import Begin
from ..ir.kinds import SMALL, WORDS, Container, Type
from .arena import at, loaded, words_of, words_of_leaf, written
from .calls import called, fitted, give_back, invoke
from .frame import Frame, arena
from .text import BYTES, I1, I64, Kind
from .values import FROZEN, Value, of_parts, rebuilt

WHICH, STATE, ITEM = 0, 1, 2
BEGINS, ENDED, AT_WORK = 0, 1, 2  # states; from FIRST on, where a `yield` goes on
FIRST = 3
WORD, ALIGNED = 8, 16  # bytes


def begun(f: Frame, node: Begin, arguments: list[Value]) -> Value:
    """The frame of a call, of which nothing has run yet."""
    instance: Any = node.call.instance
    f.module.function(instance)  # which nothing may go on with
    size = f.b.load(f.module.frame_size(instance))
    frame = invoke(f, node.instance, [Value(WORDS, (arena(f), I64(0))), Value(SMALL, size)]).data  # type: ignore[arg-type]
    root = instance.held.root
    f.b.store(I64(root.frames.index(instance)), at(f, frame))
    f.b.store(I64(BEGINS), at(f, f.b.add(frame, I64(STATE))))
    word = ITEM + words_of(f, root.value)
    for value, kind in zip(fitted(f, instance, arguments), instance.arguments):
        written(f, f.b.add(frame, I64(word)), value, kind)
        word += words_of(f, kind)
    return Value(node.type, frame)  # type: ignore[arg-type]


def resumed(f: Frame, frame: Any, kind: Container) -> Any:
    """Goes on with a generator: whether it has given another item."""
    frames = kind.root.frames
    if len(frames) == 1:
        return f.b.extract_value(called(f, frames[0], [frame]), 0)
    found, which = f.alloca(I1), loaded(f, frame, WHICH)

    def go_on(number: int) -> None:
        def call() -> None:
            f.b.store(f.b.extract_value(called(f, frames[number], [frame]), 0), found)

        if number + 1 == len(frames):
            call()
        else:
            f.branch(f.b.icmp_unsigned("==", which, I64(number)), call, lambda: go_on(number + 1))

    go_on(0)
    return f.b.load(found)


# ---- the function of a generator


def arguments_kept(f: Frame) -> list[Value]:
    """The values that the function was given, which lie in its frame; from now on so does all that is on the stack."""
    held, frame = f.instance.held, f.function.args[1]
    assert held is not None
    place = f.entry.gep(arena(f), [frame], inbounds=True)
    word = ITEM + words_of(f, held.root.value)

    def leaf(part: Type) -> Value:
        nonlocal word
        where, word = f.entry.gep(place, [I64(word)], inbounds=True), word + words_of_leaf(f, part)
        return of_parts(part, f.layout.loaded(f.entry, where, part), FROZEN)

    given = [rebuilt(kind, leaf) for kind in f.instance.arguments]
    beyond = f.entry.ptrtoint(f.entry.gep(place, [I64(word)], inbounds=True), I64)
    beyond = f.entry.and_(f.entry.add(beyond, I64(ALIGNED - 1)), I64(-ALIGNED))
    f.room = Room(f, f.entry.inttoptr(beyond, BYTES), word)
    return given


class Room:
    """What is left of a frame; `states`: the blocks where its function goes on."""

    def __init__(self, f: Frame, base: Any, words: int) -> None:
        self.f, self.base, self.words, self.bytes = f, base, words, 0
        self.states: list[Any] = []

    def taken(self, kind: Kind) -> Any:
        """Room for a value, where it stays when the function is left."""
        where = self.f.entry.cast(self.f.entry.gep(self.base, [I64(self.bytes)], inbounds=True), kind)
        self.bytes += -(-kind.size // ALIGNED) * ALIGNED
        return where

    @property
    def size(self) -> int:
        """The words of a frame."""
        return self.words + (self.bytes + ALIGNED) // WORD


def going_on(f: Frame) -> Callable[[], None]:
    """Begins the function of a generator: what is done last gives the way to where it goes on."""
    frame, room = f.function.args[1], f.room
    state = loaded(f, frame, STATE)
    set_state(f, AT_WORK)
    here, (begins, ended, at_work) = f.b.block, f.blocks(3)
    f.b.position_at_end(at_work)
    f.b.branch(f.trap(Trap.RAISED))  # it asks itself
    f.b.position_at_end(ended)
    end(f)
    f.b.position_at_end(begins)
    room.states = [begins, ended, at_work]

    def finish() -> None:
        f.b.position_at_end(here)
        f.b.switch(state, room.states)
        f.module.frame_size(f.instance).held = I64(room.size)

    return finish


def set_state(f: Frame, state: int) -> None:
    """Notes where the function goes on."""
    f.b.store(I64(state), at(f, f.b.add(f.function.args[1], I64(STATE))))


def end(f: Frame) -> None:
    """Leaves the function, which has no item any more."""
    set_state(f, ENDED)
    give_back(f, Value(f.instance.result, I1(0)))  # type: ignore[arg-type]


def suspended(f: Frame, value: Value) -> None:
    """Leaves the function with an item, to go on from here."""
    assert f.instance.held is not None
    written(f, f.b.add(f.function.args[1], I64(ITEM)), value, f.instance.held.root.value)
    set_state(f, len(f.room.states))
    give_back(f, Value(f.instance.result, I1(1)))  # type: ignore[arg-type]
    f.room.states.append(f.block())
    f.b.position_at_end(f.room.states[-1])

"""All branches of a position in one call of machine code; positions stay packed until somebody looks at one."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lazytree.core.errors import Refused
from lazytree.core.game import Game
from lazytree.searching.kernels import searches

from .abi import Packing
from .frontend.stamp import Stamp
from .ir.kinds import Fixed, Record, Type
from .made import made
from .runtime.boundary import NOT_PACKED, Unpacking
from .runtime.entries import FIRST_ROOM, Function

if TYPE_CHECKING:
    from .inference.programs import Instance
    from .planning import Planning


def packed_rules(game: Game[Any, Any], roots: list[Any], position: Type, move: Type, cell: int) -> PackedRules | None:
    """How the positions of a game unfold; None if that is outside of the subset."""

    def plan(planning: Planning) -> Mapping[str, Instance]:
        planning.rule(game.play, position, move)
        planning.settle()  # so that `children` sees from the first what type `play` answers
        rules = {"mover": Fixed(game.mover), "moves": Fixed(game.moves), "play": Fixed(game.play)}
        return {"children": planning.request(searches.children, {**rules, "position": position})}

    unfolding = made([searches.children, *roots], plan, cell)
    binary = unfolding.verdict
    if isinstance(binary, Refused):
        return None
    emitted = binary.entries["children"].emitted
    if not isinstance(emitted, Record) or binary.cell != cell or not alike(emitted.items[2], position, cell):
        return None  # a child could not be given to `children` as it is
    move_of, position_of = Unpacking(emitted.items[0], cell), Unpacking(position, cell)
    return PackedRules(unfolding.functions["children"], move_of, position_of, unfolding.stamp)


class PackedRules:
    """The rules of a game as `lazytree.trees.packed.PackedRules` wants them."""

    def __init__(self, children: Function, move: Unpacking, position: Unpacking, stamp: Stamp) -> None:
        self.stamp = stamp
        self.children, self.call, self.local, self.position = children, children.call, children.local, position
        self.unpacked = Unpacked(f"{'q' if move.plain else f'{move.size}s'}q{position.size}s")
        self.move = None if move.plain else Moves(move).__getitem__

    def pack(self, position: Any) -> Any:
        try:
            packed = self.children.pack(position)
        except NOT_PACKED:
            return position
        return packed if self.position.one(packed) == position else position

    def unpack(self, packed: Any) -> Any:
        return self.position.one(packed) if type(packed) is bytes else packed

    def unfold(self, packed: Any) -> Sequence[Any] | None:
        if type(packed) is not bytes or not self.stamp.current():
            return None
        try:
            context = self.local.context
        except AttributeError:  # the first call in this thread
            context = self.children.context()
        trap = self.call(context.address, packed, context.answer_address)
        count = context.count.value
        return None if trap or count > FIRST_ROOM else self.unpacked[count](context.room)


class Unpacked(dict[int, Callable[[memoryview], Sequence[Any]]]):
    """The function that unpacks so many branches, one after another."""

    def __init__(self, each: str) -> None:
        self.each = each

    def __missing__(self, count: int) -> Callable[[memoryview], Sequence[Any]]:
        self[count] = made = struct.Struct("=" + self.each * count).unpack_from
        return made


class Moves(dict[bytes, Any]):
    """Moves by their bytes, each made once."""

    def __init__(self, moves: Unpacking) -> None:
        self.moves = moves

    def __missing__(self, packed: bytes) -> Any:
        self[packed] = move = self.moves.one(packed)
        return move


def alike(kind: Type, other: Type, cell: int) -> bool:
    """Whether values of both types are packed in the same way."""
    return [*Packing((kind,), cell).formats()] == [*Packing((other,), cell).formats()]

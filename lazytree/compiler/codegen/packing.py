"""How values travel between Python and machine code: leaf after leaf in a buffer of bytes, each on 8 bytes."""

from __future__ import annotations

from collections.abc import Iterator

from ..ir.kinds import Bool, Int, Type, Vector, Words, leaves, width


class Packing:
    """Where each leaf of some values lies."""

    def __init__(self, kinds: tuple[Type, ...], cell: int) -> None:
        self.kinds, self.cell = kinds, cell
        self.leaves: list[tuple[Type, int]] = []
        self.size = 0
        for leaf in (leaf for kind in kinds for leaf in leaves(kind)):
            self.leaves.append((leaf, self.size))
            self.size += -(-leaf_bytes(leaf, cell) // 8) * 8

    def formats(self) -> Iterator[str]:
        """What the struct module calls each leaf, padding included."""
        for leaf, _ in self.leaves:
            yield leaf_format(leaf, self.cell)


def leaf_bytes(leaf: Type, cell: int) -> int:
    match leaf:
        case Int() | Bool():
            return max(8, width(leaf) // 8)
        case Vector():
            return leaf.length * cell // 8
    return 16


def leaf_format(leaf: Type, cell: int) -> str:
    match leaf:
        case Vector():
            size = leaf_bytes(leaf, cell)
            return f"{leaf.length}{ {8: 'b', 16: 'h', 32: 'i', 64: 'q'}[cell] }{-size % 8}x"
        case Int() if width(leaf) > 64:
            return f"{width(leaf) // 8}s"
        case Int() if leaf.high > 2**63 - 1:
            return "Q"
        case Words():
            return "qq"
    return "q"

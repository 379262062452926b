"""What machine code and Python share: the words of the context, the codes of traps, and how values are packed.

An entry of machine code is called with three addresses: of the context, of the packed arguments, and of the room for
the packed result. It returns 0, or the code of the trap that ended the call. Code generation and runtime read this
module; nothing of it is declared anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.core.errors import Trap

from .ir.kinds import MOST, Bool, Container, Float, Int, Type, Vector, Words, leaves, width
from .ir.symbols import Symbol

# ---- the context: 64-bit words that Python sets before a call, and that machine code reads and writes

TRAP = 0  # the code of the trap, written by the function whose check failed
STACK = 1  # the lowest address on the stack that machine code may use
STEPS = 2  # how many steps the call may still take
STOP = 3  # the address of the stop flag, a word: another value than 0 ends the call
OUT = 4  # the address of the room for values that a function emits
ROOM = 5  # how many values that room holds
ALLOWED = 6  # how many steps a call may take in all: each call begins with STEPS at that number
ARENA = 7  # the address of the words in which dicts lie; of code that makes none, 0
CONTEXT_WORDS = 8
WASM_ARENA = 2**18  # words of an arena in WebAssembly, whose code says how large it is itself

TRAPS = 16  # more than there are kinds of traps


def trap_code(site: int, trap: Trap) -> int:
    """The code of a trap: the number of its place in the source, and its kind, in one number."""
    return site * TRAPS + trap


def trap_of(code: int) -> tuple[int, Trap]:
    """The number of the place and the kind of trap that a code means: the inverse of `trap_code`.

    >>> trap_of(trap_code(7, Trap.OUTSIDE))
    (7, <Trap.OUTSIDE: 9>)
    """
    site, trap = divmod(code, TRAPS)
    return site, Trap(trap)


# ---- packing: leaf after leaf in a buffer of bytes, each on a multiple of 8 bytes


class Packing:
    """Where each leaf of some values lies: `leaves` pairs them with offsets in bytes, `size` is of all, in bytes.

    `cell` is how many bits a cell of a board takes: 8, 16, 32 or 64.
    """

    def __init__(self, kinds: tuple[Type, ...], cell: int) -> None:
        self.kinds, self.cell = kinds, cell
        self.leaves: list[tuple[Type, int]] = []
        self.size = 0
        for leaf in (leaf for kind in kinds for leaf in leaves(kind)):
            self.leaves.append((leaf, self.size))
            self.size += -(-leaf_bytes(leaf, cell) // 8) * 8

    def formats(self) -> Iterator[str]:
        """The format of each leaf for the struct module, padding included."""
        for leaf, _ in self.leaves:
            yield leaf_format(leaf, self.cell)


def leaf_bytes(leaf: Type, cell: int) -> int:
    """How many bytes a leaf takes, without padding."""
    match leaf:
        case Int() | Bool():
            return max(8, width(leaf) // 8)
        case Float() | Symbol() | Container():
            return 8
        case Vector():
            return leaf.length * cell // 8
    return 16


def is_unsigned(board: Vector) -> bool:
    """Whether the cells of a board are sets of 64 cells, which have no sign."""
    return board.high > MOST


def leaf_format(leaf: Type, cell: int) -> str:
    """The format of a leaf for the struct module, with its padding."""
    match leaf:
        case Vector():
            code = "Q" if is_unsigned(leaf) else {8: "b", 16: "h", 32: "i", 64: "q"}[cell]
            return f"{leaf.length}{code}{-leaf_bytes(leaf, cell) % 8}x"
        case Int() if width(leaf) > 64:
            return f"{width(leaf) // 8}s"
        case Int() if leaf.high > MOST:
            return "Q"
        case Words():
            return "qq"
        case Float():
            return "d"
    return "q"

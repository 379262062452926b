"""Lowering loops over the cells that pass a test: `for cell, x in enumerate(board): if x == k: ...`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ..ir.core import Each
from ..ir.kinds import SMALL, Bool, Int, Vector, as_int, number_of
from ..ir.symbols import NONE, OrNone, Symbol
from .conversions import live, raw
from .expressions import expression
from .frame import Frame, poll_in_loop
from .memory import assign, keeping
from .proofs import leading_test
from .tables import cell_at
from .text import I32, I64, ArrayType, VectorType, integer
from .values import Value

MOST_CELLS = 2**10  # that are compared together: LLVM takes long over more


def masked_loop(f: Frame, node: Each, value: Value, changed: Counter[str]) -> bool:
    """Emits `for cell, x in enumerate(board): if x == k: ...`: compares all cells together and visits the hits.

    `changed` says how often its body assigns each variable. False, and nothing is emitted, where the loop is of another
    form.
    """
    test = leading_test(node, changed)
    if test is None or f.copy_always or not 0 < value.type.length <= MOST_CELLS:  # type: ignore[union-attr]
        return False
    wanted = live(f, expression(f, test.operands[1]))
    if not may_be_compared(value.type, wanted.type):
        return False
    own, cell = number_of(wanted.type), f.layout.cell
    if not (-(2 ** (cell.width - 1)) <= own.low and own.high < 2 ** (cell.width - 1)):
        return False
    assert isinstance(value.type, Vector)
    cells = VectorType(cell, value.type.length)
    first = f.b.insert_element(cells.undefined(), raw(f, wanted, cell.width), I32(0))
    order = VectorType(I32, value.type.length).zeros()
    board = f.b.load(f.b.cast(value.data, cells), align=1)
    found = f.b.compare_items(test.symbol, board, f.b.shuffle_vector(first, cells.undefined(), order))
    board_now, same = keeping(f, value), keeping(f, wanted)
    cell_now = (lambda _: same()) if test.symbol == "==" else (lambda now: cell_at(f, board_now(), now))
    end = f.block()
    visit_bits(f, node, cell_now, f.b.same_bits(found, integer(value.type.length)), end)
    last = I64(value.type.length - 1)
    hold(f, node, last, cell_at(f, board_now(), last))
    f.enter(end)
    return True


def may_be_compared(board: Any, wanted: Any) -> bool:
    """Whether a cell equals a value where their numbers are equal."""
    if isinstance(wanted, Symbol):
        return not isinstance(board.cls, type)
    return isinstance(wanted, (Int, Bool)) and not (isinstance(board.cls, OrNone) and as_int(wanted).low <= NONE)


def hold(f: Frame, node: Each, place: Any, cell: Value) -> None:
    """Gives the loop's variables their values: at its end those of the last cell, whether it passed the test or not."""
    assign(f, node.index, Value(SMALL, place))
    for target in node.targets:
        if target is not None:
            assign(f, target, cell)


def visit_bits(f: Frame, node: Each, cell: Callable[[Any], Value], found: Any, end: Any) -> None:
    """Runs the body for each bit; a `break` leads to `end`, the last bit to where this leaves off."""
    words = -(-found.type.width // 64)
    bits = f.alloca(ArrayType(I64, words))
    whole = integer(64 * words)
    widened = f.b.zext(found, whole) if found.type.width < whole.width else found
    f.b.store(widened, f.b.cast(bits, whole), align=8)
    head, inside, following, after = f.blocks(4)
    at = f.alloca(I64)
    f.b.store(I64(0), at)
    f.enter(head)
    here = f.b.gep(bits, [I32(0), f.b.load(at)])
    f.b.cbranch(f.b.icmp_unsigned("!=", f.b.load(here), I64(0)), inside, following)
    f.b.position_at_end(following)
    number = f.b.add(f.b.load(at), I64(1))
    f.b.store(number, at)
    f.b.cbranch(f.b.icmp_unsigned("<", number, I64(words)), head, after)
    f.b.position_at_end(inside)
    poll_in_loop(f, node.label)
    left = f.b.load(here)
    f.b.store(f.b.and_(left, f.b.sub(left, I64(1))), here)
    now = f.b.add(f.b.mul(f.b.load(at), I64(64)), f.b.cttz(left, never_0=True))
    f.labels[node.label] = end, head
    hold(f, node, now, cell(now))
    f.statements(node.body)
    f.jump(head)
    f.b.position_at_end(after)

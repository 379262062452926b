"""What machine code and Python share: words of the context, codes of traps, the layout of packed values."""

from __future__ import annotations

from itertools import product

import pytest

from lazytree.compiler import abi
from lazytree.compiler.abi import CONTEXT_WORDS, TRAPS, Packing, leaf_bytes, trap_code, trap_of
from lazytree.compiler.ir.kinds import BOOL, WORDS, Int, Record, Type, Vector
from lazytree.compiler.runtime.boundary import format_of
from lazytree.core.errors import Trap

WORDS_OF_CONTEXT = ("TRAP", "STACK", "STEPS", "STOP", "OUT", "ROOM", "ALLOWED")

KINDS: list[Type] = [
    *(Int(0, 1), Int(-(2**63), 2**63 - 1), Int(0, 2**64 - 1), Int(0, 2**100), Int(-(2**200), 0), BOOL, WORDS),
    *(Vector(length, 0, 1, int) for length in (0, 1, 7, 8, 9, 42)),
]


def test_words_of_the_context_are_different_and_have_room():
    places = [getattr(abi, name) for name in WORDS_OF_CONTEXT]
    assert len(set(places)) == len(places)
    assert all(0 <= place < CONTEXT_WORDS for place in places)


def test_codes_of_traps_have_room_for_every_kind():
    assert min(Trap) > 0
    assert max(Trap) < TRAPS


@pytest.mark.parametrize("trap", Trap)
def test_a_code_tells_its_place_and_its_trap(trap):
    assert all(trap_of(trap_code(site, trap)) == (site, trap) for site in (0, 1, 15, 16, 1000))
    assert trap_code(0, trap) != 0


@pytest.mark.parametrize("cell", [8, 16, 32, 64])
def test_leaves_lie_one_after_another_on_multiples_of_eight_bytes(cell):
    for kinds in product(KINDS, repeat=2):
        packing = Packing((Record(tuple, kinds), BOOL), cell)
        ends = 0
        for leaf, offset in packing.leaves:
            assert offset % 8 == 0
            assert offset >= ends
            ends = offset + leaf_bytes(leaf, cell)
        assert ends <= packing.size < ends + 8


@pytest.mark.parametrize("cell", [8, 16, 32, 64])
def test_python_packs_into_as_many_bytes_as_machine_code_reads(cell):
    for kinds in product(KINDS, repeat=2):
        assert format_of(kinds, cell).size == Packing(kinds, cell).size

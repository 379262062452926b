"""Which names of a code object are globals."""

from __future__ import annotations

import sys
from dis import EXTENDED_ARG, opmap
from types import CodeType

LATER = int(sys.version_info >= (3, 12))  # from then on the number of an attribute's name is shifted by a bit
SHIFTS = {"LOAD_GLOBAL": 1, "LOAD_NAME": 0, "LOAD_ATTR": LATER, "LOAD_METHOD": 0, "STORE_ATTR": 0}
NAMING = {opmap[name]: (shift, "ATTR" in name or "METHOD" in name) for name, shift in SHIFTS.items() if name in opmap}
"""The instructions that name a global or an attribute: how far the number of the name is shifted, and which it is."""
READ = (3, 13)
"""The newest Python whose instructions are known here: of a later one every name counts as a global."""


def globals_of(code: CodeType) -> list[str]:
    """The names of a code object, without those that it reads only as attributes.

    A name that no instruction reads any more, because what read it never runs, counts as a global, too.

    >>> globals_of((lambda position: len(position.board)).__code__)
    ['len']
    """
    if sys.version_info[:2] > READ:
        return list(code.co_names)
    extended, read = 0, {False: set[str](), True: set[str]()}
    for operation, argument in zip(code.co_code[::2], code.co_code[1::2]):
        extended = extended << 8 | argument
        if operation in NAMING:
            shift, attribute = NAMING[operation]
            read[attribute].add(code.co_names[extended >> shift])
        if operation != EXTENDED_ARG:
            extended = 0
    return [name for name in code.co_names if name in read[False] or name not in read[True]]

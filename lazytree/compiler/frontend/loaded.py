"""Whether a file of the library still holds the text of what Python has loaded from it: Python's own cache tells.

Beside each module Python keeps its code, with the size and the time of the text that it was made from (a `.pyc`). Where
both are those of the text now, and the code is the one that runs, the text need not be compiled to be sure of it. Of a
user's functions that is not enough: their files change often, perhaps twice within a second.
"""

from __future__ import annotations

import linecache
import marshal
from contextlib import suppress
from functools import lru_cache
from os.path import dirname, join
from types import CodeType, FunctionType
from typing import Any

from lazytree.core import errors

LIBRARY = join(dirname(dirname(errors.__file__)), "")  # the folder of the package, with a separator
HEAD = 16  # bytes: a number of Python's, then three ints of 4 bytes: flags (0: time and size follow), time, size
INT = 0xFFFFFFFF


def is_as_loaded(function: FunctionType) -> bool:
    """Whether this is a function of the library whose text is surely the one that `linecache` holds."""
    code = function.__code__
    if not code.co_filename.startswith(LIBRARY):
        return False
    spec, entry = function.__globals__.get("__spec__"), linecache.cache.get(code.co_filename)
    if spec is None or spec.cached is None or entry is None or len(entry) < 4:
        return False
    size, time = entry[:2]
    return time is not None and code in kept(spec.cached, int(time) & INT, size & INT).get(code.co_firstlineno, ())


@lru_cache(maxsize=64)
def kept(file: str, time: int, size: int) -> dict[int, list[CodeType]]:
    """The codes in a file of Python's cache, by first line; none if it was made from a text of another time or size."""
    found: dict[int, list[CodeType]] = {}
    head = b"".join(each.to_bytes(4, "little") for each in (0, time, size))
    with suppress(OSError, ValueError, EOFError, TypeError), open(file, "rb") as opened:
        content = opened.read()
        if content[4:HEAD] == head:
            for code in codes_in(marshal.loads(content[HEAD:])):
                found.setdefault(code.co_firstlineno, []).append(code)
    return found


def codes_in(code: Any) -> list[CodeType]:
    """A code object and those inside of it."""
    inner = [each for const in code.co_consts if isinstance(const, CodeType) for each in codes_in(const)]
    return [code, *inner]

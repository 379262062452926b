"""The calls that an error has passed: those of the library, of a user's own code, and of others."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from linecache import getline
from pathlib import Path
from sysconfig import get_paths
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any, NamedTuple

HOUSE = Path(__file__).resolve().parents[1]
INSTALLED = tuple(Path(get_paths()[name]).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib"))
"""Where the code of Python and of installed packages lies."""


class Call(NamedTuple):
    """A function call that an error has passed on its way."""

    file: str
    line: int
    function: str
    code: CodeType
    names: Mapping[str, Any]  # its variables


def calls_of(error: BaseException) -> Iterator[Call]:
    """The calls that an error has passed, the outermost first."""
    for frame, line in walk_tb(error.__traceback__):
        code = frame.f_code
        name = code.co_qualname.replace("<locals>.", "")
        yield Call(code.co_filename, line, name, code, frame.f_locals)


class LastCall(NamedTuple):
    """A call that raised an error inside of what has no Python code: the function, and its first argument."""

    function: Any
    given: Any


def last_call(error: BaseException) -> LastCall | None:
    """What the last line that an error has passed was calling, where that is told by names; else None.

    >>> from operator import itemgetter
    >>> try:
    ...     itemgetter(2)((0, 1))
    ... except IndexError as error:
    ...     print(last_call(error))  # a doctest's line is not in a file
    None
    """
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None:
        return None
    frame = last.tb_frame
    line, end, start, stop = next(islice(frame.f_code.co_positions(), last.tb_lasti // 2, None))
    if line is None or line != end or start is None or stop is None:
        return None
    text = getline(frame.f_code.co_filename, line).encode()[start:stop].decode(errors="replace")
    try:
        match ast.parse(text.strip(), mode="eval").body:
            case ast.Call(func=function, args=[given, *_]):
                return LastCall(_meant(frame, function), _meant(frame, given))
    except (SyntaxError, LookupError, AttributeError):
        pass
    return None


def _meant(frame: FrameType, node: ast.expr) -> Any:
    """What a name, or an attribute of one, is in a call. Raises LookupError where it is another expression."""
    match node:
        case ast.Name(id=name):
            return frame.f_locals[name] if name in frame.f_locals else frame.f_globals[name]
        case ast.Attribute(value=value, attr=name):
            return getattr(_meant(frame, value), name)
    raise LookupError(ast.unparse(node))


def user_calls(error: BaseException, calls: Sequence[Call]) -> list[int]:
    """The numbers of the last calls that are a user's, one within the other; none where the error is not theirs."""
    kinds = [owner(call.file) for call in calls]
    users = [at for at, kind in enumerate(kinds) if kind == "user"]
    ours = max((at for at, kind in enumerate(kinds) if kind == "house"), default=-1)
    if not users or (ours > users[-1] and not isinstance(error, ValueError)):
        return []
    if isinstance(error, RecursionError) and len(users) < kinds.count("house"):
        return []  # it is the library that is deep
    begins = max((at for at in range(users[-1]) if kinds[at] == "house"), default=-1)
    return [at for at in users if at > begins]


def owner(file: str) -> str:
    """Whose code a file has: "house", "user", or "other"."""
    if file.startswith("<"):
        return "user" if file.startswith("<doctest lazytree.") else "other"
    path = Path(file).resolve()
    if path.is_relative_to(HOUSE):
        return "house"
    return "other" if any(map(path.is_relative_to, INSTALLED)) or "dist-packages" in path.parts else "user"

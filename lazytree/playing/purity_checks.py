"""Rules that are no functions of the position alone: what they write to is seen to change while they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any

from lazytree.core.game import Game
from lazytree.core.texts import shorten

State = dict[tuple[int, str], tuple[str, Any]]
"""What rules read beside the position: for each place what it is called, and what lies there now."""

NOTHING: Any = object()
OURS = "lazytree.compiler"  # machine code is loaded once it is asked, and writes to nothing


def visible_state(game: Game[Any, Any]) -> State:
    """What the rules and ratings of a game can read beside the position.

    These are the globals that their code names, with those of the functions that they call, variables of functions
    around them, defaults, and attributes of classes and of objects whose methods they are.

    >>> from lazytree.games import nim
    >>> change_error(visible_state(nim()), visible_state(nim()))
    ''
    """
    rules = (game.mover, game.moves, game.play, game.payoffs, game.odds, *game.ratings.values())
    found: State = {}
    met: set[int] = set()
    waiting = [*filter(None, rules), *game.standings.values(), type(game.start)]
    while waiting:
        thing = waiting.pop()
        if id(thing) in met or not is_theirs(thing):
            continue
        met.add(id(thing))
        for name, value in parts_of(thing):
            found[id(thing), name] = name, snapshot(value)
            waiting.append(value)
    return found


def is_theirs(thing: Any) -> bool:
    """Whether a thing may be read for state: a function, a class or an object, but none of Python's own or ours."""
    kind = thing if isinstance(thing, FunctionType | type) else type(thing)
    if isinstance(thing, partial | MethodType) or hasattr(thing, "__wrapped__"):
        return True
    module = str(getattr(kind, "__module__", ""))
    return not module.startswith(OURS) and module.partition(".")[0] not in ("builtins", "pyrsistent", "typing", "enum")


def parts_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """What a function, a class or an object reads or holds, with what it is called."""
    match thing:
        case FunctionType():
            for name in sorted(names_in(thing.__code__)):
                if name in thing.__globals__:
                    yield f"the global `{name}`", thing.__globals__[name]
            for name, cell in zip(thing.__code__.co_freevars, thing.__closure__ or ()):
                yield f"the variable `{name}` around `{thing.__name__}`", content(cell)
            for number, value in enumerate(thing.__defaults__ or ()):
                yield f"the default {number} of `{thing.__name__}`", value
        case partial():
            yield from (("a function", thing.func), *(("an argument", value) for value in thing.args))
        case MethodType():
            yield from (("a function", thing.__func__), ("an object", thing.__self__))
        case type():
            for name, value in list(vars(thing).items()):
                if not name.startswith("__"):
                    yield f"the attribute `{name}` of the class {thing.__name__}", value
        case _ if hasattr(thing, "__wrapped__"):
            yield "a function", thing.__wrapped__
        case _:
            attributes = getattr(thing, "__dict__", {})
            for name, value in list(attributes.items()):
                yield f"the attribute `{name}` of a {type(thing).__name__}", value
            yield "a class", type(thing)


def content(cell: Any) -> Any:
    """What a variable of a function around holds, if it holds something yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return NOTHING


def names_in(code: CodeType) -> set[str]:
    """The names that a function's code, and functions within it, use beside its own variables."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def snapshot(value: Any) -> Any:
    """A value as it is now: of a list, a set or a dict a copy."""
    return value.copy() if type(value) in (list, set, dict, bytearray) else value


def change_error(before: State, now: State) -> str:
    """The first place that holds something else now, as a sentence; empty if there is none.

    A dict may get new keys, for it may remember answers.

    >>> change_error({(1, "x"): ("the global `x`", 1)}, {(1, "x"): ("the global `x`", 2)})
    'the global `x` was 1 and is now 2'
    """
    for place, (name, old) in before.items():
        _, new = now.get(place, (name, NOTHING))
        if new is old or new is NOTHING:
            continue
        if type(old) is dict and type(new) is dict:
            if all(key in new and is_same(old[key], new[key]) for key in old):
                continue
        elif is_same(old, new):
            continue
        return f"{name} was {shorten(old)} and is now {shorten(new)}"
    return ""


def is_same(one: Any, other: Any) -> bool:
    """Whether two things are one, or equal as far as they can be compared."""
    try:
        return one is other or (type(one) is type(other) and bool(one == other))
    except Exception:
        return False


def answers_of(game: Game[Any, Any], position: Any) -> tuple[object, ...]:
    """What the rules answer at a position: the mover, the moves, and what follows the first one, or the payoffs."""
    moves = list(game.moves(position))
    after = game.play(position, moves[0]) if moves else game.payoffs(position)
    return game.mover(position), moves, after

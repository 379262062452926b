"""Games by name: those of the library, and those in a file or a module of the user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, isfunction, signature
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, get_type_hints

from lazytree.core.game import Game
from lazytree.core.texts import meant, shorten
from lazytree.games import GAMES

Made = Callable[..., Game[Any, Any]]

HOW = "write a name of `lazytree games`, a file such as mygame.py or mygame.py:breakthrough, or module:factory"


def factory_named(name: str) -> Made:
    """What makes the game of this name: `konane`, `mygame.py`, `mygame.py:breakthrough` or `module:breakthrough`.

    Of a file without a name behind it, its only Game or its only function that returns one is taken.

    Raises: ValueError if there is none, or several; if the file or the module cannot be run, with its line.
    """
    if name in GAMES:
        return GAMES[name]
    where, colon, wanted = name.rpartition(":") if ":" in name[2:] else (name, "", "")  # C:\ is no module
    if where.endswith(".py"):
        module = _run_file(Path(where))
    elif colon:
        module = _imported(where)
    else:
        guess = meant(name, GAMES)
        raise ValueError(f"there is no game {name!r}; {guess}there are: {', '.join(sorted(GAMES))}; or {HOW}")
    return _in_module(module, where, wanted)


def _run_file(path: Path) -> ModuleType:
    """The module that the file makes, run as `python file.py` runs it, but not as a main program."""
    if not path.is_file():
        raise ValueError(f"there is no file {str(path)!r}")
    name = f"{path.stem}_game" if path.stem in {*sys.modules, *sys.stdlib_module_names} else path.stem
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # its name ends in .py
    module = module_from_spec(spec)
    _look_first_in(str(path.resolve().parent))
    sys.modules[name] = module
    return _ran(lambda: spec.loader.exec_module(module) or module, path)  # type: ignore[union-attr]


def _imported(name: str) -> ModuleType:
    _look_first_in("")
    return _ran(lambda: import_module(name), None)


def _look_first_in(folder: str) -> None:
    if folder not in sys.path[:1]:
        sys.path.insert(0, folder)


def _ran(run: Callable[[], ModuleType], path: Path | None) -> ModuleType:
    """What `run()` returns. Raises ValueError that names the line of the user's file where it raises anything."""
    try:
        return run()
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        raise ValueError(f"{error.filename or path}{line}: {error.msg}") from error
    except Exception as error:
        lines = [frame for frame in extract_tb(error.__traceback__) if path and Path(frame.filename) == path.resolve()]
        where = f"{path}, line {lines[-1].lineno}: " if lines else ""
        raise ValueError(f"{where}{type(error).__name__}: {error}") from error


def _in_module(module: ModuleType, where: str, wanted: str) -> Made:
    """The maker of that name in a module; without a name the only one."""
    known = vars(module)
    if wanted:
        if wanted not in known:
            raise ValueError(f"{where} has no {wanted!r}; {meant(wanted, known)}it has: {_listed(_makers(module))}")
        return _maker(wanted, known[wanted])
    makers = _makers(module) or _unannotated(module)
    if len(makers) == 1:
        return next(iter(makers.values()))
    if not makers:
        raise ValueError(
            f"{where} has no game: give it a Game, or a function that returns one, from parameters with defaults,"
            f" or name it, as in {where}:factory"
        )
    raise ValueError(f"{where} has several games, {_listed(makers)}: name one, as in {where}:{next(iter(makers))}")


def _makers(module: ModuleType) -> Mapping[str, Made]:
    """The games of a module, and the functions written there that say that they return one."""
    found = {}
    for name, thing in vars(module).items():
        if name.startswith("_"):
            continue
        if isinstance(thing, Game) or (getattr(thing, "__module__", "") == module.__name__ and _returns_a_game(thing)):
            found[name] = _maker(name, thing)
    return found


def _unannotated(module: ModuleType) -> Mapping[str, Made]:
    """The functions written in a module that name `Game` in their text, and need no arguments: factories, it seems."""
    found = {}
    for name, thing in vars(module).items():
        if name.startswith("_") or not isfunction(thing) or thing.__module__ != module.__name__:
            continue
        makes = any(vars(module).get(word) is Game or word == "Game" for word in thing.__code__.co_names)
        if makes and all(each.default is not Parameter.empty for each in signature(thing).parameters.values()):
            found[name] = _maker(name, thing)
    return found


def _returns_a_game(thing: object) -> bool:
    try:
        hint = get_type_hints(thing).get("return")
    except (NameError, TypeError):
        return False
    return getattr(hint, "__origin__", hint) is Game


def _maker(name: str, thing: Any) -> Made:
    """A function that makes the game, of a game or of a factory."""
    if isinstance(thing, Game):

        def same() -> Game[Any, Any]:
            return thing

        same.__doc__ = sys.modules[thing.moves.__module__].__doc__ if hasattr(thing.moves, "__module__") else None
        return same
    if not callable(thing):
        raise ValueError(f"{name} is neither a Game nor a function that makes one, but {shorten(thing)}")
    made: Made = thing
    return made


def _listed(makers: Mapping[str, Made]) -> str:
    return ", ".join(makers) or "no game"

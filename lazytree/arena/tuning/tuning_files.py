"""Files of tuning: how far it has come, written after each step, so that an interrupted one goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .tuning import State, Tuning, digest


def read_state(path: Path, plan: Tuning) -> State | None:
    """The last state of a plan that is in a file; None if there is no file.

    Raises: ValueError where the file is of another plan, or is none that `writer` has written.
    """
    try:
        saved: Any = json.loads(path.read_text(encoding="utf-8"))
        if saved["plan"] != digest(plan):
            raise ValueError(f"{path} belongs to another plan: name another file, or remove it")
        state = State(**saved["state"])
        parts = map(tuple, state.samples)
        return state._replace(numbers=tuple(state.numbers), samples=tuple(parts), held_out=tuple(state.held_out))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of `tune` ({type(error).__name__}): name another file") from None


def writer(path: Path, plan: Tuning) -> Callable[[State], None]:
    """What writes each state of a plan to a file; a file is never half written.

    Raises: ValueError, when it is called, where the file cannot be written.
    """
    name = digest(plan)

    def write(state: State) -> None:
        text = json.dumps({"plan": name, "state": state._asdict()})
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            new.write_text(text, encoding="utf-8")
            os.replace(new, path)
        except OSError as error:
            raise ValueError(f"{path} cannot be written: {error.strerror}") from None

    return write

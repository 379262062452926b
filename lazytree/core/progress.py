"""What takes long says what it is doing: to a function that is given, and in a notebook by itself, after 3 seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from importlib import import_module
from importlib.util import find_spec
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

AFTER = 3.0
EVERY = 1.0  # seconds
CLEARED = "\r\x1b[K"  # back to the start of the line, which is empty then

Tell = Callable[[str], object]
"""What is told, every second, what is being done."""


@contextmanager
def saying(doing: Callable[[], str], progress: Tell | None = None, after: float = AFTER) -> Iterator[None]:
    """A context manager beside which `progress` is called every second with what is being done.

    Without one it is written in a notebook, from `after` seconds on; elsewhere nothing is.

    >>> with saying(lambda: "counting", print):
    ...     pass
    """
    own = progress is None
    if own and not in_notebook():
        yield
        return
    done = Event()
    with nullcontext(progress) if progress else line_in_notebook() as say:

        def watch() -> None:
            wait = after if own else EVERY
            while not done.wait(wait):
                say(doing())
                wait = EVERY

        with run_watcher(watch, done):
            yield


@contextmanager
def line_in_notebook() -> Iterator[Tell]:
    """A context manager that gives a function which shows a line below the cell that runs, in place of the one before.

    At the end the line is empty: nothing of it stays in the notebook, as words on standard error do.
    """
    shown: list[Any] = []

    def show(line: str) -> None:
        data = {"text/plain": line} if line else {"text/plain": "", "text/html": ""}  # which has no height
        if shown:
            shown[0].update(data, raw=True)
        else:
            shown.append(import_module("IPython.display").display(data, raw=True, display_id=True))

    try:
        yield show
    finally:
        if shown:
            show("")


@contextmanager
def bar_in_notebook(unit: str, total: int) -> Iterator[Callable[[int], object]]:
    """A context manager that gives a function of how many are done: a bar of tqdm in a notebook, after 3 seconds.

    Elsewhere, and without tqdm, nothing is shown. The bar is gone at the end.

    >>> with bar_in_notebook("games", 20) as tell:
    ...     tell(7)
    """
    if not in_notebook() or find_spec("tqdm") is None:
        yield lambda done: None
        return
    with line_in_notebook() as show:
        file = SimpleNamespace(write=lambda text: text.strip() and show(text.strip()), flush=lambda: None)
        looks = {"unit": f" {unit}", "delay": AFTER, "leave": False, "file": file}
        with closing(import_module("tqdm").tqdm(total=total, **looks)) as bar:
            yield lambda done: bar.update(done - bar.n)


@contextmanager
def run_watcher(watch: Callable[[], None], done: Event) -> Iterator[None]:
    """A context manager beside which a thread watches, until `done` is set at its end.

    Without one where no thread can be started, as in a browser.
    """
    watcher = Thread(target=watch, daemon=True)
    with suppress(RuntimeError):
        watcher.start()
    try:
        yield
    finally:
        done.set()
        if watcher.ident is not None:  # it was started
            watcher.join()


def print_over_last_line(line: str) -> None:
    """Writes a line over the one before, on standard error."""
    sys.stderr.write(f"{CLEARED}{line}")
    sys.stderr.flush()


def in_notebook() -> bool:
    """Whether this runs in the kernel of a notebook.

    >>> in_notebook()
    False
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")

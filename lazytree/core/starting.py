"""Ctrl-C while the command line is still being imported: it ends with one line, as it does later. And SIGTERM.

Of the whole library this is imported first, and it does something only in a process that is the command line.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from types import FrameType

INTERRUPTED = 130  # the exit code of a program that Ctrl-C has ended


def is_the_command_line(argv: Sequence[str], orig_argv: Sequence[str]) -> bool:
    """Whether a process with these words is `lazytree ...` or `python -m lazytree ...`.

    >>> is_the_command_line(["-m"], ["python", "-m", "lazytree", "games"])
    True
    >>> is_the_command_line(["/usr/bin/lazytree"], ["/usr/bin/python", "/usr/bin/lazytree"])
    True
    >>> is_the_command_line(["-m"], ["python", "-m", "pytest"]), is_the_command_line([""], ["python"])
    (False, False)
    """
    if argv[:1] == ["-m"]:  # so it is called while `python -m` imports the package
        after = [word for before, word in pairwise(orig_argv) if before == "-m"]
        return after[:1] == ["lazytree"]
    return Path(argv[0]).stem == "lazytree" and not argv[0].endswith(".py") if argv else False


def _ends(number: int, frame: object) -> None:
    os.write(2, b"\nstopped\n")
    os._exit(INTERRUPTED)


def end_on_interrupt() -> None:
    """Has Ctrl-C end this process with a line, if it is the command line, until `restore_interrupt` is called."""
    if is_the_command_line(sys.argv, sys.orig_argv) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _ends)


def restore_interrupt() -> None:
    """Has Ctrl-C raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _ends:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def heeds_sigterm() -> None:
    """Has SIGTERM do what Ctrl-C does at that moment; where Ctrl-C is ignored, it raises KeyboardInterrupt."""

    def heard(number: int, frame: FrameType | None) -> None:
        ctrl_c = signal.getsignal(signal.SIGINT)
        (ctrl_c if callable(ctrl_c) else signal.default_int_handler)(signal.SIGINT, frame)

    signal.signal(signal.SIGTERM, heard)


end_on_interrupt()

"""Where the rules take long to compile, a terminal and the pages of the server say so; nothing else does."""

from __future__ import annotations

import sys
from io import StringIO
from threading import Event
from typing import Any

import pytest

from lazytree.cli.commands import saying_when_compiling
from lazytree.compiler.llvm import compiling, is_compiling
from tests.helpers.waiting import LONG

SAID = "compiling the rules…"


class Terminal(StringIO):
    """A standard error that notes when something is written to it."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal, self.written = terminal, Event()

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Any:
    def made(terminal: bool) -> Terminal:
        stream = Terminal(terminal)
        monkeypatch.setattr(sys, "stderr", stream)
        return stream

    return made


def test_a_terminal_is_told_once(said: Any):
    stream = said(True)
    with saying_when_compiling(after=0.02, every=0.01), compiling():
        assert stream.written.wait(LONG)
        stream.written.clear()
        assert not stream.written.wait(0.2)
    assert stream.getvalue().count(SAID) == 1
    assert not is_compiling()


def test_what_is_compiled_soon_or_not_at_all_is_not_told(said: Any):
    stream = said(True)
    with saying_when_compiling(after=0.02, every=0.01):
        assert not stream.written.wait(0.2)  # nothing is compiled
    with saying_when_compiling(after=1000, every=0.01), compiling():
        assert not stream.written.wait(0.2)
    assert stream.getvalue() == ""


def test_nothing_is_told_where_no_terminal_is(said: Any):
    stream = said(False)
    with saying_when_compiling(after=0.0, every=0.01), compiling():
        assert not stream.written.wait(0.2)
    assert stream.getvalue() == ""


def test_code_counts_as_being_made_while_it_is(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("llvmlite")
    from lazytree.compiler import passes, rules_lane
    from lazytree.games import tic_tac_toe

    seen: list[bool] = []
    made = passes.compiled_now
    monkeypatch.setenv("LAZYTREE_CACHE", "off")
    monkeypatch.setattr(passes, "compiled_now", lambda *means: (seen.append(is_compiling()), made(*means))[1])
    assert rules_lane(tic_tac_toe()).name == "machine"
    assert seen and all(seen) and not is_compiling()

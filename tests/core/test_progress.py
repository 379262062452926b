"""What takes long says what it is doing: to a function, or in a notebook; nowhere else."""

from __future__ import annotations

import sys
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from lazytree import check_game
from lazytree.core import progress as telling
from lazytree.games import tic_tac_toe


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(telling, "EVERY", 0.01)


def test_a_function_is_told_as_long_as_it_lasts():
    enough, said = Event(), list[str]()

    def tell(text: str) -> None:
        said.append(text)
        if len(said) == 3:
            enough.set()

    with telling.saying(lambda: f"the {len(said)}th", tell):
        assert enough.wait(30)
    assert said[:3] == ["the 0th", "the 1th", "the 2th"]


def test_a_check_says_which_game_it_is_at():
    said = list[str]()
    check_game(tic_tac_toe(), games=20, progress=said.append)
    assert all(text.startswith("checking tic_tac_toe: game ") and text.endswith(" checked") for text in said)
    assert said


class Cell:
    """What stands in for IPython: the line that the cell of a notebook shows, and those that it has shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shown = list[str]()
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=1)))
        monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=self.display))

    def display(self, data: dict[str, str], raw: bool, display_id: bool) -> Any:
        assert raw and display_id and not self.shown  # one line, which is changed
        self.update(data, raw)
        return self

    def update(self, data: dict[str, str], raw: bool) -> None:
        assert raw and data.get("text/html", data["text/plain"]) == data["text/plain"]
        self.shown.append(data["text/plain"])


def test_a_notebook_is_told_after_a_while_and_a_script_nothing(monkeypatch: Any, capsys: Any):
    said = Event()

    def doing() -> str:
        said.set()
        return "counting"

    with telling.saying(doing, after=0.0):
        assert not said.is_set()
    assert capsys.readouterr().err == ""
    cell = Cell(monkeypatch)
    assert telling.in_notebook()
    with telling.saying(doing, after=30):
        pass
    assert not cell.shown
    with telling.saying(doing, after=0.01):
        assert said.wait(30)
    assert cell.shown[0] == "counting" and cell.shown[-1] == ""  # nothing of it stays
    assert capsys.readouterr().err == ""


def test_a_notebook_shows_a_bar_of_what_is_counted_and_a_script_none(monkeypatch: Any, capsys: Any):
    pytest.importorskip("tqdm")
    monkeypatch.setattr(telling, "AFTER", 0)
    with telling.bar_in_notebook("games", 20) as bar:
        bar(20)
    assert capsys.readouterr().err == ""
    cell = Cell(monkeypatch)
    with telling.bar_in_notebook("games", 20) as bar:
        for done in (5, 20):
            bar(done)
    assert any("/20 [" in line for line in cell.shown) and cell.shown[-1] == ""
    assert capsys.readouterr().err == ""

"""The progress bar: it counts what is counted, and ends with it, also after an error."""

import sys
import time
from typing import Any

import pytest

from lazytree import Stats, perft_counts, solve
from lazytree.games import tic_tac_toe
from lazytree.show.progress import progress_bar


class Bar:
    """A bar that writes down what it is told."""

    def __init__(self, **how: Any) -> None:
        self.how, self.n, self.updates, self.closed = how, 0, 0, False

    def update(self, more: int) -> None:
        assert more > 0
        self.n, self.updates = self.n + more, self.updates + 1

    def close(self) -> None:
        self.closed = True


def made(bars: list[Bar]) -> Any:
    def make(**how: Any) -> Bar:
        bars.append(Bar(**how))
        return bars[-1]

    return make


def test_the_bar_ends_with_all_that_was_counted():
    bars: list[Bar] = []
    with progress_bar("solving", bar=made(bars)) as stats:
        solve(tic_tac_toe(), stats=stats, lane="python")
    assert bars[0].n == max(stats.nodes, stats.grown) > 0
    assert bars[0].how["desc"] == "solving"
    assert bars[0].closed


def test_the_bar_moves_while_the_work_goes_on_and_counts_in_the_stats_that_are_given():
    bars, own = [], Stats()
    with progress_bar(stats=own, every=0.001, bar=made(bars)) as stats:
        assert stats is own
        for step in range(1, 4):
            own.grown = step
            while bars[0].n < step:  # a test that fails waits here for ever: the watcher has died
                time.sleep(0.001)
    assert bars[0].updates == 3


def test_the_bar_is_closed_after_an_error():
    bars: list[Bar] = []
    with pytest.raises(ZeroDivisionError), progress_bar(bar=made(bars)):
        1 / 0  # noqa: B018
    assert bars[0].closed


def test_without_tqdm_the_extra_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with (
        pytest.raises(ImportError, match=r"need the extra `notebook`: pip install 'lazytree\[notebook\]'"),
        progress_bar(),
    ):
        next(perft_counts(tic_tac_toe()))


def test_tqdm_shows_it_in_a_terminal(capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("tqdm")
    with progress_bar("solving") as stats:
        solve(tic_tac_toe(), stats=stats, lane="python")
    assert "solving" in capsys.readouterr().err

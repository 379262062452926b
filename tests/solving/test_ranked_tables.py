"""Tables of numbered positions: the same values as those that are met by play, however the work is done."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lazytree import Stopped, games
from lazytree.solving import ranked
from lazytree.solving.exact import solve_in_python
from lazytree.solving.tabulating import Kept
from lazytree.tables import Tablebase, open_table, tabulate
from tests.helpers.trees import Graph, game_of, graphs

HEAPS = (2, 3, 4)
SIZE = 2 * 3 * 4 * 5


def rank(position: Any) -> int | None:
    """The number of a position of nim: whose turn it is, and the heaps, the largest last."""
    first, second, third = sorted(position.heaps)
    if first > 2 or second > 3 or third > 4:
        return None
    return ((position.mover * 3 + first) * 4 + second) * 5 + third


def unrank(number: int) -> Any:
    """The position of a number."""
    rest, third = divmod(number, 5)
    rest, second = divmod(rest, 4)
    mover, first = divmod(rest, 3)
    return GAME.start._replace(heaps=GAME.start.heaps.set(0, first).set(1, second).set(2, third), mover=mover)


GAME = games.nim(heaps=HEAPS)
HOW: dict[str, Any] = {"rank": rank, "unrank": unrank, "size": SIZE}


def same_values(table: Tablebase[Any, Any]) -> None:
    plain = tabulate(GAME)
    for number in range(SIZE):
        position = unrank(number)
        if position in plain:
            assert table[position] == plain[position]


@pytest.mark.slow
@settings(phases=[Phase.explicit, Phase.generate])
@given(graphs(endless=True, size=12), st.sets(st.integers(0, 11)))
def test_numbered_positions_have_the_values_that_solve_finds(graph: Graph, unnumbered: set[int]) -> None:
    """Positions that are over need no number."""
    game = replace(game_of(graph), odds=None)
    without = {at for at in unnumbered if at < len(graph) and not graph[at].children and at}

    def number(position: int) -> int | None:
        return None if position in without else position

    with TemporaryDirectory() as folder:
        how: dict[str, Any] = {"rank": number, "unrank": number, "size": len(graph)}
        table = tabulate(game, file=f"{folder}/table", **how)
        for position in set(range(len(graph))) - without:
            solution, entry = solve_in_python(game, position), table[position]
            assert entry.value == solution.value
            assert not entry.value or entry.plies == solution.plies
        assert all(position not in table for position in without)
        assert len(list(Path(folder).iterdir())) == 1


def test_each_lane_and_executor_writes_the_same_file(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        hows: list[dict[str, Any]] = [{}, {"lane": "python"}, {"executor": executor}]
        for number, how in enumerate(hows):
            same_values(tabulate(GAME, file=tmp_path / str(number), **HOW, **how))
    assert len({file.read_bytes() for file in tmp_path.iterdir()}) == 1
    assert len(open_table(tmp_path / "0", GAME, rank)) == sum(rank(unrank(number)) == number for number in range(SIZE))


@pytest.mark.process
def test_other_processes_write_the_same_file(tmp_path: Path) -> None:
    tabulate(GAME, file=tmp_path / "one", **HOW)
    tabulate(GAME, file=tmp_path / "two", processes=2, **HOW)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_work_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranked, "SLICE", 16)
    monkeypatch.setattr("lazytree.questions.ranked.SLICE", 16)
    rounds, file = 0, tmp_path / "table"
    while not file.exists():
        rounds, polls = rounds + 1, count()
        try:
            tabulate(GAME, file=file, stop=lambda: next(polls) >= 5, **HOW)  # noqa: B023 - asked in this round
        except Stopped:
            assert rounds < 100
    assert rounds > 5
    same_values(open_table(file, GAME, rank))


def test_slices_done_twice_come_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed again and again between what is written and what is noted."""
    notes, append, file = count(1), Kept.append, tmp_path / "table"

    def killed_at_times(self: Any, content: Any) -> None:
        if next(notes) % 7 == 0:
            raise Stopped
        append(self, content)

    monkeypatch.setattr(ranked, "SLICE", 16)
    monkeypatch.setattr("lazytree.questions.ranked.SLICE", 16)
    monkeypatch.setattr(Kept, "append", killed_at_times)
    while not file.exists():
        with suppress(Stopped):
            tabulate(GAME, file=file, **HOW)
    assert next(notes) > 50
    same_values(open_table(file, GAME, rank))


def test_mistakes_are_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="with unrank give rank, size and file"):
        tabulate(GAME, rank=rank, unrank=unrank)
    with pytest.raises(ValueError, match="a move leads to a position that has no number and is not over"):
        tabulate(
            GAME, file=tmp_path / "x", rank=lambda p: rank(p) if sum(p.heaps) > 3 else None, unrank=unrank, size=SIZE
        )
    with pytest.raises(ValueError, match="no number has a position"):
        tabulate(GAME, file=tmp_path / "y", rank=lambda position: None, unrank=unrank, size=SIZE)
    with pytest.raises(ValueError, match="rank must give numbers from 0 to 119, or None; not -1"):
        tabulate(GAME, file=tmp_path / "y", rank=lambda position: -1, unrank=unrank, size=SIZE)

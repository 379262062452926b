"""The table of deepening: small at first, and grown as positions are seen."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import deepen, search
from lazytree.compiler.entry_points.deepening import FEW, make_room, new_reader
from lazytree.games import connect_four, dice_of_doom, nim, tic_tac_toe
from lazytree.searching.kernels.scout import ENTRIES, SEEN

ROLLED = dice_of_doom(size=2, dice="rolled", seed=2)
GAMES = [connect_four(columns=5, rows=4), nim(), tic_tac_toe(), ROLLED]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("depth", [1, 2, 5, 8])
def test_a_search_gives_what_deepening_gives_last(game: Any, depth: int) -> None:
    """It looks at several depths at once, and tells only the last."""
    *_, last = islice(deepen(game, lane="machine"), depth)
    found = search(game, depth, lane="machine")
    assert (found.depth, found.value, found.line, found.nodes) == (last.depth, last.value, last.line, last.nodes)
    assert found.value == search(game, depth, lane="python").value


@pytest.mark.parametrize("threads", [1, 2])
def test_a_small_table_is_taken_over_by_the_whole_one(threads: int) -> None:
    reader = new_reader(threads, 1)
    assert reader.whole is not None
    assert {memory.counts[ENTRIES] for memory in reader.memories} == {FEW}
    reader.memories[0].table[5] = 77
    make_room(reader, 1)
    assert reader.memories[0].table is not reader.whole
    reader.memories[0].counts[SEEN] = FEW
    make_room(reader, 2)
    assert all(memory.table is reader.whole for memory in reader.memories)
    assert {memory.counts[ENTRIES] for memory in reader.memories} == {4 * FEW}
    assert [reader.whole[5 + 2 * FEW * copy] for copy in range(5)] == [77, 77, 77, 77, 0]


def test_all_of_the_table_is_used_where_the_depth_before_was_not_looked_at() -> None:
    reader = new_reader(1, 1)
    make_room(reader, 3)
    assert reader.memories[0].counts[ENTRIES] == 2**16
    make_room(reader, 4)
    assert reader.memories[0].counts[ENTRIES] == 2**16


def test_a_value_does_not_depend_on_how_much_of_the_table_is_used() -> None:
    game = connect_four()
    alone = [list(islice(deepen(game, lane="machine", first=first), 10 - first))[-1] for first in (1, 4, 8)]
    *_, together = islice(deepen(game, lane="machine", threads=2), 9)
    assert {answer.value for answer in alone} == {together.value}
    assert {answer.lane for answer in (*alone, together)} == {"machine"}

"""Which part of a large board is shown: the stones and the legal cells are in it, and it has the shape of the board."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.javascript import in_node

ALL = (-1.0, -1.0, 21.0, 18.0)


def parts(views: list[Any], wide: int) -> list[list[float]]:
    program = """
import { partWithStones } from "./zoom.mjs";
const [views, all, wide] = data;
return views.map((view) => partWithStones(view, all, wide));
"""
    found: list[list[float]] = in_node(program, views, ALL, wide)
    return found


def view(*cells: int) -> dict[str, Any]:
    places = [{"x": cell % 19, "y": cell // 19} for cell in range(19 * 17)]
    return {"stones": [{"cell": cell} for cell in cells], "legal": [], "last": [], "layout": {"cells": places}}


@pytest.mark.slow
@given(st.lists(st.lists(st.integers(0, 19 * 17 - 1), min_size=1, max_size=5), min_size=40, max_size=40))
def test_all_stones_are_in_the_part_of_a_board_on_a_phone(boards: list[list[int]]):
    for cells, (left, top, width, height) in zip(boards, parts([view(*cells) for cells in boards], 366)):
        assert width / height == pytest.approx(ALL[2] / ALL[3])
        assert ALL[0] <= left + 1e-9 and left + width <= ALL[0] + ALL[2] + 1e-9
        assert ALL[1] <= top + 1e-9 and top + height <= ALL[1] + ALL[3] + 1e-9
        for cell in cells:
            assert left <= cell % 19 <= left + width and top <= cell // 19 <= top + height


def test_a_board_is_shown_whole_where_it_has_room_or_is_empty():
    assert parts([view(5), view()], 880) == [list(ALL)] * 2
    assert parts([view()], 366) == [list(ALL)]
    assert parts([view(8 * 19 + 9)], 366)[0][2] < 10

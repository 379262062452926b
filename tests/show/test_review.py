"""What the front end makes of the values of a game: the bar, the sentence, the mistakes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.javascript import in_node

WIN = 1_000_000
LINE = [{"place": ply + 1, "text": f"m{ply}", "mover": ply % 2} for ply in range(4)]


def worth(value: int, text: str = "+1", exact: bool = False) -> dict[str, Any]:
    return {"value": value, "exact": exact, "text": text}


def told(*views: dict[str, Any]) -> list[Any]:
    """Of each view the shares, the plies of mistakes, the sentence."""
    program = """
import { mistakesOf, outlook, sharesOf } from "./review.mjs";
return data[0].map((view) => [sharesOf(view.worths), mistakesOf(view).map(({ ply }) => ply), outlook(view)]);
"""
    found: list[Any] = in_node(program, views)
    return found


def view(worths: list[Any], place: int = 0, yours: tuple[bool, bool] = (True, False), turn: str = "person") -> Any:
    seats = [{"name": name, "yours": own} for name, own in zip(("Red", "Blue"), yours)]
    return {"worths": worths, "line": LINE[: len(worths) - 1], "place": place, "seats": seats, "turn": turn}


def test_a_bar_is_full_where_a_player_wins_and_in_the_middle_where_nothing_is_decided():
    (shares, mistakes, _), (unknown, _, _) = told(
        view([worth(0, "draw", True), worth(5), worth(WIN - 3), worth(-5), None]), view([None])
    )
    assert shares == [0.5, pytest.approx(2 / 3), 1, pytest.approx(1 / 3), None]
    assert mistakes == [1, 2]  # Blue lets Red win, and Red does not
    assert unknown == [None]


def test_a_chance_to_win_is_the_part_of_the_bar():
    ((shares, _, _),) = told(view([worth(836_844, "91.8% to win"), worth(-836_844, "91.8% to win")]))
    assert shares == [pytest.approx(0.918), pytest.approx(0.082)]


def test_one_who_looks_is_told_how_it_stands():
    cases = [
        (worth(WIN - 4, "win in 4"), (True, False), "You win in 4"),
        (worth(4 - WIN, "win in 4"), (True, False), "You lose in 4"),
        (worth(4 - WIN, "win in 4"), (True, True), "Blue wins in 4"),
        (worth(7, "+7"), (False, True), "Red is ahead: +7"),
        (worth(-7, "+7"), (False, True), "You are ahead: +7"),
        (worth(0, "draw", True), (True, True), "A draw, if both play well"),
    ]
    found = told(*(view([known], yours=yours) for known, yours, _ in cases))
    assert [words for _, _, words in found] == [words for _, _, words in cases]

"""Positions in one line: as short as `read` allows, read back, refused by name where that cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

import lazytree
from lazytree import Game, one_line
from lazytree.games import andantino, dice_of_doom, kalah, nim, selfo, tic_tac_toe

RACE: Game[tuple[int, int], int] = Game(
    name="race",
    start=(0, 0),
    mover=lambda position: position[1],
    moves=lambda position: (1, 2),
    play=lambda position, step: (position[0] + step, 1 - position[1]),
    payoffs=lambda position: (0, 0),
    show=lambda position: f"steps {position[0]}\n\nmover {position[1]}",
)


def read_lines(text: str) -> tuple[int, int]:
    """What RACE shows, exactly, line by line."""
    steps, blank, mover = text.split("\n")
    assert blank == ""
    return int(steps.removeprefix("steps ")), int(mover.removeprefix("mover "))


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (tic_tac_toe(), "... / ... / ..."),
        (andantino(side=3), "... / .... / ..... / .... / ... / Black to move"),
        (kalah(pits=2, seeds=12), "12 12 / 0 0 / 12 12 / first to move"),
        (nim(heaps=(2, 1)), "|| / | / first to move"),
        (nim(heaps=(2, 0)), "a | | / b / first to move"),
        (dice_of_doom(board="a3,a3,b3,b1"), "current player = a / a-3 a-3 / b-3 b-1"),
    ],
    ids=lambda thing: getattr(thing, "name", None),
)
def test_names_are_left_out_where_they_are_not_needed(game: Game[object, object], line: str):
    assert one_line(game, game.start) == line


def test_marks_that_look_like_names_stay():
    """Selfo's third player is Red: an R is no name, though rows are named by letters."""
    game = selfo(side=3, setup="a1 a3 / c1 c5 / e3 e5", players=3)
    assert one_line(game, game.start).startswith("B.B / .... / W...W / .... / R.R / Black to move, first turn;")


def test_what_a_game_of_ones_own_shows_is_read_in_one_line():
    game = replace(RACE, read=read_lines)
    assert game.read(one_line(game, (3, 1))) == (3, 1)
    with pytest.raises(ValueError, match=r"not enough values.*; a position looks like: steps 0 / mover 0"):
        game.read("steps 3")


def test_an_error_has_one_example_where_a_read_asks_another_games():
    inner = replace(RACE, read=read_lines)
    outer = replace(RACE, start=(9, 0), read=inner.read.__call__)
    with pytest.raises(ValueError, match=r"unpack[^;]*; a position looks like: steps 9 / mover 0$"):
        outer.read("steps 3")


def test_a_slash_that_belongs_to_one_line_is_left_alone():
    game = replace(RACE, show="{0[0]}/{0[1]}".format, read=lambda text: tuple(map(int, text.split("/"))))
    assert game.read("3/1") == (3, 1)
    assert one_line(game, (3, 1)) == "3/1"
    variant = replace(game, show=RACE.show, read=read_lines)  # a variant reads what it shows
    assert variant.read("steps 3//mover 1") == (3, 1)


def test_a_game_without_read_is_named():
    with pytest.raises(ValueError, match="race has no `read`: give the Game a `show` and a `read` that is its inverse"):
        one_line(RACE, (0, 0))


def test_a_text_that_would_come_back_as_another_position_is_not_written():
    """Its `show` does not say who is to move."""
    forgetful = replace(RACE, show=lambda position: str(position[0]), read=lambda text: (int(text), 0))
    assert one_line(forgetful, (3, 0)) == "3"
    with pytest.raises(ValueError, match="the `read` of race does not give this position back from '3'"):
        one_line(forgetful, (3, 1))


def test_a_position_of_another_game_is_refused():
    with pytest.raises(ValueError, match="is no position of tic_tac_toe"):
        one_line(tic_tac_toe(), nim().start)


def test_the_front_door_has_it_instead_of_aspiration():
    assert lazytree.one_line is one_line
    assert not hasattr(lazytree, "aspiration")
    assert len(lazytree.__all__) <= 72

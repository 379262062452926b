"""A value of a wrong kind in a call is a mistake like any other: named, with what is right."""

from collections.abc import Callable

import pytest

from lazytree import (
    IllegalMove,
    Table,
    bots,
    check_game,
    grow,
    perft,
    play_game,
    prove,
    rate,
    solve,
    think,
    within,
)
from lazytree.games import dice_of_doom, konane, nim, tic_tac_toe
from lazytree.playing.records import record

GAME = tic_tac_toe()

MISTAKES: dict[str, tuple[Callable[[], object], str]] = {
    "a board that is a tuple": (
        lambda: dice_of_doom(board=("a3", "a3", "b3", "b1")),  # type: ignore[arg-type]
        r"a board is one text such as 'a3,a3,b3,b1', not \('a3'",
    ),
    "a ply in words": (lambda: record(GAME, [4]).branch("x"), "plies 0 to 1, not 'x'"),  # type: ignore[arg-type]
    "half a ply": (lambda: record(GAME, [4]).branch(0.5), "plies 0 to 1, not 0.5"),  # type: ignore[arg-type]
    "thinking by a number": (lambda: think(GAME, rating=5), "no rating 5; it has: open_lines"),  # type: ignore[arg-type]
    "growing layers by a number": (
        lambda: bots.breadth_first(GAME, rating=5),  # type: ignore[arg-type]
        "no rating 5; it has: open_lines",
    ),
    "best first by a number": (
        lambda: bots.best_first(GAME, rating=5),  # type: ignore[arg-type]
        "no rating 5; it has: open_lines",
    ),
    "labels by a name": (
        lambda: rate(GAME, "closed_lines"),
        r"has no rating 'closed_lines'; it has: .*open_lines.*\(or a function of a position\)",
    ),
    "a table of words": (lambda: Table(megabytes="x"), "megabytes must be a number, not 'x'"),  # type: ignore[arg-type]
    "seconds in words": (lambda: within("x"), "seconds must be a number above 0, not 'x'"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_wrong_kind_is_named(mistake: str):
    call, told = MISTAKES[mistake]
    with pytest.raises(ValueError, match=told):
        call()


@pytest.mark.parametrize("game", [GAME, konane(), nim(), dice_of_doom()], ids=lambda game: game.name)
@pytest.mark.parametrize("text", [None, 4, ("a", "1")])
def test_a_move_is_read_from_text_alone(game, text):
    with pytest.raises(IllegalMove, match="a move is read from a text"):
        game.parse(game.start, text)


def test_what_is_right_is_taken():
    first = record(GAME, [4]).branch(1)
    assert first.written() == ["b2"]
    assert rate(GAME, lambda position: 7)(grow(GAME)(GAME.start)).label == 7


@pytest.mark.parametrize(
    "asked",
    [
        grow,
        check_game,
        record,
        solve,
        prove,
        bots.best_first,
        lambda game: perft(game, 2),
        lambda game: think(game, 2),
        lambda game: list(play_game(game, [])),
    ],
)
def test_a_factory_that_was_not_called_is_named(asked):
    with pytest.raises(ValueError, match=r"a Game is wanted, not <function konane .*: call it, as in konane\(\)"):
        asked(konane)

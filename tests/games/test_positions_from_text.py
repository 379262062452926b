"""Positions from text: every game of the library reads what it shows, in one line too, forgives alike, and refuses."""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, Game, one_line
from lazytree.core.game import sample_move
from lazytree.games import GAMES, clobber, domineering, hex, kalah, konane, nim, othello, tic_tac_toe
from tests.helpers.examples import examples
from tests.helpers.marks import slow_unless
from tests.helpers.positions import ALL, FIRST_OF_EACH, Variant, walks

EVERY_VARIANT = pytest.mark.parametrize("variant", slow_unless(FIRST_OF_EACH, ALL), ids=str)
EVERY_GAME = pytest.mark.parametrize("name", GAMES)

WITH_STONES = {
    *("andantino", "clobber", "connect_four", "domineering", "hex", "konane", "lines_of_action", "othello"),
    *("selfo", "tic_tac_toe"),
}
"""Games whose boards are rows of marks of one character, with `.` for an empty cell."""


@cache
def game_of(variant: str) -> Game[Any, Any]:
    return next(one for one in ALL if str(one) == variant)()


def come_to(game: Game[Any, Any], walk: tuple[int, int]) -> Any:
    """The position after a number of plies of a random game, or its end."""
    plies, random = walk[0], Random(walk[1])
    position = game.start
    for _ in range(plies):
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, sample_move(game, position, moves, random))
    return position


@EVERY_VARIANT
@examples(60)
@given(walk=walks())
def test_what_is_shown_is_read_and_so_is_its_one_line(variant: Variant, walk: tuple[int, int]):
    game = game_of(str(variant))
    position = come_to(game, walk)
    line = one_line(game, position)
    assert "\n" not in line
    assert game.read(game.show(position)) == position == game.read(line)
    assert game.read(f"\n  {line.replace(' / ', '/')}\n") == position


def respelled(name: str, shown: str, random: Random) -> str:
    """A text in another spelling: other case, spaces, marks for empty cells; perhaps no names; `/` or new lines."""
    lines = shown.splitlines()
    if name == "chess":  # capital letters are white's pieces
        return random.choice(["\n", "/", "\n\n"]).join(f"  {line} " for line in lines)
    if name in WITH_STONES:
        if random.random() < 0.5:
            told = ("to move", "has won", "last stone", "since")
            said = [line for line in lines if any(word in line for word in told)]
            rows = [without_names(name, line) for line in lines if line not in said]
            lines = [random.choice(["", " "]).join(row) for row in rows if row] + said
        lines = ["".join(random.choice("._-") if mark == "." else mark for mark in line) for line in lines]
    lines = ["".join(random.choice([str.upper, str.lower])(letter) for letter in line) for line in lines]
    return random.choice(["\n", "/", "\n\n"]).join(f"  {line} " for line in lines)


def without_names(name: str, row: str) -> list[str]:
    """The marks of a row of the board; none where it names the columns."""
    words = row.split()
    return words[1:] if name == "selfo" else [word for word in words if word in ("X", "O", "x", "o", ".")]


@EVERY_VARIANT
@examples(40)
@given(walk=walks(), seed=st.integers(0, 2**32))
def test_every_game_forgives_alike(variant: Variant, walk: tuple[int, int], seed: int):
    game = game_of(str(variant))
    position = come_to(game, walk)
    text = respelled(variant.name, game.show(position), Random(seed))
    assert game.read(text) == position, text


@EVERY_GAME
@pytest.mark.parametrize("text", ["", "good morning", "X / O", "/", 3, None, ["X"], b"X"])
def test_every_error_says_what_a_position_looks_like(name: str, text: object):
    game = GAMES[name]()
    with pytest.raises(ValueError, match="; a position looks like: ") as caught:
        game.read(text)  # type: ignore[arg-type]
    assert game.read(str(caught.value).split("; a position looks like: ")[-1]) == game.start


@EVERY_GAME
def test_every_factory_documents_how_a_position_is_read(name: str):
    positions = str(getdoc(GAMES[name])).partition("\nPositions:")[2].partition("\nMoves:")[0]
    assert "`read`" in positions


IMPOSSIBLE = [
    ("tic_tac_toe", {}, "XXX / OOO / ...", "X has won already, so X cannot be to move"),
    ("tic_tac_toe", {}, "XXXOOO...", "X has won already"),
    ("tic_tac_toe", {}, "OOO / XX. / X.X", "O has won already, so O cannot be to move"),
    ("tic_tac_toe", {}, "XX. / ... / ...", "here X has 2 and O has 0"),
    ("tic_tac_toe", {}, "O.. / ... / ...", "here X has 0 and O has 1"),
    ("tic_tac_toe", {}, "X.. / ... / ... / X to move", "here X has 1 and O has 0, X to move"),
    ("tic_tac_toe", {}, "X... / .. / ...", "3 rows of 3"),
    ("tic_tac_toe", {}, "1 X.. / 2 ... / 3 ...", "3 rows of 3"),
    ("connect_four", {"columns": 4, "rows": 2}, ".... / XX.. / O to move", "here X has 2 and O has 0"),
    ("connect_four", {"columns": 4, "rows": 2}, "X... / .... / O to move", "needs the ground"),
    ("hex", {"size": 3}, "X.. / X.. / X.. / X to move", "X has won already"),
    ("hex", {"size": 3}, "X.. / X.. / ... / O to move", "O cannot be to move with 2 X and 0 O"),
    ("hex", {"size": 3}, "X.. / ... / ... / X to move", "X cannot be to move with 1 X and 0 O"),
    ("hex", {"size": 3, "swap": False}, "O.. / ... / ... / X to move", "X cannot be to move with 0 X and 1 O"),
    ("hex", {"size": 3}, "... / ... / ... / O to move", "O cannot be to move with 0 X and 0 O"),
    ("othello", {"rows": 4, "columns": 4}, ".... / .OX. / ..O. / .... / X to move", "four cells in the centre"),
    ("lines_of_action", {"size": 4}, "XXXX / O..O / O..O / .XX. / X to move", "1 to 4 stones, not 6"),
    ("lines_of_action", {"size": 4}, ".... / O..O / O..O / .... / X to move", "1 to 4 stones, not 0"),
    ("kalah", {"pits": 2, "seeds": 1}, "1 1 / 0 0 / 1 2 / first to move", "4 seeds in this game, not 5"),
    ("kalah", {"pits": 2, "seeds": 1}, "0 0 / 2 0 / 1 1 / first to move", "a row is empty"),
    ("konane", {"rows": 2, "columns": 2, "opening": "corner"}, ".O / OX / dark to move", "two stones are gone"),
    ("konane", {"rows": 2, "columns": 2}, ".O / OX / dark to move", "it is the turn of light, not dark"),
    ("andantino", {"side": 3}, "... / .... / ..x.. / .... / ... / Black to move", "does not fit the stones, 1 black"),
    ("andantino", {"side": 3}, "... / .... / ..x.. / .... / ... / Black has won", "five in line win"),
    ("selfo", {"side": 2, "setup": "a1 c3 / a2 c2"}, "BB / ... / WW / Black to move, first turn, 3 passed", "who of"),
    ("nim", {}, "3 / -4 / 5 / first to move", "a row for each heap"),
    ("nim", {}, "3 / 4 / 5", "a last line"),
    ("chess", {}, "8/8/8/8/8/8/8/K6k w KQ - 0 1", "castling K is not possible"),
    ("chess", {}, "8/8/8/8/8/8/8/K6r w - - 0 1", "each player has one king"),
    ("chess", {}, "k7/8/8/8/8/8/8/K5RP w - - 0 1", "no pawn stands on"),
    ("chess", {}, "k7/8/8/8/8/8/8/K6R/8 w - - 0 1", "this board has 8 rows of 8"),
    ("chess", {}, "k6R/8/8/8/8/8/8/K7 w - - 0 1", "could take the king"),
    ("chess", {}, "k7/8/8/8/4P3/8/8/K7 b - e4 0 1", "no pawn can have passed e4"),
    ("chess", {}, "k7/8/8/8/4P3/4P3/8/K7 b - e3 0 1", "no pawn can have passed e3"),
    ("chess", {}, "k7/8/8/8/8/8/8/R3K2R w Qk - 0 1", "castling k is not possible"),
    ("chess", {"setup": "5x5"}, "k7/8/8/8/8/8/8/K6R w - - 0 1", "5 rows of 5"),
    ("clobber", {"rows": 1, "columns": 2}, "XO / both to move", "X to move"),
    ("domineering", {"rows": 1, "columns": 2}, "XO / vertical to move", "not O"),
    ("dice_of_doom", {}, "current player = a / a3 a3 / b3", "not 3"),
    ("dvonn", {}, "White to place", "49 stacks"),
]


@pytest.mark.parametrize(("name", "parameters", "text", "said"), IMPOSSIBLE)
def test_what_no_game_leads_to_is_refused(name: str, parameters: dict[str, Any], text: str, said: str):
    with pytest.raises(ValueError, match=said):
        GAMES[name](**parameters).read(text)


def test_names_in_another_order_are_refused():
    """A board with its first row below would otherwise be read upside down."""
    game = othello(rows=4, columns=4)
    after = game.show(game.play(game.start, next(iter(game.moves(game.start)))))
    *rows, letters, mover = after.splitlines()
    with pytest.raises(ValueError, match="4 rows of 4"):
        game.read("\n".join([*rows[::-1], letters, mover]))
    with pytest.raises(ValueError, match="4 rows of 4"):
        game.read("\n".join([*rows, "   d c b a", mover]))


def test_several_numbers_in_a_row_are_not_one_heap():
    """A board of kalah would otherwise be read as heaps of up to 444,444 pieces."""
    with pytest.raises(ValueError, match="a position is a row for each heap"):
        nim().read(one_line(kalah(), kalah().start))
    assert list(nim().read("12 / b 3 / first to move").heaps) == [12, 3]


def test_the_turn_and_marks_are_those_of_the_rules():
    """Read by hand from the rules: who is to move after a number of stones, and which stone lies where."""
    position = tic_tac_toe().read("x-O / _x_ / o__")
    assert (list(position.board), position.mover) == ([0, -1, 1, -1, 0, -1, 1, -1, -1], FIRST)
    swapped = hex(size=2).read("OX / .. / O to move")
    assert (swapped.first, swapped.second, swapped.mover) == (0b0010, 0b0001, SECOND)
    heaps = nim().read("2 / b ||| / 0 / SECOND to move")
    assert (list(heaps.heaps), heaps.mover) == ([2, 3, 0], SECOND)
    numbered = konane(rows=2, columns=3).read("1 2 3 / 2 . O X / 1 O . O / light to move")
    assert (numbered.first, numbered.second, numbered.mover) == (0b000100, 0b101010, SECOND)


@pytest.mark.parametrize("game", [clobber(rows=3, columns=3), domineering(rows=3, columns=4), nim(heaps=(2, 0, 3))])
@examples(20)
@given(walk=walks(6))
def test_the_parts_of_a_sum_are_positions_too(game: Game[Any, Any], walk: tuple[int, int]):
    assert game.regions is not None
    for region in game.regions(come_to(game, walk)):
        assert game.read(game.show(region)) == region == game.read(one_line(game, region))


@pytest.mark.parametrize("name", ["clobber", "connect_four", "hex", "othello", "tic_tac_toe"])
def test_the_line_that_says_whose_turn_it_is_is_called_needed_where_it_is(name: str):
    game = GAMES[name]()
    with pytest.raises(ValueError, match="a line 'X to move' or 'O to move'") as wrong:
        game.read("X")
    rows = [line for line in game.show(game.start).splitlines() if "to move" not in line]
    without = "\n".join(rows)
    if "may follow" in str(wrong.value):
        assert game.read(without) == game.read(without + "\nX to move") == game.start
    else:
        assert "then a line 'X to move'" in str(wrong.value)
        with pytest.raises(ValueError, match="then a line"):
            game.read(without)

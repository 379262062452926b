"""What a picture shows, as data: taken from the game, given by names or numbers, checked."""

import json
import re
from colorsys import rgb_to_hls
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, record
from lazytree.core.board import squares
from lazytree.core.layout import WON, Cell, Layout, Stone, layout_of_grid
from lazytree.core.texts import title_of
from lazytree.games import GAMES, dice_of_doom, domineering, konane, tic_tac_toe
from lazytree.playing.announcing import seen_names
from lazytree.show import as_data, view_of, view_of_record
from lazytree.show.boards import render_board
from lazytree.show.view import Domino, Heat, Mark, starts
from tests.helpers.javascript import in_node
from tests.helpers.positions import ALL, Variant, walk_to, walks

GAME = tic_tac_toe()


@given(st.sampled_from(ALL), walks(40))
def test_a_view_shows_what_the_game_says(variant: Variant, walk: tuple[int, int]):
    game = variant()
    position = walk_to(game, walk)
    view = view_of(game, position, legal=True)
    moves = list(game.moves(position))
    assert view.stones == tuple(game.stones(position))
    assert view.layout is game.layout and view.players == seen_names(game)
    assert view.text == game.show(position)
    assert set(view.legal) == {path[0] for move in moves if (path := tuple(game.touched(position, move)))}
    assert len(set(view.legal)) == len(view.legal)
    if moves:
        assert view.mover == game.mover(position)
        assert view.caption in ("Chance moves", f"{seen_names(game)[view.mover]} to move")
    else:
        assert view.mover == CHANCE and "to move" not in view.caption


@given(st.sampled_from(ALL), walks(40))
def test_as_data_is_json_and_says_the_same(variant: Variant, walk: tuple[int, int]):
    game = variant()
    view = view_of(game, walk_to(game, walk), last=[0], heat={0: (0.25, "1")}, marks=[(0, "ring")])
    data = json.loads(json.dumps(as_data(view)))
    assert data == as_data(view)
    assert [tuple(stone.values()) for stone in data["stones"]] == [tuple(stone) for stone in view.stones]
    assert [cell["name"] for cell in data["layout"]["cells"]] == [cell.name for cell in view.layout.cells]
    assert data["heat"] == [{"cell": 0, "strength": 0.25, "text": "1", "note": ""}]
    assert data["marks"] == [{"cell": 0, "kind": "ring"}] and data["last"] == [0]


def test_cells_are_given_by_names_or_numbers():
    view = view_of(GAME, GAME.start, ["a3", 1], ["b2"], {"c1": 1, 0: (-0.5, "x", "y")}, [("a1", "ring"), (2, "frame")])
    assert (view.last, view.legal) == ((0, 1), (4,))
    assert view.heat == (Heat(8, 1), Heat(0, -0.5, "x", "y"))
    assert view.marks == (Mark(6, "ring"), Mark(2, "frame"))


def test_who_has_won_is_said_and_marked():
    view = view_of(GAME, GAME.read("XXX / OO. / ..."))
    assert (view.caption, view.mover) == ("Red wins", CHANCE)
    assert [stone.cell for stone in view.stones if stone.mark & WON] == [0, 1, 2]


def test_chance_moves():
    game = dice_of_doom(size=2, dice="rolled", board="a3,b2,a1,b1")
    thrown = game.play(game.start, next(move for move in game.moves(game.start)))
    assert game.mover(thrown) == CHANCE and view_of(game, thrown).caption == "Chance moves"


def test_a_record_shows_its_last_move():
    game = konane(rows=4, columns=4, opening="corner")
    played = record(game).play(game.parse(game.start, "a2-a4"))
    names = [game.layout.cells[at].name for at in view_of_record(played).last]
    assert names == ["a2", "a4"]
    assert view_of_record(record(game)).last == ()
    assert view_of_record(played, caption="so far", last=()).caption == "so far"


def test_a_record_of_covered_squares_shows_who_has_laid_which_domino():
    game = domineering(rows=3, columns=3)
    played = record(game, [next(iter(game.moves(game.start)))])
    played = played.play(next(iter(game.moves(played.position))))
    view = view_of_record(played)
    assert [domino.owner for domino in view.dominoes] == [0, 1] and view.stones == ()
    covered = {stone.cell for stone in game.stones(played.position)}
    assert {cell for domino in view.dominoes for cell in domino.cells} == covered
    assert view_of(game, played.position, dominoes=[Domino(0, view.dominoes[0].cells)]).stones != ()


@pytest.mark.parametrize(
    ("shown", "mistake"),
    [
        ({"last": ["z9"]}, "'z9' is no cell: cells have the numbers 0 to 8, or the names 'a3' to 'c1'"),
        ({"legal": [9]}, "9 is no cell"),
        ({"legal": [-1]}, "-1 is no cell"),
        ({"heat": {"a1": 1.5}}, "heat must be a number from -1 to 1, or a pair of it and a text, not 1.5"),
        ({"heat": {"a1": float("nan")}}, "heat must be a number from -1 to 1"),
        ({"heat": {"a1": "hot"}}, "heat must be a number from -1 to 1"),
        ({"heat": {"a1": ()}}, "heat must be a number from -1 to 1"),
        ({"marks": [("a1", "star")]}, "a mark must be one of frame, ring, diamond, not 'star'"),
        ({"marks": ["a1"]}, "marks must be pairs of cell and kind, .*, not 'a1'"),
        ({"marks": 3}, "marks must be pairs of cell and kind, .*, not 3"),
        ({"heat": [0.5]}, "heat must be a dict of cells and strengths, .*, not .0.5."),
        ({"last": 3}, "last must be cells, .*, not 3"),
        ({"last": "a1"}, "last must be cells, .*, not 'a1'"),
        ({"last": [["a1"]]}, "is no cell"),
        ({"legal": 1}, "legal must be True, False or cells, .*, not 1"),
        ({"dominoes": 3}, "dominoes must be Dominoes, .*, not 3"),
        ({"caption": 3}, "caption must be a text, or None, not 3"),
    ],
)
def test_what_is_not_there_is_named(shown, mistake):
    with pytest.raises(ValueError, match=mistake):
        view_of(GAME, GAME.start, **shown)


def test_a_name_of_two_cells_says_their_numbers():
    cells = tuple(cell._replace(name="a") for cell in GAME.layout.cells)
    twins = replace(GAME, layout=replace(GAME.layout, cells=cells))
    with pytest.raises(ValueError, match="several cells are called 'a': give the number of one, 0 or 1 or 2"):
        view_of(twins, twins.start, last=["a"])


def test_a_game_without_a_layout_and_a_position_of_another_game_are_named():
    with pytest.raises(ValueError, match="has no picture, because it has no layout"):
        view_of(replace(GAME, layout=None), GAME.start)
    with pytest.raises(ValueError, match="is no position of tic_tac_toe"):
        view_of(GAME, konane().start)


def test_stones_and_moves_beside_the_board_are_named():
    beside = replace(GAME, stones=lambda position: [Stone(9, 0)])
    with pytest.raises(ValueError, match=r"tic_tac_toe: `stones` is wrong: a stone must .* 0 to 8, not on 9"):
        view_of(beside, GAME.start)
    with pytest.raises(ValueError, match=r"`touched` is wrong: touched must yield numbers of cells .* 0 to 8, not 9"):
        view_of(replace(GAME, touched=lambda position, move: (9,)), GAME.start, legal=True)
    with pytest.raises(ValueError, match="has no layout"):
        view_of(replace(GAME, layout=Layout(())), GAME.start)


A, B = Cell("a", 0, 0), Cell("b", 1, 0)
RULES = {
    "a place that is no number": ({"layout": Layout((A._replace(x=float("nan")),))}, "`layout` .* finite numbers"),
    "a place without end": ({"layout": Layout((A._replace(y=float("inf")),))}, "`layout` .* finite numbers"),
    "cells as plain tuples": ({"layout": Layout((("a", 0, 0),))}, "`layout` .* must be Cells with names"),
    "cells that are called 3": ({"layout": Layout((A._replace(name=3),))}, "`layout` .* must be Cells with names"),
    "cells in a list": ({"layout": Layout([A, B])}, "`layout` .* must be a tuple"),
    "colours as texts": ({"layout": Layout((A, B), colours=("red", "blue"))}, "`layout` .* must be Colours"),
    "a shape that is not drawn": ({"layout": Layout((A._replace(shape="star"),))}, "`layout` .* not 'star'"),
    "pieces that are not drawn": ({"layout": Layout((A, B), "disc")}, "`layout` .* not 'disc'"),
    "a height of 2.5": ({"stones": lambda position: [Stone(0, 0, 2.5)]}, "`stones` .* 1 or more, not 2.5"),
    "a height of '5'": ({"stones": lambda position: [Stone(0, 0, "5")]}, "`stones` .* 1 or more, not '5'"),
    "a height of -5": ({"stones": lambda position: [Stone(0, 0, -5)]}, "`stones` .* 1 or more, not -5"),
    "a height of nan": ({"stones": lambda position: [Stone(0, 0, float("nan"))]}, "`stones` .* not nan"),
    "an owner of None": ({"stones": lambda position: [Stone(0, None)]}, "`stones` .* must be a player, .* not None"),
    "a mark of 'red'": ({"stones": lambda position: [Stone(0, 0, 1, "red")]}, "`stones` .* RED, WON .* not 'red'"),
    "a cell of 'a'": ({"stones": lambda position: [Stone("a", 0)]}, "`stones` .* on a cell, .* not on 'a'"),
    "no stones": ({"stones": lambda position: None}, "`stones` .* a generator, .* not None"),
    "stones that are numbers": ({"stones": lambda position: [1]}, "`stones` .* must be Stones, .* not 1"),
    "two stones on a cell": ({"stones": lambda position: [Stone(0, 0), Stone(0, 1)]}, "`stones` .* at most one Stone"),
    "cells that are None": ({"touched": lambda position, move: None}, "`touched` .* a generator, .* not None"),
    "words that are a number": ({"show": lambda position: 3}, "`show` .* must return a text, not 3"),
}


@pytest.mark.parametrize("how", RULES)
def test_a_wrong_board_is_named_with_its_game_rule_and_law(how):
    rules, law = RULES[how]
    with pytest.raises(ValueError, match=f"^tic_tac_toe: {law}"):
        view_of(replace(GAME, **rules), GAME.start, legal=True)


def test_a_strength_may_be_any_number():
    (heat,) = view_of(GAME, GAME.start, heat={0: Fraction(1, 4)}).heat
    assert heat.strength == 0.25 and json.dumps(heat.strength) == "0.25"


def test_moves_begin_at_cells_each_of_which_is_named_once():
    game = konane()
    played = record(game)
    for text in ("d5", "e5"):
        played = played.play(game.parse(played.position, text))
    formatted = [game.format(played.position, move) for move in game.moves(played.position)]
    names = [game.layout.cells[at].name for at in starts(game, played.position)]
    assert names == list(dict.fromkeys(text.split("-")[0] for text in formatted))


DRAWN = """
import { drawBoard } from "./board.mjs";
return drawBoard(data[0]);
"""
COLOURED = {"red": (0.0, 0.1), "blue": (0.5, 0.7)}  # hues


def test_players_called_by_colours_are_drawn_in_them_in_both_languages() -> None:
    game = replace(tic_tac_toe(), players=tuple(COLOURED), layout=layout_of_grid(squares(3, 3)))
    view = view_of(game, game.read("X.. / .O. / ..."), caption="")
    drawn = {"Python": render_board(view).svg, "JavaScript": in_node(DRAWN, as_data(view))}
    for svg in drawn.values():
        fills = re.findall(r'<g fill="#(\w{6})"[^>]*><circle', svg)
        hues = [rgb_to_hls(*(part / 255 for part in bytes.fromhex(fill)))[0] for fill in fills]
        assert len(hues) == 2
        assert all(low <= hue <= high for hue, (low, high) in zip(hues, COLOURED.values()))


def test_a_person_is_told_of_colours_and_titles_of_all_games() -> None:
    for name, make in GAMES.items():
        game, title = make(), title_of(name)
        assert title[0].isupper() and "_" not in title and title.replace("-", " ").lower().split() == name.split("_")
        assert all(len(player) > 1 and player[0].isupper() for player in seen_names(game))
        numbered = bool({player.lower() for player in seen_names(game)} & {"first", "second"})
        assert numbered == (name == "nim")  # its heaps are no player's

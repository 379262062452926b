"""The stones that are marked as what has won: lines, rings, chains and groups."""

from math import dist

import pytest
from hypothesis import given

from lazytree import FIRST, SECOND, is_over
from lazytree.core.layout import WON
from lazytree.games import connect_four, hex, lines_of_action, selfo, tic_tac_toe
from tests.helpers.examples import examples
from tests.helpers.games import groups_of, pieces_on, play_text, stones_on
from tests.helpers.positions import walk_to, walks

from .andantino_boards import FIVE, RING


def won_on(game, position):
    """The names of the cells whose stones are marked as what has won."""
    return {name for name, stone in pieces_on(game, position).items() if stone.mark & WON}


def some(game, walk):
    """A random position, and all that lead from it: the end of a game among them."""
    position = walk_to(game, walk)
    return [position, *(game.play(position, move) for move in game.moves(position))]


def test_a_line_of_three_is_marked():
    game = tic_tac_toe()
    assert won_on(game, play_text(game, "a1 a2 b2 b3 c3")) == {"a1", "b2", "c3"}
    assert won_on(game, play_text(game, "a1 a2 b2 b3")) == set()


def lines(stones, cells, length):
    """The stones that stand in a line of at least `length` of one owner: by walking over the places of the cells."""
    owner_at = {(cells[stone.cell].x, cells[stone.cell].y): stone.owner for stone in stones}
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) > (0, 0)]
    for (x, y), owner in owner_at.items():
        for dx, dy in steps:
            line = [(x + dx * step, y + dy * step) for step in range(length)]
            if all(owner_at.get(place) == owner for place in line):
                yield from line


@examples(40)
@given(walk=walks(25))
def test_lines_of_connect_four_are_marked(walk):
    game = connect_four(columns=5, rows=5, connect=3)
    for position in some(game, walk):
        stones, cells = list(game.stones(position)), game.layout.cells
        marked = {(cells[stone.cell].x, cells[stone.cell].y) for stone in stones if stone.mark & WON}
        assert marked == set(lines(stones, cells, 3))
        assert (marked != set()) == (is_over(game, position) and game.payoffs(position) != (0, 0))


LINE = """
        A B C D E
 1     . . . . . F
 2    . x o . . . G
 3   . . x o . . . H
 4  . . . x x . . . I
 5 . . o o x . . . .
 6  . . o o x . . .
 7   . . x . . . .
 8    . . . . . .
 9     . . . . .
Black has won
"""


def test_the_line_of_andantino_is_marked():
    assert won_on(FIVE, FIVE.read(LINE)) == {"2 B", "3 C", "4 D", "5 E", "6 F"}  # read off the board


def test_the_ring_of_andantino_is_marked():
    before = FIVE.read(RING)
    assert won_on(FIVE, before) == set()
    ring = {"4 D", "4 E", "4 F", "5 D", "5 G", "6 E", "6 F", "6 G"}  # read off the board
    assert won_on(FIVE, FIVE.play(before, FIVE.parse(before, "4 E"))) == ring


@examples(30)
@given(walk=walks(16))
def test_what_has_won_in_hex_joins_both_sides(walk):
    game = hex(size=4)
    places = {cell.name: (cell.x, cell.y) for cell in game.layout.cells}
    near = {one: {other for other in places if dist(places[one], places[other]) < 1.01} for one in places}
    for position in some(game, walk):
        won, stones = won_on(game, position), stones_on(game, position)
        assert (won != set()) == is_over(game, position)
        if won:
            winner = FIRST if game.payoffs(position)[FIRST] == 1 else SECOND
            assert {stones[name] for name in won} == {winner}
            assert len(groups_of(won, near.__getitem__)) == 1
            assert {name[1 if winner == FIRST else 0] for name in won} >= set("14" if winner == FIRST else "ad")


@pytest.mark.parametrize("variant", [{"size": 4}, {"size": 4, "repetition": "draw"}], ids=str)
@examples(20)
@given(walk=walks())
def test_the_group_that_has_won_lines_of_action_is_marked(variant, walk):
    game = lines_of_action(**variant)
    for position in some(game, walk):
        winners = whole_groups(game, position, lambda a, b: max(abs(a.x - b.x), abs(a.y - b.y)) == 1)
        if len(winners) == 2:  # the player who has just moved has won
            winners = {1 - game.mover(position)}
        stones = list(game.stones(position))
        assert {stone for stone in stones if stone.mark & WON} == {stone for stone in stones if stone.owner in winners}


def whole_groups(game, position, are_near):
    """The players whose stones are all in one group."""
    cells = game.layout.cells
    mine = {player: {s.cell for s in game.stones(position) if s.owner == player} for player in range(len(game.players))}

    def near(cell):
        return {other for other in range(len(cells)) if are_near(cells[cell], cells[other])}

    return {player for player, stones in mine.items() if len(groups_of(stones, near)) == 1}


@examples(20)
@given(walk=walks())
def test_the_set_that_has_won_selfo_is_marked(walk):
    game = selfo(side=3, setup="a1 b2 c4 / a3 d2 e3")
    for position in some(game, walk):
        winners = whole_groups(game, position, lambda a, b: dist(a[1:3], b[1:3]) < 1.01)
        winners &= {1 - game.mover(position)}
        stones = list(game.stones(position))
        assert {stone for stone in stones if stone.mark & WON} == {stone for stone in stones if stone.owner in winners}

"""Drawn fields, read back as XML: every cell, in the picture, as dark as the signal there is strong."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from lazytree import Game, bots, play_game
from lazytree.core.board import graph
from lazytree.games import selfo
from lazytree.games.selfo_rules import swarm_of
from lazytree.show import draw_field
from lazytree.show.boards import heat_colour
from lazytree.show.fields import loudness
from lazytree.show.view import layout_of, view_of
from lazytree.swarm import MILLION, Signal, exponential, inverse, signals
from tests.helpers.drawings import assert_inside, parts_of, subpaths

WHEEL = graph(
    [(1, 2, 3, 4), (0, 2, 4), (0, 1, 3), (0, 2, 4), (0, 1, 3)], places=[(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)]
)
GAMES = [
    selfo(),
    selfo(setup="dropped", side=4, seed=3),
    selfo(setup="dropped", board="square", side=7, players=3, margin=2),
    selfo(setup="dropped", board="triangle", side=7),
    selfo(setup="irregular", board="rhombus", side=6),
    selfo(setup="irregular", board="triangular", side=4),
    selfo(setup="2 4 / 3 5", board=WHEEL),
]


@st.composite
def fields(draw):
    """A game, a position some turns after its start, and one of the signals there."""
    game, law = draw(st.sampled_from(GAMES)), draw(st.sampled_from([exponential, inverse]))
    players = [bots.at_random(game, draw(st.integers(0, 99)))] * len(game.players)
    turns = draw(st.integers(0, 6))
    position = [here for (here, _), _ in zip(play_game(game, players), range(turns + 1))][-1]
    return game, position, draw(st.sampled_from(signals(swarm_of(game, law), position)))


def shades(drawing):
    """By the name of each cell: the strength that its title tells, and how dark it is."""
    found = {}
    for cell in parts_of(drawing):
        if "data-cell" in cell.at:
            name, told = cell.title.split(": ")
            assert name not in found
            found[name] = float(told.split(", ")[-1]), darkness(cell.at["fill"])
    return found


def darkness(colour):
    return 3 * 255 - sum(bytes.fromhex(colour.removeprefix("#")))


@pytest.mark.slow
@given(fields())
def test_every_cell_is_drawn_once_with_its_own_strength(drawn):
    game, position, signal = drawn
    names = [cell.name for cell in game.layout.cells]
    found = shades(draw_field(game, position, signal))
    assert {name: strength for name, (strength, _) in found.items()} == approx(dict(zip(names, signal.strengths)))


@given(fields())
def test_the_stronger_the_darker(drawn):
    found = sorted(set(shades(draw_field(*drawn)).values()))
    for (weaker, light), (stronger, dark) in pairwise(found):
        assert weaker < stronger and light <= dark  # equal strengths have one shade, or there were two pairs of them
        assert light < dark or (weaker and stronger < 1.1 * weaker) or stronger < 1  # a millionth


@given(fields(), st.data())
def test_nothing_lies_outside_of_the_picture(drawn, data):
    game, position, signal = drawn
    centroid = data.draw(st.integers(0, len(signal.strengths) - 1))
    assert_inside(draw_field(game, position, signal, centroid, signal.group))


@given(fields())
def test_all_stones_stand_on_top_of_all_cells(drawn):
    game, position, signal = drawn
    parts = parts_of(draw_field(game, position, signal))
    cells = [at for at, part in enumerate(parts) if "data-cell" in part.at]
    stones = [at for at, part in enumerate(parts) if part.tag == "circle" and part.at.get("stroke-opacity") == "0.4"]
    assert len(stones) == len(view_of(game, position).stones) and max(cells) < min(stones)


@given(fields())
def test_frames_are_around_the_cells_that_emit(drawn):
    """And below them: what is seen of a frame lies outside of the group."""
    game, position, signal = drawn
    parts, cells = parts_of(draw_field(game, position, signal)), layout_of(game).cells
    (frame,) = [at for at, part in enumerate(parts) if part.at.get("class") == "lt-event"]
    emitting = [int(part.at["data-cell"]) for part in parts[frame + 1 :] if "data-cell" in part.at]
    assert emitting == sorted(signal.group)
    spots = subpaths(parts[frame].at["d"])
    assert len(spots) == len(emitting)
    for at, path in zip(emitting, spots):
        xs, ys = zip(*path)
        assert min(xs) < cells[at].x < max(xs) and min(ys) < cells[at].y < max(ys)
        assert max(xs) - min(xs) > 1.1


def test_the_centroid_is_marked_and_the_important_group():
    game = GAMES[0]
    signal, cells = signals(swarm_of(game), game.start)[1], layout_of(game).cells
    marked = parts_of(draw_field(game, game.start, signal, 45, signal.group))
    _, diamond = [part for part in marked if part.at.get("class") == "lt-event"]
    assert diamond.centre == approx((cells[45].x, cells[45].y), abs=0.001)
    rings = [part.centre for part in marked if part.at.get("class") == "lt-event-line"]
    assert rings == [approx((cells[at].x, cells[at].y), abs=0.001) for at in signal.group]


@given(st.integers(0, MILLION // 2))
def test_twice_as_strong_is_darker_to_the_eye(strength):
    """By 12 steps at least, of the 403 between silence and a million."""
    louder, softer = (heat_colour(loudness(each)) for each in (2 * strength + 1, strength))
    assert darkness(louder) - darkness(softer) >= 12


def test_one_strength_has_one_shade_in_all_drawings():
    game = GAMES[0]
    loud, faint = (
        shades(draw_field(game, game.start, signals(swarm_of(game, law), game.start)[0]))
        for law in (inverse, exponential)
    )
    assert loud["a1"] == faint["a1"] and loud["k11"][1] > faint["k11"][1]


@pytest.mark.parametrize(
    ("change", "mistake"),
    [
        ({"strengths": (1, 2, 3)}, "strengths for 3 cells, but the board has 91"),
        ({"strengths": (MILLION + 1,) * 91}, "must be 0 to 1000000, not 1000001 to 1000001"),
        ({"strengths": (-1,) * 91}, "not -1 to -1"),
        ({"colour": 1}, "group is not in this position"),
        ({"group": (1,)}, "group is not in this position"),
        ({"group": (91,)}, "group is not in this position"),
        ({"group": ()}, "group is not in this position"),
    ],
)
def test_signals_of_something_else_are_refused(change, mistake):
    game = GAMES[0]
    signal: Signal = signals(swarm_of(game), game.start)[0]
    with pytest.raises(ValueError, match=mistake):
        draw_field(game, game.start, signal._replace(**change))


@pytest.mark.parametrize("marks", [{"centroid": 91}, {"centroid": -1}, {"important": [0, 91]}])
def test_marks_must_lie_on_the_board(marks):
    game = GAMES[0]
    with pytest.raises(ValueError, match="a cell to mark must be a number from 0 to 90"):
        draw_field(game, game.start, signals(swarm_of(game), game.start)[0], **marks)


def test_a_cell_must_be_some_pixels_wide_and_a_game_have_a_picture():
    game = GAMES[0]
    signal = signals(swarm_of(game), game.start)[0]
    with pytest.raises(ValueError, match="cell must be a whole number of at least 1"):
        draw_field(game, game.start, signal, cell=0)
    blind = Game("blind", game.start, game.mover, game.moves, game.play, game.payoffs)
    with pytest.raises(ValueError, match="blind has no picture, because it has no layout"):
        draw_field(blind, game.start, signal)


def test_drawing_again_gives_the_same():
    game = GAMES[1]
    position = game.play(game.start, Random(1).choice(list(game.moves(game.start))))
    signal = signals(swarm_of(game), position)[0]
    assert draw_field(game, position, signal) == draw_field(game, position, signal)

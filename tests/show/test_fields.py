"""Drawn fields, read back as XML: every cell, in the picture, as dark as the signal there is strong."""

import re
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from lazytree import Game, bots, play_game
from lazytree.core.board import graph
from lazytree.games import selfo
from lazytree.games.selfo_rules import swarm_of
from lazytree.show import draw_field
from lazytree.show.fields import MARK, shade
from lazytree.swarm import MILLION, Signal, exponential, inverse, signals

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


def read(drawing):
    """The drawing as a tree of elements, without the name of their space."""
    return ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", drawing.svg))


def shades(drawing):
    """By the name of each cell: the strength that its title tells, and how dark it is."""
    found = {}
    for cell in read(drawing).iter("polygon"):
        if (title := cell.find("title")) is not None:
            name, strength = title.text.split(": ")
            assert name not in found
            found[name] = float(strength), darkness(cell.get("fill"))
    return found


def darkness(colour):
    return 3 * 255 - sum(bytes.fromhex(colour.removeprefix("#")))


def extents(element):
    """The places that an element reaches, as far as its kind is known here."""
    get = lambda *names: [float(element.get(name)) for name in names]  # noqa: E731
    line = float(element.get("stroke-width", 0)) / 2
    if element.tag == "polygon":
        for point in element.get("points").split():
            x, y = map(float, point.split(","))
            yield from ((x - line, y - line), (x + line, y + line))
    elif element.tag == "circle":
        x, y, radius = get("cx", "cy", "r")
        yield from ((x - radius - line, y - radius - line), (x + radius + line, y + radius + line))
    elif element.tag == "text":
        x, y, size = get("x", "y", "font-size")
        half = 0.3 * size * len(element.text)
        yield from ((x - half, y - size), (x + half, y + 0.2 * size))
    else:
        assert element.tag in ("svg", "title")


@given(fields())
def test_every_cell_is_drawn_once_with_its_own_strength(drawn):
    game, position, signal = drawn
    names = [cell.name for cell in game.picture(position).cells]
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
    drawing = read(draw_field(game, position, signal, centroid, signal.group))
    left, top, width, height = map(float, drawing.get("viewBox").split())
    for element in drawing.iter():
        for x, y in extents(element):
            assert left <= x <= left + width and top <= y <= top + height


@given(fields())
def test_all_stones_stand_on_top(drawn):
    game, position, signal = drawn
    tags = [element.tag for element in read(draw_field(game, position, signal))]
    stones = sum(cell.stone is not None for cell in game.picture(position).cells)
    assert tags.count("circle") == stones
    assert "polygon" not in tags[tags.index("circle") :]


def centres(elements):
    """The centres of polygons, as far as two places after the point go."""
    for element in elements:
        points = [tuple(map(float, point.split(","))) for point in element.get("points").split()]
        yield tuple(round(sum(axis) / len(points), 2) + 0.0 for axis in zip(*points))


def sorted_places(places):
    """Places from left to right, by their rounded coordinates."""
    return sorted(places, key=lambda place: (round(place[0], 1), place[1]))


@given(fields())
def test_frames_are_around_the_cells_that_emit(drawn):
    """And below them: what is seen of a frame lies outside of the group."""
    game, position, signal = drawn
    cells = game.picture(position).cells
    polygons = list(read(draw_field(game, position, signal)).iter("polygon"))
    frames = [polygon for polygon in polygons if polygon.get("stroke") == MARK]
    expected = sorted_places((cells[at].x, cells[at].y) for at in signal.group)
    for found in frames, polygons[-len(signal.group) :]:
        near = pytest.approx([place for centre in expected for place in centre], abs=0.02)  # corners are rounded
        assert [place for centre in sorted_places(centres(found)) for place in centre] == near


def test_the_centroid_is_marked_and_the_important_group():
    game = GAMES[0]
    signal, cells = signals(swarm_of(game), game.start)[1], game.picture(game.start).cells
    plain, marked = (read(draw_field(game, game.start, signal, *marks)) for marks in [(), (45, signal.group)])
    (diamond,) = list(marked.iter("polygon"))[len(list(plain.iter("polygon"))) :]
    assert list(centres([diamond])) == [(cells[45].x, round(cells[45].y, 2))]
    rings = [circle for circle in marked.iter("circle") if circle.get("stroke") == MARK]
    assert [float(ring.get("cx")) for ring in rings] == [cells[at].x for at in signal.group]


@given(st.integers(0, MILLION // 2))
def test_twice_as_strong_is_darker_to_the_eye(strength):
    """By 12 steps at least, of the 528 between silence and a million."""
    assert darkness(shade(2 * strength + 1)) - darkness(shade(strength)) >= 12


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
    with pytest.raises(ValueError, match="blind has no picture"):
        draw_field(blind, game.start, signal)


def test_drawing_again_gives_the_same():
    game = GAMES[1]
    position = game.play(game.start, Random(1).choice(list(game.moves(game.start))))
    signal = signals(swarm_of(game), position)[0]
    assert draw_field(game, position, signal) == draw_field(game, position, signal)

"""Geometry: the boards that the games are played on, by counting and by going there and back."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.core.board import (
    DIAGONAL,
    HEXAGONAL,
    ORTHOGONAL,
    at_least,
    cell_named,
    graph,
    hexes,
    hexhex,
    letters,
    rhombus,
    squares,
    triangle,
    triangular,
)

SIZES = st.integers(1, 7)
GRIDS = st.one_of(
    st.builds(squares, SIZES, SIZES, st.booleans()),
    st.builds(hexhex, st.integers(1, 5)),
    st.builds(rhombus, SIZES, SIZES),
    st.builds(triangle, SIZES),
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1).map(hexes),
)


@given(GRIDS)
def test_neighbours_are_mutual_and_a_cell_is_not_its_own(grid):
    for cell, near in enumerate(grid.neighbours):
        assert len(set(near)) == len(near)
        assert cell not in near
        for other in near:
            assert cell in grid.neighbours[other]


@given(GRIDS)
def test_cells_are_numbered_in_reading_order_with_names_and_places_of_their_own(grid):
    assert list(grid.coordinates) == sorted(set(grid.coordinates))
    for what in (grid.names, grid.places, grid.neighbours):
        assert len(what) == len(grid.coordinates)
    assert len(set(grid.names)) == len(grid.names)
    assert len(set(grid.places)) == len(grid.places)


@given(GRIDS)
def test_a_ray_goes_step_by_step_to_the_border(grid):
    number = {coordinates: cell for cell, coordinates in enumerate(grid.coordinates)}
    directions = {4: ORTHOGONAL, 8: ORTHOGONAL + DIAGONAL, 6: HEXAGONAL}[len(grid.rays)]
    for (down, right), lines in zip(directions, grid.rays):
        for cell, ray in enumerate(lines):
            row, column = grid.coordinates[cell]
            for step, there in enumerate(ray, start=1):
                assert grid.coordinates[there] == (row + step * down, column + step * right)
            beyond = len(ray) + 1
            assert (row + beyond * down, column + beyond * right) not in number


@given(GRIDS)
def test_neighbours_are_the_first_cells_of_the_rays(grid):
    for cell, near in enumerate(grid.neighbours):
        assert list(near) == [lines[cell][0] for lines in grid.rays if lines[cell]]


@given(GRIDS)
def test_opposite_rays_lead_back(grid):
    half = {4: 2, 6: 3}.get(len(grid.rays))
    if half is None:
        pairs = [(0, 2), (1, 3), (4, 6), (5, 7)]
    else:
        pairs = [(direction, direction + half) for direction in range(half)]
    for one, other in pairs:
        for there, back in ((one, other), (other, one)):
            for cell, ray in enumerate(grid.rays[there]):
                for end in ray:
                    assert cell in grid.rays[back][end]


@given(GRIDS)
def test_on_a_picture_neighbours_touch_and_others_do_not(grid):
    for cell, here in enumerate(grid.places):
        for other, there in enumerate(grid.places):
            if len(grid.rays) == 8 or cell == other:
                continue
            apart = dist(here, there)
            assert (apart == pytest.approx(1)) == (other in grid.neighbours[cell])
            assert apart > 0.99


@given(GRIDS)
def test_cells_are_found_by_name_however_it_is_written(grid):
    for cell, name in enumerate(grid.names):
        assert cell_named(grid, name) == cell
        assert cell_named(grid, f" {name.upper()[0]} {name[1:]} ") == cell
    with pytest.raises(ValueError, match=f"no cell 'zz99'; this board has {len(grid.names)} cells, {grid.names[0]} to"):
        cell_named(grid, "zz99")


@given(SIZES, SIZES)
def test_how_many_cells_and_edges(rows, columns):
    def edges(grid):
        return sum(map(len, grid.neighbours)) // 2

    square = rows * (columns - 1) + columns * (rows - 1)
    slanted = (rows - 1) * (columns - 1)
    assert edges(squares(rows, columns)) == square
    assert edges(squares(rows, columns, diagonals=True)) == square + 2 * slanted
    assert edges(rhombus(rows, columns)) == square + slanted
    side = rows
    assert len(hexhex(side).names) == 3 * side * (side - 1) + 1
    assert edges(hexhex(side)) == 3 * (side - 1) * (3 * side - 2)
    assert len(triangle(side).names) == side * (side + 1) // 2
    assert edges(triangle(side)) == 3 * side * (side - 1) // 2


def test_squares_are_named_as_in_chess():
    chess = squares(8, 8)
    assert (chess.names[0], chess.names[7], chess.names[56], chess.names[63]) == ("a8", "h8", "a1", "h1")
    assert chess.names[cell_named(chess, "e4")] == "e4"
    assert chess.coordinates[cell_named(chess, "e4")] == (4, 4)
    assert chess.places[cell_named(chess, "b8")] == (1.0, 0.0)


def test_the_hexagon_of_the_sources():
    """GAMES: a cell (r, c) of side 6 exists when |r - c| <= 5; rows a to k, columns 1 to 11."""
    grid = hexhex(6)
    assert len(grid.names) == 91
    assert set(grid.coordinates) == {(r, c) for r in range(11) for c in range(11) if abs(r - c) <= 5}
    assert sorted(map(len, grid.neighbours)) == [3] * 6 + [4] * 24 + [6] * 61
    centre = cell_named(grid, "f6")
    assert {grid.names[near] for near in grid.neighbours[centre]} == {"e5", "e6", "f5", "f7", "g6", "g7"}


def test_the_corners_of_a_rhombus():
    """Its top-left and bottom-right corners are the blunt ones: three neighbours each; the others have two."""
    grid = rhombus(4, 5)
    corners = [cell_named(grid, name) for name in ("a1", "d5", "a5", "d1")]
    assert [len(grid.neighbours[corner]) for corner in corners] == [3, 3, 2, 2]


@pytest.mark.parametrize("side", [1, 2, 3, 4])
def test_triangles_share_an_edge_with_their_neighbours(side):
    """Counted, and found in the plane: centres of neighbours are as far apart as twice the radius inside."""
    grid = triangular(side)
    assert len(grid.names) == len(set(grid.names)) == 6 * side * side
    assert sum(map(len, grid.neighbours)) == 3 * 6 * side * side - 6 * side  # the edge has 6 * side sides
    for cell, place in enumerate(grid.places):
        near = {other for other, there in enumerate(grid.places) if 0 < dist(place, there) < 1.4 / 3**0.5 + 1e-6}
        assert set(grid.neighbours[cell]) == near


def test_letters_go_on_after_z():
    assert [letters(number) for number in (0, 25, 26, 51, 52, 701, 702)] == ["a", "z", "aa", "az", "ba", "zz", "aaa"]
    assert len({letters(number) for number in range(2_000)}) == 2_000


def test_any_graph():
    grid = graph([(1, 2), (0,), (0,)], names=["hub", "Left Rim", "right rim"])
    assert cell_named(grid, "leftrim") == 1
    assert grid.neighbours == ((1, 2), (0,), (0,))
    assert len(set(grid.places)) == 3
    assert graph([(1,), (0,)]).names == ("1", "2")


@pytest.mark.parametrize("edges", [[(1,), ()], [(2,)], [(-1,)], [(1,), (0, 2)]])
def test_a_graph_with_an_edge_that_goes_one_way_or_nowhere(edges):
    with pytest.raises(ValueError, match="give each edge both ways"):
        graph(edges)


@pytest.mark.parametrize(
    "make", [lambda n: squares(n, 3), lambda n: squares(3, n), hexhex, triangle, lambda n: rhombus(n, 2)]
)
@pytest.mark.parametrize("size", [0, -1, 2.0, "3", None, True])
def test_sizes_that_are_none(make, size):
    with pytest.raises(ValueError, match="must be a whole number of at least 1"):
        make(size)


def test_at_least():
    assert at_least("depth", 3, 3) is None
    with pytest.raises(ValueError, match="depth must be a whole number of at least 3, not 2"):
        at_least("depth", 2, 3)

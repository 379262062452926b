"""Sets of cells in one int, against a twin that walks the same graph with Python's own sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lazytree.core.bitsets import (
    cells_of,
    connected_to,
    groups,
    is_one_group,
    layers_of,
    near_on,
    neighbours_of,
    reach,
    rings,
    set_of,
    total_on,
)
from lazytree.core.board import graph, hexhex, rhombus, squares, triangle


@st.composite
def graphs(draw):
    count = draw(st.integers(1, 12))
    pairs = draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=20))
    near = [
        sorted({b for a, b in pairs if a == cell != b} | {a for a, b in pairs if b == cell != a})
        for cell in range(count)
    ]
    return graph(near)


GRIDS = st.one_of(
    graphs(),
    st.sampled_from([hexhex(1), hexhex(3), rhombus(3, 5), squares(4, 3), squares(3, 3, diagonals=True), triangle(5)]),
)


@st.composite
def boards(draw, sets=1):
    """A grid and some sets of its cells."""
    grid = draw(GRIDS)
    cells = st.sets(st.integers(0, len(grid.names) - 1))
    return grid, *(draw(cells) for _ in range(sets))


def distances(grid, start, through):
    """How many steps lead from `start` to each cell, stepping on only from `start` and `through`."""
    steps, fringe = dict.fromkeys(start, 0), list(start)
    for cell in fringe:
        if cell in start or cell in through:
            for near in grid.neighbours[cell]:
                if near not in steps:
                    steps[near] = steps[cell] + 1
                    fringe.append(near)
    return steps


@given(st.sets(st.integers(0, 200)))
def test_a_set_there_and_back(cells):
    assert list(cells_of(set_of(cells))) == sorted(cells)


@given(boards())
def test_around(board):
    grid, cells = board
    assert set(cells_of(neighbours_of(near_on(grid), set_of(cells)))) == {
        n for cell in cells for n in grid.neighbours[cell]
    }


@given(boards(sets=2))
def test_rings_are_the_cells_at_each_distance(board):
    grid, start, through = board
    steps = distances(grid, start, through)
    for distance, ring in enumerate(rings(near_on(grid), set_of(start), set_of(through)), 1):
        assert set(cells_of(ring)) == {cell for cell, at in steps.items() if at == distance} != set()
        steps = {cell: at for cell, at in steps.items() if at != distance}
    assert set(steps) == start


@given(boards())
def test_groups_part_a_set(board):
    grid, cells = board
    near, found = near_on(grid), list(groups(near_on(grid), set_of(cells)))
    assert sorted(cell for group in found for cell in cells_of(group)) == sorted(cells)
    for group in found:
        first = min(cells_of(group))
        together = {cell for cell in distances(grid, {first}, cells) if cell in cells}
        assert set(cells_of(group)) == together == set(cells_of(connected_to(near, 1 << first, set_of(cells))))
    assert is_one_group(near, set_of(cells)) == (len(found) <= 1)


@given(boards(), st.integers(1, 5))
def test_reach(board, steps):
    grid, room = board
    for cell in set(range(len(grid.names))) - room:
        within = {to for to, at in distances(grid, {cell}, room).items() if to in room and at <= steps}
        assert set(cells_of(reach(near_on(grid), cell, set_of(room), steps))) == within


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=70), st.data())
def test_layers_add_up_to_the_numbers_of_cells(numbers, data):
    chosen = data.draw(st.sets(st.sampled_from(range(len(numbers)))))
    added, sets = layers_of(numbers)
    assert total_on(added, sets, set_of(chosen)) == sum(numbers[cell] for cell in chosen)
    assert len(added) == len(sets) <= 1 + (max(numbers) - min(numbers)).bit_length()

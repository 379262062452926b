"""What stones on a hexagonal board form: lines of five, rings, pairs of neighbours.

Every set of cells is an int, `width` is that of the square around the hexagon (see `support/hexagons.py`).
"""

from __future__ import annotations

from ..support.hexagons import grown, with_neighbours


def cut_off(stones: int, inside: int, border: int, width: int) -> int:
    """The cells that these stones cut off from the border: no steps over other cells lead from them to the border."""
    room = inside & ~stones
    return room & ~grown(border, room, width)


def next_to_two(stones: int, width: int) -> int:
    """The cells that have at least two of these stones for neighbours."""
    once = twice = 0
    for near in (stones << 1, stones >> 1, stones << width, stones >> width, stones << width + 1, stones >> width + 1):
        twice |= once & near
        once |= near
    return twice


def fives(cells: int, step: int) -> int:
    """The first cells of all lines of five in a set, along one axis."""
    two = cells & cells >> step
    four = two & two >> 2 * step
    return four & cells >> 4 * step


def has_five(stones: int, width: int) -> bool:
    """Whether five of these stones are in line."""
    return fives(stones, 1) | fives(stones, width) | fives(stones, width + 1) != 0


def count_fives(cells: int, width: int) -> int:
    """How many lines of five there are in a set of cells."""
    return fives(cells, 1).bit_count() + fives(cells, width).bit_count() + fives(cells, width + 1).bit_count()


def touching_pairs(stones: int, width: int) -> int:
    """How many pairs of these stones are neighbours."""
    along, down, across = stones & stones >> 1, stones & stones >> width, stones & stones >> width + 1
    return along.bit_count() + down.bit_count() + across.bit_count()


def parts_around(stone: int, stones: int, width: int) -> int:
    """Into how many groups the neighbours of a stone among these fall: 2 or 3 where it may close a ring."""
    near = with_neighbours(stone, width) & stones & ~stone
    return near.bit_count() - touching_pairs(near, width)


def encloses(stone: int, rings: int, enemy: int, width: int) -> bool:
    """Whether an enemy stone lies in a region next to this stone, of the cells that the stones of its owner cut off."""
    return rings != 0 and grown(with_neighbours(stone, width), rings, width) & enemy != 0


def what_won(own: int, enemy: int, rings: int, width: int) -> int:
    """The winner's stones in lines of five; if there are none, those around the regions that hold an enemy stone."""
    found = 0
    for step in (1, width, width + 1):
        first = fives(own, step)
        found |= (first | first << step | first << 2 * step | first << 3 * step | first << 4 * step) & own
    if found:
        return found
    return with_neighbours(grown(enemy, rings, width), width) & own


def touches(stone: int, stones: int, width: int) -> bool:
    """Whether a stone is next to another one of these."""
    return with_neighbours(stone, width) & stones & ~stone != 0


def line_through(stone: int, stones: int, step: int) -> int:
    """The length of the line of these stones through one of them, along one axis."""
    length = 1
    ahead, behind = stone << step & stones, stone >> step & stones
    while ahead:
        length += 1
        ahead = ahead << step & stones
    while behind:
        length += 1
        behind = behind >> step & stones
    return length


def line_and_loners(stones: int, width: int) -> int:
    """The length of the longest line of these stones, minus the number of stones that touch none of the others."""
    along, down, across = stones & stones >> 1, stones & stones >> width, stones & stones >> width + 1
    touching = along | along << 1 | down | down << width | across | across << width + 1
    length = 1 if stones else 0
    while along | down | across:
        length += 1
        along, down, across = along & along >> 1, down & down >> width, across & across >> width + 1
    return length - (stones & ~touching).bit_count()

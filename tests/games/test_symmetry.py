"""The law of `canonical`, for every game that has a symmetry: one representative of positions of one worth."""

from __future__ import annotations

from cmath import rect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from math import radians
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from pyrsistent import PVector, pvector

from lazytree import is_over, search, solve, up_to_symmetry
from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import graph, squares
from lazytree.core.game import Game
from lazytree.games import GAMES, chess, konane, nim
from lazytree.games.andantino_rules.position import board_of as andantino_board
from lazytree.games.dvonn_rules.position import CELLS as DVONN_CELLS
from lazytree.games.support.symmetry import symmetries_of
from tests.helpers.examples import examples
from tests.helpers.marks import slow_unless
from tests.helpers.positions import ALL, FIRST_OF_EACH, Variant, walk_to, walks

SYMMETRIC = [variant for variant in ALL if variant().canonical is not None]
WITHOUT = {"kalah", "dice_of_doom", "selfo"}


def test_every_game_that_has_a_symmetry_says_so() -> None:
    assert {variant.name for variant in FIRST_OF_EACH} - {variant.name for variant in SYMMETRIC} == WITHOUT


def after_each_move(game: Game[Any, Any], position: Any) -> Counter[Any]:
    """The representatives of the positions after each move, and how many moves lead there."""
    assert game.canonical is not None
    return Counter(game.canonical(game.play(position, move)) for move in game.moves(position))


@pytest.mark.parametrize("variant", SYMMETRIC, ids=str)
@given(walk=walks())
@examples(30)
def test_a_position_and_its_representative_are_played_alike(variant: Variant, walk: tuple[int, int]) -> None:
    """So their values are equal, by induction: the same movers, moves to the same representatives, the same ends."""
    game = variant()
    assert game.canonical is not None
    position = walk_to(game, walk)
    image = game.canonical(position)
    assert game.canonical(image) == image
    assert type(image) is type(position)
    assert game.mover(image) == game.mover(position)
    assert after_each_move(game, image) == after_each_move(game, position)
    if is_over(game, position):
        assert game.payoffs(image) == game.payoffs(position)
    for name, rating in game.ratings.items():
        assert rating(image) == pytest.approx(rating(position)), name
    assert game.read(game.show(image)) == image


# ---- the orbit of a position, found on a picture of the board: nothing here asks `symmetries_of`


class Held(NamedTuple):
    """How positions of a game hold their board: the fields that are sets of cells, and the number of each cell there.

    PVectors are boards. `orbit`: how many positions differ only by a symmetry from one that has none.
    """

    orbit: int
    sets: tuple[str, ...] = ()
    numbers: Callable[[Any], Sequence[int]] = lambda game: range(len(game.layout.cells))


STONES = Held(8, ("first", "second"))
HELD = {
    "andantino": Held(
        12,
        ("black", "white", "black_rings", "white_rings"),
        lambda game: andantino_board(game.parameters["side"]).cells,
    ),
    "chess": Held(8, ("own", "enemy", "pawns", "knights", "diagonals", "straights", "kings", "castling", "passed")),
    "clobber": STONES,
    "dvonn": Held(4, ("white", "black", "dvonns"), lambda game: DVONN_CELLS),
    "konane": STONES._replace(orbit=4),
    "lines_of_action": STONES,
    "othello": STONES,
    "tic_tac_toe": Held(8),
}


@cache
def images_of(game: Game[Any, Any]) -> tuple[dict[int, int], ...]:
    """Where each cell comes to lie, by its number, when the picture is turned by 30 or 45 degrees, and in mirrors."""
    found = []
    spots = [complex(cell.x, cell.y) for cell in game.layout.cells]  # type: ignore[union-attr]
    numbers, centre = HELD[game.name].numbers(game), sum(spots) / len(spots)
    for mirrored in (False, True):
        for degrees in {*range(0, 360, 30), *range(0, 360, 45)}:
            turned = [(spot - centre) * rect(1, radians(degrees)) for spot in spots]
            places = [centre + (spot.conjugate() if mirrored else spot) for spot in turned]
            near = [[one for one, spot in zip(numbers, spots) if abs(spot - place) < 0.01] for place in places]
            if all(near):
                found.append({number: there for number, (there,) in zip(numbers, near)})
    return tuple(found)


def moved(game: Game[Any, Any], position: Any, to: Mapping[int, int]) -> Any:
    """The position with everything where the cells come to lie."""
    changed: dict[str, Any] = {}
    for field, part in zip(position._fields, position):
        if field in HELD[game.name].sets:
            changed[field] = set_of(to[cell] for cell in cells_of(part))
        elif isinstance(part, PVector):
            board = dict(enumerate(part)) | {there: part[cell] for cell, there in to.items() if part}
            changed[field] = pvector(board[cell] for cell in range(len(part)))
    return position._replace(**changed)


def keeps_rules(game: Game[Any, Any], position: Any, to: Mapping[int, int]) -> bool:
    """Whether a symmetry of the picture is one of the game, from this position on."""
    places = game.layout.cells  # type: ignore[union-attr]
    if game.name == "konane":  # others lead to boards that no play reaches
        return all((places[cell].x + places[cell].y - places[to[cell]].x - places[to[cell]].y) % 2 == 0 for cell in to)
    if game.name == "chess" and position.castling:
        return all(cell == there for cell, there in to.items())
    return game.name != "chess" or not position.pawns or all(places[cell].y == places[to[cell]].y for cell in to)


@pytest.mark.parametrize("variant", [each for each in SYMMETRIC if each.name in HELD], ids=str)
@given(walk=walks())
@examples(10)
def test_positions_that_differ_by_a_symmetry_have_one_representative(variant: Variant, walk: tuple[int, int]) -> None:
    game = variant()
    position = walk_to(game, walk)
    orbit = {moved(game, position, to) for to in images_of(game) if keeps_rules(game, position, to)}
    assert game.canonical is not None
    assert {game.canonical(each) for each in orbit} == {game.canonical(position)}
    assert game.canonical(position) in orbit


@pytest.mark.parametrize(("name", "orbit"), [(name, held.orbit) for name, held in HELD.items()])
def test_all_symmetries_of_a_board_are_used(name: str, orbit: int) -> None:
    square = {"chess": {"setup": "8/8/8/3k4/8/1Q6/8/7K w - - 0 1"}, "clobber": {"rows": 5, "columns": 5}}
    game = GAMES[name](**square.get(name, {}))
    positions = [walk_to(game, (plies, plies)) for plies in (4, 7, 12, 20)]
    assert max(sum(keeps_rules(game, each, to) for to in images_of(game)) for each in positions) == orbit
    assert game.canonical is not None
    images = {moved(game, each, to) for each in positions for to in images_of(game) if keeps_rules(game, each, to)}
    assert len(images) == orbit * len(positions) and len({game.canonical(each) for each in images}) == len(positions)


def test_heaps_may_lie_in_any_order() -> None:
    game = nim(heaps=(3, 1, 0, 2))
    assert game.canonical is not None
    orders = {game.start._replace(heaps=pvector(order)) for order in permutations(game.start.heaps)}
    assert len(orders) == 24 and {game.canonical(each) for each in orders} == {
        game.start._replace(heaps=pvector([0, 1, 2, 3]))
    }


def test_the_symmetry_of_a_board_of_your_own() -> None:
    """Where places on the picture are symmetric and neighbours are not, there is none; a rectangle has four."""
    ring = graph([(1, 3), (0, 2), (1, 3), (2, 0)], places=[(0, 0), (1, 0), (1, 1), (0, 1)])
    path = graph([(1,), (0, 2), (1, 3), (2,)], places=[(0, 0), (1, 0), (1, 1), (0, 1)])
    assert len(symmetries_of(ring)) == 8 and len(symmetries_of(path)) == 2
    heap = graph([(1,), (0,)], places=[(0, 0), (0, 0)])
    assert symmetries_of(heap) == ((0, 1),)
    assert len(symmetries_of(squares(2, 3))) == 4
    assert konane(rows=1, columns=4).canonical is None and konane(rows=1, columns=2).canonical is None
    assert konane(rows=2, columns=3).canonical is not None


def test_castling_pawns_and_repetition_in_chess() -> None:
    def representatives(*setups: str) -> set[Any]:
        games = [chess(setup) for setup in setups]
        return {game.canonical(game.start) for game in games if game.canonical is not None}

    assert len(representatives("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "r2k4/8/8/8/8/8/8/3K4 b - - 0 1")) == 2
    assert len(representatives("4k2r/8/8/8/8/8/8/4K3 b - - 0 1", "r2k4/8/8/8/8/8/8/3K4 b - - 0 1")) == 1
    assert len(representatives("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", "3k4/3p4/8/8/8/8/8/3K4 w - - 0 1")) == 1
    assert len(representatives("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", "4K3/8/8/8/8/8/4p3/4k3 w - - 0 1")) == 2
    assert len(representatives("4k3/4r3/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/kr5K/8/8/8 w - - 0 1")) == 1
    passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "3k4/8/8/3Pp3/8/8/8/3K4 w - e6 0 1"
    assert len(representatives(*passed)) == 1
    assert chess(repetition=3).canonical is None


# ---- equal values with and without, in both lanes

LANES = "machine", "python"


def is_quick(lane_and_variant: tuple[str, Variant]) -> bool:
    """Whether little is compiled: machine code of each variant is made with its symmetry and without it."""
    return lane_and_variant[0] == "python" or lane_and_variant[1].name == "konane"


@pytest.mark.parametrize(("lane", "variant"), slow_unless(is_quick, product(LANES, SYMMETRIC)), ids=str)
def test_a_search_up_to_symmetry_finds_the_same_values(variant: Variant, lane: str) -> None:
    game = variant()
    up_to, rating = up_to_symmetry(game), next(iter(game.ratings))
    for plies in (0, 5, 17):
        position = walk_to(game, (plies, plies))
        found = [search(each, 2, rating, position=position, lane=lane).value for each in (game, up_to)]
        assert found[0] == found[1]


SOLVED = [
    variant for variant in SYMMETRIC if variant.name in ("nim", "tic_tac_toe", "konane", "clobber", "domineering")
]


def is_solved_soon(lane_and_variant: tuple[str, Variant]) -> bool:
    lane, (name, _) = lane_and_variant
    return name == "tic_tac_toe" or (lane == "python" and name != "konane")


@pytest.mark.parametrize(("lane", "variant"), slow_unless(is_solved_soon, product(LANES, SOLVED)), ids=str)
def test_a_game_is_solved_alike_without_its_symmetry(variant: Variant, lane: str) -> None:
    game = variant()
    plain = replace(game, canonical=None)
    for plies in (9, 6, 5):
        position = walk_to(game, (plies, plies))
        assert solve(game, position, lane=lane)[:2] == solve(plain, position, lane=lane)[:2]

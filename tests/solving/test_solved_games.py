"""Games solved to the end, by `solve` and `prove`, against what is known; the larger ones with `pytest -m minutes`."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from lazytree import FIRST, Game, foldtree, grow, perft_counts, prove, solve
from lazytree.games import clobber, connect_four, domineering, hex, kalah, konane, othello, tic_tac_toe
from tests.helpers.trees import WIN, brute

HEX = {2: "wb/bw", 3: "wwb/bbb/bww", 4: "wwwb/wwbw/wbww/bwww"}  # who wins after each opening: b, the opener
CLOBBER = {
    (2, 2): True,
    (2, 3): False,
    (2, 4): True,
    (2, 5): True,
    (2, 6): False,
    (3, 3): True,
    (3, 4): False,
    (3, 5): True,
}  # whether the player to move wins
KONANE = {(4, 4): -1, (4, 6): -1, (6, 4): -1, (5, 5): 1}  # either opening


def first_wins(game: Game[Any, Any], position: Any = None) -> bool:
    return {"proven": True, "disproven": False}[prove(game, position, most=10_000_000).result]


def check_openings_of_hex(size: int) -> None:
    game = hex(size, swap=False)
    winners = HEX[size].replace("/", "")
    for move, winner in zip(game.moves(game.start), winners, strict=True):
        assert first_wins(game, game.play(game.start, move)) == (winner == "b"), move


@pytest.mark.parametrize("size", [2, 3])
def test_openings_of_hex(size: int) -> None:
    check_openings_of_hex(size)


@pytest.mark.minutes
def test_openings_of_hex_4() -> None:
    check_openings_of_hex(4)


@pytest.mark.parametrize(("size", "wins"), CLOBBER.items())
def test_clobber(size: tuple[int, int], wins: bool) -> None:
    assert first_wins(clobber(*size)) == wins


@pytest.mark.minutes
def test_clobber_4_4() -> None:
    assert first_wins(clobber(4, 4))


@pytest.mark.slow
def test_domineering_5_5_is_won_by_the_second_player() -> None:
    assert not first_wins(domineering(5, 5))


@pytest.mark.slow
def test_domineering_turned_by_a_quarter_is_the_other_player_s() -> None:
    for rows in range(1, 5):
        for columns in range(1, 5):
            upright, level = domineering(rows, columns), domineering(columns, rows)
            other_begins = level.start._replace(mover=1 - FIRST)
            value, plies, *_ = solve(upright)[:3]
            assert solve(level, other_begins)[:2] == (-value, plies)


@pytest.mark.slow
def test_othello_4_4() -> None:
    assert solve(othello(4, 4, score="margin")).value == -8
    assert solve(othello(4, 4)).value == -1


@pytest.mark.slow
def test_connect_four_4_4_is_a_draw() -> None:
    assert solve(connect_four(4, 4)).value == 0


@pytest.mark.minutes
def test_connect_four_5_4_and_4_5_are_draws() -> None:
    assert solve(connect_four(columns=5, rows=4)).value == 0
    assert solve(connect_four(columns=4, rows=5)).value == 0


@pytest.mark.parametrize(("seeds", "margin"), [(1, 2), (2, 6)])
def test_kalah_4(seeds: int, margin: int) -> None:
    game = kalah(4, seeds, score="margin")
    assert prove(game, more_than=margin - 1).result == "proven"
    assert prove(game, more_than=margin).result == "disproven"


def test_kalah_5_1() -> None:
    assert solve(kalah(5, 1, score="margin")).value == 0


@pytest.mark.parametrize("opening", ["corner", "centre"])
@pytest.mark.parametrize(("size", "value"), KONANE.items())
def test_winners_of_konane(size: tuple[int, int], value: int, opening: str) -> None:
    assert first_wins(konane(*size, opening)) == (value == 1)


@pytest.mark.minutes
@pytest.mark.parametrize("opening", ["corner", "centre"])
@pytest.mark.parametrize(("size", "value"), KONANE.items())
def test_konane_in_full(size: tuple[int, int], value: int, opening: str) -> None:
    assert solve(konane(*size, opening)).value == value


@pytest.mark.parametrize("game", [konane(4, 4, "corner"), konane(4, 4, "centre")])
def test_no_player_gives_up(game: Game[Any, Any]) -> None:
    """Wins soonest and losses latest, everywhere in Konane 4×4: the twin counts plies from the root."""
    ahead, met = [game.start], set()
    for position in ahead:
        if position not in met:
            met.add(position)
            value, plies, line, *_ = solve(game, position)
            assert brute(game, lambda position: 0, position, 99) == value * (WIN - plies)
            assert len(line) == plies
            ahead += [game.play(position, move) for move in game.moves(position)]
    assert len(met) > 400


def test_tic_tac_toe_is_lost_as_late_as_can_be() -> None:
    game = tic_tac_toe()
    lost = game.play(game.play(game.start, 0), 1)  # O answers a corner beside it
    value, plies, line, *_ = solve(game, lost)
    assert value == 1
    assert len(line) == plies
    for gone, move in enumerate(line):
        assert brute(game, lambda position: 0, lost, 9) == WIN - plies + gone  # no move shortens or lengthens it
        lost = game.play(lost, move)


def test_tic_tac_toe_has_255168_games() -> None:
    """Published: how many games of each length there are, and who wins them."""
    game = tic_tac_toe()
    assert list(islice(perft_counts(game), 9)) == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    won = foldtree(lambda position, below: sum(below, Counter()) or Counter([game.payoffs(position)[0]]))
    assert won(grow(game)(game.start)) == {1: 131184, -1: 77904, 0: 46080}

"""Who plays whom and from where: every game once, seats shared alike; openings are what they are said to be."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, bots, is_over, play_game, record
from lazytree.arena import balanced_openings, random_openings
from lazytree.arena.tournaments.openings import opening_of, opening_record, written_opening
from lazytree.arena.tournaments.planning import fixtures, groups, seatings
from lazytree.games import connect_four, dice_of_doom, konane, nim, tic_tac_toe

SMALL = (nim(), tic_tac_toe(), konane(rows=4, columns=4), connect_four(columns=4, rows=4), dice_of_doom(dice="rolled"))


@given(st.integers(2, 6), st.integers(2, 3), st.integers(1, 4), st.booleans())
def test_all_players_meet_in_each_seat_alike(number: int, seats: int, openings: int, gauntlet: bool):
    players = [f"player {index}" for index in range(max(number, seats))]
    found = list(fixtures(groups(players, seats, gauntlet), [f"opening {at}" for at in range(openings)]))
    assert len(found) == len(set(found))
    tables = Counter(frozenset(seated) for _, _, seated in found)
    met = {frozenset(some) for some in permutations(players, seats) if not gauntlet or players[0] in some}
    assert tables == dict.fromkeys(met, seats * openings)
    for table in met:
        places = Counter(
            (seat, name) for _, _, seated in found if frozenset(seated) == table for seat, name in enumerate(seated)
        )
        assert set(places.values()) == {openings}


def test_all_orders_of_three():
    assert sorted(seatings(("a", "b", "c"), "permutations")) == sorted(permutations("abc"))


def test_who_plays_against_itself_does_so_once():
    assert seatings(("a", "a")) == [("a", "a")]


def test_there_must_be_players_for_all_seats():
    with pytest.raises(ValueError, match="3 players sit at a table"):
        groups(["a", "b"], 3)
    with pytest.raises(ValueError, match="rotations or permutations"):
        seatings(("a", "b"), "chairs")


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.parametrize("plies", [0, 1, 3])
def test_random_openings_are_different_positions_after_legal_moves(game: Game, plies: int):
    number = 1 if plies == 0 else 2
    found = random_openings(game, number, plies, seed=7)
    records = [opening_record(game, text) for text in found]
    assert len({so_far.position for so_far in records}) == number
    for so_far in records:
        assert len(so_far.moves) == plies
        assert not is_over(game, so_far.position)
        assert record(game, so_far.moves).position == so_far.position  # checks each move
    assert random_openings(game, number, plies, seed=7) == found


def test_too_few_openings_are_an_error():
    with pytest.raises(ValueError, match=r"2 such openings of 1 plies were found for nim, not 3: take fewer pairs"):
        random_openings(nim(heaps=(3,)), 3, plies=1)


def test_other_seeds_give_other_openings():
    assert len({random_openings(konane(), 2, seed=seed) for seed in range(5)}) == 5


def best(position: tuple[str, ...], mover: str = "X") -> int:
    """The value of a position of tic-tac-toe for X, by brute force."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for a, b, c in lines:
        if position[a] == position[b] == position[c] != ".":
            return 1 if position[a] == "X" else -1
    free = [at for at in range(9) if position[at] == "."]
    if not free:
        return 0
    after = (best((*position[:at], mover, *position[at + 1 :]), "O" if mover == "X" else "X") for at in free)
    return max(after) if mover == "X" else min(after)


def test_balanced_openings_are_those_that_perfect_play_leaves_even():
    game = tic_tac_toe()
    for text in balanced_openings(game, 6, plies=2, depth=9, within=0):
        rows = game.show(opening_record(game, text).position).splitlines()[:3]
        cells = tuple("".join(rows).replace(" ", "").translate({ord(digit): None for digit in "123"}))
        assert len(cells) == 9 and best(cells) == 0


def test_an_opening_can_be_written_in_several_ways():
    game = konane(rows=4, columns=4)
    course = play_game(game, [bots.at_random(game)] * 2, plies=3)
    so_far = record(game, [move for _, move in course if move is not None])
    text = written_opening(so_far)
    ways = (text, so_far, so_far.position, "; ".join(so_far.written()))
    assert {opening_record(game, opening_of(game, way)).position for way in ways} == {so_far.position}
    assert opening_of(game, game.start) == "startpos"


@pytest.mark.parametrize("wrong", ["fen", "somewhere", "startpos moves z9", "startpos moves"])
def test_what_is_no_opening_is_named(wrong: str):
    with pytest.raises(ValueError, match=r"opening|legal"):
        opening_record(tic_tac_toe(), wrong)


def test_a_game_does_not_begin_where_it_is_over():
    with pytest.raises(ValueError, match="the game is over after the opening"):
        opening_record(nim(heaps=(1,)), "startpos moves a-1")

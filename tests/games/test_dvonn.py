"""DVONN by its rules: published numbers, boards drawn by hand, a twin."""

from __future__ import annotations

from itertools import islice
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, SURE, is_over, perft_counts
from lazytree.games import dvonn
from lazytree.games.dvonn_rules import PASS, stack_first
from lazytree.playing.laws import check_game
from tests.helpers.examples import examples
from tests.helpers.games import format_move_set, last_of, play_texts, random_game
from tests.helpers.marks import slow_unless

from .dvonn_boards import (
    GAME,
    HALF,
    HALF_LOST,
    PLACES,
    name,
    near,
    stacks_of,
    twin_moves,
    twin_of,
    twin_play,
    twin_stacks,
    twin_steps,
)

SEEDS, PLIES = st.integers(0, 10**9), st.integers(0, 40)


@given(SEEDS)
def test_the_movement_phase_is_the_twins(seed):
    random, position = Random(seed), dvonn("random", seed).start
    piles, cells = twin_of(position), {name(*place): place for place in PLACES}
    for _ in range(200):
        own, other = ("w", "b") if position.mover == FIRST else ("b", "w")
        expected = {f"{name(*source)}-{name(*target)}" for source, target in twin_moves(piles, own)}
        assert format_move_set(GAME, position) == (expected or ({"pass"} if twin_moves(piles, other) else set()))
        if is_over(GAME, position):
            break
        text = random.choice(sorted(format_move_set(GAME, position)))
        if text != "pass":
            piles = twin_play(piles, *(cells[cell] for cell in text.split("-")))
        mover, position = position.mover, play_texts(GAME, position, text)
        assert position.mover == 1 - mover
        assert stacks_of(position) == twin_stacks(piles)


@given(SEEDS, PLIES)
def test_ratings_are_the_twins(seed, plies):
    position = last_of(random_game(dvonn("random", seed), seed, plies))
    piles = twin_of(position)
    steps = twin_steps(piles)
    white, black = ({place for place, pile in piles.items() if pile[-1] == top} for top in "wb")

    def lead(worth):
        return sum(map(worth, white)) - sum(map(worth, black))

    expected = {
        "stacks": len(white) - len(black),
        "pegs_and_heights": lead(lambda place: 1 + len(piles[place])),
        "heights": lead(lambda place: len(piles[place])),
        "mobility": len(twin_moves(piles, "w")) - len(twin_moves(piles, "b")),
        "connectedness": lead(lambda place: max(0, 4 - steps[place])),
    }
    assert {rating: GAME.ratings[rating](position) for rating in expected} == expected
    assert GAME.ratings["weighed"](position) == (
        expected["heights"] + 2 * expected["mobility"] + 2 * expected["connectedness"]
    )


# Published numbers


def test_leaves_of_the_placement():
    assert list(islice(perft_counts(GAME), 3)) == [49, 2352, 110544]


def test_pieces_are_placed_in_turn():
    """3 DVONN pieces (White, Black, White), then Black the first of his 23; White the 49th, and White moves first."""
    position, movers, tops = GAME.start, [], []
    for number in range(49):
        movers.append(position.mover)
        before = stacks_of(position)
        position = play_texts(GAME, position, str(48 - number))
        tops += [now for was, now in zip(before, stacks_of(position)) if was != now]
    assert movers == [FIRST, SECOND] * 24 + [FIRST]
    assert tops == ["r1r"] * 3 + ["b1", "w1"] * 23
    assert position.mover == FIRST and all("-" in text for text in format_move_set(GAME, position))


def lengths_of_games(count):
    """Moves, passes not counted, of games that `stack_first` plays against itself from boards dealt at random."""
    random = Random(33155)
    choose = stack_first(random)
    for _ in range(count):
        position, length = dvonn("random", random.randrange(10**9)).start, 0
        for _ in range(200):
            if is_over(GAME, position):
                break
            move = choose(position)
            length += move != PASS
            position = GAME.play(position, move)
        yield length


@pytest.mark.slow
def test_mean_length_of_random_games():
    """Published: 33.155 (ykolomiets/dvonn on GitHub, movesInGame.json).

    A player whose every move is as likely as the other would play about 31.3.
    """
    lengths = list(lengths_of_games(1_000))
    assert abs(mean(lengths) - 33.155) < 4 * stdev(lengths) / len(lengths) ** 0.5


@pytest.mark.minutes
def test_mean_length_of_ten_thousand_random_games():
    lengths = list(lengths_of_games(10_000))
    assert abs(mean(lengths) - 33.155) < 3 * stdev(lengths) / len(lengths) ** 0.5


def test_stack_first_picks_stacks_not_moves():
    """Of two stacks one has 1 move and the other 5: each is picked half of the time."""
    position = GAME.read(TWO_STACKS)
    assert format_move_set(GAME, position) == {"A3-B3", "D3-D2", "D3-C3", "D3-E3", "D3-D4", "D3-E4"}
    choose = stack_first(Random(1))
    picked = [GAME.format(position, choose(position)) for _ in range(400)]
    assert 150 < picked.count("A3-B3") < 250
    assert set(picked) == format_move_set(GAME, position)


TWO_STACKS = """
      .     .     .     .     .     .     .     .     .
   .     .     .     b2    .     .     .     .     .     .
w1    b2    r1r   w1    b2    .     .     .     .     .     .
   .     .     b2    b2    .     .     .     .     .     .
      .     .     .     .     .     .     .     .     .
White to move
"""


# Rules, on boards drawn by hand


def test_a_move_that_loses_half_the_board():
    """E3 is all that ties nine stacks on the left to a DVONN piece."""
    before, after = GAME.read(HALF), GAME.read(HALF_LOST)
    assert play_texts(GAME, before, "E3-F3") == after
    assert (sum(before.heights), sum(after.heights)) == (17, 8)


CARRIED = """
      .     .     .     .     .     .     .     .     .
   .     .     .     .     .     .     .     .     .     .
w1    b1    w2r   .     b1    w1    .     .     .     .     .
   .     .     w2    b1    .     .     .     .     .     .
      .     .     .     .     .     .     .     .     .
White to move
"""
CARRIED_AWAY = """
      .     .     .     .     .     .     .     .     .
   .     .     .     .     .     .     .     .     .     .
.     .     .     .     w3r   w1    .     .     .     .     .
   .     .     w2    b1    .     .     .     .     .     .
      .     .     .     .     .     .     .     .     .
Black to move
"""


def test_a_stack_that_carries_the_last_dvonn_piece_away_strands_what_it_leaves():
    assert play_texts(GAME, GAME.read(CARRIED), "C3-E3") == GAME.read(CARRIED_AWAY)


SURROUNDED = """
      .     .     .     .     .     .     .     .     .
   .     .     .     .     b1    b1    .     .     .     .
.     .     .     .     b1    w1    r1r   .     .     .     .
   .     .     .     .     b1    b1    .     .     .     .
      .     .     .     .     .     .     .     .     .
White to move
"""


def test_a_surrounded_stack_must_pass_until_it_is_free_again():
    position = GAME.read(SURROUNDED)
    assert format_move_set(GAME, position) == {"pass"}
    passed = play_texts(GAME, position, "pass")
    assert stacks_of(passed) == stacks_of(position) and passed.mover == SECOND
    assert "pass" not in format_move_set(GAME, passed) and not any(
        text.startswith("G3") for text in format_move_set(GAME, passed)
    )
    freed = play_texts(GAME, passed, "E3-E2")
    assert format_move_set(GAME, freed) == {"F3-E2", "F3-F2", "F3-G3", "F3-F4", "F3-G4"}


def test_on_a_full_board_just_the_edge_can_move():
    position = dvonn("random", seed=5).start
    edge = {name(*place) for place in PLACES if not set(near(*place)) <= set(PLACES)}
    stacks = dict(zip((name(*place) for place in PLACES), stacks_of(position)))
    assert len(edge) == 24
    assert {text.split("-")[0] for text in format_move_set(GAME, position)} == {
        cell for cell in edge if stacks[cell] == "w1"
    }


def test_a_stack_moves_as_far_as_it_is_high_over_anything_onto_a_stack():
    position = GAME.read("""
          .     .     .     .     .     .     .     .     .
       .     .     .     b1    r1r   .     .     .     .     .
    .     .     .     w2    .     b1    w1    .     .     .     .
       .     .     .     .     .     .     .     .     .     .
          .     .     .     .     .     .     .     .     .
    White to move
    """)
    assert format_move_set(GAME, position) == {"D3-F3", "G3-F3"}
    assert "w3" in stacks_of(play_texts(GAME, position, "D3-F3"))


OVER = """
      .     .     .     .     .     .     .     .     .
   .     .     .     .     .     .     .     .     .     .
{white}    r1r   {black}    .     .     .     .     .     .     .     .
   .     .     .     .     .     .     .     .     .     .
      .     .     .     .     .     .     .     .     .
{mover} to move
"""


@pytest.mark.parametrize("mover", ["White", "Black"])
@pytest.mark.parametrize("white, black, lead", [("w3", "b3", 0), ("w5", "b3", 2), ("w3r", "b4", -1), ("w9", ".", 9)])
def test_scores_when_no_player_can_move(white, black, lead, mover):
    position = GAME.read(OVER.format(white=white, black=black, mover=mover))
    assert is_over(GAME, position)
    outcome = (lead > 0) - (lead < 0)
    assert GAME.payoffs(position) == (outcome, -outcome)
    assert dvonn(score="margin").payoffs(position) == (lead, -lead)


def test_a_dvonn_piece_alone_belongs_to_no_player():
    position = GAME.read(OVER.format(white=".", black="r1r", mover="White"))
    assert is_over(GAME, position)
    assert GAME.payoffs(position) == (0, 0)


# Laws


@pytest.mark.parametrize("placement", ["by hand", "random"])
@pytest.mark.parametrize("score", slow_unless(["win"], ["win", "margin"]))
@given(seed=SEEDS)
@examples(2)
@pytest.mark.slow
def test_laws(placement, score, seed):
    check_game(dvonn(placement, seed, score), games=1, seed=seed)


@given(SEEDS, PLIES)
def test_what_is_lost_never_comes_back(seed, plies):
    totals = [sum(position.heights) for position in random_game(dvonn("random", seed), seed, plies)]
    assert totals == sorted(totals, reverse=True) and totals[0] == 49 and totals[-1] >= 3


@given(SEEDS, PLIES)
def test_ratings_are_seen_by_white(seed, plies):
    """With all colours exchanged each rating is its negation."""
    position = last_of(random_game(dvonn("random", seed), seed, plies))
    exchanged = position._replace(white=position.black, black=position.white, mover=1 - position.mover)
    for rating in GAME.ratings.values():
        assert rating(exchanged) == -rating(position)
        assert abs(rating(position)) < SURE


def test_the_same_seed_deals_the_same_board():
    assert dvonn("random", 3).start == dvonn("random", 3).start != dvonn("random", 4).start

"""DVONN against published numbers, boards drawn by hand and a twin that piles letters up in a dictionary."""

from __future__ import annotations

from itertools import islice
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, SURE, IllegalMove, is_over, leaves
from lazytree.games import dvonn
from lazytree.games.dvonn_rules import PASS, stack_first
from lazytree.laws import check_game

GAME = dvonn()
SEEDS = st.integers(0, 10**9)
PLIES = st.integers(0, 40)


def stacks_of(position):
    """The 49 stacks as they are shown, in reading order."""
    return " ".join(GAME.show(position).splitlines()[1:10:2]).split()


def written(position):
    return {GAME.format(position, move) for move in GAME.moves(position)}


def played(game, position, *texts):
    for text in texts:
        position = game.play(position, game.parse(position, text))
    return position


def at_random(game, seed, plies=200):
    """The positions of a random game of at most so many plies."""
    random, position = Random(seed), game.start
    yield position
    for _ in range(plies):
        moves = list(game.moves(position))
        if not moves:
            return
        position = game.play(position, random.choice(moves))
        yield position


# A twin: pieces as letters, bottom first, on coordinates (x, y)

PLACES = [(x, y) for y in range(1, 6) for x in range(11) if max(0, y - 3) <= x <= min(10, 7 + y)]
AROUND = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)]


def twin_of(position):
    """As much as the text tells: the top, the height, whether a DVONN piece is inside."""
    piles = {}
    for place, stack in zip(PLACES, stacks_of(position), strict=True):
        if stack != ".":
            top, height = stack[0], int(stack.strip("wbr"))
            piles[place] = ("r" if stack[-1] == "r" else top) + top * (height - 1)
    return piles


def name(x, y):
    return f"{'ABCDEFGHIJK'[x]}{y}"


def near(x, y):
    return [(x + dx, y + dy) for dx, dy in AROUND]


def twin_moves(piles, top):
    found = set()
    for (x, y), pile in piles.items():
        if pile[-1] == top and not all(place in piles for place in near(x, y)):
            landings = [(x + len(pile) * dx, y + len(pile) * dy) for dx, dy in AROUND]
            found |= {((x, y), place) for place in landings if place in piles}
    return found


def twin_steps(piles):
    """How many steps over stacks each pile is from a DVONN piece; piles that are cut off are left out."""
    steps = {place: 0 for place, pile in piles.items() if "r" in pile}
    todo = list(steps)
    for x, y in todo:
        for place in near(x, y):
            if place in piles and place not in steps:
                steps[place] = steps[x, y] + 1
                todo.append(place)
    return steps


def twin_play(piles, source, target):
    after = {place: pile for place, pile in piles.items() if place != source}
    after[target] = piles[target] + piles[source]
    return {place: after[place] for place in twin_steps(after)}


def twin_stacks(piles):
    def text(pile):
        return f"{pile[-1]}{len(pile)}{'r' if 'r' in pile else ''}"

    return [text(piles[place]) if place in piles else "." for place in PLACES]


@given(SEEDS)
def test_the_movement_phase_is_the_twins(seed):
    random, position = Random(seed), dvonn("random", seed).start
    piles, cells = twin_of(position), {name(*place): place for place in PLACES}
    for _ in range(200):
        own, other = ("w", "b") if position.mover == FIRST else ("b", "w")
        expected = {f"{name(*source)}-{name(*target)}" for source, target in twin_moves(piles, own)}
        assert written(position) == (expected or ({"pass"} if twin_moves(piles, other) else set()))
        if is_over(GAME, position):
            break
        text = random.choice(sorted(written(position)))
        if text != "pass":
            piles = twin_play(piles, *(cells[cell] for cell in text.split("-")))
        mover, position = position.mover, played(GAME, position, text)
        assert position.mover == 1 - mover
        assert stacks_of(position) == twin_stacks(piles)


@given(SEEDS, PLIES)
def test_ratings_are_the_twins(seed, plies):
    *_, position = at_random(dvonn("random", seed), seed, plies)
    piles = twin_of(position)
    steps = twin_steps(piles)
    white, black = ({place for place, pile in piles.items() if pile[-1] == top} for top in "wb")

    def lead(worth):
        return sum(map(worth, white)) - sum(map(worth, black))

    expected = {
        "stacks": len(white) - len(black),
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
    assert list(islice(leaves(GAME), 3)) == [49, 2352, 110544]


def test_pieces_are_placed_in_turn():
    """3 DVONN pieces (White, Black, White), then Black the first of his 23; White the 49th, and White moves first."""
    position, movers, tops = GAME.start, [], []
    for number in range(49):
        movers.append(position.mover)
        before = stacks_of(position)
        position = played(GAME, position, str(48 - number))
        tops += [now for was, now in zip(before, stacks_of(position)) if was != now]
    assert movers == [FIRST, SECOND] * 24 + [FIRST]
    assert tops == ["r1r"] * 3 + ["b1", "w1"] * 23
    assert position.mover == FIRST and all("-" in text for text in written(position))


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


def test_mean_length_of_random_games():
    """Published: 33.155. A player whose every move is as likely as the other would play about 31.3."""
    lengths = list(lengths_of_games(1_000))
    assert abs(mean(lengths) - 33.155) < 4 * stdev(lengths) / len(lengths) ** 0.5


@pytest.mark.slow
def test_mean_length_of_ten_thousand_random_games():
    lengths = list(lengths_of_games(10_000))
    assert abs(mean(lengths) - 33.155) < 3 * stdev(lengths) / len(lengths) ** 0.5


def test_stack_first_picks_stacks_not_moves():
    """Of two stacks one has 1 move and the other 5: each is picked half of the time."""
    position = GAME.read(TWO_STACKS)
    assert written(position) == {"A3-B3", "D3-D2", "D3-C3", "D3-E3", "D3-D4", "D3-E4"}
    choose = stack_first(Random(1))
    picked = [GAME.format(position, choose(position)) for _ in range(400)]
    assert 150 < picked.count("A3-B3") < 250
    assert set(picked) == written(position)


TWO_STACKS = """
      .     .     .     .     .     .     .     .     .
   .     .     .     b2    .     .     .     .     .     .
w1    b2    r1r   w1    b2    .     .     .     .     .     .
   .     .     b2    b2    .     .     .     .     .     .
      .     .     .     .     .     .     .     .     .
White to move
"""


# Rules, on boards drawn by hand

HALF = """
      .     .     .     .     .     .     .     .     .
   b1    w1    b1    .     .     b1    .     .     .     .
w1    b1    b1    w1    w1    r1r   w1    b1    r1r   .     .
   w1    b1    .     .     .     w1    b1    .     .     .
      .     .     .     .     .     .     .     .     .
White to move
"""
HALF_LOST = """
      .     .     .     .     .     .     .     .     .
   .     .     .     .     .     b1    .     .     .     .
.     .     .     .     .     w2r   w1    b1    r1r   .     .
   .     .     .     .     .     w1    b1    .     .     .
      .     .     .     .     .     .     .     .     .
Black to move
"""


def test_a_move_that_loses_half_the_board():
    """E3 is all that ties nine stacks on the left to a DVONN piece."""
    before, after = GAME.read(HALF), GAME.read(HALF_LOST)
    assert played(GAME, before, "E3-F3") == after
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
    assert played(GAME, GAME.read(CARRIED), "C3-E3") == GAME.read(CARRIED_AWAY)


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
    assert written(position) == {"pass"}
    passed = played(GAME, position, "pass")
    assert stacks_of(passed) == stacks_of(position) and passed.mover == SECOND
    assert "pass" not in written(passed) and not any(text.startswith("G3") for text in written(passed))
    freed = played(GAME, passed, "E3-E2")
    assert written(freed) == {"F3-E2", "F3-F2", "F3-G3", "F3-F4", "F3-G4"}


def test_on_a_full_board_just_the_edge_can_move():
    position = dvonn("random", seed=5).start
    edge = {name(*place) for place in PLACES if not set(near(*place)) <= set(PLACES)}
    stacks = dict(zip((name(*place) for place in PLACES), stacks_of(position)))
    assert len(edge) == 24
    assert {text.split("-")[0] for text in written(position)} == {cell for cell in edge if stacks[cell] == "w1"}


def test_a_stack_moves_as_far_as_it_is_high_over_anything_onto_a_stack():
    position = GAME.read("""
          .     .     .     .     .     .     .     .     .
       .     .     .     b1    r1r   .     .     .     .     .
    .     .     .     w2    .     b1    w1    .     .     .     .
       .     .     .     .     .     .     .     .     .     .
          .     .     .     .     .     .     .     .     .
    White to move
    """)
    assert written(position) == {"D3-F3", "G3-F3"}
    assert "w3" in stacks_of(played(GAME, position, "D3-F3"))


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
def test_scores_when_nobody_can_move(white, black, lead, mover):
    position = GAME.read(OVER.format(white=white, black=black, mover=mover))
    assert is_over(GAME, position)
    outcome = (lead > 0) - (lead < 0)
    assert GAME.payoffs(position) == (outcome, -outcome)
    assert dvonn(score="margin").payoffs(position) == (lead, -lead)


def test_a_dvonn_piece_alone_belongs_to_nobody():
    position = GAME.read(OVER.format(white=".", black="r1r", mover="White"))
    assert is_over(GAME, position)
    assert GAME.payoffs(position) == (0, 0)


# Notation, text, picture


def test_cells_have_a_number_and_a_name():
    names = [name(*place) for place in PLACES]
    assert (len(names), names[0], names[9], names[48]) == (49, "A1", "A2", "K5")
    for number, cell in enumerate(names):
        assert (
            GAME.parse(GAME.start, str(number)) == GAME.parse(GAME.start, cell) == GAME.parse(GAME.start, cell.lower())
        )


def test_a_move_by_numbers():
    position = GAME.read(HALF)
    assert GAME.parse(position, "23-24") == GAME.parse(position, " e3 - F3 ")
    with pytest.raises(IllegalMove, match=r"legal here: .*E3-F3"):
        GAME.parse(position, "E3-Z9")


def test_the_board_of_the_source():
    position = GAME.read(HALF_LOST)
    lines = GAME.show(position).splitlines()
    assert lines[4].split() == [str(number) for number in range(19, 30)]
    assert lines[5].split() == [*".....", "w2r", "w1", "b1", "r1r", *".."]
    assert lines[4].index("24") == lines[5].index("w2r")
    assert lines[-3:] == ["White: 4 points, 3 stacks", "Black: 3 points, 3 stacks", "Black to move"]
    assert GAME.show(GAME.start).splitlines()[-1] == "White to place"


def test_the_picture_has_heights_owners_and_dvonn_pieces():
    cells = {cell.name: cell for cell in GAME.picture(GAME.read(HALF_LOST)).cells}
    assert len(cells) == 49 and {cell.shape for cell in cells.values()} == {"hexagon"}
    assert (cells["F3"].stone, cells["F3"].height, cells["F3"].label) == (FIRST, 2, "2r")
    assert (cells["F2"].stone, cells["F2"].label, cells["A1"].stone) == (SECOND, "1", None)
    assert cells["I3"].label == "1r" and cells["I3"].stone not in (FIRST, SECOND, None)
    distance = (cells["A1"].x - cells["B2"].x) ** 2 + (cells["A1"].y - cells["B2"].y) ** 2
    assert distance == pytest.approx(1)


# Laws


@pytest.mark.parametrize("placement", ["by hand", "random"])
@pytest.mark.parametrize("score", ["win", "margin"])
@given(seed=SEEDS)
@settings(max_examples=2)
def test_laws(placement, score, seed):
    check_game(dvonn(placement, seed, score), games=1, seed=seed)


@given(SEEDS, PLIES)
def test_what_is_lost_never_comes_back(seed, plies):
    totals = [sum(position.heights) for position in at_random(dvonn("random", seed), seed, plies)]
    assert totals == sorted(totals, reverse=True) and totals[0] == 49 and totals[-1] >= 3


@given(SEEDS, PLIES)
def test_ratings_are_seen_by_white(seed, plies):
    """With all colours exchanged each rating is its negation."""
    *_, position = at_random(dvonn("random", seed), seed, plies)
    exchanged = position._replace(white=position.black, black=position.white, mover=1 - position.mover)
    for rating in GAME.ratings.values():
        assert rating(exchanged) == -rating(position)
        assert abs(rating(position)) < SURE


def test_the_same_seed_deals_the_same_board():
    assert dvonn("random", 3).start == dvonn("random", 3).start != dvonn("random", 4).start


# Mistakes


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"placement": "later"}, "'by hand' or 'random'"),
        ({"score": "points"}, "'win' or 'margin'"),
        ({"seed": -1}, "seed must be a whole number of at least 0"),
        ({"seed": "x"}, "seed must be a whole number"),
    ],
)
def test_wrong_parameters(arguments, message):
    with pytest.raises(ValueError, match=message):
        dvonn(**arguments)


@pytest.mark.parametrize(
    "text, message",
    [
        ("White to move", "49 stacks"),
        (HALF.replace("White to move", ""), "White to move"),
        (HALF.replace("b1    w1    b1    .", "b1    w1r   b1    ."), "49 stacks"),
        (HALF.replace("r1r", "b1"), "1 to 3 stacks with DVONN"),
        (HALF.replace("w1    w1    r1r", "w99   w1    r1r"), "49 pieces"),
        (HALF_LOST.replace(".", "b1", 1), "do not hang together with any DVONN piece: A1"),
        (HALF_LOST.replace("Black to move", "Black to place"), "placed singly"),
        (GAME.show(played(GAME, GAME.start, "A1")).replace("Black to", "White to"), "White cannot be to place"),
        (GAME.show(dvonn("random").start).replace("White to move", "Black to place"), "Black cannot be to place"),
    ],
)
def test_text_that_is_no_position(text, message):
    with pytest.raises(ValueError, match=message):
        GAME.read(text)

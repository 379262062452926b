"""Lines of Action against published counts and a twin that plays on coordinates."""

from __future__ import annotations

from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, check_game, perft, perft_counts
from lazytree.games import lines_of_action
from tests.helpers.games import CHOICES, SEEDS, format_move_set, groups_of, play_choices, play_text, stones_on
from tests.helpers.marks import slow_unless

SIZES = st.integers(3, 8)
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


def cell_named(name):
    """Column and row, counted from 1 at the bottom left."""
    return "-abcdefgh".index(name[0]), int(name[1:])


def name_of(cell):
    return f"{'-abcdefgh'[cell[0]]}{cell[1]}"


def owners_on(game, position):
    """Whose stone lies on each cell that is not empty."""
    return {cell_named(name): owner for name, owner in stones_on(game, position).items()}


def moves_on(owners, mover, size):
    """Every move as (source, target)."""
    for (x, y), owner in owners.items():
        for (right, up), way in product(AXES, (1, -1)):
            line = [(x + right * step, y + up * step) for step in range(-size, size + 1)]
            steps = sum(cell in owners for cell in line)
            passed = [(x + way * right * step, y + way * up * step) for step in range(1, steps + 1)]
            target = passed.pop()
            on_board = all(1 <= number <= size for number in target)
            blocked = any(owners.get(cell) == 1 - mover for cell in passed)
            if owner == mover and on_board and not blocked and owners.get(target) != mover:
                yield (x, y), target


def number_of_groups(owners, player):
    """How many groups the player's stones form."""
    mine = {cell for cell, owner in owners.items() if owner == player}
    return len(groups_of(mine, lambda cell: [(cell[0] + x, cell[1] + y) for x, y in product((-1, 0, 1), repeat=2)]))


# Published numbers


@pytest.mark.parametrize("plies", slow_unless([3], [3, 4]))
def test_leaves(plies):
    assert list(islice(perft_counts(lines_of_action()), plies)) == [36, 1244, 44952, 1563208][:plies]


# A board that comes back is a draw


@pytest.mark.slow
def test_leaves_where_a_board_that_comes_back_draws():
    """55,934,908 after 5 plies, 55,963,132 where play goes on: others' counts, which differ by these lines."""
    plain, game = lines_of_action(), lines_of_action(repetition="draw")
    assert list(islice(perft_counts(game), 3)) == [36, 1244, 44952]
    lost = 0
    for position in after_each(game, after_each(game, after_each(game, [game.start]))):
        if position.first == game.start.first:  # X is back, so O may be with the next move
            for end in after_each(game, [position]):
                if not list(game.moves(end)):
                    assert end[:3] == game.start[:3]
                    assert game.payoffs(end) == (0, 0)
                    lost += len(list(plain.moves(plain.start)))
    assert lost == 55_963_132 - 55_934_908


@pytest.mark.minutes
def test_leaves_after_five_plies():
    """One position at a time: their histories would not fit into memory together."""
    game = lines_of_action(repetition="draw")

    def leaves(position, plies):
        moves = list(game.moves(position))
        return len(moves) if plies == 1 else sum(leaves(game.play(position, move), plies - 1) for move in moves)

    assert leaves(game.start, 5) == 55_934_908
    assert perft(lines_of_action(), 5) == 55_963_132


def after_each(game, positions):
    return (game.play(position, move) for position in positions for move in game.moves(position))


@given(st.integers(3, 5), CHOICES)
def test_a_game_is_drawn_exactly_when_a_board_was_there_before(size, choices):
    """Like the plain game, beside a list of all boards that is never shortened."""
    plain, game = lines_of_action(size), lines_of_action(size, repetition="draw")
    here, position, boards = plain.start, game.start, []
    for choice in choices:
        back = here[:2] in boards
        boards.append(here[:2])
        assert position[:3] == here
        assert list(game.moves(position)) == ([] if back else list(plain.moves(here)))
        assert game.read(game.show(position)) == position
        if not list(game.moves(position)):
            assert game.payoffs(position) == ((0, 0) if back else plain.payoffs(here))
            break
        assert {name: rating(position) for name, rating in game.ratings.items()} == {
            name: rating(here) for name, rating in plain.ratings.items()
        }
        moves = list(game.moves(position))
        home = [move for move in moves if plain.play(here, move)[:2] in boards]  # so that boards do come back
        move = home[choice % len(home)] if home and choice % 2 else moves[choice % len(moves)]
        here, position = plain.play(here, move), game.play(position, move)


def test_moves_since_the_last_capture_are_told_and_read():
    game = lines_of_action(repetition="draw")
    position = play_text(game, "b1-h1 a2-a8 h1-b1")
    assert game.show(position).splitlines()[-2:] == ["O to move", "since the last capture: b1-h1 a2-a8 h1-b1"]
    over = play_text(game, "a8-a2", position)
    assert (list(game.moves(over)), game.payoffs(over)) == ([], (0, 0))
    assert game.read(game.show(over)) == over
    taken = play_text(game, "b1-h1 a2-a8 c1-a3")
    assert game.show(taken).splitlines()[-1] == "O to move"


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ("b1-h1 a2-a8", "a2-a8 cannot have been played since the last capture: it does not lead to this board"),
        ("d3-b1 c2-a2", "d3-b1 cannot have been played since the last capture: it was not legal"),
        ("b1", "'b1' is not a move such as a8-h1"),
    ],
)
def test_moves_that_cannot_have_been_played(steps, fault):
    game = lines_of_action(repetition="draw")
    with pytest.raises(ValueError, match=fault):
        game.read(f"{lines_of_action().show(lines_of_action().start)}\nsince the last capture: {steps}")


# The rules, against the twin


@pytest.mark.slow
@given(SIZES, CHOICES)
def test_as_on_coordinates(size, choices):
    game = lines_of_action(size)
    position, mover = game.start, FIRST
    owners = owners_on(game, position)
    assert len(owners) == 4 * (size - 2)
    for choice in choices:
        connected = [player for player in (FIRST, SECOND) if number_of_groups(owners, player) == 1]
        legal = [] if connected else sorted(moves_on(owners, mover, size))
        assert format_move_set(game, position) == {f"{name_of(source)}-{name_of(target)}" for source, target in legal}
        if not legal:
            winner = connected[0] if len(connected) == 1 else 1 - mover
            assert game.payoffs(position) == ((1, -1) if winner == FIRST else (-1, 1))
            break
        source, target = legal[choice % len(legal)]
        position = game.play(position, game.parse(position, f"{name_of(source)}-{name_of(target)}"))
        owners[target] = owners.pop(source)
        mover = 1 - mover
        assert owners_on(game, position) == owners
        assert game.mover(position) == mover


@given(st.integers(3, 6), st.sampled_from(["play on", "draw"]), SEEDS)
def test_the_laws(size, repetition, seed):
    check_game(lines_of_action(size, repetition), games=1, plies=40, seed=seed)


def test_a_stone_jumps_over_its_own_not_over_the_others():
    game = lines_of_action(size=5)
    position = game.read(
        """
        . . . . .
        X X . . O
        . . . . .
        X O . . X
        . . . . .
        X to move
        """
    )
    moves = format_move_set(game, position)
    assert "a4-d4" in moves
    assert "a2-d2" not in moves
    assert "e2-b2" in moves
    assert stones_on(game, game.play(position, game.parse(position, "e2-b2"))).get("b2") == FIRST


BOTH_CONNECTED = """
    {o} {o} . . .
    .   .   . . .
    .   .   . . .
    .   .   . {x} .
    {x} . {o} . .
    {x} to move
"""


@pytest.mark.parametrize(("x", "o", "payoffs"), [("X", "O", (1, -1)), ("O", "X", (-1, 1))])
def test_who_connects_both_wins(x, o, payoffs):
    game = lines_of_action(size=5)
    position = game.read(BOTH_CONNECTED.format(x=x, o=o))
    position = game.play(position, game.parse(position, "a1-c1"))
    assert list(game.moves(position)) == []
    assert game.payoffs(position) == payoffs


def test_a_capture_that_connects_only_the_other_loses():
    game = lines_of_action(size=5)
    position = game.read(
        """
        O O . . .
        . . . . X
        . . . . .
        . . . . .
        X . O . .
        X to move
        """
    )
    position = game.play(position, game.parse(position, "a1-c1"))
    assert list(game.moves(position)) == []
    assert game.payoffs(position) == (-1, 1)


def test_who_cannot_move_loses():
    game = lines_of_action(size=5)
    position = game.read(
        """
        . . . O X
        . . . O O
        . . . . .
        O O . . .
        X O . . .
        X to move
        """
    )
    assert list(game.moves(position)) == []
    assert game.payoffs(position) == (-1, 1)


# Ratings


@given(SIZES, CHOICES)
def test_ratings(size, choices):
    game = lines_of_action(size)
    position = play_choices(game, choices)
    owners = owners_on(game, position)
    counts = [len(list(moves_on(owners, player, size))) for player in (FIRST, SECOND)]
    assert game.ratings["groups"](position) == number_of_groups(owners, SECOND) - number_of_groups(owners, FIRST)
    assert game.ratings["mobility"](position) == counts[FIRST] - counts[SECOND]


# Notation


def test_moves_are_written_from_where_to_where():
    game = lines_of_action()
    assert {"b1-b3", "b1-d3", "b1-h1", "g8-a8"} <= format_move_set(game, game.start)
    assert stones_on(game, play_text(game, "b1-d3")).get("d3") == FIRST
    for wrong in ("b1-b2", "a2-b2", "b1", "b1d3", "pass", ""):
        with pytest.raises(IllegalMove, match="legal here"):
            game.parse(game.start, wrong)


@pytest.mark.parametrize(
    "text", ["", "X to move", ". X .\n" * 3, ". X .\n" * 2 + "X to move", ". X .\n" * 3 + "to move"]
)
def test_texts_that_are_no_position(text):
    with pytest.raises(ValueError, match="9 marks"):
        lines_of_action(size=3).read(text)


@pytest.mark.parametrize("size", [2, 0, -8, 8.0, "8", True])
def test_wrong_sizes(size):
    with pytest.raises(ValueError, match="size must be a whole number of at least 3"):
        lines_of_action(size)


def test_a_wrong_word_for_repetition():
    with pytest.raises(ValueError, match="repetition must be 'play on' or 'draw'"):
        lines_of_action(repetition="no")

"""Dice of Doom as *Land of Lisp* prints it: its games, move for move, its sentences, and its two ratings beside ours.

C. Barski, Land of Lisp (2010), chapters 15 and 18. In its games against the computer, b makes the first of the moves
with the highest rating: in version 1 by `winners` at the end of the game, in version 2 by `score_board` four plies on.
"""

from __future__ import annotations

import pytest

from lazytree import FIRST, alphabeta, bots, grow, maptree, minimax, prune, rate
from lazytree.cli.table import play_on_terminal
from lazytree.games import dice_of_doom

from .dice_of_doom_boards import hexes_in

# Games that the book prints: who is to move, the board, and the number that a person types

BY_HAND = """
a b2,b2,a2,b1 1
a b2,b2,a1,a1 1
b b2,b2,a1,a1 1
b b1,b2,b1,a1 1
a b1,b2,b1,a1
"""
AGAINST_VERSION_1 = """
a a3,b3,a2,b2 1
a a1,b3,a2,a2 1
b a2,b3,a2,a2
b b2,b1,a2,a2
a b3,b1,a2,a2 1
a b3,a1,a2,a1 1
b b3,a1,a2,a1
b b1,a1,b2,a1
b b1,a1,b1,b1
a b2,a1,b2,b1
"""
AGAINST_VERSION_1_ON_3_BY_3 = """
a b1,a2,a3,a1,b1,b2,b2,a2,b3 3
a b1,a2,a1,a1,b1,a2,b2,a2,b3 1
b b1,a3,a1,a1,b1,a2,b2,a2,b3
b b1,a3,a1,b1,b1,a2,b1,a2,b3
a b1,a3,a1,b1,b1,a2,b1,a2,b3 1
a b1,a1,a1,b1,a2,a2,b1,a2,b3 1
b b1,a1,a1,b1,a2,a2,b1,a2,b3
b b1,a1,a1,b1,a2,b2,b1,a2,b1
a b2,a1,a1,b1,a2,b2,b1,a2,b1 2
a b2,a1,a1,b1,a1,b2,b1,a2,a1 1
b b2,a1,a1,b1,a1,b2,b1,a2,a1
b b1,b1,a1,b1,a1,b2,b1,a2,a1
a b1,b1,a1,b1,a1,b2,b1,a2,a1 1
a b1,b1,a1,a1,a1,b2,b1,a1,a1 1
b b1,b1,a1,a1,a1,b2,b1,a1,a1
b b1,b1,b1,a1,a1,b1,b1,a1,a1
a b1,b1,b1,a1,a1,b1,b1,a1,a1
"""
AGAINST_VERSION_2 = """
a a1,b2,b1,a3,b3,a1,a3,a3,b3,b2,b2,b2,a3,a3,a2,a2 3
a a1,b2,b1,a3,b3,a1,a1,a3,b3,b2,a2,b2,a3,a3,a2,a2 1
b a2,b2,b1,a3,b3,a1,a1,a3,b3,b2,a2,b2,a3,a3,a2,a2
b a2,b1,b1,a3,b3,b1,a1,a3,b3,b2,a2,b2,a3,a3,a2,a2
b b2,b1,b1,a3,b1,b1,a1,a3,b3,b2,a2,b2,a3,a3,a2,a2
b b2,b1,b1,a3,b1,b1,b1,a3,b3,b2,a2,b1,a3,a3,a2,a2
a b3,b2,b2,a3,b1,b1,b1,a3,b3,b2,a2,b1,a3,a3,a2,a2
"""


def printed(text):
    """Each printed position as (player, board, the number typed or None)."""
    lines = [line.split() for line in text.split("\n") if line]
    return [(line[0], line[1], int(line[2]) if len(line) > 2 else None) for line in lines]


def game_of(lines):
    board = lines[0][1]
    return dice_of_doom(size={4: 2, 9: 3, 16: 4}[board.count(",") + 1], board=board)


def as_printed(game, position):
    words = [f"{'ab'[owner]}{dice}" for owner, dice in hexes_in(game, position)]
    return game.players[game.mover(position)], ",".join(words)


def values(game, position, rating, plies):
    """What the book's get-ratings says of each move, by brute force: the mover's own rating of the last positions."""
    player, known = game.mover(position), {}

    def value(here, plies):
        if (here, plies) not in known:
            after = [value(game.play(here, move), plies - 1) for move in game.moves(here) if plies]
            ours = game.standings[rating](here)[player]
            known[here, plies] = (max if game.mover(here) == player else min)(after, default=ours)
        return known[here, plies]

    return [value(game.play(position, move), plies - 1) for move in game.moves(position)]


@pytest.mark.parametrize(
    "text, rating, plies",
    [
        (BY_HAND, None, None),
        (AGAINST_VERSION_1, "winners", 100),
        pytest.param(AGAINST_VERSION_1_ON_3_BY_3, "winners", 100, marks=pytest.mark.slow),
        (AGAINST_VERSION_2, "score_board", 4),
    ],
)
def test_the_printed_games_are_played_move_for_move(text, rating, plies):
    lines = printed(text)
    game = game_of(lines)
    position = game.start
    for player, board, typed in lines[:-1]:
        assert as_printed(game, position) == (player, board)
        moves = list(game.moves(position))
        if typed is None:
            rated = values(game, position, rating, plies)
            move = moves[rated.index(max(rated))]
        else:
            move = game.parse(position, str(typed))
            assert move == moves[typed - 1]
        position = game.play(position, move)
    assert as_printed(game, position) == lines[-1][:2]


@pytest.mark.parametrize("text", [BY_HAND, AGAINST_VERSION_1, AGAINST_VERSION_1_ON_3_BY_3])
def test_b_wins_the_printed_games_that_are_printed_to_their_end(text):
    lines = printed(text)
    game = game_of(lines)
    end = game.read(lines[-1][1])
    assert list(game.moves(end)) == []
    assert game.payoffs(end) == (-1, 1)
    assert (game.ratings["winners"](end), game.standings["winners"](end)) == (0, (0, 1))
    assert game.announce(game.payoffs(end)) == "The winner is b"


# Its sentences


def test_the_text_of_a_game_between_two_people_is_the_books():
    """What is printed at the table, without the lines that repeat the move."""
    lines = printed(BY_HAND)
    game, asked = game_of(lines), []
    answers = iter([str(typed) for *_, typed in lines if typed])

    def ask(prompt):
        asked.append(prompt)
        return next(answers)

    person = bots.human(game, ask, print)
    said = [text for text in play_on_terminal(game, [person, person]) if not text.startswith(("a:", "b:"))]
    assert said[0] == "current player = a\n    b-2 b-2\n  a-2 b-1"
    assert said[-1] == "The winner is b"
    assert asked == [
        "choose your move:\n1. 2 -> 3\n",
        "choose your move:\n1. end turn\n",
        "choose your move:\n1. 0 -> 2\n2. 0 -> 3\n3. 1 -> 3\n",
        "choose your move:\n1. end turn\n2. 1 -> 3\n",
    ]


def test_a_larger_list_is_the_books():
    lines = printed(AGAINST_VERSION_2)
    game = game_of(lines)
    printed_moves = ["3 -> 2", "6 -> 2", "6 -> 10", "6 -> 1", "6 -> 11", "7 -> 11", "7 -> 2", "13 -> 9"]
    numbered = [f"{number}. {move}" for number, move in enumerate(printed_moves, 1)]
    assert game.prompt(game.start).splitlines() == ["choose your move:", *numbered]
    for number, move in enumerate(printed_moves, 1):
        assert game.parse(game.start, move) == game.parse(game.start, str(number))


def test_end_turn_is_a_pass():
    game = dice_of_doom(board="a3,a3,b3,b1")
    attacked = game.play(game.start, game.parse(game.start, "0 -> 3"))
    assert game.parse(attacked, "end turn") == game.parse(attacked, "pass") == game.parse(attacked, "1")


@pytest.mark.parametrize(
    "payoffs, sentence",
    [
        ((1, -1), "The winner is a"),
        ((0, 0), "The game is a tie between (a b)"),
        ((0, 0.5, 0, 0.5), "The game is a tie between (b d)"),
    ],
)
def test_who_has_won_is_said_as_in_the_book(payoffs, sentence):
    assert dice_of_doom(players=len(payoffs)).announce(payoffs) == sentence


# Its ratings, beside ours


def test_winners_is_the_books_rating_of_a_finished_game():
    for board, share, payoffs in (
        ("a3,a1,a2,b1", 1, (1, -1)),
        ("a3,a1,b2,b1", 0.5, (0, 0)),
        ("b3,a1,b2,b1", 0, (-1, 1)),
    ):
        game = dice_of_doom(board=board)
        assert game.ratings["winners"](game.start) == share
        assert game.standings["winners"](game.start) == (share, 1 - share)
        assert game.payoffs(game.start) == payoffs
    four = dice_of_doom(players=4, board="d1,c1,b1,a1")
    assert four.standings["winners"](four.start) == four.payoffs(four.start) == (1 / 4,) * 4


def test_the_two_ratings_of_a_finished_game_agree_through_the_whole_tree():
    """Who wins after each first move: ours is twice the book's, less 1."""
    for board in ("a3,a3,b3,b1", "b1,b3,a1,a2", "a3,b3,a2,b2"):
        game = dice_of_doom(board=board)
        tree = grow(game)(game.start)
        books = maptree(game.ratings["winners"])(tree)
        ours = rate(game, "winners")(tree)
        for (_, its), (_, our) in zip(books.branches, ours.branches, strict=True):
            value = minimax(our)
            assert 2 * minimax(its) - 1 == (value > 0) - (value < 0)


def test_version_2_rates_the_movers_own_score_and_ours_the_difference():
    """13 12 13 13 where ours are 19 18 19 19, four plies on."""
    game = dice_of_doom(size=3, board="a3,b1,a3,a3,a1,b3,a3,b1,b1")
    tree = prune(4)(grow(game)(game.start))
    own = maptree(lambda position: game.standings["score_board"](position)[FIRST])(tree)
    assert [alphabeta(sub) for _, sub in own.branches] == [13, 12, 13, 13]
    assert values(game, game.start, "score_board", 4) == [13, 12, 13, 13]
    assert [alphabeta(sub) for _, sub in rate(game, "score_board")(tree).branches] == [19, 18, 19, 19]


# The deal that is played where none is named


def ends(game, position):
    """Every result that play can come to, seen by a."""
    moves = list(game.moves(position))
    if not moves:
        return {game.payoffs(position)[FIRST]}
    return set().union(*(ends(game, game.play(position, move)) for move in moves))


def is_worth_playing(seed):
    small = dice_of_doom(seed=seed)
    choice = all(
        len(list(game.moves(game.start))) > 1
        for size in range(2, 6)
        for players in range(2, 5)
        for game in [dice_of_doom(size=size, players=players, seed=seed)]
    )
    return choice and ends(small, small.start) == {1, 0, -1}


def test_the_default_seed_is_the_first_whose_deals_are_worth_playing():
    default = dice_of_doom().parameters["seed"]
    assert is_worth_playing(default)
    assert not any(is_worth_playing(seed) for seed in range(1, default))


def decided(game, position, plies):
    """The result, seen by a, that best play comes to within `plies` plies; None if play may go on after them."""
    moves = list(game.moves(position))
    if not moves:
        return game.payoffs(position)[FIRST]
    results = [decided(game, game.play(position, move), plies - 1) for move in moves] if plies else [None]
    mine = 1 if position.player == FIRST else -1
    return mine if mine in results else None if None in results else mine * max(mine * result for result in results)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_default_deals_are_not_decided_within_two_plies(size):
    game = dice_of_doom(size=size)
    assert decided(game, game.start, 2) is None


def test_the_deal_of_seed_1_is_decided_within_two_plies():
    game = dice_of_doom(seed=1)
    assert decided(game, game.start, 2) == 1

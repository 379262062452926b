"""A bot that does not see the whole position: what it draws, and how votes are counted."""

import pytest

from lazytree import Game, IllegalMove, bots
from lazytree.games import nim, tic_tac_toe


def guessing(coins=("left", "middle", "right")):
    """A coin under one of three cups; the player wins who names the cup."""
    return Game(
        name="guessing",
        start=("left", None),
        mover=lambda position: 0,
        moves=lambda position: () if position[1] else coins,
        play=lambda position, cup: (position[0], cup),
        payoffs=lambda position: (1, -1) if position[0] == position[1] else (-1, 1),
    )


def test_it_makes_the_move_that_most_worlds_want_and_the_first_of_equals():
    game, asked = guessing(), []

    def seeing(position):
        asked.append(position)
        return position[0]

    def in_turn(*cups):
        rest = iter(cups)
        return lambda position, random: (next(rest), position[1])

    choose = bots.determinized(game, in_turn("right", "middle", "middle"), seeing, worlds=3)
    assert choose(game.start) == "middle" and len(asked) == 3
    assert bots.determinized(game, in_turn("right", "middle"), seeing, worlds=2)(game.start) == "middle"


def test_the_same_position_has_the_same_answer_and_the_secret_is_not_used():
    game = guessing()
    choose = bots.determinized(
        game, lambda position, random: (random.choice(["left", "right"]), None), lambda at: at[0]
    )
    assert {choose((secret, None)) for secret in ("left", "middle", "right")} == {choose(game.start)}


def test_where_everything_is_seen_it_is_the_bot_itself():
    game = tic_tac_toe()
    bot = bots.minimax(game, depth=2)
    assert bots.determinized(game, lambda position, random: position, bot, worlds=2)(game.start) == bot(game.start)


def test_mistakes_are_named():
    game = nim(heaps=(1, 2))
    with pytest.raises(ValueError, match="worlds"):
        bots.determinized(game, lambda position, random: position, bots.minimax(game), worlds=0)
    larger = lambda position, random: nim(heaps=(5, 5)).start  # noqa: E731
    with pytest.raises(IllegalMove, match="legal here: a-1, b-1, b-2"):
        bots.determinized(game, larger, lambda position: list(game.moves(position))[4])(game.start)

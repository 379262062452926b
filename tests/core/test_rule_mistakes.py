"""Rules whose answers cannot be used and positions of another game are named at every door."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import pytest

import lazytree
from lazytree import (
    FIRST,
    Game,
    Stats,
    alphabeta,
    bots,
    deepen,
    grow,
    highfirst,
    mcts,
    minimax,
    perft,
    perft_counts,
    play_game,
    play_out,
    playouts,
    prove,
    prune,
    rate,
    record,
    scout,
    search,
    solve,
    think,
    unfold,
)
from lazytree.core.layout import Cell, Layout
from lazytree.games import GAMES, dice_of_doom, kalah, konane, othello, tic_tac_toe
from lazytree.show import draw_board
from tests.helpers.marks import slow_unless
from tests.helpers.mistakes import GAME, POISONED, always, coins, named, pairs, unread

# ---- rules whose answers cannot be used


BROKEN_RULES: dict[str, tuple[dict[str, Any], str]] = {
    "moves that are none": ({"moves": always(None)}, "moves must return the legal moves, in a list"),
    "moves that are a number": ({"moves": always(3)}, "moves must return the legal moves, in a list"),
    "one generator for all positions": ({"moves": always(n for n in count(1))}, "a new generator at each call"),
    "one iterator for all positions": ({"moves": always(count(1))}, "a new generator at each call"),
    "a play without return": ({"play": always(None)}, "play must return the position after the move, not None"),
    "a play that makes a list": ({"play": lambda p, n: [p[0] - n, 1 - p[1]]}, "positions must be hashable, but [4, 1]"),
    "a list inside": ({"play": lambda p, n: ([p[0] - n], 1 - p[1])}, "unhashable type: 'list'"),
    "a mover that is none": ({"mover": always(None)}, "the mover must be a player, 0 to 1, or CHANCE (-1), not None"),
    "a mover by name": ({"mover": always("first")}, "or CHANCE (-1), not 'first'"),
    "a third mover": ({"mover": always(2)}, "the mover must be a player, 0 to 1, or CHANCE (-1), not 2"),
    "half a mover": ({"mover": always(0.5)}, "or CHANCE (-1), not 0.5"),
}
BROKEN_ENDS: dict[str, Any] = {
    "one payoff": (1,),
    "three payoffs": (1, 0, -1),
    "a number": 1,
    "none": None,
    "words": ("won", "lost"),
}

DOORS: dict[str, Callable[[Game[Any, Any]], Any]] = {
    "search": lambda game: search(game, 9),
    "search in Python": lambda game: search(game, 9, lane="python"),
    "deepen": lambda game: list(deepen(game)),
    "solve": solve,
    "solve in Python": lambda game: solve(game, lane="python"),
    "unfold": unfold,
    "unfold in Python": lambda game: unfold(game, lane="python"),
    "playouts": lambda game: playouts(game, 5),
    "playouts in Python": lambda game: playouts(game, 5, lane="python"),
    "mcts": lambda game: list(mcts(game)(game.start)),
    "mcts with rave": lambda game: list(mcts(game, rave=5)(game.start)),
    "prove": prove,
    "play_out": lambda game: play_out(game, [bots.at_random(game)] * 2),
    "think": lambda game: think(game, 9)(game.start),
    "minimax of a tree": lambda game: minimax(rate(game)(grow(game)(game.start))),
    "scout of a tree": lambda game: scout(rate(game)(prune(9)(grow(game)(game.start)))),
}
SHORT: dict[str, Callable[[Game[Any, Any]], Any]] = {
    "perft": lambda game: perft(game, 4),
    "perft in Python": lambda game: perft(game, 4, lane="python"),
    "perft_counts": lambda game: next(perft_counts(game)),
    "record": lambda game: record(game, [1]),
    "play_game": lambda game: play_game(game, [bots.at_random(game)] * 2),
}
COMPILED_SOME = slow_unless(
    lambda door: "Python" in door or "tree" in door or door in ("search", "prove", "play_out"), DOORS
)
"""Of the questions that machine code answers, one; the others are slow, because the game is compiled for each."""


@pytest.mark.parametrize(("how", "door"), pairs(BROKEN_RULES, [*DOORS, *SHORT]))
def test_a_rule_whose_answer_cannot_be_used_is_named_at_every_door(how: str, door: str):
    rules, told = BROKEN_RULES[how]
    named(told, lambda: {**DOORS, **SHORT}[door](coins(**rules)))


@pytest.mark.parametrize(("how", "door"), pairs(BROKEN_ENDS, DOORS))
def test_payoffs_of_another_number_are_named(how: str, door: str):
    game = coins(payoffs=always(BROKEN_ENDS[how]))
    named("coins: payoffs must be a tuple with one number for each of the 2 players, not", lambda: DOORS[door](game))


BY_TREES = ["search", "search in Python", "deepen", "solve", "solve in Python", "unfold", "unfold in Python", "prove"]


@pytest.mark.parametrize("door", [*BY_TREES, "think", "play_out", "minimax of a tree", "scout of a tree"])
def test_none_in_place_of_no_moves_is_named(door: str):
    good = coins()
    game = coins(moves=lambda p: list(good.moves(p)) or None)
    named("coins: moves must return the legal moves, in a list", lambda: DOORS[door](game))


@pytest.mark.parametrize("door", [*(door for door in COMPILED_SOME if door != "minimax of a tree"), *SHORT])
def test_a_second_player_who_is_minus_one_is_named(door: str):
    """Their moves were taken for a draw of lots with equal odds, and the game had another value."""
    told = "the mover -1 is CHANCE, and a game in which chance moves must have `odds`; players are numbered from 0"
    named(told, lambda: {**DOORS, **SHORT}[door](coins(mover=lambda p: -p[1])))


@pytest.mark.parametrize("door", ["search in Python", "solve in Python", "scout of a tree"])
def test_chance_far_down_in_a_game_without_odds_is_named(door: str):
    game = coins(mover=lambda p: -1 if p[0] == 2 else p[1])
    named("a game in which chance moves must have `odds`", lambda: DOORS[door](game))


def test_chance_without_odds_is_named_where_a_game_is_played():
    game = coins(mover=lambda p: -1 if p[0] == 2 else p[1])
    named("coins: the mover -1 is CHANCE", lambda: play_out(game, [always(1)] * 2))


WRONG_FIELDS: dict[str, tuple[dict[str, Any], str]] = {
    "moves of nothing": ({"moves": lambda: [1]}, "moves must be a function of (position), as in moves(position)"),
    "a play without the move": ({"play": lambda p: p}, "play must be a function of (position, move), as in play("),
    "odds without the move": ({"odds": lambda p: 1}, "odds must be a function of (position, move), as in odds("),
    "a list of moves": ({"moves": [1, 2]}, "moves must be a function of a position, not [1, 2]"),
    "one rating": ({"ratings": lambda p: 0}, "ratings must be a dict, such as ratings={"),
    "a list of standings": ({"standings": [lambda p: (0, 0)]}, "standings must be a dict, such as standings={"),
}


@pytest.mark.parametrize("how", WRONG_FIELDS)
def test_a_field_that_cannot_be_right_is_named_when_the_game_is_made(how: str):
    fields, told = WRONG_FIELDS[how]
    named(f"coins: {told}", lambda: coins(**fields))


@pytest.mark.parametrize("play", [max, partial(max, 1), lambda *both: both, lambda p, move, more=1: p, dict])
def test_whatever_can_be_called_with_a_position_and_a_move_may_be_a_rule(play):
    assert coins(play=play).play is play


@pytest.mark.parametrize("wrong", [[5, 0], {}, ({}, 0), (set(), 0)])
def test_a_start_that_cannot_be_a_key_is_named_when_the_game_is_made(wrong):
    named("coins: positions must be hashable, but", lambda: coins(start=wrong))


@pytest.mark.parametrize("late", [None, [1, 0]])
@pytest.mark.parametrize("asked", [minimax, alphabeta, scout])
def test_a_position_that_goes_wrong_far_down_is_named_with_the_one_before(late, asked):
    good = coins()
    game = coins(play=lambda p, n: late if p[0] - n == 1 else good.play(p, n))
    named("; at (", lambda: asked(rate(game)(grow(game)(game.start))))
    named("coins: p", lambda: asked(rate(game)(grow(game)(game.start))))


@pytest.mark.parametrize("door", COMPILED_SOME)
def test_rules_that_are_right_are_taken(door: str):
    assert DOORS[door](coins()) is not None


@pytest.mark.parametrize("door", COMPILED_SOME)
def test_a_mover_may_be_a_bool(door: str):
    assert DOORS[door](coins(mover=lambda p: p[1] == 1)) is not None


def test_an_error_of_the_rules_themselves_is_not_hidden():
    def play(position: Any, taken: int) -> Any:
        raise KeyError("mine")

    for asked in (solve, prove, lambda game: minimax(rate(game)(grow(game)(game.start)))):
        with pytest.raises(KeyError, match="mine"):
            asked(coins(play=play))


def test_growing_asks_for_no_moves():
    stats = Stats()
    tree = grow(POISONED, stats)(POISONED.start)
    rated = highfirst()(rate(POISONED, unread)(prune(3)(tree)))
    assert (stats.grown, stats.expanded, rated.mover) == (1, 0, FIRST)


def test_moves_are_asked_for_once_although_iterators_are_watched():
    asked: list[Any] = []
    good = coins()
    game = coins(moves=lambda position: asked.append(position) or good.moves(position))
    assert minimax(rate(game)(grow(game)(game.start))) == minimax(rate(good)(grow(good)(good.start)))
    assert len(asked) == len(set(asked))
    constant = coins(moves=lambda position: (1,) if position[0] else (), start=(3, 0))  # the very same tuple each time
    assert minimax(rate(constant)(grow(constant)(constant.start))) == lazytree.WIN - 3


# ---- positions of other games

ASKED_ABOUT: dict[str, Callable[[Any, Any], Any]] = {
    "search": lambda game, position: search(game, 2, position=position),
    "solve": solve,
    "perft": lambda game, position: perft(game, 2, position),
    "playouts": lambda game, position: playouts(game, 2, position),
    "unfold": unfold,
    "deepen": deepen,
    "prove": prove,
    "grow": lambda game, position: grow(game)(position),
    "think": lambda game, position: think(game, 2)(position),
    "play_game": lambda game, position: play_game(game, [bots.at_random(game)] * len(game.players), position),
    "draw_board": draw_board,
    "rate": lambda game, position: rate(game)(grow(tic_tac_toe())(tic_tac_toe().start)),
}


@pytest.mark.parametrize(("asked", "name"), pairs(ASKED_ABOUT, [name for name in GAMES if name != "tic_tac_toe"]))
def test_a_position_of_another_game_is_named(asked: str, name: str):
    game = GAMES[name]()
    named(f"is no position of {game.name}: a lazytree.games.", lambda: ASKED_ABOUT[asked](game, GAME.start))


@pytest.mark.parametrize("asked", [asked for asked in ASKED_ABOUT if asked != "rate"])
@pytest.mark.parametrize("one", [(dice_of_doom, {"size": 2}, {"size": 3}), (kalah, {"pits": 3}, {"pits": 5})])
def test_a_position_of_another_board_is_named(asked: str, one):
    factory, small, large = one
    for here, there in ((factory(**small), factory(**large)), (factory(**large), factory(**small))):
        named("is no position of", lambda: ASKED_ABOUT[asked](here, there.start))  # noqa: B023
        named("its board has", lambda: ASKED_ABOUT[asked](here, there.start))  # noqa: B023


@pytest.mark.parametrize("asked", [asked for asked in ASKED_ABOUT if asked != "rate"])
@pytest.mark.parametrize("factory", [konane, othello])
def test_stones_outside_of_the_board_are_named(asked: str, factory):
    here, there = factory(rows=4, columns=4), factory(rows=6, columns=6)
    named("it has stones outside of the board's 16 cells", lambda: ASKED_ABOUT[asked](here, there.start))


class Walk(NamedTuple):
    """Cells that are left, and those that were taken."""

    left: tuple[int, ...] = (0, 1, 2, 3)
    taken: tuple[int, ...] = ()
    board: tuple[int, ...] = (0, 0, 0, 0)


def walk(layout=None):
    def taken(p, m):
        board = (*p.board[:m], 1, *p.board[m + 1 :])
        return Walk(tuple(x for x in p.left if x != m), (*p.taken, m), board)

    return Game("walk", Walk(), lambda p: len(p.taken) % 2, lambda p: p.left, taken, lambda p: (0, 0), layout=layout)


@pytest.mark.parametrize("layout", [None, Layout(tuple(Cell(name, at, 0) for at, name in enumerate("abcd")))])
def test_a_part_that_grows_or_shrinks_is_no_board_of_another_size(layout):
    game = walk(layout)
    later = game.play(game.play(game.start, 2), 0)
    assert perft(game, 2, later) == 2
    assert search(game, 2, position=later).value == 0


def test_a_position_that_the_rules_cannot_read_is_named():
    cells = Game(
        "cells", (0, 0, 0), lambda p: 0, lambda p: [at for at in range(3) if not p[at]], lambda p, m: p, unread
    )
    named("its rules cannot read it (IndexError", lambda: search(cells, 2, position=(0,)))


@pytest.mark.parametrize("wrong", ["b2", None, 7, ("b2",), GAME])
def test_a_thing_that_is_no_position_is_named(wrong):
    if wrong is not None:
        named("is no position of tic_tac_toe", lambda: search(GAME, 2, position=wrong))
    named("is no position of tic_tac_toe", lambda: grow(GAME)(wrong))

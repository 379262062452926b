"""What is no game, no move and no bot is named where it is given."""

from collections.abc import Callable
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest

import lazytree
from lazytree import (
    IllegalMove,
    bots,
    check_rating,
    compiled,
    deepen,
    deepen_tree,
    describe,
    explain,
    grow,
    lane,
    material,
    mcts,
    minimax,
    mobility,
    perft,
    perft_counts,
    play_game,
    play_out,
    playouts,
    prove,
    rate,
    rate_each,
    record,
    search,
    solve,
    think,
    unfold,
    until,
    up_to_symmetry,
)
from lazytree.games import GAMES, konane, nim
from lazytree.hosts.pages import publish
from lazytree.show import draw_board
from tests.helpers.mistakes import GAME, LOOK, coins, named

# ---- what is no game

GAME_TAKERS: dict[str, Callable[[Any], Any]] = {
    **{f.__name__: f for f in (grow, rate, rate_each, up_to_symmetry, compiled, lane, mobility, material, solve)},
    **{
        f.__name__: f
        for f in (prove, record, unfold, deepen, think, mcts, bots.minimax, bots.alphabeta, bots.best_first)
    },
    **{f.__name__: f for f in (bots.at_random, bots.breadth_first, lazytree.check_game)},
    "search": lambda game: search(game, 3),
    "perft": lambda game: perft(game, 3),
    "perft_counts": lambda game: next(perft_counts(game)),
    "playouts": lambda game: playouts(game, 3),
    "play_game": lambda game: play_game(game, []),
    "play_out": lambda game: play_out(game, []),
    "check_rating": lambda game: check_rating(game, abs),
    "draw_board": lambda game: draw_board(game, GAME.start),
    "describe": lambda game: describe(game, GAME.start, explain(LOOK(GAME.start))),
}


@pytest.mark.parametrize("taker", GAME_TAKERS)
@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (konane, "call it, as in konane()"),
        ("konane", "not 'konane': make one by its factory in lazytree.games"),
        (GAME.start, "the game comes first, as in search(game, 3) or grow(game)(position)"),
        (None, "a Game is wanted, not None"),
    ],
)
def test_what_is_no_game_is_named(taker: str, thing: object, told: str):
    named("a Game is wanted", lambda: GAME_TAKERS[taker](thing))
    named(told, lambda: GAME_TAKERS[taker](thing))


def test_stats_are_no_position_and_no_tree():
    named("stats must be a Stats()", lambda: grow(GAME, GAME.start))  # type: ignore[arg-type]
    named("stats must be a Stats()", lambda: rate(GAME, "open_lines", LOOK(GAME.start)))  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", ["mover", "moves", "play", "payoffs"])
@pytest.mark.parametrize("wrong", [None, 0, [1, 2], "first"])
def test_a_rule_that_is_no_function_is_named_when_the_game_is_made(rule: str, wrong: object):
    named(f"tic_tac_toe: {rule} must be a function of a position", lambda: replace(GAME, **{rule: wrong}))


# ---- moves


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_a_move_is_no_move_and_the_error_says_how_to_read_it(name: str):
    game = GAMES[name]()
    for move in list(game.moves(game.start))[:5]:
        text = game.format(game.start, move)
        assert not isinstance(move, str)
        with pytest.raises(IllegalMove) as caught:
            record(game, [text])
        told = str(caught.value)
        assert f"{text!r} is the text of a move, not a move" in told
        assert f"game.parse(position, {text!r})" in told
        assert record(game, [game.parse(game.start, text)]).moves == (move,)


def test_a_game_whose_moves_are_texts_takes_texts():
    spoken = coins(moves=lambda p: ["one"] if p[0] else [], play=lambda p, word: (p[0] - 1, 1 - p[1]))
    assert record(spoken, ["one", "one"]).position == (3, 0)


@pytest.mark.parametrize("wrong", [9, -1, None, "b9", "", (0, 0), [4], nan, GAME])
def test_an_illegal_move_is_named_with_the_legal_ones(wrong):
    for asked in (
        lambda: record(GAME, [wrong]),
        lambda: record(GAME).play(wrong),
        lambda: list(play_game(GAME, [lambda position: wrong] * 2)),
        lambda: play_out(GAME, [lambda position: wrong] * 2),
    ):
        with pytest.raises(IllegalMove, match="is not a legal move; legal here: a3, b3, c3"):
            asked()


def test_moves_as_one_text_are_named():
    named("the moves of a record are no text, as 'b2; a1' is: give a list of moves", lambda: record(GAME, "b2; a1"))
    named("the moves of a record are a list of moves, not 4", lambda: record(GAME, 4))  # type: ignore[arg-type]


# ---- bots

NO_BOTS: dict[str, tuple[Any, str]] = {
    "a factory": (think, "think is no bot: make one for the game, as in bots.think(game)"),
    "a search as a factory": (mcts, "mcts is no bot: make one for the game, as in bots.mcts(game)"),
    "a search of trees": (minimax, "minimax is no bot: make one for the game, as in bots.minimax(game)"),
    "another function": (perft, "perft is no bot: make one for the game, as in think(game)"),
    "a name": ("think", "a bot is a function of a position, such as think(game), not 'think'"),
    "a game": (GAME, "a bot is a function of a position, such as think(game), not <Game"),
    "nothing": (None, "a bot is a function of a position, such as think(game), not None"),
}


@pytest.mark.parametrize("play", [play_game, play_out])
@pytest.mark.parametrize("how", NO_BOTS)
def test_what_is_no_bot_is_named_before_the_game_begins(play, how: str):
    wrong, told = NO_BOTS[how]
    named(told, lambda: play(GAME, [bots.at_random(GAME), wrong]))


@pytest.mark.parametrize("name", bots.BOTS)
def test_each_factory_of_bots_is_named_where_a_bot_is_wanted(name: str):
    named(
        f"{name} is no bot: make one for the game, as in bots.{name}(game)",
        lambda: play_game(GAME, [bots.BOTS[name]] * 2),
    )
    list(play_game(GAME, [bots.BOTS[name](GAME)] * 2))


def test_a_factory_of_ones_own_is_named_by_its_answer():
    def careful(game: Any) -> Any:
        return lambda position: 4

    with pytest.raises(IllegalMove, match="bot of X returned a function, not a move: if it makes bots"):
        play_out(GAME, [careful, careful])


@pytest.mark.parametrize("wrong", [bots.at_random(GAME), "think", None, 7, (bot for bot in ())])
def test_bots_that_are_no_list_are_named(wrong):
    named("bots must be a list with one bot for each player of tic_tac_toe", lambda: play_game(GAME, wrong))


def test_a_look_that_is_no_function_is_named():
    named("look must be a function, not <Tree", lambda: deepen_tree(LOOK(GAME.start), GAME.start))  # type: ignore[arg-type]


def test_a_game_is_short_to_read():
    assert repr(nim()) == "<Game: nim>"


def test_what_is_no_answer_to_a_question_is_named(tmp_path: Path):
    for ask, said in [
        (lambda: next(mcts(GAME)(None)), "None is no position of tic_tac_toe: a .* is wanted, such as game.start"),
        (lambda: prove(GAME, more_than="x"), "more_than must be a number, the payoff that FIRST is to exceed, not 'x'"),  # type: ignore[arg-type]
        (lambda: publish(nim(), tmp_path / "nope" / "x.html"), "x.html cannot be written: there is no folder .*nope"),
        (lambda: publish(nim(), tmp_path), "cannot be written: "),
        (lambda: until(None), r"until\(value\) takes a number, such as until\(SURE\) for a win or a loss, not None"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(ValueError, match=said):
            ask()

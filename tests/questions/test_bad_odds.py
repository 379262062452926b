"""Odds that are no ints above 0 are named by one error, wherever they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from lazytree import (
    CHANCE,
    FIRST,
    BrokenLaw,
    Game,
    bots,
    check_game,
    compiled,
    expectimax,
    grow,
    make_tree,
    maxn,
    mcts,
    perft,
    play_out,
    playouts,
    rate,
    rate_each,
    search,
    solve,
)
from tests.helpers.marks import slow_unless


class Here(NamedTuple):
    """How many plies have been played, and the total of their numbers: FIRST chooses one, then chance does."""

    plies: int = 0
    total: int = 0


def mover(here: Here) -> int:
    return FIRST if here.plies == 0 else CHANCE


def moves(here: Here) -> Iterator[int]:
    if here.plies < 2:
        yield 1
        yield 2


def play(here: Here, move: int) -> Here:
    return Here(here.plies + 1, here.total + move)


def payoffs(here: Here) -> tuple[int, int]:
    return here.total, -here.total


def fair(here: Here, move: int) -> int:
    return 1


def negative(here: Here, move: int) -> int:
    return -1


def mixed(here: Here, move: int) -> int:
    return 3 if move == 1 else -1


def none(here: Here, move: int) -> int:
    return 0


def half(here: Here, move: int) -> Any:
    return 0.5


def nothing(here: Here, move: int) -> Any:
    return None


def text(here: Here, move: int) -> Any:
    return "x"


DICE: Game[Here, int] = Game(name="dice", start=Here(), mover=mover, moves=moves, play=play, payoffs=payoffs, odds=fair)
BAD = [(negative, "-1"), (mixed, "-1"), (none, "0"), (half, "0.5"), (nothing, "None"), (text, "'x'")]


def looked(game: Game[Here, int], here: Here) -> object:
    return expectimax(rate(game, lambda position: 0)(grow(game)(here)))


def looked_at_by_each(game: Game[Here, int], here: Here) -> object:
    return maxn(rate_each(game, lambda position: (0, 0))(grow(game)(here)))


def random_play(game: Game[Here, int], here: Here) -> object:
    return play_out(game, [bots.at_random(game, 1)] * 2, here)


READ: list[Callable[[Game[Here, int], Here], object]] = [
    lambda game, here: solve(game, here),
    lambda game, here: search(game, 2, position=here),
    lambda game, here: search(game, 2, position=here, lane="python"),
    lambda game, here: playouts(game, 10, position=here),
    lambda game, here: playouts(game, 10, position=here, lane="python"),
    lambda game, here: list(mcts(game, highest=9, simulations=20)(here)),
    lambda game, here: list(mcts(game, highest=9, simulations=20, lane="python")(here)),
    lambda game, here: solve(compiled(game), here),
    looked,
    looked_at_by_each,
    random_play,
]
IN_PYTHON = [READ[2], READ[4], READ[6], *READ[8:]]
PAIRS = [(odds, shown, ask) for ask in READ for odds, shown in BAD]
SOME_COMPILED = slow_unless(lambda each: each[0] is negative or each[2] in IN_PYTHON, PAIRS)


@pytest.mark.parametrize(
    "odds, shown, ask", slow_unless(lambda each: each[0] is negative or each[2] in IN_PYTHON, PAIRS)
)
def test_bad_odds_are_named(ask: Callable[..., object], odds: Callable[..., Any], shown: str) -> None:
    game = replace(DICE, odds=odds)
    law = re.escape(f"dice: odds must be ints above 0, not {shown}, at Here(plies=1, total=")
    with pytest.raises(ValueError, match=law):
        ask(game, game.start)


@pytest.mark.parametrize("ask", slow_unless(IN_PYTHON, READ), ids=range(len(READ)))
def test_good_odds_are_read(ask: Callable[..., object]) -> None:
    assert ask(DICE, DICE.start) is not None


@pytest.mark.parametrize(("odds", "shown"), BAD, ids=[odds.__name__ for odds, _ in BAD])
def test_check_game_says_the_same(odds: Callable[..., Any], shown: str) -> None:
    with pytest.raises(BrokenLaw, match=re.escape(f"odds must be ints above 0, not {shown}, at")):
        check_game(replace(DICE, odds=odds))


def simulated(game: Game[Here, int], simulations: int, lane: str) -> object:
    return list(mcts(game, highest=9, simulations=simulations, lane=lane)(game.start))


@pytest.mark.parametrize("question", [search, playouts, simulated])
def test_machine_code_alone_names_bad_odds_too(question: Callable[..., object]) -> None:
    law = re.escape("dice: odds must be ints above 0, not -1, at Here(plies=1, total=1)")
    with pytest.raises(ValueError, match=law):
        question(replace(DICE, odds=negative), 20, lane="machine")


def unfair_far_away(here: Here, move: int) -> int:
    return 1 if here.total < 10_000 else 0


def long_moves(here: Here) -> Iterator[int]:
    yield 1


def test_odds_that_are_far_away_are_told_by_where_they_are_read() -> None:
    game = replace(DICE, mover=lambda here: CHANCE, moves=long_moves, odds=unfair_far_away, start=Here(1, 0))
    with pytest.raises(ValueError, match=r"machine code cannot answer this \(raised at searches.py"):
        playouts(game, 1, lane="machine", plies=20_000)


def test_counting_reads_no_odds() -> None:
    assert perft(replace(DICE, odds=none), 2) == 4


def test_odds_of_a_tree_made_by_hand() -> None:
    leaves = [(move, make_tree(lambda move=move: move)) for move in (1, 2)]
    with pytest.raises(ValueError, match="odds must be ints above 0, not -1, of the move 1"):
        expectimax(make_tree(lambda: 0, CHANCE, leaves, odds=lambda move: -1))

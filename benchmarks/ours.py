"""lazytree's ways of doing what `peers.py` compares. An answer is (value, move), None where it is not said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from toolz import compose

import lazytree
from lazytree import (
    FIRST,
    SURE,
    Game,
    alphabeta,
    deepen_tree,
    grow,
    lane,
    mcts,
    perft,
    prune,
    rate,
    search,
    solve,
)
from lazytree.compiler import Runner
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.values import later
from lazytree.games import chess, connect_four, lines_of_action, tic_tac_toe
from lazytree.searching.kernels import searches
from lazytree.searching.kernels.memory import Words

CHESS, CONNECT_FOUR, LINES_OF_ACTION, TIC_TAC_TOE = chess(), connect_four(), lines_of_action(), tic_tac_toe()

Said = tuple[float | None, str | None]
Lane = Callable[[], Said]
Rating = Callable[[Any], int]


def moves_of_mover(game: Game[Any, Any]) -> Rating:
    """How many moves the mover has, for FIRST or against it: what OpenSpiel's states, too, can be asked for."""
    moves = game.moves

    def rating(position: Any) -> int:
        count = sum(1 for _ in moves(position))
        return count if position.mover == FIRST else -count

    return rating


def looking(game: Game[Any, Any], rating: Rating) -> Callable[[int], Callable[[Any], Any]]:
    growing = grow(game)
    return lambda depth: compose(rate(game, rating), prune(depth), growing)


def said_at(game: Game[Any, Any], answers: Iterator[Any], reached: Callable[[Any], bool]) -> Said:
    """The first answer that has come so far."""
    answer = next(filter(reached, answers))
    return answer.value, game.format(game.start, answer.best)


def to(depth: int) -> Callable[[Any], bool]:
    return lambda answer: bool(answer.depth >= depth)


def deepened(game: Game[Any, Any], rating: Rating, depth: int) -> Said:
    """As anyone would ask: depth by depth, by scout with table and ordering."""
    return said_at(game, iter(deepen_tree(looking(game, rating), game.start)), to(depth))


def unordered(game: Game[Any, Any], rating: Rating, depth: int) -> Said:
    """By alpha-beta without table or ordering: the very search that the peers make."""
    return alphabeta(looking(game, rating)(depth)(game.start)), None


def worth_of(game: Game[Any, Any], rating: Rating, depth: int, move: str) -> float:
    after = game.play(game.start, game.parse(game.start, move))
    return later(alphabeta(looking(game, rating)(depth - 1)(after)))


def solved() -> Said:
    return solve(TIC_TAC_TOE, lane=PYTHON).value, None


def counted(fen: str, depth: int, lane: str) -> Said:
    return perft(CHESS, depth, CHESS.read(fen), lane=lane), None


def mated(fen: str, plies: int, lane: str) -> Said:
    """1 if the mover mates within this number of plies."""
    position = CHESS.read(fen)
    value = search(CHESS, plies, position=position, lane=lane).value
    return int((value if CHESS.mover(position) == FIRST else -value) > SURE), None


def in_both_lanes(ask: Callable[[str], Said]) -> dict[str, Lane]:
    """A question in Python, and in machine code where the chess of the library is compiled."""
    machine = lane(CHESS).search.name == MACHINE
    return {"lazytree": partial(ask, PYTHON)} | ({"machine": partial(ask, MACHINE)} if machine else {})


def sampled(simulations: int, lane: str) -> Said:
    answers = mcts(CONNECT_FOUR, lane=lane)(CONNECT_FOUR.start)
    _, move = said_at(CONNECT_FOUR, answers, lambda answer: answer.simulations >= simulations)
    return None, move


def sampling_lanes(simulations: int) -> dict[str, Lane]:
    lanes = {"lazytree": partial(sampled, simulations, PYTHON)}
    first = next(mcts(CONNECT_FOUR)(CONNECT_FOUR.start))  # compiled now
    return lanes | ({"machine": partial(sampled, simulations, MACHINE)} if first.lane == MACHINE else {})


def machine_lanes(game: Game[Any, Any], rating: Rating, depth: int) -> dict[str, Lane]:
    """Both searches in machine code; nothing where the extra is missing or the game does not compile."""
    if next(iter(lazytree.deepen(game, rating=rating))).lane != MACHINE:
        return {}
    return {
        "machine": lambda: said_at(game, iter(lazytree.deepen(game, rating=rating)), to(depth)),
        "machine, plain": lambda: (
            Runner(game, searches.alphabeta, rating)(Words(16), game.start, depth, -searches.FAR, searches.FAR),
            None,
        ),
    }


def search_lanes(game: Game[Any, Any], rating: Rating, depth: int) -> dict[str, Lane]:
    in_python = {
        "lazytree": partial(deepened, game, rating, depth),
        "unordered": partial(unordered, game, rating, depth),
    }
    return in_python | machine_lanes(game, rating, depth)

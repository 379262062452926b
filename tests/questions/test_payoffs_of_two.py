"""Payoffs of two players that are no number and its negation are refused by whatever makes values of them."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from lazytree import Game, bots, deepen, grow, mcts, minimax, prove, rate, search, solve, think, unfold
from lazytree.core.rules import Shares
from tests.helpers.marks import slow_unless

LANES = (None, "machine", "python")


class Heap(NamedTuple):
    left: int = 6
    mover: int = 0
    second: int = 1  # what SECOND gets, in halves


def moves(heap: Heap):
    if heap.left > 0:
        yield 1
    if heap.left > 1:
        yield 2


def play(heap: Heap, taken: int) -> Heap:
    return Heap(heap.left - taken, 1 - heap.mover, heap.second + taken - taken)


def whole(heap: Heap) -> tuple[int, int]:
    return 1, heap.second


def halved(heap: Heap) -> tuple[float, float]:
    return 0.5, heap.second / 2


def mover(heap: Heap) -> int:
    return heap.mover


def game_paying(payoffs):
    return Game("heap", Heap(), mover, moves, play, payoffs, ratings={"left": lambda heap: heap.left})


GAMES = {"ints": game_paying(whole), "floats": game_paying(halved), "shares": game_paying(Shares(whole, 2))}
QUESTIONS = {
    "search": lambda game, here, lane: search(game, 7, position=here, lane=lane),
    "deepen": lambda game, here, lane: list(deepen(game, here, lane=lane)),
    "solve": lambda game, here, lane: solve(game, here, lane=lane),
    "think": lambda game, here, lane: think(game, 7, lane=lane)(here),
    "mcts": lambda game, here, lane: list(islice(mcts(game, lane=lane)(here), 8)),
    "unfold": lambda game, here, lane: unfold(game, here, lane=lane),
    "prove": lambda game, here, lane: prove(game, here),
    "minimax": lambda game, here, lane: minimax(rate(game)(grow(game)(here))),
    "bots.minimax": lambda game, here, lane: bots.minimax(game, 7)(here),
}
IN_PYTHON = {("mcts", "floats"), ("solve", "floats"), ("unfold", "floats"), ("unfold", "shares")}
"""Questions that machine code does not answer, whatever the payoffs are."""


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("kind", slow_unless(["ints"], GAMES))
@pytest.mark.parametrize("question", QUESTIONS)
def test_an_end_that_pays_both_is_named(question, kind, lane):
    if lane == "machine" and (question, kind) in IN_PYTHON:
        return
    ask, game = QUESTIONS[question], GAMES[kind]
    with pytest.raises(ValueError) as caught:
        ask(game, Heap(second=1), lane)
    paid = {"ints": "(1, 1)", "floats": "(0.5, 0.5)", "shares": "(0.5, 0.5)"}[kind]
    told = f"heap: the payoffs of two players must be a number and its negation, not {paid}; at Heap(left=0, "
    assert str(caught.value).startswith(told)
    ask(game, Heap(second=-1), lane)  # a number and its negation

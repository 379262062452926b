"""Chance and many players in both lanes: `python benchmarks/chance.py [--json]`. Needs `lazy-game-trees[compiled]`.

Each question is asked in machine code (compiled before) and in Python, several times in turn; the best time counts. A
short question is asked again until a round has taken some tenths of a second.
Printed: processor time of each lane in milliseconds, and how many times as fast machine code is. Goal: 30 times.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, NamedTuple

from extras import machine_code_needed
from options import options

from lazytree import Game, mcts, playouts, search
from lazytree.games import dice_of_doom, selfo

ROUNDS = 2
LEAST = 0.2  # seconds of a round


class Question(NamedTuple):
    """What is asked of a game: a function of the lane."""

    what: str
    ask: Callable[[str], object]


def passes(position: Any) -> tuple[int, int, int]:
    """A standing of Selfo for three that costs nothing."""
    return position.passes, position.mover, 0


def to_depth(name: str, game: Game[Any, Any], depth: int, **means: Any) -> Question:
    return Question(f"{name}, depth {depth}", lambda lane: search(game, depth, lane=lane, megabytes=8, **means).value)


def sampled(name: str, game: Game[Any, Any], simulations: int) -> Question:
    def ask(lane: str) -> object:
        *_, last = mcts(game, 1, lane=lane, megabytes=8, longest=60, simulations=simulations)(game.start)
        return last[:3]

    return Question(f"{name}, {simulations} simulations", ask)


def questions() -> list[Question]:
    book: dict[str, Any] = {"size": 3, "max_dice": 5, "dice": "rolled", "reinforcement": "largest cluster"}
    rolled = dice_of_doom(board="a5,b5,a5,b5,a5,b5,a5,b5,a5", **book)
    four = dice_of_doom(board="a5,b5,c5,d5,a5,b5,c5,d5,a5", players=4, **book)
    three = selfo(side=5, setup="irregular", players=3, swap=False, seed=2)
    return [
        to_depth("Dice of Doom 3x3, rolled", rolled, 4),
        to_depth("Dice of Doom 3x3, rolled", rolled, 7),
        to_depth("Dice of Doom 3x3, rolled", rolled, 9),
        to_depth("the same of four, max^n", four, 8),
        to_depth("Selfo of three, max^n", three, 3, rating=passes),
        to_depth("the same, paranoid", three, 4, rating=passes, opponents="paranoid"),
        sampled("Dice of Doom 3x3, rolled", rolled, 500),
        sampled("Selfo of three", three, 100),
        Question("Dice of Doom 3x3, rolled, 100 playouts", lambda lane: playouts(rolled, 100, plies=60, lane=lane)[:2]),
    ]


def times(question: Question, lane: str) -> Iterator[float]:
    """Seconds of the processor, again and again for one round."""
    spent = 0.0
    while spent < LEAST:
        began = process_time()
        question.ask(lane)
        yield (seconds := process_time() - began)
        spent += seconds


def compared(question: Question) -> dict[str, Any]:
    best: dict[str, float] = {}
    question.ask("machine")
    for _ in range(ROUNDS):
        answers = []
        for lane in "machine", "python":
            seconds = list(times(question, lane))
            answers.append(question.ask(lane))
            best[lane] = min(best.get(lane, 1e9), 1000 * min(seconds))
        if answers[0] != answers[1]:
            raise SystemExit(f"{question.what}: {answers[0]} in machine code, {answers[1]} in Python")
    return {"question": question.what, **best, "ratio": best["python"] / best["machine"]}


def main() -> None:
    options(__doc__, "--json")
    machine_code_needed()
    rows = []
    for row in map(compared, questions()):
        rows.append(row)
        if "--json" not in sys.argv:
            print(
                f"{row['question']:44} python {row['python']:9.1f} ms   machine {row['machine']:8.2f} ms"
                f"   {row['ratio']:6.0f} times as fast"
            )
    if "--json" in sys.argv:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()

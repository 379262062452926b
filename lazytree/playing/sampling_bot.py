"""The bot that samples: Monte-Carlo tree search, told of while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, require_function
from lazytree.questions.dispatch import MANY, Question, small_questions
from lazytree.questions.mcts import sampling
from lazytree.searching.choosing import Bot
from lazytree.searching.deepening import Progress
from lazytree.searching.sampling import MctsAnswer


def mcts(
    game: Game[P, M],
    simulations: int = 1_000,
    seed: int = 1,
    rave: float = 0,
    highest: float | None = None,
    stats: Stats | None = None,
    *,
    stop: Stop | None = None,
    progress: Callable[[Progress[M]], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    threads: int = 1,
    lane: str | None = None,
) -> Bot[P, M]:
    """The bot that makes the move that `lazytree.mcts` prefers once its tree holds `simulations` simulations.

    Games played out take the place of static evaluations: `stats` counts none, and no cutoffs; its `branching` is that
    of the tree that grows.

    - `game`: the rules.
    - `simulations`: their number for a move.
    - `seed`: of the random moves, from 1 up.
    - `rave`: as in `lazytree.mcts`.
    - `highest`: the highest payoff of the game, as in `lazytree.mcts`: give it where a game pays points.
    - `stats`: a `Stats` that counts the work.
    - `stop`: a function that is polled; once it returns True the best move so far is made.
    - `progress`: called about ten times a second of `clock`.
    - `clock`: the seconds so far, as `perf_counter` has them.
    - `threads`: the number of threads of machine code, as in `lazytree.mcts`.
    - `lane`: "python" or "machine"; by default 5,000 simulations and more are made in machine code if it can, and fewer
      once they have taken as long as compiling takes: the same games.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> game.format(game.start, mcts(game)(game.start))
    'b2'
    """
    at_least("simulations", simulations, 1)
    require_function("progress", progress)
    require_function("clock", clock)
    small = small_questions(game, mcts) if simulations < MANY else None
    asked = Question(game, stats, lane, small, stop=stop)
    wanted = {"rave": rave, "highest": highest, "threads": threads}
    search = sampling(asked, wanted, seed, simulations, (stop, None))

    def bot(position: P) -> M:
        *_, answer = report_answers(search(position), progress, clock)
        return answer.best

    return bot


def report_answers(
    answers: Iterator[MctsAnswer[M]],
    progress: Callable[[Progress[M]], object] | None,
    clock: Callable[[], float],
    every: float = 0.1,
) -> Iterator[MctsAnswer[M]]:
    """The answers, of which some are told as `progress`: one each time `every` seconds have passed."""
    began = told = clock()
    for answer in answers:
        now = clock()
        if progress is not None and now - told >= every:
            told = now
            a_second = answer.nodes / (now - began)
            progress(Progress(len(answer.line), answer.best, answer.line, answer.nodes, a_second, value=answer.value))
        yield answer

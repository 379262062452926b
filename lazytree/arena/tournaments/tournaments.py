"""Matches and tournaments: many games between players, each stored when it is finished, and what is known of them."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from pyrsistent import PMap, pmap

from lazytree.arena.protocols.joining import is_port
from lazytree.arena.protocols.refereeing import SILENCE
from lazytree.core.board import at_least
from lazytree.core.executing import in_processes, in_this_process, on_executor
from lazytree.core.game import Game
from lazytree.core.progress import bar_in_notebook

from .one_game import SILENT, Task, Terms, play_task
from .planning import ROTATIONS, Entrants, Openings, Plan, make_plan, match_rules
from .results import Key, Played, Score, crosstable, scored_with
from .store import Read, Store, open_store

Games = str | Game[Any, Any] | Sequence[str | Game[Any, Any]]
"""What is played: a game, or the text that names one, such as `konane rows=6` or `my_game.py size=4`; or several."""

USUAL = Terms()


@dataclass(frozen=True, repr=False)
class Results:
    """What is known of a tournament: the games that are finished, in the order in which they were planned.

    It shows itself as a table of the points of each player against each other one.

    >>> found = match("nim heaps=1,2", ["minimax", "at_random"], pairs=2, openings=0)
    >>> found.planned, len(found.games), found.players
    (4, 4, ('minimax', 'at_random'))
    """

    id: str  # the same only where the rules, players, openings and seeds are
    players: tuple[str, ...]
    games: tuple[Played, ...]
    planned: int  # games
    rules: Mapping[str, Game[Any, Any]] = field(compare=False)  # the games, by the texts that name them
    first: int | None = field(default=None, compare=False)  # how many of `games` come before the first gap; None: all
    damaged: str = field(default="", compare=False)  # what was damaged in the store, in words

    def __repr__(self) -> str:
        return crosstable(self.games, self.players)


@dataclass(frozen=True)
class SoFar:
    """How far a tournament has come, told after each game; of 100,000 games it costs no more than of one.

    >>> told = list[str]()
    >>> def watch(so_far: SoFar) -> None:
    ...     told.append(f"{so_far.finished} of {so_far.planned}: {so_far.scores['minimax']}")
    >>> found = match("nim heaps=1,2", ["minimax", "at_random"], pairs=1, openings=0, progress=watch)
    >>> told
    ['1 of 2: 1/1', '2 of 2: 2/2']
    """

    game: Played  # that has been finished, or read from the store
    finished: int  # games
    planned: int
    players: tuple[str, ...]
    scores: Mapping[str, Score]  # of the players that have finished a game
    results: Callable[[], Results]  # all that is known by now; it takes a time for each game


Watcher = Callable[[SoFar], object]  # what is told of each finished game

Enough = Callable[[Sequence[Played]], bool]
"""Whether the first games of the plan suffice, all of them up to one: then no other ones count, or are begun later.

It is asked of one game, of two, and so on; of more than 200 each time that there are a hundredth more. So the answer is
the same on any machine and in any number of processes.
"""


def tournament(
    games: Games,
    bots: Entrants,
    pairs: int | None = None,
    *,
    openings: Openings = None,
    seed: int = 1,
    terms: Terms = USUAL,
    gauntlet: bool = False,
    seats: str = ROTATIONS,
    executor: Executor | None = None,
    processes: int = 1,
    store: str | Path | None = None,
    progress: Watcher | None = None,
    enough: Enough | None = None,
) -> Results:
    """The results of a tournament: each player against each other one, from each opening once in each seat.

    Each game has new bots; those that draw numbers get a seed that follows from `seed`, the opening and the seat. Bots
    that are limited by `depth`, `simulations` or `nodes` play the same games again anywhere.

    - `games`: a game, its text (`konane rows=6`, `my_game.py size=4`), or a list of them.
    - `bots`: texts (`think:depth=4,rating=mobility`; `my_bots.py:greedy`; the command of a program that speaks UGI;
      `port:60000`), or functions from a game to a bot; a dict gives them names.
    - `pairs`: the number of openings (10).
    - `openings`: the random plies of each (4; 0: the start), a list of openings, or a function of game, number and
      seed, such as `balanced_openings`.
    - `seed`: a whole number, of the openings and of bots that draw numbers.
    - `terms`: what ends a game beside its rules, and the clock of programs.
    - `gauntlet`: whether the first player meets all others, and they do not meet.
    - `seats`: with three players and more, "rotations" or "permutations": the orders of seats that are played.
    - `executor`: of `concurrent.futures`, such as Dask's `client.get_executor()`, on which games are played.
    - `processes`: the number of new processes that play them; 1: this process plays.
    - `store`: the path of a file in which games are kept when they are finished (by workers: short ones in groups of a
      tenth of a second); the same call goes on where the one before was ended.
    - `progress`: called after each game, once it is kept, with a `SoFar`; a notebook shows a bar, too.
    - `enough`: says of the first games whether they suffice.

    Raises: ValueError if something is named wrongly; WorkersDie if processes end again and again.

    >>> tournament("nim heaps=2,3", ["minimax", "think:depth=5"], pairs=2, openings=1)
                      points    1    2
    1. minimax           2/4    -  2/4
    2. think:depth=5     2/4  2/4    -
    """
    at_least("processes", processes, 1)
    listed = [games] if isinstance(games, str | Game) else list(games)
    plan = make_plan(listed, bots, pairs, openings, seed, terms, gauntlet, seats)
    check_travels(plan, executor, processes)
    order, counted, due = [task.key for task in plan.tasks], 0, 1
    scores: PMap[str, Score] = pmap()
    known, log = dict[Key, Played](), list[Played]()
    with open_store(store) if store is not None else nullcontext() as kept, bar_in_notebook("games", len(order)) as bar:
        read = Read({}, 0) if kept is None else kept.read(plan.id)
        damaged = damage_text(kept, read)

        def results_of_first(count: int) -> Results:
            return results_of(plan, log[:count], damaged)

        with closing(finished_games(plan, executor, processes, kept, read.games)) as stream:
            for game in stream:
                known[game.key] = game
                log.append(game)
                bar(len(log))
                if progress is not None:
                    scores, results = scores.update(scored_with(scores, game)), partial(results_of_first, len(log))
                    progress(SoFar(game, len(log), len(order), plan.players, scores, results))
                while enough is not None and counted < len(order) and order[counted] in known:
                    counted += 1  # games count in the order of the plan, not in that in which they end
                    if counted == due:
                        due += max(1, counted // 100)
                        first = [known[key] for key in order[:counted]]
                        if enough(tuple(first)):
                            return results_of(plan, first, damaged)
    return results_of(plan, log, damaged)


def damage_text(store: Store | None, read: Read) -> str:
    """What was damaged in a store, in words; empty where nothing was."""
    told = list[str]()
    if store is not None and store.mended:
        told.append(f"the store was damaged: what can be read of it is kept, and the damaged file is {store.mended}")
    if read.damaged:
        games = "1 game" if read.damaged == 1 else f"{read.damaged} games"
        told.append(f"{games} in the store could not be read, and had to be played again")
    return "; ".join(told)


def match(game: str | Game[Any, Any], bots: Entrants, pairs: int | None = None, **how: Any) -> Results:
    """The results of a match: a tournament of one game whose players all sit at one table.

    `how` are the other arguments of `tournament`. A player may meet itself: then each opening is played once.

    Raises: ValueError unless there is one player for each seat of the game, and if something is named wrongly.

    >>> match("tic_tac_toe", ["minimax:depth=9", "mcts:simulations=200"], pairs=1, openings=0)
                             points      1      2
    1. minimax:depth=9        1.5/2      -  1.5/2
    2. mcts:simulations=200   0.5/2  0.5/2      -
    """
    table = match_rules(game).game
    if len(bots) != len(table.players):
        raise ValueError(f"{table.name} has {len(table.players)} players, not {len(bots)}: name one for each")
    return tournament(game, bots, pairs, **how)


def finished_games(
    plan: Plan, executor: Executor | None, processes: int, store: Store | None, known: Mapping[Key, Played]
) -> Generator[Played, None, None]:
    """The games of a plan: first those that are known, then each one when it is finished and stored.

    A program that has been silent again and again is given up: it loses what is left, and that is not stored.
    """
    yield from (known[task.key] for task in plan.tasks if task.key in known)
    left = [task for task in plan.tasks if task.key not in known]
    if not left:
        return
    if store is not None:
        store.describe(plan.id, plan.description)
    silent = Counter[str]()
    tasks = (task._replace(given_up=tuple(name for name in task.key[2] if silent[name] >= SILENT)) for task in left)
    if executor is not None:
        stream = on_executor(tasks, play_task, executor)
    elif processes > 1:
        stream = in_processes(tasks, play_task, min(processes, len(left)))
    else:
        stream = in_this_process(tasks, play_task)
    with closing(stream):
        for group in stream:
            if store is not None:
                store.add(plan.id, [game for task, game in group if not task.given_up])
            for task, game in group:
                silent.update(silences(task, game, silent))
                yield game


def silences(task: Task, game: Played, silent: Mapping[str, int]) -> dict[str, int]:
    """By how much a game changes the number of games in a row in which its players have been silent."""
    changes = dict[str, int]()
    for seat, name in enumerate(game.players):
        if seat in game.movers:
            changes[name] = -silent.get(name, 0)
        elif seat == game.loser and SILENCE in game.reason and name not in task.given_up:
            changes[name] = 1
    return changes


def results_of(plan: Plan, finished: Sequence[Played], damaged: str) -> Results:
    """What is known of a plan, in its order."""
    known = {game.key: game for game in finished}
    games = tuple(known[task.key] for task in plan.tasks if task.key in known)
    first = sum(1 for _ in takewhile(lambda task: task.key in known, plan.tasks))
    return Results(plan.id, plan.players, games, len(plan.tasks), plan.rules, first, damaged)


def check_travels(plan: Plan, executor: Executor | None, processes: int) -> None:
    """Raises ValueError where a game or a player cannot be sent to the processes that are to play."""
    if (executor is None and processes == 1) or isinstance(executor, ThreadPoolExecutor):
        return
    for text in {task.game for task in plan.tasks if task.made is not None}:
        fix = f"write its rules to a file and name the file, as in {text.replace(' ', '_')}.py"
        raise ValueError(f"{text} is no game of lazytree.games, so that it has no text for other processes: {fix}")
    for name, maker in {player for task in plan.tasks for player in task.players}:
        if isinstance(maker, str) and is_port(maker):
            raise ValueError(f"{name} is a port of this machine: its games are played here, one after the other")
        if executor is None and not isinstance(maker, str):
            try:
                pickle.dumps(maker)
            except Exception as error:
                fix = "define it in a module or a file, as in my_bots.py:greedy"
                raise ValueError(f"the player {name} cannot be sent to other processes ({error}): {fix}") from error

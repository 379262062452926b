"""By how much searches miss a time limit: `python benchmarks/overrun.py [--times 2] [--seconds 1] [--games "a; b"]`.

Every search that takes a limit is run under it, on every game it is for, from the start and from positions of random
games; what ends before the limit is not counted. `think` plays a game, against random moves, with the tree that it
keeps from move to move, in Python. Printed: the worst overrun of each pair, and the 99th percentile of
all. `--times 100` is the full measure and takes hours, the default some minutes. `--cpu` limits and measures the
processor's time in place of the wall's: the work of others on the machine is then not counted.
"""

from __future__ import annotations

import gc
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from time import perf_counter, process_time
from typing import Any

from toolz import compose

import lazytree
from lazytree import CHANCE, FIRST, WIN, Game, searches
from lazytree.games import GAMES
from lazytree.playing.random_games import random_positions
from lazytree.trees.ratings import label_tree, resolve_rating

Answers = Callable[[Any], Iterable[Any]]
"""From a position to ever better answers."""

ALL_GAMES: Mapping[str, Callable[[], Game[Any, Any]]] = {
    **GAMES,
    "dice_of_doom, rolled": partial(GAMES["dice_of_doom"], size=3, dice="rolled"),
    "dice_of_doom, three": partial(GAMES["dice_of_doom"], size=3, players=3),
    "selfo, three": partial(GAMES["selfo"], setup="regular", players=3),
}


# ---- the searches


def deepening(
    search: searches.Search, stage: Callable[[Any], Any] = lambda tree: tree, **means: Any
) -> Callable[..., Answers]:
    def prepared(game: Game[Any, Any]) -> Answers:
        growing, label = lazytree.grow(game), label_tree(game, resolve_rating(game, None))

        def look(depth: int) -> Callable[[Any], Any]:
            return compose(stage, label, lazytree.prune(depth), growing)

        return lambda position: lazytree.deepen_tree(look, position, search, **means)

    return prepared


def sampling(rave: float = 0) -> Callable[..., Answers]:
    return lambda game: lazytree.mcts(game, rave=rave, highest=1, lane="python")


TWO_PLAYERS = {
    "scout": deepening(searches.scout),
    "alphabeta": deepening(searches.alphabeta),
    "aspiration": deepening(searches.aspiration(margin=10)),
    "mtdf": deepening(searches.mtdf),
    "minimax": deepening(searches.minimax),
    "mcts": sampling(),
    "mcts with rave": sampling(rave=100),
}
WITH_CHANCE = {
    "scout": deepening(searches.scout),
    "star2": deepening(searches.alphabeta, chance=searches.star_pruning(-WIN, WIN, probing=True)),
    "expectimax": deepening(searches.expectimax),
    "mcts": sampling(),
}
MORE_PLAYERS = {
    "maxn": deepening(searches.maxn),
    "paranoid": deepening(searches.scout, lazytree.paranoid(0)),
    "best_reply": deepening(searches.scout, lazytree.best_reply(0)),
    "mcts": sampling(),
}


def searches_for(game: Game[Any, Any]) -> Mapping[str, Callable[..., Answers]]:
    if len(game.players) > 2:
        return MORE_PLAYERS
    met = random_positions(game, Random(1), games=5)
    return WITH_CHANCE if any(game.mover(position) == CHANCE for position in met) else TWO_PLAYERS


# ---- measuring


def positions(game: Game[Any, Any], count: int) -> list[Any]:
    """The start and, evenly spread, positions of random games in which a player has a move."""
    met = [
        position
        for position in random_positions(game, Random(1))
        if game.mover(position) != CHANCE and any(True for _ in game.moves(position))
    ]
    return [met[at * len(met) // count] for at in range(count)]


def overrun(answers: Answers, position: Any, seconds: float, clock: Callable[[], float]) -> float | None:
    """How many milliseconds longer than the limit it takes; None if it is done before."""
    gc.collect()
    began = clock()
    for _ in lazytree.within(seconds, clock)(answers(position)):
        pass
    beyond = clock() - began - seconds
    return 1000 * beyond if beyond >= 0 else None


def overruns(game: Game[Any, Any], prepared: Callable[..., Answers], asked: Namespace) -> list[float]:
    clock = process_time if asked.cpu else perf_counter
    runs = [overrun(prepared(game), position, asked.seconds, clock) for position in positions(game, asked.times)]
    return [beyond for beyond in runs if beyond is not None]


def overruns_of_think(game: Game[Any, Any], asked: Namespace) -> list[float]:
    """How many milliseconds longer than the limit a bot takes for the first moves of a game, three for each time."""
    clock, random = process_time if asked.cpu else perf_counter, Random(1)
    bot = lazytree.think(game, seconds=asked.seconds, lane="python", clock=clock)
    position, found, moves = game.start, list[float](), 3 * asked.times
    while moves and (ways := list(game.moves(position))):
        if game.mover(position) == FIRST:
            began, moves = clock(), moves - 1
            move = bot(position)
            found.append(1000 * (clock() - began - asked.seconds))
        else:
            move = random.choice(ways)
        position = game.play(position, move)
    return [beyond for beyond in found if beyond >= 0]


def percentile(percent: int, sizes: list[float]) -> float:
    """The least size that `percent` of them do not exceed."""
    return sorted(sizes)[max(0, -(-len(sizes) * percent // 100) - 1)] if sizes else 0.0


def options() -> Namespace:
    def several(text: str) -> list[str]:
        return [name.strip() for name in text.split(";")]

    parser = ArgumentParser(description="By how much searches miss a time limit.")
    parser.add_argument("--times", type=int, default=2, help="runs of each search on each game (2)")
    parser.add_argument("--seconds", type=float, default=1.0, help="the limit (1)")
    parser.add_argument("--games", type=several, default=list(ALL_GAMES), help="only these: " + "; ".join(ALL_GAMES))
    parser.add_argument("--searches", type=several, help='only these, say "scout; mcts"')
    parser.add_argument("--cpu", action="store_true", help="the processor's time, not the wall's")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> None:
    asked = options()
    tell = partial(print, file=sys.stderr if asked.json else sys.stdout, flush=True)
    tell("Worst overrun in ms of each search (in how many runs that met the limit):\n")
    found: dict[str, list[float]] = {}
    for name in asked.games:
        game = ALL_GAMES[name]()
        for search, prepared in searches_for(game).items():
            if asked.searches is None or search in asked.searches:
                beyond = found[f"{name}: {search}"] = overruns(game, prepared, asked)
                tell(f"{name:22} {search:16} {max(beyond, default=0):8.1f} ({len(beyond)})")
        if asked.searches is None or "think" in asked.searches:
            beyond = found[f"{name}: think"] = overruns_of_think(game, asked)
            tell(f"{name:22} {'think':16} {max(beyond, default=0):8.1f} ({len(beyond)})")
    every = [beyond for runs in found.values() for beyond in runs]
    summary = {f"{percent}th percentile": round(percentile(percent, every), 1) for percent in (50, 90, 99, 100)}
    tell(f"\n{len(every)} runs: " + ", ".join(f"{key} {value} ms" for key, value in summary.items()))
    if asked.json:
        print(
            json.dumps(
                {"runs": len(every), **summary, "worst": {key: max(runs, default=0) for key, runs in found.items()}}
            )
        )


if __name__ == "__main__":
    main()

"""The commands that answer a question: games, perft, rate, solve. Each yields the lines that it prints."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from lazytree.account import Account
from lazytree.choosing import Choice, one_ply_before, ranked, search_for
from lazytree.game import CHANCE, FIRST, Game
from lazytree.games import GAMES
from lazytree.growing import grow, leaves
from lazytree.solving import solve
from lazytree.stages import bestfirst, prune
from lazytree.strategies import STRATEGIES, human, rated
from lazytree.tree import Tree

from .texts import as_json, cost, in_plies, pipeline, ranking, told_value, written
from .watching import watched
from .words import OUTSIDE, game_named, parameters_of, position_after, quoted

Lines = Iterator[str]

PLAYING = {name: parameters_of(factory, OUTSIDE) for name, factory in {**STRATEGIES, "human": human}.items()}
"""Every strategy by its name, with the texts of its parameters."""


def games(asked: Namespace) -> Lines:
    """Every game with its parameters and ratings, and every strategy with its parameters."""
    listed = [_described(name) for name in sorted(GAMES)]
    if asked.json:
        yield json.dumps(listed)
        return
    for entry in listed:
        yield f"{entry['name']}: {entry['about']}"
        yield f"    parameters: {_assigned(entry['parameters']) or 'none'}"
        yield f"    ratings: {', '.join(entry['ratings']) or 'none'}"
    yield ""
    yield "strategies, for play --first, --second and so on, such as think:depth=4,rating=mobility:"
    for name, parameters in PLAYING.items():
        yield f"    {name} {_assigned(parameters)}".rstrip()


def _described(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "about": (GAMES[name].__doc__ or "").split("\n")[0],
        "parameters": parameters_of(GAMES[name]),
        "ratings": list(GAMES[name]().ratings),
        "strategies": PLAYING,
    }


def _assigned(parameters: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoted(default)}" for name, default in parameters.items())


def perft(asked: Namespace) -> Lines:
    """The number of lines of play of 1 to `--depth` plies."""
    game, position = _asked_for(asked)
    counts: list[int] = []
    for depth, count in enumerate(islice(leaves(game, position), asked.depth), 1):
        counts.append(count)
        print(f"depth {depth}: {count:,}", file=sys.stderr, flush=True)
    yield json.dumps({"leaves": counts}) if asked.json else " ".join(map(str, counts))


def rate(asked: Namespace) -> Lines:
    """What every move is worth after a look of `--depth` plies."""
    game, position = _asked_for(asked)
    account = Account()
    label = rated(game, asked.rating, account)
    tree = bestfirst()(label(prune(asked.depth)(grow(game, account)(position))))
    with watched(account):
        choices = _worths(tree, len(game.players), account)
    if asked.json:
        yield json.dumps({"moves": {game.format(position, move): as_json(value) for move, value in choices}})
        return
    yield f"{game.show(position)}\n"
    yield from pipeline(game, asked.depth, asked.rating)
    yield f"\nseen by {game.players[FIRST]}:" if len(game.players) == 2 else "\nseen by each player:"
    yield from ranking(game, position, choices)
    yield f"({cost(account)})" if choices else "    the game is over: there are no moves"


def _worths(tree: Tree[Any, Any], players: int, account: Account) -> tuple[Choice[Any], ...]:
    """Every move and its worth, the best first; chance has no best one."""
    search = search_for(players)
    if not tree.branches:
        return ()
    if tree.mover != CHANCE:
        return ranked(tree, search, account)
    worth = {move: search(sub, account=account) for move, sub in tree.branches}
    return tuple(Choice(move, one_ply_before(value)) for move, value in worth.items())


def exact_solution(asked: Namespace) -> Lines:
    """The exact value, under best play of all sides, and a line that gets it."""
    game, position = _asked_for(asked)
    account = Account()
    with watched(account):
        solution = solve(game, position, account)
    line = written(game, position, solution.line)
    if asked.json:
        yield json.dumps({**_exactly(solution.value), "plies": solution.plies, "line": line})
        return
    yield f"{game.show(position)}\n"
    whose = f" for {game.players[FIRST]}" if len(game.players) == 2 else ""
    yield f"value{whose}: {told_value(game, solution.value)}"
    yield f"{in_plies(solution.plies)}: {' '.join(line)}".rstrip(" :")
    yield f"({cost(account)})"


def _exactly(value: Any) -> dict[str, Any]:
    """FIRST's payoff; beside it those of all, of more than two players, and the fraction that it is."""
    if isinstance(value, tuple):
        return {**_exactly(value[FIRST]), "payoffs": as_json(value)}
    return {"value": as_json(value)} | ({"exact": str(value)} if isinstance(value, Fraction) else {})


def _asked_for(asked: Namespace) -> tuple[Game[Any, Any], Any]:
    game = game_named(asked.game, asked.parameters)
    return game, position_after(game, asked.moves)

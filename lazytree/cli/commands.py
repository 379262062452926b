"""The commands that answer a question: games, perft, rate, solve. Each yields the lines that it prints."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from lazytree.account import Account
from lazytree.choosing import ranked, search_for
from lazytree.game import CHANCE, Game
from lazytree.games import GAMES
from lazytree.growing import grow, leaves
from lazytree.solving import solve
from lazytree.stages import bestfirst, prune
from lazytree.strategies import STRATEGIES, named_rating, rated

from .words import OUTSIDE, game_named, parameters_of, position_after

Lines = Iterator[str]


def games(asked: Namespace) -> Lines:
    """Every game with its parameters and ratings, and every strategy with its parameters."""
    listed = {name: _described(name) for name in sorted(GAMES)}
    strategies = {name: parameters_of(factory, OUTSIDE) for name, factory in STRATEGIES.items()}
    if asked.json:
        yield json.dumps({"games": listed, "strategies": strategies})
        return
    for name, entry in listed.items():
        yield f"{name}: {entry['about']}"
        yield f"    parameters: {_assignments(entry['parameters'])}"
        yield f"    ratings: {', '.join(entry['ratings']) or 'none'}"
    yield ""
    yield "strategies, for play --first and --second:"
    for name, parameters in {**strategies, "human": {}}.items():
        yield f"    {name} {_assignments(parameters)}".rstrip()


def _described(name: str) -> dict[str, Any]:
    game = GAMES[name]()
    about = (GAMES[name].__doc__ or "").split("\n")[0]
    return {"about": about, "parameters": parameters_of(GAMES[name]), "ratings": list(game.ratings)}


def _assignments(parameters: dict[str, str]) -> str:
    return " ".join(f"{name}={default}" for name, default in parameters.items()) or "none"


def perft(asked: Namespace) -> Lines:
    """The number of lines of play of 1 to `--depth` plies."""
    game, position = _asked_for(asked)
    counts: list[int] = []
    for depth, count in enumerate(islice(leaves(game, position), asked.depth), 1):
        counts.append(count)
        print(f"depth {depth}: {count}", file=sys.stderr, flush=True)
    yield json.dumps({"leaves": counts}) if asked.json else " ".join(map(str, counts))


def rate(asked: Namespace) -> Lines:
    """What every move is worth after a look of `--depth` plies."""
    game, position = _asked_for(asked)
    account = Account()
    label = rated(game, asked.rating, account)
    tree = bestfirst()(label(prune(asked.depth)(grow(game, account)(position))))
    search = search_for(len(game.players))
    if tree.mover == CHANCE:
        choices = [(move, search(sub, account=account)) for move, sub in tree.branches]
    else:
        choices = list(ranked(tree, search, account)) if tree.branches else []
    values = {game.format(position, move): value for move, value in choices}
    if asked.json:
        yield json.dumps({"moves": {move: _number(value) for move, value in values.items()}})
        return
    yield game.show(position)
    yield f"{pipeline(game, asked.depth, asked.rating)}, seen by {game.players[0]}:"
    for move, value in values.items():
        yield f"  {move:16} {text_of_value(value)}"
    if not values:
        yield "  the game is over"
    yield account_line(account)


def pipeline(game: Game[Any, Any], depth: int, rating: str | None) -> str:
    """The pipeline that answers, written as a program."""
    name = rating or next(iter(game.ratings), "even")
    return f"compose(alphabeta, bestfirst(), rate({game.name}, {name!r}), prune({depth}), grow({game.name}))"


def account_line(account: Account) -> str:
    """What an answer cost, in one line."""
    return (
        f"{account.rated:,} static evaluations, {account.seen:,} positions seen, "
        f"{account.branching:.1f} branches each, {account.cutoffs:,} cutoffs, {account.seconds:.2f} s"
    )


def text_of_value(value: Any) -> str:
    """A value for a reader: a fraction also as a decimal number, a tuple as one value a player."""
    if isinstance(value, tuple):
        return " ".join(map(text_of_value, value))
    return f"{value} = {float(value):.3f}" if isinstance(value, Fraction) else str(value)


def _number(value: Any) -> Any:
    """A value as JSON has it: an int where it is whole."""
    if isinstance(value, tuple):
        return [_number(part) for part in value]
    return float(value) if isinstance(value, Fraction) else value


def exact_solution(asked: Namespace) -> Lines:
    """The exact value, under best play of all sides, and a line that gets it."""
    game, position = _asked_for(asked)
    account = Account()
    solution = solve(game, position, account)
    line = written(game, position, solution.line)
    if asked.json:
        answer = {"value": _number(solution.value), "plies": solution.plies, "line": line}
        if isinstance(solution.value, Fraction):
            answer["exact"] = str(solution.value)
        yield json.dumps(answer)
        return
    yield game.show(position)
    yield f"value for {game.players[0]}: {text_of_value(solution.value)}"
    yield f"{solution.plies} plies: {' '.join(line)}"
    yield account_line(account)


def written(game: Game[Any, Any], position: Any, line: Any) -> list[str]:
    """A line of moves as the game writes them."""
    texts = []
    for move in line:
        texts.append(game.format(position, move))
        position = game.play(position, move)
    return texts


def _asked_for(asked: Namespace) -> tuple[Game[Any, Any], Any]:
    game = game_named(asked.game, asked.parameters)
    if getattr(asked, "rating", None) is not None and len(game.players) <= 2:
        named_rating(game, asked.rating)
    return game, position_after(game, asked.moves)

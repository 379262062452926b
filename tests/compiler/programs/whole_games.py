"""Random games: rules and a rating made of the same pieces, compared along random games of both lanes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lazytree import Game
from lazytree.compiler import compiled, lane

from . import expressions, helpers, statements, truths
from .lanes import alike, answer
from .scope import Scope, indented

PLIES, GAMES = 6, 2


def rules(s: Scope) -> list[str]:
    """mover, moves, play, payoffs, rate; a game ends when nothing is `left`."""
    kind = s.pick("int", "int", "int", "pair")
    at = Scope(s.random, {"pos": ("p",), "int": ("p.left",)}, s.helpers, fresh=s.fresh)
    lines, scope = helpers.begun(at)
    body = [line for _ in range(s.random.randrange(1, 4)) for line in helpers.yielding(scope, kind)]
    move = {"int": ("m",)} if kind == "int" else {"pair": ("m",), "int": ("m.a",)}
    made = Scope(s.random, {**at.names, **move, "board": ("b",)}, s.helpers, fresh=s.fresh)
    after = expressions.position(made, 2)
    rating, weight = (
        Scope(s.random, {"pos": ("p",), "board": ("b",)}, s.helpers, fresh=s.fresh),
        s.pick("", ", weight=2"),
    )
    turn = s.pick("Side.RED", "Side.BLUE if p.turn == 0 else Side.RED", "q.turn", "Side.BLUE")
    turn = "1 - q.turn" if s.chance(0.05) else turn
    return [
        "def mover(p):",
        f"    return {s.pick('p.turn', 'p.turn', 'p.left & 1')}",
        "def moves(p):",
        *indented(["if p.left <= 0:", "    return", *lines, *body, f"yield {expressions.give(scope, kind, 1)}"]),
        "def play(p, m):",
        *indented(["b = p.board", *statements.block(made, 1), f"q = {after}"]),
        f"    return q._replace(left=p.left - 1, turn={turn})",
        "def payoffs(p):",
        f"    return (1, -1) if {truths.of_record(at, 1)} else (0, 0)",
        f"def rate(p{weight}):",
        *indented(["b = p.board", f"return {expressions.number(rating, 2)}"]),
    ]


def game_of(names: dict[str, Any]) -> Game[Any, Any]:
    start = names["Pos"](names["START"], names["Side"].RED, 5, True)
    four = (names[name] for name in ("mover", "moves", "play", "payoffs"))
    return Game("random", start, *four, ratings={"rate": names["rate"]})


def reason(game: Game[Any, Any]) -> str:
    """Why the game is not compiled, or ""."""
    found = lane(game)
    return found.reason or next(iter(found.ratings.values()), "")


def differences(random: Random, game: Game[Any, Any]) -> Iterator[str]:
    """What the two lanes do not agree on, along some games."""
    machine = compiled(game)
    for _ in range(GAMES):
        position = game.start
        for _ in range(PLIES):
            moves = answer(lambda p: list(game.moves(p)), (position,))
            pairs = [
                ("moves", moves, answer(lambda p: list(machine.moves(p)), (position,))),
                *((rule, answer(getattr(game, rule), (position,)), answer(getattr(machine, rule), (position,)))
                  for rule in ("mover", "payoffs")),
                ("rate", answer(game.ratings["rate"], (position,)), answer(machine.ratings["rate"], (position,))),
            ]  # fmt: skip
            for move in moves[:4] if isinstance(moves, list) else []:
                given = position, move
                pairs.append(("play", answer(game.play, given), answer(machine.play, given)))
            for rule, expected, found in pairs:
                if not alike(expected, found):
                    same = "wrong kind" if expected == found else "wrong"
                    yield f"{same}: {rule} of {position}: Python says {expected!r}, machine code {found!r}"
            if not isinstance(moves, list) or not moves:
                break
            after = answer(game.play, (position, random.choice(moves[:4])))
            if not isinstance(after, tuple):
                break
            position = after

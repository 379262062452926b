"""`lane(game)`: which lane answers each question about a game, and why where it is Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from lazytree import compiler, machine
from lazytree.core.errors import Refused
from lazytree.core.game import Game, M, P, require_game
from lazytree.core.lanes import MACHINE, PYTHON, Lane
from lazytree.core.showing import mime_bundle
from lazytree.trees.ratings import resolve_rating

from .depth_search import beyond_looking
from .solve import machine_solve_refusal

QUESTIONS = ("rules", "search", "solve", "perft", "unfold", "mcts", "playouts", "publish")
"""What is asked of a game, each with a verdict of its own: the rules by themselves, or the function of that name."""


def lane(game: Game[P, M], rating: str | Callable[[P], Any] | None = None) -> Lanes:
    """Which lane answers each question about a game: machine code, or Python and why.

    `rating` is what `search` looks ahead by: one of the game's by name (default: its first), or a function. A verdict
    is found as it is read, by compiling what the question itself would compile: that may take some seconds, for all of
    them too, as they are shown; what was compiled is there for the questions. Checks may still stop machine code while
    it answers; then the answer has the reason.

    Raises: ValueError if the game has no such rating.

    >>> from lazytree.games import nim
    >>> lanes = lane(nim())
    >>> lanes.rules.name, lanes.search.name
    ('machine', 'machine')
    """
    require_game(game)
    return Lanes(game, rating)


class Lanes:
    """Which lane answers each question about a game: a `Lane` for each of QUESTIONS, found when it is read.

    - `rules`: the rules one by one, as `compiled(game)` has them, and `grow` unfolds positions with them;
    - `search`, which is `deepen`, too, and `think` where it is to look far; `solve`; `perft`; `unfold`; `mcts`;
      `playouts`;
    - `publish`, which has no Python to fall back to: where it is Python, the game cannot be published.

    `ratings` has the reasons of those ratings that do not compile.
    """

    def __init__(self, game: Game[Any, Any], rating: str | Callable[[Any], Any] | None = None) -> None:
        self.game, self.rating, self.given = game, resolve_rating(game, rating), rating is not None
        self.by = rating if isinstance(rating, str) else "" if rating else next(iter(judged(game)), "")

    @cached_property
    def rules(self) -> Lane:
        return compiler.rules_lane(self.game)

    @property
    def ratings(self) -> Mapping[str, str]:
        return self.rules.ratings

    @cached_property
    def search(self) -> Lane:
        return self.verdict("search", beyond_looking(self.game))

    @cached_property
    def solve(self) -> Lane:
        return self.verdict("solve", machine_solve_refusal(self.game) or machine.solve_refusal(self.game))

    @cached_property
    def perft(self) -> Lane:
        return self.verdict("perft")

    @cached_property
    def unfold(self) -> Lane:
        return self.verdict("unfold", machine_solve_refusal(self.game) or machine.solve_refusal(self.game))

    @cached_property
    def mcts(self) -> Lane:
        return self.verdict("mcts")

    @cached_property
    def playouts(self) -> Lane:
        return self.verdict("playouts")

    @cached_property
    def publish(self) -> Lane:
        found = compiler.module_by_rating(self.game, self.rating if self.given else None)
        if isinstance(found, Refused):
            return Lane(PYTHON, str(found))
        return Lane(MACHINE, f"without {', '.join(found.left_out)}" if found.left_out else "")

    def verdict(self, question: str, beyond: str = "") -> Lane:
        """The lane of a question; `beyond` says why machine code has no answer, whatever the rules are.

        What the rules are refused for, or the rating, is the reason for what asks them, too.
        """
        reason = beyond or machine_refusal(question, self.game, self.rating)
        if reason and not beyond:
            known = self.ratings.get(self.by, "") if question == "search" else ""
            reason = self.rules.reason if self.rules.name == PYTHON else known or reason
        return Lane(PYTHON if reason else MACHINE, reason)

    def __repr__(self) -> str:
        lines = "\n  ".join(self.lines())
        return f"<Lanes of {self.game.name}\n  {lines}>"

    def lines(self) -> list[str]:
        """Lanes with their questions, one a line, and the reasons."""
        told: dict[str, list[str]] = {}
        for question in QUESTIONS:
            found: Lane = getattr(self, question)
            asked = f"{question} by {self.by}" if question == "search" and self.by else question
            told.setdefault(f"{found.name}: {{}}{f' ({found.reason})' if found.reason else ''}", []).append(asked)
        refused = [f"rating {name}: {PYTHON} ({reason})" for name, reason in self.ratings.items()]
        return [line.replace("{}", ", ".join(asked)) for line, asked in sorted(told.items())] + refused

    _repr_mimebundle_ = mime_bundle


def machine_refusal(question: str, game: Game[Any, Any], rating: Callable[[Any], Any]) -> str:
    """Why machine code does not answer a question; empty if it does, until a check stops it.

    It is found by compiling what the question itself compiles.
    """
    function = runner_of(question, game, rating).function
    return str(function) if isinstance(function, Refused) else ""


def runner_of(question: str, game: Game[Any, Any], rating: Callable[[Any], Any]) -> compiler.Runner:
    """What answers a question in machine code."""
    from . import simulating

    match question:
        case "search":
            return machine.depth_runner(game, rating)
        case "solve":
            return machine.solve_runner(game)
        case "perft":
            return machine.perft_runner(game)
        case "unfold":
            return machine.unfold_runner(game)
        case "mcts":
            return simulating.Simulations(game, simulating.Wanted(megabytes=1)).runner
    return simulating.playing(game)


def judged(game: Game[Any, Any]) -> Mapping[str, Any]:
    """The ratings of a game for two players, the standings of one for more."""
    return game.ratings if len(game.players) <= 2 else game.standings

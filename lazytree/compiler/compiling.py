"""`compiled(game)`: the same game, its rules in machine code; and which lane a game runs in, and why."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Generic
from weakref import WeakKeyDictionary

from lazytree.core.game import Game, M, P, Rating, a_game
from lazytree.core.lanes import COMPILED, INTERPRETED, Lane

from .ir.errors import Refused, Trapped
from .ir.kinds import Fixed, Type
from .positions import reached, request
from .runtime.build import Binary, built, cell_bits
from .traps import Traps

UNMADE: Any = object()


class Machine(Generic[P, M]):
    """The rules of a game in machine code, made when first asked; what they cannot answer the interpreted rules do."""

    def __init__(self, game: Game[P, M]) -> None:
        two_players(game)
        self.game = replace(game)  # a copy, so that nothing keeps the caller's alive
        self.lock = threading.Lock()
        self.rated: dict[Any, Any] = {}
        self.packed_rules: Any = UNMADE
        self.searches: dict[Any, Any] = {}
        self.traps = Traps()

    @cached_property
    def binary(self) -> Binary:
        """Refused outside of the subset."""
        game = self.game
        return built([game.start, *rules_of(game)], lambda program: plan(program, game), cell_bits(game.start))

    @cached_property
    def functions(self) -> Mapping[str, Any]:
        from .runtime.entries import functions

        return functions(self.binary)

    @property
    def position(self) -> Type:
        return self.binary.entries["mover"].arguments[0]

    def mover(self, position: P) -> int:
        try:
            return self.functions["mover"](position)  # type: ignore[no-any-return]
        except Trapped as trapped:
            self.traps.note(trapped)
            return self.game.mover(position)

    def moves(self, position: P) -> Iterable[M]:
        try:
            return iter(self.functions["moves"].answers(position))  # type: ignore[no-any-return]
        except Trapped as trapped:
            self.traps.note(trapped)
            return self.game.moves(position)

    def play(self, position: P, move: M) -> P:
        try:
            return self.functions["play"](position, move)  # type: ignore[no-any-return]
        except Trapped as trapped:
            self.traps.note(trapped)
            return self.game.play(position, move)

    def payoffs(self, position: P) -> tuple[float, ...]:
        try:
            return self.functions["payoffs"](position)  # type: ignore[no-any-return]
        except Trapped as trapped:
            self.traps.note(trapped)
            return self.game.payoffs(position)

    def packed(self) -> Any:
        """How positions unfold at once, made when a tree is first grown; None where that does not compile."""
        from .packed import packed_rules

        with self.lock:
            if self.packed_rules is UNMADE:
                roots = [self.game.start, *rules_of(self.game)]
                move = self.binary.entries["moves"].emitted
                self.packed_rules = (
                    packed_rules(self.game, roots, self.position, move, self.binary.cell) if move else None
                )
            return self.packed_rules

    def rating(self, rating: Rating[P]) -> Any:
        """The rating in machine code, or why it is not, as a Refused."""
        with self.lock:
            if id(rating) not in self.rated:  # not every rating can be hashed
                self.rated[id(rating)] = rating, self.compiled_rating(rating)
            return self.rated[id(rating)][1]

    def compiled_rating(self, rating: Rating[P]) -> Any:
        from .runtime.entries import functions

        def rating_plan(program: Any) -> Mapping[str, Any]:
            return {"rating": request(program, rating, self.position)}

        try:
            binary = built([rating, self.game.start, *rules_of(self.game)], rating_plan, self.binary.cell)
            whole(binary)
            return functions(binary)["rating"]
        except Refused as refused:
            return refused


class MachineRating(Generic[P]):
    """A rating in machine code, made when it is first asked."""

    def __init__(self, machine: Machine[P, Any], interpreted: Rating[P]) -> None:
        self.machine, self.interpreted = machine, interpreted
        self.function: Rating[P] = self.first

    def __call__(self, position: P) -> float:
        try:
            return self.function(position)
        except Trapped as trapped:
            self.machine.traps.note(trapped)
            return self.interpreted(position)

    def first(self, position: P) -> float:
        """Compiles it, and rates the position."""
        made = self.machine.rating(self.interpreted)
        self.function = self.interpreted if isinstance(made, Refused) else made
        return self.function(position)


_MACHINES: WeakKeyDictionary[Game[Any, Any], Machine[Any, Any] | Refused] = WeakKeyDictionary()


def machine_of(game: Game[P, M]) -> Machine[P, M] | Refused:
    """The game's machine code, made once; or why there is none."""
    machine = unmade(game)
    if isinstance(machine, Machine):
        try:
            _ = machine.functions
        except Refused as refused:
            _MACHINES[game] = refused
            return refused
    return machine


def unmade(game: Game[P, M]) -> Machine[P, M] | Refused:
    """The same, its rules not looked at yet: a search is compiled with rules of its own."""
    owner = owner_of(game)
    if owner is not None:
        return owner
    if find_spec("llvmlite") is None:
        return Refused("llvmlite is not installed (extra `compiled`): pip install llvmlite")
    if game not in _MACHINES:
        try:
            _MACHINES[game] = Machine(game)
        except Refused as refused:
            _MACHINES[game] = refused
    return _MACHINES[game]


def owner_of(game: Game[P, M]) -> Machine[P, M] | None:
    """The machine code that a game's rules are, all of them."""
    a_game(game)
    owner = getattr(game.moves, "__self__", None)
    if not isinstance(owner, Machine) or game.odds is not None or len(game.players) != 2:
        return None
    return owner if all(getattr(rule, "__self__", None) is owner for rule in rules_of(game)) else None


def compiled(game: Game[P, M]) -> Game[P, M]:
    """The same game with `mover`, `moves`, `play`, `payoffs` and `ratings` in machine code.

    A game outside of the subset comes back as it is: `lane(game).reason` says which rule it breaks, and where; so does
    every game if the extra is missing. A rating outside of the subset stays interpreted. What a check stops (an int
    too large, say) the interpreted rules answer.

    >>> from lazytree.games import tic_tac_toe
    >>> game = compiled(tic_tac_toe())
    >>> list(game.moves(game.play(game.start, 4)))
    [0, 1, 2, 3, 5, 6, 7, 8]
    """
    machine = machine_of(game)
    if isinstance(machine, Refused) or machine is owner_of(game):
        return game
    ratings = {name: MachineRating(machine, rating) for name, rating in game.ratings.items()}
    return replace(
        game,
        mover=machine.mover,
        moves=machine.moves,
        play=machine.play,
        payoffs=machine.payoffs,
        ratings=ratings,
    )


def lane(game: Game[P, M]) -> Lane:
    """Which lane `compiled(game)` runs in, and why; how often that lane has given a question back to Python so far.

    >>> from lazytree.games import tic_tac_toe
    >>> lane(tic_tac_toe()).name
    'compiled'
    """
    machine = machine_of(game)
    if isinstance(machine, Refused):
        return Lane(INTERPRETED, str(machine))
    tried = {name: machine.rating(interpreted(rating)) for name, rating in game.ratings.items()}
    trapped, last = machine.traps.told()
    return Lane(COMPILED, last, {name: str(made) for name, made in tried.items() if isinstance(made, Refused)}, trapped)


def original(game: Game[P, M]) -> Game[P, M]:
    """The game as its author wrote it."""
    owner = owner_of(game)
    return game if owner is None else owner.game


def interpreted(rating: Rating[P]) -> Rating[P]:
    """The rating as its author wrote it."""
    return rating.interpreted if isinstance(rating, MachineRating) else rating


# ---- what is compiled together


def rules_of(game: Game[Any, Any]) -> list[Callable[..., Any]]:
    return [game.mover, game.moves, game.play, game.payoffs]


def plan(program: Any, game: Game[Any, Any]) -> Mapping[str, Any]:
    """The rules for every position that play can reach."""
    from .frontend.source import place, plain_function
    from .inference.settling import settle
    from .kernels import searches

    _, moves, _, _ = map(plain_function, rules_of(game))
    position = reached(program, game)
    listed = program.request(searches.listed, {"moves": Fixed(game.moves), "position": position})
    settle(program)
    if listed.emitted is None:
        raise Refused("moves never yields a move", place(moves, moves.__code__.co_firstlineno))
    return {
        "moves": listed,
        "play": request(program, game.play, position, listed.emitted),
        "mover": request(program, game.mover, position),
        "payoffs": request(program, game.payoffs, position),
    }


def whole(binary: Binary) -> None:
    """Refused unless the rating is an int."""
    from .ir.kinds import Bool, Int

    if not isinstance(binary.entries["rating"].result, (Int, Bool)):
        raise Refused("a rating is one int")


def two_players(game: Game[Any, Any]) -> None:
    if game.odds is not None:
        raise Refused("chance nodes stay interpreted")
    if len(game.players) != 2:
        raise Refused("games of more than two players stay interpreted")

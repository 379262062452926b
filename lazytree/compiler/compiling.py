"""`compiled(game)`: the same game, its rules in machine code; and which lane a game runs in, and why."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic

from lazytree.core.errors import Refused, Trap, Trapped
from lazytree.core.game import Game, M, P, Rating, require_game
from lazytree.core.lanes import MACHINE, PYTHON, Lane
from lazytree.core.rules import Rules, Shares, machine_rules, rules_of, with_whole_payoffs
from lazytree.searching.kernels import searches

from .abi import Packing
from .driver import Made, Options, Shelf, made, made_for
from .frontend.dependencies import Stamp
from .frontend.fingerprint import Shape
from .frontend.source import place_of
from .ir.kinds import Bool, Fixed, Float, Int, Maybe, Record, Type, leaves
from .llvm import MISSING, is_installed, new_lock
from .runtime.boundary import NOT_PACKED, Unpacking
from .runtime.cache import Binary
from .runtime.entries import FIRST_ROOM, Function

if TYPE_CHECKING:
    from .inference.programs import Instance
    from .passes import Planning

# ---- How often machine code gave a question back to Python: a part of what `lane` says


class Traps:
    """The questions of one game that machine code gave back, counted from any thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count, self.last = 0, ""

    def note(self, trapped: Trapped) -> None:
        """Counts a question that was given back."""
        with self.lock:
            self.count, self.last = self.count + 1, str(trapped)

    def told(self) -> tuple[int, str]:
        """How many questions were given back, and why the last one was."""
        with self.lock:
            return self.count, self.last


# ---- All branches of a position in one call of machine code; positions stay packed until one is looked at


def packed_rules(game: Game[Any, Any], roots: list[Any], position: Type, move: Type, cell: int) -> PackedRules | None:
    """How the positions of a game unfold; None if that is outside of the subset."""

    def plan(planning: Planning) -> Mapping[str, Instance]:
        planning.rule(game.play, position, move)
        planning.settle()  # so that `children` sees from the first what type `play` answers
        rules = {"mover": Fixed(game.mover), "moves": Fixed(game.moves), "play": Fixed(game.play)}
        return {"children": planning.request(searches.children, {**rules, "position": position})}

    unfolding = made([searches.children, repr((position, move)), *roots], plan, Options(cell))
    binary = unfolding.verdict
    if isinstance(binary, Refused):
        return None
    emitted = binary.entries["children"].emitted
    if not isinstance(emitted, Record) or binary.cell != cell or not alike(emitted.items[2], position, cell):
        return None  # a child could not be given to `children` as it is
    move_of, position_of = Unpacking(emitted.items[0], cell), Unpacking(position, cell)
    return PackedRules(unfolding.functions["children"], move_of, position_of, unfolding.stamp)


class PackedRules:
    """The rules of a game as `lazytree.trees.packed.PackedRules` wants them."""

    def __init__(self, children: Function, move: Unpacking, position: Unpacking, stamp: Stamp) -> None:
        self.stamp = stamp
        self.children, self.call, self.local, self.position = children, children.call, children.local, position
        self.unpacked = Unpacked(f"{'q' if move.plain else f'{move.size}s'}q{position.size}s")
        self.move = None if move.plain else Moves(move).__getitem__

    def pack(self, position: Any) -> Any:
        try:
            packed = self.children.pack(position)
        except NOT_PACKED:
            return position
        return packed if self.position.one(packed) == position else position

    def unpack(self, packed: Any) -> Any:
        return self.position.one(packed) if type(packed) is bytes else packed

    def unfold(self, packed: Any) -> Sequence[Any] | None:
        if type(packed) is not bytes or not self.stamp.current():
            return None
        try:
            context = self.local.context
        except AttributeError:  # the first call in this thread
            context = self.children.context()
        trap = self.call(context.address, packed, context.answer_address)
        count = context.count.value
        return None if trap or count > FIRST_ROOM else self.unpacked[count](context.room)


class Unpacked(dict[int, Callable[[memoryview], Sequence[Any]]]):
    """The function that unpacks a number of branches, one after another."""

    def __init__(self, each: str) -> None:
        self.each = each

    def __missing__(self, count: int) -> Callable[[memoryview], Sequence[Any]]:
        self[count] = made = struct.Struct("=" + self.each * count).unpack_from
        return made


class Moves(dict[bytes, Any]):
    """Moves by their bytes, each made once."""

    def __init__(self, moves: Unpacking) -> None:
        self.moves = moves

    def __missing__(self, packed: bytes) -> Any:
        self[packed] = move = self.moves.one(packed)
        return move


def alike(kind: Type, other: Type, cell: int) -> bool:
    """Whether values of both types are packed in the same way."""
    return [*Packing((kind,), cell).formats()] == [*Packing((other,), cell).formats()]


class Machine(Generic[P, M]):
    """The rules of a game in machine code, made when first asked; what they cannot answer the interpreted rules do.

    It is made anew once something that it depends on has changed: a global, a helper, a closure's value. Until
    that is asked for, the interpreted rules answer.
    """

    def __init__(self, game: Game[P, M]) -> None:
        self.game = replace(game)  # a copy, so that nothing keeps the caller's alive
        self.plain, self.whole = with_whole_payoffs(rules_of(game))
        self.lock = new_lock()
        self.rules: Made | None = None
        self.searches, self.rated = Shelf(), Shelf()
        self.unfolding: tuple[Made, Any] | None = None
        self.traps = Traps()
        self.asked = 0  # how often `compiled`, `lane` or a search was asked: all is looked at anew then

    @property
    def functions(self) -> Rules:
        """The rules of the compiled game: they ask machine code first."""
        payoffs = self.payoffs if self.whole == 1 else Shares(self.payoffs, self.whole)  # type: ignore[arg-type]
        return Rules(self.mover, self.moves, self.play, payoffs, self.odds if self.game.odds else None)

    def look_again(self) -> None:
        """A search is asked: rules and ratings that are in machine code already are to be those of now, too."""
        self.asked += 1
        if self.rules is not None:
            self.made()

    def made(self) -> Made:
        """The rules as they are now."""
        rules = self.rules
        if rules is None or not rules.stamp.holds():
            with self.lock:
                if self.rules is rules:
                    game = self.game
                    roots: list[object] = [searches.reached, searches.listed, *self.plain]
                    self.rules = made_for(game, roots, lambda planning: plan(planning, game), soon=True)
                rules = self.rules
        assert rules is not None
        return rules

    @property
    def binary(self) -> Binary:
        """Refused outside of the subset."""
        verdict = self.made().verdict
        if isinstance(verdict, Refused):
            raise verdict.bare()
        return verdict

    @property
    def position(self) -> Type:
        return self.binary.entries["mover"].arguments[0]

    def current(self, name: str) -> Any:
        """A rule in machine code; Trapped if something that the rules depend on has changed."""
        rules = self.rules
        if rules is None or not rules.functions or not rules.stamp.current():
            raise Trapped(Trap.OUTSIDE, "rules that have changed")
        return rules.functions[name]

    def answer(self, name: str, *given: Any) -> Any:
        """What a rule in machine code answers; the interpreted rule where that traps."""
        try:
            return self.current(name)(*given)
        except Trapped as trapped:
            self.traps.note(trapped)
            return getattr(self.plain, name)(*given)

    def mover(self, position: P) -> int:
        return self.answer("mover", position)  # type: ignore[no-any-return]

    def moves(self, position: P) -> Iterable[M]:
        try:
            return iter(self.current("moves").answers(position))  # type: ignore[no-any-return]
        except Trapped as trapped:
            self.traps.note(trapped)
            return self.game.moves(position)

    def play(self, position: P, move: M) -> P:
        return self.answer("play", position, move)  # type: ignore[no-any-return]

    def payoffs(self, position: P) -> tuple[float, ...]:
        return self.answer("payoffs", position)  # type: ignore[no-any-return]

    def odds(self, position: P, move: M) -> int:
        return self.answer("odds", position, move)  # type: ignore[no-any-return]

    def packed(self) -> Any:
        """How positions unfold at once, made when a tree is first grown; None where that does not compile."""
        self.asked += 1
        rules = self.made()
        if rules.refused:
            return None
        known = self.unfolding
        if known is None or known[0] is not rules or not (known[1] is None or known[1].stamp.holds()):
            move = self.binary.entries["moves"].emitted
            roots = [Shape(self.game.start), *self.plain]
            unfolding = packed_rules(self.game, roots, self.position, move, self.binary.cell) if move else None
            self.unfolding = known = rules, unfolding
        return known[1]

    def rating(self, rating: Rating[P]) -> Any:
        """The rating in machine code, or why it is not, as a Refused."""
        made = self.made_rating(rating)
        return made.refused or made.functions["rating"]

    def made_rating(self, rating: Rating[P]) -> Made:
        rules = self.made()
        return self.rated.get((id(rating), id(rules)), (rating, rules), lambda: self.compiled_rating(rating, rules))

    def compiled_rating(self, rating: Rating[P], rules: Made) -> Made:
        if isinstance(rules.verdict, Refused):
            return rules
        position = rules.verdict.entries["mover"].arguments[0]

        def rating_plan(planning: Planning) -> Mapping[str, Instance]:
            instance = planning.rule(rating, position)
            planning.settle()
            if isinstance(instance.result, Maybe):  # a variable that was None before: a check finds None itself
                instance = planning.request(searches.number, {"rating": Fixed(rating), "position": position})
                planning.settle()
            if not isinstance(instance.result, (Int, Bool, Float)):
                raise Refused("a rating is one number", place_of(rating))
            return {"rating": instance}

        roots: list[object] = [rating, searches.number, Shape(self.game.start), repr(position), *self.plain]
        return made(roots, rating_plan, Options(rules.verdict.cell))


class MachineRating(Generic[P]):
    """A rating in machine code, made when it is first asked."""

    def __init__(self, machine: Machine[P, Any], interpreted: Rating[P]) -> None:
        self.machine, self.interpreted = machine, interpreted
        self.made: Made | None = None
        self.asked = -1

    def __call__(self, position: P) -> float:
        made = self.made
        if made is None or self.asked != self.machine.asked:
            self.made = made = self.machine.made_rating(self.interpreted)
            self.asked = self.machine.asked
        if not made.functions or not made.stamp.current():
            return self.interpreted(position)
        try:
            return made.functions["rating"](position)  # type: ignore[no-any-return]
        except Trapped as trapped:
            self.machine.traps.note(trapped)
            return self.interpreted(position)


def machine_of(game: Game[P, M]) -> Machine[P, M] | Refused:
    """The game's machine code, made once, and again where what it depends on has changed; or why there is none."""
    machine = unmade(game)
    if isinstance(machine, Machine):
        machine.asked += 1
        return machine.made().refused or machine
    return machine


def unmade(game: Game[P, M]) -> Machine[P, M] | Refused:
    """The machine code that a game has, its rules not compiled yet: a search compiles them together with itself."""
    owner = owner_of(game)
    if owner is not None:
        return owner
    found: Machine[P, M] | None = game.derived.get(Machine)
    if found is not None:
        return found
    if not is_installed():
        return Refused(MISSING)
    kept: Machine[P, M] = game.derived.setdefault(Machine, Machine(as_written(game)))
    return kept


def owner_of(game: Game[P, M]) -> Machine[P, M] | None:
    """The machine code that a game carries."""
    require_game(game)
    machine = machine_rules(game)
    return machine if isinstance(machine, Machine) else None


def compiled_game(game: Game[P, M]) -> Game[P, M]:
    """The game with its rules and ratings in machine code; itself where it does not compile."""
    machine = machine_of(game)
    if isinstance(machine, Refused) or machine is owner_of(game):
        return game
    ratings = {name: MachineRating(machine, interpreted(rating)) for name, rating in game.ratings.items()}
    return replace(
        game,
        mover=machine.mover,
        moves=machine.moves,
        play=machine.play,
        payoffs=machine.functions.payoffs,
        odds=machine.functions.odds,
        ratings=ratings,
        machine=machine,
    )


def rules_lane(game: Game[P, M]) -> Lane:
    """Which lane the rules of a compiled game run in, and why."""
    machine = machine_of(game)
    if isinstance(machine, Refused):
        return Lane(PYTHON, str(machine))
    tried = {name: machine.rating(interpreted(rating)) for name, rating in game.ratings.items()}
    trapped, last = machine.traps.told()
    return Lane(MACHINE, last, {name: str(made) for name, made in tried.items() if isinstance(made, Refused)}, trapped)


def original(game: Game[P, M]) -> Game[P, M]:
    """The game as its author wrote it."""
    machine = unmade(game)
    return game if isinstance(machine, Refused) else machine.game


def as_written(game: Game[P, M]) -> Game[P, M]:
    """A variant of a compiled game, with the rules of its author in place of those in machine code that it has kept."""
    machine = game.machine
    if not isinstance(machine, Machine):
        return game
    written = zip(Rules._fields, rules_of(game), machine.functions, rules_of(machine.game))
    rules: dict[str, Any] = {name: plain if rule == compiled else rule for name, rule, compiled, plain in written}
    ratings = {name: interpreted(rating) for name, rating in game.ratings.items()}
    return replace(game, **rules, ratings=ratings, machine=None)


def interpreted(rating: Rating[P]) -> Rating[P]:
    """The rating as its author wrote it."""
    return rating.interpreted if isinstance(rating, MachineRating) else rating


# ---- what is compiled together


def plan(planning: Planning, game: Game[Any, Any]) -> Mapping[str, Instance]:
    """The rules for every position that play can reach."""
    known, _ = with_whole_payoffs(rules_of(game))
    position = planning.reached(game)
    listed = planning.request(searches.listed, {"moves": Fixed(game.moves), "position": position})
    planning.settle()
    if listed.emitted is None:
        raise Refused("moves never yields a move", place_of(game.moves))
    rules = {
        "moves": listed,
        "play": planning.rule(game.play, position, listed.emitted),
        "mover": planning.rule(game.mover, position),
        "payoffs": planning.rule(known.payoffs, position),
    }
    if game.odds is not None:
        rules["odds"] = planning.rule(game.odds, position, listed.emitted)
    planning.settle()
    for name, rule in zip(rules, (game.moves, game.play, game.mover, known.payoffs, game.odds)):
        if name != "payoffs":
            require_whole_numbers(name, rule, rules[name])
    paid, players = rules["payoffs"].result, len(game.players)
    if isinstance(paid, Record) and len(paid.items) != players:
        raise Refused(f"`payoffs` gives one number a player: {players}, not {len(paid.items)}", place_of(known.payoffs))
    return rules


def require_whole_numbers(name: str, rule: Any, instance: Instance) -> None:
    """Refused where a rule gives floats: only ratings and payoffs may."""
    kinds = [kind for kind in (instance.result, instance.emitted) if kind]
    if any(isinstance(leaf, Float) for kind in kinds for leaf in leaves(kind)):
        raise Refused(f"`{name}` gives floats: positions and moves are made of ints", place_of(rule))

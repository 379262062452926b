"""Rules of a board and a number, from their text, run by Python and by machine code."""

from __future__ import annotations

import linecache
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest
from ir_interpreter import inferred, run
from programs.lanes import alike
from pyrsistent import pvector

from lazytree import deepen, perft, search, solve
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.driver import built
from lazytree.compiler.frontend.source import parameters
from lazytree.compiler.ir.joining import cell_bits, type_of
from lazytree.compiler.ir.kinds import Fixed, Int, Type
from lazytree.compiler.ir.symbols import Numbering, use
from lazytree.compiler.runtime.entries import Function, functions
from lazytree.core.errors import Refused, Trapped

BOARDS = [pvector(cells) for cells in ((0, 1, 2, 1, 0), (2, 2, 0, 3, 1), (1, 1, 1, 1, 1))]
NUMBERS = range(-1, 5)
LONG_BOARDS = [pvector(Random(seed).choices((0, 1, 2, 3), k=9)) for seed in (1, 2, 3)]
LONG_CALLS = [(board, n) for board in LONG_BOARDS for n in NUMBERS]

Rule = Callable[..., Any]


def rule_of(body: str, helpers: str = "", arguments: str = "board, n", **constants: object) -> Rule:
    """The function of `board` and `n` with this body; `helpers` is the text of what it uses."""
    text = f"{textwrap.dedent(helpers)}\ndef rule({arguments}):\n{textwrap.indent(textwrap.dedent(body), '    ')}\n"
    file = f"<rule {hash(text)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {**constants}
    exec(compile(text, file, "exec"), names)
    rule: Rule = names["rule"]
    return rule


def machine_function(function: Any, *arguments: Any, **options: Any) -> Function:
    """One function in machine code, for arguments like these (values, or types).

    `options` are those of `Options`. Refused if the function is outside of the subset.
    """
    use(Numbering())
    kinds = [each if isinstance(each, Type) else type_of(each) for each in arguments]
    names = parameters(function)[0]
    cell = max((cell_bits(each) for each in arguments), default=8)
    roots = [function, repr(kinds), *(kind.value for kind in kinds if isinstance(kind, Fixed))]
    binary = built(roots, lambda planning: {"it": planning.request(function, dict(zip(names, kinds)))}, cell, **options)
    return functions(binary)["it"]


def agree(rule: Rule) -> None:
    """It compiles, and gives what Python gives, of the same types; where Python raises, machine code hands over."""
    agree_on(rule, (BOARDS[1], Int(-1, 4)), [(board, number) for board in BOARDS for number in NUMBERS])


def agree_on(
    rule: Any,
    kinds: Sequence[Any],
    calls: Iterable[tuple[Any, ...]],
    may_trap: Callable[[Any, tuple[Any, ...]], bool] = lambda _expected, _given: False,
) -> None:
    """As `agree`, of any rule: `kinds` are the arguments that machine code is made for, or their types.

    `may_trap` tells of Python's answer and the arguments where machine code may hand over without need.
    """
    machine = machine_function(rule, *kinds)
    for given in calls:
        try:
            expected = rule(*given)
        except Exception:
            with pytest.raises(Trapped):
                machine(*given)
            continue
        try:
            found = machine(*given)
        except Trapped:
            assert may_trap(expected, given), f"a trap, not {expected!r}, of {given!r}"
            continue
        assert alike(expected, found), f"{found!r}, not {expected!r}, of {given!r}"


def short_kinds() -> Sequence[Any]:
    """The arguments that rules are tried with: types are numbered anew."""
    return type_of(BOARDS[1]), Int(-1, 4)


def long_kinds() -> Sequence[Any]:
    return type_of(LONG_BOARDS[0]), Int(-1, 4)


CALLS = [(board, number) for board in BOARDS for number in NUMBERS]


def agree_thrice(
    rule: Any, kinds: Callable[[], Sequence[Any]] = short_kinds, calls: Sequence[tuple[Any, ...]] = CALLS
) -> None:
    """Python, machine code and, on some calls, the interpreter of typed code agree; `kinds()` are the types."""
    agree_on(rule, kinds(), calls)
    program, instances = inferred(lambda p: {"it": p.rule(rule, *kinds())})
    for given in calls[::4]:
        try:
            found, _ = run(program, instances["it"], *given)
        except Trapped:
            continue
        assert found == rule(*given)


def agree_on_long_boards(rule: Any) -> None:
    """As `agree_thrice`, of longer boards."""
    agree_thrice(rule, long_kinds, LONG_CALLS)


def refusal(rule: Rule, kinds: Callable[[], Sequence[Any]] = short_kinds) -> str:
    """Why it does not compile."""
    with pytest.raises(Refused) as verdict:
        machine_function(rule, *kinds())
    assert verdict.value.place
    return verdict.value.rule


def agree_all(
    bodies: Mapping[str, str] | Iterable[str],
    helpers: str = "",
    form: str = "{}",
    check: Callable[[Rule], None] = agree,
    arguments: str = "board, n",
) -> Any:
    """A test for each body of a rule (by their names, if they have some), put into a form in place of {}."""
    named = bodies if isinstance(bodies, Mapping) else {body: body for body in bodies}

    @pytest.mark.parametrize("body", [form.replace("{}", body) for body in named.values()], ids=list(named))
    def test(body: str) -> None:
        check(rule_of(body, helpers, arguments))

    return test


def refuse_all(
    bodies: Mapping[str, str | tuple[str, str]], helpers: str = "", kinds: Callable[[], Sequence[Any]] = short_kinds
) -> Any:
    """A test for each body of a rule that does not compile, with a part of why; or by name, both of them."""
    pairs = [each if isinstance(each, tuple) else (body, each) for body, each in bodies.items()]

    @pytest.mark.parametrize("body, says", pairs, ids=list(bodies))
    def test(body: str, says: str) -> None:
        assert says in refusal(rule_of(body, helpers), kinds)

    return test


def lanes_agree(game: Any, most: int = 100) -> None:
    """All rules and ratings give the same in both lanes: of some `most` positions near the start, and to the end."""
    assert rules_lane(game).name == "machine" and not rules_lane(game).ratings, rules_lane(game)
    machine, ahead, before = compiled(game), [game.start], rules_lane(game).trapped
    for position in ahead:
        moves = tuple(game.moves(position))
        assert alike(tuple(machine.moves(position)), moves)
        assert alike(machine.mover(position), game.mover(position))
        assert moves or alike(machine.payoffs(position), game.payoffs(position))
        for name, rating in game.ratings.items():
            assert alike(machine.ratings[name](position), rating(position))
        after, found = ([rules.play(position, move) for move in moves] for rules in (game, machine))
        assert alike(tuple(after), tuple(found))
        assert list(map(hash, after)) == list(map(hash, found))
        ahead += after if len(ahead) < most else []
    walk_in_both_lanes(game, Random(1), 40)
    assert rules_lane(machine).trapped == before


def searches_agree(game: Any, depth: int = 3) -> None:
    """What is counted, searched and solved of a game is the same in both lanes."""
    assert perft(game, depth, lane="machine") == perft(game, depth, lane="python")
    for rating in (None, *game.ratings):
        machine, python = (search(game, depth, rating, lane=each) for each in ("machine", "python"))
        assert (machine.value, machine.best, machine.lane) == (python.value, python.best, "machine")
        assert machine.value == [*islice(deepen(game, rating=rating, lane="machine"), depth)][-1].value
    if not game.odds:
        assert solve(game, lane="machine").value == solve(game, lane="python").value


def walk_in_both_lanes(game: Any, random: Random, plies: int) -> int:
    """Compares all that rules and ratings answer along a random game; how many positions.

    It ends after `plies` plies, or where some 150,000 moves have been compared.
    """
    machine, position, looked_at = compiled(game), game.start, 0
    for ply in range(plies):
        moves = list(game.moves(position))
        assert alike(tuple(machine.moves(position)), tuple(moves))
        assert machine.mover(position) == game.mover(position)
        for name, rating in game.ratings.items():
            assert machine.ratings[name](position) == rating(position)
        if not moves:
            assert machine.payoffs(position) == game.payoffs(position)
        looked_at += len(moves)
        if not moves or looked_at > 150_000:
            return ply + 1
        move = random.choice(moves)
        after = game.play(position, move)
        assert alike(machine.play(position, move), after)
        position = after
    return plies

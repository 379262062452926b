"""WebAssembly gives what Python gives: every game of the library, every kernel, and what traps.

The positions are those of random games; wasmtime runs the modules. Native code, which other tests compare with Python,
goes the same long walks.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("wasmtime")

from agreement import machine_function, rule_of
from hypothesis import given
from hypothesis import strategies as st
from programs.lanes import alike

from lazytree import solve, weigh
from lazytree.compiler.driver import webassembly_now
from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.webassembly import game_module
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import CHANCE
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.core.stats import Stats
from lazytree.core.values import WIN
from lazytree.games import GAMES
from lazytree.machine.deepening import search_to_depth
from lazytree.questions.simulating import Simulations, Wanted
from lazytree.searching.averages import UNIT, whole_or_fraction
from lazytree.searching.kernels import many_players, scout
from lazytree.searching.kernels.scout import BUSY
from lazytree.searching.kernels.searches import FAR, TO_THE_END
from lazytree.searching.kernels.simulations import COUNTS, DEEPEST, NOTED, OF_ROOM, ROOM, SLOTS, USED, VISITS, Sampled
from tests.helpers.walks import made_both_ways
from tests.helpers.wasm_host import Host

VARIANTS = {
    **{name: (name, {}) for name in GAMES},
    "konane 6x6": ("konane", {"rows": 6, "columns": 6, "opening": "corner"}),
    "konane, wide boards": ("konane", {"rows": 9, "columns": 12, "opening": "centre"}),
    "rolled dice": ("dice_of_doom", {"dice": "rolled"}),
    "dice for three": ("dice_of_doom", {"players": 3}),
    "dvonn, margin": ("dvonn", {"placement": "random", "score": "margin"}),
    "hex 13": ("hex", {"size": 13}),
}
OFTEN = {"konane", "connect_four", "rolled dice", "selfo", "dice for three"}
"""Games of which native kernels are compiled, too, in each run; those of all others take minutes."""
SELDOM = {"konane 6x6", "hex 13", "dvonn, margin", "konane, wide boards"}
EACH = pytest.mark.parametrize(
    "variant", [pytest.param(name, marks=pytest.mark.minutes) if name in SELDOM else name for name in VARIANTS]
)
FEW = pytest.mark.parametrize(
    "variant", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.minutes) for name in VARIANTS]
)
POSITIONS = 60  # that Python looks at, too
WALKED = 10_000
ENTRIES = 2**12  # of a table


@cache
def make_module(variant):
    """A game, its first rating (or standing), its module at work, and its walks in native code."""
    name, parameters = VARIANTS[variant]
    game = GAMES[name](**parameters)
    rating = next(iter((game.ratings or game.standings).values()))
    module, native_walk = made_both_ways(game, rating)
    return game, rating, module, Host(module.module), native_walk


def positions(game, number, seed):
    """A number of positions of random games, one after another."""
    random, position = Random(seed), game.start
    for _ in range(number):
        yield position
        moves = list(game.moves(position))
        position = game.play(position, random.choice(moves)) if moves else game.start


def compare(variant, number, seed):
    """Compares every function of a game, along random games."""
    game, rating, _, host, _ = make_module(variant)
    random, (rules, _) = Random(seed), with_whole_payoffs(rules_of(game))
    for position in positions(game, number, seed):
        moves = list(game.moves(position))
        assert host.emitted("moves", position) == moves
        assert host.call("mover", position) == game.mover(position)
        assert alike(host.call("rating", position), rating(position))
        assert host.emitted("stones", position) == list(game.stones(position))
        if not moves:
            assert host.call("payoffs", position) == rules.payoffs(position)
        for move in random.sample(moves, min(2, len(moves))):
            assert alike(host.call("play", position, move), game.play(position, move))
            assert host.emitted("touched", position, move) == list(game.touched(position, move))
            if game.odds is not None and game.mover(position) == CHANCE:
                assert host.call("odds", position, move) == game.odds(position, move)


def compare_walks(variant, number, seed):
    """Compares all answers on a random walk with those of native code."""
    game, _, _, host, native_walk = make_module(variant)
    walked = host.call("walk", game.start, number, seed)
    assert walked == native_walk(game.start, number, seed)
    assert walked != native_walk(game.start, number, seed + 1)


@EACH
def test_every_function_of_every_game_gives_what_python_gives(variant):
    compare(variant, POSITIONS, 1)
    compare_walks(variant, WALKED, 1)


@pytest.mark.minutes
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_function_of_every_game_on_100_000_positions(variant):
    compare(variant, 3_000, 2)
    compare_walks(variant, 100_000, 2)


# ---- kernels


def words(host, size, **values):
    """Memory of a module, with some words set."""
    made = host.words(size)
    for index, value in values.items():
        made[int(index.removeprefix("_"))] = value
    return made


def scout_memory(host):
    """Memory for `scout`."""
    counts = words(host, scout.COUNTS)
    counts[scout.ENTRIES], counts[scout.THREADS], counts[scout.HIGHEST] = ENTRIES, 1, WIN * UNIT
    others = [words(host, size) for size in (2 * ENTRIES, BUSY, 2**13, 2**16)]
    return counts, tuple(each.handle for each in (counts, *others))


@FEW
def test_values_at_a_depth_are_those_of_native_code(variant):
    game, rating, _, host, _ = make_module(variant)
    if len(game.players) > 2:
        return check_values_of_many(game, rating, host)
    units = 1 if game.odds is None else UNIT
    for depth, position in zip((1, 2, 3) * 3, positions(game, 9, 3)):
        counts, memory = scout_memory(host)
        found = host.call("scout", scout.Memory(*memory), position, depth, -FAR * units, FAR * units, 0, 0)
        result = search_to_depth(game, position, rating, 1, 1)(depth, 0, Stats(), lambda: False)
        assert (whole_or_fraction(found) if units > 1 else found) == result.value
        if result.line and depth < 3:  # deeper, native code looks in a narrower window first
            assert list(game.moves(position))[counts[scout.LINES]] == result.line[0]
    return None


def check_values_of_many(game, rating, host):
    counts = words(host, many_players.COUNTS)
    counts[many_players.ENTRIES], counts[many_players.PLAYERS] = ENTRIES, 3
    table, values = words(host, (many_players.HEAD + 3) * ENTRIES), words(host, 6 * TO_THE_END)
    memory = many_players.Memory(*(each.handle for each in (counts, table, values)))
    for depth, position in zip((1, 2, 3) * 3, positions(game, 9, 3)):
        host.call("maxn", memory, position, depth, 0)
        result = search_to_depth(game, position, rating, 1, 1)(depth, (0, 0, 0), Stats(), lambda: False)
        assert tuple(values[player] for player in range(3)) == result.value


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("tic_tac_toe", {}), ("nim", {}), ("konane", {"rows": 4, "columns": 4, "opening": "corner"})],
)
def test_values_to_the_end_are_exact(name, parameters):
    game = GAMES[name](**parameters)
    host = Host(game_module(game, next(iter(game.ratings.values()))).module)
    _, memory = scout_memory(host)
    value = host.call("scout", scout.Memory(*memory), game.start, TO_THE_END, -FAR, FAR, 0, 0)
    solution = solve(game, lane="python")
    assert value == solution.value * (WIN - solution.plies)


@FEW
def test_simulations_are_those_of_native_code(variant):
    game, _, made_of, host, _ = make_module(variant)
    size, room = made_of.sampling.size, 2**12
    shape = {"room": OF_ROOM, "nodes": size * room, "moves": 8 * room, "places": room, "counts": COUNTS}
    rest = {"path": 2 * DEEPEST + 2, "payoffs": made_of.sampling.numbers, "kept": 2**14, "turns": 1, "later": 2}
    memory = {name: words(host, length) for name, length in {**shape, **rest}.items()}
    memory["room"][USED], memory["room"][ROOM] = size, size * room
    memory["counts"][NOTED], memory["counts"][SLOTS] = 0, 1
    wanted = Wanted(None, 0, 1.4, 0.0, 200, highest(game), 8)
    simulations = Simulations(game, wanted)
    tree = simulations.fresh_tree()
    seed = simulations.in_machine_code(tree, game.start, 40, 12345)
    handles = Sampled(*(memory[name].handle for name in Sampled._fields))
    assert host.call("sample", handles, simulations.habits(tree), game.start, 40, 12345) == seed
    assert memory["nodes"][VISITS] == tree.nodes[VISITS] > 0
    assert [memory["nodes"][at] for at in range(200)] == [tree.nodes[at] for at in range(200)]


def highest(game):
    """A payoff that is high enough for every game of the library."""
    return 1 if game.parameters.get("score") != "margin" and game.name != "kalah" else 100


# ---- numbers


def product(x: int, y: int) -> int:
    return x * y


def step(x: int, y: int) -> int:
    """Of a wide set, moved by a number that is not known, only low cells are wanted."""
    return (x << (y & 63)) & (2**64 - 1)


@cache
def numbers():
    """Rules of two numbers, natively and at work in WebAssembly."""
    wanted = {"x": Int(-(2**63), 2**63 - 1), "y": Int(-(2**63), 2**63 - 1)}
    sets = {"x": Int(0, 2**63 - 1), "y": Int(0, 2**63 - 1)}
    plan = {"product": (product, wanted), "step": (step, sets)}
    return at_work(plan)


def at_work(plan):
    """Rules in WebAssembly, by name: each with the types of what it is given."""

    def requested(planning):
        return {name: planning.request(*each) for name, each in plan.items()}

    return Host(webassembly_now(requested, 8))


EDGES = st.sampled_from([0, 1, 2, 3, 2**31 - 1, 2**31, 2**31 + 1, 2**32, 2**33, 2**62, 2**63 - 1])
SIGNED = st.builds(lambda x, sign: x * sign, EDGES | st.integers(0, 2**63 - 1), st.sampled_from([1, -1]))


@given(x=SIGNED, y=SIGNED)
def test_a_product_is_right_or_a_trap(x, y):
    if -(2**63) <= x * y < 2**63:
        assert numbers().call("product", x, y) == x * y
    else:
        with pytest.raises(Trapped) as trapped:
            numbers().call("product", x, y)
        assert trapped.value.trap == Trap.OVERFLOW


@given(x=EDGES | st.integers(0, 2**63 - 1), y=st.integers(0, 2**63 - 1))
def test_low_cells_of_a_wide_set_that_is_moved(x, y):
    assert numbers().call("step", x, y) == step(x, y)


SUMS = ("sum(range(n & 1023))", "sum(range(n & 1023), start=n)", "sum(i * i for i in range(n & 255))")


@pytest.mark.parametrize("value", SUMS)
def test_sums_of_ranges(value):
    rule = rule_of(f"return {value}", "")
    given = {**kinds((0, 1, 2)), "n": Int(0, 5000)}
    host = at_work({"it": (rule, given)})
    assert [host.call("it", (0, 1, 2), n) for n in range(0, 5000, 83)] == [
        rule((0, 1, 2), n) for n in range(0, 5000, 83)
    ]


# ---- traps

TRAPS = {
    "a number that is too large": ("x = n * n * 2**40\nreturn x * x * n if x * x < 2**60 else 0", Trap.OVERFLOW),
    "a cell that is not there": ("return board[n * 7 + 10]", Trap.INDEX),
    "a division by 0": ("return 7 // (n - n)", Trap.DIVISION),
    "an error": ("if n > 2:\n    raise ValueError('no')\nreturn n", Trap.RAISED),
    "a negative shift": ("return 1 << (n - 9) if n < 5 else 0", Trap.SHIFT),
    "a recursion without an end": ("return down(n)", Trap.RECURSION),
}
HELPERS = "def down(n):\n    return down(n + 1) + 1 if n < 10**9 else 0"


@pytest.mark.parametrize("body", TRAPS, ids=str)
def test_traps_are_those_of_native_code(body):
    text, trap = TRAPS[body]
    rule = rule_of(text, HELPERS)
    given = ((0, 1, 2, 1, 0), 4)
    native = machine_function(rule, given[0], Int(-1, 4))
    host = at_work({"it": (rule, kinds(given[0]))})
    with pytest.raises(Trapped) as expected:
        native(*given)
    with pytest.raises(Trapped) as found:
        host.call("it", *given)
    assert found.value.trap == expected.value.trap == trap
    assert found.value.place == expected.value.place or trap == Trap.RECURSION
    assert host.call("it", given[0], 1) == rule(given[0], 1) if trap == Trap.RAISED else True


def kinds(board):
    from lazytree.compiler.ir.joining import type_of

    return {"board": type_of(board), "n": Int(-1, 4)}


def test_a_call_asks_its_host_for_more_steps_and_ends_without():
    game, _, _, host, _ = make_module("connect_four")
    _, memory = scout_memory(host)
    asked = []

    def more():
        asked.append(True)
        return 2**20 if len(asked) < 4 else 0

    host.more = more
    try:
        with pytest.raises(Trapped) as trapped:
            host.call("scout", scout.Memory(*memory), game.start, TO_THE_END, -FAR, FAR, 0, 0)
    finally:
        host.more = lambda: 2**26
    assert trapped.value.trap == Trap.LONG
    assert len(asked) == 4
    assert host.call("mover", game.start) == 0  # the module goes on


def weighty(position):
    return 330_000 * position.board[4]


def halved(position):
    return 330_000.0 * position.board[4]


@pytest.mark.parametrize("rating", [weighty, halved])
def test_a_rating_that_is_too_large_is_a_trap_of_its_own(rating):
    """The cell in the middle holds -1, 0 where FIRST has it, or 1; three times as much is SURE."""
    game = GAMES["tic_tac_toe"]()
    host = Host(game_module(game, rating).module)
    _, memory = scout_memory(host)
    assert host.call("scout", scout.Memory(*memory), game.start, 3, -FAR, FAR, 0, 0) == 0  # FIRST takes it
    tripled = game_module(game, weigh((3, rating)))
    host = Host(tripled.module)
    _, memory = scout_memory(host)
    with pytest.raises(Trapped) as trapped:
        host.call("scout", scout.Memory(*memory), game.start, 3, -FAR, FAR, 0, 0)
    assert trapped.value.trap == Trap.RATING
    layout = tripled.layout(game)
    assert "must return a number within ±990,000 (check_rating finds" in layout["told"][layout["traps"][Trap.RATING]]
    assert len(layout["traps"]) <= layout["words"]["kinds"]


def test_values_outside_of_the_types_are_a_trap():
    game, _, _, host, _ = make_module("tic_tac_toe")
    with pytest.raises(Trapped) as trapped:
        host.call("play", game.start, 100)
    assert trapped.value.trap == Trap.OUTSIDE

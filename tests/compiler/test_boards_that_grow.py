"""Boards that grow and shrink, of heaps, trails, hands and histories: in both lanes, and as WebAssembly."""

# ruff: noqa: RUF005 - `t + (x,)` is what is tested

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from agreement import (
    agree_all,
    agree_on,
    lanes_agree,
    machine_function,
    refuse_all,
    rule_of,
    searches_agree,
)
from growing_games import GAMES, Heaps, grundys_game, kayles, noted, tron
from programs.lanes import alike

from lazytree import Game, mcts, perft, playouts, solve, unfold
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.ir.joining import join
from lazytree.compiler.ir.kinds import SMALL, Int, Record, Type, Varying, Vector, leaves
from lazytree.compiler.ir.varying import LEAST_ROOM, as_varying, cells_for
from lazytree.compiler.runtime.boundary import NOT_PACKED, Unpacking, packer
from lazytree.compiler.runtime.cache import as_json, from_json
from lazytree.core.errors import Trapped

BY_NAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {len(str(game.start))}")

# ---- games


@BY_NAME
def test_a_first_game_gives_what_python_gives(game):
    lanes_agree(game)
    searches_agree(game, 4)


@pytest.mark.parametrize("game", [kayles(4, 3), noted], ids=lambda game: game.name)
def test_all_questions_have_the_same_answer_in_both_lanes(game):
    machine, python = (unfold(game, lane=lane) for lane in ("machine", "python"))
    assert machine[:3] == python[:3]
    machine, python = (playouts(game, 30, lane=lane) for lane in ("machine", "python"))
    assert machine[:2] == python[:2]
    machine, python = (next(mcts(game, simulations=40, lane=lane)(game.start)) for lane in ("machine", "python"))
    assert machine[:5] == python[:5]


# Winning Ways for your Mathematical Plays, volume 1, chapter 4: Kayles and Grundy's game.
KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6)
GRUNDYS = (0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2)


@pytest.mark.parametrize(
    ("game", "values"), [(kayles(11, 11), KAYLES), (grundys_game(11, 11), GRUNDYS)], ids=["kayles", "grundy"]
)
def test_two_heaps_are_lost_for_the_mover_where_their_published_values_are_equal(game, values):
    for one in range(12):
        for other in range(one % 3, 12, 3):
            lost = values[one] == values[other]
            assert solve(game, Heaps((one, other)), lane="machine").value == (-1 if lost else 1)


# ---- both targets


@pytest.mark.parametrize("game", [kayles(4, 3), tron, noted], ids=lambda game: game.name)
def test_a_walk_in_webassembly_meets_what_native_code_meets(game):
    pytest.importorskip("wasmtime")
    from tests.helpers.walks import made_both_ways
    from tests.helpers.wasm_host import Host

    rating = next(iter(game.ratings.values()), lambda position: position.turn)
    module, walk = made_both_ways(game, rating)
    host = Host(module.module)
    for seed in (1, 2):
        assert host.call("walk", game.start, 120, seed) == walk(game.start, 120, seed)
    assert alike(host.emitted("moves", game.start), list(game.moves(game.start)))
    move = next(iter(game.moves(game.start)))
    assert alike(host.call("play", game.start, move), game.play(game.start, move))


IN_A_PAGE = """
import { wasmGame } from "./wasm_game.mjs";
const [code, layout, plies] = data;
const game = await wasmGame(new Uint8Array(code), layout);
const seen = [];
let here = game.start;
for (let ply = 0; ply < plies; ply++) {
  seen.push(game.read(here), game.read(game.write(game.read(here))));
  here = game.play(here, game.moves(here)[0]);
}
return seen;
"""


def as_data(value):
    """A position as JSON has it."""
    if hasattr(value, "_asdict"):
        return {name: as_data(each) for name, each in value._asdict().items()}
    return list(map(as_data, value)) if isinstance(value, (tuple, PVector)) else value


@pytest.mark.parametrize("game", [kayles(4, 3), tron], ids=lambda game: game.name)
def test_a_page_reads_and_writes_boards_that_grow(game):
    pytest.importorskip("wasmtime")
    from lazytree.compiler import wasm
    from tests.helpers.javascript import in_node

    made, expected, here = wasm(game), [], game.start
    for _ in range(3):
        expected += [as_data(here)] * 2
        here = game.play(here, next(iter(game.moves(here))))
    assert in_node(IN_A_PAGE, list(made.code), dict(made.layout), 3) == expected


# ---- what may be written

HELPERS = """
from pyrsistent import pvector
from typing import NamedTuple
class Card(NamedTuple):
    suit: str
    rank: int
def walked(trail, here, left):
    if left <= 0:
        return trail
    return walked(trail + (here,), (here + 3) % 5, left - 1)
def without(t, i):
    return tuple(x for j, x in enumerate(t) if j != i)
def longer(b, k):
    for i in range(k):
        b = b.append(i * 2)
    return b
def chosen(t, n):
    if n > 2:
        return t
    elif n > 1:
        return t + (1,)
    return ()
def cleaned(t, n):
    t = tuple(x for x in t if x != n)
    if n > 1:
        t = tuple(sorted(t))
    return t
"""
T = "t = tuple(x for x in board if x != n)\n"
B = "b = pvector(x for x in board if x != n)\n"
BODIES = {
    "len": T + "return len(t), t == (), t == (1, 2), (2, 2) == t, t != tuple(board)",
    "items": T + "return t[0] + t[-1]",
    "slices of a tuple": T + "return t, t[1:], t[:-1], t[n:], t[:n], t[n:n + 2], t[-n:], t[-2:3], t[5:], t[:0]",
    "slices of a PVector": B + "return b, b[1:], b[:-1], b[n:], b[:n], b[n:n + 2], b[-n:], b[-2:3]",
    "sums": T + "return t + (n,), (n,) + t, t + t, t + (), () + t, (n, *t), (*t, *t), (*t, n, 7)",
    "append, extend, set": B + "return b.append(n).append(3), b.extend(b), b.extend([n, 2]), b.set(0, n), b.set(-1, n)",
    "mset": B + "return b.append(1).append(2).mset(0, n, 1, 4)",
    "delete": B + "return b.delete(0), b.delete(-1)",
    "an item exchanged": T + "t += (7, 8)\ni = n & 1\nreturn t[:i] + (9,) + t[i + 1:]",
    "in": T + "return n in t, 2 in t, n not in t, t.count(2), t.count(n)",
    "index": T + "return t.index(2)",
    "methods of a PVector": B + "return b.index(2), b.count(1), 3 in b",
    "of all items": T + "return sum(t), max(t), min(t), any(t), all(t)",
    "of no item": T + "return max(t, default=-1), min(t, default=9), sum(t, 3)",
    "sorted": T + "return tuple(sorted(t)), tuple(sorted(t, key=lambda x: (x - 2) * (x - 2), reverse=True))",
    "comprehensions": T + "return tuple(x + 1 for x in t), tuple(x for x in t if x > 1), pvector(x for x in t if x)",
    "enumerate": T
    + "s = 0\nfor i, x in enumerate(t):\n    s = s * 7 + i * x\nreturn s, tuple((i, x) for i, x in enumerate(t))",
    "zip": T + "s = 0\nfor x, y, z in zip(t, board, (4, 5, 6)):\n    s = s * 3 + x - y * z\nreturn s",
    "a list of it": T + "cells = list(t)\ncells.append(9)\ncells.pop(0)\nreturn tuple(cells), pvector(cells)",
    "a card that is played": T + "hand = list(t)\nif n in hand: hand.remove(n)\nreturn tuple(hand)",
    "unpacked": T + "a, b = t\nreturn a - b",
    "several lengths in one variable": "t = (1, 2)\nif n > 2:\n    t = ()\nelif n > 1:\n    t = (n,)\nreturn t, len(t)",
    "helpers": T + "return without(t, n), chosen(t, n), chosen((), n), cleaned(t, n), longer(board, n)",
    "recursion": "return walked((), 1, n), walked((4,), 2, n + 1), len(walked((), 3, n))",
    "from nothing": "b = pvector()\nfor i in range(n):\n    b = b.append(i)\nreturn b, len(b), b[-2:]",
    "pairs": "w = ((0, n),)\nfor i in range(n):\n    w += ((i, n),)\n"
    "return w, (1, n) in w, w[-1], w.count((0, n)), w[1:]",
    "of nothing at all": T
    + "return tuple(x for x in t if 0), pvector(x for x in board if 0), tuple([x for x in t if 0])",
    "a zip as a PVector": B + "return pvector(x + y for x, y in zip(b, board)), pvector(x for x in b)",
    "pairs in a PVector": "b = pvector()\nfor i in range(n):\n    b = b.append((i, n))\nreturn b, len(b), (1, n) in b",
    "cards": "h = (Card('a', 1), Card('b', n))\nfor i in range(n):\n    h = h + (Card('c', i),)\n"
    "return h[1:], h[n].rank, "
    "max(c.rank for c in h), tuple(c for c in h if c.suit != 'b')",
    "texts": "b = pvector()\nfor i in range(n):\n    b = b.append('abc'[i % 3])\nreturn b, 'b' in b, b.count('a')",
    "None": "t = ()\nfor i in range(n):\n    t = t + (None if i % 2 else i,)\nreturn t, None in t, t.count(None)",
    "bools": "t = ()\nfor x in board:\n    if x > n:\n        t = t + (x > 1,)\nreturn t, any(t)",
    "perhaps None": "t = None\nif n > 1:\n    t = (1,)\nif n > 2:\n    t = (1, 2)\nreturn t, t is None, t == (1,)",
    "nothing beside a board": "return sum(x * y for x, y in zip(pvector(), board)), "
    "sum(x * y for x, y in zip(board, ()))",
    "far bounds": T + "return t[2**63:], t[:2**64], t[-(2**64):2], t[::2**63], t[-(2**70):2**70:2**62], board[2**63:]",
}


test_what_is_done_to_a_board_of_any_length_gives_what_python_gives = agree_all(BODIES, HELPERS)


REFUSED = {
    "order": (T + "return t < t", "no order of boards whose length changes"),
    "remove": (B + "return b.remove(2)", "`b.delete(b.index(x))` takes x out"),
    "a text": (T + "return ''.join(t)", "made of single characters"),
    "strict": (T + "return sum(x * y for x, y in zip(t, board, strict=True))", "compare their lengths, then `zip`"),
    "two kinds": ("t = (1,)\nif n:\n    t = (1, 2)\nif n > 1:\n    t = ('a',)\nreturn t", "a variable keeps one kind"),
}


test_what_is_refused_says_what_to_write = refuse_all(REFUSED, HELPERS)


# ---- a law: any steps, in any order


def stepped(tuples, board, trail, way, x):
    """One of many things that may be done to three boards."""
    i = x % 3
    if way == 0:
        return tuples + (x,), board.append(x), trail + ((x, i),)
    if way == 1:
        return tuples[1:], board[1:], trail[1:]
    if way == 2:
        return tuples[:-1], board[:-1], trail[:-1]
    if way == 3:
        return tuples[:i] + tuples[i + 1 :], board[:i].extend(board[i + 1 :]), trail[:i] + trail[i + 1 :]
    if way == 4:
        return tuple(sorted(tuples)), pvector(sorted(board)), tuple((b, a) for a, b in trail)
    if way == 5:
        return (
            tuple(y for y in tuples if y != x),
            pvector(y for y in board if y > x),
            tuple(pair for pair in trail if pair != (x, i)),
        )
    if way == 6 and len(tuples) > i:
        return tuples[:i] + (x,) + tuples[i + 1 :], board, trail + trail[:2]
    if way == 7 and len(board) > i:
        return tuple(reversed(tuples)), board.set(i, x), (*trail, (i, x))
    if way == 8 and board:
        return tuples + tuple(board)[:3], board.delete(-1), ((x, x), *trail)
    return (), pvector(tuples), ()


def asked(tuples, board, trail, x):
    """What may be asked of them."""
    return (
        len(tuples) * 100 + len(board),
        x in tuples,
        board.count(x),
        (x, 1) in trail,
        tuples == tuple(board),
        sum(a * b for a, b in trail),
        max(board, default=-1),
        hash_of(tuples, board),
    )


def hash_of(tuples, board):
    total = 0
    for at, (a, b) in enumerate(zip(tuples, board)):
        total = total * 31 + a * at - b & 0xFFFFF
    return total


def varying(item: Type, form: object) -> Type:
    return Varying(cells_for(item, LEAST_ROOM, form))


CELL, NUMBER = Int(0, 15), Int(0, 15)
KINDS = (
    varying(CELL, tuple),
    varying(CELL, type(pvector())),
    varying(Record(tuple, (CELL, CELL)), tuple),
)


@pytest.fixture(scope="module")
def machine_step():
    return machine_function(stepped, *KINDS, Int(0, 9), NUMBER), machine_function(asked, *KINDS, NUMBER)


CELLS = st.lists(st.integers(0, 15), max_size=12)


@settings(max_examples=60, deadline=None)
@given(CELLS, CELLS, st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=8), st.data())
def test_any_steps_in_any_order_give_what_python_gives(machine_step, cells, board, trail, data):
    step, ask = machine_step
    now = tuple(cells), pvector(board), tuple(trail)
    for way, x in data.draw(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 15)), max_size=12)):
        assert alike(asked(*now, x), ask(*now, x))
        after = stepped(*now, way, x)
        assert alike(after, step(*now, way, x))
        now = after


# ---- the room

HELD = varying(CELL, tuple)


@pytest.mark.parametrize("length", [LEAST_ROOM - 1, LEAST_ROOM])
def test_a_board_may_fill_its_room(length):
    longer = machine_function(lambda t: t[1:] + (3,), HELD)
    full = tuple(n % 7 for n in range(length))
    assert longer(full) == full[1:] + (3,)


@pytest.mark.parametrize(
    "made",
    [lambda t: t + (1,), lambda t: t + t, lambda t: (0, *t), lambda t: tuple(x for x in (*t, 1) if x < 9)],
)
def test_beyond_its_room_it_is_a_trap(made):
    full = (1,) * LEAST_ROOM
    with pytest.raises(Trapped, match=r"more items than machine code has room for, at test_boards"):
        machine_function(made, HELD)(full)


@pytest.mark.parametrize(
    "test", ["(a,) == t[:1]", "(a, 2) != t", "((a, 1),) == w", "(a, 1) in w", "a in t", "t == (0, a)"]
)
def test_an_int_that_no_cell_holds_is_not_taken_for_one_that_does(test):
    body = f"t, w = tuple(x for x in (0, 1, n) if x != 1), tuple((x, 1) for x in (0, n) if x != 1)\nreturn {test}"
    calls = [(a, n) for a in (0, 2, 2**31, -(2**31), 2**62, 2**63 - 1, 256, -254, 128) for n in (0, 1, 2)]
    agree_on(rule_of(body, "", "a, n"), (SMALL, Int(0, 2)), calls, may_trap=lambda _, given: abs(given[0]) > 127)


def test_a_board_that_is_too_long_is_not_packed_and_one_of_other_values_is_not():
    pack = packer((HELD,), 8)
    for wrong in ((1,) * (LEAST_ROOM + 1), (1, True), (1, "a"), pvector([1]), [1], (1, None), (300,)):
        with pytest.raises(NOT_PACKED):
            pack(wrong)


class Counting(NamedTuple):
    history: PVector
    left: int


def counting(length):
    return Game(
        "counting",
        Counting(pvector(), length),
        lambda position: position.left % 2,
        lambda position: [1] if position.left else [],
        lambda position, move: Counting(position.history.append(position.left % 5), position.left - 1),
        lambda position: (1, -1),
    )


def test_a_game_that_goes_beyond_the_room_is_answered_by_python():
    game = counting(LEAST_ROOM + 2)
    machine, position = compiled(game), game.start
    for _ in range(LEAST_ROOM + 1):
        after = machine.play(position, 1)
        assert after == game.play(position, 1)
        position = after
    assert len(position.history) == LEAST_ROOM + 1
    assert solve(game).value == solve(game, lane="python").value
    assert solve(counting(LEAST_ROOM), lane="machine").value == 1


def test_cells_are_as_wide_as_small_moves_need():
    board = Counting(pvector(), 300)
    game = Game(
        "places",
        board,
        lambda position: 0,
        lambda position: range(361) if position.left > 298 else [],
        lambda position, move: Counting(position.history.append(move), position.left - 1),
        lambda position: (1, -1),
    )
    assert rules_lane(game).name == "machine"
    assert compiled(game).play(board, 360) == Counting(pvector([360]), 299)
    assert perft(game, 2, lane="machine") == 361 * 361


# ---- types, and values at the boundary


def test_boards_of_two_lengths_are_a_board_whose_length_changes():
    one, two = (Record(tuple, (CELL,) * number) for number in (1, 2))
    assert join(one, two) == HELD
    assert join(HELD, two) == join(two, HELD) == HELD
    assert join(Record(tuple, ()), one) == HELD
    assert join(two, two) == two
    board = Vector(3, 1, 2)
    assert join(board, board) == board


@given(st.lists(st.integers(0, 15), max_size=LEAST_ROOM))
def test_what_is_packed_comes_back(cells):
    for kind, value in ((HELD, tuple(cells)), (KINDS[1], pvector(cells)), (KINDS[2], tuple(zip(cells, cells)))):
        packed = packer((kind,), 8)(value)
        assert alike(Unpacking(kind, 8).one(packed), value)
        assert packed[8 + len(cells) : 8 + LEAST_ROOM] == bytes(LEAST_ROOM - len(cells))


@pytest.mark.parametrize("kind", [*KINDS, as_varying(Vector(5, -3, 4, bool, tuple))], ids=str)
def test_types_come_back_from_the_cache(kind):
    assert from_json(as_json(kind, []), []) == kind
    assert all(leaf.low <= 0 <= leaf.high for leaf in leaves(kind) if isinstance(leaf, Vector))

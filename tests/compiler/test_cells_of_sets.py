"""Boards whose cells are sets of up to 64 cells: in both lanes, and as WebAssembly; wider ones are refused."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from agreement import lanes_agree, machine_function, rule_of, searches_agree
from programs.lanes import alike

from lazytree import Game, perft
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.ir.kinds import MOST, MOST_UNSIGNED, Int, Vector
from lazytree.compiler.runtime.boundary import Unpacking, packer
from lazytree.core.errors import Refused

LENGTH = 5
EDGES = (0, 1, MOST - 1, MOST, MOST + 1, MOST_UNSIGNED - 1, MOST_UNSIGNED)
SETS = st.one_of(st.sampled_from(EDGES), st.integers(0, MOST_UNSIGNED))
BOARDS = st.lists(SETS, min_size=LENGTH, max_size=LENGTH).map(pvector)

RULES = {
    "read": "return board[n % 5], board[0] ^ board[1], board[2].bit_count(), board[3].bit_length()",
    "set": "return board.set(n % 5, x).set(1, ~x & 2**64 - 1)",
    "shift": "return board.set(0, board[1] << 1 & 2**64 - 1).set(2, board[1] >> 1)",
    "compare": "return [x < cell for cell in board].count(True), max(board), min(board), x <= board[0]",
    "search": "return x in board, board.count(x), board.index(board[n % 5]), -1 in board, board == board.set(4, x)",
    "loop": """
        total = 0
        for at, cell in enumerate(board):
            if cell == x:
                total += at
        return total, sum(cell & 255 for cell in board)""",
    "sort": "return tuple(sorted(board)), tuple(sorted([x, *board]))",
    "members": "return frozenset(board) | {x}, len({x, *board}), x in frozenset(board)",
    "keys": """
        times = {}
        for cell in [*board, x]:
            times[cell] = times.get(cell, 0) + 1
        return times[x], len(times)""",
    "grow": "return board.append(x).append(board[0]), board.delete(n % 5), board[n % 5:]",
    "remade": "return pvector([x & cell for cell in board]), tuple(board), pvector(sorted({x, *board}))",
    "constant": "return CORNERS[n % 2] | x, x in CORNERS, CORNERS.set(n % 2, x)",
}
CONSTANTS = {"pvector": pvector, "CORNERS": pvector([2**63 | 1, MOST_UNSIGNED])}


def made(body: str):
    """A rule of a board, a number and a set, and the same in machine code."""
    rule = rule_of(body, arguments="board, n, x", **CONSTANTS)
    return rule, machine_function(rule, Vector(LENGTH, 0, MOST_UNSIGNED), Int(0, 9), Int(0, MOST_UNSIGNED))


@pytest.mark.parametrize("name", RULES)
def test_what_is_asked_of_such_a_board_has_pythons_answer(name):
    rule, machine = made(RULES[name])

    @settings(max_examples=60, deadline=None)
    @given(board=BOARDS, n=st.integers(0, 9), x=SETS)
    @example(board=pvector([MOST_UNSIGNED, 2**63, 0, 1, 2**63]), n=1, x=2**63)
    def answers_are_equal(board, n, x):
        assert alike(machine(board, n, x), rule(board, n, x))

    answers_are_equal()


@given(board=BOARDS)
def test_packed_and_unpacked_it_is_as_before(board):
    kind = Vector(LENGTH, 0, MOST_UNSIGNED)
    assert Unpacking(kind, 64).one(packer((kind,), 64)(board)) == board


# ---- a game that remembers all sets of cells that there were


class Position(NamedTuple):
    taken: int
    mover: int
    marks: PVector[int]  # the cells of each player
    earlier: PVector[int]


def filling(cells: int) -> Game:
    """Players take cells, the last ones first, and not three in a row that are neighbours."""

    def moves(position):
        for cell in range(cells - 1, cells - 5, -1):
            if not position.taken >> cell & 1 and position.taken not in position.earlier:
                yield cell

    def play(position, cell):
        taken, mover, marks, earlier = position
        mine = marks[mover] | 1 << cell
        return Position(taken | 1 << cell, 1 - mover, marks.set(mover, mine), earlier.append(taken))

    return Game(
        name="filling",
        start=Position(0, 0, pvector([0, 0]), pvector()),
        mover=lambda position: position.mover,
        moves=moves,
        play=play,
        payoffs=lambda position: (1, -1) if position.marks[0] > position.marks[1] else (-1, 1),
        ratings={"ahead": lambda position: position.marks[0].bit_count() - position.marks[1].bit_count()},
    )


@pytest.mark.parametrize("cells", [16, 40, 62, 63, 64])
def test_a_game_that_remembers_sets_is_machine_code_throughout(cells):
    game = filling(cells)
    lanes_agree(game)
    searches_agree(game, 3)
    assert perft(game, 4, lane="machine") == perft(game, 4, lane="python") == 24
    assert rules_lane(game).trapped == 0


class Sets(NamedTuple):
    marks: PVector[int]
    plies: int


PLAYED = {
    "joined": "marks.set(0, marks[1] | 1 << cell).set(1, marks[0])",
    "turned over": "marks.set(0, ~marks[1] & FULL).set(1, marks[1] ^ 1 << cell)",
    "exchanged": "marks.set(cell % 2, marks[cell % 2] ^ FULL)",
    "shifted": "marks.set(0, (marks[0] << 1 | 1 << cell) & FULL)",
    "a power": "marks.set(0, 2**cell)",
    "a constant": "marks.set(0, FULL).set(1, FULL ^ 1 << cell)",
}


@pytest.mark.parametrize("cells", [61, 62, 63, 64, 65])
@pytest.mark.parametrize("way", PLAYED)
def test_sets_of_cells_that_play_makes_have_room(way, cells):
    """Of the first cell and of the last; nothing traps, or the rules are Python's."""
    body = f"marks, plies = position\nreturn Sets({PLAYED[way]}, plies + 1)"
    game = Game(
        name=way,
        start=Sets(pvector([0, 0]), 0),
        mover=lambda position: position.plies % 2,
        moves=lambda position: (0, cells - 1) if position.plies < 5 else (),
        play=rule_of(body, arguments="position, cell", Sets=Sets, FULL=2**cells - 1),
        payoffs=lambda position: (1, -1) if position.marks[0] > position.marks[1] else (-1, 1),
        ratings={"ahead": lambda position: position.marks[0].bit_count() - position.marks[1].bit_count()},
    )
    if cells > 64:
        assert rules_lane(game).name == "python"
        return
    lanes_agree(game)
    assert rules_lane(game).trapped == 0


@pytest.mark.parametrize("cells", [62, 63, 64])
def test_in_webassembly_it_is_the_same(cells):
    pytest.importorskip("wasmtime")
    from tests.helpers.walks import made_both_ways
    from tests.helpers.wasm_host import Host

    game = filling(cells)
    module, walk = made_both_ways(game, next(iter(game.ratings.values())))
    host = Host(module.module)
    for seed in (1, 2):
        assert host.call("walk", game.start, 4, seed) == walk(game.start, 4, seed)
    position = game.play(game.play(game.start, cells - 1), cells - 2)
    assert alike(host.call("play", position, cells - 3), game.play(position, cells - 3))


def test_wider_sets_are_refused_with_what_to_do():
    lane = rules_lane(filling(65))
    assert lane.name == "python" and "a set of more cells is a field of its own, or several cells" in lane.reason
    machine = compiled(filling(65))
    assert list(machine.moves(machine.start)) == [64, 63, 62, 61]


@pytest.mark.parametrize("written", ["board.set(0, -1)", "board if n else signed", "board in (signed, signed)"])
def test_sets_of_64_cells_beside_ints_below_0_are_refused(written):
    rule = rule_of(f"return {written}", arguments="board, n, signed")
    kinds = Vector(LENGTH, 0, MOST_UNSIGNED), Int(0, 9), Vector(LENGTH, -1, 9)
    with pytest.raises(Refused, match=r"or ints below 0, not both|no comparison"):
        machine_function(rule, *kinds)

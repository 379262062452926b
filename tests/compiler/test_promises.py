"""One quick test of each promise of the compiler; the other files of this folder test them construct by construct."""

# ruff: noqa: E501 - a program a line

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, agree_all, refusal, rule_of, walk_in_both_lanes
from growing_games import kayles
from programs.judging import judged
from programs.lanes import alike

from lazytree import alphabeta, deepen, expectimax, grow, lane, mcts, perft, prune, rate, search, solve
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.webassembly import game_module
from lazytree.games import GAMES, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.searching.averages import UNIT
from tests.helpers.games import random_game

pytestmark = pytest.mark.promise


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_each_game_answer_alike_in_both_lanes(name):
    game = GAMES[name]()
    assert lane(game).rules.name == "machine", lane(game).rules.reason
    walk_in_both_lanes(game, Random(1), 30)


HELPERS = """
from collections import Counter
from enum import Enum
from typing import NamedTuple
NEAR = {0: (1,), 1: (0, 2), 2: (1, 3), 3: (2, 4), 4: (3,)}
class Color(Enum):
    RED = 1
    BLUE = 2
class Move(NamedTuple):
    cell: int
    color: Color
    note: object = None
def cells_with(board, n):
    for cell, x in enumerate(board):
        if x > n:
            yield cell
def filled(board, cell, seen):
    if cell not in seen:
        seen.add(cell)
        for near in NEAR[cell]:
            if board[near] == board[cell]:
                filled(board, near, seen)
"""
CONSTRUCTS = {
    "lists": "rows = [x for x in board if x]\nrows.append(n)\nrows.sort()\nreturn len(rows), rows[0], rows.pop(), sum(rows[1:])",
    "dicts": "counts = Counter(board)\ncounts[n] += 2\nbest = max(counts, key=counts.get)\nreturn best, counts[n], counts[9]",
    "sets": "seen = {x for x in board if x != n}\nseen |= {n, 2}\nreturn len(seen), 3 in seen, sorted(seen)[0]",
    "generators": "return sum(cells_with(board, n)), next(cells_with(board, n), -1), any(c > 3 for c in cells_with(board, 0))",
    "records": "move = Move(n, Color.RED)\nother = move._replace(cell=board[0])\nreturn move, other.cell, move == other",
    "texts": "side = 'X' if n > 1 else 'O'\nword = 'XOOX'\nreturn side, side + 'OX'[board[0] & 1], word.count(side), word.find('OX'), side in word",
    "None": "best = None\nfor x in board:\n    if x > n and (best is None or x < best):\n        best = x\nreturn best",
    "floats": "share = sum(board) / len(board)\nreturn share, share * n - 0.1, int(share), round(share)",
    "boards that grow": "trail = tuple(x for x in board if x > n)\nreturn trail, (*trail, n), trail[:2] + (n,), len(trail)",
    "recursion": "seen = set()\nfilled(board, 0, seen)\nreturn len(seen), 4 in seen",
    "functions in functions": "def more(x, k=n):\n    return x * k\nreturn max(board, key=lambda x: (-x, n)), sum(map(more, board))",
    "order": "return n + (n := n * 2) - n * (n := 3), board.set(0, (board := board.set(1, 7))[1])[0]",
    "errors": "return board[n] // n + NEAR[n][0]",
}


test_a_rule_in_machine_code_gives_what_python_gives = agree_all(CONSTRUCTS, HELPERS)


def test_random_programs_give_the_same_in_both_lanes():
    tally = judged(Random(11), 12)
    assert not tally.found, f"{tally.found[0].kind}: {tally.found[0].what}\n{tally.found[0].program.body}"
    assert tally.programs["machine"] >= 6
    assert tally.calls["same"] > 12


def test_a_rule_outside_the_subset_is_refused_with_its_place_and_a_fix():
    game = replace(tic_tac_toe(), moves=lambda position: [c for c in range(9) if not isinstance(position, str)])
    verdict = lane(game)
    assert verdict.rules.name == verdict.search.name == "python"
    assert "test_promises.py:" in verdict.rules.reason and "isinstance" in verdict.rules.reason
    assert "print" in refusal(rule_of("print(n)\nreturn n", ""))
    with pytest.raises(ValueError, match=r"test_promises\.py:"):
        search(game, 2, lane="machine")


class Resisting:
    """Whatever is asked of it raises an error."""

    def __raised(self, *_):
        raise RuntimeError("do not touch")

    __eq__ = __hash__ = __repr__ = __str__ = __len__ = __bool__ = __getattr__ = __iter__ = __call__ = __raised
    __class__ = property(__raised)


RESISTING = {"an object": Resisting, "a large int": lambda: 1 << 20_000, "a list": lambda: [1, Resisting()]}


@pytest.mark.parametrize("kind", RESISTING)
def test_a_constant_that_resists_is_refused_and_python_plays(kind):
    constant = RESISTING[kind]()
    game = nim(heaps=(1, 2))
    plain = game.moves
    resisting = replace(game, moves=lambda position: plain(position) if constant is None else [constant])
    assert rules_lane(resisting).reason
    assert "a fault of the compiler" not in rules_lane(resisting).reason
    assert compiled(resisting) is resisting


def test_boards_that_grow_are_searched_as_in_python():
    game = kayles(3, 2)
    found = [solve(game, lane=each).value for each in ("machine", "python")]
    assert found[0] == found[1]
    assert perft(game, 3, lane="machine") == perft(game, 3, lane="python")


def test_chance_has_the_values_of_the_lazy_tree():
    game = dice_of_doom(size=2, dice="rolled", board="a3,b2,b1,a1")
    found = [search(game, 3, "dice", lane=each).value for each in ("machine", "python")]
    assert found[0] == found[1]
    exact = expectimax(rate(game, "dice")(prune(3)(grow(game)(game.start))))
    assert exact - Fraction(3, UNIT) < found[0] <= exact


def test_simulations_are_those_of_python_for_the_same_seed():
    game = nim(heaps=(1, 2, 4))
    last = [list(islice(mcts(game, seed=3, lane=each)(game.start), 3))[-1] for each in ("machine", "python")]
    assert last[0].lane == "machine"
    assert last[0][:5] == last[1][:5]


def test_threads_find_the_values_of_the_lazy_tree():
    game = konane(rows=4, columns=5, opening="corner")
    answers = list(islice(deepen(game, threads=2, megabytes=1), 6))
    assert {answer.lane for answer in answers} == {"machine"}
    for answer in answers:
        assert answer.value == alphabeta(rate(game)(prune(answer.depth)(grow(game)(game.start))))


def test_code_is_kept_in_the_cache_and_follows_a_change(tmp_path, monkeypatch):
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path))
    for helper, entries in (("x + 1", 1), ("x + 1", 1), ("x + 2", 2)):
        agree(rule_of("return helper(n)", f"def helper(x):\n    return {helper}\n"))
        assert len(list(tmp_path.glob("*.o"))) == entries


def test_webassembly_gives_what_python_gives():
    pytest.importorskip("wasmtime")
    from tests.helpers.wasm_host import Host

    game = tic_tac_toe()
    (rating,) = game.ratings.values()
    host = Host(game_module(game, rating).module)
    for position in random_game(game, 1):
        moves = list(game.moves(position))
        assert host.emitted("moves", position) == moves
        assert host.call("mover", position) == game.mover(position)
        assert alike(host.call("rating", position), rating(position))
        assert all(host.call("play", position, move) == game.play(position, move) for move in moves)

"""Games and calls unlike those of the library: large payoffs, endless lines, variants, interrupts."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, Game, Stats, Stopped, grow, prune, rate
from lazytree.compiler import compiled, rules_lane
from lazytree.games import connect_four, konane, nim, tic_tac_toe
from lazytree.solving import exact
from tests.helpers.searches import alphabeta_to_depth
from tests.helpers.threads import have_ended


class Heap(NamedTuple):
    pieces: int
    mover: int


def mover(position):
    return position.mover


def one_or_two(position):
    if position.pieces > 0:
        yield 1
    if position.pieces > 1:
        yield 2


def taken(position, move):
    return Heap(position.pieces - move, 1 - position.mover)


def millions(position):
    return (3_000_000, -3_000_000) if position.mover == 1 else (-3_000_000, 3_000_000)


def to_and_fro(position):
    yield 0


def turned(position, move):
    return Heap(position.pieces, 1 - position.mover)


def left(position):
    return position.pieces


def a_third(position):
    return round((position.board[4] - 2 * position.board[0] + position.board[1]) / 3, 9)


def doubled(position):
    """More than 64 bits, once four moves have been made."""
    power = 2**59
    for cell in position.board:
        if cell >= 0:
            power *= 2
    return (power >> 58) + position.board[0]


def weight(position, move):
    return 1


def in_order(position):
    return sorted(connect_four().moves(position))


def in_the_lazy_tree(game, depth, rating):
    stats = Stats()
    tree = rate(game, rating)(prune(depth)(grow(game)(game.start)))
    return lazytree.alphabeta(tree, stats=stats), stats.nodes


@pytest.mark.parametrize("pieces", (6, 7))
def test_payoffs_beyond_the_windows_of_a_search(pieces):
    game = Game("millions", Heap(pieces, 0), mover, one_or_two, taken, millions)
    assert rules_lane(game).name == "machine"
    for depth, answer in enumerate(islice(lazytree.deepen(game, rating=left), 7), 1):
        value, _ = in_the_lazy_tree(game, depth, left)
        assert alphabeta_to_depth(game, depth, left) == answer.value == value
    assert lazytree.solve(game)[:2] == exact.solve_in_python(game)[:2]
    assert abs(lazytree.solve(game).value) == 3_000_000


@pytest.mark.parametrize("rating", (a_third, doubled))
@pytest.mark.parametrize("threads", (1, 2))
def test_another_lane_finds_the_same_and_counts_the_same(rating, threads):
    game = tic_tac_toe()
    answers = list(islice(lazytree.deepen(game, rating=rating, threads=threads), 5))
    assert answers[-1].lane == "python"
    for answer in answers:
        stats = Stats()
        value = alphabeta_to_depth(game, answer.depth, rating, stats=stats)
        assert (value, stats.nodes) == in_the_lazy_tree(game, answer.depth, rating)
        assert answer.value == value


@pytest.mark.parametrize(
    "asked",
    (lazytree.unfold, lambda game, stop: lazytree.perft(game, 12, stop=stop)),
    ids=("unfold", "perft"),
)
def test_a_flag_stops_the_other_lane_too(asked):
    game, polled = replace(connect_four(), moves=in_order), iter(range(10**9))
    assert rules_lane(game).name == "python"
    with pytest.raises(Stopped):
        asked(game, stop=lambda: next(polled) > 1000)


def test_deepening_in_the_other_lane_stops_within_a_depth():
    game, polled = replace(connect_four(), moves=in_order), iter(range(10**9))
    answers = list(lazytree.deepen(game, stop=lambda: next(polled) > 5000))
    assert 1 < len(answers) < 9


def test_a_line_of_thousands_of_plies():
    game = Game("to and fro", Heap(0, 0), mover, to_and_fro, turned, millions)
    for depth in (900, 4095, 5000):
        assert alphabeta_to_depth(game, depth, left) == 0


def test_chance_is_noticed_in_a_variant_of_a_compiled_game():
    for game in (nim(heaps=(2, 1)), compiled(nim(heaps=(2, 1)))):
        assert rules_lane(replace(game, odds=weight)).name == "machine"
        assert game.odds is None


def test_a_variant_of_a_compiled_game_compiles_by_itself():
    plain = konane(rows=4, columns=4, opening="corner")
    change = {"payoffs": lambda position: (1, -1) if position.mover == FIRST else (-1, 1), "name": "misère"}
    variant, twin = replace(compiled(plain), **change), replace(plain, **change)
    assert rules_lane(variant).name == "machine"
    found, again = (lazytree.search(game, 9, "mobility", lane="machine") for game in (variant, compiled(variant)))
    expected = lazytree.search(twin, 9, "mobility", lane="python")
    assert found.value == again.value == expected.value != lazytree.search(plain, 9, "mobility").value
    assert lazytree.solve(variant)[:2] == lazytree.solve(twin, lane="python")[:2]
    assert compiled(variant).ratings["mobility"](plain.start) == plain.ratings["mobility"](plain.start)
    assert rules_lane(compiled(variant)).ratings == {}


def test_a_variant_with_rules_that_do_not_compile_says_so():
    odd = replace(compiled(nim(heaps=(2, 1))), payoffs=[].count)
    assert rules_lane(odd).name == "python"
    assert "def" in rules_lane(odd).reason


def test_a_mistake_in_a_flag_ends_the_threads():
    def raising():
        raise RuntimeError("mistaken")

    before = threading.active_count()
    for threads in (1, 2):
        with pytest.raises(RuntimeError, match="mistaken"):
            lazytree.perft(konane(opening="corner"), 30, stop=_later(raising))
        with pytest.raises(RuntimeError, match="mistaken"):
            list(lazytree.deepen(konane(opening="corner"), stop=_later(raising), threads=threads))
        assert have_ended(before)


def _later(flag):
    """A flag that is down once, and another from then on."""
    asked = iter((False,))
    return lambda: next(asked, None) is None and flag()


def test_two_who_read_the_same_answers_at_once():
    game = konane(rows=6, columns=6, opening="corner")
    exact = [alphabeta_to_depth(game, depth) for depth in range(1, 10)]
    answers = lazytree.deepen(game)
    with ThreadPoolExecutor(3) as pool:
        read = list(pool.map(lambda _: [answer.value for answer in islice(answers, 9)], range(3)))
    assert read == [exact] * 3


@pytest.mark.parametrize("megabytes", (10**12, 10**20))
def test_more_memory_than_there_is(megabytes):
    game = tic_tac_toe()
    for search in (lazytree.deepen, lazytree.solve, lambda game, **room: next(mcts(game, **room))):
        with pytest.raises(MemoryError, match="megabytes"):
            search(game, megabytes=megabytes)


def mcts(game, **options):
    return lazytree.mcts(game, 1, **options)(game.start)


def test_exploring_without_end_is_refused():
    with pytest.raises(ValueError, match="exploration must be a finite number"):
        next(mcts(tic_tac_toe(), exploration=float("inf")))


def test_a_game_has_no_fewer_plies_than_none():
    with pytest.raises(ValueError, match="plies"):
        lazytree.playouts(tic_tac_toe(), 10, plies=-1)
    assert lazytree.playouts(tic_tac_toe(), 10, plies=0)[:2] == (0.0, 0)


def test_an_interrupt_ends_random_games():
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        lazytree.playouts(tic_tac_toe(), 10**9)
    timer.join()


def test_many_random_games_are_as_many_as_asked_for():
    assert lazytree.playouts(nim(heaps=(1,)), 10_000)[:2] == (1.0, 10_000)
    many = [lazytree.playouts(tic_tac_toe(), 10_000, seed=seed) for seed in (1, 1, 2)]
    assert many[0] == many[1] != many[2]


def test_optimized_python_refuses_as_well():
    code = (
        "from dataclasses import replace; from lazytree.compiler import compiled; from lazytree.games import nim\n"
        "game = replace(nim(), payoffs=print); print(compiled(game) is game)"
    )
    assert subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True).stdout == "True\n"


# ---- moves that are boards: the position after them


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def has_row(board, stone):
    return any(all(board[cell] == stone for cell in row) for row in ROWS)


def boards_after(board):
    if not has_row(board, 1) and not has_row(board, 2):
        for cell, stone in enumerate(board):
            if stone == 0:
                yield board.set(cell, 1 + whose_turn(board))


def whose_turn(board):
    return sum(1 for stone in board if stone != 0) % 2


def of_rows(board):
    return (1, -1) if has_row(board, 1) else (-1, 1) if has_row(board, 2) else (0, 0)


@pytest.mark.parametrize("cells", [(0,) * 9, (1, 0, 0, 0, 2, 0, 0, 0, 0), (1, 2, 1, 0, 0, 0, 0, 0, 2)])
def test_moves_that_are_boards(cells):
    board = pvector(cells)
    game = Game("boards", board, whose_turn, boards_after, lambda board, after: after, of_rows, players=("a", "b"))
    answers = [lazytree.search(game, 4, lambda board: board[4], lane=lane) for lane in ("machine", "python")]
    assert answers[0].value == answers[1].value
    assert answers[0].best == answers[1].best
    assert type(answers[0].best) is type(board)
    assert lazytree.solve(game, lane="machine").value == lazytree.solve(game, lane="python").value

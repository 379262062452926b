"""Whole searches in machine code: the values, node counts and lines of the interpreted ones; for many players, too."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

import lazytree
from lazytree import (
    CHANCE,
    Game,
    Stats,
    best_reply,
    compiler,
    deepen,
    expectimax,
    grow,
    maxn,
    paranoid,
    perft,
    prune,
    rate,
    rate_each,
    search,
    think,
)
from lazytree.compiler import compiled, compiling
from lazytree.compiler.running import Runner
from lazytree.core.stopping import Stopped
from lazytree.games import GAMES, connect_four, dice_of_doom, konane, nim, othello, selfo, tic_tac_toe
from lazytree.machine.deepening import FEW, Reader, look, make_room, memories_for, new_reader
from lazytree.questions import solve as exactly
from lazytree.searching.kernels import playouts, scout, searches
from lazytree.searching.kernels.counting import lines
from lazytree.searching.kernels.memory import Words
from lazytree.searching.kernels.scout import ENTRIES, INNER
from lazytree.searching.kernels.searches import FAR, Rules
from lazytree.solving import exact
from lazytree.trees.ratings import even
from tests.helpers.graph_games import NODES, PARTS, THREE, Place, brute_values, game_of_three, numbers, places
from tests.helpers.positions import walk_to
from tests.helpers.searches import alphabeta_to_depth, assert_line

COMPILING = [name for name in GAMES if name != "selfo"]  # large trees: test_float_ratings has small ones


@lru_cache
def game_of(name):
    return GAMES[name]()


def in_the_tree(game, position, depth, rating):
    """The value and the count of positions that the lazy tree gives."""
    stats = Stats()
    tree = prune(depth)(grow(game)(position))
    return lazytree.alphabeta(rate(game, rating)(tree), stats=stats), stats.nodes


@pytest.mark.parametrize("name", COMPILING)
def test_values_and_node_counts_are_the_lazy_trees(name):
    game = game_of(name)
    refused = compiler.rules_lane(game).ratings
    for seed, (label, rating) in enumerate(game.ratings.items()):
        if label in refused:
            continue
        position, stats = walk_to(game, (6, seed)), Stats()
        value = alphabeta_to_depth(game, 2, label, position, stats)
        assert (value, stats.nodes) == in_the_tree(game, position, 2, rating)
        run = Runner(game, searches.alphabeta, rating)
        assert run(Words(16), position, 2, -FAR, FAR) == value
        assert run.lane == "machine"


@pytest.mark.parametrize("name", COMPILING)
def test_deepening_gives_the_value_of_every_depth(name):
    game = game_of(name)
    rating = next(iter(game.ratings))
    position = walk_to(game, (6, 7))
    for answer in islice(lazytree.deepen(game, position, rating, megabytes=1), 4):
        assert answer.lane == "machine"
        assert answer.value == alphabeta_to_depth(game, answer.depth, rating, position)
        assert_line(game, answer, game.ratings[rating], position)


@pytest.mark.parametrize("entries", (1, 2, 64))
@pytest.mark.parametrize("seed", range(3))
def test_a_small_table_changes_only_the_work(entries, seed):
    game = konane(rows=4, columns=6, opening="corner")
    position = walk_to(game, (3, seed))
    rating = game.ratings["mobility"]
    (memory,) = memories_for(1, 1)
    memory.counts[scout.ENTRIES] = entries
    run = Runner(game, scout.scout, rating)
    for depth in range(1, 8):
        exact = alphabeta_to_depth(game, depth, rating, position)
        assert look(run, Reader([memory], entries), position, depth, 0, Stats(), None).value == exact
        for low, high in ((exact - 1, exact), (exact, exact + 1), (exact - 3, exact + 3)):
            value = run(memory, position, depth, low, high, 0, 0)
            assert value == exact if low < exact < high else (value <= low) == (exact <= low)


def test_the_same_text_in_python_finds_the_same():
    game = tic_tac_toe()
    rules = Rules(game.mover, game.moves, game.play, game.payoffs, game.ratings["open_lines"])
    (memory,) = memories_for(1, 1)
    for depth in (1, 2, 3, 4):
        value = scout.scout(rules, memory, game.start, depth, -FAR, FAR, 0, 0)
        assert value == in_the_tree(game, game.start, depth, rules.rating)[0]


def test_deepening_ends_where_nothing_is_left_to_find():
    assert [answer.depth for answer in lazytree.deepen(tic_tac_toe())] == list(range(1, 10))
    with pytest.raises(ValueError, match="no move to choose"):
        next(lazytree.deepen(nim(heaps=(0,))))
    game = nim(heaps=(2, 1))
    last = list(lazytree.deepen(game, rating=even))[-1]
    assert last.value == lazytree.WIN - 3


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (3, 1), (2, 3, 4)])
def test_solving_nim(heaps):
    game = nim(heaps=heaps)
    mine, theirs = lazytree.solve(game, megabytes=1), exact.solve_in_python(game)
    assert (mine.value, mine.plies) == (theirs.value, theirs.plies)
    assert mine.value == (1 if game.ratings["nim_sum"](game.start) == 1 else -1)


def test_solving_konane(monkeypatch):
    monkeypatch.setattr(exactly, "solve_in_python", None)  # not needed
    for columns, opening, value in [(4, "corner", -1), (4, "centre", -1), (5, "corner", 1), (5, "centre", 1)]:
        game = konane(rows=columns, columns=columns, opening=opening)
        assert lazytree.solve(game, megabytes=16).value == value


@pytest.mark.minutes
@pytest.mark.parametrize("opening", ("corner", "centre"))
def test_konane_6x6_is_lost_for_who_jumps_first(opening):
    assert lazytree.solve(konane(rows=6, columns=6, opening=opening)).value == -1


def test_solving_for_a_margin(monkeypatch):
    monkeypatch.setattr(exactly, "solve_in_python", None)
    game = othello(rows=4, columns=4, score="margin")
    assert lazytree.solve(game, megabytes=16).value == -8


@pytest.mark.parametrize("name", COMPILING)
def test_perft(name):
    game = game_of(name)
    position = walk_to(game, (6, 3))
    assert lazytree.perft(game, 2, position) == lazytree.perft(game, 2, position, lane="python")


def test_playouts_are_the_same_games_in_both_lanes():
    game = tic_tac_toe()
    rules = Rules(game.mover, game.moves, game.play, game.payoffs, even)
    total, plies, _ = playouts.playouts(rules, {}, game.start, 50, 100, 7)
    assert lazytree.playouts(game, 50, seed=7, plies=100)[:2] == (total / 50, plies)


def test_a_flag_stops_a_search():
    flag, game = threading.Event(), konane(opening="corner")
    depths = []
    for answer in lazytree.deepen(game, stop=flag.is_set):
        depths.append(answer.depth)
        if answer.depth == 3:
            flag.set()
    assert depths == [1, 2, 3]


def test_searches_run_side_by_side():
    game = konane(rows=6, columns=6, opening="corner")
    expected = [alphabeta_to_depth(game, depth) for depth in range(1, 7)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda depth: alphabeta_to_depth(game, depth % 6 + 1), range(48))) == expected * 8


def test_what_machine_code_cannot_do_python_does():
    game = nim(heaps=(60,))
    position = game.start._replace(heaps=game.start.heaps.set(0, 10**6))
    assert alphabeta_to_depth(game, 0, even, position) == 0
    assert next(iter(compiler.compiled(game).moves(position))) == next(iter(game.moves(position)))


# ---- the table of deepening: small at first, and grown as positions are seen


ROLLED = dice_of_doom(size=2, dice="rolled", seed=2)
GROWING_TABLE_GAMES = [connect_four(columns=5, rows=4), nim(), tic_tac_toe(), ROLLED]


@pytest.mark.parametrize("game", GROWING_TABLE_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("depth", [1, 2, 5, 8])
def test_a_search_gives_what_deepening_gives_last(game: Any, depth: int) -> None:
    """It looks at several depths at once, and tells only the last."""
    *_, last = islice(deepen(game, lane="machine"), depth)
    found = search(game, depth, lane="machine")
    assert (found.depth, found.value, found.line, found.nodes) == (last.depth, last.value, last.line, last.nodes)
    assert found.value == search(game, depth, lane="python").value


@pytest.mark.parametrize("threads", [1, 2])
def test_more_of_the_table_is_used_as_it_fills(threads: int) -> None:
    reader = new_reader(threads, 1)
    table = reader.memories[0].table
    assert {memory.counts[ENTRIES] for memory in reader.memories} == {FEW}
    table[5] = 77
    make_room(reader, 1)
    assert {memory.counts[ENTRIES] for memory in reader.memories} == {FEW}
    reader.memories[0].counts[INNER] = FEW // 2
    make_room(reader, 2)
    assert {memory.counts[ENTRIES] for memory in reader.memories} == {4 * FEW}
    assert [table[5 + 2 * FEW * copy] for copy in range(5)] == [77, 77, 77, 77, 0]


def test_all_of_the_table_is_used_where_the_depth_before_was_not_looked_at() -> None:
    reader = new_reader(1, 1)
    make_room(reader, 3)
    assert reader.memories[0].counts[ENTRIES] == 2**16
    make_room(reader, 4)
    assert reader.memories[0].counts[ENTRIES] == 2**16


def test_a_value_does_not_depend_on_how_much_of_the_table_is_used() -> None:
    game = connect_four()
    alone = [list(islice(deepen(game, lane="machine", first=first), 10 - first))[-1] for first in (1, 4, 8)]
    *_, together = islice(deepen(game, lane="machine", threads=2), 9)
    assert {answer.value for answer in alone} == {together.value}
    assert {answer.lane for answer in (*alone, together)} == {"machine"}


# ---- lines of play: what is below a position is counted once, and the count is the plain one


COUNTING_GAMES = {"nim": nim(heaps=(3, 4, 2)), "tic_tac_toe": tic_tac_toe(), "konane": konane(rows=4, columns=4)}


@pytest.mark.parametrize("name", COUNTING_GAMES)
@pytest.mark.parametrize("entries", (1, 8, 1024))
def test_a_table_of_any_size_gives_the_count_without_one(name, entries):
    game = COUNTING_GAMES[name]
    run = Runner(game, lines, even)
    for depth in range(7):
        table = Words(2 * entries)
        assert run.in_machine_code(table, entries, game.start, depth) == lazytree.perft(game, depth, lane="python")
        assert lines(run.rules, table, entries, game.start, min(depth, 3)) == lazytree.perft(
            game, min(depth, 3), lane="python"
        )


class Step(NamedTuple):
    number: int


def wide() -> Game[Step, int]:
    """Ten moves lead from each step to the next one."""

    def mover(position: Step) -> int:
        return position.number % 2

    def moves(position: Step) -> Iterator[int]:
        yield from range(10)

    def play(position: Step, move: int) -> Step:
        return Step(position.number + 1)

    def payoffs(position: Step) -> tuple[int, int]:
        return 0, 0

    return Game("wide", Step(0), mover, moves, play, payoffs)


def test_more_lines_than_64_bits_count():
    game = wide()
    assert compiling.rules_lane(game).name == "machine"
    assert [perft(game, depth) for depth in (18, 19, 30)] == [10**18, 10**19, 10**30]


def test_after_the_last_move_there_is_nothing_to_count():
    assert [perft(nim(heaps=(2,)), depth) for depth in range(5)] == [1, 2, 1, 0, 0]


def test_counting_lines_is_stopped_by_a_flag():
    polls = iter([False, True])
    with pytest.raises(Stopped):
        perft(othello(), 40, stop=lambda: next(polls, True))


# ---- many players: max^n, paranoid and best reply have the values of a twin and of the lazy trees


SELFO = selfo(side=3, setup="a1 b3 d4 e5 / a3 b1 d2 e3 / a2 b2 c3 e4", players=3, swap=False)


def level(position: object) -> tuple[int, int, int]:
    return 0, 0, 0


@settings(deadline=None, max_examples=80)
@given(place=places(THREE, payoffs=2), depth=st.integers(1, NODES))
def test_values_are_those_of_the_twin_in_both_lanes(place: Place, depth: int) -> None:
    game = game_of_three()
    expected = brute_values(game, place, depth, numbers)
    lines = []
    for name in "machine", "python":
        stats = Stats()
        answer = search(game, depth, "numbers", place, stats, lane=name)
        assert answer.value == expected
        assert answer.lane == stats.lane.name == name
        assert min(stats.nodes, stats.interior, stats.branches) > 0
        lines.append((answer.best, answer.line))
    assert lines[0] == lines[1]


@settings(deadline=None, max_examples=50)
@given(place=places((0, 1, 2, 0)), depth=st.integers(1, NODES))
def test_without_chance_the_values_are_those_of_maxn(place: Place, depth: int) -> None:
    game = game_of_three(with_chance=False)
    tree = rate_each(game, "numbers")(prune(depth)(grow(game)(place)))
    assert search(game, depth, position=place, lane="machine").value == maxn(tree)


@settings(deadline=None, max_examples=30)
@given(
    place=places(THREE),
    depth=st.integers(1, NODES),
    opponents=st.sampled_from([("paranoid", paranoid), ("best_reply", best_reply)]),
)
def test_all_others_as_one(place: Place, depth: int, opponents) -> None:
    game = game_of_three()
    word, stage = opponents
    exact = expectimax(stage(game.mover(place))(rate_each(game, "numbers")(prune(depth)(grow(game)(place)))))
    values = [search(game, depth, position=place, opponents=word, lane=name).value for name in ("machine", "python")]
    assert values[0] == values[1]
    assert exact - Fraction(depth, PARTS) < values[0] <= exact


def test_a_bot_sees_its_opponents_so() -> None:
    game = game_of_three(with_chance=False)
    for opponents in "maxn", "paranoid", "best_reply":
        one, other = (
            think(compiled(game) if name else game, depth=5, lane=name, opponents=opponents)(SOMEWHERE)
            for name in (None, "machine")
        )
        assert one in list(game.moves(SOMEWHERE))
        assert other in list(game.moves(SOMEWHERE))


SOMEWHERE = Place(
    0,
    game_of_three(with_chance=False).start.movers,
    game_of_three().start.numbers,
    game_of_three().start.children.set(0, 1).set(1, 2).set(3, 2).set(4, 3).set(6, 4).set(9, 5).set(10, 6),
    game_of_three().start.odds,
)


def test_wrong_opponents_are_named() -> None:
    for ask in search, think:
        with pytest.raises(ValueError, match="opponents must be one of maxn, paranoid, best_reply, not 'all'"):
            ask(SELFO, 2, opponents="all")
    assert search(tic_tac_toe(), 3, opponents="paranoid").value == search(tic_tac_toe(), 3).value


def test_selfo_of_three() -> None:
    for ask in (
        lambda name: perft(SELFO, 3, lane=name),
        lambda name: lazytree.playouts(SELFO, 20, seed=4, plies=50, lane=name)[:2],
        lambda name: [answer.value for answer in islice(deepen(SELFO, rating=level, lane=name), 3)],
    ):
        assert ask("machine") == ask("python")


def test_machine_code_that_cannot_leaves_it_to_python() -> None:
    game = game_of_three()
    for wrong in lambda place: (len({*place}), 0, 0), short:
        stats = Stats()
        try:
            search(game, 3, wrong, SOMEWHERE, stats)
        except (ValueError, IndexError, TypeError):
            assert wrong is short
        assert stats.lane.name == "python"
    assert search(replace(game, payoffs=lambda place: (len({*place}), 0, 0)), 3, position=SOMEWHERE).lane == "python"
    assert game.mover(SOMEWHERE) != CHANCE


def short(place: Place) -> tuple[int, int]:
    return 0, 0

"""Proof numbers in machine code: what the rules alone say, for each claim, with tables small and large."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from runpy import run_path

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree import Game, games, prove
from lazytree.compiler import pays_more
from lazytree.compiler.runtime.waiting import Answer
from lazytree.core.stopping import Stopped
from lazytree.core.values import WIN
from lazytree.machine import asking, solving, trials
from lazytree.machine.memories import memories_to_the_end
from lazytree.machine.proving import Prover, memory_for_proofs
from lazytree.machine.to_the_end import highest
from lazytree.searching.kernels import scout, solver, threats
from tests.helpers.trees import Node, game_of
from tests.machine.test_solver import GAMES, positions, value_of

CHECKER = run_path(str(Path(__file__).parents[2] / "examples" / "check_proof.py"))
SETS = (0, solver.LOSING, solver.SYMMETRIC, solver.LOSING | solver.SYMMETRIC)
GRAPHS, SIZE, WAYS = 300, 9, 4


def check(name: str, sets: tuple[int, ...], sizes: list[int], count: int) -> None:
    """Claims about a value and its neighbours, about who wins, and about near ends, in one table for all."""
    game, plies = GAMES[name]
    (memory,), plain = memories_to_the_end(1, 1, True), not pays_more(game)
    prover = Prover(game, lambda: memory, lambda: False)
    assert prover.run.lane == "machine"
    expected = [(position, value_of(game, position)) for position in positions(game, plies, count)]
    for size in sizes:
        for techniques in sets:
            memory.table.clear(len(memory.table.words))
            memory.counts[scout.ENTRIES], memory.counts[scout.HIGHEST] = size, highest(plain)
            memory.counts[threats.TECHNIQUES] = techniques
            for position, value in expected:
                for claimed in (1, 0, value, value + 1, value - 2, WIN - 2, 3 - WIN):
                    numbers = prover(position, claimed, 10**9)
                    assert 0 in numbers
                    assert (numbers.proof == 0) == (value >= claimed), (techniques, claimed)


@pytest.mark.promise
def test_what_is_proven_is_true() -> None:
    check("misere", SETS, [8], 4)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_proven_is_true_in_every_game(name: str) -> None:
    check(name, SETS, [8, 2**16], 12)


def many_graphs(most: int = 2) -> tuple[list[tuple[Node, ...]], Game[int, int]]:
    """Random graphs with circles, and a game in machine code whose positions are those of all of them.

    `most` is the highest payoff.
    """
    random, found = Random(3), []
    for _ in range(GRAPHS):
        size = random.randint(2, SIZE)
        found.append(
            tuple(
                Node(random.randrange(2), random.randint(-most, most), tuple(random.choices(range(size), k=count)))
                for count in random.choices((0, 1, 2, 3, WAYS), k=size)
            )
        )
    nodes = [node for graph in found for node in (*graph, *[Node(0, 0)] * (SIZE - len(graph)))]
    movers, numbers = tuple(node.mover for node in nodes), tuple(node.number for node in nodes)
    counts = tuple(len(node.children) for node in nodes)
    ways = tuple(
        SIZE * (at // SIZE) + way for at, node in enumerate(nodes) for way in (*node.children, *[0] * WAYS)[:WAYS]
    )

    def mover(position: int) -> int:
        return movers[position]

    def moves(position: int):
        return range(counts[position])

    def play(position: int, move: int) -> int:
        return ways[WAYS * position + move]

    def payoffs(position: int) -> tuple[int, int]:
        return numbers[position], -numbers[position]

    return found, Game("graphs", 0, mover, moves, play, payoffs)


@pytest.mark.promise
@pytest.mark.parametrize("entries", [1, 10_000])
@pytest.mark.slow
def test_play_without_an_end_pays_nothing(entries: int) -> None:
    graphs, game = many_graphs()
    for number, graph in enumerate(graphs):
        value = lazytree.solve(game_of(graph), lane="python").value
        for more_than in (-3, -1, 0, 1):
            proof = prove(game, SIZE * number, more_than, entries=entries, lane="machine")
            assert (proof.result, proof.lane) == ("proven" if value > more_than else "disproven", "machine")


@pytest.mark.promise
def test_limits_are_kept_and_told() -> None:
    game = games.konane(6, 6, "corner")
    proof = prove(game, lane="machine", most=2_000)
    assert (proof.result, proof.nodes, proof.lane) == ("unknown", 2_000, "machine")
    assert 0 < proof.proof < float("inf") > proof.disproof > 0
    assert prove(game, most=2_000).nodes == 2_000
    assert prove(game, stop=lambda: True, lane="machine").result == "unknown"
    with pytest.raises(ValueError, match="against chance"):
        prove(games.dice_of_doom(dice="rolled"), lane="machine")
    over = replace(GAMES["nim"][0], start=games.nim(heaps=(0, 0, 0)).start)
    assert prove(over, lane="machine").result == prove(over, lane="python").result


@pytest.fixture
def proofs_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proof numbers look for the winner from the beginning."""
    monkeypatch.setattr(solving, "sets_for", lambda run: (asking.PROOFS, trials.usable(run.rules, trials.SETS[0])))
    monkeypatch.setattr(asking, "SHORT", 0)
    monkeypatch.setattr(Prover, "is_ready", lambda prover: prover.run is not None)


@pytest.mark.promise
@pytest.mark.slow
@pytest.mark.usefixtures("proofs_first")
@pytest.mark.parametrize("threads", [1, 2])
def test_proof_numbers_find_winners_beside_the_search(threads: int) -> None:
    """In a thread of their own, or by turns, in each question who wins; the winner's move is known, too."""
    for name in ("domineering", "hex", "konane"):
        game, plies = GAMES[name]
        for position in positions(game, plies, 3):
            solution, value = (
                lazytree.solve(game, position, what="winner", lane="machine", threads=threads),
                value_of(game, position),
            )
            assert (solution.value > 0) == (value > 0)
            if (value > 0) == (game.mover(position) == 0):
                assert (value_of(game, game.play(position, solution.line[0])) > 0) == (value > 0)


@pytest.mark.slow
@pytest.mark.usefixtures("proofs_first")
def test_what_proof_numbers_have_found_has_a_certificate(tmp_path: Path) -> None:
    """Its moves come from their table: it is accepted by what knows the rules only."""
    for game in (games.clobber(3, 4), games.hex(size=3, swap=False), games.kalah(3, 3, score="margin")):
        solution = lazytree.solve(game, what="winner", lane="machine", proof=tmp_path / "proof.json")
        assert solution.techniques[-1] == "proof numbers"
        assert len(list(CHECKER["checked"](str(tmp_path / "proof.json"), None))) == len(solution.certificate.claims)


@pytest.mark.promise
def test_the_winner_is_found_where_positions_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """King and queen against king, far from the mate; not all positions are valued."""
    monkeypatch.setattr(solving, "positions_of", lambda *given: None)
    chess = games.chess(setup="8/8/8/4k3/8/8/8/KQ6 w")
    assert prove(chess, lane="machine").result == "proven"
    solution = lazytree.solve(chess, what="winner", lane="machine")
    assert (solution.value, len(solution.line), solution.techniques[-1]) == (1, 1, "proof numbers")


@pytest.mark.parametrize("threads", [1, 2])
def test_how_soon_is_found_where_positions_can_be_repeated(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Graphs with circles, against retrograde analysis; the line shows it."""
    monkeypatch.setattr(solving, "positions_of", lambda *given: None)
    graphs, game = many_graphs(1)
    for number, graph in enumerate(graphs[: 60 // threads]):
        solution, position = lazytree.solve(game, SIZE * number, lane="machine", threads=threads), SIZE * number
        for left in range(len(solution.line), -1, -1):
            value, plies, _, _ = lazytree.solve(game_of(graph), position - SIZE * number, lane="python")
            assert value == solution.value
            assert value == 0 or plies == left
            if left:
                position = game.play(position, solution.line[-left])


def test_who_waits_for_the_prover_to_be_compiled_is_stopped():
    prover = Prover(games.nim(), lambda: memory_for_proofs(8, plain=True), poll=lambda: True)
    prover.__dict__["compiling"] = Answer(lambda: None)  # work that does not end
    with pytest.raises(Stopped):
        prover.bound(games.nim().start, 1, 1)

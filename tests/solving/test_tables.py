"""Endgame tables against `solve`, brute force, python-chess and published mates; kills, damage and other rules."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, Stopped, games, solve
from lazytree.solving import tabulating
from lazytree.solving.exact import solve_in_python
from lazytree.solving.tables import key_of, plain_text
from lazytree.solving.tabulating import Kept
from lazytree.tables import Entry, Tablebase, open_table, tabulate
from tests.helpers.trees import Graph, Node, endless_game, game_of, graphs
from tests.helpers.waiting import until


def without_odds(graph: Graph) -> Game[int, int]:
    return replace(game_of(graph), odds=None)


@given(graphs(endless=True, size=12), st.booleans())
@pytest.mark.slow
def test_each_position_has_the_value_that_solve_finds(graph: Graph, ranked: bool) -> None:
    game = without_odds(graph)
    table = tabulate(game, rank=(lambda position: position) if ranked else None)
    met, ahead = {game.start}, [game.start]
    for position in ahead:
        solution, entry = solve_in_python(game, position), table[position]
        assert entry.value == solution.value
        assert not entry.value or entry.plies == solution.plies
        fresh = {game.play(position, move) for move in game.moves(position)} - met
        met |= fresh
        ahead.extend(fresh)
    assert len(table) == len(met)
    assert all(other not in table for other in range(len(graph), len(graph) + 3))


GAMES: dict[str, Callable[[], Game[Any, Any]]] = {
    "tic_tac_toe": games.tic_tac_toe,
    "nim": lambda: games.nim(heaps=(3, 4, 5)),
    "connect_four": lambda: games.connect_four(4, 3),
    "kalah": lambda: games.kalah(2, 2, score="margin"),
    "konane": lambda: games.konane(4, 4),
    "hex": lambda: games.hex(size=3),
    "othello": lambda: games.othello(rows=4, columns=4, score="margin"),
    "domineering": lambda: games.domineering(4, 4),
    "clobber": lambda: games.clobber(3, 4),
    "chess": lambda: games.chess(setup="3k/4/4/KR2 w"),
}
SMALL = ("tic_tac_toe", "nim", "kalah", "konane")


def some_positions(game: Game[Any, Any], number: int) -> list[Any]:
    """Positions of games played at random."""
    random, found = Random(1), list[Any]()
    while len(found) < number:
        position = game.start
        while (moves := list(game.moves(position))) and len(found) < number:
            found.append(position)
            position = game.play(position, random.choice(moves))
        found.append(position)
    return found


def solved_alike(table: Tablebase[Any, Any], number: int) -> None:
    """Values, plies and best lines are those of `solve`."""
    game = table.game
    for position in some_positions(game, number):
        entry, solution = table[position], solve(game, position)
        assert entry.value == solution.value
        if entry.value:
            assert entry.plies == solution.plies == len(list(table.line(position)))
            assert tuple(table.line(position))[:1] == solution.line[:1]


@pytest.mark.parametrize("name", SMALL)
def test_values_of_games_are_those_of_solve(name: str) -> None:
    solved_alike(tabulate(GAMES[name]()), 10)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name not in SMALL])
def test_values_of_larger_games_are_those_of_solve(name: str) -> None:
    solved_alike(tabulate(GAMES[name]()), 60)


def test_both_lanes_and_all_executors_write_the_same_file(tmp_path: Path) -> None:
    game = GAMES["kalah"]()
    with ThreadPoolExecutor(2) as executor:
        hows: list[dict[str, Any]] = [{}, {"lane": "python"}, {"executor": executor}]
        for number, how in enumerate(hows):
            tabulate(game, file=tmp_path / str(number), **how)
    contents = {file.read_bytes() for file in tmp_path.iterdir()}
    assert len(contents) == 1 and len(list(tmp_path.iterdir())) == len(hows)


@pytest.mark.process
def test_other_processes_write_the_same_file_too(tmp_path: Path) -> None:
    game = games.nim(heaps=(3, 4, 5))
    tabulate(game, file=tmp_path / "one")
    tabulate(game, file=tmp_path / "two", processes=2)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


# ---- chess


QUEEN, ROOK = "8/8/8/4k3/8/8/8/KQ6 w", "8/8/8/4k3/8/8/8/KR6 w"
MATES = {QUEEN: 10, ROOK: 16}
"""Moves of the longest mates (Thompson; Nalimov)."""


@pytest.mark.slow
@pytest.mark.parametrize("setup", MATES)
def test_mates_take_as_long_as_is_published_and_moves_are_those_of_python_chess(setup: str, tmp_path: Path) -> None:
    chess = pytest.importorskip("chess")
    game = games.chess(setup=setup, notation="uci")
    table = tabulate(game)
    longest = max(entry.plies or 0 for entry in table.entries if entry is not None)
    assert longest == 2 * MATES[setup]  # the other player is to move
    random, checked = Random(1), 0
    while checked < 300:
        cells = random.sample(range(64), 3)
        board = chess.Board(None)
        pieces = (chess.KING, chess.WHITE), (chess.QUEEN if setup is QUEEN else chess.ROOK, chess.WHITE)
        for cell, (kind, colour) in zip(cells, (*pieces, (chess.KING, chess.BLACK))):
            board.set_piece_at(cell, chess.Piece(kind, colour))
        board.turn = random.choice((chess.WHITE, chess.BLACK))
        if not board.is_valid() or (entry := table.get(game.read(board.fen()))) is None:
            continue  # play does not come to a few positions
        checked += 1
        after = list[Entry]()
        for move in board.legal_moves:
            board.push(move)
            after.append(table[game.read(board.fen())])
            board.pop()
        assert entry == looked_ahead(after, board.turn == chess.WHITE, board.is_checkmate())


def looked_ahead(after: list[Entry], white: bool, mate: bool) -> Entry:
    """What a position is worth by what its moves lead to, in the plain words of the rules."""
    if not after:
        return Entry(0 if not mate else -1 if white else 1, 0)
    mine = 1 if white else -1
    wins = [each.plies or 0 for each in after if each.value == mine]
    losses = [each.plies or 0 for each in after if each.value == -mine]
    if wins:
        return Entry(mine, min(wins) + 1)
    return Entry(-mine, max(losses) + 1) if len(losses) == len(after) else Entry(0, 0)


# ---- files


def nim_table(folder: Path, **how: Any) -> Path:
    tabulate(games.nim(heaps=(2, 3, 4)), file=folder / "nim.table", **how)
    return folder / "nim.table"


def test_a_file_is_read_again(tmp_path: Path) -> None:
    game = games.nim(heaps=(2, 3, 4))
    table = open_table(nim_table(tmp_path), game)
    assert table[game.start] == Entry(*solve(game)[:2])
    assert table.best(game.start) == solve(game).line[0]
    assert [path.name for path in tmp_path.iterdir()] == ["nim.table"]
    assert repr(table).startswith("<Tablebase: endgame table of nim: 51 positions; second wins in up to 7 plies;")


def test_a_position_that_is_not_there_has_no_entry() -> None:
    game = games.nim(heaps=(2, 3))
    table, other = tabulate(game), games.nim(heaps=(5, 5)).start
    assert other not in table and table.get(other) is None and table.best(other) is None
    with pytest.raises(KeyError):
        _ = table[other]


@pytest.mark.parametrize("part", [0.1, 0.3, 0.6, 0.999])
def test_each_damaged_byte_is_told(part: float, tmp_path: Path) -> None:
    game, file = games.nim(heaps=(2, 3, 4)), nim_table(tmp_path)
    content = bytearray(file.read_bytes())
    content[int(part * len(content))] ^= 1
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"nim\.table is (damaged|no whole table)"):
        open_table(file, game).check()


def test_a_part_of_a_file_is_no_table(tmp_path: Path) -> None:
    file = nim_table(tmp_path)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ValueError, match=r"is no whole table: it has [\d,]+ bytes, not"):
        open_table(file, games.nim(heaps=(2, 3, 4)))
    file.write_bytes(b"")
    with pytest.raises(ValueError, match="cannot be read"):
        open_table(file, games.nim(heaps=(2, 3, 4)))
    file.write_bytes(b"hello\n")
    with pytest.raises(ValueError, match="is no whole table"):
        open_table(file, games.nim(heaps=(2, 3, 4)))
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        open_table(tmp_path / "none", games.nim(heaps=(2, 3, 4)))


def test_a_table_of_other_rules_is_refused(tmp_path: Path) -> None:
    file, game = nim_table(tmp_path), games.nim(heaps=(2, 3, 4))
    with pytest.raises(ValueError, match=r"was made for nim with .*, not for nim with"):
        open_table(file, games.nim(heaps=(2, 3, 5)))
    with pytest.raises(ValueError, match="not for tic_tac_toe"):
        open_table(file, games.tic_tac_toe())
    last_loses = replace(game, payoffs=lambda position: tuple(-each for each in game.payoffs(position)))
    with pytest.raises(ValueError, match="was made by other rules of nim: make it anew"):
        open_table(file, last_loses)
    with pytest.raises(ValueError, match="it has no ranks: leave out rank="):
        open_table(file, game, lambda position: 0)


def as_number(position: Any) -> int:
    """A rank of nim: heaps of up to nine, and whose turn it is."""
    return int("".join(map(str, [position.mover, *position.heaps])))


def test_ranks_take_a_byte_a_number(tmp_path: Path) -> None:
    game, file = games.nim(heaps=(2, 3, 4)), nim_table(tmp_path, rank=as_number)
    table, plain = open_table(file, game, as_number), tabulate(game)
    assert table.head.size == 1234 and len(table) == len(plain)
    assert all(table[position] == plain[position] for position in some_positions(game, 30))
    with pytest.raises(ValueError, match="give the function rank= by which it was made"):
        open_table(file, game)
    with pytest.raises(ValueError, match="was made by other rules"):
        open_table(file, game, lambda position: 3 * as_number(position))


def test_a_rank_of_two_positions_is_refused() -> None:
    with pytest.raises(ValueError, match=r"rank gives 0 to both .* which are not worth the same"):
        tabulate(games.nim(heaps=(1, 2)), rank=lambda position: 0)
    with pytest.raises(ValueError, match="numbers from 0 up"):
        tabulate(games.nim(heaps=(1, 2)), rank=lambda position: -1)


def test_only_what_is_asked_for_is_kept() -> None:
    game = games.nim(heaps=(2, 3, 4))
    table = tabulate(game, within=lambda position: sum(position.heaps) < 4)
    assert game.start not in table
    assert 0 < len(table) < len(tabulate(game))


def test_play_may_begin_at_several_positions() -> None:
    game = games.nim(heaps=(2, 3))
    after = [game.play(game.start, move) for move in game.moves(game.start)]
    table = tabulate(game, after)
    assert len(table) == len(tabulate(game)) - 1 and game.start not in table and all(each in table for each in after)


def test_equal_sets_have_equal_texts() -> None:
    one, other = frozenset([8, 0, "a"]), frozenset(["a", 0, 8])
    assert plain_text((one, {2: 1, 1: 2})) == plain_text((other, {1: 2, 2: 1}))
    assert key_of((1, 2)) != key_of((1, 3))


# ---- mistakes


def test_what_cannot_be_tabulated_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="tables are for two players without chance"):
        tabulate(games.dice_of_doom(dice="rolled"))
    with pytest.raises(ValueError, match=r"has more than [\d,]+ positions"):
        tabulate(endless_game(), megabytes=1)
    with pytest.raises(ValueError, match="there is no folder"):
        tabulate(games.nim(), file=tmp_path / "none" / "file")
    with pytest.raises(ValueError, match="lane must be"):
        tabulate(games.nim(), lane="gpu")
    with pytest.raises(ValueError, match="machine code cannot unfold"):
        tabulate(replace(endless_game(), moves=lambda at: globals().get("moves", [])), lane="machine")


# ---- going on


@pytest.mark.parametrize("lane", ["machine", "python"])
def test_what_was_stopped_goes_on(lane: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was done; and the file is the same."""
    game, rounds, file = GAMES["kalah"](), 0, tmp_path / "table"
    monkeypatch.setattr(tabulating, "SLICE", 50)
    monkeypatch.setattr(tabulating, "AT_ONCE", 5)
    while not file.exists():
        rounds += 1
        before, polls = done(file), count()
        try:
            tabulate(game, file=file, lane=lane, stop=lambda: next(polls) >= rounds)  # noqa: B023 - asked in this round
        except Stopped:
            assert rounds < 100
            assert done(file) >= before
    assert rounds > 2
    tabulate(game, file=tmp_path / "at once")
    assert file.read_bytes() == (tmp_path / "at once").read_bytes()


def done(file: Path) -> int:
    """The bytes of the work that is kept beside a table."""
    part = file.with_name(f"{file.name}.part")
    return part.stat().st_size if part.exists() else 0


def test_a_game_that_reads_no_positions_has_a_table_too(tmp_path: Path) -> None:
    game = replace(game_of((Node(0, 0, (1, 2)), Node(1, 1), Node(1, -1))), odds=None)
    assert tabulate(game, file=tmp_path / "table", lane="python")[0] == Entry(1, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["table"]


def test_work_that_began_elsewhere_is_not_gone_on_with(tmp_path: Path) -> None:
    game, file = games.nim(heaps=(2, 3)), tmp_path / "table"
    one, other, third, *_ = (game.play(game.start, move) for move in game.moves(game.start))
    with pytest.raises(Stopped):
        tabulate(game, [one, other], file=file, stop=lambda: True)
    with pytest.raises(ValueError, match="has the work on another table"):
        tabulate(game, [one, third], file=file)


def test_another_file_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "nim.table.part").write_text("mine")
    with pytest.raises(ValueError, match="has the work on another table"):
        nim_table(tmp_path)
    assert (tmp_path / "nim.table.part").read_text() == "mine"


def test_a_slice_that_was_cut_off_or_is_damaged_is_done_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "work", ["this"])
    for number in range(4):
        kept.append([number])
    content = (tmp_path / "work").read_bytes()
    for damaged in (content[:-1], content[:-3] + b"?" + content[-2:], content + b"\0\0\0"):
        (tmp_path / "work").write_bytes(damaged)
        found = list(Kept(tmp_path / "work", ["this"]).slices())
        assert found in ([[0], [1], [2]], [[0], [1], [2], [3]])
        Kept(tmp_path / "work", ["this"]).append([9])
        assert list(Kept(tmp_path / "work", ["this"]).slices())[-1] == [9]
    with pytest.raises(ValueError, match="has the work on another table"):
        Kept(tmp_path / "work", ["that"])


PROGRAM = """
import sys
from time import sleep
from lazytree.games import konane
from lazytree.solving import tabulating
from lazytree.tables import tabulate
tabulating.SLICE, tabulating.AT_ONCE = 100, 20
print(tabulate(konane(4, 5, opening="corner"), file=sys.argv[1], lane=sys.argv[2], stop=lambda: sleep(0.005)))
"""


@pytest.mark.process
@pytest.mark.parametrize("lane", ["machine", "python"])
def test_ten_kills_in_a_row_lose_nothing(lane: str, tmp_path: Path) -> None:
    game, file = games.konane(4, 5, opening="corner"), tmp_path / "killed"
    for kill in range(10):
        before = done(file)
        running = subprocess.Popen([sys.executable, "-c", PROGRAM, str(file), lane], stdout=subprocess.DEVNULL)
        until(lambda: done(file) > before)  # noqa: B023 - asked before the next round
        sleep(0.01 * (kill % 5))
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        assert done(file) > before and not file.exists()
    subprocess.run([sys.executable, "-c", PROGRAM, str(file), lane], check=True, stdout=subprocess.DEVNULL)
    tabulate(game, file=tmp_path / "at once", lane="python")
    assert file.read_bytes() == (tmp_path / "at once").read_bytes()
    assert open_table(file, game)[game.start].value == solve(game).value

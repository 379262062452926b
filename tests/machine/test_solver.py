"""The solver of machine code: equal values with each technique on and off, tables small and large; what it tells."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from weakref import WeakKeyDictionary

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, Game, Stats, games
from lazytree.compiler import pays_more
from lazytree.compiler.compiling import unmade
from lazytree.core.values import SURE, WIN, later
from lazytree.machine import asking, solving, trials
from lazytree.machine.memories import memories_to_the_end
from lazytree.machine.to_the_end import highest, solve_runner
from lazytree.searching.kernels import scout, solver, threats
from lazytree.solving.exact import Bounds, Known

NIM = games.nim(heaps=(2, 3, 3))
_normal = NIM.payoffs


def swapped(position):
    """Who takes the last piece loses."""
    first, second = _normal(position)
    return second, first


GAMES = {
    "tic_tac_toe": (games.tic_tac_toe(), 2),
    "connect_four": (games.connect_four(4, 4), 8),
    "connect_three": (games.connect_four(5, 4, connect=3), 5),
    "domineering": (games.domineering(4, 4), 2),
    "clobber": (games.clobber(3, 4), 1),
    "konane": (games.konane(rows=4, columns=5, opening="corner"), 2),
    "kalah": (games.kalah(3, 2, score="margin"), 4),
    "othello": (games.othello(rows=4, columns=4, score="margin"), 6),
    "hex": (games.hex(size=3, swap=False), 2),
    "nim": (games.nim(heaps=(2, 3, 4)), 1),
    "dice_of_doom": (games.dice_of_doom(size=3, max_dice=2), 0),
    "andantino": (games.andantino(side=3), 14),
    "misere": (replace(NIM, payoffs=swapped), 1),
}
ALL = sum(trials.NAMES)
SETS = {0, ALL, *trials.SETS, *(ALL - bit for bit in trials.NAMES), *trials.NAMES}


@cache
def values_of(game: Game):
    """The value of a position, by the rules alone."""

    @cache
    def value(here) -> int:
        after = [later(value(game.play(here, move))) for move in game.moves(here)]
        if not after:
            return WIN * game.payoffs(here)[FIRST]
        return max(after) if game.mover(here) == FIRST else min(after)

    return value


def value_of(game: Game, position) -> int:
    return values_of(game)(position)


def positions(game: Game, plies: int, count: int, spread: int = 3):
    """Positions of random games, that many plies from the start, or up to `spread` more, if they get there."""
    random = Random(7)
    for _ in range(count):
        position = game.start
        for _ in range(plies + random.randrange(spread)):
            if not (moves := list(game.moves(position))):
                break
            position = game.play(position, random.choice(moves))
        if any(True for _ in game.moves(position)):
            yield position


def check(name: str, techniques: set[int], entries: list[int], count: int) -> None:
    """Questions about a value and its neighbours, about who wins, and about near ends, in one table for all."""
    game, plies = GAMES[name]
    run, (memory,) = solve_runner(game), memories_to_the_end(1, 1, True)
    assert run.lane == "machine"
    plain = not pays_more(game)
    expected = [(position, value_of(game, position)) for position in positions(game, plies, count)]
    for size in entries:
        for each in sorted(techniques):
            memory.table.clear(len(memory.table.words))
            memory.counts.clear(scout.COUNTS)
            memory.counts[scout.ENTRIES], memory.counts[scout.THREADS] = size, 1
            memory.counts[scout.HIGHEST] = highest(plain)
            ask = asking.Asking(run, [memory], lambda: False, (each,))
            for position, value in expected:
                for asked in (1, 0, value, value + 1, value - 2, WIN - 2, 3 - WIN):
                    found = ask(position, asked)
                    assert found is not None
                    assert (asked <= found <= value) if value >= asked else (value <= found < asked), (each, asked)


@pytest.mark.promise
@pytest.mark.parametrize("name", ["misere"])
def test_every_technique_finds_the_same(name: str) -> None:
    check(name, {0, ALL, *trials.SETS[:2]}, [16], 4)


@pytest.mark.parametrize("name", GAMES)
def test_every_technique_finds_the_same_in_every_game(name: str) -> None:
    check(name, SETS, [4, 2**16], 12)


def agreeing(name: str, count: int) -> None:
    """Any techniques, in a table that is small or large and full of earlier answers, on one thread or two, in turns."""
    game, plies = GAMES[name]
    run, random = solve_runner(game), Random(27)
    asks = [
        [asking.Asking(run, memories, lambda: False, (ALL,)) for memories in (shared[:1], shared)]
        for shared in (memories_to_the_end(2, 1, True), memories_to_the_end(2, 1, True))
    ]
    for pair, entries in zip(asks, (4, 2**16)):
        for memory in pair[1].memories:
            memory.counts[scout.ENTRIES] = entries
            memory.counts[scout.HIGHEST] = highest(not pays_more(game))
    for number, position in enumerate(positions(game, plies, count, 8)):
        value, ask = value_of(game, position), asks[number >> 1 & 1][number & 1]
        ask.sets = (random.randrange(ALL + 1),)
        for memory in ask.memories:
            memory.counts[scout.THREADS] = len(ask.memories)
        for asked in (1, value, value + 1, 0):
            found = solving.known_of(ask(position, asked))
            assert (asked <= found <= value) if value >= asked else (value <= found < asked), (position, ask.sets)


@pytest.mark.parametrize("name", GAMES)
def test_values_are_equal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On two threads from the first position on."""
    monkeypatch.setattr(asking, "SHORT", 0)
    agreeing(name, 60)


@pytest.mark.minutes
@pytest.mark.parametrize("name", GAMES)
def test_values_of_many_positions_are_equal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "SHORT", 0)
    agreeing(name, 10_000)


@pytest.mark.parametrize("name", GAMES)
def test_answers_are_those_of_the_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a trial after the first positions, too."""
    game, plies = GAMES[name]
    for tried_from, position in zip((0, 10**9) * 5, positions(game, plies, 10)):
        monkeypatch.setattr(trials, "TRIED_FROM", tried_from)
        monkeypatch.setattr(trials, "KEPT_FOR", tried_from)
        monkeypatch.setattr(solving, "SOON", 100 if tried_from == 0 else 1000)
        monkeypatch.setattr(trials, "SMALLEST", 8)
        monkeypatch.setattr(trials, "FEWEST", 2)
        solution, value = lazytree.solve(game, position, lane="machine", megabytes=1), value_of(game, position)
        assert solution.bounds == (value, value)
        for move in solution.line:
            position = game.play(position, move)
            value += (value > SURE) - (value < -SURE)
            assert value_of(game, position) == value
        assert not any(True for _ in game.moves(position))
        winner = lazytree.solve(game, position, what="winner", lane="machine", megabytes=1)
        assert winner.value == game.payoffs(position)[FIRST]


def test_the_next_search_begins_with_what_was_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, changed in {"TRIED_FROM": 0, "KEPT_FOR": 0}.items():
        monkeypatch.setattr(trials, name, changed)
    monkeypatch.setattr(solving, "SOON", 100)
    game = games.connect_four(4, 5)
    run = solve_runner(game)
    sets = [trials.usable(run.rules, each) for each in trials.SETS]
    best = trials.usable(run.rules, trials.LIGHT)
    monkeypatch.setattr(trials.Race, "beside", lambda race, each, other, larger=True: (other == best) - (each == best))
    assert trials.sets_for(run)[0] == sets[0] != best
    value = lazytree.solve(game, lane="machine").value
    assert trials.sets_for(run)[0] == best
    assert sorted(trials.sets_for(run)) == sorted({*sets})
    assert lazytree.solve(game, lane="machine").value == value


def test_searches_make_trials_until_enough_questions_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    changes = {"TRIED_FROM": 0, "KEPT_FOR": 10**9, "AGAIN": 10**9, "ENOUGH": 10, "_LEARNT": WeakKeyDictionary()}
    for name, changed in changes.items():
        monkeypatch.setattr(trials, name, changed)
    monkeypatch.setattr(solving, "SOON", 100)
    known = list[int]()

    def trial(race: trials.Race, *_: object) -> None:
        known.append(len(race.rows))
        race.rows += [(100, dict.fromkeys(race.sets, (100, 1e-3)))] * 5

    monkeypatch.setattr(trials.Race, "trial", trial)
    game = games.connect_four(4, 5)
    for _ in range(5):
        lazytree.solve(game, lane="machine")
    assert known == [0, 5]


@pytest.mark.promise
def test_the_root_tries_first_what_has_refuted_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No move comes before the root's: without the refutations after any move this takes more than 13,000."""
    monkeypatch.setattr(trials, "SETS", (trials.HEAVY,))
    stats = Stats()
    assert lazytree.solve(games.hex(4, swap=False), stats=stats, what="winner", lane="machine").value == 1
    assert stats.nodes < 9_000


def test_what_is_known_is_kept_between_calls() -> None:
    game, known, (first, again) = games.connect_four(4, 4), Known(megabytes=1), (Stats(), Stats())
    for stats, threads in ((first, 1), (again, 2)):
        values = [
            lazytree.solve(game, position, stats, lane="machine", known=known, threads=threads).bounds[0]
            for position in positions(game, 8, 4)
        ]
        assert values == [value_of(game, position) for position in positions(game, 8, 4)]
    assert again.nodes < first.nodes / 2
    with pytest.raises(ValueError, match=r"known is of another game: connect_four; take a new Known\(\) for nim"):
        lazytree.solve(games.nim(), known=known)


@pytest.mark.promise
def test_who_wins_is_told_before_how_soon() -> None:
    game = games.domineering(4, 4)
    winner, shortest = (lazytree.solve(game, what=what, lane="machine") for what in ("winner", "shortest"))
    assert winner.value == shortest.value == 1
    assert shortest.bounds == Bounds(WIN - shortest.plies, WIN - shortest.plies)
    assert winner.bounds.low <= shortest.bounds.low <= winner.bounds.high
    assert shortest.techniques
    with pytest.raises(
        ValueError, match='what must be "shortest" or "winner", not "loser"'.replace('"loser"', "'loser'")
    ):
        lazytree.solve(game, what="loser")


@pytest.mark.promise
@pytest.mark.parametrize("limit", [{"seconds": 60}, {"stop": lambda: False}])
def test_what_is_known_when_it_is_stopped_is_told(limit, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped as it begins to ask how soon."""
    found = solving.values

    def winner_only(*asked):
        yield from found(*asked[:3], "winner", asked[4])
        raise lazytree.Stopped

    monkeypatch.setattr(solving, "values", winner_only)
    game = games.domineering(4, 4)
    solve_runner(game)
    solution = lazytree.solve(game, **limit)
    assert (solution.value, solution.plies) == (1, None)
    assert solution.bounds.low > 0
    assert value_of(game, game.play(game.start, *solution.line)) > 0
    told = "within 60 seconds" if "seconds" in limit else "before it was stopped"
    assert solution.why.startswith(f"how soon is not known {told}, in which ")


def rated_sometimes(position) -> int:
    return 12 // (position.mover + len([cell for cell in range(16) if position.taken >> cell & 1]) - 7)


def test_a_rating_that_fails_does_no_harm() -> None:
    game = games.domineering(4, 4)
    solution = lazytree.solve(replace(game, ratings={"sometimes": rated_sometimes}), lane="machine")
    assert (solution.value, solution.plies) == lazytree.solve(game)[:2]
    assert "rating" not in solution.techniques


@pytest.mark.promise
@pytest.mark.parametrize("name", ["hex", "domineering"])
def test_a_game_up_to_symmetry_compiles(name: str) -> None:
    game, _ = GAMES[name]
    few = lazytree.up_to_symmetry(game)
    assert lazytree.solve(few, lane="machine")[:2] == lazytree.solve(game, lane="python")[:2]
    assert lazytree.unfold(few, lane="machine").positions < lazytree.unfold(game, lane="machine").positions


@pytest.mark.promise
@pytest.mark.slow
def test_a_mate_is_found_where_positions_can_be_repeated() -> None:
    """Mate in three: the rook waits for the king to stand opposite."""
    solution = lazytree.solve(games.chess(setup="8/8/8/8/8/2k5/7r/1K6 b"), lane="machine")
    assert (solution.value, solution.plies) == (-1, 5)


def wins_at_once(game: Game, position) -> bool:
    """Whether who moves can win by a move that ends the game, by the rules alone."""
    mover = game.mover(position)
    ends = [end for move in game.moves(position) if not list(game.moves(end := game.play(position, move)))]
    return any(game.payoffs(end)[mover] > 0 for end in ends)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_three", "kalah", "konane"])
def test_what_is_known_of_replies_is_what_the_rules_say(name: str) -> None:
    """How many are safe, and which are not; it is handed on to where these replies are searched."""
    game, plies = GAMES[name]
    rules, (memory,), losing = solve_runner(game).rules, memories_to_the_end(1, 1, True), 0
    for position in positions(game, plies, 20, 8):
        after = [game.play(position, move) for move in game.moves(position)]
        lose = [game.mover(child) != game.mover(position) and wins_at_once(game, child) for child in after]
        found = threats.safe_replies(rules, memory, position, 1)
        assert found == (lose.count(False), sum(1 << number for number, each in enumerate(lose) if each))
        assert threats.safe_replies(rules, memory, position, 0) == (len(lose), 0)
        losing += any(lose)
    assert losing


@pytest.mark.parametrize("name", GAMES)
def test_a_search_knows_what_kind_of_payoffs_there_are(name: str) -> None:
    game, _ = GAMES[name]
    run = solve_runner(game)
    assert run.pays_more == pays_more(game)


def test_the_rules_are_not_compiled_beside_the_search() -> None:
    game = games.connect_four(4, 3)
    lazytree.solve(game, lane="machine")
    assert unmade(game).rules is None


def test_a_search_ends_after_so_many_positions() -> None:
    run, (memory,) = solve_runner(games.konane()), memories_to_the_end(1, 1, True)
    memory.counts[scout.HIGHEST] = WIN
    ask = asking.Asking(run, [memory], lambda: False, (ALL & ~solver.KILLERS,))
    assert ask(games.konane().start, 1, 500) is None
    assert memory.counts[scout.SEEN] == 501

"""Bots: what they choose, against brute force; what they keep in memory; what they say to people."""

import gc
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, Stats, bots, is_over, play_game, think
from lazytree.games import connect_four, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.playing import bots as room
from lazytree.playing.bots import BOTS, at_random, best_first, breadth_first, human
from lazytree.trees.growing import Grower
from lazytree.trees.tree import Tree
from tests.helpers.positions import ALL, SMALL, Variant, walk_to, walks
from tests.helpers.trees import brute, brute_mean, nearer

KONANE = konane(rows=4, columns=5, opening="centre")
ROLLED = dice_of_doom(size=2, max_dice=5, dice="rolled", board="a3,b2,a1,b1")
THREE = dice_of_doom(size=3, players=3, seed=4)
CERTAIN = [variant for variant in SMALL if variant.parameters.get("dice") != "rolled"]


def values(game: Any, rating: Any, position: Any, depth: int) -> dict[Any, float]:
    """Every move and what it is worth to the mover, by brute force."""
    sign = 1 if game.mover(position) == 0 else -1
    return {move: sign * brute(game, rating, game.play(position, move), depth - 1, 1) for move in game.moves(position)}


@given(st.sampled_from(CERTAIN), walks(30), st.integers(1, 2))
def test_think_makes_a_best_move(variant: Variant, walk: tuple[int, int], depth: int):
    game = variant()
    position = walk_to(game, walk)
    worth = values(game, next(iter(game.ratings.values())), position, depth)
    assert worth[think(game, depth)(position)] == max(worth.values())


@given(st.sampled_from(CERTAIN), walks(30), st.integers(1, 2))
def test_breadth_first_makes_the_first_of_the_best_moves(variant: Variant, walk: tuple[int, int], plies: int):
    game = variant()
    position = walk_to(game, walk)
    worth = values(game, next(iter(game.ratings.values())), position, plies)
    assert breadth_first(game, plies)(position) == max(worth, key=worth.__getitem__)


@given(st.sampled_from(CERTAIN), walks(30), st.integers(1, 2))
def test_minimax_and_alphabeta_make_the_first_of_the_best_moves(variant: Variant, walk: tuple[int, int], depth: int):
    game = variant()
    position = walk_to(game, walk)
    worth = values(game, next(iter(game.ratings.values())), position, depth)
    first = max(worth, key=worth.__getitem__)
    assert bots.minimax(game, depth)(position) == bots.alphabeta(game, depth)(position) == first


def test_minimax_and_alphabeta_say_what_a_move_cost():
    """Exercises 3 and 4 of the course on Konane: the same moves, fewer static evaluations."""
    everything, pruned = Stats(), Stats()
    some = [bots.minimax(KONANE, 3, "mobility", everything), bots.alphabeta(KONANE, 3, "mobility", pruned)]
    for position, move in play_game(KONANE, [some[0]] * 2):
        if move is not None:
            assert move == some[1](position)
    assert (everything.cutoffs, pruned.cutoffs > 0) == (0, True)
    assert 0 < pruned.rated < everything.rated
    assert 1 < pruned.branching < everything.branching
    assert everything.seconds > 0
    assert pruned.seconds > 0


def test_alphabeta_is_for_two_players():
    with pytest.raises(ValueError, match="two players: let dice_of_doom be played by minimax or think"):
        bots.alphabeta(THREE)


@given(walks(10), st.sampled_from([think, breadth_first, bots.minimax, bots.alphabeta]))
def test_chance_is_weighed_exactly(walk: tuple[int, int], factory: Any):
    position = walk_to(ROLLED, walk)
    if ROLLED.mover(position) == CHANCE:
        return
    sign = 1 if ROLLED.mover(position) == 0 else -1
    worth = {
        move: sign * nearer(brute_mean(ROLLED, ROLLED.ratings["hexes"], ROLLED.play(position, move), 1))
        for move in ROLLED.moves(position)
    }
    assert worth[factory(ROLLED, 2, "hexes")(position)] == max(worth.values())


def everyone(position: Any, depth: int) -> tuple[float, ...]:
    """What each of three players gets, by brute force; among equals for the mover the first move counts."""
    moves = list(THREE.moves(position))
    if not moves:
        return tuple(1_000_000 * payoff for payoff in THREE.payoffs(position))
    if depth == 0:
        return THREE.standings["dice"](position)
    ways = [tuple(map(nearer, everyone(THREE.play(position, move), depth - 1))) for move in moves]
    return max(ways, key=lambda way: way[THREE.mover(position)])


@given(walks(20), st.sampled_from([think, breadth_first, bots.minimax]))
def test_each_of_three_players_looks_after_himself(walk: tuple[int, int], factory: Any):
    position = walk_to(THREE, walk)
    hers = {
        move: nearer(everyone(THREE.play(position, move), 1)[THREE.mover(position)]) for move in THREE.moves(position)
    }
    assert hers[factory(THREE, 2, "dice")(position)] == max(hers.values())


@given(st.sampled_from(ALL), st.integers(0, 2**32))
def test_every_strategy_plays_every_game_legally(variant: Variant, seed: int):
    game = variant()
    quick = [think(game, 1), at_random(game, seed), breadth_first(game, 1)]
    seats = Random(seed).choices(quick, k=len(game.players))
    course = list(islice(play_game(game, seats, seed=seed), 8))
    assert 1 <= len(course) <= 8


def course_of(game: Any, bot: Any, other: Any) -> list[Any]:
    return [move for _, move in play_game(game, [bot, other])]


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_what_think_keeps_changes_no_answer(seed: int, depth: int):
    kept = think(KONANE, depth)
    for position, move in play_game(KONANE, [kept, at_random(KONANE, seed)]):
        if move is not None and KONANE.mover(position) == 0:
            assert move == think(KONANE, depth)(position)


def growers(monkeypatch: pytest.MonkeyPatch) -> list[Grower[Any, Any]]:
    """The growers that bots make from now on."""
    made: list[Grower[Any, Any]] = []
    grow = room.grow

    def noted(*arguments: Any) -> Grower[Any, Any]:
        made.append(grow(*arguments))
        return made[-1]

    monkeypatch.setattr(room, "grow", noted)
    return made


def test_think_keeps_what_lies_below_the_move_played(monkeypatch: pytest.MonkeyPatch):
    made, again, fresh = growers(monkeypatch), Stats(), Stats()
    bot = think(KONANE, 4, stats=again, lane="python")
    position = KONANE.start
    for _ in range(2):
        position = KONANE.play(position, bot(position))
    before = again.grown
    bot(position)
    think(KONANE, 4, stats=fresh, lane="python")(position)
    assert len(made) == 2
    assert 0 < again.grown - before < fresh.grown


def test_think_lets_the_rest_go(monkeypatch: pytest.MonkeyPatch):
    made, spent = growers(monkeypatch), Stats()
    bot = think(KONANE, 4, stats=spent, lane="python")
    for position, move in play_game(KONANE, [bot, at_random(KONANE, 1)]):
        if move is not None and KONANE.mover(position) == 0:
            assert set(made[0]._grown) <= reachable(KONANE, position)
    assert len(made[0]) < spent.grown / 2


def reachable(game: Any, position: Any) -> set[Any]:
    found, ahead = {position}, [position]
    for here in ahead:
        for move in game.moves(here):
            there = game.play(here, move)
            if there not in found:
                found.add(there)
                ahead.append(there)
    return found


@pytest.mark.slow
def test_no_node_that_think_let_go_is_held_by_another(monkeypatch: pytest.MonkeyPatch):
    made, spent = growers(monkeypatch), Stats()
    before = grown_nodes()
    bot = think(KONANE, 3, stats=spent, lane="python")
    list(play_game(KONANE, [bot, at_random(KONANE, 1)]))
    assert grown_nodes() - before == len(made[0]) < spent.grown / 2


def grown_nodes() -> int:
    """How many nodes there are in memory that are no stage's."""
    gc.collect()
    return sum(isinstance(thing, Tree) and not isinstance(thing.origin, Tree) for thing in gc.get_objects())


@given(walks(8))
def test_best_first_finds_a_win_in_one(walk: tuple[int, int]):
    game = tic_tac_toe()
    position = walk_to(game, walk)
    wins = [move for move in game.moves(position) if won(game, position, move)]
    if wins:
        assert best_first(game)(position) in wins


def won(game: Any, position: Any, move: Any) -> bool:
    after = game.play(position, move)
    return is_over(game, after) and game.payoffs(after)[game.mover(position)] > 0


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.sampled_from(["nim_sum", None]))
def test_best_first_wins_nim_wherever_it_is_won(heaps: list[int], rating: str | None):
    game = nim(heaps=heaps)
    total = 0
    for heap in heaps:
        total ^= heap
    if total:
        even = rating or (lambda position: 0)
        *_, (end, _) = play_game(game, [best_first(game, 3000, even), at_random(game, 3)])
        assert game.payoffs(end)[0] == 1


def test_best_first_spends_what_it_may():
    stats = Stats()
    best_first(konane(), 50, stats=stats)(konane().start)
    assert stats.interior == 50
    assert stats.rated >= 50


def test_at_random_is_fair_and_settled_by_its_seed():
    game = tic_tac_toe()
    bot = at_random(game, 1)
    counts = [0] * 9
    for _ in range(1800):
        counts[bot(game.start)] += 1
    assert all(130 < count < 270 for count in counts)
    assert len({tuple(course_of(game, at_random(game, 3), at_random(game, 4))) for _ in range(5)}) == 1


@pytest.mark.parametrize("factory", [*BOTS.values(), lambda game: human(game, input, print)])
def test_where_the_game_is_over_there_is_no_move_to_choose(factory: Any):
    with pytest.raises(ValueError, match="no move to choose"):
        factory(nim(heaps=()))(nim(heaps=()).start)


@pytest.mark.parametrize(
    ("factory", "parameters", "named"),
    [
        (think, {"depth": 0}, "depth must be a whole number of at least 1, not 0"),
        (think, {"depth": "4"}, "depth must be a whole number of at least 1, not '4'"),
        (think, {"rating": "stones"}, "tic_tac_toe has no rating 'stones'; it has: open_lines"),
        (breadth_first, {"plies": 0}, "plies must be"),
        (bots.minimax, {"depth": 0}, "depth must be"),
        (bots.alphabeta, {"rating": "x"}, "no rating 'x'"),
        (best_first, {"expansions": -1}, "expansions must be"),
        (best_first, {"rating": "x"}, "no rating 'x'"),
        (at_random, {"seed": "x"}, "seed must be a whole number, not 'x'"),
        (bots.mcts, {"seed": Random(1)}, "seed must be a whole number, not <random"),
    ],
)
def test_mistakes_are_named(factory: Any, parameters: dict[str, Any], named: str):
    with pytest.raises(ValueError, match=named):
        factory(tic_tac_toe(), **parameters)


def test_mistakes_with_many_players_and_chance_are_named():
    with pytest.raises(ValueError, match="no standing 'x'; it has: score_board, hexes, dice"):
        think(THREE, rating="x")
    for game in (THREE, ROLLED):
        with pytest.raises(ValueError, match="two players without chance"):
            best_first(game)


def ask_human(game: Any, position: Any, *answers: str) -> tuple[Any, list[str]]:
    """What a human who answers so plays, and what was told on the way."""
    told: list[str] = []
    waiting = iter(answers)
    return human(game, lambda prompt: next(waiting), told.append)(position), told


def test_a_human_answers_as_the_game_writes_it_or_by_number():
    game = nim(heaps=(2, 1))
    assert ask_human(game, game.start, " A-2 ") == ((0, 2), [])
    assert ask_human(game, game.start, "?", "3") == ((1, 1), ["1. a-1\n2. a-2\n3. b-1"])


@pytest.mark.parametrize("wrong", ["", "0", "4", "-1", "a-3", "²", "?? ", "c"])
def test_a_human_is_told_what_is_legal_and_asked_again(wrong: str):
    game = nim(heaps=(2, 1))
    move, told = ask_human(game, game.start, wrong, "b-1")
    assert move == (1, 1)
    assert told == [f"{wrong.strip()!r} is not a legal move; legal here: a-1, a-2, b-1"]


@pytest.mark.parametrize("full", ["b", "cd", "bcd"])
def test_numbers_are_columns_where_the_game_says_so(full: str):
    """Number 2 is not the second move of the list once column 2 is full."""
    game = connect_four(columns=4, rows=2, connect=4)
    position = game.start
    for column in full:
        for _ in range(2):
            position = game.play(position, game.parse(position, column))
    number = str("abcd".index(full[0]) + 1)
    move, told = ask_human(game, position, number, "?", "1")
    assert move == 0
    assert "not a legal move" in told[0]
    assert [word for word in told[1].split() if word.isalpha()] == [column for column in "abcd" if column not in full]


def test_the_book_s_numbers_are_the_list_s():
    game = dice_of_doom(board="a3,a3,b3,b1")
    move, told = ask_human(game, game.start, "?", "2")
    assert told == ["1. 0->3\n2. 1->3"]
    assert game.format(game.start, move) == "1->3"


def test_the_end_of_the_answers_is_not_swallowed():
    def ask(prompt: str) -> str:
        raise EOFError

    with pytest.raises(EOFError):
        human(nim(), ask, print)(nim().start)


@pytest.mark.parametrize("lane", ["machine", "python"])
def test_mcts_tells_its_progress_and_moves_when_it_is_told_to(lane: str):
    told, game, ticks = list[Any](), tic_tac_toe(), count()
    stats = Stats()
    bot = bots.mcts(game, 40, progress=told.append, clock=lambda: next(ticks), lane=lane, stats=stats)
    assert bot(game.start) in list(game.moves(game.start))
    assert [progress.nodes for progress in told] == sorted({progress.nodes for progress in told})
    assert told[-1].nodes == stats.nodes
    for progress in told:
        assert progress.best == progress.line[0]
        assert progress.depth == len(progress.line)
    stats = Stats()
    assert bots.mcts(game, 10**9, stop=lambda: stats.nodes > 200, stats=stats, lane=lane)(game.start) is not None
    assert stats.nodes < 10**5


def test_mcts_is_asked_with_functions_and_numbers():
    for wrong in ({"progress": 1}, {"stop": True}, {"threads": 0}, {"clock": 3}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            bots.mcts(tic_tac_toe(), **wrong)

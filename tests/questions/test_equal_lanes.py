"""The law of the front door: a question about a game has the same answer in machine code and in Python."""

from dataclasses import replace
from functools import reduce
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest

from lazytree import (
    SURE,
    WIN,
    Game,
    Stats,
    Stopped,
    bots,
    deepen,
    is_over,
    mcts,
    mobility,
    perft,
    playouts,
    prove,
    search,
    solve,
    think,
    unfold,
    until,
    within,
)
from lazytree import (
    lane as compiled_lane,
)
from lazytree.games import GAMES, dice_of_doom, konane, selfo, tic_tac_toe
from tests.helpers.marks import slow_unless
from tests.helpers.positions import TWO, walk_to

LANES = "machine", "python"
COUNTS = "nodes", "rated", "interior", "branches", "cutoffs", "hits"
MANY = 200  # lines of play that Python looks at in a moment
ROLLED = dice_of_doom(size=2, dice="rolled")
THREE = dice_of_doom(size=2, players=3)
SELFO = selfo(side=3, setup="a1 b3 d4 e5 / a3 b1 d2 e3 / a2 b2 c3 e4", players=3, swap=False)
T = tic_tac_toe()
KONANE = konane(rows=4, columns=4, opening="corner")
TRIED = [next(variant for variant in TWO if variant.name == name and variant().odds is None) for name in GAMES]
FEW = {"connect_four", "hex", "konane", "nim", "tic_tac_toe", "clobber", "kalah"}  # with positions to be counted
SOLVED = slow_unless(
    lambda variant: variant.name in ("nim", "tic_tac_toe"), (each for each in TRIED if each.name in FEW)
)


def in_both(ask):
    """What each lane answers; the statistics say which it was."""
    answers = []
    for lane in LANES:
        stats = Stats()
        answers.append((ask(lane=lane, stats=stats), stats))
        assert stats.lane.name == lane
    return answers


def value_at_the_end(game, position, line):
    """What the line leads to, seen by FIRST; None if the game goes on there."""
    for move in line:
        assert move in list(game.moves(position))
        position = game.play(position, move)
    return game.payoffs(position)[0] if is_over(game, position) else None


def led_to(game, position, line, rating):
    """What a search is to say of a line: the payoff or the rating at its end, a payoff by one less for each ply."""
    end = value_at_the_end(game, position, line)
    if end is None:
        return rating(reduce(game.play, line, position))
    value = WIN * end
    return value - len(line) * ((value > 0) - (value < 0)) if abs(value) > SURE else value


@pytest.mark.parametrize("ratings", [1, pytest.param(None, marks=pytest.mark.slow)], ids=["one rating", "all ratings"])
@pytest.mark.parametrize("variant", TRIED, ids=str)
def test_the_same_answers_in_both_lanes(variant, ratings):
    game, random = variant(), Random(str(variant))
    position = walk_to(game, (random.randrange(12), random.randrange(2**32)))
    depth = max(depth for depth in (1, 2, 3) if depth == 1 or perft(game, depth, position) < MANY)
    refused = compiled_lane(game).ratings
    for name, rating in islice(game.ratings.items(), ratings):
        if refused.get(name):
            assert search(game, depth, name, position).lane == "python"
            continue
        (machine, counted), (python, interpreted) = in_both(
            lambda name=name, **means: search(game, depth, name, position, **means)
        )
        assert machine.value == python.value, name
        assert (machine.lane, python.lane) == LANES
        for answer in machine, python:
            assert led_to(game, position, answer.line, rating) == answer.value, name
            assert answer.best == answer.line[0]
        for stats in counted, interpreted:
            assert min(stats.nodes, stats.interior, stats.branches) > 0 < stats.seconds
            assert stats.interior <= stats.nodes
    counts = in_both(lambda **means: perft(game, depth, position, **means))
    assert counts[0][0] == counts[1][0]
    (machine, counted), (python, interpreted) = in_both(lambda **means: playouts(game, 3, position, seed=7, **means))
    assert machine[:2] == python[:2]
    assert counted.nodes == interpreted.nodes == machine.plies


SIMULATED = slow_unless(lambda variant: variant.name == "nim", TRIED)


@pytest.mark.parametrize("variant", SIMULATED, ids=str)
def test_the_same_simulations_in_both_lanes(variant):
    game = variant()
    position = walk_to(game, (4, 1))
    highest = 1 if game.parameters.get("score") != "margin" else 10_000
    (machine, counted), (python, interpreted) = in_both(
        lambda **means: list(islice(mcts(game, 3, highest=highest, **means)(position), 4))
    )
    assert [answer[:5] for answer in machine] == [answer[:5] for answer in python]
    assert counted.nodes == interpreted.nodes == machine[-1].nodes


@pytest.mark.parametrize("variant", SOLVED, ids=str)
def test_the_same_exact_values_in_both_lanes(variant):
    game = variant()
    position = walk_to(game, (3 if variant.name == "tic_tac_toe" else 8, 5))
    (machine, counted), (python, interpreted) = in_both(lambda **means: solve(game, position, **means))
    assert machine[:2] == python[:2]
    assert (machine.lane, python.lane) == LANES
    for solution in machine, python:
        assert value_at_the_end(game, position, solution.line) == solution.value
    assert min(counted.nodes, interpreted.nodes) > 0
    (machine, counted), (python, interpreted) = in_both(lambda **means: unfold(game, position, **means))
    assert machine[:3] == python[:3]
    assert machine.value == solution.value
    assert (counted.nodes, counted.branches) == (interpreted.nodes, interpreted.branches)
    proof = prove(game, position, more_than=solution.value - 1)
    assert (proof.result, proof.lane) == ("proven", "python")


def leaves(**means):
    return Game("counted", Count(0), *(means[name] for name in ("mover", "moves", "play", "payoffs")), ratings=RATINGS)


class Count(NamedTuple):
    turn: int
    sum: int = 1


def mover(position: Count) -> int:
    return position.turn % 2


def moves(position: Count):
    if position.turn < 6:
        yield 1
        yield 2


def tripled(position: Count, move: int) -> Count:
    return Count(position.turn + 1, position.sum * 3_000_017 * move)


def added(position: Count, move: int) -> Count:
    return Count(position.turn + 1, position.sum + move)


def win_or_loss(position: Count) -> tuple[int, int]:
    value = 1 if position.sum % 7 < 3 else -1
    return value, -value


def far_beyond(position: Count) -> tuple[int, int]:
    value = position.sum * 3_000_000_000_000
    return value, -value


def sums(position: Count) -> int:
    return position.sum % 11


RATINGS = {"sums": sums}
TRAPPING = {
    "ints that leave 64 bits": leaves(mover=mover, moves=moves, play=tripled, payoffs=win_or_loss),
    "payoffs beyond the windows": leaves(mover=mover, moves=moves, play=added, payoffs=far_beyond),
}


@pytest.mark.parametrize("why", slow_unless(["ints that leave 64 bits"], TRAPPING))
@pytest.mark.slow
def test_where_machine_code_traps_python_answers_and_says_so(why):
    game, highest = TRAPPING[why], 10**14
    questions = {
        "search": lambda **means: search(game, 6, "sums", **means)[:2],
        "solve": lambda **means: solve(game, **means)[:2],
        "unfold": lambda **means: unfold(game, **means)[:3],
        "perft": lambda **means: perft(game, 6, **means),
        "playouts": lambda **means: playouts(game, 20, **means)[:2],
        "mcts": lambda **means: [each[:5] for each in islice(mcts(game, highest=highest, **means)(game.start), 6)],
    }
    for name, ask in questions.items():
        stats, plain = Stats(), Stats()
        assert ask(stats=stats) == ask(stats=plain, lane="python"), name
        assert bool(stats.lane.reason) == (stats.lane.name == "python"), name
        if stats.lane.name == "python":
            with pytest.raises(ValueError, match=r'machine code cannot answer this .*: leave out lane="machine"'):
                ask(lane="machine")


QUESTIONS = {
    "search": lambda game, position=None, **means: search(game, 2, position=position, **means),
    "deepen": lambda game, position=None, **means: next(iter(deepen(game, position, **means))),
    "solve": solve,
    "unfold": unfold,
    "perft": lambda game, position=None, **means: perft(game, 2, position, **means),
    "playouts": lambda game, position=None, **means: playouts(game, 3, position, **means),
    "mcts": lambda game, position=None, **means: next(
        mcts(game, **means)(game.start if position is None else position)
    ),
    "think": lambda game, position=None, **means: think(game, **means)(game.start if position is None else position),
    "bots.mcts": lambda game, position=None, **means: bots.mcts(game, 5, **means)(
        game.start if position is None else position
    ),
}
each_question = pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)


@pytest.mark.parametrize("name", ["solve", "unfold"])
def test_exact_values_with_chance_and_more_players_are_pythons(name):
    for game, reason in (ROLLED, "an exact fraction"), (THREE, "more than two players"):
        stats = Stats()
        QUESTIONS[name](game, stats=stats)
        assert stats.lane.name == "python"
        assert reason in stats.lane.reason
        with pytest.raises(ValueError, match=f'{reason}.*leave out lane="machine"'):
            QUESTIONS[name](game, lane="machine")


@pytest.mark.parametrize(
    "name", slow_unless(["search", "playouts"], ["search", "deepen", "perft", "playouts", "think"])
)
def test_chance_and_more_players_are_asked_alike(name):
    ask = QUESTIONS[name]
    for game in ROLLED, SELFO:
        stats = Stats()
        means = {} if game is ROLLED or name in ("perft", "playouts") else {"rating": standing}
        machine, python = (ask(game, stats=stats, lane=lane, **means) for lane in LANES)
        if name in ("search", "deepen"):
            assert machine[:4] == python[:4]
        elif name == "playouts":
            assert machine[:2] == python[:2]
        else:
            assert machine == python


def standing(position):
    return position.passes, 3, position.mover


@each_question
def test_a_game_that_does_not_compile_is_refused_with_its_reason(ask):
    game = replace(T, moves=lambda position: sorted(str(move) for move in T.moves(position)), play=played_by_text)
    assert ask(game) is not None
    with pytest.raises(ValueError, match=r'machine code cannot answer this \(.+\): leave out lane="machine"'):
        ask(game, lane="machine")


def played_by_text(position, move):
    return T.play(position, int(move))


@each_question
@pytest.mark.parametrize("lane", [None, *LANES])
def test_wrong_things_are_named_with_what_to_do(ask, lane):
    for wrong, said in (
        ((tic_tac_toe,), r"a Game is wanted.*tic_tac_toe\(\)"),
        ((3,), "a Game is wanted, not 3"),
        ((T, KONANE.start), r"is no position of tic_tac_toe: .*tic_tac_toe_rules\.Position is wanted"),
        ((T, "XX.OO...."), r"'XX.OO....' is no position of tic_tac_toe: read it first, as in game\.read"),
        ((T, 3), "3 is no position of tic_tac_toe"),
    ):
        with pytest.raises(ValueError, match=said):
            ask(*wrong, lane=lane)
    for stats in {}, 7:
        with pytest.raises(ValueError, match=r"stats must be a Stats\(\)"):
            ask(T, lane=lane, stats=stats)
    with pytest.raises(ValueError, match="lane must be"):
        ask(T, lane="c")


@pytest.mark.parametrize("lane", [None, *LANES])
def test_wrong_numbers_and_functions_are_named(lane):
    rated = (
        lambda rating: search(T, 2, rating, lane=lane),
        lambda rating: deepen(T, rating=rating, lane=lane),
        lambda rating: think(T, rating=rating, lane=lane),
        lambda rating: mcts(T, rating=rating, lane=lane),
    )
    for ask in rated:
        for wrong, said in (
            ("nope", "tic_tac_toe has no rating 'nope'; it has: open_lines"),
            (3, "tic_tac_toe has no rating 3"),
            (lambda position, move: 0, r"a function of a position alone, not of \(position, move\)"),
        ):
            with pytest.raises(ValueError, match=said):
                ask(wrong)
    for depth in (0, -1, 1.5, "3", True, None):
        with pytest.raises(ValueError, match="depth must be a whole number of at least 1"):
            search(T, depth, lane=lane)
    for ask in QUESTIONS["deepen"], QUESTIONS["search"], solve, unfold, QUESTIONS["perft"], QUESTIONS["playouts"]:
        with pytest.raises(ValueError, match="stop must be a function, not True"):
            ask(T, lane=lane, stop=True)
    for name in "progress", "clock":
        with pytest.raises(ValueError, match=f"{name} must be a function, not 3"):
            deepen(T, lane=lane, **{name: 3})
    with pytest.raises(ValueError, match="choose must be a function, not 3"):
        think(T, lane=lane, choose=3)
    for name, wrongs in (("highest", ("x", 0, -1, float("nan"))), ("exploration", ("x", -1)), ("rave", ("x", -1))):
        for wrong in wrongs:
            with pytest.raises(ValueError, match=f"{name} must be a (finite )?number"):
                mcts(T, lane=lane, **{name: wrong})


def test_a_rating_of_no_numbers_is_named():
    for game in T, ROLLED:
        for ask in (
            lambda game, **means: search(game, 2, **means),
            lambda game, **means: next(mcts(game, **means)(game.start)),
        ):
            with pytest.raises(ValueError, match="rating"):
                ask(game, rating=lambda position: "good")
            with pytest.raises(ValueError, match="rating"):
                ask(game, rating=mobility)  # makes a rating of a game
    with pytest.raises(ValueError, match="must be a tuple with one number for each of the 3 players, not 3"):
        search(THREE, 2, lambda position: 3)


def test_mcts_takes_a_rating_by_its_name():
    for game, name in (T, "open_lines"), (THREE, "dice"):
        rating = {**game.ratings, **game.standings}[name] if game is T else game.standings[name]
        named, given = (list(islice(mcts(game, rating=each)(game.start), 20)) for each in (name, rating))
        assert [answer[:4] for answer in named] == [answer[:4] for answer in given]


def test_a_finished_game_has_values_and_no_moves():
    over = T.read("XXXOO....")
    for lane in LANES:
        assert solve(T, over, lane=lane)[:3] == (1, 0, ())
        assert unfold(T, over, lane=lane)[:3] == (1, 0, 1)
        assert (perft(T, 0, over, lane=lane), perft(T, 2, over, lane=lane)) == (1, 0)
        assert playouts(T, 5, over, lane=lane)[:2] == (1, 0)
        for name in ("search", "deepen", "mcts", "think", "bots.mcts"):
            with pytest.raises(ValueError, match="no move to choose: this game of tic_tac_toe is over"):
                QUESTIONS[name](T, over, lane=lane)


def test_huge_numbers_are_numbers():
    for lane in LANES:
        assert search(KONANE, 10**30, lane=lane).value == search(KONANE, 40, lane=lane).value
    for seed in (2**63, 2**64 - 1, 2**70):
        machine, python = (playouts(T, 5, seed=seed, lane=lane) for lane in LANES)
        assert machine[:2] == python[:2]


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.slow
def test_limits_work_in_both_lanes(lane):
    game, now = konane(rows=6, columns=6, opening="centre"), lambda: True
    for ask in unfold, QUESTIONS["perft"], QUESTIONS["playouts"]:
        with pytest.raises(Stopped):
            ask(game, stop=now, lane=lane)
    assert solve(game, stop=now, lane=lane)[:2] == (None, None)
    assert [answer.depth for answer in deepen(game, stop=now, lane=lane)] == [1]
    assert search(game, 9, stop=now, lane=lane).depth == 1
    assert [answer.depth for answer in until(0)(deepen(game, lane=lane))] == [1]
    ticks = iter(range(10**9))
    answers = list(within(200, clock=lambda: next(ticks))(deepen(game, lane=lane)))
    assert 0 < len(answers) < 40
    told, ticks = [], iter(range(10**9))
    told_of = deepen(game, lane=lane, progress=told.append, clock=lambda: next(ticks))
    assert len(list(islice(told_of, 5))) == 5
    assert told
    assert all(progress.nodes >= 0 for progress in told)


def test_values_of_a_trapped_series_go_on_in_python():
    """The depths before the trap are machine code's, those after it Python's: the values are those of Python alone."""
    game = TRAPPING["ints that leave 64 bits"]
    values = [answer.value for answer in deepen(game, rating="sums", lane="python")]
    answers = list(deepen(game, rating="sums"))
    assert [answer.value for answer in answers] == values
    assert [answer.lane for answer in answers] == sorted(answer.lane for answer in answers)
    assert answers[-1].lane == "python"

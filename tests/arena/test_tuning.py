"""Tuning: numbers are found if there are any to find, an interruption changes nothing, mistakes are named."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from math import exp, log
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game
from lazytree.arena import Tunable, Tuning, tune
from lazytree.arena.tuning import (
    FIT,
    PARAMETERS,
    PLAY,
    PULL,
    State,
    _pairing,
    fit_weights,
    game_of,
    guesses,
    move_guesses,
    points,
    reaches,
    read_state,
    run_on,
    states,
    weights_as_python,
    with_numbers,
    writer,
)
from lazytree.cli import main
from tests.helpers.examples import examples
from tests.helpers.marks import slow_unless

SMALL = "konane rows=4 columns=4 opening=corner"
KONANE = "konane rows=6 columns=6 opening=corner"
NAMES = ("mobility", "movable", "stones")
GREEDY = Tunable("alphabeta:depth=1", names=NAMES)
SPOILT = (-1.0, -1.0, -1.0)


def test_spsa_climbs_a_hill_that_it_sees_through_noise():
    """The chance to win is that of Elo, 300 points a unit of distance from the top."""
    random, top = Random(3), (2.0, -1.0, 0.5)
    numbers = start = (-1.0, 1.0, 1.0)

    def height(at):
        return -(sum((x - y) ** 2 for x, y in zip(at, top)) ** 0.5)

    for step in range(1, 401):
        signs, plus, minus = guesses(numbers, reaches(start), step, seed=1)
        chance = 1 / (1 + exp(-(height(plus) - height(minus)) * 300 / 400 * log(10)))
        lead = sum(1 if random.random() < chance else -1 for _ in range(4)) / 4
        numbers = move_guesses(numbers, reaches(start), signs, step, 400, lead)
    assert height(numbers) > height(start) / 4


@given(step=st.integers(1, 500), lead=st.floats(-1, 1), seed=st.integers(0, 9))
def test_numbers_move_towards_the_guess_that_won(step: int, lead: float, seed: int):
    numbers, reach = (1.0, -2.0), (1.0, 1.0)
    signs, plus, minus = guesses(numbers, reach, step, seed)
    assert [a + b for a, b in zip(plus, minus)] == pytest.approx([2, -4])
    after = move_guesses(numbers, reach, signs, step, 500, lead)
    for before, now, one in zip(numbers, after, plus):
        assert (now - before) * (one - before) * lead >= 0
    assert move_guesses(numbers, reach, signs, step, 500, 0.0) == numbers


@examples(20)
@given(
    samples=st.lists(
        st.tuples(st.sampled_from([0, 0.5, 1]), st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=20
    )
)
def test_fitted_weights_are_the_likeliest(samples):
    """No small change of a weight makes the results likelier, as the likelihood is written out here."""
    found = fit_weights(samples)
    sizes = [sum(abs(sample[at]) for sample in samples) / len(samples) or 1.0 for at in (1, 2)]

    def value(weights):
        total = -sum(PULL * len(samples) * (w * size) ** 2 / 2 for w, size in zip(weights, sizes))
        for result, *values in samples:
            chance = 1 / (1 + exp(-sum(w * v for w, v in zip(weights, values))))
            total += result * log(chance) + (1 - result) * log(1 - chance)
        return total

    for at in (0, 1):
        for change in (-1e-3, 1e-3):
            other = [weight + (change / sizes[at] if index == at else 0) for index, weight in enumerate(found)]
            assert value(other) <= value(found) + 1e-12


@pytest.mark.parametrize("method", slow_unless([FIT], [PLAY, FIT]))
@pytest.mark.slow
def test_an_interrupted_tuning_goes_on_as_if_it_had_not_been(tmp_path: Path, method: str):
    plan = Tuning(SMALL, GREEDY, SPOILT, method, steps=3, pairs=1, held_out=22, opening=2)
    kept: list[State] = []
    whole = tune(plan, keep=kept.append)
    for stop in range(len(kept)):
        file = tmp_path / f"{stop}.json"
        write = writer(file, plan)
        for state in islice(states(plan, State(plan.start)), stop):
            write(state)
        assert tune(plan, read_state(file, plan), keep=write) == whole
        assert read_state(file, plan) == kept[-1]


@pytest.mark.process
def test_executors_give_the_same_answer():
    plan = Tuning(SMALL, GREEDY, SPOILT, steps=3, pairs=2, held_out=4, opening=2)
    alone = tune(plan)
    with ThreadPoolExecutor(2) as threads:
        assert tune(plan, run=run_on(threads)) == alone
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert tune(plan, run=run_on(processes)) == alone


@pytest.mark.parametrize("method", [PLAY, FIT])
def test_where_no_number_matters_nothing_is_found(method: str):
    """In nim with heaps of 1 every move is forced in effect: no weight changes who wins."""
    plan = Tuning("nim heaps=1,1,1", Tunable("alphabeta:depth=1", names=("nim_sum",)), (1.0,), method, 3, 2, 10, 0)
    found = tune(plan)
    assert not found.better
    assert found.margin.score == 0.5
    assert "nothing was found that is surely better" in str(found)


@pytest.mark.slow
def test_from_spoilt_weights_a_hundred_elo_are_gained_by_fitting():
    plan = Tuning(KONANE, GREEDY, SPOILT, FIT, steps=4, pairs=4, held_out=16)
    found = tune(plan)
    assert found.better
    assert found.margin.elo.low > 100


@pytest.mark.minutes
@pytest.mark.parametrize("method", [PLAY, FIT])
def test_from_spoilt_weights_a_hundred_elo_are_gained(method: str):
    found = tune(Tuning(KONANE, GREEDY, SPOILT, method))
    print(found)
    assert found.better
    assert found.margin.elo.value > 100


def test_held_out_games_begin_elsewhere_than_those_that_were_learned_from():
    plan = Tuning(KONANE, GREEDY, SPOILT)
    seeds = {_pairing(plan, SPOILT, SPOILT, name).seed for name in ("step 1 0", "held out 0", "step 2 0")}
    assert len(seeds) == 3


def test_a_pair_changes_seats():
    """With nim-sums one game is won by the player who moves first, so that equal players share the points."""
    plan = Tuning("nim heaps=3,4", Tunable("alphabeta:depth=2", names=("nim_sum",)), (1.0,), opening=0)
    assert points(_pairing(plan, (1.0,), (1.0,), "a")) == 1.0
    assert points(_pairing(plan, (1.0,), (-1.0,), "a")) == 2.0


def test_numbers_of_a_factory_are_tuned_too():
    found = tune(
        Tuning("nim heaps=2,3", Tunable("alphabeta", PARAMETERS, ("depth",)), (1.0,), steps=2, held_out=2, opening=0)
    )
    assert found.names == ("depth",)
    assert with_numbers("mcts", ("rave", "simulations"), (0.5, 7.6)) == "mcts:rave=0.5,simulations=8"
    assert with_numbers("mcts:seed=2", ("rave",), (0.5,)) == "mcts:seed=2,rave=0.5"


def test_numbers_that_a_factory_refuses_lose():
    plan = Tuning("nim heaps=1,1", Tunable("alphabeta", PARAMETERS, ("depth",)), (1.0,), opening=0)
    assert points(_pairing(plan, (-3.0,), (1.0,), "a")) == 0
    assert points(_pairing(plan, (1.0,), (-3.0,), "a")) == 2
    assert points(_pairing(plan, (-1.0,), (-3.0,), "a")) == 1
    with pytest.raises(ValueError, match="depth must be"):
        tune(plan._replace(start=(-3.0,)))


def of_own(game, numbers):
    return lambda position: max(game.moves(position), key=lambda move: numbers[0] * move)


def test_a_game_and_a_bot_of_the_users_own_are_tuned_in_one_process():
    """Five times a player adds 1 or 2; the higher sum wins: the weight must be positive."""
    game = Game(
        "sums",
        (0, 0, 0),
        lambda p: p[0] % 2,
        lambda p: [1, 2] if p[0] < 10 else [],
        lambda p, m: (p[0] + 1, p[1] + m * (p[0] % 2 == 0), p[2] + m * (p[0] % 2)),
        lambda p: (1, -1) if p[1] > p[2] else (-1, 1) if p[1] < p[2] else (0, 0),
    )
    found = tune(Tuning(game, Tunable(of_own, names=("greed",)), (0.0,), steps=10, pairs=1, held_out=5, opening=0))
    assert found.better == (found.found[0] > 0)
    assert found.better


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"start": (1.0,)}, "give a number for each of mobility, movable, stones"),
        ({"start": (1.0, 2.0, float("nan"))}, "must be finite"),
        ({"method": "guess"}, "method must be play or fit"),
        ({"method": FIT, "player": Tunable("mcts", PARAMETERS, NAMES)}, "only weights of ratings are fitted"),
        ({"player": Tunable("alphabeta", names=("a", "b", "c"))}, "konane has no rating 'a'"),
        ({"steps": 0}, "steps must be"),
        ({"opening": -1}, "opening must be"),
        ({"game": "dice_of_doom players=3"}, "for games of two players"),
        ({"game": "no_game"}, "there is no game 'no_game'"),
        ({"player": Tunable("no_bot", names=NAMES)}, "there is no bot"),
        ({"opening": 30}, "is over after 30 random plies"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(changes, said):
    with pytest.raises(ValueError, match=said):
        tune(Tuning(SMALL, GREEDY, SPOILT, held_out=1)._replace(**changes))


def test_a_file_of_something_else_is_refused(tmp_path: Path):
    plan, file = Tuning(SMALL, GREEDY, SPOILT), tmp_path / "state.json"
    assert read_state(file, plan) is None
    writer(file, plan)(State(SPOILT))
    with pytest.raises(ValueError, match="belongs to another plan"):
        read_state(file, plan._replace(seed=2))
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="is no file of `tune`"):
        read_state(file, plan)


def test_the_command_tunes_and_goes_on(tmp_path: Path, monkeypatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    words = ["tune", *SMALL.split(), "--rating", "mobility, stones", "--start=-1,-1", "--bot", "alphabeta:depth=1"]
    quick = ["--method", "fit", "--steps", "2", "--held-out", "4", "--opening", "2"]
    assert main([*words, *quick]) == 0
    first = capsys.readouterr()
    assert first.out.startswith("mobility -1 -> ")
    assert "the same command goes on" in first.err
    assert len(list(tmp_path.glob("tune-*.json"))) == 1
    assert main([*words, *quick]) == 0
    again = capsys.readouterr()
    assert (again.out, "goes on from" in again.err) == (first.out, True)
    assert main([*words, *quick, "--json", "--store", "none"]) == 0
    assert json.loads(capsys.readouterr().out)["names"] == ["mobility", "stones"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rating", "speed"], "konane has no rating 'speed'"),
        (["--start", "a,b"], "--start must be numbers separated by commas"),
        (["--rating", "mobility", "--numbers", "depth"], "give either --rating"),
        (["--processes", "0"], "--processes must be a whole number from 1 up"),
        (["--numbers", "depth", "--bot", "no_bot"], "there is no bot"),
        (["--numbers", "speed"], "has no parameter 'speed'"),
    ],
)
def test_the_command_names_mistakes(words, said, tmp_path: Path, monkeypatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    assert main(["tune", *SMALL.split(), *words]) == 2
    assert said in capsys.readouterr().err


def test_the_rating_is_told_as_python():
    game = game_of(KONANE)
    from lazytree import weigh

    rating = eval(weights_as_python(NAMES, (1.5, -2, 0.25)), {"weigh": weigh, "game": game})
    expected = sum(w * game.ratings[name](game.start) for w, name in zip((1.5, -2, 0.25), NAMES))
    assert rating(game.start) == expected

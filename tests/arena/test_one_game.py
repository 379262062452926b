"""One game of a tournament: it is the one that plain play gives, and ends as the terms say."""

import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, bots, play_game, solve
from lazytree.arena import Clock, Played, Terms
from lazytree.arena.tournaments.one_game import Entrant, Task, check_terms, play_task
from lazytree.arena.tournaments.openings import opening_record, random_openings
from lazytree.arena.tournaments.results import as_json, from_json
from lazytree.games import dice_of_doom, konane, tic_tac_toe

KONANE = "konane rows=4 columns=4"


def task(game: str, *makers: object, opening: str = "startpos", terms: Terms | None = None) -> Task:
    entrants = tuple(Entrant(f"player {at}", maker) for at, maker in enumerate(makers))  # type: ignore[arg-type]
    return Task(game, entrants, opening, 0, 5, terms or Terms())


@pytest.mark.parametrize("opening", random_openings(konane(rows=4, columns=4), 3, plies=2))
def test_a_game_of_a_tournament_is_the_one_that_its_bots_play_alone(opening: str):
    game = konane(rows=4, columns=4)
    start = opening_record(game, opening).position
    course = list(play_game(game, [bots.minimax(game, 3), bots.think(game, 2)], start))
    found = play_task(task(KONANE, "minimax:depth=3", "think:depth=2", opening=opening))
    assert found.moves == tuple(game.format(here, move) for here, move in course if move is not None)
    assert found.payoffs == game.payoffs(course[-1][0])
    assert found.movers == tuple(game.mover(here) for here, move in course if move is not None)
    assert found.widths == tuple(len(list(game.moves(here))) for here, move in course if move is not None)
    assert found.loser is None and found.reason == ""


def test_dice_are_drawn_from_the_seed_by_the_odds():
    game = dice_of_doom(size=2, dice="rolled")
    found = play_task(task("dice_of_doom size=2 dice=rolled", "at_random:seed=1", "at_random:seed=2"))
    random = Random(5)
    bot = [bots.at_random(game, 1), bots.at_random(game, 2)]
    here, moves = game.start, list[str]()
    while legal := list(game.moves(here)):
        mover = game.mover(here)
        weights = [game.odds(here, move) for move in legal] if mover < 0 and game.odds else None
        move = random.choices(legal, weights)[0] if mover < 0 else bot[mover](here)
        moves.append(game.format(here, move))
        here = game.play(here, move)
    assert list(found.moves) == moves and -1 in found.movers


def test_bots_that_draw_numbers_draw_others_in_other_seats_and_games():
    one = play_task(task("konane rows=6 columns=6", "at_random", "at_random"))
    assert play_task(task("konane rows=6 columns=6", "at_random", "at_random")).repeatable() == one.repeatable()
    other = play_task(task("konane rows=6 columns=6", "at_random", "at_random")._replace(seed=6))
    assert other.moves != one.moves


def test_repetition_and_plies_are_draws():
    endless = Game("endless", 0, lambda here: here, lambda here: [1], lambda here, move: 1 - here, lambda here: (0, 0))
    for terms, plies, reason in (
        (Terms(), 4, "the same position 3 times"),
        (Terms(repetitions=None, plies=7), 7, "7 plies were played"),
    ):
        found = play_task(task("endless", "at_random", "at_random", terms=terms)._replace(made=endless))
        assert (found.plies, found.payoffs, found.reason) == (plies, (0, 0), reason)


def test_an_exact_value_decides_where_it_is_asked_for():
    game = konane(rows=4, columns=4)
    found = play_task(task(KONANE, "at_random:seed=3", "at_random:seed=4", terms=Terms(judged=4)))
    here = game.start
    for text in found.moves:
        here = game.play(here, game.parse(here, text))
    assert found.plies == 4
    assert found.payoffs[0] == solve(game, here, lane="python").value
    assert found.reason == "judged by its exact value after 4 plies"


def test_chance_cannot_be_judged():
    with pytest.raises(ValueError, match="has chance: its exact value is a mean"):
        check_terms(dice_of_doom(dice="rolled"), Terms(judged=4))


def test_a_bot_that_breaks_the_rules_or_fails_has_lost_and_the_reason_is_kept():
    illegal = play_task(task("tic_tac_toe", lambda game: lambda position: 99, "at_random"))
    assert (illegal.payoffs, illegal.loser) == ((-1, 1), 0)
    assert "X has lost: 99 is not a legal move" in illegal.reason

    def failing(game):
        def bot(position):
            raise KeyError("forgotten")

        return bot

    failed = play_task(task("tic_tac_toe", "at_random", failing))
    assert (failed.payoffs, failed.loser, failed.plies) == ((1, -1), 1, 1)
    assert failed.reason == "O has lost: it raised KeyError: 'forgotten'"


def test_broken_rules_are_no_defeat():
    """What is wrong with the game is an error of the tournament, not of a player."""
    game = tic_tac_toe()

    def broken(position, move):
        raise RuntimeError("no rules")

    from dataclasses import replace

    with pytest.raises(RuntimeError, match="no rules"):
        play_task(task("tic_tac_toe", "at_random", "at_random")._replace(made=replace(game, play=broken)))


@pytest.mark.slow
def test_a_program_takes_a_seat():
    engine = f"{sys.executable} -m lazytree engine nim heaps=1,2"
    found = play_task(task("nim heaps=1,2", engine, "at_random", terms=Terms(clock=Clock(movetime=0.05, margin=300))))
    assert found.payoffs == (1, -1)  # nim with 1 and 2 is won by who moves first
    assert found.moves[0] == "b-1" and found.loser is None


def test_three_players_share_what_they_win():
    found = play_task(task("dice_of_doom size=2 players=3", "at_random", "at_random", "at_random"))
    assert len(found.points) == 3 and sum(found.points) == pytest.approx(1)


texts = st.text(min_size=1, max_size=8)
numbers = st.integers(-5, 5) | st.floats(allow_nan=False, allow_infinity=False)


@given(
    st.builds(
        Played,
        game=texts,
        players=st.lists(texts, max_size=4).map(tuple),
        opening=texts,
        payoffs=st.lists(numbers, min_size=2, max_size=3).map(tuple),
        moves=st.lists(texts).map(tuple),
        loser=st.none() | st.integers(0, 3),
        times=st.lists(st.floats(0, 9)).map(tuple),
    )
)
def test_a_finished_game_is_the_same_after_json(game: Played):
    assert from_json(as_json(game)) == game


@pytest.mark.parametrize("text", ["{}", "[]", '{"game": "nim", "players": [], "opening": "", "colour": 3}'])
def test_other_json_is_no_finished_game(text: str):
    with pytest.raises(ValueError, match="no finished game"):
        from_json(text)


def test_players_limited_by_nodes_finish_the_depth_in_which_the_limit_is_reached():
    from lazytree import Stats, deepen

    game = konane(rows=6, columns=6, opening="corner")
    for lane in ("python", "machine"):
        for nodes in (1, 50, 500):
            stats = Stats()
            move = bots.think(game, nodes=nodes, stats=stats, lane=lane)(game.start)
            answers = deepen(game, game.start, lane=lane)
            expected = next(answer for answer in answers if answer.nodes >= nodes)
            assert (move, stats.nodes) == (expected.best, expected.nodes)


def test_a_loser_may_be_none_or_a_number():
    text = '{"game": "g", "players": ["a", "b"], "opening": "startpos", "loser": %s}'
    assert from_json(text % "null").loser is None and from_json(text % "1").loser == 1

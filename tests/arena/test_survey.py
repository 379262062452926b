"""Surveys: against full enumeration of small games, hand-counted courses, and games whose answers are known."""

import json
from collections import Counter
from functools import cache
from itertools import accumulate
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, play_game, solve
from lazytree.arena import survey
from lazytree.arena.strength.pairs import mean_of
from lazytree.arena.surveys.survey_report import as_json, library, page, questions, survey_lines
from lazytree.arena.surveys.surveying import (
    LEVELS,
    FirstMoves,
    Survey,
    SurveyedGame,
    copying,
    first_moves,
    gather,
    last_chance,
    last_chances,
    leads,
    level,
    loses,
    measure,
    mirrored_cells,
    play_surveyed_game,
    player,
    round_of,
    skill,
    ways,
    without_margins,
)
from lazytree.cli import main
from lazytree.core.game import is_over
from lazytree.core.stopping import never
from lazytree.games import clobber, connect_four, dice_of_doom, domineering, hex, kalah, nim, othello, tic_tac_toe
from tests.helpers.marks import slow_unless

NIM = nim(heaps=(1, 2))


def positions_of(game: Game, course: SurveyedGame) -> list:
    """The positions of a game, from the start to its end."""
    return list(accumulate(course.moves, game.play, initial=game.start))


def exact(game: Game) -> dict[str, float]:
    """What random players come to: the mean over all lines of play, worked out from the ends backwards."""

    @cache
    def ends(position) -> Counter:
        """The probability of each (plies still to play, result for FIRST)."""
        moves, found = list(game.moves(position)), Counter()
        if not moves:
            return Counter({(0, game.payoffs(position)[0]): 1.0})
        for move in moves:
            for (plies, first), chance in ends(game.play(position, move)).items():
                found[plies + 1, first] += chance / len(moves)
        return found

    found: Counter = Counter()
    for (plies, first), chance in ends(game.start).items():
        found["duration"] += chance * plies
        found["duration squared"] += chance * plies**2
        found["drawn"] += chance * (first == 0)
        found["first"] += chance * (first + 1) / 2
        found["first squared"] += chance * ((first + 1) / 2) ** 2
    return found


@pytest.mark.parametrize("game", [NIM, tic_tac_toe(), domineering(rows=3, columns=3)], ids=lambda game: game.name)
def test_random_games_are_like_all_games_enumerated(game: Game):
    """Within four standard errors of the exact means over all lines of play (255,168 of tic-tac-toe)."""
    games, expected = 200, exact(game)
    found = level(0, [next(round_of(game, number, 1, (0,)))[1] for number in range(games)])
    assert (found.games, found.completion) == (games, 1.0)
    for value, mean, square in (
        (found.duration, expected["duration"], expected["duration squared"]),
        (found.seats[0].value, expected["first"], expected["first squared"]),
        (found.drawishness, expected["drawn"], expected["drawn"]),
    ):
        assert abs(value - mean) <= 4 * sqrt(max(0.0, square - mean**2) / games) + 1e-9


def test_the_one_line_of_a_game_without_choices():
    found = survey(nim(heaps=(1, 1, 1)), 2, levels=(0, 4), lane="python")
    for each in found.levels:
        assert (each.completion, each.shortest, each.duration, each.longest) == (1, 3, 3, 3)
        assert (each.branching, each.widest, each.choices) == (2, 3, 2 / 3)
        assert (each.drawishness, each.seats[0].value, each.seats[1].value) == (0, 1, 0)
    assert found.skills[0].score.value == 0.5  # each seat once: the first player wins
    assert "skill pays" not in "".join(survey_lines(found))


@pytest.mark.slow
def test_strong_players_of_a_solved_game_play_it_out_as_it_is_solved():
    """Nim with heaps 1, 2, 3 is lost for who moves first; skill pays until then."""
    found = survey(nim(heaps=(1, 2, 3)), 6, levels=(0, 300), lane="python")
    assert solve(nim(heaps=(1, 2, 3))).value == -1
    assert found.levels[1].seats[0].value == 0
    assert found.skills[0].score.value > 0.6
    assert found.skills[0].margin is not None


def course(values, payoffs=(1, -1)) -> SurveyedGame:
    return SurveyedGame((4, 4), payoffs, True, (0, 1) * (len(values) // 2), (2,) * len(values), tuple(values))


def test_leads_counted_by_hand():
    swinging = course([0.5, -0.5, 0.5, -0.5])  # three changes; the winner, first, was behind twice, by 0.25
    steady = course([0.2, 0.2, 0.4, 1.0])
    drawn = course([-0.1, 0.1], (0, 0))
    found = leads(4, [swinging, steady, drawn])
    assert found.changes == pytest.approx(4 / 3)
    assert found.share == pytest.approx(4 / 10)
    assert found.comebacks == 1 / 2
    assert found.drama == pytest.approx(0.5)


VALUES = st.lists(st.sampled_from([-0.5, 0.0, 0.25, 0.5, None]), min_size=2, max_size=12).filter(
    lambda v: len(v) % 2 == 0
)


@given(values=VALUES, result=st.sampled_from([1, 0, -1]))
def test_leads_are_the_same_seen_from_the_other_side(values, result):
    mirrored = [None if value is None else -value for value in values]
    one, other = leads(4, [course(values, (result, -result))]), leads(4, [course(mirrored, (-result, result))])
    assert one == other


def test_shares_of_levels_counted_by_hand():
    games = [
        SurveyedGame((0, 0), (1, -1), True, (0, 1, 0), (3, 1, 2), (None,) * 3),
        SurveyedGame((0, 0), (0, 0), True, (0, -1, 1), (3, 6, 1), (None,) * 3),  # the second ply is of chance
        SurveyedGame((0, 0), (0, 0), False, (0,) * 4, (1,) * 4, (None,) * 4),
    ]
    found = level(0, games)
    assert (found.completion, found.shortest, found.duration, found.longest) == (2 / 3, 3, 3, 3)
    assert found.branching == pytest.approx((3 + 1 + 2 + 3 + 1 + 4) / 9)
    assert (found.widest, found.choices) == (3, 3 / 9)
    assert (found.drawishness, found.seats[0].value, found.seats[1].value) == (1 / 2, 3 / 4, 1 / 4)


@given(scores=st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=30))
def test_a_share_lies_in_its_interval(scores):
    found = mean_of(scores)
    assert 0 <= found.low <= found.value <= found.high <= 1


@cache
def outcome(position) -> float:
    """The value of tic-tac-toe for X under perfect play, by plain minimax."""
    game = tic_tac_toe()
    moves = list(game.moves(position))
    if not moves:
        return game.payoffs(position)[0]
    after = [outcome(game.play(position, move)) for move in moves]
    return max(after) if game.mover(position) == 0 else min(after)


@pytest.mark.parametrize("seed", slow_unless([0, 1, 2], range(12)))
def test_last_chances_of_tic_tac_toe_are_those_of_plain_minimax(seed: int):
    game = tic_tac_toe()
    two = [player(game, 0, seed, never)] * 2
    found = play_surveyed_game(game, two, (0, 0), seed, never)
    loser = {1: 1, -1: 0}.get(found.payoffs[0])
    expected = None
    for here, mover in zip(positions_of(game, found)[-2::-1], found.movers[::-1]):
        after = [outcome(game.play(here, move)) * (1 if loser == 0 else -1) for move in game.moves(here)]
        if mover == loser and len(after) > 1 and max(after) >= 0:
            good = sum(value >= 0 for value in after)
            expected = good if good < len(after) else None
            break
    assert last_chance(game, found, horizon=9, lane=None if seed == 0 else "python") == expected


def test_a_loss_is_seen_as_far_as_the_horizon_and_no_farther():
    game = nim(heaps=(2, 2))  # lost for first, in four plies
    assert loses(game, game.start, 0, 4)
    assert not loses(game, game.start, 0, 3)
    assert not loses(game, game.start, 1, 9)


def test_last_chances_are_those_of_a_player_who_has_lost():
    assert last_chance(tic_tac_toe(), course([0.0, 0.0], (0, 0))) is None
    assert last_chance(dice_of_doom(dice="rolled"), course([0.0, 0.0])) is None
    assert last_chances([]).known == 0
    assert last_chances([None, 2, 1]).only == 0.5


def test_cells_on_the_other_side():
    assert mirrored_cells(tic_tac_toe(), "left and right") == (2, 1, 0, 5, 4, 3, 8, 7, 6)
    assert mirrored_cells(tic_tac_toe(), "top and bottom") == (6, 7, 8, 3, 4, 5, 0, 1, 2)
    assert ways(dice_of_doom(players=3)) == ()


def test_the_second_player_of_domineering_on_an_even_square_cannot_copy_by_half_a_turn():
    """A vertical domino copied is vertical again, and SECOND lays horizontal ones."""
    found = copying(domineering(rows=4, columns=4), "half a turn", 0, 1, never)
    assert found.copied == 0 < found.copiable


def test_copying_wins_nim_with_two_equal_heaps():
    """Who copies each move in the other heap makes the last one."""
    game = nim(heaps=(4, 4))
    for seed in range(5):
        found = copying(game, "left and right", 0, seed, never)
        assert found.payoffs == (-1, 1)
        assert found.copied == found.copiable > 0
    line = questions(survey(game, 2, levels=(0,), lane="python"))
    assert dict(line)["symmetric shortcuts?"].endswith("is legal in 100 % of the turns, and scores 100 %")


def test_a_copy_is_the_move_on_the_other_side():
    game = clobber(rows=2, columns=4)
    mirror = mirrored_cells(game, "half a turn")
    found, last = copying(game, "half a turn", 4, 1, never, "python"), ()
    for here, move, mover in zip(positions_of(game, found), found.moves, found.movers):
        cells = tuple(game.touched(here, move))
        if mover == 0:
            last = tuple(mirror[cell] for cell in cells)
        elif any(tuple(game.touched(here, other)) == last for other in game.moves(here)):
            assert cells == last


def test_first_moves_up_to_symmetry():
    assert first_moves(tic_tac_toe()) == FirstMoves(9, 3)
    assert first_moves(connect_four()) == FirstMoves(7, 4)


def test_a_game_that_need_not_end_is_left_unfinished():
    endless = Game("steps", 0, lambda p: p, lambda p: [1], lambda p, m: 1 - p, lambda p: (0, 0))
    found = survey(endless, 1, levels=(0,), lane="python")
    assert found.levels[0].completion == 0
    assert dict(questions(found))["does it end?"] == "0 of 1 game did"
    assert json.loads(as_json(found))["levels"][0]["duration"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [dice_of_doom(size=2, dice="rolled"), dice_of_doom(size=2, players=3), kalah(pits=2, seeds=2)],
    ids=["chance", "three players", "kalah"],
)
def test_chance_and_many_players_get_the_answers_that_make_sense(game: Game):
    found = survey(game, 1, levels=(0, 4), lane="python")
    assert len(found.levels[0].seats) == len(game.players)
    assert sum(seat.value for seat in found.levels[0].seats) == pytest.approx(1)
    assert (found.leads != ()) == (len(game.players) == 2)
    assert found.chance == (game.odds is not None)
    assert "does it end?" in "\n".join(survey_lines(found))
    assert page(found).count("<svg") == (3 if len(found.leads) > 1 else 2)


def test_a_game_of_one_player():
    alone = Game("count", 3, lambda p: 0, lambda p: [1, 2][:p], lambda p, m: p - m, lambda p: (1,), players=("me",))
    found = survey(alone, 1, levels=(0,), lane="python")
    assert found.levels[0].completion == 1
    assert "does skill pay?" not in dict(questions(found))


def test_games_with_margins_are_surveyed_by_their_results():
    assert not without_margins(othello(rows=4, columns=4, score="margin")).in_points
    found = survey(othello(rows=4, columns=4, score="margin"), 1, levels=(0, 2), lane="python")
    assert found.levels[1].seats[0].value in (0, 0.5, 1)


@pytest.mark.parametrize("paid", [(7, -7), (40, 2), (5, 5, 2)])
def test_payoffs_of_a_game_of_ones_own_may_be_of_any_size(paid: tuple[int, ...]):
    """After three moves the game is over; who has the highest payoff wins, two share a win."""
    players = tuple("abc"[: len(paid)])
    step = lambda position, move: position + 1  # noqa: E731
    moves = lambda position: [1, 2] if position < 3 else []  # noqa: E731
    mine = Game("mine", 0, lambda position: position % len(paid), moves, step, lambda position: paid, players=players)
    found = survey(mine, 2, levels=(0, 4), lane="python")
    assert [seat.value for seat in found.levels[1].seats] == {2: [1, 0], 3: [0.5, 0.5, 0]}[len(paid)]


def test_a_survey_repeats_exactly_and_is_a_prefix_of_a_longer_one():
    kept: list[Survey] = []
    whole = survey(NIM, 3, levels=(0, 4), progress=kept.append, lane="python")
    assert survey(NIM, 3, levels=(0, 4), lane="python") == whole == kept[-1]
    assert survey(NIM, 2, levels=(0, 4), lane="python") in kept
    assert survey(NIM, 3, levels=(0, 4), seed=2, lane="python") != whole


def test_what_is_known_is_given_when_the_time_is_over():
    ticks = iter(range(10_000))
    found = survey(tic_tac_toe(), 1000, seconds=200, clock=lambda: next(ticks), lane="python")
    assert 0 < found.games < 1000
    stopped = survey(tic_tac_toe(), 5, lane="python", stop=lambda: True)
    assert (stopped.games, stopped.levels) == (0, ())
    assert "no game is finished yet" in "\n".join(survey_lines(stopped))
    assert "No game is finished yet" in page(stopped)


def test_games_of_a_round_are_played_when_they_are_read():
    def poisoned(position):
        raise AssertionError("a game was played that is not read")

    game = nim(heaps=(1, 1))
    games = round_of(Game("x", game.start, poisoned, game.moves, game.play, game.payoffs), 0, 1, LEVELS)
    assert iter(games) is games
    evidence = gather(game, 10**6, 1, LEVELS, never)
    assert len(next(evidence).games) == 1


@pytest.mark.slow
def test_each_seat_is_taken_once_by_the_stronger_player():
    uneven = [
        course.levels for kind, course in round_of(dice_of_doom(size=2, players=3), 0, 1, (0, 2)) if kind == "uneven"
    ]
    assert uneven == [(2, 0, 0), (0, 2, 0), (0, 0, 2)]


@pytest.mark.parametrize("levels", [(), (4, 4), (4, 0), (-1,)])
def test_levels_must_rise(levels):
    with pytest.raises(ValueError, match="levels must be whole numbers that rise"):
        survey(NIM, 1, levels=levels, lane="python")


def test_the_page_and_json_say_what_the_text_says():
    found = survey(NIM, 2, levels=(0, 4), lane="python")
    text, html, data = "\n".join(survey_lines(found, library())), page(found, library()), json.loads(as_json(found))
    for question, answer in questions(found):
        assert question in text
        assert answer in text
        assert question in html
    assert data["games"] == found.games
    assert [each["simulations"] for each in data["skills"]] == [4]


def test_the_library_beside_it_are_games_that_there_are():
    import shlex

    from lazytree.naming.words import game_named

    rows = library()
    assert len(rows) >= 8
    for row in rows:
        name, *words = shlex.split(row.game)
        assert game_named(name, words)
        assert row.first is None or 0 <= row.first <= 1


def test_the_command_surveys_a_file_of_the_users_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["new", str(tmp_path / "mine")]) == 2  # a name, not a path
    capsys.readouterr()
    file = tmp_path / "mine.py"
    file.write_text((Path(__file__).parents[2] / "lazytree" / "cli" / "first_game.py").read_text(), encoding="utf-8")
    html = tmp_path / "page.html"
    asked = [
        "survey",
        str(file),
        "--rounds",
        "1",
        "--levels",
        "0,4",
        "--seconds",
        "none",
        "--lane",
        "python",
        "--html",
        str(html),
    ]
    assert main(asked) == 0
    assert "does it end?" in capsys.readouterr().out
    assert "<h1>" in html.read_text(encoding="utf-8")
    assert main(["survey", "nim", "heaps=1,2", "--rounds", "1", "--levels", "0", "--lane", "python", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == 1
    assert main(["survey", "nim", "--levels", "a"]) == 2
    assert "--levels must be whole numbers" in capsys.readouterr().err


def test_the_command_says_where_its_time_was_over(capsys: pytest.CaptureFixture[str]):
    ticks = iter(range(100_000))
    assert (
        main(["survey", "nim", "--rounds", "1000", "--seconds", "300", "--lane", "python"], clock=lambda: next(ticks))
        == 0
    )
    captured = capsys.readouterr()
    assert "rounds were finished within 300 seconds" in captured.err
    assert "how long?" in captured.out


def test_points_are_shared_by_those_who_share_the_win():
    assert SurveyedGame((0,) * 3, (1, 1, -1), True, (), (), ()).points == (0.5, 0.5, 0)
    won = [SurveyedGame((4, 0), (1, -1), True, (), (), ()), SurveyedGame((0, 4), (1, -1), True, (), (), ())]
    assert skill(won).score.value == 0.5


def test_both_lanes_play_the_same_games():
    assert survey(NIM, 1, levels=(0, 4)) == survey(NIM, 1, levels=(0, 4), lane="python")


def test_nothing_is_measured_of_nothing():
    from lazytree.arena.surveys.surveying import Evidence

    assert measure(NIM, Evidence()).levels == ()


def test_play_of_random_players_is_legal():
    game = tic_tac_toe()
    kind, found = next(round_of(game, 0, 1, (0,)))
    bots = [lambda position, moves=found.moves: moves[9 - sum(1 for _ in game.moves(position))]] * 2
    replayed = list(play_game(game, bots))
    assert kind == "even"
    assert is_over(game, replayed[-1][0])
    assert len(replayed) == found.plies + 1


@pytest.mark.slow
@pytest.mark.parametrize("lane", ["machine", "python"])
def test_players_with_fewer_simulations_than_moves_play_games_that_differ(lane: str):
    """The first of the moves that were visited once was played always: one game, counted as often as it was played."""
    game = hex(size=4)
    for levels in ((4, 4), (16, 16)):
        courses = [
            play_surveyed_game(game, [player(game, level, seed, never, lane) for level in levels], levels, seed, never)
            for seed in range(12)
        ]
        assert len({course.moves for course in courses}) > 8


@pytest.mark.slow
def test_both_lanes_sample_the_same_moves():
    game = hex(size=4)
    one, other = (
        [course for _, course in round_of(game, 0, 1, (0, 4, 16), lane=lane)] for lane in ("machine", "python")
    )
    assert one == other


def test_one_game_that_was_played_often_counts_once():
    """Of 236 copies of a won game it was said that the seat scores 100 % (99 to 100)."""
    copies = [SurveyedGame((0, 0), (1, -1), True, (0, 1, 0), (3, 2, 1), (None,) * 3, (5, 6, 7))] * 236
    found = level(0, copies)
    assert (found.games, found.different) == (236, 1)
    assert found.seats[0] == mean_of([1.0]) and found.seats[0].low < 0.1
    varied = level(0, [*copies, copies[0]._replace(moves=(5, 7, 6), payoffs=(-1, 1))])
    assert varied.seats[0].value == pytest.approx(236 / 237) and varied.different == 2
    seats = [copies[0]._replace(levels=(4, 0)), copies[0]._replace(levels=(0, 4), payoffs=(-1, 1))] * 50
    paid = skill(seats)
    assert paid.games == 100 and paid.score == mean_of([1.0, 1.0]) and paid.margin is not None
    assert paid.margin.pairs == 1

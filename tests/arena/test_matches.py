"""A match as a value: what lines make of it. The server only carries them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, Game
from lazytree.arena.protocols.matches import (
    OBEYED,
    WRONG,
    Limits,
    Match,
    handle_line,
    lose_on_time,
    lose_seat,
    match,
    seconds_left,
    start_match,
)
from lazytree.arena.protocols.refereeing import Clock
from lazytree.games import GAMES, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.playing.records import load_record


def new_match(game: Game, limits: Limits | None = None) -> Match:
    return start_match(match(game, limits=limits), 0.0, Random(1))


def send_lines(here: Match, *lines: tuple[int, str], at: float = 1.0) -> tuple[Match, list[str | None]]:
    """The match after lines of players, and the answers."""
    answers = []
    for player, line in lines:
        here, answer = handle_line(here, player, line, at, Random(1))
        answers.append(answer)
    return here, answers


def test_the_commands_of_the_konane_course_play_its_worked_game():
    """The ten moves of the course's page, and the board it shows after them."""
    cells = [(5, 4), (5, 5), (3, 4, 5, 4), (5, 7, 5, 5), (3, 2, 3, 4), (5, 3, 3, 3), (7, 6, 5, 6), (6, 4, 6, 6)]
    lines = [f"{'jump' if len(each) > 2 else 'remove'}{each}" for each in [*cells, (7, 8, 7, 6)]]
    here = new_match(konane())
    for number, line in enumerate(lines):
        here, answers = send_lines(here, (number % 2, line), (number % 2, "done"))
        assert answers == ["ok", "ok"]
    here, answers = send_lines(
        here, (1, "jump(2,4,4,4)"), (1, "jump(4,4,6,4)"), (0, "whosMove"), (1, "done"), (1, "board")
    )
    assert answers[:4] == ["ok", "ok", "0", "ok"]
    rows = "XOXOXOXO / OXOXOX.. / XOXO.OXO / OX..OX.X / XO..XOXO / O.O.OXOX / XOX.XOXO / OXOXOXOX"
    assert str(answers[4]).startswith(rows)
    assert here.record.written()[-1] == "d2-d4-d6"


def test_dark_is_1_and_light_is_0_as_in_the_course():
    here = new_match(konane())
    assert send_lines(here, (0, "id"), (1, "id"), (0, "whosMove"))[1] == ["1", "0", "1"]
    here = new_match(konane(first="light"))
    assert send_lines(here, (0, "id"), (1, "id"), (0, "whosMove"))[1] == ["0", "1", "0"]
    assert send_lines(new_match(nim()), (0, "id"), (1, "id"), (0, "whosMove"))[1] == ["0", "1", "0"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["done"], "error: no move is prepared"),
        (["jump(2,4,4,4)"], "error: 'jump(2,4,4,4)' is not a legal move; legal here: "),
        (["remove(4,5)", "remove(5,4)"], "error: remove(4,5) is prepared: write done, or a jump of the same stone"),
        (["remove(5)"], "error: 'remove(5)' is not a legal move"),
        (["fly"], "error: there is no such command; there are: id, whosMove, board, "),
        (["move"], "error: '' is not a legal move"),
    ],
)
def test_a_wrong_line_is_refused_and_changes_nothing_else(lines: list[str], said: str):
    *before, last = lines
    here, _ = send_lines(new_match(konane()), *[(0, line) for line in before])
    after, (answer,) = send_lines(here, (0, last))
    assert answer is not None
    assert answer.startswith(said)
    assert after._replace(wrong=here.wrong) == here


def test_a_seat_that_is_wrong_too_often_has_lost():
    here, _ = send_lines(new_match(nim()), *[(1, "fly")] * (WRONG - 1))
    assert here.ended is None
    assert here.wrong == (0, WRONG - 1)
    here, _ = send_lines(here, (1, "fly"))
    assert here.ended is not None
    assert (here.ended.payoffs, here.ended.reason) == ((1, -1), "second has lost: 10 of its lines were wrong")
    assert send_lines(here, (0, "wait"), (1, "wait"), (1, "result"), (0, "result"))[1] == [
        "over won (first wins: second has lost: 10 of its lines were wrong)",
        "over lost (first wins: second has lost: 10 of its lines were wrong)",
        *("lost", "won"),
    ]


def test_before_all_are_there_no_player_moves_or_loses():
    here = match(nim())
    after, answers = send_lines(here, (0, "wait"), *[(0, "move a-1")] * 20, (0, "fly"), (0, "id"), (0, "result"))
    assert after == lose_seat(after, 0, "it has left") == here
    assert answers[0] is None
    assert set(answers[1:21]) == {"error: a seat is still empty: say wait, and you are told when it is your turn"}
    assert answers[-2:] == ["0", "none"]


def test_a_player_who_cannot_move_has_lost_and_no_player_moves_after_the_end():
    here, answers = send_lines(
        new_match(nim(heaps=(1,))), (1, "wait"), (0, "wait"), (0, "move a-1"), (1, "wait"), (1, "move a-1")
    )
    assert answers == [None, "your move", "ok", "over lost (first wins)", "error: the game is over: first wins"]
    assert send_lines(here, (0, "whosMove"), (0, "moves"))[1] == ["-1", ""]


def test_clocks():
    here = new_match(nim(), Limits(Clock(movetime=2, margin=1)))
    assert [seconds_left(here, now) for now in (0.0, 1.5, 4.0)] == [3, 1.5, -1]
    here = new_match(nim(), Limits(Clock(None, seconds=10, increment=2, margin=0)))
    here, _ = send_lines(here, (0, "move a-1"), at=4.0)
    assert here.used == (4, 0)
    assert seconds_left(here, 4.0) == 10
    here, _ = send_lines(here, (1, "move a-1"), at=5.0)
    assert seconds_left(here, 6.0) == 10 + 2 - 4 - 1
    ended = lose_on_time(here).ended
    assert ended is not None
    assert ended.reason == "first has lost: its time is up"


def test_resignation_and_draws():
    here, answers = send_lines(new_match(nim()), (1, "resign"), (0, "resign"))
    assert answers == ["error: it is not your turn", "ok"]
    assert here.ended is not None
    assert (here.ended.payoffs, here.ended.reason) == ((-1, 1), "first resigns")
    steps = Game("steps", 0, lambda p: p, lambda p: ["go"], lambda p, m: 1 - p, lambda p: (0, 0))
    here, answers = send_lines(new_match(steps), *[(0, "move go"), (1, "move go")] * 2, (0, "wait"))
    assert answers[-1] == "over drawn (a draw: the same position 3 times)"
    assert send_lines(new_match(steps), (0, "board"))[1] == ["0"]  # it has no `read`


def test_chance_is_rolled_at_once_and_from_the_random_numbers_given():
    game = dice_of_doom(dice="rolled", seed=2)
    here, played = new_match(game, Limits(plies=30)), 0
    while here.ended is None:
        attack = next(move for move in handle_line(here, here.mover, "moves", 1.0, Random(1)).answer.split())
        here, answers = send_lines(here, (here.mover, f"move {attack}"))
        assert answers == ["ok"]
        assert here.ended is not None or here.mover != CHANCE
        played += 1
    assert any(game.mover(position) == CHANCE for position in here.record.positions)
    assert load_record(handle_line(here, 0, "record", 1.0, Random(1)).answer).position == here.record.position


WORDS = st.sampled_from([*OBEYED, "move b2", "move 1", "jump(1,1,1,3)", "remove(1,1)", "done", "\x00", "x" * 3000])


@pytest.mark.slow
@given(
    st.sampled_from([tic_tac_toe(), nim(heaps=(1, 2)), konane(rows=4, columns=4), dice_of_doom(players=3)]),
    st.lists(st.tuples(st.integers(0, 1), st.one_of(WORDS, st.text(max_size=40))), max_size=40),
)
def test_no_line_harms_a_match(game: Game, lines: list[tuple[int, str]]):
    here = new_match(game)
    for player, line in lines:
        before, (here, answer) = here, handle_line(here, player, line, 1.0, Random(1))
        assert answer is None or (answer == answer.strip() and "\n" not in answer and "\x00" not in answer)
        assert len(here.record.moves) >= len(before.record.moves)
        assert before.ended is None or here == before
        if answer is not None and answer.startswith("error"):
            assert here.record == before.record


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_is_played_by_its_own_words(name: str):
    game = GAMES[name]()
    here, random = new_match(game, Limits(plies=12)), Random(1)
    while here.ended is None:
        words = handle_line(here, here.mover, "moves", 1.0, random).answer.split()
        here, answer = handle_line(here, here.mover, f"move {random.choice(words)}", 1.0, random)
        assert answer == "ok"
    assert handle_line(here, 0, "wait", 1.0, random).answer.startswith("over ")

"""Two people in two browsers: a form for a friend, clocks, words, a rematch."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from lazytree.games import kalah, tic_tac_toe
from lazytree.hosts.web.clocks import clock_after, new_clock, player_out_of_time, seconds_left
from lazytree.session.session import Seat, Session, new_session, play_move
from tests.helpers.waiting import until

from .served import Board, Served


def friends(served: Served, **more: Any) -> tuple[Board, Board]:
    """A game of two people, each in a browser."""
    mine = served.begin("tic_tac_toe", "person", "link", **more)
    return mine, mine.elsewhere(1)


def moved(session: Session, *moves: int) -> Session:
    for move in moves:
        session = play_move(session, list(session.game.moves(session.position))[move], Random(0))
    return session


def test_a_form_begins_a_game_with_a_friend(served: Served):
    browser = served.browser()
    form = {
        "game": "tic_tac_toe",
        "friend": "yes",
        "side": "1",
        "clock": "300+3",
        "s.0": "at_random",
        "s.1": "at_random",
    }
    page = browser.get(browser.post("/new", data=form).headers["location"]).text
    assert "Send this to who plays Red" in page and "300 s left" in page
    assert len(re.findall(r"/seat/", page)) >= 2  # the friend's link, and one's own


def test_the_clock_of_who_is_to_move_runs_from_the_second_move_on():
    begun = new_session(tic_tac_toe(), tic_tac_toe().start, (Seat(), Seat()), Random(0))
    session, clock = begun, new_clock("60+2", begun)
    assert clock is not None
    for now, left in ((100.0, (60, 60)), (130.0, (60, 60)), (140.0, (52, 60)), (145.0, (52, 57))):
        after = moved(session, 0)
        session, clock = after, clock_after(clock, session, after, now)
        assert clock.left == left  # two first moves are free; 10 s, then 5 s, and 2 s for each move
    assert seconds_left(clock, session, 150.0) == (47, 57)
    assert player_out_of_time(clock, session, 190.0) is None
    assert player_out_of_time(clock, session, 197.5) == 0


def test_a_player_who_moves_again_has_one_clock_running():
    begun = new_session(kalah(), kalah().start, (Seat(), Seat()), Random(0))
    again = moved(begun, 2)  # the last seed falls into the store: the same player moves again
    assert begun.game.mover(again.position) == 0
    clock = new_clock("60+0", begun)
    assert clock is not None
    clock = clock_after(clock, begun, again, 10.0)
    assert seconds_left(clock, again, 14.0) == (56, 60)


def test_who_has_no_time_left_has_lost(served: Served, monkeypatch: pytest.MonkeyPatch):
    mine, theirs = friends(served, clock="60+0")
    now = [1000.0]
    monkeypatch.setattr(served.registry, "clock", lambda: now[0])
    for board, move in ((mine, "a1"), (theirs, "b1"), (mine, "a2")):
        board.act("move", move=move)
    now[0] += 61
    assert theirs.refused("move", move="b2")[0] == 409
    assert mine.view()["caption"] == "Red wins: Blue has no time left"


@pytest.mark.parametrize(("seats", "clock"), [(("person", "at_random"), "60+0"), (("person", "link"), "5 minutes")])
def test_clocks_that_cannot_be_are_refused(served: Served, seats: tuple[str, str], clock: str):
    answer = served.browser().post(
        "/new", json={"game": "tic_tac_toe", "seats": seats, "parameters": {}, "clock": clock}
    )
    assert (answer.status_code, "clock" in answer.json()["error"]) == (400, True)


def test_a_few_words_are_said_and_no_others(served: Served):
    mine, theirs = friends(served)
    view = mine.act("say", words=0)
    assert theirs.view()["friends"]["phrases"][0] == view["friends"]["words"][0]
    assert theirs.refused("say", words="a text of one's own")[0] == 400
    assert mine.refused("say", words=1)[0] == 503  # at once again
    watcher = Board(served, served.browser(), mine.address, {})
    assert watcher.refused("say", words=0)[0] == 403


def test_a_rematch_has_sides_changed_and_the_same_browsers(served: Served):
    mine, theirs = friends(served, clock="60+0")
    assert mine.refused("rematch")[0] == 409  # the game goes on
    mine.act("resign")
    mine.act("rematch")
    assert "asks for a rematch" in theirs.view()["offered"]
    next_one = theirs.act("accept")["friends"]["next"]
    assert next_one == mine.view()["friends"]["next"]
    for board, yours in ((mine, [False, True]), (theirs, [True, False])):
        address = board.browser.get(next_one).headers["location"]
        again = Board(served, board.browser, address, {})
        assert [seat["yours"] for seat in again.view()["seats"]] == yours
        assert again.view()["friends"]["clock"]["left"] == [60, 60]
    assert mine.view()["caption"] == "Blue wins: Red resigns"  # the game before is kept


def test_it_is_seen_who_is_here(served: Served):
    mine, theirs = friends(served)
    assert mine.view()["friends"]["here"] == [False, False]
    with theirs.browser.stream("GET", f"{theirs.address}/events") as stream:
        next(stream.iter_lines())
        until(lambda: mine.view()["friends"]["here"] == [False, True])

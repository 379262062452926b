"""A session, as data: seats, actions, endings, values, signals, the tree; records that are opened."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, is_over, record, save_record
from lazytree.core.values import seen_by
from lazytree.games import dice_of_doom, konane, nim, selfo, tic_tac_toe
from lazytree.games.selfo_rules import swarm_of
from lazytree.playing.ending import ending
from lazytree.session.actions import ACTIONS
from lazytree.session.front_end import FILES
from lazytree.session.jobs import DRAW, OPPONENT, Job, takes_a_draw, values_found, wanted_job
from lazytree.session.records import read_record
from lazytree.session.reducer import REDUCERS, flags_of, reduce
from lazytree.session.refusals import Refused
from lazytree.session.session import (
    Permissions,
    Seat,
    Session,
    new_session,
    permissions_of_all,
    play_move,
    swap_sides,
    turn_of,
    with_record,
)
from lazytree.session.view import session_view
from lazytree.show.front_end import static_text
from lazytree.swarm import signals
from tests.helpers.positions import SMALL, TWO, Variant, walk_to, walks

GAME = tic_tac_toe()


def start_session(game: Game[Any, Any] = GAME, people: frozenset[int] = frozenset({0, 1})) -> Session:
    seats = [Seat() if player in people else Seat("bot", name="think") for player in range(len(game.players))]
    return new_session(game, game.start, seats, Random(1))


def play_moves(session: Session, *moves: Any) -> Session:
    for move in moves:
        session = play_move(session, move, Random(1))
    return session


def acted(session: Session, *asked: str | dict[str, Any], actor: Permissions | None = None) -> Session:
    """The session after actions of one who plays for all people, or of another one."""
    for each in asked:
        action = {"action": each} if isinstance(each, str) else each
        session = reduce(session, action, actor or permissions_of_all(session), Random(1))
    return session


# ---- the table of actions


def test_what_the_front_end_has_of_the_table_and_the_view_is_what_is_written_here():
    for name, text in FILES.items():
        assert static_text(name) == text(), "run: python -m lazytree.session.front_end"


def test_every_action_has_a_reducer_or_is_done_by_the_host_and_its_flags_are_known():
    flags = flags_of(start_session(), permissions_of_all(start_session()))
    assert {action.name for action in ACTIONS} == {*REDUCERS, "save", "link"}
    assert {flag for action in ACTIONS for flag in (action.offered, action.enabled) if flag} <= set(flags)
    keys = [action.key for action in ACTIONS if action.key]
    assert len(set(keys)) == len(keys)


# ---- how it ends


def test_who_resigns_loses_and_the_game_is_over_there_and_only_there():
    session = acted(play_moves(start_session(), 4, 0), "resign")
    view = session_view(session)
    assert (view["turn"], view["caption"], view["moves"], view["mover"]) == ("over", "Blue wins: Red resigns", [], -1)
    assert view["board"] is not None and view["board"]["caption"] == "Blue wins: Red resigns"
    assert {"undo", "new", "save"}.isdisjoint(view["disabled_actions"])
    assert {"resign", "draw", "hint", "values"} <= set(view["disabled_actions"])
    assert turn_of(acted(session, "undo")) == "person"
    assert turn_of(acted(session, "undo", "redo")) == "over", "what has happened there stays"
    with pytest.raises(Refused, match="over already"):
        acted(session, "resign")
    assert turn_of(play_moves(acted(session, "undo"), 8)) == "person"


def test_with_more_than_two_players_no_player_resigns():
    session = start_session(dice_of_doom(size=2, players=3), frozenset({0, 1, 2}))
    assert {"resign", "draw"}.isdisjoint(session_view(session)["actions"])
    with pytest.raises(Refused, match="no player can resign"):
        acted(session, "resign")


FIRST, SECOND = Permissions(frozenset({0})), Permissions(frozenset({1}))


def test_a_draw_needs_the_other_player():
    session = acted(start_session(), "draw", actor=FIRST)
    assert (turn_of(session), session_view(session)["offer"]) == ("person", 0)
    assert "decline" in session_view(session, SECOND)["actions"]
    assert "decline" not in session_view(session, FIRST)["actions"]
    assert turn_of(acted(session, "draw", actor=FIRST)) == "person", "no player agrees with themselves"
    assert session_view(acted(session, "accept", actor=SECOND))["caption"] == "Draw: by agreement"
    assert session_view(play_moves(session, 4))["offer"] is None, "a move declines"
    assert "declined" in acted(session, "decline", actor=SECOND).said


def test_people_who_share_a_board_offer_and_accept():
    session = acted(start_session(), "draw")
    assert "accept" in session_view(session)["actions"] and "draw" not in session_view(session)["actions"]
    assert session_view(acted(session, "accept"))["caption"] == "Draw: by agreement"


def test_a_bot_is_asked_whether_it_takes_a_draw():
    session = acted(start_session(people=frozenset({0})), "draw")
    assert wanted_job(session) == Job(DRAW, 0)
    assert session_view(session)["thinking"] == DRAW


def test_a_bot_is_wanted_where_it_is_to_move_and_not_where_a_person_looks_back():
    session = play_moves(start_session(people=frozenset({0})), 4)
    assert wanted_job(session) == Job(OPPONENT, 1, "bot")
    back = acted(play_moves(session, 0), {"action": "go", "target": 1})
    assert wanted_job(back) is None
    assert wanted_job(acted(back, "move now")) == Job(OPPONENT, 1, "bot")
    assert acted(session, "move now").hurried


def test_another_person_is_not_helped_and_must_agree_to_go_back():
    session = play_moves(start_session(), 4)
    assert {"hint", "values", "look"}.isdisjoint(session_view(session, SECOND)["actions"])
    for action in ("hint", "values", "look"):
        with pytest.raises(Refused, match="another person"):
            acted(session, action, actor=SECOND)
    asked = acted(session, "undo", actor=FIRST)
    assert asked.place == 1
    assert "asks to take back" in session_view(asked, SECOND)["offered"]
    assert acted(asked, "undo", actor=SECOND).place == 0


def test_one_who_watches_does_nothing():
    for action in REDUCERS:
        if action not in ("new",):
            with pytest.raises(Refused, match="watches"):
                acted(start_session(), action, actor=Permissions())


@given(walks(30), st.integers(2, 3), st.integers(1, 12))
def test_repetitions_and_plies_end_the_game_as_they_do_elsewhere(walk: tuple[int, int], often: int, plies: int):
    game, random = konane(rows=4, columns=4), Random(walk[1])
    here = start_session(game)._replace(repetitions=often, plies=plies)
    for _ in range(walk[0]):
        moves = list(game.moves(here.position))
        if not moves:
            break
        here = play_move(here, random.choice(moves), random)
        positions = here.record.positions
        assert (turn_of(here) == "over") == (ending(game, positions, often, plies) is not None)


# ---- seats and actions


def test_a_page_moves_only_for_its_own_seats():
    mine, theirs = (session_view(start_session(), actor) for actor in (FIRST, SECOND))
    assert (mine["turn"], len(mine["moves"])) == ("person", 9)
    assert (theirs["turn"], theirs["moves"]) == ("other", [])
    assert [[seat["yours"] for seat in view["seats"]] for view in (mine, theirs)] == [[True, False], [False, True]]


def test_sides_are_swapped_with_the_names_of_who_plays():
    session = start_session(people=frozenset({0}))
    other = session_view(acted(session, "swap sides"))
    assert [seat["who"] for seat in other["seats"]] == ["think", "a person"]
    assert other["turn"] == "opponent"
    assert swap_sides(swap_sides(session)).people == session.people


def test_actions_without_a_use_are_not_offered():
    assert {"move now", "swap sides", "decline", "accept", "link"}.isdisjoint(session_view(start_session())["actions"])
    assert "link" in session_view(start_session(), link="somewhere")["actions"]
    assert session_view(start_session(), actions=["undo", "hint"])["actions"] == ["undo", "hint"]
    odd = replace(GAME, parameters={"lambda": object()})
    assert "save" not in session_view(start_session(odd))["actions"], "a parameter that has no form in JSON"


def test_a_new_game_has_the_same_seats_and_no_moves():
    session = acted(play_moves(start_session(people=frozenset({0})), 4, 0), "new")
    assert (session.record.written(), session.people) == ([], frozenset({0}))


# ---- records


@given(walks(12), st.sampled_from(TWO))
def test_a_record_as_the_page_saves_it_is_that_of_the_library(walk: tuple[int, int], variant: Variant):
    """The page writes what `record` says, and the texts of the moves."""
    game, random = variant(), Random(walk[1])
    here = new_session(game, game.start, [Seat()] * len(game.players), random)
    for _ in range(walk[0]):
        if moves := list(game.moves(here.position)):
            here = play_move(here, random.choice(moves), random)
    data = session_view(here)
    text = json.dumps({**(data["record"] or {}), "moves": [move["text"] for move in data["line"]]})
    assert json.loads(text) == json.loads(save_record(here.record))
    again = with_record(start_session(game), read_record(game, text), random)
    assert again.position == here.position
    assert [move["text"] for move in session_view(again)["line"]] == [move["text"] for move in data["line"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "this is no saved record"),
        ('{"game": "nim", "parameters": {}, "moves": []}', "a game of nim, not of tic_tac_toe"),
        ('{"game": "tic_tac_toe", "parameters": {}, "moves": ["b2", "b2"]}', "move 2"),
        ('{"game": "tic_tac_toe", "parameters": {"side": 4}, "moves": []}', "with"),
    ],
)
def test_a_record_that_does_not_fit_is_named(text: str, words: str):
    with pytest.raises(ValueError, match=words):
        read_record(GAME, text)


# ---- values


def worth(game: Game[Any, Any], position: Any) -> Any:
    """By brute force: the payoffs of two players under perfect play."""
    moves = list(game.moves(position))
    if not moves:
        return game.payoffs(position)[0]
    return (min if game.mover(position) else max)(worth(game, game.play(position, move)) for move in moves)


@pytest.mark.parametrize("moves", [[], [4, 0], [0, 4, 8, 1], [4, 0, 8]])
def test_values_become_exact_and_are_those_of_perfect_play(moves: list[int]):
    position = record(GAME, moves).position
    if not moves:
        position = record(GAME, [4, 1]).position  # of the start brute force would take long
    *_, found = values_found(GAME, position, seconds=60)
    mover = GAME.mover(position)
    assert all(each.exact for each in found)
    assert {each.move for each in found} == set(GAME.moves(position))
    for each in found:
        by_hand = seen_by(mover, worth(GAME, GAME.play(position, each.move)))
        assert (each.value > 0) - (each.value < 0) == by_hand
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)


@given(walks(40), st.sampled_from(SMALL))
def test_strengths_rank_moves_as_values_do(walk: tuple[int, int], variant: Variant):
    game = variant()
    position = walk_to(game, walk)
    found = next(values_found(game, position), ())
    here = start_session(game)._replace(values=found)
    nodes = here.variations.nodes
    here = here._replace(variations=here.variations._replace(nodes=nodes.set(0, nodes[0]._replace(position=position))))
    if is_over(game, position) or game.mover(position) < 0:
        return
    shown = session_view(here)["values"]
    moves = list(game.moves(position))
    assert [moves[each["move"]] for each in shown] == [each.move for each in found]
    strengths = [each["strength"] for each in shown]
    assert all(-1 <= strength <= 1 for strength in strengths)
    guessed = [each["strength"] for each in shown if not each["exact"]]
    assert guessed == sorted(guessed, reverse=True)


def test_an_engine_takes_a_draw_where_it_does_not_stand_better():
    game = nim(heaps=(1, 2))  # the first player wins
    assert not takes_a_draw(game, game.start, 0)
    assert takes_a_draw(game, game.start, 1)


# ---- signals and the tree


def test_signals_are_those_of_the_swarm_and_only_of_games_that_have_one():
    game = selfo(setup=1)
    here = start_session(game)
    found = {each["cell"]: each for each in session_view(here)["heat"]}
    heard = signals(swarm_of(game), here.position)
    for cell in range(len(game.layout.cells if game.layout else ())):
        loudest = max(heard, key=lambda signal: signal.strengths[cell])
        if loudest.strengths[cell] >= 1:
            assert (found[cell]["strength"] > 0) == (loudest.colour == 0)
            assert found[cell]["note"] == f"{loudest.strengths[cell]:.7g} millionths"
        else:
            assert cell not in found
    assert session_view(start_session())["heat"] is None


def test_looking_at_the_tree_grows_one_ply_and_follows_the_game():
    asked: list[Any] = []
    base = konane(rows=4, columns=4)

    def play(position: Any, move: Any) -> Any:
        asked.append(position)
        return base.play(position, move)

    game = replace(base, play=play, machine=None)
    here = start_session(game)
    asked.clear()
    here = acted(here, "look")
    assert len(asked) == len(list(base.moves(base.start)))
    assert set(asked) == {base.start}, "nothing below the first ply is looked at"
    here = acted(here, {"action": "unfold", "id": "/0"})
    assert len(set(asked)) == 2
    move = next(iter(base.moves(base.start)))
    moved = play_move(here, move, Random(1))
    assert moved.tree is not None
    assert moved.tree.tree.key == moved.position
    assert session_view(moved)["tree"]["at"] == "/"
    assert acted(moved, "look").tree is None
    assert session_view(acted(moved, "look", {"action": "go", "target": 0}))["tree"] is None

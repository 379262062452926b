"""A game at a table, as data: seats, acts, endings, values, signals, the tree; records that are opened."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lazytree.show.sittings.acts import ACTS
from lazytree.show.sittings.agreeing import declined, given_up, offered_by
from lazytree.show.sittings.keeping import read_record
from lazytree.show.sittings.shown import data_of
from lazytree.show.sittings.sitting import (
    Sitting,
    after,
    anew,
    back,
    looking,
    not_looking,
    on,
    sitting,
    swapped,
    to_place,
    turn_of,
    unfolded,
    with_record,
)
from lazytree.show.sittings.thinking import takes_a_draw, values_found

from lazytree import Game, is_over, record, save_record
from lazytree.core.values import seen_by
from lazytree.games import dice_of_doom, konane, nim, selfo, tic_tac_toe
from lazytree.games.selfo_rules import swarm_of
from lazytree.playing.ending import ending
from lazytree.swarm import signals
from tests.helpers.positions import SMALL, TWO, Variant, walked, walks

GAME = tic_tac_toe()


def begun(game: Game[Any, Any] = GAME, people: frozenset[int] = frozenset({0, 1})) -> Sitting:
    return sitting(game, game.start, people, Random(1))


def played(here: Sitting, *moves: Any) -> Sitting:
    for move in moves:
        here = after(here, move, Random(1))
    return here


# ---- how it ends


def test_who_resigns_loses_and_the_game_is_over_there_and_only_there():
    here = given_up(played(begun(), 4, 0), 0)
    data = data_of(here)
    assert (data["turn"], data["caption"], data["moves"], data["mover"]) == ("over", "O wins: X resigns", [], -1)
    assert data["board"]["caption"] == "O wins: X resigns"
    assert {"undo", "new", "save"}.isdisjoint(data["acts_off"])
    assert {"resign", "draw", "hint", "values", "move now"} <= set(data["acts_off"]) | ({*ACTS} - {*data["acts"]})
    assert turn_of(back(here)) == "person"
    assert turn_of(on(back(here))) == "over", "what has happened there stays"
    assert given_up(here, 1).endings == here.endings, "a game that is over has ended once"
    assert turn_of(played(back(here), 8)) == "person"


def test_with_more_than_two_players_nobody_resigns():
    here = begun(dice_of_doom(size=2, players=3), frozenset({0, 1, 2}))
    assert {"resign", "draw"}.isdisjoint(data_of(here)["acts"])
    with pytest.raises(ValueError, match="nobody can resign"):
        given_up(here, 0)


def test_a_draw_needs_the_other_player():
    here = offered_by(begun(), 0)
    assert (turn_of(here), data_of(here)["offer"]) == ("person", 0)
    assert "decline" in data_of(here)["acts"]
    assert turn_of(offered_by(here, 0)) == "person", "nobody agrees with themselves"
    assert data_of(offered_by(here, 1))["caption"] == "a draw: by agreement"
    assert data_of(played(here, 4))["offer"] is None, "a move declines"
    assert "declined" in declined(here).said


@given(walks(30), st.integers(2, 3), st.integers(1, 12))
def test_repetitions_and_plies_end_the_game_as_they_do_elsewhere(walk: tuple[int, int], often: int, plies: int):
    game, random = konane(rows=4, columns=4), Random(walk[1])
    here = begun(game)._replace(repetitions=often, plies=plies)
    for _ in range(walk[0]):
        moves = list(game.moves(here.position))
        if not moves:
            break
        here = after(here, random.choice(moves), random)
        positions = here.record.positions
        assert (turn_of(here) == "over") == (ending(game, positions, often, plies) is not None)


# ---- seats and acts


def test_a_page_moves_only_for_its_own_seats():
    here = begun()
    mine, theirs = (data_of(here, yours=frozenset({player})) for player in (0, 1))
    assert (mine["turn"], len(mine["moves"])) == ("person", 9)
    assert (theirs["turn"], theirs["moves"]) == ("other", [])
    assert [[seat["yours"] for seat in data["seats"]] for data in (mine, theirs)] == [[True, False], [False, True]]


def test_sides_are_swapped_with_the_names_of_who_plays():
    here = begun(people=frozenset({0}))._replace(names=("a person", "think, 1 second"))
    other = data_of(swapped(here))
    assert [seat["who"] for seat in other["seats"]] == ["think, 1 second", "a person"]
    assert other["turn"] == "opponent"
    assert swapped(swapped(here)).people == here.people


def test_acts_without_a_use_are_not_offered():
    assert {"move now", "swap sides", "decline", "link"}.isdisjoint(data_of(begun())["acts"])
    assert "link" in data_of(begun(), link="somewhere")["acts"]
    assert data_of(begun(), acts=["undo", "hint"])["acts"] == ["undo", "hint"]
    odd = replace(GAME, parameters={"lambda": object()})
    assert "save" not in data_of(begun(odd))["acts"], "a parameter that has no form in JSON"


def test_a_new_game_has_the_same_seats_and_no_moves():
    here = anew(played(begun(people=frozenset({0})), 4, 0), Random(1))
    assert (here.record.written(), here.people) == ([], frozenset({0}))


# ---- records


@given(walks(12), st.sampled_from(TWO))
def test_a_record_as_the_page_saves_it_is_that_of_the_library(walk: tuple[int, int], variant: Variant):
    """The page writes what `record` says, and the texts of the moves."""
    game, random = variant(), Random(walk[1])
    here = sitting(game, game.start, frozenset({0, 1}), random)
    for _ in range(walk[0]):
        if moves := list(game.moves(here.position)):
            here = after(here, random.choice(moves), random)
    data = data_of(here)
    text = json.dumps({**data["record"], "moves": [move["text"] for move in data["line"]]})
    assert json.loads(text) == json.loads(save_record(here.record))
    again = with_record(begun(game), read_record(game, text))
    assert again.position == here.position
    assert [move["text"] for move in data_of(again)["line"]] == [move["text"] for move in data["line"]]


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
    position = walked(game, walk)
    found = next(values_found(game, position), ())
    here = begun(game)._replace(values=found)
    here = here._replace(
        course=here.course._replace(places=here.course.places.set(0, here.course.here._replace(position=position)))
    )
    if is_over(game, position) or game.mover(position) < 0:
        return
    shown = data_of(here)["values"]
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
    here = begun(game)
    found = {each["cell"]: each for each in data_of(here)["heat"]}
    heard = signals(swarm_of(game), here.position)
    for cell in range(len(game.layout.cells if game.layout else ())):
        loudest = max(heard, key=lambda signal: signal.strengths[cell])
        if loudest.strengths[cell] >= 1:
            assert (found[cell]["strength"] > 0) == (loudest.colour == 0)
            assert found[cell]["note"] == f"{loudest.strengths[cell]:.7g} millionths"
        else:
            assert cell not in found
    assert data_of(begun())["heat"] is None


def test_looking_at_the_tree_grows_one_ply_and_follows_the_game():
    asked: list[Any] = []
    base = konane(rows=4, columns=4)

    def play(position: Any, move: Any) -> Any:
        asked.append(position)
        return base.play(position, move)

    game = replace(base, play=play, machine=None)
    here = begun(game)
    asked.clear()
    here = looking(here)
    assert len(asked) == len(list(base.moves(base.start)))
    assert set(asked) == {base.start}, "nothing below the first ply is looked at"
    here = unfolded(here, "/0")
    assert len(set(asked)) == 2
    move = next(iter(base.moves(base.start)))
    moved = after(here, move, Random(1))
    assert moved.tree is not None
    assert moved.tree.tree.key == moved.position
    assert data_of(moved)["tree"]["at"] == "/"
    assert not_looking(moved).tree is None
    assert data_of(to_place(not_looking(moved), 0))["tree"] is None

"""Mistakes that end in sentences, names that are nearly right, and games as bytes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lazytree
from lazytree import BrokenLaw, Game, Stop, bots, check_game, compiled, mcts, prove, search, until
from lazytree.cli.writing import rules
from lazytree.games import GAMES, nim, tic_tac_toe
from lazytree.hosts.pages import publish
from lazytree.naming.loading import factory_named
from lazytree.naming.words import bot_named, game_named

GAME = tic_tac_toe()


def test_what_is_no_answer_to_a_question_is_named(tmp_path: Path):
    for ask, said in [
        (lambda: next(mcts(GAME)(None)), "None is no position of tic_tac_toe: a .* is wanted, such as game.start"),
        (lambda: prove(GAME, more_than="x"), "more_than must be a number, the payoff that FIRST is to exceed, not 'x'"),  # type: ignore[arg-type]
        (lambda: publish(nim(), tmp_path / "nope" / "x.html"), "x.html cannot be written: there is no folder .*nope"),
        (lambda: publish(nim(), tmp_path), "cannot be written: "),
        (lambda: until(None), r"until\(value\) takes a number, such as until\(SURE\) for a win or a loss, not None"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(ValueError, match=said):
            ask()


def test_a_flag_can_be_annotated():
    late: Stop = lambda: False  # noqa: E731
    assert search(GAME, 1, stop=late).depth == 1
    assert "Stop" in lazytree.__all__


def test_names_that_are_nearly_right_are_guessed():
    for ask, said in [
        (lambda: game_named("konnane", []), "there is no game 'konnane'; did you mean konane"),
        (lambda: game_named("konane", ["row=4"]), "has no parameter 'row'; did you mean rows"),
        (lambda: bot_named(GAME, "thinc"), "there is no bot 'thinc'; did you mean think"),
        (lambda: bot_named(GAME, "think:dept=3"), "think has no parameter 'dept'; did you mean depth"),
        (lambda: bots.think(GAME, rating="open_line"), "has no rating 'open_line'; did you mean open_lines"),
    ]:
        with pytest.raises(ValueError, match=rf"{said}\? "):
            ask()
    with pytest.raises(ValueError, match="there is no game 'chess'; there are: "):
        game_named("chess", [])


ALONE = '''"""Take one or two coins: who takes the last one wins."""

from lazytree import Game


def helper(number):
    return number > 0


def coins(number=7):
    return Game(
        name="coins",
        start=(number, 0),
        mover=lambda position: position[1],
        moves=lambda position: [taken for taken in (1, 2) if taken <= position[0]],
        play=lambda position, taken: (position[0] - taken, 1 - position[1]),
        payoffs=lambda position: (-1, 1) if position[1] == 0 else (1, -1),
    )
'''


def test_a_lone_factory_needs_no_annotation_and_the_file_says_how_it_is_played(tmp_path: Path):
    file = tmp_path / "lone_coins.py"
    file.write_text(ALONE, encoding="utf-8")
    assert factory_named(str(file))(number=3).start == (3, 0)
    asked: Any = type("Asked", (), {"game": str(file), "parameters": []})
    assert next(iter(rules(asked))) == "Take one or two coins: who takes the last one wins."


class Plain:
    """A position that forgets `__eq__`."""

    def __init__(self, left: int) -> None:
        self.left = left


def test_a_position_class_without_eq_is_told_so():
    game = Game(
        name="plain",
        start=Plain(3),
        mover=lambda position: position.left % 2,
        moves=lambda position: [1] if position.left else [],
        play=lambda position, move: Plain(position.left - 1),
        payoffs=lambda position: (1, -1),
    )
    with pytest.raises(BrokenLaw, match=r"Plain has no __eq__: give it __eq__ and __hash__, as a NamedTuple or"):
        check_game(game)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_library_is_pickled(name: str):
    game = GAMES[name]()
    again = pickle.loads(pickle.dumps(game))
    assert (again.name, again.start, dict(again.parameters)) == (game.name, game.start, dict(game.parameters))
    assert pickle.loads(pickle.dumps(compiled(game))).start == game.start
    assert copy.copy(game) is game


def test_a_game_of_ones_own_says_why_it_is_not_pickled():
    for game in (
        replace(GAME, ratings={"mine": lambda position: 0}),
        replace(GAME, play=lambda position, move: position),
        replace(GAME, name="mine"),
    ):
        with pytest.raises(TypeError, match="cannot be pickled, because its rules are functions of your own"):
            pickle.dumps(game)

"""From its docstring a newcomer can play a game: every factory explains it in the same way, `Game` every field."""

from dataclasses import fields
from inspect import getdoc, signature

import pytest

from lazytree import Game
from lazytree.games import GAMES

BY_NAME = pytest.mark.parametrize("name", GAMES)


@BY_NAME
def test_a_factory_explains_positions_moves_ratings_and_its_source(name):
    explained = getdoc(GAMES[name])
    for heading in ("Positions:", "Moves:", "Ratings", "Source:", ">>>"):
        assert f"\n{heading}" in explained, heading


@BY_NAME
def test_a_factory_explains_its_arguments_and_what_it_raises(name):
    factory, explained = GAMES[name], getdoc(GAMES[name])
    for argument in signature(factory).parameters:
        assert f"`{argument}" in explained, argument
    assert not signature(factory).parameters or ("\nArguments:" in explained and "\nRaises:" in explained)


@BY_NAME
def test_a_factory_names_its_ratings(name):
    game = GAMES[name]()
    for rating in [*game.ratings, *game.standings]:
        assert f'"{rating}"' in GAMES[name].__doc__, rating


def test_help_of_game_explains_every_field():
    for field in fields(Game):
        assert f"`{field.name}" in Game.__doc__, field.name
    assert "over exactly when it has no moves" in Game.__doc__

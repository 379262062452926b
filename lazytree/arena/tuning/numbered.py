"""Players with numbers: bots whose rating is a weighted sum, or whose factory takes numbers; and pairs of their games.

What is here runs in workers, too: a task is a value that can be sent to another process where its game is a text.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import lru_cache
from inspect import signature
from random import Random
from typing import Any, NamedTuple

from lazytree.core.checks import payoffs_of
from lazytree.core.game import CHANCE, FIRST, Game, is_over
from lazytree.naming.attached_files import SourceFile, local_path
from lazytree.naming.words import bot_factory, bot_named, game_named, kinds_of
from lazytree.playing.playthrough import play_game
from lazytree.playing.random_games import random_game
from lazytree.searching.choosing import Bot
from lazytree.trees.ratings import resolve_two_player_rating, weigh

Maker = Callable[[Game[Any, Any], tuple[float, ...]], Bot[Any, Any]]

RATINGS, PARAMETERS = "ratings", "parameters"

TRIES = 100
"""Openings that may be over, or that chance has ended, before a game is taken to have none."""


class Tunable(NamedTuple):
    """A bot with numbers: the weights of ratings, or parameters of a bot; or a function from game and numbers.

    >>> Tunable("alphabeta:depth=2", RATINGS, ("mobility", "stones")).names
    ('mobility', 'stones')
    """

    bot: str | Maker
    kind: str = RATINGS
    names: tuple[str, ...] = ()


class Pairing(NamedTuple):
    """Two games from the same opening, in which two guesses change seats."""

    game: str | Game[Any, Any]
    player: Tunable
    one: tuple[float, ...]
    other: tuple[float, ...]
    seed: str  # of the opening, and of chance
    plies: int  # random ones that the opening has
    longest: int  # plies after which a game is a draw
    files: tuple[SourceFile, ...] = ()  # of the user's own, for workers on other machines


def bot_of(game: Game[Any, Any], player: Tunable, numbers: tuple[float, ...]) -> Bot[Any, Any]:
    """The bot with these numbers. Raises ValueError for a wrong name."""
    if callable(player.bot):
        return player.bot(game, numbers)
    if player.kind == RATINGS:
        parts = [(weight, resolve_two_player_rating(game, name)) for weight, name in zip(numbers, player.names)]
        return bot_named(game, player.bot, rating=weigh(*parts))
    return bot_named(game, with_numbers(player.bot, player.names, numbers))


def with_numbers(bot: str, names: Sequence[str], numbers: Sequence[float]) -> str:
    """The text of a bot with these parameters; a parameter that takes whole numbers gets the nearest one.

    >>> with_numbers("mcts:simulations=50", ["rave", "seed"], [0.5, 2.4])
    'mcts:simulations=50,rave=0.5,seed=2'
    """
    _, factory, words = bot_factory(bot)
    kinds = {name: kinds_of(factory, name) if name in signature(factory).parameters else () for name in names}
    whole = {name for name in names if int in kinds[name] and float not in kinds[name]}
    given = [f"{name}={round(number) if name in whole else number}" for name, number in zip(names, numbers)]
    head = bot.removesuffix(",".join(words)).rstrip(":") if words else bot
    return f"{head}:{','.join([*words, *given])}"


@lru_cache(maxsize=8)
def _named(text: str) -> Game[Any, Any]:
    name, *words = shlex.split(text)
    return game_named(name, words)


def game_of(game: str | Game[Any, Any], files: tuple[SourceFile, ...] = ()) -> Game[Any, Any]:
    """The game, made from its text where it is one; `files` are those that the text may name.

    >>> game_of("nim heaps=2,1").start.heaps
    pvector([2, 1])
    """
    return _named(local_path(game, files)) if isinstance(game, str) else game


def opening(game: Game[Any, Any], plies: int, seed: str) -> Any:
    """A position after `plies` random moves, in which the game is not over.

    Raises: ValueError where no such position is found.

    >>> from lazytree.games import nim
    >>> opening(nim(heaps=(1, 1)), 1, "1").mover
    1
    """
    random = Random(seed)
    for _ in range(TRIES):
        *_, position = random_game(game, random, plies)
        if not is_over(game, position):
            return position
    raise ValueError(f"{game.name} is over after {plies} random plies: take shorter openings")


def points(pairing: Pairing) -> float:
    """The points of `one` in the two games: 0 to 2. Numbers that the factory of the bot refuses have lost both.

    >>> points(Pairing("nim heaps=1,1", Tunable("at_random", PARAMETERS, ("seed",)), (1,), (2,), "1", 0, 100))
    1.0
    """
    game = game_of(pairing.game, pairing.files)
    start = opening(game, pairing.plies, pairing.seed)
    seed = Random(f"chance {pairing.seed}").randrange(1, 2**31)
    refused = [_is_refused(game, pairing.player, numbers) for numbers in (pairing.one, pairing.other)]
    if any(refused):
        return 1.0 if all(refused) else 0.0 if refused[0] else 2.0
    total = 0.0
    for seat in (0, 1):
        seated = (pairing.one, pairing.other) if seat == 0 else (pairing.other, pairing.one)
        bots = [bot_of(game, pairing.player, numbers) for numbers in seated]
        *_, (end, _) = play_game(game, bots, start, seed, repetitions=3, plies=pairing.longest)
        total += score(game, end)[seat]
    return total


def _is_refused(game: Game[Any, Any], player: Tunable, numbers: tuple[float, ...]) -> bool:
    """Whether the factory of the bot takes no such numbers, as no depth of -1."""
    try:
        bot_of(game, player, numbers)
    except ValueError:
        return True
    return False


def score(game: Game[Any, Any], end: Any) -> tuple[float, float]:
    """What the two players have scored in a game with this last position: 1 a win, 1/2 a draw; one not over is drawn.

    >>> from lazytree.games import nim
    >>> score(nim(heaps=(0,)), nim(heaps=(0,)).start)
    (0.0, 1.0)
    """
    if not is_over(game, end):
        return 0.5, 0.5
    payoff = payoffs_of(game, end)[FIRST]
    first = 0.5 + 0.5 * ((payoff > 0) - (payoff < 0))
    return first, 1 - first


def samples(pairing: Pairing) -> list[list[float]]:
    """Positions of a game of `one` against itself: how it ended for FIRST, and the ratings, seen by FIRST.

    >>> samples(Pairing("nim heaps=1", Tunable("at_random", RATINGS, ("nim_sum",)), (1,), (1,), "1", 0, 100))
    [[1.0, 1]]
    """
    game = game_of(pairing.game, pairing.files)
    ratings = [resolve_two_player_rating(game, name) for name in pairing.player.names]
    start = opening(game, pairing.plies, pairing.seed)
    seed = Random(f"chance {pairing.seed}").randrange(1, 2**31)
    bots = [bot_of(game, pairing.player, numbers) for numbers in (pairing.one, pairing.other)]
    positions = [here for here, _ in play_game(game, bots, start, seed, repetitions=3, plies=pairing.longest)]
    first = score(game, positions[-1])[FIRST]
    judged = [here for here in positions[:-1] if game.mover(here) != CHANCE]
    return [[first, *values(ratings, here)] for here in judged]


def values(ratings: Sequence[Callable[[Any], float]], position: Any) -> list[float]:
    """What the ratings say of a position."""
    return [rating(position) for rating in ratings]

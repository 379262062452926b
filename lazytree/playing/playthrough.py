"""Playing a game between bots: a lazy sequence of positions and moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import FunctionType

from lazytree.core.checks import moves_of, payoffs_of, require_odds
from lazytree.core.game import (
    CHANCE,
    Game,
    IllegalMove,
    M,
    P,
    is_over,
    legal_move,
    position_or_start,
    require_game,
    sample_move,
)
from lazytree.core.seeds import random_from
from lazytree.core.texts import shorten
from lazytree.playing.bots import BOTS
from lazytree.playing.ending import check_limits, limit_reached


def play_game(
    game: Game[P, M],
    bots: Sequence[Callable[[P], M]],
    position: P | None = None,
    seed: int = 1,
    *,
    repetitions: int | None = None,
    plies: int | None = None,
) -> Iterator[tuple[P, M | None]]:
    """The course of a game between bots: (position, move played there), ..., (last position, None); lazy, read once.

    - `game`: the rules.
    - `bots`: one for each player, in the order of `game.players`.
    - `position`: where play begins (default: the start).
    - `seed`: of the chance moves, which are drawn by the odds.
    - `repetitions`: a position that has occurred this number of times ends the course with a draw; None: no limit.
    - `plies`: after this number of plies the course ends with a draw; None: no limit.

    Raises: ValueError unless there is one bot for each player, if `position` is none of the game, or if `seed` or a
    limit is not a whole number, or too small; from the sequence IllegalMove, naming the player, if a bot returns a move
    that is not legal.

    >>> from lazytree.games import nim
    >>> from lazytree import bots
    >>> game = nim(heaps=(2, 1))
    >>> [game.format(p, move) for p, move in play_game(game, [bots.at_random(game, seed) for seed in (1, 2)]) if move]
    ['a-1', 'a-1', 'b-1']
    """
    require_game(game)
    _check_bots(game, bots)
    check_limits(repetitions, plies)
    return _course(game, bots, position_or_start(game, position), random_from(seed), repetitions, plies)


def _course(
    game: Game[P, M],
    bots: Sequence[Callable[[P], M]],
    here: P,
    random: Random,
    repetitions: int | None,
    plies: int | None,
) -> Iterator[tuple[P, M | None]]:
    met, played = Counter([here]), 0  # nothing is added to `met` where repetitions do not count
    while not limit_reached(met[here], played, repetitions, plies) and (moves := moves_of(game, here)):
        player = game.mover(here)
        if player == CHANCE:
            require_odds(game, here)
        move = sample_move(game, here, moves, random) if player == CHANCE else _legal(game, here, bots[player](here))
        yield here, move
        here = game.play(here, move)
        met.update([] if repetitions is None else [here])
        played += 1
    yield here, None


def _check_bots(game: Game[P, M], bots: Sequence[Callable[[P], M]]) -> None:
    if not isinstance(bots, Sequence) or isinstance(bots, str):
        raise ValueError(f"bots must be a list with one bot for each player of {game.name}, not {shorten(bots)}")
    if len(bots) != len(game.players):
        raise ValueError(f"{game.name} has {len(game.players)} players, not {len(bots)}: give one bot for each")
    for bot in bots:
        if not callable(bot):
            raise ValueError(f"a bot is a function of a position, such as think(game), not {shorten(bot)}")
        if isinstance(bot, FunctionType) and bot.__module__.startswith("lazytree.") and "." not in bot.__qualname__:
            made = f"bots.{bot.__name__}" if bot.__name__ in BOTS else "think"  # bots are made inside of functions
            raise ValueError(f"{bot.__name__} is no bot: make one for the game, as in {made}(game)")


def _legal(game: Game[P, M], position: P, move: M) -> M:
    player = game.players[game.mover(position)]
    if callable(move):
        raise IllegalMove(
            f"the bot of {player} returned a function, not a move: if it makes bots, call it with the game"
        )
    try:
        return legal_move(game, position, move)
    except IllegalMove as error:
        raise IllegalMove(f"the bot of {player} broke the rules: {error}") from None


def play_out(
    game: Game[P, M],
    bots: Sequence[Callable[[P], M]],
    position: P | None = None,
    seed: int = 1,
    *,
    repetitions: int | None = None,
    plies: int | None = None,
) -> tuple[float, ...]:
    """The payoffs at the end of a game between bots, one for each player. A game that a limit has ended is a draw.

    - `game`: the rules.
    - `bots`: one for each player, in the order of `game.players`.
    - `position`: where play begins (default: the start).
    - `seed`: of the chance moves, which are drawn by the odds.
    - `repetitions`: a position that has occurred this number of times ends the game; None: no limit.
    - `plies`: after this number of plies the game ends; None: no limit.

    Raises: the errors of `play_game`.

    >>> from lazytree.games import nim
    >>> from lazytree import bots
    >>> game = nim(heaps=(1, 1))
    >>> play_out(game, [bots.at_random(game, 1), bots.at_random(game, 2)])
    (-1, 1)
    """
    for here, move in play_game(game, bots, position, seed, repetitions=repetitions, plies=plies):
        if move is None:
            return payoffs_of(game, here) if is_over(game, here) else (0,) * len(game.players)
    raise AssertionError("a game ends with a position and no move")

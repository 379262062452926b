"""Playing a game between bots: a lazy sequence of positions and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from lazytree.core.game import CHANCE, Game, IllegalMove, M, P, a_game, drawn, legal_move, start_of


def play_game(
    game: Game[P, M],
    bots: Sequence[Callable[[P], M]],
    position: P | None = None,
    random: Random | None = None,
) -> Iterator[tuple[P, M | None]]:
    """The course of a game between bots: (position, move played there), ..., (last position, None); lazy.

    `bots` has one for each player, in the order of `game.players`. Play begins at `position` (default: the start).
    Where chance moves, `random` draws a move by the odds. Raises: ValueError unless there is one bot for each player,
    or if chance moves and there is no `random`; IllegalMove, naming the player, if a bot returns a move that is not
    legal.

    >>> from lazytree.games import nim
    >>> from lazytree import at_random
    >>> game = nim(heaps=(2, 1))
    >>> [game.format(p, move) for p, move in play_game(game, [at_random(game, 1), at_random(game, 2)]) if move]
    ['a-1', 'a-1', 'b-1']
    """
    a_game(game)
    if len(bots) != len(game.players):
        raise ValueError(f"{game.name} has {len(game.players)} players, not {len(bots)}: give one bot for each")
    here = start_of(game, position)
    while moves := list(game.moves(here)):
        player = game.mover(here)
        if player == CHANCE:
            if random is None:
                raise ValueError(f"chance moves in {game.name}: pass random=Random(seed)")
            move = drawn(game, here, moves, random)
        else:
            move = _legal(game, here, bots[player](here))
        yield here, move
        here = game.play(here, move)
    yield here, None


def _legal(game: Game[P, M], position: P, move: M) -> M:
    try:
        return legal_move(game, position, move)
    except IllegalMove as error:
        raise IllegalMove(f"the bot of {game.players[game.mover(position)]} broke the rules: {error}") from None


def play_out(
    game: Game[P, M],
    bots: Sequence[Callable[[P], M]],
    position: P | None = None,
    random: Random | None = None,
) -> tuple[float, ...]:
    """The payoffs at the end of a game between bots, one for each player; arguments and errors as in `play_game`.

    >>> from lazytree.games import nim
    >>> from lazytree import at_random
    >>> game = nim(heaps=(1, 1))
    >>> play_out(game, [at_random(game, 1), at_random(game, 2)])
    (-1, 1)
    """
    for here, move in play_game(game, bots, position, random):
        if move is None:
            return game.payoffs(here)
    raise AssertionError("a game ends with a position and no move")

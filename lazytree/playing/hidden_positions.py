"""A bot for games in which a player does not see the whole position: it draws what may be there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from lazytree.core.board import at_least
from lazytree.core.checks import moves_of
from lazytree.core.game import Game, M, P, legal_move, position_or_start
from lazytree.core.seeds import random_from
from lazytree.searching.choosing import Bot


def determinized(
    game: Game[P, M], sample: Callable[[P, Random], P], bot: Bot[P, M], worlds: int = 20, seed: int = 1
) -> Bot[P, M]:
    """The bot that asks another one in positions that may be the true one, and makes the move that most of them want.

    A `Game` shows every position whole. Where players do not see all of it, `sample(position, random)` draws a whole
    position from what the mover knows of `position`, with the same mover and the same legal moves, and it must look at
    nothing else. `bot` answers in each of the `worlds` positions that are drawn from `seed`; of moves that are wanted
    equally often the first one in the game's order is made. The same position has the same answer.

    Such a bot plays as if everything were seen after its move: it neither hides what it knows nor moves in order to
    learn something.

    Raises: ValueError unless `worlds` is a whole number of at least 1 and `seed` a whole number; the bot raises
    IllegalMove for a move of a drawn position that is not legal in the true one.
    Source: Frank and Basin, *Search in games with incomplete information* (1998), which names both weaknesses; Long,
    Sturtevant, Buro and Furtak, *Understanding the Success of Perfect Information Monte Carlo Sampling* (2010).

    A coin lies under one of two cups, three times of four under the right one:

    >>> from lazytree import Game, think
    >>> cups = Game(
    ...     name="cups",
    ...     start=("left", None),
    ...     mover=lambda position: 0,
    ...     moves=lambda position: () if position[1] else ("left", "right"),
    ...     play=lambda position, cup: (position[0], cup),
    ...     payoffs=lambda position: (1, -1) if position[0] == position[1] else (-1, 1),
    ... )
    >>> def sample(position, random):
    ...     return random.choice(("left", "right", "right", "right")), position[1]
    >>> think(cups, depth=1)(cups.start), determinized(cups, sample, think(cups, depth=1))(cups.start)
    ('left', 'right')
    """
    at_least("worlds", worlds, 1)
    random_from(seed)

    def choose(position: P) -> M:
        here, random = position_or_start(game, position), random_from(seed)
        wanted = Counter(legal_move(game, here, bot(sample(here, random))) for _ in range(worlds))
        moves: list[M] = moves_of(game, here)
        return max(moves, key=lambda move: wanted[move])

    return choose

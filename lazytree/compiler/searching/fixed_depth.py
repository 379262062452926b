"""Looking to a fixed depth, as far as alpha-beta needs to see."""

from __future__ import annotations

from lazytree.account import Account
from lazytree.board import at_least
from lazytree.game import Game, M, P, Rating
from lazytree.ratings import named_rating

from ..machine.memory import Words
from ..running import Runner, for_two_without_chance
from ..texts import searches
from ..texts.searches import FAR


def alphabeta(
    game: Game[P, M],
    depth: int,
    rating: str | Rating[P] | None = None,
    position: P | None = None,
    account: Account | None = None,
) -> int:
    """The value of a position, seen by FIRST, `depth` plies ahead; as many positions are seen as in the lazy tree.

    For two players without chance: ValueError elsewhere.

    >>> from lazytree.games import tic_tac_toe
    >>> alphabeta(tic_tac_toe(), 9)
    0
    """
    at_least("depth", depth, 0)
    for_two_without_chance(game, "lazytree.expectimax or lazytree.maxn")
    counts, spent = Words(searches.SEEN + 1), account or Account()
    run = Runner(game, searches.alphabeta, named_rating(game, rating))
    with spent.timed():
        value = run(counts, game.start if position is None else position, depth, -FAR, FAR)
    spent.seen += counts[searches.SEEN]
    return int(value)

"""Many players seen as two: the player to move against all others, as games of their own.

`maxn` lets each player maximize their own number, but cannot prune; here one number is enough, so that alpha-beta and
its table look deeper. The stages `lazytree.paranoid` and `lazytree.best_reply` do the same to a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, FIRST, SECOND, Game, M, P, Rating, Standing
from lazytree.core.rules import Shares, machine_rules, rules_of, with_whole_payoffs

MAXN, PARANOID, BEST_REPLY = "maxn", "paranoid", "best_reply"
OPPONENTS = MAXN, PARANOID, BEST_REPLY
MOST_KEPT = 16  # games of two that one game keeps
TwoPlayers = tuple[Game[Any, M], Callable[[Any], Any]]


class Reply(NamedTuple):
    """A position, and whether one of the opponents has chosen a move since the player's turn.

    >>> Reply("any position", False).chosen
    False
    """

    position: Any
    chosen: bool


def merges_opponents(game: Game[Any, Any], opponents: str) -> bool:
    """Whether the opponents are seen as one player; ValueError unless they are a word of OPPONENTS.

    >>> from lazytree.games import nim
    >>> merges_opponents(nim(), "paranoid")  # with two players it makes no difference
    False
    """
    if opponents not in OPPONENTS:
        raise ValueError(f"opponents must be one of {', '.join(OPPONENTS)}, not {opponents!r}")
    return opponents != MAXN and len(game.players) > 2


def two_player_view(game: Game[P, M], player: int, standing: Standing[P], opponents: str) -> TwoPlayers[M]:
    """The game as one of two, and the function that makes a position of it from one of the game; made once.

    `player` is FIRST, all others are SECOND; its rating is the player's number in a `standing`. With "paranoid" all
    others choose what is worst for the player; with "best_reply" only one of them does between two turns of the player,
    and the others make their first move.

    >>> from lazytree import FIRST
    >>> from lazytree.games import dice_of_doom
    >>> game = dice_of_doom(players=3)
    >>> dice = game.standings["dice"]
    >>> two, seen = two_player_view(game, 1, dice, "paranoid")
    >>> two.mover(seen(game.start)), two.ratings["own"](seen(game.start)) == dice(game.start)[1]
    (1, True)
    """
    kept: dict[object, tuple[Standing[P], TwoPlayers[M]]] = game.derived.setdefault(two_player_view, {})
    key = player, id(standing), opponents
    found = kept.get(key)
    if found is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = found = standing, two_player_game(game, player, standing, opponents)
    return found[1]


def two_player_game(game: Game[P, M], player: int, standing: Standing[P], opponents: str) -> TwoPlayers[M]:
    """What `two_player_view` gives, made anew."""
    machine = machine_rules(game)
    plain = game if machine is None else machine.game
    own = rating_for(standing, player)
    rules, whole = with_whole_payoffs(rules_of(plain))
    side, paid = two_player_mover(plain.mover, player), payoffs_for(rules.payoffs, player)
    two = replace(plain, name=f"{game.name} ({opponents})", players=("player", "others"), standings={}, machine=None)
    if opponents == PARANOID:
        two = replace(two, mover=side, payoffs=paid, ratings={"own": own})
        return with_payoff_denominator(two, whole), lambda position: position
    return with_payoff_denominator(best_reply_game(two, side, paid, own), whole), lambda position: Reply(
        position, chosen=False
    )


def with_payoff_denominator(game: Game[P, M], whole: int) -> Game[P, M]:
    """The game, its payoffs being parts of so much."""
    return game if whole == 1 else replace(game, payoffs=Shares(game.payoffs, whole))  # type: ignore[arg-type]


def rating_for(standing: Standing[P], player: int) -> Rating[P]:
    """The rating that is one player's number of a standing."""

    def own(position: P) -> float:
        return standing(position)[player]

    return own


def payoffs_for(payoffs: Callable[[P], tuple[float, ...]], player: int) -> Callable[[P], tuple[float, float]]:
    """One player's payoff, and its negation."""

    def paid(position: P) -> tuple[float, float]:
        payoff = payoffs(position)[player]
        return payoff, -payoff

    return paid


def two_player_mover(mover: Callable[[P], int], player: int) -> Callable[[P], int]:
    """The mover of two: FIRST for the player, SECOND for any other; CHANCE stays."""

    def side(position: P) -> int:
        here = mover(position)
        return CHANCE if here == CHANCE else FIRST if here == player else SECOND

    return side


def best_reply_game(
    game: Game[P, M], side: Callable[[P], int], paid: Callable[[P], tuple[float, float]], own: Rating[P]
) -> Game[Reply, M]:
    """The game in which one opponent chooses between two turns of the player; an opponent's first move is no choice."""
    rules_moves, rules_play, rules_odds = game.moves, game.play, game.odds

    def mover(reply: Reply) -> int:
        return side(reply.position)

    def moves(reply: Reply) -> Iterator[M]:
        for move in rules_moves(reply.position):
            yield move
            if reply.chosen and side(reply.position) == SECOND:
                return

    def is_first(position: P, move: M) -> bool:
        for first in rules_moves(position):
            return move == first
        return False

    def play(reply: Reply, move: M) -> Reply:
        position, chosen = reply
        here = side(position)
        if here == SECOND:
            chosen = chosen or not is_first(position, move)
        elif here == FIRST:
            chosen = False
        return Reply(rules_play(position, move), chosen)

    def odds(reply: Reply, move: M) -> int:
        return rules_odds(reply.position, move)  # type: ignore[misc]  # it is called only if the game has odds

    def payoffs(reply: Reply) -> tuple[float, float]:
        return paid(reply.position)

    def rating(reply: Reply) -> float:
        return own(reply.position)

    return Game(
        name=game.name,
        start=Reply(game.start, chosen=False),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        odds=None if rules_odds is None else odds,
        players=game.players,
        ratings={"own": rating},
    )

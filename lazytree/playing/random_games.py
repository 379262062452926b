"""Random games: their positions, and how long they last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from lazytree.core.game import Game, M, P, sample_move


class RandomGames(NamedTuple):
    """How many random games have been played, and how many plies those that ended lasted.

    As text it is a sentence. If none has ended, the lengths are None: a game may need more plies, or have no end.

    >>> print(RandomGames(games=3, ended=2, shortest=4, mean=4.5, longest=5))
    2 of 3 random games ended, after 4 to 5 plies, 4.5 on average
    >>> print(RandomGames(games=3, ended=0, shortest=None, mean=None, longest=None))
    none of 3 random games ended: play more plies, or is there a way to the end?
    """

    games: int
    ended: int  # within the plies that were allowed
    shortest: int | None  # plies
    mean: float | None
    longest: int | None

    def __str__(self) -> str:
        if self.mean is None:
            return f"none of {self.games} random games ended: play more plies, or is there a way to the end?"
        lasted = f"after {self.shortest} to {self.longest} plies, {self.mean:.1f} on average"
        return f"{self.ended} of {self.games} random games ended, {lasted}"


def random_game(game: Game[P, M], random: Random, plies: int = 200) -> Iterator[P]:
    """The positions of one game played at random from the start, of at most `plies` plies.

    >>> from lazytree.games import nim
    >>> [position.heaps[0] for position in random_game(nim(heaps=(1,)), Random(1))]
    [1, 0]
    """
    yield game.start
    for _, _, position in random_plies(game, random, plies):
        yield position


def random_plies(game: Game[P, M], random: Random, plies: int = 200) -> Iterator[tuple[P, list[M], P]]:
    """The plies of one game played at random: each position with its legal moves, and the position after one of them.

    >>> from lazytree.games import nim
    >>> [(here.heaps[0], moves) for here, moves, _ in random_plies(nim(heaps=(1,)), Random(1))]
    [(1, [Take(heap=0, pieces=1)])]
    """
    position = game.start
    for _ in range(plies):
        moves = list(game.moves(position))
        if not moves:
            break
        here, position = position, game.play(position, sample_move(game, position, moves, random))
        yield here, moves, position


def random_positions(game: Game[P, M], random: Random, games: int = 20, plies: int = 200) -> Iterator[P]:
    """The positions of `games` games played at random from the start, each of at most `plies` plies.

    >>> from lazytree.games import nim
    >>> [position.heaps[0] for position in random_positions(nim(heaps=(1,)), Random(1), games=2)]
    [1, 0, 1, 0]
    """
    for _ in range(games):
        yield from random_game(game, random, plies)


def summarize_lengths(lengths: Sequence[int | None]) -> RandomGames:
    """What games of these lengths come to, in plies; None is a game that did not end.

    >>> summarize_lengths([4, None, 5])
    RandomGames(games=3, ended=2, shortest=4, mean=4.5, longest=5)
    """
    ended = [length for length in lengths if length is not None]
    if not ended:
        return RandomGames(len(lengths), 0, None, None, None)
    return RandomGames(len(lengths), len(ended), min(ended), sum(ended) / len(ended), max(ended))

"""A game: a handful of pure functions of an immutable position.

The one law that is not written as a function: **a position is over exactly when it has no moves.**
`payoffs` is asked only there; `moves` are always legal, always in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from pyrsistent import pmap

FIRST, SECOND, CHANCE = 0, 1, -1

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)

Rating = Callable[[P], float]
"""How promising a position looks **to FIRST** (never to the mover): a number within ±SURE."""

Standing = Callable[[P], tuple[float, ...]]
"""The same for any number of players: one number for each, each seen by that player."""


class IllegalMove(ValueError):  # noqa: N818 - the name that the user reads
    """A move that the rules do not allow in this position."""


class Cell(NamedTuple):
    """One cell of a picture."""

    name: str  # what people type
    x: float  # centre, to the right; a cell is 1 wide
    y: float  # centre, downwards
    shape: str = "square"  # "square", "hexagon" or "circle"
    stone: int | None = None  # whose piece stands there (FIRST, SECOND, ...); None: empty
    height: int = 1  # pieces or dice on one another
    label: str = ""  # text on the stone


class Picture(NamedTuple):
    """A position as data that can be drawn."""

    cells: tuple[Cell, ...] = ()
    caption: str = ""


def no_text(text: str) -> Hashable:
    """The `read` of a game that has none."""
    raise ValueError("this game reads no positions from text: give it a `read` function")


def _as_text(position: object, move: object) -> str:
    return str(move)


def _no_picture(position: object) -> Picture:
    return Picture()


@dataclass(frozen=True, eq=False)
class Game(Generic[P, M]):
    """The rules of a game, and what it knows of itself: notation, ratings, pictures.

    A variant is `dataclasses.replace(game, ...)`. Two players' payoffs are a number and its negation: 1 for a win,
    0 for a draw, -1 for a loss (games that are counted may pay the margin).

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> list(game.moves(game.start))
    [Take(heap=0, pieces=1), Take(heap=1, pieces=1), Take(heap=1, pieces=2)]
    """

    name: str
    start: P
    mover: Callable[[P], int]
    moves: Callable[[P], Iterable[M]]
    play: Callable[[P, M], P]
    payoffs: Callable[[P], tuple[float, ...]]  # asked only where the game is over
    odds: Callable[[P, M], int] | None = None  # a chance move's weight; its probability is weight / sum of weights
    players: tuple[str, ...] = ("first", "second")
    ratings: Mapping[str, Rating[P]] = pmap()  # the first is the one to take where none is named
    standings: Mapping[str, Standing[P]] = pmap()  # ratings for any number of players
    format: Callable[[P, M], str] = _as_text
    parse: Callable[[P, str], M] = None  # type: ignore[assignment]  # filled below: never None to a reader
    show: Callable[[P], str] = str
    read: Callable[[str], P] = no_text  # type: ignore[assignment]
    picture: Callable[[P], Picture] = _no_picture
    canonical: Callable[[P], P] | None = None  # one representative of symmetric positions
    regions: Callable[[P], Iterable[P]] | None = None  # independent parts, for sums
    parameters: Mapping[str, object] = pmap()  # what the factory was called with

    def __post_init__(self) -> None:
        for name in ("ratings", "standings", "parameters"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        if self.parse is None or isinstance(self.parse, _Reading):  # a variant reads its own moves
            others = self.parse.spellings[1:] if isinstance(self.parse, _Reading) else ()
            object.__setattr__(self, "parse", _Reading(self.moves, (self.format, *others)))


def a_game(thing: object) -> None:
    """ValueError for what is no game: mostly a factory that has not been called."""
    if not isinstance(thing, Game):
        name = getattr(thing, "__name__", None)
        raise ValueError(f"a Game is wanted, not {thing!r}" + (f": call it, as in {name}()" if name else ""))


def start_of(game: Game[P, M], position: P | None = None) -> P:
    """Where to begin: at the position; at the game's start if there is none."""
    a_game(game)
    return game.start if position is None else position


class _Reading(Generic[P, M]):
    """A `parse` that looks for the legal move which is written so."""

    def __init__(self, moves: Callable[[P], Iterable[M]], spellings: tuple[Callable[[P, M], str], ...]) -> None:
        self.moves, self.spellings = moves, spellings

    def __call__(self, position: P, text: str) -> M:
        wanted = _plain(text)
        for spelling in self.spellings:
            for move in self.moves(position):
                if _plain(spelling(position, move)) == wanted:
                    return move
        legal = [self.spellings[0](position, move) for move in self.moves(position)]
        raise IllegalMove(f"{text!r} is not a legal move; {_legal_here(legal)}")


def _plain(text: str) -> str:
    if not isinstance(text, str):
        raise IllegalMove(f"a move is read from a text, such as game.format(position, move), not from {text!r}")
    return "".join(text.split()).lower()


def _legal_here(legal: list[str]) -> str:
    if not legal:
        return "the game is over, there are no moves"
    more = f", … ({len(legal)} in all)" if len(legal) > 40 else ""
    return "legal here: " + ", ".join(islice(legal, 40)) + more


def reading(moves: Callable[[P], Iterable[M]], *spellings: Callable[[P, M], str]) -> Callable[[P, str], M]:
    """A `parse` for a game: the legal move that one of `spellings` writes so, case and spaces forgiven.

    Raises IllegalMove, with the legal moves in the first spelling.

    >>> parse = reading(lambda position: range(3), lambda position, move: "abc"[move])
    >>> parse(None, " B ")
    1
    >>> parse(None, "d")
    Traceback (most recent call last):
    lazytree.core.game.IllegalMove: 'd' is not a legal move; legal here: a, b, c
    """
    return _Reading(moves, spellings)


def is_over(game: Game[P, M], position: P) -> bool:
    """Whether the game has ended: whether there is no move (at most one is looked at)."""
    return not any(True for _ in game.moves(position))


def legal_move(game: Game[P, M], position: P, move: M) -> M:
    """The move, as the game itself makes it, if it is legal here; IllegalMove, naming the legal ones, if not."""
    for legal in game.moves(position):
        if legal == move:
            return legal
    legal_ones = [game.format(position, legal) for legal in game.moves(position)]
    raise IllegalMove(f"{move!r} is not a legal move; {_legal_here(legal_ones)}")


def drawn(game: Game[P, M], position: P, moves: Sequence[M], random: Random) -> M:
    """One of the moves: where chance moves by the odds, elsewhere each as likely as the other."""
    if game.odds is None or game.mover(position) != CHANCE:
        return random.choice(moves)
    return random.choices(moves, [game.odds(position, move) for move in moves])[0]

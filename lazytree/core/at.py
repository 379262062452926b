"""A position together with its game: what one sees of it, and what can be played there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from lazytree.core.showing import mime_bundle

if TYPE_CHECKING:
    from lazytree.core.game import Game

P = TypeVar("P")
M = TypeVar("M")


class HasAt(Protocol):
    """A result that may know which position it is about."""

    at: At[Any, Any] | None


R = TypeVar("R", bound=HasAt)


def about(result: R, at: At[Any, Any] | None) -> R:
    """A copy of a result, a named tuple, that knows which position it is about.

    `at` is no item of the tuple: results are unpacked and compared without it.
    """
    copy: R = type(result)(*result)  # type: ignore[misc]
    copy.at = at
    return copy


@dataclass(frozen=True, repr=False)
class At(Generic[P, M]):
    """A position and the game that it is of: as text its board, in a notebook a picture. Made by `game.at(position)`.

    >>> from lazytree.games import tic_tac_toe
    >>> here = tic_tac_toe().at("X.. / .O. / ...")
    >>> here.play("b1")
    3  X . .
    2  . O .
    1  . X .
       a b c
    """

    game: Game[Any, M]
    position: P

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as texts, in the notation of the game; none where the game is over."""
        return tuple(self.game.format(self.position, move) for move in self.game.moves(self.position))

    def play(self, move: str | M) -> At[Any, M]:
        """The position after a move, which is given as a text or as a move. Raises IllegalMove for any other."""
        legal = [here for here in self.game.moves(self.position) if here == move]
        chosen = legal[0] if legal else self.game.parse(self.position, move)  # type: ignore[arg-type]
        return At(self.game, self.game.play(self.position, chosen))

    def written(self, line: Iterable[M]) -> list[str]:
        """The moves of a line that begins here, as texts in the notation of the game."""
        here, texts = self.position, []
        for move in line:
            texts.append(self.game.format(here, move))
            here = self.game.play(here, move)
        return texts

    def __repr__(self) -> str:
        return self.game.show(self.position)

    _repr_mimebundle_ = mime_bundle

"""How people end a game at a board: they resign, or agree to a draw."""

from __future__ import annotations

from lazytree.playing.ending import Ending, agreed, resigned

from .sitting import NOBODY, Sitting, ended


def given_up(here: Sitting, player: int) -> Sitting:
    """The sitting after a player has resigned. Raises ValueError unless two play."""
    return _ended(here, resigned(here.game, player))


def agreed_on(here: Sitting) -> Sitting:
    """The sitting after everybody has agreed to a draw."""
    return _ended(here, agreed(here.game))


def offered_by(here: Sitting, player: int) -> Sitting:
    """The sitting after one of two players has offered a draw: an end, if the other one has offered it before."""
    if here.offer is not None and here.offer != player:
        return agreed_on(here)
    return here._replace(offer=player, said="")


def declined(here: Sitting) -> Sitting:
    """The sitting after an offer of a draw was declined."""
    return here._replace(offer=None, said="The offer of a draw is declined.")


def _ended(here: Sitting, how: Ending) -> Sitting:
    if ended(here) is not None:
        return here
    return here._replace(
        endings=here.endings.set(here.course.at, how), offer=None, thinking=NOBODY, hint=None, said="", values=None
    )

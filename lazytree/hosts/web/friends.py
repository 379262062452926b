"""People who play in two browsers: who is here, what they say, their clocks, the rematch; as the page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from threading import Timer
from time import monotonic

from lazytree.session.refusals import BUSY, NOT_YOURS, WRONG, Refused, shown
from lazytree.session.session import Permissions, has_ended
from lazytree.session.view import ClockView, FriendsView

from .clocks import running_player
from .store import StoredGame

PHRASES = (
    *("Hello!", "Good luck!", "Good move!", "Oops!", "One moment, please.", "Sorry!", "Thank you!"),
    *("Well played!", "Another one?", "I have to go. Bye!"),
)
"""What players may say to one another: there is no chat."""
AWAY = 2.0  # seconds after which a page that was left is not only being loaded again
SPEAKING = 1.0  # seconds between two phrases of a browser


class Company:
    """Who looks at a game now, and what each player has said last; `tell()` is called where that is another one.

    Nothing of it is kept where games are: after the server has started again nothing was said.
    """

    def __init__(self, tell: Callable[[], object], clock: Callable[[], float] = monotonic) -> None:
        self._tell, self._clock = tell, clock
        self._here: Counter[int] = Counter()
        self._spoken: dict[int, tuple[int, str, float]] = {}

    @property
    def here(self) -> frozenset[int]:
        """The players who have a page of the game open."""
        return frozenset(+self._here)

    def said(self, player: int) -> tuple[int, str]:
        """What a player has said last, after its number; 0 and nothing, if nothing was."""
        return self._spoken.get(player, (0, "", 0.0))[:2]

    def arrive(self, players: Iterable[int], tell: bool) -> Callable[[], None]:
        """Takes down that a page of these players is open; gives the function that is called when it is not."""
        its = tuple(players)
        self._change(its, 1, tell)

        def leave() -> None:
            timer = Timer(AWAY, self._change, (its, -1, tell))
            timer.daemon = True
            timer.start()

        return leave

    def _change(self, players: tuple[int, ...], by: int, tell: bool) -> None:
        before = self.here
        for player in players:
            self._here[player] += by
        if tell and self.here != before:
            self._tell()

    def say(self, actor: Permissions, number: object) -> None:
        """Lets the players of a browser say a phrase, by its number. Raises Refused where they cannot."""
        if not actor.players:
            raise Refused(NOT_YOURS, "this browser watches: open the link of a seat to play")
        if type(number) is not int or not 0 <= number < len(PHRASES):
            raise Refused(
                WRONG, f'"words" must be the number of a phrase, 0 to {len(PHRASES) - 1}, not {shown(number)}'
            )
        player, now = min(actor.players), self._clock()
        count, _, when = self._spoken.get(player, (0, "", now - SPEAKING))
        if now - when < SPEAKING:
            raise Refused(BUSY, "one phrase a second: say it again in a moment")
        self._spoken[player] = (count + 1, PHRASES[number], now)
        self._tell()


def friends_view(stored: StoredGame, actor: Permissions, company: Company, address: str) -> FriendsView | None:
    """What a page shows of the people who play elsewhere; None where none do. `address` is that of the game."""
    session = stored.session
    if session.people <= actor.players:
        return None
    players = range(len(session.seats))
    rests = not any(offer.rematch for offer in session.offers)
    return {
        "here": [player in company.here for player in players],
        "awaited": [not seat.taken for seat in session.seats],
        "spoken": [company.said(player)[0] for player in players],
        "phrases": [company.said(player)[1] for player in players],
        "words": list(PHRASES) if actor.players else [],
        "clock": _clock_view(stored),
        "rematch": rests and bool(actor.players) and has_ended(session) is not None and not stored.next,
        "next": f"{address}/next" if stored.next else "",
    }


def _clock_view(stored: StoredGame) -> ClockView | None:
    if stored.clock is None:
        return None
    runs = None if stored.clock.since is None else running_player(stored.session)
    return {"left": list(stored.clock.left), "runs": runs}

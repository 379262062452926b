"""Lanes: looking deeper in machine code where a game and its rating compile, in Python where they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec

from lazytree.account import Account
from lazytree.deepening import Answer, Progress
from lazytree.game import Game, M, P, Rating
from lazytree.stopping import Stop

Report = Callable[[Progress[M]], object]
Deepens = Callable[[P, Stop, Report[M] | None], Iterator[Answer[M]]]


def machine_lane(game: Game[P, M], rating: Rating[P], account: Account) -> Deepens[P, M] | None:
    """`deepen` in machine code for one game and rating; None if there is none: no llvmlite, or not in the subset.

    The first call compiles, which takes some tenths of a second, or less once it has been done on this machine.
    """
    if find_spec("llvmlite") is None:
        return None
    from lazytree.compiler import deepen, lane

    way = lane(game)
    names = [name for name, known in game.ratings.items() if known is rating]
    if way.name != "compiled" or not names or names[0] in way.ratings:
        return None

    def deepens(position: P, stop: Stop, report: Report[M] | None = None) -> Iterator[Answer[M]]:
        with account.timed():
            answers = counted(deepen(game, position, rating, stop=stop), account)
            yield from answers if report is None else reported(answers, report)

    return deepens


def counted(answers: Iterable[Answer[M]], account: Account) -> Iterator[Answer[M]]:
    """The same answers; what they saw is added to the account."""
    before = 0
    for answer in answers:
        account.seen += answer.seen - before
        before = answer.seen
        yield answer


def reported(answers: Iterable[Answer[M]], report: Report[M]) -> Iterator[Answer[M]]:
    """The same answers; each is reported when it is there, for the next depth begins with it."""
    for answer in answers:
        per_second = answer.seen / max(answer.seconds, 1e-6)
        report(Progress(answer.depth + 1, answer.best, answer.line, answer.seen, per_second))
        yield answer

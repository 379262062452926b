"""The time limit of a command: what stops it, and what it would take to go on."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from lazytree.core.estimates import estimate_seconds, format_duration
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, deadline, never

MORE = "--seconds N gives it more, --seconds none all that it takes"


class Unfinished(Exception):  # noqa: N818 - the answer is there, as far as it goes
    """Raised by a command after it has said what it has found out, where its time was up before all was found."""


class DepthCosts:
    """How far a command has come that looks one ply deeper again and again: what each depth took."""

    def __init__(self, asked: Namespace) -> None:
        self.asked, self.costs, self.doing = asked, list[float](), ""
        self.began = asked.clock()

    def depths(self) -> Iterator[int]:
        """The depths, each asked for once the one before is done, up to the one of the command line."""
        for depth in range(1, self.asked.depth + 1):
            self.began, self.doing = self.asked.clock(), ""
            yield depth
            self.costs.append(self.asked.clock() - self.began)

    def tell(self, doing: str) -> None:
        """Takes down what is being done at the depth."""
        self.doing = doing

    def text(self) -> str:
        """Where the work is, and how long it still takes."""
        done = len(self.costs)
        needs = estimate_seconds(self.costs, self.asked.depth - done)
        left = "" if needs is None else f", {format_duration(max(0.0, needs - self.asked.clock() + self.began))} left"
        doing = f", {self.doing}" if self.doing else ""
        return f"depth {min(done + 1, self.asked.depth)} of {self.asked.depth}{doing}{left}"


def limit(asked: Namespace) -> Stop:
    """The flag that becomes true once the seconds of the command line are over."""
    return never if asked.seconds is None else deadline(asked.seconds, asked.clock)


def either(one: Stop, other: Stop) -> Stop:
    """The flag that is true once one of two is."""
    return lambda: one() or other()


def too_deep_error(asked: Namespace, costs: Sequence[float]) -> Unfinished:
    """What is said where a depth was not finished; `costs` are the seconds of the depths before it."""
    depth, left = len(costs) + 1, asked.depth - len(costs)
    needs = estimate_seconds(costs, left)
    rest = f"depth {depth} takes" if left == 1 else f"depths {depth} to {asked.depth} take"
    how_long = (
        "how long it takes is not known yet" if needs is None else f"at this rate {rest} {format_duration(needs)}"
    )
    return Unfinished(f"depth {depth} was not finished within {asked.seconds:g} seconds: {how_long} ({MORE})")


def too_large_error(asked: Namespace, stats: Stats) -> Unfinished:
    """What is said where a search to the end of the game did not come to it."""
    rate = stats.nodes / asked.seconds
    seen = f", in which {stats.nodes:,} positions were seen, {rate:,.0f} a second" if stats.nodes else ""
    return Unfinished(
        f"not solved within {asked.seconds:g} seconds{seen}: how many positions there are is not known ({MORE})"
    )

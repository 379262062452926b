"""What a piece of a random program may use: names that have a value, helpers, constants, and the random numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

CELLS = 5  # of every board


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: str  # int, bool, board, pos, pair, xs (a generator of ints), function
    default: str | None = None


@dataclass(frozen=True)
class Helper:
    """A function of the program: `kind` is that of its result, or of what it yields."""

    name: str
    kind: str
    parameters: tuple[Parameter, ...]
    generator: bool = False


@dataclass(frozen=True)
class Scope:
    """`names` may be read, those in `fixed` not be assigned (loop counters, variables of comprehensions)."""

    random: Random
    names: Mapping[str, Sequence[str]]
    helpers: Sequence[Helper] = ()
    fixed: frozenset[str] = frozenset()
    in_loop: bool = False
    top: bool = False  # of a function's statements: not in an `if` or a loop
    walrus: bool = True  # Python forbids `:=` in what a comprehension goes over
    fresh: count[int] = field(default_factory=count)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def below(self, end: int) -> int:
        return self.random.randrange(end)

    def name(self, hint: str) -> str:
        """A name that the program does not have yet."""
        return f"{hint}{next(self.fresh)}"

    def readable(self, kind: str) -> Sequence[str]:
        return self.names.get(kind, ())

    def assignable(self, kind: str) -> list[str]:
        return [name for name in self.readable(kind) if name.isidentifier() and name not in self.fixed]

    def having(self, kind: str, *names: str, fixed: bool = False) -> Scope:
        """The same scope with more names of one kind, preferred to the others."""
        known = {**self.names, kind: (*self.readable(kind), *names, *names)}
        return replace(self, names=known, fixed=self.fixed | set(names) if fixed else self.fixed)

    def helper(self, kind: str, generator: bool = False) -> Helper | None:
        """One of the helpers that give this kind."""
        found = [each for each in self.helpers if each.kind == kind and each.generator == generator]
        return self.random.choice(found) if found else None


def indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines] or ["    pass"]

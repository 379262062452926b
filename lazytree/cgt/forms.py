"""Combinatorial game values in canonical form, with their arithmetic, their order and their notation.

A value is given by its options: the values that FIRST (Left, in the books) can move to, and those that SECOND (Right)
can move to. The player who cannot move loses. All values here are in canonical form, without dominated and reversible
options; so two values are equal exactly when they are the same object.

Sources: Berlekamp, Conway and Guy, Winning Ways (1982); Siegel, Combinatorial Game Theory (2013).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from weakref import WeakValueDictionary

REMEMBERED = 1 << 18  # cached results of each operation


@dataclass(frozen=True, eq=False, repr=False)
class GameValue:
    """A combinatorial game value in canonical form, positive where FIRST is ahead.

    Values are made by `number`, `nimber`, `up` and `options`, and by `+` and `-`. `left` and `right` are the options of
    FIRST and of SECOND. `<=` is the partial order of games: two values may be incomparable (confused with one another).

    >>> number(2) + nimber(1), options([number(2)], [number(-1)]), up() + up() + nimber(1)
    (2*, {2|-1}, ^^*)
    >>> nimber(1) <= up(), number(0) <= up() <= number("1/1024")
    (False, True)
    """

    left: frozenset[GameValue]
    right: frozenset[GameValue]

    def __new__(cls, left: frozenset[GameValue], right: frozenset[GameValue]) -> GameValue:
        """The one object with these options; so values need not be compared option by option."""
        known = _known.get((left, right))
        return known if known is not None else _known.setdefault((left, right), super().__new__(cls))

    def __reduce__(self) -> tuple[type[GameValue], tuple[frozenset[GameValue], frozenset[GameValue]]]:
        return GameValue, (self.left, self.right)

    def __add__(self, other: GameValue) -> GameValue:
        return _sum(self, other)

    def __neg__(self) -> GameValue:
        return _negative(self)

    def __sub__(self, other: GameValue) -> GameValue:
        return _sum(self, _negative(other))

    def __le__(self, other: GameValue) -> bool:
        return _at_most(self, other)

    def __ge__(self, other: GameValue) -> bool:
        return _at_most(other, self)

    def __lt__(self, other: GameValue) -> bool:
        return self != other and _at_most(self, other)

    def __gt__(self, other: GameValue) -> bool:
        return self != other and _at_most(other, self)

    def __repr__(self) -> str:
        return written(self)


_known: WeakValueDictionary[tuple[frozenset[GameValue], frozenset[GameValue]], GameValue] = WeakValueDictionary()
ZERO = GameValue(frozenset(), frozenset())
"""The value 0: the player who has to move loses."""


def options(left: Iterable[GameValue], right: Iterable[GameValue]) -> GameValue:
    """The canonical value of a position whose options for FIRST are `left` and whose options for SECOND are `right`.

    A switch such as ±3 is `options([number(3)], [number(-3)])`.

    >>> options([number(0)], [number(0), number(5)]), options([nimber(1)], [nimber(1)])
    (*, 0)
    """
    mine, theirs = frozenset(left), frozenset(right)
    while True:
        value = GameValue(mine, theirs)
        past_mine, past_theirs = frozenset(_past_reversible_left(value)), frozenset(_past_reversible_right(value))
        if (past_mine, past_theirs) == (mine, theirs):
            break
        mine, theirs = past_mine, past_theirs
    return GameValue(
        frozenset(one for one in mine if not any(one < other for other in mine)),
        frozenset(one for one in theirs if not any(other < one for other in theirs)),
    )


def _past_reversible_left(value: GameValue) -> Iterator[GameValue]:
    """FIRST's options; each reversible one is replaced by FIRST's options after SECOND's reversing answer."""
    for option in value.left:
        answer = next((answer for answer in option.right if answer <= value), None)
        yield from (option,) if answer is None else answer.left


def _past_reversible_right(value: GameValue) -> Iterator[GameValue]:
    """SECOND's options; each reversible one is replaced by SECOND's options after FIRST's reversing answer."""
    for option in value.right:
        answer = next((answer for answer in option.left if value <= answer), None)
        yield from (option,) if answer is None else answer.right


@lru_cache(REMEMBERED)
def _at_most(value: GameValue, other: GameValue) -> bool:
    return not any(_at_most(other, option) for option in value.left) and not any(
        _at_most(option, value) for option in other.right
    )


@lru_cache(REMEMBERED)
def _sum(value: GameValue, other: GameValue) -> GameValue:
    return options(
        [*(option + other for option in value.left), *(value + option for option in other.left)],
        [*(option + other for option in value.right), *(value + option for option in other.right)],
    )


@lru_cache(REMEMBERED)
def _negative(value: GameValue) -> GameValue:
    return GameValue(frozenset(-option for option in value.right), frozenset(-option for option in value.left))


def number(value: int | str | Fraction) -> GameValue:
    """The value that is this number: an integer, or a dyadic fraction (its denominator is a power of 2).

    Raises: ValueError for other numbers: no finite game has their value.

    >>> number(-3), number("3/4"), number("3/4").left
    (-3, 3/4, frozenset({1/2}))
    """
    exact = Fraction(value)
    part = Fraction(1, exact.denominator)
    if exact.denominator & (exact.denominator - 1):
        raise ValueError(
            f"{exact} is not the value of a finite game: the denominator of a number must be a power of 2, as in 3/4"
        )
    if part < 1:
        return GameValue(frozenset([number(exact - part)]), frozenset([number(exact + part)]))
    found = ZERO
    for _ in range(abs(exact.numerator)):
        found = GameValue(frozenset([found]), frozenset()) if exact > 0 else GameValue(frozenset(), frozenset([found]))
    return found


def nimber(size: int) -> GameValue:
    """The value of a Nim heap of `size` pieces: `0`, `*`, `*2`, `*3`, ...

    >>> nimber(2) + nimber(3), sorted(map(str, nimber(2).left))
    (*, ['*', '0'])
    """
    found: frozenset[GameValue] = frozenset()
    for _ in range(size):
        found |= {GameValue(found, found)}
    return GameValue(found, found)


def up(times: int = 1) -> GameValue:
    """`times` times the value up = {0|*}, which is positive and smaller than every positive number; -1 gives down.

    >>> up(), up(-3), options([ZERO], [up() + nimber(1)])
    (^, v3, ^^)
    """
    found = ZERO
    for _ in range(abs(times)):
        found += GameValue(frozenset([ZERO]), frozenset([nimber(1)]))
    return found if times >= 0 else -found


@lru_cache(REMEMBERED)
def as_number(value: GameValue) -> Fraction | None:
    """The number that a value is equal to; None if it is not a number.

    >>> as_number(options([number(0)], [number(1)])), as_number(nimber(1))
    (Fraction(1, 2), None)
    """
    if value == ZERO:
        return Fraction(0)
    left, right = ([as_number(option) for option in side] for side in (value.left, value.right))
    if len(left) > 1 or len(right) > 1 or None in left or None in right:
        return None
    if not left or not right:
        return left[0] + 1 if left else right[0] - 1  # type: ignore[operator, return-value]  # None was excluded
    return (left[0] + right[0]) / 2 if left[0] < right[0] else None  # type: ignore[operator]


@lru_cache(REMEMBERED)
def left_stop(value: GameValue) -> Fraction:
    """The left stop: the number at which alternating play ends if FIRST begins and no player moves in a number.

    >>> left_stop(options([number(3)], [number(-2)]))
    Fraction(3, 1)
    """
    exact = as_number(value)
    return max(right_stop(option) for option in value.left) if exact is None else exact


@lru_cache(REMEMBERED)
def right_stop(value: GameValue) -> Fraction:
    """The right stop: the number at which alternating play ends if SECOND begins and no player moves in a number.

    >>> right_stop(options([number(3)], [number(-2)]))
    Fraction(-2, 1)
    """
    exact = as_number(value)
    return min(left_stop(option) for option in value.right) if exact is None else exact


@lru_cache(REMEMBERED)
def ups_and_nimber(value: GameValue) -> tuple[int, int] | None:
    """The pair (n, m) for which the value is `up(n) + nimber(m)`; None if there is none.

    >>> ups_and_nimber(up(-1) + nimber(5)), ups_and_nimber(number(1))
    ((-1, 5), None)
    """
    for ups, size in ((0, len(value.left)), (1, 1), (-1, 1)):
        if value == up(ups) + nimber(size):
            return ups, size
    for side, other, sign in ((value.left, value.right, 1), (value.right, value.left, -1)):
        if side == {ZERO} and len(other) == 1:
            before = ups_and_nimber(next(iter(other)))
            if before is not None and sign * before[0] >= 0 and value == up(before[0] + sign) + nimber(before[1] ^ 1):
                return before[0] + sign, before[1] ^ 1
    return None


def written(value: GameValue) -> str:
    """A value in the notation of Winning Ways, ^ for up and v for down: 1/2, *2, ^^*, 1v, ±3, {2|-1}, {3|2||1} ...

    >>> hot = options([number(3)], [number(2)])
    >>> print(number(1) + up(-1), hot - hot - hot, options([number(3)], [number(-3)]), options([hot], [ZERO]))
    1v {-2|-3} ±3 {3|2||0}
    """
    short = _short(value)
    return short if short is not None else f"{{{_between_braces(value)[0]}}}"


def _short(value: GameValue) -> str | None:
    """The notation of a value that needs no braces; None for any other."""
    exact = as_number(value)
    if exact is not None:
        return str(exact)
    stop = left_stop(value)
    near = ups_and_nimber(value - number(stop)) if stop == right_stop(value) else None
    if near is not None:
        return (str(stop) if stop else "") + _arrows(near[0]) + ("*" + str(near[1]) * (near[1] > 1)) * (near[1] > 0)
    if value == -value and len(value.left) == 1 and as_number(next(iter(value.left))) is not None:
        return f"±{written(next(iter(value.left)))}"
    return None


def _arrows(ups: int) -> str:
    arrow = "^" if ups > 0 else "v"
    return arrow * abs(ups) if abs(ups) < 3 else f"{arrow}{abs(ups)}"


def _between_braces(value: GameValue) -> tuple[str, int]:
    """The options as text, and the number of bars between them: one more than the options have inside."""
    (left, bars_left), (right, bars_right) = (_side(side) for side in (value.left, value.right))
    bars = 1 + max(bars_left, bars_right)
    return f"{left}{'|' * bars}{right}", bars


def _side(side: frozenset[GameValue]) -> tuple[str, int]:
    if len(side) == 1 and _short(only := next(iter(side))) is None:
        return _between_braces(only)
    return ",".join(sorted(map(written, side))), 0

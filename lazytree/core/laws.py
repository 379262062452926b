"""The laws that rules keep, as sentences: empty where a law is kept, else what is broken and how it is mended.

A door raises them as ValueError, `check_game` as BrokenLaw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import signature
from itertools import islice
from numbers import Real
from typing import TYPE_CHECKING, Any

from lazytree.core.texts import shorten

if TYPE_CHECKING:
    from lazytree.core.game import Game

NO_ODDS = (
    "the mover -1 is CHANCE, and a game in which chance moves must have `odds`; "
    "players are numbered from 0: FIRST is 0, SECOND is 1"
)
RULES = {"mover": 1, "moves": 1, "play": 2, "payoffs": 1, "stones": 1, "touched": 2}
"""How many of (position, move) each rule is a function of."""


def field_error(game: Game[Any, Any]) -> str:
    """The first field of a game that cannot be what it must be, as a sentence; empty if all can.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> replace(nim(), play=lambda position: position)
    Traceback (most recent call last):
    ValueError: nim: play must be a function of (position, move), as in play(position, move), which <lambda> is not
    """
    optional = {name: count for name, count in {"odds": 2, "bounds": 1}.items() if getattr(game, name) is not None}
    for name, count in {**RULES, **optional}.items():
        rule, wanted = getattr(game, name), ("position", "move")[:count]
        if not callable(rule):
            return f"{name} must be a function of a position, not {shorten(rule)}"
        if not accepts_arguments(rule, count):
            listed = ", ".join(wanted)
            called = getattr(rule, "__name__", shorten(rule))
            return f"{name} must be a function of ({listed}), as in {name}({listed}), which {called} is not"
    for name in ("ratings", "standings", "parameters"):
        if not isinstance(given := getattr(game, name), Mapping):
            fix = "{}" if name == "parameters" else f'{{"name of the {name[:-1]}": function of a position}}'
            return f"{name} must be a dict, such as {name}={fix}, not {shorten(given)}"
    return unhashable_error("positions", game.start)


def accepts_arguments(function: Any, count: int) -> bool:
    """Whether a function can be called with `count` arguments, as far as that is known.

    >>> accepts_arguments(len, 1), accepts_arguments(lambda position, move: None, 1)
    (True, False)
    """
    try:
        expected = signature(function)
    except Exception:  # some functions written in C do not say, and an object may have methods of its own that raise
        return True
    try:
        expected.bind(*range(count))
    except TypeError:
        return False
    return True


def rules_error(game: Game[Any, Any], position: Any) -> str:
    """The first law that the rules break at a position, as a sentence; empty if they break none that is seen at once.

    Asked are the mover, the moves, the bounds, the position after the first move and its mover, or, without moves, the
    payoffs.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> rules_error(nim(), nim().start), rules_error(replace(nim(), mover=lambda position: 2), nim().start)
    ('', 'the mover must be a player, 0 to 1, or CHANCE (-1), not 2')
    """
    told = unhashable_error("positions", position) or mover_error(game, game.mover(position))
    if told:
        return told
    moves = game.moves(position)
    told = moves_error(moves, game.moves(position)) or (bounds_error(game.bounds(position)) if game.bounds else "")
    if told:
        return told
    for move in islice(moves, 1):
        after = None if (told := unhashable_error("moves", move)) else game.play(position, move)
        return told or position_error(after) or mover_error(game, game.mover(after))
    return payoffs_error(game, game.payoffs(position))


def unhashable_error(what: str, thing: object) -> str:
    """The law of positions and of moves: they can be hashed."""
    try:
        hash(thing)
    except TypeError as error:
        fix = "make them of numbers, texts, tuples, NamedTuples and pvectors, not of lists, dicts or sets"
        return f"{what} must be hashable, but {shorten(thing)} is not ({error}): {fix}"
    except Exception:  # an error of the position's own class, which is raised where it is used
        return ""
    return ""


def mover_error(game: Game[Any, Any], mover: object) -> str:
    """The law of `mover`: it returns the number of a player, or CHANCE, which is -1, in a game that has odds."""
    most = len(game.players) - 1
    if isinstance(mover, int) and -1 <= mover <= most:
        return NO_ODDS if mover == -1 and game.odds is None else ""
    return f"the mover must be a player, 0 to {most}, or CHANCE (-1), not {shorten(mover)}"


def weight_error(weight: object) -> str:
    """The law of `odds`: it returns an int above 0."""
    return "" if isinstance(weight, int) and weight > 0 else f"odds must be ints above 0, not {shorten(weight)}"


def moves_error(moves: object, again: object = None) -> str:
    """The law of `moves`: it returns an iterable, which can be read although another one has been read before."""
    try:
        iter(moves)  # type: ignore[call-overload]
    except TypeError:
        fix = "a list, a tuple or a generator, empty where the game is over"
        return f"moves must return the legal moves, in {fix}, not {shorten(moves)}"
    if moves is again and isinstance(moves, Iterator):
        return "moves must return a list, or a new generator at each call: this one can be read only once"
    return ""


def position_error(after: object) -> str:
    """The law of `play`: it returns a position."""
    if after is None:
        return "play must return the position after the move, not None: is a `return` missing?"
    return unhashable_error("positions", after)


def payoffs_error(game: Game[Any, Any], payoffs: object) -> str:
    """The law of `payoffs`: one number for each player."""
    return numbers_error(game, "payoffs", payoffs)


def numbers_error(game: Game[Any, Any], what: str, numbers: object) -> str:
    """The law of payoffs and standings: a tuple with one number for each player."""
    count = len(game.players)
    if isinstance(numbers, tuple) and len(numbers) == count and all(map(is_number, numbers)):
        return ""
    return f"{what} must be a tuple with one number for each of the {count} players, not {shorten(numbers)}"


def bounds_error(bounds: object) -> str:
    """The law of `bounds` that each of them shows: two numbers, the smaller one first.

    >>> bounds_error((-1, 1)), bounds_error((1, -1))
    ('', 'bounds must be the least and the most that FIRST can still get, not the most first, as in (1, -1)')
    """
    wanted = "the least and the most that FIRST can still get"
    if not (isinstance(bounds, tuple) and len(bounds) == 2 and all(map(is_number, bounds))):
        return f"bounds must be two numbers, {wanted}, not {shorten(bounds)}"
    return "" if bounds[0] <= bounds[1] else f"bounds must be {wanted}, not the most first, as in {shorten(bounds)}"


def is_number(thing: object) -> bool:
    """Whether a thing is a number that can be compared, as `nan` cannot."""
    return isinstance(thing, Real) and thing == thing


def opposed_payoffs_error(payoffs: Any) -> str:
    """The law of the payoffs of two players: a number and its negation.

    >>> opposed_payoffs_error((1, 1)), opposed_payoffs_error((1, -1)), opposed_payoffs_error((1, 0, 0))
    ('the payoffs of two players must be a number and its negation, not (1, 1)', '', '')
    """
    if len(payoffs) != 2 or payoffs[0] == -payoffs[1]:
        return ""
    return f"the payoffs of two players must be a number and its negation, not {shorten(payoffs)}"


def unclear_payoff_error(payoff: float) -> str:
    """The law of payoffs that values are made of, broken by one for which `core.values.is_clear` is false."""
    return (
        f"a payoff above 0.99 must be a whole number or differ from one by 0.01 or more, not {shorten(payoff)}: a "
        "value says how many plies away the end is; multiply all payoffs by one number, so that they are whole"
    )


def raise_if_broken(game: Game[Any, Any], law: str, cause: BaseException | None = None) -> None:
    """Raises ValueError, with the name of the game and the law, unless the law is empty."""
    if law:
        raise ValueError(f"{game.name}: {law}") from cause

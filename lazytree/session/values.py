"""What is known of the value of each legal move, as data for a page: in words, and as a strength to colour cells by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import floor, inf
from typing import Any, NamedTuple

from lazytree.core.values import SURE, WIN, end_of, plies_to_end, verdict
from lazytree.show.tree_texts import number_text, short_text, signed_text

GUESSED = 0.75  # the strength of the best value that is only an estimate
ALIKE = 0.02  # estimates that differ by less than this part of them are nearly of one colour
ENDS = WIN - SURE  # ratings are nearer to 0: in a game of chance a value from here on is a mean of ends
SOON = 100  # plies: where chance moves, a whole number further from a win is taken for a mean of ends


class MoveValue(NamedTuple):
    """What is known of the value of one legal move, seen by the player who makes it."""

    move: Any
    value: Any  # the greater, the better for the mover; beyond ±SURE the game is decided
    exact: bool = False  # whether looking deeper would find the same
    all: tuple[Any, ...] = ()  # of more than two players: the value for each; `value` is one of them


class Worth(NamedTuple):
    """What is known of the value of a position of two players, seen by the first one."""

    value: Any
    exact: bool = False


class Outcome(NamedTuple):
    """How a game of more than two players ends for the mover."""

    text: str
    short: str
    strength: float


def values_data(moves: Sequence[Any], values: Sequence[MoveValue], chance: bool = False) -> list[dict[str, Any]]:
    """The values as a page shows them, in the order given; `move` is the number of the move in `moves`.

    `chance`: chance moves in this game, so that values are means.

    `text` is the value in words, `short` what fits on a cell, `strength` from -1 to 1 how good the move is.

    >>> values_data(["a", "b", "c"], [MoveValue("b", 999_997, True), MoveValue("a", 4), MoveValue("c", 0, True)])[0]
    {'move': 1, 'text': 'win in 3', 'short': 'W3', 'strength': 1.0, 'exact': True}
    """
    ends = [None if chance else outcome(each) for each in values]
    unsure = [each.value for each, end in zip(values, ends) if end is None and (each.all or abs(each.value) <= SURE)]
    guessed = [float(value) for value in unsure] or [0.0]
    least, most = min(guessed), max(guessed)
    numbers = {move: number for number, move in enumerate(moves)}
    most_paid = max((inf if each.all else float(abs(each.value)) for each in values), default=0.0) / WIN
    return [
        {
            "move": numbers[each.move],
            "text": end.text if end else (chance and expectation(each, most_paid)) or words(each),
            "short": end.short if end else (chance and expectation(each, most_paid, short=True)) or shortly(each),
            "strength": round(end.strength if end else strength(each, least, most), 3),
            "exact": each.exact,
        }
        for each, end in zip(values, ends)
        if each.move in numbers
    ]


def level_values(depths: Iterable[Sequence[MoveValue]]) -> Iterator[tuple[MoveValue, ...]]:
    """The values at depth 1, 2, 3 ..., where each estimate is the mean of those at this depth and at the one before.

    The player who makes the last move of a line looks better than it stands; the last move is one player's at odd
    depths, and the other one's at even depths. The best is first.

    >>> list(level_values([[MoveValue("a", 100)], [MoveValue("a", -100)]]))[-1]
    (MoveValue(move='a', value=0, exact=False, all=()),)
    """
    before: dict[Any, MoveValue] = {}
    for values in depths:
        level = (_level(each, before[each.move]) if each.move in before else each for each in values)
        yield tuple(sorted(level, key=lambda each: -each.value))
        before = {each.move: each for each in values}


def _level(now: MoveValue, before: MoveValue) -> MoveValue:
    if now.exact or now.all or max(abs(now.value), abs(before.value)) >= ENDS:
        return now
    total = now.value + before.value
    return now._replace(value=total // 2 if isinstance(total, int) and total % 2 == 0 else total / 2)


def outcome(of: MoveValue) -> Outcome | None:
    """How a game of more than two players, without chance, ends for the mover; None where that is not known.

    It is a win if each other player is paid less. What is not exact is only where the line of play seen so far ends.

    >>> outcome(MoveValue("a", 999_997, True, (1_999_997, 999_997, 0)))
    Outcome(text='loss in 3 (2 : 1 : 0)', short='L3', strength=-1.0)
    >>> outcome(MoveValue("a", 999_997, False, (999_997, 999_997, -1_999_997)))
    Outcome(text='shared win in 3 (1 : 1 : −2), as far as seen', short='≈D3', strength=0.0)
    """
    end = end_of(of.all, of.exact) if of.all else None
    if end is None:
        return None
    word, plies = verdict(end.payoffs, of.all.index(of.value)), end.plies
    letter, good = {"loss": ("L", -1), "win": ("W", 1)}.get(word, ("D", 0))
    paid = " : ".join(str(payoff).replace("-", "−") for payoff in end.payoffs)
    text = f"{word}{'' if plies is None else f' in {plies}'} ({paid})"
    short = f"{letter}{'' if plies is None else plies}"
    return (
        Outcome(text, short, float(good))
        if of.exact
        else Outcome(f"{text}, as far as seen", f"≈{short}", GUESSED * good)
    )


def strength(of: MoveValue, least: float, most: float) -> float:
    """How good a value is, from -1 to 1; estimates, which lie between `least` and `most`, are compared to one another.

    >>> strength(MoveValue("a", 999_995, True), 2, 6), strength(MoveValue("b", 6), 2, 6)
    (1.0, 0.75)
    """
    if abs(of.value) > SURE and not of.all:
        return 1.0 if of.value > 0 else -1.0
    if of.exact and of.value == 0 and not of.all:
        return 0.0
    between = most - least
    wide = max(between, ALIKE * max(abs(least), abs(most)), 1e-9)
    return GUESSED * (2 * (float(of.value) - least) - between) / wide


def words(of: MoveValue) -> str:
    """A value in words.

    >>> words(MoveValue("a", -999_996, True)), words(MoveValue("a", 0, True)), words(MoveValue("a", 7))
    ('loss in 4', 'draw', '+7')
    >>> words(MoveValue("a", 4_999_997, True))
    'win by 5 in 3'
    """
    plies = plies_to_end(of.value)
    if plies is not None:
        margin = round((abs(of.value) + plies) / WIN)
        by = f" by {margin}" if margin > 1 else ""
        return f"{'win' if of.value > 0 else 'loss'}{by} in {plies}"
    if of.exact and of.value == 0:
        return "draw"
    return signed_text(of.value, number_text(of.value))


def shortly(of: MoveValue) -> str:
    """A value in a few characters: W3, L4 and D are exact, numbers are estimates.

    >>> shortly(MoveValue("a", -999_996, True)), shortly(MoveValue("a", 0, True)), shortly(MoveValue("a", 123_456))
    ('L4', 'D', '+123k')
    >>> shortly(MoveValue("a", -1274.3)), shortly(MoveValue("a", 99.6)), shortly(MoveValue("a", 0.333))
    ('−1274', '+100', '+0.33')
    """
    return "D" if of.exact and of.value == 0 else short_text(of.value)


def expectation(of: MoveValue, most_paid: float, short: bool = False) -> str:
    """What is expected where chance moves; empty where the value says so itself: a win in n, or a whole number.

    It is the chance to win, of which a draw counts half; in a game that pays more than 1 (`most_paid` is the highest
    payoff met) or has more than two players, the mean of payoffs. What is only an estimate is "about" or "≈"; a mean of
    ratings has two decimals.

    >>> expectation(MoveValue("a", 836_844, True), 1), expectation(MoveValue("a", 836_844), 1, short=True)
    ('91.8% to win', '≈92%')
    >>> expectation(MoveValue("a", -999_999, True), 1), expectation(MoveValue("a", 3), 1)
    ('', '')
    >>> expectation(MoveValue("a", 2_350_000), 3), expectation(MoveValue("a", 999_990.5, True), 1, short=True)
    ('about +2.35 expected', '>99%')
    """
    plies, value = plies_to_end(of.value), float(of.value)
    if plies is not None and plies < SOON and not of.all:
        return ""
    if abs(value) < ENDS and not of.exact:
        return "" if value == floor(value) else round_value(value, 10 if short else 100)
    about = "" if of.exact else "≈" if short else "about "
    if most_paid > 1:
        return about + round_value(value / WIN, 100) + ("" if short else " expected")
    return about + (percent(value, 1) if short else f"{percent(value, 10)} to win")


def round_value(number: float, parts: int) -> str:
    """A number in tenths (`parts` is 10) or hundredths (100), with its sign."""
    near = floor(number * parts + 0.5) / parts
    return signed_text(near, f"{near:g}".replace("-", "−"))


def percent(value: float, parts: int) -> str:
    """The chance to win that a mean of ends says, in whole percent (`parts` is 1) or tenths of them (10).

    >>> percent(836_844.0, 1), percent(-999_999.5, 10), percent(0.0, 10)
    ('92%', '<0.1%', '50%')
    """
    units = floor((WIN + value) / (2 * WIN) * 100 * parts + 0.5)
    if units < 1:
        return f"<{1 / parts:g}%"
    return f">{100 - 1 / parts:g}%" if units > 100 * parts - 1 else f"{units / parts:g}%"

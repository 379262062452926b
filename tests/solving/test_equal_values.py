"""Equal values whatever helps: each technique on and off, tables small and large, one thread and two, in every game.

The values come from a twin that knows nothing of `solve`: all positions below some are listed, and worked out from the
ends of the game. `POSITIONS=10000 python -m pytest -m minutes tests/solving/test_equal_values.py` asks 10,000 of each
game, which takes hours; without POSITIONS it asks 150 of each, which takes minutes.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count, product, repeat, starmap
from math import inf
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

pytest.importorskip("llvmlite")

from lazytree import FIRST, Game, prove, solve, up_to_symmetry
from lazytree.core.errors import Refused, Trapped
from lazytree.games import (
    andantino,
    chess,
    clobber,
    connect_four,
    dice_of_doom,
    domineering,
    dvonn,
    hex,
    kalah,
    konane,
    lines_of_action,
    nim,
    othello,
    selfo,
    tic_tac_toe,
)
from lazytree.machine import asking, memories, solving, trials
from lazytree.machine.to_the_end import solve_runner
from tests.helpers.games import random_game
from tests.helpers.marks import slow_unless

# ---- The twin


class Worth(NamedTuple):
    """FIRST's payoff, and in how many plies the game ends if both play for that; inf where it need not end."""

    payoff: float
    plies: float


Listed = dict[Any, list[Any]]
"""The positions after each move, by position."""


def listed(game: Game[Any, Any], starts: list[Any], most: int) -> Listed | None:
    """All positions below some, themselves included; None if these are more than that many."""
    found, waiting = dict[Any, list[Any]](), deque(starts)
    while waiting:
        position = waiting.popleft()
        if position not in found:
            found[position] = [game.play(position, move) for move in game.moves(position)]
            waiting.extend(found[position])
            if len(found) > most:
                return None
    return found


def worth_of_all(game: Game[Any, Any], after: Listed) -> dict[Any, Worth]:
    """What each position is worth; a draw where neither player can force an end, if positions can come back."""
    found, before, left = dict[Any, Worth](), defaultdict[Any, list[Any]](list), dict[Any, int]()
    for position, children in after.items():
        left[position] = len(children)
        for child in children:
            before[child].append(position)
    ready = deque(position for position, children in after.items() if not children)
    for position in ready:
        found[position] = Worth(game.payoffs(position)[FIRST], 0)
    while ready:  # as far as all that follows is known
        for position in before[ready.popleft()]:
            left[position] -= 1
            if not left[position]:
                found[position] = best_of(game, position, [found[child] for child in after[position]])
                ready.append(position)
    return found if len(found) == len(after) else worth_with_circles(game, after, before)


def best_of(game: Game[Any, Any], position: Any, worths: list[Worth]) -> Worth:
    """The best for the mover, a ply later: a win soon, a loss late."""
    sign = 1 if game.mover(position) == FIRST else -1
    best = max(worths, key=lambda each: rank(each, sign))
    return Worth(best.payoff, best.plies + 1)


def rank(worth: Worth, sign: int) -> tuple[float, float]:
    """How good this is for a player: 1 for FIRST, -1 for SECOND."""
    payoff = sign * worth.payoff
    return payoff, -worth.plies if payoff > 0 else worth.plies if payoff < 0 else 0


def worth_with_circles(game: Game[Any, Any], after: Listed, before: Mapping[Any, list[Any]]) -> dict[Any, Worth]:
    """The same by retrograde analysis, for payoffs of 1, 0 and -1: who can force an end does so, all others draw."""
    ends = {position: game.payoffs(position)[FIRST] for position, children in after.items() if not children}
    won = {position: Worth(payoff, 0) for position, payoff in ends.items() if payoff}
    left, ready = {position: len(children) for position, children in after.items()}, deque(won)
    while ready:
        child = ready.popleft()
        payoff, plies = won[child]
        for position in before[child]:
            left[position] -= 1
            wanted = payoff if game.mover(position) == FIRST else -payoff
            if position not in won and (wanted > 0 or not left[position]):
                won[position] = Worth(payoff, plies + 1)
                ready.append(position)
    return {position: won.get(position, Worth(0, inf)) for position in after}


# ---- Positions of every game


def beginning(game: Game[Any, Any], text: str) -> Game[Any, Any]:
    """The game that begins with a position."""
    return replace(game, start=game.read(text))


LATE: Mapping[str, Callable[[], Game[Any, Any]]] = {
    "andantino": lambda: andantino(side=4),
    "clobber": lambda: clobber(4, 5),
    "connect four": connect_four,
    "connect four up to symmetry": lambda: up_to_symmetry(connect_four(5, 5)),
    "dice of doom": lambda: dice_of_doom(size=3, seed=2),
    "domineering": lambda: domineering(6, 7),
    "dvonn": lambda: dvonn(placement="random", seed=3),
    "dvonn by margin": lambda: dvonn(placement="random", seed=4, score="margin"),
    "hex": lambda: hex(5),
    "kalah": lambda: kalah(pits=4, seeds=3),
    "kalah by margin": lambda: kalah(pits=4, seeds=3, score="margin"),
    "konane": lambda: konane(6, 6),
    "othello": othello,
    "othello by margin": lambda: othello(6, 6, score="margin"),
    "tic tac toe": tic_tac_toe,
}
"""Games that come to an end: positions late in random games of them."""
WHOLE: Mapping[str, Callable[[], Game[Any, Any]]] = {
    "chess, queen": lambda: chess("k3/4/4/2QK w - - 0 1"),
    "chess, rook": lambda: chess("k3/4/4/2RK w - - 0 1"),
    "chess, pawn": lambda: chess("k3/4/1P2/K3 w - - 0 1"),
    "lines of action": lambda: beginning(lines_of_action(4), ".X.. / O... / ...X / ..O. / X to move"),
    "nim": lambda: nim(heaps=(2, 3, 4)),
    "selfo": lambda: selfo("a1 b2 c3 / a3 b1 c2", board="square", side=3),
    "selfo, two steps": lambda: selfo("a1 b2 c3 / a3 b1 c2", board="square", side=3, steps=(2, 1), passing=False),
}
"""Small games, most of whose positions come back: all positions that play can reach."""
EACH = int(os.environ.get("POSITIONS", "150"))
"""The positions of each game that the marked test asks for."""


def late_positions(game: Game[Any, Any], most: int) -> Iterator[Listed]:
    """For one random game after another all positions below one of it, as early as there are not more than `most`."""
    for seed in count():
        found: Listed = {}
        for position in reversed(list(random_game(game, seed))):
            below = listed(game, [position], most)
            if below is None:
                break
            found = below
        yield found


def positions_of(name: str, game: Game[Any, Any], number: int) -> Iterator[tuple[Any, Listed, Mapping[Any, Worth]]]:
    """A number of positions that are not over, with all that lie below, and what these are worth."""
    all_of_them = listed(game, [game.start], 10**6) if name in WHOLE else None
    several = repeat(all_of_them) if all_of_them is not None else late_positions(game, max(30, number // 12))
    worth: Mapping[Any, Worth] = {}
    for after in several:
        worth = worth if all_of_them is not None and worth else worth_of_all(game, after)
        begun = [position for position, children in after.items() if children]
        for position in Random(number).sample(begun, min(len(begun), number)):
            yield position, after, worth
        number -= len(begun)
        if number <= 0:
            return


# ---- What is asked of each


class Way(NamedTuple):
    """One way to solve: with these techniques, entries of the table and threads, and what is asked."""

    techniques: int
    entries: int  # 0: as many as there is room for
    threads: int
    what: str
    valued: bool  # whether all positions may be valued where they come back


def ways_of(rules: Any) -> list[Way]:
    """All ways that differ for these rules; each technique is in some and out of others."""
    every = sum(trials.NAMES)
    sets = [*trials.SETS, 0, every, *trials.NAMES, *(every & ~bit for bit in trials.NAMES)]
    usable = dict.fromkeys(trials.usable(rules, each) for each in sets)
    return list(starmap(Way, product(usable, (0, 16), (1, 2), ("winner", "shortest"), (True, False))))


@contextmanager
def solving_so(way: Way) -> Iterator[None]:
    """Within, `solve` has these techniques and that small a table."""
    with ExitStack() as changes:
        changes.enter_context(patch.object(trials, "SETS", (way.techniques,)))
        if way.entries:
            changes.enter_context(patch.object(memories, "FEWEST", way.entries))
            changes.enter_context(patch.object(solving, "grow_table", lambda *means: None))
            changes.enter_context(patch.object(asking, "grow_to", lambda *means: None))
        if not way.valued:
            changes.enter_context(patch.object(solving, "positions_of", lambda *means: None))
        yield


def wrong_about(game: Game[Any, Any], position: Any, way: Way, after: Listed, worth: Mapping[Any, Worth]) -> str:
    """What `solve` says of a position that is not so; empty if all is."""
    exact = worth[position]
    with solving_so(way):
        found = solve(game, position, what=way.what, threads=way.threads, megabytes=8, lane="machine")
    if way.what == "winner" and found.value is None:
        bounds = found.bounds
        decided = bounds is not None and bounds.decided and sign(bounds.low + bounds.high) == sign(exact.payoff)
        return "" if decided else f"winner {bounds}, not {exact}"
    if found.value != exact.payoff:
        return f"value {found.value}, not {exact}"
    if way.what == "winner":
        return ""
    if exact.payoff and found.plies != exact.plies:
        return f"plies {found.plies}, not {exact}"
    player = 1 if game.mover(position) == FIRST else -1
    best = best_of(game, position, [worth[child] for child in after[position]])
    first = next(
        move for move, child in zip(game.moves(position), after[position]) if is_as(best, worth[child], player)
    )
    return "" if found.line[:1] == (first,) or not exact.payoff else f"line {found.line}, not {first} first"


def is_as(best: Worth, child: Worth, player: int) -> bool:
    """Whether a move to a child is as good as the best."""
    return rank(Worth(child.payoff, child.plies + 1), player) == rank(best, player)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def asked_and_wrong(name: str, number: int) -> tuple[Counter[str], list[str]]:
    """How many positions were asked in which way, and all answers that are wrong."""
    game = {**LATE, **WHOLE}[name]()
    ways, random = ways_of(solve_runner(game).rules), Random(name)
    asked, wrong = Counter[str](), list[str]()
    for position, after, worth in positions_of(name, game, number):
        way = random.choice(ways)
        asked["positions"] += 1
        try:
            error = wrong_about(game, position, way, after, worth)
        except (Refused, Trapped) as refused:
            error, asked[f"left to Python: {refused}"] = "", asked[f"left to Python: {refused}"] + 1
        if error:
            wrong.append(f"{name}: {game.show(position)}: {way}: {error}")
        if asked["positions"] % 5 == 0 and not proven_alike(game, position, worth[position]):
            wrong.append(f"{name}: {game.show(position)}: prove is wrong about {worth[position]}")
    return asked, wrong


def proven_alike(game: Game[Any, Any], position: Any, exact: Worth) -> bool:
    """Whether proof numbers agree about who wins, as far as they come to an end."""
    found = [prove(game, position, more_than=more, lane="machine", entries=2**12).result for more in (0, -1)]
    truth = ["proven" if exact.payoff > more else "disproven" for more in (0, -1)]
    return all(each in ("unknown", true) for each, true in zip(found, truth))


@pytest.mark.parametrize(
    "name", slow_unless(["konane", "othello by margin"], ["konane", "othello by margin", "lines of action"])
)
def test_some_positions_have_equal_values_in_every_way(name: str) -> None:
    asked, wrong = asked_and_wrong(name, 120)
    assert not wrong and asked["positions"] == 120


@pytest.mark.minutes
@pytest.mark.parametrize("name", [*LATE, *WHOLE])
def test_all_positions_have_equal_values_in_every_way(name: str) -> None:
    asked, wrong = asked_and_wrong(name, EACH)
    print(f"{name}: {dict(asked)}, {len(wrong)} wrong")
    assert not wrong
    assert asked["positions"] == EACH


# ---- The twin is right


def test_the_twin_knows_solved_games() -> None:
    game = tic_tac_toe()
    below = listed(game, [game.start], 10**5)
    assert below is not None and len(below) == 5478 and worth_of_all(game, below)[game.start] == Worth(0, 9)
    circles = WHOLE["chess, queen"]()
    below = listed(circles, [circles.start], 10**5)
    assert below is not None
    worth = worth_of_all(circles, below)
    assert {worth[each].payoff for each in below} == {0, 1}
    assert all(
        worth[each] == best_of(circles, each, [worth[child] for child in after]) or not worth[each].payoff
        for each, after in below.items()
        if after
    )

"""Solving: who wins, then how soon, by questions whether a value is reached."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from math import inf
from typing import Any

from lazytree.compiler import Runner
from lazytree.core.errors import Trap, Trapped
from lazytree.core.game import FIRST, Game, M, P, is_over
from lazytree.core.lanes import MACHINE
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped
from lazytree.core.values import WIN, plies_to_end, sooner
from lazytree.searching.kernels import certifying, solver
from lazytree.searching.kernels.memory import Words
from lazytree.searching.kernels.parts import Memory
from lazytree.searching.kernels.scout import ENTRIES, HIGHEST, SEEN, THREADS
from lazytree.searching.kernels.searches import FAR
from lazytree.searching.kernels.threats import PARTS, TECHNIQUES
from lazytree.solving.certificates import Certificate, Claim, certificate_of, claims_of, strategy, too_large_proof_error
from lazytree.solving.exact import SHORTEST, WINNER, Bounds, Known, Solution

from .asking import ALL, CLOSED, MORE, SHORT, Asking
from .deepening import COUNTED
from .memories import (
    ENTRY_BYTES,
    entries_in,
    give_back,
    grow_table,
    memories_to_the_end,
    room_of,
    seen_by,
    set_entries,
    tallied,
)
from .proving import EACH, Prover, memory_for_proofs
from .retrograde import Positions
from .to_the_end import highest, lowest_value, payoff_at, require_exact, solve_runner
from .trials import names_of, race_of, sets_for

# ---- The value: who wins, in turns with ends that are near, in more and more positions; then how soon, or how much


SOON = 1_000  # positions of the first attempt
NEAR = 4  # the part of them in which ends that are near are looked for
NEARER = 16  # the part of all in which, once the winner is known, it is asked for the soonest end that may be
NEAREST = 500  # plies within which they are


def values(ask: Asking, here: Any, plain: bool, what: str, tried: Callable[[], object]) -> Iterator[Bounds]:
    """What is known of FIRST's value, narrower and narrower; at last who wins, or the value itself.

    `plain`: only 1, 0 and -1 are paid. `tried` is called after each attempt that was too short.
    """
    known, memories = Bounds(-WIN, WIN) if plain else Bounds(-FAR, FAR), ask.memories
    most, plies, began, near = SOON, 1, seen_by(ask.memories), 0
    while True:
        narrower = narrowed(ask, here, known, 1 if known.high > 0 else 0, most)
        known = narrower or known
        yield known
        if known.decided:
            break
        if narrower is not None:  # the other question about who wins is likely to be as small
            continue
        if ask.endless and not plain and ask.valued(here, ALL) is None:
            raise Trapped(Trap.RECURSION, "")
        if plain:
            part = 1 if ask.endless else NEAR
            known, plies = near_ends(ask, here, known, plies, most // part)
            yield known
        if known.decided:
            break
        most = MORE * most
        if not (ask.is_deep and ask.valued(here, CLOSED) is not None):
            tried()
    step, after, unit = 1, 1, WIN
    while what == SHORTEST and known.low < known.high:
        if plain and not ask.endless:
            before = seen_by(memories)
            known = nearest_end(ask, here, known, (before - began) // NEARER - near)
            near += seen_by(memories) - before
            yield known
            if known.low == known.high:
                break
        if ask.endless:  # what is asked of ends at a distance does end
            value = known.high if known.low > 0 else known.low + 1
        else:
            if unit == WIN and known.payoff is not None:
                step, after, unit = 1, 1, 1
            value = further(known, step, unit)
        while (narrower := narrowed(ask, here, known, value, most)) is None:
            most = MORE * most
            tried()
        known, step, after = narrower, after, step + after
        yield known


def narrowed(ask: Asking, here: Any, known: Bounds, value: int, most: int) -> Bounds | None:
    """What is known after it is asked whether FIRST's value is at least that; None: not within `most` positions."""
    value = possible(ask, here, value, 1)
    found = ask(here, value, most)
    if found is None:
        return None
    low, high = known.narrowed(value, found)
    return Bounds(possible(ask, here, low, 1), possible(ask, here, high, -1))


def possible(ask: Asking, here: Any, value: int, step: int) -> int:
    """The first value from this one on, in steps of 1 or -1, that a position may have.

    Where positions fall apart, players move in turns and who moves last wins: a win of who is to move takes an odd
    number of plies, a loss an even one.
    """
    rules = ask.run.rules
    if plies_to_end(value) is None or rules.regions is None or not ask.techniques & PARTS:
        return value
    odd = int((value > 0) == (rules.mover(here) == FIRST))
    return value + step * ((value - odd) % 2)


def further(known: Bounds, step: int, unit: int) -> int:
    """What is asked next where the winner is known: `step` units further than that, or half of the way that is open.

    A unit is a payoff, WIN, or a ply, 1.
    """
    low, high = (payoff_at(bound) if unit == WIN else bound for bound in known)
    ahead = min(step, (high - low + 1) // 2)
    reached = low + ahead if known.low > 0 else high + 1 - ahead
    return lowest_value(reached) if unit == WIN else reached


def near_ends(ask: Asking, here: Any, known: Bounds, plies: int, most: int) -> tuple[Bounds, int]:
    """What is known after forced ends, of either player, are looked for ever further away; how far next time."""
    memories, before = ask.memories, seen_by(ask.memories)
    ask.size = 0  # such questions are not noted: they tell little of who wins
    while not known.decided and plies <= NEAREST:
        for value in (WIN - plies, 1 - (WIN - plies)):
            if known.low < value <= known.high:
                left = most - (seen_by(memories) - before)
                narrower = narrowed(ask, here, known, value, left) if left > 0 else None
                if narrower is None:
                    return known, plies
                known = narrower
                if known.decided:
                    break
        plies += 1
    return known, plies


def nearest_end(ask: Asking, here: Any, known: Bounds, most: int) -> Bounds:
    """What is known after it is asked, again and again, whether the winner wins as soon as is still possible."""
    before = seen_by(ask.memories)
    while known.low < known.high and (left := most - (seen_by(ask.memories) - before)) > 0:
        value = known.high if known.low > 0 else known.low + 1
        narrower = narrowed(ask, here, known, value, left)
        if narrower is None:
            break
        known = narrower
    return known


# ---- The answer


def solve_exactly(
    game: Game[P, M],
    here: P,
    stats: Stats,
    megabytes: int,
    stop: Stop | None,
    threads: int,
    what: str = SHORTEST,
    proof: bool = False,
    tell: Callable[[Bounds], object] = lambda known: None,
    kept: Known | None = None,
) -> Solution[M]:
    """The exact value, plies and a best line; Trapped where machine code cannot find them.

    What is known of the value is told as it grows; `kept`, if that is given, is read and added to. With `proof` the
    solution has a certificate. Stopped by its flag, with the Solution as far as it is known.
    """
    run = solve_runner(game)
    if run.lane != MACHINE:
        require_exact(game)
    if not any(True for _ in game.moves(here)) and not proof:
        return Solution(game.payoffs(here)[FIRST], 0, (), MACHINE)
    plain = not run.pays_more
    shared = 2 + proof  # what the memory is shared by: the search, proof numbers, a certificate
    known_before = kept or Known(megabytes // shared or 1)
    memories = memories_of(known_before, run, threads)
    counted, most = list(memories), room_of(memories[0].table)
    for memory in memories:
        memory.counts[HIGHEST] = highest(plain)

    def for_proofs() -> Memory:
        counted.append(memory_for_proofs(entries_in(megabytes, shared * ENTRY_BYTES), plain))
        return counted[-1]

    with tallied(counted, COUNTED, stats, stop) as tally:

        def poll() -> bool:
            grow_table(memories, most)
            for proofs in counted[len(memories) :]:
                grow_table([proofs], room_of(proofs.table), EACH)
            return tally()

        prover = Prover(game, for_proofs, poll)
        room = megabytes // (2 * shared) or 1
        positions = positions_of(known_before, game, room, poll) if run.rules.whole == 1 else None
        ask = Asking(run, memories, poll, known_before.sets, prover, positions, room=most, poll_soon=stop and tally)
        try:
            solution, known = answered(game, here, ask, plain, what, tell)
        finally:
            known_before.entries, known_before.seen = memories[0].counts[ENTRIES], seen_by(memories)
            known_before.sets = ask.sets
        if proof:
            try:
                solution.certificate = certificate(game, here, ask, known, plain, megabytes)
            except Stopped as stopped:
                raise Stopped(str(stopped), (solution,)) from None
    if kept is None:
        give_back(memories)
    return solution


def memories_of(known: Known, run: Runner, threads: int) -> list[Memory]:
    """A memory for each thread, with what was known before in the table, if the rules are still the same."""
    regions = run.rules.regions is not None
    if known.table is None or known.rules is not run.made:
        fresh = memories_to_the_end(threads, known.megabytes, regions)
        known.rules, known.table, known.values, known.seen = run.made, fresh[0].table, fresh[0].values, 0
        known.positions = None
        known.sets = sets_for(run)
        return fresh
    fresh = [memory._replace(table=known.table) for memory in memories_to_the_end(threads, 1, regions)]
    fresh[0] = fresh[0]._replace(values=known.values)
    set_entries(fresh, known.entries)
    fresh[0].counts[SEEN] = known.seen
    return fresh


def positions_of(known: Known, game: Game[P, M], megabytes: int, stop: Stop) -> Positions:
    """Where all positions are valued, if they can be repeated: what was known before, if there is any."""
    found = known.positions = known.positions or Positions(game, megabytes)
    found.stop = stop
    return found


def answered(
    game: Game[P, M], here: P, ask: Asking, plain: bool, what: str, tell: Callable[[Bounds], object]
) -> tuple[Solution[M], Bounds]:
    """The value, then a best line, and what is known of the value; Stopped by the flag, with the first."""
    known, shown, line = Bounds(-FAR, FAR), list[M](), list[M]()
    try:
        for narrower in values(ask, here, plain, what, race_of(game, here, ask)):
            if narrower.low > max(known.low, 0) if game.mover(here) == FIRST else narrower.high < min(known.high, 0):
                shown = [list(game.moves(here))[ask.chosen]]
            known = narrower
            tell(known)
        if known.low == known.high and not (what == WINNER and ask.endless and not ask.is_closed):
            line.extend(best_line_at_once(ask, here, known.low) or best_line(game, here, ask, known.low))
    except Stopped as stopped:
        raise Stopped(str(stopped), (as_known(ask, known, shown),)) from None
    if not line:
        return as_known(ask, known, shown), known
    end = reduce(game.play, line, here)
    value = game.payoffs(end)[FIRST] if is_over(game, end) else 0
    return told_how(Solution(value, len(line), tuple(line), MACHINE), ask, known), known


def as_known(ask: Asking, known: Bounds, shown: list[M]) -> Solution[M]:
    """What is known, with the move that has shown that who is to move wins, if there is one, instead of a line."""
    value = known.payoff if ask.run.rules.whole == 1 else None
    return told_how(Solution(value, known.plies, tuple(shown), MACHINE), ask, known)


BY_PROOFS = "proof numbers"
"""What is told as well where these have found the winner."""
RETROGRADE = "retrograde analysis"
"""What is told where all positions have been valued."""


def told_how(solution: Solution[Any], ask: Asking, known: Bounds) -> Solution[Any]:
    """The answer, with what is known of the value, and how it was found."""
    solution.bounds, solution.techniques = known, names_of(ask.techniques)
    if ask.prover is not None and ask.prover.has_answered:
        solution.techniques += (BY_PROOFS,)
    if ask.is_closed:
        solution.techniques = (RETROGRADE,)
    return solution


def best_line_at_once(ask: Asking, here: Any, value: int) -> Sequence[Any]:
    """The same as `best_line`, in one call of machine code; nothing where that does not find it soon."""
    if ask.run.beside is None or ask.run.lane != MACHINE or ask.endless or ask.is_closed:
        return ()
    ask.value = value
    ask.prepare(ask.memories[:1], SHORT)
    with suppress(Trapped):
        return tuple(ask.run.beside.answers(ask.handle, here, value))
    return ()


def best_line(game: Game[P, M], here: P, ask: Asking, value: int) -> Iterator[M]:
    """The best moves of both, from a position of this value, to the end or until a position is repeated.

    The first move is the first of equals.
    """
    met = list[P]()
    while moves := list(game.moves(here)):
        if here in met:
            return
        met.append(here)
        best, after = best_move(game, here, ask, value), sooner(value)
        if len(met) == 1:
            equal = (
                number for number in range(best) if is_worth(game, game.play(here, moves[number]), ask, here, after)
            )
            best = next(equal, best)
        yield moves[best]
        here, value = game.play(here, moves[best]), after


def best_move(game: Game[P, M], here: P, ask: Asking, value: int) -> int:
    """The number of a best move in a position of this value."""
    ask(here, value if game.mover(here) == FIRST else value + 1)
    return ask.chosen


def is_worth(game: Game[P, M], child: P, ask: Asking, here: P, value: int) -> bool:
    """Whether a child is worth this value to who moves before it."""
    if game.mover(here) == FIRST:
        return value <= known_of(ask(child, value))
    return value >= known_of(ask(child, value + 1))


def known_of(found: int | None) -> int:
    """What was found by a question without a limit."""
    assert found is not None
    return found


# ---- The proof: a move of who holds the value, in each position that play can come to


def certificate(game: Game[P, M], here: P, ask: Asking, known: Bounds, plain: bool, megabytes: int) -> Certificate:
    """The proof of what is known of a value; Stopped by the flag, Trapped where machine code finds none.

    Raises: ValueError if there is no room for it.
    """
    if ask.run.rules.whole != 1:
        raise Trapped(Trap.OUTSIDE, "proofs of payoffs that are shares")
    if ask.is_closed:
        return certificate_of(
            game, here, [claim_by_values(game, here, ask, *each, megabytes) for each in claims_about(known, plain)]
        )
    memory, run = memory_that_knows(ask), solve_runner(game, certifying.certify)
    memory.counts[THREADS], memory.counts[solver.LIMIT] = 1, memory.counts[SEEN] + ALL
    words = entries_in(megabytes, 8 * 4)
    most = words // 4

    def claim(player: int, at_least: float) -> Claim:
        asked = lowest_value(at_least) if player == FIRST else lowest_value(1 - at_least)
        proof = certifying.Proof(Words(words), Words(most + certifying.FIRST_MOVE))
        met = run.in_machine_code(memory, proof, here, player, asked, words - 1, most, stop=ask.poll)
        failed = int(proof.moves[certifying.FAILED])
        if failed == certifying.FULL:
            raise too_large_proof_error(game, int(met), megabytes)
        if failed:
            raise Trapped(Trap.OUTSIDE, "proofs of games whose positions are repeated, or have thousands of moves")
        first, count = certifying.FIRST_MOVE, int(proof.moves[certifying.MOVES])
        return Claim(player, at_least, array("H", proof.moves.words[first : first + count]))

    return certificate_of(game, here, [claim(*each) for each in claims_about(known, plain)])


def memory_that_knows(ask: Asking) -> Memory:
    """The memory of a search that finds the moves, with the table of what has found the winner."""
    search = ask.memories[0]
    if ask.prover is None or not ask.prover.has_answered:
        return search
    memory = ask.prover.memory._replace(values=search.values)
    memory.counts[TECHNIQUES] = search.counts[TECHNIQUES]
    return memory


def claims_about(known: Bounds, plain: bool) -> Iterable[tuple[int, float]]:
    """What is to be proved of a value: of which player, and what that one gets at least."""
    low = -inf if known.low <= -FAR else payoff_at(known.low)
    high = inf if known.high >= FAR else payoff_at(known.high)
    return claims_of(low, high, *((-1, 1) if plain else (-inf, inf)))


def claim_by_values(game: Game[P, M], here: P, ask: Asking, player: int, at_least: float, megabytes: int) -> Claim:
    """A claim with its proof, where all positions are valued."""

    def best(position: P) -> int:
        known_of(ask(position, 0))
        return ask.chosen

    return Claim(player, at_least, strategy(game, here, player, at_least, best, megabytes, ask.poll))

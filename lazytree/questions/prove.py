"""Whether FIRST can force a payoff."""

from __future__ import annotations

from typing import Literal

from lazytree import machine
from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, position_or_start
from lazytree.core.lanes import MACHINE
from lazytree.core.laws import is_number
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped
from lazytree.core.texts import shorten
from lazytree.solving.proof_numbers import DECIDED, METHODS, OPEN, PROVEN, Proof, ProofNumbers, prove_in_python

from .dispatch import SOONER, Question

FEW = 300
"""Visits by Python, before anything is compiled: they decide small questions sooner."""


def prove(
    game: Game[P, M],
    position: P | None = None,
    more_than: float = 0,
    method: Literal["df-pn", "pn"] = "df-pn",
    most: int = 1_000_000,
    entries: int = 1_000_000,
    stats: Stats | None = None,
    *,
    lane: str | None = None,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> Proof:
    """Whether FIRST can force a payoff above `more_than` from a position.

    All other players, and chance, are assumed to play against FIRST. The result is "unknown" if `most` visits or
    `seconds` were not enough, and once `stop()` is true. A limit never makes a proof or a disproof wrong. Play without
    an end, where positions can be repeated, pays 0, as it does for `solve`; "pn" says "unknown" there. Games of two
    players without chance are searched in machine code, after a few visits by Python: `Proof.lane` and `stats.lane` say
    who has answered.

    - `game`: the rules.
    - `position`: where play begins (default: the start).
    - `more_than`: a payoff; by default the claim is a win, with -1 it is at least a draw.
    - `method`: "df-pn" searches depth first and stores a limited number of positions; "pn" keeps its whole tree, in
      Python.
    - `most`: the most visits.
    - `entries`: the most positions that "df-pn" stores (machine code: a power of 2, 8 at least).
    - `stats`: a `Stats` that counts the work.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `seconds`: the limit of time, the compiling of the rules included.
    - `stop`: a function that is polled; once it returns True the search ends.

    Raises: ValueError for another method, for another lane or one that cannot answer, and unless `more_than` is a
    number, `seconds` one above 0, and `most` and `entries` are ints from 1 up.

    Sources: Allis, van der Meulen and van den Herik, Proof-number search (1994); Nagai, Df-pn algorithm for searching
    AND/OR trees (2002); Ueda et al., Weak proof-number search (2008), whose numbers suit games with transpositions;
    Pawlewicz and Lew, Improving depth-first pn-search: 1 + epsilon trick (2007).

    >>> from lazytree.games import nim, tic_tac_toe
    >>> prove(nim(heaps=(3, 4, 5))).result, prove(nim(heaps=(1, 4, 5))).result
    ('proven', 'disproven')
    >>> prove(tic_tac_toe()).result, prove(tic_tac_toe(), more_than=-1).result
    ('disproven', 'proven')
    """
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}")
    at_least("most", most, 1)
    at_least("entries", entries, 1)
    if not is_number(more_than):
        raise ValueError(f"more_than must be a number, the payoff that FIRST is to exceed, not {shorten(more_than)}")
    here, beyond = position_or_start(game, position), machine_prove_refusal(game, method)
    asked = Question(game, stats, lane, beyond=beyond, seconds=seconds, stop=stop)
    spent, before = asked.stats, asked.stats.nodes

    def in_python(most: int = most) -> ProofNumbers:
        flag = asked.meanwhile(asked.stop)
        numbers = prove_in_python(game, here, more_than, method, before + most - spent.nodes, entries, spent, flag)
        if numbers not in DECIDED and asked.made is not None and asked.made.is_set():
            raise Stopped  # the rules are compiled now
        return numbers

    def in_machine_code() -> ProofNumbers:
        return machine.proof_numbers(game, here, more_than, before + most - spent.nodes, entries, spent, asked.stop)

    numbers = OPEN
    if asked.lane.name == MACHINE and lane is None:
        numbers = in_python(min(FEW, most))
    if numbers in DECIDED or spent.nodes - before >= most:
        asked.refuse(SOONER)
        spent.lane = asked.lane
    else:
        asked.compiling(lambda: machine.prove_runner(game))
        numbers = asked.answer(in_machine_code, in_python)
    result: Literal["proven", "disproven", "unknown"] = "unknown"
    if numbers in DECIDED:
        result = "proven" if numbers == PROVEN else "disproven"
    proof = Proof(result, *numbers, spent.nodes - before, asked.lane.name)
    proof.reason = asked.lane.reason
    return proof


def machine_prove_refusal(game: Game[P, M], method: str) -> str:
    """Why machine code does not look for a proof, for reasons other than the rules; empty if it may."""
    if method != "df-pn":
        return "the whole tree is kept in Python"
    if game.odds is not None:
        return "proofs against chance are searched in Python"
    return "" if len(game.players) == 2 else "proofs against several players are searched in Python"

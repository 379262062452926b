"""Looking positions up in tables: the stage `look_up`, exact values by tables, and bots that play by them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Any

from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.lanes import PYTHON
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.choosing import Bot
from lazytree.solving.certificates import Certificate, Claim, certificate_of, claims_of, strategy
from lazytree.solving.exact import MEGABYTES, Outcome, Solution, solve_in_python
from lazytree.solving.tables import Entry, Tablebase, open_table
from lazytree.trees.branches import NONE, Branches, Lift, Lifted
from lazytree.trees.labels import KEPT, require_numbers
from lazytree.trees.tree import Tree, require_stage_arguments, stage

Given = str | os.PathLike[str] | Tablebase[Any, Any] | Sequence[Tablebase[Any, Any]] | None
"""How tables are given: the file of one, one that is open, or several of these."""


def tables_of(game: Game[P, M], given: Given) -> tuple[Tablebase[P, M], ...]:
    """The tables that are given, open. Raises: ValueError as `open_table` does, and for tables of another game.

    >>> from lazytree.games import nim
    >>> tables_of(nim(), None)
    ()
    """
    if given is None:
        return ()
    if isinstance(given, str | os.PathLike):
        return (open_table(given, game),)
    tables = (given,) if isinstance(given, Tablebase) else tuple(given)
    for table in tables:
        if table.game.name != game.name or dict(table.game.parameters) != dict(game.parameters):
            raise ValueError(f"{table!r} is of another game than {game.name} with {dict(game.parameters)}")
    return tables


def first_entry(tables: Sequence[Tablebase[P, Any]], position: P) -> Entry | None:
    """What the first table that knows a position knows of it; None if none does."""
    return next((entry for table in tables if (entry := table.get(position)) is not None), None)


def look_up(*tables: Tablebase[Any, Any]) -> Callable[[Tree[float, M]], Tree[float, M]]:
    """The stage that gives each node below the root which a table knows the value there, and cuts the tree at it.

    It comes after `rate`, and `prune` goes before it: what is cut is known however deep its tree is. Entries of books
    that were found by searches are no exact values, so that they are passed over.

    Raises: ValueError for a tree that has not been rated.

    >>> from toolz import compose
    >>> from lazytree import WIN, alphabeta, grow, prune, rate, solve
    >>> from lazytree.games import nim
    >>> from lazytree.tables import tabulate
    >>> game = nim(heaps=(3, 4, 5))
    >>> look = compose(look_up(tabulate(game)), rate(game, lambda position: 0), prune(2), grow(game))
    >>> alphabeta(look(game.start)) == WIN - solve(game).plies, len(look(game.start).branches[0][1].branches)
    (True, 0)
    """
    for table in tables:
        require_stage_arguments(table, "look_up(table)")

    def known(node: Tree[float, M]) -> Entry | None:
        if node.over:
            return None
        entry = first_entry(tables, node.key)
        return entry if entry is not None and entry.exact and entry.plies is not None else None

    def label(node: Tree[float, M]) -> float:
        entry = known(node)
        return node.label if entry is None else entry.worth

    def branches(node: Tree[float, M], lift: Lift[M, float]) -> Branches[float, M]:
        return Lifted(node.branches, lift) if known(node) is None else NONE

    def looked_up(tree: Tree[float, M]) -> Tree[float, M]:
        below: Lift[M, float] = stage(label, branches, context=("look_up", *tables), labels=KEPT)
        at_root: Lift[M, float] = stage(
            lambda node: node.label,
            lambda node, lift: Lifted(node.branches, below),
            context=("look_up below", *tables),
            labels=KEPT,
        )
        return at_root(require_numbers(tree, "look_up(table)"))

    return looked_up


# ---- The exact value of a position, by tables


def outcome_in(tables: Sequence[Tablebase[P, Any]], position: P) -> Outcome | None:
    """The outcome of a position that tables know exactly; None if they do not."""
    entry = first_entry(tables, position)
    if entry is None or not entry.exact or entry.plies is None:
        return None
    return Outcome((entry.value, -entry.value), entry.plies)


def line_in(tables: Sequence[Tablebase[P, M]], position: P) -> Iterator[M]:
    """The best moves from a position on, by the first table that knows it."""
    return next((table.line(position) for table in tables if position in table), iter(()))


def solved_by_table(
    tables: Sequence[Tablebase[P, M]], position: P, proof: bool, megabytes: int, stop: Stop | None
) -> Solution[M] | None:
    """The solution of a position that tables know, with a certificate if it is asked for; None if they do not."""
    outcome = outcome_in(tables, position)
    if outcome is None:
        return None
    value, line = outcome.payoffs[FIRST], tuple(line_in(tables, position))
    solution = Solution(value, outcome.plies if value else len(line), line, PYTHON)
    solution.reason = "a table has the value"
    if proof:
        solution.certificate = certificate_by_table(tables[0], position, megabytes, stop)
    return solution


def solve_before(
    tables: Sequence[Tablebase[P, M]], game: Game[P, M], position: P, stats: Stats, how: Mapping[str, Any]
) -> Solution[M]:
    """The solution of a position that no table knows, by those after it that they do know. Raises as `solve` does."""
    if how["proof"]:
        raise ValueError("a proof needs a table that knows the position itself, or none: leave out tables=")
    known = partial(outcome_in, tables)
    found = solve_in_python(game, position, stats, **how, known=known)
    end = reduce(game.play, found.line, position)
    line = (*found.line, *line_in(tables, end))
    return Solution(found.value, len(line), line, found.lane)


def certificate_by_table(
    table: Tablebase[P, M], position: P, megabytes: int = MEGABYTES, stop: Stop | None = None
) -> Certificate:
    """The certificate of a position's value, whose moves are those of a table.

    Raises: ValueError if the table does not know the position, or does not know enough of what follows.

    >>> from lazytree.games import tic_tac_toe
    >>> from lazytree.tables import tabulate
    >>> certificate_by_table(tabulate(tic_tac_toe()), tic_tac_toe().start)  # doctest: +ELLIPSIS
    <Certificate of tic_tac_toe: the first player gets at least 0 (... moves); the second player gets at least 0 (...)>
    """
    game, outcome = table.game, outcome_in((table,), position)
    if outcome is None:
        raise ValueError(f"{table.file} does not know the position that is to be proved")

    def choose(here: P) -> int:
        best = table.best(here)
        if best is None:
            raise ValueError(f"{table.file} knows too few positions for a proof")
        return list(game.moves(here)).index(best)

    value, paid = outcome.payoffs[FIRST], [entry.value for entry in table.entries if entry is not None]
    claims = [
        Claim(player, at_least, strategy(game, position, player, at_least, choose, megabytes, stop))
        for player, at_least in claims_of(value, value, min(paid), max(paid))
    ]
    return certificate_of(game, position, claims)


# ---- Playing


def by_table(game: Game[P, M], given: Given, bot: Bot[P, M]) -> Bot[P, M]:
    """The bot that makes the best move of a table where one knows the position, and else that of another bot.

    >>> from lazytree.games import tic_tac_toe
    >>> from lazytree.tables import book
    >>> game = tic_tac_toe()
    >>> by_table(game, book(game, 2), lambda position: 8)(game.start)
    0
    """
    tables = tables_of(game, given)

    def looking(position: P) -> M:
        moves = (move for table in tables if (move := table.best(position)) is not None)
        found = next(moves, None)
        return bot(position) if found is None else found

    return looking if tables else bot

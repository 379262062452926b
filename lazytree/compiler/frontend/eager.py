"""Lists that are gone over where they are made: no list is kept, but what Python would do first is done first.

Python makes all items of a list before the first is used. Rules have no effects, so that this is seen in one case only:
a later item raises an error, and the loop leaves before it. So a loop that may leave early goes over the list twice:
first over all of it, which does nothing but fail where Python fails; then as a generator is gone over.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import (
    Assign,
    Begin,
    Break,
    Continue,
    Copy,
    Count,
    Each,
    First,
    If,
    Node,
    Return,
    Splice,
    Target,
    Var,
    While,
    Yield,
)
from ..ir.walking import all_nodes
from .changes import changes_in, names_of, touched_in
from .lateness import free_names, when_read
from .reader import Body, GrownName, Iterable, Reader
from .syntax import nodes_of

LOOPS = (Count, Each, While, Splice)


def eager(r: Reader, opening: Callable[[bool], Iterable], node: ast.expr, now: list[Node] | None = None) -> Iterable:
    """What loops over a list. `opening(certain)` opens it; `certain`: it was gone over, so that nothing in it fails.

    With `now`, which gets the statements, all of it is made there; the loop comes later.
    """
    late = late_names(r, node, now is not None)
    copies, start = kept_as_they_were(r, node, late)
    around, within = r.renamed, {**r.renamed, **{name: each.name for name, each in copies.items()}}
    grown = copies_of_grown(r, node, start, late) if now is not None else {}

    def whole(certain: bool, target: Target, body: Body) -> list[Node]:
        before, r.certain = r.certain, certain

        def outside(leave: int, go_on: int) -> list[Node]:
            r.certain = before
            r.grown, copied = held, r.grown
            made = r.renaming(around, lambda: body(leave, go_on))
            r.grown = copied
            r.certain = certain
            return made

        held, r.grown = r.grown, {**r.grown, **grown}
        made = r.renaming(within, lambda: opening(certain)(target, outside))
        r.grown = held
        r.certain = before
        return made

    if now is not None:
        return made_now(r, whole, start, now)

    def loop(target: Target, body: Body) -> list[Node]:
        leaves: list[bool] = []
        bodies: list[Node] = []

        def noted(leave: int, go_on: int) -> list[Node]:
            made = body(leave, go_on)
            bodies.extend(made)
            leaves.append(leaves_early(made, go_on))
            return made

        if r.certain:
            made = whole(True, target, noted)
            refuse_effects(first := whole(True, r.hidden("item"), lambda _leave, _go_on: []))
            r.shared.skipped += any(leaves)
            note_at_rest(r, first, bodies)
            return [*start, *made]
        kept, skipped = dict(r.iterables), r.shared.skipped
        first = whole(False, r.hidden("item"), lambda _leave, _go_on: [])
        r.iterables = kept
        refuse_effects(first)
        made = whole(True, target, noted)
        if touched_in(bodies) & names_of(first):
            raise Refused("a list that is gone over is made from one that changes in the loop")
        note_at_rest(r, first, bodies)
        if any(leaves) or r.shared.skipped > skipped:
            return [*start, First(first), *made]
        return [*start, *made]

    return loop


def made_now(
    r: Reader, whole: Callable[[bool, Target, Body], list[Node]], start: list[Node], now: list[Node]
) -> Iterable:
    """What loops over a list that is made before: here all of it is gone over once, which fails where Python fails."""
    kept = dict(r.iterables)
    first = whole(False, r.hidden("item"), lambda _leave, _go_on: [])
    refuse_effects(first)
    now += [*start, First(first)]

    def loop(target: Target, body: Body) -> list[Node]:
        gone, r.iterables = r.iterables, dict(kept)
        made = whole(True, target, body)
        r.iterables = gone
        return made

    return loop


def copies_of_grown(r: Reader, node: ast.expr, start: list[Node], late: frozenset[str]) -> dict[str, GrownName]:
    """Copies of the lists and sets that grow and that a list is made from; `start` gets the statements."""
    refuse_inner(r, node, set(r.grown))
    copies: dict[str, GrownName] = {}
    for name in sorted(free_names(node) & (r.grown.keys() - r.renamed.keys()) - late):
        held, copy = r.grown[name], r.hidden(name).name
        start += [Begin(Var(copy), held.distinct), Copy(Var(copy), Var(held.variable))]
        copies[name] = replace(held, variable=copy, own=True)
    return copies


def note_at_rest(r: Reader, first: list[Node], bodies: list[Node]) -> None:
    """Notes that what a list is made from may not change until a generator that hands its items on comes to its end."""
    inside = {node.label for node in all_nodes(bodies) if isinstance(node, LOOPS)}
    if any(isinstance(node, Yield) and node.splice not in inside for node in all_nodes(bodies)):
        r.shared.at_rest |= names_of(first)


def leaves_early(body: list[Node], go_on: int) -> bool:
    """Whether a loop's body may leave the loop: by `break`, by `return`, or because a `yield` is not come back to."""
    nodes = list(all_nodes(body))
    inside = {node.label for node in nodes if isinstance(node, LOOPS)}
    for node in nodes:
        if isinstance(node, Return) or (isinstance(node, Yield) and node.splice not in inside):
            return True
        if isinstance(node, Break) and node.label not in inside:
            return True
        if isinstance(node, Continue) and node.label not in inside and node.label != go_on:
            return True
    return False


def refuse_effects(nodes: Any) -> None:
    """Refused if a list that is gone over more than once would change another one each time.

    What is copied there belongs to a function that is read in place: it is copied anew each time.
    """
    own = {each.name.name for each in all_nodes(nodes) if isinstance(each, Copy)}
    if changed := sorted(map(subset.plain_name, changes_in(nodes) - own)):
        raise Refused(f"{changed[0]} changes where a list is made: a loop instead")


def chained(r: Reader, parts: list[Iterable]) -> Iterable:
    """What loops over several iterables, one after another."""

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        made = [node for part in parts for node in handed_on(r, part, label)]
        return [Splice(label, made, target, body(label, label))]

    return loop


def handed_on(r: Reader, part: Iterable, label: int) -> list[Node]:
    """Yields the items of an iterable."""
    each = r.hidden("each")
    return part(each, lambda _leave, _go_on: [Yield(label, Var(each.name))])


def either_of(r: Reader, test: Node, then: Iterable, other: Iterable) -> Iterable:
    """What loops over one of two iterables."""

    def loop(target: Target, body: Body) -> list[Node]:
        label = next(r.fresh)
        made: list[Node] = [If(test, handed_on(r, then, label), handed_on(r, other, label))]
        return [Splice(label, made, target, body(label, label))]

    return loop


def late_names(r: Reader, node: ast.expr, now: bool) -> frozenset[str]:
    """The names that what is read as a list reads late after all; Refused if it reads one at once as well."""
    changing = r.changing | r.within | (r.grown.keys() if now else set())
    late, at_once = when_read(r, node) if changing else (frozenset[str](), frozenset[str]())
    if mixed := sorted(late & at_once & changing):
        raise Refused(subset.MIXED.format(mixed[0]))
    return late


def kept_as_they_were(r: Reader, node: ast.AST, late: frozenset[str]) -> tuple[dict[str, Var], list[Node]]:
    """Copies of the variables that a list reads and the body of its loop assigns, and the statements that make them."""
    copies: dict[str, Var] = {}
    start: list[Node] = []
    changing = (r.changing | r.within) - late
    free = free_names(node) if changing else set()
    refuse_inner(r, node, changing)
    for each in nodes_of(node):
        if isinstance(each, ast.Name) and each.id in changing and each.id not in copies:
            if each.id in r.lists:
                raise Refused(f"the list {each.id} changes in the loop over a list that is made from it")
            if (each.id in r.locals or each.id in r.renamed) and each.id in free:
                copies[each.id] = kept = r.hidden(each.id)
                start.append(Assign(Var(kept.name), r.name(each.id)))
    return copies, start


def refuse_inner(r: Reader, node: ast.AST, changing: set[str]) -> None:
    """Refused if a function inside of the rule that an expression uses reads a variable that changes.

    The list would see the new value, where Python's has been made before.
    """
    for name in sorted(read_by_inner(r, node, set()) & changing):
        raise Refused(f"a list from a function inside of the rule that reads {name}, which changes: hand {name} to it")


def read_by_inner(r: Reader, node: ast.AST, seen: set[str]) -> set[str]:
    """The variables that functions inside of the rule read, those that an expression names."""
    found: set[str] = set()
    for name in free_names(node) & set(r.inners) - seen:
        seen.add(name)
        tree = r.inners[name].tree
        own = {each.arg for each in (*tree.args.args, *tree.args.kwonlyargs)}
        read = set().union(*map(free_names, tree.body)) - own
        found |= read | read_by_inner(r, tree, seen)
    return found

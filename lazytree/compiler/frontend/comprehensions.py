"""Reading generator expressions: loops whose variables are visible in the expression only."""

from __future__ import annotations

import ast
from collections.abc import Callable

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Assign, Const, If, Node, Target
from .reader import Body, Iterable, Reader


def comprehension(
    r: Reader,
    node: ast.GeneratorExp | ast.ListComp,
    first: Iterable,
    opened: Callable[[Reader, ast.expr], Iterable],
    read: Callable[[Reader, ast.expr], Node] | None = None,
) -> Iterable:
    """The loops of a generator expression, or of a list.

    The first iterable belongs to the scope around it, all else to its own:
    one variable for each name, however many clauses assign it.
    """
    if any(clause.is_async for clause in node.generators):
        raise Refused(subset.BROKEN_BY[ast.AsyncFor])
    around, changing = r.renamed, r.changing
    inside = {**around, **{name: r.hidden(name).name for name in names_of(node.generators)}}

    def whole(target: Target, body: Body) -> list[Node]:
        outermost: list[int] = []

        def given(again: int) -> list[Node]:
            item = read(r, node.elt) if read else r.read(node.elt)
            return [Assign(target, item), *r.renaming(around, lambda: body(outermost[0], again))]

        def level(depth: int, again: int) -> list[Node]:
            if depth == len(node.generators):
                return given(again)
            clause = node.generators[depth]

            def one_item(leave: int, again: int) -> list[Node]:
                outermost.append(leave)
                return r.renaming(inside, lambda: filtered(r, clause.ifs, lambda: level(depth + 1, again)))

            assigned = changing | set(names_of(node.generators[depth:]))
            over = r.while_changing(assigned, lambda: opened(r, clause.iter)) if depth else first
            return over(r.target(clause.target), one_item)

        return r.renaming(inside, lambda: level(0, 0))

    return whole


def names_of(clauses: list[ast.comprehension]) -> list[str]:
    """The variables that clauses assign, each once."""
    targets = [each for clause in clauses for each in ast.walk(clause.target)]
    return list(dict.fromkeys(each.id for each in targets if isinstance(each, ast.Name)))


def true_or_false(test: ast.expr) -> ast.expr:
    """A test of which only the truth counts: `a and b` of values of several kinds."""
    return ast.fix_missing_locations(ast.copy_location(ast.IfExp(test, ast.Constant(True), ast.Constant(False)), test))


def filtered(r: Reader, tests: list[ast.expr], body: Callable[[], list[Node]]) -> list[Node]:
    """The body of a clause, under each of its `if` tests."""
    if not tests:
        return body()
    test = r.read(tests[0] if not isinstance(tests[0], ast.BoolOp) else true_or_false(tests[0]))
    if isinstance(test, Const):
        return filtered(r, tests[1:], body) if test.value else []
    return [If(test, filtered(r, tests[1:], body), [])]

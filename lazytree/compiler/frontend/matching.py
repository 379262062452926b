"""Reading `match`: each case is tested in turn, and the first that fits is run."""

from __future__ import annotations

import ast

from lazytree.core.errors import Refused

from ..ir.core import Assign, Break, Choose, Const, If, Item, Node, Op, Splice, Var
from .reader import Reader

Found = tuple[Node, list[Node]]  # a test, and what is assigned where it holds


def matched(r: Reader, node: ast.Match) -> list[Node]:
    """A `match` statement, as tests and a way out behind the last case."""
    end, subject = next(r.fresh), r.hidden("subject")
    made: list[Node] = [Assign(subject, r.read(node.subject))]
    for case in node.cases:
        test, given = fits(r, case.pattern, Var(subject.name))
        body: list[Node] = [*r.statements(case.body), Break(end)]
        if case.guard:
            body = [If(r.read(case.guard), body, [])]
        fitting = [*given, *body]
        made += fitting if isinstance(test, Const) and test.value is True else [If(test, fitting, [])]
    return [Splice(end, made, r.hidden("nothing"), [])]


def fits(r: Reader, pattern: ast.pattern, subject: Node) -> Found:
    """Whether a value fits a pattern, and the variables that it gives then."""
    match pattern:
        case ast.MatchValue(value=value):
            return Op("==", [subject, r.read(value)]), []
        case ast.MatchSingleton(value=None):
            return Op("==", [subject, Const(None)]), []
        case ast.MatchSingleton(value=bool() as value):
            return Op("is", [subject, Const(value)]), []
        case ast.MatchAs(pattern=None, name=None):
            return Const(True), []
        case ast.MatchAs(pattern=None, name=str() as name):
            return Const(True), [Assign(r.variable(name), subject)]
        case ast.MatchAs(pattern=ast.pattern() as inside, name=str() as name):
            test, given = fits(r, inside, subject)
            return test, [*given, Assign(r.variable(name), subject)]
        case ast.MatchOr(patterns=patterns):
            found = [fits(r, each, subject) for each in patterns]
            if any(given for _, given in found):
                raise Refused("a pattern with `|` gives no names")
            test = found[-1][0]
            for first, _ in reversed(found[:-1]):
                test = Choose(first, Const(True), test)
            return test, []
        case ast.MatchSequence(patterns=patterns) if not any(isinstance(each, ast.MatchStar) for each in patterns):
            return items_fit(r, patterns, subject)
    raise Refused("a `match` of numbers, True, False, None, constants, `|`, tuples of known length, names and `_`")


def items_fit(r: Reader, patterns: list[ast.pattern], subject: Node) -> Found:
    """Whether the items of a tuple fit patterns: it is as long as there are patterns."""
    tests, assigned = [], []
    for number, each in enumerate(patterns):
        test, given = fits(r, each, Item(subject, Const(number)))
        tests.append(test)
        assigned += given
    whole: Node = Const(True)
    for test in reversed(tests):
        whole = Choose(test, whole, Const(False))
    return Choose(Op("==", [Op("tuple_len", [subject]), Const(len(patterns))]), whole, Const(False)), assigned

"""A failing program cut down, as long as it fails in the same way."""

from __future__ import annotations

import ast
import copy
import re
import warnings
from collections.abc import Iterator
from dataclasses import replace

from .judging import Finding, outcome
from .program import Program

MOST_TRIES = 400


def shrunk(found: Finding, tries: int = MOST_TRIES) -> Program:
    """The smallest program found that fails in the same way."""
    smallest = replace(found.program, body=ast.unparse(ast.parse(found.program.body)) + "\n")
    if not fails(smallest, found):
        return found.program
    while tries > 0:
        before, place = smallest, 0
        while place < size(smallest.body) and tries > 0:
            for text in cuts(smallest.body, place):
                tries -= 1
                if fails(replace(smallest, body=text), found):
                    smallest = replace(smallest, body=text)
                    break
            else:
                place += 1
        if smallest == before:
            break
    return smallest


def fails(program: Program, found: Finding) -> bool:
    """Whether it fails in the way that was found: a fault by the same error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            kind, what = outcome(program, found.way)
    except Exception:  # it is no program any more
        return False
    return kind == found.kind and (kind != "fault" or error(what) == error(found.what))


def error(what: str) -> str:
    return re.sub(r"[0-9]+|<[^>]*>", "", what)


def size(text: str) -> int:
    return sum(1 for _ in ast.walk(ast.parse(text)))


def cuts(text: str, place: int) -> Iterator[str]:
    """Programs that are a little smaller at the node with this number."""
    for way in (without, unwrapped, parts):
        yield from (made for made in way(text, place) if len(made) < len(text))


def changed(text: str, place: int) -> tuple[ast.Module, ast.AST]:
    tree = ast.parse(text)
    return tree, list(ast.walk(tree))[place]


def without(text: str, place: int) -> Iterator[str]:
    """One statement left out."""
    _, node = changed(text, place)
    for name in ("body", "orelse"):
        lines = getattr(node, name, None)
        for at in range(len(lines) if isinstance(lines, list) else 0):
            other, same = changed(text, place)
            rest = getattr(same, name)
            del rest[at]
            if not rest and name == "body":
                rest.append(ast.Pass())
            yield written(other)


def unwrapped(text: str, place: int) -> Iterator[str]:
    """A block in place of the statement that it stands in."""
    _, node = changed(text, place)
    lines = getattr(node, "body", None)
    for at in range(len(lines) if isinstance(lines, list) else 0):
        for inner in ("body", "orelse"):
            other, same = changed(text, place)
            block = getattr(same.body[at], inner, None)  # type: ignore[attr-defined]
            if isinstance(block, list) and block and not isinstance(same.body[at], ast.FunctionDef):  # type: ignore[attr-defined]
                same.body[at : at + 1] = block  # type: ignore[attr-defined]
                yield written(other)


def parts(text: str, place: int) -> Iterator[str]:
    """A part of an expression, or 0 or 1, in place of the whole."""
    _, node = changed(text, place)
    for name, value in ast.iter_fields(node):
        many = value if isinstance(value, list) else [value]
        for at, each in enumerate(many):
            if not isinstance(each, ast.expr) or isinstance(getattr(each, "ctx", None), ast.Store):
                continue
            inner = [part for part in ast.iter_child_nodes(each) if isinstance(part, ast.expr)]
            small = [] if isinstance(each, (ast.Constant, ast.Name)) else [ast.Constant(0), ast.Constant(1)]
            for new in [*small, *inner]:
                other, same = changed(text, place)
                if isinstance(value, list):
                    getattr(same, name)[at] = copy.deepcopy(new)
                else:
                    setattr(same, name, copy.deepcopy(new))
                yield written(other)


def written(tree: ast.Module) -> str:
    try:
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    except Exception:
        return "x" * 10**6

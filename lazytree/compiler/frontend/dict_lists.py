"""Texts of the three lists that stand for a dict."""

from __future__ import annotations

import ast
from typing import Any

PARTS = ("keys", "values", "gone")  # the lists that stand for a dict


def load(name: str) -> ast.expr:
    """A variable that is read."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.expr:
    """A variable that is assigned."""
    return ast.Name(name, ast.Store())


def constant(value: Any) -> ast.expr:
    """What is known now, also a function."""
    return ast.Constant(value)


def call(function: Any, *given: ast.expr, **named: ast.expr) -> ast.Call:
    """The call of a function that is known now; arguments by name come last, in the order of the text."""
    return ast.Call(constant(function), [*given], [ast.keyword(name, each) for name, each in named.items()])


def keys(name: str) -> ast.expr:
    """The list of the keys of a dict."""
    return load(f"{name}:keys")


def values(name: str) -> ast.expr:
    """The list of the values of a dict."""
    return load(f"{name}:values")


def both(name: str) -> list[ast.expr]:
    """The keys of a dict, and their values."""
    return [keys(name), values(name)]


def gone(name: str) -> ast.expr:
    """The list that grows by each removal from a dict."""
    return load(f"{name}:gone")


def three(name: str) -> list[ast.expr]:
    """The keys of a dict, their values, and the list that grows by each removal."""
    return [*both(name), gone(name)]

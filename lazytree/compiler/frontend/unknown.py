"""A piece of a text that was written anew and cannot be: refused where it is read, with its sentence."""

from __future__ import annotations

import ast


class Unknown(ast.expr):
    """An expression that is refused where it is read; `rule` says why."""

    _fields = ()

    def __init__(self, rule: str = "") -> None:
        super().__init__()
        self.rule = rule

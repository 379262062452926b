"""From a running function to its text: one statement is cut out of its file; a text that was loaded is known."""

from __future__ import annotations

import ast
import importlib.util
import linecache
import os
from pathlib import Path
from types import FunctionType

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree.compiler.frontend import source
from lazytree.compiler.frontend.source import definition, statement_around
from lazytree.core.errors import NoText

HOUSE = Path(lazytree.__file__).parent
FILES = sorted([*HOUSE.glob("games/**/*.py"), *HOUSE.glob("swarm/**/*.py"), *HOUSE.glob("searching/kernels/*.py")])

ODD = '''"""def plain(): return 0
def plain(): return 1
"""
{future}
import functools

TEXT = """
def plain(n):
    return n + 4
"""


def kept(*given):
    return lambda function: function


def plain(n):
    return n + 1


@kept(plain)
def two_lines(n): return n


@kept(
    1,
    2,
)
@kept(
3
)
def decorated(
    n,
):
# a comment at the margin
    text = """
def plain(n):
    return n
"""
    return n + len(text)


class Rules:
    def method(self, n):
        return n

    class Inner:
        @staticmethod
        def inside(n):
            return n + 2


if TEXT:

    def below(n):
        return n + 3

else:

    def below(n):
        return n + 4


def outer(k):
    def inner(n: int) -> "int":
        return n + k

    return inner


inner = outer(3)
one, two = lambda n: n + 1, lambda n: n + 2
def close(n): return n
def by(n): return n
'''


@pytest.fixture(params=["", "from __future__ import annotations"], ids=["plain", "future"])
def odd(request, tmp_path):
    """A module in an odd but lawful style, and the tree of its whole text."""
    path = tmp_path / "odd.py"
    path.write_text(ODD.replace("{future}", request.param), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("odd", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, ast.parse(path.read_text(encoding="utf-8"))


def functions_of(module) -> dict[str, FunctionType]:
    found = {**vars(module), **vars(module.Rules), "inside": module.Rules.Inner.inside}
    return {name: each for name, each in found.items() if isinstance(each, FunctionType)}


def dumped(tree: ast.AST) -> str:
    return ast.dump(tree, include_attributes=True)


def in_whole(tree: ast.Module, function: FunctionType) -> ast.AST:
    """What the tree of the whole file has on the line of a function."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and min([node.lineno, *(each.lineno for each in node.decorator_list)]) == function.__code__.co_firstlineno
    ]
    return found[0]


def test_each_function_of_an_odd_file_is_found_as_it_stands_there(odd):
    module, tree = odd
    functions = {name: each for name, each in functions_of(module).items() if each.__name__ != "<lambda>"}
    assert {"plain", "two_lines", "decorated", "method", "inside", "below", "inner", "close", "by"} <= set(functions)
    for function in functions.values():
        assert dumped(definition(function)) == dumped(in_whole(tree, function)), function


def test_lambdas_of_one_line_are_told_apart(odd):
    module, _ = odd
    assert [ast.unparse(definition(each).body[0]) for each in (module.one, module.two)] == [
        "return n + 1",
        "return n + 2",
    ]


def test_the_whole_file_is_parsed_only_where_it_must_be(odd, monkeypatch):
    module, _ = odd
    whole = "".join(linecache.getlines(module.__file__))
    parsed, real = [], source._parsed
    monkeypatch.setattr(source, "_parsed", lambda file, text, flags: parsed.append(text) or real(file, text, flags))
    for name in ("plain", "two_lines", "method", "inside", "inner", "by"):
        definition(functions_of(module)[name])
        assert len(parsed) == 1
        assert len(parsed.pop().strip()) < 200
    definition(module.decorated)  # it holds a text with lines at the margin
    assert parsed[-1] == whole


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_statement_at_the_margin_is_cut_out_as_the_whole_file_has_it(path):
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            cut = ast.parse(statement_around(lines, min([node.lineno, *(each.lineno for each in node.decorator_list)])))
            assert [dumped(each) for each in cut.body] == [dumped(node)]


def test_a_changed_file_is_noticed_though_its_other_functions_are_as_they_were(odd):
    module, _ = odd
    path = Path(module.__file__)
    path.write_text(path.read_text(encoding="utf-8").replace("n + 1", "n + 9"), encoding="utf-8")
    linecache.checkcache(str(path))
    with pytest.raises(NoText, match="has changed since plain was loaded"):
        definition(module.plain)
    assert ast.unparse(definition(module.by).body[0]) == "return n"


@pytest.mark.parametrize("lines", [[], [""], ["\n"], ["    indented\n"], ["@\n"], ["@a\n", "@b\n"]])
@pytest.mark.parametrize("line", [0, 1, 2, 50])
def test_no_text_is_too_odd_to_be_cut(lines, line):
    assert statement_around(lines, line).strip() in "".join(lines)


# ---- functions of a file that has changed since it was imported


FIRST = "LIMIT = 3\n\n\ndef rule(p):\n    def inner(q):\n        return q + 1\n    return inner(p) < LIMIT\n"
LONGER = FIRST.replace("LIMIT\n", "LIMIT + 1\n")
AS_LONG = FIRST.replace("q + 1", "q + 2")


@pytest.mark.parametrize("text", [LONGER, AS_LONG], ids=["longer", "as long"])
def test_a_file_that_has_changed_since_is_noticed(tmp_path, text):
    file = tmp_path / "some_rules.py"
    file.write_text(FIRST)
    spec = importlib.util.spec_from_file_location("some_rules", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert [each.lineno for each in definition(module.rule).body] == [5, 7]
    file.write_text(text)
    os.utime(file, (2 * 10**9, 2 * 10**9))
    with pytest.raises(NoText, match="has changed"):
        definition(module.rule)

"""Docstrings: each name that a door of the library exports is explained in plain English, with an example."""

import ast
import importlib
import re
from ast import ClassDef, FunctionDef
from collections.abc import Iterator
from inspect import getdoc, isclass, isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import lazytree

DOORS = (
    *("lazytree", "lazytree.arena", "lazytree.cgt", "lazytree.games", "lazytree.show", "lazytree.swarm"),
    "lazytree.hosts.widgets",
    *("lazytree.playing.bots", "lazytree.searching.searches"),
)

RIDDLES = (
    *(" he ", " his ", " him ", " hers"),
    *("The same, ", "mean him ill", "nothing but that to say", "done its duty"),
)
"""Words of riddles and of gender, which no file of the library may use."""

PHRASES = (
    *("so many", "nobody", "somebody", "everybody", "whoever", "whomever", "what who"),
    *("where there is", "where there are", "where there was", "where there were"),
    *("to be had", "can be had", "cannot be had", "for want of", "so lately"),
    *('"""Nothing.', '"""Nothing:', '"""Nothing,', '"""Nothing if', '"""Nothing unless'),
)
"""Words that a reader who learnt English at school has to read twice: a plain sentence takes their place."""

LONGEST = 120  # characters of a first line


def exported() -> Iterator[tuple[str, Any]]:
    """Every function and class that a door exports, by its full name."""
    for door in map(importlib.import_module, DOORS):
        for name in door.__all__:
            thing = getattr(door, name)
            if isfunction(thing) or isclass(thing):
                yield f"{door.__name__}.{name}", thing


EXPORTED = dict(exported())


def test_every_door_exports_something():
    doors = {name.rpartition(".")[0] for name in EXPORTED}
    assert doors == set(DOORS)


@pytest.mark.parametrize("name", list(EXPORTED))
def test_what_is_exported_has_a_docstring_with_a_short_first_line_and_a_doctest(name):
    thing = EXPORTED[name]
    text = getdoc(thing) if thing.__doc__ else ""  # its own, not that of a base class
    assert text, "no docstring"
    first, *others = text.split("\n")
    assert len(first) <= LONGEST
    assert first.endswith((".", "?"))
    assert not others or others[0] == "", "an empty line comes after the first one"
    assert ">>>" in text, "no doctest"


MANY = 6  # parameters, from which on each is explained in a line of its own


@pytest.mark.parametrize("name", [name for name, thing in EXPORTED.items() if isfunction(thing)])
def test_many_parameters_are_listed_one_a_line(name: str):
    thing = EXPORTED[name]
    parameters = list(signature(thing).parameters)
    listed = re.findall(r"^- `(\w+)`: ", getdoc(thing) or "", re.MULTILINE)
    assert len(parameters) < MANY or listed == parameters


@pytest.mark.parametrize("door", DOORS)
def test_a_door_says_what_is_behind_it(door: str):
    module: ModuleType = importlib.import_module(door)
    assert module.__doc__
    assert len(module.__doc__.split("\n")[0]) <= LONGEST


HOUSE = Path(lazytree.__file__).parent
FILES = [str(path.relative_to(HOUSE)) for path in sorted(HOUSE.rglob("*.py"))]


@pytest.mark.parametrize("name", FILES)
def test_the_library_has_no_riddles(name: str):
    text = (HOUSE / name).read_text(encoding="utf-8")
    assert not [words for words in RIDDLES if words in text]


PROJECT = HOUSE.parent
LISTS = ("tests/test_docstrings.py", "CHANGELOG.md")
"""What is not read here: files that name the phrases."""

WRITTEN = re.compile(
    r"(?<![\w'])(" + "|".join(r"\s+".join(map(re.escape, words.split())) for words in PHRASES) + r")(?!\w)",
    re.IGNORECASE,
)
NEXT_LINE = re.compile(r"\n *(#|//|\*)? *")


def phrases_in(text: str) -> list[str]:
    """The phrases in a text, also across lines of a comment; names such as NOBODY are none."""
    return [each for each in WRITTEN.findall(NEXT_LINE.sub(" ", text)) if not each.isupper()]


def test_phrases_are_found_in_text_and_not_in_names():
    text = '"""Nothing. So many of them."""\n# where\n# there is one\nNOBODY = nobody_at(1)\n"whoever"'
    assert phrases_in(text) == ['"""Nothing.', "So many", "where there is", "whoever"]


@pytest.mark.parametrize("place", ["lazytree", "docs", "examples", "benchmarks", "notebooks", "tests", "."])
def test_docstrings_comments_docs_and_messages_are_in_plain_english(place: str):
    """Read from the sources, and not at all where only the library is installed."""
    kinds = ["*.md"] if place == "." else [f"**/*.{kind}" for kind in ("py", "md", "mjs", "css", "html")]
    paths = {path.relative_to(PROJECT).as_posix(): path for kind in kinds for path in (PROJECT / place).glob(kind)}
    read = {name: path for name, path in paths.items() if not name.startswith(LISTS) and "/_build/" not in name}
    found = {name: phrases_in(path.read_text(encoding="utf-8")) for name, path in sorted(read.items())}
    assert not {name: phrases for name, phrases in found.items() if phrases}


COMPILER = [name for name in FILES if name.startswith("compiler/")]


@pytest.mark.parametrize("name", COMPILER)
def test_each_public_function_and_class_of_the_compiler_says_what_it_is(name: str):
    """From the text: some modules import llvmlite, which need not be installed."""
    tree = ast.parse((HOUSE / name).read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "no docstring of the module"
    public = [each for each in tree.body if isinstance(each, FunctionDef | ClassDef) and not each.name.startswith("_")]
    docstrings = {each.name: ast.get_docstring(each) or "" for each in public}
    assert not [each for each, text in docstrings.items() if not text]
    assert not [each for each, text in docstrings.items() if len(text.split("\n")[0]) > LONGEST]

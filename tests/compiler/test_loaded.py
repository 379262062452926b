"""Functions of the library, whose text is known by Python's own cache to be the one that was loaded."""

from __future__ import annotations

import importlib.util
import linecache
import os
import sys

import pytest

from lazytree.compiler.frontend import source as loaded
from lazytree.compiler.frontend.source import definition
from lazytree.core.errors import NoText

FIRST = "LIMIT = 3\n\n\ndef rule(p):\n    def inner(q):\n        return q + 1\n    return inner(p) < LIMIT\n"
LONGER = FIRST.replace("LIMIT\n", "LIMIT + 1\n")
AS_LONG = FIRST.replace("q + 1", "q + 2")


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of what passes for the library, imported so that Python keeps its code."""
    monkeypatch.setattr(loaded, "LIBRARY", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    file = tmp_path / "some_rules.py"
    file.write_text(FIRST)
    os.utime(file, (10**9, 10**9))
    spec = importlib.util.spec_from_file_location("some_rules", file)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    linecache.checkcache()
    linecache.getlines(str(file))
    return made


def test_the_text_of_a_file_that_is_as_it_was_is_known_without_compiling_it(module, monkeypatch):
    assert loaded.is_as_loaded(module.rule)
    monkeypatch.setattr("lazytree.compiler.frontend.source.found", None)  # compiles, so that it must not be asked
    assert [each.lineno for each in definition(module.rule).body] == [5, 7]


@pytest.mark.parametrize("text", [LONGER, AS_LONG], ids=["longer", "as long"])
def test_a_file_that_has_changed_since_is_noticed(module, text):
    file = module.__file__
    with open(file, "w") as opened:
        opened.write(text)
    with pytest.raises(NoText, match="has changed"):
        definition(module.rule)
    assert not loaded.is_as_loaded(module.rule)


def test_code_that_was_made_from_another_text_of_the_file_says_nothing(module):
    """As after an update while a program runs: the file and Python's cache of it are new, the function is old."""
    file = module.__file__
    with open(file, "w") as opened:
        opened.write(AS_LONG)
    os.utime(file, (2 * 10**9, 2 * 10**9))
    other = importlib.util.module_from_spec(module.__spec__)
    module.__spec__.loader.exec_module(other)  # which writes the cache anew
    with pytest.raises(NoText, match="has changed"):
        definition(module.rule)
    assert definition(other.rule).body[0].body[0].value.right.value == 2
    assert loaded.is_as_loaded(other.rule) and not loaded.is_as_loaded(module.rule)


@pytest.mark.parametrize("content", [b"", b"\0" * 16, b"nothing of Python's at all"])
def test_a_cache_that_is_broken_says_nothing(module, content):
    with open(module.__cached__, "wb") as opened:
        opened.write(content)
    loaded.kept.cache_clear()
    assert not loaded.is_as_loaded(module.rule)
    assert definition(module.rule).name == "rule"


def test_functions_of_users_are_always_compared_with_their_text():
    assert not loaded.is_as_loaded(test_functions_of_users_are_always_compared_with_their_text)
    assert not loaded.is_as_loaded(importlib.util.find_spec)

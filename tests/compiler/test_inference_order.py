"""The order of inference: callees where they are called first, and few steps to a type that no longer changes."""

from __future__ import annotations

import importlib.util
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from lazytree import Game
from lazytree.compiler import rules_lane
from lazytree.compiler.driver import machine_function
from lazytree.compiler.inference import settling, statements


@pytest.mark.parametrize("links", [5, 12, 60])
def test_long_chains_of_functions_compile(tmp_path, links):
    """Callees are inferred where they are called, but not too many inside of one another: that takes Python's stack."""
    calls = [f"def link_{n}(x):\n    return link_{n + 1}(x) + {n}\n" for n in range(links)]
    path = tmp_path / f"chain_{links}.py"
    path.write_text("\n".join([*calls, f"def link_{links}(x):\n    return x * 2\n"]), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = machine_function(module.link_0, 1)
    assert function(1) == 2 + links * (links - 1) // 2


def walks_of(monkeypatch, made):
    """The names of functions, each as often as it is inferred while a game is compiled."""
    walks, real = Counter(), statements.inferred
    monkeypatch.setattr(statements, "inferred", lambda *given: walks.update([given[1].core.name]) or real(*given))
    monkeypatch.setattr(settling, "inferred", statements.inferred)
    assert rules_lane(made).name == "machine"
    return walks


class Position(NamedTuple):
    turn: int
    left: int


def count_down(position, move):
    return Position(1 - position.turn, position.left - move)


def moves(position):
    return [1] if position.left else []


def doubled(number):
    return number * 2 + 1


def paid(position):
    return doubled(position.turn), 0


GAME = Game("count", Position(0, 3), lambda position: position.turn, moves, count_down, lambda position: (0, 0))


def test_a_count_with_no_bound_is_widened_in_few_steps(monkeypatch, tmp_path):
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path))
    walks = walks_of(monkeypatch, GAME)
    assert 0 < walks["count_down"] <= 6  # a walk for each round number up to 64 bits would make it 9


def test_a_caller_does_not_wait_for_what_it_calls(monkeypatch, tmp_path):
    """The result of `doubled` is known when `paid`, which calls it, goes on: neither is inferred again."""
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path))
    walks = walks_of(monkeypatch, replace(GAME, payoffs=paid))
    assert walks["paid"] == walks["doubled"] == 1

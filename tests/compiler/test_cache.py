"""A stale entry cannot be hit, a damaged or foreign one is replaced, many processes share the folder."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import types

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import machine_function

from lazytree.compiler import driver
from lazytree.compiler.driver import built
from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import SMALL
from lazytree.compiler.runtime import cache
from lazytree.compiler.runtime.entries import functions
from lazytree.core.errors import Refused
from tests.helpers.waiting import LONG

pytestmark = pytest.mark.optimized


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path))
    return tmp_path


def make_rule(tmp_path, helper="return x + 1", table=(1, 2, 3), constant=10, board=(5, 6)):
    """A rule whose answer depends on a helper in another module, a table, a board and a closure's constant."""
    other = types.ModuleType("other")
    path = tmp_path / f"source{abs(hash((helper, table, constant, board)))}.py"
    path.write_text(
        f"def helper(x):\n    {helper}\n\n"
        "def rule_of(constant, other, table, board):\n"
        "    def rule(x):\n"
        "        return other.helper(x) + constant + table[x % 3] + board[x % 2]\n"
        "    return rule\n"
    )
    exec(compile(path.read_text(), str(path), "exec"), vars(other))
    return other.rule_of(constant, other, table, pvector(board))


@pytest.mark.parametrize(
    "change", [{"helper": "return x + 2"}, {"table": (1, 2, 4)}, {"constant": 11}, {"board": (5, 7)}]
)
def test_the_answer_follows_every_change(folder, tmp_path, change):
    before, after = make_rule(tmp_path), make_rule(tmp_path, **change)
    assert [machine_function(before, SMALL)(x) for x in range(6)] == [before(x) for x in range(6)]
    assert [machine_function(after, SMALL)(x) for x in range(6)] == [after(x) for x in range(6)]
    assert len(list(folder.glob("*.o"))) == 2


def test_what_hangs_on_modules_of_modules_is_followed(folder, tmp_path):
    answers = []
    for step in (1, 2):
        inner, outer = types.ModuleType("inner"), types.ModuleType("outer")
        inner.STEPS = (step, 5)
        outer.inner = inner
        path = tmp_path / "nested.py"
        path.write_text("def rule(x):\n    return x + outer.inner.STEPS[x % 2]\n")
        names = {"outer": outer}
        exec(compile(path.read_text(), str(path), "exec"), names)
        answers.append(machine_function(names["rule"], SMALL)(10))
    assert answers == [11, 12]


def one_more(x):
    return x + 1


def plan(program):
    return {"it": program.request(one_more, {"x": SMALL})}


def answer():
    binary = built([one_more], plan, 8)
    return functions(binary)["it"](41), binary.cached


def test_a_second_use_is_from_the_cache(folder):
    assert answer() == (42, False)
    assert answer() == (42, True)


def test_rules_of_frozensets_are_from_the_cache_the_second_time(folder):
    kind = type_of(frozenset({1, 5}))

    def with_three(program):
        return {"it": program.request(more, {"cells": kind})}

    def more(cells):
        return cells | {3}

    for cached in (False, True):
        binary = built([more, repr(kind)], with_three, 8)
        assert (functions(binary)["it"](frozenset({5})), binary.cached) == ({3, 5}, cached)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
        lambda content: b"something else entirely",
        lambda content: content.replace(b"lazytree object 1", b"lazytree object 0"),
    ],
)
def test_a_damaged_entry_is_replaced(folder, damage):
    answer()
    (entry,) = folder.glob("*.o")
    whole = entry.read_bytes()
    entry.write_bytes(damage(whole))
    assert answer() == (42, False)
    assert answer() == (42, True)


def test_another_entry_under_this_name_is_not_taken(folder):
    answer()
    (entry,) = folder.glob("*.o")
    machine_function(make_rule(folder), SMALL)
    (other,) = set(folder.glob("*.o")) - {entry}
    entry.write_bytes(other.read_bytes())
    assert answer() == (42, False)


def test_the_cache_can_be_off(monkeypatch, tmp_path):
    monkeypatch.setenv("LAZYTREE_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert answer() == (42, False) == answer()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_no_error(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path / "file"))
    assert answer() == (42, False)


PROCESS = """
from lazytree.compiler import compiled
from lazytree.games import tic_tac_toe
game = compiled(tic_tac_toe())
print(list(game.moves(game.play(game.start, 4))))
"""


def test_many_processes_at_once(folder):
    running = [subprocess.Popen([sys.executable, "-c", PROCESS], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [process.communicate()[0] for process in running] == ["[0, 1, 2, 3, 5, 6, 7, 8]\n"] * 4
    assert list(folder.glob("*.part")) == []


def test_keys_are_stable_between_processes(folder):
    for _ in range(2):
        subprocess.run([sys.executable, "-c", PROCESS], check=True, stdout=subprocess.DEVNULL)
    assert len(list(folder.glob("*.o"))) == 1


def test_the_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.delenv("LAZYTREE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "lazytree"


def outside(folder, body, name="rules.py"):
    """A function of a fresh file, and the verdict on it."""
    path = folder / name
    path.write_text(f"def rule(x):\n{body}")
    names = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    try:
        return machine_function(names["rule"], SMALL)(5)
    except Refused as refused:
        return str(refused)


def test_a_verdict_is_kept(folder, tmp_path, monkeypatch):
    first = outside(tmp_path, "    return hash(x)\n")
    monkeypatch.setattr(driver, "the_passes", None)  # would be an error, and so another verdict
    assert outside(tmp_path, "    return hash(x)\n") == first
    assert first.startswith("rules.py:2")


def test_another_source_has_another_verdict(folder, tmp_path):
    assert outside(tmp_path, "    return hash(x)\n").startswith("rules.py:2")
    assert outside(tmp_path, "\n    return hash(x)\n").startswith("rules.py:3")
    assert outside(tmp_path, "    return hash(x)\n", "others.py").startswith("others.py:2")
    assert outside(tmp_path, "    return x // 2\n") == 2


def test_a_text_that_is_missing_today_is_looked_for_again(folder, tmp_path):
    path = tmp_path / "rules.py"
    code = "def rule(x):\n    return x + 3\n"
    names = {}
    exec(compile(code, str(path), "exec"), names)
    with pytest.raises(Refused, match="no source text"):
        machine_function(names["rule"], SMALL)
    path.write_text(code)
    assert machine_function(names["rule"], SMALL)(5) == 8


def test_the_same_code_is_made_in_every_process():
    program = """
from hashlib import sha256
from lazytree.compiler.compiling import machine_of
from lazytree.games import andantino
print(sha256(machine_of(andantino()).binary.code).hexdigest())
"""
    made = set()
    for seed in "123":
        apart = {**os.environ, "PYTHONHASHSEED": seed, "LAZYTREE_CACHE": "off"}
        made.add(subprocess.run([sys.executable, "-c", program], env=apart, capture_output=True, text=True).stdout)
    (digest,) = made
    assert len(digest) == 65


def test_a_home_is_understood_and_none_is_no_error(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LAZYTREE_CACHE", "~/kept")
    assert cache.folder() == tmp_path / "kept"
    monkeypatch.delenv("LAZYTREE_CACHE")
    assert cache.folder() == tmp_path / ".cache" / "lazytree"
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as for a user who is not known
    assert cache.folder() is None
    assert answer() == (42, False) == answer()
    monkeypatch.setenv("LAZYTREE_CACHE", "~unknown/kept")
    assert cache.folder() is None
    assert answer() == (42, False)


NOBODY = """
import os
os.environ["LAZYTREE_CACHE"] = "off"  # so that what follows is compiled, not found
from lazytree import deepen
from lazytree.compiler import compiled, rules_lane
from lazytree.games import nim
os.setreuid(54321, 0)  # a user without an entry, who may still read the files of this clone
for name in ("HOME", "XDG_CACHE_HOME", "LAZYTREE_CACHE"):
    os.environ.pop(name, None)
print(rules_lane(nim()).name, list(compiled(nim()).moves(nim().start))[0], next(iter(deepen(nim()))).lane)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
def test_a_user_without_home_and_without_entry():
    done = subprocess.run([sys.executable, "-c", NOBODY], capture_output=True, text=True, timeout=LONG)
    assert done.stdout.startswith("machine"), done.stderr


def entry(folder, number, size, age):
    """An entry of `size` bytes that was last used `age` hours ago."""
    path = folder / f"{number:064x}.o"
    path.write_bytes(bytes(size))
    os.utime(path, (time.time() - age * cache.HOUR,) * 2)
    return path


def test_the_folder_keeps_to_its_size(folder, monkeypatch):
    monkeypatch.setenv("LAZYTREE_CACHE_MEGABYTES", "1")
    entries = [entry(folder, number, 2**18, age=number + 2) for number in range(6)]
    others = folder / "notes.txt", folder / "abc.o"
    for each in others:
        each.write_bytes(bytes(2**21))
    cache.sweep(folder)
    assert [each.exists() for each in entries] == [True] * 4 + [False] * 2
    assert all(each.exists() for each in others)


def test_what_is_used_stays(folder, monkeypatch):
    monkeypatch.setenv("LAZYTREE_CACHE_MEGABYTES", "1")
    assert answer() == (42, False)
    (mine,) = folder.glob("*.o")
    os.utime(mine, (time.time() - 90 * cache.HOUR,) * 2)
    for number in range(6):
        entry(folder, number, 2**18, age=number + 2)
    assert answer() == (42, True)
    cache.sweep(folder)
    assert mine.exists()


def test_parts_that_were_left_behind_are_swept(folder):
    old, new = folder / "old.part", folder / "new.part"
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (time.time() - 2 * cache.HOUR,) * 2)
    cache.sweep(folder)
    assert [old.exists(), new.exists()] == [False, True]


def test_storing_sweeps(folder, monkeypatch):
    monkeypatch.setattr(cache, "_stored", iter(range(2)))
    monkeypatch.setenv("LAZYTREE_CACHE_MEGABYTES", "0")
    cache.store("0" * 64, b"first", folder)
    cache.store("1" * 64, b"second", folder)
    assert [path.name[0] for path in folder.glob("*.o")] == ["1"]


def test_sweeping_a_folder_that_is_gone_is_no_error(tmp_path):
    cache.sweep(tmp_path / "gone")

"""Sixteen games as newcomers write them: which run as machine code, as they stand or after one sentence is followed.

The sentences are exact: a game that compiles now, or is refused in other words, must be written down here.
"""

from importlib import import_module, util
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("llvmlite")

from agreement import walk_in_both_lanes

from lazytree import CHANCE, check_game, compiled, lane, perft, search

AS_THEY_STAND = (
    *("cards", "checkers", "dots_and_boxes", "kalah", "ladder", "onitama", "pairs", "pig", "ring", "tafl"),
)
NO_ORDER = "a set has no order to go over it: `sorted(cells)`, with a key `sorted(sorted(cells), key=...)`, or a list"
AFTER_ONE_SENTENCE = {
    "dice_race": (
        "dice_race.py:33: ROLLS is or holds a Counter: `dict(...)` of it, once",
        "ROLLS = Counter(one + two for one in range(1, 5) for two in range(1, 5))",
        "ROLLS = dict(Counter(one + two for one in range(1, 5) for two in range(1, 5)))",
    ),
    "cut": (
        f"cut.py:26: {NO_ORDER}",
        "todo.extend(self.neighbours(node) - seen)",
        "todo.extend(sorted(self.neighbours(node) - seen))",
        "ends = [edge for edge in graph.edges ",  # the same sentence is said of the rating
        "ends = [edge for edge in sorted(graph.edges) ",
    ),
    "hackenbush": (
        f"hackenbush.py:43: {NO_ORDER}",
        "    for edge in edges:\n",
        "    for edge in sorted(edges):\n",
    ),
    "oware": (
        "oware.py:44: a variable keeps one kind: not a tuple of 2 here and a list there (`list(...)` around the tuple)",
        "    if len(captured) <",
        "    stores = list(stores)\n    if len(captured) <",
    ),
    "y": (
        f"y.py:30: {NO_ORDER}",
        "    parent = {cell: cell",
        "    stones = sorted(stones)\n    parent = {cell: cell",
    ),
}
"""What is said of a game, and the texts in it that are exchanged for others then."""
REFUSED = {"ghost": "ghost.py:18: `.startswith()` of a text takes constant texts"}
COMPILED = [*AS_THEY_STAND, *AFTER_ONE_SENTENCE]


def as_written(name):
    return import_module(f"newcomers.{name}").game


@pytest.fixture
def game(name, tmp_path, monkeypatch):
    """The game as it stands, or after the sentence is followed."""
    if name not in AFTER_ONE_SENTENCE:
        return as_written(name)
    _, *changes = AFTER_ONE_SENTENCE[name]
    text = Path(import_module(f"newcomers.{name}").__file__).read_text()
    for old, new in zip(changes[::2], changes[1::2]):
        assert text.count(old) == 1
        text = text.replace(old, new)
    file = tmp_path / f"{name}_amended.py"
    file.write_text(text)
    found = util.spec_from_file_location(file.stem, file)
    module = util.module_from_spec(found)
    monkeypatch.setitem(__import__("sys").modules, file.stem, module)
    found.loader.exec_module(module)
    return module.game


@pytest.mark.parametrize("name", [*COMPILED, *REFUSED])
def test_the_laws_hold(name, game):
    assert check_game(game, games=2).ended == 2


@pytest.mark.parametrize("name", [*AFTER_ONE_SENTENCE, *REFUSED])
def test_what_is_said(name):
    says = REFUSED[name] if name in REFUSED else AFTER_ONE_SENTENCE[name][0]
    assert lane(as_written(name)).rules.reason.startswith(says)


@pytest.mark.parametrize("name", COMPILED)
def test_machine_code_agrees_with_python_on_the_positions_of_random_games(name, game):
    random = Random(name)
    for _ in range(6):
        walk_in_both_lanes(game, random, 100)
    verdict = lane(compiled(game)).rules
    assert (verdict.name, verdict.trapped) == ("machine", 0)


@pytest.mark.parametrize("name", COMPILED)
def test_searches_agree(name, game):
    assert perft(game, 2, lane="machine") == perft(game, 2, lane="python")
    here = game.start if game.mover(game.start) != CHANCE else game.play(game.start, next(iter(game.moves(game.start))))
    machine, python = (search(game, 3, position=here, lane=each).value for each in ("machine", "python"))
    assert machine == python

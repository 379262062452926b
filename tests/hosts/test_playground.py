"""The playground's Python, without a page: what the page is told when rules are typed and moves are made."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lazytree import check_game, lane
from lazytree.hosts.playground import Playground
from lazytree.naming.loading import factory_named

FOLDER = Path(__file__).parents[2] / "docs" / "playground"
EXAMPLES = sorted(path for path in FOLDER.glob("*.py") if path.stem != "build")
RULES = (FOLDER / "your_own.py").read_text(encoding="utf-8")


class Page:
    """What a page knows: the last that it was told of each name. Work is done when `rest` is called."""

    def __init__(self, folder: Path) -> None:
        self.told, self.later = dict[str, Any](), deque[Callable[[], object]]()
        self.playground = Playground(self.post, self.later.append, folder / "rules.py")

    def post(self, text: str) -> None:
        name, value = json.loads(text)
        self.told[name] = value

    def ask(self, **asked: Any) -> dict[str, Any]:
        self.playground.asked(json.dumps(asked))
        while self.later:
            self.later.popleft()()
        return self.told


def test_rules_are_played_and_their_errors_have_lines(tmp_path: Path):
    page = Page(tmp_path)
    told = page.ask(rules=RULES, seats=["person", "at_random"])
    assert told["game"]["players"] == ["first", "second"] and told["view"]["caption"] == "First to move"
    assert told["told"]["words"].startswith("20 of 20 random games ended") and not told["told"]["wrong"]
    assert told["told"]["words"].endswith("Searched in machine code")
    view = page.ask(action="move", place=0, move=1)["view"]
    assert view["line"][0]["text"] == "+2" and len(view["line"]) == 2  # the bot has answered

    def wrong(old: str, new: str) -> tuple[int, str]:
        assert RULES.count(old) == 1
        told = page.ask(rules=RULES.replace(old, new))["told"]
        assert told["wrong"], told
        return told["line"], told["words"]

    def line(words: str) -> int:
        return next(at for at, it in enumerate(RULES.splitlines(), 1) if words in it)

    assert wrong("return number + step, 1 - player", "return number + step,, 1")[0] == line("number + step, 1")
    at, words = wrong("return number + step, 1 - player", "return number + 1 // 0, 1 - player")
    assert at == line("number + step, 1") and "ZeroDivisionError" in words and "/" not in words.split("rules.py")[0]
    at, words = wrong("return (-1, 1) if player == FIRST else (1, -1)", "return 1, 1")
    assert at == line("def payoffs")
    assert "payoffs of two players" in words
    assert "has no game" in page.ask(rules="rows = 3")["told"]["words"]
    assert not page.ask(rules=RULES)["told"]["wrong"]


def test_rules_without_machine_code_are_told_why(tmp_path: Path):
    slow = RULES.replace("return number + step, 1 - player", "return eval('number + step'), 1 - player")
    told = Page(tmp_path).ask(rules=slow)["told"]
    assert "Searched in Python, which is slower: rules.py:" in told["words"] and not told["wrong"]


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_keep_the_laws(path: Path):
    game = factory_named(str(path))()
    assert check_game(game).ended == 20
    assert lane(game).search.name == "machine"

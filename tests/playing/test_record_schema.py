"""The schema of records in the documentation says what is written and what can be read."""

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lazytree import load_record, record, save_record
from lazytree.games import GAMES
from lazytree.playing.random_games import random_game
from tests.helpers.marks import slow_unless

DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


def block(name: str) -> Any:
    """The JSON of a block of the document."""
    found = re.search(rf"^```json {name}\n(.*?)^```", DOCUMENT, flags=re.DOTALL | re.MULTILINE)
    assert found is not None
    return json.loads(found[1])


def fits(value: object) -> bool:
    jsonschema = pytest.importorskip("jsonschema")
    return bool(jsonschema.Draft202012Validator(block("schema")).is_valid(value))


@pytest.mark.parametrize("name", slow_unless(["nim", "konane"], sorted(GAMES)))
def test_what_is_written_fits_the_schema(name: str):
    game = GAMES[name]()
    course = list(random_game(game, Random(2), 6))
    moves = []
    for here, after in pairwise(course):
        moves.append(next(move for move in game.moves(here) if game.play(here, move) == after))
    assert fits(json.loads(save_record(record(game, moves))))


def test_the_example_is_read():
    assert fits(block("record"))
    assert load_record(json.dumps(block("record"))).written() == block("record")["moves"]


GOOD = {"version": 1, "game": "nim", "parameters": {"heaps": [2]}, "moves": ["a-1"]}


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": "1"},
        {"version": None},
        {"game": 3},
        {"parameters": []},
        {"moves": "a-1"},
        {"moves": [1]},
        {"position": 7},
    ],
    ids=str,
)
def test_what_does_not_fit_the_schema_cannot_be_read(change: dict[str, Any]):
    assert fits(GOOD)
    assert not fits(GOOD | change)
    with pytest.raises(ValueError, match="record"):
        load_record(json.dumps(GOOD | change))


@pytest.mark.parametrize("missing", ["game", "parameters", "moves"])
def test_a_key_that_is_missing_is_named(missing: str):
    part = {key: value for key, value in GOOD.items() if key != missing}
    assert not fits(part)
    with pytest.raises(ValueError, match=f'it has no "{missing}"'):
        load_record(json.dumps(part))


def test_other_keys_are_ignored():
    more = GOOD | {"payoffs": [1, -1], "ended": "first resigns", "seconds": [0.5, 1], "place": "Hawaii"}
    assert fits(more)
    assert load_record(json.dumps(more)).written() == ["a-1"]


def test_a_text_that_is_no_json_is_told_with_line_and_column():
    with pytest.raises(ValueError, match=r"line 3 column 12"):
        load_record('{"game": "nim",\n "parameters": {},\n "moves": [a]}')
    with pytest.raises(ValueError, match="move 2: 'a-9' is not a legal move; legal here: "):
        load_record(json.dumps(GOOD | {"moves": ["a-1", "a-9"]}))

"""Records: taken back and made again, branched, saved and loaded, for every game and variant."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from lazytree import Game, IllegalMove, is_over, load_record, record, save_record
from lazytree.core.game import sample_move
from lazytree.games import GAMES, konane, nim, selfo, tic_tac_toe
from lazytree.playing.ending import Ending, agreed_draw, resignation
from lazytree.playing.records import Record
from tests.helpers.positions import ALL, Variant


def random_record(variant: Variant, plies: int, seed: int) -> Record[Any, Any]:
    game = variant()
    so_far, random = record(game), Random(seed)
    for _ in range(plies):
        if not is_over(game, so_far.position):
            so_far = so_far.play(sample_move(game, so_far.position, list(game.moves(so_far.position)), random))
    return so_far


@given(st.sampled_from(ALL), st.integers(0, 12), st.integers(0, 2**32))
def test_a_saved_record_loads_as_it_was(variant: Variant, plies: int, seed: int):
    before = random_record(variant, plies, seed)
    text = save_record(before)
    after = load_record(text)
    assert after.positions == before.positions
    assert after.moves == before.moves
    assert after.undone == ()
    assert dict(after.game.parameters) == dict(before.game.parameters)
    assert save_record(after) == text


@pytest.mark.parametrize("variant", ALL, ids=str)
def test_every_variant_is_saved_with_its_parameters(variant: Variant):
    saved = json.loads(save_record(record(variant())))
    made = GAMES[variant.name](**variant.parameters)
    assert saved["game"] == variant.name
    assert saved["moves"] == []
    assert load_record(json.dumps(saved)).position == made.start


def test_a_saved_record_says_what_a_reader_expects():
    so_far = record(konane(rows=4, columns=4, opening="corner"), [(8, 0)])
    assert json.loads(save_record(so_far)) == {
        "version": 1,
        "game": "konane",
        "parameters": {"rows": 4, "columns": 4, "opening": "corner", "first": "dark", "notation": "letters"},
        "moves": ["a2-a4"],
    }


@given(st.sampled_from(ALL), st.integers(0, 12), st.integers(0, 12), st.integers(0, 2**32))
def test_a_record_from_elsewhere_is_saved_with_its_first_position(variant: Variant, before: int, plies: int, seed: int):
    begun = random_record(variant, before, seed)
    game = begun.game
    later, random = record(game, position=begun.position), Random(seed)
    for _ in range(plies):
        if not is_over(game, later.position):
            later = later.play(sample_move(game, later.position, list(game.moves(later.position)), random))
    text = save_record(later)
    after = load_record(text)
    assert (after.positions, after.moves) == (later.positions, later.moves)
    assert ("position" in json.loads(text)) == (begun.position != game.start)


def test_a_variant_that_starts_elsewhere_is_saved_with_its_start():
    game = tic_tac_toe()
    variant = replace(game, start=game.read("X.. / .O. / ..."))
    text = save_record(record(variant, [1]))
    assert json.loads(text)["position"] == "X.. / .O. / ..."
    assert load_record(text).positions == record(variant, [1]).positions


OLD = (
    '{"game": "konane", "parameters": {"rows": 4, "columns": 4, "opening": "corner", "first": "dark"}, '
    '"moves": ["a2-a4"]}'
)
"""A record as it was saved when records always began at the factory's start."""


def test_an_old_record_is_loaded():
    so_far = load_record(OLD)
    assert so_far.positions[0] == konane(rows=4, columns=4, opening="corner").start
    assert so_far.written() == ["a2-a4"]
    later = OLD.replace('"dark"', '"dark", "notation": "letters"')  # a parameter that came later
    assert json.loads(save_record(so_far)) == {"version": 1, **json.loads(later)}


OWN = Game(
    name="a counter",
    start=(0, 0),
    mover=lambda position: position[1],
    moves=lambda position: (1, 2) if position[0] < 4 else (),
    play=lambda position, step: (position[0] + step, 1 - position[1]),
    payoffs=lambda position: (1, -1),
    show=lambda position: f"{position[0]}\n{position[1]}",
)


def own_read(text: str) -> tuple[int, int]:
    count, mover = map(int, text.splitlines())
    return count, mover


def test_a_game_of_ones_own_is_saved_where_it_can_be_read():
    readable = replace(OWN, read=own_read)
    text = save_record(record(readable, [1], position=(2, 1)))
    assert json.loads(text) == {
        "version": 1,
        "game": "a counter",
        "parameters": {},
        "position": "2 / 1",
        "moves": ["1"],
    }
    assert load_record(text, {"a counter": lambda: readable}).positions == ((2, 1), (3, 0))
    assert json.loads(save_record(record(OWN, [1]))) == {
        "version": 1,
        "game": "a counter",
        "parameters": {},
        "moves": ["1"],
    }
    with pytest.raises(ValueError, match="a counter has no `read`: give the Game a `show` and a `read`"):
        save_record(record(OWN, [1], position=(2, 1)))


def test_a_record_begins_at_a_position_of_its_game():
    with pytest.raises(ValueError, match="is no position of tic_tac_toe: read it first"):
        record(tic_tac_toe(), position="X.. / ... / ...")
    with pytest.raises(ValueError, match="is no position of tic_tac_toe"):
        record(tic_tac_toe(), position=nim().start)
    with pytest.raises(IllegalMove, match="legal here"):
        record(tic_tac_toe(), [0], tic_tac_toe().read("X.. / ... / ..."))


class Walk(RuleBasedStateMachine):
    """A record beside a list with a cursor, which is what a record is."""

    @initialize()
    def begin(self):
        self.game = nim(heaps=(2, 3))
        self.record = record(self.game)
        self.all: list[Any] = []
        self.at = 0

    @rule(data=st.data())
    @precondition(lambda self: self.at < 3)
    def play(self, data):
        move = data.draw(st.sampled_from(list(self.game.moves(self.record.position)) or [None]))
        if move is not None:
            before = self.record
            self.record = before.play(move)
            self.all, self.at = [*self.all[: self.at], move], self.at + 1
            assert before.moves == tuple(self.all[:-1])

    @rule()
    def undo(self):
        if self.at:
            self.record, self.at = self.record.undo(), self.at - 1
        else:
            with pytest.raises(ValueError, match="nothing to undo"):
                self.record.undo()

    @rule()
    def redo(self):
        if self.at < len(self.all):
            self.record, self.at = self.record.redo(), self.at + 1
        else:
            with pytest.raises(ValueError, match="nothing to redo"):
                self.record.redo()

    @rule(ply=st.integers(-1, 6))
    def branch(self, ply):
        if 0 <= ply <= self.at:
            branch = self.record.branch(ply)
            assert branch.moves == tuple(self.all[:ply])
            assert branch.undone == ()
            assert branch.position == self.record.positions[ply]
        else:
            with pytest.raises(ValueError, match=f"plies 0 to {self.at}, not {ply}"):
                self.record.branch(ply)

    def teardown(self):
        if hasattr(self, "record"):
            assert self.record.moves == tuple(self.all[: self.at])
            position = self.game.start
            for move in self.record.moves:
                position = self.game.play(position, move)
            assert self.record.position == position
            assert len(self.record.positions) == self.at + 1


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=30, stateful_step_count=20)


def test_an_illegal_move_is_refused():
    with pytest.raises(IllegalMove, match="legal here"):
        record(tic_tac_toe(), [4, 4])


def test_an_illegal_move_says_which_one_it_is():
    with pytest.raises(IllegalMove, match=r"^move 2: 4 is not a legal move"):
        record(tic_tac_toe(), [4, 4, 0])
    with pytest.raises(IllegalMove, match=r"^move 3: 'b2' is not a legal move"):
        load_record('{"game": "tic_tac_toe", "parameters": {}, "moves": ["b2", "a1", "b2"]}')


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "no saved record"),
        ("{", "no saved record"),
        ("[]", "no saved record .it is a JSON text of .., not of an object"),
        ("null", "no saved record .it is a JSON text of None, not of an object"),
        ("{}", 'it has no "game" and no "parameters" and no "moves"'),
        ("[" * 100_000, "no saved record"),
        ("[" * 500 + "]" * 500, "not of an object"),
        ("9" * 5_000, "no saved record"),
        (
            '{"game": "nim", "parameters": {"heaps": ' + "[" * 900 + "]" * 900 + '}, "moves": []}',
            "nim cannot be made|a heap",
        ),
        ('{"game": "nim", "moves": []}', 'it has no "parameters"'),
        ('{"game": "nim", "parameters": [], "moves": []}', "an object"),
        ('{"game": "nim", "parameters": {}, "moves": "a-1"}', "a list of texts"),
        ('{"game": "nim", "parameters": {}, "moves": [1]}', "a list of texts"),
        ('{"game": ["nim"], "parameters": {}, "moves": []}', "a text"),
        ('{"game": "draughts", "parameters": {}, "moves": []}', "no game 'draughts' here; there are: andantino, "),
        ('{"game": "nim", "parameters": {"rows": 1}, "moves": []}', "nim cannot be made with"),
        ('{"game": "nim", "parameters": {"heaps": [1, [2]]}, "moves": []}', "a heap must be a whole number"),
        ('{"game": "konane", "parameters": {"opening": 3}, "moves": []}', "opening must be"),
        ('{"game": "nim", "parameters": {}, "moves": ["a-9"]}', "'a-9' is not a legal move"),
        ('{"game": "nim", "parameters": {}, "moves": [], "ended": "by agreement"}', '"payoffs" a list of numbers'),
        ('{"game": "nim", "parameters": {}, "moves": [], "payoffs": [0, true], "ended": "x"}', '"payoffs" a list of'),
        ('{"game": "nim", "parameters": {}, "moves": [], "payoffs": [1], "ended": "x"}', '"payoffs" must be 2 numbers'),
        ('{"game": "nim", "parameters": {}, "moves": [], "payoffs": [1, -1], "ended": 3}', "must be a text"),
        ('{"game": "nim", "parameters": {}, "moves": [], "position": [3]}', '"position", if it is there, a text'),
        ('{"game": "nim", "parameters": {}, "moves": [], "position": "3 / x"}', "a position looks like: a | | |"),
    ],
)
def test_what_is_wrong_with_a_text_is_named(text: str, named: str):
    with pytest.raises(ValueError, match=named):
        load_record(text)


@pytest.mark.parametrize("how", [resignation(konane(), 0), resignation(konane(), 1), agreed_draw(konane())])
def test_a_game_that_people_have_ended_is_saved_with_its_end_and_goes_on_where_it_is_taken_back(how: Ending):
    game = konane(rows=4, columns=4)
    so_far = record(game, [next(iter(game.moves(game.start)))])
    ended = replace(so_far, ended=how)
    saved = json.loads(save_record(ended))
    assert (tuple(saved["payoffs"]), saved["ended"]) == how
    assert load_record(save_record(ended)).ended == how
    assert {key: saved[key] for key in saved if key not in ("payoffs", "ended")} == json.loads(save_record(so_far))
    assert ended.undo().ended is None and ended.branch(1).ended is None
    assert ended.play(next(iter(game.moves(so_far.position)))).ended is None


def test_where_the_rules_end_a_game_they_say_how():
    text = (
        '{"game": "nim", "parameters": {"heaps": [1]}, "moves": ["a-1"], "payoffs": [-1, 1], "ended": "first resigns"}'
    )
    assert load_record(text).ended is None
    assert load_record(text.replace('"first resigns"', '""')).ended is None


def test_a_parameter_without_a_form_in_json_is_named():
    game = replace(selfo(), parameters={"board": object()})
    with pytest.raises(ValueError, match="selfo was made with a parameter that has no form in JSON"):
        save_record(record(game))


def test_games_of_ones_own_are_loaded_by_their_factories():
    own = {"nim": lambda heaps: replace(nim(heaps=heaps), players=("Ann", "Bob"))}
    text = save_record(record(nim(heaps=(2,)), [(0, 1)]))
    assert load_record(text, own).game.players == ("Ann", "Bob")
    assert load_record(text, own).written() == ["a-1"]


def test_a_record_of_another_version_is_refused_and_one_without_is_read():
    """Records of before versions were counted have none."""
    assert load_record('{"game": "nim", "parameters": {}, "moves": []}').moves == ()
    with pytest.raises(ValueError, match="this record is of version 2; this lazytree reads version 1"):
        load_record('{"version": 2, "game": "nim", "parameters": {}, "moves": []}')


@pytest.mark.parametrize("version", ["2", "true", "1.0", "null", '"1"'])
def test_the_version_is_read_first(version: str):
    with pytest.raises(ValueError, match="this record is of version "):
        load_record(f'{{"version": {version}, "a later": "form"}}')


def test_a_file_or_its_name_is_no_record():
    with pytest.raises(ValueError, match="not a file's name"):
        load_record("game.json")
    with pytest.raises(ValueError, match=r"takes a text, not .*: pass the text .* load_record\(path\.read_text\(\)\)"):
        load_record(Path("game.json"))  # type: ignore[arg-type]

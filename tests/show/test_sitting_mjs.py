"""A game at a table in JavaScript: the course, what a page shows, and the words of values are those of Python."""

from __future__ import annotations

import json
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree import SURE, Game, grow, ranked, rate_each, searches
from lazytree.cli.texts import promise
from lazytree.core.values import WIN
from lazytree.games import dice_of_doom, domineering, nim, tic_tac_toe
from lazytree.playing.records import Record
from lazytree.show.sittings.acts import ACTS
from lazytree.show.sittings.agreeing import agreed_on, given_up
from lazytree.show.sittings.course import begun, line_through, line_to, moved_to, played, redone, undone
from lazytree.show.sittings.keeping import head_of
from lazytree.show.sittings.shown import data_of
from lazytree.show.sittings.sitting import (
    after,
    anew,
    back,
    folded,
    looked_at,
    looking,
    on,
    sitting,
    swapped,
    to_place,
    turn_of,
    unfolded,
    with_record,
)
from lazytree.show.sittings.thinking import values_found
from lazytree.show.sittings.valued import MoveValue, values_data
from lazytree.show.view import as_data, view_of
from tests.helpers.javascript import in_node

STEPS = st.lists(
    st.tuples(st.sampled_from(["play", "play", "undo", "redo", "go", "even"]), st.integers(0, 9)), max_size=25
)

COURSE = """
import { begun, hereOf, lineThrough, lineTo, movedTo, played, redone, undone } from "./course.mjs";
const even = (position) => position.length % 2 === 0;
const steps = {
  play: (course, number) => played(course, number % 3, hereOf(course).position + (number % 3)),
  undo: (course) => undone(course), redo: (course) => redone(course),
  go: (course, number) => movedTo(course, number % course.places.length),
  even: (course, number) => (number % 2 ? undone(course, even) : redone(course, even)),
};
return data[0].map((sequence) => {
  let course = begun("");
  return sequence.map(([step, number]) => {
    course = steps[step](course, number);
    return [course.places, course.at, lineTo(course, course.at), lineThrough(course)];
  });
});
"""


@given(st.lists(STEPS, min_size=1, max_size=30))
@settings(max_examples=12, deadline=None)
def test_the_course_of_javascript_is_that_of_python(sequences: list[list[tuple[str, int]]]):
    def even(position: str) -> bool:
        return len(position) % 2 == 0

    wanted = []
    for sequence in sequences:
        course, shown = begun(""), list[Any]()
        for step, number in sequence:
            if step == "play":
                course = played(course, number % 3, course.here.position + str(number % 3))
            elif step == "go":
                course = moved_to(course, number % len(course.places))
            elif step == "even":
                course = (undone if number % 2 else redone)(course, even)
            else:
                course = (undone if step == "undo" else redone)(course)
            places = [{**place._asdict(), "after": list(place.after)} for place in course.places]
            shown.append([places, course.at, list(line_to(course, course.at)), list(line_through(course))])
        wanted.append(shown)
    assert in_node(COURSE, sequences) == wanted


def test_a_place_that_is_not_there_is_named():
    program = """import { begun, movedTo } from "./course.mjs";
    try { movedTo(begun(0), 3) } catch (error) { return String(error) }"""
    assert "there is no place 3 in this game: places have the numbers 0 to 0" in in_node(program)


TABLE = """
import { dataOf } from "./shown.mjs";
import * as s from "./sitting.mjs";
const [game, acts, sequences] = data;
const at = (position) => game.positions[position];
const rules = {
  name: game.name, players: game.players, layout: game.layout, start: game.start, mover: (it) => at(it).mover,
  moves: (it) => at(it).moves, play: (it, move) => at(it).moves[move].after, payoffs: (it) => at(it).payoffs,
  stones: (it) => at(it).stones, show: (it) => at(it).text, key: String,
};
if (game.announced) rules.announce = (payoffs) => game.announced[JSON.stringify(payoffs)];
const first = () => 0;
const steps = {
  move: (here, number) => {
    const moves = s.turnOf(here) === "over" ? [] : rules.moves(s.positionOf(here));
    return moves.length ? s.after(here, moves[number % moves.length], first) : here;
  },
  undo: s.back, redo: s.on, "swap sides": s.swapped, new: (here) => s.anew(here, first),
  go: (here, number) => s.toPlace(here, number % here.course.places.length),
  resign: (here, number) => (game.players.length === 2 ? s.givenUp(here, number % 2) : here), draw: s.agreedOn,
  open: (here) => {
    const { line, record } = dataOf(here, []);
    const ended = record.ended ? { payoffs: record.payoffs, reason: record.ended } : null;
    return s.withMoves(here, line.map((move) => move.text), ended);
  },
};
return sequences.map((sequence) => {
  const names = ["a person", "a bot", "a bot"].slice(0, game.players.length);
  let here = s.sitting(rules, [0], first, { names, repetitions: 2, head: game.head });
  return sequence.map(([step, number]) => {
    here = steps[step](here, number);
    const { acts: _, acts_off, ...rest } = dataOf(here, acts);
    return { ...rest, off: acts_off };
  });
});
"""


def as_table(game: Game[Any, Any]) -> dict[str, Any]:
    """Every position of a small game, by numbers, with what the front end asks of it."""
    numbers, positions, rate = {game.start: 0}, list[dict[str, Any]](), next(iter(game.ratings.values()), lambda it: 0)
    waiting = [game.start]
    for position in waiting:
        moves = []
        for number, move in enumerate(game.moves(position)):
            below = game.play(position, move)
            if below not in numbers:
                numbers[below] = len(numbers)
                waiting.append(below)
            path = [int(cell) for cell in game.touched(position, move)]
            text = game.format(position, move)
            moves.append({"path": path, "text": text, "move": number, "after": numbers[below]})
        shown = {"mover": game.mover(position), "moves": moves, "text": game.show(position)}
        shown["rate"] = rate(position)
        shown["stones"] = [stone._asdict() for stone in game.stones(position)]
        positions.append({**shown, "payoffs": [] if moves else list(game.payoffs(position))})
    layout = as_data(view_of(game, game.start))["layout"] if game.layout else None
    ends = {tuple(each["payoffs"]) for each in positions if each["payoffs"]} | {
        (0,) * len(game.players),
        (1, -1),
        (-1, 1),
    }
    words = {json.dumps(list(end)).replace(" ", ""): game.announce(end) for end in ends} if game.announce else None
    return {
        "name": game.name,
        "players": game.players,
        "layout": layout,
        "start": 0,
        "positions": positions,
        "announced": words,
        "head": head_of(game, game.start),
    }


GAMES = {
    "tic_tac_toe": lambda: tic_tac_toe(),
    "nim": lambda: nim(heaps=(1, 2, 2)),
    "domineering": lambda: domineering(rows=2, columns=3),
    "dice": lambda: dice_of_doom(size=2, board="a3,b1,b2,a1"),
    "dice of three": lambda: dice_of_doom(size=2, players=3, seed=3),
}
WISHES = ["move", "move", "move", "move", "undo", "redo", "go", "swap sides", "new", "resign", "draw", "open"]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_page_shows_is_the_same_in_both_languages(name: str):
    """Random acts at the table; moves that lead back to a position end the game by repetition."""
    game, random = GAMES[name](), Random(7)
    sequences = [[(random.choice(WISHES), random.randrange(40)) for _ in range(20)] for _ in range(12)]
    theirs = in_node(TABLE, as_table(game), list(ACTS), sequences)
    for sequence, shown in zip(sequences, theirs, strict=True):
        here = sitting(game, game.start, frozenset({0}), Random(1))
        here = here._replace(names=("a person", "a bot", "a bot")[: len(game.players)], repetitions=2)
        for (step, number), data in zip(sequence, shown, strict=True):
            here = acted(here, step, number)
            ours = data_of(here, acts=ACTS)
            off = {act for act in data.pop("off") if act in ours["acts"]}
            assert off == set(ours.pop("acts_off")), (step, ours["turn"])
            for key in ("acts", "heat"):  # what the host says
                ours.pop(key), data.pop(key, None)
            assert data == json.loads(json.dumps(ours))


def acted(here: Any, step: str, number: int) -> Any:
    """The sitting after an act, as the program above does it."""
    if step == "move":
        moves = list(here.game.moves(here.position)) if turn_of(here) != "over" else []
        return after(here, moves[number % len(moves)], Random(1)) if moves else here
    if step == "go":
        return to_place(here, number % len(here.course.places))
    if step == "resign":
        return given_up(here, number % 2) if len(here.game.players) == 2 else here
    if step == "open":
        line = [here.course.places[at] for at in line_through(here.course)]
        moves, ended = tuple(it.move for it in line[1:]), here.endings.get(line_through(here.course)[-1])
        return with_record(here, Record(here.game, tuple(it.position for it in line), moves, ended=ended))
    if step == "new":
        return anew(here, Random(1))
    return {"undo": back, "redo": on, "swap sides": swapped, "draw": agreed_on}[step](here)


NUMBERS = st.one_of(
    st.integers(-9_999, 9_999),
    st.integers(SURE + 1, WIN),
    st.integers(-WIN, -SURE - 1),
    st.integers(2, 30).flatmap(lambda margin: st.integers(0, 200).map(lambda plies: margin * WIN - plies)),
)
VALUES = st.lists(st.tuples(NUMBERS, st.booleans()), min_size=1, max_size=12)


MEANS = st.lists(
    st.tuples(st.one_of(NUMBERS, st.integers(-16 * WIN, 16 * WIN).map(lambda it: it / 16)), st.booleans()),
    min_size=1,
    max_size=12,
)


PAID = st.integers(-12, 12).map(lambda quarters: quarters / 4)
FOR_ALL = st.tuples(st.lists(PAID | st.sampled_from((0, 1)), min_size=3, max_size=4), st.integers(0, 40)).map(
    lambda it: [int(WIN * paid) - (0 if abs(paid) < 1 else it[1] if paid > 0 else -it[1]) for paid in it[0]]
)
OF_MANY = st.lists(
    st.tuples(FOR_ALL | st.lists(st.integers(-99, 99), min_size=3, max_size=3), st.booleans()),
    min_size=1,
    max_size=8,
)


@given(st.lists(st.tuples(OF_MANY, st.booleans(), st.integers(0, 2)), min_size=1, max_size=30))
@settings(max_examples=15, deadline=None)
def test_values_of_more_than_two_players_are_told_alike(lists: list[tuple[list[tuple[list[float], bool]], bool, int]]):
    asked = [
        [[{"move": at, "value": it[mover], "exact": exact, "all": it} for at, (it, exact) in enumerate(each)], chance]
        for each, chance, mover in lists
    ]
    program = 'import { valuesData } from "./worth.mjs";\nreturn data[0].map((each) => valuesData(...each));'
    for (each, chance, mover), found in zip(lists, in_node(program, asked)):
        known = [MoveValue(at, it[mover], exact, tuple(it)) for at, (it, exact) in enumerate(each)]
        for one, other in zip(values_data(range(len(each)), known, chance), found, strict=True):
            assert abs(one.pop("strength") - other.pop("strength")) < 0.0011
            assert one == other


PAYOFFS = (-3, -2, -1, -0.5, 0, 1, 2, 3)


@given(st.tuples(*[st.permutations(PAYOFFS)] * 3), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_a_win_of_more_than_two_players_is_to_be_paid_more_than_all_others(paid: tuple[list[float], ...], first: int):
    """Three moves, one of each player, lead to eight ends; no player likes two of them alike. Oracle: brute force."""
    ends = {at: tuple(column[number] for column in paid) for number, at in enumerate(product((0, 1), repeat=3))}
    game = Game(
        name="eight ends",
        start=(),
        mover=lambda at: (first + len(at)) % 3,
        moves=lambda at: (0, 1) if len(at) < 3 else (),
        play=lambda at, move: (*at, move),
        payoffs=lambda at: ends[at],
        players=("a", "b", "c"),
    )

    def worth(at: tuple[int, ...]) -> tuple[float, ...]:
        return ends[at] if len(at) == 3 else max(map(worth, ((*at, 0), (*at, 1))), key=lambda it: it[game.mover(at)])

    found = next(islice(values_found(game, game.start, seconds=60), 2, None))
    for told in values_data((0, 1), found):
        end = worth((told["move"],))
        best = [player for player in range(3) if end[player] == max(end)]
        word = "loss" if first not in best else {1: "win", 2: "shared win", 3: "draw"}[len(best)]
        if max(map(abs, end)) < 1:  # such values could be ratings
            continue
        assert told["text"].startswith(f"{word} in 3 (")
        assert (told["strength"] > 0, told["strength"] < 0) == (word == "win", word == "loss")
        paid_told = told["text"].partition("(")[2].partition(")")[0].replace("−", "-").split(" : ")
        assert [float(it) for it in paid_told] == list(end)
    for choice in ranked(rate_each(game, lambda at: (0, 0, 0))(grow(game)(())), searches.maxn):
        end = worth((choice.move,))
        if max(map(abs, end)) >= 1:
            assert promise(game, choice.value) == "a {}, b {}, c {} in 3 plies".format(*end)


def test_a_win_for_certain_is_told_as_one():
    value = MoveValue("a", WIN - 3, True, (WIN - 3, -WIN // 2, -WIN // 2))
    assert values_data("a", [value])[0] == {
        "move": 0,
        "text": "win in 3 (1 : −0.5 : −0.5)",
        "short": "W3",
        "strength": 1.0,
        "exact": True,
    }


@given(st.lists(st.tuples(VALUES, st.just(False)) | st.tuples(MEANS, st.just(True)), min_size=1, max_size=30))
@settings(max_examples=15, deadline=None)
def test_values_of_moves_are_told_alike(lists: list[tuple[list[tuple[float, bool]], bool]]):
    asked = [
        [[{"move": at, "value": value, "exact": exact} for at, (value, exact) in enumerate(each)], chance]
        for each, chance in lists
    ]
    program = 'import { valuesData } from "./worth.mjs";\nreturn data[0].map((each) => valuesData(...each));'
    for (each, chance), found in zip(lists, in_node(program, asked)):
        known = [MoveValue(at, value, exact) for at, (value, exact) in enumerate(each)]
        ours = values_data(range(len(each)), known, chance)
        for one, other in zip(ours, found, strict=True):
            assert abs(one.pop("strength") - other.pop("strength")) < 0.0011
            assert one == other


def test_values_of_a_game_of_chance_are_chances_to_win():
    """Three ways of four lead to a win in 3, one to a loss in 3: the value is about half a win."""
    mean = (3 * (WIN - 3) - (WIN - 3)) / 4
    (sure, guessed, won, rated) = values_data(
        "abcd",
        [MoveValue("a", mean, True), MoveValue("b", mean), MoveValue("c", WIN - 3, True), MoveValue("d", 4.19)],
        True,
    )
    assert (sure["text"], sure["short"]) == ("75% to win", "75%")
    assert (guessed["text"], guessed["short"]) == ("about 75% to win", "≈75%")
    assert (won["text"], rated["text"]) == ("win in 3", "+4.19")


TREE = """
import { folded, grown, grownData, lookedAt, unfolded } from "./grown.mjs";
const [game, sequences] = data;
const at = (position) => game.positions[position];
const rules = {
  name: game.name, players: game.players, layout: game.layout, mover: (it) => at(it).mover, moves: (it) => at(it).moves,
  play: (it, move) => at(it).moves[move].after, payoffs: (it) => at(it).payoffs, rate: (it) => at(it).rate,
};
const acts = { unfold: unfolded, fold: folded, choose: lookedAt };
return sequences.map((sequence) => {
  let tree = grown(rules, 0);
  return [grownData(tree), ...sequence.map(([act, number]) => {
    const nodes = grownData(tree).nodes.filter((node) => act === "unfold" || node.state !== "stub");
    tree = acts[act](tree, nodes[number % nodes.length].id);
    return grownData(tree);
  })];
});
"""
WORDS_OF_NODES = ("id", "parent", "ply", "mover", "move", "text", "state", "hidden", "title")
PLACES = ("x", "y", "width")


@pytest.mark.parametrize("name", ["tic_tac_toe", "domineering", "dice"])
def test_the_tree_of_a_position_unfolds_alike_in_both_languages(name: str):
    """Of games in which two ways seldom lead to one position: JavaScript grows it twice, Python shares it."""
    game, random = GAMES[name](), Random(3)
    acts = ["unfold", "unfold", "unfold", "fold", "choose"]
    sequences = [[(random.choice(acts), random.randrange(60)) for _ in range(9)] for _ in range(6)]
    for sequence, shown in zip(sequences, in_node(TREE, as_table(game), sequences), strict=True):
        here = looking(sitting(game, game.start, frozenset({0}), Random(1)))
        for data, (act, number) in zip(shown, [*sequence, ("choose", 0)], strict=True):
            ours = data_of(here)["tree"]
            assert data["at"] == ours["at"]
            assert data["colours"] == ours["colours"]
            words, ours_in_words = (
                [[node[key] for key in WORDS_OF_NODES] for node in it["nodes"]] for it in (data, ours)
            )
            assert words == ours_in_words
            for theirs, node in zip(data["nodes"], ours["nodes"], strict=True):
                assert [theirs[key] for key in PLACES] == pytest.approx([node[key] for key in PLACES], abs=0.11)
            assert data["box"] == pytest.approx(ours["box"], abs=0.11)
            ids = [node["id"] for node in ours["nodes"] if act == "unfold" or node["state"] != "stub"]
            here = {"unfold": unfolded, "fold": folded, "choose": looked_at}[act](here, ids[number % len(ids)])

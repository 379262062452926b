"""A session in JavaScript: what comes of actions, what a page shows, and the words of values are those of Python."""

from __future__ import annotations

from itertools import islice, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import SURE, Game, grow, ranked, rate_each, searches
from lazytree.cli.commands import promise
from lazytree.core.values import WIN
from lazytree.session.jobs import values_found
from lazytree.session.reducer import reduce
from lazytree.session.session import Seat, look, new_session, permissions_of_all
from lazytree.session.values import MoveValue, values_data
from lazytree.session.variations import add_move, go_to, line_through, line_to, new_variations, step_back, step_forward
from lazytree.session.view import session_view
from tests.helpers.examples import examples
from tests.helpers.javascript import in_node

from .logs import SMALL, all_positions, table_of

STEPS = st.lists(
    st.tuples(st.sampled_from(["play", "play", "undo", "redo", "go", "even"]), st.integers(0, 9)), max_size=25
)

VARIATIONS = """
import { addMove, goTo, lineThrough, lineTo, newVariations, nodeOf, stepBack, stepForward } from "./variations.mjs";
const even = (position) => position.length % 2 === 0;
const steps = {
  play: (game, number) => addMove(game, number % 3, nodeOf(game).position + (number % 3)),
  undo: (game) => stepBack(game), redo: (game) => stepForward(game),
  go: (game, number) => goTo(game, number % game.nodes.length),
  even: (game, number) => (number % 2 ? stepBack(game, even) : stepForward(game, even)),
};
return data[0].map((sequence) => {
  let game = newVariations("");
  return sequence.map(([step, number]) => {
    game = steps[step](game, number);
    return [game.nodes, game.place, lineTo(game, game.place), lineThrough(game)];
  });
});
"""


@given(st.lists(STEPS, min_size=1, max_size=30))
@examples(12)
def test_the_variations_of_javascript_are_those_of_python(sequences: list[list[tuple[str, int]]]):
    def even(position: str) -> bool:
        return len(position) % 2 == 0

    wanted = []
    for sequence in sequences:
        game, shown = new_variations(""), list[Any]()
        for step, number in sequence:
            if step == "play":
                game = add_move(game, number % 3, game.node.position + str(number % 3))
            elif step == "go":
                game = go_to(game, number % len(game.nodes))
            elif step == "even":
                game = (step_back if number % 2 else step_forward)(game, even)
            else:
                game = (step_back if step == "undo" else step_forward)(game)
            nodes = [{**node._asdict(), "after": list(node.after)} for node in game.nodes]
            shown.append([nodes, game.place, list(line_to(game, game.place)), list(line_through(game))])
        wanted.append(shown)
    assert in_node(VARIATIONS, sequences) == wanted


def test_a_place_that_is_not_there_is_named():
    program = """import { goTo, newVariations } from "./variations.mjs";
    try { goTo(newVariations(0), 3) } catch (error) { return String(error) }"""
    assert "there is no place 3 in this game: places have the numbers 0 to 0" in in_node(program)


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
@examples(15)
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
@examples(60)
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
@examples(15)
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
  name: game.name, players: game.players, names: game.names, layout: game.layout, mover: (it) => at(it).mover,
  moves: (it) => at(it).moves,
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
    game, random = SMALL[name](), Random(3)
    acts = ["unfold", "unfold", "unfold", "fold", "choose"]
    sequences = [[(random.choice(acts), random.randrange(60)) for _ in range(9)] for _ in range(6)]
    for sequence, shown in zip(sequences, in_node(TREE, table_of(game, all_positions(game)), sequences), strict=True):
        here = look(new_session(game, game.start, [Seat()] * len(game.players), Random(1)))
        for data, (act, number) in zip(shown, [*sequence, ("choose", 0)], strict=True):
            ours = session_view(here)["tree"]
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
            asked = {"action": act, "id": ids[number % len(ids)]}
            here = reduce(here, asked, permissions_of_all(here), Random(1))

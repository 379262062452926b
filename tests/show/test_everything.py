"""Everything shows itself: a picture where there can be one, a short text, nothing grown, rated or raised."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    Stats,
    deepen,
    describe,
    explain,
    grow,
    make_tree,
    mcts,
    playouts,
    prove,
    prune,
    ranked,
    rate,
    record,
    search,
    solve,
    unfold,
)
from lazytree.core.at import At, about
from lazytree.core.layout import Layout, Stone
from lazytree.games import dice_of_doom, konane, nim, othello, selfo, tic_tac_toe
from lazytree.games.selfo_rules import swarm_of
from lazytree.playing.records import Record
from lazytree.searching.choosing import Choice, Ranked
from lazytree.show.boards import BAD, GOOD, STILL
from lazytree.show.everything import bundle
from lazytree.swarm import Signal, signals
from tests.helpers.positions import ALL, Variant, walk_to, walks
from tests.helpers.trees import long_game

GAME = konane(rows=4, columns=4, opening="corner")


def everything() -> Iterator[tuple[str, Any, list[str]]]:
    """Things by name, each with words that must stand in its text."""
    first = GAME.format(GAME.start, next(iter(GAME.moves(GAME.start))))
    yield "game", GAME, ["konane", "dark, light", "rows=4"]
    yield "position", GAME.at().play(first), ["a b c d"]
    yield "tree", rate(GAME, "mobility")(prune(2)(grow(GAME)(GAME.start))), ["a tree of konane", "1 node"]
    yield "answer", search(GAME, 3, "mobility"), ["value: ", first, "depth: 3", "positions seen", "lane: "]
    yield "ranked", ranked(rate(GAME, "mobility")(prune(2)(grow(GAME)(GAME.start)))), [f"{first}: "]
    yield "record", record(GAME, [GAME.parse(GAME.start, first)]), [f"<Record of konane: {first}>"]
    yield "solution", solve(GAME), ["value: ", "plies: ", first]
    yield "state space", unfold(GAME), ["positions: ", "moves: "]
    yield "signal", signals(swarm_of(selfo()), selfo().start)[0], ["<Signal of player 0: 6 pieces, heard on"]


THINGS = list(everything())


@pytest.mark.parametrize(("thing", "words"), [each[1:] for each in THINGS], ids=[each[0] for each in THINGS])
def test_a_thing_shows_itself_as_page_picture_and_text(thing: Any, words: list[str]):
    shown = thing._repr_mimebundle_()
    assert sorted(shown) == ["image/svg+xml", "text/html", "text/plain"]
    assert ElementTree.fromstring(shown["image/svg+xml"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert shown["image/svg+xml"] in shown["text/html"]
    ElementTree.fromstring(shown["text/html"])
    assert all(word in shown["text/plain"] for word in words), shown["text/plain"]
    assert len(repr(thing)) < 250


@given(st.sampled_from(ALL), walks())
def test_a_game_a_position_and_a_record_of_every_game_show_themselves(variant: Variant, walk: Any):
    game = variant()
    position = walk_to(game, walk)
    for thing in (game, game.at(position), record(game, [], position)):
        shown = thing._repr_mimebundle_()
        assert game.show(game.start if thing is game else position) in shown["text/plain"]
        assert ("image/svg+xml" in shown) == (game.layout is not None)


def test_a_game_without_a_layout_shows_its_text():
    game = replace(nim(), layout=None)
    for thing in (game, game.at(), record(game), solve(game), search(game, 2)):
        shown = thing._repr_mimebundle_()
        assert sorted(shown) == ["text/html", "text/plain"]
        assert shown["text/plain"]
    assert "| | |" in game._repr_mimebundle_()["text/html"]


def test_a_game_whose_pictures_fail_shows_its_text():
    def broken(position: Any) -> Any:
        raise ZeroDivisionError

    game = replace(GAME, stones=broken)
    for thing in (game, game.at(), record(game)):
        shown = thing._repr_mimebundle_()
        assert "image/svg+xml" not in shown
        assert GAME.show(GAME.start) in shown["text/plain"]
        assert re.search("\nno picture: ZeroDivisionError, in broken, line [0-9]+$", shown["text/plain"])
    assert "<svg" in (tree := grow(game)(game.start)._repr_mimebundle_())["text/html"]  # without boards
    assert "not all can be shown: ZeroDivisionError, in broken" in tree["text/plain"]


FIRST_MOVE = next(iter(GAME.moves(GAME.start)))
NAN = Layout(tuple(cell._replace(x=float("nan")) for cell in GAME.layout.cells))
NUMBERED = Layout(tuple(cell._replace(name=number) for number, cell in enumerate(GAME.layout.cells)))
MISTAKES = {
    "stones that raise": ({"stones": lambda position: 1 / 0}, "ZeroDivisionError: division by zero, in <lambda>"),
    "a stone beside the board": ({"stones": lambda position: [Stone(99, 0)]}, "`stones` is wrong: a stone must"),
    "stones that are None": ({"stones": lambda position: None}, "`stones` is wrong: stones must return"),
    "places that are nan": ({"layout": NAN}, "`layout` is wrong: the place of a cell"),
    "names that are numbers": ({"layout": NUMBERED}, "`layout` is wrong: the cells"),
    "an error with tags": ({"stones": lambda position: {}["<b>"]}, "KeyError: '<b>', in <lambda>"),
    "format that raises": ({"format": lambda position, move: 1 / 0}, "ZeroDivisionError"),
    "format that is a number": ({"format": lambda position, move: 3}, "format must return a text, not 3|TypeError"),
    "touched that raises": ({"touched": lambda position, move: 1 / 0}, "ZeroDivisionError"),
    "touched that is None": ({"touched": lambda position, move: None}, "`touched` is wrong: touched must return"),
    "touched beside the board": ({"touched": lambda position, move: (99,)}, "`touched` is wrong: touched must yield"),
    "show that raises": ({"show": lambda position: 1 / 0}, "ZeroDivisionError"),
    "show that is a number": ({"show": lambda position: 3}, "`show` is wrong: show must return a text, not 3"),
}
ASKED = {"format": 4, "touched": 4, "show": 3, "stones": 7, "layout": 7}
"""How many of the things below ask this rule, at least."""


@pytest.mark.parametrize("how", MISTAKES)
def test_a_mistake_in_the_rules_is_told_in_one_line_beside_what_can_be_shown(how: str):
    rules, why = MISTAKES[how]
    at = At(replace(GAME, **rules), GAME.start)
    tree = grow(at.game)(GAME.start)
    assert tree.branches[0]
    things = [
        *(at.game, at, tree, Record(at.game, (GAME.start, GAME.play(GAME.start, FIRST_MOVE)), (FIRST_MOVE,))),
        about(search(GAME, 2, "mobility"), at),
        about(solve(GAME), at),
        Ranked(ranked(rate(GAME, "mobility")(prune(1)(grow(GAME)(GAME.start)))), at),
    ]
    told = 0
    for thing in things:
        shown = thing._repr_mimebundle_()
        lines = [
            line for line in shown["text/plain"].split("\n") if re.match("(no picture|not all can be shown): ", line)
        ]
        assert len(lines) <= 1
        told += bool(lines) and bool(re.search(why, lines[0]))
        if lines and "text/html" in shown:
            ElementTree.fromstring(f"<div>{shown['text/html']}</div>")  # escaped
        assert ("image/svg+xml" in shown) == (
            next(iter(rules)) not in ("stones", "layout") or thing is tree
        ) or not lines
    assert told >= ASKED[next(iter(rules))], [thing._repr_mimebundle_()["text/plain"] for thing in things]


def test_what_cannot_be_written_is_named_by_its_type():
    silent = replace(GAME, show=lambda position: 1 / 0)
    assert "konane" in silent._repr_mimebundle_()["text/plain"]
    assert "<svg" in silent._repr_mimebundle_()["text/html"]


def fills(shown: Ranked[Any]) -> list[str]:
    """The colours of the cells that have one of their own."""
    return re.findall('<path data-cell="[0-9]+" d="[^"]*" fill="([^"]*)"', shown._repr_mimebundle_()["image/svg+xml"])


def test_equal_moves_are_neither_good_nor_bad():
    here = tic_tac_toe().at()
    moves = list(here.game.moves(here.position))
    assert fills(Ranked([Choice(move, 5) for move in moves], here)) == [STILL] * len(moves)
    assert fills(Ranked([Choice(moves[0], -7)], here)) == [STILL]
    assert fills(Ranked([Choice(moves[0], 5), Choice(moves[1], 4), Choice(moves[2], 3)], here)) == [GOOD, STILL, BAD]


def test_showing_grows_and_rates_nothing():
    stats = Stats()
    tree = rate(GAME, "mobility", stats)(prune(3)(grow(GAME, stats)(GAME.start)))
    before = replace(stats)
    assert (tree._repr_mimebundle_(), repr(tree)) is not None
    assert stats == before
    answers = deepen(GAME, stats=stats)
    answer = next(iter(answers))
    before = replace(stats)
    assert (answer._repr_mimebundle_(), repr(answer)) is not None
    assert stats == before


def test_a_tree_says_in_the_terminal_what_has_been_looked_at():
    game = nim(heaps=(1, 2))
    tree = rate(game, lambda position: sum(position.heaps))(grow(game)(game.start))
    assert repr(tree) == "<Tree of nim: first to move; not looked at yet>"
    sub = tree.branches[1][1]
    assert repr(tree) == "<Tree of nim: first to move; a-1, b-1 …>"
    assert (tree.label, sub.label) == (3, 2)
    assert repr(tree) == "<Tree of nim: first to move; label 3; a-1, b-1 2 …>"
    assert repr(make_tree(lambda: 0, 5)) == "<Tree: player 5 to move; not looked at yet>"
    wide = make_tree(lambda: 0, -1, [(move, make_tree(lambda: 0)) for move in range(20)])
    assert len(wide.branches) == 20
    assert repr(wide) == "<Tree: chance moves; 0, 1, 2, 3, 4, 5, 6, 7 and 12 more>"


def test_values_are_shown_where_the_best_move_goes():
    position = tic_tac_toe().read("XX. / OO. / ...")
    tree = rate(tic_tac_toe(), lambda position: 0)(prune(1)(grow(tic_tac_toe())(position)))
    shown = ranked(tree)._repr_mimebundle_()
    assert shown["text/plain"].splitlines()[0] == "c3: win in 1"
    assert repr(ranked(tree)).startswith("<Ranked: c3 X wins in 1 ply, ")


@pytest.mark.slow
def test_what_people_read_is_in_words():
    """No value shows how wins are counted; chances are percent, points are points, and unrated is said to be so."""
    game, stats = tic_tac_toe(), Stats()
    assert re.match("<Answer: no end in sight, and nothing was rated: ", repr(search(replace(game, ratings={}), 2)))
    assert repr(search(game, 9, stats=stats)).startswith("<Answer: a draw: ")
    assert re.match(r"<Stats: [\d,]+ nodes, .* s, ", repr(stats))
    small = othello(rows=4, columns=4, score="margin")
    assert re.match(r"<Answer: O wins by \d+ in \d+ plies: ", repr(search(small, 12)))
    assert re.match(r"<Solution: O wins by \d+, \d+ plies: ", repr(solve(small)))
    assert re.match(
        r"<MctsAnswer: -[\d.]+ points for X, after 64 ", repr([*mcts(small, simulations=64)(small.start)][-1])
    )
    assert re.match(r"<MctsAnswer: [\d.]+% to win for X, after 8 ", repr([*mcts(game, simulations=8)(game.start)][-1]))
    rolled = dice_of_doom(size=2, dice="rolled", seed=2)
    assert re.search(r"<Answer: [\d.]+% to win for a: ", repr(search(rolled, 4)))
    assert re.search(r"% to win for a", repr(solve(rolled)))
    assert re.match(r"<Proof: unknown, \d+ leaves to prove or \d+ to disprove, at least; ", repr(prove(GAME, most=3)))
    why = explain(rate(GAME, "mobility")(prune(2)(grow(GAME)(GAME.start))))
    assert repr(why) == describe(GAME, GAME.start, why)
    for thing in (stats, stats.lane, why, prove(GAME), playouts(game, 5), next(mcts(game)(game.start))):
        shown = thing._repr_mimebundle_() if hasattr(thing, "_repr_mimebundle_") else bundle(thing)
        assert shown["text/plain"]
        assert "text/html" in shown


def test_a_signal_whose_board_is_not_known_shows_its_text():
    signal = Signal(0, (1,), (0.0, 3.0))
    assert (
        signal._repr_mimebundle_()["text/plain"]
        == repr(signal)
        == ("<Signal of player 0: 1 piece, heard on 1 of 2 cells>")
    )


def test_a_game_of_one_s_own_shows_itself_with_no_more_than_the_rules():
    game = long_game(3)
    for thing in (game, game.at(), game.at(2), record(game, [0, 0]), grow(game)(0), solve(game), unfold(game)):
        assert thing._repr_mimebundle_()["text/plain"]
        assert repr(thing)

"""What `lane(game)` says of a question is what the question does, and its answer has the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite")

from lazytree import CHANCE, Game, Stats, bots, deepen, lane, mcts, perft, playouts, search, solve, think, unfold
from lazytree.core.errors import Refused
from lazytree.core.lanes import Lane
from lazytree.games import GAMES, nim
from lazytree.hosts.pages import publish
from lazytree.questions.dispatch import SOONER
from lazytree.questions.lanes import QUESTIONS


class Heap(NamedTuple):
    left: int
    mover: int


def mover(position: Heap) -> int:
    return position.mover


def moves(position: Heap) -> Iterator[int]:
    yield from range(1, min(position.left, 2) + 1)


def play(position: Heap, move: int) -> Heap:
    return Heap(position.left - move, 1 - position.mover)


def payoffs(position: Heap) -> tuple[int, int]:
    return (1, -1) if position.mover else (-1, 1)


def left(position: Heap) -> int:
    return position.left


def as_text(position: Heap) -> int:
    return len(str(position.left))


def turning(position: Heap, move: int) -> Heap:
    return Heap(position.left - move, (position.mover + 1) % 3)


def shared(position: Heap) -> tuple[int, int, int]:
    return (2, -1, -1) if position.mover == 0 else (-1, 2, -1) if position.mover == 1 else (-1, -1, 2)


def standing(position: Heap) -> tuple[int, int, int]:
    return position.left, 0, -position.left


def standing_as_text(position: Heap) -> tuple[int, int, int]:
    return len(str(position.left)), 0, 0


def read(position: Heap) -> list[int]:
    return [int(text) for text in "12"[: position.left]]


def drawn(position: Heap) -> int:
    return CHANCE if position.left % 3 == 1 else position.mover


def odds(position: Heap, move: int) -> int:
    return move


def halves(position: Heap) -> tuple[float, float]:
    return (0.5, -0.5) if position.mover else (-0.5, 0.5)


def alone(position: Heap) -> int:
    return 0


def worth(position: Heap) -> tuple[int]:
    return (1,)


def wide(position: Heap) -> Iterator[int]:
    """Moves in a loop over tuples, which is written out wherever they are gone over."""
    for a, b in WAYS:
        for c, d in WAYS:
            if a * c + b * d == 2 and position.left > 0:
                yield 1 + (a + b + c + d) % 2 * (position.left > 1)


WAYS = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)

PLAIN: Game[Heap, int] = Game("heap", Heap(5, 0), mover, moves, play, payoffs, ratings={"left": left})
THREE = replace(PLAIN, name="three", players=("a", "b", "c"), play=turning, payoffs=shared, ratings={})
ODD = [
    PLAIN,
    replace(PLAIN, name="unrated", ratings={}),
    replace(PLAIN, name="rated by text", ratings={"text": as_text}),
    replace(PLAIN, name="rated twice", ratings={"text": as_text, "left": left}),
    replace(PLAIN, name="not compiled", moves=read),
    replace(PLAIN, name="chance", mover=drawn, odds=odds),
    replace(PLAIN, name="floats", payoffs=halves),
    replace(PLAIN, name="floats, unrated", payoffs=halves, ratings={}),
    replace(PLAIN, name="alone", players=("a",), mover=alone, payoffs=worth, ratings={}),
    THREE,
    replace(THREE, name="three, standing", standings={"left": standing}),
    replace(THREE, name="three, standing by text", standings={"text": standing_as_text}),
]


def lanes_taken(game: Game[Any, Any], near_end: Any) -> dict[str, tuple[str, str]]:
    """The lane, with the reason, that each question takes; `short_best_line` is a position that is soon solved."""
    here = next(here for here in (game.start, near_end) if game.mover(here) != CHANCE)
    answer, (first, *_), counted = search(game, 2, None, here), deepen(game, here), Stats()
    assert (first.lane, first.reason) == (answer.lane, answer.reason)
    think(game, depth=5, stats=(far := Stats()))(here)
    assert far.lane is not None and far.lane.name == answer.lane
    perft(game, 1, stats=counted)
    solution, space = solve(game, near_end), unfold(game, near_end)
    *_, sampled = mcts(game, simulations=1)(here)
    played = playouts(game, 1, near_end)
    answers = {"search": answer, "solve": solution, "unfold": space, "mcts": sampled, "playouts": played}
    told = {question: (answer.lane, answer.reason) for question, answer in answers.items()}
    assert counted.lane is not None
    return told | {"perft": (counted.lane.name, counted.lane.reason), "publish": publishing_lane(game)}


def publishing_lane(game: Game[Any, Any]) -> tuple[str, str]:
    try:
        left_out = publish(game).left_out
    except Refused as refused:
        return "python", str(refused)
    return "machine", f"without {', '.join(left_out)}" if left_out else ""


def lanes_reported(game: Game[Any, Any]) -> dict[str, tuple[str, str]]:
    lanes = lane(game)
    verdicts: dict[str, Lane] = {question: getattr(lanes, question) for question in QUESTIONS if question != "rules"}
    return {question: (verdict.name, verdict.reason) for question, verdict in verdicts.items()}


@pytest.mark.slow
@pytest.mark.parametrize("game", ODD, ids=lambda game: game.name)
def test_lanes_of_odd_games_are_those_of_their_answers(game: Game[Heap, int]) -> None:
    assert lanes_reported(game) == lanes_taken(game, Heap(3, 0))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "nim" else pytest.mark.minutes) for name in GAMES]
)
def test_lanes_of_the_library_s_games_are_those_of_their_answers(name: str) -> None:
    game, random = GAMES[name](), Random(1)
    positions = [game.start]
    while legal := list(game.moves(positions[-1])):
        positions.append(game.play(positions[-1], random.choice(legal)))
    assert lanes_reported(game) == lanes_taken(game, positions[-3])


@pytest.mark.slow
def test_rules_whose_search_is_too_long_to_compile_are_searched_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules by themselves compile: that says nothing of what is compiled with them."""
    game = replace(PLAIN, name="wide", moves=wide)
    monkeypatch.setattr("lazytree.compiler.codegen.module.MOST_INSTRUCTIONS", 2_000)
    lanes = lane(game)
    assert lanes.rules.name == "machine" and lanes.search.name == "python"
    assert "instructions" in lanes.search.reason
    assert lanes_reported(game) == lanes_taken(game, Heap(3, 0))


def test_a_rating_decides_about_the_search_by_it() -> None:
    game = replace(PLAIN, ratings={"left": left, "text": as_text})
    for name in game.ratings:
        answer = search(game, 2, name)
        verdict = lane(game, name).search
        assert (verdict.name, verdict.reason) == (answer.lane, answer.reason)
    assert list(lane(game).ratings) == ["text"]


@pytest.mark.slow
def test_a_page_leaves_out_a_rating_that_does_not_compile_and_says_so() -> None:
    by_text, twice = (publish(game) for game in ODD[2:4])
    for page in (by_text, twice):
        (name,) = page.left_out
        assert (
            name.startswith("the rating text (") and "Not in this page, because it does not compile: the" in page.text
        )
    assert '"sampled":true' in by_text.text and '"sampled":false' in twice.text
    with pytest.raises(Refused, match="no text is made"):
        publish(ODD[3], rating="text")  # that was asked for


def test_bots_that_ask_for_little_say_that_python_is_sooner() -> None:
    for bot, few in ((think, {"depth": 1}), (bots.mcts, {"simulations": 2})):
        stats = Stats()
        bot(nim(), stats=stats, **few)(nim().start)  # type: ignore[operator]
        assert stats.lane == Lane("python", SOONER)


@pytest.mark.slow
def test_lanes_show_themselves() -> None:
    assert repr(lane(nim())) == (
        "<Lanes of nim\n  machine: rules, search by nim_sum, solve, perft, unfold, mcts, playouts, publish>"
    )
    assert lane(nim())._repr_mimebundle_()["text/plain"].startswith("<Lanes of nim")


@pytest.mark.minutes
def test_lanes_of_odd_games_show_themselves() -> None:
    shown = repr(lane(ODD[5]))
    assert "machine: rules, search by left, perft, mcts, playouts, publish\n" in shown
    assert "python: solve, unfold (with chance the value is an exact fraction" in shown
    assert "\n  rating text: python (test_lane_reports.py:" in repr(lane(ODD[2]))


REFUSED = {
    "too few payoffs": ({"payoffs": lambda position: (1,)}, "search", "`payoffs` gives one number a player: 2, not 1"),
    "float payoffs": ({"payoffs": lambda position: (position / 2, -position / 2)}, "unfold", "payoffs that are floats"),
    "float payoffs, simulated": (
        {"payoffs": lambda position: (position / 2, -position / 2)},
        "mcts",
        "payoffs are floats",
    ),
    "a rating without a number": ({"ratings": {"none": lambda position: None}}, "search", "a rating is one number"),
}


@pytest.mark.parametrize("other, question, says", REFUSED.values(), ids=REFUSED)
def test_reasons_are_in_the_words_of_the_rules(other, question, says):
    rules = {
        "mover": lambda position: 0,
        "moves": lambda position: (1,) if position < 3 else (),
        "payoffs": lambda p: (1, -1),
    }
    game = Game(name="odd", start=0, play=lambda position, move: position + move, **{**rules, **other})
    found = getattr(lane(game), question)
    assert (found.name, says in found.reason) == ("python", True)
    assert "searches.py" not in found.reason and "counting.py" not in found.reason

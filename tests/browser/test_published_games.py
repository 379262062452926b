"""The published page of every game of the library in Chromium: a whole game by clicks, and the values of all moves.

In each run a few games; all of them with `-m slow`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import Game, is_over
from lazytree.core.game import CHANCE
from lazytree.core.stats import Stats
from lazytree.core.values import WIN, later, seen_by
from lazytree.games import GAMES, dice_of_doom, kalah, konane, tic_tac_toe
from lazytree.machine.deepening import search_to_depth
from lazytree.playing.announcing import format_turn
from lazytree.playing.ending import ending, seen_ending
from lazytree.show.front_end import front_end
from lazytree.trees.ratings import resolve_two_player_rating

from .published import Opening, Published

Rules = Game[Any, Any]
Making = Callable[[], Rules]

REPETITIONS = 3  # of a position, which end a game on a page
LONGEST = 400  # plies of a game that is tried
SEEN = 8  # moves of which the best one is played, so that games come to an end
POSITIONS = 100
DEEP: dict[str, int] = {"hex": 2, "selfo": 2, "andantino": 2, "lines_of_action": 2, "dvonn": 2, "chess": 2}
"""The plies to which values are looked at; 3 where nothing is said. Of these games a position has many moves."""


def rolled() -> Rules:
    """A game in which chance moves."""
    return dice_of_doom(dice="rolled")


ALL: dict[str, Making] = {**GAMES, "dice_of_doom rolled": rolled}


def some(**often: Making) -> list[Any]:
    """These games for each run, those of the library for the slow ones."""
    rest = [pytest.param(make, marks=pytest.mark.minutes, id=name) for name, make in ALL.items() if name not in often]
    return [*(pytest.param(make, id=name) for name, make in often.items()), *rest]


# ---- whole games by clicks


@pytest.mark.parametrize(
    "make",
    some(
        tic_tac_toe=tic_tac_toe,
        small_konane=lambda: konane(rows=4, columns=4),
    ),
)
def test_two_people_play_a_whole_game_by_clicks(opened: Opening, make: Making) -> None:
    game = make()
    shown, random, course = opened(game), Random(1), [game.start]
    shown.who(*("a person" for _ in game.players))
    while ending(game, course, REPETITIONS) is None:
        assert len(course) < LONGEST
        shown.waits_for(after_chance(game, course, format_turn(game, course[-1])))
        click(shown.page, game, course[-1], lively(game, course[-1], random))
        course = played_there(shown, game, course)
    ended = ending(game, course, REPETITIONS)
    assert ended is not None
    shown.waits_for(after_chance(game, course, seen_ending(game, ended)))
    assert shown.page.inner_text(".ltw-where") == f"{len(course) - 1} of {len(course) - 1}"
    assert [url for url in shown.asked if not url.startswith("file:")] == []
    assert shown.errors == []


def after_chance(game: Rules, course: list[Any], words: str) -> str:
    """Words over the board, after what chance has drawn just now."""
    if len(course) < 2 or game.mover(before := course[-2]) != CHANCE:
        return words
    drawn = next(move for move in game.moves(before) if game.play(before, move) == course[-1])
    return f"{game.format(before, drawn)}. {words}"


def lively(game: Rules, position: Any, random: Random) -> Any:
    """The best of some moves by the game's rating: players who move at random may wander about for ever."""
    rating, mover, moves = resolve_two_player_rating(game, None), game.mover(position), list(game.moves(position))

    def worth(move: Any) -> float:
        after = game.play(position, move)
        return float(seen_by(mover, WIN * game.payoffs(after)[0] if is_over(game, after) else rating(after)))

    return max(random.sample(moves, min(SEEN, len(moves))), key=worth)


def click(page: Any, game: Rules, position: Any, move: Any) -> None:
    """Makes a move by clicks on the cells that it touches, as far as they are needed."""
    before = places(page)
    for cell in game.touched(position, move):
        page.locator(f'.ltw-board [data-cell="{cell}"]').first.click()
        if places(page) != before:
            return
    page.locator(".ltw-more").get_by_role("button", name=game.format(position, move), exact=True).click()


def places(page: Any) -> int:
    """How many moves the page's list has."""
    return int(page.locator(".ltw-record .ltw-step").count())


def played_there(shown: Published, game: Rules, course: list[Any]) -> list[Any]:
    """The positions of the game on the page, by the numbers of the moves in its address, chance's among them."""
    _, _, numbers = shown.page.url.partition("#moves=")
    for number in map(int, numbers.split(".")[len(course) - 1 :]):
        position = course[-1]
        course = [*course, game.play(position, next(islice(game.moves(position), number, None)))]
    return course


# ---- values of all moves

WALK = """async ({ modules, lines, depth }) => {
  const { wasmGame } = (0, eval)(`(() => { ${modules}; return { wasmGame }; })()`);
  const page = JSON.parse(document.getElementById("game").textContent);
  const packed = Uint8Array.from(atob(page.code), (letter) => letter.charCodeAt(0));
  const code = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).bytes();
  const game = await wasmGame(code, page.layout);
  const script = document.querySelector('script[type="module"]').textContent;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.postMessage({ begin: { code, layout: page.layout } });
  const valued = (position, id) => new Promise((resolve, reject) => {
    let last = null;
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.error) reject(new Error(data.error));
      else if (data.said) last = data.said;
      else resolve(last.values.map(({ value }) => value));
    };
    worker.postMessage({ id, ask: "values", position, depth, sampled: false });
  });
  const found = [];
  for (const line of lines) {
    let here = game.start;
    for (const number of line) here = game.play(here, game.moves(here)[number]);
    found.push(await valued(here, found.length));
  }
  worker.terminate();
  return found;
}"""
"""In the page: the positions after these lines of moves, by their numbers; its own worker values all moves of each."""


@pytest.mark.parametrize(
    "make",
    some(
        small_konane=lambda: konane(rows=6, columns=6, opening="corner"),
        small_kalah=lambda: kalah(pits=4),
        small_dice=lambda: dice_of_doom(size=2, dice="rolled"),
    ),
)
def test_values_of_all_moves_are_those_of_native_code(opened: Opening, make: Making) -> None:
    game, rating = make(), resolve_two_player_rating(make(), None)
    depth, lines = DEEP.get(game.name, 3), list(islice(lines_at_random(game, Random(5)), POSITIONS))
    modules = front_end("wasm_game.mjs").replace("export ", "")
    shown = opened(game)
    found = shown.page.evaluate(WALK, {"modules": modules, "lines": [line for line, _ in lines], "depth": depth})
    for (line, position), values in zip(lines, found, strict=True):
        mover = game.mover(position)
        after = [game.play(position, move) for move in game.moves(position)]
        expected = [later(seen_by(mover, value(game, each, depth - 1, rating))) for each in after]
        assert values == expected, line
    assert len({tuple(values) for values in found}) > 10
    assert [url for url in shown.asked if not url.startswith(("file:", "blob:"))] == []
    assert shown.errors == []


def lines_at_random(game: Rules, random: Random) -> Iterator[tuple[list[int], Any]]:
    """Positions in which a player moves, from games played at random, with the numbers of the moves that lead there."""
    while True:
        line, position = list[int](), game.start
        while not is_over(game, position) and len(line) < LONGEST // 4:
            if game.mover(position) != CHANCE and random.random() < 0.2:
                yield list(line), position
            moves = list(game.moves(position))
            line.append(random.randrange(len(moves)))
            position = game.play(position, moves[line[-1]])


def value(game: Rules, position: Any, depth: int, rating: Any) -> Any:
    """What native code finds at a depth, seen by the first player."""
    if is_over(game, position):
        return WIN * game.payoffs(position)[0]
    return search_to_depth(game, position, rating, 1, 1)(depth, 0, Stats(), lambda: False).value

"""A move by clicks: each legal move can be reached, and nothing but legal moves; the keyboard reaches every cell.

What JavaScript chooses is what Python chooses, for the terminal and for pages without JavaScript.
"""

import random
from itertools import pairwise
from typing import Any

import pytest

from lazytree import Game
from lazytree.games import dvonn, konane
from lazytree.session.picking import STEPS, endings, fitting_paths, next_cells, pick, step_to
from lazytree.show.view import layout_of
from tests.helpers.javascript import in_node

CLICKS = """
import { clicked, endings, fitting, nextCells } from "./choose.mjs";
return data[0].map(({ moves, clicks }) => {
  let picked = [], states = [];
  for (const cell of clicks) {
    const next = nextCells(moves, picked), ended = endings(moves, picked);
    const result = clicked(moves, picked, cell);
    states.push({ next, ended, ...result });
    if (result.move !== null) break;
    picked = result.picked;
  }
  return states;
});
"""


def moves(*paths: str) -> list[dict[str, Any]]:
    """Moves whose cells are numbered as letters: "ab" touches the cells 0 and 1."""
    return [{"path": ["abcdefghij".index(letter) for letter in path], "text": path} for path in paths]


def text_of_move(legal: list[dict[str, Any]], clicks: str) -> str | None:
    """The text of the move that clicks have made."""
    [states] = in_node(CLICKS, [{"moves": legal, "clicks": [cell["path"][0] for cell in moves(*clicks)]}])
    move = states[-1]["move"]
    return None if move is None else legal[move]["text"]


def test_a_move_is_made_as_soon_as_one_is_left():
    assert text_of_move(moves("a", "b"), "b") == "b"
    assert text_of_move(moves("ab", "ac", "bc"), "a") is None
    assert text_of_move(moves("ab", "ac", "bc"), "ac") == "ac"
    assert text_of_move(moves("ab", "ac", "bc"), "b") == "bc"


def test_a_second_click_on_the_last_cell_ends_a_move_that_begins_another():
    jumps = moves("ab", "abc", "abcd")
    assert text_of_move(jumps, "ab") is None
    assert text_of_move(jumps, "abb") == "ab"
    assert text_of_move(jumps, "abcc") == "abc"
    assert text_of_move(jumps, "abcd") == "abcd"


def test_a_click_elsewhere_begins_anew_or_lets_go():
    legal = moves("ab", "ac", "bc", "bd")
    assert text_of_move(legal, "abb") == "ab"  # made at the second click: the third one is never asked for
    assert text_of_move(moves("abc", "abd", "ef", "eg"), "aef") == "ef"
    assert text_of_move(moves("abc", "abd", "ef", "eg"), "ajabd") == "abd"
    assert text_of_move(moves("abc", "abd", "ef", "eg"), "aa") is None
    assert text_of_move(moves("abc", "abd", "ef", "eg"), "aaef") == "ef"


def test_moves_of_one_path_are_left_to_buttons():
    twins = [{"path": [0, 1], "text": "to a queen"}, {"path": [0, 1], "text": "to a rook"}]
    [states] = in_node(CLICKS, [{"moves": twins, "clicks": [0, 1, 1]}])
    assert [state["move"] for state in states] == [None, None, None]
    assert states[-1]["ended"] == [0, 1]


def test_moves_without_cells_are_left_to_buttons():
    program = 'import { nextCells, withoutCells } from "./choose.mjs";'
    program += "\nreturn [nextCells(data[0], []), withoutCells(data[0])];"
    assert in_node(program, [{"path": [], "text": "pass"}, {"path": [3], "text": "d"}]) == [[3], [0]]


def random_moves(numbers: random.Random) -> list[dict[str, Any]]:
    """Moves with paths of up to four of five cells, some of which begin others; no two of the same path."""
    paths = {tuple(numbers.randrange(5) for _ in range(numbers.randint(1, 4))) for _ in range(numbers.randint(1, 9))}
    kept = [path for path in paths if all(one != other for one, other in pairwise(path))]
    return [{"path": list(path), "text": str(path)} for path in sorted(kept)]


def test_each_legal_move_is_made_by_clicks_on_its_cells():
    numbers = random.Random(1)
    tried = []
    for legal in filter(None, (random_moves(numbers) for _ in range(300))):
        wanted = numbers.randrange(len(legal))
        path = legal[wanted]["path"]
        tried.append(({"moves": legal, "clicks": [*path, path[-1]]}, wanted))
    results = in_node(CLICKS, [case for case, _ in tried])
    assert [states[-1]["move"] for states in results] == [wanted for _, wanted in tried]


def test_clicks_make_only_the_move_that_is_left_and_open_cells_are_those_that_go_on():
    """A twin of the rules, by brute force: at every click the moves that are left begin with the cells clicked."""
    numbers = random.Random(2)
    cases = [{"moves": random_moves(numbers), "clicks": [numbers.randrange(5) for _ in range(8)]} for _ in range(300)]
    for case, states in zip(cases, in_node(CLICKS, cases)):
        picked: list[int] = []
        for click, state in zip(case["clicks"], states):
            paths = [move["path"] for move in case["moves"]]
            going_on = [path for path in paths if path[: len(picked)] == picked and len(path) > len(picked)]
            assert sorted(state["next"]) == sorted({path[len(picked)] for path in going_on})
            if state["move"] is not None:
                path = paths[state["move"]]
                candidates = [[*picked, click], [click]] if path != picked else [picked]
                assert any(
                    [other for other in paths if other[: len(begun)] == begun] == [path] or path == begun
                    for begun in candidates
                )
            picked = state["picked"]


CHOICES = """
import { clicked, endings, fitting, nextCells } from "./choose.mjs";
return data[0].map(({ paths, clicks }) => {
  const moves = paths.map((path) => ({ path, text: "" }));
  let picked = [];
  return clicks.map((cell) => {
    const after = clicked(moves, picked, cell);
    picked = after.picked;
    return [after.picked, after.move, fitting(moves, picked), nextCells(moves, picked), endings(moves, picked)];
  });
});
"""


def test_cells_make_a_move_in_python_as_clicks_do_on_a_page():
    chance, cases = random.Random(5), list[Any]()
    for _ in range(150):
        paths = list({tuple(chance.randrange(5) for _ in range(chance.randrange(4))) for _ in range(8)})
        cases.append({"paths": paths, "clicks": [chance.randrange(6) for _ in range(6)]})
    for case, expected in zip(cases, in_node(CHOICES, cases), strict=True):
        paths, states = case["paths"], list[Any]()
        cells: tuple[int, ...] = ()
        for click in case["clicks"]:
            cells, made = pick(paths, cells, click)
            left = [each(paths, cells) for each in (fitting_paths, next_cells, endings)]
            states.append([list(cells), made, *left])
        assert states == expected


ARROWS = (
    'import { stepped } from "./choose.mjs"; \nreturn data[1].map(([at, key]) => stepped(data[0], data[2], at, key));'
)


def test_arrows_lead_to_the_next_cell_in_their_direction():
    cells = [cell._asdict() for cell in layout_of(konane(rows=3, columns=3)).cells]
    asked = [[4, "ArrowUp"], [4, "ArrowDown"], [4, "ArrowLeft"], [4, "ArrowRight"], [0, "ArrowUp"], [0, "x"]]
    assert in_node(ARROWS, cells, asked, list(range(9))) == [1, 7, 3, 5, 0, 0]
    assert in_node(ARROWS, cells, [[0, "ArrowRight"], [0, "ArrowDown"]], [2, 8]) == [2, 8]


@pytest.mark.parametrize("game", [dvonn(), konane()], ids=lambda game: game.name)
def test_arrows_reach_every_cell(game: Game[Any, Any]):
    cells = [cell._asdict() for cell in layout_of(game).cells]
    keys, every = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], list(range(len(cells)))
    found = in_node(ARROWS, cells, [[at, key] for at in every for key in keys], every)
    ahead = {at: found[4 * at : 4 * at + 4] for at in every}
    reached, waiting = {0}, [0]
    while waiting:
        for cell in ahead[waiting.pop()]:
            if cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    assert reached == set(every)
    arrows = {f"Arrow{key.capitalize()}": key for key in STEPS}
    places = [(cell["x"], cell["y"]) for cell in cells]
    assert found == [step_to(places, at, arrows[key]) for at in every for key in keys]


def test_what_has_changed_on_a_board_is_a_glide_what_is_new_and_what_is_gone():
    """A jump from 0 to 2 over 1; a stone that is put to 1; a stone on 1 that turns its colour."""
    dark, light = {"owner": 0, "height": 1, "mark": 0}, {"owner": 1, "height": 1, "mark": 0}
    before = {"stones": [{"cell": 0, **dark}, {"cell": 1, **light}], "last": []}
    jumped = {"stones": [{"cell": 2, **dark}], "last": [0, 2]}
    put = {"stones": [{"cell": 0, **dark}, {"cell": 1, **light}, {"cell": 3, **light}], "last": [3]}
    turned = {"stones": [{"cell": 0, **dark}, {"cell": 1, **dark}], "last": [0]}
    program = """
import { changes } from "./motion.mjs";
const told = ({ from, to, fresh, gone }) => [from, to, fresh.map(({ cell }) => cell), gone.map(({ cell }) => cell)];
return data[1].map((after) => told(changes(data[0], after)));
"""
    found = in_node(program, before, [jumped, put, turned, before])
    assert found == [[0, 2, [], [1]], [-1, -1, [3], []], [-1, -1, [1], [1]], [-1, -1, [], []]]

"""Widgets without a browser: what they answer to what their front ends ask; one model each, and its layout."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, alphabeta, bots, grow, is_over, make_tree, prune, rate
from lazytree.core.layout import Cell, Layout
from lazytree.games import clobber, dice_of_doom, dvonn, hex, konane, nim, selfo, tic_tac_toe
from lazytree.games.selfo_rules import swarm_of
from lazytree.session.variations import add_move, line_through, new_variations, step_back, step_forward
from lazytree.swarm import chemotaxis_rating, exponential, inverse, signals, swarm_rating, swarm_score
from tests.helpers.marks import slow_unless
from tests.helpers.waiting import until

anywidget = pytest.importorskip("anywidget", reason="widgets need the extra `notebook`")

from lazytree.hosts.widgets import board, explore, swarm  # noqa: E402


def ask(widget: Any, **message: Any) -> None:
    """Asks a widget what its front end would ask."""
    widget._handle_custom_msg(message, [])


def settled(widget: Any, sure: Callable[[Any], bool] = lambda view: not view["thinking"]) -> Any:
    """What a widget shows when no engine thinks any more, or something else is true."""
    return until(lambda: view if sure(view := widget.view) else None)


# ---- the course of a game


@given(st.lists(st.one_of(st.integers(0, 2), st.sampled_from(["undo", "redo"])), max_size=30))
def test_a_course_is_that_of_a_twin_that_remembers_paths(steps: list[Any]):
    """The twin knows where it is by the moves that led there, and for each place the one that was seen after it."""
    variations, at, seen_after = new_variations(()), (), dict[tuple[int, ...], tuple[int, ...]]()
    for step in steps:
        if step == "undo":
            variations, at = step_back(variations), at[:-1]
        elif step == "redo":
            variations, at = step_forward(variations), seen_after.get(at, at)
        else:
            variations, at = add_move(variations, step, (*at, step)), (*at, step)
        seen_after |= {at[:plies]: at[: plies + 1] for plies in range(len(at))}
        line = [()]
        while line[-1] in seen_after:
            line.append(seen_after[line[-1]])
        assert variations.node.position == at
        assert [variations.nodes[number].position for number in line_through(variations)] == line
    kept = [place.position for place in variations.nodes]
    assert len(set(kept)) == len(kept), "no place is kept twice"


# ---- the board


GAMES = {
    "konane": lambda: konane(rows=4, columns=4),
    "dvonn": lambda: dvonn(placement="random"),
    "dice_of_doom, rolled": lambda: dice_of_doom(size=2, dice="rolled"),
    "dice_of_doom, three": lambda: dice_of_doom(size=2, players=3),
    "hex": lambda: hex(size=3),
    "clobber": lambda: clobber(rows=3, columns=3),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_a_bot_is_a_record_of_legal_moves(name: str):
    game, numbers = GAMES[name](), Random(1)
    widget = board(game, bots.at_random, seed=2)
    while (view := settled(widget))["turn"] != "over":
        assert view["turn"] == "person"
        position = widget.state.position
        assert [move["text"] for move in view["moves"]] == [game.format(position, it) for it in game.moves(position)]
        ask(widget, action="move", place=view["place"], move=numbers.randrange(len(view["moves"])))
    record = widget.state.record
    for before, move, after in zip(record.positions, record.moves, record.positions[1:]):
        assert move in list(game.moves(before))
        assert game.play(before, move) == after
    assert is_over(game, record.position)
    assert [step["text"] for step in view["line"]] == record.written()


def test_a_move_of_a_position_that_is_no_longer_shown_is_not_made():
    widget = board(tic_tac_toe())
    ask(widget, action="move", place=0, move=4)
    ask(widget, action="move", place=0, move=3)  # from a page that has not heard of the move
    ask(widget, action="move", place=widget.view["place"], move=99)
    assert widget.state.record.written() == ["b2"]


def test_undo_redo_and_another_try():
    widget = board(tic_tac_toe())
    for number in (4, 0):
        ask(widget, action="move", place=widget.view["place"], move=number)
    ask(widget, action="undo")
    assert widget.state.record.written() == ["b2"]
    ask(widget, action="redo")
    assert widget.state.record.written() == ["b2", "a3"]
    ask(widget, action="undo")
    ask(widget, action="move", place=widget.view["place"], move=1)
    assert widget.state.record.written() == ["b2", "b3"]
    ask(widget, action="undo")
    assert [step["text"] for step in widget.view["tried"]] == ["a3", "b3"]
    ask(widget, action="go", target=widget.view["tried"][0]["place"])
    assert widget.state.record.written() == ["b2", "a3"]
    ask(widget, action="go", target=0)
    assert widget.state.record.written() == []


def test_against_a_bot_undo_goes_back_to_the_persons_own_turn():
    widget = board(tic_tac_toe(), bots.minimax)
    ask(widget, action="move", place=0, move=4)
    assert len(settled(widget)["line"]) == 2
    ask(widget, action="undo")
    assert widget.state.record.written() == []
    assert "redo" not in settled(widget)["disabled_actions"]
    ask(widget, action="redo")
    assert len(widget.state.record.moves) == 2


def test_the_opponent_begins_where_the_person_is_second():
    widget = board(tic_tac_toe(), bots.minimax, person=SECOND)
    assert len(settled(widget)["line"]) == 1
    assert widget.view["line"][0]["mover"] == FIRST


def patient(game: Any, name: str, stop: Callable[[], bool] = lambda: True) -> Any:
    """A factory of bots that think until they are told to stop; then they make the last move."""

    def bot(position: Any) -> Any:
        while not stop():
            time.sleep(0.005)
        return list(game.moves(position))[-1]

    return bot


def test_a_bot_that_thinks_is_told_to_move_now():
    widget = board(tic_tac_toe(), patient, name="patient")
    ask(widget, action="move", place=0, move=4)
    assert widget.view["thinking"] == "opponent"
    assert widget.view["moves"] == []
    ask(widget, action="move now")
    assert [step["text"] for step in settled(widget)["line"]] == ["b2", "c1"]


def test_a_move_taken_back_while_the_opponent_thinks_is_not_answered():
    widget = board(tic_tac_toe(), patient, name="patient")
    ask(widget, action="move", place=0, move=4)
    ask(widget, action="undo")
    assert settled(widget)["line"][0]["text"] == "b2"
    assert widget.state.record.written() == []
    time.sleep(0.05)  # long enough for the bot to end
    assert widget.state.record.written() == []


def test_what_the_opponent_thinks_is_shown_while_it_thinks():
    widget = board(konane(rows=6, columns=6, opening="corner"), bots.think, seconds=10**6, lane="python")
    ask(widget, action="move", place=0, move=0)
    words = until(lambda: widget.live)
    assert "depth" in words and "positions" in words
    ask(widget, action="move now")
    assert len(settled(widget)["line"]) == 2


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (lambda position: 1 / 0, "ZeroDivisionError"),
        (lambda position: 4, "IllegalMove: 4 is not a legal move"),
        (lambda position: (_ for _ in ()).throw(SystemExit), "SystemExit"),
    ],
)
def test_a_bot_that_fails_is_named_and_the_game_can_go_on(bot: Any, words: str):
    widget = board(tic_tac_toe(), bot)
    ask(widget, action="move", place=0, move=4)
    assert words in settled(widget, lambda view: bool(view["said"]))["said"]
    ask(widget, action="undo")
    assert widget.view["said"] == ""
    assert widget.view["turn"] == "person"


def test_a_hint_is_a_legal_move_and_does_not_change_the_game():
    game = tic_tac_toe()
    widget = board(game)
    for number in (4, 0, 0):
        ask(widget, action="move", place=widget.view["place"], move=number)
    ask(widget, action="hint")
    hint = settled(widget, lambda view: view["hint"] is not None)["hint"]
    assert hint["text"] in [move["text"] for move in widget.view["moves"]]
    assert len(widget.state.record.moves) == 3


def test_a_game_without_a_layout_is_played_by_buttons():
    widget = board(replace(nim(), layout=None))
    assert widget.view["board"] is None
    assert "a" in widget.view["text"]
    data, _ = widget._repr_mimebundle_()
    assert "<pre>" in data["text/html"]
    ask(widget, action="move", place=0, move=0)
    assert len(widget.state.record.moves) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"opponent": 3}, "an opponent is a bot"),
        ({"depth": 3}, "no opponent takes depth"),
        ({"person": 2}, "person must be a player of tic_tac_toe, 0 to 1"),
        ({"position": "X.. / ... / ..."}, "read it first"),
        ({"opponent": bots.minimax, "depth": 0}, "depth must be"),
    ],
)
def test_mistakes_at_the_board_are_named(arguments: dict[str, Any], words: str):
    with pytest.raises(ValueError, match=words):
        board(tic_tac_toe(), **arguments)


# ---- the explorer


def with_list_of_positions(game: Any) -> tuple[Any, list[Any]]:
    """A game, and the list of positions that were made by its moves so far."""
    made: list[Any] = []

    def play(position: Any, move: Any) -> Any:
        made.append(game.play(position, move))
        return made[-1]

    return replace(game, play=play), made


def after_each(game: Any, position: Any) -> list[Any]:
    """By brute force: the positions one ply later."""
    return [game.play(position, move) for move in game.moves(position)]


def ids_shown(widget: Any) -> set[str]:
    return {node["id"] for node in widget.view["tree"]["nodes"]}


@pytest.mark.parametrize(
    "game", [konane(rows=4, columns=4), tic_tac_toe(), dice_of_doom(size=2)], ids=lambda it: it.name
)
def test_a_click_grows_the_positions_one_ply_below_and_no_others(game: Any):
    watched, made = with_list_of_positions(game)
    widget = explore(watched, plies=0)
    assert (widget.state.stats.grown, ids_shown(widget)) == (1, {"/"})
    made.clear()  # the rules are tried once, when a game is handed over
    ask(widget, action="unfold", id="/")
    first = after_each(game, game.start)
    assert made == first
    assert widget.state.stats.grown == 1 + len(set(first))
    assert ids_shown(widget) == {"/", *(f"/{number}" for number in range(len(first)))}
    made.clear()
    ask(widget, action="unfold", id="/1")
    assert made == after_each(game, first[1])
    assert ids_shown(widget) >= {f"/1/{number}" for number in range(len(made))}
    made.clear()
    for again in ("unfold", "choose"):
        ask(widget, action=again, id="/1")
    assert made == []


@pytest.mark.parametrize("game", [konane(), tic_tac_toe(), dice_of_doom(size=2)], ids=lambda it: it.name)
def test_a_game_opens_unfolded_along_its_best_line_and_the_root_is_looked_at(game: Any):
    watched, made = with_list_of_positions(game)
    widget = explore(watched)
    nodes = {node["id"]: node for node in widget.view["tree"]["nodes"]}
    line = [id for id, node in nodes.items() if node["line"]]
    assert (widget.view["at"], line[0], len(line)) == ("/", "/", 4)
    assert {node["parent"] for node in nodes.values()} - {""} == set(line[:-1])  # nothing else is unfolded
    drawn = len(made)
    ask(widget, action="choose", id=line[-1])
    assert len(made) == drawn  # it has grown already


def test_a_wide_node_is_folded_and_unfolds_on_a_click():
    widget = explore(hex(size=5), plies=0)
    ask(widget, action="unfold", id="/")
    assert len(ids_shown(widget)) == 1 + 12
    ask(widget, action="unfold", id="/+")
    assert ids_shown(widget) == {"/", *(f"/{number}" for number in range(25))}


def test_a_search_gives_the_value_of_alphabeta_and_its_line_is_marked():
    game = konane(rows=4, columns=4, opening="corner")
    widget = explore(game, "movable", plies=0)
    ask(widget, action="unfold", id="/")
    ask(widget, action="choose", id="/0")
    ask(widget, action="search", depth=3)
    view = settled(widget, lambda view: view["found"] is not None and not view["searching"])
    answer, node = widget.state.found, widget.state.tree.branches[0][1]
    assert answer.depth == 3
    assert answer.value == alphabeta(rate(game, "movable")(prune(3)(grow(game)(node.key))))
    assert view["found"]["line"].split()[0] == game.format(node.key, answer.best)
    ask(widget, action="line")
    on_line = [node["id"] for node in widget.view["tree"]["nodes"] if node["line"]]
    assert on_line[:2] == ["/", "/0"]
    assert len(on_line) == 2 + len(answer.line)
    assert widget.view["at"] == on_line[-1]


def test_a_search_can_be_stopped():
    widget = explore(konane())
    ask(widget, action="search", depth=60)
    settled(widget, lambda view: view["found"] is not None)
    ask(widget, action="stop")
    assert not settled(widget, lambda view: not view["searching"])["said"]


def test_a_tree_is_explored_as_it_is_and_searched_by_its_own_labels():
    leaves = [(name, make_tree(lambda value=value: value)) for name, value in (("a", 3), ("b", 5))]
    widget = explore(make_tree(lambda: 0, FIRST, leaves))
    ask(widget, action="unfold", id="/")
    assert [node["move"] for node in widget.view["tree"]["nodes"]] == ["", "a", "b"]
    ask(widget, action="search", depth=2)
    assert settled(widget, lambda view: not view["searching"])["found"]["value"] == "5"
    assert widget.view["board"] is None


def test_a_tree_that_has_grown_is_shown_as_far_as_it_has_and_grows_no_further():
    game, made = with_list_of_positions(konane(rows=4, columns=4, opening="corner"))
    tree = rate(game)(prune(3)(grow(game)(game.start)))
    alphabeta(tree)
    before = len(made)
    widget = explore(tree)
    assert len(ids_shown(widget)) > 3
    assert {node["parent"] for node in widget.view["tree"]["nodes"] if node["parent"]} <= {
        node["id"] for node in widget.view["tree"]["nodes"] if node["line"]
    }
    assert len(made) == before


def test_a_rating_that_fails_is_told_and_the_explorer_goes_on():
    widget = explore(tic_tac_toe(), lambda position: 1 // 0)
    assert "ZeroDivisionError" in widget.view["said"]
    ask(widget, action="unfold", id="/")
    assert "ZeroDivisionError" in widget.view["said"]
    ask(widget, action="choose", id="/")
    assert widget.view["said"] == ""


def test_mistakes_at_the_explorer_are_named():
    with pytest.raises(ValueError, match="call it, as in konane"):
        explore(konane)
    with pytest.raises(ValueError, match="has no rating"):
        explore(tic_tac_toe(), "mobilty")
    with pytest.raises(ValueError, match="position is for a game"):
        explore(make_tree(lambda: 0), position=3)
    with pytest.raises(ValueError, match="has labels already"):
        explore(make_tree(lambda: 0), "mobility")


# ---- the swarm


@pytest.mark.parametrize("board_of", [{"setup": 1}, {"setup": "regular", "players": 3}], ids=str)
def test_the_swarm_of_the_drawn_board_is_the_swarm_of_the_game(board_of: dict[str, Any]):
    game = selfo(**board_of)
    widget, own = swarm(game), swarm_of(game)
    ours = widget.state.swarm
    assert [set(near) for near in ours.grid.neighbours] == [set(near) for near in own.grid.neighbours]
    for position in some_positions(game):
        assert [it[:3] for it in signals(ours, position)] == [it[:3] for it in signals(own, position)]
        for player in range(len(game.players)):
            assert swarm_score(ours)(position, player) == swarm_score(own)(position, player)


def some_positions(game: Any) -> list[Any]:
    positions, numbers = [game.start], Random(1)
    while len(positions) < 6 and (moves := list(game.moves(positions[-1]))):
        positions.append(game.play(positions[-1], numbers.choice(moves)))
    return positions


def test_sliders_set_law_and_power_and_the_ratings_follow():
    game = selfo(setup=1)
    position = some_positions(game)[-1]
    widget = swarm(game, position)
    for name, law in (("exponential", exponential), ("inverse", inverse)):
        for power in (20, 50, 90):
            ask(widget, law=name, power=power)
            own = swarm_of(game, law, Fraction(power, 100 * 18))
            numbers = [rating(own)(position) for rating in (swarm_rating, chemotaxis_rating)]
            told = [(f"{it:,.0f}" if abs(it) >= 10 or it == 0 else f"{it:.2g}").replace("-", "−") for it in numbers]
            assert [number for _, number in widget.view["ratings"]] == told


def test_the_heat_is_that_of_the_group_which_was_clicked():
    game = selfo(setup=1)
    widget = swarm(game)
    ask(widget, group=2)
    signal = signals(swarm_of(game), game.start)[2]
    heat = {each["cell"]: each["strength"] for each in widget.view["board"]["heat"]}
    order = sorted(heat, key=lambda cell: abs(heat[cell]))
    assert [signal.strengths[cell] for cell in order] == sorted(signal.strengths[cell] for cell in heat)
    assert all(signal.strengths[cell] < 1 for cell in range(91) if cell not in heat)
    ask(widget, group=-1)
    assert widget.view["group"] == -1


def test_what_cannot_be_set_stays_within_bounds():
    widget = swarm(selfo(setup=1))
    ask(widget, power=1_000, law="no law", group=77)
    assert (widget.state.power, widget.state.law, widget.state.group) == (98, "exponential", -1)


def test_a_board_of_which_neighbours_are_not_known_is_named():
    with pytest.raises(ValueError, match="do not say which are neighbours"):
        swarm(replace(nim(), layout=Layout((Cell("a", 0, 0, "circle"), Cell("b", 1, 0, "circle")))))


# ---- all of them


WIDGETS = {
    "board": lambda: board(konane(rows=4, columns=4)),
    "explore": lambda: explore(konane(rows=4, columns=4)),
    "swarm": lambda: swarm(selfo(setup=1)),
}


@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_is_one_model_and_its_layout_and_leaves_a_picture(name: str):
    from ipywidgets.widgets.widget import _instances

    before = set(_instances)
    widget = WIDGETS[name]()
    assert len(set(_instances) - before) == 2
    data, _ = widget._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.parametrize("name", slow_unless([next(iter(WIDGETS))], WIDGETS))
def test_a_widget_can_be_wrapped_for_marimo(name: str):
    marimo = pytest.importorskip("marimo", reason="marimo is not installed")
    widget = WIDGETS[name]()
    assert marimo.ui.anywidget(widget).widget is widget


def test_without_anywidget_the_extra_is_named():
    program = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from lazytree.games import nim\n"
        "from lazytree.hosts.widgets import board\n"
        "try: board(nim())\n"
        "except ImportError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "widgets need the extra `notebook`: pip install 'lazy-game-trees[notebook]'"


def test_widgets_are_imported_without_anywidget_or_ipython():
    program = "import sys, lazytree.hosts.widgets; print(*{'anywidget', 'IPython', 'tqdm'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip() == ""

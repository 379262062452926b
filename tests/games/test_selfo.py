"""Selfo against published setups and leaves, a twin that walks with Python's sets, and boards drawn here."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import cos, dist, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree import FIRST, SECOND, IllegalMove, alphabeta, best, check_game, grow, leaves, minimax, played, prune, rate
from lazytree.bitsets import cells_of, near_on, set_of
from lazytree.board import hexhex, squares
from lazytree.game import is_over
from lazytree.games import selfo
from lazytree.games.selfo_position import PASS, SWAP, Move, split
from lazytree.games.selfo_ratings import self_organization, swarm_of
from lazytree.games.selfo_setups import widest_gap
from lazytree.swarm import inverse, signals, swarm_rating

CHOICES = st.lists(st.integers(0, 1000), max_size=30)
SMALL = "a1 b3 d4 e5 / a3 b1 d2 e3"  # on the hexhex board of side 3


@st.composite
def games(draw):
    """Selfo on some board, by some rules."""
    players = draw(st.integers(2, 3))
    board, side = draw(st.sampled_from([("hexhex", 5), ("rhombus", 7), ("triangle", 9), ("square", 7)]))
    return selfo(
        setup="irregular",
        board=board,
        side=side,
        steps=draw(st.one_of(st.integers(1, 3), st.tuples(*[st.integers(1, 2)] * players))),
        players=players,
        swap=draw(st.booleans()),
        passing=draw(st.booleans()),
        seed=draw(st.integers(0, 9)),
        margin=5,
    )


def reached(game, choices):
    """The position after a random game: each choice counts round the moves."""
    position = game.start
    for choice in choices:
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, moves[choice % len(moves)])
    return position


def sets_of(game, position):
    """Each player's cells by name."""
    names = [cell.name for cell in game.picture(position).cells]
    return [{names[cell] for cell in cells_of(mine)} for mine in split(position.sets, len(names), len(game.players))]


def written(game, position):
    return [game.format(position, move) for move in game.moves(position)]


def after(game, *texts):
    position = game.start
    for text in texts:
        position = game.play(position, game.parse(position, text))
    return position


def drawn(text, **rules):
    """The game on the hexhex board of side 3 whose start is drawn here by its rows, B, W and dots."""
    names, marks = hexhex(3).names, text.split()
    assert len(marks) == len(names)
    setup = [" ".join(name for name, mark in zip(names, marks) if mark == player) for player in "BW"]
    return selfo(setup=setup, side=3, **rules)


# Published


@pytest.mark.parametrize(
    ("setup", "counts"),
    [
        (1, [57, 3237, 186471]),
        (2, [42, 1728, 73926]),
        (3, [51, 2595, 130896]),
        (4, [69, 4725, 317526]),
        (5, [57, 3261, 182907]),
    ],
)
def test_leaves_without_passes_and_swaps(setup, counts):
    assert list(islice(leaves(selfo(setup=setup, swap=False, passing=False)), 3)) == counts


@pytest.mark.parametrize(("setup", "pieces", "density"), [(1, 18, "39.6%"), (2, 18, "39.6%"), (5, 24, "52.7%")])
def test_published_setups(setup, pieces, density):
    game = selfo(setup=setup)
    assert [len(mine) for mine in sets_of(game, game.start)] == [pieces, pieces]
    assert game.show(game.start).endswith(f"{2 * pieces} pieces on 91 cells ({density})")
    assert game.picture(game.start).caption in game.show(game.start)


# The rules, on boards drawn here

BEND = """
      B W .
     . . W .
    W W . . B
     B . . .
      . B W
"""


def test_a_move_through_a_bend():
    """From a1 the way leads by b1 and b2 only: straight on, then round the corner."""
    steps = {
        number: {move for move in written(game, game.start) if move.startswith("a1-")}
        for number in (1, 2, 3)
        for game in [drawn(BEND, steps=number)]
    }
    assert steps[1] == {"a1-b1", "a1-b2"}
    assert steps[2] == steps[1] | {"a1-c3"}
    assert steps[3] == steps[2] | {"a1-c4", "a1-d3", "a1-d4"}


def test_each_player_has_his_own_number_of_steps():
    game = drawn(BEND, steps=(1, 2), swap=False)
    position = after(game, "a1-b1")
    assert "a1-c3" not in written(game, game.start)
    assert "e5-d3" in written(game, position)
    assert sorted(written(game, position)) == sorted(written(drawn(BEND, steps=2, swap=False), position))


def test_moves_are_in_order_of_cells_then_pass_then_swap():
    game = drawn(BEND)
    position = after(game, "pass")
    moves = list(game.moves(position))
    assert moves[-2:] == [PASS, Move(SWAP, FIRST)]
    assert moves[:-2] == sorted(moves[:-2])


def test_a_swap_changes_owners_and_uses_up_the_turn():
    game = drawn(BEND)
    assert "swap" not in written(game, game.start)
    moved = after(game, "a1-b1")
    position = after(game, "a1-b1", "swap")
    assert sets_of(game, position) == sets_of(game, moved)[::-1]
    assert game.mover(moved) == SECOND and game.mover(position) == FIRST
    assert "swap" not in written(game, position)
    assert "a2-a3" in written(game, position)  # a piece that was White's


def test_a_swap_only_on_the_first_turn():
    game = drawn(BEND)
    assert "swap" in written(game, after(game, "pass"))
    assert "swap" not in written(game, after(game, "a1-b1", "e5-d5", "b1-a1"))
    game = drawn(BEND, swap=False)
    assert "swap" not in written(game, after(game, "a1-b1"))


def test_a_swap_between_passes_is_no_pass():
    game = drawn(BEND)
    assert not is_over(game, after(game, "pass", "swap", "pass"))
    assert is_over(game, after(game, "pass", "swap", "pass", "pass"))


def test_three_players_swap_with_whom_they_like():
    game = selfo(setup="a1 a3 c1 c3 / a2 b4 d2 e4 / b1 c5 d5 e3", side=3, players=3)
    position = after(game, "a1-b2")
    assert written(game, position)[-2:] == ["swap with Black", "swap with Red"]
    assert sets_of(game, after(game, "a1-b2", "swap with Red")) == [
        {"b2", "a3", "c1", "c3"},
        {"b1", "c5", "d5", "e3"},
        {"a2", "b4", "d2", "e4"},
    ]
    assert written(game, after(game, "pass", "pass"))[-2:] == ["swap with Black", "swap with White"]


def test_all_pass_and_it_is_a_draw():
    game = drawn(BEND)
    assert not is_over(game, after(game, "pass"))
    position = after(game, "a1-b1", "pass", "pass")
    assert is_over(game, position) and game.payoffs(position) == (0, 0)
    assert "a draw" in game.show(position)


def test_without_passing_a_pass_is_only_for_who_cannot_step():
    assert "pass" not in written(drawn(BEND, passing=False), drawn(BEND).start)
    blocked = selfo(board=squares(1, 5), setup="a1 c1 / b1 d1 e1", passing=False, swap=False, steps=3)
    assert written(blocked, blocked.start) == ["pass"]
    assert blocked.payoffs(after(blocked, "pass", "pass")) == (0, 0)


JOINABLE = """
      B B .
     . B . .
    W . . B .
     . W . .
      W W .
"""


def test_who_joins_his_pieces_wins():
    game = drawn(JOINABLE, swap=False)
    position = after(game, "c4-c3")
    assert is_over(game, position) and game.payoffs(position) == (1, -1)
    assert "Black has won" in game.show(position)
    position = after(game, "c4-c5", "c1-d2")
    assert is_over(game, position) and game.payoffs(position) == (-1, 1)


def test_among_three_the_winner_takes_it_all():
    game = selfo(setup="a1 a3 c1 c3 / b4 d2 d3 d4 / b1 c5 d5 e5", side=3, players=3)
    position = after(game, "pass", "b4-c4")
    assert game.payoffs(position) == (-1, 1, -1) and is_over(game, position)


# Against a twin


def twin_moves(game, position):
    """The steps of the mover, as pairs of names: breadth first over empty cells."""
    grid = swarm_of(game).grid
    sets = sets_of(game, position)
    near = {name: [grid.names[n] for n in grid.neighbours[cell]] for cell, name in enumerate(grid.names)}
    steps = game.parameters["steps"]
    limit = steps if isinstance(steps, int) else steps[position.mover]
    for source in sets[position.mover]:
        reached, fringe = {source}, {source}
        for _ in range(limit):
            fringe = {n for cell in fringe for n in near[cell] if not any(n in mine for mine in sets)} - reached
            reached |= fringe
        yield from (f"{source}-{target}" for target in reached - {source})


def in_one_piece(near, cells):
    """Whether the cells hang together."""
    rest = set(cells)
    fringe = [rest.pop()]
    while fringe:
        found = rest & set(near[fringe.pop()])
        rest -= found
        fringe += found
    return not rest


@given(games(), CHOICES)
def test_steps_agree_with_the_twin(game, choices):
    position = reached(game, choices)
    grid = swarm_of(game).grid
    near = {name: [grid.names[n] for n in grid.neighbours[cell]] for cell, name in enumerate(grid.names)}
    winners = [player for player, mine in enumerate(sets_of(game, position)) if in_one_piece(near, mine)]
    moves = written(game, position)
    if winners or position.passes == len(game.players):
        assert moves == []
        assert [player for player, payoff in enumerate(game.payoffs(position)) if payoff == 1] == winners
    else:
        steps = [move for move in moves if move != "pass" and "swap" not in move]
        assert sorted(steps) == sorted(twin_moves(game, position))
        assert ("pass" in moves) == (game.parameters["passing"] or not steps)


@given(games(), CHOICES, st.integers(0, 1000))
def test_a_step_moves_one_piece(game, choices, choice):
    position = reached(game, choices)
    steps = [move for move in game.moves(position) if move.source >= 0]
    if steps:
        move = steps[choice % len(steps)]
        source, target = game.format(position, move).split("-")
        expected = sets_of(game, position)
        expected[position.mover] = expected[position.mover] - {source} | {target}
        assert sets_of(game, game.play(position, move)) == expected


@settings(max_examples=8)
@given(games(), st.integers(0, 1000))
def test_the_laws_of_games(game, seed):
    check_game(game, games=1, plies=12, seed=seed)


@pytest.mark.parametrize("setup", [1, 5])
def test_the_laws_on_published_setups(setup):
    check_game(selfo(setup=setup), games=1, plies=20)


# Setups made by chance


def cut_off(grid, sets):
    """Whether some piece has no way to another of its set that leads over empty cells and own pieces only."""
    near = grid.neighbours
    for mine in sets:
        room = {cell for cell in range(len(near)) if not any(cell in other for other in sets if other is not mine)}
        seen, fringe = {min(mine)}, [min(mine)]
        for cell in fringe:
            fresh = {n for n in near[cell] if n in room} - seen
            seen |= fresh
            fringe += fresh
        if not mine <= seen:
            return True
    return False


@settings(max_examples=12)
@given(
    st.sampled_from([("hexhex", 5), ("hexhex", 6), ("square", 8), ("rhombus", 6)]),
    st.sampled_from(["regular", "irregular"]),
    st.integers(0, 10**6),
)
def test_setups_by_chance_are_equal_dense_enough_and_open(board, setup, seed):
    name, side = board
    game = selfo(setup=setup, board=name, side=side, seed=seed)
    grid, start = swarm_of(game).grid, game.start
    count = len(grid.names)
    sets = [set(cells_of(mine)) for mine in split(start.sets, count, 2)]
    assert len(sets[0]) == len(sets[1]) >= 4 and not sets[0] & sets[1]
    assert Fraction(35, 100) <= Fraction(len(sets[0] | sets[1]), count) <= Fraction(40, 100)
    assert not is_over(game, start)
    for mover in (FIRST, SECOND):
        for move in game.moves(start._replace(mover=mover, newcomers=0)):
            if move.source >= 0:
                moved = list(sets)
                moved[mover] = sets[mover] - {move.source} | {move.target}
                assert not cut_off(grid, moved)
    gaps = [widest_gap(near_on(grid), set_of(mine)) for mine in sets]
    assert gaps[0] == gaps[1]
    assert selfo(setup=setup, board=name, side=side, seed=seed).start == start


@pytest.mark.parametrize(
    ("board", "side", "copies", "players"),
    [("hexhex", 6, 6, 2), ("hexhex", 5, 6, 3), ("square", 8, 4, 2), ("rhombus", 6, 2, 2), ("triangle", 9, 3, 3)],
)
def test_a_regular_setup_turned_round_is_itself_in_the_next_colours(board, side, copies, players):
    """The turn is made in the plane, about the middle of the board."""
    game = selfo(setup="regular", board=board, side=side, players=players)
    cells = game.picture(game.start).cells
    x, y = (sum(getattr(cell, axis) for cell in cells) / len(cells) for axis in "xy")

    def turned(cell, angle):
        a, b = cell.x - x, cell.y - y
        place = (x + a * cos(angle) - b * sin(angle), y + a * sin(angle) + b * cos(angle))
        return next(other for other in cells if dist(place, (other.x, other.y)) < 1e-6)

    shifts = {(turned(cell, 2 * pi / copies).stone - cell.stone) % players for cell in cells if cell.stone is not None}
    assert len(shifts) == 1 and shifts != {0}


@settings(max_examples=30)
@given(st.sets(st.integers(0, 18), min_size=2, max_size=4))
def test_the_widest_gap_is_a_lower_bound(cells):
    """The true number of steps, breadth first over all ways to step with nobody else on the board."""
    grid = hexhex(3)
    fringe, steps, seen = {frozenset(cells)}, 0, set()
    while not any(in_one_piece(grid.neighbours, mine) for mine in fringe):
        seen |= fringe
        fringe = {
            mine - {cell} | {n} for mine in fringe for cell in mine for n in grid.neighbours[cell] if n not in mine
        } - seen
        steps += 1
    assert widest_gap(near_on(grid), set_of(cells)) <= steps
    if len(cells) == 2:
        assert widest_gap(near_on(grid), set_of(cells)) == steps


# What is read and written


def test_a_drawing_is_read():
    game = drawn(BEND)
    shown = game.show(after(game, "a1-b1"))
    assert shown.splitlines()[:5] == [
        "a1    . W .",
        "b1   B . W .",
        "c1  W W . . B",
        "d2   B . . .",
        "e3    . B W",
    ]
    assert shown.splitlines()[5].startswith("White to move, first turn; 9 pieces on 19 cells")
    assert game.read(shown) == after(game, "a1-b1")
    assert game.read(shown.lower().replace("white to", "White to").split(";")[0]) == after(game, "a1-b1")


def test_moves_are_read_with_spaces_and_capitals():
    game = drawn(BEND)
    assert game.parse(game.start, " A1 - B1 ") == game.parse(game.start, "a1-b1")


def test_the_picture_has_every_cell_and_stone():
    game = drawn(BEND)
    cells = game.picture(game.start).cells
    assert {cell.shape for cell in cells} == {"hexagon"} and len(cells) == 19
    assert [{cell.name for cell in cells if cell.stone == player} for player in (FIRST, SECOND)] == sets_of(
        game, game.start
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("B", "R", 1), "marks out of BW"),
        (lambda text: text.replace(" .", "", 1), "19 marks"),
        (lambda text: text.replace("Black to", "Red to"), "who of Black, White is to move"),
        (lambda text: text.replace("first turn", "first turn, 3 passed"), "who of Black, White is to move"),
        (lambda text: text.replace(".", "B", 1), r"have \[4, 5\] pieces"),
    ],
)
def test_a_drawing_that_is_none(change, says):
    game = drawn(BEND)
    with pytest.raises(ValueError, match=says):
        game.read(change(game.show(game.start)))


def test_a_drawing_won_by_who_has_not_moved():
    game = selfo(side=3, setup=SMALL)
    with pytest.raises(ValueError, match="Black has all pieces together, but has not moved last"):
        game.read("""
            a1      B B B
            b1    W . . B
            c1   . . . . .
            d2    W . . .
            e3      W . W
            Black to move""")


@pytest.mark.parametrize("text", ["z9-a1", "a1-e5", "a2-a3", "swap", "", "a1"])
def test_an_illegal_move_names_the_legal_ones(text):
    game = drawn(BEND)
    with pytest.raises(IllegalMove, match="legal here: a1-b1, a1-b2, "):
        game.parse(game.start, text)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"setup": 6}, "setup must be 1 to 5"),
        ({"setup": "irregularly"}, "setup must be 1 to 5"),
        ({"setup": None}, "setup must be 1 to 5"),
        ({"setup": [["a1"], ["a2"]]}, "setup must be 1 to 5"),
        ({"setup": 1, "side": 5}, 'setup 1 is for two players on board="hexhex", side=6'),
        ({"setup": 2, "players": 3}, "setup 2 is for two players"),
        ({"setup": "regular", "board": squares(6, 6)}, "needs a board out of hexhex"),
        ({"setup": "regular", "players": 4}, "6 times round a hexhex, which 4 players cannot share"),
        ({"setup": "regular", "board": "triangle"}, "3 times round a triangle, which 2 players cannot share"),
        ({"setup": "irregular", "side": 3}, "19 cells cannot be filled equally: 2 players need a multiple of 2"),
        ({"setup": "irregular", "players": 10}, "91 cells cannot be filled equally: 10 players need"),
        ({"setup": "irregular", "density": 0.5}, "density must be between 0.35 and 0.4"),
        ({"density": -1}, "density must be"),
        ({"density": "high"}, "density must be"),
        ({"margin": -1}, "margin must be a whole number of at least 0"),
        ({"side": 0}, "side must be a whole number of at least 1"),
        ({"board": "round"}, "board must be one of hexhex, square, rhombus, triangle"),
        ({"steps": 0}, "steps must be a whole number of at least 1"),
        ({"steps": (1, 2, 3)}, "steps must be one number, or one for each of the 2 players"),
        ({"steps": 1.5}, "steps must be a whole number"),
        ({"players": 1}, "players must be a whole number of at least 2"),
        ({"players": 40}, "players must be at most 26"),
        ({"swap": "yes"}, "swap must be True or False"),
        ({"passing": 1}, "passing must be True or False"),
        ({"setup": "a1 a3 / z9 b1"}, "there is no cell 'z9'; this board's 91 are a1 to k11"),
        ({"setup": "a1 a3 / a1 b4"}, "two pieces stand on a1"),
        ({"setup": "a1 a3 / b1 b4 / c1 c3"}, "cells for 3 players, not for 2"),
        ({"setup": "a1 a2 / b1 b4"}, "nobody's pieces may be one group from the start"),
        ({"setup": "a1 a3 / "}, "nobody's pieces may be one group from the start"),
    ],
)
def test_bad_arguments(arguments, says):
    with pytest.raises(ValueError, match=says):
        selfo(**arguments)


# Judging


def test_groups_and_largest_group_by_hand():
    game = drawn(BEND)
    groups, largest = game.ratings["groups"], game.ratings["largest_group"]
    assert (groups(game.start), largest(game.start)) == (3 - 4, 1 - 2)  # a2 and b3 touch, and c1 and c2
    position = after(game, "e4-d3")
    assert (groups(position), largest(position)) == (3 - 3, 2 - 2)


def test_the_rating_among_three_is_against_the_best_of_the_others():
    game = selfo(setup="a1 a3 c1 c3 / b4 d2 d3 d4 / b1 c5 d5 e5", side=3, players=3)
    assert game.standings["largest_group"](game.start) == (1, 3, 3)
    assert game.standings["groups"](game.start) == (-4, -2, -2)
    assert game.ratings["groups"](game.start) == -4 - -2


@settings(max_examples=10)
@given(games(), CHOICES)
def test_standings_and_ratings_agree(game, choices):
    position = reached(game, choices)
    assert game.ratings.keys() == game.standings.keys()
    for name, rating in game.ratings.items():
        first, *others = game.standings[name](position)
        assert rating(position) == first - max(others)


def test_the_swarm_of_a_game_takes_another_law():
    game = selfo(setup=2)
    assert swarm_rating(swarm_of(game, inverse))(game.start) == game.ratings["swarm_inverse"](game.start)
    assert len({signal.colour for signal in signals(swarm_of(game), game.start)}) == 2


@settings(max_examples=10)
@given(CHOICES, st.sampled_from(["swarm", "chemotaxis", "groups"]))
def test_a_rated_tree_has_one_value(choices, name):
    game = selfo(setup="irregular", board="triangle", side=6)
    look = lambda position: prune(2)(rate(game, game.ratings[name])(grow(game)(position)))  # noqa: E731
    position = reached(game, choices)
    assert alphabeta(look(position)) == minimax(look(position))


def test_one_ply_of_the_swarm_takes_a_win():
    game = drawn(JOINABLE, swap=False)
    tree = prune(1)(rate(game, game.ratings["swarm"])(grow(game)(game.start)))
    assert game.payoffs(game.play(game.start, best(tree))) == (1, -1)


def test_self_organization_by_hand():
    """Four pieces a side. One of Black's moves in the first turn, one of White's in the second, none in the third."""
    game = selfo(side=3, setup=SMALL)
    moves = iter(["a1-b2", "a3-a2", "pass"])
    plan = [lambda position: game.parse(position, next(moves, "none"))] * 2
    assert list(self_organization(game, islice(played(game, plan), 3))) == [
        (0, 0),
        ((0 + 3 * 1) / 4, 1),
        ((1 + 3 * 2) / 4, (0 + 3 * 2) / 4),
    ]


def test_self_organization_follows_a_swap():
    game = selfo(side=3, setup=SMALL)
    moved, swapped = after(game, "a1-b2"), after(game, "a1-b2", "swap")
    record = [(game.start, Move(0, 4)), (moved, Move(SWAP, FIRST)), (swapped, None)]
    assert record[0][1] == game.parse(game.start, "a1-b2")
    assert list(self_organization(game, record)) == [(0, 0), (3 / 4, 1), (2, (1 + 3 * 2) / 4)]

"""Andantino with positions that name the last stone: the rules of the plain game, and the rating of its source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import FIRST, IllegalMove, search
from lazytree.compiler import rules_lane
from lazytree.games import andantino
from lazytree.games.andantino_rules import NO_STONE, LastStonePosition, Position
from tests.helpers.games import format_moves, last_of, play_texts, random_game
from tests.helpers.positions import walk_to, walks
from tests.helpers.trees import brute

from .andantino_boards import AXES, OLD_RING, RING, board_of, cells_in, near, twin_region

SEEDS, PLIES = st.integers(0, 10**9), st.integers(0, 40)
SIDES = st.sampled_from([3, 4, 5, 10])
SIDE_4, WITH_5 = andantino(side=4, last_stone=True), andantino(side=5, last_stone=True)


def twin_rating(side: int, position: LastStonePosition) -> int:
    """The rating counted cell by cell."""
    if position.last == NO_STONE:
        return 0
    stone = divmod(position.last, 2 * side - 1)
    black, white = cells_in(side, position.black), cells_in(side, position.white)
    own, enemy = (black, white) if stone in black else (white, black)

    def run(down: int, across: int) -> int:
        length = 0
        while (stone[0] + (length + 1) * down, stone[1] + (length + 1) * across) in own:
            length += 1
        return length

    longest = max(1 + run(down, across) + run(-down, -across) for down, across in AXES)
    regions = [twin_region(board_of(side), own, cell) for cell in near(stone) if cell in board_of(side) - own]
    encloses = any(region and region & enemy for region in regions)
    alone = not any(cell in own for cell in near(stone))
    return (longest + 5 * encloses - alone) * (1 if stone in black else -1)


@given(SIDES, SEEDS, PLIES)
def test_the_rating_is_the_twin_s_along_random_games(side: int, seed: int, plies: int) -> None:
    game = andantino(side, last_stone=True)
    for position in random_game(game, seed, plies):
        assert game.ratings["last_stone"](position) == twin_rating(side, position)


@pytest.mark.parametrize(
    "moves, worth",
    [
        ([], 0),
        (["10 J"], 0),  # a line of one stone, which touches no other black one
        (["10 J", "9 J"], 0),
        (["10 J", "9 J", "9 I"], 2),
        (["10 J", "9 J", "9 I", "10 K"], -2),
        (["10 J", "9 J", "9 I", "10 K", "11 K"], 3),  # 9 I, 10 J, 11 K
    ],
)
def test_the_rating_after_the_first_stones(moves: list[str], worth: int) -> None:
    game = andantino(last_stone=True)
    assert game.ratings["last_stone"](play_texts(game, game.start, *moves)) == worth


def begun_from(text: str, last: str) -> LastStonePosition:
    """A position of side 5 that was drawn by hand for the plain game, with its last stone."""
    *rows, turn = text.strip("\n").splitlines()
    return WITH_5.read("\n".join([*rows, f"last stone {last}", turn]))


def test_enclosing_counts_five() -> None:
    """Black closes the ring around 5 E with 4 E, in a line of three."""
    closed = play_texts(WITH_5, begun_from(RING, "7 D"), "4 E")
    assert closed.winner == FIRST
    assert WITH_5.ratings["last_stone"](closed) == 3 + 5


def test_a_stone_in_a_ring_that_was_closed_before_encloses_nothing() -> None:
    """A white stone in the black ring touches no white one; Black's next stone beside the ring closes it again."""
    inside = play_texts(WITH_5, begun_from(OLD_RING, "6 F"), "5 E")
    assert WITH_5.ratings["last_stone"](inside) == 0
    won = play_texts(WITH_5, inside, "7 E", "7 G", "5 F")
    assert won.winner == FIRST
    assert WITH_5.ratings["last_stone"](won) == twin_rating(5, won) >= 5


@given(SIDES, SEEDS, PLIES)
def test_the_rules_are_those_of_the_plain_game(side: int, seed: int, plies: int) -> None:
    plain, game = andantino(side), andantino(side, last_stone=True)
    before = None
    for position in random_game(game, seed, plies):
        here = Position(*position[:6])
        assert list(game.moves(position)) == list(plain.moves(here))
        assert (game.mover(position), game.payoffs(position)) == (plain.mover(here), plain.payoffs(here))
        for name, rating in plain.ratings.items():
            assert game.ratings[name](position) == rating(here)
        for move in game.moves(position):
            assert game.format(position, move) == plain.format(here, move)
        if before is not None:
            assert here == plain.play(before, position.last)
        before = here
    assert game.start == (*plain.start, NO_STONE)


@given(SIDES, SEEDS, PLIES)
def test_the_text_names_the_last_stone_and_is_read_back(side: int, seed: int, plies: int) -> None:
    game = andantino(side, last_stone=True)
    position = last_of(random_game(game, seed, plies))
    assert game.read(game.show(position)) == position
    named = [line for line in game.show(position).splitlines() if line.startswith("last stone ")]
    assert len(named) == (position.last != NO_STONE)


THREE = """
      A B C
 1   . . . D
 2  . . o . E
 3 . . x x .
 4  . . . .
 5   . . .
"""


@pytest.mark.parametrize(
    "last, said",
    [
        ("White to move", "a position with stones has one line such as `last stone 10 J`"),
        ("last stone 2 C\nWhite to move", "Black has not come here with 2 C"),
        ("last stone 1 A\nWhite to move", "Black has not come here with 1 A"),
        ("last stone 9 J\nWhite to move", "there is no cell '9j'"),
        ("last stone 3 D\nlast stone 3 C\nWhite to move", "one line such as `last stone 10 J`"),
    ],
)
def test_a_last_stone_that_is_not_there_is_named(last: str, said: str) -> None:
    game = andantino(side=3, last_stone=True)
    for spelling in ("last stone 3 D", "Last Stone 3d", "laststone3D"):
        assert game.read(f"{THREE}{spelling}\nWhite to move").last == 13
    with pytest.raises(ValueError, match=said):
        game.read(THREE + last)


def test_a_line_of_five_must_have_come_with_the_last_stone() -> None:
    rows = ["o o o o x", "o . . . . .", ". " * 7, ". " * 8, "x x x x x . . . .", ". " * 8, ". " * 7, ". " * 6, ". " * 5]

    def won_with(last: str) -> LastStonePosition:
        return WITH_5.read("\n".join([*rows, f"last stone {last}", "Black has won"]))

    assert won_with("5 C").winner == FIRST
    for last in ("1 E", "1 A", "9 I"):  # Black's line was there before; a stone of White; none
        with pytest.raises(ValueError, match=f"Black has not come here with {last}"):
            won_with(last)


def test_an_empty_board_has_no_last_stone() -> None:
    game = andantino(side=3, last_stone=True)
    assert game.read(game.show(game.start)) == game.start
    with pytest.raises(ValueError, match="a position with stones has one line"):
        game.read("last stone 3 C\n" + game.show(game.start))


@pytest.mark.parametrize("wrong", [1, "yes", None])
def test_last_stone_is_true_or_false(wrong: object) -> None:
    with pytest.raises(ValueError, match="last_stone must be True or False"):
        andantino(last_stone=wrong)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_plain_game_and_the_variant_compile_with_all_ratings() -> None:
    for game in (andantino(), andantino(last_stone=True)):
        assert (rules_lane(game).name, rules_lane(game).ratings) == ("machine", {})


@pytest.mark.slow
@given(walks(20), st.sampled_from(sorted(SIDE_4.ratings)), st.integers(1, 3))
def test_both_lanes_find_the_value_of_brute_force(walk: tuple[int, int], name: str, depth: int) -> None:
    position = walk_to(SIDE_4, walk)
    values = {search(SIDE_4, depth, name, position, lane=lane).value for lane in ("machine", "python")}
    assert values == {brute(SIDE_4, SIDE_4.ratings[name], position, depth)}


# The published test sequence

SEQUENCE = ("10 J", "9 J", "9 J", "8 J")
"""The user's moves as printed; the program's answers between them are not."""


def test_the_printed_sequence_repeats_a_cell_and_that_is_refused() -> None:
    """All legal answers are tried. Where 9 J was played it is refused as the next move; 8 J is legal in some games."""
    game = andantino()
    opened, refused, went_on = play_texts(game, game.start, SEQUENCE[0]), 0, 0
    for one in game.moves(opened):
        answered = game.play(opened, one)
        if SEQUENCE[1] not in format_moves(game, answered):
            continue
        again = play_texts(game, answered, SEQUENCE[1])
        for other in game.moves(again):
            position = game.play(again, other)
            with pytest.raises(IllegalMove, match="'9 J' is not a legal move; legal here: "):
                game.parse(position, SEQUENCE[2])
            refused += 1
            went_on += SEQUENCE[3] in format_moves(game, position)
    assert refused > went_on > 0


def test_the_printed_sequence_is_refused_as_the_moves_of_both_players_too() -> None:
    game = andantino()
    with pytest.raises(IllegalMove, match="'9 J' is not a legal move"):
        play_texts(game, game.start, *SEQUENCE)

"""check_game and check_rating name each broken law, and the position in which it is broken."""

from dataclasses import replace
from itertools import count
from math import inf, nan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, FIRST, SURE, BrokenLaw, Game, check_game, check_rating, compiled, is_over, up_to_symmetry
from lazytree.core.layout import DARK, Cell, Layout, Stone
from lazytree.games import domineering, nim, nim_rules, tic_tac_toe
from lazytree.playing.random_games import RandomGames, random_positions, summarize_lengths
from tests.helpers.examples import examples
from tests.helpers.trees import WITH_CHANCE, endless_game, game_of, graphs

NIM = nim((2, 1))


def dice(**changes):
    """A game of one roll: 0 -> 1 or 2, with chance to move."""
    game = Game(
        name="dice",
        start=0,
        mover=lambda position: CHANCE,
        moves=lambda position: (1, 2) if position == 0 else (),
        play=lambda position, move: move,
        payoffs=lambda position: (0, 0),
        odds=lambda position, move: move,
    )
    return replace(game, **changes)


class Box:
    """A position that can be changed, however it says otherwise."""

    def __init__(self, content=3):
        self.content = content

    def __repr__(self):
        return f"Box({self.content})"

    def __eq__(self, other):
        return self.content == other.content

    def __hash__(self):
        return 1


class Hidden:
    """A position that can be changed, and says nothing about it."""

    def __init__(self):
        self.content = 5


def spend(position, move):
    position.content -= 1
    return position


def take_from(box, move):
    box.content -= 1
    return Box(box.content)


BOXES = Game(
    name="boxes",
    start=Box(),
    mover=lambda box: FIRST,
    moves=lambda box: range(box.content),
    play=lambda box, move: Box(box.content - 1),
    payoffs=lambda box: (0, 0),
)


class Ghost(int):
    """A number that is no two times the same."""

    __hash__ = int.__hash__

    def __eq__(self, other):
        return False


def no_answer(*question):
    raise KeyError("no answer")


def always(answer):
    """A function that gives the very same answer each time."""
    return lambda *question: answer


def now_and_then(answers):
    """A function that gives one answer after another."""
    supply = count()
    return lambda *question: answers[next(supply) % len(answers)]


def third_time_unlucky(function):
    """The same function, until it is asked a third time."""
    supply = count()
    return lambda *question: function(*question) if next(supply) < 2 else no_answer()


def read_begun(text):
    """A read that begins with a text of one line, so that no `/` is taken for a new line."""
    return NIM.start if text == "begin" else nim_rules.read(text)


def with_layout(**changes):
    """Nim with such a layout."""
    return replace(NIM, layout=replace(NIM.layout, **changes))


BROKEN = {
    "moves that repeat": (replace(NIM, moves=lambda p: [*NIM.moves(p)] * 2), "listed once each.*a-1"),
    "moves that vary": (
        replace(NIM, moves=lambda p: Random().sample([*NIM.moves(p)] * 9, 27)),
        "same when asked again",
    ),
    "moves that raise": (replace(NIM, moves=no_answer), "moves.*KeyError.*no answer"),
    "moves that raise when asked again": (
        replace(NIM, moves=third_time_unlucky(NIM.moves)),
        "moves.*KeyError",
    ),
    "a play that raises": (replace(NIM, play=no_answer), "play.*KeyError"),
    "a play that mutates": (replace(BOXES, play=take_from), "must not change the old position"),
    "a play that mutates what hides its content": (
        Game("hidden", Hidden(), lambda p: FIRST, lambda p: [1] * (p.content > 0), spend, lambda p: (0, 0)),
        "must not change the old position",
    ),
    "a play by chance": (
        replace(BOXES, play=lambda p, move: Box(Random().randrange(10**9))),
        "play must be a function",
    ),
    "positions unequal to themselves": (
        replace(BOXES, play=lambda p, m: Ghost(0), show=str),
        "play must be a function",
    ),
    "positions that cannot be keys": (replace(BOXES, play=lambda p, move: [3]), r"hashable, but \[3\] is not"),
    "moves that cannot be keys": (replace(NIM, moves=lambda p: [[1], [2]]), r"moves must be hashable, but \[1\]"),
    "moves that are none": (replace(NIM, moves=lambda p: None), "moves must return the legal moves, .*, not None"),
    "moves that are a number": (replace(NIM, moves=lambda p: 3), "moves must return the legal moves, .*, not 3"),
    "moves that are read once": (replace(NIM, moves=always(iter([1, 2]))), "new generator at each call"),
    "a play that forgets to return": (replace(NIM, play=lambda p, move: None), "play must return .*, not None"),
    "payoffs too few": (replace(NIM, payoffs=lambda p: (1,)), r"one number for each of the 2 players, not \(1,\)"),
    "payoffs too many": (replace(NIM, payoffs=lambda p: (1, 0, -1)), "one number for each of the 2 players"),
    "payoffs not opposed": (replace(NIM, payoffs=lambda p: (1, 1)), "number and its negation"),
    "payoffs that are no tuple": (
        replace(NIM, payoffs=lambda p: 1),
        "payoffs.*one number for each of the 2 players, not 1",
    ),
    "payoffs that are none": (
        replace(NIM, payoffs=lambda p: None),
        "payoffs.*one number for each of the 2 players, not None",
    ),
    "payoffs that are no numbers": (replace(NIM, payoffs=lambda p: ("won", "lost")), "payoffs.*number"),
    "payoffs that are not a number": (replace(NIM, payoffs=lambda p: (nan, nan)), "payoffs"),
    "payoffs that raise": (replace(NIM, payoffs=no_answer), "payoffs.*KeyError"),
    "payoffs of three that are no numbers": (
        replace(NIM, players=("a", "b", "c"), payoffs=lambda p: (1, None, 0)),
        "payoffs.*number",
    ),
    "a mover who does not play": (replace(NIM, mover=lambda p: 2), "mover must be a player.*, not 2"),
    "a mover who is None": (replace(NIM, mover=lambda p: None), "mover must be a player.*, not None"),
    "a mover named by name": (replace(NIM, mover=lambda p: "first"), "mover must be a player.*, not 'first'"),
    "a mover that raises": (replace(NIM, mover=no_answer), "mover.*KeyError"),
    "a parse that misreads": (replace(NIM, parse=lambda p, text: next(iter(NIM.moves(p)))), "'a-2' is read as another"),
    "a parse that raises": (replace(NIM, parse=no_answer), "parse.*KeyError"),
    "a format that raises": (replace(NIM, format=no_answer), "format.*KeyError"),
    "a format that calls two moves the same": (
        replace(NIM, format=lambda p, move: "take", parse=None, layout=None),
        "'take' is read as another",
    ),
    "a show that raises": (replace(NIM, show=no_answer), "show.*KeyError"),
    "a show that shows nothing to read": (replace(NIM, show=lambda p: None), "show.*text"),
    "a read that misreads": (
        replace(NIM, read=lambda text: NIM.start),
        "read must return the position whose text show wrote",
    ),
    "a read that does not know one line": (
        replace(NIM, show=lambda p: "begin" if p == NIM.start else NIM.show(p), read=lambda text: read_begun(text)),
        "one_line.*does not give this position back",
    ),
    "a read that raises": (replace(NIM, read=no_answer), "read.*KeyError"),
    "chance without odds": (dice(odds=None), "chance moves must have `odds`"),
    "odds of nothing": (dice(odds=lambda p, move: move - 1), "odds must be ints above 0, not 0"),
    "odds below nothing": (dice(odds=lambda p, move: -move), "odds must be ints above 0, not -1"),
    "odds in parts": (dice(odds=lambda p, move: 0.5), "odds must be ints above 0, not 0.5"),
    "odds that raise": (dice(odds=no_answer), "odds.*KeyError"),
    "a rating that raises": (replace(NIM, ratings={"mine": no_answer}), "rating 'mine'.*KeyError"),
    "a rating beyond the wins": (replace(NIM, ratings={"mine": lambda p: SURE}), "within.*'mine' says 990000"),
    "a rating without bounds": (replace(NIM, ratings={"mine": lambda p: -inf}), "within.*'mine' says -inf"),
    "a rating that is no number": (replace(NIM, ratings={"mine": lambda p: "good"}), "number.*'mine' says 'good'"),
    "a rating of everyone": (replace(NIM, ratings={"mine": lambda p: (1, 2)}), r"number.*'mine' says \(1, 2\)"),
    "a rating that is not a number": (replace(NIM, ratings={"mine": lambda p: nan}), "number.*'mine' says nan"),
    "a rating that varies": (
        replace(NIM, ratings={"mine": now_and_then([1, 2])}),
        "function.*'mine' gives unequal numbers",
    ),
    "a standing too short": (
        replace(NIM, standings={"mine": lambda p: (1,)}),
        "'mine'.*one number for each of the 2 players",
    ),
    "a standing that is no tuple": (
        replace(NIM, standings={"mine": lambda p: 1}),
        "'mine'.*one number for each of the 2 players",
    ),
    "a standing that is no numbers": (replace(NIM, standings={"mine": lambda p: (1, "x")}), "'mine'.*number"),
    "a standing that raises": (replace(NIM, standings={"mine": no_answer}), "'mine'.*KeyError"),
    "a representative of another mover": (
        replace(NIM, canonical=lambda p: p._replace(mover=0) if sum(p.heaps) == 1 else p),
        "canonical.*same mover",
    ),
    "a representative that has another": (
        replace(NIM, canonical=lambda p: p._replace(mover=p.mover + 2)),
        r"canonical\(canonical",
    ),
    "a layout of nothing": (with_layout(cells=()), "a layout must have cells: .*layout=None"),
    "a shaded cell that is no number": (with_layout(shaded=([1],)), r"the shaded cells .* not \(\[1\],\)"),
    "a shaded cell that is none": (
        with_layout(shaded=(0, 99)),
        r"the shaded cells .* not \(0, 99\)",
    ),
    "cells that are none": (with_layout(cells=("a", "b")), "must be Cells with names, .* not 'a'"),
    "cells without names": (with_layout(cells=(Cell("", 0, 0),)), "must be Cells with names"),
    "cells of unknown shape": (with_layout(cells=(Cell("a", 0, 0, "oval"),)), "one of square, .*, not 'oval'"),
    "cells of one name": (with_layout(cells=(Cell("a", 0, 0), Cell("a", 1, 0))), "different names.*called 'a'"),
    "squares that overlap": (with_layout(cells=(Cell("a", 0, 0), Cell("b", 0.9, 0.9))), "not overlap, but 'a' and 'b'"),
    "hexagons that overlap": (
        with_layout(cells=(Cell("a", 0, 0, "hexagon"), Cell("b", 0.5, 0.5, "hexagon"))),
        "not overlap, but 'a' and 'b'",
    ),
    "pieces that cannot be drawn": (with_layout(pieces="pebble"), "one of stone, .*, not 'pebble'"),
    "players without colours": (with_layout(colours=(DARK,)), "a colour for each of the 2 players, not 1"),
    "stones that are none": (replace(NIM, stones=lambda p: [(0, 1)]), r"must be Stones, .*, not \(0, 1\)"),
    "a stone beside the board": (replace(NIM, stones=lambda p: [Stone(2, 0)]), "on a cell, 0 to 1, not on 2"),
    "a stone on no cell": (replace(NIM, stones=lambda p: [Stone("a", 0)]), "on a cell, 0 to 1, not on 'a'"),
    "two stones on a cell": (replace(NIM, stones=lambda p: [Stone(1, 0), Stone(1, 1)]), "at most one Stone, but 'b'"),
    "a stone of a stranger": (replace(NIM, stones=lambda p: [Stone(1, 2)]), "a player, 0 to 1, or -1.*, not 2"),
    "a stone of no height": (
        replace(NIM, stones=lambda p: [Stone(1, 0, 0)]),
        "height of a stone must be 1 or more, not 0",
    ),
    "a stone of unknown mark": (replace(NIM, stones=lambda p: [Stone(1, 0, 1, 4)]), "mark .* RED, WON .*, not 4"),
    "stones that vary": (
        replace(NIM, stones=now_and_then([[Stone(0, 0)], [Stone(1, 0)]])),
        "stones must be the same when asked again",
    ),
    "stones that raise": (replace(NIM, stones=no_answer), "stones.*KeyError"),
    "stones that are a number": (replace(NIM, stones=lambda p: 3), "stones.*TypeError"),
    "a move beside the board": (replace(NIM, touched=lambda p, move: [2]), "numbers of cells .* 0 to 1, not 2 .*'a-1'"),
    "a move on names": (replace(NIM, touched=lambda p, move: ["a"]), "numbers of cells in the layout, .*, not 'a'"),
    "a touch that raises": (replace(NIM, touched=no_answer), "touched.*KeyError"),
    "moves that no click tells apart": (
        replace(NIM, format=lambda p, move: "take", parse=None),
        "touch the same cells must be written apart, but two are 'take' and touch 'a'",
    ),
    "a representative that raises": (replace(NIM, canonical=no_answer), "canonical.*KeyError"),
    "bounds that raise": (replace(NIM, bounds=no_answer), "bounds.*KeyError"),
    "bounds that are one number": (replace(NIM, bounds=lambda p: 1), "bounds must be two numbers, .* not 1"),
    "bounds that are three": (replace(NIM, bounds=lambda p: (-1, 0, 1)), r"bounds must be two numbers, .*\(-1, 0, 1\)"),
    "bounds that are texts": (replace(NIM, bounds=lambda p: ("a", "b")), r"bounds must be two numbers, .*\('a', 'b'\)"),
    "bounds in the wrong order": (replace(NIM, bounds=lambda p: (1, -1)), r"not the most first, as in \(1, -1\)"),
    "too high bounds": (replace(NIM, bounds=lambda p: (2, 3)), r"FIRST gets -?1 .* outside the bounds \(2, 3\)"),
    "bounds of who moves": (
        replace(NIM, bounds=lambda p: (1, 1) if len(p.heaps) and sum(p.heaps) == 1 else (-1, 1)),
        r"FIRST gets -1 with best play, outside the bounds \(1, 1\)",
    ),
}


def test_a_variant_with_other_rules_has_no_bounds_of_the_game_it_is_made_of():
    """In the misere game who cannot move wins, and the bounds of the game are false; with them, they are named."""
    game = domineering(3, 3)
    misere = replace(game, payoffs=lambda position: tuple(-payoff for payoff in game.payoffs(position)))
    assert misere.bounds is None and check_game(misere).ended == 20
    with pytest.raises(BrokenLaw, match="with best play, outside the bounds"):
        check_game(replace(misere, bounds=game.bounds.function))


def test_a_variant_with_the_same_rules_keeps_its_bounds():
    game = domineering(3, 3)
    for variant in (
        replace(game, name="dominoes", start=game.play(game.start, next(iter(game.moves(game.start))))),
        compiled(game),
        replace(compiled(game), ratings={}),
        up_to_symmetry(game),
    ):
        assert variant.bounds(game.start) == game.bounds(game.start) == (-1, 1)
    pays = compiled(game).payoffs
    assert replace(compiled(game), payoffs=lambda position: pays(position)).bounds is None


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_law_is_named(how):
    game, law = BROKEN[how]
    with pytest.raises(BrokenLaw, match=law) as caught:
        check_game(game)
    assert str(caught.value).startswith(f"{game.name}: ")
    assert str(caught.value).count(", at\n") == 1


def test_the_position_is_the_one_where_the_law_is_broken():
    def play(position, take):
        after = NIM.play(position, take)
        if list(after.heaps) == [0, 1] and position.mover == FIRST:
            raise KeyError
        return after

    with pytest.raises(BrokenLaw) as caught:
        check_game(replace(NIM, play=play))
    assert str(caught.value).split(", at\n")[1] == NIM.show(NIM.start)
    with pytest.raises(BrokenLaw) as caught:
        check_game(replace(NIM, ratings={"mine": lambda p: 10**7 if list(p.heaps) == [0, 1] else 0}))
    assert str(caught.value).split(", at\n")[1].startswith("a\nb  |\n")


def test_what_was_raised_is_the_cause():
    with pytest.raises(BrokenLaw) as caught:
        check_game(replace(NIM, payoffs=no_answer))
    assert isinstance(caught.value.__cause__, KeyError)


def test_what_stops_the_program_is_no_broken_law():
    def interrupted(position):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_game(replace(NIM, payoffs=interrupted))


@given(graphs(WITH_CHANCE, endless=True))
@examples(30)
def test_games_that_keep_the_laws_pass(graph):
    check_game(game_of(graph), games=5, plies=20)


def test_a_game_with_a_slash_in_its_texts_needs_no_one_line():
    def read(text):
        return NIM.read(text.replace("/", "|"))

    check_game(replace(NIM, show=lambda p: NIM.show(p).replace("|", "/"), read=read))


@pytest.mark.parametrize("game", [NIM, dice(), BOXES, tic_tac_toe(), nim((0,))], ids=lambda game: game.name)
def test_good_games_pass(game):
    check_game(game)


def test_a_check_says_how_long_random_games_last():
    """By hand: heaps of one end after as many plies as there are heaps, boxes after as many as there are."""
    assert check_game(nim((1,) * 4), games=7) == RandomGames(7, 7, 4, 4.0, 4)
    assert check_game(nim(()), games=1) == RandomGames(1, 1, 0, 0.0, 0)
    assert check_game(replace(BOXES, start=Box(3)), games=2) == RandomGames(2, 2, 3, 3.0, 3)
    measured_here = check_game(tic_tac_toe(), games=50)
    assert measured_here.ended == 50
    assert 5 <= measured_here.shortest <= measured_here.mean <= measured_here.longest <= 9


@given(st.integers(1, 5), st.integers(0, 12))
def test_a_game_that_does_not_end_in_time_is_not_measured(games, plies):
    """Random games of nim with ten heaps of one have ten plies, so that they end if as many are allowed."""
    over = plies >= 10
    assert check_game(nim((1,) * 10), games=games, plies=plies) == (
        RandomGames(games, games, 10, 10.0, 10) if over else RandomGames(games, 0, None, None, None)
    )


def test_a_game_without_an_end_is_said_to_have_none():
    assert str(check_game(endless_game(), games=3, plies=20)).startswith("none of 3 random games ended")


@given(st.lists(st.none() | st.integers(0, 50), min_size=1))
def test_lengths_are_those_of_the_games_that_ended(lengths):
    ended = sorted(length for length in lengths if length is not None)
    told = summarize_lengths(lengths)
    assert told[:2] == (len(lengths), len(ended))
    assert told[2:] == ((ended[0], sum(ended) / len(ended), ended[-1]) if ended else (None,) * 3)


@pytest.mark.parametrize(("asked", "told"), [({"games": 0}, "games must be"), ({"plies": -1}, "plies must be")])
def test_a_check_of_nothing_is_refused(asked, told):
    with pytest.raises(ValueError, match=told):
        check_game(NIM, **asked)


def test_as_many_positions_are_tried_as_were_asked_for():
    endless = replace(BOXES, start=0, moves=lambda p: [1], play=lambda p, move: p + 1, mover=lambda p: 0)
    assert list(random_positions(endless, Random(1), games=3, plies=4)) == [0, 1, 2, 3, 4] * 3
    assert list(random_positions(nim((0,)), Random(1), games=2, plies=4)) == [nim((0,)).start] * 2


def test_random_games_go_by_the_odds_and_by_the_seed():
    game = dice(odds=lambda p, move: 1 if move == 1 else 10**9)
    ends = [position for position in random_positions(game, Random(3), games=50) if is_over(game, position)]
    assert ends == [2] * 50
    one, other, third = (list(random_positions(tic_tac_toe(), Random(seed), 3)) for seed in (1, 1, 2))
    assert one == other != third


def test_the_seed_decides_where_a_check_looks():
    seen = [], [], []
    for seed, positions in zip((1, 1, 2), seen):
        check_rating(tic_tac_toe(), lambda p: positions.append(p) or 0, games=3, seed=seed)  # noqa: B023
    assert seen[0] == seen[1] != seen[2]


@given(st.sampled_from([SURE, -SURE, 10**9, inf, nan, "x", None, (1,)]))
def test_check_rating_names_what_it_was_told(number):
    with pytest.raises(BrokenLaw, match="rating"):
        check_rating(NIM, lambda position: number)


def test_a_rating_is_not_asked_where_the_game_is_over():
    def rating(position):
        assert sum(position.heaps)
        return SURE - 1

    check_rating(NIM, rating)
    check_game(replace(NIM, ratings={"mine": rating}))


def test_a_game_without_a_layout_may_show_what_it_likes():
    check_game(replace(NIM, layout=None, stones=no_answer, touched=no_answer))


def test_what_touches_without_overlapping_is_a_layout():
    rows = [(x, y) for y in range(3) for x in range(3)]
    shapes = {"square": 1, "circle": 1, "hexagon": 1}
    for shape, wide in shapes.items():
        check_game(with_layout(cells=tuple(Cell(f"{x} {y}", x * wide, y * wide, shape) for x, y in rows)), games=1)
    check_game(replace(NIM, layout=Layout((Cell("up", 0, 0, "triangle"), Cell("down", 0.7, -0.404, "triangle down")))))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"layout": 3}, "layout must be a Layout, such as layout_of_grid"),
        ({"stones": 3}, "stones must be a function of a position, not 3"),
        ({"stones": lambda position, move: []}, r"stones must be a function of \(position\)"),
        ({"touched": lambda position: []}, r"touched must be a function of \(position, move\)"),
    ],
)
def test_what_is_no_layout_and_no_function_is_refused_at_once(change, says):
    with pytest.raises(ValueError, match=says):
        replace(NIM, **change)


class Plain:
    """A position that forgets `__eq__`."""

    def __init__(self, left: int) -> None:
        self.left = left


def test_a_position_class_without_eq_is_named():
    game = Game(
        name="plain",
        start=Plain(3),
        mover=lambda position: position.left % 2,
        moves=lambda position: [1] if position.left else [],
        play=lambda position, move: Plain(position.left - 1),
        payoffs=lambda position: (1, -1),
    )
    with pytest.raises(BrokenLaw, match=r"Plain has no __eq__: give it __eq__ and __hash__, as a NamedTuple or"):
        check_game(game)

"""Dice of Doom against the book's example, enumerated dice and a twin written after the book's own arithmetic."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    CHANCE,
    FIRST,
    SECOND,
    WIN,
    IllegalMove,
    Stats,
    alphabeta,
    check_game,
    grow,
    later,
    minimax,
    prune,
    rate,
)
from lazytree.games import dice_of_doom

from .classics import after, reached

EXAMPLE = "a3,a3,b3,b1"
CHOICES = st.lists(st.integers(0, 1000), max_size=30)


@st.composite
def games(draw, sizes=(1, 4), players=(2, 4)):
    size, count, most = draw(st.integers(*sizes)), draw(st.integers(*players)), draw(st.integers(1, 6))
    hex_ = st.tuples(st.sampled_from("abcd"[:count]), st.integers(1, most)).map(lambda it: f"{it[0]}{it[1]}")
    return dice_of_doom(
        size=size,
        players=count,
        max_dice=most,
        dice=draw(st.sampled_from(["certain", "rolled"])),
        reinforcement=draw(st.sampled_from(["captured", "largest cluster"])),
        board=",".join(draw(st.lists(hex_, min_size=size * size, max_size=size * size))),
    )


def written(game, position):
    return [game.format(position, move) for move in game.moves(position)]


def hexes_in(game, position):
    """The board as (owner, dice) pairs, read from its text."""
    words = game.show(position).split("\n", 1)[1].split()
    return [("abcd".index(word[0]), int(word[2:])) for word in words]


# The book's example


def test_the_example_has_the_books_tree():
    """147 nodes, 44 leaves, 87 distinct positions: the book's code under SBCL says so."""
    game = dice_of_doom(board=EXAMPLE)

    def sizes(position):
        below = [sizes(game.play(position, move)) for move in game.moves(position)]
        return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below) or 1

    assert sizes(game.start) == (147, 44)
    assert written(game, game.start) == ["0->3", "1->3"]
    stats = Stats()
    tree = grow(game, stats)(game.start)
    assert minimax(rate(game, game.ratings["hexes"])(tree)) > 0
    assert stats.grown == 87


def test_player_a_wins_the_example_by_brute_force():
    game = dice_of_doom(board=EXAMPLE)

    def value(position):
        values = [value(game.play(position, move)) for move in game.moves(position)]
        if not values:
            return game.payoffs(position)[FIRST]
        return max(values) if position.player == FIRST else min(values)

    assert value(game.start) == 1


def test_the_text_is_the_books():
    game = dice_of_doom(board=EXAMPLE)
    assert game.show(game.start) == "current player = a\n    a-3 a-3\n  b-3 b-1"
    assert game.parse(game.start, "2") == game.parse(game.start, "1 -> 3")
    attacked = after(game, "2")
    assert game.show(attacked) == "current player = a, attacked, captured 1\n    a-3 a-1\n  b-3 a-2"
    assert game.format(attacked, game.parse(attacked, "1")) == "pass"


# The twin: after the book, with lists of (owner, dice) and its neighbours by arithmetic


def twin_neighbours(size, pos):
    up, down = pos - size, pos + size
    left = [up - 1, pos - 1] if pos % size else []
    right = [pos + 1, down + 1] if (pos + 1) % size else []
    return [near for near in [up, down, *left, *right] if 0 <= near < size * size]


def twin_moves(game, position):
    """The moves as the book lists them, or what the dice can come to."""
    board, size, rolled = hexes_in(game, position), game.parameters["size"], game.parameters["dice"] == "rolled"
    if ", rolling" in game.show(position):
        source, target = map(int, game.show(position).split("rolling ")[1].split("\n")[0].split("->"))
        least, most = board[source][1] - 6 * board[target][1], 6 * board[source][1] - board[target][1]
        return ["success"] * (most > 0) + ["failure"] * (least <= 0)
    attacks = [
        f"{source}->{target}"
        for source, (owner, dice) in enumerate(board)
        if owner == position.player
        for target in twin_neighbours(size, source)
        if board[target][0] != owner and dice > (1 if rolled else board[target][1])
    ]
    return ["pass"] * position.attacked + attacks


def twin_attack(board, source, target):
    owner, dice = board[source]
    board[source], board[target] = (owner, 1), (owner, dice - 1)
    return board


def twin_pass(board, player, most, left):
    """One more die for each own hex that is not full, in order, while there are any left."""
    if not board:
        return []
    (owner, dice), rest = board[0], board[1:]
    if owner == player and dice < most and left > 0:
        return [(owner, dice + 1), *twin_pass(rest, player, most, left - 1)]
    return [(owner, dice), *twin_pass(rest, player, most, left)]


def twin_cluster(board, size, player):
    """The largest set that is closed under stepping to own neighbours, found by merging labels until nothing moves."""
    labels = {cell: cell for cell, (owner, _) in enumerate(board) if owner == player}
    for _ in labels:
        for cell in labels:
            labels[cell] = min(labels[near] for near in [cell, *twin_neighbours(size, cell)] if near in labels)
    return max(list(labels.values()).count(label) for label in labels.values())


@given(games(), CHOICES)
def test_moves_are_the_twins_in_the_books_order(game, choices):
    position = reached(game, choices)
    assert written(game, position) == twin_moves(game, position)


def twin_play(game, position, word):
    """The board, whose turn it is and the dice captured after a move, from the text of the position before."""
    board, player, captured = hexes_in(game, position), position.player, position.captured
    settings = game.parameters
    clusters = settings["reinforcement"] == "largest cluster"
    if word == "pass":
        left = twin_cluster(board, settings["size"], player) if clusters else captured - 1
        return twin_pass(board, player, settings["max_dice"], left), (player + 1) % settings["players"], 0
    if "->" in word and settings["dice"] == "rolled":
        return board, player, captured
    source, target = map(int, (word if "->" in word else game.show(position)).split("\n")[0].split()[-1].split("->"))
    if word == "failure":
        board[source] = (player, 1)
        return board, player, captured
    taken = 0 if clusters else board[target][1]
    return twin_attack(board, source, target), player, captured + taken


@given(games(), CHOICES)
def test_what_follows_is_the_twins(game, choices):
    position = reached(game, choices)
    for word in written(game, position):
        there = after(game, word, position)
        assert (hexes_in(game, there), there.player, there.captured) == twin_play(game, position, word)


def test_the_whole_tree_of_the_example_is_the_twins():
    """Every line, to its end."""
    game = dice_of_doom(board=EXAMPLE)

    def lines(board, player, captured, attacked):
        if attacked:
            yield from [
                ["pass", *line] for line in lines(twin_pass(board, player, 3, captured - 1), 1 - player, 0, False)
            ]
        over = True
        for source, target in product(range(4), range(4)):
            own, enemy = board[source], board[target]
            if own[0] == player != enemy[0] and own[1] > enemy[1] and target in twin_neighbours(2, source):
                over = False
                taken = captured + enemy[1]
                for line in lines(twin_attack(list(board), source, target), player, taken, True):
                    yield [f"{source}->{target}", *line]
        if over and not attacked:
            yield []

    def played_out(position):
        words = written(game, position)
        return [[w, *line] for w in words for line in played_out(after(game, w, position))] or [[]]

    expected = sorted(lines([(0, 3), (0, 3), (1, 3), (1, 1)], 0, 0, False))
    assert sorted(played_out(game.start)) == expected
    assert len(expected) == 44


# The rules, directly


def test_neighbours_come_in_the_books_order():
    game = dice_of_doom(size=3, board="b1,b1,b1,b1,a3,b1,b1,b1,b1")
    assert written(game, game.start) == ["4->1", "4->7", "4->0", "4->3", "4->5", "4->8"]


@pytest.mark.parametrize("source, targets", [(0, "3 1 4"), (2, "5 1"), (6, "3 7"), (8, "5 4 7")])
def test_corners_have_two_or_three_neighbours(source, targets):
    hexes = ["b1"] * 9
    hexes[source] = "a3"
    game = dice_of_doom(size=3, board=",".join(hexes))
    assert written(game, game.start) == [f"{source}->{target}" for target in targets.split()]


def test_passing_needs_an_attack_and_hands_the_turn_on():
    game = dice_of_doom(board=EXAMPLE)
    assert "pass" not in written(game, game.start)
    attacked = after(game, "0->3")
    assert written(game, attacked)[0] == "pass"
    assert game.mover(attacked) == FIRST
    passed = after(game, "pass", attacked)
    assert game.mover(passed) == SECOND
    assert (passed.captured, passed.attacked) == (0, False)


def test_captured_dice_minus_one_reinforce_in_row_order_and_skip_full_hexes():
    game = dice_of_doom(size=3, board="a3,a1,a3,a1,a3,b2,b2,b2,b2")
    position = after(game, "2->5 4->8 pass")
    assert game.show(position) == "\n".join(
        ["current player = b", "      a-3 a-2 a-2", "    a-2 a-1 a-2", "  b-2 b-2 a-2"]
    )


def test_one_captured_die_brings_no_reinforcement():
    game = dice_of_doom(board="a2,b1,b3,b3")
    assert hexes_in(game, after(game, "0->1 pass")) == [(0, 1), (0, 1), (1, 3), (1, 3)]


def test_a_full_board_takes_no_more():
    game = dice_of_doom(board="a3,b2,a3,a3", max_dice=3, reinforcement="largest cluster")
    assert hexes_in(game, after(game, "0->1 pass")) == [(0, 2), (0, 3), (0, 3), (0, 3)]


def test_the_largest_cluster_counts_and_not_the_sum_of_clusters():
    """In the first game 2->1 joins all five hexes of a; in the second 2->5 leaves 0, 3, 6 and 2, 5 apart."""
    joined = dice_of_doom(size=3, max_dice=5, reinforcement="largest cluster", board="a1,b1,a3,a1,b5,b5,a1,b5,b5")
    assert [dice for owner, dice in hexes_in(joined, after(joined, "2->1 pass")) if owner == 0] == [2, 3, 2, 2, 2]
    apart = dice_of_doom(size=3, max_dice=5, reinforcement="largest cluster", board="a1,b5,a3,a1,b5,b1,a1,b5,b5")
    assert [dice for owner, dice in hexes_in(apart, after(apart, "2->5 pass")) if owner == 0] == [2, 2, 2, 2, 1]


def test_the_game_is_over_when_the_player_in_turn_cannot_attack():
    stuck = dice_of_doom(board="a1,a1,b3,b3")
    assert written(stuck, stuck.start) == []
    assert stuck.payoffs(stuck.start) == (0, 0)
    ahead = dice_of_doom(board="a1,a1,a1,b3")
    assert ahead.payoffs(ahead.start) == (1, -1)
    behind = dice_of_doom(board="a1,b1,b1,b3")
    assert behind.payoffs(behind.start) == (-1, 1)


@pytest.mark.parametrize(
    "players, board, payoffs",
    [
        (3, "a1,a1,b1,c1", (1, 0, 0)),
        (3, "b1,a1,b1,a1", (0.5, 0.5, 0)),
        (3, "c1,a1,b1,c1", (0, 0, 1)),
        (4, "d1,c1,b1,a1", (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_several_winners_of_more_players_share(players, board, payoffs):
    game = dice_of_doom(players=players, board=board)
    assert written(game, game.start) == []
    assert game.payoffs(game.start) == payoffs


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_take_turns_round_the_table(players):
    board = ",".join("abcd"[cell % players] + str(1 + cell // 5 % 3) for cell in range(25))
    game = dice_of_doom(size=5, players=players, max_dice=3, board=board)
    position, seen = game.start, []
    for _ in range(players + 1):
        seen.append(game.mover(position))
        position = after(game, f"{written(game, position)[0]} pass", position)
    assert seen == [*range(players), FIRST]
    assert game.players == tuple("abcd"[:players])


def test_a_player_without_hexes_ends_the_game_when_his_turn_comes():
    game = dice_of_doom(players=3, board="a3,b1,c3,c3")
    position = after(game, "0->1 pass")
    assert (game.mover(position), written(game, position)) == (SECOND, [])
    assert game.payoffs(position) == (0.5, 0, 0.5)


# Rolled dice

ROUNDED = """
.84 .97 1 1
.44 .78 .94 .99
.15 .45 .74 .91
.04 .19 .46 .72
.01 .06 .22 .46
"""


def rolling(attackers, defenders, max_dice=5):
    """A game, and its chance node where so many dice attack so many."""
    game = dice_of_doom(max_dice=max_dice, dice="rolled", board=f"a{attackers},b{defenders},b1,b1")
    return game, after(game, "0->1")


def odds_of(attackers, defenders, max_dice=5):
    game, position = rolling(attackers, defenders, max_dice)
    return {game.format(position, move): game.odds(position, move) for move in game.moves(position)}


def test_odds_round_to_the_published_table():
    expected = [[float(odds) for odds in row.split()] for row in ROUNDED.split("\n") if row]
    for (target, row), attackers in product(enumerate(expected, 1), range(2, 6)):
        odds = odds_of(attackers, target)
        assert round(odds["success"] / sum(odds.values()), 2) == row[attackers - 2]


@pytest.mark.parametrize("attackers, defenders", [(a, d) for a, d in product(range(2, 6), range(1, 5)) if a + d <= 6])
def test_odds_are_the_numbers_of_rolls(attackers, defenders):
    rolls = list(product(range(1, 7), repeat=attackers + defenders))
    won = sum(sum(roll[:attackers]) > sum(roll[attackers:]) for roll in rolls)
    assert odds_of(attackers, defenders) == {"success": won, "failure": len(rolls) - won}


def test_what_cannot_happen_is_not_listed():
    assert odds_of(7, 1, max_dice=12) == {"success": 6**8}
    assert odds_of(2, 12, max_dice=12) == {"failure": 6**14}
    assert odds_of(6, 1, max_dice=12) == {"success": 6**7 - 1, "failure": 1}


def test_an_attack_is_chances_turn():
    game, position = rolling(3, 3)
    assert game.mover(position) == CHANCE
    assert hexes_in(game, position) == hexes_in(game, game.start)
    assert game.show(position).startswith("current player = a, attacked, rolling 0->1\n")


def test_success_moves_in_and_failure_leaves_one_die():
    game, position = rolling(3, 2)
    success, failure = after(game, "success", position), after(game, "failure", position)
    assert hexes_in(game, success)[:2] == [(0, 1), (0, 2)]
    assert hexes_in(game, failure)[:2] == [(0, 1), (1, 2)]
    assert (success.captured, failure.captured) == (2, 0)
    assert game.mover(success) == game.mover(failure) == FIRST


def test_one_may_pass_after_a_failed_attack_and_gets_nothing():
    game, position = rolling(3, 2)
    failed = after(game, "failure", position)
    assert written(game, failed) == ["pass"]
    passed = after(game, "pass", failed)
    assert hexes_in(game, passed) == hexes_in(game, failed)
    assert game.mover(passed) == SECOND


def test_only_rolled_dice_may_attack_a_stronger_hex():
    board = "a2,b3,b1,a1"
    certain, rolled = dice_of_doom(board=board), dice_of_doom(board=board, dice="rolled")
    assert written(certain, certain.start) == ["0->2"]
    assert written(rolled, rolled.start) == ["0->2", "0->1"]


def test_certain_dice_have_no_odds():
    assert dice_of_doom().odds is None


# Ratings


def test_ratings_of_a_board_counted_by_hand():
    """score_board of a: 0 and 1 threatened by 2 and by nobody, two enemies; of b: 2 safe, 3 threatened by 1."""
    game = dice_of_doom(board="a2,a3,b3,b1")
    assert {name: rating(game.start) for name, rating in game.ratings.items()} == {
        "hexes": 0,
        "dice": 1,
        "score_board": (1 + 2 - 1 - 1) - (2 + 1 - 1 - 1),
    }
    assert game.standings["score_board"](game.start) == (1, 1)


def test_more_players_have_standings_and_no_ratings():
    game = dice_of_doom(players=3, max_dice=4, board="a2,c4,b3,a1")
    assert dict(game.ratings) == {}
    assert {name: standing(game.start) for name, standing in game.standings.items()} == {
        "hexes": (2, 1, 1),
        "dice": (3, 3, 4),
        "score_board": (1 + 1 - 1 - 1, 2 - 3, 2 - 3),
    }


@given(games(players=(2, 2)), CHOICES)
def test_a_rating_is_the_first_standing_minus_the_second(game, choices):
    position = reached(game, choices)
    for name, rating in game.ratings.items():
        first, second = game.standings[name](position)
        assert rating(position) == first - second


def twin_score(game, position):
    """The book's score-board of a, minus b's."""
    board, size = hexes_in(game, position), game.parameters["size"]
    scores = [0, 0]
    for cell, (owner, dice) in enumerate(board):
        threatened = any(board[n][0] != owner and board[n][1] > dice for n in twin_neighbours(size, cell))
        scores[owner] += 1 if threatened else 2
        scores[1 - owner] -= 1
    return scores[0] - scores[1]


@given(games(players=(2, 2)), CHOICES)
def test_score_board_is_the_twins(game, choices):
    position = reached(game, choices)
    assert game.ratings["score_board"](position) == twin_score(game, position)


@pytest.mark.parametrize("seed", [1, 2, 4, 5, 9])
def test_version_2_looks_four_plies_ahead(seed):
    """Brute force over the rules: a maximizes and b minimizes (a printed rate-position swaps them)."""
    game = dice_of_doom(size=3, seed=seed)

    def value(position, plies):
        values = [later(value(game.play(position, move), plies - 1)) for move in game.moves(position) if plies]
        if values:
            return max(values) if position.player == FIRST else min(values)
        return twin_score(game, position) if any(game.moves(position)) else WIN * game.payoffs(position)[FIRST]

    tree = rate(game, game.ratings["score_board"])(prune(4)(grow(game)(game.start)))
    assert alphabeta(tree) == value(game.start, 4)


# Deals


def test_the_same_seed_deals_the_same_board():
    assert dice_of_doom(size=3, seed=7).start == dice_of_doom(size=3, seed=7).start
    assert len({dice_of_doom(size=3, seed=seed).start for seed in range(20)}) == 20


@given(st.integers(), st.integers(1, 6), st.integers(2, 4), st.integers(1, 9))
def test_a_deal_is_its_boards_text(seed, size, players, max_dice):
    game = dice_of_doom(size=size, players=players, max_dice=max_dice, seed=seed)
    assert dice_of_doom(**game.parameters).start == game.start
    hexes = hexes_in(game, game.start)
    assert len(hexes) == size * size
    assert all(0 <= owner < players and 1 <= dice <= max_dice for owner, dice in hexes)


# Laws


@given(games(), CHOICES)
def test_text_moves_and_numbers_are_read_back(game, choices):
    position = reached(game, choices)
    assert game.read(game.show(position)) == position
    for number, move in enumerate(game.moves(position), 1):
        assert game.parse(position, game.format(position, move)) == move
        assert game.parse(position, str(number)) == move


@given(games(), CHOICES)
def test_the_picture_shows_owners_and_heights(game, choices):
    position = reached(game, choices)
    cells = game.picture(position).cells
    assert [(cell.stone, cell.height) for cell in cells] == hexes_in(game, position)
    assert [cell.name for cell in cells] == [str(number) for number in range(len(cells))]


@given(games(), CHOICES)
def test_dice_stay_within_the_limit_and_only_passing_adds_any(game, choices):
    position = reached(game, choices)
    before = sum(dice for _, dice in hexes_in(game, position))
    assert all(1 <= dice <= game.parameters["max_dice"] for _, dice in hexes_in(game, position))
    for word in written(game, position):
        dice = sum(dice for _, dice in hexes_in(game, after(game, word, position)))
        assert word == "pass" or dice <= before


@given(games(sizes=(1, 3)), st.integers(0, 10**6))
def test_the_laws(game, seed):
    check_game(game, games=1, plies=30, seed=seed)


def test_moves_are_the_same_objects_every_time():
    """A tree of a million positions holds its moves once."""
    game = dice_of_doom(size=3, board="a3,b1,b1,b1,a3,b1,b1,b1,b1")
    assert all(one is other for one, other in zip(game.moves(game.start), game.moves(game.start), strict=True))


# Mistakes


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"size": 0}, "size must be a whole number of at least 1"),
        ({"size": 2.0}, "size must be a whole number"),
        ({"players": 1}, "players must be a whole number of at least 2"),
        ({"players": 5}, "players must be at most 4"),
        ({"max_dice": 0}, "max_dice must be a whole number of at least 1"),
        ({"max_dice": 32}, "max_dice must be at most 31"),
        ({"dice": "loaded"}, "dice must be one of 'certain', 'rolled'"),
        ({"reinforcement": "none"}, "reinforcement must be one of 'captured', 'largest cluster'"),
        ({"seed": None}, "seed must be a whole number"),
        ({"board": "a3,a3,b3"}, "is 4 hexes such as a3 or b1, not 3"),
        ({"board": ""}, "is 4 hexes such as a3 or b1, not 0"),
        ({"size": 3, "board": EXAMPLE}, "is 9 hexes"),
        ({"board": "a3,a3,b3,c1"}, r"'c1' is no hex: write its owner \(a, b\)"),
        ({"board": "a3,a3,b3,b0"}, "'b0' is no hex"),
        ({"board": "a3,a3,b3,b4"}, r"'b4' is no hex: .* its dice \(1 to 3\)"),
        ({"board": "a3,a3,b3,b"}, "'b' is no hex"),
        ({"board": "a3,a3,b3,3b"}, "'3b' is no hex"),
    ],
)
def test_arguments_that_make_no_game(arguments, said):
    with pytest.raises(ValueError, match=said):
        dice_of_doom(**arguments)


@pytest.mark.parametrize("text", ["", "pass", "0", "3", "3->1", "0->1", "0->9", "success"])
def test_illegal_moves_are_refused_with_the_legal_ones(text):
    game = dice_of_doom(board=EXAMPLE)
    with pytest.raises(IllegalMove, match="legal here: 0->3, 1->3"):
        game.parse(game.start, text)


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "4 hexes"),
        ("current player = a", "4 hexes"),
        ("current player = c\na-3 a-3 b-3 b-1", "the first line is like"),
        ("player = a\na-3 a-3 b-3 b-1", "the first line is like"),
        ("current player = a\na-3 a-3 b-3", "not 3"),
        ("current player = a\na-3 a-3 b-3 b-7", "'b-7' is no hex"),
        ("current player = a, captured 2\na-3 a-3 b-3 b-1", "captured only by an attack"),
        ("current player = a, attacked, rolling 0->3\na-3 a-3 b-3 b-1", "no dice roll"),
    ],
)
def test_texts_that_are_no_position(text, said):
    with pytest.raises(ValueError, match=said):
        dice_of_doom(board=EXAMPLE).read(text)


def test_where_clusters_reinforce_no_captured_dice_are_counted():
    game = dice_of_doom(board=EXAMPLE, reinforcement="largest cluster")
    with pytest.raises(ValueError, match="only where they bring reinforcement"):
        game.read("current player = a, attacked, captured 2\na-3 a-3 b-3 b-1")


def test_an_illegal_roll_is_no_position():
    game = dice_of_doom(board=EXAMPLE, dice="rolled")
    assert game.mover(game.read("current player = a, attacked, rolling 0->3\na-3 a-3 b-3 b-1")) == CHANCE
    with pytest.raises(ValueError, match="no dice roll for 3->1"):
        game.read("current player = a, attacked, rolling 3->1\na-3 a-3 b-3 b-1")


def test_without_a_first_line_player_a_begins():
    game = dice_of_doom(board="b1,b1,a1,a1")
    assert game.read(EXAMPLE) == dice_of_doom(board=EXAMPLE).start

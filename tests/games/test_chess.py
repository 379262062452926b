"""Chess against published counts, positions with a known outcome, and rules that are easily missed."""

from __future__ import annotations

import pytest

from lazytree import IllegalMove, perft, prove, search, solve
from lazytree.core.values import plies_to_end
from lazytree.games import chess
from lazytree.games.chess_rules import fen
from lazytree.games.chess_rules.position import PLACES, WORTHS
from tests.helpers.marks import slow_unless

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PUBLISHED = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": [20, 400, 8902, 197281, 4865609, 119060324],
    KIWIPETE: [48, 2039, 97862, 4085603, 193690690],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812, 43238, 674624, 11030083],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9467, 422333, 15833292],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62379, 2103487, 89941194],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2079, 89890, 3894594, 164075551],
}
"""How many lines of 1, 2, 3, ... plies there are. Source: chessprogramming wiki, "Perft Results"."""


@pytest.mark.parametrize("text", PUBLISHED)
def test_lines_in_python(text):
    game = chess()
    assert [perft(game, depth, game.read(text), lane="python") for depth in (1, 2)] == PUBLISHED[text][:2]


@pytest.mark.parametrize("text", PUBLISHED)
def test_lines_in_machine_code(text):
    pytest.importorskip("llvmlite")
    game = chess()
    assert [perft(game, depth, game.read(text), lane="machine") for depth in (1, 2, 3, 4)] == PUBLISHED[text][:4]


@pytest.mark.slow
@pytest.mark.parametrize("text", PUBLISHED)
def test_longer_lines(text):
    pytest.importorskip("llvmlite")
    game = chess()
    for depth, count in list(enumerate(PUBLISHED[text], start=1))[4:]:
        assert perft(game, depth, game.read(text), lane="machine", seconds=None) == count
    assert perft(game, 3, game.read(text), lane="python", seconds=None) == PUBLISHED[text][2]


# Published counts of Chess960: chessprogramming wiki, "Chess960 Perft Results"
NINE_SIXTY = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": [21, 528, 12189, 326672],
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": [21, 807, 18002, 667366],
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9": [20, 479, 10471, 273318],
}


@pytest.mark.parametrize("text", slow_unless([next(iter(NINE_SIXTY))], NINE_SIXTY))
def test_lines_of_chess960(text):
    pytest.importorskip("llvmlite")
    game = chess(setup=text)
    assert [perft(game, depth) for depth in (1, 2, 3)] == NINE_SIXTY[text][:3]
    assert perft(game, 2, lane="python") == NINE_SIXTY[text][1]


def legal(text, **parameters):
    game = chess(**parameters)
    position = game.read(text)
    return {game.format(position, move) for move in game.moves(position)}


def test_moves_in_three_notations():
    """Which knight, which rook, a check, a mate, and a pawn that takes where a bishop can take too."""
    text = "6k1/P7/8/2p5/1P1P4/BN3N2/8/R3K2R w KQ - 0 1"
    san = legal(text, notation="san")
    assert {"Nbd2", "Nfd2", "O-O", "O-O-O", "Rg1+", "a8=Q+", "a8=N", "bxc5", "dxc5", "Nxc5"} <= san
    assert {"e1-g1", "e1-c1", "a7-a8=R", "b4-c5"} <= legal(text)
    assert {"e1g1", "e1c1", "a7a8r", "b4c5"} <= legal(text, notation="uci")
    game = chess()
    position = game.read("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    names = [game.format(position, game.parse(position, text)) for text in ("bxc3", "Bxc3", "b2c3", "d2-c3")]
    assert names == ["b2-c3", "d2-c3", "b2-c3", "d2-c3"]
    with pytest.raises(IllegalMove, match="legal here: "):
        game.parse(position, "Nf3")
    assert "Ra8#" in legal("7k/6pp/8/8/8/8/8/R3K3 w - - 0 1", notation="san")


def test_pages_and_engines_rate_where_pieces_stand():
    """They take the first rating: of equal material, the first move of all is no better than others."""
    game = chess(notation="san")
    assert next(iter(game.ratings)) == "squares"
    assert {game.format(game.start, search(game, depth).best) for depth in (1, 2, 3)} <= {"e4", "d4", "Nc3", "Nf3"}


@pytest.mark.parametrize("text", PUBLISHED)
def test_ratings_are_sums_over_pieces(text):
    """What WORTHS and PLACES say of each piece; a queen is a bishop and a rook, and worth a bit more."""
    game = chess()
    both = dict(zip("pnbrk", zip(WORTHS, PLACES)))
    rows = ["".join("." * int(it) if it.isdigit() else it for it in row) for row in text.split()[0].split("/")]
    found = {"squares": 0, "material": 0}
    for row, pieces in enumerate(rows):
        for column, piece in enumerate(pieces):
            ahead = 7 - row if piece.isupper() else row
            for kind in "br" if piece in "qQ" else piece.lower().strip("."):
                worth, (a, b, c) = both[kind]
                gain = a * min(row, 7 - row) + b * min(column, 7 - column) + c * ahead
                sign = 1 if piece.isupper() else -1
                found["squares"] += sign * (worth + gain)
                found["material"] += sign * worth
    queens = WORTHS[5] * (text.split()[0].count("Q") - text.split()[0].count("q"))
    assert {name: rating(game.read(text)) - queens for name, rating in game.ratings.items()} == found


def test_no_king_castles_out_of_through_or_into_check():
    assert {"e1-g1", "e1-c1"} <= legal("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    for rook, left in {"e": set(), "f": {"e1-c1"}, "g": {"e1-c1"}, "d": {"e1-g1"}, "b": {"e1-c1", "e1-g1"}}.items():
        row = "".join("r" if letter == rook else "k" if letter == "c" else "1" for letter in "abcdefgh")
        assert legal(f"{row}/8/8/8/8/8/8/R3K2R w KQ - 0 1") & {"e1-g1", "e1-c1"} == left, rook


def test_a_pawn_that_would_uncover_its_king_does_not_take_in_passing():
    game = chess()
    position = game.play(p := game.read("8/2p5/8/KP5r/8/8/8/6k1 b - - 0 1"), game.parse(p, "c5"))
    assert "b5-c6" not in {game.format(position, move) for move in game.moves(position)}
    free = game.play(p := game.read("8/2p5/8/1P5r/K7/8/8/6k1 b - - 0 1"), game.parse(p, "c5"))
    taken = game.play(free, game.parse(free, "bxc6"))
    assert fen(taken) == "8/8/2P5/7r/K7/8/8/6k1 b - - 0 1"


def test_how_games_end():
    game = chess()
    for text, payoffs in {
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1": (1, -1),
        "8/8/8/8/8/5k2/6q1/7K w - - 0 1": (-1, 1),
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1": (0, 0),
        "7k/5K2/6N1/8/8/8/8/8 b - - 0 1": (0, 0),
        "7B/8/8/8/8/8/2Kb1k2/8 b - - 0 1": (0, 0),
    }.items():
        position = game.read(text)
        assert not list(game.moves(position)) and game.payoffs(position) == payoffs, text
    assert legal("7k/5K2/6N1/8/8/8/8/8 b - - 0 1", bare="play on") == {"h8-h7"}
    assert legal("7B/8/8/8/8/8/2K2k2/3b4 w - - 0 1")  # bishops on cells of both colours could still mate


def test_fifty_moves_draw_but_not_a_mate():
    text = "7k/8/6K1/8/8/8/8/R7 w - - 99 80"
    game = chess(fifty=50)
    position = game.read(text)
    drawn = game.play(position, game.parse(position, "Kf6"))
    mate = game.play(position, game.parse(position, "Ra8"))
    assert [list(game.moves(each)) for each in (drawn, mate)] == [[], []]
    assert game.payoffs(drawn) == (0, 0) and game.payoffs(mate) == (1, -1)
    assert len(legal(text)) == len(legal(text, fifty=50)) and legal(text.replace("99", "100"), fifty=50) == set()


# Mates made for these tests. How long they take was found by hand, and by a program that plays every line


MATES = [
    ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "Ra7 Kg8 Rb8#"),  # two rooks: the other one mates
    ("k7/8/2K5/8/8/8/8/7R w - - 0 1", "Kc7 Ka7 Ra1#"),  # a7 is the only cell left
    ("8/8/8/8/8/2K5/7R/1k6 w - - 0 1", "Rh8 Ka1 Kb3 Kb1 Rh1#"),  # a move that waits
]


@pytest.mark.parametrize(("text", "line"), slow_unless(MATES[:1], MATES))
def test_mates_in_two_and_three_are_found_and_proven(text, line):
    game = chess(notation="san")
    position = game.read(text)
    answer = search(game, 5, position=position)
    assert plies_to_end(answer.value) == len(line.split()) and answer.value > 0
    assert prove(game, position).result == "proven"
    for move in line.split():
        position = game.play(position, game.parse(position, move))
    assert not list(game.moves(position)) and game.payoffs(position) == (1, -1)


@pytest.mark.slow
def test_a_rook_mates_on_sixteen_cells():
    """The whole game, in which positions come back, solved; and searched, which does not look at what comes back."""
    game = chess(setup="2k1/4/4/KR2 w - -", notation="san")
    solution = solve(game, lane="python")
    assert (solution.value, solution.plies, plies_to_end(search(game, 7).value)) == (1, 7, 7)

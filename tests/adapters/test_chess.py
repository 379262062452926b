"""Boards of python-chess as games, beside the library's own chess; and its engine client as our engine's partner."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from random import Random

import chess
import chess.engine
import chess.variant
import pytest

import lazytree
from lazytree import check_game
from lazytree.adapters.chess import Placed, from_board
from lazytree.games import chess as our_chess

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize("plies", [25, pytest.param(400, marks=pytest.mark.slow)])
def test_random_games_agree_with_the_librarys_own_chess(plies):
    theirs, ours, random = from_board(), our_chess(notation="uci"), Random(plies)
    board, position = theirs.start, ours.start
    for _ in range(plies):
        moves = {ours.format(position, move): move for move in ours.moves(position)}
        assert set(moves) == {move.uci() for move in theirs.moves(board)}
        assert theirs.mover(board) == ours.mover(position)
        assert theirs.ratings["material"](board) == ours.ratings["material"](position)
        assert set(theirs.stones(board)) == set(ours.stones(position))
        if not moves:
            assert theirs.payoffs(board) == ours.payoffs(position)
            break
        text = random.choice(sorted(moves))
        board, position = theirs.play(board, chess.Move.from_uci(text)), ours.play(position, moves[text])


def test_published_counts():
    game = from_board(chess.Board(KIWIPETE))
    assert [lazytree.perft(game, depth, lane="python") for depth in range(3)] == [1, 48, 2039]


@pytest.mark.slow
@pytest.mark.parametrize("variant", chess.variant.VARIANTS, ids=lambda variant: variant.uci_variant)
def test_every_variant_keeps_the_laws(variant):
    check_game(from_board(variant()), games=1, plies=12)


@pytest.mark.parametrize(
    ("board", "payoffs"),
    [
        (chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), (1, -1)),
        (chess.Board("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"), (0, 0)),
        (chess.Board("7k/5K2/6N1/8/8/8/8/8 b - - 0 1"), (0, 0)),
        (chess.variant.KingOfTheHillBoard("7k/8/8/8/4K3/8/8/8 b - - 0 1"), (1, -1)),
        (chess.variant.ThreeCheckBoard("7k/8/8/8/8/8/8/R6K b - - 0+3 0 1"), (1, -1)),
        (chess.variant.AntichessBoard("8/8/8/8/8/8/8/7R b - - 0 1"), (-1, 1)),
    ],
    ids=["mate", "stalemate", "bare", "hill", "checks", "antichess"],
)
def test_how_games_end(board, payoffs):
    game = from_board()
    ended = Placed(board)
    assert not game.moves(ended) and game.payoffs(ended) == payoffs


def test_pieces_in_hand_belong_to_a_position():
    game = from_board(chess.variant.CrazyhouseBoard())
    here = game.at().play("e4").play("d5").play("exd5")
    assert game.ratings["material"](here.position) == 200
    bare = game.read(str(here).split("[")[0] + "[]" + str(here).split("]")[1])
    assert game.read(str(here)) == here.position != bare
    assert pickle.loads(pickle.dumps(here.position)) == here.position
    drop = here.play("Nf6").play("P@e6")
    assert game.touched(here.position, chess.Move.from_uci("P@e6")) == (20,) and str(drop).startswith("rnb")


def test_counts_of_moves_are_no_part_of_a_position():
    game = from_board()
    here = game.at()
    for move in ["Nf3", "Nf6", "Ng1", "Ng8"]:
        here = here.play(move)
    assert here.position == game.start and len(here.moves) == 20


@pytest.mark.parametrize(
    ("board", "why"),
    [("e4", "a board of python-chess is wanted"), (chess.Board("8/8/8/8/8/8/8/8 w - - 0 1"), "no legal position")],
    ids=["text", "empty"],
)
def test_what_is_no_board_is_refused_with_a_sentence(board, why):
    with pytest.raises(ValueError, match=why):
        from_board(board)


@pytest.mark.process
def test_python_chess_drives_our_engine():
    """Its client starts the command, sets up positions, and checks each move that it gets."""
    command = [sys.executable, "-m", "lazytree", "engine", "chess", "--protocol", "uci"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        assert engine.id["name"] == "lazytree chess"
        board = chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
        told = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
        assert told.move.uci() in ("a2a7", "b1b7") and told.info["score"].white().mate() == 2
        board, plies = chess.Board(), 0
        while not board.is_game_over() and plies < 12:
            board.push(engine.play(board, chess.engine.Limit(time=0.05)).move)
            plies += 1
        clocks = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0, black_inc=0)
        assert engine.play(board, clocks).move in board.legal_moves
        analysed = engine.analyse(board, chess.engine.Limit(depth=2))
        assert analysed["depth"] >= 1 and analysed["pv"][0] in board.legal_moves


@pytest.mark.process
def test_without_the_extra_the_error_names_it():
    program = (
        "import sys; sys.modules['chess'] = None; from lazytree.adapters.chess import from_board\n"
        "try: from_board()\nexcept ImportError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ, check=True)
    assert "need the extra `chess`: pip install '" in ran.stdout

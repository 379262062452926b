"""Repetition in chess, which positions remember if they are asked to, against python-chess in games to and fro."""

from __future__ import annotations

from random import Random

import pytest
from pyrsistent import pvector

from lazytree import Game, compiled, lane, search
from lazytree.games import chess
from lazytree.games.chess_rules import Move, Position

library = pytest.importorskip("chess")

STARTS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # rights to castle go
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/2p3k1/8/1P6/8/6K1/8/8 b - - 0 1",  # a pawn may be taken in passing
    "8/2p5/8/KP5r/8/8/8/6k1 b - - 0 1",  # and here not, since that would uncover the king
    "4k3/8/2nn4/8/8/2NN4/8/4K3 w - - 0 1",  # two knights that change places stand as before
]
OFTEN = 3


def to_and_fro(text: str, seed: int, plies: int = 40):
    """Boards of python-chess in a game in which pieces often go back where they came from."""
    random, board = Random(seed), library.Board(text)
    for _ in range(plies):
        yield board
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material():
            return
        last = board.move_stack[-2] if len(board.move_stack) > 1 else None
        back = last and library.Move(last.to_square, last.from_square)
        board.push(back if back in legal and random.random() < 0.7 else random.choice(legal))


def times_seen(board) -> int:
    """How often python-chess has seen a position, up to five times."""
    return next((times for times in range(5, 1, -1) if board.is_repetition(times)), 1)


DRAWN = {times: chess(setup="pawns", repetition=times, bare="play on") for times in range(5, 1, -1)}


def times_met(position: Position) -> int:
    """How often a position has occurred, up to five times: it has moves in games that are drawn at more."""
    return next((times for times, game in DRAWN.items() if not list(game.moves(position))), 1)


def played_on(game: Game[Position, Move], board, position: Position) -> Position:
    """The position after the last move of a board."""
    return game.play(position, game.parse(position, board.peek().uci()))


@pytest.mark.parametrize("text", STARTS)
def test_positions_occur_as_often_as_python_chess_says(text: str) -> None:
    game, most = chess(setup=text, repetition=100, notation="uci"), 1
    for seed in range(6):
        position = game.start
        for board in to_and_fro(text, seed):
            if board.move_stack:
                position = played_on(game, board, position)
            assert min(times_met(position), 5) == times_seen(board), board.move_stack
            most = max(most, times_seen(board))
    assert most >= OFTEN


@pytest.mark.parametrize("repetition", [2, OFTEN])
@pytest.mark.parametrize("text", STARTS[1:4])
@pytest.mark.slow
def test_a_game_ends_at_the_repetition_in_both_lanes(text: str, repetition: int) -> None:
    pytest.importorskip("llvmlite")
    game = chess(setup=text, repetition=repetition, notation="uci")
    machine, ended = compiled(game), 0
    for seed in range(5):
        position = game.start
        for board in to_and_fro(text, seed):
            if board.move_stack:
                move = game.parse(position, board.peek().uci())
                assert machine.play(position, move) == game.play(position, move)
                position = game.play(position, move)
            assert list(machine.moves(position)) == list(game.moves(position))
            if board.is_repetition(repetition):
                assert not list(game.moves(position)) and game.payoffs(position) == machine.payoffs(position) == (0, 0)
                ended += 1
                break
            assert {game.format(position, move) for move in game.moves(position)} == {
                move.uci() for move in board.legal_moves
            }
    assert ended
    assert lane(game).rules.trapped == 0


def test_what_is_remembered_is_written_and_read() -> None:
    game = chess(repetition=OFTEN)
    position = game.start
    for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
        position = game.play(position, game.parse(position, text))
    shown = game.show(position)
    assert shown.endswith("w KQkq - 0 since g1f3 g8f6 f3g1 f6g8")
    assert game.read(shown) == position and times_met(position) == 2
    assert game.play(position, game.parse(position, "e4")).trail == pvector()
    assert game.read(shown.partition(" since ")[0]).trail == pvector()
    with pytest.raises(ValueError, match="no piece can have come by g8f7"):
        game.read(f"{shown} g8f7")
    assert chess().play(position, game.parse(position, "Nf3")).trail == pvector()


@pytest.mark.slow
def test_checks_for_ever_are_a_draw_that_a_search_sees() -> None:
    """White's queen gives check on d8 and g5 by turns; black has a rook more."""
    text = "5k2/5p1p/8/6Q1/8/8/qr6/7K w - - 0 1"
    by_repetition, without = chess(setup=text, repetition=2), chess(setup=text)
    assert search(without, 6).value < -300
    answer = search(by_repetition, 6)
    assert answer.value == 0 and by_repetition.format(by_repetition.start, answer.best) == "g5-d8"
    assert search(by_repetition, 3, lane="python").value == search(by_repetition, 3, lane="machine").value


def test_it_is_a_number_of_occurrences() -> None:
    with pytest.raises(ValueError, match="repetition must be"):
        chess(repetition=1)
    assert len(list(chess(repetition=2).moves(chess().start))) == 20

"""The engine over UCI, as programs that play chess speak to it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from time import sleep

from lazytree.arena.protocols.ugi import uci_engine
from lazytree.cli.shell import main
from lazytree.games import chess

MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"


def replies(*lines: str) -> list[str]:
    """What the engine answers to these lines."""
    told = list[str]()

    def heard() -> Iterator[str]:
        for line in lines:
            yield line
            while line.startswith("go") and not any(answer.startswith("bestmove") for answer in told):
                sleep(0.005)
        yield "quit"

    uci_engine(chess(notation="uci"), heard(), told.append)
    return told


def test_it_says_who_it_is_and_what_can_be_set():
    answers = replies("uci", "ucinewgame", "isready")
    assert answers[0] == "id name lazytree chess" and answers[-2:] == ["uciok", "readyok"]
    assert all(line.split()[0] in ("id", "option") for line in answers[:-2])


def test_it_finds_a_mate_and_tells_it_in_moves():
    answers = replies(f"position fen {MATE_IN_TWO}", "go depth 3")
    assert answers[-1] in ("bestmove a2a7", "bestmove b1b7")
    assert " score mate 2 " in answers[-2] and " pv " in answers[-2]
    lost = replies(f"position fen {MATE_IN_TWO} moves a2a7", "go depth 3")
    assert " score mate -1 " in lost[-2] and lost[-1] == "bestmove h8g8"


def test_clocks_castling_and_promotion_are_understood():
    fen = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"
    answers = replies(f"position fen {fen} moves e1g1 e8d7 a7a8n", "go wtime 9000 btime 900 winc 0 binc 0 movestogo 40")
    assert answers[-1].startswith("bestmove d7")
    assert replies("position startpos moves e2e5", "go depth 1")[-1] == "bestmove 0000"


def test_the_command_speaks_it(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("uci\nposition startpos moves e2e4 e7e5\ngo depth 1\nquit\n"))
    main(["engine", "chess", "--protocol", "uci"])
    lines = capsys.readouterr().out.splitlines()
    assert "uciok" in lines and lines[-1].startswith("bestmove ") and "-" not in lines[-1]

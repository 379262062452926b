"""UCI, the protocol of chess programs: its words put into those of UGI, and the answers of UGI into those of UCI.

Moves and positions are written as the game writes them: chess does so in UCI's own way with `notation="uci"`.

Source: Huber and Meyer-Kahlen, Universal Chess Interface (2000).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from lazytree.core.game import Game

from .ugi import NO_MOVE, Tell, engine

WORDS = {
    "uci": "ugi",
    "ucinewgame": "uginewgame",
    "wtime": "p1time",
    "btime": "p2time",
    "winc": "p1inc",
    "binc": "p2inc",
}
"""Words of UCI that UGI has under another name."""
LEFT_OUT = ("movestogo", "mate")
"""Limits of `go` that are not kept; a number follows each."""


def uci_engine(game: Game[Any, Any], lines: Iterable[str], tell: Tell, resign: bool = False) -> None:
    """Obeys lines of UCI as `engine` does those of UGI, and answers by calls of `tell(line)`.

    `go movestogo` and `go mate` are not looked at; `setoption` with a name that UGI does not have is an error, which
    is told by `info string`, and changes nothing.

    >>> from lazytree.games import chess
    >>> uci_engine(chess(notation="uci"), ["position startpos moves e2e4", "isready", "quit"], print)
    readyok
    """
    engine(game, map(in_ugi, lines), lambda line: tell(in_uci(line)), resign)


def in_ugi(line: str) -> str:
    """A line of UCI as UGI has it.

    >>> in_ugi("go wtime 9000 btime 8000 movestogo 20"), in_ugi("ucinewgame")
    ('go p1time 9000 p2time 8000', 'uginewgame')
    """
    words = line.split()
    if words[:1] == ["go"]:
        words = ["go", *_limits(words[1:])]
    elif words[:1] in (["uci"], ["ucinewgame"]):
        words = [WORDS[words[0]]]
    return " ".join(words)


def _limits(words: list[str]) -> Iterator[str]:
    rest = iter(words)
    for word in rest:
        if word in LEFT_OUT:
            next(rest, None)
        else:
            yield WORDS.get(word, word)


def in_uci(line: str) -> str:
    """A line of UGI as UCI has it: a mate is told in moves.

    >>> in_uci("info depth 3 score win 3 nodes 9"), in_uci("info depth 2 score loss 2 nodes 9"), in_uci("ugiok")
    ('info depth 3 score mate 2 nodes 9', 'info depth 2 score mate -1 nodes 9', 'uciok')
    """
    if line == "ugiok":
        return "uciok"
    if line == f"bestmove {NO_MOVE}":
        return "bestmove 0000"
    if line.startswith("info depth"):
        line = re.sub(r"score win (\d+)", lambda won: f"score mate {(int(won[1]) + 1) // 2}", line)
        line = re.sub(r"score loss (\d+)", lambda lost: f"score mate -{int(lost[1]) // 2}", line)
    return line

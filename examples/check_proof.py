"""Checks a certificate, as `solve(game, proof=FILE)` writes it, with nothing but the rules of its game.

    python examples/check_proof.py FILE [GAME]

GAME is `my_game.py:factory`, a file with a function that makes the game; without it the game is one of
`lazytree.games`. No search of lazytree is imported. The form of the file is told in `lazytree/solving/certificates.py`;
each move is played, each reply is tried, and each end is paid. Exit status: 0 if it proves what it claims, 1 if not.
"""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from runpy import run_path
from typing import Any

from lazytree.games import GAMES


class Refused(Exception):  # noqa: N818 - what is refused is the file
    """Raised where a certificate does not prove what it claims; it says why."""


def lines_of(file: str) -> Iterator[Any]:
    """The values of a certificate's lines, without the last one, which holds their digest."""
    try:
        content = Path(file).read_bytes()
        text = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
        *lines, last = text.splitlines(keepends=True)
        digest = json.loads(last)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Refused(f"{file} cannot be read, or is no certificate: {error}") from None
    if digest != {"sha256": sha256(b"".join(lines)).hexdigest()}:
        raise Refused("the digest in the last line is not that of the lines before it")
    return map(json.loads, lines)


def game_of(head: Any, name: str | None) -> Any:
    """The game that a certificate is about."""
    if head["certificate"] != 1:
        raise Refused("this program reads version 1")
    parameters = {key: tuples(value) for key, value in head["parameters"].items()}
    if name is not None:
        file, _, factory = name.rpartition(":")
        return run_path(file)[factory](**parameters)
    if head["game"] not in GAMES:
        raise Refused(f"there is no game {head['game']} in lazytree.games: name the file and the function that make it")
    return GAMES[head["game"]](**parameters)


def tuples(value: Any) -> Any:
    """A value of JSON with tuples in place of lists."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def fingerprint(game: Any, start: Any) -> str:
    """A digest of what the rules answer in 20 games of at most 200 plies, played at random."""
    digest, drawn = sha256(), 1
    for _ in range(20):
        position = start
        for _ in range(200):
            moves = list(game.moves(position))
            if not moves:
                digest.update(f"{[*map(float, game.payoffs(position))]}\n".encode())
                break
            digest.update(f"{int(game.mover(position))} {[game.format(position, move) for move in moves]}\n".encode())
            drawn = (drawn * 6364136223846793005 + 1442695040888963407) % 2**64
            position = game.play(position, moves[(drawn >> 33) % len(moves)])
    return digest.hexdigest()


def check_claim(game: Any, start: Any, player: int, at_least: float, next_move: Callable[[], Any]) -> int:
    """The number of positions that the proof of a claim has. Raises Refused where it proves nothing."""
    below: dict[Any, bool] = {}  # the positions met, and whether all below them has been met
    ahead: list[tuple[Any, bool]] = [(start, False)]
    while ahead:
        position, left = ahead.pop()
        if left:
            below[position] = True
        elif position in below:
            if not below[position] and at_least > 0:
                raise Refused(f"play may go on for ever:\n{game.show(position)}")
        else:
            below[position] = False
            ahead.append((position, True))
            moves, mover = list(game.moves(position)), game.mover(position)
            if not moves:
                if game.payoffs(position)[player] < at_least:
                    raise Refused(f"here player {player} gets {game.payoffs(position)[player]}:\n{game.show(position)}")
            elif mover == player:
                number = next_move()
                if type(number) is not int or not 0 <= number < len(moves):
                    raise Refused(f"there is no move number {number}:\n{game.show(position)}")
                ahead.append((game.play(position, moves[number]), False))
            elif mover == 1 - player:
                ahead.extend((game.play(position, move), False) for move in reversed(moves))
            else:
                raise Refused("chance or a third player moves: this program knows two players")
    return len(below)


def checked(file: str, name: str | None = None) -> Iterator[str]:
    """What a certificate proves, line by line. Raises Refused where it does not prove what it claims."""
    lines = lines_of(file)
    head = next(lines)
    game = game_of(head, name)
    if len(game.players) != 2 or game.odds is not None:
        raise Refused("this program knows games of two players without chance")
    start = game.start if head["position"] is None else game.read(head["position"])
    if fingerprint(game, start) != head["rules"]:
        raise Refused(f"the rules of {head['game']} are not those that the certificate was made with")
    numbers = (number for line in lines for number in line)

    def next_move() -> Any:
        number = next(numbers, None)
        if number is None:
            raise Refused("it ends before its moves are complete")
        return number

    if not head["claims"]:
        raise Refused("it claims nothing")
    for claim in head["claims"]:
        player, at_least = claim["player"], claim["at_least"]
        if player not in (0, 1):
            raise Refused(f"there is no player {player}")
        positions = check_claim(game, start, player, at_least, next_move)
        yield f"{game.players[player]} gets at least {at_least:g} ({claim['moves']:,} moves, {positions:,} positions)"
    if next(numbers, None) is not None:
        raise Refused("it has more moves than positions that they are made in")


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__)
        return 0 if len(sys.argv) == 1 else 2
    try:
        print(*checked(*sys.argv[1:]), sep="\n")
    except Refused as refused:
        print(f"refused: {refused}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

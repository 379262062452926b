"""Certificates: strategies that prove what a player gets, in files that are checked without any search.

A claim says that a player gets at least so much, whatever the opponent does. Its proof is a move of that player in each
position that play can come to; of the opponent all moves are followed. Positions are not written: they are met in a
fixed order (`in_order`), and only the number of each chosen move, in the order of the rules, is. Positions that are met
again are not gone through again, so the strategy is a graph without repeated parts.

The file is text, one JSON value a line, compressed with gzip where it is large:

- an object: `certificate`, the version of this form, 1; `game` and `parameters`, what makes the rules; `position`,
  where play begins, as the game writes it, or null: where the game begins; `rules`, a fingerprint of the rules
  (`fingerprint_of`); `claims`, a list of objects with `player` (0: the first), `at_least` and `moves`, their number;
- for each claim, its moves: lists of ints, in as many lines as it takes;
- an object: `sha256`, the digest of all lines before.

Play that never ends is a draw, as in `solve`: it counts 0. So the strategy of a claim above 0 must not lead to a
position that was met on the way to it. `examples/check_proof.py` checks all of this with nothing but the rules.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.files import write_whole
from lazytree.core.game import FIRST, SECOND, Game, M, P, refuse_text
from lazytree.core.showing import mime_bundle
from lazytree.core.stopping import Stop, raise_if_stopped
from lazytree.core.texts import shorten
from lazytree.core.value_texts import number_text

VERSION = 1
MOVES_A_LINE = 500
LARGE = 2**20  # bytes of text, from which on a file is compressed


class Claim(NamedTuple):
    """That a player gets at least this payoff, with the moves that prove it, by their numbers (`in_order`)."""

    player: int
    at_least: float
    moves: Sequence[int]


class _Certificate(NamedTuple):
    """The items of a `Certificate`."""

    game: str
    parameters: Mapping[str, Any]
    position: str | None  # where play begins, as the game writes it; None: at its start
    rules: str  # a fingerprint
    claims: tuple[Claim, ...]


class Certificate(_Certificate):
    """What is proved of a game, with the proofs.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> moves = strategy(game, game.start, 0, 1, lambda position: int(position == game.start))
    >>> certificate_of(game, game.start, [Claim(0, 1, moves)])
    <Certificate of nim: the first player gets at least 1 (3 moves)>
    """

    def __repr__(self) -> str:
        return f"<Certificate of {self.game}: {self.told}>"

    @property
    def told(self) -> str:
        """What is proved, in words."""
        return "; ".join(
            f"{claim_text(player, at_least)} ({len(moves):,} {'move' if len(moves) == 1 else 'moves'})"
            for player, at_least, moves in self.claims
        )

    _repr_mimebundle_ = mime_bundle


def claim_text(player: int, at_least: float) -> str:
    """A claim in words.

    >>> claim_text(SECOND, 0)
    'the second player gets at least 0'
    """
    return f"the {'second' if player == SECOND else 'first'} player gets at least {number_text(at_least)}"


# ---- Positions in the order in which a certificate meets them


OPEN, DONE = 1, 2  # a position above the present one, and one below which all has been met
PAID_FOR_EVER = 0  # by play without an end
NODE_BYTES = 1_000  # approximate memory of a position in Python


def in_order(
    game: Game[P, M], start: P, player: int, choose: Callable[[P, Sequence[P], Mapping[P, int]], int]
) -> Iterator[tuple[P, float | None]]:
    """Each position that play comes to, once, where `player` makes the chosen move and the opponent any.

    First a position, then what its first move leads to and all below that, then the next one. With each comes what the
    player gets there: at an end the payoff; `PAID_FOR_EVER` where a position is met again below itself; else None.
    `choose` gives the number of a move from a position of the player, what its moves lead to, and the state of all
    positions met before.
    """
    states: dict[P, int] = {}
    ahead: list[tuple[P, bool]] = [(start, False)]
    while ahead:
        position, left = ahead.pop()
        state = states.get(position, 0)
        if left:
            states[position] = DONE
        elif state == OPEN:
            yield position, PAID_FOR_EVER
        elif not state:
            states[position] = OPEN
            ways = [game.play(position, move) for move in game.moves(position)]
            yield position, None if ways else game.payoffs(position)[player]
            ahead.append((position, True))
            mine = ways and game.mover(position) == player
            after = [ways[choose(position, ways, states)]] if mine else reversed(ways)
            ahead.extend((way, False) for way in after)


def strategy(
    game: Game[P, M],
    start: P,
    player: int,
    at_least: float,
    choose: Callable[[P], int],
    megabytes: int = 1024,
    stop: Stop | None = None,
) -> Sequence[int]:
    """The moves of a player that prove a claim, by their numbers, in the order of `in_order`.

    `choose` gives the number of a move that keeps what is claimed. It is asked where no move leads to a position that
    has been gone through already.

    Raises: ValueError if the proof has more positions than `megabytes` have room for, and where the chosen moves prove
    nothing: `choose` is wrong; Stopped once `stop()` is true.
    """
    moves, most = array("H"), megabytes * 2**20 // NODE_BYTES

    def chosen(position: P, ways: Sequence[P], states: Mapping[P, int]) -> int:
        known = next((number for number, way in enumerate(ways) if states.get(way) == DONE), None)
        moves.append(choose(position) if known is None else known)
        return moves[-1]

    for met, (_, paid) in enumerate(in_order(game, start, player, chosen)):
        raise_if_stopped(stop)
        if met >= most:
            raise too_large_proof_error(game, most, megabytes)
        if paid is not None and paid < at_least:
            raise ValueError(f"this is no proof that {claim_text(player, at_least)}: play leads to {number_text(paid)}")
    return moves


def too_large_proof_error(game: Game[P, M], most: int, megabytes: int) -> ValueError:
    """The error for a proof that has more positions than fit into memory."""
    return ValueError(
        f"the proof for {game.name} has more than {most:,} positions, which is as many as fit into "
        f"megabytes={megabytes}: pass more megabytes, or prove less of it"
    )


def proved_moves(game: Game[P, M], start: P, claim: Claim) -> Iterator[tuple[P, int]]:
    """The positions in which a claim's player moves, each with the number of the move; they are checked meanwhile.

    Raises: ValueError where they do not prove the claim.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> [number for position, number in proved_moves(game, game.start, Claim(0, 1, (1, 0, 0)))]
    [1, 0, 0]
    """
    numbers, made = iter(claim.moves), list[tuple[P, int]]()

    def given(position: P, ways: Sequence[P], states: Mapping[P, int]) -> int:
        number = next(numbers, -1)
        if not 0 <= number < len(ways):
            raise ValueError(f"this is no proof that {claim_text(claim.player, claim.at_least)}: a move is missing")
        made.append((position, number))
        return number

    for _, paid in in_order(game, start, claim.player, given):
        if paid is not None and paid < claim.at_least:
            raise ValueError(f"this is no proof that {claim_text(claim.player, claim.at_least)}: it ends with {paid}")
        yield from made
        made.clear()
    yield from made  # the last move may lead to a position met before
    if next(numbers, None) is not None:
        raise ValueError(f"this is no proof that {claim_text(claim.player, claim.at_least)}: it has too many moves")


# ---- What a certificate says of its game


GAMES_PLAYED, PLIES = 20, 200


def fingerprint_of(game: Game[P, M], start: P) -> str:
    """A digest of what the rules answer in some games played at random from a position: in any Python the same one.

    The moves of a game are drawn by x -> 6364136223846793005 x + 1442695040888963407 modulo 2**64, from x = 1 on: the
    number x >> 33, modulo the number of moves. Of each position its mover and the texts of its moves count, at the end
    the payoffs.

    >>> from lazytree.games import nim
    >>> one, other = nim(heaps=(1, 2)), nim(heaps=(1, 3))
    >>> fingerprint_of(one, one.start) == fingerprint_of(other, other.start)
    False
    """
    digest, drawn = sha256(), 1
    for _ in range(GAMES_PLAYED):
        position = start
        for _ in range(PLIES):
            moves = list(game.moves(position))
            if not moves:
                digest.update(f"{[*map(float, game.payoffs(position))]}\n".encode())
                break
            digest.update(f"{int(game.mover(position))} {[game.format(position, move) for move in moves]}\n".encode())
            drawn = (drawn * 6364136223846793005 + 1442695040888963407) % 2**64
            position = game.play(position, moves[(drawn >> 33) % len(moves)])
    return digest.hexdigest()


def certificate_of(game: Game[P, M], start: P, claims: Sequence[Claim]) -> Certificate:
    """The certificate of these claims. Raises ValueError where the position, or a parameter, cannot be written."""
    parameters = dict(game.parameters)
    try:
        json.dumps(parameters)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{game.name} was made with a parameter that has no form in JSON: {error}") from None
    position = None if start == start_by_parameters(game) else text_of(game, start)
    return Certificate(game.name, parameters, position, fingerprint_of(game, start), tuple(claims))


def start_by_parameters(game: Game[P, M]) -> P:
    """Where the game begins that is made by its name and parameters; of a game of one's own its start."""
    factory = import_module("lazytree.games").GAMES.get(game.name)
    return game.start if factory is None else factory(**game.parameters).start


def text_of(game: Game[P, M], position: P) -> str:
    """The text of a position that the game reads. Raises ValueError if it reads none."""
    if game.read is refuse_text:
        raise ValueError(f"{game.name} has no `read`: a certificate of another position than its start cannot name it")
    text = game.show(position)
    if game.read(text) != position:
        raise ValueError(f"the `read` of {game.name} does not give this position back: a certificate cannot name it")
    return text


# ---- Files


def save_certificate(certificate: Certificate, file: str | os.PathLike[str]) -> Path:
    """Writes a certificate, whole or not at all, and gives its path. Raises ValueError where it cannot be written."""
    head = certificate._asdict() | {
        "claims": [claim._asdict() | {"moves": len(claim.moves)} for claim in certificate.claims]
    }
    lines = [json.dumps({"certificate": VERSION, **head})]
    for claim in certificate.claims:
        for at in range(0, len(claim.moves), MOVES_A_LINE):
            lines.append(json.dumps(list(claim.moves[at : at + MOVES_A_LINE]), separators=(",", ":")))
    told = "".join(f"{line}\n" for line in lines).encode()
    content = told + json.dumps({"sha256": sha256(told).hexdigest()}).encode() + b"\n"
    return write_whole(Path(file), gzip.compress(content, mtime=0) if len(content) > LARGE else content)


def load_certificate(file: str | os.PathLike[str]) -> Certificate:
    """The certificate in a file. Its moves are not checked: `examples/check_proof.py` does that.

    Raises: ValueError if the file holds no certificate, or only a part of one.
    """
    try:
        content = Path(file).read_bytes()
        told = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
        *lines, last = told.decode().splitlines(keepends=True)
        if json.loads(last) != {"sha256": sha256("".join(lines).encode()).hexdigest()}:
            raise ValueError("its digest is not that of its lines")
        head = json.loads(lines[0])
        if head.pop("certificate") != VERSION:
            raise ValueError(f"this lazytree reads version {VERSION}")
        numbers = [number for line in lines[1:] for number in json.loads(line)]
        claims, at = [], 0
        for claim in head.pop("claims"):
            moves = array("H", numbers[at : at + claim["moves"]])
            claims.append(Claim(claim["player"], claim["at_least"], moves))
            at += claim["moves"]
        if at != len(numbers):
            raise ValueError(f"it has {len(numbers)} moves, not {at}")
        return Certificate(claims=tuple(claims), **head)
    except OSError as error:
        raise ValueError(f"{os.fspath(file)} cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, EOFError, zlib.error) as error:
        raise ValueError(f"{os.fspath(file)} is no whole certificate: {shorten(str(error))}") from None


# ---- Which claims a value makes


def claims_of(low: float, high: float, lowest: float, highest: float) -> list[tuple[int, float]]:
    """The claims, players with payoffs, that FIRST's payoff is from `low` to `high`.

    What a player gets anyway, where all payoffs lie from `lowest` to `highest`, is not claimed beside what is proved.

    >>> claims_of(0, 0, -1, 1), claims_of(-1, -1, -1, 1), claims_of(3, 3, -9, 9)
    ([(0, 0), (1, 0)], [(1, 1)], [(0, 3), (1, -3)])
    """
    every = lowest == highest
    first, second = [(FIRST, low)], [(SECOND, -high)]
    return (first if low > lowest or every else []) + (second if high < highest or every else [])

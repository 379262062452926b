"""What a page that plays by a certificate has in it: the moves of a claim, found by their positions.

No position is kept. The number of a move is the exclusive or of three numbers in a table of few bits each, whose places
follow from the bytes of the position; the table is made so that this is right for all positions of the proof. Of any
other position it says nothing: the page asks it only as long as the moves so far are those of the proof.

Sources: Majewski, Wormald, Havas and Czech, A family of perfect hashing methods (1996); Botelho, Pagh and Ziviani,
Simple and space-efficient minimal perfect hash functions (2007).
"""

from __future__ import annotations

import base64
import zlib
from array import array
from collections.abc import Mapping
from functools import partial
from itertools import count
from typing import Any

from lazytree.core.game import FIRST
from lazytree.core.value_texts import number_text
from lazytree.solving.certificates import Claim

LARGEST = 5_000_000  # bytes of a page that plays by a proof
WORD = 2**32 - 1


def said_of(claim: Claim, name: str) -> str:
    """What a page says of a bot that plays a claim's side.

    >>> said_of(Claim(1, 0, ()), "Blue"), said_of(Claim(0, 1, ()), "Red")
    ('This bot never loses as Blue, the second player.', 'This bot always wins as Red, the first player.')
    """
    which = "first" if claim.player == FIRST else "second"
    more = "" if claim.at_least in (-1, 0, 1) else f" It gets at least {number_text(claim.at_least)}."
    does = "always wins" if claim.at_least > 0 else "never loses" if claim.at_least == 0 else "has a proof"
    return f"This bot {does} as {name}, the {which} player.{more}"


def move_table(numbers: Mapping[bytes, int]) -> dict[str, Any]:
    """The table of the numbers of moves by packed positions: `size` places in each of three parts, of `bits` each.

    >>> made = move_table({b"ab": 1, b"cd": 6})
    >>> number_in(made, b"ab"), number_in(made, b"cd"), made["bits"]
    (1, 6, 3)
    """
    bits = max(1, max(numbers.values(), default=0).bit_length())
    size = len(numbers) * 41 // 100 + 8
    hashes = [hashed(position) for position in numbers]
    seed, spots, order = next(found for found in map(partial(placed, hashes, size), count()) if found[2] is not None)
    cells, values = array("Q", bytes(24 * size)), [*numbers.values()]
    for at, own in order or ():  # its own place is still 0
        cells[own] = values[at] ^ cells[spots[3 * at]] ^ cells[spots[3 * at + 1]] ^ cells[spots[3 * at + 2]]
    return {"size": size, "bits": bits, "seed": seed, "cells": base64.b64encode(joined(cells, bits)).decode()}


def hashed(position: bytes) -> tuple[int, int]:
    """Two checksums of a packed position: what its places follow from."""
    return zlib.crc32(position), zlib.crc32(position[::-1])


def places(hashes: tuple[int, int], size: int, seed: int) -> tuple[int, int, int]:
    """The three places of a position, one in each part of the table."""
    one, other = hashes
    return tuple(  # type: ignore[return-value]
        part * size + mixed(one ^ mixed(other + (3 * seed + part + 1) * 0x9E3779B9 & WORD)) % size for part in range(3)
    )


def mixed(word: int) -> int:
    """A word of 32 bits whose bits each depend on all of the one given: the last step of MurmurHash3."""
    word = (word ^ word >> 16) * 0x85EBCA6B & WORD
    word = (word ^ word >> 13) * 0xC2B2AE35 & WORD
    return word ^ word >> 16


def placed(hashes: list[tuple[int, int]], size: int, seed: int) -> tuple[int, array[int], list[tuple[int, int]] | None]:
    """A seed, the places of all positions by it, and their order, if there is one."""
    spots = array("Q", (place for each in hashes for place in places(each, size, seed)))
    return seed, spots, peeled(spots, size)


def peeled(spots: array[int], size: int) -> list[tuple[int, int]] | None:
    """Positions, by their numbers, each with a place that no position before it has; None if there is no such order."""
    degrees, owners = array("Q", bytes(24 * size)), array("Q", bytes(24 * size))
    for number, place in enumerate(spots):
        degrees[place] += 1
        owners[place] ^= number // 3
    alone = [place for place in range(3 * size) if degrees[place] == 1]
    order: list[tuple[int, int]] = []
    while alone:
        own = alone.pop()
        if degrees[own] == 1:
            at = owners[own]
            order.append((at, own))
            for place in spots[3 * at : 3 * at + 3]:
                degrees[place] -= 1
                owners[place] ^= at
                if degrees[place] == 1:
                    alone.append(place)
    return order[::-1] if 3 * len(order) == len(spots) else None


def joined(cells: array[int], bits: int) -> bytes:
    """Numbers of a few bits each, one after the other, the lowest bits first."""
    made, word, held = bytearray(), 0, 0  # the bits that are not written yet, and how many
    for cell in cells:
        word |= cell << held
        held += bits
        while held >= 8:
            made.append(word & 255)
            word >>= 8
            held -= 8
    made.append(word & 255)
    return bytes(made) + bytes(4)  # so that four bytes can be read from every one


def number_in(table: Mapping[str, Any], position: bytes) -> int:
    """The number of the move in a position of the proof, as the page reads it."""
    content, bits, found = base64.b64decode(table["cells"]), int(table["bits"]), 0
    for place in places(hashed(position), table["size"], table["seed"]):
        word = int.from_bytes(content[place * bits >> 3 : (place * bits >> 3) + 4], "little")
        found ^= word >> (place * bits & 7)
    return found & (1 << bits) - 1

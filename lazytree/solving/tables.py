"""Tables of positions with their values, in files: endgame tables and opening books.

A file has, in this order:

- a line of JSON, the head: what the table is of, with a fingerprint of the rules; and a line with its SHA-256;
- for each block of 65,536 bytes of the rest a CRC-32 of four bytes, whose own CRC-32 is in the head;
- the keys, sorted, of eight bytes each: the first bytes of the BLAKE2 digest of a position; no keys where positions
  have ranks (a function gives each of them a number);
- for each key, or rank, the number of its entry in a list that is in the head: one, two or four bytes, 0: nothing.

All numbers in it are little-endian, but keys, which are sorted as bytes, big-endian. It is memory-mapped, so that
nothing of it is read before it is asked for. A block is compared with its CRC when it is first read.
"""

from __future__ import annotations

import json
import mmap
import os
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from hashlib import sha256
from itertools import islice
from math import isqrt
from pathlib import Path
from typing import Any, Generic, NamedTuple
from zlib import crc32

from lazytree.core.digests import digester
from lazytree.core.files import write_whole
from lazytree.core.game import FIRST, Game, M, P
from lazytree.core.showing import mime_bundle
from lazytree.core.value_texts import payoff_text
from lazytree.core.values import SURE, WIN
from lazytree.solving.certificates import fingerprint_of, start_by_parameters, text_of
from lazytree.solving.exact import canonical_of

VERSION = 1
BLOCK = 2**16  # bytes
KEY = 8  # bytes
WIDTHS = 1, 2, 4  # bytes of the number of an entry
BEGINS = b'{"lazytree table"'
END, BOOK = "endgame table", "opening book"

Rank = Callable[[Any], int | None]
"""The number of a position in a table, from 0 up; None: it has none there. Different positions may share one only where
they are worth the same."""


class Entry(NamedTuple):
    """What a table knows of a position, seen by FIRST."""

    value: float  # the payoff under perfect play; where it is not exact, the value of a search
    plies: int | None = 0  # to the end under perfect play; 0 where neither player can force one; None: not known
    move: int | None = None  # the number of the best move, in the order of the game; None: it is found by what follows
    exact: bool = True

    @property
    def worth(self) -> float:
        """It as a value of searches, in which a win counts its plies (`lazytree.core.values`)."""
        value = self.value * WIN if self.exact else self.value
        if not self.exact or abs(value) <= SURE:
            return value
        return value - (self.plies or 0) * (1 if value > 0 else -1)

    def keeps(self, before: Entry) -> bool:
        """Whether a move to here is best in a position that is worth `before`."""
        return self.value == before.value and (not self.value or self.plies == (before.plies or 0) - 1)


class Head(NamedTuple):
    """The first line of a file."""

    what: str  # END or BOOK
    game: str
    parameters: Mapping[str, Any]
    position: str | None  # from which play begins, as the game writes it; None: its start
    rules: str  # a fingerprint of the rules, as they are from there on
    positions: int  # that it knows
    size: int  # ranks; 0: there are keys
    width: int  # bytes of the number of an entry
    entries: Sequence[Sequence[Any]]
    sums: int  # the CRC-32 of those of the blocks
    about: str  # in words: which positions, and how they were valued


# ---- What a position is found by


def key_of(position: object) -> bytes:
    """What a position is found by in a table, of symmetric ones the one that stands for all: eight bytes.

    >>> from lazytree.games import tic_tac_toe
    >>> len(key_of(tic_tac_toe().start))
    8
    """
    return digester(plain_text(position).encode()).digest()[:KEY]


def plain_text(value: Any) -> str:
    """The text of a value: of equal sets and dicts, too, the same one in every process."""
    text = repr(value)
    return text if "{" not in text and "pset(" not in text else _in_order(value)


def _in_order(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{_in_order(key)}: {_in_order(each)}' for key, each in value.items()))}}}"
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(map(_in_order, value)))}}}"
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return f"({', '.join(map(_in_order, value))})"
    return repr(value)


def fingerprint(game: Game[P, M], start: P, rank: Rank | None = None) -> str:
    """A digest of what the rules answer from a position on, and of what positions are found by.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> fingerprint(game, game.start) == fingerprint(game, game.start, lambda position: sum(position.heaps))
    False
    """
    digest, position = sha256(fingerprint_of(game, start).encode()), start
    for ply in range(50):
        here = canonical_of(game, position)
        digest.update(key_of(here) if rank is None else f"{rank(here)}\n".encode())
        moves = list(islice(game.moves(position), 2 + ply % 7))
        if not moves:
            break
        position = game.play(position, moves[-1])
    return digest.hexdigest()


# ---- Files


def write_table(
    file: str | os.PathLike[str] | None,
    game: Game[P, M],
    what: str,
    start: P,
    found: Mapping[bytes, Entry] | Sequence[Entry | None],
    rank: Rank | None = None,
    about: str = "",
) -> Tablebase[P, M]:
    """Writes a table, whole or not at all, and opens it; without a file it stays in memory.

    `found` are the entries by their keys, or, of a table with ranks, by their ranks. Raises: ValueError where the file,
    the position at which play begins, or a parameter of the game cannot be written.
    """
    keys = sorted(found) if isinstance(found, Mapping) else ()
    values: Sequence[Entry | None] = [found[key] for key in keys] if isinstance(found, Mapping) else found
    known: dict[Entry | None, int] = {None: 0}
    numbers = [known.setdefault(entry, len(known)) for entry in values]
    entries = [entry for entry in known if entry is not None]
    return write_numbers(file, game, what, start, numbers, entries, rank, about, keys)


def write_numbers(
    file: str | os.PathLike[str] | None,
    game: Game[P, M],
    what: str,
    start: P,
    numbers: Sequence[int],
    entries: Sequence[Entry],
    rank: Rank | None,
    about: str,
    keys: Sequence[bytes] = (),
) -> Tablebase[P, M]:
    """Writes a table of numbers of entries, which count from 1 on, for sorted keys or for ranks: see `write_table`."""
    width = next(width for width in WIDTHS if len(entries) < 256**width)
    packed = bytes(iter(numbers)) if width == 1 else b"".join(number.to_bytes(width, "little") for number in numbers)
    body = b"".join([*keys, packed])
    sums = b"".join(crc32(body[at : at + BLOCK]).to_bytes(4, "little") for at in range(0, len(body), BLOCK))
    head = Head(
        what,
        game.name,
        dict(game.parameters),
        None if start == start_by_parameters(game) else text_of(game, start),
        fingerprint(game, start, rank),
        sum(number > 0 for number in numbers),
        0 if rank is None else len(numbers),
        width,
        [[*entry] for entry in entries],
        crc32(sums),
        about,
    )
    try:
        line = json.dumps({"lazytree table": VERSION, **head._asdict()}).encode() + b"\n"
    except (TypeError, ValueError) as error:
        raise ValueError(f"{game.name} was made with a parameter that has no form in JSON: {error}") from None
    content = line + sha256(line).hexdigest().encode() + b"\n" + sums + body
    if file is None:
        return Tablebase(content, game, rank)
    write_whole(Path(file), content)
    return open_table(file, game, rank)


def open_table(file: str | os.PathLike[str], game: Game[P, M], rank: Rank | None = None) -> Tablebase[P, M]:
    """The table in a file, memory-mapped; `rank` is the function that numbers positions, if it was made with one.

    Raises: ValueError if the file cannot be read, is no table or is damaged, or was made by other rules; a part that is
    damaged is told when it is first read.

    >>> from tempfile import TemporaryDirectory
    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1,))
    >>> with TemporaryDirectory() as folder:
    ...     table = write_table(f"{folder}/nim", game, END, game.start, {key_of(game.start): Entry(1, 1)})
    ...     open_table(f"{folder}/nim", game)[game.start]
    Entry(value=1, plies=1, move=None, exact=True)
    """
    try:
        with Path(file).open("rb") as opened:
            content = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise ValueError(f"{os.fspath(file)} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return Tablebase(content, game, rank, os.fspath(file))


def is_table(file: str | os.PathLike[str]) -> bool:
    """Whether a file says that it is a table; False where it cannot be read.

    >>> is_table("no/such/file")
    False
    """
    try:
        with Path(file).open("rb") as opened:
            return opened.read(len(BEGINS)) == BEGINS
    except OSError:
        return False


class Tablebase(Generic[P, M]):
    """An open table: of each of its positions the value under perfect play, by `table[position]`.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1,))
    >>> table = write_table(None, game, END, game.start, {key_of(game.start): Entry(1, 1)})
    >>> table[game.start].value, len(table), game.play(game.start, next(iter(game.moves(game.start)))) in table
    (1, 1, False)
    """

    def __init__(
        self, content: bytes | mmap.mmap, game: Game[P, M], rank: Rank | None = None, file: str = "the table"
    ) -> None:
        """`content`: that of a file. Raises: ValueError as `open_table` does."""
        self.content, self.game, self.rank, self.file = content, game, rank, file
        self.head, self.start = self._opened()
        self.entries = [None, *(Entry(*entry) for entry in self.head.entries)]
        self._sound = set[int]()  # blocks that have been compared
        self._check_rules()

    def _opened(self) -> tuple[Head, int]:
        """The head, and where the body begins."""
        try:
            line_ends = self.content.find(b"\n") + 1
            line, start = self.content[:line_ends], line_ends + 65
            if self.content[line_ends:start] != sha256(line).hexdigest().encode() + b"\n":
                raise ValueError("its head has another digest")
            head = json.loads(line)
            if head.pop("lazytree table") != VERSION:
                raise ValueError(f"this lazytree reads version {VERSION}")
            known = Head(**head)
            body = known.size * known.width or known.positions * (KEY + known.width)
            sums = 4 * -(-body // BLOCK)
            if len(self.content) != start + sums + body:
                raise ValueError(f"it has {len(self.content):,} bytes, not {start + sums + body:,}")
            if crc32(self.content[start : start + sums]) != known.sums:
                raise ValueError("the checksums are damaged")
            return known, start + sums
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"{self.file} is no whole table: {error}") from None

    def _check_rules(self) -> None:
        game, head = self.game, self.head
        other = f"{self.file} was made for {head.game} with {dict(head.parameters)}"
        mine = json.loads(json.dumps(dict(game.parameters), default=str))
        if head.game != game.name or dict(head.parameters) != mine:
            raise ValueError(f"{other}, not for {game.name} with {mine}: make one for this game")
        if bool(head.size) != (self.rank is not None):
            fix = "give the function rank= by which it was made" if head.size else "it has no ranks: leave out rank="
            raise ValueError(f"{self.file} cannot be read: {fix}")
        try:
            start = start_by_parameters(game) if head.position is None else game.read(head.position)
            same = fingerprint(game, start, self.rank) == head.rules
        except Exception as error:
            raise ValueError(f"{self.file} was made by other rules of {game.name}: make it anew ({error})") from error
        if not same:
            raise ValueError(f"{self.file} was made by other rules of {game.name}: make it anew")

    def __len__(self) -> int:
        return self.head.positions

    def __contains__(self, position: P) -> bool:
        return self.get(position) is not None

    def __getitem__(self, position: P) -> Entry:
        """The entry of a position. Raises KeyError if it has none; ValueError where the file is damaged."""
        entry = self.get(position)
        if entry is None:
            raise KeyError(position)
        return entry

    def get(self, position: P) -> Entry | None:
        """The entry of a position; None if it has none. Raises ValueError where the file is damaged."""
        head = self.head
        here = canonical_of(self.game, position)
        if self.rank is not None:
            place = self.rank(here)
            at = head.width * place if place is not None and 0 <= place < head.size else None
        else:
            place = self._place(key_of(here))
            at = None if place is None else KEY * head.positions + head.width * place
        return None if at is None else self.entries[int.from_bytes(self._bytes(at, at + head.width), "little")]

    def _place(self, key: bytes) -> int | None:
        """The number of a key: it is looked for near the place where it would be if all were equally far apart."""
        count = self.head.positions

        def read(number: int) -> bytes:
            return self._bytes(KEY * number, KEY * number + KEY)

        near, off = int.from_bytes(key, "big") * count >> 8 * KEY, 8 * isqrt(count) + 8
        low, high = max(near - off, 0), min(near + off, count)
        place = bisect_left(range(count), key, low, high, key=read)
        if place in (low, high):
            place = bisect_left(range(count), key, key=read)
        return place if place < count and read(place) == key else None

    def _bytes(self, start: int, stop: int) -> bytes:
        """Bytes of the body, whose blocks are compared with their sums when they are first read."""
        for block in {start // BLOCK, (stop - 1) // BLOCK} - self._sound:
            at, sums = self.start + block * BLOCK, self.start - 4 * -(-(len(self.content) - self.start) // BLOCK)
            told = int.from_bytes(self.content[sums + 4 * block : sums + 4 * block + 4], "little")
            if crc32(self.content[at : at + BLOCK]) != told:
                raise ValueError(f"{self.file} is damaged (block {block}): make it anew")
            self._sound.add(block)
        return self.content[self.start + start : self.start + stop]

    def check(self) -> None:
        """Reads all of it. Raises: ValueError where it is damaged."""
        for at in range(0, len(self.content) - self.start, BLOCK):
            self._bytes(at, at + 1)

    def best(self, position: P) -> M | None:
        """The first of the best moves of a position; None if it has no entry, or is over, or what follows has none."""
        entry = self.get(position)
        if entry is None:
            return None
        wanted = None if entry.move is None else self._after_best(position, entry.move)
        for move in self.game.moves(position):
            child = self.game.play(position, move)
            after = self.after(child) if wanted is None else None
            if canonical_of(self.game, child) == wanted or (after is not None and after.keeps(entry)):
                return move
        return None

    def _after_best(self, position: P, number: int) -> P:
        """What the best move leads to, up to symmetry; `number` is that of the position that stands for this one."""
        here = canonical_of(self.game, position)
        move = next(islice(self.game.moves(here), number, None))
        return canonical_of(self.game, self.game.play(here, move))

    def after(self, position: P) -> Entry | None:
        """The entry of a position, also of one where the game is over; None if it has none."""
        if any(True for _ in self.game.moves(position)):
            return self.get(position)
        return Entry(self.game.payoffs(position)[FIRST], 0)

    def line(self, position: P) -> Iterator[M]:
        """Best moves of both players, until the game is over, a position is repeated or there is no entry."""
        met = set[P]()
        while position not in met and (move := self.best(position)) is not None:
            met.add(position)
            yield move
            position = self.game.play(position, move)

    @property
    def told(self) -> str:
        """What it is, in words."""
        entries = [entry for entry in self.entries if entry is not None and entry.plies is not None and entry.value]
        longest = max(entries, key=lambda entry: entry.plies or 0, default=None)
        far = f"; {payoff_text(longest.value, self.game)} in up to {longest.plies} plies" if longest else ""
        return f"{self.head.what} of {self.game.name}: {len(self):,} positions{far}; {len(self.content):,} bytes"

    def __repr__(self) -> str:
        return f"<Tablebase: {self.told}>"

    _repr_mimebundle_ = mime_bundle

"""Kalah with four pits a side, as a class of the board with methods."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lazytree import Game


@dataclass(frozen=True)
class Side:
    pits: tuple[int, ...] = (3, 3, 3, 3)
    store: int = 0

    @property
    def empty(self) -> bool:
        return not any(self.pits)

    def total(self) -> int:
        return self.store + sum(self.pits)


@dataclass(frozen=True)
class Kalah:
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    turn: int = 0

    def moves(self) -> list[int]:
        if any(side.empty for side in self.sides):
            return []
        return [pit for pit, seeds in enumerate(self.sides[self.turn].pits) if seeds]

    def sow(self, pit: int) -> Kalah:
        mine, yours = self.sides[self.turn], self.sides[1 - self.turn]
        width = len(mine.pits)
        ring = [*mine.pits, mine.store, *yours.pits]
        seeds, ring[pit] = ring[pit], 0
        place = pit
        for _ in range(seeds):
            place = (place + 1) % len(ring)
            ring[place] += 1
        if place < width and ring[place] == 1 and ring[2 * width - place] > 0:
            ring[width] += 1 + ring[2 * width - place]
            ring[place] = ring[2 * width - place] = 0
        mine = Side(tuple(ring[:width]), ring[width])
        yours = replace(yours, pits=tuple(ring[width + 1 :]))
        sides = (mine, yours) if self.turn == 0 else (yours, mine)
        return Kalah(sides, self.turn if place == width else 1 - self.turn)

    def margin(self) -> int:
        first, second = self.sides
        return first.total() - second.total()


game = Game(
    name="small kalah",
    start=Kalah(),
    mover=lambda board: board.turn,
    moves=Kalah.moves,
    play=Kalah.sow,
    payoffs=lambda board: (board.margin(), -board.margin()),
    ratings={"stores": lambda board: board.sides[0].store - board.sides[1].store},
)

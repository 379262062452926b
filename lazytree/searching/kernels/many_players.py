"""Max^n in the subset: the values of a position for all of any number of players, with chance and with a table.

Values lie in an array, a row for each ply; as in `scout` they are counted from their node, and with chance they are
whole numbers of UNITs; floats lie there as their bits. A table's entry is used for the very depth that it was made for.

Source: Luckhardt and Irani, An algorithmic solution of N-person games (1986).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.game import CHANCE

from .memory import bits_of, digest, of_bits
from .searches import Array, Depth, Position, Rules, carried, converted, in_units, rated_whole, total_odds, worth

SEEN, HITS, ENTRIES, CUT, RATED, INNER, LOOKED, PLAYERS, FLOATS, COUNTS = range(10)
"""Words of `counts`. CUT counts leaves that are not the end of the game, ENTRIES are those of the table; FLOATS says
whether values are floats."""
HEAD = 2  # words of an entry before its values: the key; the depth, whether a leaf was cut below, and the best move
NOTHING = -1  # no best move: chance moves, the game is over, or the depth is 0


class Memory(NamedTuple):
    """What a search writes to: counters; the table; for each ply the values, and what is left of them in means."""

    counts: Array
    table: Array
    values: Array


def maxn(rules: Rules, memory: Memory, position: Position, depth: Depth, ply: Depth) -> int:
    """Writes the values of a position at a depth to the row of its ply, and gives the number of the best move."""
    counts, table = memory.counts, memory.table
    counts[SEEN] += 1
    if rules.floats:
        counts[FLOATS] = 1
    if depth == 0:
        return leaf(rules, memory, position, ply)
    players = counts[PLAYERS]
    row, key, cut = 2 * players * ply, digest((depth, position)), counts[CUT]
    place = (HEAD + players) * (digest((1, depth, position)) & counts[ENTRIES] - 1)
    if depth > 1 and table[place] == key and table[place + 1] != 0:
        counts[HITS] += 1
        counts[CUT] += table[place + 1] & 1
        for player in range(players):
            memory.values[row + player] = table[place + HEAD + player]
        return (table[place + 1] >> 1) - 1 + NOTHING  # type: ignore[no-any-return]
    if rules.odds is not None and rules.mover(position) == CHANCE:
        choice = at_chance(rules, memory, position, depth, ply)
    else:
        choice = best_for_mover(rules, memory, position, depth, ply)
    if depth > 1:
        table[place] = key
        table[place + 1] = 2 * (choice - NOTHING + 1) + (1 if counts[CUT] > cut else 0)
        for player in range(players):
            table[place + HEAD + player] = memory.values[row + player]
    return choice


def leaf(rules: Rules, memory: Memory, position: Any, ply: int) -> int:
    """Writes what each player has of a position: its standing, or its payoff if the game is over."""
    if not any(True for _ in rules.moves(position)):
        return ended(rules, memory, position, ply)
    memory.counts[CUT] += 1
    memory.counts[RATED] += 1
    players, standing = memory.counts[PLAYERS], rules.rating(position)
    if len(standing) != players:
        raise ValueError("a standing has one number for each player")
    for player, number in enumerate(standing):
        memory.values[2 * players * ply + player] = (
            bits_of(converted(rules, number))
            if rules.floats
            else converted(rules, number)
            if rules.converted
            else in_units(rules, rated_whole(number))
        )
    return NOTHING


def ended(rules: Rules, memory: Memory, position: Any, ply: int) -> int:
    """Writes the payoffs, as values, where the game is over."""
    players, payoffs = memory.counts[PLAYERS], rules.payoffs(position)
    if len(payoffs) != players:
        raise ValueError("there is one payoff for each player")
    for player, payoff in enumerate(payoffs):
        memory.values[2 * players * ply + player] = (
            bits_of(worth(rules, payoff)) if rules.floats else in_units(rules, worth(rules, payoff))
        )
    return NOTHING


def best_for_mover(rules: Rules, memory: Memory, position: Any, depth: int, ply: int) -> int:
    """Writes the values of the branch that is best for the mover, of equals the first, and gives its number."""
    counts, values, players = memory.counts, memory.values, memory.counts[PLAYERS]
    mover, row = rules.mover(position), 2 * players * ply
    if mover < 0 or mover >= players:
        raise ValueError("the mover is one of the players")
    below, choice, most, number = row + 2 * players, NOTHING, 0 if not rules.floats else 0.0, -1
    for move in rules.moves(position):
        number += 1
        counts[LOOKED] += 1
        maxn(rules, memory, rules.play(position, move), depth - 1, ply + 1)
        mine = carried(rules, of_bits(values[below + mover]) if rules.floats else values[below + mover])
        if choice == NOTHING or mine > most:
            choice, most = number, mine
            for player in range(players):
                values[row + player] = (
                    bits_of(carried(rules, of_bits(values[below + player])))
                    if rules.floats
                    else carried(rules, values[below + player])
                )
    if choice == NOTHING:
        return ended(rules, memory, position, ply)
    counts[INNER] += 1
    return choice


def at_chance(rules: Rules, memory: Memory, position: Any, depth: int, ply: int) -> int:
    """Writes the means of the branches, each rounded down to a whole number of UNITs."""
    counts, values, players = memory.counts, memory.values, memory.counts[PLAYERS]
    row, total = 2 * players * ply, total_odds(rules, position)
    if total == 0:
        return ended(rules, memory, position, ply)
    counts[INNER] += 1
    parts, below = row + players, row + 2 * players
    for number in range(2 * players):
        values[row + number] = 0
    for move in rules.moves(position):
        counts[LOOKED] += 1
        weight = rules.odds(position, move)
        maxn(rules, memory, rules.play(position, move), depth - 1, ply + 1)
        for player in range(players):
            value = carried(rules, values[below + player])
            part = values[parts + player] + weight * (value % total)
            values[row + player] += weight * (value // total) + part // total
            values[parts + player] = part % total
    return NOTHING

"""A game of tricks with nine cards, all hands open: follow suit if you can, the higher card of the suit led wins."""

import random
from typing import NamedTuple

from lazytree import Game


class Card(NamedTuple):
    suit: str
    rank: int


class Table(NamedTuple):
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    led: Card | None
    tricks: tuple[int, int]
    turn: int


SUITS = ["clubs", "hearts", "spades"]
NAMES = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


def deal(seed=7):
    deck = [Card(suit, rank) for suit in SUITS for rank in range(9, 15)]
    random.Random(seed).shuffle(deck)
    return tuple(sorted(deck[:5])), tuple(sorted(deck[5:10]))


def moves(table):
    hand = table.hands[table.turn]
    if table.led is None:
        return list(hand)
    following = [card for card in hand if card.suit == table.led.suit]
    return following or list(hand)


def play(table, card):
    hands = list(table.hands)
    hands[table.turn] = tuple(c for c in hands[table.turn] if c != card)
    if table.led is None:
        return table._replace(hands=tuple(hands), led=card, turn=1 - table.turn)
    won = card.suit == table.led.suit and card.rank > table.led.rank
    winner = table.turn if won else 1 - table.turn
    tricks = list(table.tricks)
    tricks[winner] += 1
    return Table(tuple(hands), None, tuple(tricks), winner)


def payoffs(table):
    mine, yours = table.tricks
    return (mine - yours, yours - mine)


def trumps(table):
    """How many aces and kings more the first player holds."""
    high = [sum(1 for card in hand if card.rank >= 13) for hand in table.hands]
    return table.tricks[0] - table.tricks[1] + (high[0] - high[1]) / 4


def name(table, card):
    return f"{NAMES.get(card.rank, card.rank)} of {card.suit}"


game = Game(
    name="open tricks",
    start=Table(deal(), None, (0, 0), 0),
    mover=lambda table: table.turn,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"high cards": trumps},
    format=name,
)

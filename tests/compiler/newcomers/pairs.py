"""Pairs: throw off pairs of equal cards, or take the top card; who has no cards left wins."""

from collections import Counter, namedtuple
from random import Random

from lazytree import Game

State = namedtuple("State", "hands deck player passed")

deck = list("AAAKKKQQQJJJTTT")
Random(3).shuffle(deck)
POINTS = {"A": 5, "K": 4, "Q": 3, "J": 2, "T": 1}


def moves(state):
    if state.passed >= 2 or not all(state.hands):
        return []
    counts = Counter(state.hands[state.player])
    pairs = [card for card, number in counts.items() if number >= 2]
    result = [("throw", card) for card in sorted(pairs)]
    if state.deck:
        result.append(("take", None))
    else:
        result.append(("pass", None))
    return result


def play(state, move):
    what, card = move
    hand = list(state.hands[state.player])
    deck = state.deck
    passed = 0
    if what == "throw":
        hand.remove(card)
        hand.remove(card)
    elif what == "take":
        hand.append(deck[0])
        deck = deck[1:]
    else:
        passed = state.passed + 1
    hands = list(state.hands)
    hands[state.player] = tuple(sorted(hand))
    return State(tuple(hands), deck, 1 - state.player, passed)


def points(hand):
    return sum(POINTS[card] for card in hand)


def payoffs(state):
    a, b = (points(hand) for hand in state.hands)
    if a == b:
        return (0, 0)
    return (1, -1) if a < b else (-1, 1)


def fewer(state):
    """How many points fewer the first player holds, pairs count half."""
    value = 0
    for sign, hand in zip((-1, 1), state.hands):
        for card, number in Counter(hand).items():
            value += sign * POINTS[card] * (number if number % 2 else number - 1)
    return value


game = Game(
    name="pairs",
    start=State((tuple(sorted(deck[:5])), tuple(sorted(deck[5:10]))), tuple(deck[10:]), 0, 0),
    mover=lambda state: state.player,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"fewer": fewer},
)

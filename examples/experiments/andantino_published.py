"""Published figures of Andantino: seconds and depths, after 1, 3, 5 and 7 stones.

Source: T. Stanczyk's report for a course at Maastricht (2019), tables 1 to 4.
"""

from __future__ import annotations

SECONDS = {
    ("minimax", 3): (0.330051, 0.785621, 2.781000, 5.587028),
    ("alpha-beta, sorted", 3): (0.331139, 0.585668, 1.971544, 2.931860),
    ("negamax, sorted", 3): (0.455735, 0.753866, 1.701300, 2.856786),
    ("scout, sorted", 3): (0.115920, 0.098925, 0.194925, 0.272829),
    ("minimax", 5): (10.323606, 39.368713, 183.019375, 347.197967),
    ("alpha-beta, sorted", 5): (2.668387, 6.393835, 29.576717, 44.522248),
    ("negamax, sorted", 5): (11.847068, 6.817475, 22.753526, 43.537603),
    ("scout, sorted", 5): (0.245247, 0.194909, 0.334821, 0.312819),
}
"""Tables 1 and 2: seconds of a search to a depth. All but minimax sort children by their own rating first."""

REACHED = {"alphabeta": ("3", "3", "3", "1"), "scout": ("15", "19+", "15", "19+")}
"""Tables 3 and 4: the deepest search that deepening finished; with a +, the last that it was allowed."""

DEEPENED = {
    ("alphabeta", 1): (0.008982, 0.016005, 0.035968, 0.033958),
    ("alphabeta", 3): (0.089935, 0.255208, 0.677339),
    ("scout", 1): (0.006983,),
    ("scout", 3): (0.034971,),
    ("scout", 5): (0.046986,),
    ("scout", 7): (0.118963,),
    ("scout", 9): (0.115956,),
    ("scout", 11): (0.079035,),
    ("scout", 13): (0.118034,),
    ("scout", 15): (0.118920,),
}
"""Tables 3 and 4: the longest seconds of a depth in deepening, until a time-out; of scout's those after 1 stone."""

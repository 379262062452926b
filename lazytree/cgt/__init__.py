"""Combinatorial game theory: the values of games in which the player who cannot move loses, their sums, temperatures.

>>> from lazytree import cgt
>>> from lazytree.games import domineering
>>> value = cgt.combinatorial_value(domineering(rows=2, columns=3))
>>> value, cgt.outcome(value), cgt.mean_value(value), cgt.temperature(value)
({2|-1/2}, 'next', Fraction(3, 4), Fraction(5, 4))
"""

from lazytree.cgt.forms import (
    ZERO,
    GameValue,
    as_number,
    left_stop,
    nimber,
    number,
    options,
    right_stop,
    up,
    ups_and_nimber,
)
from lazytree.cgt.positions import combinatorial_value, outcome
from lazytree.cgt.thermographs import Thermograph, mean_value, temperature, thermograph

__all__ = [
    "ZERO",
    "GameValue",
    "Thermograph",
    "as_number",
    "combinatorial_value",
    "left_stop",
    "mean_value",
    "nimber",
    "number",
    "options",
    "outcome",
    "right_stop",
    "temperature",
    "thermograph",
    "up",
    "ups_and_nimber",
]

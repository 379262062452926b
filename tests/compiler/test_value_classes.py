"""Classes of values do what frozen dataclasses of the same fields do, but for refusing changes."""

import copy
import pickle
from dataclasses import dataclass
from itertools import product

import pytest

from lazytree.compiler.ir.value_classes import value_class


@value_class
class Nothing:
    """No field."""


@value_class
class One:
    x: object


@value_class
class Two:
    x: object
    y: object = 0


@dataclass(frozen=True, slots=True)
class Twin:
    x: object
    y: object = 0


@value_class
class Own:
    x: object

    def __eq__(self, other):
        return isinstance(other, Own)

    def __hash__(self):
        return 7


PARTS = [0, 1, "a", (0, 1)]
PAIRS = list(product(PARTS, PARTS))


@pytest.mark.parametrize("a", PAIRS)
def test_values_are_equal_hash_and_look_like_those_of_a_frozen_dataclass(a):
    assert all((Two(*a) == Two(*b)) is (Twin(*a) == Twin(*b)) for b in PAIRS)
    assert hash(Two(*a)) == hash(Twin(*a))
    assert repr(Two(*a)).replace("Two", "Twin") == repr(Twin(*a))
    assert Two(a[0]) == Two(a[0], 0) == Two(y=0, x=a[0])


def test_values_of_other_classes_are_others():
    assert Nothing() == Nothing() and hash(Nothing()) == hash(Nothing())
    assert One((0, 0)) != Two(0, 0) and One(()) != Nothing() and Two(0, 1) != (0, 1)
    assert len({Nothing(), One(0), One(0), Two(0), Two(0, 0)}) == 3


def test_a_class_may_say_itself_what_is_equal():
    assert Own(1) == Own(2) and hash(Own(1)) == 7 and repr(Own(1)) == "Own(x=1)"


@pytest.mark.parametrize("value", [Nothing(), One(1), Two("a", (1,))])
def test_values_are_copied_and_pickled(value):
    assert value == copy.deepcopy(value) == pickle.loads(pickle.dumps(value))
    assert not hasattr(value, "__dict__")

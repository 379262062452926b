"""The garbage collector: off while something grows, afterwards as it was, and garbage is collected in the end."""

import gc
from weakref import ref

import pytest

from lazytree.trees.collector import HEAP, MANY, TOO_MANY, collect_if_due, gc_paused


@pytest.fixture
def collecting():
    """The collector on, whatever the test leaves behind."""
    gc.enable()
    yield
    gc.enable()


def test_quiet_inside_and_on_again_afterwards(collecting):
    with gc_paused():
        assert not gc.isenabled()
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_on_again_after_an_error(collecting):
    with pytest.raises(ValueError), gc_paused(), gc_paused():
        raise ValueError
    assert gc.isenabled()


def test_off_stays_off_for_who_had_it_off(collecting):
    gc.disable()
    with gc_paused():
        assert not gc.isenabled()
    assert not gc.isenabled()
    with pytest.raises(ValueError), gc_paused():
        raise ValueError
    assert not gc.isenabled()


class Ring:
    """What only the collector can free."""

    def __init__(self):
        self.itself = self


def test_what_grew_in_quiet_is_old_afterwards(collecting):
    with gc_paused():
        grown = [Ring() for _ in range(MANY + 1)]
        assert gc.get_count()[0] > MANY
    assert gc.get_count()[0] < MANY
    assert any(old is grown[0] for old in gc.get_objects(generation=2))


@pytest.mark.slow
def test_what_was_dropped_is_swept_away_in_the_end(collecting, monkeypatch):
    with gc_paused():
        rings = [Ring() for _ in range(MANY + 1)]
    dropped = ref(rings[0])
    del rings
    monkeypatch.setattr(HEAP, "made", max(TOO_MANY, HEAP.kept) + 1)
    collect_if_due()
    assert dropped() is None
    assert HEAP.made == 0 < HEAP.kept


def test_what_was_frozen_before_stays_frozen(collecting):
    gc.freeze()
    try:
        with gc_paused():
            grown = [Ring() for _ in range(MANY + 1)]
        assert gc.get_freeze_count() > 0
        assert len(grown) == MANY + 1
    finally:
        gc.unfreeze()

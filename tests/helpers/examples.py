"""How many examples a test of a law is given: all of them in the gate, a part of them by default."""

from hypothesis import settings

FULL = 50
"""The examples of a law in the gate, where a test does not say another number."""


def examples(count: int) -> settings:
    """The settings of a test that has this many examples in the gate, and by default the same part as other laws."""
    return settings(max_examples=max(1, count * settings.default.max_examples // FULL))

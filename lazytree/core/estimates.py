"""Estimates: what further depths will take, from what the depths before took."""

from __future__ import annotations

from collections.abc import Sequence


def estimate_seconds(costs: Sequence[float], depths: int = 1) -> float | None:
    """The time that `depths` further depths take, if they grow as the last ones did; None where that is not known.

    `costs` are what the depths so far took, in any unit, the first depth first. They are taken to grow by the same
    factor from depth to depth: the mean factor of the last two steps, for odd and even depths often take turns.

    >>> estimate_seconds([1, 3, 9]), estimate_seconds([1, 3, 9], depths=2), estimate_seconds([1])
    (27.0, 108.0, None)
    """
    last = [float(cost) for cost in costs[-3:]]
    if len(last) < 2 or min(last) <= 0:
        return None
    factor = max(1.0, (last[-1] / last[0]) ** (1 / (len(last) - 1)))
    try:
        return sum((last[-1] * float(factor**step) for step in range(1, depths + 1)), 0.0)
    except OverflowError:
        return None


def format_duration(seconds: float | None) -> str:
    """How long something takes, about, as text.

    >>> format_duration(0.4), format_duration(95), format_duration(5_000), format_duration(None)
    ('less than a second', 'about 95 seconds', 'about 83 minutes', 'an unknown time')
    """
    if seconds is None:
        return "an unknown time"
    if seconds < 1:
        return "less than a second"
    for unit, size, most in (("seconds", 1, 120), ("minutes", 60, 7200), ("hours", 3600, 172_800)):
        if seconds < most:
            return f"about {seconds / size:.0f} {unit}"
    days = seconds / 86_400
    return f"about {days:.0f} days" if days < 1_000 else f"about {days / 365:,.0f} years"

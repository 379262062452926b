"""A function with arguments given beforehand, as a constant: a `partial`, a bound method, an object that is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from .value_classes import thing_class


@thing_class
class Applied:
    """A function, or anything else that is called, with its first arguments, and others by name."""

    function: Any
    first: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
    receiver: Any = None  # of a method: the text of the value that it is asked of, and its class

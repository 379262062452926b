"""What Python's own functions and methods do, written in the subset: compiled together with the rules that need it."""

from typing import Any


class MISSING:
    """Stands where an argument is not given: a variable has no value then."""


def of_a_copy(change: Any, copied: Any) -> Any:
    """The function that does to a copy of a container what `change` does in place."""

    def made(one: Any, other: Any) -> Any:
        return change(copied(one), other)

    return made

"""What Python's own functions and methods do, written in the subset: compiled together with the rules that need it."""


class MISSING:
    """Stands where an argument is not given: a variable has no value then."""

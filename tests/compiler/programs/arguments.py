"""How a helper is called: arguments by place or by name, in any order, defaults left out; now and then wrongly."""

from __future__ import annotations

from collections.abc import Callable

from .scope import Helper, Scope

Give = Callable[[Scope, str, int], str]  # (scope, kind, depth) -> an expression of that kind

WRONGLY = 0.008  # the share of calls that Python refuses


def call(s: Scope, helper: Helper, depth: int, give: Give) -> str:
    """A call of this helper."""
    given = [(p, give(s, p.kind, depth - 1)) for p in helper.parameters if p.default is None or s.chance(0.5)]
    return called(s, helper.name, [(p.name, text) for p, text in given], [p.name for p in helper.parameters])


def called(s: Scope, name: str, given: list[tuple[str, str]], order: list[str]) -> str:
    """A call with these arguments by name: the first ones may be by place."""
    ahead = 0
    while ahead < len(given) and given[ahead][0] == order[ahead] and s.chance(0.65):
        ahead += 1
    places, named = [text for _, text in given[:ahead]], [f"{each}={text}" for each, text in given[ahead:]]
    s.random.shuffle(named)
    if s.chance(WRONGLY):
        places, named = mistaken(s, places, named, order)
    return f"{name}({', '.join([*places, *named])})"


def mistaken(s: Scope, places: list[str], named: list[str], order: list[str]) -> tuple[list[str], list[str]]:
    """One too many, one too few, one given twice, one of another name."""
    match s.below(4):
        case 0:
            return [*places, *("1" for _ in range(len(order) + 1 - len(places)))], named
        case 1:
            return places[:-1], named
        case 2:
            return places, [*named, f"{order[0]}=1"] if places else named
    return places, [*named, "other=1"]

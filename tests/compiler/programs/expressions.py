"""Expressions: of each kind some, chosen at random. Ints are ints and never bools, but for a few."""

from __future__ import annotations

from . import consuming, floats, idioms, lists, truths
from .arguments import call, called
from .constants import KNOWN, RARE
from .scope import CELLS, Scope

MIXED = 0.003  # the share of ints that are bools or members of an enum in Python
SMALL = ("0", "1", "2", "3", "5", "7", "-1", "-3", "8", "63")


def give(s: Scope, kind: str, depth: int) -> str:
    """An expression of this kind."""
    if kind == "xs":
        return consuming.sequence(s, depth)
    if kind == "bool":
        return truths.truth(s, depth)
    if kind == "float":
        return floats.real(s, depth)
    return {"int": number, "board": board, "pos": position, "pair": pair, "function": function}[kind](s, depth)


def number(s: Scope, depth: int) -> str:
    if s.chance(MIXED):
        return s.pick(*RARE["int"], truths.truth(s, 0))
    if depth <= 0:
        return leaf(s)
    if s.readable("float") and s.chance(0.15):
        return floats.whole(s, depth - 1)
    return s.random.choices(NUMBERS, WEIGHTS)[0](s, depth - 1)


def leaf(s: Scope) -> str:
    names = s.readable("int")
    if names and s.chance(0.65):
        return s.random.choice(names)
    return s.pick(*SMALL) if s.chance(0.6) else s.pick(*KNOWN["int"])


def arithmetic(s: Scope, depth: int) -> str:
    x, y = number(s, depth), number(s, depth)
    mask = s.pick("& 255", "& 1023", "% 17", "% -7", "")
    return f"(({x} {s.pick('+', '-', '*')} {y}) {mask})" if mask else f"({x} {s.pick('+', '-')} {y})"


def bits(s: Scope, depth: int) -> str:
    x, y = number(s, depth), number(s, depth)
    return s.pick(
        f"({x} {s.pick('&', '|', '^')} {y})",
        f"(({x} & 255) << ({y} & 7))",
        f"({x} >> ({y} & {s.pick('3', '63', '127')}))",
        f"(~{x})",
        f"(-{x})",
        f"(({x} & 15) << ({y} & 127)).bit_count()",
        f"(1 << ({x} & 100) | 1 << ({y} & 100)).bit_length()",
        f"((1 << ({x} & 90) ^ BIG) >> ({y} & 127) & 4095)",
    )


def divided(s: Scope, depth: int) -> str:
    x, y = number(s, depth), number(s, depth)
    by = s.pick(y, f"({y} | 1)", "3", "-5", "7", "-1")
    return s.pick(f"({x} // {by})", f"({x} % {by})", f"divmod({x}, {by})[{s.below(2)}]")


def built_in(s: Scope, depth: int) -> str:
    x, y, z = (number(s, depth) for _ in range(3))
    return s.pick(
        f"{s.pick('min', 'max')}({x}, {y})",
        f"{s.pick('min', 'max')}({x}, {y}, {z})",
        f"abs({x})",
        f"int({truths.truth(s, depth)})",
        f"int({x})",
        f"pow({s.pick('2', '3')}, {s.below(5)})" if s.chance(0.03) else f"abs({x} - {y})",
        f"({s.below(5)} ** 2)",
        f"(({x} & 1023) ** {s.pick('2', '3', '4')})",
        f"(({x} & 15) ** ({y} & {s.pick('3', '15')}))" if s.chance(0.9) else f"({x} ** ({y} % 9))",
        f"({s.pick('2', '2', '3', '10', '-2')} ** ({x} & {s.pick('3', '63')}))",
        f"math.gcd({x}, {y})",
        f"math.isqrt({x} & {s.pick('1023', '-1')})",
        f"math.{s.pick('floor', 'ceil', 'trunc')}({x} / {s.pick('2', '3', '-7')})",
    )


def chosen(s: Scope, depth: int) -> str:
    x, y, z = (number(s, depth) for _ in range(3))
    return s.pick(
        f"({x} if {truths.truth(s, depth)} else {y})",
        f"({x} {s.pick('and', 'or')} {y})",
        f"({x}, {y})[{z} & 1]",
        f"({x}, {y})[{truths.truth(s, depth)}]",
        f"({x}, {y}, {z})[{number(s, 0)} % 3]",
    )


def looked_up(s: Scope, depth: int) -> str:
    x = number(s, depth)
    return s.pick(
        f"{board(s, depth)}[{index(s, x)}]",
        f"{s.pick(*KNOWN['table'])}[{x} % {s.pick('2', '2', '3')}]",
        f"SQUARE[{x} % 3][{number(s, 0)} % 3]",
        f"DEEP[{x} & 1][{number(s, 0)} & 1][1]",
        f"RAGGED[{x} % 5][{number(s, 0)} % 2]",
        f"len(RAGGED[{x} % 5])",
        f"TWOS[{x} % 3].{s.pick('a', 'b')}",
        of_rows(s, x),
        f"{board(s, depth)}.count({x})",
        f"WIDE.set({x} % len(WIDE), {number(s, 0)} & 3)[{number(s, 0)} % 6]",
        f"TALL[{x} % 3]"
        if s.chance(0.05)
        else f"HUGE[{x} % 3] % 1000003"
        if s.chance(0.05)
        else f"TABLE[-{s.below(5) + 1}]",
    )


def of_rows(s: Scope, x: str, name: str = "") -> str:
    """An int out of a tuple or a list that holds something of each row of a table, or of a variable that is one."""
    item = s.pick(f"row[{number(s, 0)} % 3]", f"row[{s.below(3)}] * 2", "sum(row)", f"row.count({number(s, 0)})")
    rows = s.pick("SQUARE", "SQUARE", "SQUARE[1:]", "reversed(SQUARE)", "((1, 2, N), (3, M, 4))")
    if s.chance(0.3) and not name:
        item, rows = s.pick("len(row)", "sum(row)", "row[0] if row else 9"), "RAGGED"
    made = s.pick("tuple({} for row in {})", "[{} for row in {}]", "sum({} for row in {})", "max({} for row in {})")
    text = made.format(item, name or rows)
    return text if text[:3] in ("sum", "max") else f"{text}[{x} % 2]"


def index(s: Scope, x: str) -> str:
    return s.pick(f"{x} % {CELLS}", str(s.below(CELLS)), str(-1 - s.below(CELLS)), f"{x} & 3")


def of_record(s: Scope, depth: int) -> str:
    return s.pick(
        f"{pair(s, depth)}[{s.pick('0', '1', '-1')}]",
        f"{position(s, depth)}.left",
        f"{position(s, depth)}.turn + {number(s, 0)}",
        f"(1 - {position(s, depth)}.turn)",
        f"int({position(s, depth)}.turn)",
        f"{position(s, depth)}.board[{s.below(CELLS)}]",
        f"int({position(s, depth)}.flag)",
        f"len({board(s, 0)})",
        f"{s.pick('Point', 'Ordered', 'Long') if s.chance(0.1) else 'Point'}({number(s, depth)}, 2)[{s.below(2)}]",
        f"len(Long({number(s, depth)}, 1))" if s.chance(0.03) else number(s, depth),
    )


def walrus(s: Scope, depth: int) -> str:
    """`:=` of a variable, with uses before and after it."""
    names = s.assignable("int")
    if not names or not s.walrus:
        return number(s, depth)
    name, value = s.random.choice(names), number(s, depth)
    bound = f"({name} := {value})"
    return s.pick(
        bound,
        f"({name} {s.pick('+', '-', '*')} {bound} & 255)",
        f"({bound} - {name} * 3)",
        f"({name}, {bound}, {name})[{s.below(3)}]",
        f"({name} < {bound} < {number(s, 0)}) + {name}",
        f"max({name}, {bound})",
    )


def of_call(s: Scope, depth: int) -> str:
    helper = s.helper("int")
    if helper is None:
        return number(s, depth)
    text = call(s, helper, depth, give)
    first = helper.parameters[0]
    if first.kind == "int" and not any(p.default is None for p in helper.parameters[1:]) and s.chance(0.5):
        return f"{helper.name}({text})"
    return text


def of_closure(s: Scope, depth: int) -> str:
    given = [("x", f"{number(s, depth)} & 63")] + ([("y", f"{number(s, 0)} & 63")] if s.chance(0.5) else [])
    if s.chance(0.3):
        given.append(("w", pair(s, depth)))
    reached = s.pick(
        "inner", "outer", "inner", "FUNCTIONS[0]", "FUNCTIONS[1]", "RULES.f", "Settings.up", "Settings.Limits.down"
    )
    if reached == "Settings.up" and s.chance(0.8):  # it is refused: a private name
        reached = "twice"
    if reached not in ("inner", "outer"):
        return f"{reached}({given[0][1]})"
    return called(s, reached, given, ["x", "y", "w"])


def of_list(s: Scope, depth: int) -> str:
    return lists.number(s, depth)


def of_idiom(s: Scope, depth: int) -> str:
    return idioms.number(s, depth)


def consumed(s: Scope, depth: int) -> str:
    return consuming.consumed(s, depth)


NUMBERS = (
    arithmetic, bits, divided, built_in, chosen, looked_up, of_record, walrus, of_call, of_closure, consumed,
    of_list, of_idiom,
)  # fmt: skip
WEIGHTS = (6, 3, 2, 2, 3, 4, 3, 2, 4, 1, 4, 2, 2)


def board(s: Scope, depth: int) -> str:
    names = s.readable("board")
    if depth <= 0 or not names or s.chance(0.3):
        return s.pick(*names, *KNOWN["board"]) if names else "START"
    depth -= 1
    open_names = s.assignable("board")
    helper = s.helper("board")
    value = f"{number(s, depth)} & 7"
    choices = [
        f"{board(s, depth)}.set({index(s, number(s, depth))}, {value})",
        f"{board(s, depth)}.set({s.below(CELLS)}, {board(s, 0)}[{s.below(CELLS)}])",
        f"{board(s, 0)}.set({s.below(CELLS)}, {value}).set({s.below(CELLS)}, {number(s, 0)} & 7)",
        f"{board(s, 0)}.mset({s.below(CELLS)}, {value}, {s.below(CELLS)}, {number(s, 0)} & 3)",
        f"({board(s, depth)} if {truths.truth(s, depth)} else {board(s, depth)})",
        f"({board(s, 0)}, {board(s, depth)})[{number(s, 0)} & 1]",
        f"{position(s, depth)}.board",
        consuming.built(s, depth),
    ]
    if open_names and s.walrus:
        name = s.random.choice(open_names)
        choices.append(f"({name} := {board(s, depth)})")
        choices.append(f"{name}.set({s.below(CELLS)}, ({name} := {board(s, depth)})[{s.below(CELLS)}])")
    if helper is not None:
        choices += [call(s, helper, depth, give)] * 2
    return s.random.choice(choices)


def position(s: Scope, depth: int) -> str:
    names = s.readable("pos")
    if names and (depth <= 0 or s.chance(0.5)):
        return s.random.choice(names)
    depth = max(0, depth - 1)
    helper = s.helper("pos")
    if helper is not None and s.chance(0.3):
        return call(s, helper, depth, give)
    turn = side(s, depth)
    if names and s.chance(0.5):
        fields = [f"board={board(s, depth)}", f"left={number(s, depth)} & 63", f"turn={turn}",
                  f"flag={truths.truth(s, depth)}"]  # fmt: skip
        return f"{s.random.choice(names)}._replace({', '.join(s.random.sample(fields, s.random.randrange(1, 4)))})"
    given = [("board", board(s, depth)), ("turn", turn), ("left", f"{number(s, depth)} & 63")]
    return called(s, "Pos", [*given, ("flag", truths.truth(s, depth))], ["board", "turn", "left", "flag"])


def side(s: Scope, depth: int) -> str:
    names = s.readable("pos")
    if names and s.chance(0.4):
        return f"{s.random.choice(names)}.turn"
    members = ["Side.BLUE", "Side.RED"]
    s.random.shuffle(members)
    return f"({members[0]} if {truths.truth(s, depth)} else {members[1]})" if s.chance(0.7) else members[0]


def pair(s: Scope, depth: int) -> str:
    """A Two."""
    names = s.readable("pair")
    if depth <= 0 or s.chance(0.3):
        return s.pick(*names, *KNOWN["pair"])
    helper = s.helper("pair")
    if helper is not None and s.chance(0.4):
        return call(s, helper, depth - 1, give)
    x, y = number(s, depth - 1), number(s, depth - 1)
    given = [("a", x)] + ([("b", y)] if s.chance(0.7) else [])
    return called(s, "Two", given, ["a", "b"])


def function(s: Scope, depth: int) -> str:
    """The name of a function of one int."""
    found = [h.name for h in s.helpers if h.kind == "int" and not h.generator and h.parameters[0].kind == "int"
             and all(p.default is not None for p in h.parameters[1:])]  # fmt: skip
    return s.pick(*found, "inner", "outer", "plus", "plus")

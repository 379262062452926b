"""Inference of lists, dicts and sets: what they hold, wherever something is put into them.

Each place that makes a container knows nothing of it at first; containers that meet in one variable have what they hold
in common. What the text asks of a value that turns out to be a container is read as a call of a function of
the library, which is in the subset itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.classes import BOARD, NO_CELL
from ..ir.core import (
    Ask,
    Begin,
    Block,
    Call,
    Const,
    Count,
    Each,
    Evaluate,
    Item,
    Method,
    NewContainer,
    Node,
    Op,
    Span,
    Store,
    list_in_place,
)
from ..ir.intervals import is_small
from ..ir.joining import as_board, as_value, join, lengths_of
from ..ir.kinds import (
    BOOL,
    COUNTER,
    DEFAULT,
    MOST_PLACES,
    PLAIN,
    SMALL,
    WORDS,
    Bool,
    Container,
    Fixed,
    Float,
    Held,
    Int,
    Record,
    Type,
    Varying,
    Vector,
    Words,
    as_int,
    as_whole,
    described,
    holds_container,
    leaves,
)
from ..ir.varying import cells_for, set_of
from ..library import dicts, lists, sets, table
from ..library import words as runtime
from .operations import remade_kind
from .programs import Program, Unsettled, Walk, told
from .records import is_constant_list, more_needed

PLACES, PLACES_OR_NONE = Int(0, MOST_PLACES), Int(-1, MOST_PLACES)


class Question(NamedTuple):
    """What a container is asked, or what is done to it: the type of the answer, and what works it out."""

    gives: Type = Fixed(None)
    function: Any = None  # of the runtime; None where code generation reads or writes the words in place
    of_word: Any = None  # the one for a key that is one word
    changes: bool = False  # whether another round of a loop may see what it does


ASKED = {
    "find": Question(PLACES_OR_NONE, runtime.find, runtime.find_word),  # where a key of a dict is, or -1
    "place": Question(PLACES, runtime.place, runtime.place_word, True),  # where it is now, put there if it was nowhere
    "last": Question(PLACES_OR_NONE, runtime.last),  # where the last key is, or -1
    "count": Question(PLACES),  # how many places a dict has, those that were left included
    "gone": Question(PLACES),  # how often one was left
    "live": Question(BOOL),  # whether there is a key at a place
    "keep": Question(changes=True),  # puts a value at a place
    "drop": Question(function=runtime.drop, changes=True),  # leaves a place
    "set": Question(changes=True),  # puts a value at an index of a list
    "append": Question(function=runtime.longer, changes=True),  # puts one at the end
    "add": Question(function=runtime.longer),  # the same, of a list that is being made
    "cut": Question(changes=True),  # makes a list as long as a number
    "shift": Question(function=runtime.shifted, changes=True),  # leaves the first item
    "has": Question(BOOL, runtime.in_set),  # whether a set has a member
    "leave": Question(BOOL, runtime.left_set, changes=True),  # whether it had one, which it has no longer
    "join": Question(function=runtime.join_set, changes=True),  # puts a member into a set
    "merge": Question(function=runtime.merged, changes=True),  # puts all members of another set into it
    "room": Question(function=runtime.roomier, changes=True),  # makes room before for as many as a dict has keys
    "become": Question(changes=True),  # makes it what another set is
    "tidy": Question(function=runtime.tidied, changes=True),  # does what `-=` does at its end
    "clear": Question(function=runtime.clear, changes=True),  # leaves all of a dict
    "clear set": Question(function=runtime.clear_set),  # what "clear" is of a set
    "len": Question(PLACES),  # how many items, keys or members there are
    "word": Question(SMALL),  # which container this is
    "resume": Question(BOOL, changes=True),  # whether a generator has another item: its "value"
}
"""And the "key" and the "value" at a place, and the "item" of a list at an index: what was put there."""
GROWING = ("append", "cut", "shift")
FEW = 64  # items of a tuple that may be ints of any size; those of a longer one lie in cells
NOTHING = "a list, a set or a dict to which nothing is added"


def made(w: Walk, node: NewContainer) -> Type:
    """The type of a new container."""
    if node.held is None:
        node.held = Held(node.kind, w.program.wake)
        w.program.containers.append(node.held)
    node.instance = requested(w, runtime.made)
    return Container(node.held)


def requested(w: Walk, function: Any) -> Any:
    """The instance of a function of the runtime, whose arguments are an arena and words."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    instance = w.program.request(function, {name: WORDS if name == "m" else SMALL for name in names})
    w.instance.calls.add(instance)
    return instance


def known(w: Walk, base: Container, part: str) -> Type:
    """The type of what a container holds; Unsettled as long as nothing was put into it."""
    held = base.root
    held.readers[w.instance] = None
    held.asked.add(part)
    if (kind := getattr(held, part)) is None:
        raise Unsettled(NOTHING)
    return kind  # type: ignore[no-any-return]


def asked(w: Walk, node: Ask, base: Type, parts: list[Type]) -> Type:
    """The type of what a container is asked, by those of its parts."""
    if node.how.startswith("mark"):  # what tells whether it has changed so that a loop over it raises
        if node.how != "mark" and isinstance(base, Container) and base.root.kind.name == "deque":
            raise Refused("`iter`, `map`, `zip` … of a deque raise after their end, too: `(x for x in …)`, `list(…)`")
        return PLACES
    if isinstance(base, Words):
        return asked_of_words(w, node.how, parts)
    if not isinstance(base, Container):
        raise Refused(f"no `{node.how}` of {described(base)}")
    held, given, how = base.root, list(map(as_value, parts)), node.how
    held.readers[w.instance] = None
    question = ASKED.get("clear set" if how == "clear" and base.of == "set" else how, Question())
    if question.function:
        node.instance = requested(w, question.function)
    if question.of_word:
        node.of_word = requested(w, question.of_word)
    if how == "resume":
        resumed(w, held)
    if how in GROWING and not held.grows:
        held.grows = True
        woken(w, held)
    match how, given:
        case (("find" | "has" | "leave"), [key]) if held.key is not None and laid_out_alike(held.key, key):
            join(held.key, key)  # Refused if there is no such type; another int makes the keys no other ones
        case (("find" | "place" | "has" | "leave" | "join"), [key]):
            put(w, held, "key", key)
        case (("append" | "add"), [value]):
            put(w, held, "value", value)
        case (("keep" | "set"), [_, value]):
            put(w, held, "value", value)
        case (("merge" | "become"), [Container() as other]):
            other.root.readers[w.instance] = None
            for one, also in ((held, other.root), (other.root, held)):
                if also.key is not None:
                    put(w, one, "key", also.key)
            held.ordered = other.root.ordered = held.ordered and other.root.ordered
            fills(held, other)
            fills(other.root, base)
        case ("key" | "value") as part, _:
            return known(w, base, part)
        case "item", _:
            return known(w, base, "value")
        case (("keys" | "values" | "items"), _):
            return Container(base.held, how)
        case "len", _:
            return len_of(w, base)
        case "made", _:
            rounds = w.rounds.get(node.loop, Int(0, MOST_PLACES))
            lengthened(w, held, rounds if node.length < 0 else Int(node.length, node.length))
        case "unordered", _:
            held.ordered = False
            return base
    return question.gives


def asked_of_words(w: Walk, how: str, parts: list[Type]) -> Type:
    """The type of what scratch memory is asked: the value that was stashed at an index, or the word there.

    "fetch" is of what a "stash" keeps; "added" and "swapped" change the word in one step, and give what it was;
    "prefetch" changes and gives nothing.
    """
    program = w.program
    as_int(parts[0])
    if how == "stash":
        program.keep_stashed(as_whole(parts[1]), w.instance)
        return Fixed(None)
    if how == "prefetch":
        return Fixed(None)
    if how != "fetch":
        as_int(parts[1])
        return SMALL
    program.fetching[w.instance] = None
    if program.stashed is None:
        raise Unsettled("nothing has been stashed")
    return program.stashed


def begun(w: Walk, node: Begin, called: Any) -> Type:
    """The type of a generator of which nothing has run yet."""
    node.instance = requested(w, runtime.taken)
    return Container(called.held)


def resumed(w: Walk, held: Held) -> None:
    """Notes that a generator is gone on with."""
    held.readers[w.instance] = None
    w.instance.calls.update(held.frames)


def suspended(w: Walk, kind: Type) -> None:
    """Notes what the generator that is inferred gives."""
    assert w.instance.held is not None
    put(w, w.instance.held.root, "value", as_value(kind))


def len_of(w: Walk, base: Container) -> Int:
    """The interval of how much a container holds: one number of a list of one length."""
    held = base.root
    held.readers[w.instance] = None
    if base.of != "list" or held.grows:
        return PLACES
    return length_known(held)


def length_known(held: Held) -> Int:
    """The interval of the length of a list that never grows; Unsettled as long as it has not been made."""
    held.asked.add("length")
    if held.length is None:
        raise Unsettled(NOTHING)
    return held.length


def filled_with_nothing(program: Program) -> bool:
    """Gives containers to which nothing is added a type of what they hold; whether there are any that ask for it."""
    roots = {id(each.root): each.root for each in map(Container, program.containers)}.values()
    empty = [(held, part) for held in roots for part in sorted(held.asked) if getattr(held, part) is None]
    alike = [(held, part, [getattr(each.root, part) for each in held.beside]) for held, part in empty]
    known = [(held, part, kind) for held, part, kinds in alike for kind in kinds if kind is not None]
    for held, part, kind in known or [(held, part, Int(0, 0)) for held, part in empty]:
        setattr(held, part, kind)
        for reader in held.readers:
            program.wake(reader)
    return bool(empty)


def woken(w: Walk, held: Held) -> None:
    """Has all looked at again that have asked for what is known of a container."""
    for each in held.readers:
        w.program.wake(each)


def lengthened(w: Walk, held: Held, length: Int) -> None:
    """Notes how long a list is when it is made."""
    new = length if held.length is None else Int(min(length.low, held.length.low), max(length.high, held.length.high))
    if new != held.length:
        held.length = new
        woken(w, held)


def rounds_known(node: Each | Count) -> Int:
    """How many rounds a loop has that is left by no `break`."""
    if isinstance(node, Each) and all(each.type is not None for each in node.sequences):
        known = [length_of(each.type) for each in node.sequences]
        return Int(min(each.low for each in known), min(each.high for each in known))
    if isinstance(node, Count) and all(isinstance(each.type, Int | Bool) for each in node.bounds):
        start, stop, step = parts_of([as_int(each.type) for each in node.bounds])  # type: ignore[arg-type]
        up = stop.high - start.low if step.high > 0 else 0
        down = start.high - stop.low if step.low < 0 else 0
        return Int(max(stop.low - start.high, 0) if step == Int(1, 1) else 0, max(up, down, 0))
    return Int(0, MOST_PLACES)


def parts_of(bounds: list[Int]) -> tuple[Int, Int, Int]:
    """Start, stop and step of a range with one to three bounds."""
    start, stop = (Int(0, 0), bounds[0]) if len(bounds) == 1 else bounds[:2]
    return start, stop, bounds[2] if len(bounds) == 3 else Int(1, 1)


def length_of(kind: Any) -> Int:
    """The interval of the length of what a loop goes over."""
    if not isinstance(kind, Container):
        return lengths_of(kind)
    held = kind.root
    return held.length if kind.of == "list" and held.length and not held.grows else Int(0, MOST_PLACES)


def put(w: Walk, held: Held, part: str, kind: Type) -> None:
    """Joins the type of what is put into a container into what is known of it."""
    if part == "key" and holds_container(kind):
        raise Refused("a list, a dict or a set is no key of a dict and no member of a set: a tuple")
    if part == "key" and any(isinstance(leaf, Float) for leaf in leaves(kind)):
        raise Refused("a float is no key of a dict that changes, and no member of a set")
    old = getattr(held, part)
    new = w.program.settled(w.instance, (id(held), part), old, kind, part in held.asked)
    if new != old:
        setattr(held, part, new)
        woken(w, held)


def laid_out_alike(a: Type, b: Type) -> bool:
    """Whether equal values of two types are the same words, also as values of the first one."""
    if isinstance(a, Record) and isinstance(b, Record):
        return len(a.items) == len(b.items) and all(map(laid_out_alike, a.items, b.items))
    if isinstance(a, (Int, Bool)) and isinstance(b, (Int, Bool)):
        return is_small(as_int(a)) and is_small(as_int(b)) and (isinstance(a, Int) or isinstance(b, Bool))
    return a == b


def hashed_as(kind: Type | None) -> int:
    """0 of ints, n of tuples of n ints: these are hashed as CPython does; below 0 of anything else."""
    if isinstance(kind, (Int, Bool)) and is_small(as_int(kind)):
        return 0
    if isinstance(kind, Record) and issubclass(kind.cls, tuple) and kind.items:
        return len(kind.items) if all(hashed_as(each) == 0 for each in kind.items) else -1
    return -1


def refuse_unknown_order(node: Each, kinds: list[Type]) -> None:
    """Refused where sequences whose length changes are gone over in a way that asks for an order, or for lengths."""
    several, turned = len(kinds) > 1, node.backwards
    known = ("list",) if turned else ("list", "generator")
    if (several or turned) and any(isinstance(each, Container) and each.of not in known for each in kinds):
        asked = "`zip`, `.index` and `.count` of a dict or a set, `reversed` of these or of a generator"
        raise Refused(f"{asked}: `list(...)` around it")
    if several and node.strict:
        raise Refused("`zip(..., strict=True)` of what changes its length: compare their lengths, then `zip`")


def gone_over(w: Walk, base: Container) -> Type | None:
    """The type of what a loop over a container finds; None as long as nothing was put into it."""
    held, of = base.root, base.of
    parts = {"list": ["value"], "values": ["value"], "generator": ["value"], "items": ["key", "value"]}.get(of, ["key"])
    resumed(w, held)
    held.asked.update(parts)
    found = [getattr(held, part) for part in parts]
    return None if None in found else found[0] if len(found) == 1 else Record(tuple, tuple(found))


def fills(held: Held, other: Container) -> None:
    """Notes that the order of a set is that in which another one is gone over."""
    held.filled += [] if other in held.filled else [other]


def is_ordered(base: Container) -> bool:
    """Whether a container is surely gone over in an order that is known."""
    held = base.root
    return base.of != "set" or (held.ordered and hashed_as(held.key) >= 0 and runtime.is_order_known())


# ---- what the text asks of a value that is a container


OF_RANGES = ("__contains__", "count", "index")


def method(node: Method, base: Container, given: list[Type]) -> Node:
    """What does `base.name(...)`."""
    if node.name in ("keys", "values", "items") and base.of == "dict" and not given:
        return told(node, Ask, node.name, node.base, [])  # type: ignore[no-any-return]
    if base.root.kind.name == "range" and node.name not in OF_RANGES:
        raise Refused(f"no `.{node.name}()` of a range: `list(...)` around it")
    first = given[0] if given and isinstance(given[0], Container) else None
    what = (
        ("plain dict", "dict")
        if first and first.root.kind == PLAIN and first.of == "dict"
        else (first.of,)
        if first
        else ()
    )
    does = table.of_method(base.of, base.part or base.root.kind.name, node.name, what)
    arguments = [node.base, *node.arguments]
    more = None if does is None else more_needed(does, len(arguments))
    if more is None:
        raise Refused(f"no `.{node.name}()` of {described(base)} with such arguments")
    return done(node, does, [*arguments, *more], node.name in table.GIVE_NOTHING)


def done(node: Method | Op, does: Any, given: list[Node], gives_nothing: bool = False) -> Node:
    """What does a method or an operation, as the table of the library says."""
    if isinstance(does, str):
        return told(node, Ask, does, given[0], given[1:])  # type: ignore[no-any-return]
    if isinstance(node, Op) and node.symbol == "!=":
        return told(node, Op, "not", [Call(does, given)])  # type: ignore[no-any-return]
    if gives_nothing:
        return told(node, Block, [Evaluate(Call(does, given))], Const(None))  # type: ignore[no-any-return]
    return told(node, Call, does, given)  # type: ignore[no-any-return]


def item(node: Item, base: Container) -> Node:
    """What gives `base[index]`."""
    kind = base.root.kind
    if base.of == "list":
        return told(node, Ask, "item", node.base, [node.index])  # type: ignore[no-any-return]
    if base.of != "dict":
        raise Refused(f"no items of {described(base)}")
    function: Any = dicts.get if kind == COUNTER else dicts.got if kind == PLAIN else dicts.kept
    if kind.name == DEFAULT and kind.missing in table.MADE:
        function = dicts.kept_new
    missing = [] if kind == PLAIN else [Const(0 if kind == COUNTER else kind.missing)]
    return told(node, Call, function, [node.base, node.index, *missing])  # type: ignore[no-any-return]


def stored(node: Store, base: Container) -> Node:
    """What does `base[index] = value`."""
    if base.of == "list" and base.root.kind.name != "range":
        return told(node, Ask, "set", node.words, [node.index, node.value])  # type: ignore[no-any-return]
    if base.of != "dict":
        raise Refused(f"no item of {described(base)} is assigned")
    return told(node, Call, dicts.put, [node.words, node.index, node.value])  # type: ignore[no-any-return]


def cut(node: Span, base: Container) -> Node:
    """What gives `base[start:stop:step]`."""
    if base.root.kind.name != "list":
        raise Refused(f"{described(base)} has no slices: `list(...)[a:b]`")
    bounds = [node.start or Const(None), node.stop or Const(None), Const(node.step)]
    return told(node, Call, lists.sliced, [node.base, *bounds])  # type: ignore[no-any-return]


def operation(w: Walk, node: Op, kinds: list[Type]) -> Type | Node:
    """The type of an operation on containers, or what gives its result."""
    symbol, given = node.symbol, node.operands
    first = kinds[0]
    if isinstance(first, Container) and first.of != "list" and symbol in FORMS:
        return told(node, Op, symbol, [Call(lists.copied_list, given)])  # type: ignore[no-any-return]
    if symbol in ("len", "bool", "not") and isinstance(first, Container) and first.of != "generator":
        return len_of(w, first) if symbol == "len" else BOOL
    if symbol in FORMS and isinstance(first, Container) and first.of == "list":
        return frozen_kind(w, node, first)
    if symbol == "is" and all(isinstance(each, Container) for each in kinds):
        join(*kinds)
        return BOOL
    if symbol == "at once":
        raise Refused(subset.ONCE)
    if symbol in ("ints only", "sought"):
        return first
    one, other = (each.of if isinstance(each, Container) else "" for each in (kinds * 2)[:2])
    names = {each.root.kind.name for each in kinds if isinstance(each, Container)}
    if "range" in names:
        raise Refused(f"no `{symbol}` of {' and '.join(map(described, kinds))}")
    if names == {"deque"} and symbol == "+" and one == other and not node.in_place:
        return told(node, Call, lists.joined_deques, given)  # type: ignore[no-any-return]
    is_changed = node.in_place or symbol not in ("+", "*", "==", "!=")
    if "deque" in names and not is_changed and (symbol in "+*" or len(names) > 1):
        raise Refused(f"no `{symbol}` of {' and '.join(map(described, kinds))}")
    for each, beside in zip(kinds, reversed(kinds)):
        if isinstance(each, Container) and isinstance(beside, Container):
            each.root.beside += [] if beside in each.root.beside else [beside]
    if "keys" in (one, other) and symbol in OF_KEYS:
        return of_keys(node, kinds)
    found = table.operation(symbol, node.in_place, *map(names_of, (kinds * 2)[:2]))
    if found is None and symbol == "+" and "list" in (one, other) and any(map(is_constant_list, kinds)):
        found = lists.joined_lists
    if found is None:
        raise Refused(f"no `{symbol}` of {' and '.join(map(described, kinds))}")
    return done(node, found, given)


OF_KEYS = ("|", "&", "-", "^", "==", "!=", "<=", ">=", "<", ">")


def names_of(kind: Type) -> tuple[str, ...]:
    """What a value is to the table of operators."""
    if not isinstance(kind, Container):
        return ("",)
    return ("Counter", "dict") if kind.of == "dict" and kind.root.kind == COUNTER else (kind.of,)


def of_keys(node: Op, kinds: list[Type]) -> Node:
    """What does an operator of the keys of a dict, which are a set there.

    The order of a set that it gives is not known.
    """
    if node.in_place or not all(isinstance(each, Container) and each.of in ("keys", "set") for each in kinds):
        raise Refused(f"no `{node.symbol}` of {' and '.join(map(described, kinds))}")
    given: list[Node] = [
        Call(sets.of_keys, [each]) if isinstance(kind, Container) and kind.of == "keys" else each
        for each, kind in zip(node.operands, kinds)
    ]
    if node.symbol in table.MAKING:
        return told(node, Ask, "unordered", Op(node.symbol, given), [])  # type: ignore[no-any-return]
    return told(node, Op, node.symbol, given)  # type: ignore[no-any-return]


FORMS: dict[str, Any] = {"frozenset": frozenset, "tuple": tuple, "pvector": None}


def frozen_kind(w: Walk, node: Op, base: Container) -> Type:
    """The type of a tuple or a PVector of the items of a list: of one length, where nothing changes that.

    The cells of a PVector that is made of a list in place are checked, as those that `.set` changes.
    """
    held, form = base.root, FORMS[node.symbol]
    held.readers[w.instance] = None
    held.asked.add("value")
    if form is frozenset:
        return set_of([as_value(held.value)] if held.value is not None else [], w.program.room, form)
    if held.value is None:
        return Record(tuple, ()) if form is tuple else Vector(0, 0, 0, NO_CELL, BOARD)
    kind = as_value(held.value)
    if not held.grows and (length := length_known(held)).low == length.high:
        items = Record(tuple, (kind,) * length.low)
        if form is tuple and list_in_place(node) and length.low <= FEW:
            return items
        board = as_board(items)
        made = remade_kind(node.symbol, board if isinstance(board, Vector) else items)
        return w.program.clipped(made) if list_in_place(node) else made
    return Varying(cells_for(kind, w.program.room, tuple if form is tuple else BOARD))

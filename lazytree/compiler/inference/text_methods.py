"""Methods of texts of one length, written out cell by cell: `.startswith`, `.endswith`, `.find`, `.replace`."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir.core import Choose, Const, Item, Make, Method, Node, Op, Part
from ..ir.kinds import Type, Vector
from ..ir.texts import as_text, is_text

OF_TEXTS = ("startswith", "endswith", "find", "replace")


def method_of_text(node: Method, base: Type, name: str) -> Node | None:
    """What a method of a text asks, in place of its call; None of what is no text, and of other methods."""
    board = as_text(base)
    if name not in OF_TEXTS or not isinstance(board, Vector) or not is_text(board):
        return None
    if node.asked is None:
        node.asked = written_out(node.base, board.length, name, node.arguments or [])
    return node.asked


def written_out(base: Node, length: int, name: str, arguments: list[Node]) -> Node:
    """The answer of a method of a text of this length; Refused unless it is given constants."""
    given = [each.value for each in arguments if isinstance(each, Const) and type(each.value) is str]
    if len(given) < len(arguments) or len(given) != (2 if name == "replace" else 1):
        wanted = "two constant texts of one character" if name == "replace" else "a constant text"
        raise Refused(f"`.{name}()` of a text takes {wanted}")
    if name == "replace":
        return exchanged(base, length, *given)
    (wanted,) = given
    places = range(length - len(wanted) + 1)
    if name == "find":
        found: Node = Const(-1 if wanted else 0)
        for place in reversed(places if wanted else ()):
            found = Choose(lies_at(base, place, wanted), Const(place), found)
        return found
    if not wanted or not places:
        return Const(not wanted)
    return lies_at(base, places[0 if name == "startswith" else -1], wanted)


def lies_at(base: Node, place: int, wanted: str) -> Node:
    """Whether a text lies at a place of another."""
    return Op("==", [Part(base, slice(place, place + len(wanted))), Const(wanted)])


def exchanged(base: Node, length: int, old: str, new: str) -> Node:
    """A text with each character `old` exchanged for `new`."""
    if len(old) != 1 or len(new) != 1:
        raise Refused("`.replace()` of a text takes two constant texts of one character")
    cells = [Item(base, Const(place)) for place in range(length)]
    return Op("text", [Make(tuple, [Choose(Op("==", [each, Const(old)]), Const(new), each) for each in cells])])

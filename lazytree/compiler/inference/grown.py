"""Inference of lists and sets of a function's own, which grow and shrink."""

from __future__ import annotations

from lazytree.core.errors import Refused

from ..ir import subset
from ..ir.core import Add, Begin, Copy, Node, Put, Take, Var
from ..ir.kinds import Container, Grown, Row, Type, Vector, as_int, described, leaves
from ..ir.rows import as_record
from .expressions import runtime, used, variable_kind
from .held import OF_SETS, among, is_member, told
from .walk import Walk, keep


def changed(w: Walk, node: Node) -> None:
    """Infers a statement that changes a list or a set: its items are of one type."""
    match node:
        case Begin(name=Var(name=name), distinct=distinct):
            keep(w, name, Grown(None, distinct))
        case Copy(name=Var(name=name), other=Var(name=other)):
            keep(w, name, grown_kind(w, other))
            keep(w, other, grown_kind(w, name))  # both of one type
        case Put(name=Var(name=name), index=_):
            as_int(used(w, node, "index"), subset.PLACE)
            keep_item(w, name, runtime(w, node.value))
        case Take(name=Var(name=name)):
            among(used(w, node, "value"), grown_kind(w, name))
        case Add(name=Var(name=name), value=value):
            keep_item(w, name, runtime(w, value))


def grown_kind(w: Walk, name: str) -> Grown:
    """The type of a list or a set."""
    kind = variable_kind(w, name)
    assert isinstance(kind, Grown)
    return kind


def keep_item(w: Walk, name: str, kind: Type) -> None:
    """Joins the type of an item into that of a list or a set."""
    known = grown_kind(w, name)
    if known.distinct:
        kind = as_record(kind) if isinstance(kind, Row) else kind
        if not is_member(kind) or any(leaf.cls is not int for leaf in leaves(kind)):  # type: ignore[union-attr]
            raise Refused(OF_SETS.format(told(kind)))
    elif any(isinstance(leaf, (Vector, Grown, Container)) for leaf in leaves(kind)):
        raise Refused(f"a list that grows holds numbers, texts and tuples of these, not {described(kind)}")
    keep(w, name, Grown(kind, known.distinct))

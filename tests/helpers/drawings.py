"""Drawings read back from their SVG: what parts they have, with inherited attributes, and how far these reach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from xml.etree import ElementTree

INHERITED = (
    *("class", "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width"),
    *("font-size", "text-anchor", "pointer-events"),
)
TOKEN = re.compile(r"[a-zA-Z]|-?\d*\.?\d+")
SHAPES = ("path", "circle", "rect", "line", "text", "polygon")


class Part(NamedTuple):
    """A shape or a text of a drawing, with the attributes of the groups around it."""

    tag: str
    at: Mapping[str, str]
    points: tuple[tuple[float, float], ...]  # the outermost points, without the width of lines
    text: str = ""
    title: str = ""

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box around the part."""
        xs, ys = zip(*self.points)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def box(self) -> tuple[float, float, float, float]:
        """How far it reaches with its line: left, top, right, bottom."""
        xs, ys = zip(*self.points)
        half = float(self.at.get("stroke-width", 0)) / 2 if self.at.get("stroke", "none") != "none" else 0
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def root_of(drawing: Any) -> ElementTree.Element:
    """The drawing as a tree of elements, without the name of their space."""
    return ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", drawing.svg))


def parts_of(drawing: Any) -> list[Part]:
    """All shapes and texts of a drawing, in the order in which they are drawn."""
    return list(_parts(root_of(drawing), {}))


def _parts(element: ElementTree.Element, outer: Mapping[str, str]) -> Iterator[Part]:
    attributes = {**outer, **element.attrib}
    if element.tag in SHAPES:
        title = element.find("title")
        told = (title.text or "") if title is not None else ""
        yield Part(element.tag, attributes, tuple(_points(element, attributes)), element.text or "", told)
        return
    assert element.tag in ("svg", "g", "title", "desc", "style"), element.tag
    handed = {name: value for name, value in attributes.items() if name in INHERITED}
    for inner in element:
        yield from _parts(inner, handed)


def _points(element: ElementTree.Element, at: Mapping[str, str]) -> Iterator[tuple[float, float]]:
    get = lambda *names: [float(at[name]) for name in names]  # noqa: E731
    if element.tag == "path":
        for start in subpaths(at["d"]):
            yield from start
    elif element.tag == "circle":
        x, y, r = get("cx", "cy", "r")
        yield from ((x - r, y - r), (x + r, y + r))
    elif element.tag == "rect":
        x, y, width, height = get("x", "y", "width", "height")
        yield from ((x, y), (x + width, y + height))
    elif element.tag == "line":
        x1, y1, x2, y2 = get("x1", "y1", "x2", "y2")
        yield from ((x1, y1), (x2, y2))
    elif element.tag == "polygon":
        yield from (tuple(map(float, pair.split(","))) for pair in at["points"].split())  # type: ignore[misc]
    else:
        x, y, size = get("x", "y", "font-size")
        wide = 0.58 * size * len(element.text or "")
        left = x - wide / 2 if at.get("text-anchor") == "middle" else x
        yield from ((left, y - 0.75 * size), (left + wide, y + 0.05 * size))


def subpaths(data: str) -> list[list[tuple[float, float]]]:
    """The points of a path, for each of its parts; of curves, also the points between which they run; of arcs, the
    corners of a box around the circle through both ends where these lie across from one another, else both ends."""
    tokens, found = TOKEN.findall(data), []
    at = 0
    x = y = 0.0
    command = ""

    def take(count: int) -> list[float]:
        nonlocal at
        at += count
        return [float(token) for token in tokens[at - count : at]]

    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        if command in "Mm":
            right, down = take(2)
            x, y = (right, down) if command == "M" else (x + right, y + down)
            found.append([(x, y)])
            continue
        if command == "z":
            x, y = found[-1][0]
            continue
        if command in "Ll":
            dx, dy = take(2)
            x, y = (dx, dy) if command == "L" else (x + dx, y + dy)
        elif command in "Cc":
            base = (x, y) if command == "c" else (0.0, 0.0)
            x1, y1, x2, y2, x, y = (each + start for each, start in zip(take(6), 3 * base))
            found[-1] += [(x1, y1), (x2, y2)]
        elif command == "h":
            x += take(1)[0]
        elif command == "v":
            y += take(1)[0]
        elif command == "a":
            radius, _, _, _, _, dx, dy = take(7)
            if abs(abs(dx) - 2 * radius) < 0.01:
                found[-1] += [(x + dx / 2, y - radius), (x + dx / 2, y + radius)]
            x, y = x + dx, y + dy
        else:
            raise AssertionError(f"no command of ours: {command}")
        found[-1].append((x, y))
    return found


def assert_inside(drawing: Any) -> None:
    """Nothing reaches over the edge of the drawing."""
    left, top, width, height = map(float, root_of(drawing).attrib["viewBox"].split())
    assert width > 0 and height > 0
    for part in parts_of(drawing):
        x1, y1, x2, y2 = part.box
        assert left - 0.01 <= x1 and x2 <= left + width + 0.01, part
        assert top - 0.01 <= y1 and y2 <= top + height + 0.01, part

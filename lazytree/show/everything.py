"""What each thing of the library shows in a notebook: a picture, where one can be made, and a text beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from lazytree.core.at import At
from lazytree.core.game import FIRST, Game
from lazytree.core.layout import Stone, laid_out
from lazytree.playing.records import Record
from lazytree.searching.choosing import Ranked
from lazytree.searching.deepening import Answer
from lazytree.solving.exact import Solution
from lazytree.solving.state_space import StateSpace
from lazytree.swarm.spreading import Signal
from lazytree.trees.tree import Tree

from .boards import draw_board, drawn
from .fields import loudness
from .svg import Drawing, written
from .tree_texts import number_text
from .trees import draw_tree
from .view import Heat, Mark, View

BESIDE = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
Rows = Iterable[tuple[str, object]]


class Page(NamedTuple):
    """What is shown of a thing."""

    picture: Drawing | None
    beside: str  # HTML
    text: str


def bundle(thing: object) -> dict[str, str]:
    """A thing as a page, as a picture and as text; as text alone where nothing else can be made.

    >>> bundle(3)
    {'text/plain': '3'}
    """
    try:
        page = next((shown(thing) for kind, shown in SHOWN.items() if isinstance(thing, kind)), None)
    except Exception:  # a game of one's own may draw wrongly: its text is shown all the same
        page = None
    if page is None:
        return {"text/plain": repr(thing)}
    if page.picture is None:
        return {"text/html": f"<pre>{written(page.text)}</pre>{page.beside}", "text/plain": page.text}
    whole = f'<div style="{BESIDE}"><div style="overflow-x:auto">{page.picture.svg}</div><div>{page.beside}</div></div>'
    return {"text/html": whole, "image/svg+xml": page.picture.svg, "text/plain": page.text}


def _board(at: At[Any, Any] | None, **shown: Any) -> Drawing | None:
    """The board of a position; None where the game has none."""
    try:
        return draw_board(at.game, at.position, **shown) if at and at.game.layout else None
    except Exception:  # what the game says of its board may be wrong
        return None


def _table(rows: Rows) -> str:
    """A table of names and values as HTML; rows without a value are left out."""
    left = 'style="text-align:left"'
    told = [(written(name), written(str(value))) for name, value in rows if value not in ("", None)]
    return (
        f"<table>{''.join(f'<tr><th {left}>{name}</th><td {left}>{value}</td></tr>' for name, value in told)}</table>"
    )


def _lines(rows: Rows) -> str:
    return "\n".join(f"{name}: {value}" for name, value in rows if value not in ("", None))


def _game(game: Game[Any, Any]) -> Page:
    at: At[Any, Any] = At(game, game.start)
    rows = [
        ("game", game.name),
        ("players", ", ".join(game.players)),
        ("parameters", " ".join(f"{name}={value}" for name, value in game.parameters.items())),
        ("ratings", ", ".join(game.ratings)),
        ("standings", ", ".join(game.standings)),
    ]
    return Page(_board(at), _table(rows), f"{_lines(rows)}\n{game.show(game.start)}")


def _at(at: At[Any, Any]) -> Page:
    return Page(_board(at), "", repr(at))


def _tree(tree: Tree[Any, Any]) -> Page:
    picture = draw_tree(tree)
    return Page(picture, "", picture.text)


def _record(record: Record[Any, Any]) -> Page:
    game, at = record.game, At(record.game, record.position)
    last = tuple(game.touched(record.positions[-2], record.moves[-1])) if record.moves else ()
    numbered = [f"{ply}. {text}" for ply, text in enumerate(record.written(), 1)]
    moves = f'<div style="max-width:24em">{written(" ".join(numbered)) or "no moves"}</div>'
    return Page(_board(at, last=last), moves, f"{record!r}\n{game.show(record.position)}")


def _answer(answer: Answer[Any]) -> Page:
    rows = [
        ("value", _value(answer.value)),
        ("line", " ".join(_written(answer.at, answer.line))),
        ("depth", answer.depth),
        ("positions seen", f"{answer.seen:,}"),
        ("seconds", f"{answer.seconds:.3g}"),
        ("lane", answer.lane),
    ]
    return Page(_board(answer.at, marks=_rings(answer.at, answer.best)), _table(rows), _lines(rows))


def _solution(solution: Solution[Any]) -> Page:
    rows = [
        ("value", _value(solution.value)),
        ("plies", solution.plies),
        ("line", " ".join(_written(solution.at, solution.line))),
        ("lane", solution.lane),
    ]
    marks = _rings(solution.at, solution.line[0]) if solution.line else []
    return Page(_board(solution.at, marks=marks), _table(rows), _lines(rows))


def _state_space(space: StateSpace) -> Page:
    rows = [
        ("positions", f"{space.positions:,}"),
        ("moves", f"{space.moves:,}"),
        ("value", _value(space.value)),
        ("seconds", f"{space.seconds:.3g}"),
        ("lane", space.lane),
    ]
    return Page(_board(space.at), _table(rows), _lines(rows))


def _ranked(ranked: Ranked[Any]) -> Page:
    rows = [(_written(ranked.at, [choice.move])[0], _value(choice.value)) for choice in ranked]
    return Page(_board(ranked.at, heat=_heat(ranked)), _table(rows), _lines(rows))


def _heat(ranked: Ranked[Any]) -> Mapping[int, tuple[float, str]]:
    """For the last cell of each move what the best move there is worth, from -1 (the worst) to 1 (the best)."""
    if ranked.at is None or not ranked or isinstance(ranked[0].value, tuple):
        return {}
    game, position = ranked.at.game, ranked.at.position
    seen = [choice.value if game.mover(position) == FIRST else -choice.value for choice in ranked]
    spread = max(seen) - min(seen)
    heat: dict[int, tuple[float, str]] = {}
    for worth, choice in zip(seen, ranked):
        for cell in tuple(game.touched(position, choice.move))[-1:]:
            strength = 2 * float(worth - min(seen)) / float(spread) - 1 if spread else 1.0
            heat.setdefault(cell, (strength, _value(choice.value)))
    return heat


def _signal(signal: Signal) -> Page:
    if signal.grid is None:
        return Page(None, "", repr(signal))
    view = View(
        name="signal",
        layout=laid_out(signal.grid),
        players=(),
        stones=tuple(Stone(cell, signal.colour) for cell in signal.group),
        mover=signal.colour,
        heat=tuple(Heat(cell, loudness(strength)) for cell, strength in enumerate(signal.strengths)),
        marks=tuple(Mark(cell, "frame") for cell in signal.group),
        text=repr(signal),
    )
    return Page(drawn(view), "", repr(signal))


def _value(value: object) -> str:
    return " · ".join(map(number_text, value)) if isinstance(value, tuple) else number_text(value)


def _written(at: At[Any, Any] | None, line: Iterable[Any]) -> list[str]:
    return [str(move) for move in line] if at is None else at.written(line)


def _rings(at: At[Any, Any] | None, move: Any) -> list[tuple[int, str]]:
    """Marks at the cells that a move names."""
    return [] if at is None else [(cell, "ring") for cell in dict.fromkeys(at.game.touched(at.position, move))]


SHOWN: Mapping[type, Callable[[Any], Page]] = {
    Game: _game,
    At: _at,
    Tree: _tree,
    Record: _record,
    Answer: _answer,
    Ranked: _ranked,
    Solution: _solution,
    StateSpace: _state_space,
    Signal: _signal,
}

"""What each thing of the library shows in a notebook: a picture, where one can be made, and a text beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple, TypeVar

from lazytree.core.at import At
from lazytree.core.game import FIRST, Game
from lazytree.core.lanes import Lane
from lazytree.core.layout import Stone, layout_of_grid
from lazytree.core.stats import Stats
from lazytree.core.texts import shorten
from lazytree.core.value_texts import payoff_text
from lazytree.playing.explaining import Explanation
from lazytree.playing.records import Record
from lazytree.questions.lanes import Lanes
from lazytree.questions.playouts import Playouts
from lazytree.searching.choosing import Ranked
from lazytree.searching.deepening import Answer
from lazytree.searching.sampling import MctsAnswer
from lazytree.solving.exact import Solution
from lazytree.solving.proof_numbers import Proof
from lazytree.solving.state_space import NOT_ALL, StateSpace
from lazytree.swarm.spreading import Signal
from lazytree.trees.tree import Tree

from .boards import draw_board, render_board
from .fields import loudness
from .svg import Drawing, svg_text
from .tree_texts import number_text, numbers_text, short_text, shorten_text
from .trees import draw_tree
from .view import BoardView, Heat, Mark, text_of, touched_in

T = TypeVar("T")
D = TypeVar("D")

LONGEST = 400  # characters of an error that are told
HOUSE = Path(__file__).parent.parent


def try_or(ask: Callable[[], T], instead: D) -> tuple[T | D, str]:
    """What a function returns, and an empty text; `instead`, and one line that says why, where it raises.

    >>> try_or(lambda: 3, None), try_or(lambda: 1 / 0, None)
    ((3, ''), (None, 'ZeroDivisionError: division by zero, in <lambda>, line 1'))
    """
    try:
        return ask(), ""
    except Exception as error:
        return instead, _in_one_line(error)


def _in_one_line(error: Exception) -> str:
    """What an error says; where it is none of our own, which name the fix, its kind too, and where it was raised."""
    try:
        said = shorten_text(str(error), LONGEST)
    except Exception:
        said = ""
    (where,) = extract_tb(error.__traceback__)[-1:]
    if isinstance(error, ValueError) and said and Path(where.filename).is_relative_to(HOUSE):
        return said
    return f"{type(error).__name__}{f': {said}' if said else ''}, in {where.name}, line {where.lineno}"


BESIDE = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
Rows = Iterable[tuple[str, object]]


class Page(NamedTuple):
    """What is shown of a thing."""

    picture: Drawing | None
    beside: str  # HTML
    text: str
    why: str = ""  # why there is no picture, or less of it than there could be


def bundle(thing: object) -> dict[str, str]:
    """A thing as a page, as a picture and as text; as text alone where nothing else can be made.

    Where the rules of a game fail that a picture needs, a line says so. Nothing is raised.
    """
    show = next((shown for kind, shown in SHOWN.items() if isinstance(thing, kind)), None)
    page, why = try_or(lambda: show(thing), None) if show else (None, "")
    if page is None:
        text, no_text = try_or(lambda: repr(thing), f"<{type(thing).__name__}>")
        return {"text/plain": _with_why(text, why or no_text)}
    kind = "not all can be shown" if page.picture else "no picture"
    text, beside = _with_why(page.text, page.why, kind), page.beside
    if page.why:
        beside += f'<p style="max-width:40em">{svg_text(_with_why("", page.why, kind))}</p>'
    if page.picture is None:
        return {"text/html": f"<pre>{svg_text(page.text)}</pre>{beside}", "text/plain": text}
    whole = f'<div style="{BESIDE}"><div style="overflow-x:auto">{page.picture.svg}</div><div>{beside}</div></div>'
    return {"text/html": whole, "image/svg+xml": page.picture.svg, "text/plain": text}


def _with_why(text: str, why: str, kind: str = "no picture") -> str:
    """A text and the line that says why there is no picture, or less than there could be."""
    return f"{text}\n{kind}: {why}".strip() if why else text


def _board(at: At[Any, Any] | None, extra: Callable[[], Mapping[str, Any]] = dict) -> tuple[Drawing | None, str]:
    """The board of a position, None where the game has none, and what went wrong; without what `extra` cannot add."""
    if at is None or not at.game.layout:
        return None, ""
    _, no_text = try_or(lambda: text_of(at.game, at.position), "")
    game = replace(at.game, show=lambda position: "") if no_text else at.game
    shown, no_extra = try_or(extra, {})
    drawing, why = try_or(lambda: draw_board(game, at.position, **shown), None)
    return drawing, why or no_extra or no_text


def _table(rows: Rows) -> str:
    """A table of names and values as HTML; rows without a value are left out."""
    left = 'style="text-align:left"'
    told = [(svg_text(name), svg_text(str(value))) for name, value in rows if value not in ("", None)]
    return (
        f"<table>{''.join(f'<tr><th {left}>{name}</th><td {left}>{value}</td></tr>' for name, value in told)}</table>"
    )


def _lines(rows: Rows) -> str:
    return "\n".join(f"{name}: {value}" for name, value in rows if value not in ("", None))


def _page(
    at: At[Any, Any] | None,
    rows: Sequence[tuple[str, object]],
    extra: Callable[[], Mapping[str, Any]] = dict,
    *whys: str,
) -> Page:
    """The board of a position with rows beside it; `whys` say what went wrong with these."""
    picture, why = _board(at, extra)
    return Page(picture, _table(rows), _lines(rows), next(filter(None, (why, *whys)), ""))


def _game(game: Game[Any, Any]) -> Page:
    rows = [
        ("game", game.name),
        ("players", ", ".join(game.players)),
        ("parameters", " ".join(f"{name}={value}" for name, value in game.parameters.items())),
        ("ratings", ", ".join(game.ratings)),
        ("standings", ", ".join(game.standings)),
    ]
    text, no_text = try_or(lambda: text_of(game, game.start), "")
    page = _page(At(game, game.start), rows, dict, no_text)
    return page._replace(text=f"{page.text}\n{text}")


def _at(at: At[Any, Any]) -> Page:
    picture, why = _board(at)
    text, no_text = try_or(lambda: text_of(at.game, at.position), shorten(at.position))
    return Page(picture, "", text, why or no_text)


def _tree(tree: Tree[Any, Any]) -> Page:
    picture, why = try_or(lambda: draw_tree(tree), None)
    if picture is None:  # what is wrong may be the boards
        picture, _ = try_or(lambda: draw_tree(tree, boards=False), None)
    if picture is None and (game := tree.game):  # or the notation
        plain = replace(game, format=lambda position, move: shorten(move))
        picture, _ = try_or(lambda: draw_tree(tree, plain, boards=False), None)
    text = picture.text if picture else try_or(lambda: repr(tree), "<Tree>")[0]
    return Page(picture, "", text, why)


def _record(record: Record[Any, Any]) -> Page:
    game, at = record.game, At(record.game, record.position)

    def last() -> Mapping[str, Any]:
        return {"last": touched_in(game, record.positions[-2], record.moves[-1]) if record.moves else ()}

    picture, why = _board(at, last)
    moves, no_moves = _texts(record.written, record.moves)
    text, no_text = try_or(lambda: text_of(game, record.position), shorten(record.position))
    numbered = [f"{ply}. {move}" for ply, move in enumerate(moves, 1)]
    beside = f'<div style="max-width:24em">{svg_text(" ".join(numbered)) or "no moves"}</div>'
    told = f"<Record of {game.name}: {' '.join(moves) or 'no moves'}>"
    return Page(picture, beside, f"{told}\n{text}", why or no_moves or no_text)


def _found(
    at: At[Any, Any] | None, line: Sequence[Any], marked: Callable[[], Sequence[Any]], value: Rows, others: Rows
) -> Page:
    """What was found in a position: its board with rings where the marked moves go, the value, the line, and others."""
    texts, no_line = _line(at, line)
    rows = [*value, ("line", " ".join(texts)), *others]
    return _page(at, rows, lambda: {"marks": _rings(at, *marked())}, no_line)


def _answer(answer: Answer[Any]) -> Page:
    seen = [("depth", answer.depth), *_counted(answer), ("lane", _lane(answer)), ("not complete", answer.why)]
    return _found(answer.at, answer.line, lambda: [answer.best], [("value", answer.told)], seen)


def _sampled(answer: MctsAnswer[Any]) -> Page:
    seen = [("simulations", f"{answer.simulations:,}"), *_counted(answer), ("lane", answer.lane)]
    return _found(answer.at, answer.line, lambda: [answer.best], [("value", answer.told)], seen)


def _counted(answer: Answer[Any] | MctsAnswer[Any]) -> Rows:
    return [("positions seen", f"{answer.nodes:,}"), ("seconds", f"{answer.seconds:.3g}")]


def _solution(solution: Solution[Any]) -> Page:
    worth = "" if solution.value is None else payoff_text(solution.value, solution.at.game if solution.at else None)
    value = [("value", worth or solution.why), ("plies", solution.plies)]
    return _found(solution.at, solution.line, lambda: solution.line[:1], value, [("lane", _lane(solution))])


def _state_space(space: StateSpace) -> Page:
    rows = [
        ("positions", f"{space.positions:,}"),
        ("moves", f"{space.moves:,}"),
        ("value", NOT_ALL if space.value is None else payoff_text(space.value, space.at.game if space.at else None)),
        ("seconds", f"{space.seconds:.3g}"),
        ("lane", _lane(space)),
    ]
    return _page(space.at, rows)


def _explanation(why: Explanation[Any]) -> Page:
    picture, wrong = _board(why.at, lambda: {"marks": _rings(why.at, why.line[0])})
    text = repr(why)
    return Page(picture, "" if picture is None else f"<pre>{svg_text(text)}</pre>", text, wrong)


def _in_words(thing: object) -> Page:
    return Page(None, "", repr(thing))


def _ranked(ranked: Ranked[Any]) -> Page:
    lines = [_line(ranked.at, [choice.move]) for choice in ranked]
    rows = [(move, _value(choice.value)) for ((move,), _), choice in zip(lines, ranked)]
    return _page(ranked.at, rows, lambda: {"heat": _heat(ranked)}, *(no_move for _, no_move in lines))


def _heat(ranked: Ranked[Any]) -> Mapping[int, tuple[float, str]]:
    """For the last cell of each move what the best move there is worth, from -1 (the worst) to 1 (the best).

    It is 0 where all moves are equal.
    """
    if ranked.at is None or not ranked or isinstance(ranked[0].value, tuple):
        return {}
    game, position = ranked.at.game, ranked.at.position
    seen = [choice.value if game.mover(position) == FIRST else -choice.value for choice in ranked]
    spread = max(seen) - min(seen)
    heat: dict[int, tuple[float, str]] = {}
    for worth, choice in zip(seen, ranked):
        for cell in touched_in(game, position, choice.move)[-1:]:
            strength = 2 * float(worth - min(seen)) / float(spread) - 1 if spread else 0.0
            heat.setdefault(cell, (strength, short_text(choice.value)))
    return heat


def _signal(signal: Signal) -> Page:
    if signal.grid is None:
        return Page(None, "", repr(signal))
    view = BoardView(
        name="signal",
        layout=layout_of_grid(signal.grid),
        players=(),
        stones=tuple(Stone(cell, signal.colour) for cell in signal.group),
        mover=signal.colour,
        heat=tuple(Heat(cell, loudness(strength)) for cell, strength in enumerate(signal.strengths)),
        marks=tuple(Mark(cell, "frame") for cell in signal.group),
        text=repr(signal),
    )
    return Page(render_board(view), "", repr(signal))


def _value(value: object) -> str:
    return numbers_text(value) if isinstance(value, tuple) else number_text(value)


def _lane(answer: Answer[Any] | Solution[Any] | StateSpace) -> str:
    """The lane that answered, and why it was Python."""
    return f"{answer.lane} ({answer.reason})" if answer.reason else answer.lane


def _line(at: At[Any, Any] | None, line: Sequence[Any]) -> tuple[list[str], str]:
    """The moves of a line as texts, and what went wrong where the game cannot write them."""
    return ([str(move) for move in line], "") if at is None else _texts(lambda: at.written(line), line)


def _texts(write: Callable[[], list[str]], moves: Sequence[Any]) -> tuple[list[str], str]:
    """Moves as `write` writes them, or as they are, and why."""
    texts, why = try_or(write, None)
    wrong = next((text for text in texts or () if not isinstance(text, str)), "")
    if texts is None or wrong != "":
        return [shorten(move) for move in moves], why or f"format must return a text, not {shorten(wrong)}"
    return texts, ""


def _rings(at: At[Any, Any] | None, *moves: Any) -> list[tuple[int, str]]:
    """Marks at the cells that moves name."""
    cells = [cell for move in moves for cell in touched_in(at.game, at.position, move)] if at else []
    return [(cell, "ring") for cell in dict.fromkeys(cells)]


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
    MctsAnswer: _sampled,
    Explanation: _explanation,
    **dict.fromkeys((Lane, Lanes, Playouts, Proof, Stats), _in_words),
}

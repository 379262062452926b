"""The pages of the server: the games, the form that begins one, and a game, playable without JavaScript too.

Their HTML is in `templates/`. All that is put into it is escaped, so no name or record can become HTML.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from lazytree.core.game import Game
from lazytree.core.texts import title_of
from lazytree.session import picking
from lazytree.session.actions import BY_NAME
from lazytree.session.reducer import others_here
from lazytree.session.session import PERSON, Permissions
from lazytree.session.view import picture_of
from lazytree.show.boards import render_board
from lazytree.show.svg import FORBIDDEN, STYLE
from lazytree.show.text_boards import with_text_board
from lazytree.show.view import BoardView, Mark, view_of

from .catalogue import STRENGTHS, Catalogue, CatalogueEntry, ServerLimits
from .clocks import CLOCKS
from .games import LINK
from .store import StoredGame
from .trial_processes import Preview
from .views import Data

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: scripts and style sheets only from files of ours, forms only to us, no frames."""


def _template(name: str) -> str:
    """The text of a template, without what indents its lines: no spaces between elements."""
    lines = (Path(__file__).parent / "templates" / name).read_text(encoding="utf-8").splitlines()
    return "".join(line.strip() for line in lines)


def _allowed(value: object) -> object:
    """A value that is put into a page; a text without the characters that HTML forbids."""
    return FORBIDDEN.sub("\ufffd", value) if type(value) is str else value


TEMPLATES = Environment(loader=FunctionLoader(_template), autoescape=True, undefined=StrictUndefined, finalize=_allowed)
TEMPLATES.policies["json.dumps_kwargs"] = {}  # the order stays
TEMPLATES.filters["title_of"] = title_of
TEMPLATES.globals["new_id"] = lambda: secrets.token_urlsafe(9)


def page(template: str, title: str, **shown: Any) -> str:
    """A whole page: a template with this title and what it shows."""
    return TEMPLATES.get_template(template).render(title=title, **shown)


def mistake_page(status: int, why: str) -> str:
    """The page that says that something cannot be."""
    return page("mistake.html", "Not found" if status == 404 else "That cannot be done", why=why)


def seat_page(player: str, game: str, address: str) -> str:
    """The page that leads from the link of a seat to the game: its address has no secret in it."""
    return page("seat.html", title_of(game), player=player, address=address)


OWN_STYLE = re.compile(r' style="[^"]*"')


def picture(svg: str) -> Markup:
    """A drawing on a page, without a style sheet or a style of its own: theme.css and server.css say how it looks.

    >>> print(picture('<svg style="max-width:100%" role="img"><rect/></svg>'))
    <svg role="img"><rect/></svg>
    """
    head, end, rest = svg.replace(STYLE, "").partition(">")
    return Markup(OWN_STYLE.sub("", head) + end + rest)


CELL = re.compile(r'<path data-cell="(\d+)"[^>]*><title>[^<]*</title></path>')


def picked_in(words: str, paths: Sequence[picking.Path]) -> list[int]:
    """The cells that an address names, such as 3-4, as far as they begin a move."""
    if not re.fullmatch(r"\d{1,6}(-\d{1,6}){0,60}", words):
        return []
    picked = [int(word) for word in words.split("-")]
    return picked if picking.fitting_paths(paths, picked) else []


def linked_board(
    view: BoardView, paths: Sequence[picking.Path], picked: picking.Path, address: str, hint: Sequence[int]
) -> str:
    """The SVG of a board whose cells are links where a move goes on; a chosen cell is framed."""
    open_cells = sorted(picking.next_cells(paths, picked))
    marks = (*(Mark(cell, "frame") for cell in picked), *(Mark(cell, "diamond") for cell in hint))
    shown = BoardView(**{**vars(view), "legal": tuple(open_cells), "marks": (*view.marks, *marks), "caption": ""})
    links = {cell: address + "?picked=" + "-".join(map(str, (*picked, cell))) for cell in open_cells}
    if picked:
        links[picked[-1]] = address

    def linked(found: re.Match[str]) -> str:
        cell = int(found[1])
        if cell not in links:
            return found[0]
        return f'<a href="{escape(links[cell])}#board">{found[0]}</a>'

    return CELL.sub(linked, render_board(shown).svg)


BOTS = {
    PERSON: "you, in this browser",
    LINK: "another person: you send them a link",
    **{bot: f"a bot: {strength}" for bot, strength in STRENGTHS.items()},
    "mcts:simulations=2000": "a bot: mcts, 2,000 games played out",
}
"""Who may play a side, as the form offers it, in words."""


OPENERS = {"hands": "people, all in this browser", "bot": "you against a strong bot"}
"""Who plays on with a saved game."""


def start_page(catalogue: Catalogue, boards: Mapping[str, str], limits: ServerLimits) -> str:
    """The page that shows all games. `boards` are their pictures, as SVG."""
    pictures = {name: picture(boards.get(name, "")) for name in catalogue.entries}
    shown = {"entries": catalogue.entries.values(), "boards": pictures, "openers": OPENERS}
    return page("games.html", "lazytree: games", **shown, kilobytes=limits.upload // 1000)


def new_page(entry: CatalogueEntry, game: Preview, given: Mapping[str, str], position: str, why: str) -> str:
    """The page on which a game is begun: its parameters, and who plays each side.

    `given` are the values that the fields have, `why` what was wrong with them.
    """
    shown = {"entry": entry, "game": game, "given": given, "position": position, "why": why, "bots": BOTS}
    shown |= {
        "sides": {"": "drawn by lot", **{str(at): name for at, name in enumerate(game.players)}},
        "clocks": CLOCKS,
    }
    more = bool(position) or any(value for name, value in given.items() if name.startswith("b."))
    seats = {"person": PERSON, "engine": "think:seconds=1"}
    return page("new.html", f"lazytree: {title_of(entry.name)}", board=picture(game.svg), more=more, **shown, **seats)


def picture_of_start(game: Game[Any, Any]) -> str:
    """A small picture of the start, without a caption."""
    drawn = with_text_board(game)
    if drawn.layout is None:
        return ""
    return render_board(view_of(drawn, game.start, (), False, None, (), (), ""), 20).svg


FEW = 60  # moves that are buttons; more are a list
SCRIPTED = ("values", "look", "new", "save", "open", "link")
"""Actions that need JavaScript, or are links here."""


def game_page(
    id: str,
    stored: StoredGame,
    actor: Permissions,
    view: Data,
    constant: Data,
    picked: str,
    said: str = "",
    live: str = "",
) -> str:
    """The page of a game. `picked` are the cells of a move that is being chosen; `constant` is what never changes.

    `said` is what went wrong, `live` a line about who thinks.
    """
    address, game = f"/game/{id}", stored.session.game
    paths = [move["path"] for move in view["moves"]]
    cells = picked_in(picked, paths)
    board = Markup()
    if view["board"]:
        hint = view["hint"]["path"] if view["hint"] else []
        board = picture(linked_board(picture_of(stored.session), paths, cells, address, hint))
    others = view["thinking"] or view["turn"] in ("other", "opponent") or others_here(stored.session, actor)
    return page(
        "game.html",
        f"{title_of(game.name)}: {view['caption']}",
        name=game.name,
        address=address,
        view=view,
        constant=constant,
        board=board,
        cells=cells,
        left=picking.fitting_paths(paths, cells) if cells else range(len(paths)),
        few=FEW,
        actions=[BY_NAME[name] for name in view["actions"] if name not in SCRIPTED],
        said=said,
        live=live,
        refresh=(2 if view["thinking"] else 4) if others and not cells else None,  # seconds
    )

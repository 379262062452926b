"""The pages of the server: the games, the form that begins one, and a game, playable without JavaScript too."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from lazytree.core.game import Game
from lazytree.core.texts import title_of
from lazytree.hosts.pages.markup import Child, Markup, data, element, join_markup, text
from lazytree.session.actions import BY_NAME
from lazytree.session.picking import Path, fitting_paths, next_cells
from lazytree.session.session import PERSON, Permissions
from lazytree.session.view import PlayedMove, picture_of
from lazytree.show.boards import render_board
from lazytree.show.svg import STYLE
from lazytree.show.view import BoardView, Mark, view_of

from .catalogue import STRENGTHS, Catalogue, CatalogueEntry, ServerLimits
from .games import LINK
from .store import StoredGame
from .trial_processes import Preview
from .views import Data, waits_for

OWN_STYLE = re.compile(r' style="[^"]*"')

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


def page(title: str, *body: Child, refresh: float | None = None, script: str = "") -> str:
    """A whole page. Without JavaScript it is loaded again after `refresh` seconds, if that is said."""
    again = element("noscript", element("meta", http_equiv="refresh", content=f"{refresh:g}")) if refresh else None
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href="data:,"),
        element("link", rel="stylesheet", href="/static/server.css"),
        element("link", rel="stylesheet", href="/static/theme.css"),
        element("link", rel="stylesheet", href="/static/widgets.css"),
        element("link", rel="stylesheet", href="/static/table.css"),
        again,
        element("script", type="module", src=f"/static/{script}") if script else None,
    )
    top = element("header", element("a", "lazytree", href="/", class_="home"))
    return "<!doctype html>\n" + element("html", head, element("body", top, *body), lang="en").html


def mistake_page(status: int, why: str) -> str:
    """The page that says that something cannot be."""
    title = "Not found" if status == 404 else "That cannot be done"
    back = element("p", element("a", "To the games", href="/"))
    return page(title, element("main", element("h1", title), _alert(why), back))


def seat_page(player: str, game: str, address: str) -> str:
    """The page that leads from the link of a seat to the game: its address has no secret in it."""
    go = element("meta", http_equiv="refresh", content=f"0;url={address}")
    icon = element("link", rel="icon", href="data:,")
    head = element("head", element("meta", charset="utf-8"), element("title", title_of(game)), icon, go)
    link = element("a", f"Play {player} in this game of {title_of(game)}", href=address)
    return "<!doctype html>\n" + element("html", head, element("body", element("p", link)), lang="en").html


def picture(svg: str) -> Markup:
    """A drawing on a page, without a style sheet or a style of its own: theme.css and server.css say how it looks.

    >>> picture('<svg style="max-width:100%" role="img"><rect/></svg>').html
    '<svg role="img"><rect/></svg>'
    """
    head, end, rest = svg.replace(STYLE, "").partition(">")
    return Markup(OWN_STYLE.sub("", head) + end + rest)


def post(address: str, *inside: Child, **attributes: str) -> Markup:
    """A form that is sent to an address."""
    return element("form", *inside, method="post", action=address, **attributes)


def hidden(**values: str) -> Markup:
    """Values that a form sends along."""
    return join_markup(*(element("input", type="hidden", name=name, value=value) for name, value in values.items()))


CELL = re.compile(r'<path data-cell="(\d+)"[^>]*><title>[^<]*</title></path>')


def picked_in(words: str, paths: Sequence[Path]) -> list[int]:
    """The cells that an address names, such as 3-4, as far as they begin a move."""
    if not re.fullmatch(r"\d{1,6}(-\d{1,6}){0,60}", words):
        return []
    picked = [int(word) for word in words.split("-")]
    return picked if fitting_paths(paths, picked) else []


def linked_board(view: BoardView, paths: Sequence[Path], picked: Path, address: str, hint: Sequence[int]) -> str:
    """The SVG of a board whose cells are links where a move goes on; a chosen cell is framed."""
    open_cells = sorted(next_cells(paths, picked))
    marks = (*(Mark(cell, "frame") for cell in picked), *(Mark(cell, "diamond") for cell in hint))
    shown = BoardView(**{**vars(view), "legal": tuple(open_cells), "marks": (*view.marks, *marks), "caption": ""})
    links = {cell: address + "?picked=" + "-".join(map(str, (*picked, cell))) for cell in open_cells}
    if picked:
        links[picked[-1]] = address

    def linked(found: re.Match[str]) -> str:
        cell = int(found[1])
        if cell not in links:
            return found[0]
        return f'<a href="{text(links[cell])}#board">{found[0]}</a>'

    return CELL.sub(linked, render_board(shown).svg)


BOTS = {
    PERSON: "you, in this browser",
    LINK: "another person: you send them a link",
    **{bot: f"a bot: {strength}" for bot, strength in STRENGTHS.items()},
    "mcts:simulations=2000": "a bot: mcts, 2,000 games played out",
}
"""Who may play a side, as the form offers it, in words."""


def start_page(catalogue: Catalogue, boards: Mapping[str, str], limits: ServerLimits) -> str:
    """The page that shows all games. `boards` are their pictures, as SVG."""
    cards = [_card(entry, boards.get(name, "")) for name, entry in catalogue.entries.items()]
    lead = element("p", "Choose a game; then say who plays it: you, another person by a link, or a bot.")
    main = element("main", element("h1", "Games"), lead, element("ul", *cards, class_="cards"), _open(limits))
    return page("lazytree: games", main)


def _card(entry: CatalogueEntry, board: str) -> Markup:
    seen = element("span", picture(board), class_="picture", aria_hidden="true")
    about = element("span", entry.about, class_="about")
    return element(
        "li", element("a", seen, element("b", title_of(entry.name)), about, href=f"/?game={quote(entry.name, safe='')}")
    )


def _open(limits: ServerLimits) -> Markup:
    """The form that goes on with a saved game."""
    field = element("input", type="file", name="record", accept=".json,application/json", required=True)
    label = element("label", "A saved game: ", field)
    seats = element("label", "Play it: ", _choice("who", "hands"))
    more = element("p", f"A record as “Save” writes it, of at most {limits.upload // 1000} kB.", class_="about")
    form = post("/open", label, seats, element("button", "Open"), more, enctype="multipart/form-data", class_="open")
    return element("section", element("h2", "Go on with a saved game", id="open"), form)


def _choice(name: str, chosen: str, others: Mapping[str, str] | None = None) -> Markup:
    known = others or {"hands": "people, all in this browser", "bot": "you against a strong bot"}
    options = [element("option", words, value=value, selected=value == chosen) for value, words in known.items()]
    return element("select", *options, name=name)


def new_page(entry: CatalogueEntry, game: Preview, given: Mapping[str, str], position: str, why: str) -> str:
    """The page on which a game is begun: its parameters, and who plays each side.

    `given` are the values that the fields have, `why` what was wrong with them.
    """
    fields = [
        element("label", element("span", name), element("input", name=f"p.{name}", value=given.get(f"p.{name}", value)))
        for name, value in entry.parameters.items()
    ]
    seats = [_seat(number, player, given) for number, player in enumerate(game.players)]
    words = (
        "A bot in words is a name and its settings, such as think:depth=4,rating=mobility or think:depth=3,variety=5."
    )
    start = element("input", name="position", value=position, placeholder="the usual start")
    again: dict[str, str] = {"formaction": "/", "formmethod": "get"}
    buttons = (
        element("button", "New game", class_="main"),
        element("button", "Show the board", **again) if fields else None,
        # the board from another seed: it stands behind the field of the seed, and so is heard
        element("button", "Another deal", name="p.seed", value="random", **again) if game.dealt else None,
    )
    form = post(
        "/new",
        hidden(game=entry.name),
        _alert(why),
        element("fieldset", element("legend", "Who plays" if len(game.players) != 1 else "Who plays it"), *seats),
        element("p", words, class_="about"),
        element("fieldset", element("legend", "The game"), *fields, class_="fields") if fields else None,
        element("label", element("span", "From a position"), start, class_="wide"),
        element("div", *buttons, class_="ltw-acts"),
        class_="new",
    )
    board = picture(game.svg) if game.svg else element("pre", game.text)
    sides = element("div", element("div", form), element("div", board, class_="preview"), class_="sides")
    heading: tuple[Child, ...] = (element("h1", title_of(entry.name)), element("p", entry.about, class_="about"))
    rules = _details("How it is played", entry.rules)
    return page(f"lazytree: {title_of(entry.name)}", element("main", *heading, sides, rules))


def _alert(why: str) -> Markup | None:
    """What was wrong, if anything was."""
    return element("p", why, class_="why", role="alert") if why else None


def _details(summary: str, words: str) -> Markup | None:
    """Text that is unfolded by a click, if there is any."""
    return element("details", element("summary", summary), element("pre", words)) if words else None


def _seat(number: int, player: str, given: Mapping[str, str]) -> Markup:
    name = f"s.{number}"
    default = PERSON if number == 0 else "think:seconds=1"
    chosen = given.get(name, default)
    known = BOTS if chosen in BOTS else {**BOTS, chosen: chosen}
    own = element("input", name=f"b.{number}", value=given.get(f"b.{number}", ""), placeholder="or a bot in words")
    own_label = element("label", element("span", f"another bot for {player}", class_="hidden"), own)
    return element(
        "div", element("label", element("span", player), _choice(name, chosen, known)), own_label, class_="seat"
    )


def picture_of_start(game: Game[Any, Any]) -> str:
    """A small picture of the start, without a caption."""
    if game.layout is None:
        return ""
    return render_board(view_of(game, game.start, (), False, None, (), (), ""), 20).svg


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
    board = element("pre", view["text"])
    if game.layout is not None:
        hint = view["hint"]["path"] if view["hint"] else []
        board = picture(linked_board(picture_of(stored.session), paths, cells, address, hint))
    plain = element(
        "div",
        element("div", board, class_="ltw-board", id="board"),
        element("div", *_panel(address, view, cells, said, live), class_="ltw-panel"),
        class_="ltw-widget",
    )
    rules = element(
        "section", _details("Rules", constant["rules"]), _details("Source", constant["source"]), class_="rules"
    )
    seats = (
        element("li", element("b", it["name"]), f": {it['who']}{', you' if it['yours'] else ''}")
        for it in view["seats"]
    )
    who = element("section", element("h2", "Who plays"), element("ul", *seats, class_="seats"))
    plain = element("div", plain, who, rules, _details("Board in words", view["text"]), id="plain")
    refresh = 2 if view["thinking"] else 4
    waits = waits_for(stored, actor, view) and not cells
    rest = (_links(view, constant), data({"view": view, "constant": constant}, id="game"))
    main = element("main", element("h1", title_of(game.name)), plain, element("div", id="table"), *rest)
    title = f"{title_of(game.name)}: {view['caption']}"
    return page(title, main, refresh=refresh if waits else None, script="server_page.mjs")


def _panel(address: str, view: Data, cells: Sequence[int], said: str, live: str) -> list[Child]:
    status = view["caption"] + (" …" if view["thinking"] else "")
    return [
        element("p", status, class_="ltw-status", role="status"),
        element("p", live, class_="ltw-live") if live else None,
        _alert(said or view["said"]),
        element("p", f"Hint: {view['hint']['text']}") if view["hint"] else None,
        _moves(address, view, cells),
        _actions(address, view),
        _line(address, view),
    ]


def _form(address: str, view: Data, *inside: Child, **attributes: str) -> Markup:
    return post(address, hidden(place=str(view["place"]), request_id=secrets.token_urlsafe(9)), *inside, **attributes)


def _moves(address: str, view: Data, cells: Sequence[int]) -> Markup | None:
    """The legal moves, or those that go on from the chosen cells: as buttons, or in a list where they are many."""
    moves = view["moves"]
    left = fitting_paths([move["path"] for move in moves], cells) if cells else range(len(moves))
    if not left:
        return None
    words = "Your move goes on:" if cells else "Your move, here or on the board:" if view["board"] else "Your move:"
    label = element("p", words, id="moves")
    if len(left) <= FEW:
        shown = [element("button", moves[at]["text"], name="move", value=str(at), class_="ltw-move") for at in left]
        return _form(address, view, label, element("div", *shown, class_="ltw-acts"))
    options = [element("option", moves[at]["text"], value=str(at)) for at in left]
    choice = element("select", *options, name="move", aria_labelledby="moves")
    return _form(address, view, label, element("div", choice, element("button", "Move"), class_="ltw-acts"))


def _actions(address: str, view: Data) -> Markup:
    buttons = [
        element("button", BY_NAME[name].label, name="action", value=name, disabled=name in view["disabled_actions"])
        for name in view["actions"]
        if name not in SCRIPTED
    ]
    links = (
        element("a", "Save", href=f"{address}/record.json", download=True) if "save" in view["actions"] else None,
        element("a", "Begin here", href=view["link"]) if view["link"] else None,
        element("a", "New game", href=view["again"]),
    )
    more = element("p", *(piece for link in links if link for piece in (link, " ")), class_="links")
    return join_markup(_form(address, view, *buttons, class_="ltw-acts") if buttons else None, more)


def _line(address: str, view: Data) -> Markup:
    """The moves so far and those that were taken back, as buttons that lead there."""
    may = "undo" in view["actions"]
    start = _step(view, {"place": 0, "text": "Start", "mover": 0}, "", may)
    steps = [_step(view, move, f"{number}. ", may) for number, move in enumerate(view["line"], 1)]
    tried = [_step(view, move, "", may) for move in view["tried"]] if len(view["tried"]) > 1 else []
    also = element("div", element("span", "Tried here:"), *tried, class_="ltw-line") if tried else None
    inside = (element("div", start, *steps, class_="ltw-line"), also)
    form = post(address, hidden(action="go", request_id=secrets.token_urlsafe(9)), *inside)
    return element("div", form if may else join_markup(*inside), class_="ltw-record")


def _step(view: Data, move: PlayedMove, number: str, may: bool) -> Markup:
    current = "true" if move["place"] == view["place"] else None
    words = number + move["text"]
    if not may:
        return element("span", words, class_="ltw-step", aria_current=current)
    return element("button", words, name="target", value=str(move["place"]), class_="ltw-step", aria_current=current)


def _links(view: Data, constant: Data) -> Markup | None:
    """The links of the seats that this browser has, or gives away."""
    links = constant["links"]
    rows = [_given(seat["name"], links[str(at)]) for at, seat in enumerate(view["seats"]) if str(at) in links]
    return element("section", *rows, class_="links-of-seats") if rows else None


def _given(player: str, link: dict[str, str]) -> Markup:
    mine = f"The link of {player}, to play on in another browser"
    words = mine if link["yours"] else f"Send this to who plays {player}"
    field = element("input", value=link["address"], readonly=True, aria_label=words)
    if link["yours"]:
        return element("details", element("summary", words), field)
    return element("p", element("b", words + ": "), field)

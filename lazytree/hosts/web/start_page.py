"""The first page: the games, and the form that begins one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from lazytree.core.game import Game
from lazytree.session.session import PERSON
from lazytree.show.boards import render_board
from lazytree.show.view import view_of

from .catalogue import Catalogue, CatalogueEntry
from .game_registry import LINK
from .markup import Child, Markup, element
from .pages import hidden, page, picture, post
from .previews import Preview
from .server_limits import ServerLimits

BOTS = {
    PERSON: "you, in this browser",
    LINK: "another person: you send them a link",
    "think:seconds=1": "think, 1 second a move",
    "think:seconds=5": "think, 5 seconds a move",
    "think:depth=2": "think, 2 moves ahead",
    "mcts:simulations=2000": "mcts, 2,000 games played out",
    "at_random": "at random",
}
"""Who may play a side, as the form offers it, in words."""


def start_page(shelf: Catalogue, boards: Mapping[str, str], bounds: ServerLimits, said: str = "") -> str:
    """The page that shows all games. `boards` are their pictures, as SVG."""
    cards = [_card(offer, boards.get(name, "")) for name, offer in shelf.offers.items()]
    why = element("p", said, class_="why", role="alert") if said else None
    lead = element("p", "Choose a game; then say who plays it: you, another person by a link, or a bot.")
    main = element("main", element("h1", "Games"), why, lead, element("ul", *cards, class_="cards"), _open(bounds))
    return page("lazytree: games", main)


def _card(offer: CatalogueEntry, board: str) -> Markup:
    seen = element("span", picture(board), class_="picture", aria_hidden="true")
    about = element("span", offer.about, class_="about")
    return element(
        "li", element("a", seen, element("b", offer.name), about, href=f"/?game={quote(offer.name, safe='')}")
    )


def _open(bounds: ServerLimits) -> Markup:
    """The form that goes on with a saved game."""
    field = element("input", type="file", name="record", accept=".json,application/json", required=True)
    label = element("label", "A saved game: ", field)
    seats = element("label", "Play it: ", _choice("who", "hands"))
    more = element("p", f"A record as “Save” writes it, of at most {bounds.upload // 1000} kB.", class_="about")
    form = post("/open", label, seats, element("button", "Open"), more, enctype="multipart/form-data", class_="open")
    return element("section", element("h2", "Go on with a saved game", id="open"), form)


def _choice(name: str, chosen: str, others: Mapping[str, str] | None = None) -> Markup:
    known = others or {"hands": "people, all in this browser", "bot": "you against think, 1 second a move"}
    options = [element("option", words, value=value, selected=value == chosen) for value, words in known.items()]
    return element("select", *options, name=name)


def new_page(offer: CatalogueEntry, game: Preview, given: Mapping[str, str], position: str, why: str) -> str:
    """The page on which a game is begun: its parameters, and who plays each side.

    `given` are the values that the fields have, `why` what was wrong with them.
    """
    fields = [
        element("label", element("span", name), element("input", name=f"p.{name}", value=given.get(f"p.{name}", value)))
        for name, value in offer.parameters.items()
    ]
    seats = [_seat(number, player, given) for number, player in enumerate(game.players)]
    players = _seats_legend(len(game.players))
    form = post(
        "/new",
        hidden(game=offer.name),
        element("p", why, class_="why", role="alert") if why else None,
        element("fieldset", element("legend", players), *seats),
        _bots_in_words(),
        element("fieldset", element("legend", "The game"), *fields, class_="fields") if fields else None,
        _position(position),
        element(
            "div",
            element("button", "New game", class_="main"),
            _shown_again(fields),
            _deal(game.dealt),
            class_="ltw-acts",
        ),
        class_="new",
    )
    rules = (
        element("details", element("summary", "How it is played"), element("pre", offer.rules)) if offer.rules else None
    )
    board = picture(game.svg) if game.svg else element("pre", game.text)
    sides = element("div", element("div", form), element("div", board, class_="preview"), class_="sides")
    heading: tuple[Child, ...] = (element("h1", offer.name), element("p", offer.about, class_="about"))
    return page(f"lazytree: {offer.name}", element("main", *heading, sides, rules))


def _seats_legend(count: int) -> str:
    return "Who plays" if count != 1 else "Who plays it"


def _shown_again(fields: list[Markup]) -> Markup | None:
    return element("button", "Show the board", formaction="/", formmethod="get") if fields else None


def _deal(dealt: bool) -> Markup | None:
    """The button that shows the board from another seed; it stands behind the field of the seed, and so is heard."""
    again = {"formaction": "/", "formmethod": "get"}
    return element("button", "Another deal", name="p.seed", value="random", **again) if dealt else None


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


def _bots_in_words() -> Markup:
    words = (
        "A bot in words is a name and its settings, such as think:depth=4,rating=mobility or think:depth=3,variety=5."
    )
    return element("p", words, class_="about")


def _position(position: str) -> Markup:
    field = element("input", name="position", value=position, placeholder="the usual start")
    return element("label", element("span", "From a position"), field, class_="wide")


def picture_of_start(game: Game[Any, Any]) -> str:
    """A small picture of the start, without a caption."""
    if game.layout is None:
        return ""
    return render_board(view_of(game, game.start, (), False, None, (), (), ""), 20).svg

"""The routes of the first page: the games, and how one begins."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from lazytree.naming.dealing import SEED, drawn_seed
from lazytree.session.refusals import NOT_FOUND, WRONG, Refused, by_the_rules, shown
from lazytree.session.session import PERSON

from .catalogue import CatalogueEntry, catalogue_entry, settings_of
from .game_registry import LINK, GameRegistry, NewGame
from .guarding import wants_json
from .opening_records import open_record
from .requests import BROWSER, cookie_name, form_in, json_in, whole
from .seat_tokens import cookie_of
from .start_page import new_page, picture_of_start, start_page
from .views import link_of

T = TypeVar("T")
ENGINE = "think:seconds=1"
"""Who plays where a form says nothing else."""


class StartRoutes:
    """The routes that show and begin games of a hall."""

    def __init__(self, hall: GameRegistry) -> None:
        self._hall, self._makers = hall, CapacityLimiter(hall.bounds.makers)
        self._openers = CapacityLimiter(hall.bounds.makers)
        self._picture = cache(self._drawn)

    async def show(self, request: Request) -> Response:
        """The games; or, if one is named, the form that begins it."""
        given = seeds_drawn(dict(request.query_params.multi_items()))
        if "from" in given:
            return await run_in_threadpool(self._from, given["from"])
        if "game" not in given:
            answer = HTMLResponse(await run_in_threadpool(self.games))
            know(answer, request)
            return answer
        return await self._making(self._form, catalogue_entry(self._hall.shelf, given["game"]), given)

    async def _making(self, work: Callable[..., T], *given: Any) -> T:
        """What makes games, in a thread: a few at once, so that others need not wait for them."""
        return await to_thread.run_sync(work, *given, limiter=self._makers)

    def _from(self, place: str) -> Response:
        """The way to the form that begins a game at a place of another one."""
        id, _, number = place.partition(".")
        stored = self._hall.game(id).stored
        at = whole(number)
        if not isinstance(at, int) or at >= len(stored.session.variations.nodes):
            raise Refused(NOT_FOUND, "there is no position at this address")
        with by_the_rules(stored.name):
            return RedirectResponse(link_of(stored, at), 303)

    def games(self) -> str:
        """The first page."""
        shelf = self._hall.shelf
        return start_page(shelf, {name: self._picture(name) for name in shelf.offers}, self._hall.bounds)

    def _drawn(self, name: str) -> str:
        try:
            return picture_of_start(self._hall.make(name, ()))
        except Exception:
            return ""  # a game that needs parameters, or that cannot be drawn, is listed without a picture

    def _form(self, offer: CatalogueEntry, given: Mapping[str, str], why: str = "", status: int = 200) -> Response:
        """The form that begins a game, with what is wrong in it."""
        hall, position = self._hall, given.get("position", "")
        try:
            game = hall.preview(offer.name, settings_of(offer, fields_in(given, "p."), hall.bounds), position)
        except Refused as refused:
            why, status = why or refused.why, refused.status if status == 200 else status
            game = hall.preview(offer.name, ())
        return HTMLResponse(new_page(offer, game, given, position, why), status)

    async def begin(self, request: Request) -> Response:
        """A new game, by the form or by JSON."""
        hall = self._hall
        if request.headers.get("content-type", "").startswith("application/json"):
            given = await json_in(request)
            begun = await self._making(self._begun_by_json, given)
            return self._answer(request, begun)
        form = seeds_drawn(await form_in(request))
        offer = catalogue_entry(hall.shelf, form.get("game"))
        try:
            begun = await self._making(self._begun_by_form, offer, form)
        except Refused as refused:
            if wants_json(request):
                raise
            return await self._making(self._form, offer, form, refused.why, refused.status)
        return self._answer(request, begun)

    def _begun_by_form(self, offer: CatalogueEntry, form: Mapping[str, str]) -> NewGame:
        hall = self._hall
        settings = settings_of(offer, fields_in(form, "p."), hall.bounds)
        position = form.get("position", "").strip()
        seats = range(len(hall.preview(offer.name, settings, position).players))
        who = [form.get(f"b.{at}", "").strip() or form.get(f"s.{at}", ENGINE if at else PERSON) for at in seats]
        return hall.begin(offer.name, settings, who, position)

    def _begun_by_json(self, given: Mapping[str, Any]) -> NewGame:
        hall, offer = self._hall, catalogue_entry(self._hall.shelf, given.get("game"))
        parameters, seats, position = given.get("parameters", {}), given.get("seats"), given.get("position", "")
        if not isinstance(parameters, dict) or not isinstance(position, str):
            raise Refused(WRONG, '"parameters" must be an object of texts, and "position" a text')
        if not isinstance(seats, list) or not all(isinstance(it, str) for it in seats):
            raise Refused(WRONG, f'"seats" must be a list of "{PERSON}", "{LINK}" and bots, not {shown(seats)}')
        drawn = {
            name: drawn_seed(value) if name == SEED and isinstance(value, str) else value
            for name, value in parameters.items()
        }
        settings = settings_of(offer, drawn, hall.bounds)
        hall.preview(offer.name, settings, position)
        return hall.begin(offer.name, settings, seats, position)

    async def open(self, request: Request) -> Response:
        """A new game that goes on with a record."""
        form = await form_in(request, ("record",))
        begun = await to_thread.run_sync(self._opened, form, limiter=self._openers)
        return self._answer(request, begun)

    def _opened(self, form: Mapping[str, str]) -> NewGame:
        hall = self._hall
        if "record" not in form:
            raise Refused(WRONG, "no record was sent: choose a file that “Save” has written")
        name, settings, so_far = open_record(hall.shelf, hall.make, hall.preview, form["record"], hall.bounds)
        game, who = so_far.game, [PERSON] * len(so_far.game.players)
        if form.get("who") == "bot":
            mover = game.mover(so_far.position)
            who = [PERSON if at == max(0, mover) else ENGINE for at in range(len(who))]
        return hall.begin(name, settings, who, so_far=so_far)

    def _answer(self, request: Request, begun: NewGame) -> Response:
        """The way to a new game, with the cookie that holds its secrets."""
        address = f"/game/{begun.id}"
        base = str(request.base_url).rstrip("/")
        links = {str(at): f"{base}{address}/seat/{secret}" for at, secret in begun.secrets.items()}
        if wants_json(request):
            answer: Response = JSONResponse({"id": begun.id, "address": address, "links": links}, 201)
        else:
            answer = RedirectResponse(address, 303)
        give(answer, request, begun.id, cookie_of(begun.purse))
        return answer


def give(answer: Response, request: Request, id: str, cookie: str) -> None:
    """Gives a browser the cookie with the secrets of a game.

    No script reads it, and a page of others sends it only when a person follows its link to the game: so a player who
    comes by a message plays, and does not watch. What changes a game is taken from our own pages only (`Guard`).
    """
    secure, path = request.url.scheme == "https", f"/game/{id}"
    year = 365 * 24 * 3600
    answer.set_cookie(cookie_name(id), cookie, year, path=path, secure=secure, httponly=True, samesite="lax")
    know(answer, request)


def know(answer: Response, request: Request) -> None:
    """Gives a browser a name, if it has none yet: browsers that let engines think are served in turn."""
    if not request.cookies.get(BROWSER):
        secure = request.url.scheme == "https"
        answer.set_cookie(BROWSER, secrets.token_urlsafe(12), secure=secure, httponly=True, samesite="lax")


def seeds_drawn(given: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form; where the seed is to be "random", a number is drawn for it."""
    return {name: drawn_seed(value) if name == f"p.{SEED}" else value for name, value in given.items()}


def fields_in(given: Mapping[str, str], prefix: str) -> dict[str, str]:
    """The fields whose names begin so, without this beginning."""
    return {name.removeprefix(prefix): value for name, value in given.items() if name.startswith(prefix)}

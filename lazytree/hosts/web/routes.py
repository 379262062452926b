"""The routes of the server: the games, how one begins, its page, its acts, its events, its record, its seats."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from lazytree.naming.dealing import SEED, drawn_seed
from lazytree.naming.words import rules_for_players
from lazytree.playing.announcing import seen_names
from lazytree.playing.records import save_record
from lazytree.session.reducer import is_alone
from lazytree.session.refusals import BUSY, NOT_FOUND, WRONG, Refused, by_the_rules, shown
from lazytree.session.session import PERSON, Permissions
from lazytree.show.front_end import STATIC, static_text

from . import requests
from .catalogue import CatalogueEntry, catalogue_entry, open_record, settings_of
from .games import LINK, GameRegistry, NewGame, ServedGame
from .guarding import refusal, wants_json
from .pages import game_page, new_page, picture_of_start, seat_page, start_page
from .views import Data, EventStream, full_view, game_events, link_of, news

TYPES = {".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


def static(request: Request) -> Response:
    """A file of the front end; a browser that has it need not load it again."""
    name = request.path_params["name"]
    if name not in _files():
        raise Refused(NOT_FOUND, "there is nothing at this address")
    text, tag = _files()[name]
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=TYPES["." + name.rpartition(".")[2]], headers=headers)


@cache
def _files() -> dict[str, tuple[str, str]]:
    """The text of each file of the front end by its name, and the tag by which browsers know it."""
    texts = {path.name: static_text(path.name) for path in STATIC.iterdir() if path.suffix in TYPES}
    return {name: (text, f'"{sha256(text.encode()).hexdigest()[:20]}"') for name, text in texts.items()}


T = TypeVar("T")
ENGINE = "think:seconds=1"
"""Who plays where a form says nothing else."""


class Routes:
    """The routes of the games of a server: those that wait for nothing run in threads. `over` is set when it ends."""

    def __init__(self, registry: GameRegistry, over: asyncio.Event) -> None:
        self._registry, self._over = registry, over
        self._makers, self._openers = CapacityLimiter(registry.limits.makers), CapacityLimiter(registry.limits.makers)
        self._picture = cache(self._drawn)
        self._streams: Counter[str] = Counter()

    # ---- the games, and how one begins

    async def start(self, request: Request) -> Response:
        """The games; or, if one is named, the form that begins it."""
        given = seeds_drawn(dict(request.query_params.multi_items()))
        if "from" in given:
            return await run_in_threadpool(self._from, given["from"])
        if "game" not in given:
            answer = HTMLResponse(await run_in_threadpool(self.games))
            know(answer, request)
            return answer
        return await self._making(self._form, catalogue_entry(self._registry.catalogue, given["game"]), given)

    async def _making(self, work: Callable[..., T], *given: Any) -> T:
        """What makes games, in a thread: a few at once, so that others need not wait for them."""
        return await to_thread.run_sync(work, *given, limiter=self._makers)

    def _from(self, place: str) -> Response:
        """The way to the form that begins a game at a place of another one."""
        id, _, number = place.partition(".")
        stored = self._registry.game(id).stored
        at = requests.whole(number)
        if not isinstance(at, int) or at >= len(stored.session.variations.nodes):
            raise Refused(NOT_FOUND, "there is no position at this address")
        with by_the_rules(stored.name):
            return RedirectResponse(link_of(stored, at), 303)

    def games(self) -> str:
        """The first page."""
        catalogue = self._registry.catalogue
        return start_page(catalogue, {name: self._picture(name) for name in catalogue.entries}, self._registry.limits)

    def _drawn(self, name: str) -> str:
        try:
            return picture_of_start(self._registry.make(name, ()))
        except Exception:
            return ""  # a game that needs parameters, or that cannot be drawn, is listed without a picture

    def _form(self, entry: CatalogueEntry, given: Mapping[str, str], why: str = "", status: int = 200) -> Response:
        """The form that begins a game, with what is wrong in it."""
        registry, position = self._registry, given.get("position", "")
        try:
            game = registry.preview(entry.name, settings_of(entry, fields_in(given, "p."), registry.limits), position)
        except Refused as refused:
            why, status = why or refused.why, refused.status if status == 200 else status
            game = registry.preview(entry.name, ())
        return HTMLResponse(new_page(entry, game, given, position, why), status)

    async def begin(self, request: Request) -> Response:
        """A new game, by the form or by JSON."""
        is_json = request.headers.get("content-type", "").startswith("application/json")
        given = await requests.json_in(request) if is_json else seeds_drawn(await requests.form_in(request))
        entry = catalogue_entry(self._registry.catalogue, given.get("game"))
        try:
            begun = await self._making(self._begun_by_json if is_json else self._begun_by_form, entry, given)
        except Refused as refused:
            if wants_json(request):
                raise
            return await self._making(self._form, entry, given, refused.why, refused.status)
        return self._answer(request, begun)

    def _begun_by_form(self, entry: CatalogueEntry, form: Mapping[str, str]) -> NewGame:
        def seat(at: int) -> str:
            return form.get(f"b.{at}", "").strip() or form.get(f"s.{at}", ENGINE if at else PERSON)

        position = form.get("position", "").strip()
        parameters = fields_in(form, "p.")
        if "friend" in form:
            return self._begun(
                entry, parameters, position, partial(seats_with_friend, form.get("side", "")), form.get("clock", "")
            )

        def seats(count: int) -> list[str]:
            who = list(map(seat, range(count)))
            return secrets.SystemRandom().sample(who, count) if "lot" in form else who

        return self._begun(entry, parameters, position, seats)

    def _begun_by_json(self, entry: CatalogueEntry, given: Mapping[str, Any]) -> NewGame:
        parameters, seats, position = given.get("parameters", {}), given.get("seats"), given.get("position", "")
        if not isinstance(parameters, dict) or not isinstance(position, str):
            raise Refused(WRONG, '"parameters" must be an object of texts, and "position" a text')
        if not isinstance(seats, list) or not all(isinstance(it, str) for it in seats):
            raise Refused(WRONG, f'"seats" must be a list of "{PERSON}", "{LINK}" and bots, not {shown(seats)}')
        return self._begun(entry, seeds_drawn(parameters, SEED), position, lambda count: seats, given.get("clock", ""))

    def _begun(
        self,
        entry: CatalogueEntry,
        parameters: Mapping[str, object],
        position: str,
        seats: Callable[[int], Sequence[str]],
        clock: object = "",
    ) -> NewGame:
        """A new game, tried before it is made. `seats(count)` says who plays, of as many players as it has."""
        settings = settings_of(entry, parameters, self._registry.limits)
        count = len(self._registry.preview(entry.name, settings, position).players)
        return self._registry.begin(entry.name, settings, seats(count), position, clock=clock)

    async def open(self, request: Request) -> Response:
        """A new game that goes on with a record."""
        form = await requests.form_in(request, ("record",))
        begun = await to_thread.run_sync(self._opened, form, limiter=self._openers)
        return self._answer(request, begun)

    def _opened(self, form: Mapping[str, str]) -> NewGame:
        registry = self._registry
        if "record" not in form:
            raise Refused(WRONG, "no record was sent: choose a file that “Save” has written")
        name, settings, so_far = open_record(
            registry.catalogue, registry.make, registry.preview, form["record"], registry.limits
        )
        game, who = so_far.game, [PERSON] * len(so_far.game.players)
        if form.get("who") == "bot":
            mover = game.mover(so_far.position)
            who = [PERSON if at == max(0, mover) else ENGINE for at in range(len(who))]
        return registry.begin(name, settings, who, so_far=so_far)

    def _answer(self, request: Request, begun: NewGame) -> Response:
        """The way to a new game, with the cookie that holds its secrets."""
        address = f"/game/{begun.id}"
        base = str(request.base_url).rstrip("/")
        links = {str(at): f"{base}{address}/seat/{secret}" for at, secret in begun.secrets.items()}
        if wants_json(request):
            answer: Response = JSONResponse({"id": begun.id, "address": address, "links": links}, 201)
        else:
            answer = RedirectResponse(address, 303)
        give(answer, request, begun.id, requests.cookie_of(begun.tokens))
        return answer

    # ---- one game

    def show(self, request: Request) -> Response:
        """The page of a game."""
        return HTMLResponse(self._page(request, request.query_params.get("picked", "")))

    def _at(self, request: Request) -> tuple[ServedGame, Permissions]:
        """The game that is asked for, and what this browser may do there."""
        id = request.path_params["id"]
        game = self._registry.game(id)
        held = requests.seat_tokens_in(request, id).held
        actor = requests.permissions_of(game.stored.session.seats, game.stored.owner, held)
        game.sit(actor, requests.client_of(request))
        game.end_if_late()
        return game, actor

    def _page(self, request: Request, picked: str, said: str = "") -> str:
        game, actor = self._at(request)
        game.runner.wake()
        constant, view = self._constant(request, game), full_view(game, actor)
        with by_the_rules(game.stored.name):
            live = game.live(is_alone(game.stored.session, actor))
            return game_page(game.id, game.stored, actor, view, constant, picked, said, live)

    def _constant(self, request: Request, game: ServedGame) -> Data:
        """What never changes in a game: the page has it once."""
        entry = self._registry.catalogue.entries[game.stored.name]
        tokens, base = requests.seat_tokens_in(request, game.id), str(request.base_url).rstrip("/")
        links = {}
        for number, seat in enumerate(game.stored.session.seats):
            for secret in (*tokens.held, *tokens.given):
                if seat.token and requests.digest_of(secret) == seat.token:
                    address = f"{base}/game/{game.id}/seat/{secret}"
                    links[str(number)] = {"address": address, "yours": secret in tokens.held}
        rules = rules_for_players(game.stored.session.game, entry.rules)
        return {"id": game.id, "rules": rules, "source": entry.source, "links": links}

    def view(self, request: Request) -> Response:
        """What the page shows, as JSON."""
        game, actor = self._at(request)
        game.runner.wake()
        shown = news(full_view(game, actor), requests.place_in(request.query_params.get("knows", "")))
        return Response(json.dumps(shown), media_type="application/json")

    async def act(self, request: Request) -> Response:
        """Does what a module of the page asks for, and answers with what the page shows then."""
        asked = await requests.json_in(request)
        knows = asked.get("knows") if type(asked.get("knows")) is int else None

        def made() -> Response:
            game, actor = self._at(request)
            try:
                game.act(actor, asked)
            except Refused as refused:
                return refusal(request, refused, view=news(full_view(game, actor), knows))
            _, actor = self._at(request)  # who has changed sides moves for the other one now
            return Response(json.dumps(news(full_view(game, actor), knows)), media_type="application/json")

        return await run_in_threadpool(made)

    async def act_by_form(self, request: Request) -> Response:
        """Does what a form of the page asks for, and leads back to the page."""
        form = await requests.form_in(request)
        asked: dict[str, Any] = {"action": "move", **form}
        asked |= {name: requests.whole(form[name]) for name in ("place", "move", "target") if name in form}

        def made() -> Response:
            game, actor = self._at(request)
            try:
                game.act(actor, asked)
            except Refused as refused:
                return HTMLResponse(self._page(request, "", refused.why), refused.status)
            return RedirectResponse(f"/game/{game.id}", 303)

        return await run_in_threadpool(made)

    async def events(self, request: Request) -> Any:
        """The stream of events of a game."""
        game, actor = await run_in_threadpool(self._at, request)
        limits = self._registry.limits
        if self._streams[game.id] >= limits.streams or self._streams.total() >= limits.all_streams:
            raise Refused(BUSY, "too many pages follow this game: ask for /view now and then instead")
        self._streams[game.id] += 1

        def ended() -> None:
            self._streams[game.id] -= 1
            if not self._streams[game.id]:
                del self._streams[game.id]

        await run_in_threadpool(game.runner.wake)
        knows, stamp = (requests.place_in(request.query_params.get(name, "")) for name in ("knows", "stamp"))
        return EventStream(game_events(game, actor, self._over, knows, -1 if stamp is None else stamp), ended)

    def record(self, request: Request) -> Response:
        """The game so far, as a record to be kept."""
        game, _ = self._at(request)
        session = game.stored.session
        with by_the_rules(game.stored.name):
            text = save_record(session.record)
        file = re.sub(r"[^A-Za-z0-9_]+", "-", session.game.name).strip("-") or "game"
        headers = {"content-disposition": f'attachment; filename="{file}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    def next(self, request: Request) -> Response:
        """The way to the rematch of a game, where each browser has the seats that it has here."""
        game, _ = self._at(request)
        if not game.stored.next:
            raise Refused(NOT_FOUND, "this game has no rematch")
        answer, tokens = RedirectResponse(f"/game/{game.stored.next}", 303), requests.seat_tokens_in(request, game.id)
        if tokens.held:
            give(answer, request, game.stored.next, requests.cookie_of(tokens))
        return answer

    def sit(self, request: Request) -> Response:
        """The link of a seat: gives the browser its secret, and leads to the game, whose address has none."""
        secret, (game, _) = request.path_params["secret"], self._at(request)
        digest = requests.digest_of(secret) if requests.SECRET.fullmatch(secret) else ""
        digests = [seat.token for seat in game.stored.session.seats]
        if not digest or digest not in digests:
            raise Refused(NOT_FOUND, "there is no seat at this address: ask for its link again")
        seat, rules, tokens = digests.index(digest), game.stored.session.game, requests.seat_tokens_in(request, game.id)
        held = tuple(dict.fromkeys((*tokens.held, secret)))
        answer = HTMLResponse(seat_page(seen_names(rules)[seat], rules.name, f"/game/{game.id}"))
        answer.headers["referrer-policy"] = "no-referrer"
        left = requests.SeatTokens(held, tuple(it for it in tokens.given if it != secret))
        give(answer, request, game.id, requests.cookie_of(left))
        return answer


def seats_with_friend(own: str, count: int) -> list[str]:
    """Who plays where one person sends the others a link. `own` is the number of their own player; else it is drawn."""
    player = int(own) if own.isdecimal() and int(own) < count else secrets.randbelow(count)
    return [PERSON if at == player else LINK for at in range(count)]


def give(answer: Response, request: Request, id: str, cookie: str) -> None:
    """Gives a browser the cookie with the secrets of a game.

    No script reads it, and a page of others sends it only when a person follows its link to the game: so a player who
    comes by a message plays, and does not watch. What changes a game is taken from our own pages only (`Guard`).
    """
    secure, path = request.url.scheme == "https", f"/game/{id}"
    year = 365 * 24 * 3600
    answer.set_cookie(requests.cookie_name(id), cookie, year, path=path, secure=secure, httponly=True, samesite="lax")
    know(answer, request)


def know(answer: Response, request: Request) -> None:
    """Gives a browser a name, if it has none yet: browsers that let engines think are served in turn."""
    if not request.cookies.get(requests.BROWSER):
        secure = request.url.scheme == "https"
        answer.set_cookie(requests.BROWSER, secrets.token_urlsafe(12), secure=secure, httponly=True, samesite="lax")


def seeds_drawn(given: Mapping[str, Any], field: str = f"p.{SEED}") -> dict[str, Any]:
    """The fields of a form; where the one of the seed is to be "random", a number is drawn for it."""
    drawn = field in given and isinstance(given[field], str)
    return {**given, field: drawn_seed(given[field])} if drawn else dict(given)


def fields_in(given: Mapping[str, str], prefix: str) -> dict[str, str]:
    """The fields whose names begin so, without this beginning."""
    return {name.removeprefix(prefix): value for name, value in given.items() if name.startswith(prefix)}

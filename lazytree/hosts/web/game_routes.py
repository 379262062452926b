"""The routes of one game: its page, its acts, its events, its record, its seats."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from lazytree.playing.records import save_record
from lazytree.session.reducer import is_alone
from lazytree.session.refusals import BUSY, NOT_FOUND, Refused, by_the_rules
from lazytree.session.session import Permissions

from .events import Stream
from .game_page import game_page
from .game_registry import GameRegistry
from .guarding import refusal
from .pages import seat_page
from .requests import client_of, form_in, json_in, place_in, seat_tokens_in, whole
from .seat_tokens import SECRET, SeatTokens, cookie_of, digest_of, permissions_of
from .served_game import ServedGame
from .start_routes import give
from .views import Data, full_view, view_news


class GameRoutes:
    """The routes of the games of a hall. `over` is set when the server ends."""

    def __init__(self, hall: GameRegistry, over: asyncio.Event) -> None:
        self._hall, self._over = hall, over
        self._streams: Counter[str] = Counter()

    async def show(self, request: Request) -> Response:
        """The page of a game."""
        return HTMLResponse(await run_in_threadpool(self._page, request, request.query_params.get("picked", "")))

    def _at(self, request: Request) -> tuple[ServedGame, Permissions]:
        """The game that is asked for, and what this browser may do there."""
        id = request.path_params["id"]
        game = self._hall.game(id)
        actor = permissions_of(game.stored.session.seats, game.stored.owner, seat_tokens_in(request, id).held)
        game.sit(actor, client_of(request))
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
        offer = self._hall.shelf.offers[game.stored.name]
        purse, base = seat_tokens_in(request, game.id), str(request.base_url).rstrip("/")
        links = {}
        for number, seat in enumerate(game.stored.session.seats):
            for secret in (*purse.held, *purse.given):
                if seat.token and digest_of(secret) == seat.token:
                    address = f"{base}/game/{game.id}/seat/{secret}"
                    links[str(number)] = {"address": address, "yours": secret in purse.held}
        return {"id": game.id, "rules": offer.rules, "source": offer.source, "links": links}

    async def view(self, request: Request) -> Response:
        """What the page shows, as JSON."""

        def made() -> str:
            game, actor = self._at(request)
            game.runner.wake()
            return view_news(full_view(game, actor), place_in(request.query_params.get("knows", "")))

        return Response(await run_in_threadpool(made), media_type="application/json")

    async def act(self, request: Request) -> Response:
        """Does what a module of the page asks for, and answers with what the page shows then."""
        asked = await json_in(request)
        knows = asked.get("knows") if type(asked.get("knows")) is int else None

        def made() -> Response:
            game, actor = self._at(request)
            try:
                game.act(actor, asked)
            except Refused as refused:
                return refusal(request, refused, view=json.loads(view_news(full_view(game, actor), knows)))
            _, actor = self._at(request)  # who has changed sides moves for the other one now
            return Response(view_news(full_view(game, actor), knows), media_type="application/json")

        return await run_in_threadpool(made)

    async def act_by_form(self, request: Request) -> Response:
        """Does what a form of the page asks for, and leads back to the page."""
        form = await form_in(request)
        asked: dict[str, Any] = {"action": "move", **form}
        asked |= {name: whole(form[name]) for name in ("place", "move", "target") if name in form}

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
        bounds = self._hall.bounds
        if self._streams[game.id] >= bounds.streams or self._streams.total() >= bounds.all_streams:
            raise Refused(BUSY, "too many pages follow this game: ask for /view now and then instead")
        self._streams[game.id] += 1

        def ended() -> None:
            self._streams[game.id] -= 1
            if not self._streams[game.id]:
                del self._streams[game.id]

        await run_in_threadpool(game.runner.wake)
        knows, stamp = (place_in(request.query_params.get(name, "")) for name in ("knows", "stamp"))
        return Stream(game, actor, ended, self._over, knows, -1 if stamp is None else stamp)

    async def record(self, request: Request) -> Response:
        """The game so far, as a record to be kept."""

        def made() -> tuple[str, str]:
            game, _ = self._at(request)
            with by_the_rules(game.stored.name):
                return save_record(game.stored.session.record), game.stored.session.game.name

        text, name = await run_in_threadpool(made)
        file = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "game"
        headers = {"content-disposition": f'attachment; filename="{file}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    async def sit(self, request: Request) -> Response:
        """The link of a seat: gives the browser its secret, and leads to the game, whose address has none."""
        secret = request.path_params["secret"]

        def made() -> tuple[ServedGame, int]:
            game, _ = self._at(request)
            digest = digest_of(secret) if SECRET.fullmatch(secret) else ""
            seats = [
                number for number, seat in enumerate(game.stored.session.seats) if seat.token and seat.token == digest
            ]
            if not seats:
                raise Refused(NOT_FOUND, "there is no seat at this address: ask for its link again")
            return game, seats[0]

        game, seat = await run_in_threadpool(made)
        rules, purse = game.stored.session.game, seat_tokens_in(request, game.id)
        held = tuple(dict.fromkeys((*purse.held, secret)))
        answer = HTMLResponse(seat_page(rules.players[seat], rules.name, f"/game/{game.id}"))
        answer.headers["referrer-policy"] = "no-referrer"
        give(answer, request, game.id, cookie_of(SeatTokens(held, tuple(it for it in purse.given if it != secret))))
        return answer

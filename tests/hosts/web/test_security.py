"""What must never happen: a page of others that moves, a name that becomes HTML, a secret in a log, a broken answer."""

import json
import logging
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lazytree.hosts.web.requests import SECRET

from .conftest import Serve
from .html_names import FILE, MEANT_AS_HTML
from .served import Board, Served

POSTS = ("/new", "/open", "{game}", "{game}/act")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},  # another port is another origin
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
        {"host": "evil.example"},
        {"host": "evil.example:8000", "origin": "http://evil.example:8000"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
    ],
)
def test_a_page_of_another_origin_cannot_do_anything(served: Served, path: str, headers: dict[str, str]):
    board = served.begin("tic_tac_toe", "person", "person")
    answer = board.browser.post(
        path.format(game=board.address), json={"action": "move", "place": 0, "move": 0}, headers=headers
    )
    assert answer.status_code in (403, 421)
    assert board.view()["place"] == 0


def test_what_our_pages_send_is_taken(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    for at, headers in enumerate(({"origin": served.address}, {"origin": "null", "sec-fetch-site": "same-origin"}, {})):
        asked = {"action": "move", "place": at, "move": 0}
        assert board.browser.post(f"{board.address}/act", json=asked, headers=headers).status_code == 200
    assert served.browser().get("/", headers={"host": "localhost"}).status_code == 200
    assert served.browser().get("/", headers={"host": "games.test:80"}).status_code == 200
    assert served.browser().get("/", headers={"host": "[::1]:8000"}).status_code == 200


def test_every_answer_has_a_strict_policy(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    for path in ("/", "/?game=nim", board.address, f"{board.address}/view", "/static/board.mjs", "/nothing"):
        headers = served.browser().get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["style-src"] == "'self'" and "style-src-attr" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_pages_have_no_script_but_modules_of_ours(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    for path in ("/", "/?game=nim", board.address):
        page = Parts(served.browser().get(path).text)
        scripts = [attributes for tag, attributes in page.tags if tag == "script"]
        assert all(it.get("src") == "/static/server_page.mjs" or it["type"] == "application/json" for it in scripts)
        assert not [tag for tag, it in page.tags if tag == "style" or "style" in it]  # the policy would stop it


class Parts(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def clean(self) -> None:
        """Fails if a name has become an element, or a listener."""
        assert not [tag for tag, _ in self.tags if tag in ("img", "iframe", "object")]
        assert not [name for _, attributes in self.tags for name in attributes if name.startswith("on")]
        assert all(it.get("type") in ("application/json", "module") for tag, it in self.tags if tag == "script")


def test_names_of_games_players_cells_and_moves_stay_text(serve: Serve, tmp_path: Path):
    (tmp_path / "hostile.py").write_text(FILE, encoding="utf-8")
    served = serve(str(tmp_path / "hostile.py"))
    board = served.begin("hostile.py", "person", "link")
    board.act("move", move=0)
    board.act("undo")
    for path in ("/", "/?game=hostile.py", board.address, f"{board.address}?picked=0"):
        page = board.browser.get(path)
        assert page.status_code == 200
        Parts(page.text).clean()
    assert MEANT_AS_HTML in board.view()["seats"][0]["name"]  # it is there, as text
    saved = board.browser.get(f"{board.address}/record.json").headers["content-disposition"]
    assert re.fullmatch('attachment; filename="[A-Za-z0-9_-]+.json"', saved)
    assert board.browser.get(board.links[1]).status_code == 200
    Parts(board.browser.get(board.links[1]).text).clean()


@pytest.mark.parametrize("field", ["game", "p.rows", "s.0", "b.1", "position", "p.<b>"])
def test_what_is_written_into_a_form_stays_text(served: Served, field: str):
    form = {"game": "konane", field: MEANT_AS_HTML}
    Parts(served.browser().post("/new", data=form).text).clean()
    Parts(served.browser().get("/", params=form).text).clean()


def test_what_is_written_into_a_record_stays_text(served: Served):
    for record in (
        {"game": MEANT_AS_HTML, "parameters": {}, "moves": []},
        {"game": "nim", "parameters": {MEANT_AS_HTML: 1}, "moves": []},
        {"game": "nim", "parameters": {}, "moves": [MEANT_AS_HTML]},
        {"game": "nim", "parameters": {}, "moves": [], "position": MEANT_AS_HTML},
    ):
        answer = served.browser().post("/open", files={"record": (MEANT_AS_HTML, json.dumps(record))})
        assert answer.status_code == 400
        Parts(answer.text).clean()


# ---- secrets


def test_secrets_are_long_and_different_and_only_their_digests_are_kept(serve: Serve, tmp_path: Path):
    served = serve()
    boards = [served.begin("nim", "person", "link") for _ in range(20)]
    secrets = [link.rpartition("/")[2] for board in boards for link in board.links.values()]
    assert len(set(secrets)) == 40
    assert all(SECRET.fullmatch(secret) for secret in secrets)
    assert len({board.address for board in boards}) == 20
    served.end()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert boards[0].address.rpartition("/")[2].encode() in kept
    assert not [secret for secret in secrets if secret.encode() in kept]


def test_a_seat_link_gives_a_cookie_that_no_script_reads_and_other_pages_send_with_links_only(served: Served):
    board = served.begin("nim", "person", "link")
    answer = served.browser().get(board.links[1])
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert f"path={board.address}".lower() in cookie
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    secret = board.links[1].rpartition("/")[2]
    assert secret not in answer.text
    wrong = served.browser().get(board.links[1][:-1] + ("A" if secret[-1] != "A" else "B"))
    assert wrong.status_code == 404
    assert "set-cookie" not in wrong.headers


def test_links_are_shown_to_who_has_them_only(served: Served):
    board = served.begin("nim", "person", "link")
    secret = board.links[1].rpartition("/")[2]
    assert secret in board.browser.get(board.address).text
    assert secret not in board.elsewhere().browser.get(board.address).text
    assert secret not in json.dumps(board.view())


def test_no_secret_is_logged(served: Served, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]):
    board = served.begin("nim", "person", "link")
    with caplog.at_level(logging.DEBUG):
        for logger in ("httpx", "httpcore"):  # what this test asks with
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        board.elsewhere(1)
        board.browser.get(f"{board.links[1]}wrong")
        board.browser.post(board.links[1])
    for link in board.links.values():
        assert link.rpartition("/")[2] not in caplog.text + "".join(capfd.readouterr())


def test_files_are_those_of_the_front_end_only(served: Served):
    for name in ("../theme.py", "..%2ftheme.py", "%2e%2e/theme.py", "theme.py", ".", "", "board.mjs%00", "/etc/passwd"):
        target = served.address + "/static/" + name
        assert raw(target).status_code in (307, 404), name
    assert "javascript" in raw(f"{served.address}/static/board.mjs").headers["content-type"]


def raw(target: str) -> httpx.Response:
    """The answer to an address as it is written."""
    address = httpx.URL(target)
    path = "/" + target.split("/", 3)[3]
    return httpx.request("GET", address.copy_with(raw_path=path.encode()), verify=False, trust_env=False)


# ---- whatever is sent


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
DO = st.sampled_from(
    [
        "move",
        "undo",
        "redo",
        "go",
        "hint",
        "values",
        "look",
        "unfold",
        "choose",
        "move now",
        "resign",
        "draw",
        "decline",
    ]
)
ACT = st.fixed_dictionaries(
    {},
    optional={
        "action": DO | JSON,
        "place": st.integers(-2, 9) | JSON,
        "move": st.integers(-2, 12) | st.sampled_from(["b2", "a1"]) | JSON,
        "target": st.integers(-2, 9) | JSON,
        "request_id": st.text(max_size=70) | JSON,
        "id": st.sampled_from(["/", "/0", "/0/0", "/+"]) | JSON,
    },
)
FIELDS = ("action", "place", "move", "target", "request_id", "x")
HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=40)
LENIENT = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)


@pytest.fixture(scope="module")
def board(served: Served) -> Board:
    return served.begin("tic_tac_toe", "person", "at_random")


def is_told(answer: httpx.Response) -> None:
    """Fails unless the answer is one of ours that says what is wrong, if something is."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400 and answer.content and "json" in answer.headers["content-type"]:
        assert answer.json()["error"]


@LENIENT
@given(asked=st.one_of(ACT, JSON))
def test_any_act_is_answered(board: Board, asked: Any):
    text = json.dumps(asked)
    answer = board.browser.post(f"{board.address}/act", content=text, headers={"content-type": "application/json"})
    is_told(answer)
    if isinstance(asked, dict) and answer.status_code == 200:
        assert answer.json()["place"] >= 0


@LENIENT
@given(
    form=st.dictionaries(
        st.sampled_from(["action", "place", "move", "target", "request_id", "x"]), st.text(max_size=20), max_size=5
    )
)
def test_any_form_is_answered(board: Board, form: dict[str, str]):
    is_told(board.browser.post(board.address, data=form))


@LENIENT
@given(
    body=st.binary(max_size=300),
    kind=st.sampled_from(
        [
            "application/json",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded",
        ]
    ),
    path=st.sampled_from(POSTS),
)
def test_any_body_is_answered(board: Board, body: bytes, kind: str, path: str):
    is_told(board.browser.post(path.format(game=board.address), content=body, headers={"content-type": kind}))


PART = st.text(max_size=12) | st.sampled_from(["game", "seat", "act", "view", "record.json", "static", "..", "new"])
QUERY = st.dictionaries(st.sampled_from(["game", "picked", "position", "p.rows"]), st.text(max_size=30), max_size=3)
METHOD = st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"])


@LENIENT
@given(parts=st.lists(PART, max_size=5), query=QUERY, method=METHOD)
def test_any_address_is_answered(board: Board, parts: list[str], query: dict[str, str], method: str):
    path = "/" + "/".join(quote(part, safe="") for part in parts)
    target = httpx.URL(board.served.address).copy_with(raw_path=f"{path}?{urlencode(query)}".encode())
    is_told(board.browser.request(method, target))


@LENIENT
@given(
    name=st.sampled_from(["host", "origin", "cookie", "content-length-x", "accept", "sec-fetch-site", "if-none-match"]),
    value=HEADER,
)
def test_any_header_is_answered(board: Board, name: str, value: str):
    headers = {name.encode(): value.strip().encode("latin-1")}
    is_told(board.browser.get(board.address, headers=headers))
    is_told(board.browser.get("/static/board.mjs", headers=headers))


PARAMETER = st.one_of(
    st.integers(-(10**30), 10**30).map(str),
    st.text(max_size=20),
    st.sampled_from(["true", "none", "1e9", "3,4,5", "nan"]),
)


@LENIENT
@given(
    game=st.sampled_from(["konane", "nim", "dvonn", "andantino", "connect_four", "selfo", "dice_of_doom"])
    | st.text(max_size=9),
    parameters=st.dictionaries(
        st.sampled_from(["rows", "columns", "heaps", "side", "seed", "board"]), PARAMETER, max_size=2
    ),
    seats=st.lists(st.sampled_from(["person", "link", "at_random", "think:depth=1", "x", "mcts:seed=x"]), max_size=3),
)
def test_any_game_is_begun_or_refused(board: Board, game: str, parameters: dict[str, str], seats: list[str]):
    is_told(board.browser.post("/new", json={"game": game, "parameters": parameters, "seats": seats}))
    is_told(board.browser.get("/", params={"game": game, **{f"p.{name}": value for name, value in parameters.items()}}))


@LENIENT
@given(
    record=st.fixed_dictionaries(
        {},
        optional={
            "version": st.just(1) | JSON,
            "game": st.sampled_from(["nim", "tic_tac_toe"]) | JSON,
            "parameters": st.just({}) | JSON,
            "moves": st.lists(st.sampled_from(["a-1", "b2", "a1"]), max_size=3) | JSON,
            "position": st.just("| / | / first to move") | JSON,
        },
    )
    | JSON
)
def test_any_record_is_opened_or_refused(board: Board, record: Any):
    answer = board.browser.post(
        "/open", files={"record": ("r", json.dumps(record))}, headers={"accept": "application/json"}
    )
    is_told(answer)

"""Games on the server: what browsers do, and what comes of it. The rules of the game are the oracle."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lazytree.session.jobs
import lazytree.session.runner
from lazytree import load_record, one_line, record
from lazytree.cli.pages import catalogue_of
from lazytree.games import GAMES, konane, tic_tac_toe
from lazytree.hosts.web import ServerLimits
from lazytree.hosts.web.games import GameRegistry
from lazytree.hosts.web.store import Store
from lazytree.hosts.web.views import full_view, last_of, news
from lazytree.session.refusals import Refused
from lazytree.session.session import Permissions
from tests.helpers.examples import examples
from tests.helpers.waiting import until

from .conftest import Serve
from .served import Served, moves

LARGE = {"andantino": {"side": 5}, "hex": {"size": 5}}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_begins_and_is_played_by_people_and_a_bot(served: Served, name: str):
    parameters = LARGE.get(name, {})
    count = len(GAMES[name](**parameters).players)
    board = served.begin(name, *["person"] * (count - 1), "at_random", parameters=parameters)
    for _ in range(3):
        view = board.settled()
        if view["turn"] == "over":
            break
        board.act("move", place=view["place"], move=len(view["moves"]) // 2)
    view = board.settled()
    assert len(moves(view)) >= 2
    game = GAMES[name](**parameters)
    so_far = load_record(board.browser.get(f"{board.address}/record.json").text)
    assert so_far.written() == moves(view)
    assert view["text"] == game.show(so_far.position)


def test_the_legal_moves_are_those_of_the_rules_and_a_move_is_made(served: Served):
    game = konane(rows=4, columns=4, opening="corner")
    board = served.begin("konane", "person", "person", parameters={"rows": 4, "columns": 4, "opening": "corner"})
    so_far = record(game)
    while legal := list(game.moves(so_far.position)):
        view = board.view()
        assert [move["text"] for move in view["moves"]] == [game.format(so_far.position, move) for move in legal]
        assert view["turn"] == "person"
        board.act("move", place=view["place"], move=len(legal) - 1)
        so_far = so_far.play(legal[-1])
    view = board.view()
    assert (view["turn"], view["moves"], moves(view)) == ("over", [], so_far.written())
    assert "resign" in view["disabled_actions"]


def test_a_move_can_be_told_by_its_text(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    assert moves(board.act("move", move="b2")) == ["b2"]
    status, why = board.refused("move", move="b2")
    assert status == 422
    assert "b2" in why


def test_an_act_is_done_once(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    asked = {"action": "move", "place": 0, "move": 4, "request_id": "the first move"}
    first = board.browser.post(f"{board.address}/act", json=asked)
    again = board.browser.post(f"{board.address}/act", json=asked)
    assert first.status_code == again.status_code == 200
    assert moves(again.json()) == ["b2"]
    unnamed = board.browser.post(f"{board.address}/act", json={"action": "move", "place": 0, "move": 4})
    assert unnamed.status_code == 409
    assert "gone on" in unnamed.json()["error"]
    assert moves(unnamed.json()["view"]) == moves(board.view()) == ["b2"]


def test_back_forward_and_branches(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    for move in ("b2", "a1", "c3"):
        board.act("move", move=move)
    assert moves(board.act("undo")) == ["b2", "a1"]
    assert moves(board.act("undo")) == ["b2"]
    assert moves(board.act("redo")) == ["b2", "a1"]
    board.act("undo")
    assert moves(board.act("move", move="a3")) == ["b2", "a3"]
    view = board.act("go", target=1)
    assert [move["text"] for move in view["tried"]] == ["a1", "a3"]
    assert moves(board.act("go", target=3)) == ["b2", "a1", "c3"]
    assert board.refused("go", target=99)[0] == 422
    assert board.refused("redo")[0] == 409


def test_undo_against_a_bot_goes_back_to_the_person(served: Served):
    board = served.begin("tic_tac_toe", "person", "at_random")
    board.act("move", move="b2")
    assert len(moves(board.settled())) == 2
    view = board.act("undo")
    assert (view["place"], view["turn"]) == (0, "person")


def test_a_seat_is_taken_by_its_link_and_no_other_person_moves_for_it(served: Served):
    mine = served.begin("tic_tac_toe", "person", "link")
    assert mine.view()["seats"][1].items() >= {"name": "Blue", "who": "open", "yours": False}.items()
    theirs, watcher = mine.elsewhere(1), mine.elsewhere()
    assert theirs.view()["seats"][1].items() >= {"name": "Blue", "who": "a person", "yours": True}.items()
    assert watcher.view()["turn"] == theirs.view()["turn"] == "other"
    assert watcher.refused("move", move="b2")[0] == 403
    assert theirs.refused("move", move="b2")[0] == 403
    mine.act("move", move="b2")
    assert mine.view()["moves"] == watcher.view()["moves"] == []
    assert mine.refused("move", move="a1")[0] == 403
    assert moves(theirs.act("move", move="a1")) == moves(watcher.view()) == ["b2", "a1"]
    assert not {"undo", "resign", "hint"} & set(watcher.view()["actions"])


def test_two_people_take_back_by_agreement(served: Served):
    mine = served.begin("tic_tac_toe", "person", "link")
    theirs = mine.elsewhere(1)
    theirs.view()
    mine.act("move", move="b2")
    view = mine.act("undo")
    assert moves(view) == ["b2"]
    assert view["offered"] == "Red asks to take back b2."
    assert theirs.view()["offered"] == "Red asks to take back b2: “Agree” or “Decline”?"
    assert moves(theirs.act("accept")) == []
    mine.act("move", move="a1")
    mine.act("undo")
    assert moves(theirs.act("move", move="c3")) == ["a1", "c3"]  # a move declines
    assert theirs.view()["offered"] == ""


def test_a_draw_is_agreed_by_both_and_by_no_bot(served: Served):
    mine = served.begin("konane", "person", "link")
    theirs = mine.elsewhere(1)
    assert mine.act("draw")["turn"] != "over"
    mine.act("draw")  # asking twice is asking once
    assert "offers a draw" in theirs.view()["offered"]
    view = theirs.act("draw")
    assert (view["turn"], view["caption"]) == ("over", "Draw: by agreement")
    assert mine.refused("move", move=0)[0] == 409


def test_an_offer_is_declined(served: Served):
    mine = served.begin("konane", "person", "link")
    theirs = mine.elsewhere(1)
    mine.act("draw")
    assert theirs.view()["offer"] == 0
    assert "decline" in theirs.view()["actions"]
    assert theirs.act("decline")["offer"] is None
    assert theirs.act("draw")["turn"] != "over"


def test_a_bot_takes_a_draw_where_it_does_not_stand_better(served: Served):
    lost = served.begin("tic_tac_toe", "person", "at_random", position="X.O / .XO / ...")  # X is to move, and wins
    lost.act("draw")
    assert lost.settled()["caption"] == "Draw: by agreement"
    won = served.begin("tic_tac_toe", "at_random", "person", position="X.. / OX. / O..")
    view = won.settled()
    assert view["turn"] == "person"
    won.act("draw")
    assert "declined" in won.settled()["said"]


def test_who_resigns_has_lost_and_may_think_better_of_it(served: Served):
    board = served.begin("tic_tac_toe", "person", "at_random")
    view = board.act("resign")
    assert (view["turn"], view["caption"]) == ("over", "Blue wins: Red resigns")
    assert view["board"]["caption"] == "Blue wins: Red resigns"
    assert board.refused("resign")[0] == 409


def test_sides_are_swapped_with_a_bot(served: Served):
    board = served.begin("tic_tac_toe", "person", "at_random")
    view = board.act("swap sides")
    assert [seat["yours"] for seat in view["seats"]] == [False, True]
    view = board.settled()
    assert (len(moves(view)), view["turn"]) == (1, "person")
    assert "swap sides" not in served.begin("tic_tac_toe", "person", "person").view()["actions"]


def test_a_position_that_comes_back_is_a_draw(served: Served):
    board = served.begin("selfo", "person", "person", parameters={"passing": "true", "swap": "false"})
    view = board.view()
    for _ in range(40):
        if view["turn"] == "over":
            break
        line = [move["text"] for move in view["moves"]]
        last = view["line"][-2]["text"] if len(view["line"]) > 1 else ""
        back = "-".join(reversed(last.split("-")))
        view = board.act("move", move=line.index(back) if back in line else 0)
    so_far = load_record(board.browser.get(f"{board.address}/record.json").text)
    if so_far.positions.count(so_far.position) == 3:
        assert view["caption"] == "Draw: the same position 3 times"
    assert view["turn"] == "over"


def test_a_hint_is_a_legal_move_and_for_who_plays_alone(served: Served):
    board = served.begin("tic_tac_toe", "person", "person", position="XX. / OO. / ...")
    watcher = board.elsewhere()
    asked = board.act("hint")
    assert asked["thinking"] == "hint" or asked["hint"]  # which may be there at once
    assert watcher.view()["thinking"] == ""
    assert board.settled()["hint"]["text"] == "c3"
    assert watcher.view()["hint"] is None
    assert watcher.refused("hint")[0] == 403


def test_no_hint_is_given_against_another_person(served: Served):
    """Nor before that one has come; who holds both seats gets none that the other browser could see."""
    mine = served.begin("tic_tac_toe", "person", "link", position="XX. / OO. / ...")
    status, why = mine.refused("hint")
    assert (status, "another person" in why) == (403, True)
    theirs = mine.elsewhere(1)
    assert "hint" not in mine.view()["actions"] + theirs.view()["actions"]
    assert [board.refused("hint")[0] for board in (mine, theirs)] == [403, 403]
    both = theirs.elsewhere(0, theirs.browser)
    both.act("hint")
    assert both.settled()["hint"]["text"] == "c3"
    assert mine.view()["hint"] is None
    assert mine.view()["thinking"] == ""


def test_what_is_thought_for_a_hint_is_told_to_no_other_player(serve: Serve, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lazytree.session.jobs, "HINT_SECONDS", 1e6)
    monkeypatch.setattr(lazytree.session.runner, "OFTEN", 0.0)
    served = serve(seconds=1e6)
    board = served.begin("konane", "person", "person")
    board.act("hint")
    (table,) = served.registry._games.values()
    until(lambda: table.live(alone=True))
    assert not table.live(alone=False)
    board.act("move now")
    assert board.settled()["hint"]


def test_a_bot_can_be_told_to_move_now(serve: Serve):
    board = serve(seconds=10**6).begin("konane", "think:depth=100", "person")  # which ends in no other way
    assert board.view()["thinking"] == "opponent"
    board.act("move now")
    assert len(moves(board.settled())) == 1


@pytest.mark.parametrize(
    ("bot", "told"),
    [("think:seconds=none,depth=2", "think, 2 plies deep"), ("mcts:simulations=50", "mcts, simulations 50")],
)
def test_a_bot_is_told_in_words(served: Served, bot: str, told: str):
    board = served.begin("tic_tac_toe", bot, "person")
    assert board.settled()["seats"][0]["who"] == told


def test_bots_among_themselves_play_while_a_page_looks(served: Served):
    board = served.begin("tic_tac_toe", "at_random", "minimax:depth=2")
    assert board.settled()["turn"] == "over"


def test_a_record_is_saved_and_opened_again(served: Served):
    board = served.begin("konane", "person", "person", parameters={"rows": 4, "columns": 4, "opening": "corner"})
    for _ in range(3):
        board.act("move", move=0)
    saved = board.browser.get(f"{board.address}/record.json")
    assert saved.headers["content-disposition"] == 'attachment; filename="konane.json"'
    answer = served.browser().post("/open", files={"record": ("any name", saved.content)}, data={"who": "hands"})
    again = board._replace(browser=served.browser(), address=answer.headers["location"])
    assert moves(again.view()) == moves(board.view())
    assert again.browser.get(f"{again.address}/record.json").json() == saved.json()


@pytest.mark.slow
def test_a_large_board_is_saved_and_opened(served: Served):
    """Its record holds what lies on each of 400 cells, in one parameter."""
    board = served.begin("dice_of_doom", "person", "person", parameters={"size": 20})
    saved = board.browser.get(f"{board.address}/record.json")
    answer = served.browser().post("/open", files={"record": ("any name", saved.content)}, data={"who": "hands"})
    assert answer.status_code == 303, answer.text
    again = board._replace(browser=served.browser(), address=answer.headers["location"])
    assert again.browser.get(f"{again.address}/record.json").json() == saved.json()
    assert served.browser().get(again.view()["again"]).status_code == 200  # the form that begins it again


@pytest.mark.parametrize("moved", [0, 3])
def test_a_game_that_was_given_up_is_saved_and_opened_so(served: Served, moved: int):
    board = served.begin("konane", "person", "person", parameters={"rows": 4, "columns": 4, "opening": "corner"})
    for _ in range(moved):
        board.act("move", move=0)
    board.act("resign")
    saved = board.browser.get(f"{board.address}/record.json")
    answer = served.browser().post("/open", files={"record": ("any name", saved.content)}, data={"who": "hands"})
    again = board._replace(browser=served.browser(), address=answer.headers["location"])
    assert "resigns" in board.view()["caption"]
    assert again.view()["caption"] == board.view()["caption"] and again.view()["turn"] == "over"
    assert again.browser.get(f"{again.address}/record.json").json() == saved.json()


def test_the_link_to_a_position_begins_there(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    board.act("move", move="b2")
    link = board.view()["link"]
    short = served.browser().get(link)
    assert short.status_code == 303
    page = served.browser().get(short.headers["location"])
    assert page.status_code == 200
    line = one_line(tic_tac_toe(), tic_tac_toe().play(tic_tac_toe().start, 4))
    assert f'value="{line}"' in page.text
    assert "Blue to move" in page.text
    other = served.begin("tic_tac_toe", "person", "person", position=line)
    assert other.view()["text"] == board.view()["text"]


def test_a_game_of_chance_is_played_on_by_chance(served: Served):
    board = served.begin("dice_of_doom", "person", "person", parameters={"dice": "rolled"})
    for _ in range(8):
        view = board.view()
        if view["turn"] == "over":
            break
        assert view["turn"] == "person"  # never chance's
        board.act("move", move=0)


@pytest.mark.slow
def test_a_game_in_a_file_is_played_where_the_command_names_it(serve: Serve, tmp_path: Path):
    (tmp_path / "my_nim.py").write_text(
        "from lazytree import Game\nfrom lazytree.games import nim\n"
        "def small(heap: int = 3) -> Game:\n    'A heap.'\n    return nim(heaps=(heap,))\n",
        encoding="utf-8",
    )
    with_file = serve(str(tmp_path / "my_nim.py"))
    board = with_file.begin("my_nim.py", "person", "person", parameters={"heap": 2})
    board.act("move", move="a-1")
    assert "my_nim.py" in with_file.browser().get("/").text
    with_file.end()
    without = serve()
    answer = without.browser().get(board.address)
    assert answer.status_code == 404
    assert "my_nim.py" in answer.text
    without.end()
    again = board._replace(served=serve(str(tmp_path / "my_nim.py")))
    again = again._replace(browser=again.served.browser())
    assert moves(again.view()) == ["a-1"]


def test_who_plays_alone_sees_values_and_the_tree(served: Served):
    board = served.begin("tic_tac_toe", "person", "at_random", position="XX. / OO. / ...")
    board.act("values")
    view = board.settled()
    best = view["values"][0]
    assert (view["moves"][best["move"]]["text"], best["text"], best["exact"]) == ("c3", "win in 1", True)
    assert len(view["values"]) == len(view["moves"]) == 5
    assert board.act("values")["values"] is None
    tree = board.act("look")["tree"]
    assert len(tree["nodes"]) == 6
    node = tree["nodes"][2]["id"]  # the first one wins: nothing is below it
    assert len(board.act("unfold", id=node)["tree"]["nodes"]) > 6
    assert len(board.act("fold", id=node)["tree"]["nodes"]) == 6
    for wrong in ("/99", "nonsense", 3, None):
        assert board.refused("choose", id=wrong)[0] == 400
    assert board.act("look")["tree"] is None
    other = served.begin("tic_tac_toe", "person", "link")
    assert not {"values", "look"} & set(other.view()["actions"])
    assert other.refused("values")[0] == 403
    assert other.refused("look")[0] == 403


# ---- without JavaScript


def test_a_whole_game_by_forms(served: Served):
    browser = served.browser()
    form = {"game": "tic_tac_toe", "s.0": "person", "s.1": "person"}
    address = browser.post("/new", data=form).headers["location"]
    page = browser.get(address).text
    played = 0
    while found := re.findall(r'name="move" value="(\d+)"', page):
        at = re.search(r'name="place" value="(\d+)"', page)
        assert at is not None
        answer = browser.post(address, data={"place": at[1], "move": found[-1]})
        assert answer.status_code == 303
        page, played = browser.get(address).text, played + 1
    assert 5 <= played <= 9
    assert "wins" in page or "Draw" in page


def test_cells_are_links_that_narrow_the_moves(served: Served):
    board = served.begin("konane", "person", "person", parameters={"rows": 6, "columns": 6, "opening": "corner"})
    page = board.browser.get(board.address).text
    links = re.findall(r'<a href="([^"]*\?picked=[^"#]*)#board">', page)
    view = board.view()
    assert sorted({int(link.split("=")[1]) for link in links}) == sorted({move["path"][0] for move in view["moves"]})
    narrowed = board.browser.get(links[0]).text
    cell = int(links[0].split("=")[1])
    buttons = [int(at) for at in re.findall(r'name="move" value="(\d+)"', narrowed)]
    assert buttons == [at for at, move in enumerate(view["moves"]) if move["path"][0] == cell]
    assert board.browser.get(f"{board.address}?picked=9999-1").status_code == 200


def test_a_form_that_is_too_late_says_so_on_the_page(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    board.act("move", move="b2")
    answer = board.browser.post(board.address, data={"place": "0", "move": "0"})
    assert answer.status_code == 409
    assert "the game has gone on" in answer.text


def test_a_page_that_waits_is_loaded_again(served: Served):
    mine = served.begin("tic_tac_toe", "person", "link")
    assert 'http-equiv="refresh"' not in mine.browser.get(mine.address).text
    mine.act("move", move="b2")
    assert 'http-equiv="refresh"' in mine.browser.get(mine.address).text
    assert 'http-equiv="refresh"' in mine.elsewhere().browser.get(mine.address).text


def test_the_form_says_what_is_wrong_and_keeps_what_was_written(served: Served):
    answer = served.browser().post("/new", data={"game": "konane", "p.rows": "many", "s.1": "think:depth=3"})
    assert answer.status_code == 400
    assert "rows must be a whole number" in answer.text
    assert 'value="many"' in answer.text
    answer = served.browser().post("/new", data={"game": "konane", "b.1": "deep_blue"})
    assert answer.status_code == 400
    assert "there is no bot" in answer.text


WALK = st.lists(
    st.tuples(st.sampled_from(["move", "move", "move", "undo", "redo", "go"]), st.integers(0, 30)), max_size=25
)


@examples(30)
@given(walk=WALK)
def test_what_is_new_and_what_a_page_knows_are_all_that_is_shown(walk: list[tuple[str, int]]):
    """Whatever is played, taken back and tried anew: the layout comes once, and moves that are known not again."""
    registry = GameRegistry(catalogue_of(None, []), Store(":memory:", ServerLimits()), ServerLimits(searches=1))
    table = registry.game(registry.begin("tic_tac_toe", (), ["person", "person"]).id)
    actor = Permissions(frozenset([0, 1]))
    page = full_view(table, actor)
    for do, to in walk:
        with suppress(Refused):
            at = table.runner.session.place
            table.act(actor, {"action": do, "move": to % 9, "target": to, **({} if do == "go" else {"place": at})})
        sent = json.loads(json.dumps(news(full_view(table, actor), last_of(page))))
        assert "layout" not in sent["board"]
        count = [0, *(move["place"] for move in page["line"])].index(sent["known"]) if "known" in sent else 0
        page = sent | {
            "board": {"layout": page["board"]["layout"], **sent["board"]},
            "line": page["line"][:count] + sent["line"],
        }
        assert do != "move" or len(sent["line"]) <= 1 or "known" not in sent
        assert {name: page[name] for name in page if name != "known"} == full_view(table, actor)
    registry.close()


def test_a_page_hears_only_what_is_new(served: Served):
    """By its answer, by its events and by a look; who says nothing of what it knows is told all."""
    board = served.begin("konane", "person", "person")
    view = board.view()
    address, asked = f"{board.address}/events", {"knows": 0, "stamp": view["stamp"]}
    with board.browser.stream("GET", address, params=asked) as stream:
        answer = board.browser.post(
            f"{board.address}/act", json={"action": "move", "place": 0, "move": 0, "knows": 0}
        ).json()
        events = (line for line in stream.iter_lines() if line.startswith("data: {"))
        heard = json.loads(next(events).removeprefix("data: "))
        board.act("move", move=0)
        then = json.loads(next(events).removeprefix("data: "))
    assert answer == heard
    assert [move["place"] for move in heard["line"]] == [1]
    assert ([move["place"] for move in then["line"]], then["known"], "layout" in then["board"]) == ([2], 1, False)
    assert board.browser.get(f"{board.address}/view?knows=1").json() == then
    assert len(moves(board.view())) == 2
    assert board.view()["board"]["layout"] == view["board"]["layout"]


def test_answers_are_compressed_and_events_are_not(served: Served):
    board = served.begin("konane", "person", "person")
    for path in ("/", board.address, f"{board.address}/view", "/static/board.mjs"):
        assert board.browser.get(path).headers["content-encoding"] == "gzip"
        plain = board.browser.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
    with board.browser.stream("GET", f"{board.address}/events") as stream:
        assert "content-encoding" not in stream.headers
        assert next(stream.iter_lines()) == "retry: 1000"


def test_json_in_a_page_is_data(served: Served):
    board = served.begin("tic_tac_toe", "person", "person")
    page = board.browser.get(board.address).text
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page)
    assert found is not None
    assert json.loads(found[1])["view"]["moves"] == board.view()["moves"]


BREAKS = '''
"""A game whose rules break where six coins are left."""
from lazytree import Game


def breaks() -> Game:
    """Take one or two coins."""
    return Game(
        name="breaks",
        start=(7, 0),
        mover=lambda position: position[1],
        moves=lambda position: [1 // (position[0] - 6), 2][: position[0]],
        play=lambda position, taken: (position[0] - taken, 1 - position[1]),
        payoffs=lambda position: (-1, 1) if position[1] == 0 else (1, -1),
    )
'''


def test_an_error_in_the_rules_is_told_as_one_of_the_rules(serve: Serve, tmp_path: Path):
    path = tmp_path / "breaks.py"
    path.write_text(BREAKS, encoding="utf-8")
    served = serve(own=str(path))
    board = served.begin("breaks.py", "person", "person")
    status, why = board.refused("move", move=0)
    assert status == 422 and "rules of breaks" in why and "ZeroDivisionError" in why
    board.act("hint")
    said = board.settled()["said"]
    assert said.startswith("No hint: the rules of breaks raised ZeroDivisionError: ")
    assert board.view()["moves"]  # the game goes on


def test_another_deal_is_shown_before_it_is_played(served: Served):
    """The button asks for `seed=random`: a number is drawn, and the board that is shown is the one that begins."""
    browser = served.browser()
    form = browser.get("/", params={"game": "dice_of_doom"}).text
    assert 'value="random"' in form and "Another deal" in form
    shown = browser.get("/", params={"game": "dice_of_doom", "p.size": "2", "p.seed": "random"}).text
    seed = re.findall(r'name="p.seed" value="([0-9]+)"', shown)[0]
    board = served.begin("dice_of_doom", "person", "person", parameters={"size": 2, "seed": "random"})
    drawn = load_record(board.browser.get(f"{board.address}/record.json").text).game.parameters["seed"]
    assert isinstance(drawn, int) and drawn != int(seed)
    assert "Another deal" not in browser.get("/", params={"game": "konane"}).text

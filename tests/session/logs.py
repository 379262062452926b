"""Logs of random actions at a board, with what a page shows after each; and games as tables, for JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from lazytree import Game
from lazytree.games import GAMES, dice_of_doom, domineering, nim, tic_tac_toe
from lazytree.playing.announcing import seen_names, seen_result
from lazytree.session.actions import BUTTONS
from lazytree.session.jobs import DRAW, REVIEW, VALUES, Job, wanted_job, with_answer, with_failure
from lazytree.session.records import record_head
from lazytree.session.reducer import reduce
from lazytree.session.refusals import BUSY, Refused
from lazytree.session.session import Seat, Session, new_session, permissions_of_all
from lazytree.session.values import MoveValue
from lazytree.session.view import session_view
from lazytree.show.view import as_data, view_of

SMALL: Mapping[str, Callable[[], Game[Any, Any]]] = {
    "tic_tac_toe": lambda: tic_tac_toe(),
    "nim": lambda: nim(heaps=(1, 2, 2)),
    "domineering": lambda: domineering(rows=2, columns=3),
    "dice": lambda: dice_of_doom(size=2, board="a3,b1,b2,a1"),
    "dice of three": lambda: dice_of_doom(size=2, players=3, seed=3),
}
"""Games of which every position fits into a table."""
ROLLED = {"rolled dice": lambda: dice_of_doom(size=2, dice="rolled")}
ALL: Mapping[str, Callable[[], Game[Any, Any]]] = {
    **GAMES,
    **{f"small {name}": made for name, made in SMALL.items()},
    **ROLLED,
}
WHO = ("person", "1", "2")  # as published pages know seats: by the numbers of levels
STEPS = (
    *("move",) * 12,
    *("undo", "redo", "go", "go", "hint", "values", "move now", "swap sides", "draw", "draw", "accept", "decline"),
    *("resign", "new", "open", "review", "review", "review"),
)
IN_TREE = ("look", "unfold", "unfold", "fold", "choose")


class Fixed(Random):
    """A source of one random number."""

    def __init__(self, number: float) -> None:
        self.number = number
        super().__init__(0)

    def random(self) -> float:
        return self.number


class Log(NamedTuple):
    """What happened at a board: who sits there, the steps, and after each the view, and whether it was refused."""

    seats: list[dict[str, str]]
    repetitions: int | None
    steps: list[dict[str, Any]]
    shown: list[dict[str, Any]]
    positions: list[Any]


def log_of(game: Game[Any, Any], seed: int, count: int, actions: Sequence[str] = STEPS) -> Log:
    """A log of this number of random steps: actions, some of them senseless, and answers of engines."""
    random = Random(seed)
    who = [random.choice((WHO[0], *WHO)) for _ in game.players]
    seats = [{"who": each, "name": f"{each} {player}"} for player, each in enumerate(who)]
    repetitions = random.choice((None, 2, 3))
    taken = [Seat(seat["who"], name=seat["name"]) for seat in seats]
    session = new_session(game, game.start, taken, Fixed(0.0), repetitions)
    log = Log(seats, repetitions, [], [], [])
    for _ in range(count):
        step = {"random": random.randrange(1024) / 1024, **random_step(session, actions, random)}
        after, refused = taken_step(session, step), False
        if after is None:
            after, refused = session, True
        session = after
        shown: Any = session_view(session, permissions_of_all(session), actions=BUTTONS)
        log.steps.append(step)
        log.shown.append({**json.loads(json.dumps(comparable(shown))), "refused": refused})
        log.positions.extend(node.position for node in session.variations.nodes)
    return log._replace(positions=list(dict.fromkeys(log.positions)))


def random_step(session: Session, actions: Sequence[str], random: Random) -> dict[str, Any]:
    """Something that is asked for, or what an engine has found."""
    moves, job = list(session.game.moves(session.position)), wanted_job(session)
    if job is not None and random.random() < 0.6:
        if random.random() < 0.1:
            return {"failure": "the engine has failed"}
        if job.kind in (VALUES, REVIEW):
            moves = list(session.game.moves(session.variations.nodes[job.place].position))
            numbers = random.sample(range(len(moves)), len(moves))
            found = [{"move": at, "value": random.randrange(-9, 9), "exact": random.random() < 0.3} for at in numbers]
            return {"answer": sorted(found, key=lambda each: -each["value"])}
        return {"answer": random.random() < 0.5 if job.kind == DRAW else random.randrange(len(moves))}
    action = random.choice(actions)
    asked: dict[str, Any] = {"action": action}
    if action == "move":
        asked |= {"place": session.place, "move": random.randrange(len(moves) + 1)}
        if random.random() < 0.05:
            asked["place"] = 99_999
    elif action == "go":
        asked["target"] = random.randrange(len(session.variations.nodes) + 1)
    elif action == "open":
        view: Any = session_view(session)
        text = json.dumps({**view["record"], "moves": [move["text"] for move in view["line"]]})
        asked["text"] = text if random.random() < 0.8 else text[:-1]
    elif action in IN_TREE[1:]:
        tree = session_view(session)["tree"]
        ids = [node["id"] for node in tree["nodes"]] if tree else []
        asked["id"] = random.choice([*ids, "/99"])
    return {"asked": asked}


def taken_step(session: Session, step: dict[str, Any]) -> Session | None:
    """The session after a step; None if it is refused."""
    random = Fixed(step["random"])
    if "failure" in step:
        return with_failure(session, Job("hint", session.place), Refused(BUSY, step["failure"]))
    if "answer" in step:
        job = wanted_job(session)
        assert job is not None
        moves = list(session.game.moves(session.variations.nodes[job.place].position))
        answer = step["answer"]
        if job.kind in (VALUES, REVIEW):
            answer = tuple(MoveValue(moves[each["move"]], each["value"], each["exact"]) for each in answer)
        elif job.kind != DRAW:
            answer = moves[answer]
        return with_answer(session, job, answer, "", random)
    try:
        return reduce(session, step["asked"], permissions_of_all(session), random)
    except Refused:
        return None


def comparable(view: dict[str, Any]) -> dict[str, Any]:
    """What both languages show alike: of a tree its node and the ids of all, and no signals, which pages lack."""
    tree = view["tree"] and [view["tree"]["at"], [node["id"] for node in view["tree"]["nodes"]]]
    return {**view, "heat": None, "tree": tree}


def all_positions(game: Game[Any, Any]) -> list[Any]:
    """All positions of a small game."""
    found = {game.start: None}
    waiting = [game.start]
    for position in waiting:
        for move in game.moves(position):
            below = game.play(position, move)
            if below not in found:
                found[below] = None
                waiting.append(below)
    return waiting


def table_of(game: Game[Any, Any], positions: Iterable[Any]) -> dict[str, Any]:
    """Positions of a game, by numbers, with what the front end asks of each."""
    numbers = {position: number for number, position in enumerate(dict.fromkeys([game.start, *positions]))}
    rate = next(iter(game.ratings.values()), lambda position: 0)
    ends = {(0,) * len(game.players), (1, -1), (-1, 1)}
    rows = []
    for position in numbers:
        moves = list(game.moves(position))
        row = {
            "mover": game.mover(position),
            "moves": [
                {
                    "path": [int(cell) for cell in game.touched(position, move)],
                    "text": game.format(position, move),
                    "move": number,
                    "after": numbers.get(game.play(position, move), -1),
                    "odds": int(game.odds(position, move)) if game.odds and game.mover(position) < 0 else 1,
                }
                for number, move in enumerate(moves)
            ],
            "text": game.show(position),
            "rate": float(rate(position)) if len(game.players) == 2 else 0,
            "stones": [stone._asdict() for stone in game.stones(position)] if game.layout else [],
            "payoffs": [] if moves else list(game.payoffs(position)),
        }
        if not moves:
            ends.add(tuple(row["payoffs"]))
        rows.append(row)
    words = {json.dumps(list(end)).replace(" ", ""): seen_result(game, end) for end in ends} if game.announce else None
    return {
        "name": game.name,
        "players": game.players,
        "names": seen_names(game),
        "layout": as_data(view_of(game, game.start))["layout"] if game.layout else None,
        "start": 0,
        "positions": rows,
        "announced": words,
        "chance": game.odds is not None,
        "head": record_head(game, game.start),
    }

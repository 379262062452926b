"""Random games: rules and a rating made of the same pieces, compared along random games of both lanes.

Some have three players, in some chance moves; questions about the positions are asked in both lanes, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lazytree import CHANCE, Game, mcts, perft, playouts, search
from lazytree.compiler import compiled, rules_lane

from . import expressions, helpers, statements, truths
from .lanes import Raised, alike, answer
from .scope import Scope, indented

PLIES, GAMES = 6, 2
OTHER = "other_"
RULES = ("mover", "moves", "play", "payoffs", "odds", "judged", "rate", "plus")
FEW = 6  # moves: with more no question is asked


def rules(s: Scope) -> list[str]:
    """mover, moves, play, payoffs, rate; of half of the games twice, the later ones to be exchanged for the others."""
    shape = s.pick("int", "int", "int", "pair"), s.chance(0.3), s.chance(0.4), s.chance(0.3)
    first = rules_of(s, *shape)
    return first if s.chance(0.5) else [*others([*rules_of(s, *shape), "def plus(x):", "    return x * 3 - 2"]), *first]


def others(lines: list[str]) -> list[str]:
    """The rules under other names."""
    return [line.replace("def ", f"def {OTHER}") if line.startswith("def ") else line for line in lines]


def rules_of(s: Scope, kind: str, many: bool, chance: bool, passing: bool) -> list[str]:
    """mover, moves, play, payoffs, rate; a game ends when nothing is `left`."""
    at = Scope(s.random, {"pos": ("p",), "int": ("p.left",)}, s.helpers, fresh=s.fresh)
    lines, scope = helpers.begun(at)
    body = [line for _ in range(s.random.randrange(1, 4)) for line in helpers.yielding(scope, kind)]
    move = {"int": ("m",)} if kind == "int" else {"pair": ("m",), "int": ("m.a",)}
    made = Scope(s.random, {**at.names, **move, "board": ("b",)}, s.helpers, fresh=s.fresh)
    after = expressions.position(made, 2)
    rating, weight = (
        Scope(s.random, {"pos": ("p",), "board": ("b",)}, s.helpers, fresh=s.fresh),
        s.pick("", ", weight=2"),
    )
    turn = s.pick("Side.RED", "Side.BLUE if p.turn == 0 else Side.RED", "q.turn", "Side.BLUE")
    turn = "1 - q.turn" if s.chance(0.05) else turn
    mover = s.pick("p.left % 3", "(p.turn + p.left) % 3") if many else s.pick("p.turn", "p.turn", "p.left & 1")
    mover = f"-1 if {s.pick('p.left & 1', 'p.left == 3', 'p.flag')} else {mover}" if chance else mover
    weight_of = Scope(s.random, {"pos": ("p",), **move}, s.helpers, fresh=s.fresh)
    paid = "(1, -1, 0)" if many else "(1, -1)"
    passing = passing and kind == "int"  # a text beside the ints
    first, asked_first = (["yield 'pass'"], ["m = 3 if m == 'pass' else m"]) if passing else ([], [])
    return [
        "def mover(p):",
        f"    return {mover}",
        "def moves(p):",
        *indented(
            ["if p.left <= 0:", "    return", *first, *lines, *body, f"yield {expressions.give(scope, kind, 1)}"]
        ),
        "def play(p, m):",
        *indented([*asked_first, "b = p.board", *statements.block(made, 1), f"q = {after}"]),
        f"    return q._replace(left=p.left - 1, turn={turn})",
        "def payoffs(p):",
        f"    return {paid} if {truths.of_record(at, 1)} else {'(0, 0, 0)' if many else '(0, 0)'}",
        "def judged(p):",
        f"    return {'(p.left % 3, p.left % 2, -1)' if many else 'p.left % 3 - 1'}",
        *(
            [
                "def odds(p, m):",
                *indented(asked_first),
                f"    return ({expressions.number(weight_of, 1)}) % 5 + {s.pick('1', '1', '1', '0')}",
            ]
            if chance
            else []
        ),
        f"def rate(p{weight}):",
        *indented(["b = p.board", f"return {expressions.number(rating, 2)}"]),
    ]


def game_of(names: dict[str, Any]) -> Game[Any, Any]:
    start = names["Pos"](names["START"], names["Side"].RED, 5, True)
    four = (names[name] for name in ("mover", "moves", "play", "payoffs"))
    many = len(names["judged"](start)) > 2 if isinstance(names["judged"](start), tuple) else False
    rated: dict[str, Any] = {"standings" if many else "ratings": {"judged": names["judged"]}}
    rated["ratings"] = {"rate": names["rate"], **rated.get("ratings", {})}
    return Game("random", start, *four, odds=names.get("odds"), players=("a", "b", "c")[: 2 + many], **rated)


def reason(game: Game[Any, Any]) -> str:
    """Why the game is not compiled, or ""."""
    found = rules_lane(game)
    return found.reason or next(iter(found.ratings.values()), "")


QUESTIONS: dict[str, Any] = {
    "search": lambda game, position, lane: search(game, 3, "judged", position, lane=lane, megabytes=1).value,
    "paranoid": lambda game, position, lane: (
        search(game, 2, "judged", position, lane=lane, megabytes=1, opponents="paranoid").value
    ),
    "perft": lambda game, position, lane: perft(game, 3, position, lane=lane),
    "playouts": lambda game, position, lane: playouts(game, 5, position, plies=8, lane=lane)[:2],
    "mcts": lambda game, position, lane: sampled(mcts(game, 1, longest=8, lane=lane, megabytes=1)(position)),
}


def sampled(answers: Iterator[Any]) -> tuple[Any, ...]:
    return next(answer[:5] for answer in answers if answer.simulations >= 8 or not answer.simulations)


def asked(question: str, game: Game[Any, Any], position: Any) -> Iterator[str]:
    """Whether the lanes answer a question differently; where Python raises, machine code may not have looked there."""
    found, expected = (answer(QUESTIONS[question], (game, position, lane)) for lane in (None, "python"))
    if not isinstance(expected, Raised) and not alike(expected, found):
        yield f"wrong: {question} of {position}: Python says {expected!r}, machine code {found!r}"


def differences(random: Random, game: Game[Any, Any], names: dict[str, Any]) -> Iterator[str]:
    """What the two lanes do not agree on, along some games; and again after code has been exchanged in place."""
    machine = compiled(game)
    yield from differing(random, game, machine)
    pairs = [(name, names[OTHER + name]) for name in RULES if OTHER + name in names and name in names]
    for _ in range(2 if pairs else 0):
        for name, other in random.sample(pairs, random.randrange(1, len(pairs) + 1)):
            rule = names[name]
            if other.__code__.co_argcount == rule.__code__.co_argcount:
                rule.__code__, other.__code__ = other.__code__, rule.__code__
        random.choice((compiled, rules_lane, lambda _: None))(game)
        yield from differing(random, game, machine)


def differing(random: Random, game: Game[Any, Any], machine: Game[Any, Any]) -> Iterator[str]:
    """What the two lanes do not agree on, along some games."""
    question = random.choice(list(QUESTIONS))  # each takes machine code of its own
    for _ in range(GAMES):
        position = game.start
        for _ in range(PLIES):
            moves = answer(lambda p: list(game.moves(p)), (position,))
            pairs = [
                ("moves", moves, answer(lambda p: list(machine.moves(p)), (position,))),
                *((rule, answer(getattr(game, rule), (position,)), answer(getattr(machine, rule), (position,)))
                  for rule in ("mover", "payoffs")),
                ("rate", answer(game.ratings["rate"], (position,)), answer(machine.ratings["rate"], (position,))),
            ]  # fmt: skip
            if game.odds is not None and game.mover(position) == CHANCE:
                for move in moves[:4] if isinstance(moves, list) else []:
                    given = position, move
                    pairs.append(("odds", answer(game.odds, given), answer(machine.odds, given)))
            for move in moves[:4] if isinstance(moves, list) else []:
                given = position, move
                pairs.append(("play", answer(game.play, given), answer(machine.play, given)))
            for rule, expected, found in pairs:
                if not alike(expected, found):
                    same = "wrong kind" if expected == found else "wrong"
                    yield f"{same}: {rule} of {position}: Python says {expected!r}, machine code {found!r}"
            if not isinstance(moves, list) or not moves:
                break
            if len(moves) <= FEW:
                yield from asked(question, game, position)
            after = answer(game.play, (position, random.choice(moves[:4])))
            if not isinstance(after, tuple):
                break
            position = after

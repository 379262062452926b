"""The host of the playground, where rules are typed in a page: Pyodide runs it in a worker, and no server is needed.

`static/playground_page.mjs` is the page, `static/playground_worker.mjs` lets it ask this module.
"""

from __future__ import annotations

import json
import linecache
import re
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import SystemRandom
from time import monotonic
from typing import Any

from lazytree.core.game import Game
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.stopping import Stop
from lazytree.core.user_errors import calls_of, describe_user_error
from lazytree.hosts.widgets.playing import host_runner
from lazytree.naming.loading import factory_named
from lazytree.naming.words import bot_named
from lazytree.playing.laws import BrokenLaw, check_game
from lazytree.playing.random_games import summarize_lengths
from lazytree.questions.lanes import lane
from lazytree.session.jobs import Tell
from lazytree.session.runner import SessionRunner, Task, Work
from lazytree.session.session import PERSON, Seat, new_session

WHO = {
    PERSON: "a person",
    "at_random": "moves at random",
    "think:seconds=0.3": "thinks 0.3 s",
    "think:seconds=1": "thinks 1 s",
    "think:seconds=5": "thinks 5 s",
    "mcts:seconds=1": "plays games out, 1 s",
}
"""Who may play a player: a person or a bot, each with its name in words."""
OPPONENT = "think:seconds=0.3"

SEARCHED = {MACHINE: "machine code", PYTHON: "Python, which is slower"}
GAMES, PLIES, SECONDS = 20, 200, 5.0
"""How many random games the laws are tried on, how long these are, and after how much time no other one begins."""

Post = Callable[[str], object]
"""What the page is told with: a name and a value, as a list in JSON."""
Later = Callable[[Callable[[], object]], object]
"""Has a function called soon, when the page has been shown what there is."""


class Playground:
    """The shell of a playground: what it was asked last, and the game that is being played.

    `post` tells the page: "game" begins another game, "view" is what its table shows, "live" a line about a search,
    "told" what `check_game` says: the words, the line of the rules that they are about (0: none), and whether something
    is wrong. The rules are written to the file `path`, which errors name.

    >>> from tempfile import mkdtemp
    >>> told = []
    >>> playground = Playground(told.append, lambda work: work(), Path(mkdtemp()) / "rules.py")
    >>> playground.asked('{"rules": "1 +"}')
    >>> told
    ['["told", {"words": "rules.py, line 1: invalid syntax", "line": 1, "wrong": true}]']
    """

    def __init__(self, post: Post, later: Later, path: Path) -> None:
        self._post, self._later, self._path = post, later, path
        self._names: dict[str, Any] = {"__name__": "__main__"}  # what cells have defined
        self._runner: SessionRunner | None = None
        self._host: _Host | None = None

    def asked(self, text: str) -> None:
        """Does what the page asks for, in JSON: other rules, other players, an action at the table, a cell."""
        asked = json.loads(text)
        if "cell" in asked:
            self._post(json.dumps(["output", {"of": asked["of"], "text": run_cell(asked["cell"], self._names)}]))
            return
        if "rules" in asked:
            self._begin(asked["rules"], asked.get("seats", ()))
        elif self._runner is None or self._host is None:
            return
        elif "seats" in asked:
            session = self._runner.session
            seats = seats_of(session.game, asked["seats"])
            self._runner.change(session._replace(seats=seats, rested=False, said=""))
        else:
            self._host.asked(asked)

    def _begin(self, rules: str, seats: list[str]) -> None:
        """Shows the game of these rules, then tries its laws. Where they make none, the game before them stays."""
        linecache.clearcache()
        self._path.write_text(rules, encoding="utf-8")
        began = monotonic()
        try:
            game = factory_named(str(self._path))()
            random = SystemRandom()
            session = new_session(game, game.start, seats_of(game, seats), random)
            runner = SessionRunner(session, bot_move, random, self._submit)
            host = host_runner(runner, self._hosting)
        except Exception as error:
            self._blame(error)
            return
        if self._runner is not None:
            self._runner.close()
        self._runner, self._host = runner, host
        self._post(json.dumps(["game", {"players": game.players, "who": WHO}]))
        host.begin()
        self._later(lambda: self._try(game, began))

    def _hosting(self, module: str, view: Any, asked: Callable[[Any], object], *state: object) -> _Host:
        return _Host(self._post, view, asked)

    def _submit(self, work: Work, done: Callable[[Task, Any], object]) -> Task:
        """Work that is done soon. There is one thread: until it has ended nothing else is heard."""
        task = Task(work, done)
        self._later(task.run)
        return task

    def _is_played(self, game: Game[Any, Any]) -> bool:
        """Whether there are no other rules by now."""
        return self._runner is not None and game is self._runner.session.game

    def _try(
        self, game: Game[Any, Any], began: float, lengths: tuple[int | None, ...] = (), searched: str = ""
    ) -> None:
        """Tries the laws on one random game after another, so that what a person does is heard between them.

        After the first one the rules are compiled: a bot, or who asks for values, need not wait for that then.
        """
        if not self._is_played(game):
            return
        try:
            played = check_game(game, games=1, plies=PLIES, seed=len(lengths) + 1)
        except Exception as error:
            self._blame(error, game)
            return
        lengths = (*lengths, played.longest)
        self._tell(f"{summarize_lengths(lengths)}{searched}")
        if not searched:
            self._later(lambda: self._compile(game, lengths))
        elif len(lengths) < GAMES and monotonic() - began < SECONDS:
            self._later(lambda: self._try(game, began, lengths, searched))

    def _compile(self, game: Game[Any, Any], lengths: tuple[int | None, ...]) -> None:
        """Makes machine code of the rules for searches, says whether there is any, and tries the laws further."""
        if not self._is_played(game):
            return
        found = lane(game).search
        why = found.reason.replace(str(self._path), self._path.name)
        searched, began = f". Searched in {SEARCHED[found.name]}{f': {why}' if why else ''}", monotonic()
        self._tell(f"{summarize_lengths(lengths)}{searched}")
        self._later(lambda: self._try(game, began, lengths, searched))

    def _blame(self, error: Exception, game: Game[Any, Any] | None = None) -> None:
        """Tells what is wrong with the rules, and where."""
        broken = isinstance(error, BrokenLaw | ValueError)
        words = describe_user_error(error) or (str(error) if broken else f"{type(error).__name__}: {error}")
        line = line_of(error, str(self._path)) or (law_line(game, words, str(self._path)) if game else 0)
        self._tell(words.replace(str(self._path), self._path.name), line, wrong=True)

    def _tell(self, words: str, line: int = 0, wrong: bool = False) -> None:
        self._post(json.dumps(["told", {"words": words, "line": line, "wrong": wrong}]))


class _Host:
    """What `host_runner` shows a session with: its view and its line go to the page, once this has begun."""

    def __init__(self, post: Post, view: Any, asked: Callable[[Any], object]) -> None:
        self._post, self._shown, self._begun, self.asked = post, {"view": view, "live": ""}, False, asked

    def begin(self) -> None:
        """Shows the page what there is; from now on it is shown all that changes."""
        self._begun = True
        for name, value in self._shown.items():
            self._post(json.dumps([name, value]))

    def _show(self, name: str, value: Any) -> None:
        if self._begun and self._shown[name] != value:
            self._post(json.dumps([name, value]))
        self._shown[name] = value

    view = property(fset=lambda self, view: self._show("view", view))
    live = property(fset=lambda self, live: self._show("live", live))


def seats_of(game: Game[Any, Any], who: list[str] | tuple[str, ...]) -> tuple[Seat, ...]:
    """Who plays each player, by names of WHO; by default a person plays the first one, and a bot the others.

    >>> from lazytree.games import nim
    >>> [seat.name for seat in seats_of(nim(), ["at_random"])]
    ['moves at random', 'thinks 0.3 s']
    """
    wanted = [*who, *(PERSON, *[OPPONENT] * len(game.players))[len(who) :]][: len(game.players)]
    return tuple(Seat(name if name in WHO else PERSON, name=WHO.get(name, "")) for name in wanted)


def bot_move(game: Game[Any, Any], text: str, position: Any, stop: Stop, tell: Tell) -> tuple[Any, str]:
    """The move of a bot, of which nothing is said."""
    return bot_named(game, text, stop=stop, progress=tell)(position), ""


def line_of(error: BaseException | None, path: str) -> int:
    """The line of a file that an error is about: of its syntax, or that was run last; 0 if it is about none."""
    while error is not None:
        if isinstance(error, SyntaxError) and error.filename == path:
            return error.lineno or 0
        if lines := [call.line for call in calls_of(error) if call.file == path]:
            return lines[-1]
        error = error.__cause__ or error.__context__
    return 0


def law_line(game: Game[Any, Any], words: str, path: str) -> int:
    """The line of a file where the rule is written that a broken law names first; 0 if it names none of them."""
    rules: Mapping[str, Any] = vars(game)
    for name in re.findall(r"\w+", words):
        code = getattr(rules.get(name), "__code__", None)
        if code is not None and code.co_filename == path:
            return int(code.co_firstlineno)
    return 0


def run_cell(text: str, names: dict[str, Any]) -> str:
    r"""What the examples of a text, written as doctests, print when they are run with these names, which they change.

    >>> run_cell(">>> a = 6\n>>> a * 7\n5\n>>> a / 0", {})
    '42\nZeroDivisionError: division by zero\n'
    """
    from doctest import DocTestParser  # late: it is slow to import

    printed = StringIO()
    with redirect_stdout(printed):
        for example in DocTestParser().get_examples(text):
            try:
                exec(compile(example.source, "<cell>", "single"), names)
            except Exception as error:
                print(f"{type(error).__name__}: {error}")
    return printed.getvalue()


def begin_in_worker(post: Post) -> Callable[[str], None]:
    """The function by which a worker asks a new playground; `post` is the worker's."""
    from asyncio import get_event_loop  # late: only who has a loop needs it

    return Playground(post, get_event_loop().call_soon, Path("rules.py").resolve()).asked

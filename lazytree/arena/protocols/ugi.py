"""UGI, the universal game interface (chess's UCI for any game), and UCI: their words, and an engine that speaks them.

A move is the game's own notation without spaces. A position is `startpos`, or `fen` and the line that
`lazytree.one_line` writes, then `moves` and the moves that were played, those of chance included. UCI writes both as
the game does, too: chess has its notation with `notation="uci"`.

Source: UGI as the runner cutegames speaks it; Huber and Meyer-Kahlen, Universal Chess Interface (2000).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from time import perf_counter
from typing import Any

from lazytree.core.game import CHANCE, Game, IllegalMove, M, P, is_over, legal_move
from lazytree.core.user_errors import describe_user_error as raised_by_user
from lazytree.core.values import SURE, end_of, plies_to_end, seen_by, verdict
from lazytree.playing.announcing import line_texts
from lazytree.playing.bots import think
from lazytree.playing.one_line import one_line
from lazytree.questions.depth_search import deepen
from lazytree.searching.deepening import Answer

NO_MOVE = "none"  # what stands for a move where the game is over
RESIGN = "resign"  # what stands for a move where an engine gives up


def move_word(game: Game[P, M], position: P, move: M) -> str:
    """A move as one word: the game's notation without spaces."""
    return "".join(game.format(position, move).split())


def read_move(game: Game[P, M], position: P, word: str) -> M:
    """The legal move that is written so. Raises IllegalMove if there is none."""
    for move in game.moves(position):
        if move_word(game, position, move) == word:
            return move
    try:
        return legal_move(game, position, game.parse(position, word))
    except IllegalMove:
        raise
    except Exception as error:
        raise IllegalMove(f"{word!r} is not a legal move ({error})") from error


def position_words(game: Game[P, M], begun: P, moves: Iterable[M]) -> str:
    """The command that sets a position: where play began, and the moves since then.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(2,))
    >>> position_words(game, game.start, [next(iter(game.moves(game.start)))])
    'position startpos moves a-1'
    """
    words = ["position", "startpos" if begun == game.start else f"fen {one_line(game, begun)}"]
    played = words_of_moves(game, begun, moves)
    return " ".join([*words, *(["moves", *played] if played else [])])


def words_of_moves(game: Game[P, M], position: P, moves: Iterable[M]) -> list[str]:
    """A line of moves as words, from the position in which it begins."""
    return ["".join(text.split()) for text in line_texts(game, position, moves)]


def position_of(game: Game[P, M], words: Sequence[str]) -> P:
    """The position that the words after `position` set. Raises ValueError where they set none."""
    before, moves = list(words), list[str]()
    if "moves" in before:
        at = len(before) - 1 - before[::-1].index("moves")
        before, moves = before[:at], before[at + 1 :]
    if before[:1] == ["startpos"]:
        here = game.start
    elif before[:1] == ["fen"] and len(before) > 1:
        here = game.read(" ".join(before[1:]))
    else:
        raise ValueError("write: position startpos, or position fen and a position in one line; then moves")
    for word in moves:
        here = game.play(here, read_move(game, here, word))
    return here


def answer_query(game: Game[Any, Any], position: Any, question: str) -> str:
    """The answer to `query gameover`, `query p1turn` or `query result`."""
    over = is_over(game, position)
    if question == "gameover":
        return str(over).lower()
    if question == "p1turn":
        mover = game.mover(position)
        return str(mover == 0 and mover != CHANCE).lower()
    if question == "result":
        return result_word(game.payoffs(position)) if over else "none"
    raise ValueError(f"query gameover, p1turn or result, not {question!r}")


def result_word(payoffs: Sequence[float]) -> str:
    """A result as one word: `p1win`, `p2win` and so on, or `draw`."""
    top = max(payoffs)
    return f"p{payoffs.index(top) + 1}win" if list(payoffs).count(top) == 1 else "draw"


Tell = Callable[[str], object]

OPTIONS: Mapping[str, tuple[type, Any, str]] = {
    "rating": (str, None, "string default"),
    "threads": (int, 1, "spin default 1 min 1 max 65536"),
    "megabytes": (int, 64, "spin default 64 min 1 max 65536"),
    "resign": (bool, False, "check default false"),
    "variety": (float, 0.0, "string default 0.0"),
}
"""What `setoption` sets: the type and the default of each, and how it introduces itself."""

VARIED = 4  # with `variety` all moves are compared at the depth that is asked for, or at this one, if that is less
SHARE = 25  # a move may take this part of the time that is left on the clock: 1/25


@dataclass
class Engine:
    """What an engine knows between two lines: its position, its options, and the search under way."""

    game: Game[Any, Any]
    tell: Tell
    position: Any  # None after a `position` that was wrong
    options: dict[str, Any] = field(default_factory=lambda: {name: row[1] for name, row in OPTIONS.items()})
    stop: Event = field(default_factory=Event)
    thinking: Thread | None = None
    random: Random = field(default_factory=lambda: Random(1))  # draws among moves that are nearly equally good

    @property
    def means(self) -> dict[str, Any]:
        """The options that a search takes."""
        return {name: value for name, value in self.options.items() if name not in ("resign", "variety")}

    def hear(self, line: str) -> bool:
        """Whether to go on after this line, which is obeyed. A wrong line is answered by `info string`."""
        word, *rest = line.split() or [""]
        try:
            if word == "quit":
                self.halt()
                return False
            obey = OBEYED.get(word)
            if obey is None and word:
                raise ValueError(f"there is no command {word!r}; there are: {', '.join([*OBEYED, 'quit'])}")
            if obey is not None:
                obey(self, rest)
        except Exception as error:
            self.tell(f"info string error: {error_words(error)}")
            if word == "go":  # is answered once, so that a program that asks need not wait for its clock
                self.tell(f"bestmove {NO_MOVE}")
        return True

    def here(self) -> Any:
        """The position. Raises ValueError where the last one that was set was wrong."""
        if self.position is None:
            raise ValueError("the last position was wrong: send another one")
        return self.position

    def halt(self) -> None:
        """Ends the search under way, which then tells its best move."""
        self.stop.set()
        if self.thinking is not None:
            self.thinking.join()
        self.thinking = None


def engine(game: Game[Any, Any], lines: Iterable[str], tell: Tell, resign: bool = False) -> None:
    """Obeys the lines until `quit` or their end, and answers by calls of `tell(line)`.

    It understands `ugi`, `isready`, `uginewgame`, `setoption name N value V` (rating, threads, megabytes, resign,
    variety), `position startpos|fen ... moves ...`, `go` with `movetime`, `depth`, `nodes`, `infinite`, `p1time`,
    `p1inc` and so on (milliseconds), `stop`, `query gameover|p1turn|result` and `quit`. While it thinks it says `info
    depth score nodes nps time pv`, then `bestmove`. Scores are those of the player to move; `score win n` is a win in n
    plies. With `resign` it says `bestmove resign` where it has lost for sure; a `go` that cannot be obeyed is answered
    by `bestmove none`.

    >>> from lazytree.games import nim
    >>> engine(nim(heaps=(1, 1)), ["isready", "position startpos moves a-1", "query p1turn", "quit"], print)
    readyok
    response false
    """
    running = Engine(game, tell, game.start)
    running.options["resign"] = resign
    for line in lines:
        if not running.hear(line):
            return
    running.halt()


def error_words(error: Exception) -> str:
    """What is said of an error: a mistake's own words, or where a user's code raised it. A bug is raised again."""
    said = raised_by_user(error) or (str(error) if isinstance(error, ValueError) else None)
    if said is None:
        raise error
    return " ".join(said.split())


def _introduce(engine: Engine, words: Sequence[str]) -> None:
    engine.tell(f"id name lazytree {engine.game.name}")
    engine.tell("id author the authors of lazytree")
    for name, (_, _, kind) in OPTIONS.items():
        engine.tell(f"option name {name} type {kind}")
    engine.tell("ugiok")


def _get_ready(engine: Engine, words: Sequence[str]) -> None:
    """Searches once, one ply deep, so that the machine code is there before a clock runs."""
    try:
        if engine.thinking is None:
            with suppress(ValueError):  # no move to choose at the start, or chance moves there
                next(iter(deepen(engine.game, **engine.means)), None)
    finally:
        engine.tell("readyok")


def _set_option(engine: Engine, words: Sequence[str]) -> None:
    if len(words) < 4 or words[0] != "name" or words[2] != "value" or words[1] not in OPTIONS:
        raise ValueError(f"write: setoption name N value V; names: {', '.join(OPTIONS)}")
    kind, *_ = OPTIONS[words[1]]
    if kind is int and not words[3].isdecimal():
        raise ValueError(f"{words[1]} must be a whole number, not {words[3]!r}")
    if kind is float and not re.fullmatch(r"[0-9]+([.][0-9]+)?", words[3]):
        raise ValueError(f"{words[1]} must be a number from 0 up, not {words[3]!r}")
    if kind is bool and words[3] not in ("true", "false"):
        raise ValueError(f"{words[1]} must be true or false, not {words[3]!r}")
    value = words[3] == "true" if kind is bool else kind(words[3])
    if kind is int and not 1 <= value <= 65536:
        raise ValueError(f"{words[1]} must be 1 to 65536, not {value}")
    known = [*engine.game.ratings, *engine.game.standings]
    if words[1] == "rating" and value not in known:
        raise ValueError(f"there is no rating {value!r}; there are: {', '.join(known) or 'none'}")
    engine.options[words[1]] = value


def _set_position(engine: Engine, words: Sequence[str]) -> None:
    engine.halt()
    engine.position = None
    engine.position = position_of(engine.game, words)


def _go(engine: Engine, words: Sequence[str]) -> None:
    engine.halt()
    here = engine.here()
    if engine.game.mover(here) == CHANCE:
        raise ValueError("chance moves here: its move is yours to roll")
    given = _numbers(words)
    limits = given.get("depth"), seconds_for(given, engine.game.mover(here)), given.get("nodes")
    if limits == (None, None, None) and "infinite" not in words:
        raise ValueError("write: go movetime MS, go depth N, go nodes N, go infinite, or go p1time MS p2time MS")
    engine.stop = Event()
    engine.thinking = Thread(target=_think, args=(engine, here, limits, engine.stop), daemon=True)
    engine.thinking.start()


def _numbers(words: Sequence[str]) -> dict[str, int]:
    """The limits of a search, by name; of words such as `infinite` none. Raises ValueError for what is no number."""
    names = [word for word in words if word.isalnum() and not word.isdigit() and word != "infinite"]
    found = {}
    for name in names:
        at = words.index(name) + 1
        if at >= len(words) or not words[at].isdigit():
            raise ValueError(f"go {name} wants a whole number from 0 up after it")
        found[name] = int(words[at])
    return found


def seconds_for(limits: Mapping[str, int], player: int) -> float | None:
    """The seconds that a move may take: `movetime`, or a share of the player's clock; None if there is no limit."""
    if "movetime" in limits:
        return limits["movetime"] / 1000
    left = limits.get(f"p{player + 1}time")
    return None if left is None else (left / SHARE + limits.get(f"p{player + 1}inc", 0)) / 1000


def _think(engine: Engine, position: Any, limits: tuple[int | None, float | None, int | None], stop: Event) -> None:
    """Tells what is found at each depth, then the best move.

    `limits` end the search: the depth, the seconds, or the positions visited (the depth under way is finished).
    """
    game, best, began = engine.game, NO_MOVE, perf_counter()
    depth, seconds, nodes = limits

    def late() -> bool:
        return stop.is_set() or (seconds is not None and perf_counter() - began >= seconds)

    try:
        for answer in deepen(game, position, **engine.means, stop=late):
            best = move_word(game, position, answer.best)
            lost = not isinstance(answer.value, tuple) and seen_by(game.mover(position), answer.value) < -SURE
            if engine.options["resign"] and lost:
                best = RESIGN
            engine.tell(info_line(game, position, answer))
            if engine.options["variety"] and answer.depth in (depth, VARIED):
                best = move_word(game, position, nearly_best_move(engine, position, answer.depth))
                break
            if answer.depth == depth or late() or (nodes is not None and answer.nodes >= nodes):
                break
        else:
            if limits == (None, None, None):
                stop.wait()  # all is known, but `infinite` ends with `stop`
    except Exception as error:
        engine.tell(f"info string error: {error_words(error)}")
    finally:
        engine.tell(f"bestmove {best}")


def nearly_best_move(engine: Engine, position: Any, depth: int) -> Any:
    """Any of the moves that are worth nearly as much as the best one, at this depth: as `think` with `variety`."""
    rating, margin = engine.options["rating"], engine.options["variety"]
    return think(engine.game, depth, rating, variety=margin, seed=engine.random.getrandbits(32))(position)


def info_line(game: Game[Any, Any], position: Any, answer: Answer[Any]) -> str:
    """The line that tells what a depth has found."""
    line = words_of_moves(game, position, answer.line)
    a_second = int(answer.nodes / answer.seconds) if answer.seconds else answer.nodes
    return (
        f"info depth {answer.depth} score {score_words(game, position, answer.value)} "
        f"nodes {answer.nodes} nps {a_second} "
        f"time {int(answer.seconds * 1000)} pv {' '.join(line)}"
    )


def score_words(game: Game[Any, Any], position: Any, value: Any) -> str:
    """A value as the player to move sees it: `cp` and a number, or how the game ends and the plies to the end.

    That is `win` or `loss`; with more than two players a shared win, as all that is even, is a `draw`.

    >>> from lazytree.games import dice_of_doom, nim
    >>> three = dice_of_doom(size=2, players=3)
    >>> [score_words(three, three.start, value) for value in ((999_997, 999_997, -1_999_997), (999_998, 1_999_998, 0))]
    ['draw 3', 'loss 2']
    >>> score_words(nim(), nim().start, 999_995), score_words(nim(), nim().start, 3)
    ('win 5', 'cp 3')
    """
    mover = game.mover(position)
    own = seen_by(mover, value)
    if isinstance(value, tuple):
        end = end_of(value) if game.odds is None else None
        if end is not None and end.plies is not None:
            word = verdict(end.payoffs, mover)
            return f"{word if word in ('win', 'loss') else 'draw'} {end.plies}"
    elif (plies := plies_to_end(own)) is not None:
        return f"{'win' if own > 0 else 'loss'} {plies}"
    return f"cp {float(own):g}"


OBEYED: Mapping[str, Callable[[Engine, Sequence[str]], object]] = {
    "ugi": _introduce,
    "isready": _get_ready,
    "uginewgame": lambda engine, words: _set_position(engine, ["startpos"]),
    "setoption": _set_option,
    "position": _set_position,
    "go": _go,
    "stop": lambda engine, words: engine.halt(),
    "query": lambda engine, words: engine.tell(f"response {answer_query(engine.game, engine.here(), ' '.join(words))}"),
}
"""What each command does with the words after it."""


# ---- UCI: its words put into those of UGI, and the answers of UGI into those of UCI

WORDS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}  # limits that UGI has, too
LEFT_OUT = ("movestogo", "mate")  # limits of `go` that are not kept; a number follows each


def uci_engine(game: Game[Any, Any], lines: Iterable[str], tell: Tell, resign: bool = False) -> None:
    """Obeys lines of UCI as `engine` does those of UGI, and answers by calls of `tell(line)`.

    `go movestogo` and `go mate` are not looked at; `setoption` with a name that UGI does not have is an error, which
    is told by `info string`, and changes nothing.
    """
    engine(game, map(in_ugi, lines), lambda line: tell(in_uci(line)), resign)


def in_ugi(line: str) -> str:
    """A line of UCI as UGI has it.

    >>> in_ugi("go wtime 9000 btime 8000 movestogo 20"), in_ugi("ucinewgame")
    ('go p1time 9000 p2time 8000', 'uginewgame')
    """
    words = line.split()
    if words[:1] == ["go"]:
        words = ["go", *_limits(words[1:])]
    elif words[:1] in (["uci"], ["ucinewgame"]):
        words = [f"ugi{words[0][3:]}"]
    return " ".join(words)


def _limits(words: list[str]) -> Iterator[str]:
    rest = iter(words)
    for word in rest:
        if word in LEFT_OUT:
            next(rest, None)
        else:
            yield WORDS.get(word, word)


def in_uci(line: str) -> str:
    """A line of UGI as UCI has it: a mate is told in moves.

    >>> in_uci("info depth 3 score win 3 nodes 9"), in_uci("info depth 2 score loss 2 nodes 9"), in_uci("ugiok")
    ('info depth 3 score mate 2 nodes 9', 'info depth 2 score mate -1 nodes 9', 'uciok')
    """
    if line == "ugiok":
        return "uciok"
    if line == f"bestmove {NO_MOVE}":
        return "bestmove 0000"
    if line.startswith("info depth"):
        line = re.sub(r"score win (\d+)", lambda won: f"score mate {(int(won[1]) + 1) // 2}", line)
        line = re.sub(r"score loss (\d+)", lambda lost: f"score mate -{int(lost[1]) // 2}", line)
    return line

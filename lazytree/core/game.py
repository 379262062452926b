"""A game: a few pure functions of an immutable position. `Game` explains them, and the law that they keep."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from pyrsistent import PVector, pmap

from lazytree.core import checks, laws
from lazytree.core.at import At
from lazytree.core.laws import raise_if_broken
from lazytree.core.layout import Layout, Stone
from lazytree.core.parsing import FromRows, LineCommands, Reading, legal_moves_text
from lazytree.core.parsing import IllegalMove as IllegalMove
from lazytree.core.parsing import reading as reading
from lazytree.core.pickling import pickled
from lazytree.core.rules import MachineRules, true_bounds
from lazytree.core.showing import mime_bundle
from lazytree.core.texts import shorten

FIRST, SECOND, CHANCE = 0, 1, -1

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)

Rating = Callable[[P], float]
"""How promising a position looks **to FIRST** (never to the mover): a number within ±SURE."""

Standing = Callable[[P], tuple[float, ...]]
"""How promising a position looks to every player: one number a player, each seen by that player."""


def refuse_text(text: str) -> Hashable:
    """The `read` of a game that has none."""
    raise ValueError("this game reads no positions from text: give it a `read` function")


def _as_text(position: object, move: object) -> str:
    return str(move)


def no_stones(position: object) -> Iterable[Stone]:
    """The `stones` of a game that has no layout: none."""
    return ()


def no_cells(position: object, move: object) -> Iterable[int]:
    """The `touched` of a game that has no layout: none."""
    return ()


def _no_layout(layout: object) -> str:
    """The law of `layout`, as a sentence; empty if it is kept."""
    if layout is None or isinstance(layout, Layout):
        return ""
    return f"layout must be a Layout, such as layout_of_grid(grid) of lazytree.core.layout, not {shorten(layout)}"


@dataclass(frozen=True, eq=False, repr=False)
class Game(Generic[P, M]):
    """The rules of a game, its ratings, its notation and its board: functions of a position that never changes.

    One law stands in no field: **a position is over exactly when it has no moves.** `P` is the type of positions, `M`
    that of moves; both must be hashable. Players are the ints FIRST (0), SECOND (1), 2, ..., and CHANCE (-1) is the
    mover where dice or coins decide.

    The rules:

    - `name: str`, what the game is called.
    - `start: P`, the position in which it begins.
    - `mover(position) -> int`, the player to move, or CHANCE; after a move it may be the same player again.
    - `moves(position) -> Iterable[M]`, all legal moves, each once, always in the same order; none where the game is
      over. A pass is a move like any other.
    - `play(position, move) -> P`, the position after a legal move; the old one stays as it was. It does not check the
      move: after an illegal one the position has no meaning. `record` and `play_game` check moves.
    - `payoffs(position) -> tuple[float, ...]`, one number a player, asked only where the game is over. For two players
      they are a number and its negation: 1 for a win, 0 for a draw, -1 for a loss, or the margin of a counted game.
      Above 0.99 a payoff is whole, or differs from a whole number by 0.01 or more, for values count plies in between.
      Shares of 1, which are no ints, compile as `lazytree.core.rules.Shares`.
    - `odds(position, move) -> int`, only for games of chance: the weight of a move where the mover is CHANCE, above 0.
      Its probability is its weight divided by the sum of the weights of all moves, exactly.
    - `players: tuple[str, ...]`, the players' names, FIRST's first; how many there are says how many play.

    What judges positions:

    - `ratings`, for two players: functions `rating(position) -> float` by name. They say how promising a position
      looks to FIRST, also when SECOND is to move, and stay within ±990,000 (SURE). The first is used where none is
      named.
    - `standings`, for any number of players: functions `standing(position) -> tuple[float, ...]` by name, with one
      number a player within ±990,000, each seen by that player. They are the rating vectors of `maxn`.

    Texts and pictures:

    - `format(position, move) -> str` writes a legal move; by default `str(move)`.
    - `parse(position, text) -> M` reads what `format` writes; by default it looks for the legal move that is written
      so, and raises IllegalMove (see `reading`).
    - `show(position) -> str` writes a position, by default `str(position)`; `read(text) -> P` is its inverse, by
      default raises ValueError, and also takes rows separated by `/` (see `one_line`).
    - `layout: Layout`, the board: its cells, with their names and places, and the colours of the players; None where
      the game has no board to be drawn.
    - `stones(position) -> Iterable[Stone]`, what stands on the cells, at most one Stone a cell; by default nothing.
    - `touched(position, move) -> Iterable[int]`, the cells that a move names, in order, by their numbers in the layout:
      they are what people click on. None for a pass and the like, which become buttons. No two legal moves have the
      same cells unless `format` writes them apart.
    - `prompt(position) -> str`, what a person who is to move is asked; `announce(payoffs) -> str`, the sentence that
      says how a game with these payoffs has ended. None by default: the front end has words of its own.
    - `in_points: bool`, whether the payoffs of two players are margins in points, also where they are 1 and -1.
    - `commands: LineCommands`, further commands by which programs say moves over TCP; None: `move` alone.

    What is known beyond the rules (None where it is not):

    - `canonical(position) -> P`, the same one of all positions that differ by a symmetry only; its mover is the same.
    - `regions(position) -> Iterable[P]`, parts that do not influence each other, as positions with the same mover, for
      games in which players move in turns and who cannot move loses: the position is the sum of its regions. Parts in
      which neither player can move may be left out, and equal parts may be the same position, wherever they lie.
    - `bounds(position) -> tuple[float, float]`, the least and the most that FIRST can still be paid if both play their
      best from here on: the value of the position lies between them, or is one of them. `solve` does not search where
      they tell enough. They may say nothing, such as (-1, 1); what they say must be true at every position. A variant
      with other rules has None, if it is not given bounds of its own.
    - `parameters`, what the factory was called with, by name: records of games carry it.
    - `machine`, the rules in machine code, which `compiled(game)` fills in. It is ignored where one of the functions
      that it was made of has been replaced since.

    A variant is made by `dataclasses.replace(game, ...)`; a `parse` that was not given reads the variant's own moves.
    `check_game(game)` tries these laws on random positions.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> list(game.moves(game.start))
    [Take(heap=0, pieces=1), Take(heap=1, pieces=1), Take(heap=1, pieces=2)]
    """

    name: str
    start: P
    mover: Callable[[P], int]
    moves: Callable[[P], Iterable[M]]
    play: Callable[[P, M], P]
    payoffs: Callable[[P], tuple[float, ...]]
    odds: Callable[[P, M], int] | None = None
    players: tuple[str, ...] = ("first", "second")
    ratings: Mapping[str, Rating[P]] = pmap()
    standings: Mapping[str, Standing[P]] = pmap()
    format: Callable[[P, M], str] = _as_text
    parse: Callable[[P, str], M] = None  # type: ignore[assignment]  # filled below: never None to a reader
    show: Callable[[P], str] = str
    read: Callable[[str], P] = refuse_text  # type: ignore[assignment]
    layout: Layout | None = None
    stones: Callable[[P], Iterable[Stone]] = no_stones
    touched: Callable[[P, M], Iterable[int]] = no_cells
    prompt: Callable[[P], str] | None = None
    announce: Callable[[tuple[float, ...]], str] | None = None
    canonical: Callable[[P], P] | None = None
    regions: Callable[[P], Iterable[P]] | None = None
    bounds: Callable[[P], tuple[float, float]] | None = None
    machine: MachineRules | None = None
    parameters: Mapping[str, object] = pmap()
    commands: LineCommands | None = None
    in_points: bool = False

    def __post_init__(self) -> None:
        raise_if_broken(self, laws.field_error(self) or _no_layout(self.layout))
        for name in ("ratings", "standings", "parameters"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        if self.parse is None or isinstance(self.parse, Reading):  # a variant reads its own moves
            others = self.parse.spellings[1:] if isinstance(self.parse, Reading) else ()
            object.__setattr__(self, "parse", Reading(self.moves, (self.format, *others)))
        if self.read is not refuse_text:  # a variant reads what it shows
            own = self.read.read if isinstance(self.read, FromRows) else self.read
            object.__setattr__(self, "read", FromRows(own, self.show, self.start))
        object.__setattr__(self, "bounds", true_bounds(self))

    @cached_property
    def derived(self) -> dict[object, Any]:
        """What was made of the game and ends with it, such as its machine code; variants and copies have their own."""
        return {}

    def __repr__(self) -> str:
        return f"<Game: {self.name}>"

    _repr_mimebundle_ = mime_bundle

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return pickled(self)

    def __copy__(self) -> Game[P, M]:
        return self

    def at(self, position: P | str | None = None) -> At[P, M]:
        """A position, by default the start, together with its game: it shows itself, and moves can be played there.

        A text is read (see `read`). Raises ValueError for what is no position of the game.

        >>> from lazytree.games import tic_tac_toe
        >>> tic_tac_toe().at().play("b2").play("a1").moves
        ('a3', 'b3', 'c3', 'a2', 'c2', 'b1', 'c1')
        """
        if isinstance(position, str) and not isinstance(self.start, str):
            position = self.read(position)
        return At(self, position_or_start(self, cast("P | None", position)))


def require_game(thing: object) -> None:
    """Raises ValueError unless the thing is a Game; for a factory that has not been called it says so."""
    if not isinstance(thing, Game):
        name = getattr(thing, "__name__", None)
        how = "the game comes first, as in search(game, 3) or grow(game)(position)"
        if isinstance(thing, str):
            how = "make one by its factory in lazytree.games, such as konane()"
        raise ValueError(f"a Game is wanted, not {shorten(thing)}: " + (f"call it, as in {name}()" if name else how))


def position_or_start(game: Game[P, M], position: P | None = None) -> P:
    """The position, or the game's start if it is None.

    Raises: ValueError unless both are what they must be, and where the rules break a law at the position.
    """
    require_game(game)
    if position is None:
        raise_if_broken(game, laws.rules_error(game, game.start))
        return game.start
    require_position(game, position)
    try:
        law = laws.rules_error(game, position) or laws.unhashable_error("moves", tuple(game.moves(position)))
    except Exception as error:
        raised = f"its rules cannot read it ({type(error).__name__}: {error}); is it of another game?"
        raise ValueError(f"{shorten(position)} is no position of {game.name}: {raised}") from error
    raise_if_broken(game, law)
    return position


def require_position(game: Game[P, M], position: P) -> None:
    """Raises ValueError if a thing is no position of the game, as far as its type and the size of its board tell.

    A thing of the start's type passes. A class from elsewhere does not; other types do where the rules can read them.
    """
    kinds = type(position), type(game.start)
    if kinds[0] is kinds[1]:
        fix = other_board_error(game, position)
    elif may_be_of_one_game(*kinds) and has_answers_at(game, position):
        fix = ""
    elif isinstance(position, str):
        fix = f"read it first, as in game.read({position!r})"
    else:
        wanted = f"{kinds[1].__module__}.{kinds[1].__qualname__}"
        fix = f"a {wanted} is wanted, such as game.start or game.play(game.start, move)"
    if fix:
        raise ValueError(f"{shorten(position)} is no position of {game.name}: {fix}")


def other_board_error(game: Game[Any, Any], position: Any) -> str:
    """How a position's board differs in size from the game's; empty if it does not, or if no layout shows the board.

    A game with `regions`, such as nim, has positions of several sizes. Sets of cells do not tell how large their board
    is: they are refused if a stone lies outside of the game's.
    """
    if game.layout is None or game.regions is not None:
        return ""
    cells = len(game.layout.cells)
    pairs = zip(_parts(game.start), _parts(position))
    boards = [len(other) for own, other in pairs if type(own) is type(other) and len(own) == cells]
    if boards and cells not in boards:  # else another part, such as the cells that are free, may shrink
        return f"its board has {boards[0]} cells, not {cells}"
    if _has_stones_outside(game, position, cells) and not _has_stones_outside(game, game.start, cells):
        return f"it has stones outside of the board's {cells} cells"
    return ""


def _has_stones_outside(game: Game[P, Any], position: P, cells: int) -> bool:
    """Whether a stone lies on no cell of the board, or on one that the rules' own tables do not have."""
    try:
        return game.stones is not None and any(stone.cell >= cells for stone in game.stones(position))
    except IndexError:
        return True
    except Exception:  # what the rules cannot read is told by their laws
        return False


def _parts(position: object) -> list[Any]:
    """The parts of a position; what is no vector counts as an empty one."""
    parts = position if isinstance(position, tuple) and hasattr(position, "_fields") else (position,)
    return [part if isinstance(part, tuple | PVector) else () for part in parts]


def may_be_of_one_game(one: type, other: type) -> bool:
    """Whether two types of positions can be of one game: of one module, or one of them is built in."""
    return one.__module__ == other.__module__ or "builtins" in (one.__module__, other.__module__)


def has_answers_at(game: Game[Any, Any], position: Any) -> bool:
    """Whether the rules have answers at a position."""
    try:
        return not laws.rules_error(game, position)
    except Exception:
        return False


def is_over(game: Game[P, M], position: P) -> bool:
    """Whether the game has ended: whether there is no move. At most one move is asked for.

    >>> from lazytree.games import nim
    >>> is_over(nim(heaps=(0,)), nim(heaps=(0,)).start), is_over(nim(), nim().start)
    (True, False)
    """
    moves = game.moves(position)
    if moves is None:
        raise_if_broken(game, f"{laws.moves_error(moves)}; at {shorten(position)}")
    return not any(True for _ in moves)


def parse_or_none(game: Game[Any, Any], position: Any, text: str) -> Any:
    """The move that a text means in a position; None if it means none."""
    try:
        return game.parse(position, text)
    except Exception:
        return None


def legal_move(game: Game[P, M], position: P, move: M) -> M:
    """The legal move that equals this one. Raises IllegalMove, with the legal ones, otherwise."""
    for legal in game.moves(position):
        if legal == move:
            return legal
    legal_ones = [game.format(position, legal) for legal in game.moves(position)]
    if isinstance(move, str) and (read := parse_or_none(game, position, move)) is not None:
        fix = f"give the move itself, which is {shorten(read)}, as in game.parse(position, {move!r})"
        raise IllegalMove(f"{move!r} is the text of a move, not a move: {fix}")
    raise IllegalMove(f"{shorten(move)} is not a legal move; {legal_moves_text(legal_ones)}")


def sample_move(game: Game[P, M], position: P, moves: Sequence[M], random: Random) -> M:
    """A random one of the moves: by the odds where the mover is CHANCE, elsewhere each with equal probability."""
    if game.odds is None or game.mover(position) != CHANCE:
        return random.choice(moves)
    return random.choices(moves, [checks.weight_of(game, position, move) for move in moves])[0]

"""Planning: from what a user names to the games that are to be played, all checked, and the name of the tournament."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple, TypeVar

from lazytree.arena.protocols.joining import is_port, port_of
from lazytree.arena.tournaments.identity import code_digest, functions_digest, identity, rules_digest, same_rules
from lazytree.arena.tournaments.one_game import Entrant, Factory, Task, Terms, check_terms, is_command, seat_for
from lazytree.arena.tournaments.openings import PLIES, START, opening_of, random_openings
from lazytree.core.board import at_least
from lazytree.core.game import Game, require_game
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.seeds import seed_of
from lazytree.core.texts import shorten
from lazytree.games import GAMES
from lazytree.naming.attached_files import SourceFile, attached_files
from lazytree.naming.words import bot_factory, format_value, game_named, parameters_of, parse_settings
from lazytree.playing.bots import BOTS
from lazytree.questions.lanes import lane

T = TypeVar("T")

ROTATIONS, PERMUTATIONS = "rotations", "permutations"
SEATINGS = ROTATIONS, PERMUTATIONS


def groups(players: Sequence[T], seats: int, gauntlet: bool = False) -> list[tuple[T, ...]]:
    """Who plays with whom: all groups of `seats` players; in a gauntlet those with the first player.

    Raises: ValueError if there are fewer players than seats.
    """
    if len(players) < seats:
        raise ValueError(f"{seats} players sit at a table, and there are {len(players)}: name more bots")
    found = list(combinations(players, seats))
    return [group for group in found if group[0] == players[0]] if gauntlet else found


def seatings(group: tuple[T, ...], how: str = ROTATIONS) -> list[tuple[T, ...]]:
    """In which seats a group plays from each opening: each player in each seat once, or all orders.

    Equal players, of one that plays against itself, give equal seatings, of which there is one.

    Raises: ValueError for another word.
    """
    if how not in SEATINGS:
        raise ValueError(f"seats are changed by {' or '.join(SEATINGS)}, not {how!r}")
    turned = [(*group[turn:], *group[:turn]) for turn in range(len(group))]
    return list(dict.fromkeys(turned if how == ROTATIONS else permutations(group)))


def fixtures(
    found: Iterable[tuple[T, ...]], openings: Sequence[str], how: str = ROTATIONS
) -> Iterator[tuple[int, str, tuple[T, ...]]]:
    """All games, each with the number of its opening, the opening, and who sits where.

    The first opening is played by all groups, then the second: so that a table of what is known is fair at any time.
    """
    listed = list(found)
    for number, opening in enumerate(openings):
        for group in listed:
            for seated in seatings(group, how):
                yield number, opening, seated


Entrants = Sequence[str | Factory] | Mapping[str, str | Factory]
"""Players: texts of bots or commands, or functions from a game to a bot; in a dict each by a name of the user's own."""

Openings = int | Sequence[Any] | Callable[[Game[Any, Any], int, int], Sequence[Any]] | None
"""Plies of random openings; or a list of openings; or a function of a game, a number and a seed that gives a list."""

PAIRS = 10


class MatchRules(NamedTuple):
    """A game of a tournament."""

    text: str  # as on the command line
    game: Game[Any, Any]
    files: tuple[SourceFile, ...] = ()
    made: Game[Any, Any] | None = None  # the game, where it has no text, so that it is played in this process only


class Plan(NamedTuple):
    """A tournament before it is played."""

    id: str
    description: str
    players: tuple[str, ...]
    tasks: tuple[Task, ...]
    rules: Mapping[str, Game[Any, Any]]  # the games, by their texts


def make_plan(
    games: Sequence[str | Game[Any, Any]],
    bots: Entrants,
    pairs: int | None,
    openings: Openings,
    seed: int,
    terms: Terms,
    gauntlet: bool,
    seats: str,
) -> Plan:
    """The plan of a tournament, from the arguments of `tournament`.

    Raises: ValueError if something that is named is wrong.
    """
    rules = [match_rules(given) for given in games]
    if not rules:
        raise ValueError("name a game")
    entrants = entrants_of(bots, [each.game for each in rules])
    texts = [player.maker for player in entrants if isinstance(player.maker, str) and not is_command(player.maker)]
    own = dict.fromkeys(file for text in texts for file in attached_files(text))
    begins = [openings_of(each.game, pairs, openings, seed) for each in rules]
    for each in rules:
        if len(set(entrants)) < len(entrants) != len(each.game.players):
            raise ValueError("a player is named twice: it can meet itself only at one table, without other players")
        check_terms(each.game, terms)
        check_players(each.game, entrants, terms)
    tasks = [
        Task(each.text, seated, opening, number, seed_of(seed, number), terms, (*each.files, *own), each.made)
        for each, some in zip(rules, begins)
        for number, opening, seated in fixtures(groups(entrants, len(each.game.players), gauntlet), some, seats)
    ]
    code = [code_digest(each.game) if each.made else rules_digest(each.game) for each in rules]
    decides = [
        [[each.text, digest, [file.digest for file in each.files]] for each, digest in zip(rules, code)],
        [[name, maker if isinstance(maker, str) else functions_digest([maker])] for name, maker in entrants],
        [file.digest for file in own],
        begins,
        [seed, terms, gauntlet, seats],
    ]
    names = tuple(player.name for player in entrants)
    description = f"{', '.join(each.text for each in rules)}: {', '.join(names)}; {len(tasks)} games"
    return Plan(identity(decides), description, names, tuple(tasks), {each.text: each.game for each in rules})


def match_rules(given: str | Game[Any, Any]) -> MatchRules:
    """A game of a tournament, from a text or a Game.

    >>> match_rules("nim heaps=2,1").text
    'nim heaps=2,1'
    >>> from lazytree.games import konane
    >>> match_rules(konane(rows=6, columns=6)).text
    'konane rows=6 columns=6'
    """
    if isinstance(given, str):
        name, *words = shlex.split(given) or [""]
        game, settings = game_named(name, words), parse_settings(words)
        return MatchRules(shlex.join([name, *words_of(name, settings)]), game, attached_files(name))
    require_game(given)
    if given.name in GAMES:
        words = words_of(given.name, {name: format_value(value) for name, value in given.parameters.items()})
        if same_rules(given, game_named(given.name, words)):
            return MatchRules(shlex.join([given.name, *words]), given)
    return MatchRules(given.name, given, made=given)


def words_of(name: str, settings: Mapping[str, str]) -> list[str]:
    """The parameters of a game as words of the command line, always in the same order, without the default ones."""
    usual = parameters_of(GAMES[name]) if name in GAMES else {}
    order = [*usual, *sorted(settings)]
    given = [key for key in dict.fromkeys(order) if settings.get(key, usual.get(key)) != usual.get(key)]
    return [f"{key}={settings[key]}" for key in given]


def entrants_of(bots: Entrants, games: Sequence[Game[Any, Any]]) -> tuple[Entrant, ...]:
    """The players, with names that are all different."""
    if isinstance(bots, str) or not isinstance(bots, Sequence | Mapping):
        raise ValueError(f"bots must be a list of players, not {shorten(bots)}")
    if isinstance(bots, Mapping):
        named = [Entrant(str(name), _maker(maker, games)) for name, maker in bots.items()]
    else:
        makers = [_maker(maker, games) for maker in bots]
        named = [Entrant(maker if isinstance(maker, str) else maker.__name__, maker) for maker in makers]
    for player in named:
        if named.count(player) < sum(player.name == other.name for other in named):
            raise ValueError(
                f"two players have the name {player.name!r}: name them, as in {{'one': ..., 'other': ...}}"
            )
    return tuple(named)


def _maker(maker: str | Factory, games: Sequence[Game[Any, Any]]) -> str | Factory:
    if isinstance(maker, str):
        return with_lane(" ".join(maker.split()), games)
    if not callable(maker) or not hasattr(maker, "__name__"):
        raise ValueError(f"a player is a text such as think:depth=4, or a function of a game, not {shorten(maker)}")
    return maker


def with_lane(text: str, games: Sequence[Game[Any, Any]]) -> str:
    """A bot that is limited by nodes, with its lane: the lanes visit other nodes, so that the lane is part of the name.

    >>> from lazytree.games import dice_of_doom, nim
    >>> with_lane("think:nodes=100,lane=python", [nim()]), with_lane("think:depth=2", [nim()])
    ('think:nodes=100,lane=python', 'think:depth=2')
    """
    if is_command(text) or is_port(text):
        return text
    _, _, words = bot_factory(text)
    settings = parse_settings(words)
    if settings.get("nodes", "none") == "none" or "lane" in settings:
        return text
    compiles = all(lane(game, settings.get("rating")).search.name == MACHINE for game in games)
    return f"{text},lane={MACHINE if compiles else PYTHON}"


def check_players(game: Game[Any, Any], entrants: Sequence[Entrant], terms: Terms) -> None:
    """Raises ValueError where a player cannot be made for the game."""
    for name, maker in entrants:
        if isinstance(maker, str) and is_port(maker):
            port_of(maker)
        elif isinstance(maker, str) and is_command(maker):
            program = shlex.split(maker)[0]
            if shutil.which(program) is None:
                raise ValueError(f"there is no bot and no program {program!r}; bots: {', '.join(sorted(BOTS))}")
        else:
            try:
                seat_for(game, name, maker, 0, 1, terms.clock).close()
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from error


def openings_of(game: Game[Any, Any], pairs: int | None, given: Openings, seed: int) -> tuple[str, ...]:
    """The openings of the pairs of a game."""
    number = PAIRS if pairs is None else pairs
    at_least("pairs", number, 1)
    if given is None or isinstance(given, int):
        plies = PLIES if given is None else given
        return (START,) * number if plies == 0 else random_openings(game, number, plies, seed)
    listed = given(game, number, seed) if callable(given) else given
    if isinstance(listed, str) or not isinstance(listed, Sequence):
        raise ValueError(f"openings must be a number of plies or a list of openings, not {shorten(listed)}")
    some = listed if pairs is None else listed[:pairs]
    if len(some) < (pairs or 1):
        raise ValueError(
            f"{len(listed)} openings were given for {number} pairs: give more of them, or play fewer pairs"
        )
    return tuple(opening_of(game, opening) for opening in some)

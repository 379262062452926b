"""How a game has ended, and who moves, in words: with the players' own names, or with those that people see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from lazytree.core.game import CHANCE, Game, M, P, is_over
from lazytree.core.layout import colours_for, name_of_colour
from lazytree.core.texts import capitalize

ORDINALS = ("first", "second", "third", "fourth")


def seen_names(game: Game[Any, Any]) -> tuple[str, ...]:
    """What a person who looks at the board calls the players: names as they are, or the colours of their pieces.

    A name of one letter and an ordinal number say nothing of what is seen. Where all names are such, and the layout has
    a colour with a name for each player, the players are called by these. A layout of pieces that are no player's has
    no colours.

    >>> from lazytree.games import domineering, kalah, nim
    >>> seen_names(domineering()), seen_names(kalah()), seen_names(nim())
    (('Vertical', 'Horizontal'), ('Red', 'Blue'), ('First', 'Second'))
    """
    if game.layout is not None and all(len(name) == 1 or name.lower() in ORDINALS for name in game.players):
        colours = [name_of_colour(colour) for colour in colours_for(game.layout, game.players)[: len(game.players)]]
        if "" not in colours and len(set(colours)) == len(game.players):
            return tuple(colours)
    return tuple(map(capitalize, game.players))


def format_turn(game: Game[P, Any], position: P) -> str:
    """Who moves in a position, or how the game has ended there, as a person who looks at the board says it.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> format_turn(game, game.start), format_turn(game, game.read("XXX / OO. / ..."))
    ('Red to move', 'Red wins')
    """
    if is_over(game, position):
        return seen_result(game, game.payoffs(position))
    mover = game.mover(position)
    return "Chance moves" if mover == CHANCE else f"{seen_names(game)[mover]} to move"


def seen_result(game: Game[Any, Any], payoffs: tuple[float, ...]) -> str:
    """How a game has ended, as a person who looks at the board says it.

    A sentence of the game's own has the names that are seen in place of those that it knows.

    >>> from lazytree.games import dice_of_doom, lines_of_action
    >>> seen_result(dice_of_doom(), (-1, 1)), seen_result(lines_of_action(), (0, 0))
    ('The winner is Blue', 'Draw')
    """
    names = seen_names(game)
    if game.announce is None:
        return capitalize(result_of(names, payoffs))
    return capitalize(_with_names(game.announce(payoffs), dict(zip(game.players, names))))


def with_seen_names(game: Game[Any, Any], text: str) -> str:
    """A text in which players who have letters for names are called as a person who looks at the board calls them.

    >>> from lazytree.games import hex, othello
    >>> with_seen_names(hex(), "X begins; a stone of O follows."), with_seen_names(othello(), "X (black) begins.")
    ('Red begins; a stone of Blue follows.', 'Black begins.')
    """
    letters = {name: seen for name, seen in zip(game.players, seen_names(game)) if len(name) == 1}
    named = _with_names(text, letters) if letters else text
    return re.sub(r"\b(\w+) \((?i:\1)\)", r"\1", named)


def _with_names(sentence: str, names: Mapping[str, str]) -> str:
    """A sentence with other names, where one of these is a word of its own; "a" before a word is an article.

    >>> _with_names("a tie between (a b)", {"a": "Red", "b": "Blue"})
    'a tie between (Red Blue)'
    """
    known = "|".join(map(re.escape, names))
    words = re.compile(rf"(?<!\w)(?:(?!a (?!(?:{known})\b)\w)(?:{known}))(?!\w)")
    return words.sub(lambda found: names[found[0]], sentence)


def format_payoffs(game: Game[Any, Any], payoffs: tuple[float, ...]) -> str:
    """How a game has ended, from its payoffs: in the game's own words if it has any, else as `format_result` says it.

    >>> from lazytree.games import dice_of_doom
    >>> format_payoffs(dice_of_doom(), (-1, 1)), format_payoffs(dice_of_doom(), (0, 0))
    ('The winner is b', 'The game is a tie between (a b)')
    """
    return format_result(game, payoffs) if game.announce is None else game.announce(payoffs)


def format_result(game: Game[Any, Any], payoffs: tuple[float, ...]) -> str:
    """The result of a game in one line, from its payoffs.

    >>> from lazytree.games import tic_tac_toe
    >>> format_result(tic_tac_toe(), (-1, 1)), format_result(tic_tac_toe(), (0, 0))
    ('O wins', 'a draw')
    """
    return "a draw" if len(set(payoffs)) == 1 else result_of(game.players, payoffs)


def result_of(players: Sequence[str], payoffs: Sequence[float]) -> str:
    """The result of a game with these players in one line, from its payoffs.

    >>> result_of(("Black", "White"), (-3, 3)), result_of(("Black", "White"), (0, 0))
    ('White wins by 3', 'draw')
    """
    top = max(payoffs)
    if all(payoff == top for payoff in payoffs):
        return "draw"
    winners = [name for name, payoff in zip(players, payoffs) if payoff == top]
    margin = f" by {top:g}" if len(payoffs) == 2 and abs(top) > 1 else ""
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}{margin}"


def line_texts(game: Game[P, M], position: P, line: Iterable[M]) -> Iterator[str]:
    """The moves of a line in the notation of the game, from the position in which it begins.

    >>> from lazytree.games import tic_tac_toe
    >>> [*line_texts(tic_tac_toe(), tic_tac_toe().start, [4, 0])]
    ['b2', 'a3']
    """
    for move in line:
        yield game.format(position, move)
        position = game.play(position, move)

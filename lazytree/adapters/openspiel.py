"""OpenSpiel: its games as games of ours, and ours as games of its own. Needs the extra `openspiel`.

Source: Lanctot et al., *OpenSpiel: A Framework for Reinforcement Learning in Games* (2019); tried with version 2.0.2.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from lazytree.core.extras import import_extra
from lazytree.core.game import FIRST, Game, require_game
from lazytree.core.texts import meant

from .openspiel_states import register
from .spaces import MOST, Actions, numbering

SMALL = 1_000_000  # no probability of a game has a larger denominator


class State:
    """A state of OpenSpiel that is never changed, as a position; equal where `key` is."""

    def __init__(self, state: Any, key: Hashable) -> None:
        self.state, self.key = state, key

    @cached_property
    def weights(self) -> dict[int, int]:
        """The odds of the outcomes of chance that can happen, as whole numbers."""
        exact = [(action, Fraction(odds).limit_denominator(SMALL)) for action, odds in self.state.chance_outcomes()]
        whole = lcm(*(odds.denominator for _, odds in exact))
        return {action: int(odds * whole) for action, odds in exact if odds}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return str(self.state)

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self.state, self.key)


def from_openspiel(game: Any, transpositions: bool = False) -> Game[State, int]:
    """A game of OpenSpiel as a Game: `game` is its text, such as "breakthrough(rows=6,columns=6)", or itself.

    A position is a `State`; moves are OpenSpiel's actions, written as it writes them. Chance, points and more than two
    players are taken over, ratings there are none: `dataclasses.replace(game, ratings={"name": rating})` adds some.

    By default two positions are equal where all their moves were the same, which is always right: what some games count
    (repetitions, moves without a capture) is not in the text of their states. With `transpositions=True` two are equal
    where texts and movers are, as OpenSpiel itself compares states; searches then see a position once, however it was
    reached. Take it for a game whose text says all, such as connect four.

    Raises: ImportError without the extra; ValueError for what is no game of OpenSpiel, and for a game with
    simultaneous moves, hidden information, chance that is only sampled, or two players who do not play for one sum.

    >>> game = from_openspiel("tic_tac_toe", transpositions=True)
    >>> game.at().play("x(1,1)").play("o(0,0)")
    o..
    .x.
    ...
    >>> import lazytree
    >>> lazytree.solve(game).value
    0
    """
    spiel = import_extra("pyspiel", "openspiel", "games of OpenSpiel")
    if isinstance(game, str):
        try:
            game = spiel.load_game(game)
        except spiel.SpielError as error:
            names, name = spiel.registered_names(), game.partition("(")[0]
            said, guess = str(error).partition(". Available")[0], "" if name in names else meant(name, names)
            raise ValueError(f"OpenSpiel cannot load {game!r}: {said}{'; ' if guess else ''}{guess}".strip()) from error
    elif not isinstance(game, spiel.Game):
        raise ValueError(f'a game of OpenSpiel is wanted, or its text, such as "breakthrough", not {game!r}')
    kind, players = game.get_type(), game.num_players()
    if refused := _refusal(spiel.GameType, kind, players):
        raise ValueError(f"{game} {refused}")
    after = _by_text if transpositions else _by_history
    names = ("first", "second") if players == 2 else tuple(f"player {number + 1}" for number in range(players))
    return Game(
        name=str(game),
        start=after(game.new_initial_state()),
        mover=_mover,
        moves=_moves,
        play=lambda position, action: after(position.state.child(action)),
        payoffs=_payoffs,
        odds=None if kind.chance_mode == spiel.GameType.ChanceMode.DETERMINISTIC else _odds,
        players=names,
        format=lambda position, action: str(position.state.action_to_string(action)),
        in_points=game.max_utility() > 1,
        parameters={"game": str(game), "transpositions": transpositions},
    )


def _refusal(types: Any, kind: Any, players: int) -> str:
    """Why a game of OpenSpiel is no game of ours; empty if it is one."""
    if kind.dynamics != types.Dynamics.SEQUENTIAL:
        return "has simultaneous moves: a Game has one player to move at a time"
    if kind.information != types.Information.PERFECT_INFORMATION:
        return "hides information from players: a Game shows the whole position to each of them"
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        return "does not say the odds of chance, it only samples: a Game has all outcomes with their odds"
    if players == 2 and kind.utility != types.Utility.ZERO_SUM:
        return "is not a game in which one player wins what the other loses: with two players a Game is one"
    return ""


def _by_text(state: Any) -> State:
    return State(state, (state.to_string(), state.current_player()))


def _by_history(state: Any) -> State:
    return State(state, tuple(state.history()))


def _mover(position: State) -> int:
    return FIRST if position.state.is_terminal() else int(position.state.current_player())  # its CHANCE is -1, too


def _moves(position: State) -> tuple[int, ...]:
    state = position.state
    return tuple(position.weights if state.is_chance_node() else state.legal_actions())


def _odds(position: State, action: int) -> int:
    return position.weights[action]


def _payoffs(position: State) -> tuple[float, ...]:
    return tuple(int(payoff) if payoff == int(payoff) else payoff for payoff in position.state.returns())


def to_openspiel(
    game: Game[Any, Any], name: str | None = None, actions: Actions = MOST, most: float | None = None, plies: int = 1000
) -> Any:
    """A game of ours as a game of OpenSpiel, which `pyspiel.load_game(name)` also finds from then on.

    OpenSpiel's algorithms and bots in Python run on it; those in C++ that keep states, such as its `MCTSBot`, crash on
    every game that is written in Python (2.0.2). A state's text is `game.show`, its observation `planes`.

    - `game`: any Game.
    - `name`: under which OpenSpiel knows it, by default "lazytree_" and its name. A game of this name is replaced.
    - `actions`: the texts of all moves, or how many a position has at most (see `numbering`).
    - `most`: the largest payoff; 1 for two players who do not play for points, else it must be said.
    - `plies`: about how long a game lasts at most; only OpenSpiel's tests hold a game to it.

    Raises: ImportError without the extra; ValueError for what is no Game, or if `most` is missing.

    >>> from lazytree.games import nim
    >>> theirs = to_openspiel(nim(heaps=(1, 2)))
    >>> state = theirs.new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['a-1', 'b-1', 'b-2']
    >>> from open_spiel.python.algorithms.minimax import alpha_beta_search
    >>> alpha_beta_search(theirs)[0]
    1.0
    """
    spiel = import_extra("pyspiel", "openspiel", "games of OpenSpiel")
    require_game(game)
    if most is None and (game.in_points or len(game.players) != 2):
        raise ValueError(f"{game.name}: say the largest payoff of a player, as in most=64")
    name = name or "lazytree_" + re.sub(r"\W+", "_", game.name)
    register(spiel, game, name, numbering(game, actions), 1 if most is None else most, plies)
    return spiel.load_game(name)

"""A game of ours in OpenSpiel: the classes of the game and of its states, and what learners read of a state."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lazytree.core.checks import weight_of
from lazytree.core.game import CHANCE, Game, is_over

from .spaces import MOST, planes


class _Here:
    """A position in a state of OpenSpiel, whose copies share it."""

    def __init__(self, position: Any) -> None:
        self.position = position

    def __deepcopy__(self, memo: object) -> _Here:
        return self


class _Observer:
    """What OpenSpiel's learners read of a state: its planes, and its text."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.tensor, self.dict = game, None, dict[str, Any]()
        if game.layout is not None:
            numpy = import_module("numpy")
            board = numpy.zeros((len(game.players) + 2, len(game.layout.cells)), numpy.float32)
            self.tensor, self.dict = board.reshape(-1), {"observation": board}

    def set_from(self, state: Any, player: int) -> None:
        if self.game.layout is not None:
            self.dict["observation"][:] = planes(self.game, state.here.position, player)

    def string_from(self, state: Any, player: int) -> str:
        return str(state)


def register(spiel: Any, game: Game[Any, Any], name: str, numbers: tuple[int, Any], most: float, plies: int) -> None:
    """Tells OpenSpiel of a game under a name: makes the classes of the game and of its states."""
    types, players = spiel.GameType, len(game.players)
    count, numbered = numbers
    kind = types(
        short_name=name,
        long_name=game.name,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.DETERMINISTIC if game.odds is None else types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if players == 2 else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.layout is not None,
        parameter_specification={},
    )
    chances = 0 if game.odds is None else MOST
    bounds = spiel.GameInfo(count, chances, players, -most, most, 0.0 if players == 2 else None, plies)
    observed = import_module("open_spiel.python.observation")

    class Theirs(spiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, bounds, params or {})

        def new_initial_state(self, state: Any = None) -> Any:
            return TheirState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            whole = iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall)
            return _Observer(game) if whole else observed.IIGObserverForPublicInfoGame(iig_obs_type, params)

    class TheirState(spiel.State):  # type: ignore[misc]
        def __init__(self, of: Any) -> None:
            super().__init__(of)
            self.here = _Here(game.start)

        def current_player(self) -> int:
            return int(spiel.PlayerId.TERMINAL if self.is_terminal() else game.mover(self.here.position))

        def _moves(self) -> dict[int, Any]:
            position = self.here.position
            chance = game.mover(position) == CHANCE
            return dict(enumerate(game.moves(position))) if chance else numbered(position)

        def _legal_actions(self, player: int) -> list[int]:
            return list(self._moves())

        def chance_outcomes(self) -> list[tuple[int, float]]:
            weights = [(action, weight_of(game, self.here.position, move)) for action, move in self._moves().items()]
            return [(action, weight / sum(each for _, each in weights)) for action, weight in weights]

        def _apply_action(self, action: int) -> None:
            self.here = _Here(game.play(self.here.position, self._moves()[action]))

        def _action_to_string(self, player: int, action: int) -> str:
            return game.format(self.here.position, self._moves()[action])

        def is_terminal(self) -> bool:
            return is_over(game, self.here.position)

        def returns(self) -> list[float]:
            payoffs = (
                [float(each) for each in game.payoffs(self.here.position)] if self.is_terminal() else [0.0] * players
            )
            if max(map(abs, payoffs)) > most:
                raise ValueError(f"{game.name} has payoffs {payoffs}: say the largest one, as in most={max(payoffs)}")
            return payoffs

        def __str__(self) -> str:
            return game.show(self.here.position)

    spiel.register_game(kind, Theirs)

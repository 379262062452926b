"""Gymnasium: a game of ours as an environment for one learner, with a bot in the other seats. Needs `gymnasium`.

Source: Towers et al., *Gymnasium: A Standard Interface for Reinforcement Learning* (2024); tried with version 1.4.0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from lazytree.core.checks import moves_of
from lazytree.core.extras import import_extra
from lazytree.core.game import CHANCE, FIRST, Game, M, P, is_over, require_game, sample_move

from .spaces import MOST, Actions, numbering, planes


def environment(
    game: Game[P, M],
    bot: Callable[[P], M] | None = None,
    player: int = FIRST,
    actions: Actions = MOST,
    observe: Callable[[P, int], Any] | None = None,
    illegal: float = -1.0,
) -> Any:
    """An environment of Gymnasium in which the learner is one player; the others move before it is asked again.

    An observation is a dict: "observation", an array of float32, and "action_mask", 1 for each number of a legal move,
    all 0 when the game is over. The reward is the player's payoff, given when the game ends. An action that is not
    legal plays nothing: it ends the episode with the reward `illegal`, and `info["illegal"]` says why.
    `environment.unwrapped.position` is the position, `render()` returns it as text.

    Arguments: `bot`, a function from a position to a move, for all other players; None: at random. `player`, the number
    of the learner. `actions`, the texts of all moves, or how many a position has at most (see `numbering`). `observe`,
    a function of (position, player) to numbers in an array of always the same shape; by default the stones on the board
    (see `planes`). Chance, and players at random, follow the `seed` of `reset`.

    Raises: ImportError without the extra; ValueError for what is no Game, for a player that the game does not have,
    and for a game without a layout unless `observe` is given.

    >>> from lazytree import think
    >>> from lazytree.games import connect_four
    >>> table = environment(connect_four(), think(connect_four(), depth=2), actions=list("abcdefg"))
    >>> observation, info = table.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = table.step(3)
    >>> observation["observation"].shape, reward, terminated
    ((4, 42), 0.0, False)
    """
    require_game(game)
    if player not in range(len(game.players)):
        raise ValueError(f"player must be from 0 to {len(game.players) - 1}, not {player}")
    seen = observe or (lambda position, player: planes(game, position, player))
    return _environments()(game, bot, player, *numbering(game, actions), seen, illegal)


@cache
def _environments() -> Any:
    """The class of all environments, made when the first one is."""
    gymnasium = import_extra("gymnasium", "gymnasium", "environments of Gymnasium")
    numpy, spaces = import_module("numpy"), import_module("gymnasium.spaces")

    class Environment(gymnasium.Env):  # type: ignore[misc, name-defined]
        metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012
        render_mode = "ansi"

        def __init__(
            self,
            game: Game[Any, Any],
            bot: Callable[[Any], Any] | None,
            player: int,
            count: int,
            numbered: Callable[[Any], dict[int, Any]],
            observe: Callable[[Any, int], Any],
            illegal: float,
        ) -> None:
            self.game, self.position, self._bot, self._player = game, game.start, bot, player
            self._numbered, self._observe, self._illegal = numbered, observe, illegal
            seen = spaces.Box(-numpy.inf, numpy.inf, self._board().shape, numpy.float32)
            self.action_space = spaces.Discrete(count)
            self.observation_space = spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(count)})

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
            super().reset(seed=seed)
            self._random = Random(int(self.np_random.integers(2**32)))
            self._go_on_from(self.game.start)
            return self._seen(), {}

        def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
            game, legal = self.game, self._legal()
            if action not in legal:
                why = f"{action} is no legal action, {', '.join(map(str, legal)) or 'none'} are: see the action mask"
                return self._seen(), self._illegal, True, False, {"illegal": why}
            self._go_on_from(game.play(self.position, legal[action]))
            over = is_over(game, self.position)
            reward = float(game.payoffs(self.position)[self._player]) if over else 0.0
            return self._seen(), reward, over, False, {}

        def render(self) -> str:
            return self.game.show(self.position)

        def _legal(self) -> dict[int, Any]:
            return {} if is_over(self.game, self.position) else self._numbered(self.position)

        def _seen(self) -> dict[str, Any]:
            mask = numpy.zeros(self.action_space.n, numpy.int8)
            mask[list(self._legal())] = 1
            return {"observation": self._board(), "action_mask": mask}

        def _board(self) -> Any:
            return numpy.asarray(self._observe(self.position, self._player), numpy.float32)

        def _go_on_from(self, position: Any) -> None:
            """The position after all moves of chance and of the others."""
            game = self.game
            while not is_over(game, position) and (mover := game.mover(position)) != self._player:
                moves = moves_of(game, position)
                if mover == CHANCE:
                    move = sample_move(game, position, moves, self._random)
                else:
                    move = self._bot(position) if self._bot else self._random.choice(moves)
                position = game.play(position, move)
            self.position = position

    return Environment

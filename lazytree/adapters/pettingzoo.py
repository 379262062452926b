"""PettingZoo: a game of ours as one of its environments, for learners. Needs the extra `pettingzoo`.

Source: Terry et al., *PettingZoo: Gym for Multi-Agent Reinforcement Learning* (2021); tried with version 1.27.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from lazytree.core.checks import moves_of
from lazytree.core.extras import import_extra
from lazytree.core.game import CHANCE, Game, P, is_over, require_game, sample_move
from lazytree.core.seeds import random_from

from .spaces import MOST, Actions, numbering, planes


def environment(
    game: Game[P, Any], actions: Actions = MOST, observe: Callable[[P, int], Any] | None = None, seed: int = 1
) -> Any:
    """An AEC environment of PettingZoo in which the game is played; its agents are "player_0", "player_1", ...

    An observation is a dict: "observation", an array of float32, and "action_mask", 1 for each number of a legal move,
    all 0 for an agent who is not to move. Rewards are the payoffs, given when the game ends; chance moves by itself.
    `environment.position` is the position. `render()` returns it as text.

    Arguments: `actions`, the texts of all moves, or how many a position has at most (see `numbering`): learners want
    the texts, so that a move has the same number everywhere. `observe(position, player)`, what an agent sees, as
    numbers in an array of always the same shape; by default the stones on the board (see `planes`). `seed`, for chance
    until `reset` is given another one.

    Raises: ImportError without the extra; ValueError for what is no Game, and for a game without a layout unless
    `observe` is given; `step` for an action that is not legal.

    >>> from lazytree.games import connect_four
    >>> table = environment(connect_four(), actions=list("abcdefg"))
    >>> table.reset()
    >>> for agent in table.agent_iter(max_iter=2):
    ...     observation, reward, ended, _, _ = table.last()
    ...     table.step(3)
    >>> observation["observation"].shape, observation["action_mask"].sum()
    ((4, 42), np.int64(7))
    >>> print(table.render())
    6  . . . . . . .
    5  . . . . . . .
    4  . . . . . . .
    3  . . . . . . .
    2  . . . O . . .
    1  . . . X . . .
       a b c d e f g
    X to move
    """
    require_game(game)
    return _environments()(game, actions, observe, random_from(seed))


@cache
def _environments() -> Any:
    """The class of all environments, made when the first one is."""
    zoo = import_extra("pettingzoo", "pettingzoo", "environments of PettingZoo")
    numpy, spaces = import_module("numpy"), import_module("gymnasium.spaces")

    class Environment(zoo.AECEnv):  # type: ignore[misc, name-defined]
        def __init__(
            self, game: Game[Any, Any], actions: Actions, observe: Callable[[Any, int], Any] | None, random: Random
        ) -> None:
            super().__init__()
            self.metadata = {"name": f"{game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
            self.render_mode = "ansi"
            self.game, self.position, self._random = game, game.start, random
            self._observe = observe or (lambda position, player: planes(game, position, player))
            self._actions, self._numbered = numbering(game, actions)
            self.possible_agents = [f"player_{number}" for number in range(len(game.players))]
            seen = spaces.Box(-numpy.inf, numpy.inf, self._seen(0).shape, numpy.float32)
            mask = spaces.Box(0, 1, (self._actions,), numpy.int8)
            self.observation_spaces = {
                agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
            }
            self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: Any = None) -> None:
            if seed is not None:
                self._random = random_from(seed)
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self.agent_selection = self.agents[0]
            self._go_on_from(self.game.start)

        def observe(self, agent: str) -> dict[str, Any]:
            mask = numpy.zeros(self._actions, numpy.int8)
            if agent == self.agent_selection:
                mask[list(self._legal())] = 1
            return {"observation": self._seen(self.possible_agents.index(agent)), "action_mask": mask}

        def step(self, action: int | None) -> None:
            if self.terminations[self.agent_selection]:
                self._was_dead_step(action)
                return
            legal = self._legal()
            if action not in legal:
                wanted = f"one of those that its mask allows: {', '.join(map(str, legal))}"
                raise ValueError(f"{action} is no legal action of {self.agent_selection}, {wanted}")
            self._cumulative_rewards[self.agent_selection] = 0.0
            self._go_on_from(self.game.play(self.position, legal[action]))
            self._accumulate_rewards()

        def render(self) -> str:
            return self.game.show(self.position)

        def close(self) -> None:
            pass  # there is no window

        def _seen(self, player: int) -> Any:
            return numpy.asarray(self._observe(self.position, player), numpy.float32)

        def _legal(self) -> dict[int, Any]:
            return self._numbered(self.position)

        def _go_on_from(self, position: Any) -> None:
            """The position after all moves of chance, whose turn it is there, and the payoffs if the game is over."""
            game = self.game
            while not is_over(game, position) and game.mover(position) == CHANCE:
                position = game.play(position, sample_move(game, position, moves_of(game, position), self._random))
            self.position = position
            if is_over(game, position):
                self.rewards = {agent: float(pay) for agent, pay in zip(self.agents, game.payoffs(position))}
                self.terminations = dict.fromkeys(self.agents, True)
                self.agent_selection = self.agents[0]
            else:
                self.agent_selection = self.possible_agents[game.mover(position)]

    return Environment

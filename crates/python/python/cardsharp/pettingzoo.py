"""PettingZoo environments (AEC) of all games, with action masks.

>>> from cardsharp.pettingzoo import env
>>> table = env("indigo")
>>> table.reset(seed=7)
>>> observation, reward, terminated, truncated, info = table.last()
>>> int(observation["action_mask"].sum())
6
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._cardsharp import Game

Observations = dict[str, NDArray[Any]]


def env(game: Game | str, render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """Creates an environment with PettingZoo's usual wrappers: an illegal action ends the game and costs one point."""
    table: AECEnv[str, Any, Any] = CardsharpEnv(game, render_mode)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class CardsharpEnv(AECEnv[str, Any, Any], EzPickle):  # type: ignore[misc]
    """A game with agents from ``seat_0`` on. Each gets an observation and an action mask, and a reward at the end."""

    metadata = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "cardsharp_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        """``human`` prints, ``ansi`` returns a text, ``rgb_array`` a picture, each as the agent to act sees the game."""
        EzPickle.__init__(self, game, render_mode)
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        features = spaces.Box(-10.0, 10.0, (self.game.num_features,), np.float32)
        mask = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": features, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.agents}
        self.state_space = spaces.Box(-10.0, 10.0, (self.game.seats, self.game.num_features), np.float32)
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; without a seed from the environment's own generator."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._state = self.game.start(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._whose_turn()

    def observe(self, agent: str) -> Observations:
        """The observation and the action mask of an agent."""
        view = self._state.observe(self.possible_agents.index(agent))
        return {"observation": view.features(), "action_mask": view.action_mask().astype(np.int8)}

    def state(self) -> NDArray[Any]:
        """The observations of all seats, with all hands: for critics, never for players."""
        return np.stack([self._state.observe(seat).features() for seat in range(self.game.seats)])

    def step(self, action: Any) -> None:
        """Plays an action of the agent to act."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._state.apply_action(int(action))
        if self._state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self._state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._whose_turn()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[Any] | None:
        """Renders the position as the agent to act sees it."""
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        view = self._state.observe(self.possible_agents.index(self.agent_selection))
        if self.render_mode == "rgb_array":
            from .painting import paint

            return paint(view.picture(self.possible_agents))
        if self.render_mode == "ansi":
            return view.lines()
        print(view.lines())
        return None

    def close(self) -> None:
        """Does nothing: no resource is open."""

    def _whose_turn(self) -> str:
        return self.possible_agents[self._state.current_player()]

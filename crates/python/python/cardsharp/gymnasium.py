"""A Gymnasium vector environment: many games of one kind, with one policy for all seats.

>>> from cardsharp.gymnasium import CardsharpVectorEnv
>>> env = CardsharpVectorEnv("indigo", num_envs=4)
>>> observations, infos = env.reset(seed=7)
>>> actions = observations["action_mask"].argmax(axis=1)
>>> observations, rewards, terminated, truncated, infos = env.step(actions)
>>> infos["seat"].tolist()
[1, 1, 1, 1]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _cardsharp
from ._cardsharp import Game

_MODES = {"next-step": AutoresetMode.NEXT_STEP, "same-step": AutoresetMode.SAME_STEP}

Observations = dict[str, NDArray[Any]]


class CardsharpVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Games of one kind, stepped in one call on all cores.

    A step takes one decision in each game, for the seat in ``infos["seat"]`` (−1 once a game is over). The reward is
    that of the seat that has just acted. Games pay at their end, so self-play needs ``infos["rewards"]``, the rewards
    of all seats. No game is ever truncated, so ``same-step`` mode returns no final observation to bootstrap from.

    With ``copy=False`` the returned arrays are the environment's own; the next step overwrites them.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        autoreset: str = "next-step",
        hidden_cards: bool = False,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        """``hidden_cards`` adds the observations of all seats to the infos: for critics, never for players."""
        if autoreset not in _MODES:
            raise _cardsharp.Error(f"autoreset={autoreset!r}: expected one of {', '.join(_MODES)}")
        self.games = _cardsharp.VectorEnv(
            game, num_envs, autoreset=autoreset, hidden_cards=hidden_cards, threads=threads
        )
        self.num_envs, self._copy = num_envs, copy
        self.metadata = {"render_modes": [], "autoreset_mode": _MODES[autoreset]}
        kind = self.games.game
        self.single_action_space = spaces.Discrete(kind.num_actions)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-10.0, 10.0, (kind.num_features,), np.float32),
                "action_mask": spaces.MultiBinary(kind.num_actions),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Restarts all games; without a seed from the environment's own generator."""
        if isinstance(seed, list):
            raise _cardsharp.Error("seed: expected one for all games; each game derives its own")
        super().reset(seed=seed, options=options)
        self.games.reset(int(self.np_random.integers(2**63)))
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays one action in every game, for the seat to act."""
        actors = np.maximum(self.games.seats, 0).astype(np.intp)
        self.games.step(np.asarray(actions, dtype=np.int64))
        rewards = self.games.rewards[np.arange(self.num_envs), actors]
        terminated = self.games.terminated.copy() if self._copy else self.games.terminated
        return self._observations(), rewards, terminated, np.zeros(self.num_envs, bool), self._infos()

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _observations(self) -> Observations:
        observations, masks = self.games.observations, self.games.masks
        assert observations is not None and masks is not None, "both are asked for"
        return {"observation": self._own(observations), "action_mask": self._own(masks.view(np.int8))}

    def _infos(self) -> dict[str, Any]:
        infos = {"seat": self._own(self.games.seats), "rewards": self._own(self.games.rewards)}
        if self.games.hidden_cards is not None:
            infos["hidden_cards"] = self._own(self.games.hidden_cards)
        return infos

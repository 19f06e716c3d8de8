"""The types of players: built-in players by their specs, and objects with one of two protocols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, Union

if TYPE_CHECKING:
    from ._cardsharp import Observation, Player

Action: TypeAlias = Union[int, str]
"""An action by its number or in the game's notation."""


class Acts(Protocol):
    """A player that decides one observation at a time."""

    def act(self, observation: Observation, /) -> Action:
        """Returns the action to play; only called when it is the seat's turn."""
        ...


class ActsInBatches(Protocol):
    """A player that decides many observations at once, as networks do."""

    def act_batch(self, observations: list[Observation], /) -> Sequence[Action]:
        """Returns the action for each; only called when it is the seat's turn."""
        ...


Sitter: TypeAlias = Union[str, "Player", Acts, ActsInBatches]
"""A spec such as ``champion:nodes=500``, a ``Player``, or an object that acts."""

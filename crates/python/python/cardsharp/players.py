"""Who may sit at a table: players of the house by their specs, and whoever keeps one of two protocols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, Union

if TYPE_CHECKING:
    from ._cardsharp import Observation, Player

Action: TypeAlias = Union[int, str]
"""An action by its number or in the game's notation."""


class Acts(Protocol):
    """Decides about one observation at a time."""

    def act(self, observation: Observation, /) -> Action:
        """The action to take; only asked when it is the seat's turn."""
        ...


class ActsInBatches(Protocol):
    """Decides about many observations at once, as networks like it."""

    def act_batch(self, observations: list[Observation], /) -> Sequence[Action]:
        """The action to take for each; only asked when it is the seat's turn."""
        ...


Sitter: TypeAlias = Union[str, "Player", Acts, ActsInBatches]
"""A spec such as ``champion:nodes=500``, a ``Player``, or an object that acts."""

"""Unpacks observations and masks that ``VectorEnv`` has packed into bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._cardsharp import Game


def unpack(game: Game | str, packed: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Unpacks observations to features. A row holds a bit for each feature, then the features that are numbers.

    >>> float_env, packed_env = (cardsharp.VectorEnv("indigo", 2, observations=how) for how in ("float", "packed"))
    >>> bool((cardsharp.unpack("indigo", packed_env.observations) == float_env.observations).all())
    True
    """
    game = Game(game) if isinstance(game, str) else game
    width = -(-game.num_features // 8)
    bits: NDArray[Any] = np.unpackbits(packed[..., :width], axis=-1, count=game.num_features, bitorder="little")
    features = bits.astype(np.float32)
    features[..., game.number_features] = np.ascontiguousarray(packed[..., width:]).view("<f4")
    return features


def unpack_masks(game: Game | str, packed: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Unpacks masks to a boolean for every action.

    >>> env = cardsharp.VectorEnv("indigo", 2, masks="packed")
    >>> cardsharp.unpack_masks("indigo", env.masks).sum(axis=1).tolist()
    [6, 6]
    """
    game = Game(game) if isinstance(game, str) else game
    bits: NDArray[Any] = np.unpackbits(packed, axis=-1, count=game.num_actions, bitorder="little")
    return bits.astype(np.bool_)

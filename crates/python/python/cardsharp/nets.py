"""Saves multilayer perceptrons for play without Python: the player ``net:FILE`` reads the file.

The file is in the safetensors format. Its layers have the names of ``torch.nn.Sequential`` (``0.weight``, ``0.bias``,
``2.weight`` …), with rectifiers between them; its metadata hold the game and the version of its encoding. A network
maps ``Observation.features()`` to a logit for each action; the softmax over the legal actions is its policy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._cardsharp import Error, Game

Layer = tuple[NDArray[Any], NDArray[Any]]
"""The weights of a layer, a row for every output, and its bias."""


def save(path: str | PathLike[str], game: Game | str, layers: Sequence[Layer]) -> None:
    """Writes a network: for every layer its weights, a row for each output, and its bias.

    The layers of PyTorch's ``nn.Sequential`` of ``Linear`` and ``ReLU`` are
    ``[(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in module if hasattr(layer, "weight")]``.
    """
    game = Game(game) if isinstance(game, str) else game
    width = game.num_features
    header: dict[str, Any] = {"__metadata__": {"game": game.name, "encoding": str(game.encoding_version)}}
    numbers = bytearray()
    for number, (weights, bias) in enumerate(layers):
        if weights.ndim != 2 or weights.shape[1] != width or bias.shape != weights.shape[:1]:
            raise Error(
                f"layer {number}: weights {weights.shape} and bias {bias.shape} do not fit the {width} numbers before"
            )
        width = weights.shape[0]
        for name, tensor in ((f"{2 * number}.weight", weights), (f"{2 * number}.bias", bias)):
            start = len(numbers)
            numbers += np.ascontiguousarray(tensor, dtype="<f4").tobytes()
            header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [start, len(numbers)]}
    if width != game.num_actions:
        raise Error(f"the last layer says {width} numbers, but {game.title} has {game.num_actions} actions")
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    Path(path).write_bytes(len(text).to_bytes(8, "little") + text + bytes(numbers))


def load(path: str | PathLike[str]) -> list[Layer]:
    """Loads the layers of a saved network, for further training."""
    content = Path(path).read_bytes()
    length = int.from_bytes(content[:8], "little")
    header: dict[str, Any] = json.loads(content[8 : 8 + length])
    numbers = content[8 + length :]

    def tensor(name: str) -> NDArray[Any]:
        start, end = header[name]["data_offsets"]
        return np.frombuffer(numbers[start:end], "<f4").reshape(header[name]["shape"]).copy()

    order = sorted({int(name.split(".")[0]) for name in header if name != "__metadata__"})
    return [(tensor(f"{number}.weight"), tensor(f"{number}.bias")) for number in order]

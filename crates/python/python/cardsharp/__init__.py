"""Card games with hidden cards: rules, strong players, matches, reinforcement learning environments.

>>> import cardsharp
>>> state = cardsharp.Game("indigo").start(7)
>>> view = state.observe()                              # everything that a seat knows, and nothing else
>>> champion = cardsharp.Player("indigo", "champion:nodes=300")
>>> state.apply_action(champion.act(view, seed=1))      # players get the view, never the state

``match``, ``tournament``, ``exploit``, ``analyse``, ``beliefs`` and ``replay`` return the reports of the commands of
the same name as plain dictionaries, with columns for pandas and polars. An object with ``act(observation)`` or
``act_batch(observations)`` can play at the same tables as the built-in players.
"""

import sysconfig as _sysconfig

if _sysconfig.get_config_var("Py_GIL_DISABLED"):
    raise ImportError(
        "cardsharp is not tested on free-threaded builds of Python: use one with the interpreter's lock, "
        "such as python3.13 instead of python3.13t"
    )

from ._cardsharp import (
    CutDown,
    CutDownState,
    Error,
    Game,
    IllegalAction,
    InternalError,
    InvalidDeal,
    Observation,
    Player,
    Record,
    RecordError,
    State,
    UnknownPlayer,
    VectorEnv,
    analyse,
    beliefs,
    command,
    exploit,
    games,
    match,
    play,
    replay,
    tournament,
)
from .packing import unpack, unpack_masks

__all__ = [
    "CutDown",
    "CutDownState",
    "Error",
    "Game",
    "IllegalAction",
    "InternalError",
    "InvalidDeal",
    "Observation",
    "Player",
    "Record",
    "RecordError",
    "State",
    "UnknownPlayer",
    "VectorEnv",
    "analyse",
    "beliefs",
    "command",
    "exploit",
    "games",
    "match",
    "play",
    "replay",
    "tournament",
    "unpack",
    "unpack_masks",
]


def _game(name: str, options: dict[str, str]) -> Game:
    """Rebuilds a game for pickle."""
    return Game(name, **options)


def _observation(game: Game, text: str) -> Observation:
    """Rebuilds an observation for pickle."""
    return game.observation(text)

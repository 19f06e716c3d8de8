"""Card games with hidden cards: rules, strong players, matches, environments for learners.

>>> import cardsharp
>>> state = cardsharp.Game("indigo").start(7)
>>> view = state.observe()                              # what a seat knows, and nothing else
>>> champion = cardsharp.Player("indigo", "champion:nodes=300")
>>> state.apply_action(champion.act(view, seed=1))      # it is given the view, never the state

``match``, ``tournament``, ``exploit``, ``analyse``, ``beliefs`` and ``replay`` say what the commands of the same name
say, as plain dictionaries, with columns that pandas and polars take as they are. Whoever has ``act(observation)`` or
``act_batch(observations)`` sits at the same tables as the players of the house.
"""

import sysconfig as _sysconfig

if _sysconfig.get_config_var("Py_GIL_DISABLED"):
    raise ImportError(
        "cardsharp has not been tried on free-threaded builds of Python: use one with the interpreter's lock, "
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
    """A game again, for pickle."""
    return Game(name, **options)


def _observation(game: Game, text: str) -> Observation:
    """An observation again, for pickle."""
    return game.observation(text)

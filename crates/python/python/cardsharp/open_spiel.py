"""The games for OpenSpiel: registered with ``pyspiel``, with one chance node for each card dealt.

Importing this module registers ``cardsharp_intensity``, ``cardsharp_hanamikoji``, ``cardsharp_indigo``,
``cardsharp_lucky_thirteen`` and ``cardsharp_cut_down_hanamikoji``; OpenSpiel's algorithms accept them like its own.

>>> import pyspiel, cardsharp.open_spiel
>>> state = pyspiel.load_game("cardsharp_indigo").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 52)

``IsmctsPlayer`` makes OpenSpiel's information set Monte-Carlo tree search a player of this package.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from . import _cardsharp
from ._cardsharp import CutDown, CutDownState, Game, Observation, State

_CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]|\d+[SHDC]|\d\d|[A-G]")

_CUT_DOWN = {"deck": "FFFGGGG", "kinds": "secret burn", "points": 3, "types": 2}


class _Dealer:
    """The cards of a game, and the function that deals them in an order."""

    def __init__(self, cards: list[str], deal: Callable[[list[str]], Any]) -> None:
        self.counts = Counter(cards)
        self.kinds = sorted(self.counts)
        self.size = len(cards)
        self.deal = deal


def _whole(game: Game) -> _Dealer:
    template = game.deal(0)

    def deal(order: list[str]) -> State:
        cards = iter(order)
        return game.start(deal=_CARD.sub(lambda _: next(cards), template))

    return _Dealer(_CARD.findall(template), deal)


def _cut(game: CutDown) -> _Dealer:
    return _Dealer(list(game.deck), lambda order: game.start("".join(order)))


class CardsharpState(pyspiel.State):  # type: ignore[misc]
    """A position, or an unfinished deal in which chance draws the next card."""

    def __init__(self, game: CardsharpGame) -> None:
        super().__init__(game)
        self.dealer = game.dealer
        self.order: list[str] = []
        self.position: State | CutDownState | None = None

    def current_player(self) -> int:
        """The player to act; chance while cards are dealt."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None, "chance has outcomes, no actions"
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The remaining kinds of cards with their probabilities."""
        left = self.dealer.counts - Counter(self.order)
        total = left.total()
        return [(number, left[kind] / total) for number, kind in enumerate(self.dealer.kinds) if left[kind]]

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            self.position.apply_action(action)
            return
        self.order.append(self.dealer.kinds[action])
        if len(self.order) == self.dealer.size:
            self.position = self.dealer.deal(self.order)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.dealer.kinds[action]}"
        return str(self.get_game().notation.action_to_string(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.is_terminal()

    def returns(self) -> list[float]:
        """The return of each seat."""
        return [0.0] * self.num_players() if self.position is None else self.position.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat knows."""
        if self.position is None:
            return f"{len(self.order)} cards are dealt"
        return self.position.information_state_string(self.current_player() if player is None else player)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The information state of a seat as numbers; zeros for cut-down games, which have no encoding."""
        seat = self.current_player() if player is None else player
        if not isinstance(self.position, State):
            return [0.0] * self.get_game().num_features
        features: list[float] = self.position.observe(seat).features().tolist()
        return features

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CardsharpState:
        """Samples a position that this seat cannot tell from this one, uniformly."""
        if not isinstance(self.position, State):
            raise _cardsharp.Error("only positions of whole games are sampled, once the cards are dealt")
        other = CardsharpState(self.get_game())
        other.order = self.order
        other.position = self.position.resample_from_infostate(player, sampler)
        return other

    def __str__(self) -> str:
        if self.position is None:
            return f"dealt: {' '.join(self.order)}"
        if isinstance(self.position, State):
            return str(self.position)
        return f"{self.position.information_state_string(0)}\n{self.position.information_state_string(1)}"


class _Observer:
    """OpenSpiel's observer of information states."""

    def __init__(self, size: int) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict = {"information_state": self.tensor}

    def set_from(self, state: CardsharpState, player: int) -> None:
        """Writes the information state of a seat."""
        self.tensor[:] = state.information_state_tensor(player)

    def string_from(self, state: CardsharpState, player: int) -> str:
        """The information state of a seat as a text."""
        return state.information_state_string(player)


class CardsharpGame(pyspiel.Game):  # type: ignore[misc]
    """An OpenSpiel game."""

    def __init__(self, kind: Any, params: dict[str, Any], info: Any, dealer: _Dealer, game: Game, features: int) -> None:
        super().__init__(kind, info, params)
        self.dealer, self.notation, self.num_features = dealer, game, features

    def new_initial_state(self) -> CardsharpState:
        """The state before the first card is dealt."""
        return CardsharpState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """The observer of information states, as numbers and as a text."""
        return _Observer(self.num_features)


def _kind(name: str, title: str, seats: int, params: dict[str, Any], zero_sum: bool, tensor: bool) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification=params,
    )


def _length(game: Game) -> int:
    """The number of actions in one play of a game; every play of a game has the same number."""
    state, length = game.start(0), 0
    while state.apply_random_action(length) is not None:
        length += 1
    return length


def _register_whole(game: Game) -> None:
    least, most = game.returns_range
    zero_sum = game.name == "hanamikoji"
    name, options = f"cardsharp_{game.name.replace('-', '_')}", game.options
    kind = _kind(name, game.title, game.seats, options, zero_sum, True)

    class Registered(CardsharpGame):
        """A game of this package."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            chosen = Game(game.name, **{key: str(value) for key, value in (params or {}).items()})
            dealer = _whole(chosen)
            info = pyspiel.GameInfo(
                num_distinct_actions=chosen.num_actions,
                max_chance_outcomes=len(dealer.kinds),
                num_players=chosen.seats,
                min_utility=float(least),
                max_utility=float(most),
                utility_sum=0.0 if zero_sum else None,
                max_game_length=_length(chosen),
            )
            super().__init__(kind, params or {}, info, dealer, chosen, chosen.num_features)

    pyspiel.register_game(kind, Registered)


def _register_cut_down() -> None:
    whole = Game("hanamikoji")
    kind = _kind("cardsharp_cut_down_hanamikoji", "Cut-down Hanamikoji", 2, _CUT_DOWN, True, False)

    class Registered(CardsharpGame):
        """Hanamikoji with fewer cards and actions."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            said = {**_CUT_DOWN, **(params or {})}
            self.cut_down = CutDown(
                str(said["deck"]), str(said["kinds"]).split(), points=int(said["points"]), types=int(said["types"])
            )
            dealer = _cut(self.cut_down)
            info = pyspiel.GameInfo(
                num_distinct_actions=whole.num_actions,
                max_chance_outcomes=len(dealer.kinds),
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=3 * len(self.cut_down.kinds) * 2,
            )
            super().__init__(kind, params or {}, info, dealer, whole, 1)

    pyspiel.register_game(kind, Registered)


for _game in _cardsharp.games():
    _register_whole(_game)
_register_cut_down()


class IsmctsPlayer:
    """OpenSpiel's information set Monte-Carlo tree search, written in Python, as a player."""

    def __init__(self, simulations: int = 100, *, uct_c: float | None = None, seed: int = 1) -> None:
        """``uct_c`` is the exploration constant; by default the range of the game's returns."""
        self.simulations, self.uct_c, self.seed = simulations, uct_c, seed
        self.name = f"open-spiel-ismcts:simulations={simulations}"
        self._bots: dict[str, Any] = {}

    def _bot(self, game: Game) -> tuple[Any, Any]:
        if game.name not in self._bots:
            from open_spiel.python.algorithms import ismcts, mcts

            spiel = pyspiel.load_game(f"cardsharp_{game.name.replace('-', '_')}", game.options)
            luck = np.random.RandomState(self.seed)
            spread = game.returns_range[1] - game.returns_range[0]
            evaluator = mcts.RandomRolloutEvaluator(random_state=luck)
            explore = self.uct_c if self.uct_c is not None else float(spread)
            bot = ismcts.ISMCTSBot(spiel, evaluator, explore, self.simulations, random_state=luck)
            self._bots[game.name] = (spiel, bot)
        spiel, bot = self._bots[game.name]
        return spiel, bot

    def act(self, observation: Observation) -> int:
        """Searches from a state that fits the observation; the search samples further states from it."""
        spiel, bot = self._bot(observation.game)
        state = CardsharpState(spiel)
        state.position = observation.sample_state(self.seed)
        return int(bot.step(state))

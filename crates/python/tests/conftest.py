"""What several tests need."""

import random

import pytest

import cardsharp

GAMES = [game.name for game in cardsharp.games()]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> cardsharp.Game:
    """Every game in turn."""
    return cardsharp.Game(request.param)


def random_states(game: cardsharp.Game, seed: int):
    """Every position of a random game, the last one included."""
    draw, state = random.Random(seed), game.start(seed)
    while True:
        yield state.clone()
        if state.is_terminal():
            return
        state.apply_action(draw.choice(state.legal_actions()))

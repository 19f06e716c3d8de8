"""Fixtures of several tests."""

import random

import pytest

import cardsharp

GAMES = [game.name for game in cardsharp.games()]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> cardsharp.Game:
    """Runs a test for every game."""
    return cardsharp.Game(request.param)


def random_states(game: cardsharp.Game, seed: int):
    """Yields every position of a random game, including the last."""
    draw, state = random.Random(seed), game.start(seed)
    while True:
        yield state.clone()
        if state.is_terminal():
            return
        state.apply_action(draw.choice(state.legal_actions()))

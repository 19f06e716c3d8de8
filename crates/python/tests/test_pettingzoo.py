"""PettingZoo's own tests; its environments follow the games."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_test
from pettingzoo.test.state_test import test_state_space as state_space_test

from cardsharp import pettingzoo


@pytest.fixture(autouse=True)
def quiet():
    """Silences warnings that PettingZoo gives for every game with action masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_its_api_test(game):
    api_test(pettingzoo.env(game), num_cycles=300)


def test_its_seed_test(game):
    seed_test(lambda: pettingzoo.env(game), num_cycles=300)


def test_its_render_test(game):
    render_test(lambda render_mode: pettingzoo.env(game, render_mode))


def test_its_state_tests(game):
    state_space_test(pettingzoo.env(game))
    state_test(pettingzoo.env(game), 100)


def test_a_table_plays_the_game(game):
    table = pettingzoo.env(game)
    table.reset(seed=4)
    state, draw = table.unwrapped._state.clone(), np.random.default_rng(1)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        seat = int(agent.removeprefix("seat_"))
        assert terminated == state.is_terminal() and not truncated
        assert np.array_equal(observation["observation"], state.observe(seat).features())
        if terminated:
            assert reward == state.returns()[seat]
            table.step(None)
            continue
        assert reward == 0 and seat == state.current_player()
        action = int(draw.choice(np.flatnonzero(observation["action_mask"])))
        table.step(action)
        state.apply_action(action)
    assert state.is_terminal()


def test_a_picture_shows_what_the_seat_sees(game):
    table = pettingzoo.CardsharpEnv(game, "rgb_array")
    table.reset(seed=4)
    first = table.render()
    table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 4, "not a blank sheet"
    assert not np.array_equal(first, table.render())

"""Games in a vector environment are the same as single games."""

import numpy as np
import pytest

import cardsharp
from cardsharp.gymnasium import CardsharpVectorEnv


def choose(env, draw):
    """A random legal action in every game; any number for finished games."""
    return np.array([draw.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in env.masks])


def check_against_states(env, states):
    """Compares every row with the state of its game."""
    for place, state in enumerate(states):
        assert env.seats[place] == (-1 if state.is_terminal() else state.current_player())
        assert list(np.flatnonzero(env.masks[place])) == state.legal_actions()
        for seat in range(env.game.seats):
            assert np.array_equal(env.hidden_cards[place, seat], state.observe(seat).features())
        if not state.is_terminal():
            assert np.array_equal(env.observations[place], state.observe().features())


@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_every_row_is_that_of_a_game_played_singly(game, autoreset):
    env = cardsharp.VectorEnv(game, 6, seed=5, hidden_cards=True, autoreset=autoreset)
    draw, finished, numbers = np.random.default_rng(1), 0, [0] * 6

    def begin(place):
        numbers[place] += 1
        return game.start(cardsharp.VectorEnv.game_seed(5, place, numbers[place] - 1))

    states = [begin(place) for place in range(6)]
    for _ in range(120):
        check_against_states(env, states)
        actions = choose(env, draw)
        env.step(actions)
        for place, state in enumerate(states):
            if state.is_terminal():
                assert not env.terminated[place] and not env.rewards[place].any()
                if autoreset == "next-step":
                    states[place] = begin(place)
                continue
            state.apply_action(int(actions[place]))
            assert env.terminated[place] == state.is_terminal()
            assert env.rewards[place].tolist() == state.returns()
            finished += state.is_terminal()
            if state.is_terminal() and autoreset == "same-step":
                states[place] = begin(place)
    assert finished > 6 or autoreset == "disabled" and finished == 6


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_nothing(game, threads):
    one, many = (cardsharp.VectorEnv(game, 301, seed=9, hidden_cards=True, threads=t) for t in (1, threads))
    draw = np.random.default_rng(2)
    for step in range(60):
        for name in ("seats", "terminated", "rewards", "observations", "masks", "hidden_cards"):
            assert np.array_equal(getattr(one, name), getattr(many, name)), (step, name)
        if step % 3:
            assert one.step_random(2) == many.step_random(2)
        else:
            actions = choose(one, draw)
            one.step(actions)
            many.step(actions)


def test_packed_is_the_same(game):
    plain = cardsharp.VectorEnv(game, 50, seed=3)
    packed = cardsharp.VectorEnv(game, 50, seed=3, observations="packed", masks="packed")
    for _ in range(70):
        assert np.array_equal(cardsharp.unpack(game, packed.observations), plain.observations)
        assert np.array_equal(cardsharp.unpack_masks(game, packed.masks), plain.masks)
        plain.step_random()
        packed.step_random()


def test_steps_at_once_are_steps_one_by_one(game):
    slow, quick, blind = (
        cardsharp.VectorEnv(game, 20, seed=4, autoreset="same-step", **how)
        for how in ({}, {}, {"observations": None, "masks": None})
    )
    ended = sum(slow.step_random() for _ in range(100))
    assert quick.step_random(100) == ended == blind.step_random(100) > 0
    assert blind.observations is None and blind.masks is None and blind.hidden_cards is None
    for name in ("seats", "terminated", "rewards", "observations", "masks"):
        assert np.array_equal(getattr(slow, name), getattr(quick, name)), name
    assert np.array_equal(slow.seats, blind.seats) and np.array_equal(slow.rewards, blind.rewards)


def test_buffers_of_the_caller_are_written_in_place(game):
    masks = np.ones((8, game.num_actions), bool)
    whole = np.zeros((10, game.num_features), np.float32)
    env = cardsharp.VectorEnv(game, 8, seed=1, buffers={"masks": masks, "observations": whole[1:9]})
    fresh = cardsharp.VectorEnv(game, 8, seed=1)
    assert env.masks is masks and np.array_equal(masks, fresh.masks)
    assert np.array_equal(whole[1:9], fresh.observations) and not whole[0].any() and not whole[9].any()
    env.step(choose(env, np.random.default_rng(0)))
    assert not np.array_equal(whole[1:9], fresh.observations)


def test_what_does_not_fit_is_refused_by_name(game):
    wide = np.zeros((8, game.num_features), np.float64)
    for name, array in {
        "observations": wide,
        "masks": np.zeros((8, 3), bool),
        "seats": np.zeros(16, np.int8)[::2],
    }.items():
        with pytest.raises(cardsharp.Error, match=rf'buffers\["{name}"\]: expected a writable C-contiguous array'):
            cardsharp.VectorEnv(game, 8, buffers={name: array})
    frozen = np.zeros(8, bool)
    frozen.flags.writeable = False
    with pytest.raises(cardsharp.Error, match="writable"):
        cardsharp.VectorEnv(game, 8, buffers={"terminated": frozen})
    with pytest.raises(cardsharp.Error, match='"hats" is not a buffer'):
        cardsharp.VectorEnv(game, 8, buffers={"hats": frozen})
    for wrong in ({"num_envs": 0}, {"observations": "int"}, {"masks": "float"}, {"autoreset": "never"}, {"threads": 0}):
        with pytest.raises(cardsharp.Error):
            cardsharp.VectorEnv(game, **{"num_envs": 2, **wrong})


def test_an_illegal_action_changes_nothing(game):
    env, same = (cardsharp.VectorEnv(game, 40, seed=2) for _ in range(2))
    actions = choose(env, np.random.default_rng(0))
    legal = actions[33]
    for wrong in (int(np.flatnonzero(~env.masks[33])[0]), -1, 10**9):
        actions[33] = wrong
        with pytest.raises(cardsharp.IllegalAction, match=f"game 33: {wrong} is .*seat 0 sees"):
            env.step(actions)
        assert np.array_equal(env.observations, same.observations)
    with pytest.raises(cardsharp.Error, match="3 actions for 40 games"):
        env.step([0, 0, 0])
    actions[33] = legal
    env.step(actions)
    same.step(actions)
    assert np.array_equal(env.masks, same.masks)


@pytest.mark.parametrize("autoreset", ["next-step", "same-step"])
def test_gymnasium_steps_the_same_games(game, autoreset):
    env = CardsharpVectorEnv(game, 16, autoreset=autoreset, hidden_cards=True, copy=autoreset == "next-step")
    assert env.metadata["autoreset_mode"].value.lower() == autoreset.replace("-", "")
    observations, infos = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert all(np.array_equal(observations[key], again[key]) for key in observations)
    draw, ended = np.random.default_rng(1), 0
    for _ in range(100):
        assert observations in env.observation_space
        actors = infos["seat"].copy()
        masks = observations["action_mask"]
        actions = np.array([draw.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        observations, rewards, terminated, truncated, infos = env.step(actions)
        acted = actors >= 0
        expected = infos["rewards"][np.arange(16), np.maximum(actors, 0)]
        assert np.array_equal(rewards[acted], expected[acted]) and not rewards[~acted].any()
        assert not truncated.any() and rewards.shape == terminated.shape == (16,)
        ended += terminated.sum()
    assert ended >= 16
    with pytest.raises(cardsharp.Error, match="one for all games"):
        env.reset(seed=[1, 2])
    with pytest.raises(cardsharp.Error, match="autoreset='disabled'"):
        CardsharpVectorEnv(game, 2, autoreset="disabled")

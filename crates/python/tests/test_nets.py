"""Saved networks play as players."""

import numpy as np
import pytest

import cardsharp
from cardsharp import nets


def random_layers(game, seed=1):
    draw = np.random.default_rng(seed)
    widths = [game.num_features, 17, 9, game.num_actions]
    return [
        (draw.normal(size=(after, before)).astype(np.float32), draw.normal(size=after).astype(np.float32))
        for before, after in zip(widths, widths[1:])
    ]


def softmax_of(layers, view):
    """The policy of a network, computed with NumPy."""
    values = view.features().astype(np.float64)
    for number, (weights, bias) in enumerate(layers):
        values = weights @ (np.maximum(values, 0) if number else values) + bias
    legal = np.array(view.legal_actions())
    likely = np.exp(values[legal] - values[legal].max())
    return dict(zip(legal.tolist(), likely / likely.sum()))


def test_a_network_plays_as_numpy_says(game, tmp_path):
    layers = random_layers(game)
    nets.save(tmp_path / "some, net=1.safetensors", game, layers)
    for (weights, bias), (again, bias_again) in zip(layers, nets.load(tmp_path / "some, net=1.safetensors")):
        assert np.array_equal(weights, again) and np.array_equal(bias, bias_again)
    player = cardsharp.Player(game, f"net:{tmp_path}/some, net=1.safetensors")
    record = cardsharp.play(game, ["random"] * game.seats, seed=3)
    for at in range(0, len(record.actions), 5):
        view = record.state(at).observe()
        told = player.consider(view)["weights"]
        expected = softmax_of(layers, view)
        assert {int(action) for action in told["action"]} == set(expected)
        for action, weight in zip(told["action"], told["weight"]):
            assert weight == pytest.approx(expected[int(action)], abs=1e-4)


def test_a_network_sits_at_every_table(game, tmp_path):
    path = tmp_path / "net.safetensors"
    nets.save(path, game, random_layers(game))
    spec = f"net:{path}"
    result = cardsharp.match(game, [spec, *["random"] * (game.seats - 1)], deals=3)
    assert result["players"][0]["name"] == spec
    assert cardsharp.tournament(game, [spec, "random"], rounds=1)["games"] > 0
    assert cardsharp.exploit(game, spec, deals=2, nodes=5)["player"] == spec


def test_what_is_no_network_of_the_game_is_refused_by_name(game, tmp_path):
    path = tmp_path / "net.safetensors"
    other = next(one for one in cardsharp.games() if one != game)
    nets.save(path, other, random_layers(other))
    with pytest.raises(cardsharp.UnknownPlayer, match=f'net.safetensors: its metadata has game "{other.name}"'):
        cardsharp.Player(game, f"net:{path}")
    with pytest.raises(cardsharp.UnknownPlayer, match="No such file"):
        cardsharp.match(game, ["net:nowhere", *["random"] * (game.seats - 1)])
    with pytest.raises(cardsharp.Error, match="layer 1: .* do not fit the 17 numbers before"):
        nets.save(path, game, [random_layers(game)[0], random_layers(game)[2]])
    with pytest.raises(cardsharp.Error, match="the last layer says 9 numbers"):
        nets.save(path, game, random_layers(game)[:2])

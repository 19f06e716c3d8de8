"""Learns Lucky Thirteen by self-play, then plays as `net:FILE`, without Python.

A perceptron with one hidden layer, REINFORCE with the mean of the table as its baseline, and Adam: all in NumPy, and
two minutes on one core suffice. `VectorEnv` plays the games; the network decides for every seat.
"""

import argparse
import time

import numpy as np

import cardsharp
from cardsharp import nets

GAMES, HIDDEN, RATE, ENTROPY = 512, 128, 2e-3, 0.01


class Perceptron:
    """Two layers, and Adam's moments of their gradients."""

    def __init__(self, inputs: int, outputs: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        first = draw.normal(0, (2 / inputs) ** 0.5, (HIDDEN, inputs))
        second = draw.normal(0, 0.01, (outputs, HIDDEN))
        self.weights = [first, np.zeros(HIDDEN), second, np.zeros(outputs)]
        self.weights = [weight.astype(np.float32) for weight in self.weights]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.steps = 0

    def logits(self, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        hidden = np.maximum(features @ self.weights[0].T + self.weights[1], 0)
        return hidden, hidden @ self.weights[2].T + self.weights[3]

    def learn(self, features: np.ndarray, hidden: np.ndarray, slope: np.ndarray) -> None:
        """Updates the weights by the gradient of the objective with respect to the logits."""
        back = (slope @ self.weights[2]) * (hidden > 0)
        slopes = [back.T @ features, back.sum(0), slope.T @ hidden, slope.sum(0)]
        self.steps += 1
        for weight, (first, second), gradient in zip(self.weights, self.moments, slopes, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            mean, square = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            weight += RATE * mean / (np.sqrt(square) + 1e-8)

    def layers(self) -> list[nets.Layer]:
        return [(self.weights[0], self.weights[1]), (self.weights[2], self.weights[3])]


def softmax(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    logits = np.where(masks, logits, -np.inf)
    probs = np.exp(logits - logits.max(1, keepdims=True))
    return probs / probs.sum(1, keepdims=True)


def play(env: cardsharp.VectorEnv, net: Perceptron, draw: np.random.Generator) -> tuple[list, np.ndarray]:
    """Plays a game at every table. Returns the decisions, and each seat's reward above the mean of its table."""
    decisions = []
    while True:
        features, masks, seats = env.observations.copy(), env.masks.copy(), env.seats.copy()
        hidden, logits = net.logits(features)
        probs = softmax(logits, masks)
        sums = probs.cumsum(1)
        actions = (sums > draw.random((len(sums), 1)) * sums[:, -1:]).argmax(1)
        env.step(actions)
        decisions.append((features, masks, seats, hidden, probs, actions))
        if env.terminated.any():
            rewards = env.rewards - env.rewards.mean(1, keepdims=True)
            return decisions, rewards / (rewards.std() + 1e-6)


def improve(net: Perceptron, decisions: list, advantages: np.ndarray) -> None:
    """Takes one policy gradient step: actions of the seats that won more become likelier; the entropy bonus keeps some
    chance for all."""
    features, masks, seats, hidden, probs, actions = (np.concatenate(column) for column in zip(*decisions, strict=True))
    tables = np.tile(np.arange(len(advantages)), len(decisions))
    advantage = advantages[tables, seats][:, None]
    chosen = np.zeros_like(probs)
    chosen[np.arange(len(actions)), actions] = 1
    logs = np.log(np.where(masks, probs, 1) + 1e-12)
    doubt = -probs * (logs - (probs * logs).sum(1, keepdims=True))
    slope = advantage * (chosen - probs) + ENTROPY * doubt
    net.learn(features, hidden, (slope / len(actions)).astype(np.float32))


def train(seconds: float, path: str) -> None:
    env = cardsharp.VectorEnv("lucky-thirteen", GAMES, seed=1, autoreset="same-step")
    net = Perceptron(env.game.num_features, env.game.num_actions, seed=1)
    draw, end, batches = np.random.default_rng(1), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        improve(net, *play(env, net, draw))
        batches += 1
    nets.save(path, env.game, net.layers())
    print(f"{batches * GAMES} games were played; {path} is written")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=110, help="training time")
    parser.add_argument("--out", default="lucky-thirteen.safetensors", help="the file of the network")
    arguments = parser.parse_args()
    train(arguments.seconds, arguments.out)
    learnt = f"net:{arguments.out}"
    result = cardsharp.match("lucky-thirteen", [learnt, "random", "random", "random"], deals=200, seed=1)
    for player in result["players"]:
        points, name = player["points"], player["name"]
        print(f"{name}: {points['mean']:.2f} ± {points['standard_error']:.2f} points a game")

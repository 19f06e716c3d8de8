"""A player of your own in a cardsharp match: it takes a random legal action.

Change `act` and see whether it wins. The player gets what its seat has seen, and nothing else.
"""

import random

import cardsharp


class RandomAgent:
    name = "my random agent"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def act(self, observation: cardsharp.Observation) -> int:
        return self.random.choice(observation.legal_actions())


if __name__ == "__main__":
    for game in cardsharp.games():
        players = [RandomAgent(1), *["random"] * (game.seats - 1)]
        # One table at a time, so that its random numbers come in the same order every time.
        result = cardsharp.match(game, players, deals=50, seed=1, threads=1)
        points = result["players"][0]["points"]
        print(f"{game.title}: {points['mean']:.2f} ± {points['standard_error']:.2f} points a game,")
        print(f"  {(game.seats - 1) / 2:.2f} is what anybody gets among equals")

"""Seats the players of a batch: the learner, its past, rule-based and random players.

With two seats every table keeps its kind of opponent, so a kind is evaluated on its own tables only. With four, the
kinds are mixed and drawn anew for every game, so every kind is evaluated on all tables that have opponents.
"""

import torch

from room import PAST, RANDOM

LEARNER = 0


def number_kinds(game, shares):
    """Numbers the kinds. Kinds for measuring only come after those that the critic knows."""
    names = [*game.population, *(name for name in shares if name not in game.population)]
    return [(number, name) for number, name in enumerate(names, 1) if shares.get(name)]


def by_rule(names):
    return [name for name in names if name not in (PAST, RANDOM)]


class Opposite:
    """Seating for two seats: at its share of the tables each kind of opponent has one seat."""

    def __init__(self, game, games, shares, device):
        self.games, self.device = games, device
        # The tables of every kind, and its players.
        self.places, self.styles, start = {}, {}, 0
        self.kind = torch.zeros(games, dtype=torch.long, device=device)
        self.told = torch.zeros(games, game.told, dtype=torch.bool, device=device)
        self.numbers = {}
        # The value head learns only where the opponent is known: in self-play, and where the opponent is described.
        self.is_valued = torch.ones(games, dtype=torch.bool, device=device)
        for number, name in number_kinds(game, shares):
            end = start + int(games * shares[name])
            if end > start:
                self.places[name], self.numbers[name] = (start, end), number
                self.kind[start:end] = number
                self.is_valued[start:end] = game.value_with is None or name in game.value_with
            start = end
        for name in by_rule(self.places):
            start, end = self.places[name]
            self.styles[name] = game.new_styles(name, end - start, device)
            if game.told:
                self.told[start:end] = self.styles[name].told(name)
        self.shown = self.kind.unsqueeze(1) == torch.arange(1 + len(game.population), device=device)
        self.both = torch.arange(2, device=device)

    def draw(self):
        """Draws new opponents; returns the number of the kind at every seat."""
        for styles in self.styles.values():
            styles.redraw()
        opponent = torch.randint(0, 2, (self.games,), device=self.device)
        return torch.where(opponent.unsqueeze(1) == self.both, self.kind.unsqueeze(1), LEARNER)


class Mixed:
    """Seating for more seats: this share of the tables, the last ones, has opponents of all kinds. One seat there is
    always the learner's, every other one with probability `more`. `Game.alike` is how often all opponents are of one
    kind."""

    def __init__(self, game, games, shares, device, mixed=1.0, more=0.0):
        assert not game.told, "only games of two seats describe the opponent"
        self.seats, self.device, self.more, self.alike = game.seats, device, more, game.alike
        self.start, self.mixed = games - int(games * mixed), int(games * mixed)
        self.numbers = {name: number for number, name in number_kinds(game, shares)}
        self.places = {name: (self.start, games) for name in self.numbers} if self.mixed else {}
        # One object for all kinds, because they share computations.
        rules = by_rule(self.places)
        self.common = game.styles.Styles(self.mixed, device) if rules else None
        self.styles = {name: self.common for name in rules}
        make = lambda values: torch.tensor(values, device=device)
        total = sum(shares[name] for name in self.numbers)
        self.kinds = make(list(self.numbers.values()) or [LEARNER])
        self.ends = make([shares[name] / total for name in self.numbers]).cumsum(0)[:-1].contiguous()
        self.each = torch.arange(game.seats, device=device)
        self.alone = torch.zeros(self.start, game.seats, dtype=torch.long, device=device)
        self.is_valued = torch.ones(games, dtype=torch.bool, device=device)
        self.is_valued[self.start:] = game.value_with is None
        self.told = self.shown = torch.zeros(games, 0, dtype=torch.bool, device=device)

    def draw(self):
        """Draws new opponents; returns the number of the kind at every seat."""
        mixed, seats, device = self.mixed, self.seats, self.device
        each = torch.bucketize(torch.rand(mixed, seats, device=device), self.ends)
        alike = torch.rand(mixed, 1, device=device) < self.alike
        kind = self.kinds[torch.where(alike, each[:, :1], each)]
        if self.common:
            self.common.redraw()
            # Opponents of one kind may also share their preferences.
            if hasattr(self.common, "agree"):
                self.common.agree(alike)
        learner = torch.rand(mixed, seats, device=device) < self.more
        certain = torch.randint(0, seats, (mixed, 1), device=device) == self.each
        return torch.cat([self.alone, torch.where(learner | certain, LEARNER, kind)])


def seating(game, games, shares, device, mixed, more):
    if game.seats == 2:
        return Opposite(game, games, shares, device)
    return Mixed(game, games, shares, device, mixed, more)

"""Plays whole batches: the learner against itself, rule-based players, a given network and random players."""

from collections import namedtuple

import torch

import residual
from room import PAST, RANDOM
from seating import LEARNER, seating

# The mean return and its standard error, the means by seat, and the game's figures: means and errors by name.
Score = namedtuple("Score", "mean error seats figures")


def look(table, told, shown, features):
    """Returns the acting seat's features in every game, its legal actions, and the critic's hidden inputs."""
    seat = table.seat()
    legal = table.legal(seat)
    x = table.encode(seat, legal)
    x[:, features:features + told.shape[1]] = told
    return x, legal, torch.cat([table.open_cards(seat), shown], 1)


def act(table, action):
    table.act(action)


# By whether the function is compiled.
LOOK = {True: residual.fused(look), False: look}
ACT = {True: residual.fused(act), False: act}


@residual.fused
def draw(policy, x, legal, temperature):
    """Samples an action for every game. Returns the actions and the logarithms of their probabilities."""
    logits = (policy(x) / temperature).masked_fill(~legal, -1e9)
    action = (logits + residual.gumbel(logits)).argmax(1)
    return action, logits.log_softmax(1).gather(1, action.unsqueeze(1)).squeeze(1)


def best_legal(scores, legal):
    """Returns the legal action with the largest score, with random ties. Not compiled: the sizes differ by kind."""
    scores = scores.masked_fill(~legal, -1e9)
    best = scores > scores.amax(1, keepdim=True) - 1e-4
    return (best + torch.rand_like(scores)).argmax(1)


class Batch:
    """A batch of games. `shares` are the shares of each kind of opponent, `mixed` and `more` those of `seating.Mixed`,
    and `heats` the temperatures of the past."""

    # Whether all its work runs on the GPU.
    is_captured = True

    def __init__(self, game, games, shares, device, keep=True, mixed=1.0, more=0.0, heats=None):
        self.game, self.games, self.device, self.keep = game, games, device, keep
        self.steps, self.heats = game.steps, heats
        self.table = game.new_table(games, device)
        self.seating = seating(game, games, shares, device, mixed, more)
        if keep:
            make = lambda *shape, dtype: torch.zeros(self.steps, games, *shape, dtype=dtype, device=device)
            self.x = make(game.table.PADDED, dtype=torch.bfloat16)
            self.open = make(game.hidden, dtype=torch.bool)
            self.legal = make(game.table.ACTIONS, dtype=torch.bool)
            self.truths = tuple(make(head.width, dtype=torch.int8) for head in game.heads)
            self.action, self.seat = make(dtype=torch.long), make(dtype=torch.long)
            self.logp = make(dtype=torch.float)
            self.active = make(dtype=torch.bool)

    def heat(self, other):
        """Returns the temperature of the past: the given one, or a random one for every table where it may sit."""
        if self.heats is None or PAST not in self.seating.places:
            return other
        (low, high), (start, end) = self.heats, self.seating.places[PAST]
        return low + (high - low) * torch.rand(end - start, 1, device=self.device)

    def opponent_actions(self, kind, seat, x, legal, past, heat):
        """Returns the actions of a kind of opponent at its tables."""
        start, end = self.seating.places[kind]
        x, seat, legal = x[start:end], seat[start:end], legal[start:end]
        if kind == PAST:
            return draw(past, x, legal, heat)[0]
        if kind == RANDOM:
            return best_legal(torch.zeros(legal.shape, device=self.device), legal)
        return best_legal(self.seating.styles[kind].scores(kind, self.table.part(start, end), seat, legal), legal)

    def play(self, policy, past, own, other):
        """Plays all games to the end; `own` and `other` are the temperatures of the policy and of `past`."""
        table, compiled = self.table, self.game.is_branchless
        table.deal()
        self.who = self.seating.draw()
        heat = self.heat(other)
        for step in range(self.steps):
            seat = table.seat()
            x, legal, hidden = LOOK[compiled](table, self.seating.told, self.seating.shown, self.game.table.FEATURES)
            action, logp = draw(policy, x, legal, own)
            acting = self.who.gather(1, seat.unsqueeze(1)).squeeze(1)
            if self.keep:
                self.x[step], self.legal[step], self.action[step], self.logp[step] = x, legal, action, logp
                self.open[step, :, : hidden.shape[1]] = hidden
                for truth, head in zip(self.truths, self.game.heads):
                    truth[step] = head.truth(table, seat)
                self.seat[step] = seat
                self.active[step] = (acting == LEARNER) & (legal.sum(1) > 1)
            for kind, (start, end) in self.seating.places.items():
                part = slice(start, end)
                theirs = self.opponent_actions(kind, seat, x, legal, past, heat)
                action[part] = torch.where(acting[part] == self.seating.numbers[kind], theirs, action[part])
            ACT[compiled](table, action)


@torch.no_grad()
def measure(game, policy, past, kind, games, device, own, other=1.0, at_once=32768, batch=None):
    """Measures the policy on fresh games with one learner among opponents of a kind."""
    batch = batch or Batch(game, min(games, at_once), {kind: 1.0}, device, keep=False)
    own, other = (torch.tensor(temperature, device=device) for temperature in (own, other))
    returns, seats, figures = [], [], {}
    for _ in range(games // batch.games):
        batch.play(policy, past, own, other)
        learner = batch.who == LEARNER
        returns.append(batch.table.returns()[learner])
        seats.append(learner.int().argmax(1))
        for name, figure in game.figures(batch.table).items():
            figures.setdefault(name, []).append(figure[learner])
    mean = lambda parts: (torch.cat(parts).mean().item(), (torch.cat(parts).std() / sum(map(len, parts)) ** 0.5).item())
    seats, whole = torch.cat(seats), torch.cat(returns)
    by_seat = [whole[seats == seat].mean().item() for seat in range(game.seats)]
    return Score(*mean(returns), by_seat, {name: mean(parts) for name, parts in figures.items()})

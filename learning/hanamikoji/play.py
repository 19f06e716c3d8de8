"""Plays whole batches: the learner against itself, and against greedy, its own past and chance."""

import torch

from greedy import Greedy
from net import KINDS, residual
from table import ACTIONS, FEATURES, PADDED, STEPS, Table

# Of the known ones the learner is told that they are greedy.
LEARNER, GREEDY, KNOWN, PAST, RANDOM = range(KINDS)


class Batch:
    """A batch of games; `shares` says how many of them are against each kind of stranger."""

    def __init__(self, games, shares, device, keep=True):
        self.table, self.games, self.device, self.keep = Table(games, device), games, device, keep
        self.greedy = Greedy(device)
        ends, start = {}, 0
        for kind in (GREEDY, KNOWN, PAST, RANDOM):
            end = start + int(games * shares.get(kind, 0.0))
            ends[kind] = (start, end)
            start = end
        self.places = ends
        self.kind = torch.zeros(games, dtype=torch.long, device=device)
        for kind, (start, end) in ends.items():
            self.kind[start:end] = kind
        self.known = self.kind == KNOWN
        self.opposite = self.kind.unsqueeze(1) == torch.arange(KINDS, device=device)
        if keep:
            make = lambda *shape, dtype: torch.zeros(STEPS, games, *shape, dtype=dtype, device=device)
            self.x = make(PADDED, dtype=torch.bfloat16)
            self.open = make(128, dtype=torch.bool)
            self.legal = make(ACTIONS, dtype=torch.bool)
            self.action = make(dtype=torch.long)
            self.logp = make(dtype=torch.float)
            self.sign = make(dtype=torch.float)
            self.active = make(dtype=torch.bool)

    def strange(self, kind, seat, legal, x, past):
        """What a kind of stranger does at its tables."""
        start, end = self.places[kind]
        legal = legal[start:end]
        if kind in (GREEDY, KNOWN):
            scores = self.greedy.scores(self.table.part(start, end), seat[start:end], legal)
        elif kind == PAST:
            scores = past(x[start:end])
            scores = scores + residual.gumbel(scores)
        else:
            scores = torch.rand(end - start, ACTIONS, device=self.device)
        return scores.masked_fill(~legal, -1e9).argmax(1)

    def play(self, policy, past, firm=False):
        """Plays all games to the end."""
        table = self.table
        table.deal()
        stranger = torch.randint(0, 2, (self.games,), device=self.device)
        for step in range(STEPS):
            seat = table.seat()
            legal = table.legal(seat)
            x = table.encode(seat)
            x[:, FEATURES] = self.known
            logits = policy(x).masked_fill(~legal, -1e9)
            action = (logits * 10 if firm else logits) + residual.gumbel(logits)
            action = action.masked_fill(~legal, -1e9).argmax(1)
            mine = (self.kind == LEARNER) | (seat != stranger)
            for kind, (start, end) in self.places.items():
                if end > start:
                    part = slice(start, end)
                    action[part] = torch.where(mine[part], action[part], self.strange(kind, seat, legal, x, past))
            if self.keep:
                hidden = table.open_cards(seat)
                self.x[step], self.legal[step], self.action[step] = x, legal, action
                self.open[step, :, : hidden.shape[1]] = hidden
                self.open[step, :, hidden.shape[1]:hidden.shape[1] + KINDS] = self.opposite
                self.logp[step] = logits.log_softmax(1).gather(1, action.unsqueeze(1)).squeeze(1)
                self.sign[step] = 1.0 - 2.0 * seat
                self.active[step] = mine & (legal.sum(1) > 1)
            table.act(action)
        self.mine = 1.0 - 2.0 * (1 - stranger)


@torch.no_grad()
def measure(policy, past, kind, games, device):
    """The share of the points that the policy gets, playing what it likes best, and its standard error."""
    batch = Batch(games, {kind: 1.0}, device, keep=False)
    batch.play(policy, past, firm=True)
    points = 0.5 + 0.5 * batch.table.returns() * batch.mine
    return points.mean().item(), (points.std() / games**0.5).item()

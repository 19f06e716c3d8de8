"""Plays whole batches: the learner against itself, and against greedy, a given network and chance."""

from collections import namedtuple

import torch

from greedy import Greedy, Manner
from net import INPUTS, KINDS, residual
from table import ACTIONS, FEATURES, FULL, PADDED, Table

# Of the known ones the learner is told what they are: half of them greedy, half of them kin of greedy.
LEARNER, GREEDY, KNOWN, PAST, RANDOM = range(KINDS)
# The mean return and its standard error, and the means of both seats.
Score = namedtuple("Score", "mean error first second")


@residual.fused
def look(table, known, opposite):
    """What whoever acts sees in every game, what is legal, and what only the critic sees."""
    seat = table.seat()
    x = table.encode(seat)
    x[:, FEATURES:INPUTS] = known
    return x, table.legal(seat), torch.cat([table.open_cards(seat), opposite], 1)


@residual.fused
def draw(policy, x, legal, temperature):
    """An action for every game, and the logarithm of its chance."""
    logits = (policy(x) / temperature).masked_fill(~legal, -1e9)
    action = (logits + residual.gumbel(logits)).argmax(1)
    return action, logits.log_softmax(1).gather(1, action.unsqueeze(1)).squeeze(1)


@residual.fused
def act(table, action):
    table.act(action)


class Batch:
    """A batch of games; `shares` says how many of them are against each kind of stranger, and `kin` where among the
    known ones those begin who are not quite greedy: at this part of them."""

    # Whether all its work is the GPU's.
    is_captured = True

    def __init__(self, games, shares, device, keep=True, kin=0.5, variant=FULL):
        self.table, self.games, self.device, self.keep = Table(games, device, variant), games, device, keep
        self.steps, self.kin = variant.steps, kin
        self.places, start = {}, 0
        self.kind = torch.zeros(games, dtype=torch.long, device=device)
        for kind in (GREEDY, KNOWN, PAST, RANDOM):
            end = start + int(games * shares.get(kind, 0.0))
            if end > start:
                self.places[kind] = (start, end)
                self.kind[start:end] = kind
            start = end
        self.greedy = Greedy(device) if {GREEDY, KNOWN} & self.places.keys() else None
        self.manners = {kind: Manner(end - start, device) for kind, (start, end) in self.places.items()}
        simple = self.kind == KNOWN
        # The first of them are greedy.
        greedy = simple & (simple.cumsum(0) <= int(kin * simple.sum()))
        self.known = torch.stack([simple, greedy], 1)
        self.opposite = self.kind.unsqueeze(1) == torch.arange(KINDS, device=device)
        if keep:
            make = lambda *shape, dtype: torch.zeros(self.steps, games, *shape, dtype=dtype, device=device)
            self.x = make(PADDED, dtype=torch.bfloat16)
            self.open = make(128, dtype=torch.bool)
            self.legal = make(ACTIONS, dtype=torch.bool)
            self.action = make(dtype=torch.long)
            self.logp = make(dtype=torch.float)
            self.sign = make(dtype=torch.float)
            self.active = make(dtype=torch.bool)

    def strange(self, kind, seat, x, legal, past, temperature):
        """What a kind of stranger does at its tables."""
        start, end = self.places[kind]
        x, legal = x[start:end], legal[start:end]
        if kind == PAST:
            return draw(past, x, legal, temperature)[0]
        if kind == RANDOM:
            scores = torch.rand(end - start, ACTIONS, device=self.device)
        else:
            scores = self.greedy.scores(self.table.part(start, end), seat[start:end], legal, self.manners[kind])
        return scores.masked_fill(~legal, -1e9).argmax(1)

    def play(self, policy, past, own, other):
        """Plays all games to the end; the last two are the temperatures of the policy and of `past`."""
        table = self.table
        table.deal()
        if KNOWN in self.places:
            manner = self.manners[KNOWN]
            manner.redraw(int(self.kin * len(manner.fear)))
        stranger = self.stranger = torch.randint(0, 2, (self.games,), device=self.device)
        for step in range(self.steps):
            seat = table.seat()
            x, legal, hidden = look(table, self.known, self.opposite)
            action, logp = draw(policy, x, legal, own)
            mine = (self.kind == LEARNER) | (seat != stranger)
            if self.keep:
                self.x[step], self.legal[step], self.action[step], self.logp[step] = x, legal, action, logp
                self.open[step, :, : hidden.shape[1]] = hidden
                self.sign[step] = 1.0 - 2.0 * seat
                self.active[step] = mine & (legal.sum(1) > 1)
            for kind, (start, end) in self.places.items():
                part = slice(start, end)
                theirs = self.strange(kind, seat, x, legal, past, other)
                action[part] = torch.where(mine[part], action[part], theirs)
            act(table, action)
        self.seat = 1 - stranger


@torch.no_grad()
def measure(policy, past, kind, games, device, own=0.1, other=1.0, at_once=32768, kin=1.0, variant=FULL, batch=None):
    """What the policy gets from a kind of stranger on fresh games, by default playing what it likes best."""
    if batch is None:
        batch = Batch(min(games, at_once), {kind: 1.0}, device, keep=False, kin=kin, variant=variant)
    own, other = (torch.tensor(temperature, device=device) for temperature in (own, other))
    returns, seats = [], []
    for _ in range(games // batch.games):
        batch.play(policy, past, own, other)
        returns.append(batch.table.returns() * (1.0 - 2.0 * batch.seat))
        seats.append(batch.seat)
    returns, seats = torch.cat(returns), torch.cat(seats)
    by_seat = [returns[seats == seat].mean().item() for seat in (0, 1)]
    return Score(returns.mean().item(), (returns.std() / len(returns) ** 0.5).item(), *by_seat)

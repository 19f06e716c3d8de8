"""Plays whole batches: the learner in some seats, rule players and its own past in others."""

import torch

import styles
from net import residual
from table import CARDS, PADDED, PICKS, STEPS, Table

LEARNER, CAREFUL, LOOSE, FAMILY, RANDOM, PAST = range(6)
# How often a seat that is not the learner's is each of these.
SHARES = {CAREFUL: 0.28, LOOSE: 0.05, FAMILY: 0.37, RANDOM: 0.04, PAST: 0.26}


class Batch:
    """A batch of games, the last `mixed` of them with strangers, and everything seen in them."""

    def __init__(self, games, mixed, device, keep=True):
        self.table, self.games, self.mixed, self.device = Table(games, device), games, mixed, device
        self.keep = keep
        if keep:
            make = lambda *shape, dtype: torch.zeros(STEPS, games, *shape, dtype=dtype, device=device)
            self.x = make(PADDED, dtype=torch.bfloat16)
            self.open = make(240, dtype=torch.bool)
            self.legal = make(CARDS, dtype=torch.bool)
            self.owners = make(CARDS, dtype=torch.int8)
            self.card = make(dtype=torch.long)
            self.logp = make(dtype=torch.float)
            self.slot = make(dtype=torch.long)
            self.active = make(dtype=torch.bool)

    def seat_strangers(self):
        """Draws who sits where: at half of the mixed tables all strangers are of one kind."""
        mixed, device = self.mixed, self.device
        kinds = styles.constant(tuple(SHARES), device)
        ends = styles.constant(tuple(SHARES.values()), device).cumsum(0)[:-1].contiguous()
        each = torch.bucketize(torch.rand(mixed, 4, device=device), ends)
        alike = torch.rand(mixed, 1, device=device) < 0.5
        kind = kinds[torch.where(alike, each[:, :1], each)]
        taste = styles.tastes(mixed, device)
        taste = torch.where(alike.unsqueeze(2), taste[:, :1], taste)
        learner = torch.rand(mixed, 4, device=device) < 0.3
        certain = torch.randint(0, 4, (mixed, 1), device=device) == torch.arange(4, device=device)
        return torch.where(learner | certain, LEARNER, kind), taste

    def play(self, policy, past, kind=None, greedy=False):
        """Plays all games to the end; returns who each seat was."""
        table, start = self.table, self.games - self.mixed
        table.deal()
        drawn, taste = self.seat_strangers()
        kind = drawn if kind is None else kind
        whole = torch.cat([torch.zeros(start, 4, dtype=torch.long, device=self.device), kind])
        heat = torch.rand(self.mixed, 1, device=self.device) + 0.5
        chosen = None
        for step in range(STEPS):
            seat = table.seat()
            legal = table.legal(seat)
            x = table.encode(seat, legal)
            logits = policy(x).masked_fill(~legal, -1e9)
            card = (logits if greedy else logits + residual.gumbel(logits)).argmax(1)
            if self.mixed:
                part, sitting, may = table.part(start), seat[start:], legal[start:]
                if step < PICKS and step % 3 == 0:
                    chosen = styles.careful_pass(part.hand[:, step // 3])
                strange = self.stranger(part, sitting, may, x[start:], past, kind, taste, heat, chosen)
                who = kind.gather(1, sitting.unsqueeze(1)).squeeze(1)
                card = torch.cat([card[:start], torch.where(who == LEARNER, card[start:], strange)])
            if self.keep:
                self.x[step] = x
                self.open[step] = table.open_cards(seat)
                self.legal[step] = legal
                self.owners[step] = table.owners(seat).to(torch.int8)
                self.card[step] = card
                self.logp[step] = logits.log_softmax(1).gather(1, card.unsqueeze(1)).squeeze(1)
                # Every seat decides thirteen times; this is when, so that its own story can be told in order.
                when = step % 3 if step < PICKS else 3 + (step - PICKS) // 4
                self.slot[step] = when * 4 + seat
                mine = whole.gather(1, seat.unsqueeze(1)).squeeze(1) == LEARNER
                self.active[step] = mine & (legal.sum(1) > 1)
            table.act(seat, card)
        return whole

    def stranger(self, table, seat, legal, x, past, kind, taste, heat, chosen):
        """What the strangers play."""
        own_taste = taste[table.row, seat]
        who = kind.gather(1, seat.unsqueeze(1))
        if table.passing:
            careful = chosen.float()
        else:
            costs = styles.careful_costs(table, seat)
            careful = -(costs + 1e-4 * torch.rand_like(costs))
        family = styles.family_scores(table, seat, own_taste)
        noise = torch.rand_like(family)
        old = past(x) / heat
        loose = torch.where(torch.rand_like(family[:, :1]) < 0.5, noise, careful)
        score = torch.where(who == CAREFUL, careful, noise)
        score = torch.where(who == LOOSE, loose, score)
        score = torch.where(who == FAMILY, family, score)
        score = torch.where(who == PAST, old + residual.gumbel(old), score)
        return score.masked_fill(~legal, -1e9).argmax(1)


@torch.no_grad()
def measure(policy, kind, games, device):
    """The greedy policy's tournament points and penalty at one seat against three of a kind."""
    batch = Batch(games, games, device, keep=False)
    learner = (torch.arange(games, device=device) % 4).unsqueeze(1) == torch.arange(4, device=device)
    batch.play(policy, policy, torch.where(learner, LEARNER, kind), greedy=True)
    points = batch.table.places()[learner]
    return points.mean().item(), (points.std() / games**0.5).item(), batch.table.penalties[learner].mean().item()

"""The house's greedy player for many tables: what every action is worth at a glance.

Kin are people of that kind, each with ways of their own: who is to win from rule players nobody has seen yet must
not learn one of them by heart. Of those that are known the learner is told what they are, some greedy, some kin.
"""

import torch

import residual
from hanamikoji.table import COMPETE, GIFT, PAIRS, SINGLES, TAKE, TYPES, counts, handfuls

# The part of each kind that is greedy itself; the rest are kin.
GREEDY = {"greedy": 1.0, "known": 0.5, "known-greedy": 1.0, "known-kin": 0.0}
KINDS = tuple(GREEDY)

# By how much a lead changes at one action, and how many cards of a type leave the hand.
LEADS, USES = range(-4, 5), range(5)


def outcomes():
    """For every action but answers, what it may come to: changes of leads, cards used."""
    singles, pairs, gifts = handfuls(1), handfuls(2), handfuls(3)
    rows = [[(counts(cards), counts(cards))] for cards in singles]
    rows += [[([0] * TYPES, counts(cards))] for cards in pairs]
    for cards in gifts:
        used = counts(cards)
        taken = lambda card: [count - 2 * (card == place) for place, count in enumerate(used)]
        rows.append([(taken(card), used) for card in sorted(set(cards))])
    for high in range(PAIRS):
        for low in range(high + 1):
            one, other = counts(pairs[low]), counts(pairs[high])
            lead = [a - b for a, b in zip(one, other)]
            used = [a + b for a, b in zip(one, other)]
            rows.append([(lead, used), ([-x for x in lead], used)])
    return rows


class Manner:
    """By what somebody at each of some tables judges; as it begins, all are greedy."""

    def __init__(self, games, device):
        make = lambda value, *shape: torch.full((games, *shape), value, device=device)
        # What the types are worth to them, times their points; how much unseen cards frighten them; whether an offer
        # is worth what the worst answer leaves (1) or the mean of all (0).
        self.values, self.fear, self.worst = make(1.0, TYPES), make(0.2, 1), make(1.0, 1)
        # How much what is still open keeps a lead from counting.
        self.doubt = make(1.0, 1)
        # What they feel for kinds of actions, in points; how freely they choose; how often they do anything at all.
        self.taste, self.whim, self.slips = make(0.0, 5), make(0.0, 1), make(0.0, 1)

    def redraw(self, start):
        """Others sit down at the tables from `start` on."""
        rand = lambda like: torch.rand_like(like[start:])
        self.values[start:] = (0.25 * torch.randn_like(self.values[start:])).exp()
        self.fear[start:] = 0.4 * rand(self.fear)
        self.worst[start:] = rand(self.worst)
        self.taste[start:] = 0.35 * torch.randn_like(self.taste[start:]) * (rand(self.worst) < 0.5)
        self.doubt[start:] = (0.7 * torch.randn_like(self.doubt[start:])).exp()
        self.whim[start:] = 0.6 * rand(self.whim).square()
        self.slips[start:] = 0.25 * rand(self.slips) * (rand(self.slips) < 0.5)


class Greedy:
    def __init__(self, device):
        rows = outcomes()
        assert len(rows) == TAKE and len(rows[GIFT]) == 1 and len(rows[COMPETE + 1]) == 2
        picks = torch.zeros(TYPES, len(LEADS), len(USES), TAKE, 3)
        for action, row in enumerate(rows):
            for number in range(3):
                lead, used = row[min(number, len(row) - 1)]
                for card in range(TYPES):
                    if used[card] in USES:
                        picks[card, lead[card] + 4, used[card], action, number] = 1.0
        self.picks = picks.flatten(3).flatten(0, 2).to(device)
        self.values = torch.tensor([2, 2, 2, 3, 3, 4, 5], dtype=torch.float, device=device)
        self.leads = torch.tensor(list(LEADS), dtype=torch.float, device=device)
        self.uses = torch.tensor(list(USES), dtype=torch.float, device=device)

    def worth(self, table, seat, manner):
        """What each action seems worth; answers that are not open are worth nothing in particular."""
        me, them = seat, 1 - seat
        mine = table.of(table.placed, me) + table.of(table.secret, me)
        lead = (mine - table.of(table.placed, them)).float()
        unseen, held = table.unseen(me).float(), table.of(table.hand, me).float()
        base = (lead - manner.fear * unseen).unsqueeze(2) + self.leads
        open_ = (held.unsqueeze(2) - self.uses).clamp(min=0) + unseen.unsqueeze(2)
        base, open_ = base.unsqueeze(3), (open_ * manner.doubt.unsqueeze(2)).unsqueeze(2)
        values = (self.values * manner.values).view(-1, TYPES, 1, 1)
        holds = values * base / (base * base + open_ + 0.3).sqrt()
        acts = (holds.flatten(1) @ self.picks).view(-1, TAKE, 3)
        acts = manner.worst * acts.amin(2) + (1 - manner.worst) * acts.mean(2)
        # Answers: the hand stays, what is taken leads, the rest trails.
        offer = table.of(table.offers, them)
        now = holds[:, :, :, 0]
        def after(taken, whole):
            change = (2 * taken - whole).long() + 4
            return now.gather(2, change.clamp(0, 8).unsqueeze(2)).squeeze(2).sum(1)
        gift = offer[:, 0]
        singles = torch.stack([after(table.eye[card].expand_as(gift), gift) for card in range(SINGLES)], 1)
        whole = offer[:, 2] + offer[:, 3]
        pairs = torch.full((table.games, PAIRS), -1e9, device=table.device)
        pairs.scatter_(1, table.low.unsqueeze(1), after(offer[:, 2], whole).unsqueeze(1))
        pairs.scatter_(1, table.high.unsqueeze(1), after(offer[:, 3], whole).unsqueeze(1))
        return torch.cat([acts, singles, pairs], 1) + manner.taste[:, table.menu.kind]


class Styles:
    """Players of one kind, the first of them greedy."""

    def __init__(self, games, device, kind="greedy"):
        self.greedy, self.manner, self.start = Greedy(device), Manner(games, device), int(GREEDY[kind] * games)
        self.number = torch.arange(games, device=device)

    def redraw(self):
        self.manner.redraw(self.start)

    def told(self, kind):
        """Whether the learner is told that they play by simple rules, and that by those of greedy itself."""
        simple = torch.full_like(self.number, kind.startswith("known"), dtype=torch.bool)
        return torch.stack([simple, simple & (self.number < self.start)], 1)

    def scores(self, kind, table, seat, legal):
        worth = self.greedy.worth(table, seat, self.manner)
        worth = worth + self.manner.whim * residual.gumbel(worth)
        # Who slips does anything at all.
        slips = torch.rand_like(self.manner.slips) < self.manner.slips
        return torch.where(slips, 0.0, worth)

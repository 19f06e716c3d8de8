"""The Rust bot greedy for many tables: a static value of every action.

Kin are variants of greedy with random parameters, so that the learner does not learn one player by heart. In the
`known` kinds the learner gets the opponent's class as input.
"""

import torch

import residual
from hanamikoji.table import COMPETE, GIFT, PAIRS, SINGLES, TAKE, TYPES, counts, handfuls

# The share of each kind that is greedy itself; the rest are kin.
GREEDY = {"greedy": 1.0, "known": 0.5, "known-greedy": 1.0, "known-kin": 0.0}
KINDS = tuple(GREEDY)

# Changes of a lead by one action, and the number of cards of a type that leave the hand.
LEADS, USES = range(-4, 5), range(5)


def outcomes():
    """Returns the possible outcomes of every action except answers: changes of leads, cards used."""
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
    """The parameters of a player at each table; initially all are greedy."""

    def __init__(self, games, device):
        make = lambda value, *shape: torch.full((games, *shape), value, device=device)
        # The weights of the types, relative to their points; the fear of unseen cards; and whether an offer is worth
        # what the worst answer leaves (1) or the mean of all (0).
        self.values, self.fear, self.worst = make(1.0, TYPES), make(0.2, 1), make(1.0, 1)
        # How strongly open cards reduce the value of a lead.
        self.doubt = make(1.0, 1)
        # A bonus for each kind of action, in points; the noise of a choice; how often they play a random action.
        self.taste, self.whim, self.slips = make(0.0, 5), make(0.0, 1), make(0.0, 1)

    def redraw(self, start):
        """Draws new players at the tables from `start` on."""
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
        """Returns the value of each action; the entries of unavailable answers are meaningless."""
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
        # Answers: the hand stays, the taken cards count for us, the rest for the opponent.
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
    """Players of one kind; the first tables are greedy."""

    def __init__(self, games, device, kind="greedy"):
        self.greedy, self.manner, self.start = Greedy(device), Manner(games, device), int(GREEDY[kind] * games)
        self.number = torch.arange(games, device=device)

    def redraw(self):
        self.manner.redraw(self.start)

    def told(self, kind):
        """Returns two flags for the learner: the opponent is rule-based, and it is greedy itself."""
        simple = torch.full_like(self.number, kind.startswith("known"), dtype=torch.bool)
        return torch.stack([simple, simple & (self.number < self.start)], 1)

    def scores(self, kind, table, seat, legal):
        worth = self.greedy.worth(table, seat, self.manner)
        worth = worth + self.manner.whim * residual.gumbel(worth)
        # A slip is a random action.
        slips = torch.rand_like(self.manner.slips) < self.manner.slips
        return torch.where(slips, 0.0, worth)

"""Rule-based players as opponents of the learner: each returns a score for each card.

`careful` is the Rust bot, reimplemented. The family is drawn anew for every seat of every game, so that the learner
meets thousands of strategies and cannot adapt to one.
"""

from functools import cache
from itertools import combinations

import torch

from intensity.table import BUFFALO, CARDS, PICKS, SEATS

# Loose plays like careful half of the time, otherwise at random.
KINDS = ("careful", "loose", "family")
TASTES = 24
LEAST = (0, -0.5, -1, -1, -0.3, -0.7, -2, -1.5, -1, 0, -1, 0, -1, 0, 0, -0.3, 0, 0, 0, 0, 0, 0, 0, 0)
MOST = (2, 1.5, 3, 3, 0.6, 2.5, 1, 1.5, 1, 1, 1, 1, 6, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1)


@cache
def constant(values, device):
    """Cached: a CUDA graph cannot copy from the host."""
    return torch.tensor(values, device=device)


PASSES = tuple(combinations(range(10), 3))


@cache
def triangle(device):
    return torch.ones(10, 10, device=device).triu(1)


def lower_in_suit(held):
    """Returns for each card of a suit how many held cards are lower."""
    return held @ triangle(held.device)


def dangers(hands):
    """Returns the risk that the cards of each suit win rounds: the last dimension becomes four."""
    held = hands.unflatten(-1, (4, 10)).float()
    rank = torch.arange(10, device=hands.device).float()
    # The number of lower cards of the suit; a product with a triangle is much faster than a scan of ten.
    place = lower_in_suit(held)
    over = ((rank - 0.5 - 2.5 * place).clamp(min=0.0) * held).sum(-1)
    herd = held[..., 3, :]
    below, above, buffalo = herd[..., :7].sum(-1), herd[..., 8:].sum(-1), herd[..., 7]
    with_it = (8.0 - 4.0 * below).clamp(min=0.0) + over[..., 3]
    without = above * (8.0 - 3.0 * below).clamp(min=0.0) + 0.3 * over[..., 3]
    last = torch.where(buffalo > 0, with_it, without)
    return torch.stack([over[..., 0], over[..., 1], 0.75 * over[..., 2], last], -1)


def pass_cards(hand):
    """Returns the cards of all 120 passes of hands of ten."""
    order = hand.int().argsort(dim=1, descending=True, stable=True)[:, :10]
    return order[:, constant(PASSES, hand.device)]


def careful_pass_costs(hand):
    cards = pass_cards(hand)
    gone = torch.zeros(hand.shape[0], 120, CARDS, dtype=torch.bool, device=hand.device)
    gone.scatter_(2, cards, torch.ones_like(cards, dtype=torch.bool))
    return dangers(hand.unsqueeze(1) & ~gone).sum(2)


def careful_pass(hand):
    """Returns the pass of careful as a mask; ties are broken at random."""
    costs = careful_pass_costs(hand)
    best = (costs + 1e-4 * torch.rand_like(costs)).argmin(1)
    cards = pass_cards(hand)[torch.arange(hand.shape[0], device=hand.device), best]
    return torch.zeros_like(hand).scatter_(1, cards, torch.ones_like(cards, dtype=torch.bool))


def look(table, seat):
    """Returns the features that all rule-based players use."""
    hand = table.of(table.hand, seat)
    unseen = ~(hand | table.played.any(1))
    in_round = table.round.any(1)
    led = table.suit_of.unsqueeze(0) == table.led.unsqueeze(1)
    winning = (in_round & led).int().mul(table.cards + 1).amax(1, keepdim=True) - 1
    clean = ((in_round.float() @ table.points) == 0).unsqueeze(1)
    return hand, unseen, led, winning, clean


def careful_costs(table, seat):
    """Returns careful's cost of playing every card; only the order matters."""
    hand, unseen, led, winning, clean = look(table, seat)
    cards, rank = table.cards, (table.cards % 10).float()
    place = (table.step - PICKS) % 4
    held = unseen.unflatten(1, (4, 10)).float()
    count = held.sum(2).repeat_interleave(10, 1)
    if place == 0:
        lower = lower_in_suit(held).flatten(1)
        win = torch.where(count == lower, 1.0, lower / count.clamp(min=1.0))
        out = unseen[:, BUFFALO:BUFFALO + 1]
        herd = cards >= 30
        stake = torch.where(cards == BUFFALO, 9.0, torch.where(table.suit_of == 2, 3.0, 0.7)).unsqueeze(0)
        stake = torch.where(out & herd & (cards != BUFFALO), 1.0, stake)
        in_herd = hand & herd
        above = in_herd[:, BUFFALO:].any(1, keepdim=True)
        hunts = in_herd.any(1, keepdim=True) & out & ~above
        hunt = torch.where(hunts, -1.0, hand[:, BUFFALO:BUFFALO + 1].float())
        return win * (stake + 4.0 / (1.0 + count)) + hunt * herd
    is_last = place == 3
    calm = (table.suit_of != 2) & (count >= 6)
    trap = (cards > BUFFALO) & unseen[:, BUFFALO:BUFFALO + 1]
    high = clean & (torch.ones_like(calm) if is_last else calm & ~trap) | (cards < winning)
    follow = torch.where(high, -100.0 - rank, -rank if is_last else rank)
    follow = torch.where(cards == BUFFALO, torch.where(cards < winning, -200.0, 100.0), follow)
    without = hand.unsqueeze(1) & (cards.unsqueeze(0) != cards.unsqueeze(1)).unsqueeze(0)
    rest = dangers(without).gather(2, table.suit_of.view(1, CARDS, 1).expand(hand.shape[0], -1, 1)).squeeze(2)
    gain = dangers(hand).repeat_interleave(10, 1) - rest
    relief = torch.where(cards == BUFFALO, 100.0, gain + 6.0 * (table.suit_of == 2))
    return torch.where(led, follow, -relief)


def tastes(games, device):
    """Draws the parameters of the family for each seat of each game."""
    u = torch.rand(games, 4, TASTES, device=device)
    low, high = constant(LEAST, device), constant(MOST, device)
    return low + u * (high - low)


def family_scores(table, seat, taste):
    """Returns a family member's score of each card, the best highest."""
    hand, unseen, led, winning, clean = look(table, seat)
    t = [taste[:, k:k + 1] for k in range(TASTES)]
    cards, rank = table.cards, ((table.cards % 10).float() / 9.0).unsqueeze(0)
    calf, herd = (table.suit_of == 2).float(), (table.suit_of == 3).float()
    buffalo, above = (cards == BUFFALO).float(), (cards > BUFFALO).float()
    length = hand.unflatten(1, (4, 10)).float().sum(2).repeat_interleave(10, 1)
    noise = -torch.log(-torch.log(torch.rand_like(rank.expand(hand.shape[0], -1)).clamp(1e-6, 1 - 1e-6)))
    noise = noise * (t[16] - 0.7).clamp(min=0.0)
    if table.passing:
        return t[0] * rank + t[1] * calf + t[2] * buffalo + t[3] * above - t[4] * length + noise
    place = (table.step - PICKS) % 4
    if place == 0:
        return -t[5] * rank + t[6] * calf + t[7] * herd + t[8] * length * 0.4 - 3.0 * buffalo + noise
    is_last = place == 3
    below = cards < winning
    duck = 2.0 + torch.where(t[9] < 0.75, rank, -rank)
    if is_last:
        take = torch.where(t[10] > -0.6, rank, -rank) + torch.where(t[11] < 0.6, 4.0, 0.0) * clean * (1.0 - buffalo)
    else:
        early = (t[17] < 0.5) & clean & (table.step < PICKS + 12) & (calf == 0) & (above == 0)
        take = torch.where(early, 4.0 + rank, torch.where(t[18] < 0.8, -rank, rank))
    follow = torch.where(below, duck + 5.0 * buffalo, take - 5.0 * buffalo)
    throw = t[12] * buffalo + t[13] * calf + t[14] * above + t[15] * rank - t[4] * length
    return torch.where(led, follow, throw) + noise


def liked(table, seat):
    """Returns the choices that careful is indifferent between at the start of a choice: passes of three cards, or
    plays."""
    if table.passing:
        hand = table.of(table.hand, seat)
        cost, choices = careful_pass_costs(hand)[0], pass_cards(hand)[0]
    else:
        cost = careful_costs(table, seat)[0].masked_fill(~table.legal(seat)[0], 1e9)
        choices = table.cards.unsqueeze(1)
    return [choices[place].tolist() for place in (cost <= cost.min() + 1e-4).nonzero().flatten()]


class Styles:
    def __init__(self, games, device):
        self.games, self.device = games, device
        self.taste, self.step, self.liking = torch.zeros(games, SEATS, TASTES, device=device), None, None

    def redraw(self):
        self.taste, self.step = tastes(self.games, self.device), None

    def agree(self, tables):
        """Gives all family members of these tables the same parameters."""
        self.taste = torch.where(tables.unsqueeze(2), self.taste[:, :1], self.taste)

    def careful(self, table, seat):
        """Returns careful's score of each card; computed once a step, and a pass once for its three cards."""
        if self.step != table.step:
            self.step = table.step
            if not table.passing:
                self.liking = -careful_costs(table, seat)
            elif table.step % 3 == 0:
                self.liking = careful_pass(table.of(table.hand, seat)).float()
        return self.liking

    def scores(self, kind, table, seat, legal):
        if kind == "family":
            return family_scores(table, seat, self.taste[table.row, seat])
        careful = self.careful(table, seat)
        if kind == "loose":
            return torch.where(torch.rand_like(careful[:, :1]) < 0.5, 0.0, careful)
        return careful

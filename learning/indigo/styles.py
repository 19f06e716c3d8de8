"""Rule-based players as opponents of the learner: each returns a value for each card.

The Rust bots and their sparring partners are reimplemented here and checked against the originals. The family is drawn
anew for every seat of every game, so that the learner meets thousands of strategies and cannot adapt to one.
"""

import torch

import residual
from indigo.family import Family
from indigo.looks import aside, company, in_rank, in_suit, matches, one_ahead, rank_of
from indigo.table import DEALS, alike

# The Rust names; the choices of all kinds except the family are checked.
HOUSE = ("random", "classic", "greedy", "thumb")
SPARRING = ("sparring-tipsy", "sparring-hasty", "sparring-baiter", "sparring-worrier", "sparring-echo")
KINDS = (*HOUSE, *SPARRING, "family")
# Randomness of a choice: noise added to the values, and how often a random card is played.
WHIMS = {"sparring-worrier": 1.0}
SLIPS = {"sparring-tipsy": 0.25}
# More than the value of any card that does not capture.
CAPTURE = 1000.0


def random(table, seat, hand):
    return torch.zeros_like(hand, dtype=torch.float)


def classic(table, seat, hand):
    """The five cases of the rules document; with one card in hand or one candidate there is no choice."""
    candidates = hand & table.capturing()
    top = table.top.float()
    several = lambda cards: cards.sum(1, keepdim=True) >= 2
    of_suit, of_rank = candidates & (in_suit(top) > 0), candidates & (in_rank(top) > 0)
    takes = torch.where(several(of_suit), of_suit, torch.where(several(of_rank), of_rank, candidates))
    held = hand.float()
    suits, ranks = hand & (in_suit(held) >= 2), hand & (in_rank(held) >= 2)
    some = lambda cards: cards.any(1, keepdim=True)
    throws = torch.where(some(suits), suits, torch.where(some(ranks), ranks, hand))
    return torch.where(some(candidates), takes, throws).float()


def greedy(table, seat, hand):
    """Captures, with a point card if possible; otherwise throws the card least likely to be matched."""
    theirs, points = matches(table.unseen(seat)), table.is_point.float()
    danger = 8.0 * theirs - 4.0 * company(hand) + 6.0 * points
    return torch.where(table.capturing(), CAPTURE + points, -danger)


def thumb(table, seat, hand):
    """The rule of thumb; in the last deal it looks one card ahead."""
    points, held = table.is_point.float(), hand.float()
    theirs = table.dealt_to(1 - seat) & table.seen
    lacks = alike(table.of(table.missed, 1 - seat))
    feared = matches(table.unseen(seat) & ~lacks)
    shown = 2.0 * in_suit((theirs & ~table.took).float()) - in_suit((theirs & table.took).float())
    cost = feared + 3.0 * points + shown - company(hand)
    # A capture with the only card of its suit leaves fewer suits in hand.
    takes = CAPTURE + 10.0 * points - (in_suit(held) == 1).float()
    usual = torch.where(table.capturing(), takes, -cost)
    value, reach = one_ahead(table, seat, hand)
    is_last = (table.deal_number() == DEALS - 1).unsqueeze(1)
    return torch.where(is_last, 10.0 * value + reach, usual)


def tipsy(table, seat, hand):
    """Captures, or throws its lowest card."""
    return torch.where(table.capturing(), CAPTURE, -rank_of(table))


def hasty(table, seat, hand):
    """Captures with points, and throws cards that match no other card of its hand."""
    points = table.is_point.float()
    return torch.where(table.capturing(), CAPTURE + points, -company(hand) - 5.0 * points)


def baiter(table, seat, hand):
    """Captures, or throws the card it could recapture in the most ways."""
    points, others = table.is_point.float(), company(hand)
    return torch.where(table.capturing(), CAPTURE - others, others - 1.5 * points)


def worrier(table, seat, hand):
    """Throws cards that few unseen cards match, more strictly with a larger pile."""
    points = table.is_point.float()
    stake = (0.5 + table.points_of(table.pile) + 0.2 * table.pile.sum(1)).unsqueeze(1)
    throws = -0.7 * stake * matches(table.unseen(seat)) - 3.0 * points
    return torch.where(table.capturing(), 40.0 + 4.0 * points + stake, throws)


def echo(table, seat, hand):
    """Captures, or throws a card similar to the one the other seat has just left."""
    points = table.is_point.float()
    throws = 6.0 * alike(table.refused) - 0.5 * matches(table.unseen(seat)) - 2.0 * points
    return torch.where(table.capturing(), CAPTURE + points, throws)


RULES = (random, classic, greedy, thumb, tipsy, hasty, baiter, worrier, echo)
BY_RULE = dict(zip(HOUSE + SPARRING, RULES, strict=True))


class Styles:
    """Rule-based players at `games` tables; the family has parameters for every seat of every game."""

    def __init__(self, games, device):
        self.family = Family(games, device)

    def redraw(self):
        """Draws new players."""
        self.family.redraw()

    def worth(self, kind, table, seat, legal):
        """Returns the value of each card for a kind, the noise to add, and how often it plays a random card."""
        if kind == "family":
            return self.family.worth(table, seat, legal)
        return BY_RULE[kind](table, seat, legal), WHIMS.get(kind, 0.0), SLIPS.get(kind, 0.0)

    def scores(self, kind, table, seat, legal):
        """Returns scores whose largest legal entry is the play; the caller breaks ties at random."""
        worth, whim, slips = self.worth(kind, table, seat, legal)
        worth = aside(worth + whim * residual.gumbel(worth), legal)
        best = worth > worth.amax(1, keepdim=True) - 1e-4
        slip = torch.rand_like(worth[:, :1]) < slips
        return (best & ~slip).float()

    def chances(self, kind, table, seat, legal):
        """Returns the probability of each card for a checked kind."""
        worth, whim, slips = self.worth(kind, table, seat, legal)
        worth = aside(worth, legal)
        best = (worth > worth.amax(1, keepdim=True) - 1e-4).float()
        likely = (worth / whim).softmax(1) if whim else best / best.sum(1, keepdim=True)
        return (1.0 - slips) * likely + slips * legal / legal.sum(1, keepdim=True)

"""A family of rule-based players, drawn anew for every seat of every game.

Most members have only a few of the parameters, each with a random strength, so that they differ in kind and not only
in degree. Some are kin of a Rust bot: its parameters, each a little stronger or weaker.
"""

import torch

from indigo.looks import aside, company, in_rank, in_suit, matches, one_ahead, rank_of
from indigo.table import CARDS, DEALS, HAND, RANKS, SEATS, SUITS, alike

# For each parameter: how often a member has it, and the range of its value.
TASTES = {
    # Capturing: a member that does not always capture weighs the pile against a restraint.
    "always": (0.85, 200.0, 200.0),
    "restraint": (0.7, 0.0, 8.0),
    "pile_points": (0.9, 0.5, 4.0),
    "pile_cards": (0.7, 0.0, 1.0),
    "take_point": (0.7, -1.0, 6.0),
    "take_company": (0.5, -2.0, 2.0),
    "take_loner": (0.4, -2.0, 2.0),
    "take_by_suit": (0.3, -2.0, 2.0),
    "take_rank": (0.3, -0.6, 0.6),
    # Throwing: fear of cards whose suit or rank may still be out, greater with a larger pile.
    "fear": (0.75, 0.2, 3.0),
    "fear_suit": (0.35, -0.6, 2.0),
    "fear_rank": (0.35, -0.6, 2.0),
    "stakes": (0.35, 0.0, 1.0),
    "odds": (0.4, 0.5, 5.0),
    "card_worth": (0.8, 0.0, 0.5),
    # The weight of the other seat's not capturing, throwing from a suit, capturing with one.
    "trust": (0.5, 0.2, 1.0),
    "thrown": (0.35, -2.0, 3.0),
    "took": (0.3, -2.0, 2.0),
    "echo": (0.25, 0.0, 6.0),
    # Preferences for throwing: point cards, cards that match its own, a suit or rank it has twice, high ranks, random
    # favourites.
    "point": (0.75, -6.0, 1.0),
    "company": (0.6, -2.0, 3.0),
    "long_suit": (0.25, -1.0, 6.0),
    "pair": (0.25, -1.0, 4.0),
    "rank": (0.35, -0.6, 0.6),
    "favour": (0.3, 0.0, 1.5),
    # Whether it looks one card ahead in the last deal, and how strictly.
    "ahead": (0.4, 0.2, 3.0),
    # The share of captured cards it has forgotten, the noise of its choice, and how often it plays a random card.
    "forgets": (0.5, 0.0, 1.0),
    "whim": (0.5, 0.0, 1.5),
    "slips": (0.4, 0.0, 0.3),
}
PLACES = {name: place for place, name in enumerate(TASTES)}
# The Rust bots in these parameters.
GREEDY = {"fear": 2.0, "company": 1.0, "point": -1.5, "take_point": 1.0}
CLASSIC = {"long_suit": 6.0, "pair": 3.0, "take_by_suit": 1.0}
THUMB = {"fear": 1.0, "trust": 1.0, "point": -3.0, "thrown": 2.0, "took": -1.0, "company": 1.0, "take_point": 3.0,
         "take_loner": -1.0, "ahead": 1.0}
RELATIVES = (GREEDY, GREEDY, THUMB, CLASSIC)
KIN = 0.35


class Family:
    def __init__(self, games, device):
        make = lambda rows: torch.tensor(rows, dtype=torch.float, device=device)
        self.often, self.least, self.most = (make(column) for column in zip(*TASTES.values(), strict=True))
        relatives = [{"always": 200.0, "whim": 0.2, "slips": 0.05} | tastes for tastes in RELATIVES]
        self.relatives = make([[tastes.get(name, 0.0) for name in TASTES] for tastes in relatives])
        self.taste = torch.zeros(games, SEATS, len(TASTES), device=device)
        self.favour = torch.zeros(games, SEATS, CARDS, device=device)
        self.forgotten = torch.zeros(games, SEATS, CARDS, dtype=torch.bool, device=device)
        self.redraw()

    def redraw(self):
        """Draws new members. Writes into the same memory, which a CUDA graph may have captured."""
        rand = lambda like: torch.rand_like(like)
        taste = self.taste
        drawn = (self.least + rand(taste) * (self.most - self.least)) * (rand(taste) < self.often)
        row = (rand(taste[..., 0]) * len(RELATIVES)).long().clamp(max=len(RELATIVES) - 1)
        kin = self.relatives[row] * (0.4 * torch.randn_like(taste)).exp()
        taste.copy_(torch.where(rand(taste[..., :1]) < KIN, kin, drawn))
        self.forgotten.copy_(rand(self.favour) < self.column("forgets", taste))
        suit, rank = torch.randn_like(self.favour[..., :SUITS]), torch.randn_like(self.favour[..., :RANKS])
        self.favour.copy_((suit.unsqueeze(3) + rank.unsqueeze(2)).flatten(2))

    @staticmethod
    def column(name, taste):
        """Returns one of the parameters, as a column."""
        return taste[..., PLACES[name]].unsqueeze(-1)

    def worth(self, table, seat, hand):
        """Returns the value of each card for the members, the noise to add, and how often they play a random card."""
        taste = table.of(self.taste, seat)
        t = lambda name: self.column(name, taste)
        capturing, others = table.capturing(), company(hand)
        takes, throws = self.takes(table, hand, others, t), aside(self.throws(table, seat, hand, others, t), hand)
        # A member that may decline a capture compares it with the best throw.
        throwing = aside(throws, ~capturing)
        worth = torch.where(capturing, takes, throws - throwing.amax(1, keepdim=True))
        value, reach = one_ahead(table, seat, hand)
        is_last = (table.deal_number() == DEALS - 1).unsqueeze(1)
        ahead = t("ahead")
        worth = torch.where(is_last & (ahead > 0), ahead * (value + 0.1 * reach), worth)
        return worth, t("whim"), t("slips")

    def takes(self, table, hand, others, t):
        """Returns the value of a capture with each card."""
        held, top = hand.float(), table.top.float()
        points, cards = table.points_of(table.pile).unsqueeze(1), table.pile.sum(1, keepdim=True)
        pile = t("always") - t("restraint") + t("pile_points") * points + t("pile_cards") * cards
        with_it = t("take_point") * table.is_point + t("take_company") * others + t("take_rank") * rank_of(table)
        return pile + with_it + t("take_loner") * (in_suit(held) == 1) + t("take_by_suit") * (in_suit(top) > 0)

    def throws(self, table, seat, hand, others, t):
        """Returns the value of throwing each card."""
        them, held = 1 - seat, hand.float()
        theirs = table.dealt_to(them) & table.seen
        captured = table.captured.any(1) & ~theirs
        unseen = table.unseen(seat) | (captured & table.of(self.forgotten, seat))
        lacked = alike(table.of(table.missed, them))
        feared = unseen * (1.0 - t("trust") * lacked)
        suit, rank = in_suit(feared), in_rank(feared)
        both = suit + rank - feared
        points, cards = table.points_of(table.pile).unsqueeze(1), table.pile.sum(1, keepdim=True)
        fear = t("fear") * both + t("fear_suit") * suit + t("fear_rank") * rank
        fear = fear * (1.0 + t("stakes") * (0.5 * points + 0.1 * cards))
        # The probability that one of the other's cards matches, if they were drawn with replacement; after the last
        # play of a deal the other seat has a new hand.
        none = (1.0 - both / unseen.sum(1, keepdim=True).clamp(min=1)).clamp(0.0, 1.0)
        size = table.hand_size(them).unsqueeze(1)
        taken = 1.0 - none ** torch.where(size == 0, HAND, size)
        stake = points + table.is_point + t("card_worth") * (cards + 1)
        thrown, took = (theirs & ~table.took).float(), (theirs & table.took).float()
        shown = t("thrown") * in_suit(thrown) + t("took") * in_suit(took)
        likes = t("point") * table.is_point + t("company") * others + t("rank") * rank_of(table)
        likes = likes + t("long_suit") * (in_suit(held) >= 2) + t("pair") * (in_rank(held) >= 2)
        likes = likes + t("echo") * alike(table.refused) + t("favour") * table.of(self.favour, seat)
        return likes - fear - shown - t("odds") * taken * stake

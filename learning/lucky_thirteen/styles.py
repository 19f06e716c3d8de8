"""Rule-based players as opponents of the learner: each returns the probabilities of discarding its three cards.

The Rust bots and their sparring partners are reimplemented here, and `check.py` compares them. The family is drawn anew
for every seat of every game, so that the learner meets thousands of strategies and cannot adapt to one. No seat can take
another's discards, so there is no parameter for denying cards.
"""

import torch

import residual
from lucky_thirteen.clever import prospects
from lucky_thirteen.table import CARDS, ROUNDS, SEATS

HOUSE = ("random", "basic", "keep13", "thumb", "clever")
SPARRING = ("sparring-stubborn", "sparring-spades", "sparring-middle", "sparring-matchmaker", "sparring-wavering")
KINDS = (*HOUSE, *SPARRING, "family")
# Before the last round thumb keeps only a 13 worth at least CHEAP, and hopes for one above DEAR.
CHEAP, DEAR = 25.0, 35.0
# Sums in another order differ in their last digits, which must not break ties.
EQUAL = 1e-4


class Look:
    """The features of rule-based players: for each of the three cards, the kept pair after its discard."""

    def __init__(self, table):
        self.table, self.three = table, table.three()
        first, second, third = self.three.unbind(1)
        self.one, self.other = torch.stack([second, first, first], 1), torch.stack([third, third, second], 1)
        self.ways = table.ways(self.one, self.other)
        self.way = torch.maximum(torch.maximum(self.ways[0], self.ways[1]), self.ways[2])
        self.heavy = self.kept_sum(table.weight[self.three])
        self.unseen = table.unseen()
        self.place = table.left[:3]
        self.is_last = table.turn >= (ROUNDS - 1) * SEATS

    @staticmethod
    def kept_sum(things):
        """Returns the sum over the two other cards, for each of the three."""
        return things.sum(1, keepdim=True) - things

    @staticmethod
    def kept_max(things):
        """Returns the maximum over the two other cards, for each of the three."""
        first, second, third = things.unbind(1)
        return torch.stack([torch.maximum(second, third), torch.maximum(first, third), torch.maximum(first, second)], 1)

    def with_any(self):
        """Returns each of the three cards paired with every card of the deck."""
        shape = (self.table.games, 3, CARDS)
        return self.three.unsqueeze(2).expand(shape), self.table.cards.expand(shape)

    def partners(self):
        """Returns how many unseen cards make 13 with each of the three."""
        makes = self.table.makes[self.table.sums.unsqueeze(1), self.three]
        return (makes & self.unseen.unsqueeze(1)).sum(2).float()


def basic(look):
    # Of equal cards the oldest is discarded.
    return -4.0 * look.table.weight[look.three] - look.place


def keep13(look):
    return 256.0 * look.way + basic(look)


def thumb(look):
    table, way = look.table, look.way
    helps = look.kept_max(table.best_way(*look.with_any())) > way.clamp(min=DEAR).unsqueeze(2)
    count = (helps & look.unseen.unsqueeze(1)).sum(2)
    early = (way * (way >= CHEAP) * 64.0 + count) * 128.0 + look.heavy
    return torch.where(look.is_last, way * 8192.0 + look.heavy, early)


def clever(look):
    worth = prospects(look)
    # Of equal cards the newest is discarded.
    return (worth == worth.amax(1, keepdim=True)) * (1.0 + look.place)


def stubborn(look):
    has = look.way > 0
    return has + 9.0 * (has & (look.place == 2))


def spades(look):
    liking = 10.0 * (look.table.factor[look.three] - 1.0)
    return look.kept_sum(liking) + look.way + 20.0 * (look.way > 0) + 0.3 * look.heavy


def middle(look):
    fits = look.table.single.gather(1, look.three)
    return look.heavy + 200.0 * (look.kept_max(fits) > 0)


def matchmaker(look):
    return look.way + 300.0 * (look.way > 0) + 5.0 * look.kept_sum(look.partners()) + 0.1 * look.heavy


def wavering(look):
    return (look.way + 40.0 * (look.way > 0) + 0.6 * look.heavy) / 12.0


WORTHS = {"basic": basic, "keep13": keep13, "thumb": thumb, "clever": clever, "sparring-stubborn": stubborn,
          "sparring-spades": spades, "sparring-middle": middle, "sparring-matchmaker": matchmaker,
          "sparring-wavering": wavering}
# The parameters of a family member: typical strength, spread, and share of members that have it. In order: a 13 at all,
# its points, weight, suits, ranks, cards that fit the middle, cards with partners left, older cards.
LIKES = ((3.0, 0.7, 0.9), (2.0, 0.5, 0.8), (1.0, 0.7, 0.8), (0.6, 0.5, 0.3), (0.6, 0.5, 0.3), (1.0, 0.7, 0.3),
         (1.0, 0.7, 0.3), (0.4, 0.5, 0.3))
# These two may also be negative.
EITHER_WAY = (4, 7)
NAMES = ("thirteen", "worth", "heavy", "suits", "ranks", "middle", "partners", "old")


class Styles:
    """Parameters for every game and seat, for the family; the other kinds have none."""

    def __init__(self, games, device):
        usual, spread, share = (torch.tensor(column, device=device) for column in zip(*LIKES))
        self.usual, self.spread, self.share = usual, spread, share
        self.either_way = torch.tensor([place in EITHER_WAY for place in range(len(LIKES))], device=device)
        make = lambda *shape: torch.zeros(games, SEATS, *shape, device=device)
        self.likes = make(len(LIKES))
        # The kinds of 13 a member notices; the value below which it discards a 13; the weight of the next draw.
        self.notices, self.cheap, self.foresight = make(3), make(1), make(1)
        # The noise of a choice; how often a member discards at random.
        self.whim, self.slips = make(1), make(1)
        self.redraw()

    def redraw(self):
        """Draws new members."""
        rand, some = torch.rand_like, lambda like, share: torch.rand_like(like) < share
        sign = torch.where(self.either_way & some(self.likes, 0.5), -1.0, 1.0)
        size = self.usual * (self.spread * torch.randn_like(self.likes)).exp()
        self.likes.copy_(size * sign * some(self.likes, self.share))
        self.notices.copy_(some(self.notices, 0.85))
        self.cheap.copy_(40.0 * rand(self.cheap) * some(self.cheap, 0.5))
        self.foresight.copy_(rand(self.foresight) * some(self.foresight, 0.6))
        self.whim.copy_(0.4 * rand(self.whim).square())
        self.slips.copy_(0.2 * rand(self.slips) * some(self.slips, 0.4))

    def family(self, look):
        """Returns a family member's probability of discarding each of the three cards."""
        table, mine = look.table, lambda things: things.index_select(1, look.table.turn % SEATS).squeeze(1)
        like = dict(zip(NAMES, mine(self.likes).unsqueeze(2).unbind(1)))
        notices = mine(self.notices).unsqueeze(2).unbind(1)
        cheap = torch.where(look.is_last, 0.0, mine(self.cheap))

        def worth(ways, weight):
            """Returns a member's static value of a pair."""
            wide = lambda things: things.view(-1, *[1] * (weight.dim() - 1))
            way = ways[0] * wide(notices[0])
            for other, notice in zip(ways[1:], notices[1:]):
                way = torch.maximum(way, other * wide(notice))
            way = way * (way > wide(cheap))
            points = wide(like["worth"]) * way + wide(like["heavy"]) * weight
            return wide(like["thirteen"]) * (way > 0) + points / 50.0

        now = worth(look.ways, look.heavy)
        with_any = look.with_any()
        hoped = worth(table.ways(*with_any), table.weight[with_any[0]] + table.weight)
        best = torch.maximum(now.unsqueeze(2), look.kept_max(hoped))
        unseen = look.unseen.unsqueeze(1).float()
        hope = (best * unseen).sum(2) / unseen.sum(2)
        foresight = torch.where(look.is_last, 0.0, mine(self.foresight))
        fits = (table.single.gather(1, look.three) > 0).float()
        total = (1.0 - foresight) * now + foresight * hope + like["middle"] * look.kept_sum(fits)
        total = total + like["suits"] * look.kept_sum(table.factor[look.three]) / 4.0
        total = total + like["ranks"] * look.kept_sum(table.rank[look.three]) / 13.0
        total = total + like["partners"] * look.kept_sum(look.partners()) / 8.0
        total = total + like["old"] * (look.place == 2)
        slips = mine(self.slips)
        return (1.0 - slips) * (total / (mine(self.whim) + 1e-3)).softmax(1) + slips / 3.0

    def chances(self, kind, look):
        """Returns a kind's probability of discarding each of the three cards."""
        if kind == "random":
            return torch.full_like(look.way, 1.0 / 3.0)
        if kind == "family":
            return self.family(look)
        worth = WORTHS[kind](look)
        if kind == "sparring-wavering":
            return worth.softmax(1)
        # For large values the difference is below float precision; the best must still be among the best.
        best = worth >= worth.amax(1, keepdim=True) - EQUAL
        return best / best.sum(1, keepdim=True)

    def scores(self, kind, table, seat, legal):
        """Returns scores whose largest entry is the discard, sampled by the probabilities."""
        look = Look(table)
        chances = self.chances(kind, look)
        drawn = chances.clamp(min=1e-30).log() + residual.gumbel(chances)
        return torch.full(legal.shape, -1e9, device=legal.device).scatter(1, look.three, drawn)

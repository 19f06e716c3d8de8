"""Many games of Hanamikoji at once, as tensors that advance together.

Each seat makes two offers, so every game has eight turns and four answers: all games of a batch are always at the same
step of twelve, without branches. Cards are counts by type. Actions have the numbers of the Rust encoding. A cut-down
game has fewer cards and actions with the same features and numbers, so one network format serves both.
"""

import copy
from collections import namedtuple

import torch

TYPES, SEATS, TURNS = 7, 2, 8
DECK = (2, 2, 2, 3, 3, 4, 5)
SINGLES, PAIRS, GIFTS = 7, 28, 84
BURN = SINGLES
GIFT = BURN + PAIRS
COMPETE = GIFT + GIFTS
TAKE = COMPETE + PAIRS * (PAIRS + 1) // 2
TAKE_PAIR = TAKE + SINGLES
ACTIONS = TAKE_PAIR + PAIRS
SECRET_KIND, BURN_KIND, GIFT_KIND, COMPETITION_KIND, TAKE_KIND = range(5)
FEATURES = 16 * 21 + 4 * TURNS + 8 + 2
# Rows of a multiple of eight let the GPU use its fastest matrix products.
PADDED = 384
STEPS = 12
# The opponent's three sets of hidden cards, and the pile.
OPEN = 3 * 21 + TURNS * TYPES


class Variant(namedtuple("Variant", "deck kinds points types")):
    """The cards and actions of a variant, and the points or else types that win."""

    @property
    def turns(self):
        return SEATS * len(self.kinds)

    @property
    def steps(self):
        """Returns the number of steps; the other seat answers every offer."""
        return self.turns + SEATS * sum(kind in (GIFT_KIND, COMPETITION_KIND) for kind in self.kinds)

    @property
    def hand_size(self):
        """Returns the size of a first hand: Secret uses one card, Burn two and so on, and each action follows a draw.
        """
        return sum(self.kinds)


FULL = Variant(DECK, (SECRET_KIND, BURN_KIND, GIFT_KIND, COMPETITION_KIND), 11, 4)
# AABBCCDDDFFFF with Secret, Burn and Gift: small enough for the Rust solver to compute the exact exploitability.
CUT_DOWN = Variant((2, 2, 2, 3, 0, 4, 0), (SECRET_KIND, BURN_KIND, GIFT_KIND), 7, 3)
VARIANTS = {"full": FULL, "cut-down": CUT_DOWN}


def handfuls(size):
    """Returns all handfuls of a size in the order of their numbers: AA AB BB AC …"""
    if size == 0:
        return [()]
    return [rest + (card,) for card in range(TYPES) for rest in handfuls(size - 1) if not rest or rest[-1] <= card]


def counts(cards):
    return [cards.count(card) for card in range(TYPES)]


class Menu:
    """The cards that every numbered action uses, and its kind."""

    def __init__(self, device, variant):
        singles, pairs, gifts = handfuls(1), handfuls(2), handfuls(3)
        used, kind, low, high = [], [], [], []

        def add(cards, what, one=0, other=0):
            used.append(counts(cards))
            kind.append(what)
            low.append(one)
            high.append(other)

        for what, hands in ((SECRET_KIND, singles), (BURN_KIND, pairs), (GIFT_KIND, gifts)):
            for cards in hands:
                add(cards, what)
        for other in range(PAIRS):
            for one in range(other + 1):
                add(pairs[one] + pairs[other], COMPETITION_KIND, one, other)
        for cards in singles + pairs:
            add(cards, TAKE_KIND)
        assert len(used) == ACTIONS
        make = lambda rows, dtype: torch.tensor(rows, dtype=dtype, device=device)
        self.used, self.kind = make(used, torch.int8), make(kind, torch.long)
        self.low, self.high = make(low, torch.long), make(high, torch.long)
        self.pairs = make([counts(pair) for pair in pairs], torch.int8)
        self.deck = make(variant.deck, torch.int8)
        self.dealt = make([card for card in range(TYPES) for _ in range(variant.deck[card])], torch.long)
        # The 21 places of a handful, which are those of the full deck in every variant.
        self.cards = make([card for card in range(TYPES) for _ in range(DECK[card])], torch.long)
        self.ranks = make([rank for card in range(TYPES) for rank in range(DECK[card])], torch.int8)
        # The places of a handful that an action needs; actions outside the variant are never legal.
        self.needs = (self.used[:, self.cards] > self.ranks).T.to(torch.float16).contiguous()
        self.real = (self.used <= self.deck).all(1) & torch.isin(self.kind, make(variant.kinds, torch.long))
        self.of_kind = self.kind.unsqueeze(1) == torch.arange(4, device=device)


class Table:
    """`games` tables; `act` advances all of them by one step."""

    def __init__(self, games, device, variant=FULL):
        self.games, self.device, self.variant, self.menu = games, device, variant, Menu(device, variant)
        self.turns = variant.turns
        self.row = torch.arange(games, device=device)
        self.eye = torch.eye(TYPES, dtype=torch.int8, device=device)

    def deal(self, cards=None):
        """Deals at random, or these cards: the card set aside, both hands, the pile."""
        games, device, hand = self.games, self.device, self.variant.hand_size
        if cards is None:
            order = torch.rand(games, len(self.menu.dealt), device=device).argsort(1)
            cards = self.menu.dealt[order]
        make = lambda *shape: torch.zeros(games, *shape, dtype=torch.int8, device=device)
        dealt = self.eye[cards]
        hands = [dealt[:, 1:1 + hand], dealt[:, 1 + hand:1 + 2 * hand]]
        self.hand = torch.stack([cards.sum(1) for cards in hands], 1).to(torch.int8)
        self.pile = dealt[:, 1 + 2 * hand:]
        self.secret, self.burned, self.placed = make(2, 7), make(2, 7), make(2, 7)
        # By seat: Gift, the card taken of it, lower pair, higher pair, the pair taken.
        self.offers = make(2, 5, 7)
        self.low, self.high = (torch.zeros(games, dtype=torch.long, device=device) for _ in range(2))
        self.shown = make(TURNS, 4)
        self.acted = torch.zeros(games, dtype=torch.long, device=device)
        self.waiting = torch.zeros(games, dtype=torch.bool, device=device)
        self.draw()

    def part(self, start, end):
        """Returns some of the tables, for reading only."""
        part = copy.copy(self)
        for name in ("hand", "pile", "secret", "burned", "placed", "offers", "low", "high", "shown", "acted", "waiting"):
            setattr(part, name, getattr(self, name)[start:end])
        part.games = end - start
        part.row = self.row[: part.games]
        return part

    def draw(self):
        """The seat to act draws, unless an answer is pending or the game is over."""
        seat = self.acted % 2
        draws = (~self.waiting & (self.acted < self.turns)).to(torch.int8).unsqueeze(1)
        self.hand[self.row, seat] += self.pile[self.row, self.acted.clamp(max=self.turns - 1)] * draws

    def seat(self):
        """Returns the seat to act in every game: while an offer waits, the seat after the one that made it."""
        return self.acted % 2

    def of(self, things, seat):
        return things[self.row, seat]

    def hot(self, cards):
        """Converts handfuls to 21 places each."""
        return cards[..., self.menu.cards] > self.menu.ranks

    def unseen(self, seat):
        mine = self.of(self.hand, seat) + self.of(self.secret, seat) + self.of(self.burned, seat)
        shown = (self.offers[:, :, 0] + self.offers[:, :, 2] + self.offers[:, :, 3]).sum(1, dtype=torch.int8)
        return self.menu.deck - mine - shown

    def used(self):
        """Returns which of its actions each seat has used."""
        return torch.stack([self.shown[:, 0::2].sum(1), self.shown[:, 1::2].sum(1)], 1) > 0

    def gift_waits(self):
        last = self.shown[self.row, (self.acted - 1).clamp(min=0)]
        return self.waiting & (last[:, GIFT_KIND] > 0)

    def legal(self, seat):
        menu, hand = self.menu, self.of(self.hand, seat)
        lacking = (~self.hot(hand)).to(torch.float16) @ menu.needs
        used = self.of(self.used(), seat).to(torch.float16) @ menu.of_kind.T.to(torch.float16)
        acts = (lacking == 0) & (used == 0) & menu.real
        acts[:, TAKE:] = False
        gift = self.gift_waits()
        single = (self.of(self.offers, 1 - seat)[:, 0] > 0) & gift.unsqueeze(1)
        number = torch.arange(PAIRS, device=self.device)
        pair = (number == self.low.unsqueeze(1)) | (number == self.high.unsqueeze(1))
        takes = torch.zeros_like(acts)
        takes[:, TAKE:TAKE_PAIR] = single
        takes[:, TAKE_PAIR:] = pair & ~gift.unsqueeze(1)
        return torch.where(self.waiting.unsqueeze(1), takes, acts)

    def encode(self, seat, legal):
        """Returns the seat's inputs, as in version 1 of the Rust encoding, which does not include the legal actions."""
        me, them = seat, 1 - seat
        own = [self.of(things, me) for things in (self.hand, self.secret, self.burned, self.placed)]
        cards = torch.stack([*own, self.of(self.placed, them), self.unseen(me)], 1)
        cards = torch.cat([cards, self.of(self.offers, me), self.of(self.offers, them)], 1)
        size = self.of(self.hand, them).sum(1)
        rest = [
            self.shown.flatten(1) > 0,
            size.unsqueeze(1) == torch.arange(8, device=self.device),
            self.waiting.unsqueeze(1),
            (seat == 0).unsqueeze(1),
            torch.zeros(self.games, PADDED - FEATURES, dtype=torch.bool, device=self.device),
        ]
        return torch.cat([self.hot(cards).flatten(1), *rest], 1).to(torch.bfloat16)

    def open_cards(self, seat):
        """Returns the hidden cards for the critic: the opponent's cards and the rest of the pile."""
        them = 1 - seat
        hidden = torch.stack([self.of(things, them) for things in (self.hand, self.secret, self.burned)], 1)
        drawn = (self.acted + (~self.waiting)).clamp(max=self.turns)
        left = torch.arange(self.turns, device=self.device) >= drawn.unsqueeze(1)
        pile = (self.pile > 0) & left.unsqueeze(2)
        return torch.cat([self.hot(hidden).flatten(1), pile.flatten(1)], 1)

    def act(self, action):
        menu, row, seat = self.menu, self.row, self.acted % 2
        cards, kind = menu.used[action], menu.kind[action]
        answers = self.waiting.to(torch.int8).unsqueeze(1)
        acts = 1 - answers
        gift = self.gift_waits().to(torch.int8).unsqueeze(1)
        # An answer: the taken cards go to one side, the rest to the other.
        maker = 1 - seat
        offer = self.of(self.offers, maker)
        whole = torch.where(gift > 0, offer[:, 0], offer[:, 2] + offer[:, 3])
        self.placed[row, seat] += cards * answers
        self.placed[row, maker] += (whole - cards) * answers
        self.offers[row, maker, 1] += cards * answers * gift
        self.offers[row, maker, 4] += cards * answers * (1 - gift)
        # One of the four actions.
        self.hand[row, seat] -= cards * acts
        does = lambda what: ((kind == what).to(torch.int8)).unsqueeze(1) * acts
        self.secret[row, seat] += cards * does(SECRET_KIND)
        self.burned[row, seat] += cards * does(BURN_KIND)
        self.offers[row, seat, 0] += cards * does(GIFT_KIND)
        competes = does(COMPETITION_KIND)
        self.offers[row, seat, 2] += menu.pairs[menu.low[action]] * competes
        self.offers[row, seat, 3] += menu.pairs[menu.high[action]] * competes
        self.low = torch.where(competes.squeeze(1) > 0, menu.low[action], self.low)
        self.high = torch.where(competes.squeeze(1) > 0, menu.high[action], self.high)
        turn = self.acted.clamp(max=TURNS - 1)
        self.shown[row, turn] += (kind.unsqueeze(1) == torch.arange(4, device=self.device)).to(torch.int8) * acts
        self.acted = self.acted + acts.squeeze(1)
        self.waiting = (acts.squeeze(1) > 0) & (kind >= GIFT_KIND)
        self.draw()

    def returns(self):
        """Returns the result of each seat in a finished game."""
        placed = (self.placed + self.secret).to(torch.int16)
        more = torch.stack([placed[:, 0] > placed[:, 1], placed[:, 1] > placed[:, 0]], 1)
        types = more.sum(2)
        points = (more * self.menu.deck).sum(2)
        by_points = (points >= self.variant.points).long()
        by_types = (types >= self.variant.types).long()
        by_points, by_types = by_points[:, 0] - by_points[:, 1], by_types[:, 0] - by_types[:, 1]
        rest = (points[:, 0] - points[:, 1]).sign()
        first = torch.where(by_points != 0, by_points, torch.where(by_types != 0, by_types, rest)).float()
        return torch.stack([first, -first], 1)

"""Many games of Indigo at once, as tensors that advance together.

The seats take turns and every game has 48 plays, so all games of a batch are always at the same step, without branches:
the whole game can be captured as one CUDA graph. Cards and actions have the numbers of the Rust encoding, by suit and
then rank from the ace. A set of cards is a row of 52 flags; as 4 suits by 13 ranks it shows which cards match.
"""

import copy

import torch

CARDS, SUITS, RANKS, SEATS = 52, 4, 13, 2
HAND, DEALS = 6, 4
ROUND = SEATS * HAND
STEPS = DEALS * ROUND
FEATURES = 8 * CARDS + 4 + 7 + 3 + 2 + 1
# Rows of a multiple of eight let the GPU use its fastest matrix products.
PADDED = 440
ACTIONS = CARDS
# The other hand, and both hands of up to three deals to come.
HIDDEN = (1 + SEATS * (DEALS - 1)) * CARDS
OPEN = 368
BONUS = 3
NOBODY = 2
# The place of each card of a deal: the first four lie on the table, then seat 0 and seat 1 get six cards in turn.
ON_TABLE = -1
SLOTS = (ON_TABLE,) * 4 + tuple(hand for hand in range(DEALS * SEATS) for _ in range(HAND))
POINT_RANKS = (0, 9, 10, 11, 12)


def by_suit(cards):
    """Reshapes rows of 52 to suits by ranks."""
    return cards.unflatten(-1, (SUITS, RANKS))


def alike(cards):
    """Returns every card whose suit or rank is among these."""
    rows = by_suit(cards)
    return (rows.any(-1, keepdim=True) | rows.any(-2, keepdim=True)).flatten(-2)


class Table:
    """`games` tables; `act` advances all of them by one step."""

    def __init__(self, games, device):
        self.games, self.device = games, device
        self.row = torch.arange(games, device=device)
        self.cards = torch.arange(CARDS, device=device)
        self.is_point = torch.tensor([card % RANKS in POINT_RANKS for card in range(CARDS)], device=device)
        self.slots = torch.tensor(SLOTS, dtype=torch.int8, device=device)
        self.four, self.seven, self.three = (torch.arange(size, device=device) for size in (4, 7, 3))
        # Both hands of the deals to come, by how many hands later they are dealt than seat 0's of this deal.
        self.later = torch.arange(SEATS, SEATS * DEALS, device=device, dtype=torch.int8)

    def deal(self, cards=None):
        """Deals at random, or these cards in their order: four on the table, then the eight hands."""
        if cards is None:
            slot = torch.rand(self.games, CARDS, device=self.device).argsort(1)
        else:
            slot = cards.argsort(1)
        make = lambda *shape: torch.zeros(self.games, *shape, dtype=torch.bool, device=self.device)
        count = lambda value: torch.full((self.games,), value, dtype=torch.long, device=self.device)
        # The one of the eight hands to which each card belongs: constant during a game.
        self.dealt = self.slots[slot]
        self.pile, self.top = slot < 4, slot == 3
        self.seen = self.pile.clone()
        self.captured = make(SEATS, CARDS)
        # The previous top card, if the seat that played last did not capture it.
        self.refused = make(CARDS)
        # By seat, the top cards it did not capture in this deal; and every card that captured.
        self.missed, self.took = make(SEATS, CARDS), make(CARDS)
        self.last, self.played = count(NOBODY), count(0)

    def part(self, start, end):
        """Returns some of the tables, for reading only."""
        part = copy.copy(self)
        for name in ("dealt", "pile", "top", "seen", "captured", "refused", "missed", "took", "last", "played"):
            setattr(part, name, getattr(self, name)[start:end])
        part.games = end - start
        part.row = self.row[: part.games]
        return part

    def seat(self):
        """Returns the seat to act in every game."""
        return self.played % SEATS

    def of(self, things, seat):
        return things[self.row, seat]

    def deal_number(self):
        """Returns the number of the current deal, from 0."""
        return (self.played // ROUND).clamp(max=DEALS - 1)

    def dealt_to(self, seat):
        """Returns the cards dealt to a seat in this deal, played or not."""
        hand = (self.deal_number() * SEATS + seat).to(torch.int8)
        return self.dealt == hand.unsqueeze(1)

    def hand(self, seat):
        return self.dealt_to(seat) & ~self.seen

    def legal(self, seat):
        return self.hand(seat)

    def unseen(self, seat):
        """Returns the cards in the other hand or still to be dealt."""
        return ~(self.seen | self.hand(seat))

    def capturing(self):
        """Returns the cards that would capture now."""
        return alike(self.top)

    def points_of(self, cards):
        """Returns the points of these sets."""
        return (cards & self.is_point).sum(-1)

    def hand_size(self, seat):
        """Returns the size of a hand. Seat 0 plays first, so after an odd number of plays it has made one more."""
        return HAND - (self.played % ROUND + 1 - seat) // SEATS

    def encode(self, seat, legal):
        """Returns the seat's inputs, as in version 1 of the Rust encoding; for the acting seat, `legal` is its hand."""
        them = 1 - seat
        own, other = self.of(self.captured, seat), self.of(self.captured, them)
        theirs = self.dealt_to(them) & self.seen
        last = torch.where(self.last == NOBODY, NOBODY, (self.last != seat).long())
        flags = [
            legal, self.pile, self.top, own, other, ~(self.seen | legal), self.of(self.missed, them), theirs,
            self.deal_number().unsqueeze(1) == self.four,
            self.hand_size(them).unsqueeze(1) == self.seven,
            last.unsqueeze(1) == self.three,
        ]
        points = torch.stack([self.points_of(own), self.points_of(other)], 1) / 20.0
        leads = (seat == 0).unsqueeze(1).to(torch.bfloat16)
        empty = torch.zeros(self.games, PADDED - FEATURES, dtype=torch.bfloat16, device=self.device)
        return torch.cat([torch.cat(flags, 1).to(torch.bfloat16), points.to(torch.bfloat16), leads, empty], 1)

    def open_cards(self, seat):
        """Returns the hidden cards for the critic: the other hand, then for each deal to come both hands, the seat's
        own first."""
        coming = (self.deal_number() * SEATS).unsqueeze(1) + self.later
        # Of every two hands to come the seat's own is first.
        coming = (coming ^ seat.unsqueeze(1)).to(torch.int8)
        hands = self.dealt.unsqueeze(1) == coming.unsqueeze(2)
        empty = torch.zeros(self.games, OPEN - HIDDEN, dtype=torch.bool, device=self.device)
        return torch.cat([self.hand(1 - seat), hands.flatten(1), empty], 1)

    def act(self, action):
        """The acting seat plays this card in every game."""
        seat = self.seat().unsqueeze(1) == self.three[:SEATS]
        card = action.unsqueeze(1) == self.cards
        captures = (card & self.capturing()).any(1, keepdim=True)
        whose, pile = seat.unsqueeze(2), self.pile | card
        taken, left = pile & captures, self.top & ~captures
        self.captured = self.captured | (taken.unsqueeze(1) & whose)
        self.pile = pile & ~captures
        self.missed = self.missed | (left.unsqueeze(1) & whose)
        self.refused, self.top = left, card & ~captures
        self.took = self.took | (card & captures)
        self.seen = self.seen | card
        self.last = torch.where(captures.squeeze(1), self.seat(), self.last)
        self.played = self.played + 1
        # In a new deal, cards left with the old hands give no information.
        self.missed = self.missed & (self.played % ROUND != 0).view(-1, 1, 1)

    def points(self):
        """Returns the final points, bonus included: the rest of the pile goes to the seat that captured last, or to
        seat 0."""
        heir = torch.where(self.last == NOBODY, 0, self.last).unsqueeze(1) == self.three[:SEATS]
        captured = self.captured | (self.pile.unsqueeze(1) & heir.unsqueeze(2))
        cards = captured.sum(2)
        second = cards[:, 1] > cards[:, 0]
        return (self.points_of(captured) + BONUS * torch.stack([~second, second], 1)).float()

    def returns(self):
        """Returns 1 for the winner and -1 for the loser of a finished game; the 23 points cannot be shared evenly."""
        points = self.points()
        return (points - points.flip(1)).sign()

"""Many games of Intensity at once, as tensors that advance together.

Every game takes 12 pass picks (each seat in turn picks its three cards one after another) and 40 plays, so all games of
a batch are always at the same step, without branches: the whole game can be captured as one CUDA graph. Cards are
numbered from 0 as in the encoding.
"""

import copy

import torch

CARDS, SEATS, FEATURES = 40, 4, 683
# Rows of a multiple of eight let the GPU use its fastest matrix products.
PADDED = 688
PICKS, PLAYS = 12, 40
STEPS = PICKS + PLAYS
# An action is a card, even where the Rust encoding numbers whole passes.
ACTIONS = CARDS
# The hands and passes of the other seats.
OPEN = 3 * 2 * CARDS
BUFFALO = 37


def card_points(device):
    points = torch.zeros(CARDS, device=device)
    points[20:30] = 1.0
    points[BUFFALO] = 7.0
    return points


class Table:
    """`games` tables; `act` advances all of them by one step."""

    def __init__(self, games, device):
        self.games, self.device = games, device
        self.points = card_points(device)
        self.cards = torch.arange(CARDS, device=device)
        self.suit_of = self.cards // 10
        self.steps = torch.arange(SEATS, device=device)
        self.row = torch.arange(games, device=device)
        self.clear()

    def clear(self):
        games, device = self.games, self.device
        flags = lambda *shape: torch.zeros(games, *shape, dtype=torch.bool, device=device)
        self.hand = flags(SEATS, CARDS)
        self.passed = flags(SEATS, CARDS)
        self.played = flags(SEATS, CARDS)
        self.round = flags(SEATS, CARDS)
        self.lacks = flags(SEATS, 4)
        self.broken = flags()
        self.penalties = torch.zeros(games, SEATS, device=device)
        self.leader = torch.zeros(games, dtype=torch.long, device=device)
        self.led = torch.zeros(games, dtype=torch.long, device=device)
        self.step = 0

    def deal(self, owners=None):
        """Deals at random, or with the given owner of every card."""
        self.clear()
        if owners is None:
            order = torch.rand(self.games, CARDS, device=self.device).argsort(1)
            owners = order // 10
        self.hand = owners.unsqueeze(1) == self.steps.view(1, SEATS, 1)

    def part(self, start, end):
        """Returns some of the tables, for reading only."""
        part = copy.copy(self)
        for name in ("hand", "passed", "played", "round", "lacks", "broken", "penalties", "leader", "led"):
            setattr(part, name, getattr(self, name)[start:end])
        part.games = end - start
        part.row = self.row[: part.games]
        return part

    @property
    def passing(self):
        return self.step < PICKS

    def seat(self):
        """Returns the seat to act in every game."""
        if self.passing:
            return torch.full((self.games,), self.step // 3, dtype=torch.long, device=self.device)
        return (self.leader + (self.step - PICKS) % 4) % 4

    def of(self, things, seat):
        """Returns the acting seat's part of a tensor by game and seat."""
        return things[self.row, seat]

    def legal(self, seat):
        """Returns the cards that the acting seat may pick or play."""
        hand = self.of(self.hand, seat)
        if self.passing:
            return hand
        if (self.step - PICKS) % 4 == 0:
            asked = (self.suit_of != 2).unsqueeze(0) | self.broken.unsqueeze(1)
        else:
            asked = self.suit_of.unsqueeze(0) == self.led.unsqueeze(1)
        answer = hand & asked
        return torch.where(answer.any(1, keepdim=True), answer, hand)

    def encode(self, seat, legal):
        """Returns the seat's inputs: version 1 of the Rust encoding, in bfloat16."""
        turned = (seat.unsqueeze(1) + self.steps) % 4
        rows = self.row.unsqueeze(1)
        hand = self.of(self.hand, seat)
        passed = self.of(self.passed, seat)
        played = self.played[rows, turned]
        lacks = self.lacks[rows, turned]
        gone = self.played.any(1)
        if self.passing:
            given, received, shown = torch.zeros_like(hand), torch.zeros_like(hand), torch.zeros_like(hand)
            unseen = ~(hand | passed)
        else:
            given, received, shown = passed & ~gone, self.of(self.passed, (seat + 3) % 4), legal
            unseen = ~(hand | gone)
        lacked = lacks[:, 1:][:, :, self.suit_of]
        may = unseen.unsqueeze(1) & ~lacked
        may = torch.cat([may[:, :1], may[:, 1:] & ~given.unsqueeze(1)], 1)
        games = self.games
        flags = torch.cat(
            [hand, passed, received, shown, self.round[rows, turned].reshape(games, -1), played.reshape(games, -1),
             may.reshape(games, -1), given, lacks.reshape(games, -1)], 1)
        steps = torch.zeros(games, 16, device=self.device)
        done = self.step // 3 if self.passing else 4
        rounds = 0 if self.passing else (self.step - PICKS) // 4
        steps[:, done] = 1.0
        steps[:, 5 + rounds] = 1.0
        round_points = (self.round.any(1).float() @ self.points).unsqueeze(1) / 10.0
        numbers = torch.cat(
            [self.penalties[rows, turned] / 17.0, (turned == self.leader.unsqueeze(1)).float(), steps,
             self.broken.float().unsqueeze(1), gone[:, BUFFALO:BUFFALO + 1].float(), round_points], 1)
        empty = torch.zeros(games, PADDED - FEATURES, dtype=torch.bfloat16, device=self.device)
        return torch.cat([flags.bfloat16(), numbers.bfloat16(), empty], 1)

    def open_cards(self, seat):
        """Returns the hidden cards for the critic: the other seats' hands and passes, from the seat's left on."""
        turned = (seat.unsqueeze(1) + self.steps[1:]) % 4
        rows = self.row.unsqueeze(1)
        both = torch.cat([self.hand[rows, turned], self.passed[rows, turned]], 1)
        return both.reshape(self.games, -1)

    def owners(self, seat):
        """Returns the holder of each card among the other seats: 0 to 2 from the left on, or -1 for none."""
        turned = (seat.unsqueeze(1) + self.steps[1:]) % 4
        held = self.hand[self.row.unsqueeze(1), turned]
        if self.passing:
            # A passed card still belongs to its first owner until all seats have passed.
            held = held | self.passed[self.row.unsqueeze(1), turned]
        return torch.where(held.any(1), held.int().argmax(1), -1)

    def act(self, card):
        """The acting seat picks or plays this card in every game."""
        seat = self.seat()
        mark = card.unsqueeze(1) == self.cards
        mine = (self.steps.unsqueeze(0) == seat.unsqueeze(1)).unsqueeze(2) & mark.unsqueeze(1)
        self.hand = self.hand & ~mine
        if self.passing:
            self.passed = self.passed | mine
            self.step += 1
            if self.step == PICKS:
                self.hand = self.hand | self.passed.roll(1, 1)
            return
        place = (self.step - PICKS) % 4
        suit = card // 10
        if place == 0:
            self.led = suit
            lack = ((suit == 2) & ~self.broken).unsqueeze(1) & (self.steps != 2)
        else:
            off = (suit != self.led).unsqueeze(1)
            lack = off & (self.steps == self.led.unsqueeze(1))
        whose = (self.steps.unsqueeze(0) == seat.unsqueeze(1)).unsqueeze(2)
        self.lacks = self.lacks | (whose & lack.unsqueeze(1))
        self.played = self.played | mine
        self.round = self.round | mine
        self.step += 1
        if place == 3:
            cards = self.round.any(1)
            following = self.round & (self.suit_of.unsqueeze(0) == self.led.unsqueeze(1)).unsqueeze(1)
            best = (following * (self.cards + 1)).amax(2)
            winner = best.argmax(1)
            won = (self.steps.unsqueeze(0) == winner.unsqueeze(1)).float()
            self.penalties = self.penalties + won * (cards.float() @ self.points).unsqueeze(1)
            self.broken = self.broken | cards[:, 20:30].any(1)
            self.leader = winner
            self.round = torch.zeros_like(self.round)

    def places(self):
        """Returns the tournament points of every seat: 3 to 0, shared where penalties are equal."""
        mine, other = self.penalties.unsqueeze(2), self.penalties.unsqueeze(1)
        return (mine < other).float().sum(2) + 0.5 * ((mine == other).float().sum(2) - 1.0)

    def returns(self):
        """Returns the points of each seat above the mean."""
        return self.places() - 1.5

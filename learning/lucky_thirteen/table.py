"""Many games of Lucky Thirteen at once, as tensors that advance together.

Every game has sixteen turns and one decision in each, the seats one after another: all games of a batch are always at
the same turn, without branches. Cards and actions have the numbers of the Rust encoding. The place of every card is one
small number, so each plane of the encoding is a comparison.

`returns` are shares of the win; the scores that decide it are `points`, which the Rust rules call returns.
"""

import copy

import torch

CARDS, SEATS, ROUNDS = 52, 4, 4
STEPS = SEATS * ROUNDS
ACTIONS = CARDS
FEATURES = 5 * CARDS + (SEATS - 1) * ROUNDS * CARDS + ROUNDS + SEATS + 2
# Rows of a multiple of eight let the GPU use its fastest matrix products.
PADDED = 896
# The hands of the other seats, and the draws of every seat.
OPEN = 368
SUMS = ("face", "flexible")
# The place of a card: in the pile, with a seat (`HELD` and its number), in the middle, or discarded in a turn.
PILE, HELD, PUBLIC, DISCARDED = 0, 1, 5, 6
# The public cards, the hands, the draws and one more.
DEALT = 2 + 2 * SEATS + STEPS + 1
THIRTEEN = 1 << 13
ONLY_ONE = 100.0


def values(sums, card):
    """Returns the values of a card towards 13."""
    rank = card % 13 + 1
    if sums == "flexible" and rank == 1:
        return 0, 1
    if sums == "flexible" and rank > 10:
        return 10, 11, 12, 13
    return (rank,)


def reached(sums, one, other):
    """Returns the sums up to 13 that two cards can make."""
    totals = {a + b for a in values(sums, one) for b in values(sums, other)}
    return [total for total in totals if total <= 13]


class Table:
    """`games` tables of one variant, or of `both` alternately; `act` advances all of them by one step.

    The acting seat is the same in all games. Its number is a tensor, so that one compiled program serves every turn.
    Methods with a `seat` argument use that tensor instead.
    """

    def __init__(self, games, device, sums="face"):
        self.games, self.device = games, device
        make = lambda rows, dtype: torch.tensor(rows, dtype=dtype, device=device)
        self.cards = torch.arange(CARDS, device=device)
        self.turns = torch.arange(STEPS, device=device, dtype=torch.int8).unsqueeze(0)
        self.left = torch.arange(SEATS, device=device)
        self.rank = (self.cards % 13 + 1).float()
        self.factor = 4.0 - self.cards // 13
        self.weight = self.rank * self.factor
        # Dealt cards are sorted by suit, then ace, king, queen and so on.
        self.age = self.cards // 13 * 13 + (13 - self.cards % 13) % 13
        pairs = [(sums, one, other) for sums in SUMS for one in range(CARDS) for other in range(CARDS)]
        # A bit for every sum of two cards, and the bits of what is missing to 13.
        self.reach = make([sum(1 << total for total in reached(*pair)) for pair in pairs], torch.int16)
        self.lack = make([sum(1 << 13 - total for total in reached(*pair)) for pair in pairs], torch.int16)
        self.makes = (self.reach >= THIRTEEN).view(len(SUMS), CARDS, CARDS)
        of_game = [number % 2 if sums == "both" else SUMS.index(sums) for number in range(games)]
        self.sums = make(of_game, torch.long)
        # The last features, and zeros that fill the row: those that depend on the turn, and those that depend on the
        # game.
        hot = lambda number, size: [number == place for place in range(size)]
        turn_rows = [hot(turn // SEATS, ROUNDS) + hot(turn % SEATS, SEATS) for turn in range(STEPS + 1)]
        self.turn_rows = make(turn_rows, torch.bool)
        self.sums_rows = self.sums.unsqueeze(1) == torch.arange(2 + PADDED - FEATURES, device=device)
        # The places in the planes of a seat: its hand, the public cards, then the others' discards from its left on.
        discards = lambda seat: [DISCARDED + SEATS * turn + seat % SEATS for turn in range(ROUNDS)]
        others = lambda seat: discards(seat + 1) + discards(seat + 2) + discards(seat + 3)
        looks = [[HELD + seat, PUBLIC] + others(seat) for seat in range(SEATS)]
        self.looks = make(looks, torch.int8)

    def deal(self, cards=None):
        """Deals at random, or these cards as they come off the deck: two public ones, the hands, the pile."""
        games, device = self.games, self.device
        if cards is None:
            cards = torch.rand(games, CARDS, device=device).argsort(1)
        self.public, pairs = cards[:, :2], cards[:, 2:2 + 2 * SEATS].view(games, SEATS, 2)
        self.draws = cards[:, 2 + 2 * SEATS:DEALT]
        ages = self.age[pairs]
        self.hand = torch.where(ages[..., :1] < ages[..., 1:], pairs, pairs.flip(2))
        holders = (HELD + self.left).to(torch.int8).repeat_interleave(2).expand(games, -1)
        self.where = torch.zeros(games, CARDS, dtype=torch.int8, device=device)
        self.where.scatter_(1, cards[:, 2:2 + 2 * SEATS], holders)
        self.where.scatter_(1, self.public, torch.full_like(self.public, PUBLIC, dtype=torch.int8))
        # The turn in which a card is drawn; -1 for those that never are.
        self.when = torch.full((games, CARDS), -1, dtype=torch.int8, device=device)
        self.when.scatter_(1, self.draws[:, :STEPS], self.turns.expand(games, -1))
        middle = self.weight_in_the_middle()
        fits = self.makes[self.sums.unsqueeze(1), self.public]
        # The value of each card's best 13 with a public card, 0 if there is none.
        self.single = (fits * (self.weight + middle.unsqueeze(2))).amax(1)
        self.both_public = middle.sum(1)
        self.open_lack = self.lack[self.pair_number(self.public[:, 0], self.public[:, 1])]
        self.turn = torch.zeros((), dtype=torch.long, device=device)
        self.step = 0
        self.draw()

    def part(self, start, end):
        """Returns some of the tables, for reading only."""
        part = copy.copy(self)
        for name in ("public", "draws", "hand", "where", "when", "single", "both_public", "open_lack", "sums",
                     "sums_rows"):
            setattr(part, name, getattr(self, name)[start:end])
        part.games = end - start
        return part

    def weight_in_the_middle(self):
        return 2.0 * self.rank[self.public]

    def pair_number(self, one, other):
        """Returns the index of two cards in the tables over all pairs; the first dimension is the games."""
        return (self.sums.view(-1, *[1] * (one.dim() - 1)) * CARDS + one) * CARDS + other

    def draw(self):
        """The seat to act draws. After the last turn one more card is drawn, which is never used."""
        drawn = self.draws.index_select(1, self.turn)
        self.where = self.where.scatter(1, drawn, (HELD + self.turn % SEATS).to(torch.int8).expand(self.games, 1))

    def seat(self):
        """Returns the seat to act in every game."""
        return (self.turn % SEATS).expand(self.games)

    def three(self):
        """Returns the cards of the acting seat, the one longest in hand first."""
        held = self.hand.index_select(1, self.turn % SEATS).squeeze(1)
        return torch.cat([held, self.draws.index_select(1, self.turn)], 1)

    def legal(self, seat):
        return self.where == HELD + self.turn % SEATS

    def unseen(self):
        """Returns the cards in other hands and in the pile, for the acting seat."""
        return (self.where < PUBLIC) & (self.where != HELD + self.turn % SEATS)

    def encode(self, seat, legal):
        """Returns the seat's inputs, as in version 1 of the Rust encoding."""
        me = self.turn % SEATS
        planes = self.where.unsqueeze(1) == self.looks.index_select(0, me).unsqueeze(2)
        own = (self.where >= DISCARDED) & ((self.where - DISCARDED) % SEATS == me)
        # A card that makes 13 with a public one has a value with it.
        partners = self.single > 0
        return torch.cat(
            [planes[:, :2].flatten(1), self.unseen(), own, partners, planes[:, 2:].flatten(1),
             self.turn_rows.index_select(0, self.turn).expand(self.games, -1), self.sums_rows], 1).to(torch.bfloat16)

    def open_cards(self, seat):
        """Returns the hidden cards for the critic: the others' hands from the left on, then the draws of each seat, the
        acting one first."""
        order = ((self.turn + self.left) % SEATS).view(1, SEATS, 1)
        held = self.where.unsqueeze(1) == HELD + order[:, 1:]
        coming = (self.when > self.turn).unsqueeze(1) & (self.when.unsqueeze(1) % SEATS == order)
        empty = torch.zeros(self.games, OPEN - 7 * CARDS, dtype=torch.bool, device=self.device)
        return torch.cat([held.flatten(1), coming.flatten(1), empty], 1)

    def act(self, action):
        """The acting seat discards this card in every game."""
        first, second, third = self.three().unbind(1)
        older = torch.where(first == action, second, first)
        newer = torch.where((first == action) | (second == action), third, second)
        self.hand = self.hand.index_copy(1, self.turn % SEATS, torch.stack([older, newer], 1).unsqueeze(1))
        discarded = (DISCARDED + self.turn).to(torch.int8).expand(self.games, 1)
        self.where = self.where.scatter(1, action.unsqueeze(1), discarded)
        self.turn = self.turn + 1
        self.count()
        self.draw()

    @torch.compiler.disable
    def count(self):
        """Counts the turns on the host, for players that plan ahead; a compiled `act` must not depend on it."""
        self.step += 1

    def ways(self, one, other):
        """Returns the value of the best 13 with two private cards, 0 if there is none: with both of them, with one of
        them and a public card, with all four. The first dimension of the cards is the games."""
        per_game = lambda things: things.view(-1, *[1] * (one.dim() - 1))
        reach = self.reach[self.pair_number(one, other)]
        weight = self.weight[one] + self.weight[other]
        alone = lambda cards: self.single.gather(1, cards.flatten(1)).view(cards.shape)
        four = (reach & per_game(self.open_lack)) != 0
        return (weight * (reach >= THIRTEEN), torch.maximum(alone(one), alone(other)),
                (weight + per_game(self.both_public)) * four)

    def best_way(self, one, other):
        both, single, four = self.ways(one, other)
        return torch.maximum(torch.maximum(both, single), four)

    def points(self):
        """Returns the score of every seat in a finished game."""
        one, other = self.hand.unbind(2)
        way = self.best_way(one, other)
        has = way > 0
        count = has.sum(1, keepdim=True)
        weight = self.weight[one] + self.weight[other]
        return torch.where(count == 0, weight, torch.where(count == 1, ONLY_ONE * has, way))

    def returns(self):
        """Returns every seat's share of the win in a finished game."""
        points = self.points()
        most = points == points.amax(1, keepdim=True)
        return most / most.sum(1, keepdim=True)

"""What rule players look at: how many cards match, and what the next card may cost."""

import torch

from indigo.table import RANKS, by_suit


def in_suit(cards):
    """How many of these cards (as numbers) are of each card's suit."""
    rows = by_suit(cards)
    return rows.sum(-1, keepdim=True).expand_as(rows).flatten(-2)


def in_rank(cards):
    """How many of these cards (as numbers) are of each card's rank."""
    rows = by_suit(cards)
    return rows.sum(-2, keepdim=True).expand_as(rows).flatten(-2)


def matches(cards):
    """How many of these cards have each card's suit or rank, itself included."""
    rows = by_suit(cards.float())
    return (rows.sum(-1, keepdim=True) + rows.sum(-2, keepdim=True) - rows).flatten(-2)


def company(hand):
    """How many other cards in hand match each card of it."""
    return matches(hand) - 1.0


def rank_of(table):
    """From the ace, 1, to the king, 13."""
    return (table.cards % RANKS + 1).float()


def aside(worth, legal):
    """Worths with all that is not legal far below."""
    return worth.masked_fill(~legal, -1e9)


def one_ahead(table, seat, hand):
    """In the last deal, where the unseen cards are the other hand: what each card gains, less what the best answer
    gains, where a point is 4 and a card 1; and how many of the other's cards could be taken afterwards."""
    points, theirs = table.is_point.float(), table.unseen(seat)
    lies = (4.0 * table.points_of(table.pile) + table.pile.sum(1)).unsqueeze(1)
    gain = lies + 4.0 * points + 1.0
    # Of the cards that answer, one with a point gains more; both cards count.
    answers, dear = matches(theirs) > 0, matches(theirs & table.is_point) > 0
    answer = (gain + 1.0 + 4.0 * dear) * answers
    value = torch.where(table.capturing(), gain, -answer)
    takers = matches(hand)
    reach = (theirs & (takers > 0)).sum(1, keepdim=True) - matches(theirs & (takers == 1))
    return value, reach

"""Features for rule-based players: how many cards match, and the cost of the next card."""

import torch

from indigo.table import RANKS, by_suit


def in_suit(cards):
    """Returns for each card the sum of these numbers over its suit."""
    rows = by_suit(cards)
    return rows.sum(-1, keepdim=True).expand_as(rows).flatten(-2)


def in_rank(cards):
    """Returns for each card the sum of these numbers over its rank."""
    rows = by_suit(cards)
    return rows.sum(-2, keepdim=True).expand_as(rows).flatten(-2)


def matches(cards):
    """Returns for each card how many of these cards have its suit or rank, itself included."""
    rows = by_suit(cards.float())
    return (rows.sum(-1, keepdim=True) + rows.sum(-2, keepdim=True) - rows).flatten(-2)


def company(hand):
    """Returns for each card of the hand how many others in it match."""
    return matches(hand) - 1.0


def rank_of(table):
    """Returns the rank of each card, from 1 (ace) to 13 (king)."""
    return (table.cards % RANKS + 1).float()


def aside(worth, legal):
    """Returns the values, with a very low one for illegal cards."""
    return worth.masked_fill(~legal, -1e9)


def one_ahead(table, seat, hand):
    """Evaluates the last deal, where the unseen cards are the other hand. Returns the gain of each card minus the gain
    of the best answer, where a point is 4 and a card 1; and how many of the other's cards could be captured afterwards.
    """
    points, theirs = table.is_point.float(), table.unseen(seat)
    lies = (4.0 * table.points_of(table.pile) + table.pile.sum(1)).unsqueeze(1)
    gain = lies + 4.0 * points + 1.0
    # Of the answers, one with a point gains more; both cards count.
    answers, dear = matches(theirs) > 0, matches(theirs & table.is_point) > 0
    answer = (gain + 1.0 + 4.0 * dear) * answers
    value = torch.where(table.capturing(), gain, -answer)
    takers = matches(hand)
    reach = (theirs & (takers > 0)).sum(1, keepdim=True) - matches(theirs & (takers == 1))
    return value, reach

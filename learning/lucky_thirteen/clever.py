"""The Rust bot `clever`, batched: the value of each pair it may keep, planned over its own draws to the end."""

import torch

from lucky_thirteen.table import CARDS, DISCARDED, ROUNDS, SEATS


def chances_of_13(table, unseen, has):
    """Returns the probability of a 13 for each other seat. Half of it assumes that the seat never discards more than it
    keeps."""
    others = (table.turn + table.left[1:]) % SEATS
    thrower = ((table.where - DISCARDED) % SEATS).unsqueeze(1)
    thrown = (table.where >= DISCARDED).unsqueeze(1) & (thrower == others.view(1, -1, 1))
    most = (table.weight * thrown).amax(2, keepdim=True)
    heavy = unseen.unsqueeze(1) & (table.weight >= most)
    sets = torch.cat([unseen.unsqueeze(1), heavy], 1).float()
    count = sets.sum(2)
    # Every pair is counted twice.
    share = ((sets @ has.float()) * sets).sum(2) / (count * (count - 1)).clamp(min=1.0)
    return torch.where(count[:, 1:] < 2, share[:, :1], 0.5 * (share[:, 1:] + share[:, :1]))


def end_worths(table, unseen):
    """Returns the expected final score of each pair; 0 for a card with itself."""
    shape = (table.games, CARDS, CARDS)
    one, other = table.cards.unsqueeze(1).expand(shape), table.cards.expand(shape)
    is_pair = one != other
    way = table.best_way(one, other) * is_pair
    alone = (1.0 - chances_of_13(table, unseen, way > 0)).prod(1).view(-1, 1, 1)
    weight = table.weight.unsqueeze(1) + table.weight
    return torch.where(way > 0, alone * 100.0 + (1.0 - alone) * way, alone * weight) * is_pair


def before_a_draw(rows, worth, cards, unseen):
    """Returns the value of each row's card with every other card before one more draw and discard; `rows` has it after
    the draw, `worth` for all cards. The loop is over single cards, because all together need too much memory."""
    total = torch.zeros_like(rows)
    for card in range(CARDS):
        kept = torch.maximum(torch.maximum(rows, rows[:, :, card:card + 1]), worth[:, card].unsqueeze(1))
        total.addcmul_(kept, unseen[:, card].view(-1, 1, 1))
    # A pair's own cards cannot be drawn; each was counted as leaving the pair as it is.
    own = unseen.gather(1, cards).unsqueeze(2) + unseen.unsqueeze(1)
    before = (total - own * rows) / (unseen.sum(1).view(-1, 1, 1) - own)
    return before.scatter(2, cards.unsqueeze(2), 0.0)


def prospects(look):
    """Returns the expected score after discarding each of the three cards.

    Only pairs with an own card are needed: the rows. With three draws to come, the values of all pairs before the last
    draw are needed too.
    """
    table, unseen, mine = look.table, look.unseen.float(), look.three
    draws = ROUNDS - 1 - table.step // SEATS
    worth = end_worths(table, look.unseen)
    if draws == 3:
        worth = before_a_draw(worth, worth, table.cards.expand(table.games, -1), unseen)
    rows = worth.gather(1, mine.unsqueeze(2).expand(-1, -1, CARDS))
    if draws >= 2:
        rows = before_a_draw(rows, worth, mine, unseen)
    first, second, third = (rows[:, place].gather(1, mine) for place in range(3))
    now = torch.stack([second[:, 2], first[:, 2], first[:, 1]], 1)
    if draws == 0:
        return now
    best = torch.maximum(now.unsqueeze(2), look.kept_max(rows)) * unseen.unsqueeze(1)
    return best.sum(2) / unseen.sum(1, keepdim=True)

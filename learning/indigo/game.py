"""Describes Indigo to the training code."""

import re

import torch

from indigo import check, styles, table
from room import Game, Stage


def reward(table, done):
    """Returns the win, and for the first fifth of the time a small share of the lead, so that there is always a
    gradient."""
    points = table.points()
    return table.returns() + max(0.0, 1.0 - 5.0 * done) * 0.025 * (points - points.flip(1))


def renamed():
    """Draws a symmetry: suits may be exchanged, and ranks with ranks of the same points."""
    ranks = torch.arange(table.RANKS)
    is_point = torch.isin(ranks, torch.tensor(table.POINT_RANKS))
    for kind in (ranks[is_point], ranks[~is_point]):
        ranks[kind] = kind[torch.randperm(len(kind))]
    cards = (torch.randperm(table.SUITS).unsqueeze(1) * table.RANKS + ranks).flatten()
    # The features begin with eight sets of cards; the rest does not depend on single cards.
    sets = (torch.arange(8).unsqueeze(1) * table.CARDS + cards).flatten()
    return torch.cat([sets, torch.arange(8 * table.CARDS, table.PADDED)]), cards


RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARD = re.compile("(10|[A2-9JQK])([♠♥♦♣])")


def parse_deal(text):
    """Returns the cards of a deal from its Rust text, in the same order."""
    return ["♠♥♦♣".index(suit) * table.RANKS + RANKS.index(rank) for rank, suit in CARD.findall(text)]


GAME = Game(
    name="indigo",
    table=table,
    styles=styles,
    # No sparring partners: they are for measuring, and the learner must not have met them.
    population={"family": 0.26, "past": 0.16, "thumb": 0.08, "greedy": 0.06, "classic": 0.04, "random": 0.02},
    opponents=("classic", "greedy", "thumb", "sparring-echo"),
    settings=dict(minutes=9.0, entropy=(0.05, 0.005), lr=(1e-3, 5e-5), games=16384, minibatch=32768, lam=0.95, width=256,
                  blocks=3, play=0.001, reports=18, measured=32768, remember=60),
    # The last deal has no hidden cards and is solved, so it is not learnt.
    lessons="champion:nodes=2000,worlds=1000 greedy thumb classic montecarlo "
            "--games 8000 --seed 1 --actions 36",
    stages=(Stage("lessons", "teach", "--batches 250"),),
    figures=lambda table: {"% wins": 50.0 + 50.0 * table.returns(), "points": table.points()},
    reward=reward,
    zero_sum=True,
    is_branchless=True,
    check=check.check,
    dealt=parse_deal,
    worth=lambda table: table.points(),
    renamed=renamed,
)

"""Describes Intensity to the training code."""

import torch.nn.functional as F

from intensity import styles, table
from room import Game, Head, Stage


def reward(table, done):
    """Returns the places, and a bonus for fewer penalty points that shrinks over time, so that there is always a
    gradient."""
    return table.returns() + (0.15 + (0.05 - 0.15) * done) * (4.25 - table.penalties)


def wrong_owners(answers, truth):
    return F.cross_entropy(answers.view(-1, 3, table.CARDS), truth.long(), ignore_index=-1)


GAME = Game(
    name="intensity",
    table=table,
    styles=styles,
    population={"careful": 0.28, "loose": 0.05, "family": 0.37, "random": 0.04, "past": 0.26},
    opponents=("careful", "family"),
    # Measured at a temperature near 0: it plays its best action.
    settings=dict(minutes=8.5, entropy=(0.012, 0.003), lr=(7e-4, 5e-5), games=16384, minibatch=32768, lam=0.9, width=512,
                  blocks=3, play=0.001, reports=18, measured=8192, remember=40, mixed=0.5),
    stages=(Stage("population", "train", "--minutes 7.6"),),
    figures=lambda table: {"points": table.places(), "penalty": table.penalties},
    reward=reward,
    # The holder of each card among the other seats; -1 is none.
    heads=(Head("owners", 3 * table.CARDS, 0.1, lambda table, seat: table.owners(seat), table.CARDS, wrong_owners),),
    value_weight=0.1,
    heats=(0.5, 1.5),
    may_round=True,
    liked=styles.liked,
)

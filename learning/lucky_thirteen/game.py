"""Describes Lucky Thirteen to the training code."""

from lucky_thirteen import check, styles, table
from room import Game, Stage


def reward(table, done):
    """Returns the share of the win, and at first a small bonus for points, so that there is always a gradient."""
    return table.returns() + 0.3 * (1.0 - done) * table.points() / 100.0


GAME = Game(
    name="lucky_thirteen",
    table=table,
    styles=styles,
    population={"family": 0.28, "past": 0.1, "keep13": 0.22, "clever": 0.1, "thumb": 0.06, "basic": 0.22, "random": 0.02},
    opponents=("basic", "keep13", "thumb"),
    settings=dict(minutes=9.0, entropy=(0.02, 0.002), lr=(1e-3, 5e-5), games=32768, minibatch=65536, lam=0.95, width=256,
                  blocks=3, play=0.001, reports=18, measured=65536, remember=60, mixed=0.75),
    # A few minutes on one GPU shared with two other trainings. Given in batches, so that a faster machine learns from
    # as many games.
    stages=(Stage("population", "train", "--batches 161 --width 256 --blocks 3 --reports 6"),
            Stage("longer", "train", "--batches 456 --lr 6e-4 2e-5 --entropy 0.006 0.002 --average 0.1 --reports 6 --seed 2")),
    figures=lambda table: {"% wins": 100.0 * table.returns(), "points": table.points()},
    reward=reward,
    # People mostly choose one kind of opponent for a table: then one player's discards tell of the others as well.
    more=0.15,
    alike=0.7,
    heats=(0.5, 1.5),
    is_branchless=True,
    # Both ways to count sums at once: the encoding says which one is played.
    options={"sums": "both"},
    check=check.check,
)

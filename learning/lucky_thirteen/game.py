"""What the room needs to know of Lucky Thirteen."""

from lucky_thirteen import check, styles, table
from room import Game, Stage


def reward(table, done):
    """Shares of the win, and at first a little for points, so that there is always something to gain."""
    return table.returns() + 0.3 * (1.0 - done) * table.points() / 100.0


GAME = Game(
    name="lucky_thirteen",
    table=table,
    styles=styles,
    strangers={"family": 0.41, "past": 0.28, "keep13": 0.13, "thumb": 0.12, "basic": 0.04, "random": 0.02},
    opponents=("basic", "keep13", "thumb"),
    settings=dict(minutes=9.0, entropy=(0.02, 0.002), lr=(1e-3, 5e-5), games=32768, minibatch=65536, lam=0.95, width=256,
                  blocks=3, play=0.001, reports=18, measured=65536, remember=60, mixed=0.5),
    # Small enough for one core of a processor, where it was trained; the settings above are for a GPU.
    stages=(Stage("population", "train", "--minutes 20 --width 96 --blocks 2 --games 1024 --minibatch 1024 --reports 20 "
                  "--measured 8192"),),
    figures=lambda table: {"% wins": 100.0 * table.returns(), "points": table.points()},
    reward=reward,
    heats=(0.5, 1.5),
    is_branchless=True,
    # Both ways to count sums at once: the encoding says which one is played.
    options={"sums": "both"},
    check=check.check,
)

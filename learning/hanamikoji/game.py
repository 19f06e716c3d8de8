"""Describes Hanamikoji to the training code."""

from dataclasses import replace

from hanamikoji import styles, table
from room import Game, Stage


LETTERS = "ABCDEFG"


STAGES = (
    Stage("base", "train", "--minutes 7.8 --blocks 4 --entropy 0.08 0.01 --reports 12"),
    Stage("A", "train", "--minutes 7.6 --entropy 0.04 0.015 --lr 6e-4 3e-5 --seed 11 --reports 6"),
    Stage("C", "train", "--minutes 7.7 --entropy 0.02 0.015 --lr 5e-4 2e-5 --average 0.15 --seed 21 --reports 6"),
    Stage("E", "train", "--minutes 8.2 --known 0.2 --entropy 0.015 0.012 --lr 5e-4 1e-5 --average 0.2 --seed 31 --reports 8"),
    # More entropy once again, and a magnet: this setting made the cut-down game least exploitable.
    Stage("F", "train", "--minutes 7.5 --known 0.25 --entropy 0.1 0.02 --magnet 0.1 --average 0.15 --lr 6e-4 2e-5 --seed 41 --reports 6"),
    Stage("exploiter", "exploit", "--minutes 10 --temperature 1"),
)

FULL = Game(
    name="hanamikoji",
    table=table,
    styles=styles,
    # Other opponents only on request: a learner that exploits an opponent it is not told of becomes exploitable itself.
    population={"greedy": 0.0, "known": 0.0, "past": 0.0, "random": 0.0},
    opponents=("greedy", "known-greedy", "known-kin", "random"),
    settings=dict(minutes=9.0, entropy=(0.08, 0.01), lr=(1e-3, 5e-5), games=32768, minibatch=32768, lam=0.95, width=256,
                  blocks=3, play=0.1, reports=18, measured=65536, remember=100),
    stages=STAGES,
    figures=lambda table: {"% of the points": 50.0 + 50.0 * table.returns()},
    zero_sum=True,
    value_with=("known",),
    told=2,
    is_branchless=True,
    seated=lambda kind, games, device: styles.Styles(games, device, kind),
    dealt=lambda text: [LETTERS.index(letter) for letter in text if letter in LETTERS],
)
CUT_DOWN = replace(FULL, options={"variant": table.CUT_DOWN}, shorter=table.CUT_DOWN.steps, dealt=None, stages=())
GAME = replace(FULL, variants={"cut-down": CUT_DOWN})

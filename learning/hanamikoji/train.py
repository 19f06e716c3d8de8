"""Trains the Hanamikoji network by self-play.

    python3 learning/hanamikoji/train.py --minutes 9 --out DIRECTORY

In a game of hidden cards it is the slowly shrinking entropy bonus that leads play towards a mixture
that nobody can punish. On request the other seat is greedy's in part of the games, so that the answer to
it is learnt as well, and in part of those the learner is told: that wins more from greedy and makes the
network easier to exploit. Writes `hanamikoji.net`, `vectors.txt` (inputs with the network's answers, to
check another implementation against) and `log.txt`.
"""

import argparse
import copy
import os

import torch

import play
from learner import Learner, clock, options
from net import INPUTS, Policy
from table import VARIANTS


class Pool:
    """Snapshots of a policy, one of which sits for its past."""

    def __init__(self, policy):
        self.policy, self.past, self.kept = policy, copy.deepcopy(policy), []

    def remember(self, number):
        self.kept.append([value.detach().clone() for value in self.policy.parameters()])
        if len(self.kept) > 24:
            self.kept.pop(number % 16)

    @torch.no_grad()
    def recall(self, number):
        for value, kept in zip(self.past.parameters(), self.kept[hash((number, 7)) % len(self.kept)]):
            value.copy_(kept)


def write_vectors(policy, batch, path):
    """A few inputs and the answers of the weights as stored, in float32."""
    stored = copy.deepcopy(policy)
    for value in stored.parameters():
        value.data = value.data.half().float()
    with open(path, "w") as file, torch.no_grad():
        for step in range(batch.steps):
            x = batch.x[step, batch.games - 1 - step].float().unsqueeze(0)
            actions, value = stored.all(x)
            places = x[0, :INPUTS].nonzero().flatten().tolist()
            answers = torch.cat([actions[0], value]).tolist()
            file.write(" ".join(map(str, places)) + " | " + " ".join(f"{a:.4f}" for a in answers) + "\n")


def main():
    parser = argparse.ArgumentParser()
    options(parser, minutes=9.0, entropy=(0.08, 0.01), lr=(1e-3, 5e-5))
    parser.add_argument("--out", default=".")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--greedy", type=float, default=0.0, help="the share of games against greedy, and so on")
    parser.add_argument("--known", type=float, default=0.0, help="against greedy and its kin, where it is told so")
    parser.add_argument("--past", type=float, default=0.0)
    parser.add_argument("--random", type=float, default=0.0)
    parser.add_argument("--start", help="a stored network to go on from, whose size counts")
    parser.add_argument("--reports", type=int, default=18)
    parser.add_argument("--measured", type=int, default=65536, help="fresh games for every figure of a report")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    # Without a GPU it is far too slow to learn anything, but it runs.
    device = "cuda" if torch.cuda.is_available() else "cpu"
    variant = VARIANTS[args.game]
    policy = Policy.read(args.start) if args.start else Policy(args.width, args.blocks)
    pool = Pool(policy.to(device))
    pool.remember(0)
    shares = {play.GREEDY: args.greedy, play.KNOWN: args.known, play.PAST: args.past, play.RANDOM: args.random}
    learner = Learner(policy, pool.past, shares, args, device, fresh=not args.start)
    early = None
    log = open(os.path.join(args.out, "log.txt"), "w")
    for moment in clock(args.minutes, args.reports):
        if args.past:
            pool.recall(moment.number)
        learner.learn(moment)
        if args.past and moment.number % 100 == 99:
            pool.remember(moment.number + 1)
        if early is None and moment.done > 0.25:
            early = copy.deepcopy(learner.mean)
        if moment.due:
            losses = " ".join(f"{x:.4f}" for x in learner.losses.tolist())
            against = [(pool.past, play.GREEDY, 1.0), (pool.past, play.KNOWN, 1.0), (pool.past, play.KNOWN, 0.0),
                       (pool.past, play.RANDOM, 1.0)] + [(early, play.PAST, 1.0)] * (early is not None)
            scores = [play.measure(learner.mean, past, kind, args.measured, device, kin=kin, variant=variant)
                      for past, kind, kin in against]
            scores = " ".join(f"{50 + 50 * score.mean:.2f}±{50 * score.error:.2f}" for score in scores)
            games = (moment.number + 1) * args.games / 1e6
            line = (f"{moment.seconds:5.0f} s {games:6.1f} M games · % of greedy, known greedy, known kin, random, itself at a quarter:"
                    f" {scores} · gain entropy expect critic change {losses}")
            print(line, flush=True)
            log.write(line + "\n")
            log.flush()
            learner.mean.save(os.path.join(args.out, "hanamikoji.net"))
    write_vectors(learner.mean, learner.batch, os.path.join(args.out, "vectors.txt"))


if __name__ == "__main__":
    main()

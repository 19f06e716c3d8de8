"""Trains a game's network by self-play within a population.

    python3 learning/train.py hanamikoji --minutes 9 --out DIRECTORY

In a game of hidden cards the slowly decreasing entropy bonus leads play towards a mixed strategy that no opponent can
exploit. In some of the games other players take part: rule-based players, the learner's own past, random players.
Writes `GAME.net`, `vectors.txt` (inputs with the network's outputs, to check another implementation) and the run's
card.
"""

import copy
import os

import torch

import play
import room
from card import Card
from learner import Learner, clock, options
from residual import Policy

QUARTER = "itself at a quarter"


class Pool:
    """Snapshots of a policy; one of them plays as its past."""

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


def sample_inputs(batch):
    """Returns the inputs at a few steps of a batch."""
    lines = min(12, batch.steps)
    steps = [line * batch.steps // lines for line in range(lines)]
    return torch.stack([batch.x[step, batch.games - 1 - line].float() for line, step in enumerate(steps)])


def write_vectors(policy, inputs, path):
    """Writes inputs and the outputs of the weights as stored, in float32. Inputs are places and values, or places alone
    if all values are 1."""
    stored = copy.deepcopy(policy)
    for value in stored.parameters():
        value.data = value.data.half().float()
    is_binary = ((inputs == 0) | (inputs == 1)).all()
    word = lambda row, place: f"{place}" if is_binary else f"{place}:{row[place].item():.7g}"
    with open(path, "w") as file, torch.no_grad():
        for row in inputs:
            actions, value, further = stored.all(row.unsqueeze(0))
            answers = torch.cat([actions[0], value, *(each[0] for each in further)]).tolist()
            words = [word(row, place) for place in row.nonzero().flatten().tolist()]
            file.write(" ".join(words) + " | " + " ".join(f"{answer:.5f}" for answer in answers) + "\n")


def arguments():
    game, parser = room.parse_game(__doc__)
    options(parser, game.settings)
    parser.add_argument("--out", default=".")
    parser.add_argument("--start", help="a stored network to continue from; it sets the size")
    if game.seats > 2:
        parser.add_argument("--mixed", type=float, default=game.settings["mixed"], help="the share of tables with opponents")
    for kind, share in game.population.items():
        parser.add_argument(f"--{kind}", dest=kind, type=float, default=share, help="the share of this kind of opponent")
    return game, parser.parse_args()


def beginning(game, args, device):
    """Creates the learner and its pool before the time begins."""
    policy = Policy.read(game, args.start) if args.start else Policy(game, args.width, args.blocks)
    pool = Pool(policy.to(device))
    pool.remember(0)
    shares = {kind: getattr(args, kind) for kind in game.population}
    batch = play.Batch(game, args.games, shares, device, mixed=getattr(args, "mixed", 1.0), more=game.more, heats=game.heats)
    return Learner(policy, pool.past, batch, args, device, fresh=not args.start), pool


def learn(game, learner, pool, moment):
    """Plays and learns one batch, with a snapshot of the past if it has seats."""
    has_past = room.PAST in learner.batch.seating.places
    if has_past:
        pool.recall(moment.number)
    learner.learn(moment)
    if has_past and (moment.number + 1) % game.settings["remember"] == 0:
        pool.remember(moment.number + 1)


def main():
    game, args = arguments()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = game.may_round
    # Works without a GPU too, but far too slowly for long games or wide networks.
    device = "cuda" if torch.cuda.is_available() else "cpu"
    os.makedirs(args.out, exist_ok=True)
    card = Card(os.path.join(args.out, "card"), args, start=args.start)
    weights = os.path.join(args.out, f"{game.name}.net")
    learner, pool = beginning(game, args, device)
    early = None
    for moment in clock(args):
        learn(game, learner, pool, moment)
        if early is None and moment.done > 0.25:
            early = copy.deepcopy(learner.mean)
        if moment.due:
            against = {kind: (pool.past, kind) for kind in game.opponents}
            if early is not None:
                against[QUARTER] = (early, room.PAST)
            scores = {name: play.measure(game, learner.mean, past, kind, args.measured, device, args.play)
                      for name, (past, kind) in against.items()}
            learner.mean.save(weights)
            print(card.report(moment, learner, scores, weights), flush=True)
    write_vectors(learner.mean, sample_inputs(learner.batch), os.path.join(args.out, "vectors.txt"))


if __name__ == "__main__":
    main()

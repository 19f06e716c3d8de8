"""Trains a game's network by imitation of a searching player.

    cargo run --release -p cardsharp-search --example lessons -- GAME champion:nodes=2000 greedy > lessons.txt
    python3 learning/teach.py GAME lessons.txt --minutes 6 --out DIRECTORY

This is how a network starts without a GPU. One search of the champion values every action, while a finished game values
one action with all the luck of the cards. The network learns to choose by those values (their softmax) and to predict
the best of them. If a game has symmetries (`Game.renamed`), cards are renamed anew at every step, so that few lessons
suffice. One decision in fifty, in whole games, is held out: a report says how far the network's choice is from the
teacher's best on those. The output is that of `train.py`, which can continue from it with `--start`.
"""

import copy
import os

import torch

import room
from card import Card
from learner import clock
from residual import Policy
from train import write_vectors

# The held-out part at the end of the lessons, in per cent.
APART = 2
# The steps that the moving average covers, and the steps per turn of the clock.
AVERAGE, TURN = 200, 20
# A value lower than any other.
WORST = -1e9


def arguments():
    game, parser = room.parse_game(__doc__)
    option = lambda name, default, **more: parser.add_argument(f"--{name}", type=type(default), default=default, **more)
    parser.add_argument("lessons", help="the output of the example `lessons`")
    parser.add_argument("--out", default=".")
    parser.add_argument("--batches", type=int, help="stop after this many turns of twenty steps instead of a time")
    option("minutes", 6.0)
    option("width", 128)
    option("blocks", 2)
    option("minibatch", 1024)
    option("lr", 2e-3)
    option("sharp", 0.02, help="the loss of value that makes an action e times less likely")
    option("reports", 6)
    option("seed", 1)
    return game, parser.parse_args()


def read(path, game):
    """Returns the features and the value of every action, `WORST` if it is illegal or was not tried."""
    with open(path) as file:
        lines = file.readlines()
    x = torch.zeros(len(lines), game.table.PADDED, dtype=torch.float16)
    values = torch.full((len(lines), game.table.ACTIONS), WORST)
    for row, line in enumerate(lines):
        features, actions = (side.split() for side in line.split("|"))
        placed = [word.split(":") for word in features]
        x[row, [int(place) for place, _ in placed]] = torch.tensor([float(value) for _, value in placed], dtype=x.dtype)
        for action, value, visits in (word.split(":") for word in actions):
            if int(visits) > 0:
                values[row, int(action)] = float(value)
    return x, values


def target_probabilities(values, sharp):
    """Returns the target probability of each action, by its value."""
    return ((values - values.amax(1, keepdim=True)) / sharp).softmax(1)


class Pupil:
    def __init__(self, game, lessons, args):
        self.game, self.args, self.decisions = game, args, 0
        apart = max(1, len(lessons[0]) * APART // 100)
        self.lessons, self.apart = [[each[:-apart] for each in lessons], [each[-apart:] for each in lessons]]
        self.policy = Policy(game, args.width, args.blocks)
        self.mean = copy.deepcopy(self.policy)
        self.optimizer = torch.optim.AdamW(self.policy.parameters(), lr=args.lr, betas=(0.9, 0.98), weight_decay=0.01)

    def loss(self, policy, x, values):
        """Returns the losses of the choice and of the value, and the log probabilities."""
        logits, expected, _ = policy.all(x.float())
        logp = logits.masked_fill(values == WORST, WORST).log_softmax(1)
        choice = -(target_probabilities(values, self.args.sharp) * logp).sum(1).mean()
        return choice, (expected - (2.0 * values.amax(1) - 1.0)).square().mean(), logp

    def learn(self, moment):
        """Trains for some steps, each with another renaming of the cards."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.args.lr * max(0.02, 1.0 - moment.done) * min(1.0, (moment.number + 1) / 5)
        for step in range(TURN):
            chosen = torch.randint(len(self.lessons[0]), (self.args.minibatch,))
            x, values = (each[chosen] for each in self.lessons)
            if self.game.renamed:
                features, actions = self.game.renamed()
                x, values = x[:, features], values[:, actions]
            choice, expect, _ = self.loss(self.policy, x, values)
            self.optimizer.zero_grad(set_to_none=True)
            (choice + self.game.value_weight * expect).backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
            self.optimizer.step()
            self.decisions += len(chosen)
            self.average(1.0 / min(AVERAGE, 1 + moment.number * TURN + step))

    @torch.no_grad()
    def average(self, weight):
        for mean, now in zip(self.mean.parameters(), self.policy.parameters()):
            mean.lerp_(now, weight)

    def game_count(self, batches):
        """Returns 0: the games were played before."""
        return 0

    @torch.no_grad()
    def loss_parts(self):
        """Returns figures on the held-out decisions: both losses, how often the teacher's best is chosen, and the mean
        loss of value."""
        x, values = self.apart
        choice, expect, logp = self.loss(self.mean, x, values)
        best, own = values.amax(1), values.gather(1, logp.argmax(1, keepdim=True)).squeeze(1)
        return {"choice": choice.item(), "expect": expect.item(), "agrees": (own == best).float().mean().item(),
                "% lost a decision": 100.0 * (best - own).mean().item()}


def main():
    game, args = arguments()
    torch.manual_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)
    card = Card(os.path.join(args.out, "card"), args, against=args.lessons)
    weights = os.path.join(args.out, f"{game.name}.net")
    pupil = Pupil(game, read(args.lessons, game), args)
    for moment in clock(args):
        pupil.learn(moment)
        if moment.due:
            pupil.mean.save(weights)
            print(card.report(moment, pupil, {}, weights), flush=True)
    write_vectors(pupil.mean, pupil.apart[0][:12].float(), os.path.join(args.out, "vectors.txt"))


if __name__ == "__main__":
    main()

"""Trains the Hanamikoji network by self-play.

    python3 learning/hanamikoji/train.py --minutes 9 --out DIRECTORY

Proximal policy optimisation with a critic that sees all cards, one epoch over each batch, and an
entropy bonus that shrinks slowly: in a game of hidden cards that is what leads play towards a
mixture that nobody can punish. In part of the games the other seat is greedy's, so that the answer
to it is learnt as well, and in part of those the learner is told; only the learner's decisions are
learnt from. What is stored is the moving average of the weights. Writes `hanamikoji.net`,
`vectors.txt` (inputs with the network's answers, to check another implementation against) and
`log.txt`.
"""

import argparse
import copy
import math
import os
import time

import torch
import torch.nn.functional as F

import play
from net import INPUTS, Critic, Policy, residual
from table import STEPS


def advantages(batch, values, lam):
    """What each decision brought its seat beyond the critic's expectation, and what to expect."""
    first = values * batch.sign
    result = batch.table.returns()
    following = torch.cat([first[1:], result.unsqueeze(0)])
    running, out = torch.zeros_like(result), torch.zeros_like(first)
    for step in reversed(range(STEPS)):
        running = following[step] - first[step] + lam * running
        out[step] = running
    return out * batch.sign, (out + first) * batch.sign, result * batch.sign


class Learner:
    def __init__(self, args, device):
        self.args, self.device = args, device
        self.policy, self.critic = Policy(args.width, args.blocks).to(device), Critic().to(device)
        if args.start:
            self.policy.load(args.start)
        self.past, self.mean = copy.deepcopy(self.policy), copy.deepcopy(self.policy)
        self.pool = []
        shares = {play.GREEDY: args.greedy, play.KNOWN: args.known, play.PAST: args.past, play.RANDOM: args.random}
        self.batch = play.Batch(args.games, shares, device)
        self.lr = torch.tensor(1e-3, device=device)
        self.entropy = torch.tensor(0.05, device=device)
        parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.AdamW(parameters, lr=self.lr, betas=(0.9, 0.98), weight_decay=0.01,
                                           fused=True, capturable=True)
        self.index = torch.zeros(args.minibatch, dtype=torch.long, device=device)
        samples = STEPS * args.games
        self.advantage, self.target, self.result = (torch.zeros(samples, device=device) for _ in range(3))
        self.among_equals = (self.batch.kind == play.LEARNER).repeat(STEPS).float()
        self.losses = torch.zeros(5, device=device)
        self.rollout_graph = self.step_graph = None

    @torch.no_grad()
    def rollout(self):
        if self.rollout_graph is None:
            self.rollout_graph = residual.capture(lambda: self.batch.play(self.policy, self.past))
        self.rollout_graph.replay()

    @torch.no_grad()
    def judge(self):
        batch, values = self.batch, []
        for step in range(0, STEPS, 4):
            part = slice(step, step + 4)
            values.append(self.critic(batch.x[part].flatten(0, 1), batch.open[part].flatten(0, 1)).view(-1, batch.games))
        advantage, target, result = advantages(batch, torch.cat(values), self.args.lam)
        active = batch.active.flatten().nonzero().flatten()
        advantage = advantage.flatten()
        some = advantage[active]
        self.advantage.copy_((advantage - some.mean()) / (some.std() + 1e-6))
        self.target.copy_(target.flatten())
        self.result.copy_(result.flatten())
        return active[torch.randperm(active.numel(), device=self.device)]

    def step(self):
        batch, index = self.batch, self.index
        x, legal = batch.x.flatten(0, 1)[index], batch.legal.flatten(0, 1)[index]
        logits, value = self.policy.all(x)
        logp = logits.masked_fill(~legal, -1e9).log_softmax(1)
        chosen = logp.gather(1, batch.action.flatten()[index].unsqueeze(1)).squeeze(1)
        ratio = (chosen - batch.logp.flatten()[index]).exp()
        advantage = self.advantage[index]
        gain = torch.minimum(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
        entropy = -(logp.exp() * logp * legal).sum(1).mean()
        expect = ((value - self.result[index]).square() * self.among_equals[index]).mean()
        critic = F.mse_loss(self.critic(x, batch.open.flatten(0, 1)[index]), self.target[index])
        loss = -gain - self.entropy * entropy + 0.25 * expect + 0.5 * critic
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self.optimizer.step()
        self.losses.copy_(torch.stack([gain, entropy, expect, critic, (ratio - 1).abs().mean()]).detach())

    def learn(self, order):
        size = self.args.minibatch
        for start in range(0, order.numel() - size + 1, size):
            self.index.copy_(order[start:start + size])
            if self.step_graph is None:
                def once():
                    self.optimizer.zero_grad(set_to_none=True)
                    self.step()
                self.step_graph = residual.capture(once)
            self.step_graph.replay()

    @torch.no_grad()
    def average(self, weight):
        for mean, now in zip(self.mean.parameters(), self.policy.parameters()):
            mean.lerp_(now, weight)

    def remember(self, number):
        """Keeps a snapshot now and then."""
        self.pool.append([value.detach().clone() for value in self.policy.parameters()])
        if len(self.pool) > 24:
            self.pool.pop(number % 16)

    @torch.no_grad()
    def recall(self, number):
        """Seats another of the kept ones."""
        for value, kept in zip(self.past.parameters(), self.pool[hash((number, 7)) % len(self.pool)]):
            value.copy_(kept)


def write_vectors(policy, batch, path):
    """A few inputs and the answers of the weights as stored, in float32."""
    stored = copy.deepcopy(policy)
    for value in stored.parameters():
        value.data = value.data.half().float()
    with open(path, "w") as file, torch.no_grad():
        for step in range(STEPS):
            x = batch.x[step, batch.games - 1 - step].float().unsqueeze(0)
            actions, value = stored.all(x)
            places = x[0, :INPUTS].nonzero().flatten().tolist()
            answers = torch.cat([actions[0], value]).tolist()
            file.write(" ".join(map(str, places)) + " | " + " ".join(f"{a:.4f}" for a in answers) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--out", default=".")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--games", type=int, default=32768)
    parser.add_argument("--greedy", type=float, default=0.2)
    parser.add_argument("--known", type=float, default=0.2)
    parser.add_argument("--past", type=float, default=0.1)
    parser.add_argument("--random", type=float, default=0.02)
    parser.add_argument("--minibatch", type=int, default=32768)
    parser.add_argument("--entropy", type=float, nargs=2, default=(0.05, 0.004))
    parser.add_argument("--lr", type=float, nargs=2, default=(1e-3, 5e-5))
    parser.add_argument("--lam", type=float, default=0.95)
    parser.add_argument("--start", help="a stored network to go on from")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    device = "cuda"
    learner = Learner(args, device)
    learner.remember(0)
    early = None
    log = open(os.path.join(args.out, "log.txt"), "w")
    begin = last = time.time()
    limit, number, done = args.minutes * 60, 0, 0.0
    while done < 1.0:
        done = min(1.0, (time.time() - begin) / limit)
        # A critic that knows nothing yet must not spoil a network that knows much.
        warm = min(1.0, (number + 1) / (200 if args.start else 20))
        high, low = args.lr
        learner.lr.fill_(warm * (low + (high - low) * 0.5 * (1 + math.cos(math.pi * done))))
        learner.entropy.fill_(args.entropy[0] * (args.entropy[1] / args.entropy[0]) ** done)
        learner.recall(number)
        learner.rollout()
        learner.learn(learner.judge())
        number += 1
        # The average reaches back over the last thirtieth part of the time or so.
        learner.average(max(1.0 / number, 30.0 / max(number / max(done, 1e-3), 1.0)))
        if number % 100 == 0:
            learner.remember(number)
        if early is None and done > 0.25:
            early = copy.deepcopy(learner.mean)
        if time.time() - last > limit / 18 or done == 1.0:
            last = time.time()
            losses = " ".join(f"{x:.4f}" for x in learner.losses.tolist())
            against = [(learner.past, kind) for kind in (play.GREEDY, play.KNOWN, play.RANDOM)] + [(early, play.PAST)] * (early is not None)
            scores = [play.measure(learner.mean, past, kind, 65536, device) for past, kind in against]
            scores = " ".join(f"{100 * mean:.2f}±{100 * error:.2f}" for mean, error in scores)
            line = (f"{last - begin:5.0f} s {number * args.games / 1e6:6.1f} M games · % of greedy, known greedy, random, itself at a quarter:"
                    f" {scores} · gain entropy expect critic change {losses}")
            print(line, flush=True)
            log.write(line + "\n")
            log.flush()
            learner.mean.save(os.path.join(args.out, "hanamikoji.net"))
    write_vectors(learner.mean, learner.batch, os.path.join(args.out, "vectors.txt"))


if __name__ == "__main__":
    main()

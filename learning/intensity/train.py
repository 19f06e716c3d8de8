"""Trains the Intensity network by self-play among a population.

    python3 learning/intensity/train.py --minutes 8.5 --out DIRECTORY

Proximal policy optimisation with a critic that sees all hands; one epoch over each batch. In part
of the games some seats belong to rule players or to the learner's own past, and only the
learner's decisions are learnt from. Writes `intensity.net`, `vectors.txt` (inputs with the
network's answers, to check another implementation against) and `log.txt`.
"""

import argparse
import copy
import math
import os
import time

import torch
import torch.nn.functional as F

import play
from net import Critic, Policy, residual
from table import STEPS


def advantages(batch, values, share, lam=0.9):
    """What each decision brought beyond the critic's expectation, and what it should expect."""
    table = batch.table
    reward = table.places() - 1.5 + share * (4.25 - table.penalties)
    story = torch.zeros(STEPS, batch.games, device=values.device).scatter_(0, batch.slot, values).view(13, 4, -1)
    out = torch.zeros_like(story)
    next_value, running = reward.T, torch.zeros_like(reward.T)
    for when in reversed(range(13)):
        running = (next_value - story[when]) + lam * running
        out[when], next_value = running, story[when]
    advantage = out.view(STEPS, -1).gather(0, batch.slot)
    places = (table.places() - 1.5).T.repeat(13, 1).gather(0, batch.slot)
    return advantage, advantage + values, places


class Learner:
    def __init__(self, args, device):
        self.args, self.device = args, device
        self.policy, self.critic = Policy(args.width).to(device), Critic().to(device)
        self.past = copy.deepcopy(self.policy)
        self.pool = []
        self.batch = play.Batch(args.games, int(args.games * args.mixed), device)
        self.lr = torch.tensor(7e-4, device=device)
        self.entropy = torch.tensor(0.012, device=device)
        parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.AdamW(parameters, lr=self.lr, betas=(0.9, 0.98), weight_decay=0.01,
                                           fused=True, capturable=True)
        self.index = torch.zeros(args.minibatch, dtype=torch.long, device=device)
        samples = STEPS * args.games
        self.advantage, self.target, self.place = (torch.zeros(samples, device=device) for _ in range(3))
        self.losses = torch.zeros(5, device=device)
        self.rollout_graph = self.step_graph = None

    @torch.no_grad()
    def rollout(self):
        if self.rollout_graph is None:
            self.rollout_graph = residual.capture(lambda: self.batch.play(self.policy, self.past))
        self.rollout_graph.replay()

    @torch.no_grad()
    def judge(self, share):
        batch, values = self.batch, []
        for step in range(0, STEPS, 4):
            part = slice(step, step + 4)
            values.append(self.critic(batch.x[part].flatten(0, 1), batch.open[part].flatten(0, 1)).view(-1, batch.games))
        advantage, target, place = advantages(batch, torch.cat(values), share)
        active = batch.active.flatten().nonzero().flatten()
        advantage = advantage.flatten()
        some = advantage[active]
        self.advantage.copy_((advantage - some.mean()) / (some.std() + 1e-6))
        self.target.copy_(target.flatten())
        self.place.copy_(place.flatten())
        return active[torch.randperm(active.numel(), device=self.device)]

    def step(self):
        batch, index = self.batch, self.index
        x, legal = batch.x.flatten(0, 1)[index], batch.legal.flatten(0, 1)[index]
        logits, value, owners = self.policy.all(x)
        logp = logits.masked_fill(~legal, -1e9).log_softmax(1)
        chosen = logp.gather(1, batch.card.flatten()[index].unsqueeze(1)).squeeze(1)
        ratio = (chosen - batch.logp.flatten()[index]).exp()
        advantage = self.advantage[index]
        gain = torch.minimum(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
        entropy = -(logp.exp() * logp * legal).sum(1).mean()
        truth = batch.owners.flatten(0, 1)[index].long()
        belief = F.cross_entropy(owners.view(-1, 3, 40), truth, ignore_index=-1)
        expect = F.mse_loss(value, self.place[index])
        critic = F.mse_loss(self.critic(x, batch.open.flatten(0, 1)[index]), self.target[index])
        loss = -gain - self.entropy * entropy + 0.1 * belief + 0.1 * expect + 0.5 * critic
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self.optimizer.step()
        self.losses.copy_(torch.stack([gain, entropy, belief, expect, critic]).detach())

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

    def remember(self, number):
        """Keeps a snapshot now and then, and seats another of the kept ones."""
        state = {name: value.detach().clone() for name, value in self.policy.state_dict().items()}
        self.pool.append(state)
        if len(self.pool) > 16:
            self.pool.pop(1 + number % 14)

    def recall(self, number):
        with torch.no_grad():
            kept = self.pool[hash((number, 7)) % len(self.pool)]
            for name, value in self.past.state_dict().items():
                value.copy_(kept[name])


def write_vectors(learner, path):
    """A few inputs and the answers of the weights as stored, in float32."""
    stored = copy.deepcopy(learner.policy)
    for value in stored.parameters():
        value.data = value.data.half().float()
    batch = learner.batch
    with open(path, "w") as file, torch.no_grad():
        for number in range(12):
            x = batch.x[number * 4 + 3, number].float().unsqueeze(0)
            cards, value, owners = stored.all(x)
            words = [f"{k}:{x[0, k].item():.7g}" for k in x[0].nonzero().flatten().tolist()]
            answers = torch.cat([cards[0], value, owners[0]]).tolist()
            file.write(" ".join(words) + " | " + " ".join(f"{a:.5f}" for a in answers) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=8.5)
    parser.add_argument("--out", default=".")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--games", type=int, default=16384)
    parser.add_argument("--mixed", type=float, default=0.5)
    parser.add_argument("--minibatch", type=int, default=32768)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda"
    learner = Learner(args, device)
    learner.remember(0)
    log = open(os.path.join(args.out, "log.txt"), "w")
    begin = last = time.time()
    limit, number, done = args.minutes * 60, 0, 0.0
    while done < 1.0:
        done = min(1.0, (time.time() - begin) / limit)
        warm = min(1.0, (number + 1) / 20)
        learner.lr.fill_(warm * (5e-5 + (7e-4 - 5e-5) * 0.5 * (1 + math.cos(math.pi * done))))
        learner.entropy.fill_(0.012 + (0.003 - 0.012) * done)
        learner.recall(number)
        learner.rollout()
        learner.learn(learner.judge(0.15 + (0.05 - 0.15) * done))
        number += 1
        if number % 40 == 0:
            learner.remember(number)
        if time.time() - last > limit / 18 or done == 1.0:
            last = time.time()
            losses = " ".join(f"{x:.4f}" for x in learner.losses.tolist())
            scores = [play.measure(learner.policy, kind, 8192, device) for kind in (play.CAREFUL, play.FAMILY)]
            scores = " ".join(f"{mean:.3f}±{error:.3f} ({penalty:.2f})" for mean, error, penalty in scores)
            line = (f"{last - begin:5.0f} s {number * args.games / 1e6:6.2f} M games · careful, family: {scores}"
                    f" · gain entropy belief place critic {losses}")
            print(line, flush=True)
            log.write(line + "\n")
            log.flush()
            learner.policy.save(os.path.join(args.out, "intensity.net"))
    write_vectors(learner, os.path.join(args.out, "vectors.txt"))


if __name__ == "__main__":
    main()

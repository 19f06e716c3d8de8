"""The learning itself, the same for training and for exploiting.

Proximal policy optimisation with a critic that sees all cards, one epoch over each batch, and an
entropy bonus that shrinks slowly. Only the learner's own decisions are learnt from. What counts in the
end is the moving average of the weights; with a magnet the policy is also held near that average, as
in magnetic mirror descent (Sokota and others 2023), so that it moves on without running in circles.
"""

import copy
import math
import time
from collections import namedtuple

import torch
import torch.nn.functional as F

import play
from net import Critic, residual
from table import VARIANTS

Moment = namedtuple("Moment", "number seconds done due")
Sample = namedtuple("Sample", "x legal action logp open advantage target result told")


def options(parser, minutes, entropy, lr):
    """The options of both programs, with their own defaults."""
    parser.add_argument("--game", choices=VARIANTS, default="full", help="which variant is played")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--entropy", type=float, nargs=2, default=entropy, help="the bonus at the beginning and at the end")
    parser.add_argument("--lr", type=float, nargs=2, default=lr, help="the learning rate likewise")
    parser.add_argument("--magnet", type=float, default=0.0, help="how strongly the moving average attracts")
    parser.add_argument("--average", type=float, default=1 / 30, help="the share of the time it reaches back over")
    parser.add_argument("--games", type=int, default=32768, help="in a batch")
    parser.add_argument("--minibatch", type=int, default=32768, help="decisions a step")
    parser.add_argument("--lam", type=float, default=0.95)
    parser.add_argument("--warm", type=int, help="batches over which the learning rate rises; 20 from nothing, else 200")
    parser.add_argument("--seed", type=int, default=1)


def clock(minutes, reports):
    """Counts batches until the time is over, and says when a report is due."""
    begin, number, due, done = time.time(), 0, 1, 0.0
    while done < 1.0:
        seconds = time.time() - begin
        done = min(1.0, seconds / (60 * minutes))
        yield Moment(number, seconds, done, done * reports >= due)
        due = max(due, math.floor(done * reports) + 1)
        number += 1


def advantages(batch, values, lam):
    """What each decision brought its seat beyond the critic's expectation, and what to expect."""
    first = values * batch.sign
    result = batch.table.returns()
    following = torch.cat([first[1:], result.unsqueeze(0)])
    running, out = torch.zeros_like(result), torch.zeros_like(first)
    for step in reversed(range(batch.steps)):
        running = following[step] - first[step] + lam * running
        out[step] = running
    return out * batch.sign, (out + first) * batch.sign, result * batch.sign


@residual.fused
def judged(critic, x, hidden):
    return critic(x, hidden)


@residual.fused
def losses(policy, critic, magnet, sample, entropy_bonus, attraction):
    """What is to shrink, and its parts."""
    logits, value = policy.all(sample.x)
    logp = logits.masked_fill(~sample.legal, -1e9).log_softmax(1)
    chosen = logp.gather(1, sample.action.unsqueeze(1)).squeeze(1)
    ratio = (chosen - sample.logp).exp()
    gain = torch.minimum(ratio * sample.advantage, ratio.clamp(0.8, 1.2) * sample.advantage).mean()
    entropy = -(logp.exp() * logp * sample.legal).sum(1).mean()
    expect = ((value - sample.result).square() * sample.told).mean()
    critic = F.mse_loss(critic(sample.x, sample.open), sample.target)
    loss = -gain - entropy_bonus * entropy + 0.25 * expect + 0.5 * critic
    if magnet is not None:
        with torch.no_grad():
            held = magnet(sample.x).masked_fill(~sample.legal, -1e9).log_softmax(1)
        loss = loss + attraction * (logp.exp() * (logp - held) * sample.legal).sum(1).mean()
    return loss, torch.stack([gain, entropy, expect, critic, (ratio - 1).abs().mean()]).detach()


class Learner:
    """Learns from batches with these shares of strangers; `past` and its temperature sit for `play.PAST`. Another
    batch may take the place of the usual one."""

    def __init__(self, policy, past, shares, args, device, temperature=1.0, fresh=True, batch=None):
        self.args, self.device, self.warm = args, device, args.warm or (20 if fresh else 200)
        self.policy, self.past, self.mean = policy, past, copy.deepcopy(policy)
        self.critic = Critic().to(device)
        self.batch = batch or play.Batch(args.games, shares, device, variant=VARIANTS[args.game])
        number = lambda value: torch.tensor(value, device=device)
        # Nothing is learnt while the rate is 0: so the graphs can be made before the time begins.
        self.lr, self.entropy, self.own, self.other = number(0.0), number(0.0), number(1.0), number(temperature)
        parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.AdamW(parameters, lr=self.lr, betas=(0.9, 0.98), weight_decay=0.01,
                                           fused=True, capturable=device == "cuda")
        self.index = torch.zeros(args.minibatch, dtype=torch.long, device=device)
        samples = self.batch.steps * args.games
        self.advantage, self.target, self.result = (torch.zeros(samples, device=device) for _ in range(3))
        # What to expect is learnt where the network knows whom it plays: among equals, and where it is told.
        told = (self.batch.kind == play.LEARNER) | (self.batch.kind == play.KNOWN)
        self.told = told.repeat(self.batch.steps).float()
        self.losses = torch.zeros(5, device=device)
        self.rollout = residual.capture(self.play_once, self.batch.is_captured)
        self.judge()
        self.step = residual.capture(self.step_once)

    @torch.no_grad()
    def play_once(self):
        self.batch.play(self.policy, self.past, self.own, self.other)

    @torch.no_grad()
    def judge(self):
        """Says what every decision was worth; returns those to learn from, in any order."""
        batch, values = self.batch, []
        for step in range(0, batch.steps, 4):
            part = slice(step, step + 4)
            values.append(judged(self.critic, batch.x[part].flatten(0, 1), batch.open[part].flatten(0, 1)))
        advantage, target, result = advantages(batch, torch.cat(values).view(batch.steps, -1), self.args.lam)
        active = batch.active.flatten().nonzero().flatten()
        advantage = advantage.flatten()
        some = advantage[active]
        self.advantage.copy_((advantage - some.mean()) / (some.std() + 1e-6))
        self.target.copy_(target.flatten())
        self.result.copy_(result.flatten())
        return active[torch.randperm(active.numel(), device=self.device)]

    def step_once(self):
        batch = self.batch
        by_step = (batch.x, batch.legal, batch.action, batch.logp, batch.open)
        flat = [each.flatten(0, 1) for each in by_step] + [self.advantage, self.target, self.result, self.told]
        sample = Sample(*(each[self.index] for each in flat))
        self.optimizer.zero_grad(set_to_none=True)
        magnet = self.mean if self.args.magnet else None
        loss, parts = losses(self.policy, self.critic, magnet, sample, self.entropy, self.args.magnet)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self.optimizer.step()
        self.losses.copy_(parts)

    def learn(self, moment):
        """One batch: plays it, learns from it."""
        done, number = moment.done, moment.number + 1
        # A critic that knows nothing yet must not spoil a network that knows much.
        warm = min(1.0, number / self.warm)
        (high, low), (much, little) = self.args.lr, self.args.entropy
        self.lr.fill_(warm * (low + (high - low) * 0.5 * (1 + math.cos(math.pi * done))))
        self.entropy.fill_(much * (little / much) ** done)
        self.rollout.replay()
        order, size = self.judge(), self.args.minibatch
        for start in range(0, order.numel() - size + 1, size):
            self.index.copy_(order[start:start + size])
            self.step.replay()
        # At first a plain mean, then one that forgets; how many batches there will be is reckoned from the time so far.
        batches = number / max(done, 1e-3)
        self.average(max(1.0 / number, 1.0 / max(self.args.average * batches, 1.0)))

    @torch.no_grad()
    def average(self, weight):
        for mean, now in zip(self.mean.parameters(), self.policy.parameters()):
            mean.lerp_(now, min(1.0, weight))

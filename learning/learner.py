"""The learning algorithm for all games, for training and for exploiting.

Proximal policy optimisation with a critic that sees all cards, one epoch over each batch, and an entropy bonus that
decreases slowly. Only the learner's own decisions are used. The result is the moving average of the weights. With a
magnet the policy is also attracted to that average, as in magnetic mirror descent (Sokota and others 2023), which keeps
it from running in circles.
"""

import copy
import math
import time
from collections import namedtuple

import torch
import torch.nn.functional as F

import residual

Moment = namedtuple("Moment", "number seconds done due")
Sample = namedtuple("Sample", "x legal action logp open advantage target result valued truths")
# The losses of a step, before those of the game's further heads.
LOSSES = ("gain", "entropy", "expect", "critic", "change")


def options(parser, defaults):
    """Adds the options of both programs, with the defaults of the game."""
    option = lambda name, **more: parser.add_argument(f"--{name}", default=defaults.get(name), **more)
    option("minutes", type=float)
    option("batches", type=int, help="stop after this many batches instead")
    option("entropy", type=float, nargs=2, help="the entropy bonus at the beginning and at the end")
    option("lr", type=float, nargs=2, help="the learning rate likewise")
    parser.add_argument("--magnet", type=float, default=0.0, help="how strongly the moving average attracts")
    parser.add_argument("--average", type=float, default=1 / 30, help="the share of the time that the moving average covers")
    option("games", type=int, help="games in a batch")
    option("minibatch", type=int, help="decisions per step")
    option("lam", type=float, help="how far ahead an advantage looks: 0 to the next decision, 1 to the end")
    option("width", type=int, help="width of a new network")
    option("blocks", type=int)
    option("warm", type=int, help="batches over which the learning rate rises; 20 for a new network, else 200")
    option("play", type=float, help="the temperature of measured games; near 0 the best action is played")
    option("reports", type=int)
    option("measured", type=int, help="new games for every figure of a report")
    parser.add_argument("--seed", type=int, default=1)


def clock(args):
    """Yields a moment per batch until the time is over, and marks those that are due for a report."""
    begin, number, due, done = time.time(), 0, 1, 0.0
    while done < 1.0:
        seconds = time.time() - begin
        done = min(1.0, (number + 1) / args.batches if args.batches else seconds / (60 * args.minutes))
        yield Moment(number, seconds, done, done * args.reports >= due)
        due = max(due, math.floor(done * args.reports) + 1)
        number += 1


def advantages(seat, values, reward, lam, zero_sum):
    """Returns the advantage of each decision and the critic's target. `seat` and `values` are by step and game,
    `reward` is by game and seat."""
    sign = torch.ones_like(values)
    if zero_sum:
        # One trajectory for both seats, from the first seat's view.
        sign, seat, reward = 1.0 - 2.0 * seat, torch.zeros_like(seat), reward[:, :1]
    values = values * sign
    following, running, out = reward.clone(), torch.zeros_like(reward), torch.zeros_like(values)
    for step in reversed(range(len(values))):
        whose, now = seat[step].unsqueeze(1), values[step].unsqueeze(1)
        gained = following.gather(1, whose) - now + lam * running.gather(1, whose)
        following.scatter_(1, whose, now)
        running.scatter_(1, whose, gained)
        out[step] = gained.squeeze(1)
    return out * sign, (out + values) * sign


@residual.fused
def evaluate_critic(critic, x, hidden):
    return critic(x, hidden)


@residual.fused
def losses(policy, critic, magnet, sample, entropy_bonus, attraction, value_weight, further):
    """Returns the loss and its parts; `further` has weight and loss of every further head."""
    logits, value, answers = policy.all(sample.x)
    logp = logits.masked_fill(~sample.legal, -1e9).log_softmax(1)
    chosen = logp.gather(1, sample.action.unsqueeze(1)).squeeze(1)
    ratio = (chosen - sample.logp).exp()
    gain = torch.minimum(ratio * sample.advantage, ratio.clamp(0.8, 1.2) * sample.advantage).mean()
    entropy = -(logp.exp() * logp * sample.legal).sum(1).mean()
    expect = ((value - sample.result).square() * sample.valued).mean()
    critic = F.mse_loss(critic(sample.x, sample.open), sample.target)
    loss = -gain - entropy_bonus * entropy + value_weight * expect + 0.5 * critic
    parts = [gain, entropy, expect, critic, (ratio - 1).abs().mean()]
    for (weight, wrong), answer, truth in zip(further, answers, sample.truths):
        parts.append(wrong(answer, truth))
        loss = loss + weight * parts[-1]
    if magnet is not None:
        with torch.no_grad():
            held = magnet(sample.x).masked_fill(~sample.legal, -1e9).log_softmax(1)
        loss = loss + attraction * (logp.exp() * (logp - held) * sample.legal).sum(1).mean()
    return loss, torch.stack(parts).detach()


class Learner:
    """Learns from a batch that is played repeatedly; `past` and its temperature play for `room.PAST`."""

    def __init__(self, policy, past, batch, args, device, temperature=1.0, fresh=True):
        self.args, self.device, self.warm = args, device, args.warm or (20 if fresh else 200)
        self.game, self.batch = batch.game, batch
        self.policy, self.past, self.mean = policy, past, copy.deepcopy(policy)
        self.critic = residual.Critic(self.game).to(device)
        # The number of decisions learnt from.
        self.decisions = 0
        number = lambda value: torch.tensor(value, device=device)
        # While the learning rate is 0 nothing changes, so the graphs can be captured before the time begins.
        self.lr, self.entropy, self.own, self.other = number(0.0), number(0.0), number(1.0), number(temperature)
        parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.AdamW(parameters, lr=self.lr, betas=(0.9, 0.98), weight_decay=0.01,
                                           fused=True, capturable=device == "cuda")
        self.index = torch.zeros(args.minibatch, dtype=torch.long, device=device)
        samples = batch.steps * batch.games
        self.advantage, self.target, self.result = (torch.zeros(samples, device=device) for _ in range(3))
        self.valued = batch.seating.is_valued.repeat(batch.steps).float()
        self.further = tuple((head.weight, head.loss) for head in self.game.heads)
        self.losses = torch.zeros(len(LOSSES) + len(self.further), device=device)
        self.rollout = residual.capture(self.play_once, batch.is_captured)
        self.evaluate(0.0)
        self.step = residual.capture(self.step_once)

    @torch.no_grad()
    def play_once(self):
        self.batch.play(self.policy, self.past, self.own, self.other)

    @torch.no_grad()
    def evaluate(self, done):
        """Computes all advantages and targets. Returns the decisions to learn from, in random order."""
        batch, values = self.batch, []
        for step in range(0, batch.steps, 4):
            part = slice(step, step + 4)
            values.append(evaluate_critic(self.critic, batch.x[part].flatten(0, 1), batch.open[part].flatten(0, 1)))
        values, reward = torch.cat(values).view(batch.steps, -1), self.game.reward(batch.table, done)
        advantage, target = advantages(batch.seat, values, reward, self.args.lam, self.game.zero_sum)
        active = batch.active.flatten().nonzero().flatten()
        advantage = advantage.flatten()
        some = advantage[active]
        self.advantage.copy_((advantage - some.mean()) / (some.std() + 1e-6))
        self.target.copy_(target.flatten())
        self.result.copy_(batch.table.returns().T.gather(0, batch.seat).flatten())
        return active[torch.randperm(active.numel(), device=self.device)]

    def step_once(self):
        batch, index = self.batch, self.index
        by_step = (batch.x, batch.legal, batch.action, batch.logp, batch.open)
        flat = [each.flatten(0, 1) for each in by_step] + [self.advantage, self.target, self.result, self.valued]
        sample = Sample(*(each[index] for each in flat), tuple(each.flatten(0, 1)[index] for each in batch.truths))
        self.optimizer.zero_grad(set_to_none=True)
        magnet = self.mean if self.args.magnet else None
        loss, parts = losses(self.policy, self.critic, magnet, sample, self.entropy, self.args.magnet,
                             self.game.value_weight, self.further)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self.optimizer.step()
        self.losses.copy_(parts)

    def learn(self, moment):
        """Plays a batch and learns from it."""
        done, number = moment.done, moment.number + 1
        # An untrained critic must not spoil a trained network.
        warm = min(1.0, number / self.warm)
        (high, low), (much, little) = self.args.lr, self.args.entropy
        self.lr.fill_(warm * (low + (high - low) * 0.5 * (1 + math.cos(math.pi * done))))
        self.entropy.fill_(much * (little / much) ** done)
        self.rollout.replay()
        order, size = self.evaluate(done), self.args.minibatch
        for start in range(0, order.numel() - size + 1, size):
            self.index.copy_(order[start:start + size])
            self.step.replay()
        self.decisions += order.numel() // size * size
        # At first a plain mean, later an exponential one; the number of batches is estimated from the time so far.
        batches = number / max(done, 1e-3)
        self.average(max(1.0 / number, 1.0 / max(self.args.average * batches, 1.0)))

    @torch.no_grad()
    def average(self, weight):
        for mean, now in zip(self.mean.parameters(), self.policy.parameters()):
            mean.lerp_(now, min(1.0, weight))

    def game_count(self, batches):
        """Returns the number of games in this many batches."""
        return batches * self.batch.games

    def loss_parts(self):
        """Returns the parts of the last step's loss, by name."""
        names = [*LOSSES, *(head.name for head in self.game.heads)]
        return dict(zip(names, self.losses.tolist()))

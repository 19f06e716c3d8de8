"""Residual networks, and how they are stored. They keep master weights in float32 and compute in their input's type.

A policy network plays. A critic that sees all cards helps it learn and is not stored.
"""

import os
import struct

import torch
import torch.nn as nn
import torch.nn.functional as F


class Linear(nn.Linear):
    def forward(self, x):
        return F.linear(x, self.weight.to(x.dtype), self.bias.to(x.dtype))


class Norm(nn.LayerNorm):
    def forward(self, x):
        return F.layer_norm(x, self.normalized_shape, self.weight.to(x.dtype), self.bias.to(x.dtype), self.eps)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.first, self.second = Norm(width), Linear(width, width), Linear(width, width)
        nn.init.zeros_(self.second.weight)

    def forward(self, x):
        # ReLU and not GELU: half the inputs of the second layer are then 0 and cost nothing at inference.
        return x + self.second(F.relu(self.first(self.norm(x))))


class Trunk(nn.Module):
    def __init__(self, inputs, width, blocks):
        super().__init__()
        self.input, self.norm = Linear(inputs, width), Norm(width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))

    def forward(self, x):
        x = F.relu(self.input(x))
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


def head(width, outputs):
    """Creates an output layer with small random weights."""
    layer = Linear(width, outputs)
    nn.init.normal_(layer.weight, std=0.01)
    return layer


def stored_tensors(features, trunk, heads):
    """Yields the stored tensors in the order of the forward pass: every matrix by input, then its bias."""
    yield trunk.input.weight.T[:features]
    yield trunk.input.bias
    for block in trunk.blocks:
        yield from (block.norm.weight, block.norm.bias)
        for layer in (block.first, block.second):
            yield from (layer.weight.T, layer.bias)
    yield from (trunk.norm.weight, trunk.norm.bias)
    for layer in heads:
        yield from (layer.weight.T, layer.bias)


def save(path, features, trunk, heads):
    """Writes the sizes, then the weights as float16; replaces the file in one step."""
    with open(f"{path}.new", "wb") as file:
        file.write(b"CSNET001" + struct.pack("<3I", features, trunk.input.out_features, len(trunk.blocks)))
        for tensor in stored_tensors(features, trunk, heads):
            file.write(tensor.detach().half().cpu().contiguous().numpy().tobytes())
    os.replace(file.name, path)


def sizes(path):
    """Returns the number of inputs, the width and the number of blocks."""
    with open(path, "rb") as file:
        head = file.read(20)
    assert head[:8] == b"CSNET001", f"{path} is no stored network"
    return struct.unpack("<3I", head[8:])


@torch.no_grad()
def load(path, trunk, heads):
    """Reads what `save` wrote; additional inputs begin at 0."""
    features, width, blocks = sizes(path)
    assert (width, blocks) == (trunk.input.out_features, len(trunk.blocks)), f"{path} is {width} wide with {blocks} blocks"
    with open(path, "rb") as file:
        content = file.read()
    numbers = torch.frombuffer(bytearray(content[20:]), dtype=torch.float16).float()
    trunk.input.weight.zero_()
    place = 0
    for tensor in stored_tensors(features, trunk, heads):
        tensor.copy_(numbers[place:place + tensor.numel()].view(tensor.shape))
        place += tensor.numel()
    assert place == len(numbers)


class Policy(nn.Module):
    """Outputs a logit for each action, the expected return, and the game's further heads."""

    def __init__(self, game, width, blocks):
        super().__init__()
        self.inputs = game.inputs
        self.trunk = Trunk(game.table.PADDED, width, blocks)
        self.actions, self.value = head(width, game.table.ACTIONS), head(width, 1)
        self.further = nn.ModuleList(head(width, each.outputs) for each in game.heads)

    def forward(self, x):
        return self.actions(self.trunk(x)).float()

    def all(self, x):
        x = self.trunk(x)
        return self.actions(x).float(), self.value(x).float().squeeze(1), [layer(x).float() for layer in self.further]

    def heads(self):
        return (self.actions, self.value, *self.further)

    def save(self, path):
        save(path, self.inputs, self.trunk, self.heads())

    @staticmethod
    def read(game, path):
        """Reads a stored network of any size."""
        _, width, blocks = sizes(path)
        policy = Policy(game, width, blocks)
        load(path, policy.trunk, policy.heads())
        return policy


class Critic(nn.Module):
    """A value network that sees all cards and, with two seats, the kind of opponent."""

    def __init__(self, game, width=512, blocks=3):
        super().__init__()
        self.trunk = Trunk(game.table.PADDED + game.hidden, width, blocks)
        self.value = head(width, 1)

    def forward(self, x, hidden):
        return self.value(self.trunk(torch.cat([x, hidden.to(x.dtype)], 1))).float().squeeze(1)


class Uncaptured:
    """Work that is executed anew every time."""

    def __init__(self, work):
        self.replay = work


def capture(work, is_captured=True):
    """Captures the work as one CUDA graph: thousands of small kernels for the cost of one launch. Without a GPU, or if
    not all of the work runs on the GPU, returns the work itself."""
    if not (is_captured and torch.cuda.is_available()):
        work()
        return Uncaptured(work)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(2):
            work()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph


def fused(function):
    """Compiles a function for its shapes: most work here is small steps over wide rows, and passing them through memory
    costs more than the steps."""
    return torch.compile(function, dynamic=False)


def gumbel(like):
    """Returns noise for sampling: the largest of logits plus noise is a sample of their softmax."""
    return -torch.log(-torch.log(torch.rand_like(like).clamp(1e-7, 1 - 1e-7)))

"""The check of Indigo. Its printed games contain more than those of other games: the probability of every card for every
Rust bot and every sparring partner.
"""

import torch

from indigo.styles import HOUSE, SPARRING, Styles
from indigo.table import CARDS, FEATURES, STEPS, Table


def sparse(words, size):
    """Parses `place:value` words as a row."""
    row = [0.0] * size
    for word in words:
        place, value = word.split(":")
        row[int(place)] = float(value)
    return row


def read(lines):
    """Parses the printed games: deals, ends, and for every decision the action, features, legal actions and
    probabilities."""
    deals, ends, decisions = [], [], []
    for line in lines:
        kind, *words = line.split()
        if kind == "D":
            deals.append([int(word) for word in words])
        elif kind == "A":
            decisions.append({"action": int(words[0]), "features": sparse(words[1:], FEATURES)})
        elif kind == "L":
            places = {int(word) for word in words}
            decisions[-1]["legal"] = [card in places for card in range(CARDS)]
        elif kind == "K":
            decisions[-1][words[0]] = sparse(words[1:], CARDS)
        else:
            ends.append([float(word) for word in words])
    return deals, ends, decisions


def check(lines, device):
    """Plays all printed games at once. Returns how many decisions agree; raises AssertionError on a difference."""
    deals, ends, decisions = read(lines)
    games = len(deals)
    assert len(decisions) == games * STEPS and len(ends) == games, "a printed game is not complete"
    table, styles = Table(games, device), Styles(games, device)
    table.deal(torch.tensor(deals, device=device))
    for step in range(STEPS):
        now = decisions[step::STEPS]
        told = lambda name: torch.tensor([decision[name] for decision in now], device=device)
        seat = table.seat()
        legal = table.legal(seat)
        assert torch.equal(legal, told("legal")), f"step {step}: legal actions differ"
        found = table.encode(seat, legal)
        wrong = (found[:, :FEATURES] != told("features").bfloat16()).any(0).nonzero().flatten().tolist()
        assert not wrong and not found[:, FEATURES:].any(), f"step {step}: features {wrong} differ"
        for kind in HOUSE + SPARRING:
            off = (styles.chances(kind, table, seat, legal) - told(kind)).abs().amax(1)
            assert off.max() < 1e-4, f"step {step}: {kind} plays otherwise in game {off.argmax().item()}"
        table.act(told("action"))
    ends = torch.tensor(ends, device=device)
    assert torch.equal(table.points(), ends[:, :2]), "points differ"
    assert torch.equal(table.returns(), 2.0 * ends[:, 2:] - 1.0), "returns differ"
    return len(decisions)

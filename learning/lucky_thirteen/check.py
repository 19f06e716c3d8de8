"""The check of Lucky Thirteen. Its printed games contain more than those of other games: for both variants, the probability
of every discard for every Rust bot and every sparring partner.

All games of a variant are played together, so an influence of one game on another would be found too.
"""

import torch

from lucky_thirteen.clever import prospects
from lucky_thirteen.styles import Look, Styles
from lucky_thirteen.table import ACTIONS, FEATURES, OPEN, PADDED, SEATS, STEPS, SUMS, Table


def games(lines):
    """Parses the printed games, by variant."""
    found = {sums: [] for sums in SUMS}
    for line in lines:
        kind, *words = line.split()
        if kind == "D":
            game = {"deck": [int(word) for word in words[1:]], "decisions": []}
            found[words[0]].append(game)
        elif kind == "A":
            action, *features = (int(word) for word in words)
            decision = {"action": action, "features": features, "chances": {}}
            game["decisions"].append(decision)
        elif kind == "L":
            decision["legal"] = [int(word) for word in words]
        elif kind == "K":
            liked = (word.split(":") for word in words[1:])
            decision["chances"][words[0]] = {int(card): float(chance) for card, chance in liked}
        else:
            game[kind] = [float(word) for word in words]
    return found


def hot(rows):
    """Returns the places of each row that are not 0."""
    return [row.nonzero().flatten().tolist() for row in rows]


def agree(found, expected, what):
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert one == other, f"game {number}, {what}: {one}, not {other}"


def check_decision(table, styles, decisions, what):
    """Checks features, legal actions and the players' probabilities at one decision of every game."""
    seat = table.seat()
    legal = table.legal(seat)
    x = table.encode(seat, legal)
    assert x.shape == (table.games, PADDED) and table.open_cards(seat).shape == (table.games, OPEN)
    assert not x[:, FEATURES:].any() and x.dtype == torch.bfloat16
    agree(hot(x[:, :FEATURES]), [decision["features"] for decision in decisions], f"{what}, features")
    agree(hot(legal), [sorted(decision["legal"]) for decision in decisions], f"{what}, legal")
    look = Look(table)
    for kind in decisions[0]["chances"]:
        found = torch.zeros(table.games, ACTIONS, device=table.device)
        found.scatter_(1, look.three, styles.chances(kind, look))
        expected = torch.zeros(table.games, ACTIONS)
        for row, decision in zip(expected, decisions):
            for card, chance in decision["chances"][kind].items():
                row[card] = chance
        # Written so that NaN counts as wrong.
        wrong = ~((found.cpu() - expected).abs() <= 1e-4).all(1)
        if kind == "clever" and table.step < STEPS - SEATS:
            # It plans in float32, where equal values may differ in the last digit: then it may choose otherwise. In the
            # last round nothing is left to plan.
            worth = prospects(look)
            chosen = expected.to(table.device).gather(1, look.three) > 0
            wrong &= (worth.amax(1) - (worth * chosen).amax(1) > 2e-5).cpu()
        wrong = wrong.nonzero().flatten().tolist()
        assert not wrong, f"game {wrong[0]}, {what}: {kind} does {hot(found)[wrong[0]]}, not {hot(expected)[wrong[0]]}"


def check(lines, device):
    """Compares everything that is printed; returns how many decisions agree."""
    total = 0
    for sums, played in games(lines).items():
        table, styles = Table(len(played), device, sums), Styles(len(played), device)
        make = lambda rows: torch.tensor(rows, device=device)
        table.deal(make([game["deck"] for game in played]))
        for step in range(STEPS):
            decisions = [game["decisions"][step] for game in played]
            check_decision(table, styles, decisions, f"{sums}, decision {step}")
            table.act(make([decision["action"] for decision in decisions]))
            total += len(decisions)
        agree(table.points().tolist(), [game["E"] for game in played], f"{sums}, points")
        agree((12.0 * table.returns()).round().tolist(), [game["W"] for game in played], f"{sums}, shares of the win")
    return total

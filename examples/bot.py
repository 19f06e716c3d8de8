#!/usr/bin/env python3
"""A bot for every game, in the line protocol (crates/programs/protocol.md).

    cardsharp referee hanamikoji examples/bot.py
    cardsharp referee intensity examples/bot.py --protocol json

It uses only the content of each turn: the legal actions as texts, and what its seat sees. It has a simple strategy for
Indigo and Intensity, and takes the first legal action in the other games.
"""
import json
import sys


def indigo(details, legal):
    """Capture if possible: a card that matches the top card in rank or suit."""
    top = details["top"]
    if top:
        for action in legal:
            card = action.removeprefix("play ")
            if card[-1] == top[-1] or card[:-1] == top[:-1]:
                return action
    return legal[-1]


def intensity(details, legal):
    """Pass the highest cards; duck under the winning card; lead low."""
    if details["passing"]:
        return "pass " + " ".join(str(card) for card in details["hand"][-3:])
    cards = [int(action.removeprefix("play ")) for action in legal]
    if details["round"]:
        led = details["round"][0] // 10
        winning = max(card for card in details["round"] if card // 10 == led)
        if cards[0] // 10 != led:
            return f"play {max(cards, key=lambda card: (card == 47, card // 10 == 3, card % 10))}"
        ducking = [card for card in cards if card < winning]
        return f"play {max(ducking) if ducking else min(cards)}"
    return f"play {min(cards, key=lambda card: card % 10)}"


STRATEGIES = {"indigo": indigo, "intensity": intensity}


def answer(message):
    if message["type"] == "hello":
        return {"type": "hello", "version": 1, "name": "Patient Python"}
    if message["type"] == "turn":
        strategy = STRATEGIES.get(message["game"], lambda details, legal: legal[0])
        return {"action": strategy(message["details"], message["legal"])}
    return None  # "game", "fault" and "over" need no answer


for line in sys.stdin:
    reply = answer(json.loads(line))
    if reply is not None:
        print(json.dumps(reply), flush=True)

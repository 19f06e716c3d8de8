#!/usr/bin/env python3
"""A player for Intensity to begin with. It plays legally and without a plan; the plan is yours.

It is started for every decision and asked in numbers: `cardsharp protocol original` prints how. Everything to be
changed is marked TODO. Whatever is printed is for the referee; notes for yourself go to sys.stderr.
"""
import sys

# TODO 1: a name of your own, at most 32 letters.
NAME = "@NAME@"
HAND, PLAYERS, CALVES, BUFFALO = 10, 4, 3, 47


def suit(card):
    return card // 10


def legal_cards(hand, played, earlier):
    """The cards of the hand that may be played now; `cardsharp rules intensity` has the same as a diagram."""
    if played:
        following = [card for card in hand if suit(card) == suit(played[0])]
        return following or hand
    if any(suit(card) == CALVES for card in earlier):
        return hand
    return [card for card in hand if suit(card) != CALVES] or hand


def choose_passes(hand):
    """Three of the ten cards go to the left."""
    # TODO 2: the lowest three are the safest cards to keep. Which ones would you rather be rid of?
    return hand[:3]


def choose_card(hand, played, earlier, seat, passed, received):
    """One of the legal cards. `played` is this round, the first of it led; `earlier` all rounds before."""
    # TODO 3: when is a high card better, and when a low one? Are there calves or the BUFFALO in this round?
    # TODO 4: which cards have not been seen yet, and who cannot follow a suit any more?
    return legal_cards(hand, played, earlier)[0]


def run_unit_tests():
    """`cardsharp referee intensity FOLDER --unit-tests` runs these."""
    assert legal_cards([15, 33, 47], [16, 19], []) == [15], "a suit that is led is followed"
    assert legal_cards([33, 47], [], []) == [BUFFALO], "calves are not led before one was played"
    assert legal_cards([33, 47], [], [31]) == [33, 47], "and then they are"
    assert legal_cards([33, 38], [], []) == [33, 38], "nor if there is nothing else"
    assert len(set(choose_passes([13, 19, 24, 25, 29, 32, 39, 44, 46, 49]))) == 3
    # TODO 5: a test for everything you add, before you add it.
    print("All unit tests passed")


def main():
    mode, *numbers = (int(word) for word in sys.stdin.read().split())
    if mode == 0:
        print(NAME)
    elif mode == 1:
        print(*choose_passes(numbers))
    elif mode == 2:
        held, laid, seat, *cards = numbers
        parts = []
        for length in (held, laid, (HAND - held) * PLAYERS, 3, 3):
            parts.append(cards[:length])
            cards = cards[length:]
        hand, played, earlier, passed, received = parts
        print(choose_card(hand, played, earlier, seat, passed, received))
    elif mode == 3:
        run_unit_tests()


main()

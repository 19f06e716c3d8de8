#!/usr/bin/env python3
"""Compares the Python package with OpenSpiel in one run: plays and simulations a second.

  python benchmarks/python.py [--rounds N] [--seconds S]
  python benchmarks/python.py --meet DEALS

Needs the package and OpenSpiel: `cargo xtask python` makes an environment that has both,
target/python/venv/bin/python. Everything runs on one thread except the rows that name another number. Each round
measures all rows one after the other, so that other load on the machine affects all of them. Ratios are taken within a
round; the median over the rounds is printed with the smallest and the largest.

A play is a decision of a seat, passes included. OpenSpiel's chance nodes for dealing take time but are not counted.
"""

import argparse
import datetime
import os
import platform
import random
import statistics
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import cardsharp
import cardsharp.open_spiel

GAME = "intensity"


def rate(work, seconds):
    """Returns a rate per second: `work` does some units and returns their number."""
    work()
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        done += work()
    return done / spent


def hearts_lean():
    """Plays OpenSpiel's hearts from a Python loop, with the cheapest way to choose."""
    state, plays = pyspiel.load_game("hearts").new_initial_state(), 0
    while not state.is_terminal():
        plays += not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return plays


def hearts_as_in_its_example():
    """Plays hearts as OpenSpiel's own example does: chance by its probabilities, choices by NumPy."""
    state, plays = pyspiel.load_game("hearts").new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(np.random.choice(actions, p=chances))
        else:
            plays += 1
            state.apply_action(random.choice(state.legal_actions(state.current_player())))
    return plays


def ours_singly():
    """Plays the same lean loop over our states."""
    state, plays = cardsharp.Game(GAME).start(random.getrandbits(32)), 0
    while not state.is_terminal():
        plays += 1
        state.apply_action(random.choice(state.legal_actions()))
    return plays


def ours_singly_drawn_in_rust():
    """Plays a Python loop in which Rust draws the action."""
    state, plays = cardsharp.Game(GAME).start(random.getrandbits(32)), 0
    while state.apply_random_action(plays) is not None:
        plays += 1
    return plays


def vector(threads, **how):
    """Returns a work function for many games in one call, with random legal actions chosen in Rust."""
    env = cardsharp.VectorEnv(GAME, 1024, threads=threads, autoreset="same-step", **how)

    def work(steps=100):
        env.step_random(steps)
        return steps * env.num_envs

    return work


def ours_ismcts(nodes):
    """Returns a work function for our ISMCTS at the first decision of random deals."""
    player = cardsharp.Player(GAME, f"ismcts:nodes={nodes}")

    def work():
        player.act(cardsharp.Game(GAME).start(random.getrandbits(32)).observe())
        return nodes

    return work


def theirs_on(name, simulations, bot_of):
    """Returns a work function for one of OpenSpiel's ISMCTS bots at the first decision of random deals."""
    game = pyspiel.load_game(name)
    bot = bot_of(game, simulations)

    def work():
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        bot.step(state)
        return simulations

    return work


def in_cpp(game, simulations):
    """Creates OpenSpiel's bot in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(1, evaluator, 2.0, simulations, -1, final, False, False)


def in_python(game, simulations):
    """Creates OpenSpiel's bot in Python."""
    luck = np.random.RandomState(1)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(random_state=luck), 2.0, simulations, random_state=luck)


def rows():
    cores = os.cpu_count()
    return {
        "hearts, lean Python loop": hearts_lean,
        "hearts, loop of its example": hearts_as_in_its_example,
        "Intensity, lean Python loop": ours_singly,
        "Intensity, Python loop, drawn in Rust": ours_singly_drawn_in_rust,
        "VectorEnv, no observations": vector(1, observations=None, masks=None),
        "VectorEnv, float observations": vector(1, masks=None),
        "VectorEnv, packed observations": vector(1, observations="packed", masks=None),
        "VectorEnv, float observations and masks": vector(1),
        f"VectorEnv, no observations, {cores} threads": vector(cores, observations=None, masks=None),
        f"VectorEnv, float observations, {cores} threads": vector(cores, masks=None),
        "ISMCTS: OpenSpiel C++, hearts (simulations)": theirs_on("hearts", 1000, in_cpp),
        "ISMCTS: OpenSpiel Python, our Intensity (simulations)": theirs_on("cardsharp_intensity", 100, in_python),
        "ISMCTS: ours, Intensity (simulations)": ours_ismcts(20_000),
    }


def meet(deals):
    """Plays OpenSpiel's ISMCTS against ours with the same time per decision."""
    print("| game | its simulations, ms a decision | ours | points a game, ours | its |")
    print("|---|---|---|---|---|")
    for game, simulations in (("indigo", 60), ("lucky-thirteen", 60)):
        seats = cardsharp.Game(game).seats
        peer = cardsharp.open_spiel.IsmctsPlayer(simulations=simulations)
        alone = cardsharp.match(game, [peer, *["random"] * (seats - 1)], deals=2, seed=9, threads=1)
        spent = alone["players"][0]["decision_ms"]["mean"]
        ours = f"ismcts:ms={max(1, round(spent))}"
        others = ["random"] * (seats - 2)
        result = cardsharp.match(game, [ours, peer, *others], deals=deals, seed=1, threads=1)
        first, second = ([player["points"][key] for key in ("mean", "standard_error")] for player in result["players"][:2])
        figures = " | ".join(f"{mean:.2f} ± {error:.2f}" for mean, error in (first, second))
        print(f"| {game}, {deals} deals | {simulations}, {spent:.0f} | {ours} | {figures} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="per measurement (default: 1)")
    parser.add_argument("--meet", type=int, metavar="DEALS", help="instead: OpenSpiel's ISMCTS against ours at equal time")
    args = parser.parse_args()
    if args.meet:
        meet(args.meet)
        return
    all_rows = rows()
    measured = {name: [] for name in all_rows}
    for _ in range(args.rounds):
        for name, work in all_rows.items():
            measured[name].append(rate(work, args.seconds))
    today, python = datetime.date.today(), platform.python_version()
    print(f"{today}, Python {python}, OpenSpiel 2.0.2, {os.cpu_count()} cores, {args.rounds} rounds of {args.seconds} s\n")
    print("| what | a second, median | of lean hearts | of its example |")
    print("|---|---|---|---|")
    lean, example = (measured[name] for name in list(measured)[:2])
    for name, rates in measured.items():
        ratios = [[rate / base for rate, base in zip(rates, bases)] for bases in (lean, example)]
        simulations = "simulations" in name
        words = ["–" if simulations else f"{statistics.median(r):.1f} ({min(r):.1f}–{max(r):.1f})" for r in ratios]
        print(f"| {name} | {statistics.median(rates):,.0f} | {words[0]} | {words[1]} |")
    theirs, foreign, ours = (measured[name] for name in list(measured)[-3:])
    for words, base in (("its C++ on hearts", theirs), ("its Python on the same game", foreign)):
        ratio = [our / their for our, their in zip(ours, base)]
        print(f"\nOur ISMCTS against {words}: {statistics.median(ratio):.1f} times ({min(ratio):.1f}–{max(ratio):.1f}).")


if __name__ == "__main__":
    main()

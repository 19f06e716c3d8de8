#!/usr/bin/env python3
"""Compares card plays per second of random playouts with OpenSpiel's hearts.

The first run makes benchmarks/.venv and installs OpenSpiel there; later runs reuse it.

Measured on one thread each, in CPU seconds (user and system):
  OpenSpiel   hearts without passing, from dealt states: MCTSBot with 1 simulation of 200 random
              rollouts. Bot, evaluator and game are C++; Python makes one call per 200 rollouts.
              A rollout plays all 52 cards.
  cardsharp   `cardsharp bench playouts GAME`, the CPU time of the whole process, its start
              included.

Each round measures both, one right after the other, so that other load on the machine affects both. The ratio is taken
within the round, and the median over the rounds is reported. The games differ in rules: the figures compare engines,
not games.
"""

import argparse
import datetime
import itertools
import json
import os
import platform
import random
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path

OPEN_SPIEL = "2.0.2"
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = HERE / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
BINARY = ROOT / "target" / "release" / "cardsharp"
PEER = "OpenSpiel hearts"
ROLLOUTS = 200


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all that the binary knows")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="how many rounds (default: 7)")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="per measurement (default: 2)")
    parser.add_argument("--binary", type=Path, metavar="FILE", help="measure this binary instead of building ours")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the figures to this file")
    args = parser.parse_args()
    if args.rounds < 1 or args.seconds <= 0:
        parser.error("--rounds and --seconds must be above 0")
    if os.name != "posix":
        parser.error("CPU time of a child process is measured on Linux and macOS only; on Windows use WSL")
    return args


def run(command, advice, **options):
    """Returns the output of a command. Exits with all its output if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, **options)
    except FileNotFoundError:
        sys.exit(f"error: cannot run {command[0]}. {advice}")
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\nerror: {shlex.join(map(str, command))} failed. {advice}")
    return done.stdout


def inside_venv():
    """Restarts the script in the virtual environment; installs the right OpenSpiel there first if needed."""
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    version = [VENV_PYTHON, "-c", "import importlib.metadata as m; print(m.version('open_spiel'))"]
    ready = VENV_PYTHON.exists() and subprocess.run(version, capture_output=True, text=True).stdout.strip() == OPEN_SPIEL
    if not ready:
        print(f"installing open_spiel {OPEN_SPIEL} in {VENV.relative_to(ROOT)} …", file=sys.stderr)
        advice = "It needs the module venv (Debian, Ubuntu: sudo apt install python3-venv)."
        run([sys.executable, "-m", "venv", "--clear", VENV], advice)
        advice = (f"It needs the network, and a Python that open_spiel {OPEN_SPIEL} is published for (3.11 or later); "
                  f"this is {platform.python_version()}.")
        run([VENV_PYTHON, "-m", "pip", "install", "--quiet", f"open_spiel=={OPEN_SPIEL}"], advice)
    os.execv(VENV_PYTHON, [str(VENV_PYTHON), __file__, *sys.argv[1:]])


def dealt_states(pyspiel, count):
    """Returns a game of hearts and positions right after the deal, without passing."""
    game, states = pyspiel.load_game("hearts(pass_cards=false)"), []
    for seed in range(count):
        rng, state = random.Random(seed), game.new_initial_state()
        while state.is_chance_node():
            # Not chance_outcomes(): it offers passing in spite of the option.
            state.apply_action(rng.choice(state.legal_actions()))
        states.append(state)
    return game, states


def plays_to_the_end(state):
    """Returns how many cards a rollout from here plays; every rollout of hearts has the same number."""
    state, plays = state.clone(), 0
    while not state.is_terminal():
        assert not state.is_chance_node(), "all chance lies in the deal"
        state.apply_action(random.choice(state.legal_actions()))
        plays += 1
    return plays


def open_spiel():
    """Returns a function that measures OpenSpiel for some seconds: card plays per CPU second."""
    import pyspiel

    game, states = dealt_states(pyspiel, 32)
    plays = {plays_to_the_end(state) for state in states}
    assert plays == {52}, f"a rollout plays {plays} cards"
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    # One simulation only evaluates the root, so a step consists of its rollouts.
    bot = pyspiel.MCTSBot(game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=10, solve=False, seed=1,
                          verbose=False)

    def measure(seconds):
        rollouts, start, deals = 0, time.process_time(), itertools.cycle(states)
        while time.process_time() - start < seconds:
            bot.step(next(deals))
            rollouts += ROLLOUTS
        return rollouts * 52 / (time.process_time() - start)

    return measure


def children_cpu_time():
    # Imported here: Windows lacks this module, and the script reports that with its own message.
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def bench(binary, seconds, games):
    """Returns the figures of `cardsharp bench playouts`; without a game, of all games."""
    command = [binary, "bench", "playouts", *games, "--seconds", str(seconds), "--threads", "1", "--json"]
    text = run(command, "Is the game's name right? See `cardsharp games`.")
    try:
        return [(result["game"], result["card_plays"]) for result in json.loads(text)["results"]]
    except (ValueError, KeyError, TypeError) as error:
        sys.exit(f"{text}\nerror: {shlex.join(map(str, command))} printed no figures ({error!r})")


def cardsharp(binary, game):
    """Returns a function that measures our game for some seconds: card plays per CPU second."""
    def measure(seconds):
        before = children_cpu_time()
        (_, card_plays), = bench(binary, seconds, [game])
        return card_plays / (children_cpu_time() - before)

    return measure


def compare(measures, rounds, seconds):
    """Returns card plays per second by name, one figure for each round."""
    figures = {name: [] for name in measures}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds} …", file=sys.stderr)
        # The order alternates, so that none always comes first.
        for name in list(measures)[::-1 if number % 2 else 1]:
            figures[name].append(measures[name](seconds))
    return figures


def row(name, figures):
    ratios = [ours / peer for ours, peer in zip(figures[name], figures[PEER])]
    return {"name": name, "card_plays_per_second": round(statistics.median(figures[name])),
            "ratio": round(statistics.median(ratios), 2), "ratio_min": round(min(ratios), 2),
            "ratio_max": round(max(ratios), 2), "rounds": [round(figure) for figure in figures[name]]}


def table(rows):
    lines = [f"| {'engine and game':24} | card plays per second | ratio to {PEER} (min–max) |",
             f"|{'-' * 26}|{'-' * 22}:|{'-' * 36}:|"]
    for each in rows:
        ratio = f"{each['ratio']:.2f} ({each['ratio_min']:.2f}–{each['ratio_max']:.2f})"
        lines.append(f"| {each['name']:24} | {each['card_plays_per_second']:21,} | {ratio:>35} |")
    return "\n".join(lines)


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def versions(binary):
    def first_line(command):
        try:
            done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
            return (done.stdout.splitlines() or ["?"])[0]
        except FileNotFoundError:
            return "?"

    return {"cardsharp": first_line([binary, "--version"]), "commit": first_line(["git", "rev-parse", "--short", "HEAD"]),
            "rustc": first_line(["rustc", "--version"]), "open_spiel": OPEN_SPIEL, "python": platform.python_version()}


def main():
    args = arguments()
    inside_venv()
    if args.binary is None:
        advice = "Install Rust from https://rustup.rs, or name a binary with --binary."
        run(["cargo", "build", "--release", "--package", "cardsharp"], advice, cwd=ROOT)
    binary = (args.binary or BINARY).resolve()
    if not binary.is_file():
        sys.exit(f"error: there is no {binary}")
    measures = {PEER: open_spiel()}
    games = args.games or [game for game, _ in bench(binary, 0.01, [])]
    measures.update((f"cardsharp {game}", cardsharp(binary, game)) for game in games)
    figures = compare(measures, args.rounds, args.seconds)
    report = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        "versions": versions(binary),
        "command": shlex.join(["benchmarks/compare_openspiel.py", *sys.argv[1:]]),
        "rounds": args.rounds, "seconds": args.seconds,
        "results": [row(name, figures) for name in figures],
    }
    print(json.dumps(report, indent=2, ensure_ascii=False) if args.json else table(report["results"]))
    if args.markdown:
        facts = [("date", report["date"]), ("machine", report["machine"]), *report["versions"].items(),
                 ("command", f"`{report['command']}`")]
        lines = ["# Card plays per second of random playouts", "", *(f"- {key}: {value}" for key, value in facts), "",
                 table(report["results"]), "", f"Median of {args.rounds} rounds of {args.seconds:g} s each, one thread, "
                 "CPU time; ratios are taken within a round."]
        args.markdown.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Matches on many machines, by Ray: the same report as on one, whatever happens to a worker or a node.

A match is cut into leases, ranges of deals of a few seconds each. A lease can be played anywhere and as often as need
be, for its games follow from the seed; one that is lost with its worker or node is played again elsewhere. No more than
a bounded number is in flight, and the driver puts what comes back in the order of the deals. So a laptop and a hundred
nodes come to the same bytes.

    cardsharp-cluster match indigo champion:nodes=500 greedy --deals 10000

joins the cluster that ``ray start`` has set up (``--address``), or begins one on this machine. Without Ray installed
nothing else of the package misses it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._cardsharp import Error, Game, Player, match_report, play_deals

LEASE_SECONDS = 3.0
"""How long a lease should take: long beside what it costs to hand it out, short beside what is lost with a node."""
IN_FLIGHT = 2
"""How many leases are handed out for every core at a time."""


class Progress(NamedTuple):
    """How far a run is."""

    done: int
    total: int
    seconds_left: float | None
    nodes: int


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ImportError("cardsharp.cluster needs Ray: pip install 'ray>=2.60'") from error
    return ray


def _carried(spec: str) -> tuple[str, bytes | None]:
    """A network is a file of this machine, and is carried to the others."""
    path = spec.removeprefix("net:")
    return (spec, Path(path).read_bytes()) if path != spec else (spec, None)


def _lease(
    game: Game, players: Sequence[tuple[str, bytes | None]], seed: int, first: int, count: int
) -> tuple[NDArray[np.int32], float]:
    """Plays a range of deals on one core; says how long it took, too."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        specs = []
        for number, (spec, network) in enumerate(players):
            if network is not None:
                path = Path(folder) / f"{number}.safetensors"
                path.write_bytes(network)
                spec = f"net:{path}"
            specs.append(spec)
        returns = play_deals(game, specs, first=first, count=count, seed=seed, threads=1)
    return returns, time.monotonic() - begun


def leases(deals: int, length: Callable[[], int]) -> Iterator[tuple[int, int]]:
    """Ranges of deals, each as long as is thought best when it is handed out.

    >>> list(leases(10, lambda: 4))
    [(0, 4), (4, 4), (8, 2)]
    """
    first = 0
    while first < deals:
        count = max(1, min(length(), deals - first))
        yield first, count
        first += count


def match(
    game: Game | str,
    players: Sequence[str],
    *,
    deals: int = 100,
    seed: int = 1,
    lease_seconds: float = LEASE_SECONDS,
    progress: Callable[[Progress], None] | None = None,
) -> dict[str, Any]:
    """Plays a match on the cluster that Ray is connected to: what ``cardsharp.match`` says, but for decision times.

    ``ray.init(address=…)`` first joins a cluster; without it Ray begins one on this machine.
    """
    ray = _ray()
    game = Game(game) if isinstance(game, str) else game
    if deals < 1:
        raise Error(f"deals={deals}: expected a number from 1 on")
    # Whoever is named wrongly is told before anything is handed out, and no pipe or device is read for a network.
    if len(players) != game.seats:
        raise Error(f"{game.name} has {game.seats} seats, but {len(players)} players are named")
    for spec in players:
        Player(game, spec)
    carried = [_carried(spec) for spec in players]
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    # As often as need be: a lease gives the same wherever it is played.
    remote = ray.remote(max_retries=-1, num_cpus=1)(_lease)
    shared = ray.put(carried)
    pace = [0.0, 0]  # seconds and deals that came back

    def length() -> int:
        return max(1, round(lease_seconds * pace[1] / pace[0])) if pace[0] else 1

    parts: dict[int, NDArray[np.int32]] = {}
    flying: dict[Any, tuple[int, int]] = {}
    begun = time.monotonic()
    waiting = leases(deals, length)
    while True:
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(flying) < IN_FLIGHT * cores and (lease := next(waiting, None)):
            flying[remote.remote(game, shared, seed, *lease)] = lease
        if not flying:
            break
        ready, _ = ray.wait(list(flying), timeout=1.0)
        for reference in ready:
            first, count = flying.pop(reference)
            parts[first], seconds = ray.get(reference)
            pace[0], pace[1] = pace[0] + seconds, pace[1] + count
        if progress is not None:
            spent, done = time.monotonic() - begun, int(pace[1])
            left = spent * (deals - done) / done if done else None
            progress(Progress(done, deals, left, sum(node["Alive"] for node in ray.nodes())))
    returns = np.concatenate([parts[first] for first in sorted(parts)])
    return match_report(game, list(players), returns, seed=seed)


def _told(progress: Progress) -> None:
    left = "time left unknown" if progress.seconds_left is None else f"{progress.seconds_left:.0f} s left"
    nodes = f"{progress.nodes} node{'s' if progress.nodes != 1 else ''}"
    sys.stderr.write(f"\r{progress.done} of {progress.total} deals, {left}, {nodes}   ")


def main(arguments: Sequence[str] | None = None) -> None:
    """The command ``cardsharp-cluster``."""
    parser = argparse.ArgumentParser(prog="cardsharp-cluster", description="cardsharp's long commands, on a Ray cluster")
    commands = parser.add_subparsers(dest="command", required=True)
    meeting = commands.add_parser("match", help="let players meet over many deals, every deal in every seating")
    meeting.add_argument("game", metavar="GAME")
    meeting.add_argument("players", metavar="PLAYER", nargs="+", help="NAME or NAME:key=value,…, one for each seat")
    meeting.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    meeting.add_argument("--deals", type=int, default=100, metavar="N", help="how many deals (default: 100)")
    meeting.add_argument("--seed", type=int, default=1, metavar="S", help="names the deals and everybody's luck")
    meeting.add_argument("--address", metavar="HOST:PORT", help="a cluster that runs already; auto finds one here")
    chosen = parser.parse_args(arguments)
    try:
        options = dict(option.split("=", 1) if "=" in option else (option, "") for option in chosen.option)
        game = Game(chosen.game, **options)
        if chosen.address:
            _ray().init(address=chosen.address, log_to_driver=False)
        watch = _told if sys.stderr.isatty() else None
        report = match(game, chosen.players, deals=chosen.deals, seed=chosen.seed, progress=watch)
    except Error as error:
        parser.error(str(error))
    except (ImportError, OSError) as error:
        raise SystemExit(f"cardsharp-cluster: {error}") from error
    if watch:
        sys.stderr.write("\n")
    sys.stdout.write(report["text"])


if __name__ == "__main__":
    main()

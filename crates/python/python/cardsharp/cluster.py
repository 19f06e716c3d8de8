"""Long runs on many machines, by Ray: the same bytes as on one, whatever happens to a worker or a node.

A match, a tournament, a study or an exploit is cut into leases of a few seconds each. A lease can be worked on anywhere
and as often as need be, for what comes of it follows from the seed; one that is lost with its worker or node is worked
on again elsewhere. No more than a bounded number is in flight, and one writer takes up what comes back in a fixed order.

    cardsharp-cluster match indigo champion:nodes=500 greedy --deals 10000
    cardsharp-cluster tournament intensity students/ careful --rounds 20 --db friday.db
    cardsharp-cluster tournament --resume --db friday.db
    cardsharp-cluster study hanamikoji --deals 2000 --out games.csv
    cardsharp-cluster exploit hanamikoji learned --deals 400

take the arguments of ``cardsharp`` and join the cluster that ``ray start`` has set up (``--address``), or begin one on
this machine. Without Ray installed nothing else of the package misses it.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ._cardsharp import Error, command, lease, report_elsewhere

LEASE_SECONDS = 3.0
"""How long a lease should take: long beside what it costs to hand it out, short beside what is lost with a node."""
IN_FLIGHT = 2
"""How many leases are handed out for every core at a time."""
AHEAD = 8
"""How many leases for every core may be handed out or wait for an earlier one, so that little waits in memory."""


class Progress(NamedTuple):
    """How far a part of a run is: the deals of a match, the games of a round."""

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


def _lease(task: bytes, stage: bytes, first: int, count: int) -> tuple[bytes, float]:
    """Works on a lease on one core; says how long it took, too."""
    begun = time.monotonic()
    try:
        return lease(task, stage, first, count), time.monotonic() - begun
    except Error as error:
        raise Error(f"the worker on {socket.gethostname()} refuses: {error}") from None


class Pace:
    """How many pieces make a lease of a few seconds, from the leases that came back."""

    def __init__(self, lease_seconds: float = LEASE_SECONDS) -> None:
        self.lease_seconds = lease_seconds
        self.seconds = 0.0
        self.pieces = 0

    def came(self, pieces: int, seconds: float) -> None:
        """A lease came back."""
        self.pieces += pieces
        self.seconds += seconds

    def length(self, left: int, cores: int) -> int:
        """How long the next lease is, of so many pieces that are left: no core should idle while another has two.

        >>> pace = Pace(3.0)
        >>> pace.length(1000, 4)
        1
        >>> pace.came(10, 1.0)
        >>> pace.length(1000, 4), pace.length(16, 4), pace.length(1, 4)
        (30, 2, 1)
        """
        of_time = self.lease_seconds * self.pieces / max(self.seconds, 1e-6)
        return max(1, min(int(of_time), -(-left // (IN_FLIGHT * cores))))


class Workers:
    """The cluster that Ray is connected to, as those who work on a run."""

    def __init__(
        self, *, lease_seconds: float = LEASE_SECONDS, progress: Callable[[Progress], None] | None = None
    ) -> None:
        self.ray = _ray()
        # One refusal is told; what else was in flight then need not be.
        os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
        if not self.ray.is_initialized():
            self.ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
        # As often as need be: a lease gives the same wherever it is worked on.
        self.remote = self.ray.remote(max_retries=-1, num_cpus=1)(_lease)
        self.pace = Pace(lease_seconds)
        self.progress = progress
        self.task: tuple[bytes, Any] | None = None

    def nodes(self) -> int:
        """How many machines there are now."""
        return sum(bool(node["Alive"]) for node in self.ray.nodes())

    def _put(self, task: bytes) -> Any:
        """A task is carried to a machine once, however many leases and stages it has."""
        if self.task is None or self.task[0] != task:
            self.task = (task, self.ray.put(task))
        return self.task[1]

    def work(self, task: bytes, stage: bytes, pieces: int) -> Iterator[bytes]:
        """What comes of all pieces, lease after lease in their order.

        Whoever has seen enough stops asking: leases that are in flight come to their end, and nobody looks at them.
        """
        shared, staged = self._put(task), self.ray.put(stage)
        flying: dict[Any, tuple[int, int]] = {}
        waiting: dict[int, tuple[int, bytes]] = {}
        handed = taken = done = 0
        begun = time.monotonic()
        while taken < pieces:
            cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            while handed < pieces and len(flying) < IN_FLIGHT * cores and len(flying) + len(waiting) < AHEAD * cores:
                count = self.pace.length(pieces - handed, cores)
                flying[self.remote.remote(shared, staged, handed, count)] = (handed, count)
                handed += count
            ready, _ = self.ray.wait(list(flying), timeout=1.0)
            for reference in ready:
                first, count = flying.pop(reference)
                made, seconds = self._get(reference)
                self.pace.came(count, seconds)
                waiting[first] = (count, made)
                done += count
            if self.progress is not None:
                left = (time.monotonic() - begun) * (pieces - done) / done if done else None
                self.progress(Progress(done, pieces, left, self.nodes()))
            while taken in waiting:
                count, made = waiting.pop(taken)
                taken += count
                yield made

    def _get(self, reference: Any) -> tuple[bytes, float]:
        try:
            made: tuple[bytes, float] = self.ray.get(reference)
            return made
        except self.ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, Error) else error) from None


def _words(run: str, positional: Sequence[str], options: dict[str, Any]) -> list[str]:
    """A run as it would be typed.

    >>> _words("match", ["indigo", "greedy", "random"], {"deals": 5, "json": True, "resume": False, "option": ["a", "b"]})
    ['match', 'indigo', 'greedy', 'random', '--deals', '5', '--json', '--option', 'a', '--option', 'b']
    """
    words = [run, *positional]
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            words += [flag] * value
        else:
            words += [word for one in (value if isinstance(value, list) else [value]) for word in (flag, str(one))]
    return words


def run(*words: str, lease_seconds: float = LEASE_SECONDS, progress: Callable[[Progress], None] | None = None) -> str:
    """What ``cardsharp-cluster`` would print for these words, on the cluster that Ray is connected to.

    ``ray.init(address=…)`` first joins a cluster; without it Ray begins one on this machine.
    """
    return report_elsewhere(list(words), Workers(lease_seconds=lease_seconds, progress=progress))


def _run(name: str, positional: Sequence[str], options: dict[str, Any]) -> str:
    """A run by its options: those that say how it is cut and watched are ours, all others are the command's."""
    how = {name: options.pop(name) for name in ("lease_seconds", "progress") if name in options}
    return run(*_words(name, positional, options), **how)


def match(game: str, players: Sequence[str], **options: Any) -> dict[str, Any]:
    """What ``cardsharp match --json`` says; options are its own, such as ``deals=1000, seed=7``."""
    said: dict[str, Any] = json.loads(_run("match", [game, *players], {**options, "json": True}))
    return said


def tournament(game: str | None = None, entrants: Sequence[str] = (), **options: Any) -> dict[str, Any]:
    """What ``cardsharp tournament --json`` says; programs are compiled and held in a sandbox where they play.

    Options are its own, such as ``rounds=20, db="friday.db"``; ``resume=True, db=…`` goes on with one that was stopped.
    """
    named = [] if game is None else [game]
    said: dict[str, Any] = json.loads(_run("tournament", [*named, *entrants], {**options, "json": True}))
    return said


def exploit(game: str, player: str, **options: Any) -> dict[str, Any]:
    """What ``cardsharp exploit --json`` says; options are its own, such as ``deals=400``."""
    said: dict[str, Any] = json.loads(_run("exploit", [game, player], {**options, "json": True}))
    return said


def study(game: str, out: str | os.PathLike[str], **options: Any) -> str:
    """Writes a study to a file and says so as ``cardsharp study`` does; options are its own, such as ``deals=2000``."""
    return _run("study", [game], {**options, "out": os.fspath(out)})


def _address(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The address among the words, and the words without it.

    >>> _address(["match", "--address", "first:6379", "indigo"])
    ('first:6379', ['match', 'indigo'])
    """
    rest, address = [], None
    left = iter(words)
    for word in left:
        if word == "--address":
            address = next(left, "")
        elif word.startswith("--address="):
            address = word.removeprefix("--address=")
        else:
            rest.append(word)
    return address, rest


class _AtNeed:
    """Workers who are called when there is work: whatever is typed wrongly is told before that."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        self.workers: Workers | None = None

    def _called(self) -> Workers:
        if self.workers is None:
            if self.address is not None:
                _ray().init(address=self.address, log_to_driver=False, logging_level=logging.ERROR)
            self.workers = Workers()
        return self.workers

    def work(self, task: bytes, stage: bytes, pieces: int) -> Iterator[bytes]:
        return self._called().work(task, stage, pieces)

    def nodes(self) -> int:
        return self._called().nodes()


HELP = """\
Runs long commands of cardsharp on a Ray cluster: a match, a tournament, a study or an exploit.

  cardsharp-cluster match indigo champion:nodes=500 greedy --deals 10000
  cardsharp-cluster tournament intensity students/ careful --rounds 20 --db friday.db
  cardsharp-cluster tournament --resume --db friday.db
  cardsharp-cluster study hanamikoji --deals 2000 --out games.csv
  cardsharp-cluster exploit hanamikoji learned --deals 400

The arguments are those of `cardsharp`, and so is what is printed and kept; `cardsharp-cluster match --help` says all.
--threads has no effect: every core of the cluster works. One argument more:

  --address HOST:PORT   the cluster that `ray start --head` has begun there; `auto` finds one on this machine.
                        Without it one is begun on this machine, and ends with the run.
"""


def main(words: Sequence[str] | None = None) -> int:
    """The command ``cardsharp-cluster``; gives its exit status."""
    address, words = _address(sys.argv[1:] if words is None else words)
    if not words or words[0] in ("-h", "--help", "help"):
        sys.stdout.write(HELP)
        return 0 if words else 2
    if address == "":
        sys.stderr.write("cardsharp-cluster: --address needs a HOST:PORT, or auto\n")
        return 2
    try:
        return command(list(words), _AtNeed(address))
    except KeyboardInterrupt:
        again = "`cardsharp-cluster tournament --resume` with its --db" if words[0] == "tournament" else "the same command"
        sys.stderr.write(f"What was kept is kept; {again} goes on, or begins again.\n")
        return 130


def script() -> None:
    """Runs the command, and leaves at once: a worker may still be at it."""
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    ray = sys.modules.get("ray")
    if ray is not None and ray.is_initialized():
        ray.shutdown()
    os._exit(status)


if __name__ == "__main__":
    script()

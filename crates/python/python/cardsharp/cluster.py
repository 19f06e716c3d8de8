"""Long runs on many machines with Ray: the same bytes as on one machine, even if workers or nodes fail.

A match, a tournament, a study or an exploit is divided into leases of a few seconds each. The seed determines the
result of a lease, so any machine can compute it, any number of times; a lease that is lost with its worker or node is
computed again. The number of leases in flight is bounded, and one writer receives the results in a fixed order.

    cardsharp-cluster match indigo champion:nodes=500 greedy --deals 10000
    cardsharp-cluster tournament intensity students/ careful --rounds 20 --db friday.db
    cardsharp-cluster tournament --resume --db friday.db
    cardsharp-cluster study hanamikoji --deals 2000 --out games.csv
    cardsharp-cluster exploit hanamikoji learned --deals 400

take the arguments of ``cardsharp`` and join the cluster of ``ray start`` (``--address``), or start one on this machine.
The rest of the package works without Ray.
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
"""The target time of a lease: long compared with the cost of sending it, short compared with the loss of a node."""
IN_FLIGHT = 2
"""The number of leases in flight for every core."""
AHEAD = 8
"""The most leases for every core in flight or waiting for an earlier one: a bound on memory."""


class Progress(NamedTuple):
    """The progress of a stage: the deals of a match, the games of a round."""

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
    """Computes a lease on one core. Returns the result and the seconds."""
    begun = time.monotonic()
    try:
        return lease(task, stage, first, count), time.monotonic() - begun
    except Error as error:
        raise Error(f"the worker on {socket.gethostname()} refuses: {error}") from None


class Pace:
    """Estimates the pieces in a lease of a few seconds from the finished leases."""

    def __init__(self, lease_seconds: float = LEASE_SECONDS) -> None:
        self.lease_seconds = lease_seconds
        self.seconds = 0.0
        self.pieces = 0

    def came(self, pieces: int, seconds: float) -> None:
        """Counts a finished lease."""
        self.pieces += pieces
        self.seconds += seconds

    def length(self, left: int, cores: int) -> int:
        """The pieces of the next lease. Near the end leases shrink, so that no core idles while another has two.

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
    """The workers of a run: the cluster that Ray is connected to."""

    def __init__(
        self, *, lease_seconds: float = LEASE_SECONDS, progress: Callable[[Progress], None] | None = None
    ) -> None:
        self.ray = _ray()
        # The first error is reported; those of other leases in flight are not.
        os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
        if not self.ray.is_initialized():
            self.ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
        # Retries without limit: every computation of a lease gives the same result.
        self.remote = self.ray.remote(max_retries=-1, num_cpus=1)(_lease)
        self.pace = Pace(lease_seconds)
        self.progress = progress
        self.task: tuple[bytes, Any] | None = None

    def nodes(self) -> int:
        """The number of machines now."""
        return sum(bool(node["Alive"]) for node in self.ray.nodes())

    def _put(self, task: bytes) -> Any:
        """Returns Ray's reference to a task. Each machine receives the task once for all leases and stages."""
        if self.task is None or self.task[0] != task:
            self.task = (task, self.ray.put(task))
        return self.task[1]

    def work(self, task: bytes, stage: bytes, pieces: int) -> Iterator[bytes]:
        """Yields the results of all pieces, lease by lease, in order.

        A caller that needs no more closes the iterator: the leases in flight finish, and their results are dropped.
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
    """The command line of a run.

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
    """Returns the output of ``cardsharp-cluster`` with these words, on the cluster that Ray is connected to.

    Call ``ray.init(address=…)`` first to join a cluster; without it Ray starts one on this machine.
    """
    return report_elsewhere(list(words), Workers(lease_seconds=lease_seconds, progress=progress))


def _run(name: str, positional: Sequence[str], options: dict[str, Any]) -> str:
    """Runs a command: takes out ``lease_seconds`` and ``progress`` and passes all other options to the command."""
    how = {name: options.pop(name) for name in ("lease_seconds", "progress") if name in options}
    return run(*_words(name, positional, options), **how)


def match(game: str, players: Sequence[str], **options: Any) -> dict[str, Any]:
    """Returns the report of ``cardsharp match --json``; options are the command's, such as ``deals=1000, seed=7``."""
    said: dict[str, Any] = json.loads(_run("match", [game, *players], {**options, "json": True}))
    return said


def tournament(game: str | None = None, entrants: Sequence[str] = (), **options: Any) -> dict[str, Any]:
    """Returns the report of ``cardsharp tournament --json``; workers compile programs and run them in a sandbox.

    Options are the command's, such as ``rounds=20, db="friday.db"``; ``resume=True, db=…`` continues a stopped one.
    """
    named = [] if game is None else [game]
    said: dict[str, Any] = json.loads(_run("tournament", [*named, *entrants], {**options, "json": True}))
    return said


def exploit(game: str, player: str, **options: Any) -> dict[str, Any]:
    """Returns the report of ``cardsharp exploit --json``; options are the command's, such as ``deals=400``."""
    said: dict[str, Any] = json.loads(_run("exploit", [game, player], {**options, "json": True}))
    return said


def study(game: str, out: str | os.PathLike[str], **options: Any) -> str:
    """Writes a study to a file and returns the output of ``cardsharp study``; options are the command's."""
    return _run("study", [game], {**options, "out": os.fspath(out)})


def _address(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Splits the address from the words.

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
    """Workers that connect at the first lease, so that errors of the command line are reported before."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        self.workers: Workers | None = None

    def _connect(self) -> Workers:
        if self.workers is None:
            if self.address is not None:
                _ray().init(address=self.address, log_to_driver=False, logging_level=logging.ERROR)
            self.workers = Workers()
        return self.workers

    def work(self, task: bytes, stage: bytes, pieces: int) -> Iterator[bytes]:
        return self._connect().work(task, stage, pieces)

    def nodes(self) -> int:
        return self._connect().nodes()


HELP = """\
Runs a match, a tournament, a study or an exploit of cardsharp on a Ray cluster.

  cardsharp-cluster match indigo champion:nodes=500 greedy --deals 10000
  cardsharp-cluster tournament intensity students/ careful --rounds 20 --db friday.db
  cardsharp-cluster tournament --resume --db friday.db
  cardsharp-cluster study hanamikoji --deals 2000 --out games.csv
  cardsharp-cluster exploit hanamikoji learned --deals 400

The arguments, the output and the files are those of `cardsharp`; `cardsharp-cluster match --help` lists them.
--threads has no effect: every core of the cluster works. One additional argument:

  --address HOST:PORT   the cluster that `ray start --head` has started there; `auto` finds one on this machine.
                        Without it a cluster is started on this machine, and ends with the run.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command ``cardsharp-cluster`` and returns its exit status."""
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
        sys.stderr.write(f"Interrupted. Stored results are kept; {again} continues or starts again.\n")
        return 130


def script() -> None:
    """Runs the command and exits at once, even if a worker is still busy."""
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    ray = sys.modules.get("ray")
    if ray is not None and ray.is_initialized():
        ray.shutdown()
    os._exit(status)


if __name__ == "__main__":
    script()

#!/usr/bin/env python3
"""Measures a cluster: the writer, the driver with a hundred nodes, and two nodes against one.

  python benchmarks/cluster.py [--games N] [--leases N] [--deals N]

Needs the package and Ray: `cargo xtask python` makes an environment that has both, target/python/venv/bin/python.

- The writer: the games of a tournament between random players are played beforehand. Only the writer's part is timed:
  reading the leases, counting, the database.
- The driver: empty leases are handed out to a cluster that reports a hundred nodes of 16 cores. This measures the
  driver and Ray's own scheduling, which share the cores of this machine.
- Two nodes: the same match on one local node of one core and on two, alternately, five times.
"""

import argparse
import datetime
import os
import platform
import statistics
import tempfile
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from cardsharp import cluster
from cardsharp._cardsharp import lease, report_elsewhere


class Beforehand:
    """Workers whose work is finished before the clock starts."""

    def __init__(self, length):
        self.length = length
        self.seconds = 0.0

    def nodes(self):
        return 100

    def work(self, task, stage, pieces):
        starts = range(0, pieces, self.length)
        made = [lease(task, stage, first, min(self.length, pieces - first)) for first in starts]
        begun = time.perf_counter()
        yield from made
        self.seconds += time.perf_counter() - begun


def writer(games):
    """Measures how many games a second one writer stores."""
    with tempfile.TemporaryDirectory() as folder:
        for length in (10, 1000):
            workers = Beforehand(length)
            db = str(Path(folder) / f"{length}.db")
            words = ["tournament", "indigo", "random", "greedy", "--format", "round-robin", "--deals", str(games // 2)]
            report_elsewhere([*words, "--json", "--db", db], workers)
            print(f"the writer, leases of {length} games: {games / workers.seconds:,.0f} games a second")


def idle(task, stage, first, count):
    """Returns the result of an empty lease."""
    return b"", 3.0


def driver(leases):
    """Measures how many leases a second one driver hands out and takes back, with a hundred nodes of 16 cores."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    workers = cluster.Workers()
    workers.remote = ray.remote(max_retries=-1, num_cpus=0)(idle)
    workers.pace.length = lambda left, cores: 1
    resources = ray.cluster_resources
    ray.cluster_resources = lambda: {"CPU": 1600.0}
    for _ in range(2):  # the first round starts Ray's own processes
        begun = time.perf_counter()
        brought = sum(1 for _ in workers.work(b"", b"", leases))
        spent = time.perf_counter() - begun
    ray.cluster_resources = resources
    ray.shutdown()
    print(f"the driver, 1,600 cores, {brought} leases without work: {brought / spent:,.0f} leases a second,")
    print(f"  {1000 * spent / brought:.2f} ms each: {100 * spent / brought / cluster.LEASE_SECONDS:.3f} % of a lease of {cluster.LEASE_SECONDS:g} s")


def match(nodes, deals):
    """Returns the seconds of a match on this many nodes of one core."""
    node = {"num_cpus": 1, "include_dashboard": False}
    head = {**node, "gcs_server_port": 20600}
    local = Cluster(initialize_head=True, head_node_args=head)
    for _ in range(nodes - 1):
        local.add_node(**node)
    local.wait_for_nodes()
    ray.init(address=local.address, log_to_driver=False)
    words = ["match", "indigo", "champion:nodes=2000", "greedy", "--json", "--deals"]
    try:
        cluster.run(*words, str(2 * nodes), lease_seconds=0.01)  # starts the workers
        begun = time.perf_counter()
        cluster.run(*words, str(deals))
        return time.perf_counter() - begun
    finally:
        ray.shutdown()
        local.shutdown()


def two_nodes(deals):
    """Measures the speedup of a match by a second node."""
    pairs = [(match(1, deals), match(2, deals)) for _ in range(5)]
    ratios = sorted(one / two for one, two in pairs)
    one, two = (statistics.median(times) for times in zip(*pairs))
    print(f"{deals} deals: {one:.1f} s on one node of one core, {two:.1f} s on two;")
    print(f"  {statistics.median(ratios):.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f} in five pairs)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--leases", type=int, default=4_000)
    parser.add_argument("--deals", type=int, default=150)
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{datetime.date.today()}, Python {platform.python_version()}, Ray {ray.__version__}, {os.cpu_count()} cores, load {load:.1f}")
    writer(chosen.games)
    driver(chosen.leases)
    two_nodes(chosen.deals)


if __name__ == "__main__":
    main()

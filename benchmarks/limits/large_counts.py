"""A planted table with fifty million entries: seconds a sweep, and memory beside the table.

python -m benchmarks.limits.large_counts                   # about four minutes, 3 GB
python -m benchmarks.limits.large_counts --rows 100000     # a tenth of it
"""

import argparse
import resource
import threading
import time
from pathlib import Path

import numpy as np

from benchmarks.machine import MEGABYTE, save
from coterie.costs import BottleneckCost
from coterie.datasets import make_counts
from coterie.measures import adjusted_mutual_info_score
from coterie.problems import CountProblem

LONGEST_SWEEP = 120.0
MOST_MEMORY = 3.0
PAGE = resource.getpagesize()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=50_000)
    parser.add_argument("--clusters", type=int, default=20)
    parser.add_argument("--depth", type=float, default=62.0, help="mean total of a row")
    parser.add_argument("--sweeps", type=int, default=3)
    return parser.parse_args()


class Peak:
    """Most memory that the process had while it was watched, sampled."""

    def __init__(self):
        self.bytes = 0
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def _watch(self):
        while not self._over.wait(0.01):
            self.bytes = max(self.bytes, resident())

    def __enter__(self):
        self._watcher.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._watcher.join()
        self.bytes = max(self.bytes, resident())


def resident():
    """Bytes of memory that the process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def size_of(counts):
    return counts.data.nbytes + counts.indices.nbytes + counts.indptr.nbytes


def run(counts, n_clusters, n_sweeps):
    """Sweep from random clusters: labels, share moved and seconds of each sweep."""
    luck, times, moved = np.random.default_rng(0), [], []
    start = luck.permutation(np.arange(counts.shape[0]) % n_clusters)
    cost = BottleneckCost(CountProblem.from_counts(counts), n_clusters)
    sweeper = cost.sweeper(start)
    sweeper.sweep(np.arange(1), keep_all=True)  # compiled before it is timed
    for _ in range(n_sweeps):
        began = time.perf_counter()
        moves = sweeper.sweep(luck.permutation(counts.shape[0]), keep_all=True)
        times.append(time.perf_counter() - began)
        moved.append(moves / counts.shape[0])
        print(f"sweep: {times[-1]:.1f} s, {moved[-1]:.1%} moved", flush=True)
    return sweeper.labels, moved, times


def main():
    options = arguments()
    planted = make_counts(
        options.rows, options.columns, n_clusters=options.clusters, depth=options.depth,
        random_state=0,
    )  # fmt: skip
    counts = planted.data
    table = size_of(counts)
    print(
        f"{counts.shape[0]} x {counts.shape[1]}, {counts.nnz} entries of {counts.dtype}: "
        f"{table / MEGABYTE:.0f} MB of {resident() / MEGABYTE:.0f} MB held before the start"
    )
    run(counts[: 50 * options.clusters], options.clusters, 1)  # the compiler is there before
    before = resident()
    with Peak() as peak:
        labels, moved, times = run(counts, options.clusters, options.sweeps)
    added = peak.bytes - before
    share = (table + added) / table
    found = adjusted_mutual_info_score(planted.target, labels)
    print(f"slowest sweep {max(times):.1f} s (at most {LONGEST_SWEEP:.0f})")
    print(f"table and all that was added: {share:.2f} times the table (at most {MOST_MEMORY:.0f})")
    print(f"adjusted mutual information with the planted clusters: {found:.3f}")
    save(
        "large_counts",
        {
            "shape": counts.shape, "entries": counts.nnz, "table_bytes": table,
            "added_bytes": added, "times_the_table": share, "sweep_seconds": times,
            "moved": moved, "adjusted_mutual_information": float(found),
        },
    )  # fmt: skip


if __name__ == "__main__":
    main()

"""The sequential Information Bottleneck beside sib-clustering: speed, and what was found.

    python -m benchmarks.comparisons.sequential_ib              # about five minutes
    python -m benchmarks.comparisons.sequential_ib --clusters 20

Both run in one process, on one thread, on the same counts, turn by turn: a sweep of one, then a
sweep of the other. Times are processor time of the thread, so that other programs disturb little.
"""

import argparse
import time
import warnings
from contextlib import contextmanager

import numpy as np
import scipy.sparse as sp
from sib import SIB

from benchmarks.machine import describe_machine, newsgroups, save
from coterie import CoterieWarning, SequentialIB
from coterie.costs import BottleneckCost
from coterie.measures import mutual_information
from coterie.problems import CountProblem

SETTLED = 0.02
"""Both stop at a sweep that moves at most this share of the rows."""

MAX_ITER = 15
OPERATIONS = 17
"""Of the screening, for each entry and cluster: 5 fused, counted twice, and 7 others."""

BYTES_PER_CLUSTER, BYTES_PER_ENTRY = 8, 8
GOALS = {("counts", 200): 50.0}
GOAL = 10.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clusters", type=int, nargs="+", default=[20, 200])
    parser.add_argument("--priors", nargs="+", default=["counts", "uniform"])
    parser.add_argument("--sweeps", type=int, default=8, help="sweeps compared turn by turn")
    parser.add_argument("--restarts", type=int, nargs="+", default=[1, 10])
    parser.add_argument(
        "--repeats", type=int, default=3, help="of sweeps and fits (with other seeds) at K <= 20"
    )
    return parser.parse_args()


@contextmanager
def turn_by_turn(sweeper, peer_times, our_times):
    """After every sweep of the peer, make one of ours."""
    original, luck = SIB.optimize, np.random.default_rng(0)

    def both(self, *given):
        began = time.thread_time()
        original(self, *given)
        peer_times.append(time.thread_time() - began)
        order = luck.permutation(sweeper.labels.size)
        began = time.thread_time()
        sweeper.sweep(order, keep_all=True)
        our_times.append(time.thread_time() - began)

    SIB.optimize = both
    try:
        yield
    finally:
        SIB.optimize = original


def peer(prior, n_clusters, n_init, seed=0, *, max_iter=MAX_ITER, tol=SETTLED):
    return SIB(
        n_clusters=n_clusters, n_init=n_init, n_jobs=1, max_iter=max_iter, tol=tol,
        random_state=seed, uniform_prior=prior == "uniform",
    )  # fmt: skip


def ours(prior, n_clusters, n_init, seed=0):
    return SequentialIB(
        n_clusters, prior=prior, n_init=n_init, max_iter=MAX_ITER, tol_moves=SETTLED, n_jobs=1,
        random_state=seed,
    )  # fmt: skip


def compare_sweeps(counts, prior, n_clusters, options):
    """Least times over the repeats of each sweep in turn, from random starts."""
    cost = BottleneckCost(CountProblem.from_counts(counts, prior=prior), n_clusters)
    start = np.random.default_rng(1).permutation(np.arange(counts.shape[0]) % n_clusters)
    cost.sweeper(start).sweep(np.arange(1), keep_all=True)  # compiled before it is timed
    least = []
    for _ in range(options.repeats if n_clusters <= 20 else 1):
        times = [], []
        with turn_by_turn(cost.sweeper(start), *times):
            peer(prior, n_clusters, 1, max_iter=options.sweeps, tol=0.0).fit(counts)
        least.append(times)
    return [np.min([run[who] for run in least], axis=0) for who in (0, 1)]


def compare_fits(counts, prior, n_clusters, n_init, options):
    """Mean times of whole fits, and the information that the best restart kept, in bits.

    One seed may be lucky for one of the two, so both are means over several.
    """
    times, bits = ([], []), ([], [])
    for seed in range(options.repeats if n_clusters <= 20 else 1):
        for who, make in enumerate((peer, ours)):
            began = time.process_time()
            model = make(prior, n_clusters, n_init, seed).fit(counts)
            times[who].append(time.process_time() - began)
            bits[who].append(kept_bits(counts, prior, model.labels_, n_clusters))
    return np.mean(times, axis=1), np.mean(bits, axis=1)


def kept_bits(counts, prior, labels, n_clusters):
    problem = CountProblem.from_counts(counts, prior=prior)
    return mutual_information(
        problem.cluster_joint(np.asarray(labels, np.int64), n_clusters)
    ) / np.log(2.0)


def line(prior, n_clusters, what, times, bits=None):
    """One line of the table."""
    theirs, own = (float(value) for value in times)
    goal = GOALS.get((prior, n_clusters), GOAL)
    record = {
        "prior": prior, "n_clusters": n_clusters, "what": what, "peer_seconds": theirs,
        "coterie_seconds": own, "ratio": theirs / own, "goal": goal,
        "peer_bits": None if bits is None else float(bits[0]),
        "coterie_bits": None if bits is None else float(bits[1]),
    }  # fmt: skip
    verdict = "" if record["ratio"] >= goal else f"  below the goal of {goal:.0f}"
    kept = f"{bits[0]:8.4f} {bits[1]:8.4f}" if bits is not None else " " * 17
    print(
        f"{prior:8} {n_clusters:4d}  {what:22} {theirs:9.4f} {own:9.4f} {theirs / own:7.1f}x  "
        f"{kept}{verdict}", flush=True,
    )  # fmt: skip
    return record


def against_limits(machine, counts, n_clusters, sweep_seconds):
    """Share of what the machine can do that a settled sweep reaches."""
    operations = OPERATIONS * counts.nnz * n_clusters / sweep_seconds
    moved = counts.nnz * (BYTES_PER_ENTRY + BYTES_PER_CLUSTER * n_clusters) / sweep_seconds
    print(
        f"{'':14} {operations / 1e9:.1f} of {machine['single_operations_per_second'] / 1e9:.0f} "
        f"Gflop/s; reads {moved / 1e9:.1f} GB/s, mostly from cache; "
        f"a copy in memory moves {machine['copy_bytes_per_second'] / 1e9:.1f} GB/s"
    )
    return {"operations_per_second": operations, "bytes_per_second": moved}


def main():
    options = arguments()
    warnings.simplefilter("ignore", CoterieWarning)
    counts = sp.csr_matrix(newsgroups().astype(np.int64))  # the peer knows no sparse arrays
    machine, records = describe_machine(), []
    print(f"{counts.shape[0]} x {counts.shape[1]} counts, {counts.nnz} not zero")
    print(f"{'prior':8} {'K':>4}  {'':22} {'peer s':>9} {'ours s':>9} {'':8}  peer and our bits")
    for n_clusters in options.clusters:
        for prior in options.priors:
            theirs, own = compare_sweeps(counts, prior, n_clusters, options)
            records += [
                line(prior, n_clusters, "first sweep", (theirs[0], own[0])),
                line(
                    prior,
                    n_clusters,
                    "later sweep, median",
                    (np.median(theirs[1:]), np.median(own[1:])),
                ),
                line(prior, n_clusters, "later sweep, least", (theirs[1:].min(), own[1:].min())),
            ]
            records[-1] |= against_limits(machine, counts, n_clusters, float(own[1:].min()))
            for n_init in options.restarts if n_clusters <= 20 else options.restarts[:1]:
                what = f"fit, {n_init} restart{'s' * (n_init > 1)}"
                records.append(
                    line(
                        prior,
                        n_clusters,
                        what,
                        *compare_fits(counts, prior, n_clusters, n_init, options),
                    )
                )
    save("sequential_ib", {"machine": machine, "records": records})


if __name__ == "__main__":
    main()

"""Soft assignment beside its matrix products alone, on the processor.

    python -m benchmarks.limits.soft_ib               # about five minutes, 3 GB
    OMP_NUM_THREADS=1 python -m benchmarks.limits.soft_ib --rows 5000

An iteration is two products with the table and little else; the limit is the time of both, each in
the faster of two orders, on the same threads. Annealing makes products of many widths, for
iterations, for the search for splits and for the choice of a start: each is timed alone. Times are
processor time, so that other programs disturb little; threads that wait for one another for want of
a core count too, though, so on a busy machine take one.
"""

import argparse
import time
from collections import Counter
from functools import partial

import numpy as np
import scipy.sparse as sp

from benchmarks.machine import newsgroups, save
from coterie.costs import SoftBottleneckCost
from coterie.datasets import make_counts
from coterie.engines import Annealing, Iterative, Spectral, dirichlet_start
from coterie.measures import adjusted_mutual_info_score, critical_beta
from coterie.problems import CountProblem

GOAL = 0.6
BETA = 20.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--columns", type=int, default=5_000)
    parser.add_argument("--clusters", type=int, default=50)
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--annealed", type=int, nargs=3, default=[4000, 2000, 8])
    return parser.parse_args()


def least(work, repeats=5):
    """Processor time of a call once it is warm, the least of several."""
    times = []
    for _ in range(repeats + 1):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times[1:])


class Counted:
    """A table that counts the products with it, by side and width."""

    __array_ufunc__ = None

    def __init__(self, table, tally, side="columns"):
        self.table, self.tally, self.side = table, tally, side

    @property
    def T(self):  # noqa: N802
        return Counted(self.table.T, self.tally, "rows")

    def __rmatmul__(self, left):
        self.tally[self.side, left.shape[0]] += 1
        return left @ self.table

    def __matmul__(self, right):
        self.tally["rows", right.shape[1]] += 1
        return self.table @ right


def product(table, side, width):
    """Processor time of one product of that width, in the faster of two orders."""
    n_rows, n_columns = table.shape
    given = np.random.default_rng(0).random((width, n_rows if side == "columns" else n_columns))
    tall = np.ascontiguousarray(given.T)
    if side == "columns":
        return min(least(lambda: given @ table), least(lambda: table.T @ tall))
    return min(least(lambda: given @ table.T), least(lambda: table @ tall))


def iterate(problem, n_clusters, n_iterations):
    """Processor time of an iteration from a random start."""
    cost = SoftBottleneckCost(problem, n_clusters, BETA)
    start = dirichlet_start(problem.n_rows, n_clusters, np.random.default_rng(0))
    luck = np.random.default_rng(0)
    Iterative(max_iter=1, tol=0.0, leaps=False).solve(cost, start, rng=luck)
    times = {}
    for count in (1, 1 + n_iterations):  # the difference leaves out what is done once
        began = time.process_time()
        engine = Iterative(max_iter=count, tol=0.0, leaps=False)
        solution = engine.solve(cost, start, rng=luck)
        times[solution.n_iter] = time.process_time() - began
    return (max(times.values()) - min(times.values())) / (max(times) - min(times))


def line(what, seconds, limit):
    """One line of the table."""
    share = limit / seconds
    verdict = "" if share >= GOAL else f"  below the goal of {GOAL}"
    print(f"{what:42} {seconds:9.4f} s, products alone {limit:9.4f} s: {share:.2f}{verdict}",
          flush=True)  # fmt: skip
    return {"what": what, "seconds": seconds, "products": limit, "share": share}


def table_of(n_rows, n_columns, n_clusters):
    """Planted counts, most entries filled."""
    planted = make_counts(
        n_rows, n_columns, n_clusters=n_clusters, depth=2.0 * n_columns, random_state=0
    )
    return planted.data, planted.target


def against_products(what, counts, options):
    problem = CountProblem.from_counts(counts)
    both = sum(product(problem.table, side, options.clusters) for side in ("rows", "columns"))
    filled = counts.nnz / (counts.shape[0] * counts.shape[1])
    form = "sparse" if sp.issparse(problem.table) else "dense"
    print(f"{what}: {counts.shape[0]} x {counts.shape[1]}, {filled:.0%} filled, {form}")
    seconds = iterate(problem, options.clusters, options.iterations)
    return line(f"an iteration, {options.clusters} clusters", seconds, both)


def annealed(n_rows, n_columns, n_clusters):
    """All of an annealing, from one cluster to the number planted."""
    counts, target = table_of(n_rows, n_columns, n_clusters)
    problem, tally = CountProblem.from_counts(counts), Counter()
    table = problem.table
    vars(problem)["table"] = Counted(table, tally)
    annealing = Annealing(
        Spectral(), Iterative(tol=1e-9), n_clusters, start=critical_beta(counts), stop=BETA
    )
    began = time.process_time()
    grown = annealing.grow(
        partial(SoftBottleneckCost, problem, n_clusters), rng=np.random.default_rng(0)
    )
    seconds = time.process_time() - began
    limit = sum(count * product(table, *kind) for kind, count in tally.items())
    found = adjusted_mutual_info_score(target, grown.labels)
    print(f"planted: {n_rows} x {n_columns}, dense, {grown.n_iter} iterations, "
          f"{sum(tally.values())} products")  # fmt: skip
    record = line(f"annealing to {grown.memberships.shape[1]} clusters", seconds, limit)
    print(f"adjusted mutual information with the planted clusters: {found:.3f}")
    return record | {"iterations": grown.n_iter, "adjusted_mutual_information": float(found)}


def main():
    options = arguments()
    counts, _ = table_of(options.rows, options.columns, options.clusters)
    found = [against_products("planted", counts, options)]
    del counts
    found.append(against_products("20 Newsgroups", newsgroups(), options))
    found.append(annealed(*options.annealed))
    save("soft_ib", found)


if __name__ == "__main__":
    main()

"""The compiled sweep of a table cost, at the ends of the range of numbers."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp

from coterie.costs import BottleneckCost
from coterie.engines import LoopSweeper, Sequential
from coterie.problems import CountProblem

COUNTS = np.array([[4.0, 0], [3, 1], [0, 4], [1, 3]])


@pytest.mark.parametrize("factor", [1e-149, 1e-44, 1e-38, 1e-20, 1.0, 1e20, 1e38, 1e149])
def test_the_unit_of_the_counts_does_not_matter(factor):
    """Single precision ends at 1e38; the answer holds as far as row totals may go [IB P-49]."""
    problem = CountProblem.from_counts(COUNTS * factor)
    cost = BottleneckCost(problem, 2)
    solution = Sequential().solve(cost, np.array([0, 1, 0, 1]), rng=np.random.default_rng(0))
    assert solution.labels[0] == solution.labels[1] != solution.labels[2] == solution.labels[3]
    assert solution.cost == pytest.approx(-0.316, abs=1e-3)


@pytest.mark.parametrize("decades", [5, 12, 25])
def test_compiled_and_plain_sweep_agree_over_many_decades(decades):
    """Every sweep compared from the same labels; costs of different labels must be equal to TIE."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        weights = 10.0 ** rng.uniform(-decades, 0.0, (9, 7)) * (rng.random((9, 7)) < 0.7)
        weights[np.arange(9), rng.integers(7, size=9)] += 1.0
        cost = BottleneckCost(CountProblem.from_counts(weights), 3)
        labels, order = rng.permutation(np.arange(9) % 3), rng.permutation(9)
        fast, plain = cost.sweeper(labels), LoopSweeper(cost, labels)
        fast.sweep(order, keep_all=True)
        plain.sweep(order, keep_all=True)
        if not np.array_equal(fast.labels, plain.labels):
            # a tie but for rounding sent them different ways; both ways must be as good
            assert cost.total(fast.labels) == pytest.approx(cost.total(plain.labels), abs=1e-10)


def test_total_needs_memory_for_the_data_not_for_clusters_times_columns():
    rng = np.random.default_rng(0)
    counts = sp.random_array((2000, 200_000), density=1e-4, rng=rng, format="csr")
    counts.data[:] = 1.0
    counts = counts[np.diff(counts.indptr) > 0]
    problem = CountProblem.from_counts(counts)
    cost = BottleneckCost(problem, 500)
    labels = np.arange(problem.n_rows) % 500
    tracemalloc.start()
    cost.total(labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * counts.data.nbytes  # clusters times columns would be 2,500 times

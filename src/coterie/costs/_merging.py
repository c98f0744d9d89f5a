"""Compiled merging of clusters whose cost is a `TableCost`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie import kernels
from coterie.costs._protocols import TIE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from coterie._core.types import IntArray
    from coterie.costs._tables import TableCost
    from coterie.problems import CountProblem

FULL = 0.25
"""Share of filled cells from which zeros are compared with the rest, in the order of memory."""

BREATH = 2e8
"""Cells compared between two looks at the stop switch: about a quarter of a second."""

WORTH = 2e6
"""Cells to compare that repay the handing out to several threads."""


class TableMerger:
    """Merge the clusters of a `TableCost`, two after two, those that cost least [IB §2.4].

    All costs of pairs are kept, in double precision: eight bytes for each pair of clusters.

    Parameters
    ----------
    cost : TableCost
        What is minimised.
    labels : ndarray of shape (n_objects,)
        Clusters to begin with, 0 to the largest, none empty.
    n_jobs : int
        Threads that compare at the same time.
    """

    def __init__(self, cost: TableCost, labels: IntArray, n_jobs: int = 1) -> None:
        self._clusters = clusters_of(cost.problem, labels)
        self._weights = kernels.MergeWeights(
            np.asarray(cost.feature_weight, np.float64), float(cost.mass_weight)
        )
        kernels.note_all(self._clusters, self._weights)
        self._n = int(self._clusters.total.size)
        self._pairs = kernels.allocate_pairs(self._n)
        self._drawn = kernels.allocate_drawn(cost.problem.n_columns)
        self._unit = cost.problem.total
        self._tolerance = TIE * max(1.0, abs(cost.total(labels))) * self._unit
        self._threads = ThreadPoolExecutor(n_jobs) if n_jobs > 1 else None
        self._n_jobs = n_jobs
        self._n_columns = cost.problem.n_columns

    def prepare(self) -> Iterator[float]:
        """Compare all pairs; yield the share that is done, now and then."""
        cells = float(self._clusters.size.mean()) * (self._n - np.arange(self._n))
        ends = np.searchsorted(
            np.cumsum(cells), np.arange(0.0, cells.sum(), BREATH) + BREATH, side="right"
        )
        first = 0
        for last in np.maximum.accumulate(np.minimum(ends + 1, self._n)):
            if last > first:
                shares = np.cumsum(cells[first:last]) / cells[first:last].sum()
                self._spread(self._compare, first + cuts(shares, self._n_jobs))
                first = int(last)
                yield float(cells[:first].sum() / cells.sum())

    def merge(self) -> tuple[int, int, float]:
        """Merge the pair that costs least; return who stays, who goes, and the cost.

        Of pairs that cost the same the first is merged, by the smaller index, then by the larger;
        the smaller one stays.
        """
        clusters, pairs = self._clusters, self._pairs
        a, b = kernels.find_least(pairs, self._tolerance)
        cost = float(pairs.cost[kernels.row_of(a, self._n) + b]) / self._unit
        if not kernels.has_room(clusters, a, b):
            kernels.tidy_lists(clusters)
        kernels.merge_pair(clusters, self._weights, self._drawn, pairs, a, b)

        def compare(first: int, last: int) -> None:
            kernels.compare_merged(clusters, self._weights, self._drawn, pairs, a, b, first, last)

        living = clusters.size * clusters.alive
        parts = self._n_jobs if living.sum() > WORTH else 1
        shares = np.cumsum(living) / living.sum()
        self._spread(compare, cuts(shares, parts))
        kernels.end_merge(clusters, self._drawn, pairs, a)
        return a, b, cost

    def _compare(self, first: int, last: int) -> None:
        drawn = kernels.allocate_drawn(self._n_columns)
        kernels.compare_all(self._clusters, self._weights, drawn, self._pairs, first, last)

    def _spread(self, work: Callable[[int, int], None], bounds: IntArray) -> None:
        """Do the work between the bounds, in threads where there are several parts."""
        parts = list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
        if self._threads is None or len(parts) == 1:
            for part in parts:
                work(*part)
        else:
            list(self._threads.map(lambda part: work(*part), parts))


def cuts(shares: np.ndarray, parts: int) -> IntArray:
    """Cut a range where the growing shares of work are equal.

    Examples
    --------
    >>> cuts(np.array([0.1, 0.2, 0.6, 1.0]), 2)
    array([0, 2, 4])
    """
    inner = np.searchsorted(shares, np.arange(1, parts) / parts)
    return np.array([0, *inner, shares.size], dtype=np.int64)


def clusters_of(problem: CountProblem, labels: IntArray) -> kernels.Clusters:
    """Masses of clusters in the unit of the counts, as the kernels take them."""
    counts, n_clusters = problem.counts, int(labels.max()) + 1
    if counts.nnz > FULL * problem.n_rows * problem.n_columns:
        table = np.zeros((n_clusters, problem.n_columns))
        kernels.add_rows(counts.indptr, counts.indices, counts.data, problem.scale, labels, table)
        return kernels.full_clusters(table)
    members = sp.csr_array(
        (problem.scale, (labels, np.arange(labels.size))), shape=(n_clusters, labels.size)
    )
    lists = sp.csr_array(members @ counts)
    lists.sort_indices()
    return kernels.listed_clusters(lists)

"""Where to stop merging."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import chdtrc

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.engines import MergeTree
    from coterie.problems import CountProblem

LITTLE = 1e-3
"""Share of all information whose loss is no sign of anything."""


def elbow(losses: FloatArray) -> int:
    """Return after how many merges the next one loses most, as a multiple of the dearest before.

    Losses below a thousandth of the sum count as a thousandth, so that merges of rows that are
    alike, which lose next to nothing, do not make their successors look dear.

    Examples
    --------
    >>> elbow(np.array([0.01, 0.01, 0.02, 0.46, 0.50]))
    3
    """
    if losses.size == 1:
        return 0
    dearest = np.maximum(np.maximum.accumulate(losses[:-1]), LITTLE * losses.sum())
    return 1 + int(np.argmax(losses[1:] / dearest))


def cheapest(rises: FloatArray, tolerance: float) -> int:
    """Return after how many merges the cost is least; of equals, after the most.

    Examples
    --------
    >>> cheapest(np.array([-0.3, 0.1, -0.2, 0.5]), 1e-12)
    3
    """
    risen = np.append(0.0, np.cumsum(rises))
    return int(np.flatnonzero(risen <= risen.min() + tolerance)[-1])


def fit_tests(problem: CountProblem, tree: MergeTree, losses: FloatArray) -> FloatArray:
    """Return for the clusters after each merge how well their leaves fit them [IB §4.1].

    2 N times all information lost is the likelihood-ratio statistic for the leaves of each cluster
    being samples of one source [IB P-10]. A cluster of n leaves that has c columns gives it
    (n - 1) (c - 1) degrees of freedom.
    """
    counts, held = problem.counts, np.ones(tree.n_leaves, dtype=np.int64)
    columns = [np.empty(0, dtype=counts.indices.dtype)] * tree.n_leaves
    for row, leaf in enumerate(tree.leaves):
        own = counts.indices[counts.indptr[row] : counts.indptr[row + 1]]
        columns[leaf] = np.union1d(columns[leaf], own)
    freedom = np.zeros(tree.n_leaves, dtype=np.int64)
    gained = np.empty(tree.n_iter, dtype=np.int64)
    for step, (kept, gone) in enumerate(tree.merges):
        before = freedom[kept] + freedom[gone]
        columns[kept], columns[gone] = np.union1d(columns[kept], columns[gone]), columns[gone][:0]
        held[kept] += held[gone]
        freedom[kept] = (held[kept] - 1) * (columns[kept].size - 1)
        gained[step] = freedom[kept] - before
    statistic, degrees = 2.0 * problem.total * np.cumsum(losses), np.cumsum(gained)
    chances = np.ones(tree.n_iter)
    chances[degrees > 0] = chdtrc(degrees[degrees > 0], statistic[degrees > 0])
    return chances

"""Where to stop merging."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import chdtrc

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.engines import MergeTree
    from coterie.problems import CountProblem

LITTLE = 0.01
"""Share of all information whose loss is no sign of anything."""


def elbow(information: FloatArray) -> int:
    """Return after how many merges the next one loses most, as a multiple of all lost before.

    Losses below a hundredth of all information count as a hundredth, so that merges of rows that
    are alike, which lose next to nothing, do not make their successors look large.

    Examples
    --------
    >>> elbow(np.array([1.0, 0.99, 0.98, 0.96, 0.50, 0.0]))
    3
    """
    losses = information[0] - information
    share = np.diff(losses) / np.maximum(losses[:-1], LITTLE * information[0])
    return int(np.argmax(share))


def merge_tests(problem: CountProblem, tree: MergeTree, losses: FloatArray) -> FloatArray:
    """Return for each merge the chance of its loss, were the two one source [IB §4.1].

    2 N times the loss is the likelihood-ratio statistic of the two rows that become one
    [IB P-10].
    """
    counts = problem.counts
    seen = [np.empty(0, dtype=counts.indices.dtype)] * tree.n_leaves
    for row, leaf in enumerate(tree.leaves):
        seen[leaf] = np.union1d(
            seen[leaf], counts.indices[counts.indptr[row] : counts.indptr[row + 1]]
        )
    freedom = np.empty(tree.n_iter)
    for step, (kept, gone) in enumerate(tree.merges):
        seen[kept] = np.union1d(seen[kept], seen[gone])
        seen[gone] = seen[gone][:0]
        freedom[step] = seen[kept].size - 1
    statistic = 2.0 * problem.total * losses
    chances = np.ones(tree.n_iter)
    tested = freedom > 0
    chances[tested] = chdtrc(freedom[tested], statistic[tested])
    return chances

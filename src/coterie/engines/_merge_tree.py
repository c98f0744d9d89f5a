"""The record of who was merged with whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie.engines._solution import Status

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class MergeTree:
    """Clusters, merged two by two.

    Parameters
    ----------
    leaves : ndarray of shape (n_objects,)
        Cluster of every object at the beginning, 0 to n_leaves - 1.
    merges : ndarray of shape (n_merges, 2)
        Which clusters became one, by their numbers at the beginning: the first, the smaller one,
        stands for both from then on.
    rises : ndarray of shape (n_merges,)
        By how much each merge raised the cost.
    cost : float
        Exact cost of the last labelling, evaluated afresh.
    status : Status
        How the run ended.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.engines import MergeTree, Status
    >>> pairs, rises = np.array([[0, 1], [2, 3], [0, 2]]), np.array([0.0, 0.1, 0.5])
    >>> tree = MergeTree(np.arange(4), pairs, rises, 0.0, Status.CONVERGED)
    >>> tree.labels_at(2), tree.children.tolist()
    (array([0, 0, 1, 1]), [[0, 1], [2, 3], [4, 5]])
    """

    leaves: IntArray
    merges: IntArray
    rises: FloatArray
    cost: float
    status: Status

    @property
    def n_leaves(self) -> int:
        """Number of clusters at the beginning."""
        return int(self.leaves.max()) + 1

    @property
    def children(self) -> IntArray:
        """The two nodes that each merge joins: leaves, then n_leaves + m for merge number m."""
        node = np.arange(self.n_leaves)
        joined = np.empty_like(self.merges)
        for step, (kept, gone) in enumerate(self.merges):
            joined[step] = sorted((node[kept], node[gone]))
            node[kept] = self.n_leaves + step
        return joined

    @property
    def labels(self) -> IntArray:
        """Cluster of every object at the end."""
        return self.labels_at(self.n_leaves - self.n_iter)

    def labels_at(self, n_clusters: int) -> IntArray:
        """Return the labels when so many clusters were left, in the order of the leaves."""
        fewest = self.n_leaves - self.n_iter
        if not fewest <= n_clusters <= self.n_leaves:
            message = (
                f"n_clusters={n_clusters}: the merges lead from {self.n_leaves} clusters to "
                f"{fewest}. Ask for a number from {fewest} to {self.n_leaves}."
            )
            raise InputError(message)
        return cut(self.children, self.n_leaves, n_clusters)[self.leaves]

    @property
    def state(self) -> IntArray:
        """What another run can start from."""
        return self.labels

    @property
    def history(self) -> FloatArray:
        """What was noted merge by merge."""
        return self.rises

    @property
    def n_iter(self) -> int:
        """Merges made."""
        return int(self.rises.size)

    @property
    def converged(self) -> bool:
        """Whether it came to the number of clusters that was asked for."""
        return self.status is Status.CONVERGED


def cut(children: IntArray, n_leaves: int, n_clusters: int) -> IntArray:
    """Return the cluster of each leaf when so many were left, in the order of the leaves.

    Examples
    --------
    >>> cut(np.array([[0, 2], [1, 3]]), 4, 3)
    array([0, 1, 0, 2])
    """
    made = n_leaves - n_clusters
    root = np.arange(n_leaves + made)
    root[children[:made]] = (n_leaves + np.arange(made))[:, None]
    while (root[root] != root).any():
        root = root[root]
    first, cluster = np.unique(root[:n_leaves], return_index=True, return_inverse=True)[1:]
    return np.asarray(np.argsort(np.argsort(first))[cluster.reshape(-1)])

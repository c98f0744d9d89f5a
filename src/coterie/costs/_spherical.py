"""K-means of rows that have length one."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coterie.costs._cosine import unit_rows
from coterie.costs._protocols import TIE

if TYPE_CHECKING:
    import scipy.sparse as sp

    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem


class SphericalCost:
    """Mean of 1 - cos(x, t) over the rows, 1 - sum_t |s_t| / n with s_t the sum of unit vectors.

    Parameters
    ----------
    problem : CountProblem
        The rows to be labelled; their masses play no part.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    What K-means minimises when rows and centres have length one [IB §2.6].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.problems import CountProblem
    >>> cost = SphericalCost(CountProblem.from_counts([[4, 0], [9, 0], [0, 2], [3, 3]]), 2)
    >>> cost.reassign(np.array([0, 1, 1, 1]))
    array([0, 0, 1, 1])
    >>> round(cost.total(np.array([0, 0, 1, 1])), 4)
    0.0381
    """

    def __init__(self, problem: CountProblem, n_clusters: int) -> None:
        self.problem = problem
        self.n_clusters = n_clusters

    @property
    def n_objects(self) -> int:
        """Number of rows."""
        return self.problem.n_rows

    @cached_property
    def vectors(self) -> sp.csr_array:
        """The rows, scaled to length one."""
        return unit_rows(self.problem)

    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling."""
        return float(1.0 - np.linalg.norm(self._sums(labels), axis=1).sum() / self.n_objects)

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for row i, up to a constant of the row."""
        row = self.vectors[[i]].toarray()[0]
        sums = self._sums(labels)
        sums[labels[i]] -= row
        gains = np.linalg.norm(sums + row, axis=1) - np.linalg.norm(sums, axis=1)
        return np.asarray(-gains / self.n_objects)

    def reassign(self, labels: IntArray) -> IntArray:
        """Return the nearest centre of each row; an emptied cluster takes the row that fits worst.

        The centres are those of the labels; the present one wins among equals.
        """
        sums = self._sums(labels)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0.0)
        near = np.asarray(self.vectors @ centres.T)
        best = near.argmax(axis=1)
        rows = np.arange(labels.size)
        chosen = np.where(near[rows, labels] >= near[rows, best] - TIE, labels, best)
        for cluster in np.setdiff1d(labels, chosen):
            crowded = np.bincount(chosen, minlength=self.n_clusters)[chosen] > 1
            chosen[np.where(crowded, near[rows, chosen], np.inf).argmin()] = cluster
        return chosen

    def _sums(self, labels: IntArray) -> FloatArray:
        members = np.zeros((self.n_clusters, labels.size))
        members[labels, np.arange(labels.size)] = 1.0
        return np.asarray(members @ self.vectors)

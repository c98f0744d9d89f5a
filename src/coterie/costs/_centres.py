"""Costs that compare a row with the centre of each cluster, the row itself drawn out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from coterie import kernels
from coterie.costs._protocols import TIE

if TYPE_CHECKING:
    import scipy.sparse as sp

    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem


class CentreCost(ABC):
    """A distance of rows to cluster centres that move with every row.

    There is no total: a row goes to the nearest centre, although its going moves the centre away
    from others. An empty cluster has no centre and draws nothing. The class that derives names the
    compiled `metric` and has the same in plain Python, as `compare`.

    Parameters
    ----------
    problem : CountProblem
        The rows to be labelled.
    n_clusters : int
        Number of labels on offer.

    Examples
    --------
    >>> from coterie.costs import COSTS
    >>> sorted(name for name, cost in COSTS.items() if issubclass(cost, CentreCost))
    ['cosine', 'kl', 'l1']
    """

    metric: ClassVar[str]
    first_if_lost: bool = False
    """Whether a row that is infinitely far from every centre goes to cluster 0."""

    def __init__(self, problem: CountProblem, n_clusters: int) -> None:
        self.problem = problem
        self.n_clusters = n_clusters

    @property
    def n_objects(self) -> int:
        """Number of rows."""
        return self.problem.n_rows

    @property
    def work(self) -> IntArray:
        """Operations that a visit to each row takes."""
        return np.diff(self.problem.counts.indptr).astype(np.int64) * self.n_clusters

    @cached_property
    def vectors(self) -> sp.csr_array:
        """What is added up to make the centres: p(x, y)."""
        return self.problem.joint

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for row i, the others held."""
        others = np.flatnonzero(np.arange(labels.size) != i)
        members = np.zeros((self.n_clusters, labels.size))
        members[labels[others], others] = 1.0
        empty = ~members.any(axis=1)
        costs = np.full(self.n_clusters, np.inf)
        row = self.vectors[[i]].toarray()[0]
        costs[~empty] = self.compare(row, np.asarray(members @ self.vectors)[~empty])
        if self.first_if_lost and np.isinf(costs).all():
            costs[0] = 0.0
        return costs

    @abstractmethod
    def compare(self, row: FloatArray, sums: FloatArray) -> FloatArray:
        """Return the cost of a row for clusters with these sums over their members."""

    def sweeper(self, labels: IntArray) -> CentreSweeper:
        """Return the compiled state that starts from the labels."""
        return CentreSweeper(self, labels)

    @cached_property
    def points(self) -> kernels.Points:
        """The rows as the kernels take them."""
        vectors = self.vectors
        mass = np.asarray(vectors.sum(axis=1)).ravel()
        shares = vectors.data / np.repeat(mass, np.diff(vectors.indptr))
        return kernels.Points(
            start=vectors.indptr.astype(np.int64),
            feature=vectors.indices.astype(np.int32),
            value=vectors.data,
            mass=mass,
            constant=np.add.reduceat(shares * np.log(shares), vectors.indptr[:-1]),
        )


class CentreSweeper:
    """Compiled sequential optimisation of a `CentreCost` [IB §2.6]."""

    def __init__(self, cost: CentreCost, labels: IntArray) -> None:
        self.labels = np.array(labels, dtype=np.int64)
        self._points = cost.points
        self._metric = getattr(kernels, cost.metric)
        self._first = cost.first_if_lost
        self._centres = kernels.allocate_centres(
            cost.problem.n_columns, cost.n_clusters, self._metric
        )
        self._moves = self.labels.size

    def sweep(self, order: IntArray, *, keep_all: bool) -> int:
        """Draw and place the rows in this order; return how many changed sides."""
        if self._moves >= self.labels.size:  # adding and subtracting real weights drifts
            kernels.fill_centres(self._centres, self._points, self.labels, self._metric)
            self._moves = 0
        moves = int(
            kernels.sweep_centres(
                self._points, self._centres, self.labels, order, keep_all,
                self._first, self._metric, TIE,
            )
        )  # fmt: skip
        self._moves += moves
        return moves

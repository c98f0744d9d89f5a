"""Histograms around the mean histogram of each cluster, all clusters alike."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coterie.costs._bottleneck import BottleneckCost
from coterie.costs._divergence import Centroids, DivergenceCost
from coterie.costs._prototypes import checked_temperature

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem


class HistogramCost(DivergenceCost):
    """Mean divergence of rows from the centroid of their cluster, without masses of the clusters.

    Parameters
    ----------
    problem : CountProblem
        The rows to be assigned.
    n_clusters : int
        Number of clusters on offer.
    temperature : float
        Of soft assignments, in nats per count; labels do not depend on it.

    Notes
    -----
    Histogram clustering [SLC §3.H]. The iteration is that of the bottleneck at beta = 1 / T without
    the factor p(t); with it, the cost is `SoftBottleneckCost`. Both fall apart at the same
    temperatures, into clusters that differ.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import HistogramCost, critical_temperature
    >>> from coterie.problems import CountProblem
    >>> cost = HistogramCost(CountProblem.from_counts([[9, 1], [1, 9]]), 2, temperature=0.4)
    >>> critical_temperature(cost).round(6)  # (2 * 0.9 - 1) ** 2
    array([0.64])
    """

    def __init__(self, problem: CountProblem, n_clusters: int, temperature: float) -> None:
        self.temperature = checked_temperature(temperature)
        exponent = np.full(problem.n_rows, 1.0 / self.temperature)
        super().__init__(problem, n_clusters, problem.mass, exponent)

    def refit(self, memberships: FloatArray) -> Centroids:
        """Return p(y | t), and the same factor for all clusters."""
        prior, conditional = super().refit(memberships)
        return Centroids(np.where(prior > 0.0, 1.0, 0.0), conditional)

    def total(self, labels: IntArray) -> float:
        """Return I(X;Y) - I(T;Y): the mean divergence, in nats per count."""
        return self._hard.total(labels) + self.problem.information

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for row i, the centroids re-estimated."""
        return self._hard.local(labels, i)

    def merge_costs(self, labels: IntArray) -> FloatArray:
        """Return what it costs to merge each pair of clusters; infinite on the diagonal."""
        return self._hard.merge_costs(labels)

    def reassign(self, labels: IntArray) -> IntArray:
        """Return the label of least divergence; an emptied cluster takes the row that fits worst.

        The centroids are those of the labels; the present one wins among equals.
        """
        field = self.field(self.refit(np.eye(self.n_clusters)[labels]))
        rows = np.arange(labels.size)
        best = field.argmax(axis=1)
        size = np.maximum(1.0, np.abs(field[rows, best]))
        chosen = np.where(field[rows, labels] >= field[rows, best] - 1e-12 * size, labels, best)
        for cluster in np.setdiff1d(labels, chosen):
            crowded = np.bincount(chosen, minlength=self.n_clusters)[chosen] > 1
            loss = self.weight * (self._negentropy - field[rows, chosen])
            chosen[np.where(crowded, loss, -np.inf).argmax()] = cluster
        return chosen

    @cached_property
    def _hard(self) -> BottleneckCost:
        """Minus I(T;Y), which labels lose as much of."""
        return BottleneckCost(self.problem, self.n_clusters)

"""Rows of counts as draws from one distribution for each cluster, all clusters alike."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coterie._core.tables import sum_over
from coterie.costs._divergence import Centroids, DivergenceCost
from coterie.costs._prototypes import checked_temperature
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem


class MultinomialCost(DivergenceCost):
    """Less the log-likelihood of rows whose counts are drawn from the distribution of a cluster.

    At temperature 1 the memberships are those of the mixture with clusters of equal weight.

    Parameters
    ----------
    problem : CountProblem
        The rows to be assigned.
    n_clusters : int
        Number of labels on offer.
    temperature : float
        Of soft assignments, in nats per row; labels do not depend on it.
    even : bool
        Let every row weigh as much as one of mean length, instead of by its counts.
    pseudo_count : float
        Added to the counts of each cluster, spread over the columns.

    Notes
    -----
    The cost is sum_x n_x KL[p(y|x) || p(y|t)] / n over rows x of n_x counts: with
    `HistogramCost` it shares the iteration of [IB 2.16], without the factor p(t).

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import MultinomialCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[40, 0], [30, 10], [0, 40], [10, 30]])
    >>> cost = MultinomialCost(problem, 2, temperature=1.0)
    >>> cost.field(cost.refit(np.eye(2)[[0, 0, 1, 1]])).argmax(axis=1)
    array([0, 0, 1, 1])
    """

    def __init__(
        self,
        problem: CountProblem,
        n_clusters: int,
        temperature: float,
        *,
        even: bool = False,
        pseudo_count: float = 0.5,
    ) -> None:
        self.temperature = checked_temperature(temperature)
        self.pseudo_count = pseudo_count
        totals = sum_over(problem.counts, 1)
        self.length = np.full_like(totals, totals.mean()) if even else totals
        weight = np.full(problem.n_rows, 1.0 / problem.n_rows)
        super().__init__(problem, n_clusters, weight, self.length / self.temperature)

    @cached_property
    def unit(self) -> float:
        """What a pseudo-count weighs beside the masses that are added up."""
        return self.pseudo_count / (self.temperature * self.n_objects)

    def refit(self, memberships: FloatArray) -> Centroids:
        """Return p(y | t) with the pseudo-count, and the same factor for all clusters."""
        memberships = np.where(memberships < self.faintest, 0.0, memberships)
        pulled = memberships * (self.weight * self._by_count)[:, None]
        joint = np.asarray(pulled.T @ self.problem.table) + self.unit / self.problem.n_columns
        prior = self.weight @ memberships
        conditional = joint / joint.sum(axis=1, keepdims=True)
        return Centroids(np.where(prior > 0.0, 1.0, 0.0), conditional)

    def total(self, labels: IntArray) -> float:
        """Return the mean over the rows of n_x KL[p(y|x) || p(y|t)], in nats."""
        field = self.field(self.refit(np.eye(self.n_clusters)[labels]))
        told = self._negentropy - field[np.arange(labels.size), labels]
        return float(self.temperature * told.mean())

    def functional(self, memberships: FloatArray) -> float:
        """Return expected cost less temperature times entropy, the centroids re-estimated."""
        field = self.field(self.refit(memberships))
        lost = np.where(memberships > 0.0, memberships * field, 0.0).sum(axis=1)
        entropy = -xlogx(memberships).sum(axis=1)
        return float(self.temperature * (self._negentropy - lost - entropy).mean())

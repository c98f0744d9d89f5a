"""Costs that are weighted sums of h(mass) over tables of features and clusters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coterie import kernels
from coterie._core.tables import dense
from coterie.costs._merging import TableMerger
from coterie.costs._protocols import TIE
from coterie.measures._terms import merging_loss, xlogx

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem

LIGHTEST = 1e-36
"""Share of the total below which single precision loses digits."""

LARGEST_P = 1.4
"""Upper bound of the second term of a screened gain: 2 log 2, rounded up."""


class TableCost:
    """sum_f w_f sum_t h(q_ft) + w sum_t h(q_t) + constant, with q_ft the mass of f in cluster t.

    The information costs differ in the weights only: the bottleneck, one side of a co-clustering,
    and each variable of a multivariate bottleneck are such sums.

    Parameters
    ----------
    problem : CountProblem
        The rows to be labelled.
    n_clusters : int
        Number of labels on offer.
    feature_weight : ndarray of shape (n_columns,)
        w_f.
    mass_weight : float
        w.
    constant : float
        Part of the cost that no labelling changes.

    Notes
    -----
    A row with masses p_f costs sum_f w_f G(q_ft, p_f) + w G(q_t, p) where it is put [IB §2.5]; two
    clusters cost as much to merge, with the masses of the one for those of the row [IB §2.4].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import TableCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [4, 0], [0, 4], [0, 4]])
    >>> cost = TableCost(problem, 2, feature_weight=np.array([-1.0, -1.0]), mass_weight=1.0)
    >>> cost.local(np.array([0, 0, 1, 1]), 0).round(3)  # at home nothing is lost
    array([0.   , 0.477])
    """

    def __init__(
        self,
        problem: CountProblem,
        n_clusters: int,
        *,
        feature_weight: FloatArray,
        mass_weight: float,
        constant: float = 0.0,
    ) -> None:
        self.problem = problem
        self.n_clusters = n_clusters
        self.feature_weight = feature_weight
        self.mass_weight = mass_weight
        self.constant = constant

    @property
    def n_objects(self) -> int:
        """Number of rows."""
        return self.problem.n_rows

    @property
    def work(self) -> IntArray:
        """Operations that a visit to each row takes."""
        return np.diff(self.problem.counts.indptr).astype(np.int64) * self.n_clusters

    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling."""
        masses = self.problem.cluster_masses(labels, self.n_clusters)
        clusters = xlogx(np.asarray(masses.sum(axis=1), dtype=np.float64).ravel()).sum()
        if isinstance(masses, np.ndarray):
            features = (xlogx(masses) @ self.feature_weight).sum()
        else:
            features = xlogx(masses.data) @ self.feature_weight[masses.indices]
        return float(features + self.mass_weight * clusters + self.constant)

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for row i, up to a constant of the row.

        Row i is drawn out, then costs sum_f w_f G(q_ft, p_f) + w G(q_t, p) to put back.
        """
        others = np.delete(np.arange(labels.size), i)
        problem = self.problem
        row = problem.counts[[i]]
        weights = row.data * (problem.scale[i] / problem.total)
        columns = row.indices
        members = np.zeros((self.n_clusters, labels.size))
        members[labels[others], others] = problem.scale[others] / problem.total
        masses = np.asarray(members @ problem.counts)
        gains = merging_loss(masses[:, columns], weights) @ self.feature_weight[columns]
        mass = merging_loss(masses.sum(axis=1), np.full(self.n_clusters, weights.sum()))
        return np.asarray(gains + self.mass_weight * mass)

    def merge_costs(self, labels: IntArray) -> FloatArray:
        """Return what it costs to merge each pair of clusters; infinite on the diagonal."""
        n_clusters = int(labels.max()) + 1
        masses = dense(self.problem.cluster_masses(labels, n_clusters))
        totals = masses.sum(axis=1)
        costs = np.empty((n_clusters, n_clusters))
        for t in range(n_clusters):
            gains = merging_loss(masses, masses[t]) @ self.feature_weight
            costs[t] = gains + self.mass_weight * merging_loss(totals, totals[t])
        np.fill_diagonal(costs, np.inf)
        return costs

    def merger(self, labels: IntArray, n_jobs: int = 1) -> TableMerger:
        """Return the compiled state that merges the clusters of the labels."""
        return TableMerger(self, labels, n_jobs)

    def sweeper(self, labels: IntArray) -> TableSweeper:
        """Return the compiled state that starts from the labels."""
        return TableSweeper(self, labels)

    @cached_property
    def scale(self) -> float:
        """Size of the cost, that of a single cluster: what differs by little of it is a tie."""
        return max(1.0, abs(self.total(np.zeros(self.n_objects, np.int64))))

    @cached_property
    def layout(self) -> kernels.Layout:
        """Where the columns go in the tables of the kernels."""
        counts = self.problem.counts
        return kernels.lay_out(counts.indices, self.problem.n_columns, self.n_clusters)

    @cached_property
    def unit(self) -> float:
        """Power of two that brings the total between 1 and 2: single precision has a range."""
        return float(2.0 ** -np.floor(np.log2(self.problem.total)))

    @cached_property
    def rows(self) -> kernels.Rows:
        """The rows as the kernels take them."""
        problem = self.problem
        counts = problem.counts
        return kernels.pack_rows(
            self.layout, counts.indptr, counts.indices, counts.data, problem.scale * self.unit,
            problem.row_total * self.unit,
        )  # fmt: skip

    @cached_property
    def weights(self) -> kernels.Weights:
        """The weights of the columns as the kernels take them."""
        return kernels.pack_weights(self.layout, self.feature_weight, self.mass_weight)

    @cached_property
    def screening_error(self) -> FloatArray:
        """Bound for each row on what single precision can miss."""
        error = np.empty(self.n_objects)
        kernels.bound_errors(self.rows, self.weights, self.span, error)
        return error

    @cached_property
    def span(self) -> float:
        """Bound on |log q - log w| + p over all masses q and weights w of the data.

        Infinite where weights are too light for single precision: then nothing is screened out.
        """
        lightest = float(self.problem.counts.data.min() * self.problem.scale.min() * self.unit)
        if lightest < LIGHTEST:
            return float("inf")
        return float(np.log(2.0 / lightest)) + LARGEST_P


class TableSweeper:
    """Compiled sequential optimisation of a `TableCost` [IB §2.5]."""

    def __init__(self, cost: TableCost, labels: IntArray) -> None:
        self.labels = np.array(labels, dtype=np.int64)
        self._rows = cost.rows
        self._weights = cost.weights
        self._tables = kernels.allocate_tables(cost.layout, cost.n_clusters)
        self._scratch = kernels.allocate_scratch(self._rows, cost.n_clusters)
        kernels.fill_tables(self._tables, self._rows, self.labels)
        self._tolerance = TIE * cost.scale * cost.problem.total * cost.unit
        self._error = cost.screening_error
        self._moves = 0

    def sweep(self, order: IntArray, *, keep_all: bool) -> int:
        """Draw and place the rows in this order; return how many changed sides."""
        moves = int(
            kernels.sweep(
                self._rows, self._weights, self._tables, self._scratch, self.labels,
                order, keep_all, self._tolerance, self._error,
            )
        )  # fmt: skip
        self._moves += moves
        if self._moves > self.labels.size:  # adding and subtracting real weights drifts
            kernels.fill_tables(self._tables, self._rows, self.labels)
            self._moves = 0
        return moves

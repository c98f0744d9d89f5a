"""Costs that are weighted sums of h(mass) over tables of features and clusters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from coterie import kernels
from coterie.costs._protocols import TIE

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem

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
    A row with masses p_f costs sum_f w_f G(q_ft, p_f) + w G(q_t, p) where it is put [IB §2.5].

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
        masses = self.problem.cluster_joint(labels, self.n_clusters)
        features = h(masses).sum(axis=0) @ self.feature_weight
        return float(features + self.mass_weight * h(masses.sum(axis=1)).sum() + self.constant)

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
        masses = members @ problem.counts
        gains = merge_gain(np.asarray(masses)[:, columns], weights) @ self.feature_weight[columns]
        return np.asarray(
            gains + self.mass_weight * merge_gain(np.asarray(masses).sum(axis=1), weights.sum())
        )

    def sweeper(self, labels: IntArray) -> TableSweeper:
        """Return the compiled state that starts from the labels."""
        return TableSweeper(self, labels)

    @cached_property
    def layout(self) -> kernels.Layout:
        """Where the columns go in the tables of the kernels."""
        counts = self.problem.counts
        return kernels.lay_out(counts.indices, self.problem.n_columns, self.n_clusters)

    @cached_property
    def rows(self) -> kernels.Rows:
        """The rows as the kernels take them."""
        problem = self.problem
        counts = problem.counts
        return kernels.pack_rows(
            self.layout, counts.indptr, counts.indices, counts.data, problem.scale,
            problem.row_total,
        )  # fmt: skip

    @cached_property
    def span(self) -> float:
        """Bound on |log q - log w| + p over all masses q and weights w of the data."""
        problem = self.problem
        heaviest = max(problem.total, float(problem.row_total.max()))
        lightest = float(problem.counts.data.min() * problem.scale.min())
        return float(np.log(heaviest / lightest)) + LARGEST_P


class TableSweeper:
    """Compiled sequential optimisation of a `TableCost` [IB §2.5]."""

    def __init__(self, cost: TableCost, labels: IntArray) -> None:
        self.labels = np.array(labels, dtype=np.int64)
        self._rows = cost.rows
        self._weights = kernels.pack_weights(cost.layout, cost.feature_weight, cost.mass_weight)
        self._tables = kernels.allocate_tables(cost.layout, cost.n_clusters)
        self._scratch = kernels.allocate_scratch(self._rows, cost.n_clusters)
        kernels.fill_tables(self._tables, self._rows, self.labels)
        self._tolerance = TIE * max(1.0, abs(cost.total(self.labels))) * cost.problem.total
        self._span = cost.span
        self._moves = 0

    def sweep(self, order: IntArray, *, keep_all: bool) -> int:
        """Draw and place the rows in this order; return how many changed sides."""
        moves = int(
            kernels.sweep(
                self._rows, self._weights, self._tables, self._scratch, self.labels,
                order, keep_all, self._tolerance, self._span,
            )
        )  # fmt: skip
        self._moves += moves
        if self._moves > self.labels.size:  # adding and subtracting real weights drifts
            kernels.fill_tables(self._tables, self._rows, self.labels)
            self._moves = 0
        return moves


def h(masses: FloatArray) -> FloatArray:
    """Return u log u, 0 at 0."""
    return masses * np.log(masses, out=np.zeros_like(masses), where=masses > 0.0)


def merge_gain(a: FloatArray, b: FloatArray | float) -> FloatArray:
    """Return G(a, b) = h(a + b) - h(a) - h(b), without cancellation."""
    a, b = np.broadcast_arrays(a, b)
    both = (a > 0.0) & (b > 0.0)
    gain = np.zeros(a.shape)
    gain[both] = a[both] * np.log1p(b[both] / a[both]) + b[both] * np.log1p(a[both] / b[both])
    return gain

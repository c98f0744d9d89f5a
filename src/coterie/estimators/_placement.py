"""What every single-sided bottleneck can do with rows once its clusters are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from coterie import kernels
from coterie._core.errors import InputError
from coterie._core.params import Number
from coterie._core.progress import chunks
from coterie._core.tables import dense, row_of, sum_over
from coterie.estimators._annealed_counts import AnnealsCounts
from coterie.estimators._checks import checked_counts
from coterie.problems import as_canonical_counts

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray, Matrix

CELLS = 8e6
"""Cells of clusters and columns that are laid out at a time."""

FARTHEST = -708.0
"""Logarithm of the smallest positive double: ranks clusters that all miss a column of the row."""


class DescribesClusters:
    """Explain clusters by their columns.

    The class that mixes this in has, after the fit, `cluster_joint_` and `cluster_mass_`.
    """

    cluster_joint_: Matrix
    cluster_mass_: FloatArray

    @property
    def conditional_(self) -> Matrix:
        """p(y | t), zero for an empty cluster."""
        mass = self.cluster_mass_
        share = np.divide(1.0, mass, out=np.zeros_like(mass), where=mass > 0.0)
        joint = self.cluster_joint_
        if isinstance(joint, np.ndarray):
            return joint * share[:, None]
        return sp.diags_array(share).tocsr() @ joint

    def telling_columns(self, cluster: int, k: int = 10) -> tuple[IntArray, FloatArray]:
        """Return the columns that tell most about a cluster, with their share of I(T; Y) in nats.

        Parameters
        ----------
        cluster : int
            Which cluster.
        k : int
            How many columns.

        Returns
        -------
        columns, contributions : ndarray
            p(t, y) log p(y | t) / p(y), largest first [IB 4.1].
        """
        check_is_fitted(self)
        n_clusters = self.cluster_joint_.shape[0]
        if not (0 <= cluster < n_clusters and cluster == int(cluster)):
            message = f"cluster={cluster} does not exist: there are clusters 0..{n_clusters - 1}."
            raise InputError(message)
        if not Number(1, whole=True).holds(k):
            message = f"k={k!r} must be {Number(1, whole=True)}: how many columns to return."
            raise InputError(message)
        joint = row_of(self.cluster_joint_, int(cluster))
        expected = self.cluster_mass_[cluster] * sum_over(self.cluster_joint_, 0)
        shares = joint * np.log(
            np.divide(joint, expected, out=np.ones_like(joint), where=joint > 0.0)
        )
        order = np.argsort(-shares, kind="stable")[:k]
        return order, shares[order]


class PlacesSoftly(
    ClassNamePrefixFeaturesOutMixin, TransformerMixin, AnnealsCounts, DescribesClusters
):
    """Tell how much of each row belongs to each cluster, from the joint distribution p(t, y).

    The class that mixes this in has `beta`.
    """

    beta: Any
    n_features_in_: int

    @property
    def _sharpness(self) -> Any:
        """Weight of relevance that new rows are placed with."""
        return self.beta

    @property
    def _n_features_out(self) -> int:
        """Columns of what `transform` returns, for their names."""
        return int(self.cluster_mass_.size)

    def predict(self, X: Any) -> IntArray:
        """Return the most probable cluster of each row; -1 for a row without counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        counts = self._check_new(X)
        return np.where(row_totals(counts) > 0.0, self._posterior(counts).argmax(axis=1), -1)

    def transform(self, X: Any) -> FloatArray:
        """Return the posterior p(t | x) of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        return self.posterior(X)

    def posterior(self, X: Any) -> FloatArray:
        """Return the posterior p(t | x) of Eq. [IB 2.16]; one cluster has it all at infinite beta.

        Where `beta` was given for each row, new rows have its mean.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        return self._posterior(self._check_new(X))

    def _posterior(self, counts: sp.csr_array) -> FloatArray:
        nearer = sp.csr_array(self.conditional_)  # a copy
        nearer.data = np.log(nearer.data) - FARTHEST
        totals = np.maximum(row_totals(counts), np.finfo(float).tiny)
        affinity = dense(counts @ nearer.T) / totals[:, None]  # -KL up to a constant of the row
        affinity[:, self.cluster_mass_ <= 0.0] = -np.inf
        affinity -= affinity.max(axis=1, keepdims=True)
        beta = self._sharpness
        if np.ndim(beta) == 0 and np.isinf(beta):
            weight = (affinity == 0.0).astype(np.float64)
        else:
            weight = self.cluster_mass_ * np.exp(np.mean(beta) * affinity)
        return np.asarray(weight / weight.sum(axis=1, keepdims=True))

    def _check_new(self, X: Any) -> sp.csr_array:
        check_is_fitted(self)
        return as_canonical_counts(checked_counts(self, X, reset=False), type(self).__name__)


class PlacesRows(PlacesSoftly):
    """Place rows where they cost least, as the sequential search does.

    The class that mixes this in has `beta` and `prior`, and after the fit `labels_`,
    `total_` and `n_rows_`.
    """

    prior: Any
    labels_: IntArray
    total_: float
    n_rows_: int

    def predict(self, X: Any) -> IntArray:
        """Return the cluster that each row joins at the least cost; -1 for a row without counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        return self._nearest(self._check_new(X))

    def transform(self, X: Any) -> FloatArray:
        """Return the cost of each row in each cluster, in nats per unit of the row's mass.

        At infinite beta this is the information about the columns that is lost, per count, when
        the row is merged into the cluster; never negative [IB 3.13]. Infinite for a cluster
        without mass: nobody is there whom a row could be like.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        return self._joining_costs(self._check_new(X))

    def _nearest(self, counts: sp.csr_array) -> IntArray:
        costs = self._joining_costs(counts)
        return np.where(row_totals(counts) > 0.0, costs.argmin(axis=1), -1)

    def _label_weightless_rows(self, X: Any) -> None:
        """Rows whose sample weight is zero took no part; they join the cluster that fits them."""
        waiting = np.flatnonzero(self.labels_ < 0)
        if waiting.size:
            self.labels_[waiting] = self._nearest(
                as_canonical_counts(X[waiting], type(self).__name__)
            )

    def _costs_of(self, counts: sp.csr_array, scale: FloatArray) -> FloatArray:
        """Merge costs of a few rows, from the columns that they have."""
        columns, place = np.unique(counts.indices, return_inverse=True)
        costs: FloatArray = kernels.joining_costs(
            counts.indptr.astype(np.int64), place.astype(np.int32), counts.data, scale,
            np.ascontiguousarray(dense(self.cluster_joint_[:, columns]).T), self.cluster_mass_,
            1.0 - 1.0 / self.beta,
        )  # fmt: skip
        return costs

    def _joining_costs(self, counts: sp.csr_array) -> FloatArray:
        """Merge cost of each row and cluster over the mass of the row; 0 for a row without."""
        totals = row_totals(counts)
        by_count = isinstance(self.prior, str) and self.prior == "counts"
        mass = totals / self.total_ if by_count else (totals > 0.0) / self.n_rows_
        scale = np.divide(mass, totals, out=np.zeros_like(totals), where=totals > 0.0)
        room = CELLS / self.cluster_mass_.size
        pieces = chunks(np.arange(totals.size), np.diff(counts.indptr), room)
        costs = np.vstack([self._costs_of(counts[rows], scale[rows]) for rows in pieces])
        if np.isinf(self.beta):
            costs = np.maximum(costs, 0.0)  # never negative but for rounding
        heavy = mass[:, None] > 0.0
        costs = np.divide(costs, mass[:, None], out=np.zeros_like(costs), where=heavy)
        costs[:, self.cluster_mass_ <= 0.0] = np.inf
        return np.asarray(costs)


def row_totals(counts: sp.csr_array) -> FloatArray:
    """Sum of each row."""
    return np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()

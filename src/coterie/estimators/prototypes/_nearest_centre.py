"""Rows of counts put where the nearest centre is, once the clusters are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from coterie._core.progress import chunks
from coterie._core.tables import dense
from coterie.costs._cosine import unit_rows
from coterie.costs._divergence import FARTHEST
from coterie.estimators._checks import checked_counts
from coterie.estimators._placement import CELLS, row_totals
from coterie.problems import as_canonical_counts

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray, Matrix
    from coterie.problems import CountProblem


class NearestCentre(ClassNamePrefixFeaturesOutMixin, TransformerMixin):
    """Tell how far rows are from the centre of each cluster, and which is nearest.

    The class that mixes this in has `metric`, a name of `DISTANCES`, and after the fit `centres_`,
    with zeros for an empty cluster.
    """

    metric: str
    centres_: Matrix

    @property
    def _n_features_out(self) -> int:
        """Columns of what `transform` returns, for their names."""
        return int(self.centres_.shape[0])

    def predict(self, X: Any) -> IntArray:
        """Return the cluster whose centre is nearest to each row; -1 for a row without counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        counts = self._check_new(X)
        return np.where(row_totals(counts) > 0.0, self._distances(counts).argmin(axis=1), -1)

    def transform(self, X: Any) -> FloatArray:
        """Return the distance of each row from each centre; the masses play no part.

        1 - cos; the sum of |p(y | x) - p(y | t)|; or the divergence of p(y | x) from p(y | t) in
        nats, where a column that the centre misses counts as if it had the smallest positive
        probability there is. Infinite for a cluster without rows, 0 for a row without counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        return self._distances(self._check_new(X))

    def _check_new(self, X: Any) -> sp.csr_array:
        check_is_fitted(self)
        return as_canonical_counts(checked_counts(self, X, reset=False), type(self).__name__)

    def _distances(self, counts: sp.csr_array) -> FloatArray:
        there = row_totals(sp.csr_array(self.centres_)) > 0.0
        distances = np.full((counts.shape[0], there.size), np.inf)
        distances[:, there] = DISTANCES[self.metric](counts, self.centres_[there])
        distances[row_totals(counts) <= 0.0] = 0.0
        return distances


def unit_centres(problem: CountProblem, labels: IntArray, n_clusters: int) -> Matrix:
    """Return the means of the unit vectors of the members, scaled to length one."""
    members = sp.csr_array(
        (np.ones(labels.size), (labels, np.arange(labels.size))), shape=(n_clusters, labels.size)
    )
    sums = members @ unit_rows(problem)
    centres = scaled(sums, np.sqrt(row_totals(sums.power(2))))
    small = n_clusters * problem.n_columns <= problem.counts.nnz
    return centres.toarray() if small else centres


def scaled(rows: sp.csr_array, sizes: FloatArray) -> sp.csr_array:
    """Divide each row by its size; those of no size stay as they are."""
    return sp.csr_array(sp.diags_array(1.0 / np.where(sizes > 0.0, sizes, 1.0)) @ rows)


def cosine_distances(counts: sp.csr_array, centres: Matrix) -> FloatArray:
    """Return 1 - cos of each row and each centre of length one."""
    units = scaled(counts, np.sqrt(row_totals(counts.power(2))))
    return np.maximum(1.0 - dense(units @ centres.T), 0.0)


def kl_distances(counts: sp.csr_array, centres: Matrix) -> FloatArray:
    """Return KL[p(y | x) || p(y | t)] of each row and each centre."""
    shares, nearer = scaled(counts, row_totals(counts)), sp.csr_array(centres, copy=True)
    nearer.data = np.log(nearer.data) - FARTHEST
    own = shares.copy()
    own.data = own.data * np.log(own.data)
    return np.maximum(row_totals(own)[:, None] - dense(shares @ nearer.T) - FARTHEST, 0.0)


def l1_distances(counts: sp.csr_array, centres: Matrix) -> FloatArray:
    """Return the sum of |p(y | x) - p(y | t)| of each row and each centre."""
    shares, distances = scaled(counts, row_totals(counts)), []
    work = np.full(counts.shape[0], counts.shape[1])
    for rows in chunks(np.arange(counts.shape[0]), work, CELLS):
        block = shares[rows].toarray()
        apart = [np.abs(block - dense(centres[[t]])).sum(axis=1) for t in range(centres.shape[0])]
        distances.append(np.column_stack(apart))
    return np.vstack(distances)


DISTANCES = {"cosine": cosine_distances, "kl": kl_distances, "l1": l1_distances}

"""Information that clusters carry about counts which they were not made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

MIXING = 1e-3
"""Weight of p(y) in a cluster's distribution: no unseen column costs infinitely much."""


def held_out_information(
    labels: IntArray,
    training: sp.csr_array,
    held_out: sp.csr_array,
    *,
    mass: FloatArray | None = None,
) -> float:
    """Return how much clusters made from one half of the counts tell about the other, in nats.

    Parameters
    ----------
    labels : ndarray of shape (n_rows,)
        Clusters that were found in `training`; -1 for rows without a cluster, which tell nothing.
    training, held_out : csr_array of shape (n_rows, n_columns)
        Two halves of the counts of the same rows.
    mass : ndarray of shape (n_rows,), optional
        p(x); by default the share of each row in all counts.

    Returns
    -------
    float
        sum_x p(x) sum_y p_held(y | x) log [ (1 - e) p(y | t(x)) / p(y) + e ], e = 0.001, with p(y)
        and p(y | t) from the training half. 0 for a single cluster; it grows with clusters that
        are real, and falls with those that only describe noise, even below zero.

    Notes
    -----
    The held-out distortion of [IB §4.2] with its sign turned and p(y) as the reference, for hard
    clusters. Columns that the training half never saw say nothing.

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp
    >>> half = sp.csr_array(np.array([[4.0, 0], [4, 0], [0, 4], [0, 4]]))
    >>> round(held_out_information(np.array([0, 0, 1, 1]), half, half), 3)
    0.693
    >>> round(held_out_information(np.array([0, 0, 0, 0]), half, half), 3)
    0.0
    """
    n_rows = labels.size
    train_total, held_total = (_row_totals(half) for half in (training, held_out))
    if mass is None:
        mass = train_total + held_total
    mass = mass / mass.sum()
    members = labels >= 0
    n_clusters = int(labels.max(initial=0)) + 1

    def per_cluster(half: sp.csr_array, totals: FloatArray) -> FloatArray:
        weight = np.divide(mass, totals, out=np.zeros(n_rows), where=totals > 0.0)[members]
        shape = (n_clusters, n_rows)
        grouping = sp.csr_array((weight, (labels[members], np.flatnonzero(members))), shape=shape)
        return np.asarray((grouping @ half).toarray())

    seen = per_cluster(training, train_total)
    expected = seen.sum(axis=1, keepdims=True) * (seen.sum(axis=0) / max(seen.sum(), 1e-300))
    ratio = np.divide(seen, expected, out=np.ones_like(seen), where=expected > 0.0)
    return float((per_cluster(held_out, held_total) * np.log((1 - MIXING) * ratio + MIXING)).sum())


@dataclass(frozen=True, eq=False)
class HeldOutCurve:
    """Information kept, and information confirmed, against the number of clusters.

    Parameters
    ----------
    n_clusters : ndarray of shape (n_candidates,)
        Numbers of clusters tried, ascending; the first is 1.
    training : ndarray of shape (n_candidates, n_splits)
        I(T; Y) in the half that the clusters were made from, in nats.
    splits : ndarray of shape (n_candidates, n_splits)
        Held-out information in the other half, in nats.

    Examples
    --------
    >>> import numpy as np
    >>> splits = np.array([[0.0, 0.0], [0.6, 0.62], [0.61, 0.6], [0.5, 0.48]])
    >>> curve = HeldOutCurve(np.array([1, 2, 3, 4]), splits + 0.1, splits)
    >>> curve.best_n_clusters
    2
    """

    n_clusters: IntArray
    training: FloatArray
    splits: FloatArray

    @property
    def held_out(self) -> FloatArray:
        """Mean held-out information."""
        return np.asarray(self.splits.mean(axis=1))

    @property
    def standard_error(self) -> FloatArray:
        """Standard error of the mean over splits, 0 for a single split."""
        n_splits = self.splits.shape[1]
        if n_splits < 2:
            return np.zeros(self.n_clusters.size)
        return np.asarray(self.splits.std(axis=1, ddof=1) / np.sqrt(n_splits))

    @property
    def best_n_clusters(self) -> int:
        """Smallest number of clusters within one standard error of the maximum."""
        best = int(np.argmax(self.held_out))
        enough = self.held_out >= self.held_out[best] - self.standard_error[best]
        return int(self.n_clusters[np.argmax(enough)])

    @property
    def overshot(self) -> bool:
        """Whether the last candidates are clearly worse than the best, so that more would be."""
        best = int(np.argmax(self.held_out))
        limit = self.held_out[best] - self.standard_error[best]
        return self.n_clusters.size - best > 3 and bool((self.held_out[best + 1 :] < limit).all())


def _row_totals(counts: sp.csr_array) -> FloatArray:
    return np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()

"""Information that clusters carry about counts which they were not made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

DOUBTS = (0.0, *np.logspace(0.0, 8.0, 33))
"""Strengths of shrinkage to try, in events."""

FLOOR = 1e-6
"""Least weight of p(y), so that no unseen column costs infinitely much."""

RESOLUTION = 5e-4
"""Held-out information, in nats, below which nothing is called a cluster."""


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
        max_a sum_x p(x) sum_y p_held(y | x) log [ (1 - w) p(y | t(x)) / p(y) + w ], where
        w = a / (a + n_t), n_t is the effective number of events in cluster t, and p(y), p(y | t)
        come from the training half. 0 for a single cluster; it grows with clusters that are real
        and falls with those that only describe noise.

    Notes
    -----
    The held-out distortion of [IB §4.2] with its sign turned, p(y) as the reference, and hard
    clusters. A cluster of few events is a poor estimate of its own distribution; without the
    shrinkage towards p(y) by `a` doubtful events, real clusters of sparse counts would be refused
    for that alone. The one number `a` is fitted to the held-out half: on a thousand events or more
    it cannot feign information. Columns that the training half never saw say nothing.

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp
    >>> half = sp.csr_array(np.array([[40.0, 0], [40, 0], [0, 40], [0, 40]]))
    >>> round(held_out_information(np.array([0, 0, 1, 1]), half, half), 3)
    0.693
    >>> round(held_out_information(np.array([0, 0, 0, 0]), half, half), 3)
    0.0
    """
    train_total, held_total = (_row_totals(half) for half in (training, held_out))
    if mass is None:
        mass = train_total + held_total
    mass = mass / mass.sum()
    n_clusters = int(labels.max(initial=0)) + 1
    seen, events = _pool(training, labels, _per_event(mass, train_total), n_clusters)
    told, _ = _pool(held_out, labels, _per_event(mass, held_total), n_clusters)
    expected = seen.sum(axis=1, keepdims=True) * (seen.sum(axis=0) / max(seen.sum(), FLOOR))
    ratio = np.divide(seen, expected, out=np.ones_like(seen), where=expected > 0.0)
    cells = told > 0.0
    clusters = np.nonzero(cells)[0]
    told, ratio = told[cells], ratio[cells]

    def confirmed(doubt: float) -> float:
        weight = np.maximum(doubt / np.maximum(doubt + events, FLOOR), FLOOR)[clusters]
        return float(told @ np.log((1.0 - weight) * ratio + weight))

    return max(confirmed(doubt) for doubt in DOUBTS)


def _per_event(mass: FloatArray, totals: FloatArray) -> FloatArray:
    """Mass of one event of each row."""
    return np.divide(mass, totals, out=np.zeros_like(mass), where=totals > 0.0)


def _pool(
    half: sp.csr_array, labels: IntArray, weight: FloatArray, n_clusters: int
) -> tuple[FloatArray, FloatArray]:
    """Mass of every column in every cluster, and the effective number of events of a cluster.

    Events of unequal weight s count as (sum s)^2 / sum s^2.
    """
    members = np.flatnonzero(labels >= 0)
    where = (labels[members], members)
    shape = (n_clusters, labels.size)
    pooled = sp.csr_array((weight[members], where), shape=shape) @ half
    squares = np.bincount(
        labels[members],
        weights=weight[members] ** 2 * _row_totals(half)[members],
        minlength=n_clusters,
    )
    masses = np.asarray(pooled.toarray())
    total = masses.sum(axis=1)
    events = np.divide(total**2, squares, out=np.zeros_like(total), where=squares > 0.0)
    return masses, events


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
        """Smallest number within one standard error of the maximum; 1 if all may be noise.

        The maximum must exceed what a single cluster has, 0, by three standard errors and by
        the resolution of 0.0005 nats.
        """
        best = int(np.argmax(self.held_out))
        if self.held_out[best] <= max(3.0 * self.standard_error[best], RESOLUTION):
            return 1
        enough = self.held_out >= self.held_out[best] - self.standard_error[best]
        return int(self.n_clusters[np.argmax(enough)])

    @property
    def elbow(self) -> int:
        """Number of clusters where the curve bends most, up to the best number.

        The point farthest above the straight line from one cluster to the best, over log K: most
        of what is confirmed is confirmed there already.
        """
        last = int(np.flatnonzero(self.n_clusters == self.best_n_clusters)[0])
        if last < 2:
            return self.best_n_clusters
        steps = np.log(self.n_clusters[: last + 1])
        line = self.held_out[last] * steps / steps[-1]
        return int(self.n_clusters[np.argmax(self.held_out[: last + 1] - line)])

    @property
    def overshot(self) -> bool:
        """Whether all later candidates are clearly worse than the best, so that more would be.

        At least four of them, up to four times as many clusters: a dip may be luck. Candidates
        are compared split by split, since a lucky split is lucky for all.
        """
        best = int(np.argmax(self.held_out))
        later = self.splits[best + 1 :]
        if len(later) < 4 or self.n_clusters[-1] < 4 * self.n_clusters[best]:
            return False
        losses = self.splits[best] - later
        error = losses.std(axis=1, ddof=1) / np.sqrt(losses.shape[1]) if losses.shape[1] > 1 else 0
        return bool((losses.mean(axis=1) > error).all())


def _row_totals(counts: sp.csr_array) -> FloatArray:
    return np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()

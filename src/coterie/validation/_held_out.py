"""Information that clusters carry about counts which they were not made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

DOUBTS = (0.0, *np.logspace(0.0, 8.0, 33))
"""Strengths of shrinkage to try, in events."""

FLOOR = 1e-6
"""Least weight of p(y), so that no unseen column costs infinitely much."""

RESOLUTION = 5e-4
"""Held-out information, in nats, below which nothing is called a cluster."""


def held_out_information(
    clusters: IntArray | FloatArray,
    training: sp.csr_array,
    held_out: sp.csr_array,
    *,
    mass: FloatArray | None = None,
    smoothing: float | None = None,
) -> float:
    """Return how much clusters made from one half of the counts tell about the other, in nats.

    Parameters
    ----------
    clusters : ndarray of shape (n_rows,) or (n_rows, n_clusters)
        Labels that were found in `training`, -1 for rows without a cluster, which tell nothing; or
        memberships p(t | x).
    training, held_out : csr_array of shape (n_rows, n_columns)
        Two halves of the counts of the same rows.
    mass : ndarray of shape (n_rows,), optional
        p(x); by default the share of each row in all counts.
    smoothing : float, optional
        Weight w of p(y) in every cluster, between 0 and 1; by default fitted, as the notes say.

    Returns
    -------
    float
        max_a sum_x p(x) sum_t p(t | x) sum_y p_held(y | x) log [ (1 - w) p(y | t) / p(y) + w ],
        where w = a / (a + n_t), n_t is the effective number of events in cluster t, and p(y),
        p(y | t) come from the training half. 0 for a single cluster; it grows with clusters that
        are real and falls with those that only describe noise.

    Notes
    -----
    The held-out distortion <D_h> of [IB §4.2] with its sign turned and p(y) as the reference: their
    sum is that of a single cluster. A cluster of few events is a poor estimate of its own
    distribution; without the shrinkage towards p(y) by `a` doubtful events, real clusters of sparse
    counts would be refused for that alone. The one number `a` is fitted to the held-out half: on a
    thousand events or more it cannot feign information. The literature has one small weight for
    all clusters, such as 1e-3: that is `smoothing`, and with 0 the training half in place of the
    held-out gives I(T; Y). Columns that the training half never saw say nothing.

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
    members = _members(clusters)
    seen, events = _pool(training, members, _per_event(mass, train_total))
    told, _ = _pool(held_out, members, _per_event(mass, held_total))
    expected = seen.sum(axis=1, keepdims=True) * (seen.sum(axis=0) / max(seen.sum(), FLOOR))
    ratio = np.divide(seen, expected, out=np.ones_like(seen), where=expected > 0.0)
    cells = told > 0.0
    of_cell = np.nonzero(cells)[0]
    told, ratio = told[cells], ratio[cells]

    def confirmed(weight: FloatArray) -> float:
        with np.errstate(divide="ignore"):  # without smoothing, what was never seen cannot be
            return float(told @ np.log((1.0 - weight) * ratio + weight))

    if smoothing is not None:
        if not 0.0 <= smoothing <= 1.0:
            message = f"held_out_information: smoothing={smoothing!r} must lie between 0 and 1."
            raise InputError(message)
        return confirmed(np.full(told.size, float(smoothing)))
    shares = (doubt / np.maximum(doubt + events, FLOOR) for doubt in DOUBTS)
    return max(confirmed(np.maximum(share, FLOOR)[of_cell]) for share in shares)


def _members(clusters: IntArray | FloatArray) -> sp.csr_array:
    """Memberships of all rows in each cluster, clusters down."""
    if clusters.ndim == 2:
        return sp.csr_array(clusters.T)
    rows = np.flatnonzero(clusters >= 0)
    shape = (int(clusters.max(initial=0)) + 1, clusters.size)
    return sp.csr_array((np.ones(rows.size), (clusters[rows], rows)), shape=shape)


def _per_event(mass: FloatArray, totals: FloatArray) -> FloatArray:
    """Mass of one event of each row."""
    return np.divide(mass, totals, out=np.zeros_like(mass), where=totals > 0.0)


def _pool(
    half: sp.csr_array, members: sp.csr_array, weight: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Mass of every column in every cluster, and the effective number of events of a cluster.

    Events of unequal weight s count as (sum s)^2 / sum s^2.
    """
    weighted = members * weight
    masses = np.asarray((weighted @ half).toarray())
    squares = weighted.power(2) @ _row_totals(half)
    total = masses.sum(axis=1)
    events = np.divide(total**2, squares, out=np.zeros_like(total), where=squares > 0.0)
    return masses, events


@dataclass(frozen=True, eq=False)
class HeldOutCurve:
    """Information kept, and information confirmed, against the number of clusters and beta.

    Parameters
    ----------
    n_clusters : ndarray of shape (n_candidates,)
        Numbers of clusters tried, ascending; the first is 1.
    training : ndarray of shape (n_candidates, n_splits)
        I(T; Y) in the half that the clusters were made from, in nats.
    splits : ndarray of shape (n_candidates, n_splits)
        Held-out information in the other half, in nats.
    beta : ndarray of shape (n_candidates,), optional
        Values of beta tried, ascending for each number of clusters; NaN for a single cluster. None
        where only the number of clusters was tried.

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
    beta: FloatArray | None = None

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
    def best(self) -> int:
        """Position of the first candidate within one standard error of the maximum.

        It has the fewest clusters, and the least beta for these. 0, a single cluster, if all may
        be noise: the maximum must exceed what a single cluster has, 0, by three standard errors
        and by the resolution of 0.0005 nats.
        """
        top = int(np.argmax(self.held_out))
        if self.held_out[top] <= max(3.0 * self.standard_error[top], RESOLUTION):
            return 0
        enough = self.held_out >= self.held_out[top] - self.standard_error[top]
        return int(np.argmax(enough))

    @property
    def best_n_clusters(self) -> int:
        """Number of clusters of the best candidate; 1 if all may be noise."""
        return int(self.n_clusters[self.best])

    @property
    def best_beta(self) -> float | None:
        """Value of beta of the best candidate; None if it was not tried, or does not matter."""
        return None if self.beta is None or self.best == 0 else float(self.beta[self.best])

    @property
    def by_n_clusters(self) -> HeldOutCurve:
        """The curve with the best value of beta for each number of clusters."""
        if self.beta is None:
            return self
        numbers = np.unique(self.n_clusters)
        worth = np.where(self.n_clusters == numbers[:, None], self.held_out, -np.inf)
        rows = worth.argmax(axis=1)
        return HeldOutCurve(numbers, self.training[rows], self.splits[rows], self.beta[rows])

    @property
    def elbow(self) -> int:
        """Number of clusters where the curve bends most, up to the best number.

        The point farthest above the straight line from one cluster to the best, over log K: most
        of what is confirmed is confirmed there already. The best number itself, if the curve does
        not bend before it.
        """
        curve = self.by_n_clusters
        steps = np.log(curve.n_clusters[curve.n_clusters <= self.best_n_clusters])
        if steps.size < 3:
            return self.best_n_clusters
        kept = curve.held_out[: steps.size]
        above = kept - kept[-1] * steps / steps[-1]
        bend = int(np.argmax(above))
        return int(curve.n_clusters[bend if above[bend] > RESOLUTION else steps.size - 1])

    @property
    def overshot(self) -> bool:
        """Whether all later numbers of clusters are clearly worse than the best."""
        curve = self.by_n_clusters
        return _past_the_top(curve.n_clusters, curve.splits)

    @property
    def overshot_in_beta(self) -> bool:
        """Whether, at the last number of clusters, all later beta are clearly worse than the best.

        Never where beta was not tried.
        """
        last = self.n_clusters == self.n_clusters[-1]
        return self.beta is not None and _past_the_top(self.beta[last], self.splits[last])


def _past_the_top(ladder: IntArray | FloatArray, splits: FloatArray) -> bool:
    """Tell whether more would be worse, since all after the best is.

    At least four of them, up to four times as far: a dip may be luck. Candidates are compared split
    by split, since a lucky split is lucky for all.
    """
    best = int(np.argmax(splits.mean(axis=1)))
    later = splits[best + 1 :]
    if len(later) < 4 or ladder[-1] < 4 * ladder[best]:
        return False
    losses = splits[best] - later
    error = losses.std(axis=1, ddof=1) / np.sqrt(losses.shape[1]) if losses.shape[1] > 1 else 0
    return bool((losses.mean(axis=1) > error).all())


def _row_totals(counts: sp.csr_array) -> FloatArray:
    return np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()

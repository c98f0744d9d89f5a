"""The gap statistic: how much tighter clusters are than those of points without any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import Parallel, delayed

from coterie._core.params import N_JOBS, RANDOM_STATE, Each, Number, OneOf, check_values
from coterie._core.random import RandomState, child_seeds
from coterie.problems._points import as_points
from coterie.validation._annealed_capacity import quietly
from coterie.validation._capacity import seeded
from coterie.validation._transfer import with_clusters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray

RULES: Rules = {
    "n_clusters": (Each(Number(1, whole=True), "a range or a list of numbers of clusters"),),
    "n_references": (Number(1, whole=True),),
    "reference": (OneOf(("box", "axes")),),
    "n_jobs": N_JOBS,
    "random_state": RANDOM_STATE,
}


@dataclass(frozen=True, eq=False)
class GapStatistic:
    """Gap between the log of the within-cluster sums of references and of the data.

    Parameters
    ----------
    n_clusters : ndarray of shape (n_candidates,)
        Numbers that were tried, rising.
    gap : ndarray of shape (n_candidates,)
        Mean log of the references less the log of the data.
    standard_error : ndarray of shape (n_candidates,)
        Of the simulation.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import GapStatistic
    >>> gaps = GapStatistic(np.arange(1, 4), np.array([0.1, 0.9, 0.8]), np.full(3, 0.01))
    >>> gaps.best_n_clusters
    2
    """

    n_clusters: IntArray
    gap: FloatArray
    standard_error: FloatArray

    @property
    def best_n_clusters(self) -> int:
        """The first number whose gap the next does not clearly exceed; it may be 1."""
        enough = self.gap[:-1] >= self.gap[1:] - self.standard_error[1:]
        return int(self.n_clusters[enough.argmax() if enough.any() else -1])


def gap_statistic(
    estimator: Any,
    X: ArrayLike,
    *,
    n_clusters: Sequence[int] = range(1, 11),
    n_references: int = 10,
    reference: str = "box",
    n_jobs: int | None = None,
    random_state: RandomState = None,
) -> GapStatistic:
    """Compare clusters with those of points that are spread evenly.

    Parameters
    ----------
    estimator : estimator
        With `n_clusters` or `n_components`; it should look for compact clusters.
    X : array-like of shape (n_points, n_dimensions)
        Points.
    n_clusters : sequence of int, default=range(1, 11)
        Numbers to try.
    n_references : int, default=10
        Sets of evenly spread points.
    reference : {"box", "axes"}, default="box"
        Spread along the coordinates, or along the principal axes of the points.
    n_jobs : int, optional
        Fits at the same time, in threads unless a joblib context says otherwise.
    random_state : int, Generator, RandomState or None
        Seed of references and fits.

    Returns
    -------
    GapStatistic
        The gaps, and the number of clusters.

    Notes
    -----
    gap(k) = E[log W*_k] - log W_k, and the least k with gap(k) >= gap(k + 1) - s(k + 1)
    [SLC §3.L].

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from coterie import gap_statistic
    >>> rng = np.random.default_rng(0)
    >>> X = np.repeat([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]], 40, axis=0) + rng.normal(size=(120, 2))
    >>> gap_statistic(KMeans(n_init=3), X, n_clusters=range(1, 6), random_state=0).best_n_clusters
    3
    """
    asked = {
        "n_clusters": n_clusters, "n_references": n_references, "reference": reference,
        "n_jobs": n_jobs, "random_state": random_state,
    }  # fmt: skip
    check_values("gap_statistic", asked, RULES)
    points = as_points(X, "gap_statistic")
    for_references, for_fits = child_seeds(random_state, 2)
    sets = [points, *references(points, n_references, reference, for_references)]
    numbers = sorted({int(k) for k in n_clusters})
    seeds = iter(child_seeds(for_fits, len(numbers) * len(sets)))
    jobs = (
        delayed(log_within)(with_clusters(estimator, k), each, next(seeds))
        for k in numbers
        for each in sets
    )
    with quietly():
        logs = np.array(Parallel(n_jobs=n_jobs, prefer="threads")(jobs)).reshape(-1, len(sets))
    others = logs[:, 1:]
    error = others.std(axis=1) * np.sqrt(1.0 + 1.0 / n_references)
    return GapStatistic(np.array(numbers), others.mean(axis=1) - logs[:, 0], error)


def references(points: FloatArray, count: int, kind: str, seed: int) -> list[FloatArray]:
    """Return sets of points that are spread evenly over the box of the data."""
    middle = points.mean(axis=0)
    axes = np.eye(points.shape[1])
    if kind == "axes":
        axes = np.linalg.svd(points - middle, full_matrices=False)[2]
    turned = (points - middle) @ axes.T
    low, high = turned.min(axis=0), turned.max(axis=0)
    rng = np.random.default_rng(seed)
    drawn = (rng.uniform(low, high, size=turned.shape) for _ in range(count))
    return [each @ axes + middle for each in drawn]


def log_within(estimator: Any, points: FloatArray, seed: int) -> float:
    """Return the log of the sum of squared distances to the means of the clusters."""
    labels = np.zeros(len(points), dtype=np.int64)
    if getattr(estimator, "n_clusters", None) != 1:
        labels = np.asarray(seeded(estimator, seed).fit_predict(points))
    return float(np.log(max(within(points, labels), np.finfo(np.float64).tiny)))


def within(points: FloatArray, labels: IntArray) -> float:
    """Return the sum of squared distances to the means of the clusters.

    Examples
    --------
    >>> within(np.array([[0.0], [2.0], [9.0]]), np.array([0, 0, 1]))
    2.0
    """
    parts = (points[labels == k] for k in np.unique(labels))
    return float(sum(((part - part.mean(axis=0)) ** 2).sum() for part in parts))

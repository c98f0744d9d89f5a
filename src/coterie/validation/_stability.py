"""How often two clusterings of the same kind of data disagree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import Parallel, delayed

from coterie._core.params import N_JOBS, RANDOM_STATE, Each, Number, OneOf, check_values
from coterie._core.random import RandomState, child_seeds
from coterie.validation._annealed_capacity import quietly
from coterie.validation._capacity import seeded
from coterie.validation._hamming import label_agreement
from coterie.validation._make_instances import make_instances
from coterie.validation._transfer import with_clusters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray
    from coterie.validation._instances import Instances, Pair

RANDOM_LABELS = 20
"""Pairs of random labellings that instability is compared with."""

RULES: Rules = {
    "n_clusters": (Each(Number(1, whole=True), "a range or a list of numbers of clusters"),),
    "n_splits": (Number(1, whole=True),),
    "normalise": (OneOf((True, False)),),
    "n_jobs": N_JOBS,
    "random_state": RANDOM_STATE,
}


@dataclass(frozen=True, eq=False)
class InstabilityCurve:
    """Share of the objects that two instances disagree about, against the number of clusters.

    Parameters
    ----------
    n_clusters : ndarray of shape (n_candidates,)
        Numbers that were tried.
    splits : ndarray of shape (n_candidates, n_splits)
        Instability of each pair; NaN for a single cluster, which nobody can disagree about.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import InstabilityCurve
    >>> curve = InstabilityCurve(np.array([1, 2, 3]), np.array([[np.nan], [0.4], [0.1]]))
    >>> curve.best_n_clusters
    3
    """

    n_clusters: IntArray
    splits: FloatArray

    @property
    def mean(self) -> FloatArray:
        """Mean over the pairs."""
        return np.asarray(self.splits.mean(axis=1))

    @property
    def best_n_clusters(self) -> int:
        """The most stable number, of 2 and more; 1 if nothing else was tried."""
        if np.isnan(self.mean).all():
            return 1
        return int(self.n_clusters[np.nanargmin(self.mean)])


def instability(  # noqa: PLR0913
    estimator: Any,
    X: Any,
    *,
    n_clusters: Sequence[int] = range(2, 11),
    instances: str | Instances | Any = "objects",
    n_splits: int = 10,
    normalise: bool = True,
    n_jobs: int | None = None,
    random_state: RandomState = None,
) -> InstabilityCurve:
    """Return how often clusterings of two instances disagree, for each number of clusters.

    Parameters
    ----------
    estimator : estimator
        With `n_clusters` or `n_components`.
    X : array, sparse matrix or list of replicates
        The data.
    n_clusters : sequence of int, default=range(2, 11)
        Numbers to try.
    instances : str, callable or maker, default="objects"
        How two instances are made, as in `make_instances`. Of halves of the objects, the first
        clustering is carried over to the second half by its own `predict` if it has one, else by
        pairing the objects.
    n_splits : int, default=10
        How many pairs of instances.
    normalise : bool, default=True
        Divide by what random labels of the same sizes have.
    n_jobs : int, optional
        Fits at the same time, in threads unless a joblib context says otherwise.
    random_state : int, Generator, RandomState or None
        Seed of splits, fits and random labels.

    Returns
    -------
    InstabilityCurve
        The mean, and the number of clusters of the least.

    See Also
    --------
    generalization_capacity : Also asks how much the labels tell: a single cluster is stable too.

    Notes
    -----
    The index of [VAL §2.9], [SLC §3.L]: disagreement under the best renaming [VAL 85].

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from coterie import instability
    >>> rng = np.random.default_rng(0)
    >>> X = np.repeat([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]], 40, axis=0) + rng.normal(size=(120, 2))
    >>> instability(KMeans(n_init=5), X, n_clusters=range(2, 6), random_state=0).best_n_clusters
    3
    """
    asked = {
        "n_clusters": n_clusters, "n_splits": n_splits, "normalise": normalise, "n_jobs": n_jobs,
        "random_state": random_state,
    }  # fmt: skip
    check_values("instability", asked, RULES)
    for_splits, for_fits = child_seeds(random_state, 2)
    pairs = make_instances(X, instances, n_splits=n_splits).draw(X, for_splits)
    numbers = sorted({int(k) for k in n_clusters})
    cells = [(k, pair) for k in numbers for pair in pairs]
    seeds = child_seeds(for_fits, len(cells))
    jobs = (
        delayed(disagreement)(with_clusters(estimator, k), pair, seed, normalise=normalise)
        for (k, pair), seed in zip(cells, seeds, strict=True)
        if k > 1
    )
    with quietly():
        found = Parallel(n_jobs=n_jobs, prefer="threads")(jobs)
    alone = [np.nan] * (len(pairs) if 1 in numbers else 0)
    return InstabilityCurve(np.array(numbers), np.array(alone + found).reshape(-1, len(pairs)))


def disagreement(estimator: Any, pair: Pair, seed: int, *, normalise: bool) -> float:
    """Return the share of the objects of the second instance that two clusterings differ about."""
    rng = np.random.default_rng(seed)
    first, second = (seeded(estimator, int(each)) for each in rng.integers(2**31, size=2))
    own, carried = np.asarray(second.fit_predict(pair.second)), first.fit_predict(pair.first)
    if hasattr(first, "predict") and not np.array_equal(pair.objects, pair.partners):
        carried = first.predict(pair.second)
    found = label_agreement(carried, own)
    if not normalise:
        return found.delta
    chance = np.mean(
        [
            label_agreement(rng.permutation(found.first), found.second).delta
            for _ in range(RANDOM_LABELS)
        ]
    )
    return float(found.delta / chance) if chance > 0.0 else 0.0

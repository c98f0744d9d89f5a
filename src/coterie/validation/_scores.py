"""What the clusters of one instance ask of the objects of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import softmax

from coterie._core.errors import InputError
from coterie._core.tables import dense
from coterie.validation._families import HasEnergies

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.validation._instances import Pair

MAPPINGS = ("identity", "hungarian", "nearest", "nearest_centroid", "soft", "density")

COLD = 0.75
"""The mean cost of a single cluster, over the temperature of a soft mapping."""


@dataclass(frozen=True, eq=False)
class AdditiveScores:
    """Costs of each cluster for each object, and where the objects of the first instance are.

    Parameters
    ----------
    labels : ndarray of shape (n_first,)
        Clusters of the first instance.
    training : float
        What they cost there, per object.
    costs : ndarray of shape (n_second, n_clusters)
        What each cluster would cost each object of the second instance.
    single : float
        What a single cluster costs in the first instance, per object.

    Examples
    --------
    >>> costs = np.array([[0.0, 4.0], [5.0, 1.0]])
    >>> scores = AdditiveScores(np.array([0, 1]), 0.5, costs, 2.0)
    >>> scores.transfer(None, "identity", "auto")
    0.5
    """

    labels: IntArray
    training: float
    costs: FloatArray
    single: float

    def transfer(self, pair: Any, mapping: str, temperature: str | float) -> float:
        """Return what the objects of the second instance pay, each."""
        if mapping == "nearest_centroid":
            return float(self.costs.min(axis=1).mean())
        if mapping == "soft":
            warmth = self.single / COLD if isinstance(temperature, str) else float(temperature)
            shares = softmax(self.costs / -max(warmth, np.finfo(float).tiny), axis=1)
            return float((shares * self.costs).sum(axis=1).mean())
        if mapping == "density":
            return float(self.costs.mean())
        labels = self.labels if mapping == "identity" else self.labels[mapped(pair, mapping)]
        return float(self.costs[np.arange(labels.size), labels].mean())


def scores_for(
    model: Any, pair: Pair, labels: IntArray, *, density: bool = False
) -> AdditiveScores | tuple[float, float]:
    """Return the costs of a fitted model on both instances; of pairs, only their sums."""
    if hasattr(model, "score_samples") and (density or not hasattr(model, "cluster_centers_")):
        own, other = (-np.asarray(model.score_samples(half)) for half in (pair.first, pair.second))
        return AdditiveScores(
            np.zeros(own.size, np.int64), float(own.mean()), other[:, None], float(own.mean())
        )
    if density:
        message = (
            f"mapping='density': {type(model).__name__} has no score_samples. Take a mixture, or "
            f"mapping='identity'."
        )
        raise InputError(message)
    families = None
    if hasattr(model, "annealed_family"):
        families = [model.annealed_family(half) for half in (pair.first, pair.second)]
        if isinstance(families[0], HasEnergies):
            return of_parameters(families, labels)
    if hasattr(model, "cluster_centers_"):
        return of_centres(np.asarray(model.cluster_centers_), labels, pair)
    if families and hasattr(families[0], "total"):
        first, second = (
            family.total(labels if family.objects is None else labels[family.objects])
            / family.n_objects
            for family in families
        )
        return first, second
    message = (
        f"{type(model).__name__} has no cost to transfer: no cluster_centers_, no score_samples "
        f"and no annealed_family. Ask generalization_capacity, which needs only labels."
    )
    raise InputError(message)


def of_parameters(families: list[Any], labels: IntArray) -> AdditiveScores:
    """Return the costs of clusters by the parameters that suit their labels."""
    first, second = families
    kept = labels if first.objects is None else labels[first.objects]
    cost = first.make_cost(1.0)
    state = cost.refit(np.eye(cost.n_clusters)[kept])
    own, other = first.energies(state, first), first.energies(state, second)
    alone = cost.refit(np.full((kept.size, cost.n_clusters), 1.0 / cost.n_clusters))
    training = float(own[np.arange(kept.size), kept].mean())
    given = labels if second.objects is None else labels[second.objects]
    return AdditiveScores(given, training, other, float(first.energies(alone, first).mean()))


def of_centres(centres: FloatArray, labels: IntArray, pair: Pair) -> AdditiveScores:
    """Return squared distances to centres."""
    from scipy.spatial.distance import cdist

    own, other = (dense(half) for half in (pair.first, pair.second))
    training = cdist(own, centres, "sqeuclidean")[np.arange(labels.size), labels]
    single = float(((own - own.mean(axis=0)) ** 2).sum(axis=1).mean())
    costs = cdist(other, centres, "sqeuclidean")
    return AdditiveScores(labels, float(training.mean()), costs, single)


def mapped(pair: Pair, mapping: str) -> IntArray:
    """Return the row of the first instance that each of the second is mapped to.

    Examples
    --------
    >>> from coterie.validation import Pair
    >>> pair = Pair.of_same(np.array([[0.0], [9.0]]), np.array([[8.0], [7.0]]))
    >>> mapped(pair, "nearest"), mapped(pair, "hungarian")
    (array([1, 1]), array([1, 0]))
    """
    from scipy.optimize import linear_sum_assignment
    from scipy.spatial.distance import cdist

    distances = cdist(dense(pair.second), dense(pair.first), "sqeuclidean")
    if mapping == "nearest":
        return np.asarray(distances.argmin(axis=1))
    return np.asarray(linear_sum_assignment(distances)[1])

"""Squared distance to the centre of each cluster: K-means, hard and soft."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie.costs._axes import means, principal_axes
from coterie.costs._protocols import TIE, Halves
from coterie.costs._prototype_steps import pieces
from coterie.costs._prototypes import PrototypeCost, Prototypes, distance_slope
from coterie.measures import entropy

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import PointProblem

FARTHEST = -708.0
"""Logarithm of the smallest positive double: the log weight of a cluster without mass."""

LIGHT = 1e-9
"""Mass, over that of a point, up to which nothing is left of a cluster without it."""


class SquaredDistanceCost(PrototypeCost):
    """Mean squared distance of points to the centre of their cluster.

    Parameters
    ----------
    problem : PointProblem
        The points to be assigned.
    n_clusters : int
        Number of clusters on offer.
    temperature : float
        Of soft assignments; labels do not depend on it.
    cluster_prior : {"uniform", "mass"}
        What a soft assignment is drawn to beside the distance: nothing, or the mass p(t) of the
        cluster. With the mass, the functional is D + T I(T; X), and copies of a centre are worth
        no more than one.
    single_moves : bool
        Whether `reassign` goes on where every point is nearest to its own centre: with points that
        lower the total because the centres follow them, one from and to each cluster.

    Notes
    -----
    Deterministic annealing of K-means, unconstrained and mass-constrained [SLC §3.G]. Memberships
    are those of Gaussians of variance T / 2 in each direction.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SquaredDistanceCost
    >>> from coterie.problems import PointProblem
    >>> cost = SquaredDistanceCost(PointProblem.from_points([[0.0], [2.0], [9.0]]), 2, 1.0)
    >>> round(cost.total(np.array([0, 0, 1])), 4)  # two points, each at a distance of 1
    0.6667
    """

    def __init__(
        self,
        problem: PointProblem,
        n_clusters: int,
        temperature: float,
        cluster_prior: str = "uniform",
        *,
        single_moves: bool = False,
    ) -> None:
        super().__init__(problem, n_clusters, temperature)
        self.cluster_prior = cluster_prior
        self.single_moves = single_moves

    @property
    def unit(self) -> float:
        """Size of what is compared."""
        return self.problem.variance

    def slope(self, parameters: Prototypes) -> FloatArray:
        """Return (2 y, -|y|^2) / T for each centre y, and the logarithm of its mass."""
        centres, mass = parameters
        slope = distance_slope(centres) / self.temperature
        if self.cluster_prior == "mass":
            slope[-1] += np.log(mass, out=np.full_like(mass, FARTHEST), where=mass > 0.0)
        else:
            slope[-1, mass <= 0.0] = FARTHEST
        return slope

    def entropy(self, moments: FloatArray, functional: float) -> float:
        """Return the mean entropy of memberships with these sums and this functional, in nats."""
        rest = super().entropy(moments, functional)
        return rest + float(entropy(moments[:, -1])) if self.cluster_prior == "mass" else rest

    def total(self, labels: IntArray) -> float:
        """Return the mean squared distance to the means of the clusters."""
        sums = self._sums(labels)
        pulled = np.einsum("td,td->t", sums[:, :-1], means(sums))
        return float(self.problem.variance - pulled.sum())

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for point i, up to a constant of the point."""
        point, weight = self.problem.extended[i], self.problem.weight[i]
        sums = self._sums(labels)
        sums[labels[i]] -= weight * point
        mass = np.maximum(sums[:, -1], 0.0)
        mass[np.setdiff1d(np.arange(self.n_clusters), np.delete(labels, i))] = 0.0
        apart = point[:-1] - means(np.column_stack([sums[:, :-1], mass]))
        reduced = np.divide(mass * weight, mass + weight, out=np.zeros_like(mass), where=mass > 0.0)
        return np.asarray(reduced * np.einsum("td,td->t", apart, apart))

    def centres(self, labels: IntArray) -> FloatArray:
        """Return the means of the clusters that have members, in their order."""
        return means(self._sums(labels)[np.unique(labels)])

    def nearest(self, centres: FloatArray) -> IntArray:
        """Return the nearest of some centres for each point, the first among equals."""
        slope = distance_slope(centres)
        parts = pieces(self.n_objects, len(centres))
        return np.concatenate(
            [(self.problem.extended[each] @ slope).argmax(axis=1) for each in parts]
        )

    def reassign(self, labels: IntArray) -> IntArray:
        """Return the nearest centre of each point; an emptied cluster takes the worst placed.

        The centres are those of the labels; the present one wins among equals.
        """
        sums, present = self._sums(labels), np.bincount(labels, minlength=self.n_clusters)
        slope = distance_slope(means(sums))
        slope[-1, present == 0] = -np.inf
        chosen = np.empty_like(labels)
        for piece in pieces(labels.size, self.n_clusters):
            closeness = self.problem.extended[piece] @ slope
            best, rows = closeness.argmax(axis=1), np.arange(len(closeness))
            gain = closeness[rows, best] - closeness[rows, labels[piece]]
            chosen[piece] = np.where(gain <= self._tie, labels[piece], best)
        left = np.bincount(chosen, minlength=self.n_clusters)
        for cluster in np.flatnonzero((present > 0) & (left == 0)):
            crowded = np.bincount(chosen, minlength=self.n_clusters)[chosen] > 1
            loss = self.problem.weight * squared(self.problem.points - means(sums)[chosen])
            chosen[np.where(crowded, loss, -np.inf).argmax()] = cluster
        if self.single_moves and np.array_equal(chosen, labels):
            return self._followed(labels, sums)
        return chosen

    def _followed(self, labels: IntArray, sums: FloatArray) -> IntArray:
        """Move single points where the total falls, the centres following them."""
        problem, mass = self.problem, sums[:, -1]
        slope = distance_slope(means(sums))
        moves: list[tuple[float, int, int, int]] = []
        least = TIE * problem.variance
        for piece in pieces(problem.n_points, mass.size):
            own, weight = labels[piece], problem.weight[piece]
            apart = squared(problem.points[piece])[:, None] - problem.extended[piece] @ slope
            rows = np.arange(own.size)
            rest = mass[own] - weight
            leaving = apart[rows, own] * weight * mass[own]
            leaving *= np.divide(1.0, rest, out=np.zeros_like(rest), where=rest > LIGHT * weight)
            both = np.maximum(weight[:, None] + mass, np.finfo(np.float64).tiny)
            joining = apart * (weight[:, None] * mass / both)
            joining[rows, own] = np.inf
            joining[:, mass <= 0.0] = np.inf
            to = joining.argmin(axis=1)
            gain = leaving - joining[rows, to]
            better = np.flatnonzero(gain > least)
            moves += zip(gain[better], piece.start + better, own[better], to[better], strict=True)
        chosen = labels.copy()
        touched: set[int] = set()
        for _, point, source, target in sorted(moves, reverse=True):
            if not touched & {source, target}:
                chosen[point] = target
                touched |= {source, target}
        return chosen

    def merge_costs(self, labels: IntArray) -> FloatArray:
        """Return what it costs to merge each pair of clusters; infinite on the diagonal."""
        sums = self._sums(labels)[: int(labels.max()) + 1]
        mass, centres = sums[:, -1], means(sums)
        costs = reduced(mass[:, None], mass) * squared(centres[:, None] - centres)
        np.fill_diagonal(costs, np.inf)
        return np.asarray(costs)

    def halve(self, labels: IntArray) -> Halves:
        """Return what it saves to cut each cluster in its middle, across its longest axis."""
        k = self.n_clusters
        members = memberships_of(labels, k)
        sums = np.asarray(members.T @ self.problem.weighted)
        _, axes = principal_axes(self.problem, members, sums)
        position = np.einsum("id,id->i", self.problem.points - means(sums)[labels], axes[labels])
        second = position > 0.0
        halves = np.asarray(memberships_of(labels + k * second, 2 * k).T @ self.problem.weighted)
        first, other = halves[:k, -1], halves[k:, -1]
        apart = squared(means(halves)[:k] - means(halves)[k:])
        return Halves(reduced(first, other) * apart, second)

    @cached_property
    def _tie(self) -> float:
        """Difference of squared distances that is rounding."""
        return TIE * float(squared(self.problem.points).max())

    def _sums(self, labels: IntArray) -> FloatArray:
        """Sum w(x) [x, 1] over each cluster."""
        return np.asarray(memberships_of(labels, self.n_clusters).T @ self.problem.weighted)


def memberships_of(labels: IntArray, n_clusters: int) -> sp.csr_array:
    """Write labels as memberships.

    Examples
    --------
    >>> memberships_of(np.array([1, 0]), 2).toarray()
    array([[0., 1.],
           [1., 0.]])
    """
    entries = (np.ones(labels.size), labels, np.arange(labels.size + 1))
    return sp.csr_array(entries, shape=(labels.size, n_clusters))


def reduced(mass: FloatArray, other: FloatArray) -> FloatArray:
    """Return what masses at a distance of 1 from one another cost more than apart.

    Examples
    --------
    >>> reduced(np.array([0.5, 0.0]), np.array([0.5, 0.0]))
    array([0.25, 0.  ])
    """
    return np.asarray(mass * other / np.maximum(mass + other, np.finfo(np.float64).tiny))


def squared(apart: FloatArray) -> FloatArray:
    """Return squared lengths along the last axis.

    Examples
    --------
    >>> squared(np.array([[3.0, 4.0]]))
    array([25.])
    """
    return np.asarray(np.einsum("...d,...d->...", apart, apart))

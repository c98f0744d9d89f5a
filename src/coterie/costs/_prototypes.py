"""Costs of points around prototypes, linear in the coordinates of a point."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.errors import InputError
from coterie.costs._axes import means, principal_axes
from coterie.costs._protocols import Instability
from coterie.costs._prototype_steps import PrototypeSteps

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import PointProblem


class Prototypes(NamedTuple):
    """Centres of the clusters, seen from the centre of the problem, and their masses p(t).

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SquaredDistanceCost
    >>> from coterie.problems import PointProblem
    >>> cost = SquaredDistanceCost(PointProblem.from_points([[0.0], [2.0], [7.0]]), 2, 1.0)
    >>> cost.refit(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])).centres
    array([[-2.],
           [ 4.]])
    """

    centres: FloatArray
    mass: FloatArray


class PrototypeCost(ABC):
    """What is the same in all costs whose field is, up to a constant of the point, linear in it.

    The class that derives says what the field is made of (`slope`), and how the prototypes follow
    from sums over the points (`estimate`).

    Parameters
    ----------
    problem : PointProblem
        The points to be assigned.
    n_clusters : int
        Number of clusters on offer.
    temperature : float
        What a unit of cost is worth in nats is one over it; positive and finite.

    Notes
    -----
    A squared distance is |x|^2 less something linear, and |x|^2 is the same for all clusters. So
    assignment and re-estimation are two products with the points [SLC §3.G].

    Examples
    --------
    >>> from coterie.costs import POINT_COSTS, PrototypeCost
    >>> sorted(name for name, cost in POINT_COSTS.items() if issubclass(cost, PrototypeCost))
    ['complexity', 'squared distance', 'topological']
    """

    def __init__(self, problem: PointProblem, n_clusters: int, temperature: float) -> None:
        self.problem = problem
        self.n_clusters = n_clusters
        self.temperature = checked_temperature(temperature)

    @property
    def n_objects(self) -> int:
        """Number of points."""
        return self.problem.n_points

    @property
    def weight(self) -> FloatArray:
        """Share of each point."""
        return self.problem.weight

    @abstractmethod
    def slope(self, parameters: Prototypes) -> FloatArray:
        """Return what [x, 1] is multiplied by to give the field; one column for each cluster."""

    def estimate(self, moments: FloatArray) -> Prototypes:
        """Return the prototypes from sums of p(t|x) [x, 1], one row for each cluster."""
        mass = moments[:, -1]
        return Prototypes(means(moments), mass)

    def renew(self, parameters: Prototypes, moments: FloatArray, caution: float) -> Prototypes:
        """Return the prototypes that follow those of the iteration before.

        A cost whose steps can overshoot goes only a share of the way; `caution` is below 1 where
        the last steps did.
        """
        return self.estimate(moments)

    def refit(self, memberships: FloatArray) -> Prototypes:
        """Return the centres and masses that suit these memberships best."""
        return self.estimate(self.moments(memberships))

    def moments(self, memberships: FloatArray) -> FloatArray:
        """Return the sums of w(x) p(t|x) [x, 1], one row for each cluster."""
        return np.asarray(memberships.T @ self.problem.weighted)

    def field(self, parameters: Prototypes) -> FloatArray:
        """Return the log weight of each cluster for each point, up to a constant of the point."""
        return np.asarray(self.problem.extended @ self.slope(parameters))

    def free_energy(self, log_normaliser: FloatArray) -> float:
        """Return -T sum_x w(x) log Z(x), in the unit of the cost."""
        mean = float(self.problem.weight @ log_normaliser)
        return self.problem.variance - self.temperature * mean

    def functional(self, memberships: FloatArray) -> float:
        """Return expected cost less temperature times entropy, the prototypes re-estimated."""
        logs = np.log(np.maximum(memberships, np.finfo(np.float64).tiny))
        entropy = -self.problem.weight @ np.einsum("xt,xt->x", memberships, logs)
        return self.evaluate(self.moments(memberships), float(entropy))

    def evaluate(self, moments: FloatArray, entropy: float) -> float:
        """Return the functional of memberships with these sums and this mean entropy."""
        pulled = float(np.vdot(moments, self.slope(self.estimate(moments)).T))
        return self.problem.variance - self.temperature * (pulled + entropy)

    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling, the prototypes re-estimated."""
        return self.energy(self.moments(np.eye(self.n_clusters)[labels]))

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for point i, the prototypes re-estimated."""
        return totals_of_labels(self.total, labels, i, self.n_clusters)

    def energy(self, moments: FloatArray) -> float:
        """Return the expected cost of labels drawn from memberships with these sums."""
        return self.problem.variance - float(np.vdot(moments, distance_slope(means(moments)).T))

    def entropy(self, moments: FloatArray, functional: float) -> float:
        """Return the mean entropy of memberships with these sums and this functional, in nats."""
        return (self.energy(moments) - functional) / self.temperature

    def step_energy(self, log_normaliser: float, moments: FloatArray, entropy: float) -> float:
        """Return the free energy after a step, from the mean log normaliser or what it led to."""
        return self.problem.variance - self.temperature * log_normaliser

    def steps(self, memberships: FloatArray) -> PrototypeSteps:
        """Return who makes the iterations, a few points at a time."""
        return PrototypeSteps(self, memberships)

    def instability(self, memberships: FloatArray, modes: Any = None) -> Instability:
        """Return how readily each cluster falls apart: 2 lambda_max(C_t) / T [SLC §3.G]."""
        moments = self.moments(memberships)
        spread, axes = principal_axes(self.problem, memberships, moments)
        size = np.sqrt(np.maximum(spread, np.finfo(np.float64).tiny))[:, None]
        middle = np.einsum("td,td->t", means(moments), axes)[:, None]
        tilt = self.problem.extended @ (np.hstack([axes, -middle]) / size).T
        return Instability(2.0 * spread / self.temperature, tilt, axes)

    def separation(self, memberships: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
        """Return the squared distance of each pair of centres."""
        centres = self.refit(memberships).centres
        apart = centres[first] - centres[second]
        return np.asarray(np.einsum("pd,pd->p", apart, apart))


def distance_slope(centres: FloatArray) -> FloatArray:
    """Return what [x, 1] is multiplied by to give |x|^2 - |x - y|^2 for each centre y.

    Examples
    --------
    >>> np.array([3.0, 1.0]) @ distance_slope(np.array([[3.0], [1.0]]))
    array([9., 5.])
    """
    return np.vstack([2.0 * centres.T, -np.einsum("td,td->t", centres, centres)])


def checked_temperature(temperature: float) -> float:
    """Refuse what is no temperature of soft assignments.

    Examples
    --------
    >>> checked_temperature(2)
    2.0
    """
    if not 0.0 < temperature < np.inf:
        message = (
            f"temperature={temperature!r} must be > 0 and finite. For hard clusters, at "
            f"temperature 0, use the labels."
        )
        raise InputError(message)
    return float(temperature)


def totals_of_labels(
    total: Callable[[IntArray], float], labels: IntArray, i: int, n_clusters: int
) -> FloatArray:
    """Evaluate a cost with each label for object i.

    Examples
    --------
    >>> totals_of_labels(lambda labels: float(labels.sum()), np.array([0, 1]), 0, 3)
    array([1., 2., 3.])
    """
    moved = np.array(labels)
    found = np.empty(n_clusters)
    for label in range(n_clusters):
        moved[i] = label
        found[label] = total(moved)
    return found

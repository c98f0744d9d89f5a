"""Iterations over points that are taken a few at a time, so that they stay in the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.types import FloatArray
    from coterie.costs._prototypes import PrototypeCost

CELLS = 2**16
"""Memberships that are computed at a time: half a megabyte."""


class PrototypeSteps:
    """Assign and re-estimate in one pass over the points.

    Parameters
    ----------
    cost : PrototypeCost
        What is minimised.
    memberships : ndarray of shape (n_points, n_clusters)
        The start; it stays as it is.

    Notes
    -----
    The same iterations as those of the cost's own `refit` and `field`; the sums over a piece of the
    points are taken while its memberships are in the cache.

    Examples
    --------
    >>> from coterie.costs import SquaredDistanceCost
    >>> from coterie.problems import PointProblem
    >>> cost = SquaredDistanceCost(PointProblem.from_points([[0.0], [1.0], [9.0]]), 2, 1.0)
    >>> steps = cost.steps(np.array([[0.6, 0.4], [0.5, 0.5], [0.4, 0.6]]))
    >>> energies = [steps.advance() for _ in range(9)]
    >>> energies == sorted(energies, reverse=True), steps.memberships.argmax(axis=1)
    (True, array([0, 0, 1]))
    """

    def __init__(self, cost: PrototypeCost, memberships: FloatArray) -> None:
        self._cost = cost
        self._parameters = cost.refit(memberships)
        self._present = np.array(memberships.T, dtype=np.float64)  # clusters first: faster
        self._before = self._energy = np.inf
        self._caution = 1.0
        self._moments: FloatArray | None = None
        self._entropy = np.nan

    @property
    def memberships(self) -> FloatArray:
        """What the last step came to."""
        return self._present.T

    @property
    def cost(self) -> float:
        """The functional of these memberships, from what the last step added up if it was whole."""
        if self._moments is None:
            return self._cost.functional(self.memberships)
        return self._cost.evaluate(self._moments, self._entropy)

    def advance(self) -> float:
        """Make one iteration, and return the free energy."""
        cost, problem = self._cost, self._cost.problem
        slope = np.ascontiguousarray(cost.slope(self._parameters).T)
        moments, told, self._moments = np.zeros(slope.shape), 0.0, None
        for piece in pieces(problem.n_points, len(slope)):
            log_weights = slope @ problem.extended[piece].T
            weights, log_normaliser = shifted_exp(log_weights)
            self._present[:, piece] = weights
            moments += weights @ problem.weighted[piece]
            told += float(problem.weight[piece] @ log_normaliser)
        self._moments, self._entropy = moments, told - float(np.vdot(moments, slope))
        energy = cost.step_energy(told, moments, self._entropy)
        self._caution = min(1.0, self._caution * (1.5 if energy <= self._energy else 0.25))
        self._before, self._energy = self._energy, energy
        self._parameters = cost.renew(self._parameters, moments, self._caution)
        return self._energy

    def settled(self, tol: float) -> bool:
        """Tell whether the last step changed the free energy by at most this, in nats a point."""
        return bool(abs(self._before - self._energy) <= tol * self._cost.temperature)


def shifted_exp(log_weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return memberships in proportion to the weights of each column, and the log of their sum.

    Overwrites the log weights.

    Examples
    --------
    >>> memberships, log_normaliser = shifted_exp(np.log([[1.0], [3.0]]))
    >>> memberships.round(2).ravel(), log_normaliser.round(3)
    (array([0.25, 0.75]), array([1.386]))
    """
    top = log_weights.max(axis=0)
    log_weights -= top
    weights = np.exp(log_weights, out=log_weights)
    total = weights.sum(axis=0)
    weights /= total
    return weights, top + np.log(total)


def pieces(n_points: int, cells: int) -> Iterator[slice]:
    """Cut points into pieces of about CELLS entries, `cells` of them for each point.

    Examples
    --------
    >>> list(pieces(3, 2**15))
    [slice(0, 2, None), slice(2, 4, None)]
    """
    size = max(1, CELLS // max(1, cells))
    for begin in range(0, n_points, size):
        yield slice(begin, begin + size)

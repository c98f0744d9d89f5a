"""Expectation and maximisation over points that are taken a few at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.costs._prototype_steps import shifted_exp

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.costs._gaussian_mixture import GaussianMixtureCost


class GaussianSteps:
    """Expectation and maximisation in one pass over the points.

    Parameters
    ----------
    cost : GaussianMixtureCost
        What is minimised.
    memberships : ndarray of shape (n_points, n_clusters)
        The start; it stays as it is.
    """

    def __init__(self, cost: GaussianMixtureCost, memberships: FloatArray) -> None:
        self._cost = cost
        self._parameters = cost.refit(memberships)
        self._present = np.array(memberships.T, dtype=np.float64)
        self._before = self._energy = np.inf

    @property
    def memberships(self) -> FloatArray:
        """What the last step came to."""
        return self._present.T

    @property
    def cost(self) -> float:
        """The functional of these memberships."""
        return self._cost.functional(self.memberships)

    def advance(self) -> float:
        """Make one iteration, and return the free energy."""
        cost, told = self._cost, 0.0
        densities, moments = cost.densities(self._parameters), cost.moments(self._parameters.means)
        for piece, seen in cost.pieces(moments):
            logs = densities.logs(seen)
            if cost.temperature != 1.0:
                logs /= cost.temperature
            memberships, log_normaliser = shifted_exp(logs)
            weight = cost.problem.weight[piece]
            self._present[:, piece] = memberships
            moments.add(memberships * weight, seen)
            told += float(weight @ log_normaliser)
        self._parameters = cost.estimate(moments)
        self._before, self._energy = self._energy, -cost.temperature * told
        return self._energy

    def settled(self, tol: float) -> bool:
        """Tell whether the last step changed the free energy by less than this, in nats a point."""
        return bool(abs(self._before - self._energy) < tol * self._cost.temperature)

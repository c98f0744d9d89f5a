"""Densities and moments of Gaussians over points that are taken a few at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import solve_triangular

from coterie._core.errors import InputError
from coterie.costs._prototype_steps import shifted_exp

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.costs._gaussian_mixture import GaussianMixtureCost, Gaussians

LOG_TWO_PI = float(np.log(2.0 * np.pi))


class Densities:
    """log pi_t N(x | mu_t, Sigma_t) for points that come in pieces.

    Parameters
    ----------
    parameters : Gaussians
        Weights, means and covariances.
    covariance_type : str
        Their form.

    Notes
    -----
    A point is compared with a mean before it is squared, so that far means lose no digits.
    """

    def __init__(self, parameters: Gaussians, covariance_type: str) -> None:
        weights, self.means, covariances = parameters
        n_dimensions = self.means.shape[1]
        if covariance_type in {"full", "tied"}:
            self.whitening = inverse_factors(covariances.reshape(-1, n_dimensions, n_dimensions))
            scales = np.einsum("tdd->td", self.whitening)
            self._matrices = True
        else:
            scales = 1.0 / np.sqrt(covariances.reshape(len(self.means), -1))
            self.whitening = np.broadcast_to(scales, self.means.shape)[:, :, None]
            scales = self.whitening[:, :, 0]
            self._matrices = False
        tiny = np.finfo(np.float64).tiny
        self._constant = np.log(np.maximum(weights, tiny)) + np.log(scales).sum(axis=1)
        self._constant -= n_dimensions * LOG_TWO_PI / 2.0

    def apart(self, points: FloatArray) -> FloatArray:
        """Return the points less each mean, (n_clusters, n_dimensions, n_points)."""
        return np.asarray(points.T[None] - self.means[:, :, None])

    def logs(self, apart: FloatArray) -> FloatArray:
        """Return the log densities, (n_clusters, n_points)."""
        white = self.whitening @ apart if self._matrices else self.whitening * apart
        white *= white
        squares = white.sum(axis=1)
        squares *= -0.5
        squares += self._constant[:, None]
        return np.asarray(squares)


def inverse_factors(covariances: FloatArray) -> FloatArray:
    """Return the inverse Cholesky factor of each matrix: it makes the cluster a round one.

    Examples
    --------
    >>> inverse_factors(np.array([[[4.0, 0.0], [0.0, 1.0]]]))
    array([[[0.5, 0. ],
            [0. , 1. ]]])
    """
    identity = np.eye(covariances.shape[-1])
    try:
        factors = np.linalg.cholesky(covariances)
    except np.linalg.LinAlgError as fault:
        message = (
            "a covariance is not positive definite: some component has too few points. Raise "
            "reg_covar, or ask for fewer clusters."
        )
        raise InputError(message) from fault
    return np.stack([solve_triangular(factor, identity, lower=True) for factor in factors])


class GaussianSums:
    """Sums over points from which means and covariances follow, about given places.

    Parameters
    ----------
    places : ndarray of shape (n_clusters, n_dimensions)
        What squares are taken about; near the means, so that no digits are lost.
    matrices : bool
        Whether products of different coordinates are wanted.
    """

    def __init__(self, places: FloatArray, *, matrices: bool) -> None:
        n_clusters, n_dimensions = places.shape
        self._places, self._matrices = places, matrices
        self.mass = np.zeros(n_clusters)
        self._first = np.zeros((n_clusters, n_dimensions))
        self._second = np.zeros((n_clusters, n_dimensions) + (n_dimensions,) * matrices)

    def add(self, share: FloatArray, apart: FloatArray) -> None:
        """Take in points: their shares in each cluster, and themselves less the places."""
        pulled = share[:, None, :] * apart
        self.mass += share.sum(axis=1)
        self._first += pulled.sum(axis=2)
        if self._matrices:
            self._second += pulled @ apart.transpose(0, 2, 1)
        else:
            pulled *= apart
            self._second += pulled.sum(axis=2)

    def moments(self) -> tuple[FloatArray, FloatArray]:
        """Return the means, and the covariances about them."""
        share = np.divide(1.0, self.mass, out=np.zeros_like(self.mass), where=self.mass > 0.0)
        off = self._first * share[:, None]
        squares = off[:, :, None] * off[:, None, :] if self._matrices else off**2
        second = self._second * share.reshape(-1, *[1] * (self._second.ndim - 1))
        return self._places + off, second - squares


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
        densities = Densities(self._parameters, cost.covariance_type)
        sums = GaussianSums(self._parameters.means, matrices=cost.matrices)
        for piece in cost.pieces():
            apart = densities.apart(cost.problem.points[piece])
            logs = densities.logs(apart)
            if cost.temperature != 1.0:
                logs /= cost.temperature
            memberships, log_normaliser = shifted_exp(logs)
            weight = cost.problem.weight[piece]
            self._present[:, piece] = memberships
            sums.add(memberships * weight, apart)
            told += float(weight @ log_normaliser)
        self._parameters = cost.estimate(sums)
        self._before, self._energy = self._energy, -cost.temperature * told
        return self._energy

    def settled(self, tol: float) -> bool:
        """Tell whether the last step changed the free energy by less than this, in nats a point."""
        return bool(abs(self._before - self._energy) < tol * self._cost.temperature)

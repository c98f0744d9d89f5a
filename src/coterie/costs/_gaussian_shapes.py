"""Densities and moments of Gaussians of one shape or another, over points a few at a time.

Each shape has moments, which look at points and add them up, and densities of what was seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import solve_triangular

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.costs._gaussian_mixture import Gaussians

LOG_TWO_PI = float(np.log(2.0 * np.pi))
TOO_FEW = (
    "a covariance is not positive definite: some component has too few points. Raise reg_covar, "
    "or ask for fewer clusters."
)


class CentralMoments:
    """Sums over points from which a covariance matrix of each cluster follows.

    Parameters
    ----------
    places : ndarray of shape (n_clusters, n_dimensions)
        What squares are taken about; near the means, so that no digits are lost.
    """

    def __init__(self, places: FloatArray) -> None:
        n_clusters, n_dimensions = places.shape
        self.cells = n_clusters * n_dimensions
        self._places = places
        self._mass = np.zeros(n_clusters)
        self._first = np.zeros((n_clusters, n_dimensions))
        self._second = np.zeros((n_clusters, n_dimensions, n_dimensions))

    def see(self, points: FloatArray) -> FloatArray:
        """Return the points less each place, (n_clusters, n_dimensions, n_points)."""
        return np.asarray(points.T[None] - self._places[:, :, None])

    def add(self, share: FloatArray, seen: FloatArray) -> None:
        """Take in points: their shares in each cluster, and what was seen of them."""
        pulled = share[:, None, :] * seen
        self._mass += share.sum(axis=1)
        self._first += pulled.sum(axis=2)
        self._second += pulled @ seen.transpose(0, 2, 1)

    def results(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the masses, the means, and the covariances about them."""
        share = inverse(self._mass)
        off = self._first * share[:, None]
        second = self._second * share[:, None, None]
        return self._mass, self._places + off, second - off[:, :, None] * off[:, None, :]


class CentralDensities:
    """log pi_t N(x | mu_t, Sigma_t) with a matrix for each cluster.

    Parameters
    ----------
    parameters : Gaussians
        Weights, means and covariances; `CentralMoments` at the same means see the points.
    """

    def __init__(self, parameters: Gaussians) -> None:
        self._whitening = inverse_factors(parameters.covariances)
        scale = np.log(np.einsum("tdd->td", self._whitening)).sum(axis=1)
        self._constant = constants(parameters, scale)[:, None]

    def logs(self, seen: FloatArray) -> FloatArray:
        """Return the log densities, (n_clusters, n_points)."""
        white = self._whitening @ seen
        white *= white
        squares = white.sum(axis=1)
        squares *= -0.5
        squares += self._constant
        return np.asarray(squares)


class PlainMoments:
    """Sums of [squares, x, 1] over points, for shapes that need no matrix for each cluster.

    Parameters
    ----------
    n_clusters, n_dimensions : int
        Size of the mixture.
    shape : {"tied", "diag", "spherical"}
        Squares are all products of two coordinates, the squares of each, or their sum.

    Notes
    -----
    Squares are taken about the centre of all points: of the digits of a variance those are lost
    that the square of the distance of the mean from there has in addition.
    """

    def __init__(self, n_clusters: int, n_dimensions: int, shape: str) -> None:
        self._shape = shape
        self._n_squares = {
            "tied": n_dimensions * (n_dimensions + 1) // 2, "diag": n_dimensions, "spherical": 1
        }[shape]  # fmt: skip
        self._sums = np.zeros((n_clusters, self._n_squares + n_dimensions + 1))
        self.cells = sum(self._sums.shape)

    def see(self, points: FloatArray) -> FloatArray:
        """Return [squares, x, 1], (n_functions, n_points)."""
        seen = np.empty((self._sums.shape[1], len(points)))
        squares, x = seen[: self._n_squares], seen[self._n_squares : -1]
        x[:], seen[-1] = points.T, 1.0
        if self._shape == "diag":
            np.multiply(x, x, out=squares)
        elif self._shape == "spherical":
            np.einsum("dx,dx->x", x, x, out=squares[0])
        else:
            begin = 0
            for d, coordinate in enumerate(x):
                end = begin + len(x) - d
                np.multiply(coordinate, x[d:], out=squares[begin:end])
                begin = end
        return seen

    def add(self, share: FloatArray, seen: FloatArray) -> None:
        """Take in points: their shares in each cluster, and what was seen of them."""
        self._sums += share @ seen.T

    def results(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the masses, the means, and the covariances about them."""
        squares, first, mass = np.split(self._sums, [self._n_squares, -1], axis=1)
        share = inverse(mass)
        means = first * share
        if self._shape == "tied":
            rows, columns = np.triu_indices(means.shape[1])
            whole = np.empty((means.shape[1],) * 2)
            whole[rows, columns] = whole[columns, rows] = squares.sum(axis=0)
            covariances = (whole - first.T @ means) / mass.sum()
        elif self._shape == "diag":
            covariances = np.maximum(squares * share - means**2, 0.0)
        else:
            spread = squares * share - np.einsum("td,td->t", means, means)[:, None]
            covariances = np.maximum(spread[:, 0], 0.0) / means.shape[1]
        return mass[:, 0], means, covariances


class PlainDensities:
    """log pi_t N(x | mu_t, Sigma_t) where it is a product with [squares, x, 1].

    Parameters
    ----------
    parameters : Gaussians
        Weights, means and covariances.
    shape : {"tied", "diag", "spherical"}
        As in `PlainMoments`, which see the points.
    """

    def __init__(self, parameters: Gaussians, shape: str) -> None:
        _, means, covariances = parameters
        if shape == "tied":
            (whitening,) = inverse_factors(covariances[None])
            precision, scale = whitening.T @ whitening, np.log(np.diag(whitening)).sum()
            rows, columns = np.triu_indices(len(precision))
            pairs = precision[rows, columns] * np.where(rows == columns, 0.5, 1.0)
            slope, squares = means @ precision, np.tile(pairs, (len(means), 1))
        else:
            precisions = 1.0 / positive(covariances).reshape(len(means), -1)
            slope, squares = means * precisions, 0.5 * precisions
            scale = 0.5 * np.log(np.broadcast_to(precisions, means.shape)).sum(axis=1)
        constant = constants(parameters, scale) - 0.5 * np.einsum("td,td->t", means, slope)
        self._slope = np.column_stack([-squares, slope, constant])

    def logs(self, seen: FloatArray) -> FloatArray:
        """Return the log densities, (n_clusters, n_points)."""
        return np.asarray(self._slope @ seen)


def inverse(mass: FloatArray) -> FloatArray:
    """Return one over each mass, 0 for those that are 0.

    Examples
    --------
    >>> inverse(np.array([0.5, 0.0]))
    array([2., 0.])
    """
    return np.divide(1.0, mass, out=np.zeros_like(mass), where=mass > 0.0)


def constants(parameters: Gaussians, scale: FloatArray) -> FloatArray:
    """Return log pi_t N(mu_t | mu_t, Sigma_t), with scale = -1/2 log |Sigma_t|."""
    logs = np.log(np.maximum(parameters.weights, np.finfo(np.float64).tiny))
    return np.asarray(logs + scale - parameters.means.shape[1] * LOG_TWO_PI / 2.0)


def positive(variances: FloatArray) -> FloatArray:
    """Refuse variances of 0.

    Examples
    --------
    >>> positive(np.array([0.5, 2.0]))
    array([0.5, 2. ])
    """
    if not variances.min() > 0.0:
        raise InputError(TOO_FEW)
    return variances


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
        raise InputError(TOO_FEW) from fault
    return np.stack([solve_triangular(factor, identity, lower=True) for factor in factors])

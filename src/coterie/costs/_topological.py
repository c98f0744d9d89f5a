"""Squared distance where the label of a point is passed on through a noisy channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.costs._axes import means, principal_axes
from coterie.costs._protocols import Instability
from coterie.costs._prototypes import PrototypeCost, Prototypes, distance_slope

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray
    from coterie.problems import PointProblem


class TopologicalCost(PrototypeCost):
    """Mean squared distance to the centre that arrives when a label is sent through a channel.

    Parameters
    ----------
    problem : PointProblem
        The points to be assigned.
    n_clusters : int
        Number of labels.
    temperature : float
        Of soft assignments.
    channel : array-like of shape (n_clusters, n_clusters), optional
        Probability that a label (row) arrives as another (column). By default neighbours on a line
        are confused.

    Notes
    -----
    Topological clustering [SLC §3.G]: labels that are often confused get centres that are near one
    another, a self-organising map with a cost. Where nothing is confused this is K-means.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import TopologicalCost, critical_temperature
    >>> from coterie.problems import PointProblem
    >>> channel = [[0.9, 0.1], [0.1, 0.9]]
    >>> cost = TopologicalCost(PointProblem.from_points([[-1.0], [1.0]]), 2, 1.0, channel)
    >>> critical_temperature(cost).round(6)  # 2 lambda_max (1 - 2 * 0.1) ** 2
    array([1.28, 1.28])
    """

    def __init__(
        self,
        problem: PointProblem,
        n_clusters: int,
        temperature: float,
        channel: ArrayLike | None = None,
    ) -> None:
        super().__init__(problem, n_clusters, temperature)
        if channel is None:
            channel = neighbourhood_matrix((n_clusters,), 0.5)
        self.channel = checked_channel(channel, n_clusters)

    def slope(self, parameters: Prototypes) -> FloatArray:
        """Return the slopes of the distances, averaged over what may arrive."""
        return np.asarray(distance_slope(parameters.centres) @ self.channel.T / self.temperature)

    def estimate(self, moments: FloatArray) -> Prototypes:
        """Return the means of what arrives, and the masses of what is sent."""
        return Prototypes(means(self.channel.T @ moments), moments[:, -1])

    def energy(self, moments: FloatArray) -> float:
        """Return the expected cost of labels drawn from memberships with these sums."""
        arrived = self.channel.T @ moments
        return self.problem.variance - float(np.vdot(arrived, distance_slope(means(arrived)).T))

    def instability(self, memberships: FloatArray, modes: Any = None) -> Instability:
        """Return how readily the whole map unfolds from one point, the same for all its labels.

        It is that of the state in which all labels have the same memberships, whatever they are.
        """
        problem, whole = self.problem, np.ones((self.n_objects, 1))
        (spread,), (axis,) = principal_axes(problem, whole, self.moments(whole))
        value, mode = unfolding(self.channel)
        size = max(float(np.sqrt(spread)), np.finfo(np.float64).tiny)
        tilt = (problem.points @ axis)[:, None] * mode / size
        gain = np.full(self.n_clusters, 2.0 * spread * value / self.temperature)
        return Instability(gain, tilt, axis[None])


def unfolding(channel: FloatArray) -> tuple[float, FloatArray]:
    """Return the largest eigenvalue of a channel less what is the same for all, and its vector.

    The vector has a mean square of 1.

    Examples
    --------
    >>> value, mode = unfolding(np.array([[0.9, 0.1], [0.1, 0.9]]))
    >>> round(value, 6), np.abs(mode)
    (0.64, array([1., 1.]))
    """
    n_clusters = len(channel)
    scaled = channel / np.sqrt(n_clusters * channel.mean(axis=0))
    scaled = scaled - scaled.mean(axis=0)  # labels are compared with the mean over all of them
    left, values, _ = np.linalg.svd(scaled)
    return float(values[0] ** 2), left[:, 0] * np.sqrt(n_clusters)


def neighbourhood_matrix(grid: tuple[int, ...], width: float) -> FloatArray:
    """Return how often places of a grid are confused: exp(-distance^2 / (2 width^2)), normalised.

    Parameters
    ----------
    grid : tuple of int
        Length of each side.
    width : float
        Distance of places that are often confused, in steps; 0 confuses none.

    Returns
    -------
    ndarray of shape (n_places, n_places)
        Rows sum to 1.

    Notes
    -----
    The channel of a topological map [SLC §3.G].

    Examples
    --------
    >>> from coterie.costs import neighbourhood_matrix
    >>> neighbourhood_matrix((3,), 1.0).round(2)
    array([[0.57, 0.35, 0.08],
           [0.27, 0.45, 0.27],
           [0.08, 0.35, 0.57]])
    """
    places = np.stack(np.meshgrid(*map(np.arange, grid), indexing="ij"), axis=-1)
    places = places.reshape(-1, len(grid)).astype(np.float64)
    if width <= 0.0:
        return np.eye(len(places))
    apart = ((places[:, None] - places) ** 2).sum(axis=2)
    near = np.exp(-apart / (2.0 * width**2))
    return np.asarray(near / near.sum(axis=1, keepdims=True))


def checked_channel(channel: ArrayLike, n_clusters: int) -> FloatArray:
    """Return a channel whose rows are distributions over all labels.

    Examples
    --------
    >>> checked_channel([[1, 0], [0.5, 0.5]], 2)
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    given = np.asarray(channel, dtype=np.float64)
    shape = (n_clusters, n_clusters)
    fine = given.shape == shape and given.min() >= 0.0
    if not (fine and np.allclose(given.sum(axis=1), 1.0) and given.sum(axis=0).min() > 0.0):
        message = (
            f"channel must be of shape {shape}, each row a distribution, and every label must "
            f"arrive now and then. Divide each row by its sum."
        )
        raise InputError(message)
    return given

"""In which direction points of a cluster differ most: all clusters at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.measures._modes import leading_eigenpairs
from coterie.problems._points import DIRECT

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import PointProblem


def principal_axes(
    problem: PointProblem, memberships: Any, moments: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the largest eigenvalue of the covariance of each cluster, and its vector.

    Parameters
    ----------
    problem : PointProblem
        The points.
    memberships : ndarray or sparse array of shape (n_points, n_clusters)
        How much of each point belongs to each cluster.
    moments : ndarray of shape (n_clusters, n_dimensions + 1)
        Their sums of w(x) [x, 1].

    Notes
    -----
    In a few dimensions the matrices are built, from products of coordinates; in more, only
    multiplied by vectors.

    Examples
    --------
    >>> from coterie.problems import PointProblem
    >>> problem = PointProblem.from_points([[0.0, 0.0], [0.0, 2.0], [5.0, 0.0], [9.0, 0.0]])
    >>> members = np.kron(np.eye(2), [[1.0], [1.0]])
    >>> value, vector = principal_axes(problem, members, members.T @ problem.weighted)
    >>> value.round(9), np.abs(vector)
    (array([1., 4.]), array([[0., 1.],
           [1., 0.]]))
    """
    n_dimensions = problem.n_dimensions
    centres = means(moments)
    share = np.divide(1.0, moments[:, -1], out=np.zeros(len(moments)), where=moments[:, -1] > 0.0)
    if n_dimensions <= DIRECT:
        first, second = np.triu_indices(n_dimensions)
        matrices = np.empty((len(centres), n_dimensions, n_dimensions))
        products = np.asarray(memberships.T @ problem.weighted_products) * share[:, None]
        matrices[:, first, second] = matrices[:, second, first] = products
        matrices -= centres[:, :, None] * centres[:, None, :]
        values, vectors = np.linalg.eigh(matrices)
        return np.maximum(values[:, -1], 0.0), vectors[:, :, -1]

    def apply(vectors: FloatArray) -> FloatArray:
        position = problem.points @ vectors - np.einsum("td,dt->t", centres, vectors)
        if isinstance(memberships, np.ndarray):
            pulled = memberships * position
        else:
            pulled = memberships.multiply(position).tocsr()
        sums = np.asarray(pulled.T @ problem.weighted)
        return np.asarray((sums[:, :-1] - sums[:, -1:] * centres) * share[:, None]).T

    start = np.random.default_rng(0).standard_normal(centres.T.shape)
    value, vector = leading_eigenpairs(apply, start, tol=1e-6)
    return value, vector.T


def means(moments: FloatArray) -> FloatArray:
    """Divide sums by masses; a cluster without mass stays at the centre of all.

    Examples
    --------
    >>> means(np.array([[3.0, 2.0], [0.0, 0.0]]))
    array([[1.5],
           [0. ]])
    """
    sums, mass = moments[:, :-1], moments[:, -1:]
    return np.divide(sums, mass, out=np.zeros_like(sums), where=mass > 0.0)

"""Distances by name: whole matrices, and graphs of nearest neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.similarity._distance import Distance, as_points
from coterie.similarity._euclidean import Euclidean
from coterie.similarity._pearson import Pearson
from coterie.similarity._sqeuclidean import SquaredEuclidean

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, Matrix

DISTANCES: dict[str, Distance] = {
    "sqeuclidean": SquaredEuclidean(),
    "euclidean": Euclidean(),
    "pearson": Pearson(),
}


def distance_named(metric: str) -> Distance:
    """Return the distance of that name, or say which there are."""
    if metric not in DISTANCES:
        message = f"metric={metric!r} must be one of {', '.join(map(repr, DISTANCES))}."
        raise InputError(message)
    return DISTANCES[metric]


def pairwise_distances(
    X: Matrix | ArrayLike,
    metric: str = "sqeuclidean",
    *,
    others: Matrix | ArrayLike | None = None,
) -> FloatArray:
    """Return the distance of each row to each row.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Points.
    metric : {"sqeuclidean", "euclidean", "pearson"}, default="sqeuclidean"
        Name of the distance.
    others : array-like or sparse matrix of shape (n_others, n_columns), optional
        Rows to measure to; by default those of `X`.

    Returns
    -------
    ndarray of shape (n_rows, n_rows) or (n_rows, n_others)
        Smaller is nearer; 0 from a row to itself and to its duplicates.

    Examples
    --------
    >>> from coterie.similarity import pairwise_distances
    >>> pairwise_distances([[0.0, 0.0], [3.0, 4.0]], "euclidean")
    array([[0., 5.],
           [5., 0.]])
    """
    points, along = both_as_points(X, others, "pairwise_distances")
    return distance_named(metric).between(points, along)


def neighbor_graph(
    X: Matrix | ArrayLike,
    metric: str = "sqeuclidean",
    *,
    n_neighbors: int = 25,
    others: Matrix | ArrayLike | None = None,
) -> sp.csr_array:
    """Return the distances between rows of which one is among the nearest of the other.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Points.
    metric : {"sqeuclidean", "euclidean", "pearson"}, default="sqeuclidean"
        Name of the distance.
    n_neighbors : int, default=25
        How many others each row is joined to; more may choose it.
    others : array-like or sparse matrix of shape (n_others, n_columns), optional
        Rows to be joined to, which then do not choose; by default those of `X`.

    Returns
    -------
    csr_array of shape (n_rows, n_rows) or (n_rows, n_others)
        Among the rows of `X` symmetric, without diagonal. What is not stored is not joined; a
        stored 0 is a duplicate.

    Examples
    --------
    >>> from coterie.similarity import neighbor_graph
    >>> neighbor_graph([[0.0], [1.0], [3.0]], "euclidean", n_neighbors=1).toarray()
    array([[0., 1., 0.],
           [1., 0., 2.],
           [0., 2., 0.]])
    """
    points, along = both_as_points(X, others, "neighbor_graph")
    n_rows = points.shape[0]
    most = n_rows - 1 if along is None else along.shape[0]
    if not 1 <= n_neighbors <= most:
        message = (
            f"neighbor_graph: n_neighbors={n_neighbors} must be from 1 to the {most} other rows."
        )
        raise InputError(message)
    which, far = distance_named(metric).neighbors(points, n_neighbors, along)
    chooser, chosen, stored = np.repeat(np.arange(n_rows), n_neighbors), which.ravel(), far.ravel()
    if along is not None:
        place = (chooser, chosen)
        return sp.coo_array((stored, place), shape=(n_rows, along.shape[0])).tocsr()
    pairs = np.concatenate([chooser * n_rows + chosen, chosen * n_rows + chooser])
    unique, first = np.unique(pairs, return_index=True)
    rows, columns = np.divmod(unique, n_rows)
    bounds = np.searchsorted(rows, np.arange(n_rows + 1))
    graph = (np.concatenate([stored, stored])[first], columns, bounds)
    return sp.csr_array(graph, shape=(n_rows, n_rows))


def both_as_points(
    X: Matrix | ArrayLike, others: Matrix | ArrayLike | None, owner: str
) -> tuple[Matrix, Matrix | None]:
    """Return one table or two of rows of numbers, with as many columns."""
    points = as_points(X, owner)
    if others is None:
        return points, None
    along = as_points(others, owner)
    if along.shape[1] != points.shape[1]:
        message = (
            f"{owner}: rows of {points.shape[1]} columns and others of {along.shape[1]}. Give the "
            f"same."
        )
        raise InputError(message)
    return points, along

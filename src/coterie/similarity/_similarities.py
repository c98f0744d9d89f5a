"""Similarities by name: whole matrices from points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.similarity._absolute_correlation import absolute_correlation
from coterie.similarity._correlation import correlation, mirrored
from coterie.similarity._distance import as_points
from coterie.similarity._euclidean import Euclidean
from coterie.similarity._path import path_distances
from coterie.similarity._sqeuclidean import SquaredEuclidean

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, Matrix


@dataclass(frozen=True)
class FromDistance:
    """The similarity `offset - D` with a distance D.

    Parameters
    ----------
    distances : callable
        Takes points, and returns their distances in a new array.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.similarity import FromDistance, SquaredEuclidean
    >>> FromDistance(SquaredEuclidean().between)(np.array([[0.0], [2.0]]))
    array([[4., 0.],
           [0., 4.]])
    """

    distances: Callable[[Matrix], FloatArray]

    def __call__(self, points: Matrix, offset: float | None = None) -> FloatArray:
        """Return the similarities of all pairs.

        Parameters
        ----------
        points : array or csr_array
            Rows of finite numbers.
        offset : float, optional
            What distance 0 becomes; by default the largest distance.
        """
        found = mirrored(self.distances(points))
        largest = found.max(initial=0.0)
        if not np.isfinite(largest):
            message = (
                "similarities: some distances are NaN or infinite, so v - D is no number. Turn the "
                "distances by exponential_similarity, which makes infinite ones 0."
            )
            raise InputError(message)
        top = largest if offset is None else offset
        return np.subtract(top, found, out=found)


def path_of_squares(points: Matrix) -> FloatArray:
    """Return the path-based distance on squared Euclidean ones."""
    return np.asarray(path_distances(mirrored(SquaredEuclidean().between(points))))


SIMILARITIES: dict[str, Callable[..., FloatArray]] = {
    "sqeuclidean": FromDistance(SquaredEuclidean().between),
    "euclidean": FromDistance(SquaredEuclidean().between),  # as scikit-learn's affinities have it
    "distance": FromDistance(Euclidean().between),
    "correlation": correlation,
    "absolute_correlation": absolute_correlation,
    "path": FromDistance(path_of_squares),
}


def similarity_matrix(
    X: Matrix | ArrayLike, similarity: str = "sqeuclidean", *, offset: float | None = None
) -> FloatArray:
    """Return how alike each row is to each row.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Points.
    similarity : str, default="sqeuclidean"
        A name in `SIMILARITIES`. "sqeuclidean" (or "euclidean"), "distance" (Euclidean, without
        the square) and "path" (path-based, on squared Euclidean distances) are distances D, turned
        into v - D; "correlation" and "absolute_correlation" stay as they are.
    offset : float, optional
        v, by default the largest distance. Give one number to tables that are to be compared, and
        0.0 for -D.

    Returns
    -------
    ndarray of shape (n_rows, n_rows)
        Symmetric; larger is more alike.

    Notes
    -----
    Implements [VAL 15, GRA §3].

    Examples
    --------
    >>> from coterie.similarity import similarity_matrix
    >>> similarity_matrix([[0.0], [1.0], [3.0]])
    array([[9., 8., 0.],
           [8., 9., 5.],
           [0., 5., 9.]])
    >>> similarity_matrix([[0.0], [1.0], [3.0]], "distance", offset=0.0)
    array([[ 0., -1., -3.],
           [-1.,  0., -2.],
           [-3., -2.,  0.]])
    """
    if similarity not in SIMILARITIES:
        names = ", ".join(map(repr, SIMILARITIES))
        message = f"similarity={similarity!r} must be one of {names}."
        raise InputError(message)
    measure: Any = SIMILARITIES[similarity]
    points = as_points(X, "similarity_matrix")
    if offset is None:
        return np.asarray(measure(points))
    if not isinstance(measure, FromDistance):
        message = f"similarity_matrix: offset={offset!r} is for distances, not for {similarity!r}."
        raise InputError(message)
    return measure(points, offset)

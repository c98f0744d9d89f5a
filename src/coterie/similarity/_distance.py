"""Distances between the rows of a table, computed block by block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.neighbors import NearestNeighbors

from coterie._core.errors import InputError
from coterie._core.tables import dense, sum_over

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray, Matrix

CELLS = 4e6
"""Distances, or coordinates of pairs, that are worked on at a time."""

CLOSE = 1e-7
"""Squares below this share of the largest lose digits in a product, and are summed anew."""


class Distance(ABC):
    """A distance that grows with the squared Euclidean distance between prepared rows.

    Who adds one says how rows are prepared and how a square is read. Whole matrices and graphs of
    nearest neighbours follow.

    Examples
    --------
    >>> from coterie.similarity import Distance
    >>> class Chord(Distance):
    ...     def prepare(self, points):
    ...         return points / np.linalg.norm(points, axis=1, keepdims=True)
    ...
    ...     def read(self, squares):
    ...         return np.sqrt(squares)
    >>> import numpy as np
    >>> Chord().between(np.array([[3.0, 0.0], [0.0, 1.0]])).round(3)
    array([[0.   , 1.414],
           [1.414, 0.   ]])
    """

    @abstractmethod
    def prepare(self, points: Matrix) -> Matrix:
        """Return the rows whose Euclidean distance counts."""

    @abstractmethod
    def read(self, squares: FloatArray) -> FloatArray:
        """Turn squared Euclidean distances into the distance, growing and 0 at 0."""

    def between(self, points: Matrix, others: Matrix | None = None) -> FloatArray:
        """Return the distance of each row to each other row, or to the rows of another table.

        Parameters
        ----------
        points, others : array or csr_array
            Rows of numbers.
        """
        left = self.prepare(points)
        right = left if others is None else self.prepare(others)
        found = np.empty((left.shape[0], right.shape[0]))
        size = max(1, int(CELLS / max(1, right.shape[0])))
        for first in range(0, left.shape[0], size):
            block = slice(first, first + size)
            found[block] = self.read(squared(left[block], right))
        return found

    def neighbors(
        self, points: Matrix, n_neighbors: int, others: Matrix | None = None
    ) -> tuple[IntArray, FloatArray]:
        """Return the nearest other rows of each row, or of another table, and how far they are.

        Parameters
        ----------
        points, others : array or csr_array
            Rows of numbers.
        n_neighbors : int
            How many.
        """
        left = self.prepare(points)
        right = left if others is None else self.prepare(others)
        search = NearestNeighbors(n_neighbors=n_neighbors).fit(right)
        which = search.kneighbors(None if others is None else left, return_distance=False)
        who = np.repeat(np.arange(left.shape[0]), n_neighbors)
        squares = squared_of_pairs(left, right, who, which.ravel())  # the search loses digits
        return which.astype(np.int64), self.read(squares.reshape(which.shape))


def squared(left: Matrix, right: Matrix) -> FloatArray:
    """Return squared Euclidean distances; pairs so close that a product cancels are summed anew."""
    here, there = squared_norms(left), squared_norms(right)
    squares: FloatArray = here[:, None] + there - 2.0 * dense(left @ right.T)
    limit = CLOSE * max(here.max(initial=0.0), there.max(initial=0.0))
    rows, columns = np.nonzero(squares <= limit)
    squares[rows, columns] = squared_of_pairs(left, right, rows, columns)
    return squares


def squared_of_pairs(left: Matrix, right: Matrix, rows: IntArray, columns: IntArray) -> FloatArray:
    """Return the squared Euclidean distance of each pair of a row and a row of the other table."""
    squares = np.empty(rows.size)
    size = max(1, int(CELLS / max(1, left.shape[1])))
    for first in range(0, rows.size, size):
        pair = slice(first, first + size)
        squares[pair] = squared_norms(left[rows[pair]] - right[columns[pair]])
    return squares


def squared_norms(table: Any) -> FloatArray:
    """Return the sum of squares of each row."""
    return sum_over(table * table if isinstance(table, np.ndarray) else table.power(2), 1)


def as_points(X: ArrayLike | Matrix, owner: str) -> Matrix:
    """Return rows of finite numbers as a float array or csr_array, or say what is wrong."""
    table: Any = X
    sparse = sp.issparse(X)
    points: Any = sp.csr_array(table, dtype=float) if sparse else np.asarray(table, np.float64)
    if points.ndim != 2:
        message = f"{owner}: the points have {points.ndim} dimensions. Give rows and columns."
        raise InputError(message)
    wrong = np.flatnonzero(~np.isfinite(points.data if sparse else points))
    if wrong.size:
        message = f"{owner}: {wrong.size} coordinates are NaN or infinite. Drop or fill them."
        raise InputError(message)
    return points

"""The squared Euclidean distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coterie.similarity._distance import Distance

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Matrix


class SquaredEuclidean(Distance):
    """The squared Euclidean distance, `sum_k (x_k - y_k)^2`.

    Examples
    --------
    >>> import numpy as np
    >>> SquaredEuclidean().between(np.array([[0.0, 0.0], [3.0, 4.0]]))
    array([[ 0., 25.],
           [25.,  0.]])
    """

    def prepare(self, points: Matrix) -> Matrix:
        """Return the rows as they are."""
        return points

    def read(self, squares: FloatArray) -> FloatArray:
        """Return the squares as they are."""
        return squares

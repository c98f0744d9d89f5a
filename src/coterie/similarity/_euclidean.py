"""The Euclidean distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.similarity._distance import Distance

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Matrix


class Euclidean(Distance):
    """The Euclidean distance, the root of the sum of squared differences.

    Examples
    --------
    >>> import numpy as np
    >>> Euclidean().between(np.array([[0.0, 0.0], [3.0, 4.0]]))
    array([[0., 5.],
           [5., 0.]])
    """

    def prepare(self, points: Matrix) -> Matrix:
        """Return the rows as they are."""
        return points

    def read(self, squares: FloatArray) -> FloatArray:
        """Return the roots."""
        return np.asarray(np.sqrt(squares))

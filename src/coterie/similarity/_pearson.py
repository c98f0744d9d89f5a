"""The distance of rows by their correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError, some
from coterie._core.tables import dense
from coterie.similarity._distance import Distance

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Matrix

FLAT = 1e-13
"""Spread of a row, relative to its length, below which its entries are equal but for rounding."""

OPPOSITE = 1e-14
"""How near to -1 a correlation is -1 but for rounding."""


class Pearson(Distance):
    """The distance `(1 - K) / (1 + K)` with the Pearson correlation K of two rows.

    It runs from 0 for rows that rise and fall together, by 1 for uncorrelated ones, to infinity for
    exact opposites. A row whose entries are all equal has no correlation and is refused.

    Notes
    -----
    Implements [IB 5.5]. For rows of mean 0 and length 1 the squared Euclidean distance is 2 - 2K.
    Sparse rows are filled: their mean is taken off.

    Examples
    --------
    >>> import numpy as np
    >>> Pearson().between(np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 2.0, 1.0]])).round(9)
    array([[ 0.,  0., inf],
           [ 0.,  0., inf],
           [inf, inf,  0.]])
    """

    def prepare(self, points: Matrix) -> FloatArray:
        """Return rows of mean 0 and length 1."""
        rows = dense(points)
        centred = rows - rows.mean(axis=1, keepdims=True)
        length = np.linalg.norm(centred, axis=1)
        flat = np.flatnonzero(length <= FLAT * np.linalg.norm(rows, axis=1))
        if flat.size:
            message = (
                f"pearson: {flat.size} of {len(rows)} rows have all entries equal "
                f"(first: {some(flat.tolist())}), so no correlation. Drop them, or take "
                f"another metric."
            )
            raise InputError(message)
        return np.asarray(centred / length[:, None])

    def read(self, squares: FloatArray) -> FloatArray:
        """Return (1 - K) / (1 + K), infinite at K = -1."""
        sums = 4.0 - squares  # 2 + 2K
        opposite = sums <= OPPOSITE
        return np.divide(squares, sums, out=np.full_like(squares, np.inf), where=~opposite)

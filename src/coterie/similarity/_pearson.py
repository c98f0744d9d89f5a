"""The distance of rows by their correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import DataWarning, some, warn
from coterie._core.tables import dense
from coterie.similarity._distance import Distance

if TYPE_CHECKING:
    from coterie._core.types import BoolArray, FloatArray, IntArray, Matrix

FLAT = 1e-13
"""Spread of a row, relative to its length, below which its entries are equal but for rounding."""

OPPOSITE = 1e-14
"""How near to -1 a correlation is -1 but for rounding."""

UNCORRELATED = 1.0
"""The distance at K = 0."""


class Pearson(Distance):
    """The distance `(1 - K) / (1 + K)` with the Pearson correlation K of two rows.

    It runs from 0 for rows that rise and fall together, by 1 for uncorrelated ones, to infinity for
    exact opposites. A row whose entries are all equal has no correlation: it is taken to be
    uncorrelated with every other row, and a warning names it.

    Notes
    -----
    Implements [IB 5.5]. For rows of mean 0 and length 1 the squared Euclidean distance is 2 - 2K.
    A flat row gets a coordinate of its own kind, at which its distance to all rows that are not
    flat is that of K = 0. Sparse rows are filled: their mean is taken off.

    Examples
    --------
    >>> import numpy as np
    >>> Pearson().between(np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 2.0, 1.0]])).round(9)
    array([[ 0.,  0., inf],
           [ 0.,  0., inf],
           [inf, inf,  0.]])
    """

    def prepare(self, points: Matrix) -> FloatArray:
        """Return rows of mean 0 and length 1, and a last column that is 1 for flat rows."""
        centred, length, flat = centred_rows(points)
        centred[flat] = 0.0
        length[flat] = 1.0
        return np.column_stack([centred / length[:, None], flat])

    def read(self, squares: FloatArray) -> FloatArray:
        """Return (1 - K) / (1 + K), infinite at K = -1."""
        sums = 4.0 - squares  # 2 + 2K
        opposite = sums <= OPPOSITE
        return np.divide(squares, sums, out=np.full_like(squares, np.inf), where=~opposite)

    def between(self, points: Matrix, others: Matrix | None = None) -> FloatArray:
        """Return the distance of each row to each other row, or to the rows of another table.

        Parameters
        ----------
        points, others : array or csr_array
            Rows of numbers.
        """
        found = super().between(points, others)
        flat = told_flat(points)
        found[np.ix_(flat, flat if others is None else flat_rows(others))] = UNCORRELATED
        if others is None:
            np.fill_diagonal(found, 0.0)
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
        which, far = super().neighbors(points, n_neighbors, others)
        flat = told_flat(points)
        theirs = flat if others is None else flat_rows(others)
        far[flat[:, None] & theirs[which]] = UNCORRELATED
        return which, far


def centred_rows(points: Matrix) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return rows less their mean, their lengths, and which of them are flat but for rounding."""
    rows = dense(points)
    centred = rows - rows.mean(axis=1, keepdims=True)
    length = np.linalg.norm(centred, axis=1)
    return centred, length, length <= FLAT * np.linalg.norm(rows, axis=1)


def flat_rows(points: Matrix) -> BoolArray:
    """Tell which rows have all entries equal."""
    return centred_rows(points)[2]


def told_flat(points: Matrix) -> BoolArray:
    """Tell which rows have all entries equal, and warn of them."""
    flat = flat_rows(points)
    which = np.flatnonzero(flat).tolist()
    if which:
        has, is_ = ("has", "is") if len(which) == 1 else ("have", "are")
        warn(
            f"pearson: {len(which)} of {flat.size} rows {has} all entries equal (first: "
            f"{some(which)}) and {is_} taken to be uncorrelated with all others.",
            DataWarning,
        )
    return flat

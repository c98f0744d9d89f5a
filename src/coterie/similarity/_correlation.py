"""The correlation of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import DataWarning, some, warn
from coterie._core.tables import dense
from coterie.similarity._distance import as_points
from coterie.similarity._pearson import FLAT

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray, Matrix


def correlation(X: Matrix | ArrayLike) -> FloatArray:
    """Return the Pearson correlation of each row with each row.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Points. Sparse rows are filled: their mean is taken off.

    Returns
    -------
    ndarray of shape (n_rows, n_rows)
        Symmetric, from -1 to 1; larger is more alike. A row whose entries are all equal has
        correlation 0 with all others, and a warning names it; with itself each row has 1.

    Notes
    -----
    Implements [GRA §3] and [VAL §1.4].

    Examples
    --------
    >>> from coterie.similarity import correlation
    >>> correlation([[1, 2, 3], [2, 4, 6], [3, 2, 1]]).round(9)
    array([[ 1.,  1., -1.],
           [ 1.,  1., -1.],
           [-1., -1.,  1.]])
    """
    unit, flat = unit_rows(as_points(X, "correlation"))
    if flat.size:
        message = (
            f"correlation: {flat.size} of {len(unit)} rows have all entries equal (first: "
            f"{some(flat.tolist())}) and are given correlation 0 with all others. Drop them, or "
            f"take another similarity."
        )
        warn(message, DataWarning)
    found = mirrored(unit @ unit.T)
    np.clip(found, -1.0, 1.0, out=found)
    np.fill_diagonal(found, 1.0)
    return found


def unit_rows(points: Matrix) -> tuple[FloatArray, IntArray]:
    """Return rows of mean 0 and length 1, and which rows are 0 for all their entries are equal."""
    rows = dense(points)
    largest = np.abs(rows).max(axis=1, initial=0.0, keepdims=True)
    rows = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0.0)
    centred = rows - rows.mean(axis=1, keepdims=True)
    length = np.linalg.norm(centred, axis=1)
    flat = length <= FLAT * np.linalg.norm(rows, axis=1)
    centred[flat] = 0.0
    centred /= np.where(flat, 1.0, length)[:, None]
    return centred, np.flatnonzero(flat)


def mirrored(table: FloatArray, size: int = 1024) -> FloatArray:
    """Copy what is above the diagonal below it, in place: products differ there by rounding."""
    for first in range(0, len(table), size):
        rows = slice(first, first + size)
        corner = table[rows, rows]
        corner[:] = np.triu(corner) + np.triu(corner, 1).T
        table[first + size :, rows] = table[rows, first + size :].T
    return table

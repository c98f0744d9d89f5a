"""The size of the correlation of rows, whatever its sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.similarity._correlation import correlation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, Matrix


def absolute_correlation(X: Matrix | ArrayLike) -> FloatArray:
    """Return the absolute Pearson correlation of each row with each row.

    Rows that rise and fall together, or against each other, are alike.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Points.

    Returns
    -------
    ndarray of shape (n_rows, n_rows)
        Symmetric, from 0 to 1; constant rows as `correlation` has them.

    Examples
    --------
    >>> from coterie.similarity import absolute_correlation
    >>> absolute_correlation([[1, 2, 3], [3, 2, 1], [1, 3, 1]]).round(9)
    array([[1., 1., 0.],
           [1., 1., 0.],
           [0., 0., 1.]])
    """
    found = correlation(X)
    return np.abs(found, out=found)

"""How many rows differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import scipy.sparse as sp

    from coterie._core.types import IntArray, Matrix

SPREAD = 2**26
"""Weights of columns: two means are the same by chance about once in 2^52."""

GLANCE = 8
"""Rows to look at first, for each one that must differ from the others."""


def distinct_rows(counts: sp.csr_array, enough: int) -> int:
    """Return how many rows have a distribution of their own, or `enough` if there are as many.

    Rows are compared by the means of two random whole weights of the columns: a product with the
    table at most, and usually with its first rows only.

    Parameters
    ----------
    counts : csr_array of shape (n_rows, n_columns)
        Rows that have mass, in canonical form.
    enough : int
        Number from which on nobody wants to know.

    Notes
    -----
    Rows that are alike have the same means to the last bit. So have rows of whole counts that are
    multiples of one another, as long as they hold less than 2^27; beyond, and for other numbers,
    multiples may count as different.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> distinct_rows(sp.csr_array([[1, 2], [3, 6], [0, 1], [1, 2]]), enough=4)
    2
    """
    return at_a_glance(lambda part: int(kinds_of_rows(part).max(initial=-1)) + 1, counts, enough)


def kinds_of_rows(counts: sp.csr_array) -> IntArray:
    """Return a number for each row, the same for those that `distinct_rows` takes to be alike.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> kinds_of_rows(sp.csr_array([[1, 2], [3, 6], [0, 1], [1, 2]]))
    array([1, 1, 0, 1])
    """
    weights = np.random.default_rng(0).integers(1, SPREAD, (counts.shape[1], 2)).astype(float)
    means = (counts @ weights) / np.asarray(counts.sum(axis=1)).reshape(-1, 1)
    return np.unique(means.view(np.complex128), return_inverse=True)[1].reshape(-1)


def distinct_points(points: Matrix, enough: int) -> int:
    """Return how many points differ, or `enough` if as many do.

    Parameters
    ----------
    points : ndarray or csr_array of shape (n_points, n_columns)
        Points, or the distances from each to all.
    enough : int
        Number from which on nobody wants to know.

    Examples
    --------
    >>> distinct_points(np.array([[1.0, 2.0], [2.0, 4.0], [1.0, 2.0]]), enough=3)
    2
    """

    def found(part: Any) -> int:
        if isinstance(part, np.ndarray):
            return int(np.unique(part, axis=0).shape[0])
        rows = np.split(np.arange(part.nnz), part.indptr[1:-1])
        return len({(part.indices[own].tobytes(), part.data[own].tobytes()) for own in rows})

    return at_a_glance(found, points, enough)


def at_a_glance(found: Callable[[Any], int], table: Any, enough: int) -> int:
    """Count in the first rows, and in all if these are not enough."""
    first = GLANCE * enough
    for part in (table[:first], table) if first < table.shape[0] else (table,):
        count = found(part)
        if count >= enough:
            return enough
    return count

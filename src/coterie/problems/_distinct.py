"""How many rows of counts differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import scipy.sparse as sp

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
    weights = np.random.default_rng(0).integers(1, SPREAD, (counts.shape[1], 2)).astype(float)
    n_rows = counts.shape[0]
    for part in (counts[: GLANCE * enough], counts) if GLANCE * enough < n_rows else (counts,):
        means = (part @ weights) / np.asarray(part.sum(axis=1)).reshape(-1, 1)
        found = np.unique(means.view(np.complex128)).size
        if found >= enough:
            return enough
    return int(found)

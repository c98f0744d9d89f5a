"""Two independent halves of the same counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Matrix

COUNTABLE = 2.0**53
"""Counts from which a float does not tell neighbours apart."""


def thin_counts(
    counts: Matrix, rng: np.random.Generator, share: float = 0.5
) -> tuple[sp.csr_array, sp.csr_array]:
    """Split every count at random in two; the parts add up to the counts.

    Each event goes to the first part with probability `share`. If the counts are Poisson the parts
    are independent given what generated them, so the second can test what was learnt from the
    first: same objects, fresh noise.

    Parameters
    ----------
    counts : array-like or sparse matrix of shape (n_rows, n_columns)
        Whole numbers, not negative.
    rng : numpy.random.Generator
        Source of luck.
    share : float, default=0.5
        Expected share of the first part.

    Returns
    -------
    first, second : csr_array
        Both of the given shape.

    Notes
    -----
    Thinning of [IB §4.2]. Rows of fixed length are split with a slight negative dependence, which
    is negligible unless rows hold a handful of counts.

    Examples
    --------
    >>> import numpy as np
    >>> first, second = thin_counts(np.array([[8, 0], [3, 5]]), np.random.default_rng(0))
    >>> (first + second).toarray()
    array([[8., 0.],
           [3., 5.]])
    """
    whole = sp.csr_array(counts)
    if whole.nnz and np.any(whole.data != np.floor(whole.data)):
        first = whole.data[whole.data != np.floor(whole.data)][0]
        message = (
            f"thin_counts: only whole counts can be split into events, but there is {first}. "
            f"Give the counts before they were scaled or normalised."
        )
        raise InputError(message)
    taken = _draw(whole.data, share, rng)
    first_part = sp.csr_array((taken, whole.indices, whole.indptr), shape=whole.shape)
    rest = sp.csr_array((whole.data - taken, whole.indices, whole.indptr), shape=whole.shape)
    return _without_zeros(first_part), _without_zeros(rest)


def _draw(counts: FloatArray, share: float, rng: np.random.Generator) -> FloatArray:
    """Draw binomially; what is too large to be counted off is drawn from the normal limit."""
    large = counts >= COUNTABLE
    taken = rng.binomial(np.where(large, 0, counts).astype(np.int64), share).astype(np.float64)
    mean = share * counts[large]
    drawn = np.rint(rng.normal(mean, np.sqrt((1.0 - share) * mean)))
    taken[large] = np.clip(drawn, 0.0, counts[large])
    return taken


def _without_zeros(counts: sp.csr_array) -> sp.csr_array:
    lean = counts.copy()
    lean.eliminate_zeros()
    return lean

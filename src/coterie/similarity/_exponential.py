"""Similarities that fall exponentially with the distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie.similarity._entries import on_entries

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, Matrix


def exponential_similarity(distances: Matrix | ArrayLike, scale: float) -> Matrix:
    """Return `exp(-distances / scale)`.

    Parameters
    ----------
    distances : array-like or sparse matrix
        Larger is less alike; infinite is not alike at all. Of a sparse matrix, what is stored is
        turned: what is not stored is infinitely far.
    scale : float
        The distance at which the similarity is 1/e. Distances well beyond it are hardly told apart.

    Returns
    -------
    ndarray or csr_array
        Larger is more alike; 1 at distance 0.

    Notes
    -----
    Implements the exponential form of [SLC §3.I1].

    Examples
    --------
    >>> from coterie.similarity import exponential_similarity
    >>> exponential_similarity([[0.0, 2.0], [2.0, 0.0]], scale=2.0).round(3)
    array([[1.   , 0.368],
           [0.368, 1.   ]])
    """
    if not 0.0 < scale < np.inf:
        message = f"exponential_similarity: scale={scale!r} must be a number > 0."
        raise InputError(message)

    def fall(values: FloatArray) -> FloatArray:
        wrong = np.count_nonzero(~(values > -np.inf))
        if wrong:
            message = (
                f"exponential_similarity: {wrong} distances are NaN or -inf. Fill or drop them."
            )
            raise InputError(message)
        return np.asarray(np.exp(values / -scale))

    return on_entries(distances, fall)

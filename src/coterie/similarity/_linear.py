"""From distances to similarities and back: the one is a constant minus the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.similarity._entries import on_entries

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, Matrix


def distance_to_similarity(distances: Matrix | ArrayLike, *, offset: float | None = None) -> Matrix:
    """Return `offset - distances`.

    Parameters
    ----------
    distances : array-like or sparse matrix
        Larger is less alike. Of a sparse matrix, what is stored is turned.
    offset : float, optional
        What distance 0 becomes; by default the largest distance, so that no similarity is
        negative. Give one number to tables that are to be compared.

    Returns
    -------
    ndarray or csr_array
        Larger is more alike. Not stored, as 0, counts as far apart as the offset is large.

    Notes
    -----
    Implements [VAL 15] and the linear form of [SLC §3.I1].

    Examples
    --------
    >>> from coterie.similarity import distance_to_similarity
    >>> distance_to_similarity([[0.0, 2.0], [2.0, 0.0]])
    array([[2., 0.],
           [0., 2.]])
    """
    return turned(distances, offset, "distance_to_similarity")


def similarity_to_distance(
    similarities: Matrix | ArrayLike, *, offset: float | None = None
) -> Matrix:
    """Return `offset - similarities`.

    Parameters
    ----------
    similarities : array-like or sparse matrix
        Larger is more alike. Of a sparse matrix, what is stored is turned.
    offset : float, optional
        The similarity that becomes distance 0; by default the largest.

    Returns
    -------
    ndarray or csr_array
        Larger is less alike. The diagonal is 0 where the similarity of an object to itself is the
        offset.

    Notes
    -----
    Implements [VAL 15], the inverse of `distance_to_similarity` with the same offset.

    Examples
    --------
    >>> from coterie.similarity import similarity_to_distance
    >>> similarity_to_distance([[1.0, 0.2], [0.2, 1.0]])
    array([[0. , 0.8],
           [0.8, 0. ]])
    """
    return turned(similarities, offset, "similarity_to_distance")


def turned(table: Any, offset: float | None, owner: str) -> Matrix:
    """Return offset - table; of a sparse table what is stored."""

    def turn(values: FloatArray) -> FloatArray:
        wrong = np.count_nonzero(~np.isfinite(values))
        if wrong:
            message = (
                f"{owner}: {wrong} entries are NaN or infinite. Fill them, or turn infinite "
                f"distances by exponential_similarity, which makes them 0."
            )
            raise InputError(message)
        return np.asarray((values.max(initial=-np.inf) if offset is None else offset) - values)

    return on_entries(table, turn)

"""Which rows or columns carry the information of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie.measures._tables import TableLike, as_distribution, mapped, margin
from coterie.measures._terms import xlogx
from coterie.measures._units import nats_per_unit

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


def information_contribution(
    joint: TableLike, axis: int, *, base: float | None = None
) -> FloatArray:
    """Share of each row or column in the mutual information of a table.

    Parameters
    ----------
    joint : array-like of shape (n_x, n_y), or sparse matrix
        Joint probabilities or counts.
    axis : {0, 1}
        Who shares: 0 gives one number for each row, 1 for each column.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    ndarray of shape (n_x,) or (n_y,)
        None is negative; they sum to the mutual information. Empty rows or columns get 0.

    See Also
    --------
    mutual_information : The sum.

    Notes
    -----
    A row's share is p(x) KL[p(y|x) || p(y)] [IB #22]; on a table of clusters and features this
    ranks the clusters [IB #23], and with ``axis=1`` the features, which is how words are chosen.

    Examples
    --------
    The last column says nothing about the row:

    >>> from coterie.measures import information_contribution
    >>> information_contribution([[2, 0, 1], [0, 2, 1]], axis=1, base=2).round(6)
    array([0.333333, 0.333333, 0.      ])
    """
    if axis not in {0, 1}:
        message = f"axis={axis!r} must be 0 (a share for each row) or 1 (for each column)."
        raise InputError(message)
    p = as_distribution(joint, "joint", ndim=2)
    other = margin(p, 1 - axis)
    log_other = np.log(other, where=other > 0, out=np.zeros_like(other))
    expected = p @ log_other if axis == 0 else log_other @ p
    shares = margin(mapped(p, xlogx), axis) - xlogx(margin(p, axis)) - expected
    return np.maximum(0.0, shares) / nats_per_unit(base)

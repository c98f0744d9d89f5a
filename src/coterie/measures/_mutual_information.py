"""Mutual information of the rows and columns of a table."""

from __future__ import annotations

from coterie.measures._tables import TableLike, as_distribution, entries, margin
from coterie.measures._terms import xlogx
from coterie.measures._units import nats_per_unit


def mutual_information(joint: TableLike, *, base: float | None = None) -> float:
    """Information that the rows and the columns of a table hold about each other.

    Parameters
    ----------
    joint : array-like of shape (n_x, n_y), or sparse matrix
        Joint probabilities or counts.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    float
        Between 0 (independent) and the smaller of the two entropies.

    See Also
    --------
    information_contribution : The share of each row or column.
    multi_information : The same for three and more variables.

    Notes
    -----
    I(X;Y) = sum_xy p(x, y) log p(x, y) / (p(x) p(y)) [IB 1.7], computed as
    sum h(p(x, y)) - sum h(p(x)) - sum h(p(y)) with h(u) = u log u [IB §1.3], which touches only
    the entries that are stored. Rounding below zero is cut off.

    Examples
    --------
    >>> from coterie.measures import mutual_information
    >>> mutual_information([[1, 0], [0, 1]], base=2)
    1.0
    >>> mutual_information([[1, 2], [2, 4]])
    0.0
    """
    p = as_distribution(joint, "joint", ndim=2)
    cells, rows, columns = (
        float(xlogx(masses).sum()) for masses in (entries(p), margin(p, 0), margin(p, 1))
    )
    return max(0.0, cells - rows - columns) / nats_per_unit(base)

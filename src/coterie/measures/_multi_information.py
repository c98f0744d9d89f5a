"""Dependence among any number of variables."""

from __future__ import annotations

from coterie.measures._tables import TableLike, as_distribution, entries, margin
from coterie.measures._terms import xlogx
from coterie.measures._units import nats_per_unit


def multi_information(joint: TableLike, *, base: float | None = None) -> float:
    """Information that all the variables of a table hold about one another.

    Parameters
    ----------
    joint : array-like of shape (n_1, ..., n_k), or sparse matrix
        Joint probabilities or counts, one axis for each variable. A sparse matrix has two.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    float
        Zero if and only if all variables are independent; for two variables it is their mutual
        information, for one it is zero.

    See Also
    --------
    mutual_information : The same for two variables.

    Notes
    -----
    The divergence of the joint distribution from the product of its margins [IB 1.12], computed as
    sum_i H(X_i) - H(X_1, ..., X_k) [IB 1.13].

    Examples
    --------
    Of three coins the third tells whether the first two agree; any two are independent:

    >>> import numpy as np
    >>> from coterie.measures import multi_information
    >>> joint = np.zeros((2, 2, 2))
    >>> for first in range(2):
    ...     for second in range(2):
    ...         joint[first, second, int(first == second)] = 1
    >>> round(multi_information(joint, base=2), 6)
    1.0
    """
    p = as_distribution(joint, "joint")
    apart = sum(-float(xlogx(margin(p, axis)).sum()) for axis in range(p.ndim))
    together = -float(xlogx(entries(p)).sum())
    return max(0.0, apart - together) / nats_per_unit(base)

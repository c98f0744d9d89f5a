"""Entropy that remains in one variable when the other is known."""

from __future__ import annotations

from coterie._core.errors import InputError
from coterie.measures._tables import TableLike, as_distribution, entries, margin
from coterie.measures._terms import xlogx
from coterie.measures._units import nats_per_unit


def conditional_entropy(joint: TableLike, *, given: int = 0, base: float | None = None) -> float:
    """Entropy of one variable of a table when the other one is known.

    Parameters
    ----------
    joint : array-like of shape (n_x, n_y), or sparse matrix
        Joint probabilities or counts.
    given : {0, 1}, default=0
        The axis that is known: 0 gives H(Y|X), the entropy within rows; 1 gives H(X|Y).
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    float
        Between 0 (the known variable settles the other) and the entropy of the unknown one.

    See Also
    --------
    mutual_information : By how much knowing one variable lowers the entropy of the other.

    Notes
    -----
    H(Y|X) = sum_x p(x) H[p(y|x)] [IB 1.6], computed by the chain rule as
    sum_x h(p(x)) - sum_xy h(p(x, y)) with h(u) = u log u, so that zero rows need no care.

    Examples
    --------
    Each row settles the column; the second column leaves two rows possible:

    >>> from coterie.measures import conditional_entropy
    >>> table = [[2, 0], [0, 1], [0, 1]]
    >>> conditional_entropy(table, given=0)
    0.0
    >>> round(conditional_entropy(table, given=1, base=2), 6)
    0.5
    """
    if given not in {0, 1}:
        message = f"given={given!r} must be 0 (the rows are known) or 1 (the columns are known)."
        raise InputError(message)
    p = as_distribution(joint, "joint", ndim=2)
    known, together = xlogx(margin(p, given)).sum(), xlogx(entries(p)).sum()
    return max(0.0, float(known - together)) / nats_per_unit(base)

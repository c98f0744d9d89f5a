"""Entropy of one variable or of several together."""

from __future__ import annotations

from coterie.measures._tables import TableLike, as_distribution, entries
from coterie.measures._terms import xlogx
from coterie.measures._units import nats_per_unit


def entropy(p: TableLike, *, base: float | None = None) -> float:
    """Entropy of a distribution, or the joint entropy of a table of several variables.

    Parameters
    ----------
    p : array-like of any rank, or sparse matrix
        Probabilities or counts; they are divided by their total.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    float
        Between 0 (one certain outcome) and log k (k outcomes, all equally likely).

    See Also
    --------
    conditional_entropy : What remains when another variable is known.
    perplexity : The same, as a number of equally likely outcomes.

    Notes
    -----
    H(Y) = - sum_y p(y) log p(y) with 0 log 0 = 0 [IB 1.4]; on a table of two or more variables the
    same sum over all cells is the joint entropy H(X, Y) [IB 1.5].

    Examples
    --------
    >>> from coterie.measures import entropy
    >>> entropy([1, 1, 1, 1], base=2)
    2.0
    >>> round(entropy([[3, 0], [0, 1]]), 6)
    0.562335
    """
    distribution = as_distribution(p, "p")
    return max(0.0, -float(xlogx(entries(distribution)).sum())) / nats_per_unit(base)

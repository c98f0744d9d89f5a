"""How badly one distribution stands in for another."""

from __future__ import annotations

from scipy.special import rel_entr

from coterie._core.errors import InputError
from coterie.measures._tables import TableLike, aligned, as_distribution
from coterie.measures._units import nats_per_unit


def kl_divergence(p: TableLike, q: TableLike, *, base: float | None = None) -> float:
    """Kullback-Leibler divergence of p from q.

    Parameters
    ----------
    p, q : array-like of the same shape, or sparse matrices
        Probabilities or counts; each is divided by its total.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    float
        Zero if and only if the two are equal; infinite where p has mass and q has none. Not
        symmetric, and not a distance.

    See Also
    --------
    js_divergence : Symmetric, and always finite.

    Notes
    -----
    KL[p || q] = sum p log p / q with 0 log 0 / q = 0 and p log p / 0 = inf [IB 1.15].

    Examples
    --------
    >>> from coterie.measures import kl_divergence
    >>> kl_divergence([1, 0], [1, 1], base=2)
    1.0
    >>> kl_divergence([1, 1], [1, 0])
    inf
    """
    of, against = as_distribution(p, "p"), as_distribution(q, "q")
    if of.shape != against.shape:
        message = (
            f"p and q: shapes {of.shape} and {against.shape} differ; "
            "both must give a mass to the same outcomes in the same order."
        )
        raise InputError(message)
    return max(0.0, float(rel_entr(*aligned(of, against)).sum())) / nats_per_unit(base)

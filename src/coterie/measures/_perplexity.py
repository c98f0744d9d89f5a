"""Entropy as a number of equally likely outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.measures._entropy import entropy
from coterie.measures._kl_divergence import kl_divergence

if TYPE_CHECKING:
    from coterie.measures._tables import TableLike


def perplexity(p: TableLike, model: TableLike | None = None) -> float:
    """Effective number of outcomes of a distribution, or of a model that has to predict it.

    Parameters
    ----------
    p : array-like of any rank, or sparse matrix
        Probabilities or counts of what happens.
    model : array-like of the same shape, or sparse matrix, optional
        Probabilities or counts of what is expected, by default `p` itself.

    Returns
    -------
    float
        Between 1 and the number of outcomes without a model; at least that of `p` with one, and
        infinite where something happens that the model excludes.

    See Also
    --------
    entropy : Its logarithm.

    Notes
    -----
    exp(H[p]) with H of [IB 1.4]; with a model q the exponent is the cross entropy
    H[p] + KL[p || q] [IB 1.15]. It does not depend on a base.

    Examples
    --------
    >>> from coterie.measures import perplexity
    >>> round(perplexity([5, 5, 5, 0]), 12)
    3.0
    >>> round(perplexity([1, 0], model=[1, 3]), 12)
    4.0
    """
    nats = entropy(p) + (0.0 if model is None else kl_divergence(p, model))
    with np.errstate(over="ignore"):
        return float(np.exp(nats))

"""How many of the clusters on offer are really there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.tables import dense
from coterie.measures._js_divergence import js_divergence
from coterie.measures._tables import TableLike, as_masses

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

SAME = 1e-8
"""Jensen-Shannon divergence, in nats, below which two clusters are one."""

GONE = 1e-12
"""Share of the mass below which a cluster is not there."""


def effective_clusters(joint: TableLike, same: float = SAME) -> int:
    """Count the clusters that have mass and differ from one another.

    Parameters
    ----------
    joint : array-like of shape (n_clusters, n_outcomes)
        Masses p(t, y), in any unit.
    same : float, default=1e-8
        Jensen-Shannon divergence, in nats, below which two clusters are one.

    Returns
    -------
    int
        Clusters with a share of the mass above 1e-12, of which those are one whose distributions
        have a Jensen-Shannon divergence below `same`.

    Notes
    -----
    The effective number of [IB §2.8]; along the relevance-compression curve it grows with beta
    [IB P-29].

    Examples
    --------
    >>> from coterie.measures import effective_clusters
    >>> effective_clusters([[0.2, 0.1], [0.4, 0.2], [0.0, 0.1], [0.0, 0.0]])
    2
    """
    doubles = first_doubles(dense(as_masses(joint, "joint", ndim=2)), same)
    return int(np.count_nonzero(doubles == np.arange(doubles.size)))


def first_doubles(masses: FloatArray, same: float = SAME) -> IntArray:
    """Return for each cluster the first that is the same; -1 for one without mass.

    Examples
    --------
    >>> first_doubles(np.array([[0.2, 0.1], [0.4, 0.2], [0.0, 0.1], [0.0, 0.0]]))
    array([ 0,  0,  2, -1])
    """
    total = masses.sum(axis=1)
    there = np.flatnonzero(total > GONE * total.sum())
    roots = np.sqrt(masses[there] / total[there, None])
    # 1 - sum sqrt(p q) is at most twice the divergence: one product rules most pairs out
    near = roots @ roots.T > 1.0 - 2.0 * same - 1e-12
    first = np.full(total.size, -1)
    for place, t in enumerate(there):
        if first[t] >= 0:
            continue
        first[t] = t
        for other in there[np.flatnonzero(near[place, place + 1 :]) + place + 1]:
            if first[other] < 0 and js_divergence(masses[[t, other]]) < same:
                first[other] = t
    return first

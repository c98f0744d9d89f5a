"""How many of the clusters on offer are really there."""

from __future__ import annotations

import numpy as np

from coterie.measures._js_divergence import js_divergence
from coterie.measures._tables import TableLike, as_masses

SAME = 1e-8
"""Jensen-Shannon divergence, in nats, below which two clusters are one."""

SCREEN = 100.0
"""Squared Hellinger distance, near 0 the divergence, over the latter, beyond which two are two."""

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
    table = as_masses(joint, "joint", ndim=2)
    masses = table if not hasattr(table, "toarray") else table.toarray()
    there = masses[masses.sum(axis=1) > GONE * masses.sum()]
    roots = np.sqrt(there / there.sum(axis=1, keepdims=True))
    near = 1.0 - roots @ roots.T < SCREEN * same  # a few pairs of many, found in one product
    distinct: list[int] = []
    for row in range(len(there)):
        rivals = [other for other in distinct if near[row, other]]
        if all(js_divergence([there[row], there[other]]) >= same for other in rivals):
            distinct.append(row)
    return len(distinct)

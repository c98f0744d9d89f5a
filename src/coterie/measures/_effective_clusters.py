"""How many of the clusters on offer are really there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coterie.measures._js_divergence import js_divergence
from coterie.measures._tables import TableLike, as_masses

if TYPE_CHECKING:
    from coterie._core.types import FloatArray

SAME = 1e-8
"""Jensen-Shannon divergence, in nats, below which two clusters are one."""

GONE = 1e-12
"""Share of the mass below which a cluster is not there."""


def effective_clusters(joint: TableLike) -> int:
    """Count the clusters that have mass and differ from one another.

    Parameters
    ----------
    joint : array-like of shape (n_clusters, n_outcomes)
        Masses p(t, y), in any unit.

    Returns
    -------
    int
        Clusters with a share of the mass above 1e-12, of which those are one whose distributions
        have a Jensen-Shannon divergence below 1e-8 nats.

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
    distinct: list[FloatArray] = []
    for row in masses[masses.sum(axis=1) > GONE * masses.sum()]:
        if all(js_divergence([row, other]) >= SAME for other in distinct):
            distinct.append(row)
    return len(distinct)

"""The Kullback-Leibler divergence to the centre of the other members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.costs._centres import CentreCost
from coterie.measures import kl_divergence

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem


class KLCost(CentreCost):
    """(p(x) + p(t)) KL[p(y|x) || p(y|t)], infinite where the centre misses a column of the row.

    Parameters
    ----------
    problem : CountProblem
        The rows to be labelled.
    n_clusters : int
        Number of labels on offer.
    first_if_lost : bool
        A row that is infinitely far from every centre goes to cluster 0, which then grows to cover
        all columns; otherwise it stays where it is.

    Notes
    -----
    The local rule of sKL [IB §2.6].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [9, 0], [0, 2], [3, 3]])
    >>> cost, labels = KLCost(problem, 2), np.array([0, 0, 1, 1])
    >>> cost.local(labels, 0), cost.local(labels, 3)
    (array([0.        , 0.56...]), array([inf, inf]))
    """

    metric = "KL"

    def __init__(
        self, problem: CountProblem, n_clusters: int, *, first_if_lost: bool = False
    ) -> None:
        super().__init__(problem, n_clusters)
        self.first_if_lost = first_if_lost

    def compare(self, row: FloatArray, sums: FloatArray) -> FloatArray:
        """Return the divergence of the row from each centre, times the joint mass."""
        mass, masses = row.sum(), sums.sum(axis=1)
        divergences = [kl_divergence(row / mass, s / s.sum()) for s in sums]
        return np.asarray((mass + masses) * np.array(divergences))

"""Costs that compare what is linked inside a cluster with its mass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.costs.relational._clusterwise import ClusterwiseCost

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


class AssociationCost(ClusterwiseCost):
    """constant - c sum_k T_k / V_k, the inside of a cluster over its mass; 0 for an empty one.

    One field and one kernel serve the pairwise cost, the ratio cut and the normalised cut.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    The weighted association of [GRA §2.3].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import PairwiseCost
    >>> from coterie.problems import PairwiseProblem
    >>> problem = PairwiseProblem.from_dissimilarities([[0, 1, 9], [1, 0, 9], [9, 9, 0]])
    >>> PairwiseCost(problem, 2).cluster_costs(np.array([2.0, 1.0]), np.array([34.0, 9.0]))
    array([-8.5, -4.5])
    """

    family = "ASSOCIATION"

    def cluster_costs(self, mass: FloatArray, inside: FloatArray) -> FloatArray:
        """Return minus c times the inside over the mass."""
        share = np.divide(inside, mass, out=np.zeros_like(inside), where=mass > 0.0)
        return np.asarray(-self.factor * share)

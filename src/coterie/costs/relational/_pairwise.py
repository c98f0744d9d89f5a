"""The mean dissimilarity inside clusters, weighted by their size."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from coterie.costs.relational._association import AssociationCost


class PairwiseCost(AssociationCost):
    """1/2 sum_k (1 / n_k) sum of the dissimilarities of all ordered pairs in cluster k.

    For squared Euclidean distances it is the k-means cost. Adding a constant to all
    dissimilarities, those on the diagonal included, changes no difference of costs.

    Parameters
    ----------
    problem : PairwiseProblem
        Best made from dissimilarities; from similarities X the cost is minus half of
        sum_k (1 / n_k) sum_ij X_ij.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    [SLC I4], and [GRA §2.2] with X = v - D; the diagonal stays as it is.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import PairwiseCost
    >>> from coterie.problems import PairwiseProblem
    >>> problem = PairwiseProblem.from_dissimilarities(
    ...     [[0, 1, 4, 9], [1, 0, 1, 9], [4, 1, 0, 1], [9, 9, 1, 0]]
    ... )
    >>> cost = PairwiseCost(problem, 2)
    >>> cost.total(np.array([0, 0, 1, 1])), cost.total(np.array([0, 0, 0, 1]))
    (1.0, 2.0)
    """

    factor: ClassVar[float] = 0.5

    @cached_property
    def constant(self) -> float:  # type: ignore[override]
        """What turns similarities v - D back to dissimilarities."""
        return self.problem.offset * self.n_objects / 2.0

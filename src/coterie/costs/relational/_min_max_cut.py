"""What is cut from each cluster, over what is linked inside."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from coterie._core.errors import InputError
from coterie.costs.relational._clusterwise import ClusterwiseCost

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import PairwiseProblem

LOOSEST = 1e-9
"""As in the kernels."""


class MinMaxCutCost(ClusterwiseCost):
    """sum_k links(k, rest) / links(k, k): infinite if a cluster has no links inside.

    Strongly biased to clusters of the same size.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects, none negative.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    [SLC I9]; of each cluster x / (1 - x) with x its share in the normalised cut. Where a cluster
    has no links inside, `local` and the fields take them to be a billionth of its links, so that a
    search finds its way out.

    Examples
    --------
    Two triangles that an edge joins:

    >>> import numpy as np
    >>> from coterie.costs import MinMaxCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> X = np.kron(np.eye(2), np.ones((3, 3))) - np.eye(6)
    >>> X[2, 3] = X[3, 2] = 1.0
    >>> cost = MinMaxCutCost(PairwiseProblem.from_similarities(X), 2)
    >>> round(cost.total(np.array([0, 0, 0, 1, 1, 1])), 4)
    0.3333
    """

    family = "MIN_MAX"
    keeps_all: ClassVar[bool] = True
    scale_free: ClassVar[bool] = True

    def __init__(self, problem: PairwiseProblem, n_clusters: int) -> None:
        super().__init__(problem, n_clusters)
        least = problem.extremes[0] if problem.n_objects > 1 else 0.0
        if min(least, problem.diagonal.min()) < 0.0:
            message = (
                f"min-max cut: similarities go down to {least:g}, but none may be negative. Add a "
                f"constant to all, or take correlation clustering, which takes any sign."
            )
            raise InputError(message)

    @cached_property
    def weight(self) -> FloatArray:
        """The degrees."""
        return self.problem.degrees

    def cluster_costs(self, mass: FloatArray, inside: FloatArray) -> FloatArray:
        """Return what is linked to the rest over what is linked inside."""
        inside = np.maximum(inside, LOOSEST * mass)
        return np.asarray(np.divide(mass, inside, out=np.ones_like(inside), where=mass > 0.0) - 1.0)

    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling."""
        mass, inside = self.cluster_sums(labels, self.problem.links(labels, self.n_clusters))
        if (inside[mass > 0.0] <= 0.0).any():
            return np.inf
        return float(self.cluster_costs(mass, inside).sum())

"""What is cut from each cluster, over its size."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from coterie.costs.relational._association import AssociationCost

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


class RatioCutCost(AssociationCost):
    """sum_k links(k, rest) / n_k, also called the average cut.

    Adding a constant to all similarities changes no difference of costs between labellings with as
    many clusters. A single cluster costs nothing, so engines leave no cluster empty.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    [GRA 114], [SLC I8]. What an object is linked to in all enters memberships linearly, its
    similarity to itself by the square [GRA §2.3].

    Examples
    --------
    Two triangles that an edge joins:

    >>> import numpy as np
    >>> from coterie.costs import RatioCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> X = np.kron(np.eye(2), np.ones((3, 3))) - np.eye(6)
    >>> X[2, 3] = X[3, 2] = 1.0
    >>> cost = RatioCutCost(PairwiseProblem.from_similarities(X), 2)
    >>> round(cost.total(np.array([0, 0, 0, 1, 1, 1])), 4)
    0.6667
    """

    keeps_all: ClassVar[bool] = True

    @cached_property
    def linear(self) -> FloatArray:
        """Minus the degrees: the inside is what is linked inside less all that is linked."""
        return -self.problem.degrees

    @property
    def vacant(self) -> float:
        """The mean degree."""
        return float(self.problem.degrees.mean())

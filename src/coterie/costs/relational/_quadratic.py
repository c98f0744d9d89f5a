"""Costs that sum the similarities of pairs, with the same or with different labels."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from coterie._core.tables import row_of
from coterie.costs.relational._clusterwise import ClusterwiseCost

if TYPE_CHECKING:
    from coterie import kernels
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import PairwiseProblem


class QuadraticCost(ClusterwiseCost):
    """constant - sum of (X_ij + shift) over pairs i < j with the same label, or plus it.

    Pairs are unordered, and the diagonal does not matter. The field is exact: the expected cost of
    each label, the labels of the others being drawn from their memberships.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects, of any sign.
    n_clusters : int
        Number of labels on offer.
    shift : float
        Added to the similarity of every pair; a graph stays sparse.

    Notes
    -----
    The quadratic family of [GRA §2.1]; a negative shift makes large clusters expensive.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import MinCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> problem = PairwiseProblem.from_similarities([[0, 2, -1], [2, 0, 0], [-1, 0, 0]])
    >>> MinCutCost(problem, 2, shift=-0.5).local(np.array([0, 0, 1]), 1)
    array([-1.5,  0.5])
    """

    family = "QUADRATIC"

    def __init__(self, problem: PairwiseProblem, n_clusters: int, *, shift: float = 0.0) -> None:
        super().__init__(problem, n_clusters)
        self.parameter = shift

    @property
    def unit(self) -> float:
        """Scale of the cost, for comparisons: the largest similarity, the shift added."""
        return max(self.problem.unit, abs(self.parameter))

    @cached_property
    def diagonal(self) -> FloatArray:
        """Zeros: an object is no pair."""
        return np.zeros(self.n_objects)

    @property
    def pair_sum(self) -> float:
        """Sum over all pairs, the shift added."""
        n = self.n_objects
        return self.problem.pair_sum + self.parameter * n * (n - 1) / 2.0

    def cluster_costs(self, mass: FloatArray, inside: FloatArray) -> FloatArray:
        """Return what the pairs of each cluster cost."""
        pairs = inside + self.parameter * mass * (mass - 1.0)
        return np.asarray(-self.factor / 2.0 * pairs)

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for object i, up to a constant of the object."""
        pull = row_of(self.problem.similarity, i) + self.parameter
        pull[i] = 0.0
        near = np.bincount(labels, weights=pull, minlength=self.n_clusters)
        return np.asarray(-self.factor * near)

    def energy(self, memberships: FloatArray, sums: kernels.Sums) -> float:
        """Return the expected cost of labels that are drawn from the memberships."""
        with_self = super().energy(memberships, sums)
        alone = float(sums.mass.sum() - np.einsum("ik,ik->", memberships, memberships))
        return with_self - self.factor / 2.0 * self.parameter * alone

    def _response(self, difference: FloatArray) -> FloatArray:
        linked = self.problem.similarity @ difference - self.problem.diagonal * difference
        shifted = self.parameter * (difference.sum() - difference)
        return np.asarray(self.factor * (linked + shifted) / self.n_clusters)


class MinCutCost(QuadraticCost):
    """sum of X_ij + shift over the pairs i < j that are cut.

    The same but for a constant: the correlation cost, and minus the similarity inside clusters,
    "maximum correlation".

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects, of any sign.
    n_clusters : int
        Number of labels on offer.
    shift : float
        Added to the similarity of every pair.

    Notes
    -----
    Minimum cut with a penalty on large clusters, -shift / 2 times the sum of their squared sizes
    [GRA §2.1] [SLC I5].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import MinCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> problem = PairwiseProblem.from_similarities([[0, 2, -1], [2, 0, 0], [-1, 0, 0]])
    >>> MinCutCost(problem, 2).total(np.array([0, 0, 1]))
    -1.0
    """

    @cached_property
    def constant(self) -> float:  # type: ignore[override]
        """Cost of cutting every pair."""
        return self.pair_sum


class MaxCutCost(QuadraticCost):
    """Minus the sum of X_ij + shift over the pairs i < j that are cut.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects, of any sign.
    n_clusters : int
        Number of labels on offer.
    shift : float
        Added to the similarity of every pair.

    Notes
    -----
    Objects are put together that have little to do with each other [GRA §2.1].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import MaxCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> problem = PairwiseProblem.from_similarities([[0, 2, -1], [2, 0, 0], [-1, 0, 0]])
    >>> MaxCutCost(problem, 2).total(np.array([0, 1, 0]))
    -2.0
    """

    factor: ClassVar[float] = -1.0

    @cached_property
    def constant(self) -> float:  # type: ignore[override]
        """Minus the cost of cutting every pair."""
        return -self.pair_sum


class CorrelationCost(QuadraticCost):
    """Disagreements: negative pairs with the same label, positive pairs with different ones.

    sum over i < j of max(-Y_ij, 0) if the labels are the same, max(Y_ij, 0) if not, with
    Y = X + shift.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects, of any sign.
    n_clusters : int
        Number of labels on offer.
    shift : float
        Added to the similarity of every pair: what counts as similar begins at minus the shift.

    Notes
    -----
    Correlation clustering over unordered pairs [SLC I2] [GRA §2.1], shifted [SLC I3]. The signs
    that the sources print for the shifted form make one cluster the best answer to everything.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import CorrelationCost
    >>> from coterie.problems import PairwiseProblem
    >>> problem = PairwiseProblem.from_similarities(
    ...     [[0, 1, 0.5, -1], [1, 0, -0.2, -1], [0.5, -0.2, 0, 0.3], [-1, -1, 0.3, 0]]
    ... )
    >>> round(CorrelationCost(problem, 4, shift=-0.4).total(np.array([0, 0, 1, 2])), 3)
    0.1
    """

    @cached_property
    def constant(self) -> float:  # type: ignore[override]
        """Cost of cutting every pair: that of the positive ones."""
        return self.problem.positive_sum(self.parameter)

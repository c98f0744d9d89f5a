"""What is cut from each cluster, over all that is linked to it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from coterie._core.errors import InputError, some
from coterie.costs.relational._association import AssociationCost

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Matrix
    from coterie.problems import PairwiseProblem


class NormalizedCutCost(AssociationCost):
    """K - sum_k links(k, k) / degree(k): the sum of links(k, rest) / degree(k).

    An empty cluster counts 1, so that a single cluster is no free answer. The similarities of an
    object to itself count as links inside. Objects without links cost nothing anywhere.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects; the sum of none may be negative.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    [GRA §2.3], [SLC I6]: how likely a random walk is to leave its cluster in a step, summed over
    the clusters. The denominator that the source prints makes the cost a constant.

    Examples
    --------
    Two triangles that an edge joins:

    >>> import numpy as np
    >>> from coterie.costs import NormalizedCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> X = np.kron(np.eye(2), np.ones((3, 3))) - np.eye(6)
    >>> X[2, 3] = X[3, 2] = 1.0
    >>> cost = NormalizedCutCost(PairwiseProblem.from_similarities(X), 2)
    >>> round(cost.total(np.array([0, 0, 0, 1, 1, 1])), 4)  # 2 / 7
    0.2857
    """

    keeps_all: ClassVar[bool] = True
    scale_free: ClassVar[bool] = True

    def __init__(self, problem: PairwiseProblem, n_clusters: int) -> None:
        super().__init__(problem, n_clusters)
        check_degrees(problem, "normalised cut")

    @property
    def graph(self) -> Matrix:
        """Weights of the links."""
        return self.problem.similarity

    @cached_property
    def constant(self) -> float:  # type: ignore[override]
        """One for each cluster."""
        return float(self.n_clusters)

    @cached_property
    def weight(self) -> FloatArray:
        """The degrees."""
        return np.where(self.problem.degrees > 0.0, self.problem.degrees, 0.0)


def check_degrees(problem: PairwiseProblem, owner: str) -> None:
    """Refuse objects whose similarities sum to less than zero."""
    wrong = np.flatnonzero(problem.degrees < 0.0)
    if wrong.size:
        message = (
            f"{owner}: the similarities of {wrong.size} objects sum to less than 0 (first: "
            f"{some(wrong.tolist())}). Add a constant to all similarities, or take correlation "
            f"clustering or the ratio cut, which have a meaning for any sign."
        )
        raise InputError(message)

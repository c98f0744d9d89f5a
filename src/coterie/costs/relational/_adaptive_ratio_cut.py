"""A cut between every two clusters, over a mean of their sizes that an exponent chooses."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from coterie.costs.relational._relational import GONE, RelationalCost

if TYPE_CHECKING:
    from coterie import kernels
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import PairwiseProblem

LEAST_NATURAL = 1.5
"""Exponent from which the similarities of objects to themselves take part in the mean field."""


class AdaptiveRatioCutCost(RelationalCost):
    """sum over pairs of clusters of links(k, v) (n_k^-r + n_v^-r)^(1/r), r = 1 / (exponent - 1).

    At exponent 2 it is the ratio cut; at 1 what is cut is divided by the smaller size (the Cheeger
    cut). The smaller the exponent, the more a small cluster must be worth.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects.
    n_clusters : int
        Number of labels on offer.
    exponent : float
        At least 1. The mean field is a good approximation from 1.1 on.

    Notes
    -----
    [GRA 117]; the field is that of [GRA §2.4], with the sign that the source has wrong.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import AdaptiveRatioCutCost, RatioCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> problem = PairwiseProblem.from_similarities([[0, 2, 1], [2, 0, 0], [1, 0, 0]])
    >>> labels = np.array([0, 0, 1])
    >>> AdaptiveRatioCutCost(problem, 2, exponent=2.0).total(labels)
    1.5
    >>> RatioCutCost(problem, 2).total(labels), AdaptiveRatioCutCost(
    ...     problem, 2, exponent=1.0
    ... ).total(labels)
    (1.5, 1.0)
    """

    family = "ADAPTIVE"
    keeps_all: ClassVar[bool] = True
    coupled: ClassVar[bool] = True

    def __init__(self, problem: PairwiseProblem, n_clusters: int, *, exponent: float = 1.2) -> None:
        super().__init__(problem, n_clusters)
        self.exponent = exponent
        self.parameter = 1.0 / (exponent - 1.0) if exponent > 1.0 else np.inf

    @cached_property
    def diagonal(self) -> FloatArray:
        """As given, or zeros for exponents near 1, where that is the better field [GRA 1.5]."""
        kept = self.exponent >= LEAST_NATURAL
        return self.problem.diagonal if kept else np.zeros(self.n_objects)

    @property
    def vacant(self) -> float:
        """The mean degree."""
        return float((self.problem.degrees - self.problem.diagonal).mean())

    @property
    def work(self) -> IntArray:
        """Operations that a visit to each object takes; powers are slow."""
        return super().work + 50 * self.n_clusters**2

    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling."""
        links = self.problem.links(labels, self.n_clusters)
        return self._value(links, np.bincount(labels, minlength=self.n_clusters).astype(float))

    def energy(self, memberships: FloatArray, sums: kernels.Sums) -> float:
        """Return the cost of memberships in place of labels, from what they sum up to."""
        vacant = self.vacant * int((sums.mass <= GONE).sum())
        return self._value(sums.between, sums.mass) + vacant

    def _value(self, links: FloatArray, sizes: FloatArray) -> float:
        pairs = links * balance(sizes[:, None], sizes, self.parameter)
        return float(pairs.sum() - np.trace(pairs)) / 2.0

    def fields(self, memberships: FloatArray, objects: IntArray | None = None) -> FloatArray:
        """Return the cost of each label for some objects, the memberships of the others held."""
        near = self.near(memberships)
        extra = (self.diagonal - self.problem.diagonal)[:, None] * memberships
        between = memberships.T @ (near + extra)
        pick = slice(None) if objects is None else objects
        own, x = memberships[pick], self.diagonal[pick, None, None]
        pull = near[pick] - self.problem.diagonal[pick, None] * own
        sizes = np.maximum(memberships.sum(axis=0) - own, 0.0)
        u, v = own[:, :, None], own[:, None, :]
        cut = between - u * pull[:, None, :] - v * (pull[:, :, None] + u * x)
        weights = [
            balance(sizes[:, :, None] + more, sizes[:, None, :], self.parameter) for more in (1, 0)
        ]
        cost = (cut + pull[:, None, :]) * weights[0] - cut * weights[1]
        return np.asarray(cost.sum(axis=2) - np.einsum("ikk->ik", cost))

    def merge_costs(self, labels: IntArray) -> FloatArray:
        """Return the rise of the cost for each pair of clusters; infinite on the diagonal."""
        sizes = np.bincount(labels).astype(float)
        links, r = self.problem.links(labels, sizes.size), self.parameter
        single = links * balance(sizes[:, None], sizes, r)
        np.fill_diagonal(single, 0.0)
        whole = single.sum(axis=1)
        costs = np.full(single.shape, np.inf)
        for a in range(sizes.size - 1):
            others = np.arange(a + 1, sizes.size)
            united = (sizes[a] + sizes[others])[:, None]
            pairs = (links[a] + links[others]) * balance(united, sizes, r)
            pairs[:, a] = pairs[np.arange(others.size), others] = 0.0
            # the link between the two is in both of their sums
            gained = pairs.sum(axis=1) - whole[a] - whole[others] + single[a, others]
            costs[a, others] = costs[others, a] = gained
        return costs


def balance(a: FloatArray, b: FloatArray, r: float) -> FloatArray:
    """Return (a^-r + b^-r)^(1/r), and 1 / min(a, b) at infinite r; 0 if one is empty [GRA 117].

    Examples
    --------
    >>> balance(np.array([2.0, 0.0]), np.array([2.0, 3.0]), 1.0)
    array([1., 0.])
    """
    low, high = np.minimum(a, b), np.maximum(a, b)
    there = low > GONE
    low, high = np.where(there, low, 1.0), np.where(there, high, 1.0)
    if np.isinf(r):
        return np.asarray(np.where(there, 1.0 / low, 0.0))
    grown = np.exp(np.log1p(np.exp(r * np.log(low / high))) / r)
    return np.asarray(np.where(there, grown / low, 0.0))

"""Costs that are sums over clusters, of a function of two numbers each."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from coterie.costs.relational._relational import GONE, RelationalCost

if TYPE_CHECKING:
    from coterie import kernels
    from coterie._core.types import FloatArray, IntArray


class ClusterwiseCost(RelationalCost):
    """constant + sum_k f(V_k, T_k), T_k = sum_ij X_ij q_ik q_jk + sum_i b_i q_ik.

    The mass V and the inside T of a cluster are all that matters. The field is f with the object in
    the cluster less f without it, and merging two clusters costs f of both together less f of each.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    The weighted association of [GRA §2.3], carried further to any function f.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import ClusterwiseCost, MinCutCost
    >>> from coterie.problems import PairwiseProblem
    >>> X = np.array([[0.0, 2.0, 1.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    >>> cost = MinCutCost(PairwiseProblem.from_similarities(X), 2)
    >>> isinstance(cost, ClusterwiseCost), cost.merge_costs(np.array([0, 1, 1]))[0, 1]
    (True, np.float64(-3.0))
    """

    @abstractmethod
    def cluster_costs(self, mass: FloatArray, inside: FloatArray) -> FloatArray:
        """Return f(V, T) of each cluster, 0 for empty ones; `mass` is 0 there, and only there."""

    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling."""
        mass, inside = self.cluster_sums(labels, self.problem.links(labels, self.n_clusters))
        return float(self.cluster_costs(mass, inside).sum()) + self.constant

    def cluster_sums(self, labels: IntArray, links: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the mass and the inside of each cluster, from the links between clusters."""
        own = self.linear + self.diagonal - self.problem.diagonal
        inside = np.bincount(labels, weights=own, minlength=len(links))
        mass = np.bincount(labels, weights=self.weight, minlength=len(links))
        return mass.astype(np.float64), np.diag(links) + inside

    def fields(self, memberships: FloatArray, objects: IntArray | None = None) -> FloatArray:
        """Return the cost of each label for some objects, the memberships of the others held.

        Up to a constant of the object: f with the object in the cluster, less f without it.
        """
        near = self.near(memberships)
        mass, inside = self.weight @ memberships, self.inside(memberships, near)
        pick = slice(None) if objects is None else objects
        own, stored = memberships[pick], self.problem.diagonal[pick, None]
        x, b, w = (each[pick, None] for each in (self.diagonal, self.linear, self.weight))
        pull = near[pick] - stored * own
        mass = np.maximum(mass - own * w, 0.0)
        inside = inside - own * (2.0 * pull + own * x + b)
        with_it = self.cluster_costs(mass + w, inside + 2.0 * pull + x + b)
        return np.asarray(with_it - self.cluster_costs(mass, inside))

    def energy(self, memberships: FloatArray, sums: kernels.Sums) -> float:
        """Return the cost of memberships in place of labels, from what they sum up to."""
        vacant = self.vacant * int((sums.mass <= GONE).sum())
        return float(self.cluster_costs(sums.mass, sums.inside).sum()) + vacant + self.constant

    def merge_costs(self, labels: IntArray) -> FloatArray:
        """Return the rise of the cost for each pair of clusters; infinite on the diagonal."""
        links = self.problem.links(labels, int(labels.max()) + 1)
        mass, inside = self.cluster_sums(labels, links)
        single = self.cluster_costs(mass, inside)
        together = self.cluster_costs(mass[:, None] + mass, inside[:, None] + inside + 2.0 * links)
        costs = together - single[:, None] - single
        np.fill_diagonal(costs, np.inf)
        return np.asarray(costs)

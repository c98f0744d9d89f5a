"""Soft assignment by the Kullback-Leibler divergence to the centroid of each cluster."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from scipy.special import rel_entr

from coterie.costs._protocols import Instability
from coterie.measures import mutual_information
from coterie.measures._modes import splitting_modes
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem

FARTHEST = -708.0
"""Logarithm of the smallest positive double: ranks clusters that all miss a column of the row."""

FAINT = float(np.exp(FARTHEST))


class Centroids(NamedTuple):
    """Masses p(t) of the clusters, and their distributions p(y | t) over the columns."""

    prior: FloatArray
    conditional: FloatArray


class FieldParts(NamedTuple):
    """What the field is made of, for a twin that computes it elsewhere.

    Examples
    --------
    >>> from coterie.costs import SoftBottleneckCost
    >>> from coterie.problems import CountProblem
    >>> cost = SoftBottleneckCost(CountProblem.from_counts([[4, 0], [1, 3]]), 2, beta=8.0)
    >>> cost.parts.by_count
    array([2., 2.])
    """

    problem: CountProblem
    weight: FloatArray  # of each row in the prior
    by_count: FloatArray  # factor of the divergence for each count of a row
    negentropy: FloatArray  # of each row: what the field leaves out
    faintest: float  # membership below which a row is not in a cluster
    farthest: float  # stands for the logarithm of zero


class DivergenceCost:
    """sum_x w(x) [ KL[p(t|x) || p(t)] + b(x) sum_t p(t|x) KL[p(y|x) || p(y|t)] ].

    One family for all soft clusterings of rows of counts: the weights w of the rows in the prior
    and the exponents b say which. Every update minimises the sum in one of its three arguments, so
    it never rises.

    Parameters
    ----------
    problem : CountProblem
        The rows to be assigned.
    n_clusters : int
        Number of clusters on offer.
    weight : ndarray of shape (n_rows,)
        Weight w(x) of each row; the sum is 1.
    exponent : ndarray of shape (n_rows,)
        Factor b(x) of the divergence of each row.

    Notes
    -----
    The iteration of [IB 2.16]; its free energy is [IB 3.5].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import DivergenceCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> cost = DivergenceCost(problem, 2, problem.mass, np.full(4, 5.0))
    >>> start = np.array([[0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.5, 0.5]])
    >>> cost.field(cost.refit(start)).argmax(axis=1)
    array([0, 0, 1, 1])
    """

    faintest: ClassVar[float] = 1e-290
    """Membership below which a row is not in a cluster: products of subnormal numbers are slow."""

    separate_labels: ClassVar[bool] = True
    """The field of a cluster follows from its own memberships."""

    def __init__(
        self, problem: CountProblem, n_clusters: int, weight: FloatArray, exponent: FloatArray
    ) -> None:
        self.problem = problem
        self.n_clusters = n_clusters
        self.weight = weight
        self.exponent = exponent

    @property
    def n_objects(self) -> int:
        """Number of rows."""
        return self.problem.n_rows

    @property
    def parts(self) -> FieldParts:
        """What the field is made of."""
        return FieldParts(
            self.problem, self.weight, self._by_count, self._negentropy, self.faintest, FARTHEST
        )

    @cached_property
    def _by_count(self) -> FloatArray:
        """Factor of the divergence for each count of a row."""
        return self.exponent / np.asarray(self.problem.counts.sum(axis=1)).ravel()

    @cached_property
    def _negentropy(self) -> FloatArray:
        """b(x) sum_y p(y|x) log p(y|x): what the field leaves out."""
        counts = self.problem.counts
        totals = np.asarray(counts.sum(axis=1)).ravel()
        shares = counts.data / np.repeat(totals, np.diff(counts.indptr))
        return self.exponent * np.add.reduceat(xlogx(shares), counts.indptr[:-1])

    def refit(self, memberships: FloatArray) -> Centroids:
        """Return p(t) and p(y | t) [IB §1.2]."""
        memberships = np.where(memberships < self.faintest, 0.0, memberships)
        pulled = memberships * (self.weight * self._by_count)[:, None]
        joint = np.asarray(pulled.T @ self.problem.table)
        mass = joint.sum(axis=1, keepdims=True)
        joint /= np.where(mass > 0.0, mass, 1.0)
        return Centroids(self.weight @ memberships, joint)

    def field(self, parameters: Centroids) -> FloatArray:
        """Return log p(t) + b(x) sum_y p(y|x) log p(y|t)."""
        prior, conditional = parameters
        logs = np.maximum(conditional, FAINT)  # in the same order in memory: others are copied
        np.log(logs, out=logs)
        field = np.asarray(logs @ self.problem.table.T).T  # clusters first: faster
        field *= self._by_count[:, None]
        with np.errstate(divide="ignore"):
            field += np.log(prior)
        return field

    def free_energy(self, log_normaliser: FloatArray) -> float:
        """Return - sum_x w(x) log Z(x) [IB 3.3]."""
        return float(self.weight @ (self._negentropy - log_normaliser))

    def functional(self, memberships: FloatArray) -> float:
        """Return I(T;X) / b - I(T;Y), b the mean exponent: what is minimised, per unit of b."""
        prior, conditional = self.refit(memberships)
        compression = float(self.weight @ rel_entr(memberships, prior).sum(axis=1))
        pulled = (self.weight * self.exponent) @ memberships
        kept = float(mutual_information(pulled[:, None] * conditional))
        return compression / float(self.weight @ self.exponent) - kept

    def instability(self, memberships: FloatArray, modes: FloatArray | None = None) -> Instability:
        """Return how readily each cluster falls apart: b lambda_2(C_t), [IB §2.3].

        Where b differs from row to row, it moves into the matrix: the gain is the largest
        eigenvalue of sum_x b(x) pi(x|t) p(y|x) p(y'|x) / sqrt(p(y|t) p(y'|t)) across the direction
        of sqrt p(y|t), with pi in proportion to w(x) b(x) p(t|x).
        """
        share = memberships * (self.weight * self.exponent)[:, None]
        total = share.sum(axis=0)
        share = np.divide(share, total, out=share, where=total > 0.0)
        gain, modes, position = splitting_modes(
            self.problem.table,
            share * (self._by_count**2 / self.exponent)[:, None],
            self.refit(memberships).conditional,
            start=modes,
        )
        tilt = np.multiply(position, self._by_count[:, None], out=position)
        size = np.sqrt(np.einsum("xt,xt,xt->t", share, tilt, tilt))
        return Instability(gain, np.divide(tilt, size, out=tilt, where=size > 0.0), modes)

    def separation(self, memberships: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
        """Return the Jensen-Shannon divergence of each pair of clusters, in nats [IB 1.19]."""
        conditional = self.refit(memberships).conditional
        one, other = conditional[first], conditional[second]
        mean = (one + other) / 2.0
        return np.asarray((rel_entr(one, mean) + rel_entr(other, mean)).sum(axis=1) / 2.0)

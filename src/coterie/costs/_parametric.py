"""Histograms around mixtures of Gaussians that all clusters share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import nnls
from scipy.special import ndtr

from coterie._core.errors import InputError
from coterie.costs._divergence import FARTHEST, Centroids, DivergenceCost
from coterie.costs._prototypes import checked_temperature, totals_of_labels

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem

INNER = 100
"""Most Newton steps for the shares of the Gaussians."""

STILL = 1e-11
"""What a step is to add to the log-likelihood, in nats per count; the last promises no more."""

HEAVY = 1e4
"""Weight of the rule that shares sum to 1."""

SHORTEST = 1e-9
"""Part of a step that is not halved again."""

HALVINGS = 60
"""Steps of the bisection for a mean."""


class ParametricCost(DivergenceCost):
    """Code length of the labels and the counts, a cluster being a mixture of given distributions.

    Parameters
    ----------
    problem : CountProblem
        The objects: rows of counts over bins. Only the weight of a row matters in the masses.
    n_clusters : int
        Number of clusters on offer.
    temperature : float
        Of soft assignments, in nats per object; 1 is maximum likelihood. Masses are tempered too.
    basis : array-like of shape (n_components, n_columns), optional
        Distributions over the bins that clusters are mixtures of; by default each bin is one.

    Notes
    -----
    Parametric distributional clustering [SLC §3.H]: p(t|x) in proportion to [p(t) prod_y
    q(y|t)^n(x,y)]^(1/T), with q(y|t) = sum_a p(a|t) G_a(y). The shares p(a|t) are a concave problem
    that multiplicative steps solve. Where every bin is a component and T = 1, this is the
    mixture of multinomials.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import ParametricCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [4, 0], [0, 4], [0, 4]])
    >>> round(ParametricCost(problem, 2).total(np.array([0, 0, 1, 1])), 4)  # log(2)
    0.6931
    """

    def __init__(
        self,
        problem: CountProblem,
        n_clusters: int,
        temperature: float = 1.0,
        basis: ArrayLike | None = None,
    ) -> None:
        self.temperature = checked_temperature(temperature)
        totals = np.asarray(problem.counts.sum(axis=1), dtype=np.float64).ravel()
        weight = problem.scale / problem.scale.sum()
        super().__init__(problem, n_clusters, weight, totals / self.temperature)
        self.basis = np.eye(problem.n_columns) if basis is None else checked_basis(basis, problem)

    def refit(self, memberships: FloatArray) -> Centroids:
        """Return the tempered masses, and the mixture of each cluster."""
        prior, conditional = super().refit(memberships)
        mixed = mixture_shares(conditional, self.basis) @ self.basis
        return Centroids(prior ** (1.0 / self.temperature), mixed)

    def free_energy(self, log_normaliser: FloatArray) -> float:
        """Return -T sum_x w(x) log Z(x): less the log-likelihood of an object at T = 1."""
        return -self.temperature * float(self.weight @ log_normaliser)

    def functional(self, memberships: FloatArray) -> float:
        """Return the expected code length of an object, less temperature times entropy."""
        logs = np.log(np.maximum(memberships, np.finfo(np.float64).tiny))
        field = np.maximum(self.field(self.refit(memberships)), FARTHEST * (1.0 + self._longest))
        rest = np.einsum("xt,xt->x", memberships, logs - field)
        return self.temperature * float(self.weight @ rest)

    def total(self, labels: IntArray) -> float:
        """Return the code length of an object, label first, the mixtures re-estimated."""
        return self.functional(np.eye(self.n_clusters)[labels])

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for object i, the mixtures re-estimated."""
        return totals_of_labels(self.total, labels, i, self.n_clusters)

    @property
    def _longest(self) -> float:
        return float(self.exponent.max())


def mixture_shares(histograms: FloatArray, basis: FloatArray) -> FloatArray:
    """Return the shares of distributions whose mixture is the most likely source of histograms.

    Parameters
    ----------
    histograms : ndarray of shape (n_clusters, n_columns)
        Distributions of what was seen.
    basis : ndarray of shape (n_components, n_columns)
        Distributions to be mixed.

    Returns
    -------
    ndarray of shape (n_clusters, n_components)
        Rows sum to 1.

    Notes
    -----
    A concave problem [SLC §3.H]. Newton steps, each a problem of least squares with shares that are
    not negative, rise to its one maximum; expectation and maximisation take hundreds of steps.

    Examples
    --------
    >>> from coterie.costs import mixture_shares
    >>> basis = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
    >>> mixture_shares(np.array([[0.2, 0.3, 0.5]]), basis).round(3)
    array([[0.2, 0.8]])
    """
    if basis.shape[0] == basis.shape[1] and np.array_equal(basis, np.eye(len(basis))):
        return histograms
    return np.array([likeliest(histogram, basis) for histogram in histograms])


def likeliest(histogram: FloatArray, basis: FloatArray) -> FloatArray:
    """Return the shares for one histogram.

    Examples
    --------
    >>> likeliest(np.array([0.2, 0.3, 0.5]), np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])).round(3)
    array([0.2, 0.8])
    """
    seen = histogram > 0.0
    histogram, basis = histogram[seen], basis[:, seen]
    shares = np.full(len(basis), 1.0 / len(basis))
    for _ in range(INNER):
        mixed = shares @ basis
        root = np.sqrt(histogram)
        scaled = np.vstack([(basis * (root / mixed)).T, np.full(len(basis), HEAVY)])
        goal, _ = nnls(scaled, np.append(2.0 * root, HEAVY), maxiter=100 * len(basis))
        goal /= goal.sum()
        slope = float((basis @ (histogram / mixed)) @ (goal - shares))
        if slope <= STILL * max(1.0, histogram.sum()):
            break
        shares = risen(shares, goal, histogram, basis, slope)
    return shares


def risen(
    shares: FloatArray, goal: FloatArray, histogram: FloatArray, basis: FloatArray, slope: float
) -> FloatArray:
    """Go towards the goal as far as the likelihood rises; half the way, or half of that, if not."""
    before, way = float(histogram @ np.log(shares @ basis)), 1.0
    while way > SHORTEST:
        found = shares + way * (goal - shares)
        mixed = found @ basis
        if mixed.min() > 0.0 and float(histogram @ np.log(mixed)) >= before + 1e-4 * way * slope:
            return np.asarray(found)
        way /= 2.0
    return shares


def gaussian_basis(means: ArrayLike, widths: ArrayLike, edges: ArrayLike) -> FloatArray:
    """Return the mass of Gaussians in bins, each cut off at the outer edges and normalised.

    Parameters
    ----------
    means, widths : array-like of shape (n_components,)
        Of the Gaussians.
    edges : array-like of shape (n_bins + 1,)
        Rising borders of the bins.

    Returns
    -------
    ndarray of shape (n_components, n_bins)
        Rows sum to 1.

    Notes
    -----
    The rectified Gaussians of parametric distributional clustering [SLC §3.H].

    Examples
    --------
    >>> from coterie.costs import gaussian_basis
    >>> gaussian_basis([0.0, 1.0], [0.5, 0.5], [0.0, 0.5, 1.0]).round(3)
    array([[0.715, 0.285],
           [0.285, 0.715]])
    """
    places = (np.asarray(edges) - np.asarray(means)[:, None]) / np.asarray(widths)[:, None]
    mass = np.maximum(np.diff(ndtr(places), axis=1), np.finfo(np.float64).tiny)
    return np.asarray(mass / mass.sum(axis=1, keepdims=True))


def bisected_means(target: FloatArray, widths: FloatArray, edges: FloatArray) -> FloatArray:
    """Return means of Gaussians that, cut off and counted in bins, have given mean bins.

    Parameters
    ----------
    target : ndarray of shape (n_components,)
        Mean place of what each is to explain, in the middles of the bins.
    widths : ndarray of shape (n_components,)
        Standard deviations, which stay.
    edges : ndarray of shape (n_bins + 1,)
        Rising borders of the bins.

    Examples
    --------
    >>> edges = np.linspace(0.0, 1.0, 11)
    >>> bisected_means(np.array([0.5]), np.array([0.2]), edges).round(6)
    array([0.5])
    """
    middles, span = (edges[1:] + edges[:-1]) / 2.0, edges[-1] - edges[0]
    low = np.full(target.size, edges[0] - span)
    high = np.full(target.size, edges[-1] + span)
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        short = gaussian_basis(middle, widths, edges) @ middles < target
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return np.asarray((low + high) / 2.0)


def checked_basis(basis: ArrayLike, problem: CountProblem) -> FloatArray:
    """Return distributions over the bins, one in each row, that together reach every bin."""
    given = np.asarray(basis, dtype=np.float64)
    fine = given.ndim == 2 and given.shape[1] == problem.n_columns and given.min() >= 0.0
    if not (fine and np.allclose(given.sum(axis=1), 1.0) and given.sum(axis=0).min() > 0.0):
        message = (
            f"basis must have a distribution over the {problem.n_columns} columns in each row, and "
            f"reach every column. Divide each row by its sum."
        )
        raise InputError(message)
    return given

"""Cluster histograms of a measured quantity around mixtures of Gaussians."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import softmax

from coterie._core.params import Number, OneOf
from coterie.costs import ParametricCost, gaussian_basis, mixture_shares
from coterie.costs._parametric import bisected_means
from coterie.engines import Iterative, SoftSolution, Status
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators._soft import SOFT_RULES, SoftClustering
from coterie.estimators._temperature_point import TemperaturePoint
from coterie.estimators.prototypes._annealed import (
    ANNEALING_RULES,
    TemperatureSplit,
    grown_clusters,
)

if TYPE_CHECKING:
    import scipy.sparse as sp

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.engines import Growth, Schedule
    from coterie.problems import CountProblem

ROUNDS = 30
"""Most rounds in which the means of the Gaussians are renewed."""

STILL = 1e-4
"""Move of a mean, as a share of the domain, from which they have settled."""


class ParametricDistributionalClustering(SoftClustering):
    r"""Cluster objects by the distribution of what was measured on each.

    Each row is a histogram over equal bins of some range, such as the grey values around a pixel.
    The distribution of a cluster is a mixture of Gaussians that all clusters share, so few counts
    a row are enough, and neighbouring bins count as alike.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters.
    n_components : int, default=16
        Gaussians, evenly spread over the range.
    width : float, optional
        Their standard deviation, as a share of the range; by default 1 / n_components.
    learn_means : bool, default=False
        Move the Gaussians, after annealing, to where they explain most.
    schedule : "auto" or a schedule of coterie.engines, default="auto"
        Temperatures, falling. "auto" starts at 1.25 times the critical temperature of clusters of
        any distribution and multiplies by 0.87.
    min_temperature : float, default=1.0
        Where annealing ends, in nats per object; 1 is maximum likelihood.
    perturbation : float, default=1e-3
        Noise of how far the parts of a cluster are set apart, as a share of it.
    max_iter : int, default=200
        Most iterations at one temperature.
    tol : float, default=1e-8
        An iteration is the last at its temperature if no row's memberships change by a
        Jensen-Shannon divergence above this, in nats.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line at the end in a log. 2 writes a
        line for each temperature.
    random_state : int, Generator, RandomState or None
        Seed of the noise.

    Attributes
    ----------
    memberships_ : ndarray of shape (n_rows, n_found)
        How much of each row belongs to each cluster; zero for rows without counts.
    labels_ : ndarray of shape (n_rows,)
        Most probable cluster of each row; -1 for rows without counts.
    weights_ : ndarray of shape (n_found,)
        Share of all rows in each cluster.
    means_ : ndarray of shape (n_components,)
        Means of the Gaussians, in a range from 0 to 1.
    shares_ : ndarray of shape (n_found, n_components)
        How the clusters mix them.
    densities_ : ndarray of shape (n_found, n_columns)
        The mixtures, over the bins.
    temperature_ : float
        Where annealing ended.
    splits_ : list of TemperatureSplit
        The clusters that fell apart, in that order.
    path_ : tuple of TemperaturePoint
        The solution at each temperature on the way.
    cluster_joint_ : ndarray of shape (n_found, n_columns)
        p(t, y), as it was seen.
    conditional_ : ndarray of shape (n_found, n_columns)
        p(y | t), as it was seen.
    cluster_mass_ : ndarray of shape (n_found,)
        p(t), by counts.
    information_ : float
        I(T; Y), the information kept, in nats.
    information_fraction_ : float
        I(T; Y) / I(X; Y).
    compression_ : float
        I(T; X) in nats: what the memberships tell about the rows.
    entropy_ : float
        H(T) in nats.
    cost_ : float
        Mean code length of an object, less temperature times entropy, in nats.
    n_clusters_effective_ : int
        Clusters that have mass and differ from one another.
    n_iter_ : int
        Iterations, at all temperatures together.
    converged_ : bool
        Whether the last solution settled.
    history_ : ndarray
        Free energy after each iteration at the last temperature; never rises.
    restarts_ : list of Restart
        The one run, as other estimators list theirs.
    n_features_in_ : int
        Number of bins.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the bins, when `X` had any.

    See Also
    --------
    HistogramClustering : Distributions of any form.
    MultinomialMixture : The same at temperature 1.

    Notes
    -----
    Parametric distributional clustering [SLC §3.H]. With mixtures that cannot be just any
    distribution the code length is an upper bound of that of the bottleneck. The masses of the
    clusters are tempered with the densities.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> from coterie import ParametricDistributionalClustering
    >>> X = [[6, 3, 0, 0], [5, 4, 1, 0], [0, 1, 4, 5], [0, 0, 3, 6]]
    >>> model = ParametricDistributionalClustering(2, n_components=4, random_state=0).fit(X)
    >>> bool(model.labels_[0] == model.labels_[1] != model.labels_[2] == model.labels_[3])
    True
    """

    _rules: ClassVar[Rules] = {
        "n_clusters": SOFT_RULES["n_clusters"],
        **ANNEALING_RULES,
        "min_temperature": (Number(0, open_low=True),),
        "n_components": (Number(1, whole=True),),
        "width": (OneOf((None,)), Number(0, open_low=True)),
        "learn_means": (OneOf((True, False)),),
    }
    prior, init, device, n_jobs, n_init = "counts", "dirichlet", None, None, 1

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_components: int = 16,
        width: float | None = None,
        learn_means: bool = False,
        schedule: str | Schedule = "auto",
        min_temperature: float = 1.0,
        perturbation: float = 1e-3,
        max_iter: int = 200,
        tol: float = 1e-8,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.width = width
        self.learn_means = learn_means
        self.schedule = schedule
        self.min_temperature = min_temperature
        self.perturbation = perturbation
        self.max_iter = max_iter
        self.tol = tol
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(self, X: Any, y: Any = None) -> ParametricDistributionalClustering:
        """Cluster histograms.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_bins)
            Counts over equal bins, in their order.
        y : ignored
            Present for pipelines.

        Returns
        -------
        ParametricDistributionalClustering
            The fitted estimator.
        """
        self._fit(X)
        return self

    @property
    def _runs(self) -> int:
        return 1

    def _cost(self, problem: CountProblem, temperature: float = 1.0) -> ParametricCost:
        basis = gaussian_basis(self.means_, self._widths, edges_of(problem.n_columns))
        return ParametricCost(problem, self.n_clusters, temperature, basis)

    @property
    def _widths(self) -> FloatArray:
        return np.full(self.n_components, self.width or 1.0 / self.n_components)

    def _search(self, problem: CountProblem) -> list[SoftSolution]:
        self.means_ = (np.arange(self.n_components) + 0.5) / self.n_components
        make_cost, visit = partial(self._cost, problem), partial(self._point, problem)
        grown: Growth = grown_clusters(
            self, make_cost, visit, wanted=self.n_clusters, most=self.n_clusters
        )
        self.temperature_, self.path_ = 1.0 / grown.value, grown.path
        self.splits_ = [TemperatureSplit.of(split, make_cost(1.0).weight) for split in grown.splits]
        if not self.learn_means or grown.status is Status.INTERRUPTED:
            return [grown]
        return [self._moved(problem, grown)]

    def _moved(self, problem: CountProblem, solution: SoftSolution) -> SoftSolution:
        """Move the Gaussians to where they explain most, and settle, in turn."""
        edges = edges_of(problem.n_columns)
        middles, engine = (edges[1:] + edges[:-1]) / 2.0, Iterative(self.max_iter, self.tol)
        for _ in range(ROUNDS):
            cost = self._cost(problem, self.temperature_)
            seen = np.asarray(solution.memberships.T @ problem.table)
            shares = mixture_shares(seen / seen.sum(axis=1, keepdims=True), cost.basis)
            explained = shares.T @ (seen / (shares @ cost.basis)) * cost.basis
            mass = explained.sum(axis=1)
            target = np.divide(explained @ middles, mass, out=self.means_.copy(), where=mass > 0.0)
            before, self.means_ = self.means_, bisected_means(target, self._widths, edges)
            cost = self._cost(problem, self.temperature_)
            solution = engine.solve(cost, solution.memberships, rng=np.random.default_rng(0))
            if np.abs(self.means_ - before).max() <= STILL:
                break
        return solution

    def _point(
        self, problem: CountProblem, temperature: float, solution: SoftSolution
    ) -> TemperaturePoint:
        """Describe a solution: code length and entropy of an object."""
        cost, memberships = self._cost(problem, temperature), solution.memberships
        logs = np.log(np.maximum(memberships, np.finfo(np.float64).tiny))
        entropy = -float(cost.weight @ (memberships * logs).sum(axis=1))
        energy = solution.cost + temperature * entropy
        return TemperaturePoint(temperature, solution.cost, energy, entropy, memberships.shape[1])

    def _publish(self, problem: CountProblem, solutions: list[Any]) -> None:
        super()._publish(problem, solutions)
        cost, memberships = self._cost(problem), solutions[0].memberships
        self.weights_ = cost.weight @ memberships
        joint = np.asarray(self.cluster_joint_)
        mass = np.maximum(joint.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
        self.shares_ = mixture_shares(joint / mass, cost.basis)
        self.densities_ = self.shares_ @ cost.basis

    def _posterior(self, counts: sp.csr_array) -> FloatArray:
        logs = np.log(np.maximum(self.densities_, np.finfo(np.float64).tiny))
        masses = np.log(np.maximum(self.weights_, np.finfo(np.float64).tiny))
        return np.asarray(softmax((counts @ logs.T + masses) / self.temperature_, axis=1))

    def _unsettled(self) -> str:
        return (
            f"the last solution had not settled after max_iter={self.max_iter} iterations. Raise "
            f"max_iter, or tol to accept this."
        )


def edges_of(n_bins: int) -> FloatArray:
    """Return the borders of equal bins, from 0 to 1."""
    return np.linspace(0.0, 1.0, n_bins + 1)

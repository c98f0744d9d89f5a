"""Cluster histograms around mean histograms."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse as sp

from coterie._core.params import Number, OneOf
from coterie._core.progress import monitor_for
from coterie._core.random import child_seeds
from coterie.costs import HistogramCost, SoftBottleneckCost
from coterie.engines import Batch, SoftSolution, balanced_start, solve_all
from coterie.estimators._callbacks import with_callbacks, with_estimator
from coterie.estimators._soft import SOFT_RULES, SoftClustering
from coterie.estimators._temperature_point import TemperaturePoint
from coterie.estimators.prototypes._annealed import (
    ANNEALING_RULES,
    TemperatureSplit,
    grown_clusters,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.engines import Growth, Schedule
    from coterie.problems import CountProblem

KEPT = ("n_clusters", "prior", "n_init", "n_jobs")


class HistogramClustering(SoftClustering):
    r"""Cluster rows of counts by how far their distribution is from that of a cluster.

    Annealing starts with one cluster, and lets clusters fall apart as the temperature falls. With
    `cluster_prior="mass"` it is the annealed Information Bottleneck at beta = 1 / temperature.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters; fewer come out where fewer rows differ.
    cluster_prior : {"uniform", "mass"}, default="uniform"
        What a row is drawn to beside its divergence: nothing, or the mass of a cluster.
    solver : {"annealing", "map"}, default="annealing"
        "annealing" lowers the temperature; "map" moves all rows to the nearest cluster, from random
        clusters of equal size, until none moves, and keeps the best of `n_init` starts.
    schedule : "auto" or a schedule of coterie.engines, default="auto"
        Temperatures, falling. "auto" starts at 1.25 times the critical temperature and multiplies
        by 0.87 until all clusters have been found and memberships are as good as hard.
    min_temperature : float, optional
        Temperature that is not passed.
    smoothing : float, default=0.0
        Share of the counts of each column that goes to each of its two neighbours, at most 0.5: for
        bins of a scale, whose order the divergence does not see. Predictions smooth new rows too.
    perturbation : float, default=1e-3
        Noise of how far the parts of a cluster are set apart, as a share of it.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same; or as given.
    n_init : int, default=10
        Restarts of "map".
    max_iter : int, default=1000
        Most iterations at one temperature, or passes of a restart.
    tol : float, default=1e-9
        An iteration is the last at its temperature if no row's memberships change by a
        Jensen-Shannon divergence above this, in nats.
    n_jobs : int, optional
        Restarts of "map" at the same time. The result does not depend on it.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line at the end in a log. 2 writes a
        line for each temperature, or pass.
    random_state : int, Generator, RandomState or None
        Seed of the noise, and of the starts.

    Attributes
    ----------
    memberships_ : ndarray of shape (n_rows, n_found)
        How much of each row belongs to each cluster; zero for rows without mass.
    labels_ : ndarray of shape (n_rows,)
        Most probable cluster of each row; -1 for rows without mass.
    temperature_ : float
        Where the fit ended; 0 with "map".
    splits_ : list of TemperatureSplit
        The clusters that fell apart, in that order; none with "map".
    path_ : tuple of TemperaturePoint
        The solution at each temperature on the way; none with "map".
    cluster_joint_ : ndarray of shape (n_found, n_columns)
        p(t, y).
    conditional_ : ndarray of shape (n_found, n_columns)
        p(y | t), zero for an empty cluster.
    cluster_mass_ : ndarray of shape (n_found,)
        p(t).
    information_ : float
        I(T; Y), the information kept, in nats.
    information_fraction_ : float
        I(T; Y) / I(X; Y).
    compression_ : float
        I(T; X) in nats: what the memberships tell about the rows.
    entropy_ : float
        H(T) in nats.
    cost_ : float
        Mean divergence with "map"; else what annealing minimised at the last temperature, less
        I(X; Y), in nats.
    n_clusters_effective_ : int
        Clusters that have mass and differ from one another.
    n_iter_ : int
        Iterations, at all temperatures together, or passes of the restart that was kept.
    converged_ : bool
        Whether the last solution settled.
    history_ : ndarray
        Free energy after each iteration at the last temperature, or rows moved pass by pass.
    restarts_ : list of Restart
        The one run of annealing, or all restarts of "map".
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    AnnealedIB : Goes from transition to transition, with masses.
    SequentialIB : One row at a time, which improves on what "map" ends in.

    Notes
    -----
    Maximum a posteriori and annealed histogram clustering [SLC §3.H]. The temperature is per count.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> from coterie import HistogramClustering
    >>> X = [[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]]
    >>> model = HistogramClustering(n_clusters=3, random_state=0).fit(X)
    >>> bool(model.labels_[0] == model.labels_[1] != model.labels_[2] == model.labels_[3])
    True
    >>> model.n_clusters_effective_
    3
    """

    _rules: ClassVar[Rules] = {
        **{name: SOFT_RULES[name] for name in KEPT},
        **ANNEALING_RULES,
        "cluster_prior": (OneOf(("uniform", "mass")),),
        "solver": (OneOf(("annealing", "map")),),
        "smoothing": (Number(0, 0.5),),
    }
    init = "dirichlet"
    device = None

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        cluster_prior: str = "uniform",
        solver: str = "annealing",
        schedule: str | Schedule = "auto",
        min_temperature: float | None = None,
        smoothing: float = 0.0,
        perturbation: float = 1e-3,
        prior: str | ArrayLike = "counts",
        n_init: int = 10,
        max_iter: int = 1000,
        tol: float = 1e-9,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.cluster_prior = cluster_prior
        self.solver = solver
        self.schedule = schedule
        self.min_temperature = min_temperature
        self.smoothing = smoothing
        self.perturbation = perturbation
        self.prior = prior
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(
        self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None
    ) -> HistogramClustering:
        """Cluster the rows of a table of counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts or other non-negative weights.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_rows,), optional
            Multiplies the mass of each row; its distribution over the columns stays as it is.

        Returns
        -------
        HistogramClustering
            The fitted estimator.
        """
        self._fit(X, sample_weight)
        return self

    @property
    def _runs(self) -> int:
        return self.n_init if self.solver == "map" else 1

    @property
    def _sharpness(self) -> float:
        return 1.0 / self.temperature_ if self.temperature_ > 0.0 else np.inf

    def _check(self, X: Any, sample_weight: Any, min_rows: int) -> tuple[Any, CountProblem]:
        X, problem = super()._check(X, sample_weight, min_rows)
        if self.smoothing > 0.0:
            counts = smoothed(problem.counts, self.smoothing)
            problem = type(problem)(counts, problem.scale, problem.kept, problem.n_given)
        return X, problem

    def _cost(self, problem: CountProblem, temperature: float = 1.0) -> Any:
        if self.cluster_prior == "mass":
            return SoftBottleneckCost(problem, self.n_clusters, 1.0 / temperature)
        return HistogramCost(problem, self.n_clusters, temperature)

    def _search(self, problem: CountProblem) -> list[Any]:
        if self.solver == "annealing":
            make_cost, visit = partial(self._cost, problem), partial(point, problem)
            most = self.n_clusters
            return [grown_clusters(self, make_cost, visit, wanted=most, most=most)]
        monitor = monitor_for(self.verbose, title=type(self).__name__, runs=self._runs)
        solutions = solve_all(
            Batch(self.max_iter),
            HistogramCost(problem, self.n_clusters, 1.0),
            partial(balanced_start, problem.n_rows, self.n_clusters),
            child_seeds(self.random_state, self._runs),
            n_jobs=self.n_jobs,
            monitor=with_estimator(monitor, self, self._runs, self.max_iter),
        )
        return [softened(solution, self.n_clusters) for solution in solutions]

    def _publish(self, problem: CountProblem, solutions: list[Any]) -> None:
        super()._publish(problem, solutions)
        grown: Growth | None = None if self.solver == "map" else solutions[0]
        self.temperature_ = 0.0 if grown is None else 1.0 / grown.value
        self.path_ = () if grown is None else grown.path
        splits = () if grown is None else grown.splits
        self.splits_ = [TemperatureSplit.of(split, problem.mass) for split in splits]

    def _posterior(self, counts: sp.csr_array) -> FloatArray:
        if self.smoothing > 0.0:
            counts = smoothed(counts, self.smoothing)
        posterior = super()._posterior(counts)
        if self.cluster_prior == "uniform" and self.temperature_ > 0.0:
            mass = self.cluster_mass_
            posterior /= np.where(mass > 0.0, mass, 1.0)
            posterior /= posterior.sum(axis=1, keepdims=True)
        return posterior

    def _unsettled(self) -> str:
        return (
            f"the last solution had not settled after max_iter={self.max_iter} iterations. Raise "
            f"max_iter, or tol to accept this."
        )


def softened(solution: Any, n_clusters: int) -> SoftSolution:
    """Write labels as memberships."""
    members = np.eye(n_clusters)[solution.labels]
    return SoftSolution(members, solution.cost, solution.moves, solution.status)


def point(problem: CountProblem, temperature: float, solution: SoftSolution) -> TemperaturePoint:
    """Describe a solution: energy and entropy per unit of mass."""
    cost = HistogramCost(problem, solution.memberships.shape[1], temperature)
    logs = np.log(np.maximum(solution.memberships, np.finfo(np.float64).tiny))
    entropy = -float(problem.mass @ (solution.memberships * logs).sum(axis=1))
    energy = cost.functional(solution.memberships) + problem.information + temperature * entropy
    whole = solution.cost + problem.information
    return TemperaturePoint(temperature, whole, energy, entropy, solution.memberships.shape[1])


def smoothed(counts: sp.csr_array, share: float) -> sp.csr_array:
    """Move a share of each column to each of its neighbours; the outer ones keep what has none.

    Examples
    --------
    >>> smoothed(sp.csr_array([[4.0, 0.0, 0.0]]), 0.25).toarray()
    array([[3., 1., 0.]])
    """
    size = counts.shape[1]
    kept = np.full(size, 1.0 - 2.0 * share)
    kept[0] += share
    kept[-1] += share
    aside = np.full(size - 1, share)
    bands: Any = [aside, kept, aside]
    kernel = sp.diags_array(bands, offsets=[-1, 0, 1], shape=(size, size))
    return sp.csr_array(counts @ kernel.tocsr())

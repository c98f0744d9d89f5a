"""K-means by deterministic annealing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.params import Number, OneOf
from coterie._core.random import generator
from coterie.costs import SquaredDistanceCost
from coterie.engines import Batch, Exchange, Solution, Status
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators.prototypes._annealed import ANNEALING_RULES, AnnealedPrototypes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.engines import Growth, Schedule
    from coterie.problems import PointProblem


POLISH = 8
"""Most passes at the end in which single points are moved: each gains next to nothing."""


class AnnealedKMeans(AnnealedPrototypes):
    r"""Cluster points around centres, from one cluster on as the temperature falls.

    At a high temperature all points are one cluster. As it falls, clusters fall apart one after
    another, at temperatures that an eigenvalue foretells, in the direction in which their points
    differ most. There are no random starts, and the answer rarely depends on any luck.

    Parameters
    ----------
    n_clusters : int or None, default=8
        Number of clusters; fewer come out where fewer points differ. None grows as many as there
        are at the last temperature.
    max_clusters : int, default=64
        Most clusters when growing.
    cluster_prior : {"auto", "uniform", "mass"}, default="auto"
        What a point is drawn to beside the distance: nothing ("uniform"), or the mass of a cluster.
        "auto" is "mass" when growing and "uniform" for a given number of clusters.
    schedule : "auto" or a schedule of coterie.engines, default="auto"
        Temperatures, falling. "auto" starts at 1.25 times the critical temperature and multiplies
        by 0.8, or by 0.87 for soft clusters, until all clusters have been found and memberships are
        as good as hard.
    min_temperature : float, optional
        Temperature that is not passed. By default a 30th of the critical one when growing, a
        60th for soft clusters.
    harden : bool, default=True
        End with hard clusters: K-means from what was found, and exchanges of a merge and a cut as
        long as they help.
    max_points : int, default=2000
        Points that annealing itself sees at most, or 50 for each cluster if that is more, where
        the clusters are hardened: beyond, a random sample of them. All points take part in the
        K-means at the end.
    perturbation : float, default=1e-3
        Noise of how far the parts of a cluster are set apart, as a share of it.
    max_iter : int, default=30
        Most iterations at one temperature.
    tol : float, default=1e-2
        An iteration is the last at its temperature if it lowers the free energy by at most this, in
        nats a point. Annealing need not settle on the way; lower it for curves of the free energy.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line at the end in a log. 2 writes a
        line for each temperature.
    random_state : int, Generator, RandomState or None
        Seed of the noise.

    Attributes
    ----------
    cluster_centers_ : ndarray of shape (n_found, n_dimensions)
        Means of the clusters.
    labels_ : ndarray of shape (n_points,)
        Cluster of each point.
    memberships_ : ndarray of shape (n_points, n_found)
        How much of each point belongs to each cluster, at the last temperature.
    cluster_mass_ : ndarray of shape (n_found,)
        Share of all points in each cluster.
    inertia_ : float
        Sum of squared distances of points to the centre of their cluster, as in scikit-learn.
    cost_ : float
        What was minimised, per point: the mean squared distance, or the free energy of soft
        clusters.
    temperature_ : float
        Temperature where annealing ended.
    free_energy_ : float
        Free energy of the memberships found there, per point.
    splits_ : list of TemperatureSplit
        The clusters that fell apart, in that order.
    path_ : tuple of PrototypePoint
        What was found at each temperature on the way.
    n_iter_ : int
        Iterations, at all temperatures together.
    converged_ : bool
        Whether the clusters given back had settled.
    history_ : ndarray
        Free energy after each iteration at the last temperature; never rises.
    n_features_in_ : int
        Number of coordinates.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the coordinates, when `X` had any.

    See Also
    --------
    TemperedGaussianMixture : Clusters that have shapes of their own.
    coterie.costs.critical_temperature : Where a cluster falls apart.

    Notes
    -----
    Deterministic annealing [SLC §3.G], unconstrained or with masses. Clusters are split where
    2 lambda_max(C_t) exceeds the temperature, so the given number of them is reached by growth: as
    many copies at one place, told apart by noise, end in poorer minima. The free energy is what the
    published one is, D - T H or D + T I(T; X) with masses.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> from coterie import AnnealedKMeans
    >>> X = [[0.0, 0.0], [0.0, 1.0], [5.0, 0.0], [5.0, 1.0], [9.0, 0.0], [9.0, 1.0]]
    >>> model = AnnealedKMeans(3, random_state=0).fit(X)
    >>> round(model.inertia_, 9)
    1.5
    >>> bool(model.labels_[0] == model.labels_[1] != model.labels_[2] == model.labels_[3])
    True
    """

    _rules: ClassVar[Rules] = {
        **ANNEALING_RULES,
        "n_clusters": (OneOf((None,)), Number(1, whole=True)),
        "max_clusters": (Number(1, whole=True),),
        "cluster_prior": (OneOf(("auto", "uniform", "mass")),),
        "harden": (OneOf((True, False)),),
        "max_points": (Number(1, whole=True),),
    }

    def __init__(
        self,
        n_clusters: int | None = 8,
        *,
        max_clusters: int = 64,
        cluster_prior: str = "auto",
        schedule: str | Schedule = "auto",
        min_temperature: float | None = None,
        harden: bool = True,
        max_points: int = 2000,
        perturbation: float = 1e-3,
        max_iter: int = 30,
        tol: float = 1e-2,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.max_clusters = max_clusters
        self.cluster_prior = cluster_prior
        self.schedule = schedule
        self.min_temperature = min_temperature
        self.harden = harden
        self.max_points = max_points
        self.perturbation = perturbation
        self.max_iter = max_iter
        self.tol = tol
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> AnnealedKMeans:
        """Cluster points.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points; scale the coordinates so that a distance means something.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_points,), optional
            How many times each point counts.

        Returns
        -------
        AnnealedKMeans
            The fitted estimator.
        """
        problem = self._check(X, sample_weight, min_rows=self.n_clusters or 2)
        seen = self._seen(problem)
        grown = self._anneal(seen, self.n_clusters, self.max_clusters)
        if self.harden:
            solution: Any = self._hardened(problem, seen, grown)
        else:
            solution = self._settle(problem, grown)
        self._publish(problem, solution)
        self.inertia_ = problem.total * self._cost(problem, 1.0).total(self.labels_)
        self._tell_how_it_ended(solution.status)
        return self

    def _cost(self, problem: PointProblem, temperature: float) -> SquaredDistanceCost:
        prior, n_clusters = self.cluster_prior, self.n_clusters or self.max_clusters
        if prior == "auto":
            prior = "mass" if self.n_clusters is None else "uniform"
        return SquaredDistanceCost(problem, n_clusters, temperature, prior)

    def _seen(self, problem: PointProblem) -> PointProblem:
        """Return the points that annealing sees: all, or a sample where all come in at the end."""
        most = max(self.max_points, 50 * (self.n_clusters or self.max_clusters))
        if not self.harden or problem.n_points <= most:
            return problem
        return problem.sample(most, generator(self.random_state))

    def _hardened(self, problem: PointProblem, seen: PointProblem, grown: Growth) -> Solution:
        """Go on from what was found with hard clusters, and with all points."""
        n_found, rng = grown.memberships.shape[1], generator(self.random_state)
        cost = SquaredDistanceCost(problem, n_found, self.temperature_)
        labels, interrupted = grown.labels, grown.status is Status.INTERRUPTED
        if seen is not problem:
            centres = SquaredDistanceCost(seen, n_found, 1.0).centres(labels)
            labels = cost.nearest(centres + seen.centre - problem.centre)
        if interrupted:
            labels = np.unique(labels, return_inverse=True)[1]
            return Solution(labels, cost.total(labels), np.zeros(0, int), Status.INTERRUPTED)
        settled: Solution = Exchange().solve(cost, labels, rng=rng)
        last = SquaredDistanceCost(problem, n_found, self.temperature_, single_moves=True)
        found = Batch(POLISH).solve(last, settled.labels, rng=rng)
        labels = np.unique(found.labels, return_inverse=True)[1]
        return replace(found, labels=labels, status=settled.status)

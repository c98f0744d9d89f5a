"""Mixtures of Gaussians at a temperature."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import logsumexp, softmax
from sklearn.base import clone
from sklearn.cluster import KMeans

from coterie._core.errors import ConvergenceNotice, InputError, warn
from coterie._core.params import N_JOBS, RANDOM_STATE, VERBOSE, Instance, Number, OneOf
from coterie._core.progress import monitor_for
from coterie._core.random import child_seeds
from coterie.costs import GaussianMixtureCost, Gaussians
from coterie.costs._gaussian_mixture import MATRICES
from coterie.engines import Iterative, Status, best_of, solve_all
from coterie.estimators._callbacks import with_callbacks, with_estimator
from coterie.estimators.prototypes._points import PointClustering
from coterie.problems import PointProblem
from coterie.validation import HeldFamily

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.engines import SoftSolution

GIVEN = (OneOf((None,)), Instance((list, tuple, np.ndarray), "an array"))


class TemperedGaussianMixture(PointClustering):
    r"""Fit a mixture of Gaussians by expectation and maximisation at a temperature.

    At temperature 1 this is the maximum likelihood of scikit-learn's `GaussianMixture`, found by
    the same steps in less time. Above, points belong to components less exclusively, and the
    components become more alike.

    Parameters
    ----------
    n_clusters : int, default=1
        Number of components.
    covariance_type : {"full", "tied", "diag", "spherical"}, default="full"
        Each component a matrix of its own, all the same one, a diagonal one each, or one variance.
    temperature : float, default=1.0
        What the log densities are divided by where points are assigned.
    tol : float, default=1e-3
        An iteration is the last if it changes the free energy by less than this, in nats a point;
        at temperature 1, the mean log-likelihood.
    reg_covar : float, default=1e-6
        Added to the variances, as in scikit-learn.
    max_iter : int, default=100
        Most iterations of a restart.
    n_init : int, default=1
        Restarts, each from a run of K-means; the one of least free energy is kept.
    weights_init : array-like of shape (n_clusters,), optional
        Weights to start from. Those of the three that are not given follow from K-means.
    means_init : array-like of shape (n_clusters, n_dimensions), optional
        Means to start from.
    precisions_init : array-like, optional
        Inverse covariances to start from, in the form of `covariances_`.
    n_jobs : int, optional
        Restarts at the same time, in threads unless a joblib context says otherwise. The result
        does not depend on it.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line for each restart in a log. 2
        writes a line for each iteration.
    random_state : int, Generator, RandomState or None
        Seed of the starts.

    Attributes
    ----------
    weights_ : ndarray of shape (n_clusters,)
        Weights of the components.
    means_ : ndarray of shape (n_clusters, n_dimensions)
        Their means.
    covariances_ : ndarray
        Of shape (n_clusters, n_dimensions, n_dimensions), (n_dimensions, n_dimensions),
        (n_clusters, n_dimensions) or (n_clusters,), in the order of `covariance_type`.
    memberships_ : ndarray of shape (n_points, n_clusters)
        How much of each point belongs to each component.
    labels_ : ndarray of shape (n_points,)
        Most probable component of each point.
    lower_bound_ : float
        Less the free energy of the last iteration: the mean log-likelihood, at temperature 1.
    cost_ : float
        Free energy of the memberships with their own Gaussians, per point.
    n_iter_ : int
        Iterations of the restart that was kept.
    converged_ : bool
        Whether that restart settled.
    history_ : ndarray of shape (n_iter_,)
        Its free energy after each iteration; never rises.
    n_features_in_ : int
        Number of coordinates.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the coordinates, when `X` had any.

    See Also
    --------
    AnnealedKMeans : Round clusters of one size, grown as the temperature falls.

    Notes
    -----
    Tempered expectation and maximisation [SLC §3.B]; the weights of the components are tempered
    with the densities. Points are compared with the means in pieces that stay in the cache, and
    the covariances are added up in the same pass. Probabilistic PCA is not here: scikit-learn's
    `PCA` has it, as `score`.

    Ctrl-C ends the fit with the best that was found so far, and a warning.

    Examples
    --------
    >>> from coterie import TemperedGaussianMixture
    >>> X = [[0.0], [0.4], [1.0], [7.0], [7.7], [8.0]]
    >>> model = TemperedGaussianMixture(2, random_state=0).fit(X)
    >>> np.sort(model.means_.ravel()).round(2)
    array([0.47, 7.57])
    >>> warm = TemperedGaussianMixture(2, temperature=50.0, tol=1e-9, max_iter=999).fit(X)
    >>> bool(np.ptp(warm.means_) < 1e-3)
    True
    """

    _rules: ClassVar[Rules] = {
        "n_clusters": (Number(1, whole=True),),
        "covariance_type": (OneOf(("full", "tied", "diag", "spherical")),),
        "temperature": (Number(0, open_low=True),),
        "tol": (Number(0),),
        "reg_covar": (Number(0),),
        "max_iter": (Number(1, whole=True),),
        "n_init": (Number(1, whole=True),),
        "weights_init": GIVEN,
        "means_init": GIVEN,
        "precisions_init": GIVEN,
        "n_jobs": N_JOBS,
        "verbose": VERBOSE,
        "random_state": RANDOM_STATE,
    }

    def __init__(
        self,
        n_clusters: int = 1,
        *,
        covariance_type: str = "full",
        temperature: float = 1.0,
        tol: float = 1e-3,
        reg_covar: float = 1e-6,
        max_iter: int = 100,
        n_init: int = 1,
        weights_init: ArrayLike | None = None,
        means_init: ArrayLike | None = None,
        precisions_init: ArrayLike | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.covariance_type = covariance_type
        self.temperature = temperature
        self.tol = tol
        self.reg_covar = reg_covar
        self.max_iter = max_iter
        self.n_init = n_init
        self.weights_init = weights_init
        self.means_init = means_init
        self.precisions_init = precisions_init
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(
        self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None
    ) -> TemperedGaussianMixture:
        """Fit the mixture to points.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_points,), optional
            How many times each point counts.

        Returns
        -------
        TemperedGaussianMixture
            The fitted estimator.
        """
        problem = self._check(X, sample_weight, min_rows=self.n_clusters)
        cost = self._cost(problem, self.temperature)
        monitor = monitor_for(self.verbose, title=type(self).__name__, runs=self.n_init)
        solutions: list[SoftSolution] = solve_all(
            Iterative(self.max_iter, self.tol),
            cost,
            partial(self._start, problem, cost),
            child_seeds(self.random_state, self.n_init),
            n_jobs=self.n_jobs,
            monitor=with_estimator(monitor, self, self.n_init, self.max_iter),
        )
        best = best_of(solutions)
        fitted = cost.refit(best.memberships)
        self.weights_, self.covariances_ = fitted.weights, fitted.covariances
        self.means_ = fitted.means + problem.centre
        self.memberships_ = np.asarray(softmax(cost.field(fitted), axis=1))
        self.labels_ = self.memberships_.argmax(axis=1)
        self.lower_bound_, self.cost_ = -float(best.trace[-1]), best.cost
        self.n_iter_, self.converged_, self.history_ = best.n_iter, best.converged, best.history
        self._tell_how_it_ended(solutions)
        return self

    def annealed_family(self, X: Any) -> HeldFamily:
        """Return the densities of these points, softened, for `generalization_capacity`.

        Components of any shape fall apart at temperature 1 and not above, so that the mixture is
        fitted there.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points.
        """
        return HeldFamily(-clone(self).fit(X)._log_densities(X))

    def score_samples(self, X: Any) -> FloatArray:
        """Return the log-likelihood of each point, in nats.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points with the coordinates of the fit.
        """
        return np.asarray(logsumexp(self._log_densities(X), axis=1))

    def score(self, X: Any, y: Any = None) -> float:
        """Return the mean log-likelihood of the points, in nats.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points with the coordinates of the fit.
        y : ignored
            Present for pipelines.
        """
        return float(self.score_samples(X).mean())

    def bic(self, X: Any) -> float:
        """Return -2 log L + k log n for n points and k free parameters; smaller is better.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points with the coordinates of the fit.
        """
        likelihoods = self.score_samples(X)
        return float(self._n_parameters * np.log(likelihoods.size) - 2.0 * likelihoods.sum())

    def aic(self, X: Any) -> float:
        """Return -2 log L + 2 k for k free parameters; smaller is better.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points with the coordinates of the fit.
        """
        return float(2.0 * (self._n_parameters - self.score_samples(X).sum()))

    def transform(self, X: Any) -> FloatArray:
        """Return how much of each point belongs to each component.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points with the coordinates of the fit.
        """
        return np.asarray(softmax(self._log_densities(X) / self.temperature, axis=1))

    @property
    def _n_features_out(self) -> int:
        return int(self.weights_.size)

    @property
    def _n_parameters(self) -> int:
        k, d = self.means_.shape
        matrix = d * (d + 1) // 2
        shape = {"full": k * matrix, "tied": matrix, "diag": k * d, "spherical": k}
        return int(k - 1 + k * d + shape[self.covariance_type])

    def _cost(self, problem: PointProblem, temperature: float) -> GaussianMixtureCost:
        return GaussianMixtureCost(
            problem, self.n_clusters, temperature, self.covariance_type, self.reg_covar
        )

    def _log_densities(self, X: Any) -> FloatArray:
        points = self._points_of(X)
        centre, size = self.means_.mean(axis=0), len(points)
        problem = PointProblem(points - centre, np.full(size, 1.0 / size), centre, float(size))
        fitted = Gaussians(self.weights_, self.means_ - centre, self.covariances_)
        return self._cost(problem, self.temperature).log_densities(fitted)

    def _start(
        self, problem: PointProblem, cost: GaussianMixtureCost, rng: np.random.Generator
    ) -> FloatArray:
        """Memberships of K-means, or of the parameters that are given."""
        seed = int(rng.integers(2**31))
        given = (self.weights_init, self.means_init, self.precisions_init)
        members = np.full((problem.n_points, self.n_clusters), 1.0 / self.n_clusters)
        if any(each is None for each in given):
            rounds = KMeans(self.n_clusters, n_init=1, random_state=seed)
            labels = rounds.fit(problem.points, sample_weight=problem.weight).labels_
            members = np.eye(self.n_clusters)[labels]
        if all(each is None for each in given):
            return members
        start = cost.refit(members)
        if self.weights_init is not None:
            weights = self._given("weights_init", start.weights.shape)
            start = start._replace(weights=weights / weights.sum())
        if self.means_init is not None:
            start = start._replace(means=self._given("means_init", start.means.shape))
            start = start._replace(means=start.means - problem.centre)
        if self.precisions_init is not None:
            precisions = self._given("precisions_init", start.covariances.shape)
            matrices = self.covariance_type in MATRICES
            inverse = np.linalg.inv(precisions) if matrices else 1.0 / precisions
            start = start._replace(covariances=np.asarray(inverse, dtype=np.float64))
        return np.asarray(softmax(cost.field(start), axis=1))

    def _given(self, name: str, shape: tuple[int, ...]) -> FloatArray:
        """Return a start that the user gives, in the shape that it must have."""
        given = np.asarray(getattr(self, name), dtype=np.float64)
        if given.shape != shape or not np.isfinite(given).all():
            message = (
                f"{type(self).__name__}: {name} must hold finite numbers in the shape {shape}, not "
                f"an array of shape {given.shape}. Leave it out to start from K-means."
            )
            raise InputError(message)
        return given

    def _tell_how_it_ended(self, solutions: list[SoftSolution]) -> None:
        owner = type(self).__name__
        interrupted = any(each.status is Status.INTERRUPTED for each in solutions)
        if interrupted or len(solutions) < self.n_init:
            begun = f"the best of the {len(solutions)} restarts begun, of {self.n_init} asked for"
            warn(f"{owner}: interrupted; kept {begun}.", ConvergenceNotice)
        elif not self.converged_:
            warn(
                f"{owner}: the best restart had not settled after max_iter={self.max_iter} "
                f"iterations. Raise max_iter, or tol to accept this.",
                ConvergenceNotice,
            )

"""Clusters that cost something themselves, so that their number is an outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from coterie._core.params import Number, OneOf
from coterie.costs import ComplexityCost
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators.prototypes._annealed import ANNEALING_RULES, AnnealedPrototypes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.engines import Schedule
    from coterie.problems import PointProblem


class ComplexityClustering(AnnealedPrototypes):
    r"""Cluster points around as many centres as are worth their cost.

    Beside its distance, a point pays for the mass of its cluster. With the entropy penalty the
    label of a point is charged by its length in nats: clusters that save less distance than their
    name costs die out. With the load penalty, light clusters are dear, and all become equally
    large.

    Parameters
    ----------
    n_clusters : int, default=16
        Most clusters.
    complexity_weight : float, default=1.0
        What a nat of naming costs, in the unit of the squared distance; 0 is K-means.
    penalty : {"entropy", "load"}, default="entropy"
        What is charged for: the length of the name, or load that is not balanced.
    load_exponent : float, default=2.0
        With "load", how steeply light clusters are charged, at least 1; at 1 not at all.
    schedule : "auto" or a schedule of coterie.engines, default="auto"
        Temperatures, falling. "auto" starts at 1.25 times the critical temperature and multiplies
        by 0.87, down to a 60th of it.
    min_temperature : float, optional
        Temperature that is not passed.
    perturbation : float, default=1e-3
        Noise of how far the parts of a cluster are set apart, as a share of it.
    damping : float, default=0.3
        With "load", share of the new masses in those that the next iteration uses.
    max_iter : int, default=100
        Most iterations at one temperature.
    tol : float, default=1e-5
        An iteration is the last at its temperature if it lowers the free energy by at most this, in
        nats a point.
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
        Most probable cluster of each point.
    memberships_ : ndarray of shape (n_points, n_found)
        How much of each point belongs to each cluster, at the last temperature.
    cluster_mass_ : ndarray of shape (n_found,)
        Share of all points in each cluster.
    cost_ : float
        Free energy of the memberships, per point.
    temperature_ : float
        Where annealing ended.
    free_energy_ : float
        Free energy that annealing found there, per point.
    splits_ : list of TemperatureSplit
        The clusters that fell apart, in that order.
    path_ : tuple of PrototypePoint
        What was found at each temperature on the way.
    n_iter_ : int
        Iterations, at all temperatures together.
    converged_ : bool
        Whether the last solution settled.
    history_ : ndarray
        Free energy after each iteration at the last temperature.
    n_features_in_ : int
        Number of coordinates.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the coordinates, when `X` had any.

    See Also
    --------
    AnnealedKMeans : For a given number of clusters.

    Notes
    -----
    Complexity-constrained clustering [SLC §3.G], with the marginal penalty. At low temperatures the
    entropy penalty is entropy-constrained vector quantisation.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> from coterie import ComplexityClustering
    >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [9.0], [9.1]]
    >>> [
    ...     len(ComplexityClustering(complexity_weight=w, random_state=0).fit(X).cluster_centers_)
    ...     for w in (1.0, 100.0)
    ... ]
    [3, 1]
    """

    _rules: ClassVar[Rules] = {
        **ANNEALING_RULES,
        "n_clusters": (Number(1, whole=True),),
        "complexity_weight": (Number(0, 1e150),),
        "penalty": (OneOf(ComplexityCost.penalties),),
        "load_exponent": (Number(1, 10),),
        "damping": (Number(0, 1, open_low=True),),
    }

    def __init__(
        self,
        n_clusters: int = 16,
        *,
        complexity_weight: float = 1.0,
        penalty: str = "entropy",
        load_exponent: float = 2.0,
        schedule: str | Schedule = "auto",
        min_temperature: float | None = None,
        perturbation: float = 1e-3,
        damping: float = 0.3,
        max_iter: int = 100,
        tol: float = 1e-5,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.complexity_weight = complexity_weight
        self.penalty = penalty
        self.load_exponent = load_exponent
        self.schedule = schedule
        self.min_temperature = min_temperature
        self.perturbation = perturbation
        self.damping = damping
        self.max_iter = max_iter
        self.tol = tol
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(
        self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None
    ) -> ComplexityClustering:
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
        ComplexityClustering
            The fitted estimator.
        """
        problem = self._check(X, sample_weight, min_rows=2)
        grown = self._anneal(problem, None, self.n_clusters)
        solution = self._settle(problem, grown)
        self._publish(problem, solution)
        self._tell_how_it_ended(solution.status)
        return self

    def _cost(self, problem: PointProblem, temperature: float) -> ComplexityCost:
        return ComplexityCost(
            problem,
            self.n_clusters,
            temperature,
            complexity_weight=self.complexity_weight,
            penalty=self.penalty,
            load_exponent=self.load_exponent,
            damping=self.damping,
        )

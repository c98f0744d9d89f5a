"""Group objects so that the mean dissimilarity inside clusters is small."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coterie.costs import PairwiseCost
from coterie.estimators.relational._relational import RelationalClustering
from coterie.problems import PairwiseProblem

if TYPE_CHECKING:
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.engines import Schedule


class PairwiseClustering(RelationalClustering):
    """Group objects so that the mean dissimilarity inside clusters is small.

    For squared Euclidean distances it is k-means without centres. Any dissimilarities will do, of
    any sign; adding a constant to all of them changes nothing.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters on offer.
    affinity : {None, "precomputed"}, default=None
        None compares points by `similarity`. "precomputed" says that `X` is the matrix itself:
        a dense matrix of dissimilarities.
    similarity : str, default="sqeuclidean"
        How points are compared, a name in `coterie.similarity.SIMILARITIES`: "sqeuclidean",
        "distance", "correlation", "absolute_correlation" or "path". Similarities S become
        dissimilarities v - S, v being the similarity of an object to itself.
    solver : {"annealing", "sequential", "gibbs"}, default="annealing"
        "sequential" moves single objects, from random labels. "annealing" cools a mean field and
        then moves single objects; it tries the other too, and keeps the better labels. "gibbs"
        draws single labels at random, at falling temperatures.
    schedule : "auto" or a schedule of coterie.engines, default="auto"
        Temperatures, in the unit of the cost. "auto" falls by a factor of 0.87 from above the
        critical temperature, until the memberships are hard.
    n_init : int, default=10
        Restarts; the labels of least cost are kept.
    max_iter : int, default=60
        Most sweeps at one temperature, or of one search.
    tol : float, default=1e-3
        A sweep is the last at its temperature if it changes no membership by more than this.
    perturbation : float, default=1e-3
        Noise on the memberships before each temperature, as a share of them.
    block_size : int, default=1
        Objects that are renewed at a time. Above 1 the memberships may swing, and not settle.
    n_jobs : int, optional
        Restarts that run at the same time, in threads; -1 for all processors. The answer does not
        depend on it.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line for each restart in a log. 2
        writes a line for each temperature.
    random_state : int, Generator, RandomState or None
        Seed of the starts, the noise and the order of the objects.

    Attributes
    ----------
    labels_ : ndarray of shape (n_objects,)
        Cluster of each object.
    cost_ : float
        Half the sum over clusters of size times mean dissimilarity.
    memberships_ : ndarray of shape (n_objects, n_clusters)
        Shares of the clusters in each object at the last temperature; zeros and ones without one.
        Single moves may have changed some of the labels since.
    temperature_ : float
        The last temperature; 0 where there was none.
    free_energy_ : float
        Cost less temperature times entropy of the memberships, at the last temperature.
    n_clusters_effective_ : int
        Clusters that hold half an object or more and differ from one another, as the memberships
        have it.
    path_ : tuple of TemperaturePoint
        Energy, entropy and free energy at each temperature of the best run, if it was annealed.
    restart_costs_ : ndarray of shape (n_runs,)
        Cost of the labels of each run: the restarts that are annealed, then the others.
    n_iter_ : int
        Sweeps of the best restart, at all temperatures together.
    converged_ : bool
        Whether it settled at the last temperature.
    history_ : ndarray
        Free energy after each sweep; of a search by single moves, objects that changed sides.
    n_features_in_ : int
        Number of columns of `X`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    RatioCut : The same comparison, of what is cut.
    CorrelationClustering : Where the sign of a similarity means something.

    Notes
    -----
    Minimises [SLC I4] by annealing [SLC K2], [GRA 1.6].

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> from coterie import PairwiseClustering
    >>> D = [[0, 1, 4, 9], [1, 0, 1, 9], [4, 1, 0, 1], [9, 9, 1, 0]]
    >>> model = PairwiseClustering(2, affinity="precomputed", random_state=0).fit(D)
    >>> model.cost_, (model.labels_ == model.labels_[0]).tolist()
    (1.0, [True, True, False, False])
    """

    _kind = PairwiseCost
    _takes_graphs = False

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        affinity: str | None = None,
        similarity: str = "sqeuclidean",
        solver: str = "annealing",
        schedule: str | Schedule = "auto",
        n_init: int = 10,
        max_iter: int = 60,
        tol: float = 1e-3,
        perturbation: float = 1e-3,
        block_size: int = 1,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.affinity = affinity
        self.similarity = similarity
        self.solver = solver
        self.schedule = schedule
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.perturbation = perturbation
        self.block_size = block_size
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    def _precomputed(self, X: Any) -> PairwiseProblem:
        return PairwiseProblem.from_dissimilarities(
            X, min_objects=self.n_clusters, owner=type(self).__name__
        )

    def _compared(self, similarities: FloatArray) -> PairwiseProblem:
        problem = super()._precomputed(similarities)
        return replace(problem, offset=float(problem.diagonal.max()))

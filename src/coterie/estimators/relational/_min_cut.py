"""Cut a graph so that little is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from coterie._core.params import Number
from coterie.costs import MinCutCost
from coterie.estimators.relational._relational import RULES, RelationalClustering
from coterie.estimators.relational._similarities import advise_shift

if TYPE_CHECKING:
    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.engines import Schedule
    from coterie.problems import PairwiseProblem


class MinCut(RelationalClustering):
    """Cut a graph so that little is cut.

    The weight between clusters is least. Without a negative `shift` or negative weights nothing is
    cut at all; the shift makes large clusters expensive.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters on offer; some may stay empty.
    shift : float, default=0.0
        Added to the similarity of every pair. A negative shift makes large clusters expensive, a
        positive one small clusters.
    affinity : {None, "precomputed"}, default=None
        None compares points by `similarity`. "precomputed" says that `X` is the matrix itself:
        similarities, dense or sparse, of any sign; missing pairs have similarity 0.
    similarity : str, default="sqeuclidean"
        How points are compared, a name in `coterie.similarity.SIMILARITIES`: "sqeuclidean",
        "distance", "correlation", "absolute_correlation" or "path".
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
        Weight of the pairs that are cut, the shift added.
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
    CorrelationClustering : The same clusters; its cost counts from zero.
    RatioCut : Clusters are balanced by their size.
    NormalizedCut : Clusters are balanced by their links.

    Notes
    -----
    Minimises [GRA §2.1], [SLC I5] by annealing [GRA 1.6]; another name is maximum correlation.
    There is a warning where one cluster is the best answer, with shifts that are not too far.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import MinCut
    >>> X = np.kron(np.eye(2), np.ones((3, 3))) - np.eye(6)
    >>> X[2, 3] = X[3, 2] = 1.0  # two triangles, joined by an edge
    >>> model = MinCut(2, shift=-0.3, affinity="precomputed", random_state=0).fit(X)
    >>> round(model.cost_, 4), sorted(np.flatnonzero(model.labels_ == model.labels_[0]).tolist())
    (-1.7, [0, 1, 2])
    """

    _kind = MinCutCost
    _rules: ClassVar[Rules] = {**RULES, "shift": (Number(),)}

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        shift: float = 0.0,
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
        self.shift = shift
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

    def _cost(self, problem: PairwiseProblem) -> MinCutCost:
        advise_shift(problem, self.shift, type(self).__name__)
        return MinCutCost(problem, self.n_clusters, shift=float(self.shift))

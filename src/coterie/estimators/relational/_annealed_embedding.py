"""Cluster dissimilar objects as points that are placed while they are clustered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.params import Number, OneOf
from coterie._core.progress import monitor_for
from coterie._core.random import child_seeds
from coterie.engines import solve_all
from coterie.estimators._callbacks import with_estimator
from coterie.estimators.relational._moving_points import MovingPoints
from coterie.estimators.relational._pairwise_clustering import PairwiseClustering
from coterie.estimators.relational._relational import RULES
from coterie.estimators.relational._spectrum import leading_spectrum

if TYPE_CHECKING:
    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.costs import RelationalCost
    from coterie.engines import Schedule


class AnnealedEmbedding(PairwiseClustering):
    """Cluster dissimilar objects and place them as points, each for the sake of the other.

    The pairwise cost is annealed with the memberships restricted to those of points that are
    assigned to centres by their distance. At each temperature the points move to where these
    memberships are as near as they can be to what the dissimilarities ask for; in the end the
    picture shows the clusters, and leaves out what does not matter to them.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters on offer.
    n_components : int, optional
        Dimensions of the points; by default as many as the centres can span, n_clusters - 1.
    affinity : {None, "precomputed"}, default=None
        None compares points by `similarity`. "precomputed" says that `X` is a dense matrix of
        dissimilarities.
    similarity : str, default="sqeuclidean"
        How points are compared, a name in `coterie.similarity.SIMILARITIES`. Similarities S become
        dissimilarities v - S, v being the similarity of an object to itself.
    schedule : "auto" or a schedule of coterie.engines, default="auto"
        Temperatures, in the unit of the cost. "auto" falls by a factor of 0.87 from above the
        critical temperature, until the memberships are hard.
    n_init : int, default=1
        Restarts; the labels of least cost are kept.
    max_iter : int, default=100
        Most iterations at one temperature.
    tol : float, default=1e-4
        An iteration is the last at its temperature if it changes no membership by more than this.
    perturbation : float, default=1e-3
        Noise on the centres before each temperature, relative to the spread of the points.
    n_jobs : int, optional
        Restarts that run at the same time, in threads; -1 for all processors. The answer does not
        depend on it.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line for each restart in a log. 2
        writes a line for each temperature.
    random_state : int, Generator, RandomState or None
        Seed of the noise.

    Attributes
    ----------
    labels_ : ndarray of shape (n_objects,)
        Cluster of each object.
    embedding_ : ndarray of shape (n_objects, n_components)
        The points.
    cluster_centers_ : ndarray of shape (n_clusters, n_components)
        Their centres.
    cost_ : float
        Half the sum over clusters of size times mean dissimilarity.
    memberships_ : ndarray of shape (n_objects, n_clusters)
        Shares of the clusters in each object at the last temperature. Single moves may have changed
        some of the labels since.
    temperature_ : float
        The last temperature.
    free_energy_ : float
        Cost less temperature times entropy of the memberships, at the last temperature.
    n_clusters_effective_ : int
        Clusters that hold half an object or more and differ from one another, as the memberships
        have it.
    path_ : tuple of TemperaturePoint
        Energy, entropy and free energy at each temperature of the best run, if it was annealed.
    restart_costs_ : ndarray of shape (n_init,)
        Cost of the labels of each restart.
    n_iter_ : int
        Iterations of the best restart, at all temperatures together.
    converged_ : bool
        Whether it settled at the last temperature.
    history_ : ndarray
        Free energy after each iteration.
    n_features_in_ : int
        Number of columns of `X`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    PairwiseClustering : The same cost without points, several times as fast.
    ConstantShiftEmbedding : The points first, in one step, with places for new objects.

    Notes
    -----
    Implements [SLC §3.K3]. With shares q of centres y and fields E of the pairwise cost, a point x
    at rest solves `sum q (y - m)(y - m)' x = 1/2 sum q (|y|^2 - E)(y - m)`, m = sum q y. Iterated
    as it stands this runs away, for the matrix is singular where the centres are one, or an object
    belongs to one of them. So a hundredth of the variance is added to its diagonal, points go half
    of the way, and they start as the leading directions of classical scaling. They come to rest but
    for a slow drift of all together, which no membership notices.

    An iteration costs as much as the product of the dissimilarities with the memberships.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> from coterie import AnnealedEmbedding
    >>> D = [[0, 1, 4, 9], [1, 0, 1, 9], [4, 1, 0, 1], [9, 9, 1, 0]]
    >>> model = AnnealedEmbedding(2, affinity="precomputed", random_state=0).fit(D)
    >>> model.cost_, (model.labels_ == model.labels_[0]).tolist(), model.embedding_.shape
    (1.0, [True, True, False, False], (4, 1))
    """

    _rules: ClassVar[Rules] = {
        **{name: RULES[name] for name in RULES if name not in {"solver", "block_size"}},
        "n_components": (OneOf((None,)), Number(1, whole=True)),
    }
    solver = "annealing"
    block_size = 1

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_components: int | None = None,
        affinity: str | None = None,
        similarity: str = "sqeuclidean",
        schedule: str | Schedule = "auto",
        n_init: int = 1,
        max_iter: int = 100,
        tol: float = 1e-4,
        perturbation: float = 1e-3,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.affinity = affinity
        self.similarity = similarity
        self.schedule = schedule
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.perturbation = perturbation
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    def _search(self, cost: RelationalCost) -> list[Any]:
        wanted = max(1, self.n_clusters - 1) if self.n_components is None else self.n_components
        distances = cost.problem.offset - cost.problem.similarity
        _, values, vectors = leading_spectrum(distances, int(wanted))
        start = vectors * np.sqrt(np.maximum(values, 0.0))
        monitor = monitor_for(self.verbose, title=type(self).__name__, runs=self.n_init)
        monitor = with_estimator(monitor, self, self.n_init, passes=None)
        seeds = child_seeds(self.random_state, self.n_init)
        return solve_all(
            self._engine(), cost, lambda _: start, seeds, n_jobs=self.n_jobs, monitor=monitor
        )

    def _engine(self) -> Any:
        schedule = None if isinstance(self.schedule, str) else self.schedule
        return MovingPoints(schedule, self.max_iter, self.tol, self.perturbation)

    def _publish(self, best: Any, linked: Any) -> None:
        super()._publish(best, linked)
        self.embedding_, self.cluster_centers_ = best.points, best.centers

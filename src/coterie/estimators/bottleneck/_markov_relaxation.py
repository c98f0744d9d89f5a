"""Cluster points by where a random walk between them stays for long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse as sp
from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import InputError
from coterie._core.memory import check_room
from coterie._core.params import Number, OneOf, check_params
from coterie._core.progress import monitor_for
from coterie._core.random import generator
from coterie._core.tables import dense
from coterie.costs import BottleneckCost
from coterie.engines import Sequential
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators._checks import checked_table
from coterie.estimators._restarts import RUN_RULES, RestartedClustering
from coterie.estimators.bottleneck._walk_checks import (
    check_enough_points,
    tell_of_a_lost_start,
    tell_of_points_alike,
)
from coterie.measures import information_relaxation
from coterie.problems import CountProblem
from coterie.similarity import (
    DISTANCES,
    neighbor_graph,
    pairwise_distances,
    transition_matrix,
)
from coterie.similarity._landmarks import LandmarkWalk
from coterie.similarity._transitions import first_steps

if TYPE_CHECKING:
    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray, IntArray, Matrix
    from coterie.measures import Relaxation

EXACT = 1000
"""Points up to which "auto" follows the walk exactly: landmarks take as long there."""

LANDMARKS = 1000
"""Landmarks of "auto" beyond."""

LINKS = 5
"""Links of "auto" beyond, over `n_neighbors`."""

TABLES = 8
"""Full tables that the exact walk and its clusters take at a time."""

CELLS = 4e6
"""Entries of first steps that are laid out at a time."""


class MarkovRelaxation(RestartedClustering):
    r"""Cluster points by where a random walk between them pauses.

    A walk steps from point to point, the more rarely the farther, and forgets little by little
    where it began. It forgets fast within a group of points, whatever the shape of the group, and
    slowly from group to group. At a time when it has lost the one and kept the other, points are
    put together whose walks end in the same places: the sequential Information Bottleneck on the
    start X(0) and the end X(n).

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters.
    sharpness : float, default=1.0
        How sharply the probability of a step falls with its length. Sharper walks see smaller
        structure, and take longer.
    n_neighbors : int, default=5
        The unit of length of a point is its mean distance to so many nearest others, or to all
        where there are fewer.
    metric : {"sqeuclidean", "euclidean", "pearson", "precomputed"}, default="sqeuclidean"
        Distance of two rows of `X`; or `X` holds the distances from each point to each. They need
        be neither symmetric nor a metric. In a sparse `X` only what is stored can be stepped to.
    n_steps : "auto" or int, default="auto"
        Number of steps n. "auto" takes the last pause of the relaxation at which the walk still
        knows about as much as `n_clusters` clusters can tell.
    n_links : "auto", int or None, default="auto"
        Let the walk step to so many nearest points only, and to those of which it is among the
        nearest; with None to all. "auto" is None as long as the walk is followed exactly, and
        five times `n_neighbors` else. Distances that are given are used as they are.
    n_landmarks : "auto", int or None, default="auto"
        Follow the walk of more points than that through so many landmarks; with None follow it
        exactly, which takes memory for several tables of all pairs, and their products. "auto" is
        None up to 1,000 points, where both take as long, and 1,000 else.
    n_init : int, default=10
        Restarts of the clustering; the one that keeps most information is kept.
    max_iter : int, default=30
        Most sweeps of a restart.
    n_jobs : int, optional
        Restarts at the same time, in threads unless a joblib context says otherwise. The result
        does not depend on it.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line for each restart in a log. 2
        writes a line for each doubling of the steps and each sweep.
    random_state : int, Generator, RandomState or None
        Seed of the landmarks, starts and orders.

    Attributes
    ----------
    labels_ : ndarray of shape (n_points,)
        Cluster of each point.
    relaxation_ : Relaxation
        What the walk knows of its start after 1, 2, 4, ... steps, and where it pauses.
    n_steps_ : int
        The number of steps n after which the clusters were made.
    information_ : float
        I(T; X(n)), what the cluster of the start tells about the end, in nats.
    information_fraction_ : float
        I(T; X(n)) / I(X(0); X(n)).
    entropy_ : float
        H(T) in nats.
    cost_ : float
        -I(T; X(n)), which was minimised.
    cluster_joint_ : ndarray or csr_array of shape (n_clusters, n_ends)
        p(t, y), y the point where the walk ends, or its landmark.
    conditional_ : ndarray or csr_array of shape (n_clusters, n_ends)
        p(y | t).
    cluster_mass_ : ndarray of shape (n_clusters,)
        p(t).
    affinity_ : ndarray of shape (n_points, n_clusters)
        Mean of log p(y | t) over the ends y of walks that have come to a point with their first
        step: new points are placed by it.
    landmark_error_ : float
        Total variation distance between where the walk ends and where the landmarks say, over a
        few starts, from 0 to 1: after n steps, or as many as are worth following. 0 for the exact
        walk; NaN where landmarks move so slowly that the exact walk would take too long.
    points_ : ndarray, csr_array or None
        The points of the fit, to which new ones step; None for distances.
    n_iter_ : int
        Sweeps of the restart that was kept.
    converged_ : bool
        Whether that restart settled.
    history_ : ndarray of shape (n_iter_,)
        Points, or landmarks, that changed sides in each of its sweeps.
    restarts_ : list of Restart
        All restarts, in the order of their seeds.
    n_features_in_ : int
        Number of columns of `X`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    coterie.similarity.transition_matrix : The walk.
    coterie.measures.information_relaxation : What it knows of its start.
    coterie.plotting.RelaxationDisplay : A picture of it.

    Notes
    -----
    Implements [IB 5.1, IB 5.2, IB 5.3, IB 5.4] and their pairing with [IB §2.5]; all points weigh
    the same. With `n_steps=1` the clusters are those of isotropic blurring: points whose single
    steps overlap, which misses what hangs together by a chain of steps.

    The rate of the relaxation is taken for each doubling of the steps, and its minima are the
    pauses. `n_steps` scales with `sharpness` exponentially; the published experiments say so by
    the trillions of steps that they take.

    A new point makes its first step to the points of the fit and goes on as they do. It joins the
    cluster whose ends its own diverge from least, in the sense of Kullback and Leibler; where the
    search had settled, the points of the fit would go where they are [IB P-47].

    The exact walk takes time in proportion to the cube of the points for each doubling. Landmarks
    are a thousand states whose moves stand for many steps, see `landmark_error_`; each point is
    then placed like a new one, so that the borders of the clusters do not follow the landmarks.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import MarkovRelaxation
    >>> angle = np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
    >>> ring = np.column_stack([np.cos(angle), np.sin(angle)])
    >>> model = MarkovRelaxation(2, n_neighbors=2, random_state=0).fit(np.vstack([ring, 2 * ring]))
    >>> sorted(map(len, map(set, (model.labels_[:60], model.labels_[60:], model.labels_))))
    [1, 1, 2]
    >>> model.predict([[1.1, 0.0], [1.9, 0.0]]) == model.labels_[[0, 60]]
    array([ True,  True])
    """

    _rules: ClassVar[Rules] = {
        **{name: rules for name, rules in RUN_RULES.items() if name != "prior"},
        "sharpness": (Number(0, 1e300, open_low=True),),
        "n_neighbors": (Number(1, whole=True),),
        "metric": (OneOf((*DISTANCES, "precomputed")),),
        "n_steps": (OneOf(("auto",)), Number(1, 2**62, whole=True)),
        "n_links": (OneOf(("auto", None)), Number(1, whole=True)),
        "n_landmarks": (OneOf(("auto", None)), Number(1, whole=True)),
    }
    init = None

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        sharpness: float = 1.0,
        n_neighbors: int = 5,
        metric: str = "sqeuclidean",
        n_steps: str | int = "auto",
        n_links: str | int | None = "auto",
        n_landmarks: str | int | None = "auto",
        n_init: int = 10,
        max_iter: int = 30,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.sharpness = sharpness
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.n_steps = n_steps
        self.n_links = n_links
        self.n_landmarks = n_landmarks
        self.n_init = n_init
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(self, X: Any, y: Any = None) -> MarkovRelaxation:
        """Relax a walk over the points, and cluster them where it pauses.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_points, n_columns)
            Points; or, with ``metric="precomputed"``, distances of shape (n_points, n_points), the
            row saying from which.
        y : ignored
            Present for pipelines.

        Returns
        -------
        MarkovRelaxation
            The fitted estimator.
        """
        check_params(self, self._rules)
        X = self._checked(X)
        luck = generator(self.random_state)
        steps, owner = self._steps(X), type(self).__name__
        tell_of_points_alike(X, self.n_clusters, owner)
        walk = self._relax(steps, luck)
        tell_of_a_lost_start(self.relaxation_, self.n_steps_, self.n_clusters, owner)
        onwards = walk.onwards(self.n_steps_)
        problem = CountProblem.from_counts(
            walk.transitions @ onwards,
            prior=walk.weights,
            min_rows=self.n_clusters,
            owner=owner,
        )
        solutions = self._search(problem)
        self._publish(problem, solutions)
        self._place(walk, onwards)
        self.points_ = X if self.metric != "precomputed" else None
        self.landmark_error_ = walk.error(steps, self.n_steps_, luck)
        self._tell_how_it_ended(solutions)
        return self

    def predict(self, X: Any) -> IntArray:
        """Return the cluster of new points.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_new, n_columns)
            Points; or distances of shape (n_new, n_points), from the new points to those of the
            fit.
        """
        check_is_fitted(self)
        X = self._checked(X, reset=False)
        if self.points_ is None:
            return self._nearest_cluster(X)
        n_links = self._links_for(self.points_.shape[0])
        if n_links is not None:
            n_links = min(n_links, self.points_.shape[0])
            near = neighbor_graph(X, self.metric, n_neighbors=n_links, others=self.points_)
            return self._nearest_cluster(near)
        size = max(1, int(CELLS / self.points_.shape[0]))
        blocks = (X[first : first + size] for first in range(0, X.shape[0], size))
        measured = (pairwise_distances(part, self.metric, others=self.points_) for part in blocks)
        return np.concatenate([self._nearest_cluster(block) for block in measured])

    def _nearest_cluster(self, distances: Matrix) -> IntArray:
        """Step from new points to those of the fit, and see where that leads."""
        first = first_steps(
            distances,
            sharpness=self.sharpness,
            n_neighbors=self.n_neighbors,
            owner=type(self).__name__,
        )
        return np.asarray((first @ self.affinity_).argmax(axis=1))

    def _checked(self, X: Any, *, reset: bool = True) -> Any:
        """Return points, all of them finite; or distances, which the walk looks at."""
        finite = self.metric != "precomputed"
        return checked_table(
            self, X, reset=reset, accept_sparse="csr", dtype=np.float64, ensure_all_finite=finite
        )

    def _landmarks_for(self, n_points: int) -> int | None:
        """Return the number of landmarks, or None where the walk is followed exactly."""
        n_landmarks: Any = self.n_landmarks
        if n_landmarks == "auto":
            n_landmarks = LANDMARKS if n_points > EXACT else None
        return None if n_landmarks is None or n_landmarks >= n_points else int(n_landmarks)

    def _links_for(self, n_points: int) -> int | None:
        """Return how many nearest points are stepped to, or None for all."""
        n_links: Any = self.n_links
        if n_links == "auto":
            n_links = None if self._landmarks_for(n_points) is None else LINKS * self.n_neighbors
        return n_links  # type: ignore[no-any-return]

    def _steps(self, X: Any) -> Matrix:
        """Return one step of the walk."""
        distances, n_points, owner = X, X.shape[0], type(self).__name__
        check_enough_points(X, self.n_clusters, owner)
        n_links = self._links_for(n_points)
        full = n_links is None and not (self.metric == "precomputed" and sp.issparse(X))
        if full or self._landmarks_for(n_points) is None:
            check_room(
                8 * TABLES * n_points**2,
                f"tables of all pairs of {n_points} points",
                "Give n_landmarks=1000 and n_links=25.",
                owner,
            )
        if self.metric != "precomputed":
            if n_links is None or n_links >= n_points - 1:
                distances = pairwise_distances(X, self.metric)
            else:
                distances = neighbor_graph(X, self.metric, n_neighbors=n_links)
        return transition_matrix(
            distances, sharpness=self.sharpness, n_neighbors=self.n_neighbors, owner=owner
        )

    def _relax(self, steps: Matrix, luck: np.random.Generator) -> LandmarkWalk:
        """Follow the walk to its end, and choose when to look."""
        n_points = steps.shape[0]
        n_landmarks = self._landmarks_for(n_points)
        start = np.full(n_points, 1.0 / n_points)
        monitor = monitor_for(self.verbose, title=f"{type(self).__name__}, relaxation", runs=1)
        monitor.begin(0)
        try:
            if n_landmarks is None:
                walk = LandmarkWalk.of_all(steps, start)
            else:
                walk = LandmarkWalk.along(steps, start, n_landmarks, luck)
            self.relaxation_ = information_relaxation(
                walk.transitions, walk.weights, first=walk.lag, monitor=monitor
            )
            self.n_steps_ = self._time(self.relaxation_, walk.lag)
            monitor.end(0, f"looks at the walk after {self.n_steps_} steps")
        finally:
            monitor.close()
        return walk

    def _time(self, relaxation: Relaxation, lag: int) -> int:
        """Return the number of steps, whole moves of the landmarks."""
        if isinstance(self.n_steps, str):
            return relaxation.steps_for(self.n_clusters)
        if self.n_steps < lag:
            message = (
                f"{type(self).__name__}: n_steps={self.n_steps} is less than the {lag} steps that "
                f"a move from landmark to landmark stands for. Give more, or n_landmarks=None."
            )
            raise InputError(message)
        return lag * round(self.n_steps / lag)

    def _place(self, walk: LandmarkWalk, onwards: FloatArray) -> None:
        """Say where walks from each point end up, and where landmarks stand for points, place them.

        A walk of n steps from a new point makes the first itself, and leaves n - 1 to the others;
        landmarks tell of n, which are too many to see a difference.
        """
        least = np.finfo(np.float64).tiny
        affinity = onwards @ np.log(np.maximum(dense(self.conditional_), least)).T
        self.affinity_ = affinity if walk.exact else walk.from_points(affinity)
        if not walk.exact:
            self.labels_ = self.affinity_.argmax(axis=1)

    def _cost(self, problem: CountProblem) -> BottleneckCost:
        return BottleneckCost(problem, self.n_clusters)

    def _engine(self) -> Sequential:
        return Sequential(self.max_iter)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        given = self.metric == "precomputed"
        tags.input_tags.pairwise = tags.input_tags.positive_only = given
        return tags

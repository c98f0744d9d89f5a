"""Cluster the rows of a count table by sequential draw-and-place under other distances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from coterie._core.params import OneOf
from coterie.costs import CosineCost, KLCost, L1Cost
from coterie.engines import Sequential, first_least
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators._restarts import SHARED_RULES, RestartedClustering
from coterie.estimators.prototypes._nearest_centre import NearestCentre, unit_centres

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.costs import CentreCost
    from coterie.engines import Solution
    from coterie.problems import CountProblem


class SequentialKMeans(NearestCentre, RestartedClustering):
    r"""Cluster rows of counts around centres, one row at a time.

    The draw and place of `SequentialIB` with the distance to the centre of a cluster in place of
    the information lost: sequential K-means (cosine), sKL and sL1. These are for comparison; on
    sparse counts they usually find worse clusters than `SequentialIB`.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters.
    metric : {"cosine", "kl", "l1"}, default="cosine"
        Cosine of the row and the mean of the members' unit vectors, masses apart; or the
        Kullback-Leibler divergence or the L1 distance of p(y | x) and p(y | t), times the joint
        mass of row and cluster.
    ties : {"first", "stay"}, default="stay"
        For "kl": where a row goes that has a column which no cluster has, so that all are
        infinitely far. "first" puts it into cluster 0, which ends up with nearly all rows when
        there are few; "stay" leaves it where it is.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same, which is the usual choice for documents of
        different lengths; or as given.
    n_init : int, default=10
        Restarts; the one whose clusters keep most information is kept.
    max_iter : int, default=30
        Most sweeps of a restart. A row goes where it is nearest, not where a total is least, so the
        sweeps need not come to rest.
    tol_moves : float, default=0.0
        A sweep that moves at most this share of the rows is the last. At 0, stop when none moves.
    init : array-like of shape (n_rows,), optional
        Labels 0..n_clusters-1 to start every restart from. By default each starts from random
        clusters of equal size.
    shuffle : bool, default=True
        Draw a fresh order for every sweep.
    allow_empty : bool, default=False
        Let the last row of a cluster leave it, for good: an empty cluster has no centre.
    n_jobs : int, optional
        Restarts at the same time, in threads unless a joblib context says otherwise. The result
        does not depend on it.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line for each restart in a log. 2
        writes a line for each sweep.
    random_state : int, Generator, RandomState or None
        Seed of the starts and orders.

    Attributes
    ----------
    labels_ : ndarray of shape (n_rows,)
        Cluster of each row; -1 for rows without mass.
    cluster_joint_ : ndarray or csr_array of shape (n_clusters, n_columns)
        p(t, y); sparse where a dense table would be larger than the data.
    conditional_ : ndarray or csr_array of shape (n_clusters, n_columns)
        p(y | t), zero for an empty cluster.
    cluster_mass_ : ndarray of shape (n_clusters,)
        p(t).
    centres_ : ndarray or csr_array of shape (n_clusters, n_columns)
        What new rows are compared with: the mean unit vector, scaled to length one, for "cosine";
        p(y | t) else.
    information_ : float
        I(T; Y), the information kept, in nats.
    information_fraction_ : float
        I(T; Y) / I(X; Y).
    entropy_ : float
        H(T) in nats.
    cost_ : float
        NaN: these rules have no total.
    n_iter_ : int
        Sweeps of the restart that was kept.
    converged_ : bool
        Whether that restart settled.
    history_ : ndarray of shape (n_iter_,)
        Rows that changed sides in each of its sweeps.
    restarts_ : list of Restart
        All restarts, in the order of their seeds.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    SequentialIB : The same search with the information lost as the distance.
    CosineKMeans : The cosine with all rows moved at once.

    Notes
    -----
    Implements sK-means, sKL and sL1 of [IB §2.6]; the row is drawn out of its cluster before it is
    compared. `predict` compares new rows with the centres as they are, masses apart, so that it may
    place a row of the fit on a border otherwise.

    Examples
    --------
    >>> from coterie import SequentialKMeans
    >>> from coterie.datasets import make_counts
    >>> planted = make_counts(n_rows=60, n_columns=40, n_clusters=3, random_state=0)
    >>> model = SequentialKMeans(n_clusters=3, metric="l1", random_state=0).fit(planted.data)
    >>> from coterie.measures import adjusted_rand_score
    >>> adjusted_rand_score(planted.target, model.labels_)
    1.0
    """

    _rules: ClassVar[Rules] = {
        **SHARED_RULES,
        "metric": (OneOf(("cosine", "kl", "l1")),),
        "ties": (OneOf(("first", "stay")),),
        "shuffle": (OneOf((True, False)),),
        "allow_empty": (OneOf((True, False)),),
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        metric: str = "cosine",
        ties: str = "stay",
        prior: str | ArrayLike = "counts",
        n_init: int = 10,
        max_iter: int = 30,
        tol_moves: float = 0.0,
        init: ArrayLike | None = None,
        shuffle: bool = True,
        allow_empty: bool = False,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.metric = metric
        self.ties = ties
        self.prior = prior
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol_moves = tol_moves
        self.init = init
        self.shuffle = shuffle
        self.allow_empty = allow_empty
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(self, X: Any, y: Any = None) -> SequentialKMeans:
        """Cluster the rows of a table of counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts or other non-negative weights.
        y : ignored
            Present for pipelines.

        Returns
        -------
        SequentialKMeans
            The fitted estimator.
        """
        self._fit(X)
        return self

    def _cost(self, problem: CountProblem) -> CentreCost:
        if self.metric == "kl":
            return KLCost(problem, self.n_clusters, first_if_lost=self.ties == "first")
        kind: type[CentreCost] = CosineCost if self.metric == "cosine" else L1Cost
        return kind(problem, self.n_clusters)

    def _engine(self) -> Sequential:
        return Sequential(self.max_iter, self.tol_moves, self.shuffle, self.allow_empty)

    def _choose(self, solutions: Sequence[Solution]) -> Solution:
        return solutions[first_least([-restart.information for restart in self.restarts_])]

    def _publish(self, problem: CountProblem, solutions: list[Solution]) -> None:
        super()._publish(problem, solutions)
        best = self._choose(solutions)
        self.centres_ = (
            unit_centres(problem, best.labels, self.n_clusters)
            if self.metric == "cosine"
            else self.conditional_
        )

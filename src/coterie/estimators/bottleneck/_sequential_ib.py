"""Cluster the rows of a count table by sequential draw-and-place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from coterie._core.errors import warn
from coterie._core.params import Number, OneOf
from coterie.costs import BottleneckCost, SideInformationCost
from coterie.engines import Sequential
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators._placement import PlacesRows
from coterie.estimators._restarts import AVOID_WEIGHT, SHARED_RULES, RestartedClustering

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.costs import TableCost
    from coterie.engines import Solution
    from coterie.problems import CountProblem


class SequentialIB(PlacesRows, RestartedClustering):
    r"""Cluster rows of counts so that the clusters tell most about the columns.

    Starting from random clusters, every row in turn is drawn out of its cluster and put where the
    least information about the columns is lost, until no single move helps. This is the sequential
    Information Bottleneck: the method to begin with for documents, words, users or anything else
    that is described by counts.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters.
    beta : float, default=inf
        Weight of relevance. At infinity the clusters keep as much information as they can; a finite
        value also rewards compression, which makes for one large uninformative cluster and small
        telling ones. At most 1, a single cluster is the best answer.
    avoid_weight : float, default=1.0
        What a nat about the columns to avoid costs, in nats about those of `X`; used where `fit`
        is given `avoid`.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same, which is the usual choice for documents of
        different lengths; or as given.
    n_init : int, default=10
        Restarts; the one of least cost is kept.
    max_iter : int, default=30
        Most sweeps of a restart.
    tol_moves : float, default=0.0
        A sweep that moves at most this share of the rows is the last. At 0, stop when none moves.
    init : array-like of shape (n_rows,), optional
        Labels 0..n_clusters-1 to start every restart from; the restarts then differ in the order
        of their draws only. By default each starts from random clusters of equal size.
    shuffle : bool, default=True
        Draw a fresh order for every sweep.
    allow_empty : bool, default=False
        Let the last row of a cluster leave it; otherwise no cluster is ever emptied.
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
    information_ : float
        I(T; Y), the information kept, in nats.
    information_fraction_ : float
        I(T; Y) / I(X; Y).
    entropy_ : float
        H(T) in nats.
    cost_ : float
        I(T; X) / beta - I(T; Y) in nats, which was minimised; I(T; X) is H(T) for hard clusters.
        Where columns Z were avoided, avoid_weight I(T; Z) comes on top.
    n_iter_ : int
        Sweeps of the restart that was kept.
    converged_ : bool
        Whether that restart settled.
    history_ : ndarray of shape (n_iter_,)
        Rows that changed sides in each of its sweeps.
    restarts_ : list of Restart
        All restarts, in the order of their seeds.
    total_ : float
        Mass of all rows in the unit of the counts.
    n_rows_ : int
        Number of rows that have mass.
    avoided_information_ : float
        I(T; Z) in nats, what the clusters tell about the avoided columns; only after a fit with
        `avoid`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    Notes
    -----
    Implements [IB §2.5]. The cost of a row in a cluster is the information lost by merging the two
    [IB 3.13]; a draw takes time in proportion to the row's non-zeros times the clusters. Whole
    counts are added without rounding; every decision is that of double precision.

    With columns Z to avoid, a row also earns `avoid_weight` times the information about them that
    is lost where it is put [IB §5]. New rows are placed by the columns of `X` alone.

    Ctrl-C ends the fit with the best labels found so far, and a warning.

    Examples
    --------
    >>> from coterie import SequentialIB
    >>> from coterie.datasets import make_counts
    >>> planted = make_counts(n_rows=60, n_columns=40, n_clusters=3, random_state=0)
    >>> model = SequentialIB(n_clusters=3, random_state=0).fit(planted.data)
    >>> model.labels_.shape, model.converged_
    ((60,), True)
    >>> from coterie.measures import adjusted_rand_score
    >>> adjusted_rand_score(planted.target, model.labels_)
    1.0
    """

    _rules: ClassVar[Rules] = {
        **SHARED_RULES,
        "beta": (Number(0, open_low=True),),
        "avoid_weight": AVOID_WEIGHT,
        "shuffle": (OneOf((True, False)),),
        "allow_empty": (OneOf((True, False)),),
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        beta: float = math.inf,
        avoid_weight: float = 1.0,
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
        self.beta = beta
        self.avoid_weight = avoid_weight
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
    def fit(
        self,
        X: Any,
        y: Any = None,
        sample_weight: ArrayLike | None = None,
        avoid: Any = None,
    ) -> SequentialIB:
        """Cluster the rows of a table of counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts or other non-negative weights.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_rows,), optional
            Multiplies the mass of each row; its distribution over the columns stays as it is.
        avoid : array-like, sparse matrix or data frame of shape (n_rows, n_avoided), optional
            Counts of the same rows over other columns, about which the clusters are to tell
            little: what a nat about them costs is `avoid_weight`. Only the distribution of a row
            matters; one without counts here is taken to be like the average of the others.

        Returns
        -------
        SequentialIB
            The fitted estimator.
        """
        X = self._fit(X, sample_weight, avoid)
        self._label_weightless_rows(X)
        return self

    def _cost(self, problem: CountProblem) -> TableCost:
        if self.beta <= 1.0:
            owner = type(self).__name__
            warn(f"{owner}: at beta={self.beta} <= 1 a single cluster is the best answer.")
        if problem.avoided is None or self.avoid_weight == 0.0:
            return BottleneckCost(problem, self.n_clusters, self.beta)
        return SideInformationCost(
            problem,
            problem.avoided,
            self.n_clusters,
            beta=self.beta,
            avoid_weight=self.avoid_weight,
        )

    def _engine(self) -> Sequential:
        return Sequential(self.max_iter, self.tol_moves, self.shuffle, self.allow_empty)

    def _publish(self, problem: CountProblem, solutions: list[Solution]) -> None:
        super()._publish(problem, solutions)
        self.total_, self.n_rows_ = problem.total, problem.n_rows

"""Cluster the rows of a count table by sequential draw-and-place."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin, TransformerMixin
from sklearn.utils.validation import validate_data

from coterie._core.errors import ConvergenceNotice, warn
from coterie._core.params import Instance, Number, OneOf, check_params
from coterie._core.progress import monitor_for
from coterie._core.random import child_seeds
from coterie.costs import BottleneckCost
from coterie.engines import (
    Sequential,
    Solution,
    Status,
    balanced_start,
    best_of,
    given_start,
    solve_all,
)
from coterie.estimators._callbacks import CallbackSupportMixin, with_callbacks, with_estimator
from coterie.estimators._placement import PlacesRows
from coterie.measures import entropy, mutual_information
from coterie.problems import CountProblem, as_canonical_counts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.random import RandomState
    from coterie._core.types import IntArray

LIST = Instance((list, tuple, np.ndarray), "an array with one entry for each row")
PARAMETERS = {
    "n_clusters": (Number(1, whole=True),),
    "beta": (Number(0, open_low=True),),
    "prior": (OneOf(("counts", "uniform")), LIST),
    "n_init": (Number(1, whole=True),),
    "max_iter": (Number(1, whole=True),),
    "tol_moves": (Number(0, 1),),
    "init": (OneOf((None,)), LIST),
    "shuffle": (OneOf((True, False)),),
    "allow_empty": (OneOf((True, False)),),
    "n_jobs": (OneOf((None,)), Number(whole=True)),
    "verbose": (Number(0), OneOf((True, False))),
}


@dataclass(frozen=True)
class Restart:
    """What one restart came to.

    Parameters
    ----------
    cost, information, entropy : float
        I(T; X) / beta - I(T; Y), I(T; Y) and H(T), in nats.
    moves : ndarray
        Rows that changed sides, sweep by sweep.
    status : Status
        How it ended.
    """

    cost: float
    information: float
    entropy: float
    moves: IntArray
    status: Status

    @property
    def n_iter(self) -> int:
        """Sweeps made."""
        return int(self.moves.size)

    @property
    def converged(self) -> bool:
        """Whether it settled."""
        return self.status is Status.CONVERGED

    @classmethod
    def of(cls, solution: Solution, problem: CountProblem, n_clusters: int) -> Restart:
        """Evaluate a solution."""
        joint = problem.cluster_joint(solution.labels, n_clusters)
        information = float(mutual_information(joint))
        kept = float(entropy(joint.sum(axis=1)))
        return cls(solution.cost, information, kept, solution.moves, solution.status)


class SequentialIB(PlacesRows, CallbackSupportMixin, ClusterMixin, TransformerMixin, BaseEstimator):
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
    cluster_joint_ : ndarray of shape (n_clusters, n_columns)
        p(t, y).
    conditional_ : ndarray of shape (n_clusters, n_columns)
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

    Notes
    -----
    Implements [IB §2.5]. The cost of a row in a cluster is the information lost by merging the two
    [IB 3.13]; a draw takes time in proportion to the row's non-zeros times the clusters. Whole
    counts are added without rounding; every decision is that of double precision.

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

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        beta: float = math.inf,
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
    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> SequentialIB:
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
        SequentialIB
            The fitted estimator.
        """
        owner = type(self).__name__
        check_params(self, PARAMETERS)
        if self.beta <= 1.0:
            warn(f"{owner}: at beta={self.beta} <= 1 a single cluster is the best answer.")
        X = validate_data(self, X, accept_sparse="csr", dtype="numeric", ensure_all_finite=False)
        problem = CountProblem.from_counts(
            X,
            prior=self.prior,
            sample_weight=sample_weight,
            min_rows=self.n_clusters,
            owner=owner,
        )
        solutions = self._search(problem)
        self._publish(problem, solutions)
        self._label_weightless_rows(X)
        self._tell_how_it_ended(solutions)
        return self

    def _search(self, problem: CountProblem) -> list[Solution]:
        owner = type(self).__name__
        cost = BottleneckCost(problem, self.n_clusters, self.beta)
        engine = Sequential(self.max_iter, self.tol_moves, self.shuffle, self.allow_empty)
        draw_start = partial(balanced_start, problem.n_rows, self.n_clusters)
        if self.init is not None:
            given = np.asarray(self.init)
            given = given[problem.kept] if given.shape == (problem.n_given,) else given
            start = given_start(given, problem.n_rows, self.n_clusters, owner)
            draw_start = partial(_same_start, start)
        monitor = monitor_for(self.verbose, title=owner, runs=self.n_init)
        monitor = with_estimator(monitor, self, self.n_init, self.max_iter)
        seeds = child_seeds(self.random_state, self.n_init)
        return solve_all(engine, cost, draw_start, seeds, n_jobs=self.n_jobs, monitor=monitor)

    def _publish(self, problem: CountProblem, solutions: list[Solution]) -> None:
        best = best_of(solutions)
        self.labels_ = problem.expand(best.labels)
        self.cluster_joint_ = problem.cluster_joint(best.labels, self.n_clusters)
        self.cluster_mass_ = self.cluster_joint_.sum(axis=1)
        self.restarts_ = [Restart.of(solution, problem, self.n_clusters) for solution in solutions]
        winner = self.restarts_[solutions.index(best)]
        self.information_, self.entropy_, self.cost_ = winner.information, winner.entropy, best.cost
        whole = problem.information
        self.information_fraction_ = self.information_ / whole if whole > 0.0 else 1.0
        self.n_iter_, self.converged_, self.history_ = best.n_iter, best.converged, best.moves
        self.total_, self.n_rows_ = problem.total, problem.n_rows

    def _label_weightless_rows(self, X: Any) -> None:
        """Rows whose sample weight is zero took no part; they join the cluster that fits them."""
        waiting = np.flatnonzero(self.labels_ < 0)
        if waiting.size:
            self.labels_[waiting] = self._nearest(
                as_canonical_counts(X[waiting], type(self).__name__)
            )

    def _tell_how_it_ended(self, solutions: list[Solution]) -> None:
        owner = type(self).__name__
        if any(solution.status is Status.INTERRUPTED for solution in solutions):
            begun = f"the best of the {len(solutions)} restarts begun, of {self.n_init} asked for"
            warn(f"{owner}: interrupted; kept {begun}.", ConvergenceNotice)
        elif not self.converged_:
            left = self.history_[-1]
            message = (
                f"{owner}: the best restart had not settled after max_iter={self.max_iter} sweeps "
                f"({left} rows moved in the last). Raise max_iter, or tol_moves to accept this."
            )
            warn(message, ConvergenceNotice)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


def _same_start(start: IntArray, rng: np.random.Generator) -> IntArray:
    return start

"""Choose the number of clusters, and beta, by what they tell about counts that were held out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator, ClusterMixin, MetaEstimatorMixin, clone
from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import ConvergenceNotice, InputError, warn
from coterie._core.params import (
    N_JOBS,
    RANDOM_STATE,
    VERBOSE,
    Each,
    Number,
    OneOf,
    check_params,
)
from coterie._core.progress import monitor_for
from coterie._core.random import child_seeds
from coterie.estimators._checks import checked_counts, rows_kept
from coterie.estimators._held_out_split import HeldOutSplit
from coterie.estimators.bottleneck._sequential_ib import SequentialIB
from coterie.problems import CountProblem
from coterie.validation import HeldOutCurve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray, IntArray

LADDER = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 65, 80, 100, 125, 160, 200)
BETAS = (1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0, 80.0, 120.0, 200.0, 300.0, 500.0)
NAMES_OF_BETA = ("beta", "beta_stop")
"""What estimators call the last beta that their clusters see."""
BY_ROW = ("prior", "beta", "init")
"""What estimators may be given one value of for each row."""
PARAMETERS = {
    "n_clusters": (
        OneOf(("auto",)),
        Number(1, whole=True),
        Each(Number(1, whole=True), "a range or a list of numbers of clusters"),
    ),
    "beta": (
        OneOf((None, "auto")),
        Number(0, open_low=True),
        Each(Number(0, open_low=True), "a list of numbers"),
    ),
    "n_splits": (Number(1, whole=True),),
    "n_init": (Number(1, whole=True),),
    "max_rows": (OneOf((None,)), Number(2, whole=True)),
    "max_time": (OneOf((None,)), Number(0, open_low=True)),
    "n_jobs": N_JOBS,
    "verbose": VERBOSE,
    "random_state": RANDOM_STATE,
}


class HeldOutSearch(ClusterMixin, MetaEstimatorMixin, BaseEstimator):
    """Choose the number of clusters of a count table, or beta, or both, and cluster with them.

    Every count is split at random in two. Clusters are made from one half, and judged by the
    information that they carry about the other: it rises while clusters are real and falls when
    they begin to describe noise. The smallest number within one standard error of the maximum is
    chosen; it may be 1, and then the data support no grouping that this method can see.

    Parameters
    ----------
    estimator : estimator, optional
        What to cluster with; it needs `n_clusters`. `SequentialIB()` by default.
    n_clusters : "auto", int or sequence of int, default="auto"
        Numbers to try, beside 1. "auto" climbs a ladder from 2, and stops when more is clearly
        worse.
    beta : None, "auto", float or sequence of float, default=None
        Values of beta to try with each number of clusters, for estimators that have it: soft
        clusters need both a number and a beta. "auto" climbs a ladder from 1.5 to 500, and stops
        when more is clearly worse. None leaves that of the estimator.
    n_splits : int, default=3
        Independent splits, for the mean and its standard error.
    n_init : int, default=3
        Restarts of each fit of the search; the last fit has those of the estimator.
    max_rows : int or None, default=50_000
        Search on that many rows drawn at random; fewer rows support fewer clusters, so the choice
        errs on the safe side. None takes all.
    max_time : float, optional
        Seconds after which no further number is tried.
    n_jobs : int, optional
        Splits at the same time, in threads unless a joblib context says otherwise.
    verbose : int, default=0
        0 is silent, 1 shows progress.
    random_state : int, Generator, RandomState or None
        Seed of splits and fits.

    Attributes
    ----------
    curve_ : HeldOutCurve
        Information kept and confirmed, for every number and every beta tried.
    best_n_clusters_ : int
        The number chosen.
    best_beta_ : float or None
        The beta chosen; None if it was not searched, or if there is a single cluster.
    best_estimator_ : estimator
        Fitted to all counts with that number, and that beta.
    labels_ : ndarray of shape (n_rows,)
        Its labels.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    Notes
    -----
    Model selection by held-out distortion [IB §4.2]. Each half has half the counts, so the choice
    is that for data of half the depth: a cautious one. Clusters with memberships are judged by
    these, not by labels.

    Examples
    --------
    >>> from coterie import HeldOutSearch
    >>> from coterie.datasets import make_counts
    >>> planted = make_counts(n_rows=90, n_columns=60, n_clusters=3, depth=80, random_state=0)
    >>> search = HeldOutSearch(n_clusters=range(1, 6), random_state=0).fit(planted.data)
    >>> search.best_n_clusters_
    3
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_clusters: str | int | Sequence[int] = "auto",
        beta: str | float | Sequence[float] | None = None,
        n_splits: int = 3,
        n_init: int = 3,
        max_rows: int | None = 50_000,
        max_time: float | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.estimator = estimator
        self.n_clusters = n_clusters
        self.beta = beta
        self.n_splits = n_splits
        self.n_init = n_init
        self.max_rows = max_rows
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> HeldOutSearch:
        """Try the candidates, then cluster all rows with the best.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Whole counts.
        y : ignored
            Present for pipelines.

        Returns
        -------
        HeldOutSearch
            The fitted search.
        """
        check_params(self, PARAMETERS)
        given = X
        X = checked_counts(self, X)
        base = SequentialIB() if self.estimator is None else self.estimator
        self._check_estimator(base)
        for_rows, for_splits, for_fits, for_last = child_seeds(self.random_state, 4)
        problem = CountProblem.from_counts(
            X, prior=getattr(base, "prior", "counts"), owner=type(self).__name__
        )
        rows = self._draw_rows(problem, np.random.default_rng(for_rows))
        by_row = self._by_row(base, problem)
        splits = [
            HeldOutSplit.draw(problem, rows, by_row, seed)
            for seed in child_seeds(for_splits, self.n_splits)
        ]
        self.curve_ = self._climb(base, splits, for_fits)
        self.best_n_clusters_ = self.curve_.best_n_clusters
        self.best_beta_ = self.curve_.best_beta
        last = {"random_state": for_last} | ({"verbose": self.verbose} if self.verbose else {})
        self.best_estimator_ = self._prepared(base, self.best_n_clusters_, self.best_beta_, **last)
        self.best_estimator_.fit(given)
        self.labels_ = self.best_estimator_.labels_
        return self

    def _draw_rows(self, problem: CountProblem, rng: np.random.Generator) -> IntArray:
        if self.max_rows is None or problem.n_rows <= self.max_rows:
            return np.arange(problem.n_rows)
        return np.sort(rng.choice(problem.n_rows, self.max_rows, replace=False))

    def _candidates(self, n_rows: int) -> list[int]:
        if isinstance(self.n_clusters, str):
            return [k for k in LADDER if 1 < k <= max(2, n_rows // 2)]
        return sorted({int(k) for k in np.atleast_1d(self.n_clusters)} - {1})

    def _betas(self) -> Sequence[float | None]:
        if self.beta is None:
            return [None]
        values = BETAS if isinstance(self.beta, str) else np.atleast_1d(self.beta)
        return sorted({float(beta) for beta in values})

    def _check_estimator(self, base: Any) -> None:
        """Refuse what has no clusters, or no beta, to choose the number of."""
        has = base.get_params(deep=False) if isinstance(base, BaseEstimator) else {}
        owner, kind = type(self).__name__, type(base).__name__
        if "n_clusters" not in has:
            message = (
                f"{owner}: estimator={kind} has no n_clusters to choose. Give an estimator that "
                f"clusters counts, such as SequentialIB()."
            )
            raise InputError(message)
        if self.beta is not None and not _name_of_beta(base):
            message = (
                f"{owner}: beta is to be searched, but {kind} has no beta. Leave it out, or take "
                f"IterativeIB."
            )
            raise InputError(message)

    def _by_row(self, base: Any, problem: CountProblem) -> dict[str, Any]:
        """Return what the estimator is given for each row, for those that have mass."""
        own = base.get_params(deep=False)
        names = {name for name in BY_ROW if np.ndim(own.get(name)) > 0}
        if self.beta is not None:
            names -= {_name_of_beta(base)}
        owner = type(base).__name__
        return {name: rows_kept(own[name], problem, name, owner) for name in sorted(names)}

    def _prepared(self, base: Any, k: int, beta: float | None, **settings: Any) -> Any:
        """Return the estimator with these settings, as far as it has them."""
        asked = settings | {"n_clusters": k}
        if beta is not None:
            asked[_name_of_beta(base)] = beta
        own = base.get_params(deep=False)
        return clone(base).set_params(**{key: asked[key] for key in asked if key in own})

    def _climb(self, base: Any, splits: list[HeldOutSplit], seed: int) -> HeldOutCurve:
        """Evaluate one candidate after another, until done, out of time, or past the top."""
        begun = time.monotonic()
        candidates, betas = self._candidates(splits[0].mass.size), self._betas()
        runs = len(candidates) * len(betas)
        monitor = monitor_for(self.verbose, title="numbers of clusters", runs=runs)
        nothing = np.zeros((1, self.n_splits))
        curve = HeldOutCurve(
            np.ones(1, dtype=np.int64),
            training=nothing,
            splits=nothing,
            beta=None if self.beta is None else np.array([np.nan]),
        )

        def done(*, past_top: bool) -> bool:
            late = self.max_time is not None and time.monotonic() - begun > self.max_time
            return late or past_top

        try:
            for k, seed_of_k in zip(candidates, child_seeds(seed, len(candidates)), strict=True):
                for beta in betas:
                    values = self._evaluate(base, splits, (k, beta), seed_of_k)
                    curve = _with_point(curve, k, beta, values)
                    note = f"{curve.held_out[-1] / np.log(2):.4f} bits confirmed"
                    at = "" if beta is None else f" at beta {beta:g}"
                    monitor.end(curve.n_clusters.size - 2, f"with {k} clusters{at}: {note}")
                    if done(past_top=isinstance(self.beta, str) and curve.overshot_in_beta):
                        break
                if done(past_top=isinstance(self.n_clusters, str) and curve.overshot):
                    break
        except KeyboardInterrupt:
            tried = curve.n_clusters[-1]
            if tried == 1:
                raise
            message = (
                f"{type(self).__name__}: interrupted after {tried} clusters; chose from those."
            )
            warn(message, ConvergenceNotice)
        finally:
            monitor.close()
        return curve

    def _evaluate(
        self, base: Any, splits: list[HeldOutSplit], candidate: tuple[int, float | None], seed: int
    ) -> FloatArray:
        """Training and held-out information of each split, as an array of two rows."""
        models = [
            self._prepared(base, *candidate, n_init=self.n_init, random_state=split_seed)
            for split_seed in child_seeds(seed, len(splits))
        ]
        owner = type(self).__name__
        jobs = (
            delayed(split.judge)(model, owner) for model, split in zip(models, splits, strict=True)
        )
        return np.array(Parallel(n_jobs=self.n_jobs, prefer="threads")(jobs)).T

    def predict(self, X: Any) -> IntArray:
        """Return the cluster of each row under the best estimator.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        check_is_fitted(self)
        return np.asarray(self.best_estimator_.predict(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


def _with_point(
    curve: HeldOutCurve, k: int, beta: float | None, values: FloatArray
) -> HeldOutCurve:
    return HeldOutCurve(
        np.append(curve.n_clusters, k),
        np.vstack([curve.training, values[0]]),
        np.vstack([curve.splits, values[1]]),
        None if beta is None or curve.beta is None else np.append(curve.beta, beta),
    )


def _name_of_beta(base: Any) -> str:
    """Name the parameter of the estimator that beta is; empty if there is none."""
    own = base.get_params(deep=False)
    return next((name for name in NAMES_OF_BETA if name in own), "")

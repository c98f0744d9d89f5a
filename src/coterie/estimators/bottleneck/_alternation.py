"""Merge, and improve what came of it before merging on."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError, warn
from coterie._core.params import Each, Number
from coterie.estimators._checks import checked_counts, rows_kept
from coterie.estimators.bottleneck._agglomerative_ib import AgglomerativeIB
from coterie.estimators.bottleneck._sequential_ib import SequentialIB
from coterie.problems import CountProblem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from coterie._core.random import RandomState
    from coterie._core.types import IntArray


OWNER = "merge_and_improve"


@dataclass(frozen=True, eq=False)
class ImprovedLevel:
    """What merging came to at one number of clusters, and what single moves made of it.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    labels : ndarray of shape (n_rows,)
        Cluster of each row after the moves; -1 for rows without mass.
    moved : ndarray
        Rows that are in another cluster than after merging: there the clusters stop being unions of
        those of the level before.
    merged_cost, cost : float
        I(T; X) / beta - I(T; Y) before and after the moves, in nats; it never rises.

    Notes
    -----
    One turn of the alternation of [IB §2.8].

    Examples
    --------
    >>> from coterie.estimators import merge_and_improve
    >>> X = [[50, 50], [61, 39], [70, 30], [80, 20]]
    >>> (level,) = merge_and_improve(X, [2], random_state=0)
    >>> level.labels, level.moved, level.cost < level.merged_cost
    (array([0, 0, 1, 1]), array([2]), True)
    """

    n_clusters: int
    labels: IntArray
    moved: IntArray
    merged_cost: float
    cost: float


def merge_and_improve(
    X: Any,
    n_clusters: Sequence[int],
    *,
    beta: float = math.inf,
    prior: str | ArrayLike = "counts",
    sample_weight: ArrayLike | None = None,
    max_iter: int = 30,
    n_jobs: int | None = None,
    random_state: RandomState = None,
) -> list[ImprovedLevel]:
    """Merge rows of counts, and improve the clusters by single moves at some numbers of clusters.

    At each number of clusters `AgglomerativeIB` hands over to `SequentialIB`, and merges on from
    what that found. Every level is at least as good as merging made it, but the levels are no tree
    any more where rows have moved.

    Parameters
    ----------
    X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
        Counts or other non-negative weights.
    n_clusters : sequence of int
        Numbers of clusters to improve at, falling.
    beta : float, default=inf
        Weight of relevance.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows.
    sample_weight : array-like of shape (n_rows,), optional
        Multiplies the mass of each row; its distribution over the columns stays as it is.
    max_iter : int, default=30
        Most sweeps of each improvement.
    n_jobs : int, optional
        Threads that compare clusters at the same time.
    random_state : int, Generator, RandomState or None
        Seed of the orders of the sweeps.

    Returns
    -------
    list of ImprovedLevel
        One for each number of clusters.

    See Also
    --------
    AgglomerativeIB : Merging alone, which keeps the whole tree.
    SequentialIB : Moves alone, from several random starts.

    Notes
    -----
    Implements the first combination of [IB §2.8]; P-46 holds at every level.

    Examples
    --------
    >>> from coterie import merge_and_improve
    >>> from coterie.datasets import make_counts
    >>> planted = make_counts(n_rows=60, n_columns=40, n_clusters=3, random_state=0)
    >>> levels = merge_and_improve(planted.data, [10, 3], random_state=0)
    >>> [level.n_clusters for level in levels]
    [10, 3]
    """
    sizes = falling_sizes(n_clusters)
    weight = Number(0, open_low=True)
    if not weight.holds(beta):
        message = f"{OWNER}: beta={beta!r} must be {weight}."
        raise InputError(message)
    if beta <= 1.0:
        warn(f"{OWNER}: at beta={beta} <= 1 a single cluster is the best answer.")
    X = checked_counts(AgglomerativeIB(), X)
    problem = CountProblem.from_counts(  # tells of rows without mass, and leaves them out, once
        X, prior=prior, sample_weight=sample_weight, min_rows=sizes[0], owner=OWNER
    )
    if not isinstance(prior, str):
        prior = rows_kept(prior, problem, "prior", OWNER)
    if sample_weight is not None:
        sample_weight = rows_kept(sample_weight, problem, "sample_weight", OWNER)
    levels: list[ImprovedLevel] = []
    labels = None
    for size in sizes:
        merged = AgglomerativeIB(size, beta=beta, prior=prior, init=labels, n_jobs=n_jobs)
        fit_in_silence(merged, problem.counts, sample_weight)
        improved = SequentialIB(
            size, beta=beta, prior=prior, init=merged.labels_, n_init=1, max_iter=max_iter,
            random_state=random_state,
        )  # fmt: skip
        fit_in_silence(improved, problem.counts, sample_weight)
        labels = improved.labels_
        moved = problem.kept[labels != merged.labels_]
        given = problem.expand(labels)
        levels.append(ImprovedLevel(size, given, moved, merged.cost_, improved.cost_))
    return levels


def fit_in_silence(estimator: Any, X: Any, sample_weight: ArrayLike | None) -> None:
    """Fit without a word about beta, of which the owner has told."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"\w+: at beta=\S+ <= 1 ")
        estimator.fit(X, sample_weight=sample_weight)


def falling_sizes(n_clusters: Sequence[int]) -> list[int]:
    """Return the numbers of clusters to improve at."""
    rule = Each(Number(1, whole=True), "a list of falling numbers, each once")
    sizes = list(n_clusters) if rule.holds(n_clusters) else []
    if not sizes or sizes != sorted(set(sizes), reverse=True):
        message = (
            f"{OWNER}: n_clusters={n_clusters!r} must be {rule}, since merging makes fewer "
            "clusters."
        )
        raise InputError(message)
    return [int(size) for size in sizes]

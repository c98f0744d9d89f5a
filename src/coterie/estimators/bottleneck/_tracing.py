"""Trace the relevance-compression curve of a table of counts."""

from __future__ import annotations

import inspect
import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import DataWarning, InputError, warn
from coterie._core.memory import check_room
from coterie._core.params import (
    N_JOBS,
    RANDOM_STATE,
    VERBOSE,
    Instance,
    Number,
    OneOf,
    check_values,
)
from coterie._core.random import generator
from coterie.engines import Iterative, given_memberships
from coterie.estimators._checks import falling_values, rows_kept
from coterie.estimators.bottleneck._agglomerative_ib import AgglomerativeIB
from coterie.estimators.bottleneck._annealed_ib import AnnealedIB
from coterie.estimators.bottleneck._dissolving import Dissolving, Uniting
from coterie.estimators.bottleneck._points import InformationPoint
from coterie.estimators.bottleneck._relevance_curve import RelevanceCurve
from coterie.estimators.bottleneck._sequential_ib import SequentialIB
from coterie.estimators.bottleneck._tracer import Tracer
from coterie.measures import entropy
from coterie.problems import CountProblem
from coterie.problems._distinct import kinds_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray, IntArray

OWNER = "relevance_curve"

IGNORED = {
    "reverse": (),
    "annealed": ("betas", "init", "n_jobs", "keep_memberships"),
    "agglomerative": (
        "keep_memberships",
        "betas",
        "init",
        "max_iter",
        "tol",
        "device",
        "random_state",
    ),
}
"""What each method has no use for."""

FEW = 20
"""Most clusters of annealing, where the number is not given."""

RULES: Rules = {
    "n_clusters": (OneOf((None,)), Number(1, whole=True)),
    "method": (OneOf(tuple(IGNORED)),),
    "max_iter": (Number(1, whole=True),),
    "tol": (OneOf((None,)), Number(0)),
    "keep_memberships": (OneOf((False, True)),),
    "n_jobs": N_JOBS,
    "device": (OneOf((None,)), Instance((str,), "the name of a torch device")),
    "verbose": VERBOSE,
    "random_state": RANDOM_STATE,
}

COPIES = 9
"""Tables of the size of the memberships that an iteration holds at a time."""


def relevance_curve(
    X: Any,
    n_clusters: int | None = None,
    *,
    betas: str | ArrayLike = "auto",
    method: str = "reverse",
    init: ArrayLike | None = None,
    prior: str | ArrayLike = "counts",
    max_iter: int = 1000,
    tol: float | None = None,
    keep_memberships: bool = False,
    n_jobs: int | None = None,
    device: str | None = None,
    verbose: int = 0,
    random_state: RandomState = None,
) -> RelevanceCurve:
    """Trace how much clusters can tell about the columns, against how much they tell of the rows.

    Parameters
    ----------
    X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
        Counts or other non-negative weights.
    n_clusters : int, optional
        Most clusters. By default each row can be one of its own, or 20 are grown ("annealed");
        fewer are quicker, and show where that number begins to be too small.
    betas : "auto" or array-like, default="auto"
        Weights of relevance, falling, all finite; at most 1, a single cluster is the best answer.
        "auto" finds steps that are small where the solution changes, and leaves no holes; the hard
        clusters at the beginning are a point as well, at an infinite `beta`.
    method : {"reverse", "annealed", "agglomerative"}, default="reverse"
        "reverse" begins with hard clusters and lets them dissolve as `beta` falls. "annealed" grows
        clusters as it rises (`AnnealedIB`), "agglomerative" merges hard ones (`AgglomerativeIB`);
        both choose their own points, and refuse the arguments that they have no use for.
    init : array-like of shape (n_rows,) or (n_rows, n_clusters), optional
        Labels or memberships to begin with. By default every row for itself, or the clusters that
        `SequentialIB` finds.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same; or as given.
    max_iter : int, default=1000
        Most iterations at a value of `beta`.
    tol : float, optional
        An iteration is the last at its value of `beta` if no row's memberships change by a
        Jensen-Shannon divergence above this, in nats: 1e-8, or 1e-12 when clusters grow. What has
        not settled is a point under the curve, and near it: a smaller value takes longer and
        changes little.
    keep_memberships : bool, default=False
        Whether the points hold their `memberships`, of "reverse" only: 8 bytes for each row and
        cluster at each point. `AgglomerativeIB.labels_at` has the clusters of "agglomerative".
    n_jobs : int, optional
        Threads that find the clusters to begin with.
    device : str, optional
        Where torch iterates, "cuda" or "cpu"; by default numpy does. The answer is the same.
    verbose : int, default=0
        0 is silent. 1 shows progress in a terminal, 2 writes a line for each value of `beta`.
    random_state : int, Generator, RandomState or None
        Seed of the clusters to begin with.

    Returns
    -------
    RelevanceCurve
        The points found.

    See Also
    --------
    AnnealedIB, AgglomerativeIB, IterativeIB : The solutions themselves.

    Notes
    -----
    Reverse annealing of [IB §2.8]: each solution is the start of the next, and clusters that have
    come to be the same are made one, which changes nothing but the time. Where a single cluster is
    better than the solution that is followed, the point is at the origin.

    Every point is one that clusters reach, but the best clusters may reach more. Where rows have
    few counts and share few columns, hard clusters hold on to their rows at every price, and
    dissolve all at once. With ``betas="auto"`` the hole that this leaves is filled from merged
    clusters: those of `AgglomerativeIB` that lie in it dissolve near the price at which merging
    pays.

    Ctrl-C ends the curve with the points found so far, and a warning.

    Examples
    --------
    >>> from coterie import relevance_curve
    >>> curve = relevance_curve([[9, 1], [8, 2], [2, 8], [1, 9]], betas=[20.0, 4.0, 2.0, 1.5])
    >>> curve.information.round(3), curve.n_clusters
    (array([0.   , 0.   , 0.258, 0.27 ]), array([1, 1, 2, 2]))
    """
    given = locals()
    check_values(OWNER, {name: given[name] for name in RULES}, RULES)
    refuse_ignored(given)
    problem = CountProblem.from_counts(X, prior=prior, min_rows=n_clusters or 1, owner=OWNER)
    if method == "agglomerative":
        tree = fitted(AgglomerativeIB(1, prior=prior, n_jobs=n_jobs, verbose=verbose), X)
        points = list(merged(tree, n_clusters))
    elif method == "annealed":
        annealed = AnnealedIB(
            min(n_clusters or FEW, problem.n_rows), prior=prior, max_iter=max_iter,
            tol=1e-12 if tol is None else tol, device=device, verbose=verbose,
            random_state=random_state,
        )  # fmt: skip
        points = list(fitted(annealed, X).path_)
    else:
        values, luck = falling_values(betas, "betas", OWNER), generator(random_state)
        if values is not None and values[0] <= 1.0:
            warn(f"{OWNER}: at betas <= 1 a single cluster is the best answer.")
        tracer = Tracer(OWNER, verbose, None if values is None else values.size)
        hard = SequentialIB(
            n_clusters or problem.n_rows, prior=prior, n_jobs=n_jobs, random_state=luck
        )
        start = first_memberships(X, problem, init, n_clusters, hard)
        if getattr(hard, "restarts_", None) and len(hard.restarts_) < hard.n_init:
            tracer.monitor.stop()  # Ctrl-C was heard while the start was sought
        engine = Uniting(Iterative(max_iter, 1e-8 if tol is None else tol, device))
        dissolving = Dissolving(problem, engine, tracer, luck, keep=keep_memberships)
        if values is None:
            found = dissolving.without_holes(start)
        else:
            found = dissolving.at_prices(start, values.tolist())
        points = tracer.kept(found, max_iter, "they lie under the curve")
    return RelevanceCurve(
        tuple(points), problem.row_entropy, problem.information, kind_entropy(problem)
    )


def kind_entropy(problem: CountProblem) -> float:
    """Return the entropy of the kinds of rows: those that are alike are one."""
    return float(entropy(np.bincount(kinds_of_rows(problem.counts), weights=problem.mass)))


def refuse_ignored(given: dict[str, Any]) -> None:
    """Refuse arguments that the method has no use for."""
    method = given["method"]
    for name in IGNORED[method]:
        default, value = DEFAULTS[name], given[name]
        if type(value) is not type(default) or value != default:
            message = (
                f"{OWNER}: method={method!r} has no use for {name}. Leave it out, or take "
                "method='reverse'."
            )
            raise InputError(message)


DEFAULTS = {
    name: parameter.default
    for name, parameter in inspect.signature(relevance_curve).parameters.items()
}


def first_memberships(
    X: Any,
    problem: CountProblem,
    init: ArrayLike | None,
    n_clusters: int | None,
    hard: SequentialIB,
) -> FloatArray:
    """Return the clusters to begin with: given, every row for itself, or found."""
    if init is not None:
        given = rows_kept(init, problem, "init", OWNER)
        return given_memberships(given, problem.n_rows, n_clusters or size_of(given), OWNER)
    if hard.n_clusters >= problem.n_rows:
        size = COPIES * 8 * problem.n_rows * (problem.n_rows + problem.n_columns)
        check_room(size, f"{problem.n_rows} clusters, one a row,", "Give n_clusters.", OWNER)
        return np.eye(problem.n_rows)
    labels: IntArray = fitted(hard, X).labels_[problem.kept]
    return np.eye(int(labels.max()) + 1)[labels]


def fitted(estimator: Any, X: Any) -> Any:
    """Fit without a word about the data: of what was set aside the curve has told."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return estimator.fit(X)


def size_of(given: Any) -> int:
    """Return the number of clusters of labels or of memberships."""
    if given.ndim == 2:
        return int(given.shape[1])
    return int(given.max()) + 1 if given.dtype.kind in "iu" and given.size else given.size


def merged(tree: AgglomerativeIB, n_clusters: int | None) -> Iterator[InformationPoint]:
    """Evaluate the hard clusters of merging, from the most to a single one."""
    for done, (told, kept) in enumerate(
        zip(tree.entropy_path_, tree.information_path_, strict=True)
    ):
        left = tree.n_leaves_ - done
        if n_clusters is None or left <= n_clusters:
            yield InformationPoint(math.inf, float(told), float(kept), left)

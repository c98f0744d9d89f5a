"""Trace the relevance-compression curve of a table of counts."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.errors import ConvergenceNotice, warn
from coterie._core.memory import check_room
from coterie._core.params import Number, OneOf, check_values
from coterie._core.progress import Monitor, MutedMonitor, monitor_for
from coterie._core.random import generator
from coterie.costs import SoftBottleneckCost
from coterie.engines import Descent, Explicit, Iterative, follow, given_start
from coterie.estimators._checks import falling_values, rows_kept
from coterie.estimators.bottleneck._agglomerative_ib import AgglomerativeIB
from coterie.estimators.bottleneck._annealed_ib import AnnealedIB
from coterie.estimators.bottleneck._points import InformationPoint
from coterie.estimators.bottleneck._relevance_curve import RelevanceCurve
from coterie.estimators.bottleneck._sequential_ib import SequentialIB
from coterie.measures import critical_beta
from coterie.measures._effective_clusters import first_doubles
from coterie.problems import CountProblem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.engines import SoftSolution

OWNER = "relevance_curve"
METHODS = ("reverse", "annealed", "agglomerative")

FIRST = 100.0
"""First beta, as a multiple of the critical one: clusters are as good as hard there."""

NOTHING = 1e-9
"""Share of H(X) that is no clustering any more."""

FEW = 20
"""Most clusters of annealing, where the number is not given."""

RULES: Rules = {
    "n_clusters": (OneOf((None,)), Number(1, whole=True)),
    "method": (OneOf(METHODS),),
    "max_iter": (Number(1, whole=True),),
    "tol": (Number(0),),
}

COPIES = 6
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
    tol: float = 1e-8,
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
        Weights of relevance, falling, all finite. "auto" finds steps that are small where the
        solution changes.
    method : {"reverse", "annealed", "agglomerative"}, default="reverse"
        "reverse" begins with hard clusters and lets them dissolve as `beta` falls. "annealed" grows
        clusters as it rises (`AnnealedIB`), "agglomerative" merges hard ones (`AgglomerativeIB`);
        both choose their own points.
    init : array-like of shape (n_rows,), optional
        Labels to begin with. By default every row for itself, or the clusters that `SequentialIB`
        finds.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same; or as given.
    max_iter : int, default=1000
        Most iterations at a value of `beta`.
    tol : float, default=1e-8
        An iteration is the last at its value of `beta` if no row's memberships change by a
        Jensen-Shannon divergence above this, in nats. Memberships that have not settled are a
        point under the curve, and near it: a smaller value takes longer and changes little.
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
    dissolve all at once: what lies between is found from below, by growing clusters, and
    `RelevanceCurve.joined` puts both together.

    Ctrl-C ends the curve with the points found so far, and a warning.

    Examples
    --------
    >>> from coterie import relevance_curve
    >>> curve = relevance_curve([[9, 1], [8, 2], [2, 8], [1, 9]], betas=[20.0, 4.0, 2.0, 1.5])
    >>> curve.information.round(3), curve.n_clusters
    (array([0.   , 0.   , 0.258, 0.27 ]), array([1, 1, 2, 2]))
    """
    given = {"n_clusters": n_clusters, "method": method, "max_iter": max_iter, "tol": tol}
    check_values(OWNER, given, RULES)
    problem = CountProblem.from_counts(X, prior=prior, min_rows=n_clusters or 1, owner=OWNER)
    if method == "agglomerative":
        points: Iterable[InformationPoint] = merged(X, prior, n_clusters, n_jobs)
    elif method == "annealed":
        most = min(n_clusters or FEW, problem.n_rows)
        annealed = AnnealedIB(most, prior=prior, max_iter=max_iter, device=device, verbose=verbose)
        points = annealed.fit(X).path_
    else:
        values, luck = falling_values(betas, "betas", OWNER), generator(random_state)
        size = n_clusters or problem.n_rows
        hard = SequentialIB(size, prior=prior, n_jobs=n_jobs, random_state=luck)
        start = first_memberships(X, problem, init, hard)
        monitor = monitor_for(verbose, title=OWNER, runs=1)
        if getattr(hard, "restarts_", None) and len(hard.restarts_) < hard.n_init:
            monitor.stop()  # Ctrl-C was heard while the start was sought
        settings = {"rng": luck, "monitor": MutedMonitor(monitor)}
        path = falling(problem, values, start, Uniting(Iterative(max_iter, tol, device)), settings)
        points = kept(dissolved(problem, path, values, monitor), monitor)
        if monitor.stopped:
            warn(f"{OWNER}: interrupted; kept the {len(points)} points found.", ConvergenceNotice)
    return RelevanceCurve(tuple(points), problem.row_entropy, problem.information)


@dataclass(frozen=True)
class Uniting:
    """Iterate, and make one cluster of those that have become the same."""

    engine: Iterative
    needs: ClassVar[tuple[type, ...]] = Iterative.needs

    def solve(self, cost: Any, start: FloatArray, **settings: Any) -> SoftSolution:
        """Return the solution with as few clusters as say the same."""
        found = self.engine.solve(cost, start, **settings)
        return replace(found, memberships=united(cost.problem, found.memberships))


def united(problem: CountProblem, memberships: FloatArray) -> FloatArray:
    """Add up the memberships of clusters that are the same, and drop those without mass."""
    first = first_doubles(problem.soft_joint(memberships))
    kept = np.flatnonzero(first == np.arange(first.size))
    together = memberships[:, kept]
    for t in np.flatnonzero((first >= 0) & (first != np.arange(first.size))):
        together[:, np.searchsorted(kept, first[t])] += memberships[:, t]
    return together


def kept(found: Iterator[InformationPoint], monitor: Monitor) -> list[InformationPoint]:
    """Collect points; a `KeyboardInterrupt` ends it with those that there are."""
    points: list[InformationPoint] = []
    try:
        points.extend(found)
    except KeyboardInterrupt:
        if not points:
            raise
        monitor.stop()
    finally:
        monitor.close()
    return points


def dissolved(
    problem: CountProblem,
    path: Iterable[tuple[float, SoftSolution]],
    betas: FloatArray | None,
    monitor: Monitor,
) -> Iterator[InformationPoint]:
    """Evaluate solutions at falling beta, to where they have become a single cluster.

    Where a single cluster is better than the one that is followed, it stands in its place. A lower
    beta may still lead to something better than both, so the path goes on.
    """
    monitor.begin(0)
    of = 100 if betas is None else betas.size  # about a hundred, where nobody knows
    for done, (beta, solution) in enumerate(path, start=1):
        point = InformationPoint.of(problem, beta, solution)
        ended = beta <= 1.0 or point.compression <= NOTHING * problem.row_entropy
        if point.cost < 0.0 and not ended:
            yield point
        elif ended or betas is not None:
            yield single(beta)
        monitor.step(0, done, of, f"beta {beta:.6g}")
        if ended:
            yield from map(single, [] if betas is None else betas[done:].tolist())
            break
    monitor.end(0, f"ended at beta {beta:.6g}")


def single(beta: float) -> InformationPoint:
    """Return the point of a single cluster."""
    return InformationPoint(beta, 0.0, 0.0, 1)


def falling(
    problem: CountProblem,
    betas: FloatArray | None,
    start: FloatArray,
    engine: Uniting,
    settings: dict[str, Any],
) -> Iterator[tuple[float, SoftSolution]]:
    """Let clusters dissolve along the given values of beta, or along steps that suit them."""
    make_cost = partial(SoftBottleneckCost, problem, start.shape[1])
    if betas is not None:
        return follow(Explicit(tuple(betas)), make_cost, engine, start, **settings)
    first = FIRST * critical_beta(problem.joint)
    if math.isinf(first):  # nothing tells the rows apart, at any beta
        return follow(Explicit((1.0,)), make_cost, engine, start, **settings)

    def place(solution: SoftSolution) -> tuple[float, float]:
        point = InformationPoint.of(problem, 1.0, solution)
        return (
            point.compression / problem.row_entropy,
            point.information / problem.information,
        )

    return Descent(first).follow(make_cost, engine, start, place=place, **settings)


def first_memberships(
    X: Any, problem: CountProblem, init: ArrayLike | None, hard: SequentialIB
) -> FloatArray:
    """Return the hard clusters to begin with: given, every row for itself, or found."""
    if init is not None:
        given = rows_kept(init, problem, "init", OWNER)
        labels = given_start(given, problem.n_rows, hard.n_clusters, OWNER)
    elif hard.n_clusters >= problem.n_rows:
        labels = np.arange(problem.n_rows)
        size = COPIES * 8 * problem.n_rows * (problem.n_rows + problem.n_columns)
        check_room(size, f"{problem.n_rows} clusters, one a row,", "Give n_clusters.", OWNER)
    else:
        labels = hard.fit(X).labels_[problem.kept]
    return np.eye(int(labels.max()) + 1)[labels]


def merged(
    X: Any, prior: str | ArrayLike, n_clusters: int | None, n_jobs: int | None
) -> Iterator[InformationPoint]:
    """Evaluate the hard clusters of merging, from the most to a single one."""
    tree = AgglomerativeIB(1, prior=prior, n_jobs=n_jobs).fit(X)
    for done, (entropy, kept) in enumerate(
        zip(tree.entropy_path_, tree.information_path_, strict=True)
    ):
        left = tree.n_leaves_ - done
        if n_clusters is None or left <= n_clusters:
            yield InformationPoint(math.inf, float(entropy), float(kept), left)

"""What the estimators share that cluster objects by how alike they are, two by two."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin, clone

from coterie._core.errors import ConvergenceNotice, InputError, warn
from coterie._core.params import (
    N_JOBS,
    RANDOM_STATE,
    VERBOSE,
    Instance,
    Number,
    OneOf,
    check_params,
)
from coterie._core.progress import MutedMonitor, monitor_for
from coterie._core.random import child_seeds
from coterie.engines import (
    AnnealedSolution,
    Cooled,
    MeanField,
    Sequential,
    SimulatedAnnealing,
    Status,
    balanced_start,
    best_of,
    even_start,
    solve_all,
)
from coterie.engines._schedules import SCHEDULES
from coterie.engines._temperatures import STEP
from coterie.estimators._callbacks import CallbackSupportMixin, with_callbacks, with_estimator
from coterie.estimators._checks import checked_table
from coterie.estimators._temperature_point import TemperaturePoint
from coterie.estimators.relational._similarities import tell_all_alike
from coterie.measures import effective_clusters
from coterie.measures._terms import xlogx
from coterie.problems import PairwiseProblem
from coterie.similarity import SIMILARITIES, FromDistance, similarity_matrix
from coterie.validation import MeanFieldFamily, SampledFamily

if TYPE_CHECKING:
    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.costs import Averager, RelationalCost
    from coterie.engines import Schedule

FUSED = 1e-5
"""Divergence of two clusters, in nats, that the noise of the annealing explains."""

LEAST = 0.5
"""Objects that a cluster holds at least, if it counts."""

SOLVERS = ("annealing", "sequential", "gibbs")
PATHS = Instance(SCHEDULES, "a schedule of coterie.engines")
RULES: Rules = {
    "n_clusters": (Number(1, whole=True),),
    "affinity": (OneOf((None, "precomputed")),),
    "similarity": (Instance((str,), "the name of a similarity"),),
    "solver": (OneOf(SOLVERS),),
    "schedule": (OneOf(("auto",)), PATHS),
    "n_init": (Number(1, whole=True),),
    "max_iter": (Number(1, whole=True),),
    "tol": (Number(0),),
    "perturbation": (Number(0, 1),),
    "block_size": (Number(1, whole=True),),
    "n_jobs": N_JOBS,
    "verbose": VERBOSE,
    "random_state": RANDOM_STATE,
}


class RelationalClustering(CallbackSupportMixin, ClusterMixin, BaseEstimator):
    """Anneal or search a cost of a similarity matrix; who derives says which."""

    _rules: ClassVar[Rules] = RULES
    _kind: ClassVar[type[RelationalCost]]
    _takes_graphs: ClassVar[bool] = True
    _factor: ClassVar[float] = STEP
    """Ratio of neighbouring temperatures."""

    n_clusters: int
    affinity: str | None
    similarity: str
    solver: str
    schedule: str | Schedule
    n_init: int
    max_iter: int
    tol: float
    perturbation: float
    block_size: int
    n_jobs: int | None
    verbose: int
    random_state: RandomState

    @with_callbacks
    def fit(self, X: Any, y: Any = None) -> Any:
        """Cluster objects.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame
            Points of shape (n_objects, n_features), or, with ``affinity="precomputed"``, the matrix
            of all pairs or the adjacency matrix of a graph, of shape (n_objects, n_objects).
        y : ignored
            Present for pipelines.

        Returns
        -------
        estimator
            The fitted estimator.
        """
        check_params(self, self._rules)
        if not isinstance(self.schedule, str):
            check_schedule(self.schedule, type(self).__name__)
        problem = self._problem(X)
        linked = self._linked(problem)
        tell_all_alike(problem, self.n_clusters, type(self).__name__)
        cost = self._cost(problem if linked.all() else problem.among(np.flatnonzero(linked)))
        solutions = self._search(cost)
        self._publish(best_of(solutions, cost.unit), linked)
        self.restart_costs_ = np.array([solution.cost for solution in solutions])
        self._tell_how_it_ended(solutions)
        return self

    def similarity_offset(self, X: Any) -> float | None:
        """Return what the distances of these points are taken from; None where none are.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame
            As `fit` takes it.
        """
        measure = SIMILARITIES.get(self.similarity)
        if self.affinity is not None or not isinstance(measure, FromDistance):
            return None
        return float(similarity_matrix(X, self.similarity).max())

    def annealed_family(
        self, X: Any, *, offset: float | None = None
    ) -> MeanFieldFamily | SampledFamily:
        """Return the cost of these objects at any temperature, for `generalization_capacity`.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame
            As `fit` takes it.
        offset : float, optional
            What distances are taken from; by default the largest. A shift means the same in two
            instances only if they have the same.
        """
        check_params(self, self._rules)
        problem = clone(self)._problem(X, offset)
        linked = np.flatnonzero(self._linked(problem))
        whole = linked.size == problem.n_objects
        cost = self._cost(problem if whole else problem.among(linked))
        kept = None if whole else linked
        if self.solver == "gibbs":
            return SampledFamily(cost, objects=kept, allow_empty=not self._kind.keeps_all)
        return MeanFieldFamily(cost, self._cooling(), kept)

    @property
    def _runs(self) -> int:
        """Number of restarts that make sense."""
        return self.n_init

    def _cost(self, problem: PairwiseProblem) -> RelationalCost:
        """Say what is minimised."""
        return self._kind(problem, self.n_clusters)

    def _problem(self, X: Any, offset: float | None = None) -> PairwiseProblem:
        """Check what is given, and compare points."""
        if self.affinity is None:
            points = checked_table(self, X, dtype=np.float64)
            return self._compared(similarity_matrix(points, self.similarity, offset=offset))
        return self._precomputed(
            checked_table(self, X, accept_sparse="csr", dtype="numeric", ensure_all_finite=False)
        )

    def _precomputed(self, X: Any) -> PairwiseProblem:
        """Take a matrix as similarities."""
        return PairwiseProblem.from_similarities(
            X, min_objects=self.n_clusters, owner=type(self).__name__
        )

    def _compared(self, similarities: FloatArray) -> PairwiseProblem:
        """Take the similarities of points as they are."""
        return self._precomputed(similarities)

    def _linked(self, problem: PairwiseProblem) -> Any:
        """Tell which objects the cost can place."""
        return np.ones(problem.n_objects, dtype=bool)

    def _search(self, cost: RelationalCost) -> list[Any]:
        """Run the restarts; who anneals also searches from random labels, in little time."""
        monitor = monitor_for(self.verbose, title=type(self).__name__, runs=self._runs)
        monitor = with_estimator(monitor, self, self._runs, passes=None)
        seeds = child_seeds(self.random_state, self._runs)
        drawn = partial(balanced_start, cost.n_objects, self.n_clusters)
        if self.solver != "annealing":
            return solve_all(
                self._engine(), cost, drawn, seeds, n_jobs=self.n_jobs, monitor=monitor
            )
        even = partial(even_start, cost.n_objects, self.n_clusters)
        cooled = solve_all(self._engine(), cost, even, seeds, n_jobs=self.n_jobs, monitor=monitor)
        muted = MutedMonitor(monitor)
        return cooled + solve_all(
            self._moves(), cost, drawn, seeds, n_jobs=self.n_jobs, monitor=muted
        )

    def _moves(self) -> Sequential:
        return Sequential(self.max_iter, allow_empty=not self._kind.keeps_all)

    def _engine(self) -> Any:
        if self.solver == "sequential":
            return self._moves()
        schedule = None if isinstance(self.schedule, str) else self.schedule
        if self.solver == "gibbs":
            return SimulatedAnnealing(schedule)
        return self._cooling(schedule)

    def _cooling(self, schedule: Schedule | None = None) -> MeanField:
        return MeanField(
            schedule,
            factor=self._factor,
            max_iter=self.max_iter,
            tol=self.tol,
            perturbation=self.perturbation,
            block_size=self.block_size,
            allow_empty=not self._kind.keeps_all,
            visit=temperature_point,
        )

    def _publish(self, best: Any, linked: Any) -> None:
        self.labels_ = np.full(linked.size, -1, dtype=np.int64)
        self.labels_[linked] = best.labels
        self.memberships_ = np.zeros((linked.size, self.n_clusters))
        if isinstance(best, Cooled):
            self.memberships_[linked] = best.memberships
            self.temperature_, self.free_energy_ = best.temperature, best.free_energy
            self.path_ = best.path
        else:
            self.memberships_[np.flatnonzero(linked), best.labels] = 1.0
            steps = best.path if isinstance(best, AnnealedSolution) else ()
            self.temperature_ = float(steps[-1].temperature) if steps else 0.0
            self.free_energy_, self.path_ = float(best.cost), ()
        self.cost_ = float(best.cost)
        self.n_clusters_effective_ = distinct_clusters(self.memberships_)
        self.n_iter_, self.converged_, self.history_ = best.n_iter, best.converged, best.history

    def _tell_how_it_ended(self, solutions: list[Any]) -> None:
        owner = type(self).__name__
        statuses = {solution.status for solution in solutions}
        if Status.INTERRUPTED in statuses or len(solutions) < self._runs:
            begun = f"the best of the {len(solutions)} restarts begun, of {self._runs} asked for"
            warn(f"{owner}: interrupted; kept {begun}.", ConvergenceNotice)
        elif not self.converged_:
            where = " at the last temperature" if self.path_ else ""
            warn(
                f"{owner}: the best run had not settled{where} after max_iter={self.max_iter} "
                f"sweeps. Raise max_iter.",
                ConvergenceNotice,
            )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.affinity == "precomputed"
        tags.input_tags.sparse = self.affinity == "precomputed" and self._takes_graphs
        return tags


def check_schedule(schedule: Schedule, owner: str) -> None:
    """Refuse temperatures at which nothing is defined."""
    temperatures = list(schedule)
    wrong = [value for value in temperatures if not 0.0 < value < np.inf]
    if wrong or not temperatures:
        found = f"has the temperature {wrong[0]!r}" if wrong else "is empty"
        message = (
            f"{owner}: the schedule {found}; temperatures must be > 0 and finite. For labels "
            f"without temperature take solver='sequential'."
        )
        raise InputError(message)


def temperature_point(temperature: float, free_energy: float, state: Averager) -> TemperaturePoint:
    """Return what annealing found at one temperature."""
    return TemperaturePoint(
        temperature=temperature,
        free_energy=free_energy,
        energy=state.energy(),
        entropy=-float(xlogx(state.memberships).sum()),
        n_clusters=distinct_clusters(state.memberships),
    )


def distinct_clusters(memberships: FloatArray) -> int:
    """Count the clusters that hold half an object or more and differ from one another."""
    there = memberships[:, memberships.sum(axis=0) >= LEAST]
    return effective_clusters(there.T, same=FUSED)

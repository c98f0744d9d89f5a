"""What all estimators share that keep the best of several restarts on a table of counts."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.errors import ConvergenceNotice, warn
from coterie._core.params import (
    N_JOBS,
    RANDOM_STATE,
    VERBOSE,
    Instance,
    Number,
    OneOf,
)
from coterie._core.progress import monitor_for
from coterie._core.random import child_seeds
from coterie._core.tables import sum_over
from coterie.engines import (
    SoftSolution,
    Status,
    balanced_start,
    best_of,
    given_start,
    solve_all,
)
from coterie.estimators._callbacks import with_estimator
from coterie.estimators._checks import rows_kept
from coterie.estimators._clustering import CountClustering
from coterie.measures import entropy, mutual_information

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray, IntArray, Matrix
    from coterie.problems import CountProblem

LIST = Instance((list, tuple, np.ndarray), "an array with one entry for each row")
AVOID_WEIGHT = (Number(0, 1e6),)  # beyond, what the clusters keep drowns in rounding
RUN_RULES: Rules = {
    "n_clusters": (Number(1, whole=True),),
    "prior": (OneOf(("counts", "uniform")), LIST),
    "n_init": (Number(1, whole=True),),
    "max_iter": (Number(1, whole=True),),
    "n_jobs": N_JOBS,
    "verbose": VERBOSE,
    "random_state": RANDOM_STATE,
}
SHARED_RULES: Rules = {
    **RUN_RULES,
    "tol_moves": (Number(0, 1),),
    "init": (OneOf((None,)), LIST),
}


@dataclass(frozen=True)
class Restart:
    """What one restart came to.

    Parameters
    ----------
    cost, information, entropy : float
        What was minimised (NaN where there is only a local rule), I(T; Y) and H(T), in nats.
    history : ndarray
        Rows that changed sides, sweep by sweep; of soft clusters, the free energy.
    status : Status
        How it ended.
    labels : ndarray of shape (n_rows,)
        Cluster of each row, the most probable of soft clusters; -1 for rows without mass.

    Examples
    --------
    >>> from coterie import SequentialIB
    >>> model = SequentialIB(2, n_init=3, random_state=0).fit([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> [(round(restart.information, 3), restart.converged) for restart in model.restarts_]
    [(0.316, True), (0.316, True), (0.316, True)]
    """

    cost: float
    information: float
    entropy: float
    history: IntArray | FloatArray
    status: Status
    labels: IntArray

    @property
    def n_iter(self) -> int:
        """Sweeps made."""
        return int(self.history.size)

    @property
    def converged(self) -> bool:
        """Whether it settled."""
        return self.status is Status.CONVERGED

    @classmethod
    def of(cls, solution: Any, problem: CountProblem, n_clusters: int) -> Restart:
        """Evaluate a solution."""
        if isinstance(solution, SoftSolution):
            joint = problem.soft_joint(solution.memberships)
        else:
            joint = problem.cluster_masses(solution.labels, n_clusters)
        information = float(mutual_information(joint))
        kept = float(entropy(sum_over(joint, 1)))
        labels = problem.expand(solution.labels)
        return cls(solution.cost, information, kept, solution.history, solution.status, labels)


class RestartedClustering(CountClustering):
    """Fit by restarts of an engine; the class that derives says which cost and which engine."""

    _rules: ClassVar[Rules] = SHARED_RULES

    n_clusters: int
    n_init: int
    max_iter: int
    init: Any
    n_jobs: int | None
    random_state: RandomState

    @property
    def _runs(self) -> int:
        """Number of restarts that make sense."""
        return self.n_init

    @abstractmethod
    def _cost(self, problem: CountProblem) -> Any:
        """Say what is minimised."""

    @abstractmethod
    def _engine(self) -> Any:
        """Say how."""

    def _choose(self, solutions: Sequence[Any]) -> Any:
        """Return the solution to keep."""
        return best_of(solutions)

    def _fit(self, X: Any, sample_weight: ArrayLike | None = None, avoid: Any = None) -> Any:
        """Check, search, publish and tell; return the checked table."""
        X, problem = self._check(X, sample_weight, min_rows=self.n_clusters)
        if avoid is not None:
            problem = problem.avoiding(avoid, type(self).__name__)
        solutions = self._search(problem)
        self._publish(problem, solutions)
        self._tell_how_it_ended(solutions)
        return X

    def _search(self, problem: CountProblem) -> list[Any]:
        monitor = monitor_for(self.verbose, title=type(self).__name__, runs=self._runs)
        monitor = with_estimator(monitor, self, self._runs, self.max_iter)
        return solve_all(
            self._engine(),
            self._cost(problem),
            self._start(problem),
            child_seeds(self.random_state, self._runs),
            n_jobs=self.n_jobs,
            monitor=monitor,
        )

    def _start(self, problem: CountProblem) -> Callable[[np.random.Generator], Any]:
        if self.init is None:
            return partial(balanced_start, problem.n_rows, self.n_clusters)
        owner = type(self).__name__
        given = rows_kept(self.init, problem, "init", owner)
        start = given_start(given, problem.n_rows, self.n_clusters, owner)
        return partial(same_start, start)

    def _publish(self, problem: CountProblem, solutions: list[Any]) -> None:
        self.restarts_ = [Restart.of(solution, problem, self.n_clusters) for solution in solutions]
        best = self._choose(solutions)
        self._publish_clusters(problem, best.labels, self._joint(problem, best), best.cost)
        self.n_iter_, self.converged_, self.history_ = best.n_iter, best.converged, best.history
        self.__dict__.pop("avoided_information_", None)  # of an earlier fit
        if problem.avoided is not None:
            told = mutual_information(self._joint(problem.avoided, best))
            self.avoided_information_ = float(told)

    def _joint(self, problem: CountProblem, solution: Any) -> Matrix:
        return problem.cluster_masses(solution.labels, self.n_clusters)

    def _unsettled(self) -> str:
        """Say that the best restart had not settled, and what to do."""
        return (
            f"the best restart had not settled after max_iter={self.max_iter} sweeps "
            f"({self.history_[-1]} rows moved in the last). Raise max_iter, or tol_moves to accept "
            f"this."
        )

    def _tell_how_it_ended(self, solutions: list[Any]) -> None:
        owner = type(self).__name__
        statuses = {solution.status for solution in solutions}
        if Status.INTERRUPTED in statuses or len(solutions) < self._runs:
            begun = f"the best of the {len(solutions)} restarts begun, of {self._runs} asked for"
            warn(f"{owner}: interrupted; kept {begun}.", ConvergenceNotice)
        elif not self.converged_:
            warn(f"{owner}: {self._unsettled()}", ConvergenceNotice)


def same_start(start: Any, rng: np.random.Generator) -> Any:
    """Begin where the user says."""
    return start

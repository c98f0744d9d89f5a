"""What the estimators share whose rows belong to every cluster to some degree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.params import Instance, Number, OneOf
from coterie.engines import Iterative, dirichlet_start, given_memberships
from coterie.estimators._checks import rows_kept
from coterie.estimators._placement import PlacesSoftly
from coterie.estimators._restarts import (
    LIST,
    RUN_RULES,
    RestartedClustering,
    same_start,
)
from coterie.measures import effective_clusters, mutual_information

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem

SOFT_RULES: Rules = {
    **RUN_RULES,
    "tol": (Number(0),),
    "init": (OneOf(("dirichlet",)), LIST),
    "device": (OneOf((None,)), Instance((str,), "the name of a torch device")),
}


class SoftClustering(PlacesSoftly, RestartedClustering):
    """Iterate memberships and clusters from random memberships; the cost is for who derives."""

    _rules: ClassVar[Rules] = SOFT_RULES
    _hard = False

    tol: float
    device: str | None = None

    @property
    def _runs(self) -> int:
        return self.n_init if isinstance(self.init, str) else 1

    def _engine(self) -> Iterative:
        return Iterative(self.max_iter, self.tol, self.device)

    def _start(self, problem: CountProblem) -> Callable[[np.random.Generator], FloatArray]:
        if isinstance(self.init, str):
            return partial(dirichlet_start, problem.n_rows, self.n_clusters)
        owner = type(self).__name__
        given = rows_kept(self.init, problem, "init", owner)
        start = given_memberships(given, problem.n_rows, self.n_clusters, owner)
        return partial(same_start, start)

    def _joint(self, problem: CountProblem, solution: Any) -> FloatArray:
        return problem.soft_joint(solution.memberships)

    def _publish(self, problem: CountProblem, solutions: list[Any]) -> None:
        super()._publish(problem, solutions)
        best = self._choose(solutions)
        self.memberships_ = np.zeros((problem.n_given, best.memberships.shape[1]))
        self.memberships_[problem.kept] = best.memberships
        self.compression_ = float(mutual_information(problem.mass[:, None] * best.memberships))
        self.n_clusters_effective_ = effective_clusters(self.cluster_joint_)

    def _unsettled(self) -> str:
        return (
            f"the best restart had not settled after max_iter={self.max_iter} iterations. "
            f"Raise max_iter, or tol to accept this."
        )

"""Reverse annealing: clusters that dissolve as the weight of relevance falls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie.costs import SoftBottleneckCost
from coterie.engines import Descent, Explicit, Iterative, SoftSolution, Status, follow
from coterie.estimators.bottleneck._holes import merged_in_holes
from coterie.estimators.bottleneck._points import InformationPoint
from coterie.measures import critical_beta, entropy, mutual_information
from coterie.measures._effective_clusters import first_doubles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from coterie._core.types import FloatArray
    from coterie.estimators.bottleneck._tracer import Tracer
    from coterie.problems import CountProblem

FIRST = 100.0
"""First beta, as a multiple of the critical one: most clusters are as good as hard there."""

RAISE, RAISES, NEAR = 4.0, 4, 0.02
"""Factor by which that is raised, and how often at most, while they are farther than this off."""

NOTHING = 1e-9
"""Share of H(X) that is no clustering any more."""

PRICES = (4.0, 2.0, 1.4, 1.0)
"""Merged clusters dissolve at so many times the beta at which merging pays, if not before."""


@dataclass(frozen=True)
class Dissolving:
    """Clusters of a table that dissolve as beta falls, each solution the start of the next.

    Parameters
    ----------
    problem : CountProblem
        The table.
    engine : Uniting
        How the cost is minimised at a value of beta.
    tracer : Tracer
        Whom to tell.
    luck : numpy.random.Generator
        For engines that need some.
    keep : bool
        Whether points hold their memberships.

    Notes
    -----
    Reverse annealing of [IB §2.8].
    """

    problem: CountProblem
    engine: Uniting
    tracer: Tracer
    luck: np.random.Generator
    keep: bool = False

    def at_prices(self, start: FloatArray, betas: list[float]) -> Iterator[InformationPoint]:
        """Follow the start along the values, to the last."""
        return self._along(self._given(start, betas), betas)

    def without_holes(self, start: FloatArray) -> Iterator[InformationPoint]:
        """Follow the start along values that suit it, and fill the holes with merged clusters."""
        yield from self._hard(start)
        points = []
        for point in self._along(self._falling(start), None):
            points.append(point)
            yield point
        if self.tracer.monitor.stopped:
            return
        for beta, memberships in merged_in_holes(self.problem, start, points):
            path = self._given(memberships, [beta * price for price in PRICES])
            for at, solution in self.tracer.told(path):
                point = solution.point(self.problem, at, keep=self.keep)
                if point.cost < 0.0:
                    yield point

    def _hard(self, start: FloatArray) -> Iterator[InformationPoint]:
        """Evaluate the start as it is, if each row has one cluster: the end at no finite price."""
        memberships, joint = united(start, self.problem.soft_joint(start))
        if memberships.shape[1] > 1 and (memberships == 1.0).any(axis=1).all():
            settled = np.empty(0)
            hard = United(memberships, np.nan, settled, Status.CONVERGED, joint)
            yield hard.point(self.problem, math.inf, keep=self.keep)

    def _along(
        self, path: Iterable[tuple[float, United]], betas: list[float] | None
    ) -> Iterator[InformationPoint]:
        """Evaluate solutions at falling beta, to where they have become a single cluster.

        Where a single cluster is better than the one that is followed, it stands in its place. A
        lower beta may still lead to something better than both, so the path goes on.
        """
        for done, (beta, solution) in enumerate(self.tracer.told(path), start=1):
            point = solution.point(self.problem, beta, keep=self.keep)
            ended = beta <= 1.0 or point.compression <= NOTHING * self.problem.row_entropy
            if point.cost < 0.0 and not ended:
                yield point
            elif ended or betas is not None:
                yield self._single(beta)
            if ended:
                yield from map(self._single, [] if betas is None else betas[done:])
                return

    def _single(self, beta: float) -> InformationPoint:
        """Return the point of a single cluster."""
        members = np.ones((self.problem.n_rows, 1)) if self.keep else None
        return InformationPoint(beta, 0.0, 0.0, 1, members)

    def _given(self, start: FloatArray, betas: list[float]) -> Iterator[tuple[float, United]]:
        """Let clusters dissolve along the given values of beta."""
        make_cost = partial(SoftBottleneckCost, self.problem, start.shape[1])
        return follow(Explicit(tuple(betas)), make_cost, self.engine, start, **self._settings)

    def _falling(self, start: FloatArray) -> Iterator[tuple[float, United]]:
        """Let clusters dissolve along steps that suit them."""
        problem = self.problem
        first = FIRST * critical_beta(problem.joint)
        if math.isinf(first):  # nothing tells the rows apart, at any beta
            return self._given(start, [1.0])

        def place(solution: United) -> tuple[float, float]:
            point = solution.point(problem, 1.0)
            return (
                point.compression / problem.row_entropy,
                point.information / problem.information,
            )

        make_cost = partial(SoftBottleneckCost, problem, start.shape[1])
        _, joint = united(start, problem.soft_joint(start))
        kept = float(mutual_information(joint)) / problem.information
        begin = np.array([float(entropy(joint.sum(axis=1))) / problem.row_entropy, kept])
        for _ in range(RAISES):  # until they are as good as hard
            solution = self.engine.solve(make_cost(first), start, **self._settings)
            if np.linalg.norm(place(solution) - begin) <= NEAR or self.tracer.monitor.stopped:
                break
            first *= RAISE
        return Descent(first).follow(make_cost, self.engine, start, place=place, **self._settings)

    @property
    def _settings(self) -> Any:
        return {"rng": self.luck, "monitor": self.tracer.muted}


@dataclass(frozen=True, eq=False)
class United(SoftSolution):
    """Clusters of which no two are the same, and p(t, y)."""

    joint: FloatArray

    def point(self, problem: CountProblem, beta: float, *, keep: bool = False) -> InformationPoint:
        """Return where they are in the information plane."""
        told = float(mutual_information(problem.mass[:, None] * self.memberships))
        kept = float(mutual_information(self.joint))
        members = self.memberships if keep else None
        return InformationPoint(beta, told, kept, self.memberships.shape[1], members)


@dataclass(frozen=True)
class Uniting:
    """Iterate, and make one cluster of those that have become the same."""

    engine: Iterative
    needs: ClassVar[tuple[type, ...]] = Iterative.needs

    def solve(self, cost: Any, start: FloatArray, **settings: Any) -> United:
        """Return the solution with as few clusters as say the same."""
        found = self.engine.solve(cost, start, **settings)
        memberships, joint = united(found.memberships, cost.problem.soft_joint(found.memberships))
        return United(memberships, found.cost, found.trace, found.status, joint)


def united(memberships: FloatArray, joint: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Add up clusters that are the same, and drop those without mass."""
    first = first_doubles(joint)
    kept = np.flatnonzero(first == np.arange(first.size))
    together, masses = memberships[:, kept], joint[kept]
    for t in np.flatnonzero((first >= 0) & (first != np.arange(first.size))):
        at = np.searchsorted(kept, first[t])
        together[:, at] += memberships[:, t]
        masses[at] += joint[t]
    return together, masses

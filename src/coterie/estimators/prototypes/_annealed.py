"""What the estimators share that lower a temperature, and what they find on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from scipy.special import softmax
from sklearn.base import clone

from coterie._core.errors import ConvergenceNotice, warn
from coterie._core.params import RANDOM_STATE, VERBOSE, Instance, Number, OneOf
from coterie._core.progress import monitor_for
from coterie._core.random import generator
from coterie.costs import critical_temperature
from coterie.engines import (
    Annealing,
    Copies,
    Iterative,
    SoftSolution,
    Status,
    Stepwise,
)
from coterie.engines._schedules import SCHEDULES
from coterie.engines._stepwise import reunited
from coterie.engines._temperatures import ABOVE, HARD, SPAN, STEP
from coterie.estimators._callbacks import with_estimator
from coterie.estimators._checks import falling_values
from coterie.estimators._temperature_point import TemperaturePoint
from coterie.estimators.prototypes._points import PointClustering
from coterie.validation import FieldFamily

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.engines import Growth, Schedule, Solution, Split
    from coterie.problems import PointProblem

STEP_ENOUGH, SPAN_ENOUGH, HARD_ENOUGH = 0.8, 30.0, 0.98
"""What is enough of these on the way to clusters that are hardened in the end."""

SETTLED = Iterative(max_iter=1000, tol=1e-12)
"""How clusters are settled that stay soft."""

COLDEST = 1e-10
"""Share of the critical temperature at which variances are only rounding."""

SCHEDULE = Instance(SCHEDULES, "a schedule of falling temperatures > 0")
ANNEALING_RULES: Rules = {
    "schedule": (OneOf(("auto",)), SCHEDULE),
    "min_temperature": (OneOf((None,)), Number(0, open_low=True)),
    "perturbation": (Number(0, 1),),
    "max_iter": (Number(1, whole=True),),
    "tol": (Number(0),),
    "verbose": VERBOSE,
    "random_state": RANDOM_STATE,
}


@dataclass(frozen=True, eq=False)
class PrototypePoint(TemperaturePoint):
    """What annealing found at one temperature, and where the centres were.

    Parameters
    ----------
    temperature, free_energy, energy, entropy, n_clusters : float, float, float, float, int
        As in `TemperaturePoint`.
    centres : ndarray of shape (n_clusters, n_dimensions)
        Centres of the clusters.
    mass : ndarray of shape (n_clusters,)
        Share of all points in each.

    Notes
    -----
    The picture of the centres against the temperature forks at the transitions [SLC §3.G].

    Examples
    --------
    >>> from coterie import AnnealedKMeans
    >>> model = AnnealedKMeans(2, random_state=0).fit([[0.0], [0.2], [1.8], [2.0]])
    >>> len(model.path_[0].centres), len(model.path_[-1].centres)
    (1, 2)
    """

    centres: FloatArray
    mass: FloatArray


@dataclass(frozen=True)
class TemperatureSplit:
    """A cluster that fell apart when the temperature fell.

    Parameters
    ----------
    temperature : float
        Where it fell apart.
    cluster : int
        Column that the cluster had, and that one of its parts has; the other has a new last one.
    mass : tuple of float
        Share of all objects in the two parts, when they had settled.

    Notes
    -----
    Only clusters that were unstable are split [SLC §3.G]; two that find back to one another later
    become one column, and the columns behind move up.

    Examples
    --------
    >>> from coterie import AnnealedKMeans
    >>> model = AnnealedKMeans(2, random_state=0).fit([[0.0], [0.2], [1.8], [2.0]])
    >>> [(round(split.temperature, 2), split.cluster) for split in model.splits_]
    [(1.31, 0)]
    """

    temperature: float
    cluster: int
    mass: tuple[float, float]

    @classmethod
    def of(cls, split: Split, weight: FloatArray) -> TemperatureSplit:
        """Read what the engine noted, whose parameter is one over the temperature."""
        first, second = (weight @ split.memberships).tolist()
        return cls(1.0 / split.value, split.cluster, (first, second))


class Cooling(NamedTuple):
    """From where to where temperatures fall, and how; in units of one over the temperature."""

    start: float
    stop: float
    splitter: Stepwise | Copies


def cooling(
    model: Any, critical: float, wanted: int | None, kind: type[Stepwise | Copies] = Stepwise
) -> Cooling:
    """Read the schedule of an estimator.

    With a number of clusters the path goes on until all have been found, beyond the last
    temperature if need be; without, or with copies of all, to the last temperature.
    """
    last = None if model.min_temperature is None else 1.0 / float(model.min_temperature)
    if not isinstance(model.schedule, str):
        given = falling_values(list(model.schedule), "schedule", type(model).__name__)
        assert given is not None  # only "auto" leaves them open
        values = tuple(1.0 / float(each) for each in given)
        stop = values[-1] if last is None else min(values[-1], last)
        return Cooling(values[0], stop, kind(values=values, perturbation=model.perturbation))
    reference = critical if critical > 0.0 else 1.0
    soft = not getattr(model, "harden", False)
    step, span, sharp = (STEP, SPAN, HARD) if soft else (STEP_ENOUGH, SPAN_ENOUGH, HARD_ENOUGH)
    start, end = 1.0 / (ABOVE * reference), span / reference
    splitter = kind(1.0 / step - 1.0, perturbation=model.perturbation)
    if not isinstance(splitter, Stepwise):
        return Cooling(min(start, last or end), last or end, splitter)
    splitter = replace(splitter, sharp=sharp, end=end, last=1.0 / (COLDEST * reference))
    stop = last or (math.inf if wanted else end)
    return Cooling(min(start, stop), stop, splitter)


def grown_clusters(
    model: Any,
    make_cost: Callable[[float], Any],
    visit: Callable[[float, SoftSolution], Any],
    *,
    wanted: int | None,
    most: int,
    kind: type[Stepwise | Copies] = Stepwise,
) -> Growth:
    """Lower the temperature of a cost by the schedule of an estimator, and show the progress."""
    monitor = monitor_for(model.verbose, title=type(model).__name__, runs=1)
    monitor = with_estimator(monitor, model, 1, passes=None)
    try:
        critical = float(critical_temperature(make_cost(1.0))[0])
        start, stop, splitter = cooling(model, critical, wanted, kind)
        engine = Iterative(model.max_iter, model.tol, leaps=False)  # a leap carries rounding on
        return Annealing(splitter, engine, wanted or most, start, stop).grow(
            lambda value: make_cost(1.0 / value),
            rng=generator(model.random_state),
            visit=lambda value, solution: visit(1.0 / value, solution),
            monitor=monitor,
        )
    finally:
        monitor.close()


class AnnealedPrototypes(PointClustering):
    """Grow clusters as the temperature falls; the cost is for who derives to say."""

    schedule: str | Schedule
    min_temperature: float | None
    perturbation: float
    max_iter: int
    tol: float
    verbose: int
    random_state: RandomState

    _splitter: ClassVar[type[Stepwise | Copies]] = Stepwise

    def annealed_family(self, X: Any) -> FieldFamily:
        """Return the cost of these points at any temperature, for `generalization_capacity`.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points.
        """
        problem = clone(self)._check(X, None, min_rows=2)
        return FieldFamily(partial(self._cost, problem))

    def _anneal(self, problem: PointProblem, wanted: int | None, most: int) -> Growth:
        """Anneal, and publish what was found on the way."""
        grown = grown_clusters(
            self,
            partial(self._cost, problem),
            partial(self._point, problem),
            wanted=wanted,
            most=most,
            kind=self._splitter,
        )
        self.temperature_, self.path_ = 1.0 / grown.value, grown.path
        if self._splitter is Stepwise:
            self.splits_ = [TemperatureSplit.of(split, problem.weight) for split in grown.splits]
        self.n_iter_, self.history_ = grown.n_iter, grown.history
        return grown

    def _point(
        self, problem: PointProblem, temperature: float, solution: SoftSolution
    ) -> PrototypePoint:
        """Describe a solution."""
        cost = self._cost(problem, temperature)
        moments = cost.moments(solution.memberships)
        return PrototypePoint(
            temperature,
            problem.total * solution.cost,
            problem.total * cost.energy(moments),
            problem.total * cost.entropy(moments, solution.cost),
            len(moments),
            cost.estimate(moments).centres + problem.centre,
            moments[:, -1],
        )

    def _publish(self, problem: PointProblem, solution: Solution | SoftSolution) -> None:
        """Set the clusters, and where the points are among them."""
        cost, self.labels_ = self._cost(problem, self.temperature_), solution.labels
        if isinstance(solution, SoftSolution):
            members = solution.memberships
        else:
            members = np.eye(int(self.labels_.max()) + 1)[self.labels_]
        prototypes = cost.refit(members)
        self.cluster_centers_ = prototypes.centres + problem.centre
        self.cluster_mass_ = prototypes.mass
        self.memberships_ = np.asarray(softmax(cost.field(prototypes), axis=1))
        self.cost_, self.converged_ = float(solution.cost), solution.converged
        self.free_energy_ = self.path_[-1].free_energy / problem.total

    def _settle(self, problem: PointProblem, grown: Growth) -> SoftSolution:
        """Let the last memberships come to rest."""
        if grown.status is Status.INTERRUPTED:
            return grown
        cost = self._cost(problem, self.temperature_)
        rng = generator(self.random_state)
        found: SoftSolution = SETTLED.solve(cost, grown.memberships, rng=rng)
        return reunited(cost, grown.value, found)[0] if self._splitter is Stepwise else found

    def _tell_how_it_ended(self, status: Status) -> None:
        """Warn of an interrupt, and of an end that had not settled."""
        owner, found = type(self).__name__, self._n_features_out
        if status is Status.INTERRUPTED:
            warn(
                f"{owner}: interrupted at temperature {self.temperature_:.4g}; kept the {found} "
                f"clusters found so far.",
                ConvergenceNotice,
            )
        elif not self.converged_:
            warn(
                f"{owner}: the {found} clusters at temperature {self.temperature_:.4g} had not "
                f"settled after {SETTLED.max_iter} iterations.",
                ConvergenceNotice,
            )

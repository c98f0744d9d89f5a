"""Lower the temperature of a soft assignment until it is hard [GRA 1.6] [SLC K1]."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.progress import Monitor, MutedMonitor, chunks
from coterie.costs import HasLocal, HasMeanField, HasTotal
from coterie.engines._require import require
from coterie.engines._schedules import Geometric, Schedule
from coterie.engines._sequential import BREATH, Sequential
from coterie.engines._solution import SoftSolution, Status
from coterie.engines._temperatures import ABOVE, HARD, SPAN, STEP
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from coterie._core.types import FloatArray, IntArray
    from coterie.costs import Averager

COLD = 1e-9
"""Temperature, over the scale of the cost, where nothing tells the objects apart."""

FINEST = 0.998
"""Ratio of neighbouring temperatures below which no step is halved any further."""


def nothing(temperature: float, free_energy: float, state: Averager) -> None:
    """Take no note of what is found at a temperature."""


@dataclass(frozen=True, eq=False)
class Cooled(SoftSolution):
    """The soft assignment that cooling ended with, and the labels that it led to.

    Parameters
    ----------
    memberships, cost, trace, status : ndarray, float, ndarray, Status
        The assignment at the last temperature; the cost of its labels; the free energy after each
        sweep, at all temperatures.
    temperature : float
        The last one.
    hard : ndarray of shape (n_objects,)
        The labels.
    path : tuple
        What `visit` returned at each temperature.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.engines import Cooled, Status
    >>> halves, labels = np.array([[0.9, 0.1], [0.2, 0.8]]), np.array([0, 1])
    >>> Cooled(halves, 1.5, np.zeros(3), Status.CONVERGED, 0.1, labels, ()).labels
    array([0, 1])
    """

    temperature: float
    hard: IntArray
    path: tuple[Any, ...]

    @property
    def labels(self) -> IntArray:
        """Labels, improved by single moves where the engine was asked to."""
        return self.hard

    @property
    def free_energy(self) -> float:
        """At the last temperature."""
        return float(self.trace[-1]) if self.trace.size else math.nan


@dataclass(frozen=True)
class MeanField:
    """Average each object over its labels, the others being soft, at falling temperatures.

    Parameters
    ----------
    schedule : Schedule, optional
        The temperatures, in the order of their use. By default they fall by a constant factor from
        above the critical temperature of the cost to a sixtieth of it.
    factor : float
        That factor.
    max_iter : int
        Most sweeps at one temperature.
    tol : float
        A sweep is the last at its temperature if it changes no membership by more than this.
    perturbation : float
        Noise on the memberships before each temperature, as a share of them. Equal memberships are
        a solution at every temperature; without noise it may never be left.
    block_size : int
        Objects that are renewed at a time, from the same state of the others. Above 1, costs that
        drive objects apart may swing for ever.
    refine : float, optional
        If the mean of the largest membership of the objects jumps by more than this from one
        temperature to the next, go back and halve the step.
    harden : bool
        Improve the labels in the end by single moves, where the cost has them.
    allow_empty : bool
        Let clusters end empty. Otherwise each is given at least one object, and keeps one.
    visit : callable
        Takes each temperature, its free energy and the state; what it returns is the path of the
        result.

    Notes
    -----
    Deterministic annealing of a factorial distribution [GRA 1.6], [SLC K1]. The trace is the bound
    E_Q[R] + T sum q log q of the free energy [GRA 1.5]; for quadratic costs no sweep of single
    objects raises it.

    The cooling ends early when the memberships are nearly zeros and ones.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import CorrelationCost
    >>> from coterie.engines import MeanField, even_start
    >>> from coterie.problems import PairwiseProblem
    >>> X = 2.0 * np.kron(np.eye(2), np.ones((3, 3))) - 1.0
    >>> cost = CorrelationCost(PairwiseProblem.from_similarities(X), 2)
    >>> luck = np.random.default_rng(0)
    >>> found = MeanField().solve(cost, even_start(6, 2, luck), rng=luck)
    >>> found.cost, abs(found.labels[3:] - found.labels[:3]).tolist()
    (0.0, [1, 1, 1])
    """

    schedule: Schedule | None = None
    factor: float = STEP
    max_iter: int = 60
    tol: float = 1e-3
    perturbation: float = 1e-3
    block_size: int = 1
    refine: float | None = None
    harden: bool = True
    allow_empty: bool = True
    visit: Callable[[float, float, Averager], Any] = nothing

    needs: ClassVar[tuple[type, ...]] = (HasMeanField,)

    def solve(
        self,
        cost: Any,
        start: FloatArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Cooled:
        """Cool memberships that are nearly equal.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the cooling with what it has.
        """
        require(cost, self)
        monitor = monitor or Monitor()
        cooling = Cooling(self, cost, np.array(start, dtype=np.float64), rng, monitor)
        temperatures = list(self._temperatures(cost))
        path: list[Any] = []
        monitor.begin(run)
        try:
            for done, temperature in enumerate(temperatures):
                path.extend(
                    self.visit(cooling.temperature, cooling.trace[-1], state)
                    for state in cooling.go_to(temperature)
                )
                if monitor.stopped:
                    break
                note = f"temperature {temperature:.4g}, free energy {cooling.trace[-1]:.6g}"
                monitor.step(run, done + 1, len(temperatures), note)
                if top(cooling.memberships) > HARD:
                    break
        except KeyboardInterrupt:
            monitor.stop()
        found = self._finish(cost, cooling, tuple(path), rng, monitor)
        monitor.end(
            run,
            f"{found.status.name.lower()} after {found.n_iter} sweeps, cost {found.cost:.6g}",
        )
        return found

    def _temperatures(self, cost: HasMeanField) -> Schedule:
        if self.schedule is not None:
            return self.schedule
        critical = cost.critical_temperature()
        if critical <= 0.0:
            critical = COLD * getattr(cost, "unit", 1.0)
        return Geometric(ABOVE * critical, critical / SPAN, self.factor)

    def _finish(
        self,
        cost: Any,
        cooling: Cooling,
        path: tuple[Any, ...],
        rng: np.random.Generator,
        monitor: Monitor,
    ) -> Cooled:
        labels, status = cooling.memberships.argmax(axis=1), cooling.status
        if not self.allow_empty:
            labels = filled(labels, cooling.memberships)
        if monitor.stopped:
            status = Status.INTERRUPTED
        elif self.harden and isinstance(cost, HasLocal):
            search = Sequential(self.max_iter, allow_empty=self.allow_empty)
            labels = search.solve(cost, labels, rng=rng, monitor=MutedMonitor(monitor)).labels
        total = cost.total(labels) if isinstance(cost, HasTotal) else math.nan
        trace = np.array(cooling.trace)
        return Cooled(cooling.memberships, total, trace, status, cooling.temperature, labels, path)


class Cooling:
    """Memberships on their way from one temperature to the next."""

    def __init__(
        self,
        engine: MeanField,
        cost: Any,
        memberships: FloatArray,
        rng: np.random.Generator,
        monitor: Monitor,
    ) -> None:
        self.memberships = memberships
        self.temperature = math.inf
        self.trace: list[float] = []
        self.status = Status.MAX_ITER
        self._engine, self._cost, self._rng, self._monitor = engine, cost, rng, monitor

    def go_to(self, temperature: float) -> Iterator[Averager]:
        """Yield the state at this temperature, after those at others that the jump asks for."""
        while not self._monitor.stopped:
            goal = temperature
            state = self._settle(goal)
            while self._jumps(state, goal):
                goal = math.sqrt(goal * self.temperature)
                state = self._settle(goal)
            self.memberships, self.temperature = state.memberships, goal
            yield state
            if goal == temperature:
                break

    def _jumps(self, state: Averager, goal: float) -> bool:
        """Tell whether more happened than may at a time, with room to look between."""
        if self._engine.refine is None or self._monitor.stopped or math.isinf(self.temperature):
            return False
        jump = abs(top(state.memberships) - top(self.memberships))
        return jump > self._engine.refine and goal / self.temperature < FINEST

    def _settle(self, temperature: float) -> Averager:
        """Sweep until the memberships rest."""
        engine, rng = self._engine, self._rng
        begin = perturbed(self.memberships, engine.perturbation, rng)
        state: Averager = self._cost.mean_field(begin, engine.block_size)
        self.status = Status.MAX_ITER
        for _ in range(engine.max_iter):
            change = self._sweep(state, rng.permutation(len(begin)), temperature)
            entropy = -float(xlogx(state.memberships).sum())
            self.trace.append(state.energy() - temperature * entropy)
            if change < engine.tol:
                self.status = Status.CONVERGED
                break
            if self._monitor.stopped:
                break
        return state

    def _sweep(self, state: Averager, order: IntArray, temperature: float) -> float:
        change = 0.0
        for piece in chunks(order, self._cost.work, BREATH):
            change = max(change, state.sweep(piece, temperature))
            if self._monitor.stopped:
                break
        return change


def perturbed(memberships: FloatArray, perturbation: float, rng: np.random.Generator) -> FloatArray:
    """Multiply memberships by noise around 1.

    Examples
    --------
    >>> noisy = perturbed(np.full((2, 2), 0.5), 1e-3, np.random.default_rng(0))
    >>> noisy.round(2).tolist(), bool((noisy != 0.5).all())
    ([[0.5, 0.5], [0.5, 0.5]], True)
    """
    noisy = memberships * np.abs(1.0 + perturbation * rng.standard_normal(memberships.shape))
    return np.asarray(noisy / noisy.sum(axis=1, keepdims=True))


def filled(labels: IntArray, memberships: FloatArray) -> IntArray:
    """Give each empty cluster the object that belongs to it most, of those not alone in theirs.

    Examples
    --------
    >>> shares = np.array([[0.9, 0.1], [0.8, 0.2], [0.7, 0.3]])
    >>> filled(shares.argmax(axis=1), shares)
    array([0, 0, 1])
    """
    sizes = np.bincount(labels, minlength=memberships.shape[1])
    for empty in np.flatnonzero(sizes == 0):
        shares = np.where(sizes[labels] > 1, memberships[:, empty], -1.0)
        object_ = int(shares.argmax())
        if shares[object_] < 0.0:  # all are alone
            break
        sizes[labels[object_]] -= 1
        sizes[empty] += 1
        labels[object_] = empty
    return labels


def top(memberships: FloatArray) -> float:
    """Mean over the objects of the largest membership."""
    return float(memberships.max(axis=1).mean())

"""Annealing with points: soft clusters by distance, and points that move where they ought to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import softmax

from coterie._core.progress import Monitor, MutedMonitor
from coterie.engines import Cooled, Geometric, Sequential, Status
from coterie.engines._mean_field import top
from coterie.engines._temperatures import ABOVE, HARD, SPAN, STEP
from coterie.estimators.relational._relational import temperature_point
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.costs import PairwiseCost
    from coterie.engines import Schedule

RIDGE = 1e-2
"""Share of the variance of the points that is added to the spread of the centres around a point.
The spread is nothing while the centres are one, and where an object belongs to one of them."""

SMALLEST = float(np.finfo(np.float64).tiny)
"""Mass of a cluster that nobody belongs to."""

DAMPING = 0.5
"""Share of the way that a point moves at a time."""


@dataclass(frozen=True, eq=False)
class Placed(Cooled):
    """What cooling ended with, and where the points and the centres are."""

    points: FloatArray
    centers: FloatArray


@dataclass(frozen=True)
class MovingPoints:
    """Cool soft assignments that follow from the distances of points to centres.

    Parameters
    ----------
    schedule : Schedule, optional
        Temperatures; by default from above the critical one to a sixtieth of it.
    max_iter : int
        Most iterations at one temperature.
    tol : float
        An iteration is the last at its temperature if it changes no membership by more than this.
    perturbation : float
        Noise on the centres before each temperature, relative to the spread of the points.
    """

    schedule: Schedule | None = None
    max_iter: int = 100
    tol: float = 1e-4
    perturbation: float = 1e-3

    needs = ()

    def solve(
        self,
        cost: PairwiseCost,
        start: FloatArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Placed:
        """Cool from points; an interrupt ends it with what it has."""
        monitor = monitor or Monitor()
        state = State(self, cost, start, rng, monitor)
        temperatures, path = list(self._temperatures(cost)), []
        monitor.begin(run)
        try:
            for done, temperature in enumerate(temperatures):
                state.settle(temperature)
                averager = cost.mean_field(state.memberships)
                path.append(temperature_point(temperature, state.trace[-1], averager))
                note = f"temperature {temperature:.4g}, free energy {state.trace[-1]:.6g}"
                monitor.step(run, done + 1, len(temperatures), note)
                if monitor.stopped or top(state.memberships) > HARD:
                    break
        except KeyboardInterrupt:
            monitor.stop()
        labels, status = state.memberships.argmax(axis=1), state.status
        if monitor.stopped:
            status = Status.INTERRUPTED
        else:
            muted = MutedMonitor(monitor)
            labels = Sequential().solve(cost, labels, rng=rng, monitor=muted).labels
        total, trace = cost.total(labels), np.array(state.trace or [np.nan])
        monitor.end(run, f"{status.name.lower()} after {trace.size} steps, cost {total:.6g}")
        return Placed(
            state.memberships, total, trace, status, state.temperature, labels, tuple(path),
            state.points, state.centers,
        )  # fmt: skip

    def _temperatures(self, cost: PairwiseCost) -> Schedule:
        if self.schedule is not None:
            return self.schedule
        critical = cost.critical_temperature() or 1.0  # any, where nothing falls apart
        return Geometric(ABOVE * critical, critical / SPAN, STEP)


class State:
    """Points, centres and memberships on their way down the temperatures."""

    def __init__(
        self,
        engine: MovingPoints,
        cost: PairwiseCost,
        points: FloatArray,
        rng: np.random.Generator,
        monitor: Monitor,
    ) -> None:
        self.points = points
        self.temperature = np.inf
        self.status = Status.MAX_ITER
        self.trace: list[float] = []
        self._engine, self._cost, self._rng, self._monitor = engine, cost, rng, monitor
        self._variance = float((points**2).sum(axis=0).max()) / len(points) or 1.0
        self.centers = np.zeros((cost.n_clusters, points.shape[1]))
        self.memberships = self._memberships(1.0)

    def settle(self, temperature: float) -> None:
        """Iterate until the points rest."""
        engine, self.temperature = self._engine, temperature
        noise = self._rng.normal(size=self.centers.shape)
        self.centers = self.centers + engine.perturbation * np.sqrt(self._variance) * noise
        self.status = Status.MAX_ITER
        for _ in range(engine.max_iter):
            change = self._move(temperature)
            energy = self._cost.mean_field(self.memberships).energy()
            self.trace.append(energy + temperature * float(xlogx(self.memberships).sum()))
            if change < engine.tol:
                self.status = Status.CONVERGED
                break
            if self._monitor.stopped:
                break

    def _move(self, temperature: float) -> float:
        """Renew memberships, centres and points; return the largest change of a membership."""
        before, self.memberships = self.memberships, self._memberships(temperature)
        fields = self._cost.fields(self.memberships)
        mass = self.memberships.sum(axis=0)[:, None]
        self.centers = self.memberships.T @ self.points / np.maximum(mass, SMALLEST)
        pull, spread = stationarity(self.memberships, self.centers, fields)
        points = self.points + relaxed(self.points, pull, spread, RIDGE * self._variance)
        self.points = points - points.mean(axis=0)
        return float(np.abs(self.memberships - before).max())

    def _memberships(self, temperature: float) -> FloatArray:
        squares = (self.centers**2).sum(axis=1) - 2.0 * self.points @ self.centers.T
        return np.asarray(softmax(-squares / temperature, axis=1))


def stationarity(
    memberships: FloatArray, centers: FloatArray, fields: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return both sides of `spread @ point = pull` for each object, as it holds at rest.

    The spread is that of the centres around their mean, by the memberships of the object. At rest
    the squared distances of the points are the fields, but for a constant of each object.

    Examples
    --------
    >>> point, centers = np.array([[0.5]]), np.array([[0.0], [2.0]])
    >>> shares = np.array([[0.7, 0.3]])
    >>> pull, spread = stationarity(shares, centers, (point - centers.T) ** 2 + 9.0)
    >>> (spread @ point[..., None]).round(3).ravel(), pull.round(3).ravel()
    (array([0.42]), array([0.42]))
    """
    apart = centers[None] - (memberships @ centers)[:, None]
    weighted = memberships[:, :, None] * apart
    spread = np.einsum("ikd,ike->ide", weighted, apart)
    wanted = 0.5 * ((centers**2).sum(axis=1) - fields)
    return np.einsum("ik,ikd->id", wanted, weighted), spread


def relaxed(points: FloatArray, pull: FloatArray, spread: FloatArray, ridge: float) -> FloatArray:
    """Return how far each point moves: a damped Newton step, with a ridge."""
    gap = pull - np.einsum("ide,ie->id", spread, points)
    held = spread + ridge * np.eye(points.shape[1])
    found: Any = np.linalg.solve(held, gap[:, :, None])[:, :, 0]
    return np.asarray(DAMPING * found)

"""Objects that are described by representatives, at any price of the distortion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.special import logsumexp

from coterie._core.errors import InputError
from coterie._core.random import generator
from coterie.costs import DistortionCost
from coterie.engines import Descent, Explicit, Iterative, follow
from coterie.estimators._checks import as_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray
    from coterie.engines import SoftSolution
    from coterie.estimators.bottleneck._tracer import Tracer

SPACING = 0.02
"""Most by which points that are next to one another differ, as a share of the plane."""

SAME = 1e-12
"""Share of a number that is rounding."""

CHEAP = 1e-4
"""Share of the rate that all distortion together costs where its price is next to nothing."""

HALVINGS = 60
"""Of the interval in which the last price is sought."""


class Point(NamedTuple):
    """Where the curve is at a price, by how much its free energy may be too high, and p(t)."""

    beta: float
    distortion: float
    rate: float
    gap: float
    prior: FloatArray


@dataclass(frozen=True)
class Source:
    """Objects, what it costs to describe them, and who finds the best way at a price.

    Parameters
    ----------
    mass : ndarray of shape (n_objects,)
        p(x), all positive.
    table : ndarray of shape (n_objects, n_representatives)
        d(x, t).
    engine : Iterative
        How the cost is minimised at a price.
    tracer : Tracer
        Whom to tell.

    Notes
    -----
    The points are those of the rate-distortion function [IB 2.2].
    """

    mass: FloatArray
    table: FloatArray
    engine: Iterative
    tracer: Tracer

    def at_prices(self, betas: Sequence[float]) -> Iterator[Point]:
        """Solve at falling prices, each solution the start of the next."""
        if math.isinf(betas[0]):  # no start for others: who is not needed there would be lost
            yield self._solved(math.inf)
            betas = betas[1:]
        path = follow(
            Explicit(tuple(betas)), self._cost, self.engine, self._start, **self._settings
        )
        for beta, solution in self.tracer.told(path):
            yield self._point(beta, solution)

    def falling(self) -> Iterator[Point]:
        """Go from the least distortion to the least rate, leaving no gaps."""
        end = self._end()
        if math.isinf(end.beta):  # one representative suits all
            yield end
            return
        nearest = self._solved(math.inf)
        yield nearest
        whole = np.array([end.distortion - nearest.distortion, nearest.rate - end.rate])

        def place(solution: SoftSolution) -> FloatArray:
            return np.asarray(self._plane(solution.memberships) / whole)

        begin, finish = np.array(nearest[1:3]) / whole, np.array(end[1:3]) / whole
        path = Descent(self._first(begin, place), spacing=SPACING).follow(
            self._cost, self.engine, self._start, place=place, **self._settings
        )
        for beta, solution in self.tracer.told(path):
            if beta <= end.beta or np.linalg.norm(place(solution) - finish) <= SPACING / 2.0:
                break
            yield self._point(beta, solution)
        yield end

    def _end(self) -> Point:
        """Return the point of the best single representative, or of a price next to nothing."""
        alone = self.mass @ self.table
        best = int(alone.argmin())
        if math.isfinite(alone[best]):
            last, used = last_price(self.mass, self.table, best), np.eye(alone.size)[best]
            return Point(last, float(alone[best]), 0.0, 0.0, used)
        finite = np.where(np.isfinite(self.table), self.table, -np.inf)
        most = float(self.mass @ (finite.max(axis=1) - self.table.min(axis=1)))
        if most == 0.0:  # whoever may describe an object does it equally well
            return self._solved(math.inf)
        return self._solved(CHEAP * self._solved(math.inf).rate / most)

    def _first(self, begin: FloatArray, place: Any) -> float:
        """Return a price at which the solution is near that of an infinite one."""
        beta = 1.0 / max(float(np.ptp(self.table[np.isfinite(self.table)])), 1e-300)
        while math.isfinite(2.0 * beta):
            solution = self.engine.solve(self._cost(beta), self._start, **self._settings)
            if np.linalg.norm(place(solution) - begin) <= SPACING:
                break
            beta *= 2.0
        return beta

    def _cost(self, beta: float) -> DistortionCost:
        """Return what is minimised at a price; an infinite one allows the nearest only."""
        if math.isfinite(beta):
            return DistortionCost(self.mass, self.table, beta)
        return DistortionCost(self.mass, nearest_only(self.table), 1.0)

    def _solved(self, beta: float) -> Point:
        """Return the point of a price."""
        return self._point(beta, self.engine.solve(self._cost(beta), self._start, **self._settings))

    def _point(self, beta: float, solution: SoftSolution) -> Point:
        """Evaluate a solution one step further, where the bound is known."""
        steps = self._cost(beta).steps(solution.memberships)
        memberships = steps.memberships
        return Point(beta, *self._plane(memberships), steps.gap, self.mass @ memberships)

    def _plane(self, memberships: FloatArray) -> tuple[float, float]:
        """Return distortion and rate."""
        cost = DistortionCost(self.mass, self.table, 1.0)
        return cost.mean_distortion(memberships), cost.rate(memberships)

    @property
    def _start(self) -> FloatArray:
        """Every representative alike."""
        return np.full(self.table.shape, 1.0 / self.table.shape[1])

    @property
    def _settings(self) -> Any:
        """What the engine is told; there is no luck in it."""
        return {"rng": generator(0), "monitor": self.tracer.muted}


def nearest_only(table: FloatArray) -> FloatArray:
    """Return 0 for the representatives that are nearest to each object, and infinity for others.

    Examples
    --------
    >>> nearest_only(np.array([[1.0, 2.0], [3.0, 3.0]]))
    array([[ 0., inf],
           [ 0.,  0.]])
    """
    least = table.min(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):  # of an object that none may describe
        return np.where(table - least <= SAME * np.abs(least), 0.0, np.inf)


def last_price(mass: FloatArray, table: FloatArray, best: int) -> float:
    """Return the highest price at which a single representative describes all objects.

    A second one does not pay as long as c(t) <= 1 for all t [IB §2.1]; this is a convex function of
    the price.

    Examples
    --------
    >>> round(last_price(np.array([0.7, 0.3]), 1.0 - np.eye(2), 0), 4)  # log 0.7 / 0.3
    0.8473
    """
    spared = table[:, [best]] - table
    worth = np.log(mass)[:, None]
    if not (spared > 0.0).any():
        return math.inf
    low, high = (
        0.0,
        float(
            np.divide(-worth, spared, out=np.full(spared.shape, np.inf), where=spared > 0.0).min()
        ),
    )
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        pays = logsumexp(worth + middle * spared, axis=0).max() > SAME
        low, high = (low, middle) if pays else (middle, high)
    return low


def checked_source(
    p: ArrayLike, distortion: ArrayLike, owner: str
) -> tuple[FloatArray, FloatArray]:
    """Return the distribution of the objects that occur, and their distortions."""
    weights = as_numbers(p, "p", owner)
    table = as_numbers(distortion, "distortion", owner)
    if weights.ndim != 1 or not (np.isfinite(weights) & (weights >= 0.0)).all():
        fault = "p must be a list of finite numbers >= 0. Correct it"
    elif not 0.0 < weights.sum() < math.inf:
        fault = "p has no mass. Give some object a probability"
    elif table.ndim != 2 or table.shape[0] != weights.size or table.size == 0:
        fault = (
            f"distortion has shape {table.shape}, but needs a row for each of the {weights.size} "
            "objects of p and a column for each representative. Complete it"
        )
    elif np.isnan(table).any() or (table == -np.inf).any():
        fault = "distortion has NaN or -inf entries. Give inf for what must not be"
    else:
        seen = weights > 0.0
        alone = np.flatnonzero(seen & np.isinf(table.min(axis=1)))
        if not alone.size:
            return weights[seen] / weights.sum(), table[seen]
        fault = (
            f"distortion is infinite for object {alone[0]} and all representatives. Let one "
            "describe it"
        )
    message = f"{owner}: {fault}."
    raise InputError(message)

"""How much must be told about objects to describe them within a distortion."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import softmax

from coterie._core.errors import ConvergenceNotice, InputError, warn
from coterie._core.progress import MutedMonitor, monitor_for
from coterie._core.random import generator
from coterie.costs import DistortionCost
from coterie.engines import Descent, Explicit, Iterative, follow
from coterie.engines._iterative import normalise
from coterie.estimators._checks import falling_values
from coterie.measures._hull import concave_hull

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray
    from coterie.engines import SoftSolution
    from coterie.plotting import RateDistortionDisplay

OWNER = "rate_distortion"

FINE = 1e-3
"""Share of the range of the distortion that is as good as its least."""

NOTHING = 1e-9
"""Rate, in nats, that tells nothing any more."""

SAME = 1e-12
"""Share of the distortion that is rounding."""

LITTLE = 1e-6
"""Membership that every representative has at the start."""


@dataclass(frozen=True, eq=False)
class RateDistortionCurve:
    """Fewest nats that describe objects within a mean distortion.

    Parameters
    ----------
    betas : ndarray of shape (n_points,)
        Price of a unit of distortion at each point, in nats.
    distortion : ndarray of shape (n_points,)
        Mean distortion D.
    rate : ndarray of shape (n_points,)
        I(T; X) in nats, the least for this distortion but for the gap.
    gap : ndarray of shape (n_points,)
        Nats by which rate + beta distortion exceeds its least value at most.

    See Also
    --------
    rate_distortion : Computes it.

    Notes
    -----
    R(D) falls and is convex, with slope -beta [IB 2.2, IB P-11].

    Examples
    --------
    >>> from coterie import rate_distortion
    >>> curve = rate_distortion([0.7, 0.3], [[0, 1], [1, 0]], [4.0, 2.0, 1.0], tol=1e-9)
    >>> curve.distortion.round(4), curve.rate.round(4)
    (array([0.018 , 0.1192, 0.2689]), array([0.5208, 0.2455, 0.0287]))
    """

    betas: FloatArray
    distortion: FloatArray
    rate: FloatArray
    gap: FloatArray

    @property
    def slopes(self) -> FloatArray:
        """-beta, the slope of the curve at each point [IB 2.6]."""
        return -self.betas

    def hull(self) -> RateDistortionCurve:
        """Return the points that no chord between others passes below.

        All of them, but for the gap: the curve is convex.
        """
        kept = concave_hull(self.distortion, -self.rate)
        return replace(
            self, betas=self.betas[kept], distortion=self.distortion[kept], rate=self.rate[kept],
            gap=self.gap[kept],
        )  # fmt: skip

    def at(self, distortion: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Bound the rate from below and from above.

        The tangents of the points pass below the curve, and the chords between them above.

        Parameters
        ----------
        distortion : array-like
            Mean distortion.

        Returns
        -------
        lower, upper : ndarray
            Nats. Below the least distortion of all points nothing is known of the upper one.
        """
        wanted = np.asarray(distortion, dtype=np.float64)
        least = self.rate + self.betas * self.distortion - self.gap  # of rate + beta distortion
        tangents = least - self.betas * wanted[..., None]
        hull = self.hull()
        upper = np.interp(wanted, hull.distortion, hull.rate, left=np.inf)
        return np.maximum(tangents.max(axis=-1), 0.0), np.asarray(upper)

    def plot(self, ax: Any = None) -> RateDistortionDisplay:
        """Draw the curve.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        from coterie.plotting import RateDistortionDisplay

        return RateDistortionDisplay(self).plot(ax)


def rate_distortion(
    p: ArrayLike,
    distortion: ArrayLike,
    betas: str | ArrayLike = "auto",
    *,
    max_iter: int = 10_000,
    tol: float = 1e-4,
    verbose: int = 0,
) -> RateDistortionCurve:
    """Compute the rate-distortion function of a source and any distortion.

    Parameters
    ----------
    p : array-like of shape (n_objects,)
        Probability of each object, or weights of any total.
    distortion : array-like of shape (n_objects, n_representatives)
        What it costs to describe an object by a representative; finite, of any sign.
    betas : "auto" or array-like, default="auto"
        Price of a unit of distortion in nats, falling. "auto" finds steps that leave no gaps in the
        curve.
    max_iter : int, default=10_000
        Most iterations at a price.
    tol : float, default=1e-4
        An iteration is the last if rate + beta distortion is at most so many nats above its least
        value, which a bound tells.
    verbose : int, default=0
        0 is silent. 1 shows progress in a terminal, 2 writes a line for each price.

    Returns
    -------
    RateDistortionCurve
        A point for each price.

    Notes
    -----
    The algorithm of Blahut and Arimoto [IB §2.1]. It finds the minimum from any start [IB P-13].
    It stops on the free energy and not on the rate, which may rise on the way.

    Ctrl-C ends the curve with the points found so far, and a warning.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import rate_distortion
    >>> grid = np.linspace(-3.0, 3.0, 61)
    >>> gauss = np.exp(-(grid**2) / 2.0)
    >>> curve = rate_distortion(gauss, (grid[:, None] - grid) ** 2, betas=[8.0, 2.0])
    >>> (np.log(1.0 / curve.distortion) / 2.0 - curve.rate).round(2)  # near that of a Gaussian
    array([0.01, 0.01])
    """
    mass, table = checked_source(p, distortion)
    values = falling_values(betas, "betas", OWNER)
    monitor = monitor_for(verbose, title=OWNER, runs=1)
    path = falling(mass, table, values, Full(Iterative(max_iter, tol)), MutedMonitor(monitor))
    points, unsettled = [], 0
    monitor.begin(0)
    for done, (beta, solution) in enumerate(path, start=1):
        point = evaluated(DistortionCost(mass, table, beta), solution)
        points.append(point)
        unsettled += not solution.converged
        monitor.step(0, done, 100 if values is None else values.size, f"beta {beta:.6g}")
        if values is None and point[2] <= NOTHING:
            break
    monitor.end(0, f"ended at beta {beta:.6g}")
    monitor.close()
    if monitor.stopped:
        warn(f"{OWNER}: interrupted; kept the {len(points)} points found.", ConvergenceNotice)
    elif unsettled:
        warn(
            f"{OWNER}: {unsettled} of {len(points)} points had not settled after "
            f"max_iter={max_iter} iterations; gap says how far each may be off. Raise max_iter, or "
            "tol to accept this.",
            ConvergenceNotice,
        )
    return RateDistortionCurve(*np.array(points).T)


@dataclass(frozen=True)
class Full:
    """Begin with a little of every representative: one that is lost would not come back."""

    engine: Iterative
    needs: ClassVar[tuple[type, ...]] = Iterative.needs

    def solve(self, cost: Any, start: FloatArray, **settings: Any) -> SoftSolution:
        """Return the solution from the fuller start."""
        return self.engine.solve(cost, start + LITTLE, **settings)


def falling(
    mass: FloatArray,
    table: FloatArray,
    betas: FloatArray | None,
    engine: Full,
    monitor: MutedMonitor,
) -> Iterator[tuple[float, SoftSolution]]:
    """Solve at the given prices, or at prices that leave no gaps in the curve."""
    make_cost = partial(DistortionCost, mass, table)
    start = np.full(table.shape, 1.0 / table.shape[1])
    settings: Any = {"rng": generator(0), "monitor": monitor}
    if betas is not None:
        return follow(Explicit(tuple(betas)), make_cost, engine, start, **settings)
    least, most = float(mass @ table.min(axis=1)), float((mass @ table).min())
    if most - least <= SAME * np.abs(table).max():  # one representative suits all
        return follow(Explicit((1.0,)), make_cost, engine, start, **settings)
    entropy = -float(mass @ np.log(mass))

    def place(solution: SoftSolution) -> tuple[float, float]:
        cost, memberships = make_cost(1.0), solution.memberships
        return cost.rate(memberships) / entropy, cost.mean_distortion(memberships) / (most - least)

    first = sharpest(mass, table, least, most)
    return Descent(first).follow(make_cost, engine, start, place=place, **settings)


def sharpest(mass: FloatArray, table: FloatArray, least: float, most: float) -> float:
    """Return a price at which the distortion is as good as its least."""
    beta = 1.0 / (most - least)
    for _ in range(60):
        memberships = softmax(-beta * table, axis=1)
        if float(mass @ (memberships * table).sum(axis=1)) <= least + FINE * (most - least):
            break
        beta *= 2.0
    return beta


def evaluated(cost: DistortionCost, solution: SoftSolution) -> tuple[float, float, float, float]:
    """Return beta, distortion, rate and gap one step further, where the bound is known."""
    before = solution.memberships
    after, _ = normalise(cost.field(cost.refit(before)))
    gap = max(0.0, cost.gap(before, after))
    return cost.beta, cost.mean_distortion(after), cost.rate(after), gap


def checked_source(p: ArrayLike, distortion: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return the distribution of the objects that occur, and their distortions."""
    weights, table = np.asarray(p, dtype=np.float64), np.asarray(distortion, dtype=np.float64)
    if weights.ndim != 1 or not (np.isfinite(weights) & (weights >= 0.0)).all():
        fault = "p must be a list of finite numbers >= 0. Correct it"
    elif not 0.0 < weights.sum() < math.inf:
        fault = "p has no mass. Give some object a probability"
    elif table.ndim != 2 or table.shape[0] != weights.size or table.size == 0:
        fault = (
            f"distortion has shape {table.shape}, but needs a row for each of the {weights.size} "
            "objects of p and a column for each representative. Complete it"
        )
    elif not np.isfinite(table).all():
        fault = "distortion has NaN or infinite entries. Give a large number for what must not be"
    else:
        seen = weights > 0.0
        return weights[seen] / weights.sum(), table[seen]
    message = f"{OWNER}: {fault}."
    raise InputError(message)

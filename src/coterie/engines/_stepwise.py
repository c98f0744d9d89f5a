"""Splitting along a schedule: at each value, what is unstable there is set apart."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.engines._solution import Status
from coterie.engines._splitters import HOPELESS, Split, Stage, cleft
from coterie.engines._temperatures import HARD

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.engines._solution import SoftSolution
    from coterie.engines._splitters import Solve

TOGETHER = 1e-2
"""Separation, times the value of the parameter, up to which two clusters are one."""

LIGHTEST = 1e-9
"""Mean membership up to which nobody is in a cluster."""


@dataclass(frozen=True)
class Stepwise:
    """Raise a parameter step by step, and set apart what is unstable at each step.

    Parts that have found back to one another are reunited, so there is room to split elsewhere.
    Once all clusters are in use and memberships are as good as hard, a path that was not given is
    at its end.

    Parameters
    ----------
    growth : float
        Step of the parameter, as a share of its value.
    values : tuple of float
        The values themselves, in rising order, where steps are not all alike; after the last one
        the path is at its end.
    strength : float
        How far apart two parts are set: memberships differ by the factor exp(2 strength) at one
        standard deviation from the middle.
    perturbation : float
        Noise of the strength, as a share of it: it decides where all directions are the same.
    sharp : float
        Mean of the largest memberships from which they count as hard; objects count by the weight
        that the cost gives them, if any.
    end : float
        Value from which the path goes on only as long as there is room for more clusters.
    last : float
        Value from which it does not go on.

    Notes
    -----
    Growth of the codebook in annealing [SLC §3.G]: the eigenvalue test takes the place of copies,
    and the eigenvector that of their noise.

    Examples
    --------
    >>> from coterie.engines import Stepwise
    >>> Stepwise(growth=0.1).strength
    0.5
    """

    growth: float = 0.15
    values: tuple[float, ...] = ()
    strength: float = 0.5
    perturbation: float = 1e-3
    sharp: float = HARD
    end: float = math.inf
    last: float = math.inf

    def stage(
        self,
        cost: Any,
        value: float,
        memberships: FloatArray,
        solve: Solve,
        *,
        room: int,
        rng: np.random.Generator,
    ) -> Stage:
        """Set apart what the last solution is unstable in at this value, and settle once."""
        n_before, most = memberships.shape[1], math.inf
        first = np.zeros(0, dtype=np.int64)
        if room:
            gain, tilt, _ = cost.instability(memberships)
            most = float(gain.max())
            first = np.argsort(-gain, kind="stable")[: min(room, np.count_nonzero(gain > 1.0))]
            noise = 1.0 + self.perturbation * rng.standard_normal(first.size)
            memberships = cleft(memberships, first, self.strength * noise * tilt[:, first])
        solution, column = reunited(cost, value, solve(cost, memberships))
        pairs = column[np.column_stack([first, n_before + np.arange(first.size)])]
        apart = pairs[(pairs[:, 0] != pairs[:, 1]) & (pairs.min(axis=1, initial=0) >= 0)]
        splits = [Split(value, int(pair[0]), solution.memberships[:, pair]) for pair in apart]
        following = value_after(value, self.values, self.growth)
        full = room <= solution.memberships.shape[1] - n_before
        if self._over(solution, value, most, getattr(cost, "weight", None), full=full):
            following = math.inf
        return Stage(solution, splits, following)

    def _over(
        self,
        solution: SoftSolution,
        value: float,
        gain: float,
        weight: FloatArray | None,
        *,
        full: bool,
    ) -> bool:
        """Tell whether nothing more will happen, or nothing that is wanted."""
        if solution.status is Status.INTERRUPTED:
            return True
        if self.values:  # they were asked for
            return False
        if gain <= HOPELESS or value >= self.last:
            return True
        if not full:
            return False
        largest = solution.memberships.max(axis=1)
        return bool(np.average(largest, weights=weight) > self.sharp or value >= self.end)


def value_after(value: float, values: tuple[float, ...], growth: float) -> float:
    """Return the next value of a path; infinite after the last of those that are given.

    Examples
    --------
    >>> value_after(2.0, (), 0.5), value_after(2.0, (1.0, 2.0, 7.0), 0.5)
    (3.0, 7.0)
    """
    if not values:
        return value * (1.0 + growth)
    return min((each for each in values if each > value), default=math.inf)


def reunited(cost: Any, value: float, solution: SoftSolution) -> tuple[SoftSolution, IntArray]:
    """Make one of clusters that agree, and drop those without members.

    Also returns in which column each of the clusters is then; -1 for one that was dropped.
    """
    memberships = solution.memberships
    held = memberships.mean(axis=0)
    alive = np.flatnonzero(held > LIGHTEST)
    column = np.full(held.size, -1)
    column[alive] = alive
    first, second = np.triu_indices(alive.size, 1)
    first, second = alive[first], alive[second]
    close = cost.separation(memberships, first, second) * value <= TOGETHER
    for a, b in zip(first[close], second[close], strict=True):
        column[column == column[b]] = column[a]
    kept = np.unique(column[alive])
    if kept.size == held.size:
        return solution, column
    together = memberships[:, kept]
    place = np.searchsorted(kept, column)
    for t in np.setdiff1d(alive, kept):
        together[:, place[t]] += memberships[:, t]
    together /= together.sum(axis=1, keepdims=True)
    column[alive] = place[alive]
    return replace(solution, memberships=together, cost=cost.functional(together)), column

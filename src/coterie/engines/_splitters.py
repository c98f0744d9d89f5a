"""How clusters that fall apart are found, and taken apart."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from coterie.costs import TIE
from coterie.engines._solution import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.types import FloatArray, IntArray
    from coterie.engines._solution import SoftSolution

    Solve: TypeAlias = Callable[[Any, FloatArray], SoftSolution]

HOPELESS = 1e-12
"""Gain of a cluster whose rows differ by rounding only: it will never fall apart."""

STRENGTHS = 2.0 ** np.arange(3, -8, -1)
"""How far apart two parts are set to begin with: the best of these is then refined."""

FINE = {"maxfev": 80, "xatol": 1e-3, "fatol": 1e-15}
"""How well. What is gained here, the iteration need not gain in thousands of small steps."""


class Split(NamedTuple):
    """A cluster fell apart: its column keeps the one part, a new last column has the other.

    Examples
    --------
    >>> Split(1.6, 0, np.array([[0.9, 0.1], [0.2, 0.8]])).value
    1.6
    """

    value: float  # of the annealed parameter
    cluster: int
    memberships: FloatArray  # (n_objects, 2) of the two parts, settled


class Stage(NamedTuple):
    """What was found at one value of the parameter."""

    solution: SoftSolution
    splits: list[Split]
    following: float  # the next value that is worth a look; infinite where nothing will happen


class Splitter(Protocol):
    """Finds and splits the clusters that fall apart at a value of the parameter."""

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
        """Settle, split at most `room` clusters, settle again, and say where to look next."""


@dataclass(frozen=True)
class Spectral:
    """Go from transition to transition: split what is unstable, in the direction that grows.

    A converged solution tells at which value of the parameter each cluster falls apart, were it to
    stay as it is; the next value lies just beyond the first of these. The two parts are set apart
    by what lowers the cost most; where nothing lowers it, the cluster stays one. With all clusters
    in use the path goes on as far as they last.

    Parameters
    ----------
    growth : float
        How far beyond a transition the split is made, as a share of the value.
    shortest, longest : float
        Least that the step after a split multiplies the value by, because the iteration is slow
        that close to a transition; and most that any step does, so that clusters can follow.

    Notes
    -----
    The deterministic replacement of duplicates [IB §2.3].

    Examples
    --------
    >>> from coterie.engines import Spectral
    >>> Spectral(growth=0.01)
    Spectral(growth=0.01, shortest=1.02, longest=1.5)
    """

    growth: float = 1e-3
    shortest: float = 1.02
    longest: float = 1.5

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
        """Split until no cluster is unstable, the most unstable first; `rng` is not used."""
        splits: list[Split] = []
        solution = solve(cost, memberships)
        while solution.status is not Status.INTERRUPTED:
            gain, tilt, _ = cost.instability(solution.memberships)
            unstable = np.argsort(-gain, kind="stable")[: np.count_nonzero(gain > 1.0)]
            left = room - len(splits)
            if unstable.size and left == 0:
                break
            if not solution.converged:  # what seems to fall apart may yet come together
                return Stage(solution, splits, value * self.shortest)
            apart, clusters = taken_apart(cost, solution.memberships, tilt, unstable[:left])
            if not clusters:
                following = self._after(value, float(gain.max()), slow=bool(splits))
                return Stage(solution, splits, following)
            solution, parts = settled_parts(cost, solve(cost, apart), clusters)
            since = np.full(gain.size, value) if splits else value / np.maximum(gain, 1.0)
            splits += [
                Split(float(since[t]), t, solution.memberships[:, [t, part]]) for t, part in parts
            ]
            if not parts:
                return Stage(solution, splits, value * self.shortest)
        return Stage(solution, splits, math.inf)

    def _after(self, value: float, gain: float, *, slow: bool) -> float:
        """Just beyond the next transition, or as far on the way as clusters can follow."""
        if gain <= HOPELESS:
            return math.inf
        beyond = value / gain * (1.0 + self.growth)
        least = value * (self.shortest if slow else 1.0 + self.growth)
        return min(max(beyond, least), value * self.longest)


@dataclass(frozen=True)
class Duplicates:
    """The published way: double every cluster with a little noise, and keep what drifts apart.

    Parameters
    ----------
    growth : float
        Step of the parameter, as a share of its value.
    perturbation : float
        Most by which the two copies of a membership differ, as a share of it; at most 1.
    threshold : float, optional
        Separation from which two copies are two clusters; one over the value by default.

    Notes
    -----
    The annealing of [IB §2.3]. The noise is drawn anew for every object and averages out: with many
    objects the copies begin closer together, and need a stricter tolerance of the engine.

    Examples
    --------
    >>> from coterie.engines import Duplicates
    >>> Duplicates(growth=0.01).threshold is None
    True
    """

    growth: float = 1e-3
    perturbation: float = 5e-3
    threshold: float | None = None

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
        """Double, settle, keep the copies that are furthest apart, reunite the others, settle."""
        n = memberships.shape[1]
        noise = self.perturbation * rng.uniform(-0.5, 0.5, memberships.shape)
        doubled = np.hstack([memberships * (0.5 + noise), memberships * (0.5 - noise)])
        twins = solve(cost, doubled).memberships
        apart = cost.separation(twins, np.arange(n), np.arange(n, 2 * n))
        order = np.argsort(-apart, kind="stable")[:room]
        chosen = order[apart[order] >= (self.threshold or 1.0 / value)]
        kept = twins[:, :n] + twins[:, n:]
        kept[:, chosen] = twins[:, chosen]
        solution = solve(cost, np.hstack([kept, twins[:, n + chosen]]))
        parts = [(int(t), n + place) for place, t in enumerate(chosen)]
        splits = [Split(value, t, solution.memberships[:, [t, part]]) for t, part in parts]
        ended = room == len(splits) or solution.status is Status.INTERRUPTED
        if ended or cost.instability(solution.memberships).gain.max() <= HOPELESS:
            return Stage(solution, splits, math.inf)
        return Stage(solution, splits, value * (1.0 + self.growth))


def taken_apart(
    cost: Any, memberships: FloatArray, tilt: FloatArray, clusters: IntArray
) -> tuple[FloatArray, list[int]]:
    """Split each cluster by what lowers the cost most, if anything does; tell which were split."""
    split: list[int] = []
    for t in clusters.tolist():
        before = cost.functional(memberships)
        towards_first = tilt[:, t] * np.copysign(1.0, tilt[0, t])  # which part is which is no luck
        after, parted = best_cleft(cost, memberships, t, towards_first)
        if after < before - TIE * max(1.0, abs(before)):
            memberships = parted
            split.append(t)
    return memberships, split


def best_cleft(
    cost: Any, memberships: FloatArray, cluster: int, tilt: FloatArray
) -> tuple[float, FloatArray]:
    """Split a cluster along its tilt, as strongly and as unevenly as lowers the cost most."""

    def parted(shape: FloatArray) -> FloatArray:
        return cleft(memberships, cluster, shape[0] * tilt + shape[1])

    def functional(shape: FloatArray) -> float:
        return float(cost.functional(parted(shape)))

    even = [np.array([strength, 0.0]) for strength in STRENGTHS]
    best = min(even, key=functional)
    simplex = np.array([best, best / 2.0, best + np.array([0.0, best[0] / 4.0])])
    options: Any = {"initial_simplex": simplex, **FINE}
    found = minimize(functional, best, method="Nelder-Mead", options=options)
    return float(found.fun), parted(found.x)


def cleft(memberships: FloatArray, clusters: int | IntArray, tilt: FloatArray) -> FloatArray:
    """Share clusters between their own columns and new last ones: sigmoid(2 tilt) and the rest.

    Examples
    --------
    >>> cleft(np.array([[1.0], [0.5]]), 0, np.array([0.0, 9.0])).round(3)
    array([[0.5, 0.5],
           [0.5, 0. ]])
    """
    parts = memberships[:, np.atleast_1d(clusters)]
    tilt = tilt.reshape(parts.shape)
    parted = np.hstack([memberships, parts * expit(-2.0 * tilt)])
    parted[:, np.atleast_1d(clusters)] -= parted[:, memberships.shape[1] :]
    return parted


def settled_parts(
    cost: Any, solution: SoftSolution, clusters: list[int]
) -> tuple[SoftSolution, list[tuple[int, int]]]:
    """Reunite parts that have found back to one another; return the columns of the others."""
    memberships = solution.memberships
    first = memberships.shape[1] - len(clusters)
    parts, gone = [], []
    for new, t in enumerate(clusters, start=first):
        reunited = memberships.copy()
        reunited[:, t] += reunited[:, new]
        reunited[:, new] = 0.0
        if cost.functional(reunited) - solution.cost <= TIE * max(1.0, abs(solution.cost)):
            memberships = reunited
            gone.append(new)
        else:
            parts.append((t, new - len(gone)))
    memberships = np.delete(memberships, gone, axis=1)
    return replace(solution, memberships=memberships), parts

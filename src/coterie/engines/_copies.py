"""All clusters from the beginning, as copies that noise tells apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.engines._solution import Status
from coterie.engines._splitters import Stage
from coterie.engines._stepwise import value_after

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.engines._splitters import Solve


@dataclass(frozen=True)
class Copies:
    """Raise a parameter step by step, with a little noise on the memberships before each.

    For costs whose labels have a place, so that clusters cannot be added one by one.

    Parameters
    ----------
    growth : float
        Step of the parameter, as a share of its value.
    values : tuple of float
        The values themselves, in rising order, where steps are not all alike.
    perturbation : float
        Noise of the memberships, as a share of them: without, copies stay copies.
    last : float
        Value from which the path does not go on.

    Notes
    -----
    Deterministic annealing with a given number of prototypes [SLC §3.G].

    Examples
    --------
    >>> from coterie.engines import Copies
    >>> Copies(growth=0.1).perturbation
    0.001
    """

    growth: float = 0.15
    values: tuple[float, ...] = ()
    perturbation: float = 1e-3
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
        """Stir, and settle; the first time, share the one cluster among all."""
        if room:
            memberships = np.repeat(memberships, room + 1, axis=1)
        noise = 1.0 + self.perturbation * rng.standard_normal(memberships.shape)
        stirred = memberships * np.maximum(noise, 0.0)
        solution = solve(cost, stirred / stirred.sum(axis=1, keepdims=True))
        over = solution.status is Status.INTERRUPTED or value >= self.last
        following = math.inf if over else value_after(value, self.values, self.growth)
        return Stage(solution, [], following)

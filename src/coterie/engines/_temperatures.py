"""Which temperatures suit a cost, and which are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.engines._schedules import Geometric

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coterie._core.types import FloatArray, IntArray

ABOVE = 1.25
"""First temperature of annealing, over the critical one: there is one cluster still."""

STEP = 0.87
"""Ratio of neighbouring temperatures."""

SPAN = 60.0
"""Critical temperature over the last one that is passed for its own sake."""

HARD = 0.998
"""Mean of the largest memberships from which they are as good as labels."""

LOOKS = 200
"""Objects that are asked what moving them would change."""


def checked(temperatures: Iterable[float], what: str) -> FloatArray:
    """Return temperatures as an array, refusing what is none.

    Examples
    --------
    >>> checked([1.0, 0.0], "schedule")
    Traceback (most recent call last):
    ...
    coterie._core.errors.InputError: schedule holds 0.0; a temperature must be > 0 and finite.
    """
    values = np.array(list(temperatures), dtype=np.float64)
    if not values.size:
        message = f"{what} is empty; give at least one temperature."
        raise InputError(message)
    wrong = values[~((values > 0.0) & (values < np.inf))]
    if wrong.size:
        message = f"{what} holds {float(wrong[0])}; a temperature must be > 0 and finite."
        raise InputError(message)
    return values


def falling(cost: Any, labels: IntArray, *, coldest: float, factor: float) -> FloatArray:
    """Return temperatures from a typical change down to a share of it, by a constant factor.

    Examples
    --------
    >>> from coterie.costs import IsingCost
    >>> falling(IsingCost([[0, 2], [2, 0]]), np.array([0, 0]), coldest=0.25, factor=0.5)
    array([4., 2., 1.])
    """
    top = typical_change(cost, labels)
    return np.array(list(Geometric(top, top * coldest, factor)))


def typical_change(cost: Any, labels: IntArray) -> float:
    """Return what the choice of a label changes of the cost, as a mean over some objects.

    Examples
    --------
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> round(typical_change(cost, np.array([0, 0, 1, 1])), 2)
    0.19
    """
    some = np.unique(np.linspace(0, labels.size - 1, LOOKS).astype(np.int64))
    costs = np.array([cost.local(labels, i) for i in some])
    changes = costs.max(axis=1) - costs.min(axis=1)
    return float(changes.mean()) or 1.0  # where nothing changes, any temperature will do

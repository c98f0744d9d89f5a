"""Steps that look where they lead, and leap ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from coterie.costs import TIE
from coterie.costs._protocols import Steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.types import FloatArray

FAINT = 1e-300
"""Membership that stands for none where its logarithm is taken."""

GROWTH = 4.0
"""The first longest leap, and the factor by which it grows or shrinks with its success."""


class FreeSteps(Steps, Protocol):
    """Steps that can begin anywhere: their memberships may be set."""

    present: Any
    xp: Any  # the module of the arrays: numpy or torch
    axis: int  # along which the memberships of an object lie


class Leaps:
    """Two steps, then one from where they point to; a leap that raises the free energy is undone.

    Where an iteration creeps, each step is nearly the last one again, a little shorter: the two
    tell how far the rest leads. The fixed points are those of the steps, and the free energy falls
    as it does with them.

    Parameters
    ----------
    steps : PlainSteps or SoftTwin
        Who makes each step.

    Notes
    -----
    The squared extrapolation of Varadhan and Roland (2008), in the logarithms of the memberships.
    """

    def __init__(self, steps: FreeSteps) -> None:
        self._steps = steps
        self._states = [steps.present]
        self._energy, self._longest = np.inf, GROWTH

    @property
    def memberships(self) -> FloatArray:
        """What the last whole step came to."""
        return self._steps.memberships

    def settled(self, tol: float) -> bool:
        """Tell whether the last step changed too little to go on."""
        return self._steps.settled(tol)

    def advance(self) -> float:
        """Make one iteration, from further ahead where that is known, and return the free energy.

        A leap that is undone costs one iteration more.
        """
        if len(self._states) < 3 or not self._leapt():
            self._energy = self._steps.advance()
            self._states.append(self._steps.present)
        return self._energy

    def _leapt(self) -> bool:
        """Try a leap; stay where it would have begun if it does not pay."""
        steps, present = self._steps, self._states[-1]
        ahead, length = led_to(steps.xp, self._states, steps.axis, self._longest)
        self._states = [present]
        if length <= 1.0:  # as far as the two steps went
            return False
        steps.present = ahead
        energy = steps.advance()
        if not energy <= self._energy + TIE * max(1.0, abs(self._energy)):  # rounding is no rise
            steps.present = present
            self._longest = max(GROWTH, length / GROWTH)
            return False
        if length == self._longest:
            self._longest *= GROWTH
        self._states, self._energy = [steps.present], energy
        return True


def led_to(xp: Any, states: Sequence[Any], axis: int, longest: float) -> tuple[Any, float]:
    """Return where two steps lead, and the length of the leap: at 1 it ends where they did.

    Examples
    --------
    >>> near = [np.array([[0.5 + gap, 0.5 - gap]]) for gap in (0.04, 0.02, 0.01)]
    >>> ahead, length = led_to(np, near, 1, 4.0)  # each step is half as long as the one before
    >>> ahead.round(4), round(length, 2)
    (array([[0.5, 0.5]]), 1.99)
    """
    first, second, third = (xp.log(state.clip(FAINT)) for state in states)
    step = second - first
    bend = third - second - step
    moved, bent = (float((states[2] * change**2).sum()) for change in (step, bend))
    length = longest if bent * longest**2 <= moved else (moved / bent) ** 0.5
    logs = first + 2.0 * length * step + length**2 * bend
    logs = xp.where(states[2] > 0.0, logs, -np.inf)  # who has left for good stays away
    weights = xp.exp(logs - xp.amax(logs, axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True), length

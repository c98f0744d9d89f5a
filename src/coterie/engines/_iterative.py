"""Assign softly, re-estimate, and again, until nothing changes [IB §2.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from scipy.special import rel_entr

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.costs import HasField, HasFieldParts, HasSteps
from coterie.engines._leaps import Leaps
from coterie.engines._require import require
from coterie.engines._solution import SoftSolution, Status

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.costs import OwnSteps, Steps
    from coterie.engines._leaps import FreeSteps


@dataclass(frozen=True)
class Iterative:
    """Self-consistent iteration of memberships and the parameters of the clusters.

    Parameters
    ----------
    max_iter : int
        Most iterations.
    tol : float
        An iteration is the last if it changes the memberships of no object by a Jensen-Shannon
        divergence above this, in nats. The divergence is quadratic in the change, and near a
        transition the changes are small long before the end: 1e-12 is not too strict. A cost with
        steps of its own (`HasSteps`) may measure in another way what is left to do.
    device : str, optional
        Where torch iterates, "cuda" or "cpu"; by default numpy does. The answer is the same.
    leaps : bool
        Let every third iteration begin where the two before it point to. Rounding grows on the way:
        what is left to the tolerance differs from machine to machine.

    Notes
    -----
    The free energy of a cost never rises from iteration to iteration [IB P-32]; it is the history
    of the solution. Near a transition the plain iteration creeps. Leaps, of which none that raises
    the free energy is kept, take up to ten times fewer, and rest at the same fixed points. Costs
    with steps of their own are left to them.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SoftBottleneckCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> cost = SoftBottleneckCost(problem, 2, beta=10.0)
    >>> start = np.array([[0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.5, 0.5]])
    >>> solution = Iterative().solve(cost, start, rng=np.random.default_rng(0))
    >>> solution.labels, solution.converged
    (array([0, 0, 1, 1]), True)
    """

    max_iter: int = 1000
    tol: float = 1e-12
    device: str | None = None
    leaps: bool = True

    needs: ClassVar[tuple[type, ...]] = (HasField,)

    def solve(
        self,
        cost: Any,
        start: FloatArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> SoftSolution:
        """Improve memberships until they repeat themselves; `rng` is not used.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the iteration with what it has.
        """
        require(cost, self)
        monitor = monitor or Monitor()
        steps, status, trace = self._steps(cost, start), Status.MAX_ITER, []
        monitor.begin(run)
        try:
            for done in range(self.max_iter):
                trace.append(steps.advance())
                monitor.step(run, done + 1, self.max_iter, f"free energy {trace[-1]:.6g}")
                if monitor.stopped:
                    status = Status.INTERRUPTED
                    break
                if steps.settled(self.tol):
                    status = Status.CONVERGED
                    break
        except KeyboardInterrupt:
            monitor.stop()
            status = Status.INTERRUPTED
        memberships = steps.memberships
        own = isinstance(cost, HasSteps)
        total = cast("OwnSteps", steps).cost if own else cost.functional(memberships)
        monitor.end(run, f"{status.name.lower()} after {len(trace)} iterations, cost {total:.6g}")
        return SoftSolution(memberships, total, np.array(trace), status)

    def _steps(self, cost: Any, start: FloatArray) -> Steps:
        """Return who makes the steps: the cost itself, numpy, or a twin on a device."""
        if self.device is None and isinstance(cost, HasSteps):
            return cost.steps(start)
        memberships = np.array(start, dtype=np.float64)
        steps = (
            PlainSteps(cost, memberships) if self.device is None else self._twin(cost, memberships)
        )
        return Leaps(steps) if self.leaps else steps

    def _twin(self, cost: Any, memberships: FloatArray) -> FreeSteps:
        """Return who makes the steps on a device."""
        if not isinstance(cost, HasFieldParts):
            message = (
                f"device={self.device!r}: {type(cost).__name__} has no twin there. Leave device "
                f"out to compute with numpy."
            )
            raise InputError(message)
        from coterie.accelerated import SoftTwin

        return SoftTwin(cost.parts, memberships, str(self.device))


class PlainSteps:
    """The steps of any cost that has a field, in numpy."""

    xp: Any = np
    axis: int = 1

    def __init__(self, cost: HasField, memberships: FloatArray) -> None:
        self._cost = cost
        self._before = self.present = memberships  # nothing is written into them

    @property
    def memberships(self) -> FloatArray:
        """What the last whole step came to."""
        return self.present

    def advance(self) -> float:
        """Make one iteration, and return the free energy."""
        cost, before = self._cost, self.present
        memberships, log_normaliser = normalise(cost.field(cost.refit(before)))
        self._before, self.present = before, memberships
        return cost.free_energy(log_normaliser)

    def settled(self, tol: float) -> bool:
        """Tell whether the last step changed no row by a divergence above the tolerance."""
        return settled(self._before, self.present, tol)


def normalise(log_weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return memberships in proportion to the weights, and the log of the sum of the weights.

    Overwrites the log weights.

    Examples
    --------
    >>> memberships, log_normaliser = normalise(np.log([[1.0, 3.0]]))
    >>> memberships.round(2), log_normaliser.round(3)
    (array([[0.25, 0.75]]), array([1.386]))
    """
    top = log_weights.max(axis=1, keepdims=True)
    log_weights -= top
    weights = np.exp(log_weights, out=log_weights)
    total = weights.sum(axis=1, keepdims=True)
    weights /= total
    return weights, (top + np.log(total)).ravel()


def settled(before: FloatArray, after: FloatArray, tol: float) -> bool:
    """Tell whether no row changed by a Jensen-Shannon divergence above the tolerance.

    Half the square of the largest change bounds the divergence from below, which spares the
    logarithms as long as much changes.

    Examples
    --------
    >>> halves = np.array([[0.5, 0.5]])
    >>> settled(halves, halves + [1e-7, -1e-7], 1e-12), settled(halves, halves[:, ::-1] * 0.9, 0.0)
    (True, False)
    """
    largest = float(np.abs(after - before).max(initial=0.0))
    if largest**2 / 2.0 > tol:
        return False
    mean = (before + after) / 2.0
    divergence = (rel_entr(before, mean) + rel_entr(after, mean)).sum(axis=1) / 2.0
    return bool(divergence.max(initial=0.0) <= tol)

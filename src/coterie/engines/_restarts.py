"""Many starts, one answer."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np
from joblib import Parallel, delayed

from coterie.costs import TIE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from coterie._core.progress import Monitor
    from coterie.engines._solution import SoftSolution, Solution

S = TypeVar("S", bound="Solution | SoftSolution")

LAST_BREATH = 10.0
"""Seconds that runs in other threads get, after an interrupt, to hand over what they have."""


class Engine(Protocol):
    """A way to minimise costs that have what it `needs`."""

    @property
    def needs(self) -> tuple[type, ...]:
        """Protocols that a cost must satisfy."""

    def solve(
        self,
        cost: Any,
        start: Any,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Any:
        """Improve labels, or memberships; return a `Solution` or a `SoftSolution`."""


def solve_all(
    engine: Engine,
    cost: Any,
    draw_start: Callable[[np.random.Generator], Any],
    seeds: Sequence[int],
    *,
    n_jobs: int | None,
    monitor: Monitor,
) -> list[Any]:
    """Let an engine minimise a cost from one start for every seed, spread by joblib.

    The seeds are drawn beforehand, so neither the number of workers nor the backend can change an
    answer. Runs share memory in threads unless a joblib context says otherwise. After an interrupt
    the runs in progress end with what they have, and those not begun are dropped; what other
    processes had found is lost with them.

    Examples
    --------
    >>> from functools import partial
    >>> from coterie._core.progress import Monitor
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import Sequential, balanced_start
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> draw = partial(balanced_start, 4, 2)
    >>> runs = solve_all(Sequential(), cost, draw, [3, 1], n_jobs=2, monitor=Monitor())
    >>> len(runs)
    2
    """
    begun: set[int] = set()
    found: dict[int, Any] = {}
    work = Restarts(engine, cost, draw_start, monitor, begun, found)
    try:
        jobs = [delayed(work)(run, seed) for run, seed in enumerate(seeds)]
        solutions = Parallel(n_jobs=n_jobs, prefer="threads")(jobs)
        found.update({run: solution for run, solution in enumerate(solutions) if solution})
    except KeyboardInterrupt:
        monitor.stop()
        deadline = time.monotonic() + LAST_BREATH
        while begun - found.keys() and time.monotonic() < deadline:
            time.sleep(0.05)
        if not found:
            raise
    finally:
        monitor.close()
    return [found[run] for run in sorted(found)]


class Restarts(NamedTuple):
    """What every run has in common. Threads share what is `begun` and `found`."""

    engine: Engine
    cost: Any
    draw_start: Callable[[np.random.Generator], Any]
    monitor: Monitor
    begun: set[int]
    found: dict[int, Any]

    def __call__(self, run: int, seed: int) -> Any:
        """Minimise the cost from one start."""
        if self.monitor.stopped:
            return None
        self.begun.add(run)
        try:
            for_start, luck = np.random.default_rng(seed).spawn(2)
            start = self.draw_start(for_start)
            found = self.engine.solve(self.cost, start, rng=luck, run=run, monitor=self.monitor)
        except BaseException:
            self.begun.discard(run)  # nobody is working on it any more
            raise
        self.found[run] = found
        return found


def best_of(solutions: Sequence[S], unit: float = 1.0) -> S:
    """Return the solution of least cost; ties, which only rounding tells apart, go to the earliest.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.engines import Solution, Status
    >>> labels, moves = np.array([0]), np.array([0])
    >>> runs = [Solution(labels, cost, moves, Status.CONVERGED) for cost in (2.0, 1.0)]
    >>> best_of(runs).cost
    1.0
    """
    return solutions[first_least([solution.cost for solution in solutions], unit)]


def first_least(costs: Sequence[float], unit: float = 1.0) -> int:
    """Return the place of the first of the costs that are least, within the tolerance for ties.

    `unit` is the size of a cost that matters: a nat, or what a graph is measured in.

    Examples
    --------
    >>> first_least([2.0, 1.0 + 1e-15, 1.0])
    1
    """
    least = min(costs)
    limit = least + TIE * max(unit, abs(least))
    return next((place for place, cost in enumerate(costs) if cost <= limit), 0)

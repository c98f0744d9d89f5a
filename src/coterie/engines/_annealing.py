"""From one cluster to many: raise a parameter, and split the clusters that fall apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.progress import Monitor, MutedMonitor
from coterie.engines._solution import SoftSolution, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.types import FloatArray
    from coterie.engines._restarts import Engine
    from coterie.engines._splitters import Split, Splitter, Stage


@dataclass(frozen=True, eq=False)
class Growth(SoftSolution):
    """The soft assignment that annealing ended with, and how it grew.

    Parameters
    ----------
    memberships, cost, trace, status : ndarray, float, ndarray, Status
        The solution at the last value of the parameter.
    value : float
        That value.
    splits : tuple of Split
        In the order in which they happened.
    path : tuple
        What `visit` returned at each value.
    iterations : int
        Iterations, at all values together.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.engines import Growth, Status
    >>> halves = np.array([[0.9, 0.1], [0.2, 0.8]])
    >>> Growth(halves, -0.69, np.zeros(3), Status.CONVERGED, 1.2, (), (), iterations=40).n_iter
    40
    """

    value: float
    splits: tuple[Split, ...]
    path: tuple[Any, ...]
    iterations: int

    @property
    def n_iter(self) -> int:
        """Iterations made, at all values together."""
        return self.iterations


@dataclass(frozen=True)
class Annealing:
    """From one cluster on, raise a parameter of the cost and split what falls apart on the way.

    Parameters
    ----------
    splitter : Spectral or Duplicates
        How splits are found, and which value comes next.
    engine : Engine
        How the cost is minimised at each value.
    n_clusters : int
        Most clusters.
    start, stop : float
        First value, and the one that is not passed.

    Notes
    -----
    Deterministic annealing with splits [IB §2.3]. It takes a family of costs and not one, so it is
    no engine itself, but has one.

    Examples
    --------
    >>> from functools import partial
    >>> import numpy as np
    >>> from coterie.costs import SoftBottleneckCost
    >>> from coterie.engines import Annealing, Iterative, Spectral
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> annealing = Annealing(Spectral(), Iterative(), n_clusters=2)
    >>> costs = partial(SoftBottleneckCost, problem, 2)
    >>> found = annealing.grow(costs, rng=np.random.default_rng(0))
    >>> [round(split.value, 2) for split in found.splits], found.labels
    ([1.6], array([0, 0, 1, 1]))
    """

    splitter: Splitter
    engine: Engine
    n_clusters: int
    start: float = 1.0
    stop: float = math.inf

    def grow(
        self,
        make_cost: Callable[[float], Any],
        *,
        rng: np.random.Generator,
        visit: Callable[[float, SoftSolution], Any] | None = None,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Growth:
        """Anneal the costs that `make_cost` returns for the values of the parameter.

        What `visit` returns for each value and its solution is the path of the result. A
        `KeyboardInterrupt`, or a stop of the monitor, ends it with what was found.
        """
        monitor = monitor or Monitor()
        muted = MutedMonitor(monitor)
        iterations: list[int] = []

        def solve(cost: Any, memberships: FloatArray) -> SoftSolution:
            found: SoftSolution = self.engine.solve(
                cost, memberships, rng=rng, run=run, monitor=muted
            )
            iterations.append(found.n_iter)
            return found

        stage: Stage | None = None
        value, following, path, splits = self.start, min(self.start, self.stop), [], []
        monitor.begin(run)
        try:
            while math.isfinite(following) and not monitor.stopped:
                value, cost = following, make_cost(following)
                state = stage.solution.memberships if stage else np.ones((cost.n_objects, 1))
                room = self.n_clusters - state.shape[1]
                stage = self.splitter.stage(cost, value, state, solve, room=room, rng=rng)
                splits.extend(stage.splits)
                path.append(visit(value, stage.solution) if visit else None)
                found = stage.solution.memberships.shape[1]
                monitor.step(run, found, self.n_clusters, f"at {value:.6g}")
                following = min(stage.following, self.stop) if value < self.stop else math.inf
        except KeyboardInterrupt:
            if stage is None:
                raise
            monitor.stop()
        assert stage is not None  # start and stop are finite or refused
        last = stage.solution
        monitor.end(run, f"ended at {value:.6g} with {last.memberships.shape[1]} clusters")
        return Growth(
            last.memberships,
            last.cost,
            last.trace,
            Status.INTERRUPTED if monitor.stopped else last.status,
            value,
            tuple(splits),
            tuple(path),
            sum(iterations),
        )

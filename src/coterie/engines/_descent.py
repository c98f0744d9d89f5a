"""Lower a parameter in steps that suit the solutions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.progress import Monitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from coterie._core.types import FloatArray, IntArray
    from coterie.engines._restarts import Engine


@dataclass(frozen=True)
class Descent:
    """Falling values of a parameter, far apart where the solution stays, close where it moves.

    A step that leads too far is taken back and halved. Where the solution jumps, no step is small
    enough, and the smallest is taken.

    Parameters
    ----------
    first : float
        Where to begin, > 0.
    spacing : float
        Most by which neighbours are to differ, as the distance of their places.
    step, largest, smallest : float
        Changes of the logarithm of the parameter: the first, the most and the least.

    See Also
    --------
    follow : Takes the values from a schedule.

    Notes
    -----
    The path of reverse annealing [IB §2.8], whose published values are far apart where the curve
    bends and close together where nothing happens.

    Examples
    --------
    >>> from functools import partial
    >>> import numpy as np
    >>> from coterie.costs import SoftBottleneckCost
    >>> from coterie.engines import Descent, Iterative
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> path = Descent(20.0, spacing=0.1).follow(
    ...     partial(SoftBottleneckCost, problem, 2), Iterative(), np.eye(2)[[0, 0, 1, 1]],
    ...     place=lambda solution: solution.memberships[1], rng=np.random.default_rng(0),
    ... )
    >>> [round(next(path)[0], 1) for _ in range(6)]
    [20.0, 12.1, 4.5, 3.5, 2.7, 2.4]
    """

    first: float
    spacing: float = 0.02
    step: float = 0.25
    largest: float = 1.0
    smallest: float = 1e-3

    def follow(
        self,
        make_cost: Callable[[float], Any],
        engine: Engine,
        start: IntArray | FloatArray,
        *,
        place: Callable[[Any], Sequence[float] | FloatArray],
        rng: np.random.Generator,
        monitor: Monitor | None = None,
    ) -> Iterator[tuple[float, Any]]:
        """Minimise the costs that `make_cost` returns, each solution the start of the next.

        `place` returns coordinates of a solution. The values fall without end: who iterates says
        when it is enough. A stop of the monitor ends the path with what was found.
        """
        monitor, state = monitor or Monitor(), start
        value, step, reached = self.first, self.step, None
        while True:
            solution = engine.solve(make_cost(value), state, rng=rng, monitor=monitor)
            there = np.asarray(place(solution))
            apart = 0.0 if reached is None else float(np.linalg.norm(there - reached))
            if apart > self.spacing and step > self.smallest and not monitor.stopped:
                step /= 2.0
                value *= math.exp(step)
                continue
            yield value, solution
            if monitor.stopped:
                return
            state, reached = solution.state, there
            if apart < self.spacing / 2.0:
                step = min(2.0 * step, self.largest)
            value *= math.exp(-step)

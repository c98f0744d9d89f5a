"""Follow a parameter of the cost along a schedule, each solution the start of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie._core.progress import Monitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np

    from coterie._core.types import FloatArray, IntArray
    from coterie.engines._restarts import Engine
    from coterie.engines._schedules import Schedule


def follow(
    schedule: Schedule,
    make_cost: Callable[[float], Any],
    engine: Engine,
    start: IntArray | FloatArray,
    *,
    rng: np.random.Generator,
    run: int = 0,
    monitor: Monitor | None = None,
) -> Iterator[tuple[float, Any]]:
    """Minimise a family of costs along a schedule, warm-started from value to value.

    Parameters
    ----------
    schedule : Schedule
        Values of the parameter.
    make_cost : callable
        Returns the cost for a value.
    engine : Engine
        How each cost is minimised.
    start : ndarray
        Labels or memberships to begin with.
    rng : numpy.random.Generator
        Source of luck.
    run, monitor : int, Monitor
        Whom to tell. A stop ends the path with what was found.

    Yields
    ------
    value, solution : float, Solution or SoftSolution
        In the order of the schedule.

    See Also
    --------
    Descent : Chooses the values on the way.

    Notes
    -----
    Moving slowly along beta keeps to good solutions where a cold start would not find them: the
    annealing over a cost parameter, and the combinations of [IB §2.8].

    Examples
    --------
    >>> from functools import partial
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import Geometric, Sequential, follow
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> make, luck = partial(BottleneckCost, problem, 2), np.random.default_rng(0)
    >>> up, start = Geometric(2.0, 8.0, 2.0), np.array([0, 1, 0, 1])
    >>> path = follow(up, make, Sequential(), start, rng=luck)
    >>> [(beta, round(solution.cost, 3)) for beta, solution in path]
    [(2.0, 0.03), (4.0, -0.143), (8.0, -0.23)]
    """
    monitor, state = monitor or Monitor(), start
    for value in schedule:
        solution = engine.solve(make_cost(value), state, rng=rng, run=run, monitor=monitor)
        yield value, solution
        if monitor.stopped:
            return
        state = solution.state

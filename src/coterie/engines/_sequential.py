"""Draw one object after another and put it where it costs least [IB §2.5]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.progress import Monitor, chunks
from coterie.costs import TIE, HasLocal, HasSweep, HasTotal
from coterie.engines._passes import repeat_passes
from coterie.engines._require import require
from coterie.engines._solution import Solution

if TYPE_CHECKING:
    from coterie._core.types import IntArray
    from coterie.costs import Sweeper

BREATH = 2e8
"""Operations between two looks at the stop switch: about a quarter of a second."""


@dataclass(frozen=True)
class Sequential:
    """Sweep over the objects in random order until a sweep moves none, or few.

    Parameters
    ----------
    max_iter : int
        Most sweeps.
    tol_moves : float
        A sweep that moves at most this share of the objects is the last.
    shuffle : bool
        Draw a fresh order for every sweep; otherwise take the objects as they come.
    allow_empty : bool
        Let the last object of a cluster leave it.

    Notes
    -----
    Where the cost has a total, every move lowers it, so the search ends; what it ends in cannot be
    bettered by moving one object [IB P-46] [IB P-47]. A cost that has only local rules may go round
    in circles until `max_iter`, and its solutions have NaN for a cost.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> cost, luck = BottleneckCost(problem, 2), np.random.default_rng(0)
    >>> solution = Sequential().solve(cost, np.array([0, 1, 0, 1]), rng=luck)
    >>> sorted(map(sorted, (np.flatnonzero(solution.labels == t).tolist() for t in range(2))))
    [[0, 1], [2, 3]]
    """

    max_iter: int = 30
    tol_moves: float = 0.0
    shuffle: bool = True
    allow_empty: bool = False

    needs: ClassVar[tuple[type, ...]] = (HasLocal,)

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Solution:
        """Improve a labelling until no single move does.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the search with what it has.
        """
        require(cost, self)
        monitor = monitor or Monitor()
        natural = np.arange(cost.n_objects)
        sweeper = cost.sweeper(start) if isinstance(cost, HasSweep) else LoopSweeper(cost, start)

        def one_pass() -> int:
            order = rng.permutation(natural) if self.shuffle else natural
            return self._sweep(sweeper, cost, order, monitor)

        moves, status = repeat_passes(
            one_pass,
            n_objects=natural.size,
            max_iter=self.max_iter,
            tol_moves=self.tol_moves,
            run=run,
            monitor=monitor,
        )
        total = cost.total(sweeper.labels) if isinstance(cost, HasTotal) else np.nan
        known = "" if np.isnan(total) else f", cost {total:.6g}"
        monitor.end(run, f"{status.name.lower()} after {moves.size} sweeps{known}")
        return Solution(sweeper.labels, total, moves, status)

    def _sweep(self, sweeper: Sweeper, cost: Any, order: IntArray, monitor: Monitor) -> int:
        work = cost.work if isinstance(cost, HasSweep) else np.full(order.size, BREATH / 100)
        moved = 0
        for piece in chunks(order, work, BREATH):
            moved += sweeper.sweep(piece, keep_all=not self.allow_empty)
            if monitor.stopped:
                break
        return moved


class LoopSweeper:
    """Sweep any cost that has `local`, in plain Python.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SphericalCost
    >>> from coterie.problems import CountProblem
    >>> cost = SphericalCost(CountProblem.from_counts([[4, 0], [9, 1], [0, 2], [1, 3]]), 2)
    >>> sweeper = LoopSweeper(cost, np.array([0, 0, 0, 1]))
    >>> sweeper.sweep(np.arange(4), keep_all=True), sweeper.labels.tolist()
    (1, [0, 0, 1, 1])
    """

    def __init__(self, cost: Any, labels: IntArray) -> None:
        self.labels = np.array(labels, dtype=np.int64)
        self._cost = cost
        scale = abs(cost.total(self.labels)) if isinstance(cost, HasTotal) else 1.0
        self._tolerance = TIE * max(1.0, scale)

    def sweep(self, order: IntArray, *, keep_all: bool) -> int:
        """Draw and place the objects in this order; return how many changed sides."""
        moves = 0
        for i in order:
            own = self.labels[i]
            if keep_all and np.count_nonzero(self.labels == own) == 1:
                continue
            costs = self._cost.local(self.labels, i)
            limit = costs.min() + self._tolerance
            if costs[own] > limit:
                self.labels[i] = np.argmax(costs <= limit)
                moves += 1
        return moves

"""Move all objects at once, then look again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.progress import Monitor
from coterie.costs import HasReassign, HasTotal
from coterie.engines._passes import repeat_passes
from coterie.engines._require import require
from coterie.engines._solution import Solution

if TYPE_CHECKING:
    from coterie._core.types import IntArray


@dataclass(frozen=True)
class Batch:
    """Assign all objects with the parameters held, then renew the parameters: parallel K-means.

    Parameters
    ----------
    max_iter : int
        Most passes.
    tol_moves : float
        A pass that moves at most this share of the objects is the last.

    Notes
    -----
    The parallel counterpart of the sequential engine [IB §2.6]: cheaper passes, and more local
    optima.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SphericalCost
    >>> from coterie.problems import CountProblem
    >>> cost = SphericalCost(CountProblem.from_counts([[4, 0], [9, 1], [0, 2], [1, 3]]), 2)
    >>> Batch().solve(cost, np.array([0, 0, 0, 1]), rng=np.random.default_rng(0)).labels
    array([0, 0, 1, 1])
    """

    max_iter: int = 30
    tol_moves: float = 0.0

    needs: ClassVar[tuple[type, ...]] = (HasReassign, HasTotal)

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Solution:
        """Improve a labelling until nothing moves; `rng` is not used.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the search with what it has.
        """
        require(cost, self)
        monitor = monitor or Monitor()
        labels = np.array(start, dtype=np.int64)

        def one_pass() -> int:
            chosen = cost.reassign(labels)
            moved = int(np.count_nonzero(chosen != labels))
            labels[:] = chosen
            return moved

        moves, status = repeat_passes(
            one_pass,
            n_objects=labels.size,
            max_iter=self.max_iter,
            tol_moves=self.tol_moves,
            run=run,
            monitor=monitor,
        )
        total = cost.total(labels)
        monitor.end(run, f"{status.name.lower()} after {moves.size} passes, cost {total:.6g}")
        return Solution(labels, total, moves, status)

"""Merge the two clusters that cost least, and again [IB §2.4]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from joblib import effective_n_jobs

from coterie._core.progress import Monitor
from coterie.costs import TIE, HasMerge, HasMerger, HasTotal
from coterie.engines._merge_tree import MergeTree
from coterie.engines._require import require
from coterie.engines._solution import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.types import IntArray
    from coterie.costs import Merger

REPORTS = 100
"""How often a run tells of its progress."""


@dataclass(frozen=True)
class Agglomerative:
    """Merge clusters two by two until few are left.

    Parameters
    ----------
    n_clusters : int
        How many to leave; 1 for the whole tree.
    n_jobs : int, optional
        Threads that compare pairs at the same time. The result does not depend on it.

    Notes
    -----
    Greedy: each merge is the one that raises the cost least, and none is taken back [IB §2.4]. Of
    pairs that cost the same, within the tolerance for ties, the first is merged, by the smaller
    index and then by the larger [IB §7.2].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 4)
    >>> tree = Agglomerative().solve(cost, np.arange(4), rng=np.random.default_rng(0))
    >>> tree.merges.tolist(), tree.rises.round(4)
    ([[0, 1], [2, 3], [0, 2]], array([0.0478, 0.0478, 0.3164]))
    """

    n_clusters: int = 1
    n_jobs: int | None = None

    needs: ClassVar[tuple[type, ...]] = (HasMerge, HasTotal)

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> MergeTree:
        """Merge the clusters of a labelling; `rng` is not used.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the merging with what was merged.
        """
        require(cost, self)
        monitor = monitor or Monitor()
        leaves = np.unique(start, return_inverse=True)[1].reshape(-1)
        goal = max(0, int(leaves.max()) + 1 - self.n_clusters)
        made: list[tuple[int, int, float]] = []
        monitor.begin(run)
        try:
            for merge in self._merges(cost, leaves, goal, run, monitor):
                made.append(merge)  # noqa: PERF402 - an interrupt keeps those made
        except KeyboardInterrupt:
            monitor.stop()
        status = Status.CONVERGED if len(made) == goal else Status.INTERRUPTED
        merges = np.array([pair for *pair, _ in made], dtype=np.int64).reshape(-1, 2)
        rises = np.array([rise for *_, rise in made], dtype=np.float64)
        tree = MergeTree(leaves, merges, rises, np.nan, status)
        total = cost.total(tree.labels)
        monitor.end(run, f"{status.name.lower()} after {len(made)} merges, cost {total:.6g}")
        return MergeTree(leaves, merges, rises, total, status)

    def _merges(
        self, cost: Any, leaves: IntArray, goal: int, run: int, monitor: Monitor
    ) -> Iterator[tuple[int, int, float]]:
        """Yield who stays, who goes, and the rise of the cost, until the goal or a stop."""
        if isinstance(cost, HasMerger):
            merger: Merger = cost.merger(leaves, effective_n_jobs(self.n_jobs))
        else:
            merger = LoopMerger(cost, leaves)
        for share in merger.prepare():
            if monitor.stopped:
                return
            monitor.step(run, 0, goal, f"{share:.0%} of the pairs compared")
        often = max(1, goal // REPORTS)
        for done in range(1, goal + 1):
            if monitor.stopped:
                return
            yield merger.merge()
            if done % often == 0 or done == goal:
                monitor.step(run, done, goal, f"{int(leaves.max()) + 1 - done} clusters left")


class LoopMerger:
    """Merge the clusters of any cost that has `merge_costs`, comparing all pairs each time.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 4)
    >>> merger = LoopMerger(cost, np.arange(4))
    >>> merger.merge()[:2], merger.merge()[:2], merger.merge()[:2]
    ((0, 1), (2, 3), (0, 2))
    """

    def __init__(self, cost: Any, labels: IntArray) -> None:
        self._cost = cost
        self._labels = np.array(labels, dtype=np.int64)
        self._tolerance = TIE * max(1.0, abs(cost.total(self._labels)))

    def prepare(self) -> Iterator[float]:
        """Compare nothing ahead."""
        return iter(())

    def merge(self) -> tuple[int, int, float]:
        """Merge the pair that costs least; return who stays, who goes, and the cost."""
        living, compact = np.unique(self._labels, return_inverse=True)
        costs = np.asarray(self._cost.merge_costs(compact.reshape(-1)))
        costs = np.where(np.tri(living.size, dtype=bool), np.inf, costs)
        first = int(np.argmax(costs.ravel() <= costs.min() + self._tolerance))
        a, b = divmod(first, living.size)
        self._labels[self._labels == living[b]] = living[a]
        return int(living[a]), int(living[b]), float(costs[a, b])

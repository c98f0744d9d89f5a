"""Make one of two clusters and two of another, as long as this lowers the cost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.progress import Monitor, MutedMonitor
from coterie.costs import TIE, HasHalves, HasMerge
from coterie.engines._batch import Batch
from coterie.engines._require import require
from coterie.engines._solution import Solution, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.types import IntArray
    from coterie.engines._restarts import Engine

PAIRS = CUTS = 6
"""Cheapest merges and most promising cuts that are combined."""


@dataclass(frozen=True)
class Exchange:
    """Merge the pair that costs least and cut the cluster that saves most, then settle.

    Moves of single objects cannot take a centre from where there is one too many to where one is
    missing; this can.

    Parameters
    ----------
    engine : Engine
        How labels are settled.
    trial : Engine
        How they are settled to see whether an exchange helps.
    max_iter : int
        Most exchanges.
    tries : int
        Combinations of a merge and a cut that are tried before it ends.

    Notes
    -----
    What a merge costs and a cut saves is known for the labels as they are; those around them settle
    too, so that an exchange may help that seems not to. It is kept only if the cost has fallen
    after the trial. Splitting and merging of annealing, at temperature 0 [SLC §3.G].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SquaredDistanceCost
    >>> from coterie.engines import Batch, Exchange
    >>> from coterie.problems import PointProblem
    >>> points = [[0.0], [0.1], [5.0], [5.1], [9.0], [9.1]]
    >>> cost = SquaredDistanceCost(PointProblem.from_points(points), 3, 1.0)
    >>> stuck, luck = np.array([0, 1, 2, 2, 2, 2]), np.random.default_rng(0)
    >>> Batch().solve(cost, stuck, rng=luck).labels, Exchange().solve(cost, stuck, rng=luck).labels
    (array([0, 1, 2, 2, 2, 2]), array([0, 0, 2, 2, 1, 1]))
    """

    engine: Engine = field(default_factory=partial(Batch, max_iter=300))
    trial: Engine = field(default_factory=partial(Batch, max_iter=5))
    max_iter: int = 100
    tries: int = 5

    needs: ClassVar[tuple[type, ...]] = (HasMerge, HasHalves)

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Solution:
        """Improve a labelling until no exchange that is tried does.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the search with what it has.
        """
        require(cost, self)
        monitor = monitor or Monitor()
        muted = MutedMonitor(monitor)
        monitor.begin(run)
        best: Solution = self.engine.solve(cost, start, rng=rng, run=run, monitor=muted)
        moves, done = [best.moves], 0
        while done < self.max_iter and not monitor.stopped:
            for labels in self._offers(cost, best.labels):
                tried = self.trial.solve(cost, labels, rng=rng, run=run, monitor=muted)
                moves.append(tried.moves)
                tie = TIE * max(getattr(cost, "unit", 1.0), abs(best.cost))
                if monitor.stopped or tried.cost < best.cost - tie:
                    break
            else:
                break
            if tried.cost < best.cost:
                best = self.engine.solve(cost, tried.labels, rng=rng, run=run, monitor=muted)
                moves.append(best.moves)
            done += 1
            monitor.step(run, done, self.max_iter, f"cost {best.cost:.6g}")
        status = Status.INTERRUPTED if monitor.stopped else best.status
        monitor.end(run, f"{status.name.lower()} after {done} exchanges, cost {best.cost:.6g}")
        return replace(best, moves=np.concatenate(moves), status=status)

    def _offers(self, cost: Any, labels: IntArray) -> Iterator[IntArray]:
        """Labels after the exchanges that promise most, the best first."""
        cut = cost.halve(labels)
        offers = sorted(
            (loss - float(cut.gain[t]), kept, gone, t)
            for loss, kept, gone in self._merges(cost, labels)
            for t in np.argsort(-cut.gain, kind="stable")[:CUTS].tolist()
            if t not in {kept, gone}
        )
        for _, kept, gone, halved in offers[: self.tries]:
            offered = np.where(labels == gone, kept, labels)
            offered[(labels == halved) & cut.second] = gone
            yield offered

    def _merges(self, cost: Any, labels: IntArray) -> list[tuple[float, int, int]]:
        """List the cheapest merges: what each costs, who stays, whose label is free then."""
        free = np.setdiff1d(np.arange(cost.n_clusters), labels)
        if free.size:
            return [(0.0, int(free[0]), int(free[0]))]
        merging = cost.merge_costs(labels)
        merging[np.tril_indices_from(merging)] = np.inf
        pairs = np.argsort(merging, axis=None, kind="stable")[:PAIRS].tolist()
        return [(float(merging.flat[pair]), *divmod(pair, len(merging))) for pair in pairs]

"""What the engines that sample at fixed temperatures have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from coterie._core.params import Number, Rules, check_params
from coterie._core.progress import Monitor
from coterie.costs import HasLocal, HasTotal
from coterie.engines._averages import Averages
from coterie.engines._chain import Chain, keeps_all
from coterie.engines._passes import repeat_passes
from coterie.engines._sampled import SampledSolution
from coterie.engines._solution import Status
from coterie.measures import split_r_hat

if TYPE_CHECKING:
    from coterie._core.types import IntArray
    from coterie.engines._proposals import Proposal

MIXED = 1.05
"""Split R-hat of the costs up to which the two halves of a chain tell the same story."""

NEVER = -1.0
"""Share of objects whose moves end a chain: a sweep that moves nobody does not."""


class Walk(Protocol):
    """A walk through labellings: a chain, or several of them."""

    @property
    def labels(self) -> IntArray:
        """Where it is."""

    @property
    def energy(self) -> float:
        """What that costs."""

    @property
    def best(self) -> IntArray:
        """The best labelling so far."""

    def sweep(self, rng: np.random.Generator, monitor: Monitor) -> int:
        """Visit each object once; return how many changed their label."""

    def check(self) -> None:
        """Warn where the differences of the moves do not lead to the total."""


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """The settings of a chain, and how it is run."""

    n_sweeps: int = 1000
    burn_in: int = 100
    thin: int = 1
    shuffle: bool = True
    allow_empty: bool = True
    coassignment: bool = False

    needs: ClassVar[tuple[type, ...]] = (HasLocal, HasTotal)
    rules: ClassVar[Rules] = {
        "n_sweeps": (Number(1, whole=True),),
        "burn_in": (Number(0, whole=True),),
        "thin": (Number(1, whole=True),),
    }

    def __post_init__(self) -> None:
        check_params(self, self.rules)

    def _chain(
        self, cost: Any, start: IntArray, temperature: float, proposal: Proposal | None
    ) -> Chain:
        return Chain(
            cost, start, temperature, proposal, shuffle=self.shuffle, allow_empty=self.allow_empty
        )

    def _sample(
        self,
        cost: Any,
        walk: Walk,
        temperature: float,
        *,
        rng: np.random.Generator,
        run: int,
        monitor: Monitor | None,
    ) -> SampledSolution:
        """Let a walk go on for all sweeps, and average over those after the burn-in."""
        monitor = monitor or Monitor()
        keep_all = keeps_all(cost, allow_empty=self.allow_empty)
        averages = Averages(cost, temperature, keep_all=keep_all, pairs=self.coassignment)
        energies: list[float] = []

        def one_pass() -> int:
            changed = walk.sweep(rng, monitor)
            energies.append(walk.energy)
            counted = len(energies) - self.burn_in
            if counted > 0 and counted % self.thin == 0:
                averages.add(walk.labels)
            return changed

        moves, status = repeat_passes(
            one_pass,
            n_objects=cost.n_objects,
            max_iter=self.burn_in + self.n_sweeps,
            tol_moves=NEVER,
            run=run,
            monitor=monitor,
        )
        if not averages.count:  # interrupted before anything counted
            averages.add(walk.labels)
        walk.check()
        trace, total = np.array(energies[: moves.size]), float(cost.total(walk.best))
        if status is Status.MAX_ITER and split_r_hat(trace[self.burn_in :]) <= MIXED:
            status = Status.CONVERGED
        monitor.end(run, f"{status.name.lower()} after {moves.size} sweeps, best cost {total:.6g}")
        return SampledSolution(
            walk.best, total, moves, status, trace,
            averages.memberships, averages.coassignment, walk.labels.copy(),
        )  # fmt: skip

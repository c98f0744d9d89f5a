"""Sample while the temperature falls, and keep the best [SLC §3.F]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from coterie._core.params import Number, Rule, check_params
from coterie._core.progress import Monitor, MutedMonitor
from coterie.costs import HasLocal, HasTotal
from coterie.engines._chain import Chain, keeps_all
from coterie.engines._passes import repeat_passes
from coterie.engines._require import require
from coterie.engines._sampling import NEVER
from coterie.engines._sequential import Sequential
from coterie.engines._solution import Solution, Status
from coterie.engines._temperatures import checked, falling

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.engines._proposals import Proposal
    from coterie.engines._schedules import Schedule

COLDEST, FACTOR = 1e-3, 0.9
"""Of the default schedule: last temperature as a share of the first, and ratio of neighbours."""

DESCENT = 1000
"""Most sweeps of the descent, which ends by itself."""

RULES: dict[str, tuple[Rule, ...]] = {"sweeps": (Number(1, whole=True),)}


class CoolingStep(NamedTuple):
    """What a chain did at one temperature.

    Examples
    --------
    >>> CoolingStep(0.5, mean_cost=-0.3, acceptance=0.1).temperature
    0.5
    """

    temperature: float
    mean_cost: float
    acceptance: float  # share of the visits that changed a label


@dataclass(frozen=True, eq=False)
class AnnealedSolution(Solution):
    """The best labelling that a cooling chain came by, and the way down.

    Parameters
    ----------
    labels, cost, moves, status : ndarray, float, ndarray, Status
        As those of a `Solution`; moves has the sweeps of the chain, without the descent.
    path : tuple of CoolingStep
        One for each temperature that was reached.

    Examples
    --------
    >>> from coterie.engines import AnnealedSolution, Status
    >>> AnnealedSolution(np.zeros(2, int), 0.1, np.zeros(30, int), Status.CONVERGED, path=()).n_iter
    30
    """

    path: tuple[CoolingStep, ...]


@dataclass(frozen=True)
class SimulatedAnnealing:
    """Sample at falling temperatures; the best labelling on the way is the answer.

    Parameters
    ----------
    schedule : Schedule, optional
        Temperatures in the order of their use; by default geometric, from what a move typically
        changes of the cost at the start down to a thousandth of it.
    sweeps : int
        Sweeps at each temperature.
    proposal : Proposal, optional
        How labels are tried, by the rule of Metropolis; by default each is drawn from its
        conditional probability.
    descent : bool
        Let `Sequential` lead the best labelling to the next local minimum.
    shuffle : bool
        Visit the objects in a fresh order each time; otherwise as they come.
    allow_empty : bool
        Let the last object of a cluster leave it. Without, the cost's own compiled sampler is not
        used.

    Notes
    -----
    Simulated annealing [SLC §3.F]. It is converged if the descent is, or else if the last sweep
    moved nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import Geometric, SimulatedAnnealing
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> engine = SimulatedAnnealing(Geometric(0.2, 0.01, 0.5), sweeps=2)
    >>> found = engine.solve(cost, np.array([0, 1, 0, 1]), rng=np.random.default_rng(0))
    >>> [round(step.temperature, 3) for step in found.path], round(found.cost, 3)
    ([0.2, 0.1, 0.05, 0.025, 0.013, 0.01], -0.316)
    """

    schedule: Schedule | None = None
    sweeps: int = 10
    proposal: Proposal | None = None
    descent: bool = True
    shuffle: bool = True
    allow_empty: bool = True

    needs: ClassVar[tuple[type, ...]] = (HasLocal, HasTotal)

    def __post_init__(self) -> None:
        check_params(self, RULES)

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> AnnealedSolution:
        """Cool down from a start.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the chain with the best it has.
        """
        require(cost, self)
        monitor = monitor or Monitor()
        temperatures = np.repeat(self._temperatures(cost, start), self.sweeps)
        chain = Chain(
            cost, start, temperatures[0], self.proposal,
            shuffle=self.shuffle, allow_empty=self.allow_empty,
        )  # fmt: skip
        energies: list[float] = []

        def one_pass() -> int:
            chain.temperature = temperatures[len(energies)]
            changed = chain.sweep(rng, monitor)
            energies.append(chain.energy)
            return changed

        moves, status = repeat_passes(
            one_pass,
            n_objects=cost.n_objects,
            max_iter=temperatures.size,
            tol_moves=NEVER,
            run=run,
            monitor=monitor,
        )
        chain.check()
        labels, total = chain.best, float(cost.total(chain.best))
        if status is not Status.INTERRUPTED and self.descent:
            allowed = not keeps_all(cost, allow_empty=self.allow_empty)
            search = Sequential(DESCENT, shuffle=self.shuffle, allow_empty=allowed)
            lowest = search.solve(cost, labels, rng=rng, run=run, monitor=MutedMonitor(monitor))
            labels, total, status = lowest.labels, lowest.cost, lowest.status
        elif status is not Status.INTERRUPTED and moves[-1] == 0:
            status = Status.CONVERGED
        monitor.end(run, f"{status.name.lower()} after {moves.size} sweeps, cost {total:.6g}")
        path = self._path(temperatures, np.array(energies), moves / cost.n_objects)
        return AnnealedSolution(labels, total, moves, status, path)

    def _temperatures(self, cost: Any, labels: IntArray) -> FloatArray:
        if self.schedule is not None:
            return checked(self.schedule, "SimulatedAnnealing: schedule")
        return falling(cost, labels, coldest=COLDEST, factor=FACTOR)

    def _path(
        self, temperatures: FloatArray, energies: FloatArray, changed: FloatArray
    ) -> tuple[CoolingStep, ...]:
        """Sum up what was done at each temperature; the last may have been cut short."""
        pieces = [slice(at, at + self.sweeps) for at in range(0, changed.size, self.sweeps)]
        whole = energies[: changed.size]
        return tuple(
            CoolingStep(
                float(temperatures[piece][0]), float(whole[piece].mean()),
                float(changed[piece].mean()),
            )
            for piece in pieces
        )  # fmt: skip

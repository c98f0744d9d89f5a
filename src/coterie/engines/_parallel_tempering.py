"""Chains at several temperatures, which exchange where they are [SLC §3.F]."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.engines._require import require
from coterie.engines._sampled import SampledSolution
from coterie.engines._sampling import Sampling
from coterie.engines._temperatures import checked, falling

if TYPE_CHECKING:
    from coterie._core.progress import Monitor
    from coterie._core.types import FloatArray, IntArray
    from coterie.engines._chain import Chain
    from coterie.engines._proposals import Proposal
    from coterie.engines._schedules import Schedule

COLDEST, FACTOR = 0.05, 0.7
"""Of the default ladder: last temperature as a share of the first, and ratio of neighbours."""


@dataclass(frozen=True, eq=False)
class TemperedSolution(SampledSolution):
    """What the coldest of several chains visited, and how well they exchanged.

    Parameters
    ----------
    labels, cost : ndarray, float
        The best labelling of all chains.
    moves, status, energies, memberships, coassignment, last : ndarray, Status
        As those of a `SampledSolution`, of the coldest temperature.
    temperatures : ndarray of shape (n_temperatures,)
        Highest first.
    ladder_energies : ndarray of shape (n_iter, n_temperatures)
        Cost at each temperature after each sweep.
    swap_rates : ndarray of shape (n_temperatures - 1,)
        Share of the exchanges between neighbours that were made. Rates near 0 ask for more
        temperatures in between.

    Examples
    --------
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import ParallelTempering
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> engine = ParallelTempering((0.2, 0.05), n_sweeps=50)
    >>> found = engine.solve(cost, np.array([0, 1, 0, 1]), rng=np.random.default_rng(0))
    >>> found.ladder_energies.shape, found.swap_rates.shape
    ((150, 2), (1,))
    """

    temperatures: FloatArray
    ladder_energies: FloatArray
    swap_rates: FloatArray


@dataclass(frozen=True)
class ParallelTempering(Sampling):
    """Sample at several temperatures at once; hot chains carry cold ones over the hills.

    Parameters
    ----------
    temperatures : tuple of float or Schedule, optional
        In any order. By default ten, from what a move typically changes of
        the cost at the start down to a twentieth of it.
    proposal : Proposal, optional
        How labels are tried, by the rule of Metropolis; by default each is drawn from its
        conditional probability.
    n_sweeps, burn_in, thin, shuffle, allow_empty, coassignment : int, bool
        As those of `Gibbs`. After each sweep of all chains, each two neighbours may exchange.

    Notes
    -----
    The chain of all chains samples the product of the distributions at all temperatures, because
    an exchange is made with probability min(1, exp((1/T_a - 1/T_b)(E_a - E_b))) [SLC §3.F].
    Exchanging without asking would spoil it.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import ParallelTempering
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> engine = ParallelTempering((0.2, 0.1, 0.05), n_sweeps=50)
    >>> found = engine.solve(cost, np.array([0, 1, 0, 1]), rng=np.random.default_rng(0))
    >>> round(found.cost, 3), bool(found.swap_rates.min() > 0.3)
    (-0.316, True)
    """

    temperatures: tuple[float, ...] | Schedule | None = None
    proposal: Proposal | None = None

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> TemperedSolution:
        """Sample from a start on, which is that of all chains.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the chains with what they have.
        """
        require(cost, self)
        temperatures = self._ladder(cost, start)
        replicas = Replicas(
            [self._chain(cost, start, each, self.proposal) for each in temperatures]
        )
        found = self._sample(cost, replicas, temperatures[-1], rng=rng, run=run, monitor=monitor)
        energies = np.array(replicas.energies[: found.n_iter]).reshape(-1, temperatures.size)
        return TemperedSolution(
            **vars(found),
            temperatures=temperatures,
            ladder_energies=energies,
            swap_rates=replicas.swaps / max(1, len(replicas.energies)),
        )

    def _ladder(self, cost: Any, start: IntArray) -> FloatArray:
        if self.temperatures is not None:
            given = checked(self.temperatures, "ParallelTempering: temperatures")
            return np.sort(given)[::-1]
        return falling(cost, start, coldest=COLDEST, factor=FACTOR)


class Replicas:
    """Chains, the hottest first, that exchange their labellings: one walk, seen at the coldest."""

    def __init__(self, chains: list[Chain]) -> None:
        self._chains = chains
        self.energies: list[list[float]] = []
        self.swaps = np.zeros(len(chains) - 1)

    @property
    def labels(self) -> IntArray:
        """Where the coldest chain is."""
        return self._chains[-1].labels

    @property
    def energy(self) -> float:
        """What that costs."""
        return self._chains[-1].energy

    @property
    def best(self) -> IntArray:
        """The best labelling of all chains so far."""
        return min(self._chains, key=lambda chain: chain.best_energy).best

    def sweep(self, rng: np.random.Generator, monitor: Monitor) -> int:
        """Sweep all chains, then ask each two neighbours to exchange; count the coldest moves."""
        chains = self._chains
        changed = [chain.sweep(rng, monitor) for chain in chains][-1]
        for hot in range(len(chains) - 1):
            first, second = chains[hot], chains[hot + 1]
            if rng.random() < swap_probability(
                first.temperature, second.temperature, first.energy, second.energy
            ):
                first.temperature, second.temperature = second.temperature, first.temperature
                chains[hot], chains[hot + 1] = second, first
                self.swaps[hot] += 1
        self.energies.append([chain.energy for chain in chains])
        return changed

    def check(self) -> None:
        """Warn where the differences of the moves do not lead to the total."""
        for chain in self._chains:
            chain.check()


def swap_probability(first: float, second: float, energy: float, other: float) -> float:
    """Return how likely two chains at two temperatures are to exchange, given what they cost.

    Examples
    --------
    >>> swap_probability(2.0, 1.0, 3.0, 5.0)  # the lower cost goes to the lower temperature
    1.0
    >>> round(swap_probability(2.0, 1.0, 5.0, 3.0), 3)
    0.368
    """
    return math.exp(min(0.0, (1.0 / first - 1.0 / second) * (energy - other)))

"""Weights of costs of pairs: averaged over the other objects, or sampled."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie.engines import Explicit, Gibbs, MeanField, Sequential, balanced_start, even_start
from coterie.engines._temperatures import ABOVE
from coterie.validation._families import AnnealedPath, falling
from coterie.validation._information_rate import log_softmax

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class MeanFieldFamily:
    """Costs of pairs: each object averaged over its labels, the others being soft.

    Parameters
    ----------
    cost : HasMeanField and HasAllLocal
        What is minimised.
    engine : MeanField
        How; its schedule is not used.
    objects : ndarray, optional
        Which of the given objects the cost is about.

    Notes
    -----
    The weights are those of the additive cost of [VAL 76], annealed as [GRA 1.6] has it.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import CorrelationCost
    >>> from coterie.problems import PairwiseProblem
    >>> from coterie.validation import MeanFieldFamily
    >>> X = 2.0 * np.kron(np.eye(2), np.ones((3, 3))) - 1.0
    >>> family = MeanFieldFamily(CorrelationCost(PairwiseProblem.from_similarities(X), 2))
    >>> path = family.anneal(family.temperatures(), np.random.default_rng(0))
    >>> path.cost, abs(path.labels[3:] - path.labels[:3]).tolist()
    (0.0, [1, 1, 1])
    """

    cost: Any
    engine: MeanField = field(default_factory=MeanField)
    objects: IntArray | None = None

    span: ClassVar[float] = 60.0

    @property
    def n_objects(self) -> int:
        """Number of objects."""
        return int(self.cost.n_objects)

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""
        return int(self.cost.n_clusters)

    def temperatures(self) -> FloatArray:
        """Return temperatures from above the critical one."""
        critical = self.cost.critical_temperature()
        return falling(ABOVE * critical, critical / self.span, self.engine.factor)

    def anneal(self, temperatures: FloatArray, rng: np.random.Generator) -> AnnealedPath:
        """Go down the temperatures once."""
        engine = replace(
            self.engine, schedule=Explicit(tuple(temperatures.tolist())), visit=remember
        )
        start = even_start(self.n_objects, self.n_clusters, rng)
        found = engine.solve(self.cost, start, rng=rng)
        states = list(found.path)
        states += [states[-1]] * (len(temperatures) - len(states))  # it was sure before the end
        return AnnealedPath(self, temperatures, states, found.labels, found.cost)

    def log_posterior(self, state: FloatArray, temperature: float) -> FloatArray:
        """Return log P(k | i): that of the fields which the memberships make."""
        return log_softmax(np.array(self.cost.fields(state)) / -temperature)

    def total(self, labels: IntArray) -> float:
        """Return the cost of labels, in the unit of the cost."""
        return float(self.cost.total(labels))


def remember(temperature: float, free_energy: float, state: Any) -> FloatArray:
    """Keep the memberships of each temperature."""
    return np.array(state.memberships)


@dataclass(frozen=True, eq=False)
class SampledFamily:
    """Costs of labels, by a heat bath at each temperature.

    Parameters
    ----------
    cost : HasLocal and HasTotal
        What is minimised.
    n_sweeps, burn_in : int
        Sweeps at each temperature that count, and those before.
    average : {"probability", "cost"}
        What is averaged over the sweeps: the conditional probabilities of each object, or what
        its labels cost.
    objects : ndarray, optional
        Which of the given objects the cost is about.
    allow_empty : bool
        Let clusters lose their last object.

    Notes
    -----
    Averages of conditional probabilities [GRA §1.7]; `"cost"` is the older form of [VAL §3.10].
    Both agree with the mean field away from transitions.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import CorrelationCost
    >>> from coterie.problems import PairwiseProblem
    >>> from coterie.validation import SampledFamily
    >>> X = 2.0 * np.kron(np.eye(2), np.ones((3, 3))) - 1.0
    >>> family = SampledFamily(CorrelationCost(PairwiseProblem.from_similarities(X), 2))
    >>> path = family.anneal(family.temperatures(), np.random.default_rng(0))
    >>> path.cost, abs(path.labels[3:] - path.labels[:3]).tolist()
    (0.0, [1, 1, 1])
    """

    cost: Any
    n_sweeps: int = 30
    burn_in: int = 10
    average: str = "probability"
    objects: IntArray | None = None
    allow_empty: bool = True

    span: ClassVar[float] = 60.0

    @property
    def n_objects(self) -> int:
        """Number of objects."""
        return int(self.cost.n_objects)

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""
        return int(self.cost.n_clusters)

    def temperatures(self) -> FloatArray:
        """Return temperatures from above the critical one."""
        critical = self.cost.critical_temperature()
        return falling(ABOVE * critical, critical / self.span)

    def anneal(self, temperatures: FloatArray, rng: np.random.Generator) -> AnnealedPath:
        """Go down the temperatures once, from labels dealt out at random."""
        labels, states = balanced_start(self.n_objects, self.n_clusters, rng), []
        for temperature in temperatures:
            state, labels = self._sample(labels, temperature, rng)
            states.append(state)
        search = Sequential(allow_empty=self.allow_empty)
        found = search.solve(self.cost, labels, rng=rng)
        return AnnealedPath(self, temperatures, states, found.labels, found.cost)

    def _sample(
        self, labels: IntArray, temperature: float, rng: np.random.Generator
    ) -> tuple[FloatArray, IntArray]:
        """Return what was averaged at one temperature, and where the chain is."""
        one = Gibbs(temperature=temperature, n_sweeps=1, burn_in=0, allow_empty=self.allow_empty)
        if self.average == "probability":
            chain = Gibbs(
                temperature=temperature,
                n_sweeps=self.n_sweeps,
                burn_in=self.burn_in,
                allow_empty=self.allow_empty,
            )
            found = chain.solve(self.cost, labels, rng=rng)
            return np.log(np.maximum(found.memberships, np.finfo(np.float64).tiny)), found.state
        costs = np.zeros((self.n_objects, self.n_clusters))
        for sweep in range(self.burn_in + self.n_sweeps):
            labels = one.solve(self.cost, labels, rng=rng).state
            if sweep >= self.burn_in:
                costs += self.cost.fields(np.eye(self.n_clusters)[labels])
        return costs / (-temperature * self.n_sweeps), labels

    def log_posterior(self, state: FloatArray, temperature: float) -> FloatArray:
        """Return log P(k | i) of the averages."""
        return log_softmax(np.array(state))

    def total(self, labels: IntArray) -> float:
        """Return the cost of labels, in the unit of the cost."""
        return float(self.cost.total(labels))

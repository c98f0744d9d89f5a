"""What capacity needs of a model: weights over the labels of each object, at any temperature.

Three kinds of cost have them. Costs with a field re-estimate their parameters at each temperature
(`FieldFamily`); costs of pairs are averaged (`MeanFieldFamily`) or sampled (`SampledFamily`). A
model that only has weights at the end is softened as it stands (`HeldFamily`). An estimator with a
method `annealed_family(X)` that returns one of them is judged by it; everything else by labels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from coterie.costs import critical_temperature
from coterie.engines import (
    Explicit,
    Geometric,
    Gibbs,
    Iterative,
    MeanField,
    Sequential,
    balanced_start,
    even_start,
)
from coterie.problems import PointProblem
from coterie.validation._information_rate import log_softmax

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from coterie._core.types import FloatArray, IntArray

ABOVE = 1.25
"""First temperature, over the critical one."""

STEP = 0.87
"""Ratio of neighbouring temperatures."""

SHARP = 0.998
"""Mean over the objects of the largest membership from which nothing changes any more."""

KICK = 0.01
"""Share of the spread by which noise moves the parameters of a cluster."""

MOST_NOISE = 0.5
"""Largest noise on a membership, as a share of it."""

SETTLED = Iterative(max_iter=60, tol=1e-6)
"""How parameters settle at each temperature of a path."""


@dataclass(frozen=True, eq=False)
class AnnealedPath:
    """What one run down the temperatures came by.

    Parameters
    ----------
    family : Family
        Whose run it is.
    temperatures : ndarray of shape (n_temperatures,)
        Falling.
    states : list
        What the family remembers of each temperature.
    labels : ndarray of shape (n_objects,)
        Where the objects ended.
    cost : float
        What that costs, to tell restarts apart.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import HeldFamily
    >>> held = HeldFamily(np.array([[0.0, 2.0], [2.0, 0.0]]))
    >>> path = held.anneal(np.array([4.0, 1.0]), np.random.default_rng(0))
    >>> np.exp(path.log_posterior(1)).round(2)
    array([[0.88, 0.12],
           [0.12, 0.88]])
    """

    family: Any
    temperatures: FloatArray
    states: Sequence[Any]
    labels: IntArray
    cost: float

    def log_posterior(self, at: int) -> FloatArray:
        """Return log P(k | i) at one of the temperatures."""
        return np.asarray(self.family.log_posterior(self.states[at], self.temperatures[at]))


@runtime_checkable
class Family(Protocol):
    """A cost on one instance of the data, from the highest temperature to the lowest."""

    @property
    def n_objects(self) -> int:
        """Number of objects that it places."""

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""

    @property
    def objects(self) -> IntArray | None:
        """Which of the given objects these are; None for all."""

    def temperatures(self) -> FloatArray:
        """Return falling temperatures, from one cluster to labels that are sure."""

    def anneal(self, temperatures: FloatArray, rng: np.random.Generator) -> AnnealedPath:
        """Go down the temperatures once."""

    def log_posterior(self, state: Any, temperature: float) -> FloatArray:
        """Return log P(k | i), from what was remembered."""


@runtime_checkable
class HasEnergies(Protocol):
    """A family whose parameters can be applied to another instance."""

    def energies(self, state: Any, other: Any) -> FloatArray:
        """Return what each label costs for the objects of another instance."""

    def log_posterior_of(self, state: Any, temperature: float, other: Any) -> FloatArray:
        """Return log P(k | i) for the objects of another instance, by parameters of this one."""


@dataclass(frozen=True, eq=False)
class FieldFamily:
    """Costs with a field: prototypes, mixtures, histograms, counts.

    All clusters are there from the start, at one place; at each temperature noise tells them apart,
    and the parameters are re-estimated until they rest.

    Parameters
    ----------
    make_cost : callable
        Returns the cost at a temperature.
    objects : ndarray, optional
        Which of the given objects the cost is about.
    span : float
        Critical temperature over the last.

    Notes
    -----
    The weights are exp(-h / T) with parameters of each instance's own [VAL 71].

    Examples
    --------
    >>> from functools import partial
    >>> import numpy as np
    >>> from coterie.costs import SquaredDistanceCost
    >>> from coterie.problems import PointProblem
    >>> from coterie.validation import FieldFamily
    >>> problem = PointProblem.from_points([[0.0], [0.2], [1.8], [2.0]])
    >>> family = FieldFamily(partial(SquaredDistanceCost, problem, 2))
    >>> path = family.anneal(family.temperatures(), np.random.default_rng(0))
    >>> bool(path.labels[0] == path.labels[1] != path.labels[2] == path.labels[3])
    True
    """

    make_cost: Callable[[float], Any]
    objects: IntArray | None = None
    span: float = 1000.0

    @property
    def n_objects(self) -> int:
        """Number of objects."""
        return int(self.make_cost(1.0).n_objects)

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""
        return int(self.make_cost(1.0).n_clusters)

    def temperatures(self) -> FloatArray:
        """Return temperatures from above the critical one."""
        critical = float(critical_temperature(self.make_cost(1.0))[0])
        return falling(ABOVE * critical, critical / self.span)

    def anneal(self, temperatures: FloatArray, rng: np.random.Generator) -> AnnealedPath:
        """Go down the temperatures once; what has become sure is not settled again."""
        size, k = self.n_objects, self.n_clusters
        noise = min(MOST_NOISE, KICK * np.sqrt(size / k))
        members, states, cost, sure = np.full((size, k), 1.0 / k), [], np.nan, False
        for temperature in temperatures:
            if not sure:
                model = self.make_cost(temperature)
                noisy = members * np.abs(1.0 + noise * rng.standard_normal(members.shape))
                noisy /= noisy.sum(axis=1, keepdims=True)
                found = SETTLED.solve(model, noisy, rng=rng)
                members, cost = found.memberships, found.cost
                parameters = model.refit(members)
                sure = float(members.max(axis=1).mean()) > SHARP
            states.append(parameters)
        return AnnealedPath(self, temperatures, states, members.argmax(axis=1), cost)

    def log_posterior(self, state: Any, temperature: float) -> FloatArray:
        """Return log P(k | i) by the parameters."""
        return log_softmax(np.array(self.make_cost(temperature).field(state)))

    def log_posterior_of(self, state: Any, temperature: float, other: FieldFamily) -> FloatArray:
        """Return log P(k | i) for the objects of another instance, by parameters of this one."""
        return other.log_posterior(self._carried(state, other), temperature)

    def energies(self, state: Any, other: FieldFamily) -> FloatArray:
        """Return what each label costs for the objects of another instance."""
        cost = other.make_cost(1.0)
        return np.asarray(own_constants(cost)[:, None] - cost.field(self._carried(state, other)))

    def _carried(self, state: Any, other: FieldFamily) -> Any:
        """See places from the centre of the other instance."""
        own, its = self.make_cost(1.0).problem, other.make_cost(1.0).problem
        if not isinstance(own, PointProblem):
            return state
        name = "centres" if hasattr(state, "centres") else "means"
        return state._replace(**{name: getattr(state, name) + own.centre - its.centre})


def own_constants(cost: Any) -> FloatArray:
    """Return, for each object, what the field of a cost at temperature 1 leaves out.

    Examples
    --------
    >>> from coterie.costs import SquaredDistanceCost
    >>> own_constants(SquaredDistanceCost(PointProblem.from_points([[0.0], [2.0]]), 1, 1.0))
    array([1., 1.])
    """
    if isinstance(cost.problem, PointProblem) and hasattr(cost, "slope"):
        points = cost.problem.points
        return np.asarray(np.einsum("id,id->i", points, points))
    return np.asarray(getattr(cost, "_negentropy", np.zeros(cost.n_objects)))


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
        from dataclasses import replace

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


@dataclass(frozen=True, eq=False)
class HeldFamily:
    """What each label costs for each object, held at all temperatures.

    Parameters
    ----------
    costs : ndarray of shape (n_objects, n_clusters)
        Up to a constant of each object. Of densities it is less their logarithm.
    objects : ndarray, optional
        Which of the given objects these are.

    Notes
    -----
    The potentials of [VAL 71], for parameters that are known or were fitted elsewhere.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import HeldFamily
    >>> held = HeldFamily(np.array([[0.0, 2.0], [2.0, 0.0]]))
    >>> np.exp(held.log_posterior(None, 2.0)).round(2)
    array([[0.73, 0.27],
           [0.27, 0.73]])
    """

    costs: FloatArray
    objects: IntArray | None = None

    span: ClassVar[float] = 1e4

    @property
    def n_objects(self) -> int:
        """Number of objects."""
        return len(self.costs)

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""
        return int(self.costs.shape[1])

    def temperatures(self) -> FloatArray:
        """Return temperatures around the differences of the costs."""
        spread = float(np.median(np.ptp(self.costs, axis=1))) or 1.0
        return falling(10.0 * spread, 10.0 * spread / self.span)

    def anneal(self, temperatures: FloatArray, rng: np.random.Generator) -> AnnealedPath:
        """Nothing moves."""
        labels, least = self.costs.argmin(axis=1), float(self.costs.min(axis=1).mean())
        return AnnealedPath(self, temperatures, [None] * len(temperatures), labels, least)

    def log_posterior(self, state: None, temperature: float) -> FloatArray:
        """Return log P(k | i)."""
        return log_softmax(self.costs / -temperature)


def falling(start: float, stop: float, factor: float = STEP) -> FloatArray:
    """Return temperatures in a constant ratio; one of 1 where nothing falls apart.

    Examples
    --------
    >>> falling(4.0, 1.0, 0.5), falling(0.0, 0.0)
    (array([4., 2., 1.]), array([1.]))
    """
    return np.array(list(Geometric(start, stop, factor)) if start > 0.0 else [1.0])

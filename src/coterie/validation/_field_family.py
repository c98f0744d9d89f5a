"""Weights of costs whose parameters are re-estimated at each temperature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.costs import critical_temperature
from coterie.engines import Iterative
from coterie.engines._temperatures import ABOVE
from coterie.problems import PointProblem
from coterie.validation._families import AnnealedPath, falling
from coterie.validation._information_rate import log_softmax

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.types import FloatArray, IntArray

SHARP = 0.998
"""Mean over the objects of the largest membership from which nothing changes any more."""

KICK = 0.01
"""Share of the spread by which noise moves the parameters of a cluster."""

MOST_NOISE = 0.5
"""Largest noise on a membership, as a share of it."""

SETTLED = Iterative(max_iter=60, tol=1e-6)
"""How parameters settle at each temperature of a path."""


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

"""What capacity needs of a model: weights over the labels of each object, at any temperature.

Three kinds of cost have them. Costs with a field re-estimate their parameters at each temperature
(`FieldFamily`); costs of pairs are averaged (`MeanFieldFamily`) or sampled (`SampledFamily`). A
model that only has weights at the end is softened as it stands (`HeldFamily`). An estimator with a
method `annealed_family(X)` that returns one of them is judged by it; everything else by labels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from coterie.engines import Geometric
from coterie.engines._temperatures import STEP
from coterie.validation._information_rate import log_softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.types import FloatArray, IntArray


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

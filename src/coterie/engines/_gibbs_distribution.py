"""All labellings of a few objects, each with its probability: the oracle of the samplers."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import logsumexp

from coterie._core.errors import InputError
from coterie.costs import HasTotal
from coterie.engines._chain import keeps_all
from coterie.engines._require import fits

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

MOST = 10**7
"""Labellings that can be listed."""


class GibbsDistribution:
    """P(c) = exp(-R(c) / T) / Z over all labellings of a few objects, by listing them.

    Parameters
    ----------
    cost : HasTotal
        R, with `n_objects` and `n_clusters`; at most ten million labellings.
    temperature : float
        T > 0.
    allow_empty : bool
        Also list the labellings that leave a cluster empty, unless the cost itself forbids them.

    Attributes
    ----------
    energies, probabilities : ndarray of shape (n_clusters ** n_objects,)
        Of each labelling, the last object's label running fastest.

    Notes
    -----
    The distribution of [SLC §3.E], of maximum entropy among those with its mean cost. It is what
    `Gibbs`, `Metropolis` and `ParallelTempering` sample; the exact numbers are for tests and for
    small problems.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import GibbsDistribution
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> exact = GibbsDistribution(cost, temperature=0.05)
    >>> round(exact.mean, 3), round(exact.free_energy, 3), exact.best
    (-0.292, -0.363, array([0, 0, 1, 1]))
    >>> exact.coassignment[0].round(2)
    array([1.  , 0.89, 0.01, 0.11])
    """

    needs: ClassVar[tuple[type, ...]] = (HasTotal,)

    def __init__(self, cost: Any, temperature: float, *, allow_empty: bool = True) -> None:
        if not fits(cost, GibbsDistribution):
            message = f"GibbsDistribution: {type(cost).__name__} has no total cost of a labelling."
            raise InputError(message)
        self.n_objects, self.n_clusters = int(cost.n_objects), int(cost.n_clusters)
        if self.n_clusters ** min(self.n_objects, 24) > MOST:  # 2^24 is more, and short to write
            message = (
                f"GibbsDistribution: {self.n_objects} objects in {self.n_clusters} clusters have "
                f"more than {MOST} labellings, too many to list; sample some with Gibbs."
            )
            raise InputError(message)
        keep_all = keeps_all(cost, allow_empty=allow_empty)
        if keep_all and self.n_objects < self.n_clusters:
            message = (
                f"GibbsDistribution: {self.n_objects} objects leave some of {self.n_clusters} "
                f"clusters empty; allow that, or take fewer clusters."
            )
            raise InputError(message)
        self.energies = self._list(cost, keep_all=keep_all)
        self._set(temperature)

    def _list(self, cost: HasTotal, *, keep_all: bool) -> FloatArray:
        energies = np.full(self.n_clusters**self.n_objects, np.inf)
        labellings = product(range(self.n_clusters), repeat=self.n_objects)
        for index, labels in enumerate(labellings):
            if not keep_all or len(set(labels)) == self.n_clusters:
                energies[index] = cost.total(np.array(labels, dtype=np.int64))
        return energies

    def _set(self, temperature: float) -> None:
        if not 0.0 < temperature < np.inf:
            message = f"GibbsDistribution: temperature={temperature!r} must be > 0 and finite."
            raise InputError(message)
        self.temperature = temperature
        logs = -self.energies / temperature
        self.log_z = float(logsumexp(logs))
        self.probabilities = np.exp(logs - self.log_z)

    def at(self, temperature: float) -> GibbsDistribution:
        """Return the distribution at another temperature; nothing is listed again."""
        other = object.__new__(GibbsDistribution)
        other.n_objects, other.n_clusters = self.n_objects, self.n_clusters
        other.energies = self.energies
        other._set(temperature)
        return other

    @property
    def free_energy(self) -> float:
        """-T log Z = mean - T entropy."""
        return -self.temperature * self.log_z

    @cached_property
    def mean(self) -> float:
        """Mean cost."""
        return self.expect(self.energies)

    @cached_property
    def variance(self) -> float:
        """Variance of the cost: how fast the mean falls as 1 / T rises."""
        return self.expect((self.energies - self.mean) ** 2)

    @property
    def entropy(self) -> float:
        """Entropy of the labelling, in nats."""
        return (self.mean - self.free_energy) / self.temperature

    @property
    def best(self) -> IntArray:
        """A labelling of least cost, the first in the list."""
        return self.labels(int(self.energies.argmin()))

    def labels(self, index: int) -> IntArray:
        """Return a labelling by its place in the list."""
        return np.array([self._label(index, i) for i in range(self.n_objects)], dtype=np.int64)

    def expect(self, values: FloatArray) -> float:
        """Return the mean of a quantity that is given for each labelling of the list."""
        possible = self.probabilities > 0.0
        return float(self.probabilities[possible] @ values[possible])

    @cached_property
    def memberships(self) -> FloatArray:
        """Probability of each label of each object, of shape (n_objects, n_clusters).

        Each is 1 / K where the cost does not know the clusters by name.
        """
        places = np.arange(self.energies.size)
        labels = (self._label(places, i) for i in range(self.n_objects))
        return np.array([np.bincount(each, self.probabilities, self.n_clusters) for each in labels])

    @cached_property
    def coassignment(self) -> FloatArray:
        """Probability that two objects share a label, of shape (n_objects, n_objects)."""
        together, places = np.eye(self.n_objects), np.arange(self.energies.size)
        for i in range(self.n_objects):
            for j in range(i):
                same = self._label(places, i) == self._label(places, j)
                together[i, j] = together[j, i] = self.probabilities[same].sum()
        return together

    def _label(self, places: Any, i: int) -> Any:
        """Return the label of an object at places of the list."""
        return places // self.n_clusters ** (self.n_objects - 1 - i) % self.n_clusters

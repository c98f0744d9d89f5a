"""Averages over the labellings that a chain visits [GRA §1.7]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.costs import HasAllLocal
from coterie.engines._chain import heat_bath

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


class Averages:
    """Conditional probabilities of labels, and of pairs if asked for, added up."""

    def __init__(
        self, cost: Any, temperature: float, *, keep_all: bool = False, pairs: bool = False
    ) -> None:
        self._cost, self._temperature, self._keep_all = cost, temperature, keep_all
        self.count = 0
        self._memberships = np.zeros((cost.n_objects, cost.n_clusters))
        self._pairs = np.zeros((cost.n_objects,) * 2) if pairs else None

    def add(self, labels: IntArray) -> None:
        """Add those of one labelling."""
        given = conditionals(self._cost, labels, self._temperature)
        if self._keep_all:
            alone = (np.bincount(labels, minlength=given.shape[1]) == 1)[labels]
            given[alone] = np.eye(given.shape[1])[labels[alone]]
        self._memberships += given
        if self._pairs is not None:
            self._pairs += given[:, labels]
        self.count += 1

    @property
    def memberships(self) -> FloatArray:
        """The mean probability of each label."""
        return self._memberships / self.count

    @property
    def coassignment(self) -> FloatArray | None:
        """The mean probability that the one of two objects takes the label of the other."""
        if self._pairs is None:
            return None
        together = (self._pairs + self._pairs.T) / (2.0 * self.count)
        np.fill_diagonal(together, 1.0)
        return np.asarray(together)


def conditionals(cost: Any, labels: IntArray, temperature: float) -> FloatArray:
    """Return the probability of each label of each object, the labels of the others held.

    Examples
    --------
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> conditionals(cost, np.array([0, 0, 1, 1]), 0.1)[:2].round(2)
    array([[0.94, 0.06],
           [0.73, 0.27]])
    """
    if isinstance(cost, HasAllLocal):
        costs = cost.fields(np.eye(cost.n_clusters)[labels])
    else:
        costs = np.array([cost.local(labels, i) for i in range(cost.n_objects)])
    return heat_bath(costs, temperature)

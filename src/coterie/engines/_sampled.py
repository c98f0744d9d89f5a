"""What a sampling engine returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coterie.engines._solution import Solution

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class SampledSolution(Solution):
    """The best labelling that a chain came by, and averages over all that it visited.

    Parameters
    ----------
    labels, cost : ndarray, float
        The best labelling at the end of a sweep, and its exact cost.
    moves : ndarray of shape (n_iter,)
        Objects that changed their label, sweep by sweep.
    status : Status
        Converged where the costs of both halves of the chain, after the burn-in, are alike: their
        split R-hat is at most 1.05.
    energies : ndarray of shape (n_iter,)
        Cost after each sweep.
    memberships : ndarray of shape (n_objects, n_clusters)
        Conditional probability of each label, averaged.
    coassignment : ndarray of shape (n_objects, n_objects), optional
        Probability that two objects have one label.
    last : ndarray of shape (n_objects,)
        Where the chain ended.

    Notes
    -----
    Averages of conditional probabilities spread less than frequencies of labels [GRA §1.7].
    A cost that does not know the clusters by name has memberships of 1 / K each, if the chain runs
    long enough to exchange the names: ask for the co-assignment then [SLC §8.1].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import Gibbs
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> engine = Gibbs(temperature=0.05, n_sweeps=200, coassignment=True)
    >>> found = engine.solve(cost, np.array([0, 1, 0, 1]), rng=np.random.default_rng(0))
    >>> found.coassignment[0].round(1)
    array([1. , 0.9, 0. , 0.1])
    """

    energies: FloatArray
    memberships: FloatArray
    coassignment: FloatArray | None
    last: IntArray

    @property
    def state(self) -> IntArray:
        """What another run can go on from: the end of the chain, not its best."""
        return self.last

    @property
    def history(self) -> FloatArray:  # type: ignore[override]
        """What was noted sweep by sweep."""
        return self.energies

    @property
    def acceptance(self) -> float:
        """Share of the visits that changed a label."""
        return float(self.moves.mean() / self.labels.size) if self.moves.size else 0.0

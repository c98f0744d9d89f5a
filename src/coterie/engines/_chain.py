"""A chain of labellings, drawn one label after another [SLC §3.F]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import warn
from coterie.costs import HasSampler

if TYPE_CHECKING:
    from coterie._core.progress import Monitor
    from coterie._core.types import FloatArray, IntArray
    from coterie.costs import Sampler
    from coterie.engines._proposals import Proposal

BREATH = 200
"""Visits in plain Python between two looks at the stop switch."""

STEEPEST = 700.0
"""Exponents beyond this overflow."""

DRIFT = 1e-6
"""Share of a cost by which sums of many differences may be off; honest ones are off by 1e-12."""


class LoopSampler:
    """Draw labels for any cost that has `local`, in plain Python.

    Parameters
    ----------
    cost : HasLocal
        What the labels cost.
    labels : ndarray of shape (n_objects,)
        Where to begin.
    proposal : Proposal, optional
        Try a label, and take it by the rule of Metropolis; by default each label is drawn from
        its conditional probability, which is the heat bath.
    allow_empty : bool
        Let the last object of a cluster leave it, unless the cost itself forbids it.

    Notes
    -----
    The two kernels of [SLC §3.F]. A proposed label is taken with probability
    min(1, exp(-rise / T) q(back) / q(there)).

    Examples
    --------
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import LoopSampler
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> sampler = LoopSampler(cost, np.array([0, 1, 0, 1]))
    >>> changed = sampler.sweep(np.arange(4), 0.01, np.full(4, 0.5))
    >>> changed, sampler.labels, round(sampler.rise, 3)
    (2, array([1, 1, 0, 0]), -0.316)
    """

    def __init__(
        self,
        cost: Any,
        labels: IntArray,
        proposal: Proposal | None = None,
        *,
        allow_empty: bool = True,
    ) -> None:
        self.labels = np.array(labels, dtype=np.int64)
        self.rise = 0.0
        self._cost, self._proposal = cost, proposal
        self._keep_all = keeps_all(cost, allow_empty=allow_empty)

    def sweep(self, order: IntArray, temperature: float, uniforms: FloatArray) -> int:
        """Give new labels to the objects in this order; return how many changed."""
        changed = 0
        for i, uniform in zip(order, uniforms, strict=True):
            chances, costs = self.visit(i, temperature)
            own = self.labels[i]
            label = min(int(np.cumsum(chances).searchsorted(uniform, "right")), costs.size - 1)
            if label != own:
                self.labels[i] = label
                self.rise += float(costs[label] - costs[own])
                changed += 1
        return changed

    def visit(self, i: int, temperature: float) -> tuple[FloatArray, FloatArray]:
        """Return how likely a visit to object i is to end in each label, and what each costs."""
        labels, own = self.labels, self.labels[i]
        costs = self._cost.local(labels, i)
        if self._keep_all and np.count_nonzero(labels == own) == 1:
            return np.eye(costs.size)[own], costs
        if self._proposal is None:
            return heat_bath(costs, temperature), costs
        there, back = self._proposal.propose(labels, i, costs.size)
        gain = np.minimum((costs[own] - costs) / temperature, STEEPEST)
        chances = np.minimum(there, back * np.exp(gain))
        chances[own] = 0.0
        chances[own] = max(0.0, 1.0 - chances.sum())
        return chances, costs


def keeps_all(cost: Any, *, allow_empty: bool) -> bool:
    """Tell whether the last object of a cluster has to stay.

    Some costs, ratio cuts for example, could not tell an empty cluster from a good one: they say so
    by `keeps_all`, and their distribution is over the labellings that use every cluster.

    Examples
    --------
    >>> keeps_all(None, allow_empty=True)
    False
    """
    return not allow_empty or bool(getattr(cost, "keeps_all", False))


def heat_bath(costs: FloatArray, temperature: float) -> FloatArray:
    """Return probabilities in proportion to exp(-cost / temperature), along the last axis.

    Examples
    --------
    >>> heat_bath(np.array([0.0, np.log(3.0)]), 1.0)
    array([0.75, 0.25])
    """
    weights = np.exp((costs.min(axis=-1, keepdims=True) - costs) / temperature)
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


class Chain:
    """A sampler at work at a temperature: what it costs, and the best that it came by.

    The cost follows the differences that the moves make. A compiled sampler does not tell them, so
    its cost is evaluated after each sweep.
    """

    def __init__(
        self,
        cost: Any,
        start: IntArray,
        temperature: float,
        proposal: Proposal | None = None,
        *,
        shuffle: bool = True,
        allow_empty: bool = True,
    ) -> None:
        self.temperature = temperature
        self._cost, self._shuffle = cost, shuffle
        self._loop: LoopSampler | None = None
        as_the_cost = keeps_all(cost, allow_empty=allow_empty) == keeps_all(cost, allow_empty=True)
        if isinstance(cost, HasSampler) and proposal is None and as_the_cost:
            self._sampler: Sampler = cost.sampler(start)
        else:
            self._loop = LoopSampler(cost, start, proposal, allow_empty=allow_empty)
            self._sampler = self._loop
        self._known = self.best_energy = cost.total(self.labels)
        self.best = self.labels.copy()

    @property
    def labels(self) -> IntArray:
        """The labels at present; they change in place."""
        return self._sampler.labels

    @property
    def energy(self) -> float:
        """What they cost."""
        return float(self._known + (self._loop.rise if self._loop else 0.0))

    def sweep(self, rng: np.random.Generator, monitor: Monitor) -> int:
        """Visit each object once; return how many changed their label."""
        n_objects = self.labels.size
        order = rng.permutation(n_objects) if self._shuffle else np.arange(n_objects)
        uniforms = rng.random(n_objects)
        breath = BREATH if self._loop else n_objects
        changed = 0
        for begin in range(0, n_objects, breath):
            piece = slice(begin, begin + breath)
            changed += self._sampler.sweep(order[piece], self.temperature, uniforms[piece])
            if monitor.stopped:
                break
        if self._loop is None:
            self._known = self._cost.total(self.labels)
        if self.energy < self.best_energy:
            self.best, self.best_energy = self.labels.copy(), self.energy
        return changed

    def check(self) -> None:
        """Warn where the differences of the moves do not lead to the total."""
        exact = self._cost.total(self.labels)
        if self._loop and abs(exact - self.energy) > DRIFT * max(1.0, abs(exact)):
            warn(
                f"{type(self._cost).__name__}: the moves add up to a cost of {self.energy:.6g}, "
                f"total says {exact:.6g}. The differences of local must be those of total."
            )

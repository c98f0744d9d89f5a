"""The compiled loops over the objects of a similarity matrix: placed, drawn, averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie import kernels
from coterie.costs._protocols import TIE

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.costs.relational._relational import RelationalCost


class Labelled:
    """Labels, and what they sum up to."""

    def __init__(self, cost: RelationalCost, labels: IntArray) -> None:
        self.labels = np.array(labels, dtype=np.int64)
        self._cost = cost
        self._sizes = np.bincount(self.labels, minlength=cost.n_clusters)
        self._sums = cost.sums(np.eye(cost.n_clusters)[self.labels])
        self._moves = 0

    def _made(self, moves: int) -> int:
        """Count the moves; adding and subtracting drifts, so sums are made anew now and then."""
        self._moves += moves
        if self._moves > self.labels.size:
            self._sums = self._cost.sums(np.eye(self._cost.n_clusters)[self.labels])
            self._moves = 0
        return moves


class RelationalSweeper(Labelled):
    """A search by single moves [SLC I4]."""

    def __init__(self, cost: RelationalCost, labels: IntArray) -> None:
        super().__init__(cost, labels)
        total = cost.total(self.labels)
        scale = abs(total) if np.isfinite(total) else 0.0
        self._tolerance = TIE * max(cost.unit, scale)

    def sweep(self, order: IntArray, *, keep_all: bool) -> int:
        """Draw and place the objects in this order; return how many changed sides."""
        moves = kernels.place_all(
            self._cost.form, self._cost.links, self._sums, self.labels, self._sizes, order,
            keep_all, self._tolerance,
        )  # fmt: skip
        return self._made(int(moves))


class RelationalSampler(Labelled):
    """A heat bath over single labels [GRA 1.7].

    The last object of a cluster stays in it where the cost could not tell an empty cluster from a
    good one.
    """

    def sweep(self, order: IntArray, temperature: float, uniforms: FloatArray) -> int:
        """Give new labels to the objects in this order; return how many changed."""
        moves = kernels.draw_all(
            self._cost.form, self._cost.links, self._sums, self.labels, self._sizes, order,
            self._cost.keeps_all, temperature, uniforms,
        )  # fmt: skip
        return self._made(int(moves))


class RelationalAverager:
    """A mean field, one object after another or some at a time [GRA 1.6]."""

    def __init__(self, cost: RelationalCost, memberships: FloatArray, block_size: int) -> None:
        self.memberships = np.array(memberships, dtype=np.float64)
        self._cost = cost
        self._sums = cost.sums(self.memberships, block_size)
        self._form = cost.form._replace(vacant=cost.vacant)

    def sweep(self, order: IntArray, temperature: float) -> float:
        """Renew the memberships of the objects in this order; return the largest change."""
        change = kernels.average_all(
            self._form, self._cost.links, self._sums, self.memberships, order, temperature
        )
        return float(change)

    def energy(self) -> float:
        """Return the cost of the memberships in place of labels."""
        return self._cost.energy(self.memberships, self._sums)

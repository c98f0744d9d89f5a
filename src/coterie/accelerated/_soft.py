"""Soft assignment to centroids on a device: the twin of one iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.accelerated._table import table_on

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.costs import FieldParts


class SoftTwin:
    """The memberships of one run of `coterie.engines.Iterative`, on a device.

    All is in double precision. On a GPU made for computing, a product in double precision takes as
    long as one in single precision, and the answer is that of numpy up to rounding.

    Parameters
    ----------
    parts : FieldParts
        What the cost is made of.
    memberships : ndarray of shape (n_objects, n_clusters)
        The start.
    device : str
        Where the iteration runs.

    Notes
    -----
    The update of [IB 2.16], its free energy [IB 3.3], and the largest Jensen-Shannon divergence
    between the memberships of a row before and after it.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.accelerated import SoftTwin
    >>> from coterie.costs import SoftBottleneckCost
    >>> from coterie.problems import CountProblem
    >>> cost = SoftBottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4]]), 2, beta=10.0)
    >>> start = np.array([[0.9, 0.1], [0.5, 0.5], [0.1, 0.9]])
    >>> twin = SoftTwin(cost.parts, start, "cpu")
    >>> energies = [twin.advance() for _ in range(9)]
    >>> energies == sorted(energies, reverse=True), twin.memberships.argmax(axis=1)
    (True, array([0, 0, 1]))
    """

    axis = 0
    """Along which the memberships of an object lie: clusters come first."""

    def __init__(self, parts: FieldParts, memberships: FloatArray, device: str) -> None:
        self._table = table = table_on(parts.problem, device)
        self.xp = table.torch
        self._weight, self._by_count = table.put(parts.weight), table.put(parts.by_count)
        self._negentropy = float(parts.weight @ parts.negentropy)
        self._faintest, self._farthest = parts.faintest, parts.farthest
        self.present = table.put(memberships.T)
        self._change = np.inf

    @property
    def memberships(self) -> FloatArray:
        """What the last whole step came to, of shape (n_objects, n_clusters)."""
        found: FloatArray = self.present.cpu().numpy().T
        return found

    def advance(self) -> float:
        """Make one iteration, and return the free energy."""
        torch, before = self._table.torch, self.present
        field = self._field(before)
        log_normaliser = torch.logsumexp(field, 0)
        after = torch.exp_(field.sub_(log_normaliser))
        told = torch.stack([self._weight @ log_normaliser, _divergence(torch, before, after)])
        gained, self._change = told.tolist()  # the one wait for the device
        self.present = after
        return self._negentropy - float(gained)

    def settled(self, tol: float) -> bool:
        """Tell whether the last step changed no row by a divergence above the tolerance."""
        return bool(self._change <= tol)

    def _field(self, memberships: Any) -> Any:
        """Log weight of each cluster for each row, (n_clusters, n_objects)."""
        torch = self._table.torch
        members = torch.where(memberships < self._faintest, 0.0, memberships)
        joint = self._table.by_columns(members * (self._weight * self._by_count))
        conditional = joint / joint.sum(1, keepdim=True)  # not a number for an empty cluster
        logs = torch.where(conditional > 0.0, torch.log(conditional), self._farthest)
        field = self._table.by_rows(logs).mul_(self._by_count)
        return field.add_(torch.log(members @ self._weight)[:, None])


def _divergence(torch: Any, before: Any, after: Any) -> Any:
    """Largest Jensen-Shannon divergence between two distributions in the same column."""
    mean = ((before + after) / 2.0).clamp_min_(np.finfo(np.float64).tiny)
    terms = torch.xlogy(before, before / mean).add_(torch.xlogy(after, after / mean))
    return terms.sum(0).max() / 2.0

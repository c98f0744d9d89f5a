"""What every section of the report looks at: the request, the data, the model and the search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from coterie._core.tables import row_of, sum_over
from coterie.report._grouped import Grouped, Table, name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.types import FloatArray, IntArray, Matrix
    from coterie.report._evidence import Evidence
    from coterie.report._request import Request

COSTS_AT_ONCE = 20_000_000
COLUMNS_TOLD = 12
ROUNDING = 1e-12
NO_GROUP = -1

__all__ = ["Model", "Search", "Study", "Table", "name"]


class Model(Protocol):
    """The part of a fitted clustering of counts that the report reads."""

    labels_: IntArray
    cluster_joint_: Matrix
    information_: float
    information_fraction_: float
    restarts_: Sequence[Any]
    prior: Any

    def transform(self, X: Any) -> FloatArray:
        """Return the cost of each cluster for each row."""


class Search(Protocol):
    """The part of `coterie.validation.HeldOutCurve` that the report reads."""

    @property
    def n_clusters(self) -> IntArray: ...
    @property
    def training(self) -> FloatArray: ...
    @property
    def held_out(self) -> FloatArray: ...
    @property
    def standard_error(self) -> FloatArray: ...
    @property
    def best_n_clusters(self) -> int: ...
    @property
    def elbow(self) -> int: ...


@dataclass(frozen=True)
class Study(Grouped):
    """The request, the data, the model and the search, with what several sections need of them.

    Parameters
    ----------
    request, table, model, search : Request, Table, SequentialIB, HeldOutCurve or None
        As for `describe`.
    evidence : Evidence or None
        How much of the groups is real.

    Examples
    --------
    >>> from coterie import SequentialIB
    >>> from coterie.report import Request, Study
    >>> from coterie.sources import Table
    >>> counts = np.array([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> table = Table(counts, np.array(list("abcd")), np.array(list("xy")), "counts", (), "toy")
    >>> study = Study(Request(), table, SequentialIB(2, random_state=0).fit(counts), None)
    >>> study.margins[0].round(2).tolist()  # how typical of its group each row is, in nats
    [1.18, 0.56, 1.18, 0.56]
    """

    request: Request
    table: Table
    model: Model
    search: Search | None
    evidence: Evidence | None = None

    @property
    def n_labels(self) -> int:
        """Number of clusters that the model has, empty ones included."""
        return int(self.model.cluster_joint_.shape[0])

    @property
    def grades(self) -> FloatArray:
        """How well each row sits in its group."""
        return self.margins[0]

    @cached_property
    def information_in_data(self) -> float | None:
        """I(X;Y) in nats, or None if the data carry none."""
        kept, fraction = self.model.information_, self.model.information_fraction_
        return kept / fraction if fraction > 0 and kept > ROUNDING else None

    @cached_property
    def confirmed(self) -> float | None:
        """What groups like these carried in data set aside (nats); None where none were tried."""
        if self.search is None:
            return None
        at = np.flatnonzero(self.search.n_clusters == len(self.clusters))
        if not at.size:
            return None
        return float(np.clip(self.search.held_out[at[0]], 0.0, self.model.information_))

    @cached_property
    def column_shares(self) -> FloatArray:
        """p(y), as the model sees it."""
        return sum_over(self.model.cluster_joint_, 0)

    @cached_property
    def told(self) -> dict[int, tuple[float, list[tuple[int, float]]]]:
        """What every cluster adds to I(T;Y), and its most telling columns with their parts of it.

        A column's part is p(t,y) log p(y|t)/p(y); all of them sum to p(t) KL[p(y|t) || p(y)].
        """
        found = {}
        for label in self.clusters:
            joint = row_of(self.model.cluster_joint_, label)
            seen = np.flatnonzero(joint > 0)
            ratio = joint[seen] / (joint.sum() * self.column_shares[seen])
            parts = joint[seen] * np.log(ratio)
            best = np.argsort(-parts, kind="stable")[:COLUMNS_TOLD]
            telling = [(int(seen[at]), float(parts[at])) for at in best if parts[at] > 0]
            found[label] = (float(parts.sum()), telling)
        return found

    @cached_property
    def margins(self) -> tuple[FloatArray, IntArray]:
        """How much dearer the next-best cluster is for every row (nats), and which one it is."""
        labels = self.model.labels_
        margin = np.full(len(labels), np.nan)
        runner_up = np.full(len(labels), NO_GROUP)
        if len(self.clusters) < 2:
            return margin, runner_up
        placed = np.flatnonzero(labels >= 0)
        step = max(1, COSTS_AT_ONCE // len(self.sizes))
        for start in range(0, len(placed), step):
            rows = placed[start : start + step]
            costs = np.asarray(self.model.transform(self.table.matrix[rows]), dtype=np.float64)
            costs[:, self.sizes == 0] = np.inf
            every = np.arange(len(rows))
            own = costs[every, labels[rows]]
            costs[every, labels[rows]] = np.inf
            runner_up[rows] = costs.argmin(axis=1)
            margin[rows] = costs.min(axis=1) - own
        return margin, runner_up

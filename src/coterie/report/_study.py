"""What every section of the report looks at: the request, the data, the model and the search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from coterie._core.tables import row_of, sum_over

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from coterie._core.types import FloatArray, IntArray, Matrix
    from coterie.report._request import Noun, Request

COSTS_AT_ONCE = 20_000_000
LONGEST_NAME = 160
COLUMNS_TOLD = 12
ROUNDING = 1e-12
NO_GROUP = -1


class Table(Protocol):
    """The part of `coterie.sources.Table` that the report reads."""

    @property
    def matrix(self) -> Any: ...
    @property
    def row_names(self) -> Sequence[str] | NDArray[Any]: ...
    @property
    def column_names(self) -> Sequence[str] | NDArray[Any]: ...
    @property
    def kind(self) -> str: ...
    @property
    def reasons(self) -> Sequence[str]: ...
    @property
    def origin(self) -> str: ...


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
class Study:
    """The request, the data, the model and the search, with what several sections need of them.

    Parameters
    ----------
    request, table, model, search : Request, Table, SequentialIB, HeldOutCurve or None
        As for `describe`.

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

    @cached_property
    def nouns(self) -> tuple[Noun, Noun]:
        """What rows and columns are called."""
        return self.request.nouns(self.table.kind)

    @cached_property
    def sizes(self) -> IntArray:
        """Number of rows of every cluster, by label."""
        labels = self.model.labels_
        return np.bincount(labels[labels >= 0], minlength=self.model.cluster_joint_.shape[0])

    @cached_property
    def clusters(self) -> list[int]:
        """Labels of the clusters that have rows, the largest first."""
        by_size = np.argsort(-self.sizes, kind="stable")
        return [int(label) for label in by_size if self.sizes[label]]

    @cached_property
    def n_grouped(self) -> int:
        """Number of rows that are in a cluster."""
        return int(self.sizes.sum())

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

    @cached_property
    def order(self) -> IntArray:
        """Rows in clusters: the largest cluster first, its most typical rows first."""
        rank = np.full(len(self.sizes), len(self.sizes))
        rank[self.clusters] = np.arange(len(self.clusters))
        labels = self.model.labels_
        placed = np.flatnonzero(labels >= 0)
        return placed[np.lexsort((-self.margins[0][placed], rank[labels[placed]]))]


def name(text: object, longest: int = LONGEST_NAME) -> str:
    """Return a name fit for the page: of sensible length, without what UTF-8 cannot hold.

    Examples
    --------
    >>> name("a long-winded heading", longest=10)
    'a long-wi…'
    """
    clean = str(text).encode("utf-8", "replace").decode("utf-8")
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"

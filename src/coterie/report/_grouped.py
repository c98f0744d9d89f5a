"""What every study of groups has: rows with labels, their sizes and order, and their names."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from coterie._core.types import FloatArray, IntArray
    from coterie.report._evidence import Evidence
    from coterie.report._request import Noun, Request

LONGEST_NAME = 160


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


class Grouped:
    """Rows in groups; who derives says what the groups were made of."""

    request: Request
    table: Table
    model: Any
    evidence: Evidence | None

    @property
    @abstractmethod
    def n_labels(self) -> int:
        """Number of clusters that the model has, empty ones included."""

    @property
    @abstractmethod
    def grades(self) -> FloatArray:
        """How well each row sits in its group."""

    @cached_property
    def nouns(self) -> tuple[Noun, Noun]:
        """What rows and columns are called."""
        return self.request.nouns(self.table.kind)

    @cached_property
    def sizes(self) -> IntArray:
        """Number of rows of every cluster, by label."""
        labels = self.model.labels_
        return np.bincount(labels[labels >= 0], minlength=self.n_labels)

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
    def order(self) -> IntArray:
        """Rows in clusters: the largest cluster first, the rows that sit best in it first."""
        rank = np.full(len(self.sizes), len(self.sizes))
        rank[self.clusters] = np.arange(len(self.clusters))
        labels = self.model.labels_
        placed = np.flatnonzero(labels >= 0)
        return placed[np.lexsort((-self.grades[placed], rank[labels[placed]]))]


def name(text: object, longest: int = LONGEST_NAME) -> str:
    """Return a name fit for the page: of sensible length, without what UTF-8 cannot hold.

    Examples
    --------
    >>> name("a long-winded heading", longest=10)
    'a long-wi…'
    """
    clean = str(text).encode("utf-8", "replace").decode("utf-8")
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"

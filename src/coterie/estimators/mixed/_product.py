"""The product of the kernels of all columns, between many rows and the reference rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.special import softmax

from coterie.estimators.mixed._kernels import KERNELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coterie._core.types import FloatArray
    from coterie.estimators.mixed._columns import TableColumn

CELLS = 4_000_000
"""Pairs of rows and reference rows that are compared at a time: 32 MB."""


class ProductKernel:
    """p(y | x), how likely row x is a copy of reference row y with the noise of the kernels.

    Every reference row is as likely as another beforehand, so p(y | x) is the product of the
    kernels, scaled to sum to 1.

    Parameters
    ----------
    columns : sequence of TableColumn
        Kinds and bandwidths.
    references : ndarray of shape (n_references, n_columns)
        The reference rows as numbers.

    Examples
    --------
    >>> from coterie.estimators.mixed._columns import TableColumn
    >>> kernel = ProductKernel([TableColumn("a", "continuous")], np.array([[0.0], [2.0]]))
    >>> kernel.dense(np.array([[0.0], [1.0]])).round(3)
    array([[0.881, 0.119],
           [0.5  , 0.5  ]])
    """

    def __init__(self, columns: Sequence[TableColumn], references: FloatArray) -> None:
        self.columns = columns
        measured = [column.kind == "continuous" for column in columns]
        self.origin = np.where(measured, references.mean(axis=0), 0.0)  # near 0 nothing cancels
        parts = [
            KERNELS[column.kind].of_references(values, column.bandwidth, column.n_levels)
            for column, values in zip(columns, (references - self.origin).T, strict=True)
        ]
        self._features = np.hstack([part.features for part in parts]).T
        self._offset = np.sum([part.offset for part in parts], axis=0)

    @property
    def n_references(self) -> int:
        """Number of reference rows."""
        return int(self._offset.size)

    def log_kernels(self, values: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return sum_j log k_j(x_j | y_j) in two parts: by row and reference row, and by row."""
        parts = [
            KERNELS[column.kind].of_rows(column_values, column.bandwidth, column.n_levels)
            for column, column_values in zip(self.columns, (values - self.origin).T, strict=True)
        ]
        logs = np.hstack([part.features for part in parts]) @ self._features
        logs += self._offset
        return logs, np.sum([part.offset for part in parts], axis=0)

    def blocks(self, values: FloatArray) -> Iterator[slice]:
        """Rows that are compared at a time."""
        step = max(1, CELLS // self.n_references)
        return (slice(first, first + step) for first in range(0, len(values), step))

    def dense(self, values: FloatArray) -> FloatArray:
        """p(y | x), all of it."""
        table = np.empty((len(values), self.n_references))
        for rows in self.blocks(values):
            table[rows] = softmax(self.log_kernels(values[rows])[0], axis=1)
        return table

    def nearest(self, values: FloatArray, n_neighbors: int) -> sp.csr_array:
        """p(y | x) of the most likely references of each row, scaled to sum to 1."""
        kept, size = np.empty((2, len(values), n_neighbors)), self.n_references
        for rows in self.blocks(values):
            logs = self.log_kernels(values[rows])[0]
            found = np.argpartition(logs, size - n_neighbors, axis=1)[:, size - n_neighbors :]
            found.sort(axis=1)
            kept[0, rows] = found
            kept[1, rows] = softmax(np.take_along_axis(logs, found, axis=1), axis=1)
        columns = kept[0].astype(np.int32).ravel()
        starts = np.arange(0, kept[0].size + 1, n_neighbors)
        return sp.csr_array((kept[1].ravel(), columns, starts), shape=(len(values), size))

    def pooled(self, values: FloatArray, memberships: FloatArray) -> FloatArray:
        """p(t, y) of clusters with the given memberships, each row with the same mass."""
        joint = np.zeros((memberships.shape[1], self.n_references))
        for rows in self.blocks(values):
            joint += memberships[rows].T @ softmax(self.log_kernels(values[rows])[0], axis=1)
        return np.asarray(joint / joint.sum())

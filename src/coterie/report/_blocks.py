"""Section: the whole matrix as a block picture, rows and columns in the order of the groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.tables import dense, sum_over
from coterie.report._study import Study, name
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.report._grouped import Grouped

ROW_BANDS = 480
COLUMN_BANDS = 320
ENTRIES_AT_ONCE = 4_000_000


@dataclass(frozen=True)
class Bands:
    """Neighbouring objects of one cluster, drawn as one stripe.

    Parameters
    ----------
    order : ndarray of shape (n_shown,)
        Objects in the order of the picture.
    band : ndarray of shape (n_shown,)
        Band of every object of ``order``; never falls.
    group : ndarray of shape (n_bands,)
        Cluster of every band.
    edges : ndarray of shape (n_bands + 1,)
        Where the bands begin and end on the axis.
    """

    order: IntArray
    band: IntArray
    group: IntArray
    edges: FloatArray

    def content(self, names: Any) -> dict[str, Any]:
        """Return the bands as the page needs them, each with one object as an example."""
        first = np.flatnonzero(np.diff(self.band, prepend=-1))
        return {
            "edges": [plain(edge) for edge in self.edges],
            "groups": [int(label) for label in self.group],
            "sizes": [int(size) for size in np.bincount(self.band)],
            "examples": [name(names[self.order[at]]) for at in first],
        }


def blocks(study: Study) -> dict[str, Any] | None:
    """Return the counts summed over bands of rows and columns that belong together."""
    if len(study.clusters) < 2:
        return None
    rows, columns = row_bands(study), column_bands(study)
    counts = summed(study.table.matrix, rows, columns)
    return {
        "rows": rows.content(study.table.row_names),
        "columns": columns.content(study.table.column_names),
        "counts": listed(counts),
        "clusters": study.clusters,
        "unit": plain(smallest_step(study.table.matrix)),
        "aggregated": len(rows.group) < len(rows.order) or len(columns.group) < len(columns.order),
    }


def listed(counts: FloatArray) -> list[list[Any]]:
    """Return counts as lists, whole numbers without their point: most of the page is this."""
    if np.array_equal(counts, np.rint(counts)):
        whole: list[list[Any]] = counts.astype(np.int64).tolist()
        return whole
    return [[plain(value) for value in line] for line in counts]


def smallest_step(matrix: Any) -> float:
    """Return what one count is: 1, or less for tables of small real numbers."""
    entries = sp.csr_array(matrix)
    return min(1.0, float(entries.sum()) / max(1, entries.nnz))


def row_bands(study: Grouped, most: int = ROW_BANDS) -> Bands:
    """Divide every cluster's rows, the most typical first, into bands of equally many rows."""
    sizes = study.sizes[study.clusters]
    parts, offset = [], 0
    allotment = np.minimum(sizes, allotted(sizes, most))
    for size, share in zip(sizes, allotment, strict=True):
        parts.append(offset + np.arange(size) * share // size)
        offset += share
    band = np.concatenate(parts)
    ends = np.cumsum(np.bincount(band))
    group = study.model.labels_[study.order[ends - 1]]
    return Bands(study.order, band, group, np.concatenate(([0.0], ends)))


def column_bands(study: Study) -> Bands:
    """Divide every cluster's own columns, the most peculiar first, into bands of equal mass.

    A column belongs to the cluster that it tells most about; columns of equal mass are equally
    wide in the picture, so what is rare shares a stripe and what is common has one of its own.
    """
    home, gain = homes(study)
    rank = np.zeros(len(study.sizes), dtype=np.int64)
    rank[study.clusters] = np.arange(len(study.clusters))
    shown = np.flatnonzero(study.column_shares > 0)
    peculiar = gain[shown] / study.column_shares[shown]
    order = shown[np.lexsort((-peculiar, rank[home[shown]]))]
    labels, mass = home[order], study.column_shares[order]
    starts = np.flatnonzero(np.diff(labels, prepend=-1))
    total = np.add.reduceat(mass, starts)
    allotment = allotted(total, COLUMN_BANDS)
    parts = []
    for start, stop, share, own in zip(
        starts, [*starts[1:], len(order)], allotment, total, strict=True
    ):
        middle = np.cumsum(mass[start:stop]) - mass[start:stop] / 2
        parts.append(np.minimum(share - 1, (middle / own * share).astype(np.int64)))
    offsets = np.repeat(np.cumsum(allotment) - allotment, np.diff([*starts, len(order)]))
    band = np.unique(np.concatenate(parts) + offsets, return_inverse=True)[1]
    ends = np.cumsum(np.bincount(band))
    edges = np.concatenate(([0.0], np.cumsum(mass)[ends - 1] / mass.sum()))
    return Bands(order, band, labels[ends - 1], edges)


def homes(study: Study) -> tuple[IntArray, FloatArray]:
    """Return for every column the cluster that it tells most about, and how much (nats)."""
    joint, shares = study.model.cluster_joint_, study.column_shares
    mass = sum_over(joint, 1)
    home = np.zeros(len(shares), dtype=np.int64)
    gain = np.zeros(len(shares))
    step = max(1, ENTRIES_AT_ONCE // len(mass))
    for start in range(0, len(shares), step):
        part = dense(joint[:, start : start + step])
        expected = np.outer(mass, shares[start : start + step])
        ratio = np.divide(part, expected, out=np.ones_like(part), where=part > 0)
        told = part * np.log(ratio)
        told[study.sizes == 0] = -np.inf
        home[start : start + step] = told.argmax(axis=0)
        gain[start : start + step] = told.max(axis=0)
    return home, gain


def allotted(weights: Any, bands: int) -> IntArray:
    """Share bands out in proportion to weights, at least one each."""
    weights = np.asarray(weights, dtype=np.float64)
    share: IntArray = np.maximum(1, np.rint(weights / weights.sum() * bands)).astype(np.int64)
    return share


def summed(matrix: Any, rows: Bands, columns: Bands) -> FloatArray:
    """Sum the matrix over bands, a slice of rows at a time, so that nothing large is made."""
    fold_columns = fold(columns, matrix.shape[1]).T.tocsr()
    fold_rows = fold(rows, matrix.shape[0]).tocsc()
    total = np.zeros((len(rows.group), len(columns.group)))
    step = max(1, ENTRIES_AT_ONCE // len(columns.group))
    for start in range(0, matrix.shape[0], step):
        part = matrix[start : start + step] @ fold_columns
        total += sp.csr_array(fold_rows[:, start : start + step] @ part).toarray()
    return total


def fold(bands: Bands, length: int) -> Any:
    """Return the matrix of shape (n_bands, length) that sums objects into bands."""
    ones = np.ones(len(bands.order))
    return sp.coo_array((ones, (bands.band, bands.order)), shape=(len(bands.group), length)).tocsr()

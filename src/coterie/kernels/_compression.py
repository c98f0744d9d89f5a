"""A dense table as compressed rows: the entries that are not zero, and where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.jit import kernel

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

LARGEST_32_BITS = np.iinfo(np.int32).max


def compress(table: Any) -> tuple[FloatArray, IntArray, IntArray]:
    """Return entries, columns and row bounds, as a `csr_array` takes them."""
    odd = table.dtype.char in "eg" or not table.dtype.isnative  # the compiler does not know these
    rows = np.ascontiguousarray(table, dtype=np.float64 if odd else None)
    bounds = np.zeros(rows.shape[0] + 1, dtype=np.int64)
    count_entries(rows, bounds)
    np.cumsum(bounds, out=bounds)
    index = np.int32 if max(bounds[-1], *rows.shape) < LARGEST_32_BITS else np.int64
    entries, columns = np.empty(bounds[-1]), np.empty(bounds[-1], dtype=index)
    copy_entries(rows, bounds, entries, columns)
    return entries, columns, bounds.astype(index)


@kernel
def count_entries(table: Any, counts: IntArray) -> None:
    """Count the entries of each row that are not zero. Mutates: counts[1:]."""
    for i in range(table.shape[0]):
        found = 0
        for j in range(table.shape[1]):
            found += table[i, j] != 0
        counts[i + 1] = found


@kernel
def copy_entries(table: Any, bounds: IntArray, entries: FloatArray, columns: Any) -> None:
    """Copy the entries that are not zero. Mutates: entries, columns."""
    for i in range(table.shape[0]):
        at = bounds[i]
        for j in range(table.shape[1]):
            if table[i, j] != 0:
                entries[at] = table[i, j]
                columns[at] = j
                at += 1

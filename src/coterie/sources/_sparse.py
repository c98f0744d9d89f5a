"""Sparse matrices from foreign bytes: checked before use, and brought to one form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.sources._faults import reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

EMPTY_ROWS = 10_000_000
"""More empty rows or columns than this, and a thousand for each entry, are a damaged header."""

CELLS_AT_ONCE = 1 << 22
MOSTLY_ZERO = 1 / 3


def check_size(origin: str, shape: tuple[int, int], n_stored: int) -> None:
    """Refuse a matrix whose header cannot be true, before memory is taken for it."""
    n_rows, n_columns = shape
    if min(n_rows, n_columns) < 1:
        message = f"{origin}: has {n_rows:,} rows and {n_columns:,} columns; give data."
        raise InputError(message)
    if max(n_rows, n_columns) > max(EMPTY_ROWS, 1000 * n_stored):
        message = (
            f"{origin}: claims {n_rows:,} rows and {n_columns:,} columns for {n_stored:,} entries; "
            "its header is damaged, so make a fresh copy."
        )
        raise InputError(message)


def as_csr(matrix: sp.sparray | sp.spmatrix | NDArray[Any], origin: str) -> sp.csr_array:
    """Return a canonical csr_array: sorted, without duplicates or stored zeros."""
    foreign: Any = matrix
    if foreign.dtype.kind not in "biuf":
        message = f"{origin}: holds {foreign.dtype}, not real numbers; save it as numbers."
        raise InputError(message)
    with reading(origin, "a sparse matrix"):
        if isinstance(matrix, np.ndarray):
            return _csr_of_dense(matrix)
        if hasattr(foreign, "check_format"):
            foreign.check_format(full_check=True)
        csr: sp.csr_array = sp.csr_array(foreign)
        csr.check_format(full_check=True)
        if csr.has_canonical_format and csr.data.all():
            return csr
        csr = csr.copy()  # the two calls below work in place, and the input is not ours
        csr.sum_duplicates()
        csr.eliminate_zeros()
        return csr


def _csr_of_dense(matrix: NDArray[Any]) -> sp.csr_array:
    """Convert in slices of rows, so that a mapped file never lies in memory as a whole."""
    step = max(1, CELLS_AT_ONCE // max(matrix.shape[1], 1))
    starts = range(0, matrix.shape[0], step)
    slices = [sp.csr_array(_common(matrix[at : at + step])) for at in starts]
    return slices[0] if len(slices) == 1 else sp.csr_array(sp.vstack(slices, format="csr"))


def _common(part: NDArray[Any]) -> NDArray[Any]:
    """Return numbers of a type that scipy's sparse matrices take: native, no half floats."""
    if part.dtype.kind == "f" and part.dtype.itemsize not in {4, 8}:
        return part.astype(np.float64)
    return part.astype(part.dtype.newbyteorder("="), copy=False)


def compact(data: NDArray[Any]) -> NDArray[Any]:
    """Return numbers as int32 or int64 where all are whole, else as float64.

    Examples
    --------
    >>> import numpy as np
    >>> compact(np.array([1.0, 2.0])).dtype, compact(np.array([0.5])).dtype
    (dtype('int32'), dtype('float64'))
    """
    if not data.size:
        return data.astype(np.int32)
    low, high = data.min(), data.max()
    if data.dtype.kind == "f":
        if not (np.isfinite(low) and np.isfinite(high) and is_whole(data)):
            return data.astype(np.float64, copy=False)
        if max(abs(low), abs(high)) >= 2.0**53:
            return data.astype(np.float64, copy=False)
    small = low >= -(2**31) and high < 2**31
    return data.astype(np.int32 if small else np.int64, copy=False)


def is_whole(data: NDArray[Any], step: int = 1 << 20) -> bool:
    """Tell whether all numbers are whole, a slice at a time."""
    flat = data.reshape(-1)
    slices = (flat[at : at + step] for at in range(0, len(flat), step))
    return all(bool((part == np.floor(part)).all()) for part in slices)


def density(matrix: sp.csr_array | NDArray[Any]) -> float:
    """Return the share of entries that are not zero."""
    cells = matrix.shape[0] * matrix.shape[1]
    stored = int(np.count_nonzero(matrix) if isinstance(matrix, np.ndarray) else matrix.nnz)
    return stored / max(int(cells), 1)

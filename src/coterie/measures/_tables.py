"""What every measure does first: read a table, check it, give it total mass one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from coterie._core.types import FloatArray

TableLike: TypeAlias = "ArrayLike | sp.sparray | sp.spmatrix"
"""Probabilities, counts or masses as the user holds them."""

Table: TypeAlias = "FloatArray | sp.csr_array[Any, tuple[int, int]]"
"""Checked float64 masses: dense of any rank, or sparse of rank two without duplicate entries."""


def as_masses(values: TableLike, name: str, *, ndim: int | None = None) -> Table:
    """Return the entries as float64, refusing what cannot be a mass."""
    table = _as_floats(values, name)
    if ndim is not None and table.ndim != ndim:
        message = (
            f"{name}: the array has {table.ndim} dimensions, here it must have {ndim}; "
            "reshape it, or sum over the variables that you do not need."
        )
        raise InputError(message)
    _refuse(table, ~np.isfinite(entries(table)), name, "not finite", "finite")
    _refuse(table, entries(table) < 0, name, "negative", ">= 0")
    with np.errstate(over="ignore"):
        total = table.sum()
    if not np.isfinite(total):
        message = f"{name}: the entries sum to more than a float can hold; divide them all by 1e10."
        raise InputError(message)
    return table


def as_distribution(values: TableLike, name: str, *, ndim: int | None = None) -> Table:
    """Return the entries divided by their total."""
    table = as_masses(values, name, ndim=ndim)
    total = float(table.sum())
    if total == 0.0:
        message = (
            f"{name}: the total of its {math.prod(table.shape)} entries is zero. "
            "A distribution needs at least one positive entry; leave empty tables out."
        )
        raise InputError(message)
    return mapped(table, lambda mass: mass / total)


def as_vector(values: TableLike, name: str) -> FloatArray:
    """Return the masses of one variable as a dense vector; a table of one row will do."""
    table = as_masses(values, name)
    if max(table.shape, default=0) < math.prod(table.shape):
        message = f"{name}: shape {table.shape} is not one vector; pass a single row."
        raise InputError(message)
    return (table.toarray() if sp.issparse(table) else table).ravel()


def entries(table: Table) -> FloatArray:
    """Return the entries that are held in memory: all of a dense table, the stored of a sparse."""
    return table.data if sp.issparse(table) else table


def mapped(table: Table, function: Callable[[FloatArray], FloatArray]) -> Table:
    """Apply a function with f(0) = 0 to every entry."""
    if sp.issparse(table):
        return sp.csr_array((function(table.data), table.indices, table.indptr), shape=table.shape)
    return function(table)


def margin(table: Table, axis: int) -> FloatArray:
    """Sum over every variable but one."""
    if sp.issparse(table):
        return np.asarray(table.sum(axis=1 - axis), dtype=np.float64).ravel()
    return np.asarray(table.sum(axis=tuple(other for other in range(table.ndim) if other != axis)))


def rows_divided(table: Table, divisors: FloatArray) -> Table:
    """Divide each row of a matrix by its own number, leaving rows with divisor zero as they are."""
    safe = np.where(divisors > 0, divisors, 1.0)
    if sp.issparse(table):
        repeated = np.repeat(safe, np.diff(table.indptr))
        return mapped(table, lambda mass: mass / repeated)
    return table / safe[:, np.newaxis]


def aligned(first: Table, second: Table) -> tuple[FloatArray, FloatArray]:
    """Return the entries of two tables of one shape, cell beside cell, without the common zeros."""
    if not (sp.issparse(first) or sp.issparse(second)):
        return first, second
    (first_cells, first_mass), (second_cells, second_mass) = _cells(first), _cells(second)
    cells = np.union1d(first_cells, second_cells)
    both = np.zeros((2, cells.size))
    both[0, np.searchsorted(cells, first_cells)] = first_mass
    both[1, np.searchsorted(cells, second_cells)] = second_mass
    return both[0], both[1]


def _cells(table: Table) -> tuple[NDArray[np.int64], FloatArray]:
    """Give each stored cell its number, row by row; int64, as rows x columns outgrows int32."""
    coordinates = sp.coo_array(table)
    rows, columns = (index.astype(np.int64) for index in coordinates.coords)
    return rows * table.shape[1] + columns, coordinates.data


def _as_floats(values: Any, name: str) -> Table:
    """Convert before anything is added up: sums of small integer types would wrap around."""
    try:
        sparse = sp.issparse(values)
        if sparse:
            if values.dtype.kind not in "biuf":
                raise TypeError
            floats = values.astype(np.float64, copy=False)
            return _without_duplicates(floats) if values.ndim == 2 else floats.toarray()
        dense = np.asarray(values)
        if dense.dtype.kind not in "biufO" or dense.ndim == 0:
            raise TypeError
        return dense.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        kind = getattr(values, "dtype", type(values).__name__)
        message = f"{name}: {kind} cannot be read as an array of real numbers; convert it first."
        raise InputError(message) from error


def _without_duplicates(floats: Any) -> sp.csr_array[Any, tuple[int, int]]:
    """Add entries of the same cell together, in a copy where the caller's arrays would change."""
    table = sp.csr_array(floats)
    if not table.has_canonical_format:
        table = table.copy()
        table.sum_duplicates()
    return table


def _refuse(table: Table, wrong: NDArray[np.bool_], name: str, fault: str, rule: str) -> None:
    """Raise the sentence about entries that break a rule, if there are any."""
    count = int(np.count_nonzero(wrong))
    if count == 0:
        return
    if sp.issparse(table):
        where = sp.coo_array(table)
        first = [int(index[np.argmax(wrong)]) for index in where.coords]
    else:
        first = [int(index) for index in np.unravel_index(int(np.argmax(wrong)), wrong.shape)]
    value = entries(table)[wrong].flat[0]
    place = f"row {first[0]}, column {first[1]}" if len(first) == 2 else f"position {first}"
    verb = "entry is" if count == 1 else "entries are"
    message = (
        f"{name}: {count} {verb} {fault} (first: {place} = {value}). "
        f"Entries must be {rule}; drop or correct these."
    )
    raise InputError(message)

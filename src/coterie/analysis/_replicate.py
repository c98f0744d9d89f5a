"""A second measurement of the same rows, brought into the order of the first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError, some
from coterie.sources import Table
from coterie.sources._table import numbered

if TYPE_CHECKING:
    from coterie._core.types import IntArray
    from coterie.sources import Documents


def aligned(first: Table | Documents, second: Table | Documents) -> tuple[Table, Table]:
    """Return both tables with the same rows and columns, matched by name where they have names.

    Examples
    --------
    >>> from coterie.analysis import obtain
    >>> first, second = aligned(obtain([[3, 0], [1, 2]]), obtain([[2, 1], [0, 4]]))
    >>> first.shape == second.shape
    True
    """
    if not isinstance(first, Table) or not isinstance(second, Table):
        message = (
            f"{second.origin}: texts have no replicates; count words first, or leave it out "
            "(--replicate, replicate=)."
        )
        raise InputError(message)
    if first.kind != second.kind:
        message = (
            f"{second.origin}: was taken for {second.kind}, and {first.origin} for {first.kind}; "
            "replicates are of one kind, so say which (--kind, kind=)."
        )
        raise InputError(message)
    rows = matched("rows", first.row_names, second.row_names, first.origin, second.origin)
    columns = matched(
        "columns", first.column_names, second.column_names, first.origin, second.origin
    )
    matrix = second.matrix[rows][:, columns]
    second = replace(
        second, matrix=matrix, row_names=first.row_names, column_names=first.column_names
    )
    return first, second


def matched(what: str, first: np.ndarray, second: np.ndarray, here: str, there: str) -> IntArray:
    """Return where the names of the first are in the second; without names the order counts."""
    if len(first) != len(second):
        message = (
            f"{there}: has {len(second):,} {what}, and {here} has {len(first):,}; replicates have "
            f"the same {what}."
        )
        raise InputError(message)
    names, others = first.tolist(), second.tolist()
    unnamed = others == numbered(len(others)).tolist()
    if names == others or unnamed or len(set(others)) < len(others):
        return np.arange(len(names))
    places = {name: at for at, name in enumerate(others)}
    missing = [name for name in names if name not in places]
    if missing:
        message = (
            f"{there}: lacks {len(missing):,} of the {what} of {here} ({some(missing)}); "
            f"replicates have the same {what}, by the same names."
        )
        raise InputError(message)
    return np.array([places[name] for name in names])


def joined(first: Table, second: Table) -> Table:
    """Return one table of both: counts are added, other numbers averaged."""
    both: Any = first.matrix + second.matrix
    matrix = both if first.kind == "counts" else both / 2.0
    reasons = (*first.reasons, f"with {second.origin} as a replicate")
    return replace(first, matrix=matrix, reasons=reasons)

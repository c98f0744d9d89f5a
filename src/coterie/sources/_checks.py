"""From numbers and names to a table that holds what its kind promises."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError, some
from coterie.sources._facts import Facts, gather
from coterie.sources._faults import shown
from coterie.sources._recognise import judge
from coterie.sources._sparse import MOSTLY_ZERO, as_csr, compact, density
from coterie.sources._table import Names, Table, numbered

if TYPE_CHECKING:
    from collections.abc import Callable

    import scipy.sparse as sp
    from numpy.typing import NDArray

RULES = {
    "negative": "must be >= 0",
    "missing": "must be numbers (write 0 where nothing was counted)",
    "infinite": "must be finite",
}


RELATIONS = ("similarity", "dissimilarity", "transitions")
"""Kinds of data that relate the rows to each other."""


def build_table(
    matrix: sp.sparray | sp.spmatrix | NDArray[Any],
    row_names: Names | None,
    column_names: Names | None,
    *,
    origin: str,
    kind: str | None = None,
    reasons: tuple[str, ...] = (),
    place: Callable[[int], str] | None = None,
) -> Table:
    """Settle the kind, check the numbers, and bring the matrix to the form of its kind.

    Names have been checked, or are different by their making.
    """
    checked = matrix if isinstance(matrix, np.ndarray) else as_csr(matrix, origin)
    rows = numbered(checked.shape[0]) if row_names is None else row_names
    columns = numbered(checked.shape[1]) if column_names is None else column_names
    facts = gather(checked)
    given = row_names is not None and column_names is not None
    same = given and len(rows) == len(columns) and bool((rows == columns).all())
    found = judge(facts, same_names=same)
    chosen = found.kind if kind is None else kind
    why = found.reasons if kind is None else ()
    _check_kind(chosen, facts, origin, _where(facts, rows, columns, place))
    if chosen in RELATIONS and given and not same:
        _check_order(rows, columns, origin)
    return Table(_in_form(checked, chosen), rows, columns, chosen, (*why, *reasons), origin)


def check_names(names: Names, size: int, noun: str, origin: str) -> Names:
    """Return names that are as many as the rows or columns and all different."""
    if len(names) != size:
        message = (
            f"{origin}: {len(names):,} names were given for {size:,} {noun}s; give one name each."
        )
        raise InputError(message)
    if len(set(names)) < size:
        repeated = [name for name, count in Counter(names.tolist()).items() if count > 1]
        listed = some(shown(name) for name in repeated)
        noun = "row id" if noun == "row" else "column name"
        verb = "stands" if len(repeated) == 1 else "stand"
        message = (
            f"{origin}: {len(repeated):,} {noun}{'s' * (len(repeated) > 1)} {verb} more than once "
            f"({listed}); give each its own, or add the repeated ones up."
        )
        raise InputError(message)
    return names


def _where(
    facts: Facts, rows: Names, columns: Names, place: Callable[[int], str] | None
) -> Callable[[int, int], str]:
    def words(row: int, column: int) -> str:
        stands = f"row {shown(rows[row])}" if place is None else place(row)
        return f"{stands}, column {shown(columns[column])}"

    return words


def _check_kind(kind: str, facts: Facts, origin: str, where: Callable[[int, int], str]) -> None:
    if kind in RELATIONS and not facts.square:
        n_rows, n_columns = facts.shape
        message = (
            f"{origin}: has {n_rows:,} rows and {n_columns:,} columns, but data of kind {kind} "
            "relate the rows to each other and need a square matrix; leave kind out, or give one."
        )
        raise InputError(message)
    if kind not in {"counts", "transitions"} or not facts.flaws:
        return
    word, flaw = facts.flaws[0]
    verb, noun = ("entry is", "this row") if flaw.count == 1 else ("entries are", "these rows")
    message = (
        f"{origin}: {flaw.count:,} {verb} {word} (first: {where(flaw.row, flaw.column)} = "
        f"{flaw.value:g}). {kind.capitalize()} {RULES[word]}; correct or drop {noun}."
    )
    raise InputError(message)


def _check_order(rows: Names, columns: Names, origin: str) -> None:
    """Refuse a relation whose sides name the same things in different orders."""
    if set(rows) != set(columns):
        return
    at = int(np.flatnonzero(rows != columns)[0])
    message = (
        f"{origin}: rows and columns have the same names in different orders (first: row "
        f"{shown(rows[at])}, column {shown(columns[at])}); bring them into one order."
    )
    raise InputError(message)


def _in_form(matrix: sp.csr_array | NDArray[Any], kind: str) -> sp.csr_array | NDArray[Any]:
    if kind == "counts" or (not isinstance(matrix, np.ndarray) and density(matrix) < MOSTLY_ZERO):
        csr = as_csr(matrix, "matrix")
        csr.data = compact(csr.data)
        return csr
    if not isinstance(matrix, np.ndarray):
        return matrix.toarray().astype(np.float64, copy=False)
    return matrix if matrix.dtype in (np.float32, np.float64) else matrix.astype(np.float64)

"""What is given to an estimator, checked once and refused in one sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.utils.validation import check_array, validate_data

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem

DUMPED = ("array=", "[", " ")
"""How lines begin that repeat the data."""

NOT_FINITE = re.compile(r"contains (NaN|infinity)")
"""What scikit-learn says of NaN and infinity, before a page of advice."""


def checked_table(estimator: Any, X: Any, *, reset: bool = True, **rules: Any) -> Any:
    """Return the table as scikit-learn checks it, and take note of its columns if `reset`."""
    owner = type(estimator).__name__
    if sp.issparse(X) and not rules.get("accept_sparse"):
        message = f"{owner}: the table is sparse, and has to be dense. Give X.toarray()."
        raise InputError(message)
    try:
        return validate_data(estimator, X, reset=reset, **rules)
    except InputError:
        raise
    except ValueError as fault:
        if NOT_FINITE.search(str(fault)):
            check_finite(X, owner)
        lines = [line for line in str(fault).splitlines() if line and not line.startswith(DUMPED)]
        said = " ".join(lines).replace(".Convert", ". Convert").rstrip(".:")
        columns = "one column for each feature" if reset else "the columns of the fit"
        message = f"{owner}: {said}. Give a table with one row for each object and {columns}."
        raise InputError(message) from fault


def check_finite(table: Any, owner: str) -> None:
    """Refuse NaN and infinity, naming the first."""
    sparse = sp.issparse(table)
    table = check_array(table, accept_sparse=True, dtype=np.float64, ensure_all_finite=False)
    entries = table.data if sparse else table
    wrong = ~np.isfinite(entries)
    if not wrong.any():
        return
    rows, columns = sp.coo_array(table).coords if sparse else np.indices(table.shape)
    verb = "entry is" if wrong.sum() == 1 else "entries are"
    message = (
        f"{owner}: {wrong.sum()} {verb} NaN or infinite (first: row {rows[wrong][0]}, column "
        f"{columns[wrong][0]}: {entries[wrong][0]}). Drop or fill these entries."
    )
    raise InputError(message)


def checked_counts(estimator: Any, X: Any, *, reset: bool = True) -> Any:
    """Return a table whose entries `CountProblem` then looks at: sparse or dense, of any number."""
    return checked_table(
        estimator, X, reset=reset, accept_sparse="csr", dtype="numeric", ensure_all_finite=False
    )


def rows_kept(given: Any, problem: CountProblem, name: str, owner: str) -> Any:
    """Leave out of what is given for each row the rows that have no mass."""
    given = np.asarray(given)
    if given.shape[:1] != (problem.n_given,):
        message = (
            f"{owner}: {name} must hold one entry for each of the {problem.n_given} rows, not an "
            f"array of shape {given.shape}."
        )
        raise InputError(message)
    return given[problem.kept]


def as_numbers(given: Any, name: str, owner: str) -> FloatArray:
    """Return an array of numbers, or say what is in the way."""
    try:
        return np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as fault:
        message = f"{owner}: {name} must hold numbers in a regular shape, but {fault}."
        raise InputError(message) from fault


def falling_values(
    given: Any, name: str, owner: str, *, infinite: bool = False
) -> FloatArray | None:
    """Return the values of a parameter, falling and > 0, or None where "auto" leaves them open.

    `infinite` says that the first may be.
    """
    if isinstance(given, str) and given == "auto":
        return None
    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):  # words, or a ragged list
        values = np.empty(0)
    orderly = values.ndim == 1 and values.size > 0 and bool((np.diff(values) < 0.0).all())
    if not orderly or not (values > 0.0).all() or (np.isinf(values).any() and not infinite):
        finite = "" if infinite else " and finite"
        message = (
            f"{owner}: {name}={given!r} must be 'auto', or falling numbers > 0{finite}. Sort "
            f"them, the largest first."
        )
        raise InputError(message)
    return values

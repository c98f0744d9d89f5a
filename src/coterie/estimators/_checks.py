"""What is given to an estimator, checked once and refused in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.utils.validation import validate_data

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem

DUMPED = ("array=", "[", " ")
"""How lines begin that repeat the data."""


def checked_table(estimator: Any, X: Any, *, reset: bool = True, **rules: Any) -> Any:
    """Return the table as scikit-learn checks it, and take note of its columns if `reset`."""
    try:
        return validate_data(estimator, X, reset=reset, **rules)
    except InputError:
        raise
    except ValueError as fault:
        wrong = not_finite(X)
        if wrong is not None:
            message = (
                f"{type(estimator).__name__}: row {wrong[0]}, column {wrong[1]} is NaN or "
                f"infinite. Fill in what is missing, or drop the row."
            )
            raise InputError(message) from fault
        lines = [line for line in str(fault).splitlines() if line and not line.startswith(DUMPED)]
        said = " ".join(lines).replace(".Convert", ". Convert").rstrip(".:")
        columns = "one column for each feature" if reset else "the columns of the fit"
        message = (
            f"{type(estimator).__name__}: {said}. Give a table with one row for each object "
            f"and {columns}."
        )
        raise InputError(message) from fault


def not_finite(X: Any) -> tuple[int, int] | None:
    """Return where a dense table has its first entry that is no finite number.

    Examples
    --------
    >>> not_finite([[0.0, 1.0], [2.0, float("nan")]]), not_finite([["a"]])
    ((1, 1), None)
    """
    if sp.issparse(X):
        return None
    table = np.asarray(X)
    if table.dtype.kind not in "fO" or table.ndim != 2:
        return None
    try:
        wrong = np.argwhere(~np.isfinite(table.astype(np.float64)))
    except (TypeError, ValueError):
        return None
    return (int(wrong[0, 0]), int(wrong[0, 1])) if wrong.size else None


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


def falling_values(given: Any, name: str, owner: str) -> FloatArray | None:
    """Return the values of a parameter, falling and > 0, or None where "auto" leaves them open."""
    if isinstance(given, str) and given == "auto":
        return None
    values = np.empty(0) if isinstance(given, str) else np.asarray(given, dtype=np.float64)
    orderly = values.ndim == 1 and values.size > 0 and bool((np.diff(values) < 0.0).all())
    if not orderly or not (np.isfinite(values) & (values > 0.0)).all():
        message = (
            f"{owner}: {name}={given!r} must be 'auto', or falling numbers > 0 and finite. Sort "
            f"them, the largest first."
        )
        raise InputError(message)
    return values

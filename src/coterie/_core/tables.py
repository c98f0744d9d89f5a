"""Parts of a table that may be dense or sparse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


def dense(table: Any) -> FloatArray:
    """Return a table, or a part of one, as a plain array.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> dense(sp.csr_array([[0.0, 2.0]]))
    array([[0., 2.]])
    """
    return np.asarray(table if isinstance(table, np.ndarray) else table.toarray(), np.float64)


def row_of(table: Any, i: int) -> FloatArray:
    """Return one row as a plain vector.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> row_of(sp.csr_array([[0.0, 2.0], [1.0, 0.0]]), 1)
    array([1., 0.])
    """
    return np.asarray(dense(table[[i]])[0])


def sum_over(table: Any, axis: int) -> FloatArray:
    """Return sums over rows (0) or columns (1) as a plain vector.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> sum_over(sp.csr_array([[0.0, 2.0], [1.0, 0.0]]), 1)
    array([2., 1.])
    """
    return np.asarray(table.sum(axis=axis), dtype=np.float64).ravel()

"""What is done to each entry of a table, dense or sparse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.types import FloatArray, Matrix


def on_entries(table: Any, change: Callable[[FloatArray], FloatArray]) -> Matrix:
    """Return a changed copy of a table; of a sparse one what is stored is changed, zeros too.

    Examples
    --------
    >>> on_entries([[1.0, 4.0]], np.sqrt)
    array([[1., 2.]])
    """
    sparse = sp.issparse(table)
    if not sparse:
        return np.asarray(change(np.asarray(table, dtype=np.float64)))
    stored = sp.csr_array(table, dtype=np.float64)
    parts: Any = (change(stored.data), stored.indices, stored.indptr)
    return sp.csr_array(parts, shape=stored.shape)

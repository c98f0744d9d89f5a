"""A numpy array on disk; it is mapped, so that nothing is read before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.sources._faults import reading
from coterie.sources._request import Grid, Request

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from coterie.sources._source import Source

PEEKED_ROWS = 1000


def open_npy(source: Source, request: Request) -> Grid:
    """Open a ``.npy`` file."""
    with reading(source.origin, "a numpy array"):
        array = np.load(source.plain, mmap_mode="r", allow_pickle=False)
    shape = check_array(array, source.origin)
    words = f"a numpy array of {array.dtype}"
    return Grid(source.origin, shape, lambda: array, words=words, peek=lambda: array[:PEEKED_ROWS])


def check_array(array: NDArray[Any], origin: str) -> tuple[int, int]:
    """Return the shape of a matrix of real numbers, or say why an array is none."""
    if array.dtype.kind not in "biuf":
        message = f"{origin}: holds {array.dtype}, not real numbers; save it as numbers."
        raise InputError(message)
    if array.ndim != 2:
        message = f"{origin}: has shape {array.shape}; a matrix has rows and columns; reshape it."
        raise InputError(message)
    n_rows, n_columns = array.shape
    if not array.size:
        message = f"{origin}: has shape {array.shape} and so holds nothing; give data."
        raise InputError(message)
    return int(n_rows), int(n_columns)

"""What every loader and generator returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Data with names and the answer that is known or planted.

    Parameters
    ----------
    data : csr_array or ndarray of shape (n_rows, n_columns), or list of str
        Counts, or the texts themselves.
    row_names : ndarray of str, shape (n_rows,)
        What each row is.
    column_names : ndarray of str, shape (n_columns,), or None
        What each column is; None for texts.
    target : ndarray of shape (n_rows,), or of shape (n_rows, n_classes)
        The class of each row, or an indicator of all its classes where it can have several.
    target_names : ndarray of str, shape (n_classes,)
        What each class is.
    description : str
        Where the data come from, how they were prepared, and their terms.
    details : mapping of str to array
        Further labellings of rows or columns, or what a generator planted, by name.

    Examples
    --------
    >>> from coterie.datasets import load_southern_women
    >>> women = load_southern_women()
    >>> women
    Dataset(18 x 14, 2 classes)
    >>> women.row_names[:2].tolist(), women.column_names[:2].tolist()
    (['Evelyn', 'Laura'], ['E1', 'E2'])
    """

    data: Any
    row_names: NDArray[np.str_]
    column_names: NDArray[np.str_] | None
    target: NDArray[Any]
    target_names: NDArray[np.str_]
    description: str
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    def __repr__(self) -> str:
        columns = "texts" if self.column_names is None else f"x {len(self.column_names)}"
        return f"Dataset({len(self.row_names)} {columns}, {len(self.target_names)} classes)"

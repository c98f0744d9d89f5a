"""Tables in the form in which a method takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.analysis._methods import PAIRS
from coterie.problems._pairwise import is_sparse
from coterie.similarity import distance_to_similarity, similarity_to_distance

if TYPE_CHECKING:
    from coterie.analysis._methods import Method
    from coterie.sources import Table


def handed(table: Table, method: Method) -> Any:
    """Return the matrix of a table as a method wants it.

    Counts stay sparse, points become dense, and so does a graph for a method that takes none.
    Similarities S become dissimilarities v - S and these v - D, v being the largest, where the
    method asks for the other; an object is at distance 0 from itself.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.analysis import METHODS, obtain
    >>> table = obtain(np.array([[0.0, 3.0], [3.0, 0.0]]), kind="dissimilarity")
    >>> handed(table, METHODS["NormalizedCut"])
    array([[3., 0.],
           [0., 3.]])
    """
    matrix: Any = table.matrix
    if method.counts:
        return matrix
    if is_sparse(matrix) and not (method.graphs and table.kind == "similarity"):
        matrix = matrix.toarray()
    if table.kind in PAIRS and is_turned(table.kind, method):
        if table.kind == "dissimilarity":
            return distance_to_similarity(matrix)
        matrix = similarity_to_distance(matrix)
        np.fill_diagonal(matrix, 0.0)
    return matrix


def is_turned(kind: str, method: Method) -> bool:
    """Tell whether a matrix of all pairs has to be turned for a method."""
    return (kind == "dissimilarity") != (method.takes == "dissimilarities")


def check_finite(table: Table) -> None:
    """Refuse a table with an entry that is no number, and say where the first stands."""
    matrix: Any = table.matrix
    entries = matrix.data if is_sparse(matrix) else matrix
    wrong = ~np.isfinite(entries)
    count = int(np.count_nonzero(wrong))
    if not count:
        return
    first = int(np.argmax(wrong))
    if is_sparse(matrix):
        row = int(np.searchsorted(matrix.indptr, first, side="right")) - 1
        column = int(matrix.indices[first])
    else:
        row, column = divmod(first, matrix.shape[1])
    are = "entry is" if count == 1 else "entries are"
    message = (
        f"{table.origin}: {count:,} {are} missing or infinite (first: row "
        f"{table.row_names[row]!r}, column {table.column_names[column]!r}); correct them, or leave "
        "out the rows."
    )
    raise InputError(message)


def has_negative(table: Table) -> bool:
    """Tell whether some entry is below zero."""
    matrix: Any = table.matrix
    entries = matrix.data if is_sparse(matrix) else matrix
    return bool(entries.size and entries.min() < 0)

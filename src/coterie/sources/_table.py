"""What a source becomes: a named matrix, or a list of documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import scipy.sparse as sp

Kind: TypeAlias = Literal[
    "counts", "events", "text", "points", "similarity", "dissimilarity", "transitions"
]
KINDS: tuple[str, ...] = get_args(Kind)

Names: TypeAlias = NDArray[Any]
"""A one-dimensional array of text of variable width (``numpy.dtypes.StringDType``)."""


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """A matrix whose rows and columns have names.

    Attributes
    ----------
    matrix : csr_array or ndarray of shape (n_rows, n_columns)
        Counts are always a ``scipy.sparse.csr_array``; points, similarities and transitions stay
        dense unless they came sparse or most of their entries are zero. Whole numbers are int32
        (int64 where they need it), others float64; a ``.npy`` file of floats is mapped, not
        copied, and keeps its type.
    row_names, column_names : ndarray of str
        Variable-width text (``numpy.dtypes.StringDType``), one name for each row and column;
        "0", "1", ... where the source has none. Use ``names.tolist()`` to write them elsewhere.
    kind : {"counts", "points", "similarity", "dissimilarity", "transitions"}
        What the numbers are. Events have been counted, so a counted event table has kind "counts",
        and one of edges "similarity".
    reasons : tuple of str
        Why the data were taken for this kind, in words.
    origin : str
        Where they came from, fit for a message (without any password).

    See Also
    --------
    coterie.sources.read : Reads a table from any source.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> from coterie.sources import Table
    >>> from coterie.sources._table import as_names
    >>> matrix = sp.csr_array([[2, 0, 1], [0, 3, 0]])
    >>> Table(matrix, as_names(["a", "b"]), as_names("xyz"), "counts", (), "memory")
    Table(2 x 3 counts, 3 non-zero, from memory)
    """

    matrix: sp.csr_array | NDArray[Any]
    row_names: Names
    column_names: Names
    kind: str
    reasons: tuple[str, ...]
    origin: str

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        n_rows, n_columns = self.matrix.shape
        return int(n_rows), int(n_columns)

    @property
    def n_nonzero(self) -> int:
        """Number of entries that are not zero."""
        if isinstance(self.matrix, np.ndarray):
            return int(np.count_nonzero(self.matrix))
        return int(self.matrix.nnz)

    def __repr__(self) -> str:
        n_rows, n_columns = self.shape
        size = f"{n_rows:,} x {n_columns:,} {self.kind}, {self.n_nonzero:,} non-zero"
        return f"Table({size}, from {self.origin})"


@dataclass(frozen=True, eq=False, repr=False)
class Documents:
    """Texts with names, not yet counted.

    Attributes
    ----------
    texts : sequence of str
    row_names : ndarray of str
        One name for each text: its id, or the path of its file inside the folder.
    reasons : tuple of str
        Why the data were taken for texts, in words.
    origin : str
        Where they came from.
    kind : {"text"}

    See Also
    --------
    coterie.sources.read : Reads documents from a folder or a text column.

    Examples
    --------
    >>> from coterie.sources import Documents
    >>> from coterie.sources._table import as_names
    >>> Documents(["Call me Ishmael."], as_names(["moby-dick"]), (), "memory")
    Documents(1 text, from memory)
    """

    texts: Sequence[str]
    row_names: Names
    reasons: tuple[str, ...]
    origin: str
    kind: str = "text"

    def __repr__(self) -> str:
        noun = "text" if len(self.texts) == 1 else "texts"
        return f"Documents({len(self.texts):,} {noun}, from {self.origin})"


def as_names(names: Iterable[object], origin: str = "names") -> Names:
    """Return names as an array of variable-width text."""
    listed = [str(name) for name in names]
    try:
        return np.array(listed, dtype=np.dtypes.StringDType())
    except UnicodeEncodeError as error:
        message = (
            f"{origin}: the name {error.object!r} holds half of a surrogate pair, which is no "
            "character; correct it."
        )
        raise InputError(message) from None


def numbered(count: int) -> Names:
    """Return "0", "1", ... for things without names."""
    names: Names = np.arange(count).astype(np.dtypes.StringDType())
    return names

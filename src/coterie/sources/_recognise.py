"""What kind of data a matrix is, and why, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coterie.sources._facts import Facts, gather
from coterie.sources._sparse import as_csr

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

    from coterie.sources._table import Names

FEW_FLAWS = 3
FLAW_SHARE = 0.02
SPARSE = 0.5
PLANE = 3


class Recognition(NamedTuple):
    """The kind that data are taken for.

    Attributes
    ----------
    kind : {"counts", "points", "similarity", "dissimilarity", "transitions"}
    reasons : tuple of str
        Phrases that say why.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.sources import recognise
    >>> recognise(np.array([[0.5, 0.5, 0.0], [0.1, 0.2, 0.7], [0.0, 1.0, 0.0]])).reasons
    ('3 rows and as many columns', 'every row sums to one')
    """

    kind: str
    reasons: tuple[str, ...]


def recognise(
    matrix: sp.sparray | sp.spmatrix | NDArray[Any],
    *,
    row_names: Names | None = None,
    column_names: Names | None = None,
) -> Recognition:
    """Tell what kind of data a matrix holds.

    Parameters
    ----------
    matrix : array or sparse matrix of shape (n_rows, n_columns)
    row_names, column_names : array of str, optional
        The same names on both sides mark a square matrix as a relation between the rows.

    Returns
    -------
    Recognition
        ``kind`` and the ``reasons`` for it.

    Notes
    -----
    A square matrix that equals its transpose is a similarity, or a dissimilarity if its diagonal is
    zero and everything else above; one whose rows sum to one, or whose whole numbers stand between
    equal names, is a table of transitions. Of the others, whole
    numbers that are not negative are counts (as are sparse weights); anything else is points. A
    few entries that counts cannot have (up to 3, or 2 %) do not make counts into points: they
    are more likely mistakes, and reading them as counts says where they are.

    See Also
    --------
    coterie.sources.describe : The same for a file, with its size.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.sources import recognise
    >>> kind, reasons = recognise(np.array([[3, 0, 1, 0], [0, 0, 2, 1]]))
    >>> kind
    'counts'
    >>> reasons
    ('all 8 numbers are whole and not negative', '50 % are zero')
    >>> recognise(np.array([[0.3, -1.2], [0.1, 2.5], [1.0, 0.4]])).kind
    'points'
    """
    checked = matrix if isinstance(matrix, np.ndarray) else as_csr(matrix, "matrix")
    same_names = (
        row_names is not None
        and column_names is not None
        and len(row_names) == len(column_names)
        and bool((np.asarray(row_names) == np.asarray(column_names)).all())
    )
    return judge(gather(checked), same_names=same_names)


def judge(facts: Facts, *, same_names: bool) -> Recognition:
    """Choose the kind from the facts."""
    square = _judge_square(facts, same_names=same_names)
    if square is not None:
        return square
    if facts.flaws:
        return _judge_flawed(facts)
    numbers = f"all {facts.n_cells:,} numbers are"
    zeros = f"{percent(facts.zero_share)} are zero" if facts.zero_share else "none is zero"
    n_rows, n_columns = facts.shape
    if not facts.n_fractional:
        if n_columns <= PLANE and facts.n_stored == facts.n_cells and n_rows >= 20 * n_columns:
            return Recognition(
                "points", (f"only {n_columns} columns", "none of the numbers is zero")
            )
        return Recognition("counts", (f"{numbers} whole and not negative", zeros))
    fractional = f"{facts.n_fractional:,} of {facts.n_cells:,} numbers are not whole"
    if facts.zero_share >= SPARSE:
        return Recognition("counts", (f"{numbers} not negative", zeros, f"weights: {fractional}"))
    return Recognition("points", (fractional, zeros))


def _judge_square(facts: Facts, *, same_names: bool) -> Recognition | None:
    if not facts.square or facts.shape[0] < 3:
        return None
    side = f"{facts.shape[0]:,} rows and as many columns"
    if facts.symmetric and facts.n_stored > facts.shape[0]:
        far = facts.hollow and not facts.negative.count
        words = ("the matrix equals its transpose", *["only its diagonal is zero"] * far)
        kind = "dissimilarity" if far else "similarity"
        return Recognition(kind, (side, *words, *_flaws_in_words(facts)))
    if facts.row_sums_one and facts.n_fractional and not facts.flaws:
        return Recognition("transitions", (side, "every row sums to one"))
    if same_names and not facts.n_fractional and not facts.flaws:
        words = "rows and columns have the same names", "all numbers are whole and not negative"
        return Recognition("transitions", (side, *words))
    return None


def _judge_flawed(facts: Facts) -> Recognition:
    flawed = sum(flaw.count for _, flaw in facts.flaws)
    words = _flaws_in_words(facts)
    few = flawed <= max(FEW_FLAWS, FLAW_SHARE * facts.n_cells)
    if few and not facts.n_fractional:
        return Recognition("counts", ("all other numbers are whole and not negative", *words))
    if facts.n_fractional:
        words += (f"{facts.n_fractional:,} are not whole",)
    return Recognition("points", words)


def _flaws_in_words(facts: Facts) -> tuple[str, ...]:
    return tuple(
        f"{flaw.count:,} of {facts.n_cells:,} numbers are {word}" for word, flaw in facts.flaws
    )


def percent(share: float) -> str:
    """Return a share in words, never rounded to all or nothing.

    Examples
    --------
    >>> percent(0.5), percent(0.9996), percent(1.0), percent(0.0001)
    ('50 %', 'more than 99 %', '100 %', 'less than 1 %')
    """
    if 0.0 < share < 0.01:
        return "less than 1 %"
    if 0.99 < share < 1.0:
        return "more than 99 %"
    return f"{100 * share:.0f} %"

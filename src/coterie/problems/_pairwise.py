"""How alike any two objects are, as a symmetric matrix or a graph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import DataWarning, InputError, warn
from coterie._core.tables import sum_over

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from coterie._core.types import BoolArray, FloatArray, IntArray, Matrix

ROUNDING = 1e-10
"""Asymmetry, as a share of the largest entry, that is rounding and not news."""

SMALLEST, LARGEST = 1e-150, 1e150
"""Largest entries between which squares and ratios are still ordinary numbers."""

STRIP = 2**22
"""Entries of a dense matrix that are looked at together; bounds the memory beside it."""


@dataclass(frozen=True, eq=False)
class PairwiseProblem:
    """Symmetric similarities of objects, of any sign; larger is more alike.

    Parameters
    ----------
    similarity : ndarray or csr_array of shape (n_objects, n_objects)
        Finite, symmetric, float64; a pair that a sparse matrix does not hold has similarity 0.
    offset : float
        What the similarity of an object to itself would be at dissimilarity 0: v where the
        similarities are v - D, else 0.

    Notes
    -----
    Pairs are unordered and matrices symmetrised [GRA §0]. The diagonal stays as it was given; each
    cost says whether it wants it [GRA 1.5].

    Examples
    --------
    >>> problem = PairwiseProblem.from_similarities([[0, 2, -1], [2, 0, 0], [-1, 0, 0]])
    >>> problem.n_objects, problem.unit, problem.degrees
    (3, 2.0, array([ 1.,  2., -1.]))
    >>> PairwiseProblem.from_dissimilarities([[0, 1, 4], [1, 0, 3], [4, 3, 0]]).similarity
    array([[4., 3., 0.],
           [3., 4., 1.],
           [0., 1., 4.]])
    """

    similarity: Matrix
    offset: float = 0.0

    @classmethod
    def from_similarities(
        cls, X: Matrix | ArrayLike, *, min_objects: int = 1, owner: str = "similarities"
    ) -> PairwiseProblem:
        """Check a matrix of similarities, or the adjacency matrix of a graph.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_objects, n_objects)
            Similarities or weights of edges, of any sign.
        min_objects : int
            Fewest objects that make sense, usually the number of clusters.
        owner : str
            Name that messages begin with.
        """
        matrix = symmetric(square(X, min_objects, owner), owner)
        if not is_sparse(matrix) and looks_like_distances(matrix):
            warn(
                f"{owner}: zeros on the diagonal and positive numbers everywhere else look like "
                f"dissimilarities, but similarities are expected. If they are, give X.max() - X.",
                DataWarning,
            )
        return cls(matrix)

    @classmethod
    def from_dissimilarities(
        cls, D: ArrayLike, *, min_objects: int = 1, owner: str = "dissimilarities"
    ) -> PairwiseProblem:
        """Check a matrix of dissimilarities D, and turn it into v - D with v the largest.

        Parameters
        ----------
        D : array-like of shape (n_objects, n_objects)
            Dissimilarities, usually with zeros on the diagonal.
        min_objects : int
            Fewest objects that make sense, usually the number of clusters.
        owner : str
            Name that messages begin with.
        """
        refuse_sparse(D, owner)
        matrix = symmetric(square(D, min_objects, owner), owner)
        if len(matrix) > 1 and (np.diag(matrix) > off_diagonal_mean(matrix)).all():
            warn(
                f"{owner}: objects are less like themselves than like others, but dissimilarities "
                f"are expected. If these are similarities, give X.max() - X.",
                DataWarning,
            )
        offset = float(matrix.max())
        return cls(offset - matrix, offset)

    @property
    def n_objects(self) -> int:
        """Number of objects."""
        return int(self.similarity.shape[0])

    @property
    def sparse(self) -> bool:
        """Whether most pairs are missing, and have similarity 0."""
        return is_sparse(self.similarity)

    @cached_property
    def unit(self) -> float:
        """Largest similarity of a pair, in size; 1 where all are 0."""
        return largest(self.similarity) or 1.0

    @cached_property
    def diagonal(self) -> FloatArray:
        """Similarity of each object to itself."""
        return np.array(self.similarity.diagonal(), dtype=np.float64)

    @cached_property
    def degrees(self) -> FloatArray:
        """Sum of the similarities of each object, that to itself included [GRA §0]."""
        return sum_over(self.similarity, 1)

    @property
    def linked(self) -> BoolArray:
        """Whether each object has a similarity other than 0 to any object, itself included."""
        counts = [sum_over(strip != 0.0, 1) for _, strip in strips(self.similarity)]
        return np.asarray(np.concatenate(counts) > 0.0)

    @cached_property
    def pair_sum(self) -> float:
        """Sum of the similarities of all pairs i < j."""
        return float(self.degrees.sum() - self.diagonal.sum()) / 2.0

    @cached_property
    def extremes(self) -> tuple[float, float]:
        """Least and largest similarity of a pair, those that a sparse matrix lacks included."""
        some = [0.0] if self._missing else []
        low, high = [*some], [*some]
        for values in self._pair_values():
            low.append(float(values.min(initial=np.inf)))
            high.append(float(values.max(initial=-np.inf)))
        return min(low), max(high)

    def positive_sum(self, shift: float) -> float:
        """Sum of max(X_ij + shift, 0) over pairs i < j."""
        lacking = self._missing * max(shift, 0.0)
        stored = sum(float(np.maximum(each + shift, 0.0).sum()) for each in self._pair_values())
        return (stored + lacking) / 2.0

    @cached_property
    def _missing(self) -> int:
        """Ordered pairs that a sparse matrix does not hold."""
        n = self.n_objects
        held = sum(each.size for each in self._pair_values()) if self.sparse else n * (n - 1)
        return n * (n - 1) - held

    def _pair_values(self) -> Iterator[FloatArray]:
        """Yield the similarities of ordered pairs off the diagonal, a strip at a time."""
        for first, strip in strips(self.similarity):
            rows = np.arange(strip.shape[0])
            if self.sparse:
                yield strip.data[strip.indices != np.repeat(rows + first, np.diff(strip.indptr))]
            else:
                inside = np.ones(strip.shape, dtype=bool)
                inside[rows, rows + first] = False
                yield strip[inside]

    def among(self, objects: IntArray) -> PairwiseProblem:
        """Return the similarities of some objects among themselves."""
        return PairwiseProblem(self.similarity[objects][:, objects], self.offset)

    def links(self, labels: IntArray, n_clusters: int) -> FloatArray:
        """Return the sums of similarities between clusters, over ordered pairs with the diagonal.

        Examples
        --------
        >>> import numpy as np
        >>> problem = PairwiseProblem.from_similarities([[5, 2, -1], [2, 0, 0], [-1, 0, 0]])
        >>> problem.links(np.array([0, 0, 1]), 2)
        array([[ 9., -1.],
               [-1.,  0.]])
        """
        n = self.n_objects
        members = sp.csr_array((np.ones(n), (labels, np.arange(n))), shape=(n_clusters, n))
        joined = (members @ self.similarity) @ members.T
        return np.asarray(joined.toarray() if is_sparse(joined) else joined)


def square(X: Matrix | ArrayLike, min_objects: int, owner: str) -> Matrix:
    """Return a finite square matrix of doubles, or say what is wrong.

    Examples
    --------
    >>> square([[0, 1], [1, 0]], 2, "graph")
    array([[0., 1.],
           [1., 0.]])
    """
    table: Any = X if is_sparse(X) else np.asarray(X)
    if table.dtype.kind not in "buif":
        message = f"{owner}: entries of type {table.dtype} are no similarities. Give numbers."
        raise InputError(message)
    matrix = canonical(table)
    if matrix.ndim == 2:
        check_finite(matrix, owner)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        shape = " x ".join(map(str, table.shape))
        message = (
            f"{owner}: a matrix of all pairs must be square, not {shape or 'a number'}. Give one "
            f"row and one column for each object."
        )
        raise InputError(message)
    n = matrix.shape[0]
    if n < min_objects:
        message = (
            f"{owner}: n_samples={n} is fewer than the {min_objects} clusters asked for. Ask for "
            f"fewer clusters."
        )
        raise InputError(message)
    return matrix


def canonical(table: Any) -> Any:
    """Return doubles in the one order of memory that is worked with, no entry stored twice."""
    if not is_sparse(table):
        return np.asarray(table, dtype=np.float64, order="C")
    matrix = sp.csr_array(table, dtype=np.float64)
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    return matrix


def refuse_sparse(D: Matrix | ArrayLike, owner: str) -> None:
    """Refuse dissimilarities of which some are missing."""
    if is_sparse(D):
        message = (
            f"{owner}: in a sparse matrix of dissimilarities, missing pairs would be identical "
            f"objects. Give a dense matrix, or a graph of similarities to NormalizedCut or "
            f"RatioCut."
        )
        raise InputError(message)


def check_finite(matrix: Matrix, owner: str) -> None:
    """Refuse entries that are no numbers, naming the first, and sizes that leave no room."""
    for first, strip in strips(matrix):
        values = strip.data if is_sparse(strip) else strip
        if np.isfinite(values).all():
            continue
        table = strip.tocoo() if is_sparse(strip) else None
        wrong = np.argwhere(~np.isfinite(values))[0]
        row, column = wrong if table is None else (table.row[wrong[0]], table.col[wrong[0]])
        message = (
            f"{owner}: the entry of objects {row + first} and {column} is NaN or infinite. "
            f"Leave out objects that cannot be compared, or fill in a number."
        )
        raise InputError(message)
    size = largest(matrix)
    if size and not SMALLEST <= size <= LARGEST:
        message = (
            f"{owner}: the largest entry is {size:g}, beyond {SMALLEST:g} to {LARGEST:g}. Scale "
            f"all entries by one factor."
        )
        raise InputError(message)


def symmetric(matrix: Matrix, owner: str) -> Matrix:
    """Return (X + X') / 2, with a warning if that is not X.

    Examples
    --------
    >>> symmetric(np.array([[0.0, 1.0], [1.0, 0.0]]), "graph")
    array([[0., 1.],
           [1., 0.]])
    """
    gap, transposed = 0.0, matrix.T.tocsr() if is_sparse(matrix) else matrix.T
    for first, strip in strips(matrix):
        gap = max(gap, largest(strip - transposed[first : first + strip.shape[0]]))
    if gap == 0.0:
        return matrix
    if gap > ROUNDING * largest(matrix):
        warn(
            f"{owner}: the matrix is not symmetric (entries differ by up to {gap:.3g}); the mean "
            f"of both directions is used.",
            DataWarning,
        )
    return (matrix + transposed) / 2.0


def looks_like_distances(matrix: FloatArray) -> bool:
    """Tell whether only the diagonal is zero, and everything else positive."""
    n = len(matrix)
    return bool(n > 1 and not np.diag(matrix).any() and np.count_nonzero(matrix > 0.0) == n * n - n)


def off_diagonal_mean(matrix: FloatArray) -> FloatArray:
    """Mean of each row, the diagonal left out."""
    return np.asarray((matrix.sum(axis=1) - np.diag(matrix)) / (len(matrix) - 1))


def largest(matrix: Matrix) -> float:
    """Return the largest entry in size."""
    values = matrix.data if is_sparse(matrix) else matrix
    if values.size == 0:
        return 0.0
    return float(max(values.max(), -values.min()))


def is_sparse(matrix: Matrix) -> bool:
    """Tell whether a matrix holds only some of its entries."""
    return bool(sp.issparse(matrix))


def strips(matrix: Matrix) -> Iterator[tuple[int, Matrix]]:
    """Cut a matrix into runs of rows that fit into little memory, each with its first row."""
    n = matrix.shape[0]
    step = n if is_sparse(matrix) else max(1, STRIP // max(1, n))
    for first in range(0, n, max(1, step)):
        yield first, matrix[first : first + step]

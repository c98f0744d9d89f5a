"""In which direction clusters would fall apart, and how readily: all clusters at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.types import FloatArray

WIDTH = 16
"""Vectors that are kept for each cluster before the search begins anew from the best of them."""

ATTEMPTS = 40
"""Most new beginnings."""

NOTHING = 1e-14
"""Eigenvalue, of a matrix whose largest is 1, that is only rounding."""


class Modes(NamedTuple):
    """The largest eigenvalue of each cluster, its vector, and where that puts the rows."""

    value: FloatArray  # (n_clusters,)
    vector: FloatArray  # (n_columns, n_clusters), each of length 1
    position: FloatArray  # (n_rows, n_clusters): table @ (vector / sqrt p(y|t))


def splitting_modes(
    table: Any,
    weight: FloatArray,
    conditional: FloatArray,
    *,
    start: FloatArray | None = None,
    tol: float = 1e-6,
) -> Modes:
    """Find the largest eigenvalue of C_t for every cluster t, what is the same for all rows aside.

    C_t(y, y') = sum_x weight(x, t) table(x, y) table(x, y') / sqrt(p(y|t) p(y'|t)) is never built:
    all clusters are multiplied at once, by two products with the table.

    Parameters
    ----------
    table : array or csr_array of shape (n_rows, n_columns)
        Rows in any unit; the weights make up for it.
    weight : ndarray of shape (n_rows, n_clusters)
        What the square of a row counts for in a cluster.
    conditional : ndarray of shape (n_clusters, n_columns)
        p(y | t); zero for a cluster without mass, whose eigenvalue is then 0.
    start : ndarray of shape (n_columns, n_clusters), optional
        Vectors of a similar problem.
    tol : float
        Relative length of the residual that is accepted.
    """
    trivial = np.sqrt(conditional.T)
    unit = np.divide(1.0, trivial, out=np.zeros_like(trivial), where=trivial > 0.0)

    def apply(vector: FloatArray) -> FloatArray:
        position = np.asarray((unit * aside(vector)).T @ table.T).T  # clusters first: faster
        position *= weight
        return aside(unit * np.asarray(position.T @ table).T)

    def aside(vector: FloatArray) -> FloatArray:
        """Leave out the eigenvector that every cluster has: more or less mass for all of it."""
        return np.asarray(vector - trivial * (trivial * vector).sum(axis=0))

    if start is None:
        start = np.random.default_rng(0).standard_normal(trivial.shape)
    value, vector = leading_eigenpairs(apply, aside(start), tol)
    return Modes(value, vector, np.asarray(table @ (unit * vector)))


def leading_eigenpairs(
    apply: Callable[[FloatArray], FloatArray], start: FloatArray, tol: float
) -> tuple[FloatArray, FloatArray]:
    """Return the largest eigenvalue and its vector of many symmetric matrices, one per column.

    `apply` multiplies each column by its own matrix. No matrix may have a negative eigenvalue. The
    method is that of Lanczos, kept orthogonal, and begun anew from the best vector so far.

    Examples
    --------
    >>> scales = np.array([[3.0, 1.0], [1.0, 5.0]])  # two diagonal matrices, as columns
    >>> value, vector = leading_eigenpairs(lambda v: scales * v, np.ones((2, 2)), 1e-10)
    >>> value.round(6), np.abs(vector).round(6)
    (array([3., 5.]), array([[1., 0.],
           [0., 1.]]))
    """
    vector = start
    for _ in range(ATTEMPTS):
        value, vector, residual = _lanczos(apply, vector, tol)
        if (residual <= tol * np.maximum(value, NOTHING)).all():
            break
    return value, vector


def _lanczos(
    apply: Callable[[FloatArray], FloatArray], start: FloatArray, tol: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Best vectors in the spaces spanned by start, A start, A A start, ..."""
    width = min(WIDTH, start.shape[0])
    basis = np.zeros((width, *start.shape))
    inside = np.zeros((start.shape[1], width, width))
    basis[0] = scaled(start, np.linalg.norm(start, axis=0))
    for j in range(width):
        image = apply(basis[j])
        inside[:, j, j] = (image * basis[j]).sum(axis=0)
        for _ in range(2):  # once leaves what rounding put there
            image -= np.einsum("idk,ik->dk", basis[: j + 1], components(basis[: j + 1], image))
        length = np.linalg.norm(image, axis=0)
        length[length <= NOTHING * inside[:, j, j]] = 0.0
        values, vectors = np.linalg.eigh(inside[:, : j + 1, : j + 1])
        best = vectors[:, :, -1]
        residual = length * np.abs(best[:, -1])
        if j + 1 == width or (residual <= tol * np.maximum(values[:, -1], NOTHING)).all():
            break
        inside[:, j, j + 1] = inside[:, j + 1, j] = length
        basis[j + 1] = scaled(image, length)
    return values[:, -1], np.einsum("idk,ki->dk", basis[: j + 1], best), residual


def components(basis: FloatArray, vector: FloatArray) -> FloatArray:
    """Inner products of each column with the vectors kept for it."""
    return np.asarray(np.einsum("idk,dk->ik", basis, vector))


def scaled(vector: FloatArray, length: FloatArray) -> FloatArray:
    """Divide each column by its length; a column without length stays zero."""
    return np.divide(vector, length, out=np.zeros_like(vector), where=length > 0.0)

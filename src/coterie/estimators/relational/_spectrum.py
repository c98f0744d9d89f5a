"""The spectrum of centred dissimilarities, whole or at its ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import LinearOperator, eigsh

if TYPE_CHECKING:
    from coterie._core.types import FloatArray

FEW = 16
"""Eigenvectors that are looked for at first, where their number is to be found."""

SMALL, SHARE = 500, 0.1
"""Objects, and share of all eigenvectors, from which a few are not found by finding all."""

WANDER = 3.0
"""Three standard deviations of the extreme eigenvalues of noise, in units of n^(-2/3)."""

NOTHING = 1e-12
"""Share of the largest eigenvalue that is rounding."""

PRECISION = 1e-8
"""Residual at which an eigenvector is accepted, relative to its eigenvalue."""

EDGE, BASIS = 1e-5, 120
"""The same for the least eigenvalue, whose own error is the square of that; and how many products
are kept in mind for it, because it lies close to its neighbours."""


def few_enough(n_objects: int, n_components: int) -> bool:
    """Tell whether so few eigenvectors are found faster one by one than all together.

    Examples
    --------
    >>> few_enough(5000, 10), few_enough(50, 10)
    (True, False)
    """
    return n_objects >= SMALL and n_components <= SHARE * n_objects


def whole_spectrum(distances: FloatArray) -> tuple[float, FloatArray, FloatArray]:
    """Return the least eigenvalue of -QDQ/2 (at most 0), and all others with their vectors.

    They are descending. The constant vector, whose eigenvalue is 0, is left out: it is sent to the
    end of the spectrum, so that it does not mix with others.

    Examples
    --------
    >>> least, values, vectors = whole_spectrum(np.array([[0.0, 4.0], [4.0, 0.0]]))
    >>> least, values.round(9), np.abs(vectors).round(3).ravel()
    (0.0, array([2.]), array([0.707, 0.707]))
    """
    if len(distances) == 1:  # has the constant vector only
        return 0.0, np.zeros(1), np.ones((1, 1))
    means = distances.mean(axis=0)
    centred = distances - means - means[:, None]
    centred += means.mean()
    centred *= -0.5
    reach = float(np.abs(centred).sum(axis=1).max())  # no eigenvalue is larger
    centred -= 2.0 * reach / len(centred)
    values, vectors = eigh(centred, overwrite_a=True, check_finite=False)
    return min(0.0, float(values[1])), values[:0:-1], vectors[:, :0:-1]


def end_of_spectrum(
    distances: FloatArray, n_components: int
) -> tuple[float, FloatArray, FloatArray]:
    """Return the least eigenvalue of -QDQ/2 (at most 0), and the largest with their vectors.

    Only products with the dissimilarities are taken.

    Examples
    --------
    >>> points = np.random.default_rng(0).normal(size=(50, 1))
    >>> least, values, _ = end_of_spectrum((points - points.T) ** 2, 1)
    >>> bool(abs(least) < 1e-9), bool(abs(values[0] - 50 * points.var()) < 1e-9)
    (True, True)
    """
    n = len(distances)
    start = np.random.default_rng(0).normal(size=n)
    away = float(-np.abs(distances).sum(axis=1).max())
    values, vectors = eigsh(
        operator(distances, away), n_components, which="LA", v0=start, tol=PRECISION
    )
    order = np.argsort(values)[::-1]
    # Less the largest, the least is far from 0, where a precision relative to it would mean none.
    top = float(values[order[0]])
    lowest = eigsh(
        operator(distances, -top, top), 1, which="SA", v0=start, tol=EDGE, ncv=min(n, BASIS),
        return_eigenvectors=False,
    )  # fmt: skip
    least = float(lowest[0]) + top
    return (least if least < -NOTHING * top else 0.0), values[order], vectors[:, order]


def operator(distances: FloatArray, constant: float, less: float = 0.0) -> LinearOperator:
    """Return -QDQ/2, less the same from every eigenvalue but that of the constant vector."""

    def apply(vector: FloatArray) -> FloatArray:
        flat = vector.ravel()
        mean = flat.mean()
        found = distances @ (flat - mean)
        found -= found.mean()
        found *= -0.5
        found -= less * (flat - mean)
        return np.asarray(found + constant * mean)

    return LinearOperator(distances.shape, matvec=apply, dtype=np.float64)


def signal(n_objects: int, least: float, values: FloatArray) -> int:
    """Return how many eigenvalues are larger than noise makes them, at least one.

    Examples
    --------
    >>> signal(1000, -1.0, np.array([9.0, 1.5, 1.02, 0.9]))
    2
    """
    noise = -least * (1.0 + WANDER * n_objects ** (-2.0 / 3.0))
    noise = max(noise, NOTHING * float(values.max(initial=0.0)))
    return max(1, int(np.count_nonzero(values > noise)))


def leading_spectrum(
    distances: FloatArray, n_components: int | str | None
) -> tuple[float, FloatArray, FloatArray]:
    """Return the least eigenvalue of -QDQ/2 (at most 0), and as many of the largest as asked for.

    Examples
    --------
    >>> points = np.array([[0.0], [1.0], [3.0]])
    >>> _, values, vectors = leading_spectrum((points - points.T) ** 2, "auto")
    >>> values.round(3), vectors.shape
    (array([4.667]), (3, 1))
    """
    n = len(distances)
    wanted = FEW if n_components == "auto" else n_components
    while isinstance(wanted, int) and few_enough(n, wanted):
        least, values, vectors = end_of_spectrum(distances, wanted)
        if n_components != "auto":
            return least, values, vectors
        kept = signal(n, least, values)
        if kept < wanted:
            return least, values[:kept], vectors[:, :kept]
        wanted *= 2
    least, values, vectors = whole_spectrum(distances)
    kept = values.size
    if n_components == "auto":
        kept = signal(n, least, values)
    elif isinstance(n_components, int):
        kept = min(n_components, kept)
    return least, values[:kept], vectors[:, :kept]

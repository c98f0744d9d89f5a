"""The path-based distance: how long the longest step on the best path is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie import kernels
from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray

OWNER = "path_distances"


def path_distances(distances: ArrayLike) -> FloatArray:
    """Return for each pair the least that the longest step on a path between the two can be.

    Points are near when a chain of near points leads from one to the other, so that groups of any
    shape hold together.

    Parameters
    ----------
    distances : array-like of shape (n_points, n_points)
        Symmetric; an infinite distance is a step that is never taken. The diagonal is left aside.

    Returns
    -------
    ndarray of shape (n_points, n_points)
        Symmetric, 0 on the diagonal, infinite where no path leads.

    Notes
    -----
    Implements [VAL 19, GRA §3]. The longest step on the best path is the largest edge between the
    two on the minimum spanning tree, which is the height at which single linkage joins them. It is
    an ultrametric, and rescaling the distances by a growing function rescales it alike. Time and
    memory grow as n_points squared.

    Examples
    --------
    >>> from coterie.similarity import path_distances
    >>> path_distances([[0, 1, 5], [1, 0, 2], [5, 2, 0]])
    array([[0., 1., 2.],
           [1., 0., 2.],
           [2., 2., 0.]])
    """
    table = np.ascontiguousarray(distances, dtype=np.float64)
    check_square(table, OWNER)
    return filled(*visited(table))


def visited(table: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the order in which the spanning tree grows, and the gap before each object."""
    n = len(table)
    order, gaps = np.empty(n, np.int64), np.empty(n)
    kernels.visit_nearest(table, order, gaps, np.empty(n, np.int64), np.empty(n))
    return order, gaps


def filled(order: IntArray, gaps: FloatArray) -> FloatArray:
    """Return for each pair the largest gap between them in the order."""
    n = order.size
    found = np.empty((n, n))
    row = np.empty(n)
    for place, current in enumerate(order):
        row[place] = 0.0
        np.maximum.accumulate(gaps[place + 1 :], out=row[place + 1 :])
        np.maximum.accumulate(gaps[place:0:-1], out=row[:place][::-1])
        found[current, order] = row
    return found


def check_square(table: Any, owner: str) -> None:
    """Refuse what is no symmetric table of numbers."""
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        message = f"{owner}: the table has shape {table.shape}, not one row and column per object."
        raise InputError(message)
    wrong = np.count_nonzero(np.isnan(table))
    if wrong:
        message = f"{owner}: {wrong} entries are NaN. Fill them, or give inf for far apart."
        raise InputError(message)
    if not np.array_equal(table, table.T):
        message = f"{owner}: the table is not symmetric. Give (D + D.T) / 2, or np.minimum(D, D.T)."
        raise InputError(message)

"""The path-based distance: how long the longest step on the best path is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie import kernels
from coterie._core.errors import InputError
from coterie.similarity._correlation import mirrored

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray, Matrix

OWNER = "path_distances"
CROOKED = f"{OWNER}: the distances are not symmetric. Give (D + D.T) / 2, or the lesser of the two."
STRIP = 64
"""Rows that are compared with columns while both are near in memory."""

ROUNDING = 1e-10
"""Share by which two directions may differ that were summed in another order."""


def path_distances(distances: Matrix | ArrayLike) -> Matrix:
    """Return for each pair the least that the longest step on a path between the two can be.

    Points are near when a chain of near points leads from one to the other, so that groups of any
    shape hold together.

    Parameters
    ----------
    distances : array-like or sparse matrix of shape (n_points, n_points)
        Symmetric; an infinite distance is a step that is never taken, and so is one that a sparse
        matrix does not store. The diagonal is left aside.

    Returns
    -------
    ndarray or csr_array of shape (n_points, n_points)
        Symmetric, 0 on the diagonal, infinite where no path leads. Of a sparse matrix, the pairs
        that it stores.

    Notes
    -----
    Implements [VAL 19, GRA §3]. The longest step on the best path is the largest edge between the
    two on the minimum spanning tree, which is the height at which single linkage joins them. It is
    an ultrametric, and rescaling the distances by a growing function rescales it alike. Time and
    memory grow as n_points squared; for a sparse matrix, time as m log m for m stored distances.
    Along the graph of `neighbor_graph` no distance is less than along all pairs; they are equal if
    the graph holds a minimum spanning tree.

    Examples
    --------
    >>> from coterie.similarity import path_distances
    >>> path_distances([[0, 1, 5], [1, 0, 2], [5, 2, 0]])
    array([[0., 1., 2.],
           [1., 0., 2.],
           [2., 2., 0.]])
    """
    if sp.issparse(distances):
        return along_edges(distances)
    table = np.ascontiguousarray(distances, dtype=np.float64)
    check_square(table.shape, table)
    if not all(
        np.array_equal(table[i : i + STRIP, i:], table[i:, i : i + STRIP].T)
        for i in range(0, len(table), STRIP)
    ):
        if not np.allclose(table, table.T, rtol=ROUNDING, atol=0.0):
            raise InputError(CROOKED)
        table = mirrored(table.copy())
    n = len(table)
    order, gaps, found = np.empty(n, np.int64), np.empty(n), np.empty((n, n))
    kernels.visit_nearest(table, order, gaps, np.empty(n, np.int64), np.empty(n))
    kernels.fill_largest(order, gaps, found)
    return found


def along_edges(distances: Matrix) -> sp.csr_array:
    """Return the path distances of the pairs that are stored."""
    graph: Any = sp.csr_array(distances, dtype=np.float64, copy=True)
    graph.sum_duplicates()
    check_square(graph.shape, graph.data)
    mirror: Any = graph.T.tocsr()
    mirror.sort_indices()
    placed = all(
        np.array_equal(getattr(graph, part), getattr(mirror, part))
        for part in ("indptr", "indices")
    )
    if not placed or not np.allclose(graph.data, mirror.data, rtol=ROUNDING, atol=0.0):
        raise InputError(CROOKED)
    n = graph.shape[0]
    rows, columns = np.repeat(np.arange(n), np.diff(graph.indptr)), graph.indices
    edges = np.flatnonzero(rows < columns)
    edges = edges[np.argsort(graph.data[edges], kind="stable")]
    order, gaps = np.empty(n, np.int64), np.empty(n)
    kernels.join_nearest(
        rows[edges], columns[edges], graph.data[edges], order, gaps,
        np.empty(n, np.int64), np.empty(n, np.int64),
    )  # fmt: skip
    place = np.empty(n, np.int64)
    place[order] = np.arange(n)
    here, there = place[rows], place[columns]
    apart = here != there
    lengths = np.zeros(rows.size)
    lengths[apart] = largest_between(gaps[order], here[apart], there[apart])
    return sp.csr_array((lengths, columns, graph.indptr), shape=graph.shape)


def largest_between(gaps: FloatArray, here: IntArray, there: IntArray) -> FloatArray:
    """Return the largest gap behind one place up to another, by maxima over powers of two."""
    first, last = np.minimum(here, there) + 1, np.maximum(here, there)
    level = np.frexp(last - first + 1)[1] - 1
    found = np.empty(here.size)
    for power in range(int(level.max(initial=-1)) + 1):
        width = 2**power
        at = np.flatnonzero(level == power)
        found[at] = np.maximum(gaps[first[at]], gaps[last[at] - width + 1])
        gaps = np.maximum(gaps[:-width], gaps[width:])
    return found


def check_square(shape: tuple[int, ...], values: FloatArray) -> None:
    """Refuse what is no table of the distances of pairs."""
    if len(shape) != 2 or shape[0] != shape[1]:
        message = (
            f"{OWNER}: the distances have shape {shape}, but each point needs one to each: give a "
            f"square matrix."
        )
        raise InputError(message)
    wrong = np.count_nonzero(np.isnan(values))
    if wrong:
        message = f"{OWNER}: {wrong} distances are NaN. Fill them, or give inf for far apart."
        raise InputError(message)

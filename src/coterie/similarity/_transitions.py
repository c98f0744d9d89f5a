"""From distances to a random walk: near points are visited often, far ones hardly ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError, some

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import BoolArray, FloatArray, Matrix


def transition_matrix(
    distances: Matrix | ArrayLike,
    *,
    sharpness: float = 1.0,
    n_neighbors: int = 5,
    owner: str = "transition_matrix",
) -> Matrix:
    """Return the random walk whose steps grow rarer exponentially with the distance.

    Parameters
    ----------
    distances : array-like or sparse matrix of shape (n_points, n_points)
        Row j holds the distances from point j. They need be neither symmetric nor a metric; an
        infinite one is a step that is never taken. Of a sparse matrix only what is stored can be
        stepped to, and the point itself, at distance 0 unless its diagonal says otherwise.
    sharpness : float, default=1.0
        How sharply the probability falls with the distance.
    n_neighbors : int, default=5
        The unit of distance of a point is its mean distance to so many nearest others, or to all
        that it can step to where there are fewer.
    owner : str
        Name that messages begin with.

    Returns
    -------
    ndarray or csr_array of shape (n_points, n_points)
        Rows sum to 1.

    Notes
    -----
    Implements [IB 5.1, IB 5.2]. Where the nearest others are all at distance 0, the step goes to
    one of the points at distance 0, each alike: the limit of a vanishing unit. A point that can
    step to no other stays where it is.

    Examples
    --------
    >>> from coterie.similarity import transition_matrix
    >>> transition_matrix([[0, 1, 4], [1, 0, 2], [4, 2, 0]], n_neighbors=1).round(3)
    array([[0.721, 0.265, 0.013],
           [0.245, 0.665, 0.09 ],
           [0.09 , 0.245, 0.665]])
    """
    check_settings(sharpness, n_neighbors, owner)
    if sp.issparse(distances):
        graph = canonical(distances)
        check_square(graph, owner)
        check_entries(graph.data, owner)
        graph = with_diagonal(graph)
        own = entry_rows(graph) == graph.indices
        return sparse_steps(graph, own, sharpness, n_neighbors, owner)
    table = np.asarray(distances, np.float64)
    check_square(table, owner)
    check_entries(table, owner)
    others = table.copy()
    np.fill_diagonal(others, np.inf)
    return steps(table, unit(others, n_neighbors), sharpness, owner)


def first_steps(
    distances: Matrix | ArrayLike,
    *,
    sharpness: float = 1.0,
    n_neighbors: int = 5,
    owner: str = "first_steps",
) -> Matrix:
    """Return the first step of new points: row j holds the distances of one to all old points.

    A new point on top of an old one steps as that does: the old one is not its own neighbour.

    Examples
    --------
    >>> first_steps([[0, 1, 4]], n_neighbors=1).round(3)  # as the first row above
    array([[0.721, 0.265, 0.013]])
    """
    if sp.issparse(distances):
        graph = canonical(distances)
        check_entries(graph.data, owner)
        return sparse_steps(graph, first_zeros(graph), sharpness, n_neighbors, owner)
    table = np.asarray(distances, np.float64)
    check_entries(table, owner)
    others = table.copy()
    on_top = np.flatnonzero(table.min(axis=1) == 0.0)
    others[on_top, table[on_top].argmin(axis=1)] = np.inf
    return steps(table, unit(others, n_neighbors), sharpness, owner)


def steps(table: FloatArray, units: FloatArray, sharpness: float, owner: str) -> FloatArray:
    """Return exp(-sharpness distance / unit), each row summing to 1 [IB 5.1]."""
    nearest = table.min(axis=1, keepdims=True)
    check_ways_out(nearest, owner)
    walk = exponents(table - nearest, units[:, None], sharpness)
    np.exp(walk, out=walk)
    walk /= walk.sum(axis=1, keepdims=True)
    return walk


def exponents(distances: FloatArray, units: FloatArray, sharpness: float) -> FloatArray:
    """Return -sharpness distance / unit; where the unit is 0, every distance but 0 is infinite."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found = distances / units
    found[distances == 0.0] = 0.0
    found *= -sharpness
    return found


def unit(others: FloatArray, n_neighbors: int) -> FloatArray:
    """Return the mean distance to the nearest others that are not infinitely far [IB 5.2]."""
    size = min(n_neighbors, others.shape[1])
    nearest = np.partition(others, size - 1, axis=1)[:, :size]
    near = np.isfinite(nearest)
    return np.asarray(np.where(near, nearest, 0.0).sum(axis=1) / np.maximum(near.sum(axis=1), 1))


def sparse_steps(
    graph: sp.csr_array, own: BoolArray, sharpness: float, n_neighbors: int, owner: str
) -> sp.csr_array:
    """Return the same for stored distances; those to a point itself do not count for its unit."""
    rows, far = entry_rows(graph), graph.data
    others = np.flatnonzero(~own & np.isfinite(far))
    order = others[np.lexsort((far[others], rows[others]))]
    place = np.arange(order.size) - np.searchsorted(rows[order], rows[order])
    nearest = order[place < n_neighbors]
    sizes = np.bincount(rows[nearest], minlength=graph.shape[0])
    sums = np.bincount(rows[nearest], far[nearest], minlength=graph.shape[0])
    units = sums / np.maximum(sizes, 1)
    least = np.full(graph.shape[0], np.inf)
    np.minimum.at(least, rows, far)
    check_ways_out(least, owner)
    weights = np.exp(exponents(far - least[rows], units[rows], sharpness))
    weights /= np.bincount(rows, weights)[rows]
    walk = sp.csr_array((weights, graph.indices, graph.indptr), shape=graph.shape)
    walk.eliminate_zeros()
    return walk


def with_diagonal(graph: sp.csr_array) -> sp.csr_array:
    """Store the distance of each point to itself, 0 where there was none."""
    rows, points = entry_rows(graph), np.arange(graph.shape[0])
    away = rows != graph.indices
    data = np.concatenate([graph.data[away], graph.diagonal()])
    place = (
        np.concatenate([rows[away], points]), np.concatenate([graph.indices[away], points])
    )  # fmt: skip
    stored: sp.csr_array = sp.coo_array((data, place), shape=graph.shape).tocsr()
    return stored


def first_zeros(graph: sp.csr_array) -> BoolArray:
    """Mark the first stored 0 of each row."""
    zeros = np.flatnonzero(graph.data == 0.0)
    found = np.zeros(graph.nnz, dtype=bool)
    found[zeros[np.unique(entry_rows(graph)[zeros], return_index=True)[1]]] = True
    return found


def canonical(distances: Matrix) -> sp.csr_array:
    """Return stored distances row by row, sorted, none twice."""
    graph: Any = sp.csr_array(distances, dtype=np.float64)
    if not graph.has_canonical_format:
        graph = graph.copy()
        graph.sum_duplicates()
    return sp.csr_array(graph)


def entry_rows(graph: sp.csr_array) -> Any:
    """Return the row of each stored entry."""
    return np.repeat(np.arange(graph.shape[0]), np.diff(graph.indptr))


def check_entries(values: FloatArray, owner: str) -> None:
    """Refuse what cannot be a distance."""
    for wrong, words, cure in (
        (np.isnan(values), "NaN", "Fill them, or give inf for steps that are never taken."),
        (values < 0.0, "negative", "Negative values in data may be similarities: convert them."),
    ):
        count = np.count_nonzero(wrong)
        if count:
            message = f"{owner}: {count} distances are {words}. {cure}"
            raise InputError(message)


def check_square(table: Matrix, owner: str) -> None:
    """Refuse what does not have a row and a column for each point."""
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        message = (
            f"{owner}: the distances have shape {table.shape}, but each point needs a row and a "
            f"column: give a square matrix."
        )
        raise InputError(message)


def check_ways_out(nearest: FloatArray, owner: str) -> None:
    """Refuse points from which every step, that to themselves too, is infinitely long."""
    lost = np.flatnonzero(~np.isfinite(nearest))
    if lost.size:
        message = (
            f"{owner}: {lost.size} points are infinitely far from all (first: "
            f"{some(lost.tolist())}), so nowhere to go. Drop them."
        )
        raise InputError(message)


def check_settings(sharpness: float, n_neighbors: int, owner: str) -> None:
    """Refuse numbers that make no walk."""
    if not 0.0 < sharpness < np.inf:
        message = f"{owner}: sharpness={sharpness} must be a finite number > 0."
        raise InputError(message)
    if n_neighbors < 1:
        message = f"{owner}: n_neighbors={n_neighbors} must be at least 1."
        raise InputError(message)

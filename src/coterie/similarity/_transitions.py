"""From distances to a random walk: near points are visited often, far ones hardly ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError, some

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, Matrix

OWNER = "transition_matrix"


def transition_matrix(
    distances: Matrix | ArrayLike, *, sharpness: float = 1.0, n_neighbors: int = 5
) -> Matrix:
    """Return the random walk whose steps grow rarer exponentially with the distance.

    Parameters
    ----------
    distances : array-like or sparse matrix of shape (n_points, n_points)
        Row j holds the distances from point j. They need be neither symmetric nor a metric; an
        infinite one is a step that is never taken. Of a sparse matrix only what is stored can be
        stepped to, and the point itself, at distance 0.
    sharpness : float, default=1.0
        How sharply the probability falls with the distance.
    n_neighbors : int, default=5
        The unit of distance of a point is its mean distance to so many nearest others.

    Returns
    -------
    ndarray or csr_array of shape (n_points, n_points)
        Rows sum to 1.

    Notes
    -----
    Implements [IB 5.1, IB 5.2]. Where the nearest others are all at distance 0, the step goes to
    one of the points at distance 0, each alike: the limit of a vanishing unit.

    Examples
    --------
    >>> from coterie.similarity import transition_matrix
    >>> transition_matrix([[0, 1, 4], [1, 0, 2], [4, 2, 0]], n_neighbors=1).round(3)
    array([[0.721, 0.265, 0.013],
           [0.245, 0.665, 0.09 ],
           [0.09 , 0.245, 0.665]])
    """
    if sp.issparse(distances):
        return sparse_walk(checked_sparse(distances), sharpness, n_neighbors)
    table = np.asarray(distances, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        message = (
            f"{OWNER}: the distances have shape {table.shape}, but each point needs one to each: "
            f"give a square matrix."
        )
        raise InputError(message)
    check_entries(table)
    check_number(n_neighbors, table.shape[0])
    others = table.copy()
    np.fill_diagonal(others, np.inf)
    return steps(table, unit(others, n_neighbors), sharpness)


def first_steps(
    distances: Matrix | ArrayLike, *, sharpness: float = 1.0, n_neighbors: int = 5
) -> FloatArray:
    """Return the first step of new points: row j holds the distances of one to all old points."""
    table: Any = distances
    if sp.issparse(table):
        graph = checked_sparse(table, square=False)
        table = np.full(graph.shape, np.inf)
        rows = np.repeat(np.arange(graph.shape[0]), np.diff(graph.indptr))
        table[rows, graph.indices] = graph.data
    table = np.asarray(table, dtype=np.float64)
    check_entries(table)
    return steps(table, unit(table, n_neighbors), sharpness)


def steps(table: FloatArray, units: FloatArray, sharpness: float) -> FloatArray:
    """Return exp(-sharpness distance / unit), each row summing to 1 [IB 5.1]."""
    nearest = table.min(axis=1, keepdims=True)
    if not np.isfinite(nearest).all():
        message = f"{OWNER}: a point has no finite distance, so nowhere to go. Drop it."
        raise InputError(message)
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
    """Return the mean distance to the nearest others [IB 5.2]."""
    nearest = np.partition(others, n_neighbors - 1, axis=1)[:, :n_neighbors]
    units = np.asarray(nearest.mean(axis=1))
    check_units(units, n_neighbors)
    return units


def sparse_walk(graph: sp.csr_array, sharpness: float, n_neighbors: int) -> sp.csr_array:
    """Return the walk along stored distances, with the point itself at distance 0."""
    n_points = graph.shape[0]
    check_number(n_neighbors, n_points)
    sizes = np.diff(graph.indptr)
    if sizes.min() < n_neighbors:
        few = np.flatnonzero(sizes < n_neighbors)
        message = (
            f"{OWNER}: {few.size} points have fewer than n_neighbors={n_neighbors} stored "
            f"distances to others (first: {some(few.tolist())}). Store more, or lower n_neighbors."
        )
        raise InputError(message)
    rows = np.repeat(np.arange(n_points), sizes)
    rising = graph.data[np.lexsort((graph.data, rows))]
    units = rising[graph.indptr[:-1, None] + np.arange(n_neighbors)].mean(axis=1)
    check_units(units, n_neighbors)
    weights = np.exp(exponents(graph.data, units[rows], sharpness))
    share = 1.0 / (1.0 + np.bincount(rows, weights, minlength=n_points))
    away = sp.csr_array((weights * share[rows], graph.indices, graph.indptr), shape=graph.shape)
    return sp.csr_array(away + sp.diags_array(share))


def checked_sparse(distances: Matrix, *, square: bool = True) -> sp.csr_array:
    """Return stored distances in canonical form, the diagonal left out of a square matrix."""
    graph: Any = sp.csr_array(distances, dtype=np.float64)
    if square and graph.shape[0] != graph.shape[1]:
        message = (
            f"{OWNER}: the distances have shape {graph.shape}, but each point needs a row and a "
            f"column: give a square matrix."
        )
        raise InputError(message)
    check_entries(graph.data)
    graph = graph.copy()
    graph.sum_duplicates()
    if square:
        rows = np.repeat(np.arange(graph.shape[0]), np.diff(graph.indptr))
        away = rows != graph.indices
        bounds = np.searchsorted(rows[away], np.arange(graph.shape[0] + 1))
        parts = (graph.data[away], graph.indices[away], bounds)
        graph = sp.csr_array(parts, shape=graph.shape)
    return sp.csr_array(graph)


def check_entries(values: FloatArray) -> None:
    """Refuse what cannot be a distance."""
    for wrong, words, cure in (
        (np.isnan(values), "NaN", "Fill them, or give inf for steps that are never taken."),
        (values < 0.0, "negative", "A similarity must be turned into a distance first."),
    ):
        count = np.count_nonzero(wrong)
        if count:
            message = f"{OWNER}: {count} distances are {words}. {cure}"
            raise InputError(message)


def check_number(n_neighbors: int, n_points: int) -> None:
    """Refuse to take the mean over more others than there are."""
    if n_neighbors >= n_points:
        message = (
            f"{OWNER}: n_neighbors={n_neighbors} must be less than the number of points "
            f"(n_samples={n_points}), for a point is not its own neighbour. Lower it."
        )
        raise InputError(message)


def check_units(units: FloatArray, n_neighbors: int) -> None:
    """Refuse points whose unit of distance is infinite."""
    lost = np.flatnonzero(~np.isfinite(units))
    if lost.size:
        message = (
            f"{OWNER}: {lost.size} points have fewer than n_neighbors={n_neighbors} others at a "
            f"finite distance (first: {some(lost.tolist())}). Lower n_neighbors, or drop them."
        )
        raise InputError(message)

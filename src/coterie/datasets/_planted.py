"""Counts drawn from a known partition of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie._core.random import RandomState, generator
from coterie.datasets._dataset import Dataset

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from coterie._core.types import FloatArray, IntArray, Matrix

DRAWS_PER_BLOCK = 2**22
"""Draws held one by one before they are added up; bounds the memory beside the counts."""


def make_counts(
    n_rows: int = 1000,
    n_columns: int = 500,
    *,
    n_clusters: int = 5,
    depth: float = 50.0,
    concentration: float = 1.0,
    popularity: float = 1.0,
    random_state: RandomState = None,
) -> Dataset:
    """Draw a sparse count matrix with planted clusters of rows.

    Every row belongs to one of the clusters, which are of the same size up to one row, and draws
    its counts from the distribution of its cluster over the columns. Works block by block, so that
    a million rows need little more memory than the result.

    Parameters
    ----------
    n_rows, n_columns : int
        Shape of the matrix.
    n_clusters : int, default=5
        Number of clusters.
    depth : float, default=50.0
        Mean total of a row, at least 1. No row is empty.
    concentration : float, default=1.0
        How alike the clusters are: near 0 each has columns of its own, and they grow together as
        it becomes large.
    popularity : float, default=1.0
        How unequal the columns are: 0 makes all equally likely on average; 1 is Zipf's law, as for
        words.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from.

    Returns
    -------
    Dataset
        Counts as a csr_array of int32 with the planted labels as target; ``details`` holds
        ``"conditional"``, the distribution of each cluster over the columns.

    See Also
    --------
    make_mixture : Given distributions instead of drawn ones.

    Notes
    -----
    The distribution of a cluster is proportional to ``j^-popularity * g_j`` for a random order of
    the columns j, with g_j from a gamma distribution of shape `concentration`. The total of a row
    is one more than a Poisson draw.

    Examples
    --------
    >>> from coterie.datasets import make_counts
    >>> planted = make_counts(1000, 200, n_clusters=4, depth=30, random_state=0)
    >>> planted
    Dataset(1000 x 200, 4 classes)
    >>> planted.details["conditional"].sum(axis=1).round(12).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    check_sizes(n_rows, n_columns, n_clusters)
    if depth < 1 or concentration <= 0:
        message = (
            f"depth={depth} must be at least 1, so that no row is empty, and "
            f"concentration={concentration} must be positive."
        )
        raise InputError(message)
    random = generator(random_state)
    conditional = drawn_distributions(n_clusters, n_columns, concentration, popularity, random)
    labels = random.permutation(np.arange(n_rows) % n_clusters)
    totals = 1 + random.poisson(depth - 1, size=n_rows)
    return planted(drawn_counts(labels, totals, conditional, random), labels, conditional)


def make_mixture(
    weights: ArrayLike,
    conditional: ArrayLike,
    row_shares: ArrayLike,
    n_draws: int,
    *,
    draws_per_row: int = 0,
    random_state: RandomState = None,
) -> Dataset:
    """Draw counts from a mixture with given parameters.

    Every row draws its cluster; then each draw picks a row by its share and a column from the
    distribution of the cluster of that row.

    Parameters
    ----------
    weights : array of shape (n_clusters,)
        Probability of each cluster for a row.
    conditional : array of shape (n_clusters, n_columns)
        Distribution of each cluster over the columns.
    row_shares : array of shape (n_rows,)
        Probability of each row for a draw.
    n_draws : int
        How many draws pick their row.
    draws_per_row : int, default=0
        Draws that each row has besides; 1 keeps rows from staying empty.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from.

    Returns
    -------
    Dataset
        Counts as a csr_array of int32 with the drawn clusters as target; ``details`` holds
        ``"conditional"``.

    See Also
    --------
    mixture_parameters : Parameters that belong to labelled counts.

    Notes
    -----
    The generator of [IB E-06]: `weights` is pi(c), `conditional` theta(y|c), `row_shares` gamma(x).

    Examples
    --------
    >>> from coterie.datasets import make_mixture
    >>> planted = make_mixture([0.5, 0.5], [[0.9, 0.1], [0.1, 0.9]], [0.25] * 4, 80, random_state=0)
    >>> planted.data.shape, int(planted.data.sum())
    ((4, 2), 80)
    """
    pi, theta, gamma = (
        checked_distributions(name, values)
        for name, values in (
            ("weights", weights),
            ("conditional", conditional),
            ("row_shares", row_shares),
        )
    )
    if (pi.ndim, theta.ndim, gamma.ndim) != (1, 2, 1) or len(pi) != len(theta):
        message = (
            f"weights, conditional, row_shares: shapes {pi.shape}, {theta.shape}, {gamma.shape} do "
            "not fit; give (n_clusters,), (n_clusters, n_columns), (n_rows,)."
        )
        raise InputError(message)
    random = generator(random_state)
    labels = random.choice(len(pi), size=len(gamma), p=pi)
    totals = random.multinomial(n_draws, gamma) + draws_per_row
    return planted(drawn_counts(labels, totals, theta, random), labels, theta)


def mixture_parameters(
    counts: Matrix | ArrayLike, labels: ArrayLike
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the parameters of `make_mixture` that belong to labelled counts.

    Parameters
    ----------
    counts : array or sparse matrix of shape (n_rows, n_columns)
        What was counted.
    labels : array of shape (n_rows,)
        The cluster of each row, counted from 0.

    Returns
    -------
    weights, conditional, row_shares : ndarray
        Share of the rows in each cluster; pooled counts of each cluster, scaled to sum to 1; share
        of each row in all counts.

    Notes
    -----
    The estimates of [IB E-06].

    Examples
    --------
    >>> from coterie.datasets import mixture_parameters
    >>> weights, conditional, row_shares = mixture_parameters([[3, 1], [1, 3], [0, 2]], [0, 1, 1])
    >>> conditional.round(3).tolist(), row_shares.tolist()
    ([[0.75, 0.25], [0.167, 0.833]], [0.4, 0.4, 0.2])
    """
    given: Any = counts
    table, members = sp.csr_array(given), np.asarray(labels)
    sizes = np.bincount(members)
    indicator = sp.csr_array((np.ones(len(members)), (members, np.arange(len(members)))))
    pooled = (indicator @ table).toarray().astype(np.float64)
    rows = np.asarray(table.sum(axis=1), dtype=np.float64)
    empty = np.flatnonzero(pooled.sum(axis=1) == 0)
    if len(empty):
        message = f"labels: cluster {empty[0]} has no counts; number them from 0 without gaps."
        raise InputError(message)
    return sizes / sizes.sum(), pooled / pooled.sum(axis=1, keepdims=True), rows / rows.sum()


def drawn_distributions(
    n_clusters: int,
    n_columns: int,
    concentration: float,
    popularity: float,
    random: np.random.Generator,
) -> FloatArray:
    """Draw a distribution over the columns for each cluster."""
    ranks = random.permutation(n_columns) + 1.0
    masses = random.gamma(concentration, size=(n_clusters, n_columns)) * ranks**-popularity
    masses[:, 0] += np.finfo(float).tiny  # at tiny concentrations every draw can be zero
    masses /= masses.sum(axis=1, keepdims=True)
    return np.asarray(masses)


def drawn_counts(
    labels: IntArray, totals: IntArray, conditional: FloatArray, random: np.random.Generator
) -> sp.csr_array:
    """Draw the given total for each row from the distribution of its cluster."""
    bounds = np.concatenate([[0], np.cumsum(totals)])
    index_type = np.int32 if bounds[-1] < 2**31 else np.int64
    columns = np.empty(bounds[-1], dtype=np.int32)
    counts = np.empty(bounds[-1], dtype=np.int32)
    starts = np.zeros(len(labels) + 1, dtype=index_type)
    cumulative = np.cumsum(conditional, axis=1)
    cumulative /= cumulative[:, -1:]
    first, filled = 0, 0
    while first < len(labels):
        within = np.searchsorted(bounds, bounds[first] + DRAWS_PER_BLOCK, side="right") - 1
        last = min(max(first + 1, int(within)), len(labels))
        block = added_up(labels[first:last], totals[first:last], cumulative, random)
        end = filled + block.nnz
        columns[filled:end], counts[filled:end] = block.indices, block.data
        starts[first + 1 : last + 1] = filled + block.indptr[1:]
        first, filled = last, end
    shape = (len(labels), conditional.shape[1])
    return sp.csr_array((counts[:filled], columns[:filled], starts), shape=shape)


def added_up(
    labels: IntArray, totals: IntArray, cumulative: FloatArray, random: np.random.Generator
) -> sp.csr_array:
    """Draw one block of rows."""
    cluster_of_draw = np.repeat(labels, totals)
    order = np.argsort(cluster_of_draw, kind="stable")
    sizes = np.bincount(cluster_of_draw, minlength=len(cumulative))
    uniforms = random.random(len(order))
    columns = np.empty(len(order), dtype=np.int32)
    end = 0
    for cluster in np.flatnonzero(sizes):
        start, end = end, end + sizes[cluster]
        columns[order[start:end]] = np.searchsorted(
            cumulative[cluster], uniforms[start:end], side="right"
        )
    bounds = np.concatenate([[0], np.cumsum(totals)]).astype(np.int32)
    ones = np.ones(len(order), dtype=np.int32)
    block = sp.csr_array((ones, columns, bounds), shape=(len(labels), cumulative.shape[1]))
    block.sum_duplicates()
    return block


def planted(counts: sp.csr_array, labels: IntArray, conditional: FloatArray) -> Dataset:
    """Give drawn counts their names."""
    n_rows, n_columns = counts.shape
    n_clusters = len(conditional)
    return Dataset(
        data=counts,
        row_names=numbered("row", n_rows),
        column_names=numbered("column", n_columns),
        target=labels.astype(np.int64),
        target_names=numbered("cluster", n_clusters),
        description=f"{n_rows} x {n_columns} counts with {n_clusters} planted clusters of rows.",
        details={"conditional": conditional},
    )


def numbered(noun: str, size: int) -> NDArray[np.str_]:
    """Return names of the same width, so that they sort by number."""
    width = len(str(size - 1))
    return np.array([f"{noun} {number:0{width}d}" for number in range(size)])


def check_sizes(n_rows: int, n_columns: int, n_clusters: int) -> None:
    """Refuse shapes that cannot hold the clusters."""
    if not (1 <= n_clusters <= n_rows and n_columns >= 1):
        message = (
            f"n_rows={n_rows}, n_columns={n_columns}, n_clusters={n_clusters}: each must be at "
            "least 1, and there cannot be more clusters than rows."
        )
        raise InputError(message)


def checked_distributions(name: str, values: Any) -> FloatArray:
    """Return the array if it sums to 1 along the last axis."""
    array = np.array(values, dtype=np.float64)
    # room for parameters that were written down with a few digits fewer than a double has
    if not (np.all(array >= 0) and np.allclose(array.sum(axis=-1), 1.0, rtol=0, atol=1e-8)):
        message = f"{name}: must be >= 0 and sum to 1 along the last axis; divide by the sum."
        raise InputError(message)
    array /= array.sum(axis=-1, keepdims=True)
    return array

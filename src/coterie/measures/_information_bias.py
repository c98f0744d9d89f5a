"""How much of the information in a table of counts is there by accident."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.errors import InputError
from coterie._core.random import RandomState, generator
from coterie.measures._mutual_information import mutual_information
from coterie.measures._tables import Table, TableLike, as_masses, entries, margin
from coterie.measures._terms import xlogx
from coterie.measures._units import nats_per_unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.types import FloatArray, IntArray

METHODS = ("permutation", "analytic", "entries")


class InformationBias(NamedTuple):
    """Information that a table of counts has by accident, and what remains without it."""

    bias: float
    corrected: float
    standard_error: float


def information_bias(
    counts: TableLike,
    *,
    method: str = "permutation",
    n_permutations: int = 20,
    random_state: RandomState = None,
    base: float | None = None,
) -> InformationBias:
    """Estimate by how much the information of a table of counts is too high.

    A table of counts is a sample, and accidents of the sample look like information: the fewer
    counts for each cell, the more.

    Parameters
    ----------
    counts : array-like of shape (n_x, n_y), or sparse matrix
        Whole counts.
    method : {"permutation", "analytic", "entries"}, default="permutation"
        "permutation" deals the column of each single count out anew, so that both margins stay and
        nothing else does, and averages the information of such tables. "analytic" is the first
        term of the expansion for large samples, (n_x - 1)(n_y - 1) / 2N, over the rows and columns
        that have a count at all. "entries" moves whole entries of the table about, as the
        literature has it to the letter; it does not estimate the bias, and is here for comparison.
    n_permutations : int, default=20
        Tables to average over.
    random_state : int, Generator, RandomState or None
        Seed of the permutations.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    InformationBias
        Named tuple of ``bias``, ``corrected`` (the information of the table less the bias; below
        zero where there is less than chance would give) and ``standard_error`` (of the bias, from
        the spread of the permutations; 0 for "analytic").

    See Also
    --------
    mutual_information : The information itself.

    Notes
    -----
    The corrections of [IB §4.1]. Both answer for a table without any dependence. Where rows and
    columns do depend, most cells of a row are rarer than the margins say, and the permutation is
    a little too high. The analytic term needs several counts in most cells; on sparse tables it is
    far too high, more even than the information itself, and the permutation is the one to believe.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.measures import information_bias, mutual_information
    >>> noise = np.random.default_rng(0).poisson(2.0, size=(20, 30))
    >>> found = information_bias(noise, random_state=0)
    >>> round(mutual_information(noise), 2), round(found.bias, 2), round(found.corrected, 2)
    (0.26, 0.26, -0.0)
    """
    table = _checked(counts, method, n_permutations)
    information = mutual_information(table)
    if method == "analytic":
        seen = [np.count_nonzero(margin(table, axis)) for axis in (0, 1)]
        bias = float((seen[0] - 1) * (seen[1] - 1) / (2.0 * table.sum()))
        error = 0.0
    else:
        found = _informations(table, method, n_permutations, generator(random_state))
        bias, error = float(np.mean(found)), float(np.std(found) / np.sqrt(len(found)))
    unit = nats_per_unit(base)
    return InformationBias(bias / unit, (information - bias) / unit, error / unit)


def _checked(counts: TableLike, method: str, n_permutations: int) -> Table:
    if method not in METHODS:
        allowed = ", ".join(map(repr, METHODS))
        message = f"information_bias: method={method!r} must be one of {allowed}."
        raise InputError(message)
    if not (isinstance(n_permutations, int | np.integer) and n_permutations >= 1):
        message = f"information_bias: n_permutations={n_permutations!r} must be an integer >= 1."
        raise InputError(message)
    table = as_masses(counts, "counts", ndim=2)
    held = entries(table)
    broken = held[held != np.floor(held)]
    if broken.size:
        message = (
            f"counts: the bias depends on the number of counts, so they must be whole, but there "
            f"is {broken.flat[0]}. Give the counts before they were scaled or normalised."
        )
        raise InputError(message)
    return table


def _informations(
    table: Table, method: str, n_permutations: int, rng: np.random.Generator
) -> list[float]:
    """Information of tables that are like the given one in part."""
    if method == "entries":
        cells = np.asarray(table if isinstance(table, np.ndarray) else table.toarray())
        moved = (rng.permuted(cells.ravel()) for _ in range(n_permutations))
        return [mutual_information(other.reshape(cells.shape)) for other in moved]
    rows, columns = (margin(table, axis) for axis in (0, 1))
    total = rows.sum()
    ends = float(xlogx(rows / total).sum() + xlogx(columns / total).sum())
    dealt = islice(_dealt_anew(_held(rows), _held(columns), rng), n_permutations)
    return [max(0.0, float(xlogx(cells / total).sum()) - ends) for cells in dealt]


def _held(margin: FloatArray) -> IntArray:
    return np.asarray(margin[margin > 0.0].astype(np.int64))


def _dealt_anew(rows: IntArray, columns: IntArray, rng: np.random.Generator) -> Iterator[IntArray]:
    """Draw, without end, the cells of tables that share these margins and nothing else."""
    from scipy.stats import random_table  # loading it takes a while

    if rows.size * columns.size <= rows.sum():
        tables = random_table(rows, columns)
        while True:
            yield np.asarray(tables.rvs(random_state=rng), dtype=np.int64)
    row_of = np.repeat(np.arange(rows.size), rows) * columns.size
    column_of = np.repeat(np.arange(columns.size), columns)
    while True:
        yield np.unique(row_of + rng.permutation(column_of), return_counts=True)[1]

"""Counts of features in objects, as a weighted joint distribution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie import kernels
from coterie._core.errors import DataWarning, InputError, some, warn
from coterie.measures import entropy, mutual_information

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray, Matrix

PRIORS = ("counts", "uniform")
NEGATIVE = "Negative values in data cannot be counts: correct them."
LEAST_TOTAL, LARGEST_TOTAL = 1e-150, 1e150
"""Totals of rows between which squares and ratios are still ordinary numbers."""

FULL = 0.2
"""Share of filled entries from which a dense product is faster than a sparse one."""


@dataclass(frozen=True, eq=False)
class CountProblem:
    """Rows of counts with a mass for each row: p(x, y) = counts(x, y) scale(x) / total.

    Rows without mass are set aside: they carry no information about their cluster.

    Parameters
    ----------
    counts : csr_array of shape (n_rows, n_columns)
        The rows that have mass, in canonical form, as float64.
    scale : ndarray of shape (n_rows,)
        What a count of the row weighs: 1 for the prior of the counts.
    kept : ndarray of shape (n_rows,)
        Positions of these rows among the given ones.
    n_given : int
        Number of rows that were given.
    avoided : CountProblem, optional
        The same rows, of the same mass, over columns that clusters are to know little about.

    Notes
    -----
    Masses stay in the unit of the counts, so that whole counts are added without rounding.
    Costs scale with the total [IB §2].

    Examples
    --------
    >>> problem = CountProblem.from_counts([[4, 0], [0, 2], [1, 1]], prior="uniform")
    >>> problem.mass
    array([0.33..., 0.33..., 0.33...])
    >>> round(problem.information, 4)
    0.4621
    """

    counts: sp.csr_array
    scale: FloatArray
    kept: IntArray
    n_given: int
    avoided: CountProblem | None = None

    @classmethod
    def from_counts(
        cls,
        X: Matrix | ArrayLike,
        *,
        prior: str | ArrayLike = "counts",
        sample_weight: ArrayLike | None = None,
        min_rows: int = 1,
        owner: str = "counts",
    ) -> CountProblem:
        """Check a table of counts and weigh its rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Counts, whole or not, not negative.
        prior : {"counts", "uniform"} or array-like of shape (n_rows,)
            Mass of a row: its total, the same for all, or as given.
        sample_weight : array-like of shape (n_rows,), optional
            Multiplies the mass of each row; the counts stay as they are.
        min_rows : int
            Fewest rows with mass that make sense, usually the number of clusters.
        owner : str
            Name that messages begin with.
        """
        counts = as_canonical_counts(X, owner)
        totals = row_totals(counts, owner)
        mass = row_masses(totals, prior, owner) * row_weights(counts.shape[0], sample_weight, owner)
        kept = np.flatnonzero(mass > 0.0)
        if mass.size and not totals.any():
            message = (
                f"{owner}: all entries of the {mass.size} rows are 0, which leaves nothing to "
                f"cluster. Give counts."
            )
            raise InputError(message)
        if kept.size < min_rows:
            message = (
                f"{owner}: {kept.size} of {mass.size} rows have mass (n_samples={kept.size}), "
                f"fewer than the {min_rows} clusters asked for. Ask for fewer clusters or give "
                f"more rows."
            )
            raise InputError(message)
        empty = np.flatnonzero(totals <= 0.0)
        if empty.size:
            warn_of_empty_rows(empty, mass.size, owner)
        if kept.size < mass.size:
            counts = counts[kept]
        whole = isinstance(prior, str) and prior == "counts" and sample_weight is None
        scale = np.ones(kept.size) if whole else mass[kept] / totals[kept]
        return cls(counts, scale, kept, mass.size)

    def avoiding(self, table: Matrix | ArrayLike, owner: str) -> CountProblem:
        """Put beside the rows what their clusters are to know little about.

        Only the distribution of a row over these columns matters; its mass stays as it is. A row
        without counts there is taken to be like the average of the others.

        Parameters
        ----------
        table : array-like or sparse matrix of shape (n_given, n_avoided)
            Counts of the given rows over other columns.
        owner : str
            Name that messages begin with.

        Examples
        --------
        >>> problem = CountProblem.from_counts([[4, 0], [0, 2], [1, 1]])
        >>> problem.avoiding([[3, 1], [1, 3], [1, 1]], "example").avoided.joint.toarray()
        array([[0.375 , 0.125 ],
               [0.0625, 0.1875],
               [0.125 , 0.125 ]])
        """
        counts = as_canonical_counts(table, f"{owner}, avoid")
        if counts.shape[0] != self.n_given:
            message = (
                f"{owner}: avoid has {counts.shape[0]} rows, but X has {self.n_given}. Give the "
                f"same rows in the same order."
            )
            raise InputError(message)
        counts = with_average_rows(counts[self.kept], self.row_total, self.kept, owner)
        scale = self.row_total / np.asarray(counts.sum(axis=1)).ravel()
        return replace(self, avoided=CountProblem(counts, scale, self.kept, self.n_given))

    @property
    def n_rows(self) -> int:
        """Number of rows that have mass."""
        return int(self.counts.shape[0])

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return int(self.counts.shape[1])

    @cached_property
    def row_total(self) -> FloatArray:
        """Mass of each row in the unit of the counts."""
        return np.asarray(self.counts.sum(axis=1)).ravel() * self.scale

    @cached_property
    def total(self) -> float:
        """Mass of all rows in the unit of the counts."""
        return float(self.row_total.sum())

    @cached_property
    def mass(self) -> FloatArray:
        """p(x)."""
        return self.row_total / self.total

    @cached_property
    def column_mass(self) -> FloatArray:
        """p(y)."""
        together = np.zeros(self.n_rows, dtype=np.int64)
        return self.cluster_joint(together, 1).ravel()

    @cached_property
    def joint(self) -> sp.csr_array:
        """p(x, y), a copy of the size of the counts."""
        weights = np.repeat(self.scale / self.total, np.diff(self.counts.indptr))
        parts = (self.counts.data * weights, self.counts.indices, self.counts.indptr)
        return sp.csr_array(parts, shape=self.counts.shape)

    @cached_property
    def information(self) -> float:
        """I(X; Y) in nats."""
        return float(mutual_information(self.joint))

    @cached_property
    def row_entropy(self) -> float:
        """H(X) in nats."""
        return float(entropy(self.mass))

    @cached_property
    def table(self) -> Matrix:
        """The counts as products take them: dense where most entries are filled."""
        cells = self.n_rows * self.n_columns
        return self.counts.toarray() if self.counts.nnz > FULL * cells else self.counts

    def soft_joint(self, memberships: FloatArray) -> FloatArray:
        """p(t, y) of a soft assignment p(t | x) of the kept rows."""
        return np.asarray((self.table.T @ (memberships * (self.scale / self.total)[:, None])).T)

    def cluster_joint(self, labels: IntArray, n_clusters: int) -> FloatArray:
        """p(t, y) of a hard assignment of the kept rows."""
        counts, sums = self.counts, np.zeros((n_clusters, self.n_columns))
        kernels.add_rows(counts.indptr, counts.indices, counts.data, self.scale, labels, sums)
        sums /= self.total
        return sums

    def cluster_masses(self, labels: IntArray, n_clusters: int) -> Matrix:
        """p(t, y), never larger than the counts: sparse where a dense table would be."""
        if n_clusters * self.n_columns <= self.counts.nnz:
            return self.cluster_joint(labels, n_clusters)
        members = sp.csr_array(
            (self.scale / self.total, (labels, np.arange(self.n_rows))),
            shape=(n_clusters, self.n_rows),
        )
        return members @ self.counts

    def expand(self, labels: IntArray) -> IntArray:
        """Labels of all given rows, -1 where a row has no mass."""
        given = np.full(self.n_given, -1, dtype=np.int64)
        given[self.kept] = labels
        return given


def as_canonical_counts(X: Matrix | ArrayLike, owner: str) -> sp.csr_array:
    """Turn any table into canonical CSR of float64, or say what is wrong with it.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Counts.
    owner : str
        Name that messages begin with.

    Returns
    -------
    csr_array
        Sorted, without duplicates or stored zeros; the data are copied only where they must be.

    Examples
    --------
    >>> as_canonical_counts([[3, 0], [0, 2]], "counts").data
    array([3., 2.])
    """
    try:
        table: Any = X if sp.issparse(X) else np.asarray(X)
    except ValueError as fault:
        message = f"{owner}: the rows of the table differ in length. Give each the same columns."
        raise InputError(message) from fault
    if table.ndim != 2:
        count = "1 dimension" if table.ndim == 1 else f"{table.ndim} dimensions"
        message = f"{owner}: the table has {count}. Give rows and columns."
        raise InputError(message)
    if table.dtype.kind not in "buif":
        message = f"{owner}: entries of type {table.dtype} are not counts. Give numbers."
        raise InputError(message)
    if getattr(table, "format", "") == "coo" and (table.data < 0.0).any():
        message = f"{owner}: negative entries. {NEGATIVE}"  # before duplicates hide them
        raise InputError(message)
    if isinstance(table, np.ndarray):
        counts = sp.csr_array(kernels.compress(table), shape=table.shape)
        check_entries(counts, owner)
        return counts
    counts = sp.csr_array(table)
    if counts.dtype != np.float64:
        parts = (counts.data.astype(np.float64), counts.indices, counts.indptr)
        counts = sp.csr_array(parts, shape=counts.shape)
    check_entries(counts, owner)
    if not counts.has_canonical_format:
        counts = counts.copy()
        counts.sum_duplicates()
    if counts.nnz and counts.data.min() == 0.0:
        counts = counts.copy()
        counts.eliminate_zeros()
    return counts


def with_average_rows(
    counts: sp.csr_array, mass: FloatArray, kept: IntArray, owner: str
) -> sp.csr_array:
    """Give the average distribution, by mass, to rows that have no counts to avoid; tell of it."""
    totals = np.asarray(counts.sum(axis=1)).ravel()
    empty = np.flatnonzero(totals <= 0.0)
    if empty.size == 0:
        return counts
    if empty.size == totals.size:
        message = f"{owner}: avoid has no counts in any row of mass. Leave it out."
        raise InputError(message)
    has, is_ = ("has", "is") if empty.size == 1 else ("have", "are")
    warn(
        f"{owner}: {empty.size} of {totals.size} rows {has} no counts to avoid (first: "
        f"{some(kept[empty].tolist())}) and {is_} taken to be like the average of the others.",
        DataWarning,
    )
    share = np.divide(mass, totals, out=np.zeros_like(mass), where=totals > 0.0)
    average = sp.csr_array((share @ counts)[None, :])
    there = sp.csr_array(
        (np.ones(empty.size), (empty, np.zeros(empty.size, dtype=np.int64))),
        shape=(totals.size, 1),
    )
    return sp.csr_array(counts + there @ average)


def check_entries(counts: sp.csr_array, owner: str) -> None:
    """Refuse entries that cannot be counts, naming the first."""
    for wrong, words, cure in (
        (~np.isfinite(counts.data), "NaN or infinite", "Drop or fill these entries."),
        (counts.data < 0.0, "negative", NEGATIVE),
    ):
        where = np.flatnonzero(wrong)
        if where.size:
            first = where[0]
            row = int(np.searchsorted(counts.indptr, first, side="right")) - 1
            verb = "entry is" if where.size == 1 else "entries are"
            message = (
                f"{owner}: {where.size} {verb} {words} (first: row {row}, column "
                f"{counts.indices[first]}: {counts.data[first]}). {cure}"
            )
            raise InputError(message)


def row_totals(counts: sp.csr_array, owner: str) -> FloatArray:
    """Sum of each row; refuse sums that leave no room for products and ratios of them."""
    with np.errstate(over="ignore"):
        totals = np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()
    extreme = np.flatnonzero((totals > LARGEST_TOTAL) | ((totals > 0.0) & (totals < LEAST_TOTAL)))
    if extreme.size:
        message = (
            f"{owner}: {extreme.size} row totals are beyond {LEAST_TOTAL:g} to {LARGEST_TOTAL:g} "
            f"(first: row {extreme[0]}: {totals[extreme[0]]:g}). Scale all entries by one factor."
        )
        raise InputError(message)
    return totals


def row_masses(totals: FloatArray, prior: str | ArrayLike, owner: str) -> FloatArray:
    """Mass of each row under a prior, not normalised; 0 for rows without counts."""
    if isinstance(prior, str):
        if prior not in PRIORS:
            message = (
                f"{owner}: prior={prior!r} must be 'counts', 'uniform' or one mass for each row."
            )
            raise InputError(message)
        return totals if prior == "counts" else (totals > 0.0).astype(np.float64)
    masses = check_vector(prior, totals.size, "prior", owner)
    return np.where(totals > 0.0, masses, 0.0)


def row_weights(n_rows: int, sample_weight: ArrayLike | None, owner: str) -> FloatArray:
    """Weight of each row, 1 where none is given."""
    if sample_weight is None:
        return np.ones(n_rows)
    weights = check_vector(sample_weight, n_rows, "sample_weight", owner)
    if not weights.any():
        message = f"{owner}: every sample_weight is zero. Give a weight > 0 to rows that count."
        raise InputError(message)
    return weights


def check_vector(values: ArrayLike, size: int, name: str, owner: str) -> FloatArray:
    """Return one finite, non-negative number for each row."""
    vector = np.asarray(values, dtype=np.float64)
    if vector.ndim == 0:
        vector = np.full(size, float(vector))
    if vector.shape != (size,):
        message = (
            f"{owner}: {name} has shape {vector.shape}, but there are {size} rows. "
            f"Give one number a row."
        )
        raise InputError(message)
    if not np.isfinite(vector).all() or vector.min(initial=0.0) < 0.0:
        message = f"{owner}: {name} must hold finite numbers >= 0, one for each row."
        raise InputError(message)
    return vector


def warn_of_empty_rows(empty: Any, n_rows: int, owner: str) -> None:
    """Say how many rows have no mass, and which come first."""
    has, stay = ("has", "stays") if empty.size == 1 else ("have", "stay")
    message = (
        f"{owner}: {empty.size} of {n_rows} rows {has} no mass (first: {some(empty.tolist())}) "
        f"and {stay} without a cluster, label -1."
    )
    warn(message, DataWarning)

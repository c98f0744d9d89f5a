"""What the numbers of a matrix are like, gathered in one pass over slices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    import scipy.sparse as sp
    from numpy.typing import NDArray

SLICE = 1 << 20
RELATIVE, ABSOLUTE = 1e-6, 1e-9
"""How far numbers that were written as text may be from those across the diagonal."""


@dataclass
class Flaw:
    """Entries that counts cannot have: how many, and the first."""

    count: int = 0
    row: int = 0
    column: int = 0
    value: float = 0.0


@dataclass
class Facts:
    """Numbers about numbers.

    Attributes
    ----------
    n_cells, n_stored, n_fractional : int
        Entries of the matrix; of these not zero (or missing), and not whole.
    negative, missing, infinite : Flaw
    row_sums_one : bool
        Whether every row of a square matrix sums to one, as probabilities do.
    symmetric, square : bool
    hollow : bool
        Whether only the diagonal of a square matrix is zero, as between distances.
    """

    shape: tuple[int, int]
    n_stored: int = 0
    n_fractional: int = 0
    negative: Flaw = field(default_factory=Flaw)
    missing: Flaw = field(default_factory=Flaw)
    infinite: Flaw = field(default_factory=Flaw)
    row_sums_one: bool = False
    symmetric: bool = False
    hollow: bool = False

    @property
    def n_cells(self) -> int:
        """Number of entries, zeros included."""
        return self.shape[0] * self.shape[1]

    @property
    def zero_share(self) -> float:
        """Share of the entries that are zero."""
        return 1.0 - self.n_stored / max(self.n_cells, 1)

    @property
    def square(self) -> bool:
        """Whether there are as many rows as columns."""
        return self.shape[0] == self.shape[1]

    @property
    def flaws(self) -> tuple[tuple[str, Flaw], ...]:
        """Entries that counts cannot have, with the word for each sort."""
        sorts = {"negative": self.negative, "missing": self.missing, "infinite": self.infinite}
        return tuple((word, flaw) for word, flaw in sorts.items() if flaw.count)


def gather(matrix: sp.csr_array | NDArray[Any]) -> Facts:
    """Gather the facts; no temporary is larger than a slice, but for the test of symmetry."""
    n_rows, n_columns = matrix.shape
    facts = Facts((int(n_rows), int(n_columns)))
    for start, values in _slices(matrix):
        _gather_slice(facts, matrix, start, values)
    finite = not facts.missing.count and not facts.infinite.count
    if facts.square and finite:  # the rest matters, and costs memory, only here
        side = facts.shape[0]
        facts.hollow = facts.n_stored == side * (side - 1) and not matrix.diagonal().any()
        with np.errstate(over="ignore"):  # what overflows is neither
            facts.symmetric = _is_symmetric(matrix)
            sums = np.asarray(matrix.sum(axis=1), dtype=float).reshape(-1)
        # rows that were rounded to a few digits miss one by their rounding
        facts.row_sums_one = bool((np.abs(sums - 1.0) < 1e-3).all())
    return facts


def _slices(matrix: sp.csr_array | NDArray[Any]) -> Iterator[tuple[int, NDArray[Any]]]:
    if isinstance(matrix, np.ndarray):
        step = max(1, SLICE // max(matrix.shape[1], 1))
        for start in range(0, matrix.shape[0], step):
            yield start * matrix.shape[1], np.asarray(matrix[start : start + step]).reshape(-1)
    else:
        for start in range(0, len(matrix.data), SLICE):
            yield start, matrix.data[start : start + SLICE]


def _gather_slice(
    facts: Facts, matrix: sp.csr_array | NDArray[Any], start: int, values: NDArray[Any]
) -> None:
    facts.n_stored += int(np.count_nonzero(values))
    tests = [(facts.negative, values < 0)]
    if values.dtype.kind == "f":
        missing = np.isnan(values)
        infinite = np.isinf(values)
        tests = [(facts.negative, (values < 0) & ~infinite)]
        tests += [(facts.missing, missing), (facts.infinite, infinite)]
        finite = values[~(missing | infinite)]
        facts.n_fractional += int(np.count_nonzero(finite != np.floor(finite)))
    for flaw, bad in tests:
        found = int(np.count_nonzero(bad))
        if found and not flaw.count:
            at = int(np.argmax(bad))
            flaw.row, flaw.column = _position(matrix, start + at)
            flaw.value = float(values[at])
        flaw.count += found


def _position(matrix: sp.csr_array | NDArray[Any], at: int) -> tuple[int, int]:
    if isinstance(matrix, np.ndarray):
        return divmod(at, int(matrix.shape[1]))
    row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
    return row, int(matrix.indices[at])


def _is_symmetric(matrix: sp.csr_array | NDArray[Any]) -> bool:
    """Compare with the transpose, within the rounding of numbers that were written as text."""
    if isinstance(matrix, np.ndarray):
        step = max(1, SLICE // max(matrix.shape[1], 1))
        starts = range(0, matrix.shape[0], step)
        strips = ((matrix[at : at + step], matrix[:, at : at + step].T) for at in starts)
        return all(np.allclose(*pair, rtol=RELATIVE, atol=ABSOLUTE) for pair in strips)
    transposed: Any = matrix.T
    if matrix.dtype.kind != "f":
        return bool((matrix != transposed).nnz == 0)
    excess = abs(matrix - transposed) - RELATIVE * abs(transposed)
    return bool(not excess.nnz or excess.max() <= ABSOLUTE)

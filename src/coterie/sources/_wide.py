"""Records with a column for each feature, as one matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie.sources._arrow import array_of
from coterie.sources._request import Records, Wanted
from coterie.sources._sparse import MOSTLY_ZERO, density
from coterie.sources._table import Names, as_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from coterie.sources._layout import Layout


def gather_matrix(
    records: Records, layout: Layout
) -> tuple[sp.csr_array | NDArray[Any], Names | None, Names]:
    """Read the whole table; slices that are mostly zero are kept sparse from the start."""
    wanted = tuple(Wanted(position, "number") for position in layout.values)
    if layout.ids is not None:
        wanted = (Wanted(layout.ids, "text"), *wanted)
    slices: list[sp.csr_array | NDArray[Any]] = []
    row_names: list[str] = []
    for batch in records.batches(wanted):
        columns = list(batch.columns)
        if layout.ids is not None:
            row_names += [name or "" for name in columns.pop(0).to_pylist()]
        slices.append(_slice(columns, batch.num_rows))
    names = as_names((records.fields[at].name for at in layout.values), records.origin)
    return (
        _joined(slices),
        None if layout.ids is None else as_names(row_names, records.origin),
        names,
    )


def sample_matrix(records: Records, layout: Layout) -> NDArray[Any]:
    """Return the numbers of the first records."""
    columns = []
    for position in layout.values:
        values = [row[position] for row in records.sample]
        name = records.fields[position].name
        want = Wanted(position, "number")
        columns.append(array_of(values, want, name, records.place, records.origin))
    return np.column_stack([column.to_numpy(zero_copy_only=False) for column in columns])


def _slice(columns: list[Any], n_rows: int) -> sp.csr_array | NDArray[Any]:
    block = np.empty((n_rows, len(columns)))
    for position, column in enumerate(columns):
        block[:, position] = column.to_numpy(zero_copy_only=False)
    return sp.csr_array(block) if density(block) < MOSTLY_ZERO else block


def _joined(
    slices: list[sp.csr_array | NDArray[Any]],
) -> sp.csr_array | NDArray[Any]:
    if len(slices) == 1:
        return slices[0]
    cells = sum(part.shape[0] * part.shape[1] for part in slices)
    filled = sum(density(part) * part.shape[0] * part.shape[1] for part in slices)
    if filled < MOSTLY_ZERO * cells:
        return sp.csr_array(sp.vstack([sp.csr_array(part) for part in slices], format="csr"))
    dense = [part if isinstance(part, np.ndarray) else part.toarray() for part in slices]
    return np.concatenate(dense)

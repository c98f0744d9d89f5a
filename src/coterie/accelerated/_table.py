"""Tables of counts in the memory of a device."""

from __future__ import annotations

import threading
import warnings
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from coterie.accelerated._device import torch_and_device

if TYPE_CHECKING:
    from coterie._core.types import Matrix
    from coterie.problems import CountProblem

GUARD = threading.Lock()
THERE: WeakKeyDictionary[Any, dict[str, DeviceTable]] = WeakKeyDictionary()


class DeviceTable:
    """A table on a device, dense or sparse, that multiplies clusters by rows and by columns.

    Clusters come first in all that it takes and returns: that is the faster order of both products.

    Parameters
    ----------
    table : ndarray or csr_array of shape (n_rows, n_columns)
        What is copied there, in double precision.
    device : str
        Where to: "cpu", "cuda", or "cuda:1" for the second one.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.accelerated import DeviceTable
    >>> table = DeviceTable(np.array([[1.0, 2.0], [0.0, 3.0]]), "cpu")
    >>> table.by_rows(table.put(np.ones((1, 2)))).numpy()
    array([[3., 3.]])
    """

    def __init__(self, table: Matrix, device: str) -> None:
        self.torch, self.device = torch_and_device(device)
        if isinstance(table, np.ndarray):
            self._table = self.put(table)
            self._turned = self._table.T
            return
        self._table, self._turned = self._sparse(table), self._sparse(table.T.tocsr())

    def put(self, values: Any) -> Any:
        """Copy an array to the device, in double precision."""
        ready = np.require(values, np.float64, ["C", "W"])  # torch warns of what is read-only
        return self.torch.as_tensor(ready, device=self.device)

    def by_rows(self, clusters: Any) -> Any:
        """Multiply (n_clusters, n_columns) by the rows of the table: (n_clusters, n_rows)."""
        return self._product(clusters, self._table, self._turned)

    def by_columns(self, clusters: Any) -> Any:
        """Multiply (n_clusters, n_rows) by the columns of the table: (n_clusters, n_columns)."""
        return self._product(clusters, self._turned, self._table)

    def _product(self, clusters: Any, table: Any, turned: Any) -> Any:
        """Multiply by `turned`: from its own side where that is dense."""
        if turned.layout is self.torch.strided:
            return clusters @ turned
        return self.torch.sparse.mm(table, clusters.T).T

    def _sparse(self, table: Any) -> Any:
        """Copy a sparse table by rows: half the time of the other layout that torch has."""
        torch, where = self.torch, self.device
        rows, columns = (
            torch.as_tensor(np.array(places, dtype=np.int64), device=where)
            for places in (table.indptr, table.indices)
        )
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
            return torch.sparse_csr_tensor(
                rows, columns, self.put(table.data), table.shape, check_invariants=True
            )


def table_on(problem: CountProblem, device: str) -> DeviceTable:
    """Return the table of a problem on a device; copied there once, while the problem lasts.

    Examples
    --------
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1]])
    >>> table_on(problem, "cpu") is table_on(problem, "cpu")
    True
    """
    with GUARD:
        places = THERE.setdefault(problem, {})
        if device not in places:
            places[device] = DeviceTable(problem.table, device)
        return places[device]

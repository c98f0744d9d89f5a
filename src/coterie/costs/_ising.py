"""Spins that pull one another, and that a field pulls: two labels, and what each is near."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie._core.tables import dense, sum_over

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray, Matrix

SYMMETRIC = 1e-12
"""Share of the largest coupling by which the two directions may differ."""

FEW = 500
"""Objects up to which all eigenvalues are computed."""


class IsingCost:
    """-sum_i h_i s_i - sum_(i<j) J_ij s_i s_j, with s = -1 for label 0 and s = 1 for label 1.

    Parameters
    ----------
    couplings : array-like or sparse matrix of shape (n_objects, n_objects)
        J, symmetric. The diagonal does not matter.
    field : array-like of shape (n_objects,), optional
        h; none by default.

    Notes
    -----
    The energy of [SLC §3.K], each pair counted once. The expected cost of soft labels is exact: it
    is that of the magnetisation m = 2 q - 1, with q the membership of label 1.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import IsingCost
    >>> chain = IsingCost([[0, 1, 0], [1, 0, 1], [0, 1, 0]], field=[0.5, 0.0, 0.0])
    >>> chain.total(np.array([1, 1, 0])), chain.local(np.array([1, 1, 0]), 2)
    (-0.5, array([ 1., -1.]))
    """

    n_clusters = 2

    def __init__(self, couplings: Matrix, field: ArrayLike | None = None) -> None:
        self.couplings: Any = _checked(couplings)
        self.n_objects = int(self.couplings.shape[0])
        self.field = np.zeros(self.n_objects) if field is None else np.asarray(field, np.float64)
        if self.field.shape != (self.n_objects,) or not np.isfinite(self.field).all():
            message = (
                f"IsingCost: field, of shape {self.field.shape}, must hold one finite number for "
                f"each of {self.n_objects} objects."
            )
            raise InputError(message)

    @property
    def work(self) -> IntArray:
        """Operations that a visit to each object takes."""
        return sum_over(self.couplings != 0.0, 1).astype(np.int64) + 1

    def total(self, labels: IntArray) -> float:
        """Return the energy of a labelling."""
        return self.energy(spins(labels))

    def energy(self, magnetisation: FloatArray) -> float:
        """Return the expected energy of independent spins with these means."""
        pull = self.couplings @ magnetisation / 2.0 + self.field
        return -float(magnetisation @ pull)

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for object i, up to a constant of the object."""
        table = self.couplings
        if isinstance(table, np.ndarray):
            pull = self.field[i] + table[i] @ spins(labels)
        else:
            row = slice(*table.indptr[i : i + 2])
            pull = self.field[i] + table.data[row] @ spins(labels[table.indices[row]])
        return np.array([pull, -pull])

    def pull(self, magnetisation: FloatArray, objects: IntArray | slice) -> FloatArray:
        """Return the field that some objects feel, their own and that of their neighbours."""
        return np.asarray(self.couplings[objects] @ magnetisation + self.field[objects])

    def fields(self, memberships: FloatArray) -> FloatArray:
        """Return the cost of each label for each object, the memberships of the others held."""
        pull = self.pull(memberships[:, 1] - memberships[:, 0], slice(None))
        return np.column_stack([pull, -pull])

    def mean_field(self, memberships: FloatArray, block_size: int = 1) -> IsingAverager:
        """Return the state of a mean field that starts from the memberships."""
        return IsingAverager(self, memberships[:, 1] - memberships[:, 0], block_size)

    def critical_temperature(self) -> float:
        """Return the temperature below which spins without a field align; 0 if they never do.

        The largest eigenvalue of the couplings, from m = tanh(J m / T) for small m.
        """
        if self.n_objects <= FEW:
            return max(0.0, float(np.linalg.eigvalsh(dense(self.couplings))[-1]))
        begin = np.random.default_rng(0).standard_normal(self.n_objects)
        found = sp.linalg.eigsh(self.couplings, 1, which="LA", v0=begin, return_eigenvectors=False)
        return max(0.0, float(found[0]))


class IsingAverager:
    """A mean field of spins: m_i = tanh((h_i + sum_j J_ij m_j) / T), one set after another.

    Objects that are renewed together must not pull one another, or they may flip for ever.

    Notes
    -----
    The stationary points of the bound
    G(m) = E(m) + T sum_i [q log q + (1 - q) log(1 - q)] with q = (1 + m_i) / 2 [SLC §3.K].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import IsingCost
    >>> pair = IsingCost([[0, 1], [1, 0]]).mean_field(np.array([[0.3, 0.7], [0.4, 0.6]]))
    >>> for _ in range(50):
    ...     change = pair.sweep(np.arange(2), temperature=0.5)
    >>> pair.magnetisation.round(6)
    array([0.957504, 0.957504])
    """

    def __init__(self, cost: IsingCost, magnetisation: FloatArray, block_size: int = 1) -> None:
        self.magnetisation = np.array(magnetisation, dtype=np.float64)
        self._cost, self._block_size = cost, block_size

    @property
    def memberships(self) -> FloatArray:
        """Probabilities of both labels, of shape (n_objects, 2)."""
        return np.column_stack([1.0 - self.magnetisation, 1.0 + self.magnetisation]) / 2.0

    def renew(self, objects: IntArray, temperature: float) -> float:
        """Renew some objects at once, and return the largest change of a membership."""
        new = np.tanh(self._cost.pull(self.magnetisation, objects) / temperature)
        change = float(np.abs(new - self.magnetisation[objects]).max(initial=0.0))
        self.magnetisation[objects] = new
        return change / 2.0

    def sweep(self, order: IntArray, temperature: float) -> float:
        """Renew the objects in this order; return the largest change of a membership."""
        blocks = np.split(order, range(self._block_size, order.size, self._block_size))
        return max(self.renew(block, temperature) for block in blocks)

    def energy(self) -> float:
        """Return the expected cost."""
        return self._cost.energy(self.magnetisation)


def spins(labels: IntArray) -> FloatArray:
    """Return -1 for label 0 and 1 for label 1.

    Examples
    --------
    >>> spins(np.array([0, 1]))
    array([-1.,  1.])
    """
    return 2.0 * labels.astype(np.float64) - 1.0


def _checked(couplings: Matrix) -> Any:
    """Return the couplings, dense or as CSR, without a diagonal."""
    sparse = sp.issparse(couplings)
    table: Any = (sp.csr_array if sparse else np.array)(couplings, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        message = f"IsingCost: couplings, of shape {table.shape}, must be square."
        raise InputError(message)
    values = table.data if sparse else table
    if not np.isfinite(values).all():
        message = "IsingCost: couplings must be finite; set those that are not known to 0."
        raise InputError(message)
    largest = float(np.abs(values).max(initial=0.0))
    if abs(table - table.T).max() > SYMMETRIC * largest:
        message = "IsingCost: couplings must be symmetric; pass (J + J.T) / 2."
        raise InputError(message)
    if sparse:
        table = sp.csr_array(table - sp.diags_array(table.diagonal()))
        table.eliminate_zeros()
    else:
        np.fill_diagonal(table, 0.0)
    return table

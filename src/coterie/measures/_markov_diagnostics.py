"""Whether a Markov chain forgets its start, and how fast."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray

ROUNDING = 1e-8
"""By how much a row of probabilities may miss the sum of one."""


class MarkovDiagnostics(NamedTuple):
    """What the transition matrix of a chain tells.

    Examples
    --------
    >>> from coterie.measures import markov_diagnostics
    >>> markov_diagnostics([[0.0, 1.0], [1.0, 0.0]]).period  # for ever to and fro
    2
    """

    stationary: FloatArray
    """The distribution that a step does not change; one of them, if the chain is reducible."""
    second_modulus: float
    """Second largest modulus of an eigenvalue: what is forgotten slowest fades by it each step."""
    imbalance: float
    """Largest |pi_x w(x, y) - pi_y w(y, x)|: 0 for a reversible chain."""
    irreducible: bool
    """Whether each state can be reached from each."""
    period: int
    """Greatest common divisor of the lengths of all ways home, of the first state where the chain
    is reducible: 1 for an aperiodic chain, 0 where there is no way home."""

    @property
    def forgets(self) -> bool:
        """Whether the chain ends in its stationary distribution from any start."""
        return self.irreducible and self.period == 1


def markov_diagnostics(
    transition: ArrayLike, stationary: ArrayLike | None = None
) -> MarkovDiagnostics:
    """Look at the transition matrix of a Markov chain with few states.

    Parameters
    ----------
    transition : array-like of shape (n_states, n_states)
        w(x, y), the probability of going from x to y; each row sums to 1.
    stationary : array-like of shape (n_states,), optional
        The distribution that balance is checked against, where it is known; by default the left
        eigenvector.

    Returns
    -------
    MarkovDiagnostics
        Stationary distribution, second modulus, imbalance, irreducibility and period.

    See Also
    --------
    split_r_hat : For chains with too many states to list.

    Notes
    -----
    Detailed balance, pi_x w(x, y) = pi_y w(y, x), implies pi w = pi; the second largest modulus
    governs the mixing [SLC §3.F].

    Examples
    --------
    >>> from coterie.measures import markov_diagnostics
    >>> found = markov_diagnostics([[0.9, 0.1], [0.2, 0.8]])
    >>> found.stationary.round(3), round(found.second_modulus, 3), found.forgets
    (array([0.667, 0.333]), 0.7, True)
    """
    matrix = _checked(transition)
    states = matrix.shape[0]
    given = _stationary(matrix) if stationary is None else np.asarray(stationary, dtype=np.float64)
    if given.shape != (states,):
        message = (
            f"stationary: shape {given.shape} must hold one number for each of {states} states."
        )
        raise InputError(message)
    flow = given[:, None] * matrix
    moduli = np.sort(np.abs(np.linalg.eigvals(matrix)))
    arcs = csr_array((matrix > 0.0).astype(np.int64))
    parts, _ = connected_components(arcs, connection="strong")
    return MarkovDiagnostics(
        given,
        float(moduli[-2]) if states > 1 else 0.0,
        float(np.abs(flow - flow.T).max()),
        bool(parts == 1),
        _period(arcs),
    )


def _checked(transition: ArrayLike) -> FloatArray:
    matrix = np.asarray(transition, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        message = f"transition: shape {matrix.shape} must be square, one row for each state."
        raise InputError(message)
    wrong = ~((matrix >= 0.0).all(axis=1) & (np.abs(matrix.sum(axis=1) - 1.0) <= ROUNDING))
    if wrong.any():
        row = int(wrong.argmax())
        message = (
            f"transition: row {row} must be probabilities that sum to 1, not to "
            f"{matrix[row].sum():.6g}; divide each row by its sum."
        )
        raise InputError(message)
    return matrix


def _stationary(matrix: FloatArray) -> FloatArray:
    """Return the solution of pi (w - 1) = 0 and sum pi = 1 that is smallest."""
    states = matrix.shape[0]
    equations = np.vstack([matrix.T - np.eye(states), np.ones(states)])
    target = np.append(np.zeros(states), 1.0)
    solution: FloatArray = np.linalg.lstsq(equations, target)[0]
    positive = np.maximum(solution, 0.0)
    return np.asarray(positive / positive.sum())


def _period(arcs: csr_array[np.int64, tuple[int, int]]) -> int:
    """Return the period of the first state: arcs among its class close ways of known length."""
    _, part = connected_components(arcs, connection="strong")
    order, before = breadth_first_order(arcs, 0)
    depth: IntArray = np.zeros(arcs.shape[0], dtype=np.int64)
    for state in order[1:]:
        depth[state] = depth[before[state]] + 1
    first, second = arcs.nonzero()
    home = (part[first] == part[0]) & (part[second] == part[0])
    lengths = np.abs(depth[first[home]] + 1 - depth[second[home]])
    return gcd(*lengths.tolist())

"""How far several distributions lie from their mixture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError, some
from coterie.measures._entropy import entropy
from coterie.measures._tables import (
    TableLike,
    as_distribution,
    as_masses,
    as_vector,
    mapped,
    margin,
    rows_divided,
)
from coterie.measures._terms import xlogx
from coterie.measures._units import nats_per_unit

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def js_divergence(
    rows: TableLike, weights: ArrayLike | None = None, *, base: float | None = None
) -> float:
    """Weighted Jensen-Shannon divergence of two or more distributions.

    Parameters
    ----------
    rows : array-like of shape (n_distributions, n_outcomes), or sparse matrix
        One distribution a row, as probabilities or counts; each is divided by its own total.
    weights : array-like of shape (n_distributions,), optional
        Importance of each row, divided by its total; equal by default. A row without mass needs
        weight zero.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    float
        Between 0 (all rows with weight are equal) and the entropy of the weights (no outcome is
        shared).

    See Also
    --------
    two_sample_test : Whether two samples differ by more than chance.
    mutual_information : Equal to this with the row totals as weights.

    Notes
    -----
    For two rows, pi_1 KL[p_1 || m] + pi_2 KL[p_2 || m] with the mixture m = pi_1 p_1 + pi_2 p_2
    [IB 1.19]; for any number, H[m] - sum_i pi_i H[p_i] [IB 1.21], which is what is computed. With
    the rows p(y|x) and the weights p(x) this is I(X;Y) [IB 1.22].

    Examples
    --------
    >>> from coterie.measures import js_divergence
    >>> js_divergence([[1, 0], [0, 1]], base=2)
    1.0
    >>> round(js_divergence([[1, 0], [1, 1]], weights=[0.6, 0.4]), 6)
    0.223144
    """
    table = as_masses(rows, "rows", ndim=2)
    totals, shares = margin(table, 0), _shares(weights, table.shape[0])
    empty = np.flatnonzero((totals == 0) & (shares > 0))
    if empty.size:
        message = (
            f"rows: {empty.size} rows have no mass but a weight (row {some(empty)}). "
            "A distribution needs mass; drop these rows or set their weights to 0."
        )
        raise InputError(message)
    conditional = rows_divided(table, totals)
    apart = shares @ -margin(mapped(conditional, xlogx), 0)
    return max(0.0, entropy(shares @ conditional) - float(apart)) / nats_per_unit(base)


def _shares(weights: ArrayLike | None, n_rows: int) -> np.ndarray:
    if weights is None:
        weights = np.ones(n_rows)
    shares = as_vector(as_distribution(weights, "weights"), "weights")
    if shares.size != n_rows:
        message = f"weights: {shares.size} weights for {n_rows} rows; give one for each row."
        raise InputError(message)
    return shares

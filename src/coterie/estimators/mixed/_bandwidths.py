"""How far the kernels reach: alike for all columns, or by the likelihood of held-out rows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp, softmax

from coterie._core.errors import InputError
from coterie.estimators.mixed._kernels import KERNELS
from coterie.estimators.mixed._product import ProductKernel
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.types import FloatArray
    from coterie.estimators.mixed._columns import TableColumn

    Columns = tuple[TableColumn, ...]

DROPS = (-14.0, 9.0)
"""Where the logarithm of the drop is looked for: from all alike to all different."""

STEPS, TOLERANCE = 500, 1e-6
"""Most steps towards the greatest likelihood, and the gain for each row below which they end."""


def balanced(columns: Columns, values: FloatArray, neighbourhood: float) -> Columns:
    """Let every column say as much, and all together that a share of the rows is near a row.

    From a row to a random other, the log kernel of each column falls by the same amount on average.
    This amount is set so that the perplexity of p(y | x) is that of the row itself and the given
    share of the others.

    Examples
    --------
    >>> from coterie.estimators.mixed._columns import TableColumn
    >>> columns = (TableColumn("a", "continuous"), TableColumn("b", "continuous"))
    >>> values = np.array([[0.0, 0.0], [1.0, 50.0], [2.0, 100.0], [4.0, 200.0]])
    >>> narrow, wide = balanced(columns, values, 0.5)
    >>> round(wide.bandwidth / narrow.bandwidth)
    50
    """
    spreads = [
        KERNELS[column.kind].spread(column_values, column.n_levels)
        for column, column_values in zip(columns, values.T, strict=True)
    ]

    def reaching(log_drop: float) -> Columns:
        return tuple(
            replace(
                column,
                bandwidth=KERNELS[column.kind].bandwidth(np.exp(log_drop), spread, column.n_levels),
            )
            for column, spread in zip(columns, spreads, strict=True)
        )

    def excess(log_drop: float) -> float:
        shares = ProductKernel(reaching(log_drop), values).dense(values)
        return float(-xlogx(shares).sum(axis=1).mean()) - wanted

    wanted = float(np.log1p(neighbourhood * (len(values) - 1)))
    for end in DROPS:
        if (excess(end) > 0.0) == (end > 0.0):
            return reaching(end)  # few values: a neighbourhood cannot be as small, or as large
    return reaching(brentq(excess, *DROPS, xtol=1e-4))


def likeliest(columns: Columns, values: FloatArray) -> Columns:
    """Maximise the likelihood of each row, given by the kernels around all others.

    Each step takes the expected origins of the rows, then the best bandwidths for them: an
    expectation-maximisation, so no step lowers the likelihood. It begins at the given bandwidths.
    """
    last = -np.inf
    for _ in range(STEPS):
        logs = left_out(columns, values)
        now = float(logsumexp(logs, axis=1).mean())
        if now - last < TOLERANCE:
            break
        last, shares = now, softmax(logs, axis=1)
        columns = tuple(
            replace(
                column,
                bandwidth=KERNELS[column.kind].most_likely(column_values, shares, column.n_levels),
            )
            for column, column_values in zip(columns, values.T, strict=True)
        )
    return columns


def left_out(columns: Columns, values: FloatArray) -> FloatArray:
    """Return log k(x | y) over the number of other rows; minus infinity for a row and itself."""
    logs, offset = ProductKernel(columns, values).log_kernels(values)
    logs += (offset - np.log(len(values) - 1))[:, None]
    np.fill_diagonal(logs, -np.inf)
    return logs


def given_bandwidths(columns: Columns, given: Sequence[Any], owner: str) -> Columns:
    """Take the bandwidths of the user, one for each column.

    Examples
    --------
    >>> from coterie.estimators.mixed._columns import TableColumn
    >>> given_bandwidths((TableColumn("a", "continuous"),), [0.5], "table")[0].bandwidth
    0.5
    """
    numbers = np.asarray(given, dtype=np.float64)
    if numbers.shape != (len(columns),):
        message = (
            f"{owner}: bandwidth has shape {numbers.shape}, but there are {len(columns)} columns. "
            f"Give one number a column."
        )
        raise InputError(message)
    for column, number in zip(columns, numbers.tolist(), strict=True):
        widest = KERNELS[column.kind].widest(column.n_levels)
        if not (0.0 < number <= widest or number == widest):
            message = (
                f"{owner}: the bandwidth {number:g} of the {column.kind} column {column.name!r} "
                f"must be > 0 and at most {widest:g}."
            )
            raise InputError(message)
    return tuple(
        replace(column, bandwidth=number)
        for column, number in zip(columns, numbers.tolist(), strict=True)
    )
